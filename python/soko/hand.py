"""One hand of a game, and the plain values that it returns."""

from typing import Literal, NamedTuple

from soko._checks import formatted
from soko._soko import Event, Hand, LegalAction, View

__all__ = ["Award", "Event", "Hand", "LegalAction", "Pot", "View"]


class Pot(NamedTuple):
    """Chips to be won, and the seats that may win them (rules 7.2).

    >>> import soko
    >>> soko.Hand(soko.games.soko(), [100, 100, 100], rng=7).pots
    (Pot(amount=3, seats=(0, 1, 2)),)
    """

    amount: int
    seats: tuple[int, ...]

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)


class Award(NamedTuple):
    """Chips that a seat won: from which pot, and for the best hand or the lowest spade (rules 7.4, 9.1).

    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> events = hand.complete(), hand.fold()
    >>> hand.awards
    (Award(seat=1, pot=0, share='high', amount=2),)
    """

    seat: int
    pot: int
    share: Literal["high", "low"]
    amount: int

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)
