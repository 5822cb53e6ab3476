"""What was counted over many deals."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Final, cast, final

from soko._checks import deviations
from soko.counted import Counted

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from soko._soko import Rules
    from soko.deals import Deals

# Shares are counted in this many parts of a pot: half of it divides by every number of winners up to ten.
SHARE_UNIT: Final = 5040

CATEGORIES: Final = 13
RANKS: Final = 13

_Row = tuple[int, ...]
Counts = tuple[int, tuple[_Row, ...], _Row, _Row, _Row, _Row, int, _Row]

COUNT_NAMES: Final = (
    "n", "categories", "wins", "ties", "share_units", "wild_ranks", "no_low_spade", "tie_squares",
)  # fmt: skip


@final
class Tally(Counted[Counts]):
    """Exact counts over deals of one question; tallies of different deals add up with ``+``.

    Made by ``soko.simulate`` and by plans. Everything is an exact integer or fraction; arrays are fresh copies. A tally
    knows which blocks of which plan it covers, so nothing counts twice.

    >>> import soko
    >>> rules = soko.games.soko()
    >>> a, b = soko.simulate(rules, 2, 1000, rng=1), soko.simulate(rules, 2, 500, rng=2)
    >>> (a + b).n
    1500
    >>> sum((a + b).shares)
    Fraction(1500, 1)
    """

    __slots__ = ()

    NAMES = COUNT_NAMES

    @property
    def rules(self) -> Rules:
        """The game that was dealt."""
        return cast("Deals", self._question).rules

    @property
    def players(self) -> int:
        """How many players were dealt in."""
        return cast("Deals", self._question).players

    @property
    def categories(self) -> NDArray[np.int64]:
        """How often each seat ended with each category: int64, (players, 13), columns by ``soko.Category``."""
        return array(self._counts[1])

    @property
    def wins(self) -> NDArray[np.int64]:
        """Deals in which a seat takes the whole pot: int64, (players,)."""
        return array(self._counts[2])

    @property
    def ties(self) -> NDArray[np.int64]:
        """Deals in which a seat takes a part of the pot: int64, (players,)."""
        return array(self._counts[3])

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """How many pots each seat won in all, split pots by their parts; the exact sum is ``n`` (rules 7.4, 9.1)."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT) for units in self._counts[4])

    @property
    def std_error(self) -> tuple[float, ...]:
        """The standard error of each seat's mean share of a pot, ``shares[seat] / n``; infinite without deals.

        It is never below ``1 / n``: what was not seen in ``n`` deals may still come. Split pots make it smaller than
        the ``sqrt(m * (1 - m) / n)`` of whole pots.
        """
        return std_errors(self._counts)

    def interval(self, confidence: float = 0.95) -> tuple[tuple[float, float], ...]:
        """Return for each seat the bounds between which its true mean share of a pot lies with this confidence.

        By the normal law, as ``std_error`` tells. ``ArgumentError`` unless the confidence is between 0 and 1.

        >>> import soko
        >>> (low, high), _ = soko.simulate(soko.games.soko(), 2, 100_000, rng=7).interval()
        >>> low < 0.5 < high, round(high - low, 4)
        (True, 0.0062)
        """
        reach, n = deviations(confidence), max(1, self.n)
        means = [units / (SHARE_UNIT * n) for units in self._counts[4]]
        return tuple((mean - reach * e, mean + reach * e) for mean, e in zip(means, self.std_error, strict=True))

    @property
    def wild_ranks(self) -> NDArray[np.int64]:
        """How often each rank was wild at showdown, deuce to ace, then deals without a wild rank: int64, (14,).

        All zero in games where no rank becomes wild (rules 8).
        """
        return array(self._counts[5])

    @property
    def no_low_spade(self) -> int:
        """Deals without a spade dealt face down; counted when Low Chicago is played (rules 9.2)."""
        return self._counts[6]

    def __str__(self) -> str:
        """Show a line a seat: whole pots, split pots, share of all pots and its standard error."""
        lines = [f"{self.rules.name}, {self.players} players, {self.n:,} deals"]
        lines.append("seat       wins       ties   share   error")
        lines += [
            f"{seat:4} {wins:10,} {ties:10,} {share:7.4f} {e:7.4f}" for seat, wins, ties, share, e in self._lines()
        ]
        if gap := self.gap:
            lines.append(gap)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show the same as a table."""
        from soko import _html

        texts = [f"{self.rules.name}, {self.players} players, {self.n:,} deals", self.gap]
        rows = [
            [str(seat), f"{wins:,}", f"{ties:,}", f"{share:.4f}", f"{error:.4f}"]
            for seat, wins, ties, share, error in self._lines()
        ]
        return _html.table(_html.text(*texts), ["seat", "wins", "ties", "share", "error"], rows)

    def _lines(self) -> list[tuple[int, int, int, float, float]]:
        rows = zip(self._counts[2], self._counts[3], self._counts[4], self.std_error, strict=True)
        n = SHARE_UNIT * self.n
        return [(seat, wins, ties, units / n if n else 0.0, e) for seat, (wins, ties, units, e) in enumerate(rows)]


def zeros(players: int) -> Counts:
    """Return the counts of no deals."""
    row = (0,) * players
    return 0, ((0,) * CATEGORIES,) * players, row, row, row, (0,) * (RANKS + 1), 0, row


def std_errors(counts: Counts) -> tuple[float, ...]:
    """Return the standard error of each seat's mean share of a pot."""
    n, _, wins, _, units, _, _, squares = counts
    if not n:
        return (inf,) * len(wins)
    errors = []
    for won, unit, square in zip(wins, units, squares, strict=True):
        mean = unit / SHARE_UNIT / n
        variance = (won + square / SHARE_UNIT**2) / n - mean * mean
        errors.append(sqrt(max(variance, 1 / n) / n))
    return tuple(errors)


def array(counts: _Row | tuple[_Row, ...]) -> NDArray[np.int64]:
    """Return counts as an array of int64."""
    import numpy as np

    return np.array(counts, dtype=np.int64)
