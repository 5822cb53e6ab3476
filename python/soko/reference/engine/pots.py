"""Pots and how they are divided (rules.md 7.2 and 7.4, 9.1 and 9.2)."""

from collections.abc import Sequence

Pot = tuple[int, tuple[int, ...]]


def make_pots(paid: Sequence[int], live: Sequence[bool]) -> list[Pot]:
    """Return the pots as (amount, eligible seats), main pot first; a pot of nothing is none.

    ``paid`` is what each seat has put in. Every amount that a live seat paid in all ends a layer, so two layers never
    have the same eligible seats. Folded chips stay in the layers that they reach; a layer that only folded seats paid
    goes into the pot below.

    >>> make_pots([25, 25, 45, 45], [True, True, False, False])
    [(140, (0, 1))]
    """
    pots: list[Pot] = []
    floor = 0
    for level in sorted({amount for amount, alive in zip(paid, live, strict=True) if alive}):
        amount = sum(min(chips, level) - min(chips, floor) for chips in paid)
        if amount > 0:
            pots.append((amount, tuple(seat for seat, alive in enumerate(live) if alive and paid[seat] >= level)))
        floor = level
    above = sum(chips - min(chips, floor) for chips in paid)
    if above > 0:
        everybody = tuple(seat for seat, alive in enumerate(live) if alive)
        amount, eligible = pots.pop() if pots else (0, everybody)
        pots.append((amount + above, eligible))
    return pots


def uncalled(paid: Sequence[int]) -> tuple[int, int]:
    """Return the seat that paid most and how much of it nobody matched (rules.md 7.2)."""
    most = max(paid)
    seat = paid.index(most)
    return seat, most - max(amount for other, amount in enumerate(paid) if other != seat)


def halves(amount: int, min_chip: int) -> tuple[int, int]:
    """Return the high and the low half of a pot: the odd chip goes to the high half (rules.md 9.2)."""
    low = amount // 2 // min_chip * min_chip
    return amount - low, low


def split(amount: int, winners: Sequence[int], min_chip: int) -> list[tuple[int, int]]:
    """Return what each winner gets, in the order in which odd chips are handed out (rules.md 7.4).

    Odd chips are of the smallest size in play; what is smaller than one goes with the first of them.

    >>> split(101, [1, 4, 6], 1)
    [(1, 34), (4, 34), (6, 33)]
    """
    equal = amount // len(winners) // min_chip * min_chip
    odd_chips, rest = divmod(amount - equal * len(winners), min_chip)
    parts = [equal + min_chip if place < odd_chips else equal for place in range(len(winners))]
    parts[0] += rest
    return list(zip(winners, parts, strict=True))
