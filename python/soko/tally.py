"""What was counted over many deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from soko._soko import PlanError, Rules

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

# Shares are counted in this many parts of a pot: half of it divides by every number of winners up to ten.
SHARE_UNIT: Final = 5040

Counts = tuple[int, list[list[int]], list[int], list[int], list[int], list[int], int]


@final
class Tally:
    """Exact counts over deals of one question; tallies of different deals add up with ``+``.

    Made by ``soko.simulate``. Everything is an exact integer or fraction; arrays are fresh copies.

    >>> import soko
    >>> rules = soko.games.soko()
    >>> a, b = soko.simulate(rules, 2, 1000, rng=1), soko.simulate(rules, 2, 500, rng=2)
    >>> (a + b).n
    1500
    >>> sum((a + b).shares)
    Fraction(1500, 1)
    """

    __slots__ = ("_counts", "_question")

    def __init__(self, rules: Rules, players: int, known: object, dead: object, counts: Counts) -> None:
        """Hold the counts that the simulator made; callers get tallies from ``soko.simulate``."""
        self._question = (rules, players, known, dead)
        self._counts = counts

    @property
    def rules(self) -> Rules:
        """The game that was dealt."""
        return self._question[0]

    @property
    def players(self) -> int:
        """How many players were dealt in."""
        return self._question[1]

    @property
    def n(self) -> int:
        """How many deals were counted."""
        return self._counts[0]

    @property
    def categories(self) -> NDArray[np.int64]:
        """How often each seat ended with each category: int64, (players, 13), columns by ``soko.Category``."""
        return _array(self._counts[1])

    @property
    def wins(self) -> NDArray[np.int64]:
        """Deals in which a seat takes the whole pot: int64, (players,)."""
        return _array(self._counts[2])

    @property
    def ties(self) -> NDArray[np.int64]:
        """Deals in which a seat takes a part of the pot: int64, (players,)."""
        return _array(self._counts[3])

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """How many pots each seat won in all, split pots by their parts; the exact sum is ``n`` (rules 7.4, 9.1)."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT) for units in self._counts[4])

    @property
    def wild_ranks(self) -> NDArray[np.int64]:
        """How often each rank was wild at showdown, deuce to ace, then deals without a wild rank: int64, (14,).

        All zero in games where no rank becomes wild (rules 8).
        """
        return _array(self._counts[5])

    @property
    def no_low_spade(self) -> int:
        """Deals without a spade dealt face down; counted when Low Chicago is played (rules 9.2)."""
        return self._counts[6]

    def __add__(self, other: object) -> Tally:
        """Return the tally of both runs; ``PlanError`` when they counted different questions."""
        if not isinstance(other, Tally):
            return NotImplemented
        if self._question != other._question:
            msg = f"tallies of different questions do not add up: {self!r} and {other!r}"
            raise PlanError(msg)
        left, right = self._counts, other._counts
        counts: Counts = (
            left[0] + right[0],
            [_sums(a, b) for a, b in zip(left[1], right[1], strict=True)],
            _sums(left[2], right[2]),
            _sums(left[3], right[3]),
            _sums(left[4], right[4]),
            _sums(left[5], right[5]),
            left[6] + right[6],
        )
        return Tally(*self._question, counts)

    def __eq__(self, other: object) -> bool:
        """Whether both counted the same question with the same outcome."""
        if not isinstance(other, Tally):
            return NotImplemented
        return self._question == other._question and self._counts == other._counts

    def __hash__(self) -> int:
        """Hash by the question and the number of deals."""
        return hash((self._question, self.n))

    def __repr__(self) -> str:
        """Name the game, the players and the number of deals."""
        return f"<Tally of {self.n:,} deals of {self.rules.name} for {self.players} players>"

    def __str__(self) -> str:
        """Show a line a seat: whole pots, split pots, share of all pots."""
        lines = [f"{self.rules.name}, {self.players} players, {self.n:,} deals", "seat       wins       ties   share"]
        rows = zip(self._counts[2], self._counts[3], self._counts[4], strict=True)
        for seat, (wins, ties, units) in enumerate(rows):
            share = units / SHARE_UNIT / self.n if self.n else 0.0
            lines.append(f"{seat:4} {wins:10,} {ties:10,} {share:7.4f}")
        return "\n".join(lines)


def _array(counts: list[int] | list[list[int]]) -> NDArray[np.int64]:
    import numpy as np

    return np.array(counts, dtype=np.int64)


def _sums(left: list[int], right: list[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]
