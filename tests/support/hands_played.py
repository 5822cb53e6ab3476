"""Random hands as soko.Hand plays them."""

import random
from collections.abc import Iterator

import pytest
from random_hands import Start, random_action, random_start

import soko


def begin(start: Start, *, manual: bool = False) -> soko.Hand:
    """Return the hand of a random start."""
    rules = soko.Rules.from_dict(start.rules.to_dict())
    if manual:
        return soko.Hand(rules, start.stacks, dealer=start.dealer, deal="manual")
    return soko.Hand(rules, start.stacks, deck=start.deck, dealer=start.dealer)


def played(seed: int) -> Iterator[soko.Hand]:
    """Play a random hand to its end and yield it before every move and at the end, always the same object."""
    choice = random.Random(seed)
    start = random_start(choice)
    manual = choice.random() < 0.2
    hand, cards = begin(start, manual=manual), iter(start.deck)
    # No hand has so many moves: four wagers and nine answers a street would be 200.
    for _ in range(2000):
        yield hand
        if hand.is_over:
            return
        if hand.chance is None:
            hand.act(*random_action(choice, tuples(hand), start.rules.min_chip))
        else:
            hand.deal(next(cards))
    pytest.fail("the hand does not end")


def tuples(hand: soko.Hand) -> list[tuple[str, int | None, int | None]]:
    """Return the legal actions as tuples."""
    return [(action.kind, action.low, action.high) for action in hand.legal_actions()]
