"""The longest hand: the bound that docs/rules.md states (6.1) is what a search of the betting tree finds."""

import pytest

import soko


def longest(hand: soko.Hand, last_street: int) -> int:
    """Return the most actions that can follow in a hand, as far as a street."""
    if hand.is_over or hand.street > last_street:
        return 0
    best = 0
    for action in hand.legal_actions():
        branch = hand.clone()
        branch.act(action.kind, action.low)
        best = max(best, 1 + longest(branch, last_street))
    return best


def bound(players: int, streets: int) -> int:
    return streets * (5 * players - 4)


@pytest.mark.parametrize(
    ("game", "players", "streets"),
    [("soko", 2, 4), ("five_card_stud", 2, 4), ("soko", 3, 1), ("seven_card_stud", 3, 1), ("five_card_stud", 4, 1)],
)
def test_fixed_limit_hands_are_no_longer_than_stated(game: str, players: int, streets: int) -> None:
    rules = getattr(soko.games, game)()
    hand = soko.Hand(rules, [10_000] * players, rng=1)
    # The longest sequence of one street is followed by that of the next, so whole hands are searched for two players.
    assert longest(hand, streets - 1) == bound(players, streets)


def test_random_short_hands_stay_within_the_bound() -> None:
    import random

    chance = random.Random(5)
    for i in range(2_000):
        players = chance.randint(2, 8)
        hand = soko.Hand(soko.games.soko(), [chance.randint(200, 400) for _ in range(players)], rng=i)
        steps = 0
        while not hand.is_over:
            action = chance.choice([action for action in hand.legal_actions() if action.kind != "fold"])
            hand.act(action.kind, action.low)
            steps += 1
        assert steps <= bound(players, 4)
