"""Who shows, who wins what (rules.md sections 7 and 9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..ranking import Value, low_spade
from ..rules import Rules
from .pots import Pot, halves, split

Award = tuple[int, int, str, int]


def showing_order(clockwise: Sequence[int], live: Sequence[bool], aggressor: int | None) -> tuple[int, ...]:
    """Return the live seats in the order in which they show (rules.md 7.3).

    ``clockwise`` has the seats from the dealer box; ``aggressor`` made the last bet or raise of the final round.
    """
    start = 0 if aggressor is None else clockwise.index(aggressor)
    return tuple(seat for seat in (*clockwise[start:], *clockwise[:start]) if live[seat])


@dataclass
class Showdown:
    """The pots and what the live seats hold; ``clockwise`` has the seats from the dealer box."""

    rules: Rules
    clockwise: Sequence[int]
    pots: Sequence[Pot]
    values: dict[int, Value]
    down: Sequence[Sequence[int]]
    up: Sequence[Sequence[int]]

    def must_show(self, seat: int, shown: Sequence[int]) -> bool:
        """Return whether a hand shows after others: it is the first, or takes part of a pot as things stand (7.3)."""
        return not shown or any(self._takes_part(seat, eligible, shown) for _, eligible in self.pots)

    def _takes_part(self, seat: int, eligible: Sequence[int], shown: Sequence[int]) -> bool:
        """Return whether a hand has the best hand or the low spade of a pot among those shown before it."""
        if seat not in eligible:
            return False
        rivals = [seat, *(other for other in shown if other in eligible)]
        return self.values[seat] == self._best(rivals) or self._low_seat(rivals) == seat

    def awards(self) -> list[Award]:
        """Return all awards as (seat, pot, share, amount), pot by pot (rules.md 7.2, 9.1)."""
        return [award for number in range(len(self.pots)) for award in self._pot_awards(number)]

    def _pot_awards(self, number: int) -> list[Award]:
        """Return the awards of one pot."""
        amount, eligible = self.pots[number]
        low_seat = self._low_seat(eligible)
        high, low = (amount, 0) if low_seat is None else halves(amount, self.rules.min_chip)
        best = self._best(eligible)
        winners = [seat for seat in self.clockwise if seat in eligible and self.values[seat] == best]
        if self.rules.odd_chip == "nearest":
            place = {seat: number for number, seat in enumerate(self.clockwise)}
            # Counted either way from the box, which stands before the first and after the last.
            winners.sort(key=lambda seat: min(place[seat], len(place) - 1 - place[seat]))
        if self.rules.odd_chip == "suit":
            winners.sort(key=lambda seat: max(*self.down[seat], *self.up[seat]), reverse=True)
        awards: list[Award] = [(seat, number, "high", part) for seat, part in split(high, winners, self.rules.min_chip)]
        if low_seat is not None:
            awards.append((low_seat, number, "low", low))
        return [award for award in awards if award[3] > 0]

    def _best(self, seats: Iterable[int]) -> Value:
        """Return the best value among seats."""
        return max(self.values[seat] for seat in seats)

    def _low_seat(self, seats: Sequence[int]) -> int | None:
        """Return the seat with the lowest spade face down; ``None`` without one or without Low Chicago (9.1, 9.2)."""
        if not self.rules.low_chicago:
            return None
        card = low_spade([card for seat in seats for card in self.down[seat]], self.rules.ace)
        return next((seat for seat in seats if card in self.down[seat]), None)
