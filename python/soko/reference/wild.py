"""Follow the Bitch: which rank is wild (rules.md section 8)."""

from collections.abc import Iterable

from .cards import QUEEN


def wild_rank(up_cards: Iterable[Iterable[int]], *, carry_over: bool = False) -> int | None:
    """Return the rank that the last followed queen made wild, or ``None``.

    ``up_cards`` holds the up cards of each street in the order dealt. A queen takes the wild rank away and arms the
    next up card to become it (8.1, 8.3). The flag drops at the end of a street unless ``carry_over`` (8.2).
    """
    wild = None
    armed = False
    for street in up_cards:
        for card in street:
            rank = card // 4
            if rank == QUEEN:
                wild, armed = None, True
            elif armed:
                wild, armed = rank, False
        armed = armed and carry_over
    return wild


def wild_ranks(followed: int | None, *, queens_wild: bool = False) -> frozenset[int]:
    """Return every rank that is wild: the followed one, and queens with the switch ``queens_wild`` (rules.md 8.3)."""
    ranks = set() if followed is None else {followed}
    return frozenset(ranks | {QUEEN} if queens_wild else ranks)
