"""Random hands of seven-card and five-card stud, which rooms have words for, and real hands written as text."""

import random

from hands_played import tuples
from random_hands import random_action

import soko


def random_stud(seed: int, stacks: tuple[int, int] = (1, 300), **fields: object) -> soko.Hand:
    """Return a finished hand with random stakes, house rules and actions."""
    choice = random.Random(f"stud {seed}")
    rules = random_stud_rules(choice) if not fields else soko.games.by_name("seven_card_stud", **fields)
    players = choice.randint(2, rules.max_players)
    hand = soko.Hand(
        rules,
        [choice.choice([choice.randint(*stacks), stacks[1]]) for _ in range(players)],
        rng=seed,
        dealer=choice.randrange(players),
    )
    while not hand.is_over:
        hand.act(*random_action(choice, tuples(hand), 1))
    show_some(choice, hand)
    return hand


def random_stud_rules(choice: random.Random) -> soko.Rules:
    """Return stud as some room might play it."""
    small = 2 * choice.randint(1, 20)
    fields: dict[str, object] = {
        "limit": choice.choice(["fixed", "fixed", "pot", "no"]),
        "ante": choice.choice([0, 1, 2, 7]),
        "bring_in": choice.randint(1, small),
        "small_bet": small,
    }
    if choice.random() < 0.3:
        fields |= {
            "open_fold": choice.random() < 0.5,
            "odd_chip": choice.choice(["position", "nearest", "suit"]),
            "reveal": choice.choice(["winners", "all"]),
            "showing_tie": choice.choice(["position", "suit"]),
        }
    name = choice.choice(["seven_card_stud", "seven_card_stud", "five_card_stud"])
    if fields["limit"] == "fixed":
        fields |= {"big_bet": small * choice.randint(1, 3), "cap": choice.choice([2, 4, 4])}
        if name == "seven_card_stud":
            fields["open_pair"] = choice.choice(["none", "option"])
    return soko.games.by_name(name, **fields)


def show_some(choice: random.Random, hand: soko.Hand) -> None:
    """Let some show their hands after the end, where they may."""
    for seat in range(hand.players):
        if choice.random() < 0.1:
            try:
                hand.show(seat)
            except soko.SokoError:
                continue
