"""Tallies: what was counted over many deals seat by seat, in simulations and for equity."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, Final, Protocol, TypeVar, cast, final

from soko import _soko, settling
from soko._checks import deviations, game_rules
from soko._known import read_known
from soko._soko import SHARE_UNIT, Card, PlanError, Rules, TallyFileError
from soko.plans.blocks import Part, block_count
from soko.plans.counted import Counted, Question
from soko.rng import stream_key
from soko.settling import RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from soko._known import Cards, Known
    from soko.plans.counted import Watch, _Counting
    from soko.rng import _Key, _Rng
    from soko.settling import Settled

A = TypeVar("A")

CATEGORIES: Final = 13

_Row = tuple[int, ...]
Counts = tuple[int, tuple[_Row, ...], _Row, _Row, _Row, _Row, int, _Row, "_Row | None"]

COUNT_NAMES: Final = (
    "n", "categories", "wins", "ties", "share_units", "wild_ranks", "no_low_spade", "tie_squares", "low_units",
)  # fmt: skip
_LOW: Final = COUNT_NAMES[-1]
_NOT_TOLD: Final = "the halves of the pots were not told apart when the tally was written"


@final
@dataclass(frozen=True, slots=True)
class Deals(Question["Tally"]):
    """What ``soko.simulate`` counts: a game dealt to the end, nobody folding.

    It has the number of players, the known cards of each seat in the order dealt, and the dead cards.
    """

    KIND: ClassVar[str] = "deals"

    rules: Rules
    players: int
    known: tuple[tuple[Card | None, ...], ...] = ()
    dead: tuple[Card, ...] = ()

    @classmethod
    def checked(cls, rules: Rules, players: int, known: Sequence[Sequence[Card | None]], dead: Sequence[Card]) -> Deals:
        """Return the question, written so that the same question is the same value.

        ``SeatError`` for a number of players that the game does not take, ``DeckError`` for cards that do not fit.
        """
        _soko.check_deals(rules, players, known, dead)
        return cls(rules, players, _trimmed([_trimmed(seat) for seat in known]), tuple(sorted(dead)))

    def count(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> _Counting:
        """Deal and count blocks."""
        counts, done, stopped = _soko.count_deals(
            self.rules, self.players, n, blocks, key, self.known, self.dead, threads, watch
        )
        return counts, tuple(done), stopped

    def zeros(self) -> Counts:
        """Return the counts of no deals."""
        return zeros(self.players)

    def tally(self, parts: tuple[Part, ...], counts: object) -> Tally:
        """Return counts as a tally."""
        return Tally(self, parts, counts)

    def __str__(self) -> str:
        """Say what is dealt."""
        return f"deals of {self.rules.name} for {self.players} players"

    def to_dict(self) -> dict[str, object]:
        """Return the question as a dictionary, ready for JSON."""
        return {
            "rules": self.rules.to_dict(),
            "players": self.players,
            "known": [[None if card is None else str(card) for card in seat] for seat in self.known],
            "dead": [str(card) for card in self.dead],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> Deals:
        """Read what ``to_dict`` made; an error of its kind says what is wrong with it."""
        match record:
            case {"rules": dict(rules), "players": int(players), "known": list(known), "dead": list(dead)}:
                seats = [[None if card is None else Card(card) for card in seat] for seat in known]
                return cls.checked(Rules.from_dict(rules), players, seats, _soko.cards(dead))
        msg = "question: rules, players, known and dead are needed"
        raise TallyFileError(msg)


def _trimmed(items: Sequence[A]) -> tuple[A, ...]:
    """Return items without those at the end that say nothing."""
    end = len(items)
    while end and items[end - 1] in (None, ()):
        end -= 1
    return tuple(items[:end])


class _OfAGame(Protocol):
    @property
    def rules(self) -> Rules: ...


class DealCounts(Counted):
    """Counts of deals by seat, in simulations and for equity.

    What was won as low halves of pots is written in games that have them. Older files lack it: it is then ``None``.
    """

    __slots__ = ()

    NAMES = COUNT_NAMES
    OPTIONAL = frozenset({_LOW})

    @property
    def counts(self) -> Counts:
        """The raw counts, by ``NAMES``."""
        return cast("Counts", self._counts)

    def counts_by_name(self) -> dict[str, object]:
        """Return the counts as records have them."""
        counts = super().counts_by_name()
        if not halves_are_told(_rules(self._question), self.counts):
            del counts[_LOW]
        return counts

    @classmethod
    def read_counts(cls, question: Question[Counted], record: Mapping[str, object]) -> tuple[object, ...]:
        """Return the counts by ``NAMES``, unchecked, of what ``counts_by_name`` made; ``KeyError`` without one."""
        zeros = cast("Counts", question.zeros())
        missing = None if _rules(question).low_chicago and record["n"] else zeros[-1]
        return super().read_counts(question, {_LOW: missing, **record})


def _rules(question: object) -> Rules:
    """Return the game of a question about deals or equity."""
    return cast("_OfAGame", question).rules


def halves_are_told(rules: Rules, counts: Counts) -> bool:
    """Whether the pots of the game have halves, and the counts tell them apart."""
    return rules.low_chicago and counts[8] is not None


def high_units(counts: Counts) -> tuple[int, ...]:
    """Return what the seats won with the best hands, in units; ``PlanError`` where that was not told apart."""
    return tuple(units - low for units, low in zip(counts[4], low_units(counts), strict=True))


def low_units(counts: Counts) -> tuple[int, ...]:
    """Return what the seats won as low halves, in units; ``PlanError`` where that was not told apart."""
    if counts[8] is None:
        raise PlanError(_NOT_TOLD)
    return counts[8]


@final
class Tally(DealCounts):
    """Exact counts over deals of one question; tallies of different deals add up with ``+``.

    Made by ``soko.simulate`` and by plans. All counts are exact integers or fractions; arrays are new copies. A tally
    knows which blocks of which plan it covers, so that nothing is counted twice.

    >>> import soko
    >>> rules = soko.games.soko()
    >>> a, b = soko.simulate(rules, 2, 1000, rng=1), soko.simulate(rules, 2, 500, rng=2)
    >>> (a + b).n
    1500
    >>> sum((a + b).shares)
    Fraction(1500, 1)
    """

    __slots__ = ()

    QUESTION = Deals

    @property
    def question(self) -> Deals:
        """What was counted."""
        return cast("Deals", self._question)

    @classmethod
    def of(
        cls,
        settled: Settled,
        rules: Rules,
        *,
        rng: _Rng = None,
        known: Known | None = None,
        dead: Cards = "",
    ) -> Tally:
        """Return the tally of deals that ``settle_many`` settled; it adds up with those of ``simulate``.

        Parameters
        ----------
        settled
            What the deals came to. Seats that folded count for no category there.
        rules
            The game, as it was settled.
        rng, known, dead
            What ``deal_many`` dealt with, so that it is known which deals these are, and none counts twice. Deals of
            one's own need none: without ``rng`` they are others than all deals counted before.

        Returns
        -------
        Tally
            The exact counts.

        Raises
        ------
        PlanError
            There is no deal.
        SeatError, DeckError
            As from ``simulate``.
        TypeError
            What is given is not what ``settle_many`` returns.

        Examples
        --------
        >>> import soko
        >>> rules = soko.games.soko()
        >>> settled = soko.settle_many(soko.deal_many(rules, 6, 1000, rng=7), rules)
        >>> soko.Tally.of(settled, rules, rng=7) == soko.simulate(rules, 6, 1000, rng=7)
        True
        """
        n, players = settling.checked(settled).units.shape
        question = Deals.checked(game_rules(rules), players, read_known(known), _soko.cards(dead))
        if not n:
            msg = "there is no deal to count"
            raise PlanError(msg)
        part = Part(stream_key(rng), n, ((0, block_count(n)),))
        return question.tally((part,), settling.counts(settled, question.rules))

    @property
    def rules(self) -> Rules:
        """The game that was dealt."""
        return self.question.rules

    @property
    def players(self) -> int:
        """How many players were dealt in."""
        return self.question.players

    @property
    def categories(self) -> NDArray[np.int64]:
        """How often each seat ended with each category: int64, (players, 13), columns by ``soko.Category``."""
        return array(self.counts[1])

    @property
    def wins(self) -> NDArray[np.int64]:
        """How often each seat takes the whole pot: int64, (players,)."""
        return array(self.counts[2])

    @property
    def ties(self) -> NDArray[np.int64]:
        """How often each seat takes a part of the pot: int64, (players,)."""
        return array(self.counts[3])

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """How many pots each seat won, counting its parts of split pots; the exact sum is ``n`` (rules 7.4, 9.1)."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT) for units in self.counts[4])

    @property
    def high_shares(self) -> tuple[Fraction, ...]:
        """The part of ``shares`` that each seat won with the best hand, parts of halves and of pots nobody else halves.

        All of it in games without a low half. ``PlanError`` when the tally comes, or a part of it, from a file of a
        version of soko that did not tell the halves apart.

        >>> import soko
        >>> t = soko.simulate(soko.games.seven_card_stud(low_chicago=True), 2, 1000, rng=1)
        >>> t.low_shares[0] + t.high_shares[0] == t.shares[0], sum(t.low_shares) == (t.n - t.no_low_spade) / 2
        (True, True)
        """
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT) for units in high_units(self.counts))

    @property
    def low_shares(self) -> tuple[Fraction, ...]:
        """The part of ``shares`` that each seat won as the low half of pots (rules 9.1); as ``high_shares``."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT) for units in low_units(self.counts))

    @property
    def std_error(self) -> tuple[float, ...]:
        """The standard error of each seat's mean share of a pot, ``shares[seat] / n``; infinite without deals.

        It is never below ``1 / n``: what did not occur in ``n`` deals is still possible. Split pots make it smaller
        than the ``sqrt(m * (1 - m) / n)`` of whole pots.
        """
        return std_errors(self.counts)

    def interval(self, confidence: float = 0.95) -> tuple[tuple[float, float], ...]:
        """Return the confidence interval of each seat's mean share of a pot, by the normal approximation.

        ``ArgumentError`` unless ``confidence`` is between 0 and 1.

        >>> import soko
        >>> (low, high), _ = soko.simulate(soko.games.soko(), 2, 100_000, rng=7).interval()
        >>> low < 0.5 < high, round(high - low, 4)
        (True, 0.0062)
        """
        reach, n = deviations(confidence), max(1, self.n)
        means = [units / (SHARE_UNIT * n) for units in self.counts[4]]
        return tuple((mean - reach * e, mean + reach * e) for mean, e in zip(means, self.std_error, strict=True))

    @property
    def wild_ranks(self) -> NDArray[np.int64]:
        """How often each rank was wild at showdown, deuce to ace, then deals without a wild rank: int64, (14,).

        All zero in games where no rank becomes wild (rules 8).
        """
        return array(self.counts[5])

    @property
    def no_low_spade(self) -> int:
        """How many deals had no face-down spade; counted when Low Chicago is played (rules 9.2)."""
        return self.counts[6]

    def __str__(self) -> str:
        """Return a line for each seat: whole pots, split pots, share of all pots and its standard error."""
        lines = [f"{self.rules.name}, {self.players} players, {self.n:,} deals"]
        lines.append("seat       wins       ties   share %  error %")
        lines += [
            f"{seat:4} {wins:10,} {ties:10,} {100 * share:9.4f} {100 * e:8.4f}"
            for seat, wins, ties, share, e in self._lines()
        ]
        if gap := self.gap:
            lines.append(gap)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show the same as a table."""
        from soko import _html

        texts = [f"{self.rules.name}, {self.players} players, {self.n:,} deals", self.gap]
        rows = [
            [str(seat), f"{wins:,}", f"{ties:,}", f"{100 * share:.4f}", f"{100 * error:.4f}"]
            for seat, wins, ties, share, error in self._lines()
        ]
        return _html.table(_html.text(*texts), ["seat", "wins", "ties", "share %", "error %"], rows)

    def _lines(self) -> list[tuple[int, int, int, float, float]]:
        rows = zip(self.counts[2], self.counts[3], self.counts[4], self.std_error, strict=True)
        n = SHARE_UNIT * self.n
        return [(seat, wins, ties, units / n if n else 0.0, e) for seat, (wins, ties, units, e) in enumerate(rows)]


def zeros(players: int) -> Counts:
    """Return the counts of no deals."""
    row = (0,) * players
    return 0, ((0,) * CATEGORIES,) * players, row, row, row, (0,) * (RANKS + 1), 0, row, row


def std_errors(counts: Counts) -> tuple[float, ...]:
    """Return the standard error of each seat's mean share of a pot."""
    n, _, wins, _, units, _, _, squares, _ = counts
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
