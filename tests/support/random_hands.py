"""Random games, stacks, decks and actions: every game, every switch, every betting structure, many short stacks.

All choices come from one ``random.Random``, so that a number names a hand.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine_tools import LegalAction

from soko import Rules as CompiledRules
from soko import games
from soko.reference import rules as reference
from soko.reference.cards import DECKS, deck_cards
from soko.reference.rules import Rules

GAMES: tuple[Callable[[], Rules], ...] = tuple(getattr(reference, name) for name in games.NAMES)

Deal = tuple[str, ...]
DEALS: tuple[tuple[Deal, Deal], ...] = (
    (("du", "u", "u", "u"), ("small", "small", "big", "big")),
    (("du", "du", "d"), ("small", "big", "big")),
    (("ddu", "u", "u", "u", "d"), ("small", "small", "big", "big", "big")),
    (("ddu", "du", "du"), ("small", "big", "big")),
    (("duu", "u", "u", "d"), ("small", "big", "small", "big")),
    (("uu", "d", "ddu"), ("small", "small", "big")),
    (("ddddddu",), ("big",)),
)


class Start(NamedTuple):
    """What a hand begins with."""

    rules: Rules
    stacks: tuple[int, ...]
    deck: tuple[int, ...]
    dealer: int


def random_start(choice: random.Random) -> Start:
    """Return a game, stacks and a deck."""
    rules = random_rules(choice)
    players = choice.randint(2, rules.max_players)
    if choice.random() < 0.5:
        players = min(players, choice.choice([2, 2, 3, 4]))
    stacks = tuple(random_stack(choice, rules) for _ in range(players))
    deck = tuple(choice.sample(deck_cards(rules.deck), rules.deck))
    return Start(rules, stacks, deck, choice.randrange(players))


def random_rules(choice: random.Random) -> Rules:
    """Return one of the games with random amounts and house rules, or a game that nobody has heard of."""
    for _ in range(1000):
        rules = choice.choice(GAMES)()
        changes = {**random_amounts(choice, rules), **random_switches(choice)}
        if choice.random() < 0.3:
            changes |= random_bones(choice)
        if choice.random() < 0.2:
            changes |= {"deck": choice.choice(DECKS), "max_players": choice.randint(2, 5)}
        if changes.get("ranking", rules.ranking) != "wild":
            changes |= {"wild": "none", "carry_over": False, "queens_wild": False}
        try:
            rules = rules.replace(**changes)
            # The compiled rules also refuse switches that change nothing in a game.
            CompiledRules.from_dict(rules.to_dict())
        except ValueError:
            continue
        return rules
    message = "no random game is valid"
    raise AssertionError(message)


def random_amounts(choice: random.Random, rules: Rules) -> dict[str, object]:
    """Return a betting structure and its amounts."""
    limit = choice.choice(["fixed", "fixed", "pot", "no", "spread"])
    chip = choice.choice([1, 1, 1, 5])
    if choice.random() < 0.01:
        # Sums that hardly fit 64 bits.
        chip <<= choice.choice([40, 55, 57])
    small = chip * choice.randint(1, 12)
    bring_in = 0 if rules.bring_in_card == "none" else chip * choice.randint(1, small // chip)
    big = 2 * small if limit == "spread" else small * choice.choice([1, 2, 3])
    return {
        "limit": limit,
        "min_chip": chip,
        "ante": chip * choice.choice([0, 1, 2, 7]),
        "bring_in": bring_in,
        "small_bet": small,
        "big_bet": big,
        "max_bet": chip * choice.randint(small // chip, 3 * small // chip) if limit == "spread" else None,
    }


def random_switches(choice: random.Random) -> dict[str, object]:
    """Return the house rules that every game may have."""
    return {
        "ace_low_four_straight": choice.random() < 0.7,
        "showing_ranking": choice.choice(["soko", "standard"]),
        "showing_tie": choice.choice(["position", "suit"]),
        "cap": choice.choice([1, 2, 3, 4, 4]),
        "cap_heads_up": choice.random() < 0.6,
        "open_pair": choice.choice(["none", "double", "option"]),
        "open_fold": choice.random() < 0.2,
        "burn": choice.random() < 0.3,
        "odd_chip": choice.choice(["position", "nearest", "suit"]),
        "reveal": choice.choice(["winners", "all"]),
        "carry_over": choice.random() < 0.3,
        "queens_wild": choice.random() < 0.3,
        "low_chicago": choice.random() < 0.3,
        "ace": choice.choice(["low", "high"]),
    }


def random_bring_in(choice: random.Random) -> dict[str, object]:
    """Return the house rules of games in which somebody brings in."""
    return {"bring_in_ace": choice.choice(["high", "low"]), "bring_in_option": choice.random() < 0.3}


def random_bones(choice: random.Random) -> dict[str, object]:
    """Return what makes a game another game: its deal, its ranking, and who acts first."""
    deal, bets = choice.choice(DEALS)
    card = choice.choice(["highest", "lowest", "none"])
    return {
        "name": "no game of ours",
        "deal": list(deal),
        "bets": list(bets),
        "max_players": choice.randint(2, 10),
        "ranking": choice.choice(["soko", "standard", "wild"]),
        "wild": choice.choice(["none", "follow_the_queen"]),
        "opener": choice.choice(["best", "lowest"]),
        "bring_in_card": card,
        "bring_in_tie": choice.choice(["suit", "position"]),
        **({"bring_in": 0} if card == "none" else random_bring_in(choice)),
    }


def random_stack(choice: random.Random, rules: Rules) -> int:
    """Return a stack: shorter than the ante or a bet, of a few bets, deep, or nearly all the chips there are."""
    most = choice.choice([rules.ante + 1, rules.ante + rules.small_bet, 10 * rules.big_bet, 100 * rules.big_bet])
    if choice.random() < 0.01:
        most = 2**59
    return choice.randint(1, min(most, 2**59))


def random_action(choice: random.Random, legal: Sequence[LegalAction], min_chip: int) -> tuple[str, int | None]:
    """Return a legal action; folds are rarer, so that hands go on."""
    if len(legal) > 1 and legal[0][0] == "fold" and choice.random() < 0.6:
        legal = legal[1:]
    kind, low, high = choice.choice(legal)
    if low is None or high is None:
        return kind, None
    return kind, choice.choice([low, low, high, random_amount(choice, low, high, min_chip)])


def random_amount(choice: random.Random, low: int, high: int, min_chip: int) -> int:
    """Return an amount between two in whole chips."""
    return (
        min(choice.randint(low, high) // min_chip * min_chip + choice.choice([0, min_chip]), high)
        if low < high
        else low
    )
