"""Equity: each seat's share of the pot when some cards are known, exactly or by sampling."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast, final

from soko._checks import count, formatted, game_rules, listed, real, thread_count, written
from soko._progress import reported
from soko._soko import SHARE_UNIT, PlanError, Rules, Situation, TallyFileError
from soko.errors import Interrupted
from soko.plans.blocks import BLOCK, Part
from soko.plans.counted import Question, frozen
from soko.plans.files import MAX_DEALS
from soko.plans.run import all_blocks, run
from soko.rng import stream_key
from soko.tally import Counts, DealCounts, array, halves_are_told, high_units, low_units, std_errors, zeros

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from soko._soko import Card
    from soko.plans.counted import Watch, _Counting
    from soko.rng import _Key, _Rng

    _Cards = str | bytes | Iterable[Card | str | int]
    _Report = Callable[[int, int], object]

STD_ERROR: Final = 0.0005
# The least standard error that can be asked for: with the greatest number of deals it is about a tenth of this.
LEAST_ERROR = 1e-9
"""The standard error to which an answer is sampled by default."""

KNOWN: Final = "known"
SAMPLED: Final = "sampled"

_Row = tuple[int, ...]


@final
class Equity:
    """The answer to a question about equity; made by ``soko.equity``.

    If the answer is ``exact``, it counts runouts, each with the product of the weights of its cards as whole numbers;
    otherwise it counts sampled deals.

    >>> import soko
    >>> e = soko.equity(["(As) Kc Qd Jh 9s", "(Ac) Kd Qs Jc 9h"])
    >>> e.shares, e.ties.tolist(), e.exact
    ((Fraction(1, 2), Fraction(1, 2)), [1, 1], True)
    """

    __slots__ = ("_counts", "_hands", "_method", "_situation")

    def __init__(self, situation: Situation, hands: Sequence[str], method: str, counts: object) -> None:
        """Hold the counts of the core; callers use ``soko.equity``."""
        self._situation = situation
        self._hands = tuple(hands)
        self._method = method
        self._counts = cast("Counts", frozen(counts))

    @property
    def rules(self) -> Rules:
        """The game."""
        return self._situation.rules

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands as they were given, one for each seat."""
        return self._hands

    @property
    def dead(self) -> tuple[Card, ...]:
        """The dead cards."""
        return self._situation.dead

    @property
    def method(self) -> str:
        """The method: ``known``, ``last-card``, ``heads-up`` or ``enumeration``, all exact, or ``sampled``."""
        return self._method

    @property
    def exact(self) -> bool:
        """Whether every runout was counted."""
        return self._method != SAMPLED

    @property
    def n(self) -> int:
        """How many runouts were counted, with the weights of sets of cards, or how many deals were sampled.

        Two runouts differ in the card of some set, or in the set of a seat's other cards to come. The order of these
        matters only where a rank may still become wild (rules 8), and which of them are face down only where the lowest
        spade is not decided yet (rules 9.1).
        """
        return self._counts[0]

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The mean share of the pot that each seat wins, parts of split pots included; the sum is exactly 1."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT * self.n) for units in self._counts[4])

    @property
    def high_shares(self) -> tuple[Fraction, ...]:
        """The part of ``shares`` that each seat wins with the best hand; all of it in games without a low half.

        ``PlanError`` for counts read from a file that did not tell the halves apart.

        >>> import soko
        >>> rules = soko.games.five_card_stud(low_chicago=True)
        >>> e = soko.equity(["(As) Kc Qd Jh 9s", "(2s) Kd Qs Jc 9h"], rules)
        >>> e.high_shares, e.low_shares
        ((Fraction(1, 2), Fraction(0, 1)), (Fraction(1, 2), Fraction(0, 1)))
        """
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT * self.n) for units in high_units(self._counts))

    @property
    def low_shares(self) -> tuple[Fraction, ...]:
        """The part of ``shares`` that each seat wins as the low half of the pot (rules 9.1); as ``high_shares``."""
        from fractions import Fraction

        return tuple(Fraction(units, SHARE_UNIT * self.n) for units in low_units(self._counts))

    @property
    def wins(self) -> NDArray[np.int64]:
        """In how many of the ``n`` each seat takes the whole pot: int64, (players,)."""
        return array(self._counts[2])

    @property
    def ties(self) -> NDArray[np.int64]:
        """In how many of the ``n`` each seat takes a part of the pot: int64, (players,)."""
        return array(self._counts[3])

    @property
    def categories(self) -> NDArray[np.int64]:
        """In how many of the ``n`` each seat ends with each category: int64, (players, 13), by ``soko.Category``."""
        return array(self._counts[1])

    @property
    def std_error(self) -> tuple[float, ...]:
        """The standard error of each seat's share; 0.0 when the answer is exact.

        For a sample it is never below ``1 / n``: what did not occur in ``n`` deals is still possible.
        """
        if self.exact:
            return (0.0,) * len(self._counts[2])
        return std_errors(self._counts)

    @property
    def wild_ranks(self) -> NDArray[np.int64]:
        """In how many of the ``n`` each rank is wild at showdown, then no rank: int64, (14,) (rules 8)."""
        return array(self._counts[5])

    @property
    def no_low_spade(self) -> int:
        """How many of the ``n`` have no face-down spade; counted when Low Chicago is played (rules 9.2)."""
        return self._counts[6]

    @property
    def how(self) -> str:
        """A description of the method."""
        if self._method == KNOWN:
            return "exact: every card is known"
        kind = f"exact ({self._method}): {self.n:,} runouts" if self.exact else f"{self.n:,} deals sampled"
        dead = " ".join(map(str, self.dead))
        return f"{kind}, dead {dead}" if dead else kind

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain values, ready for JSON: shares as floats and as exact pairs of ints."""
        rows = zip(self._hands, self.shares, self.std_error, *self._counts[1:4], self._lows(), strict=True)
        return {
            "rules": self.rules.to_dict(),
            "dead": [str(card) for card in self.dead],
            "method": self.method,
            "exact": self.exact,
            "n": self.n,
            "seats": [
                {
                    "seat": seat,
                    "hand": hand,
                    "share": float(share),
                    "share_exact": [share.numerator, share.denominator],
                    "std_error": error,
                    "wins": wins,
                    "ties": ties,
                    "categories": list(categories),
                    "high_exact": None if low is None else [(share - low).numerator, (share - low).denominator],
                    "low_exact": None if low is None else [low.numerator, low.denominator],
                }
                for seat, (hand, share, error, categories, wins, ties, low) in enumerate(rows)
            ],
            "wild_ranks": list(self._counts[5]) if self.rules.wild != "none" else None,
            "no_low_spade": self.no_low_spade if self.rules.low_chicago else None,
        }

    def __eq__(self, other: object) -> bool:
        """Whether both have the same counts for the same question, by the same method."""
        return self._value() == other._value() if isinstance(other, Equity) else NotImplemented

    def __hash__(self) -> int:
        """Hash by all of it."""
        return hash(self._value())

    __format__ = formatted

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Return what pickles and copies are made of, whatever their protocol."""
        return type(self), (self._situation, self._hands, self._method, self._counts)

    def __repr__(self) -> str:
        """Return one line: the shares, the game and the method."""
        shares = " ".join(f"{100 * float(share):.2f}%" for share in self.shares)
        return f"<Equity {shares} in {self.rules.name}, {self.how}>"

    def __str__(self) -> str:
        """Return a line for each seat: share of the pot, whole and split pots in percent, and the standard error."""
        width = max(len("hand"), *map(len, self._hands))
        head = f"seat  {'hand':{width}}  share %    win %    tie %" + ("" if self.exact else "  error %")
        lines = [f"{self.rules.name}, {self.how}", head]
        for seat, (hand, percents) in enumerate(zip(self._hands, self._percents(), strict=True)):
            lines.append(f"{seat:4}  {hand:{width}} " + " ".join(f"{percent:8.4f}" for percent in percents))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show the same as a table."""
        from soko import _html

        head = ["seat", "hand", "share %", "win %", "tie %", *([] if self.exact else ["error %"])]
        rows = [
            [str(seat), _html.text(hand), *(f"{percent:.4f}" for percent in percents)]
            for seat, (hand, percents) in enumerate(zip(self._hands, self._percents(), strict=True))
        ]
        return _html.table(_html.text(self.rules.name, self.how), head, rows)

    def _percents(self) -> list[list[float]]:
        """Return each seat's share, wins, ties and, if it is sampled, the standard error."""
        rows = zip(self.shares, self._counts[2], self._counts[3], self.std_error, strict=True)
        each = ([float(share), wins / self.n, ties / self.n, error] for share, wins, ties, error in rows)
        return [[100 * number for number in (row[:3] if self.exact else row)] for row in each]

    def _lows(self) -> Sequence[Fraction | None]:
        """Return each seat's low share; ``None`` in games without, and where halves were not told apart."""
        return self.low_shares if halves_are_told(self.rules, self._counts) else [None] * len(self._hands)

    def _value(self) -> tuple[object, ...]:
        return self._situation, self._method, self._counts


class EquityCost(NamedTuple):
    """The cost of an exact answer; made by ``soko.equity_cost``.

    >>> import soko
    >>> print(soko.equity_cost(["(As) Kd Qh", "(7c) Qd 2h"]))
    exact: 979,110 runouts (heads-up), about 14,490 steps
    """

    method: str
    """The cheapest method: ``known``, ``last-card``, ``heads-up`` or ``enumeration``."""
    runouts: int
    """How many runouts there are; ``2**128 - 1`` stands for all larger numbers."""
    steps: int
    """How many steps of at most a few nanoseconds the method takes; ``2**128 - 1`` when it is out of reach."""
    is_cheap: bool
    """Whether ``soko.equity`` answers exactly by default."""

    def __str__(self) -> str:
        """Describe the cost in words."""
        runouts, steps = (f"{n:,}" if n < 2**128 - 1 else "more than 10^38" for n in (self.runouts, self.steps))
        if self.method == KNOWN:
            return "exact: every card is known"
        way = f"{runouts} runouts ({self.method}), about {steps} steps"
        return f"exact: {way}" if self.is_cheap else f"sampled: exact would be {way}"

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)


def equity(  # noqa: PLR0913 - what is asked, how exactly, and how it is run
    hands: Sequence[str],
    game: str | Rules = "soko",
    *,
    dead: _Cards = "",
    n: int | None = None,
    std_error: float | None = None,
    exact: bool | None = None,
    rng: _Rng = None,
    threads: int | None = None,
    uneven: bool = False,
    progress: bool | _Report = False,
) -> Equity:
    """Return each seat's share of the pot when nobody folds any more.

    The answer is exact where that is cheap, as it is for two hands from the second street of Soko on; otherwise deals
    are sampled until every standard error is at most 0.0005. Samples depend only on the question, ``n``, ``std_error``
    and ``rng``. When every card is known, nothing is sampled.

    Parameters
    ----------
    hands
        A text for each seat, clockwise from the dealer's left: face-down cards in parentheses, then face-up cards in
        the order dealt, ``?`` for an unknown card. Cards that are not listed are still to come. Parentheses may hold
        sets: ``"(A) Kd"`` is any ace, ``"(2-9) Kd"`` any of these ranks, ``"(As|Kd) 7c"`` either card, ``"(?s) 7c"`` a
        spade, and ``"(A:0.5|K) 7c"`` gives weights.
    game
        A name of ``soko.games``, or ``Rules``.
    dead
        Cards that are never dealt, above all the up cards of players who folded.
    n
        How many deals to sample.
    std_error
        Sample blocks of 16,384 deals until every seat's standard error is at most this, which is 1e-9 or more.
    exact
        ``True`` for an exact answer at any cost, ``False`` to sample, ``None`` for whichever is reasonable.
    rng
        Where the sampled deals come from (docs/stream.md).
    threads
        How many threads count, ``None`` for all cores; the result does not depend on it.
    uneven
        Whether hands may have different numbers of face-up cards.
    progress
        ``True`` for a bar (needs rich), or a callable: ``progress(done, total)``.

    Returns
    -------
    Equity
        Shares, wins, ties and categories by seat, with their standard errors.

    Raises
    ------
    CardError
        A text is not a hand.
    DeckError
        The cards do not go together, as when one is given twice.
    PlanError
        A number is out of range, two arguments exclude each other, or the exact answer takes too many steps.
    SeatError
        The number of hands does not fit the game.
    Interrupted
        Ctrl-C was pressed while deals were sampled: within a tenth of a second. Its ``tally`` is an ``EquityTally`` of
        what was counted. A part of an exact count is no answer: Ctrl-C then raises a plain ``KeyboardInterrupt``.

    Examples
    --------
    >>> import soko
    >>> e = soko.equity(["(As) Kd", "(?) Qh"], dead="2c")
    >>> e.exact, e.n, round(float(e.shares[0]), 4)
    (True, 2577017520, 0.604)
    """
    situation = make_situation(hands, game, dead, uneven=uneven)
    workers = thread_count(threads)
    method, runouts, _, is_cheap = situation.cost()
    n = _check(n, std_error, exact=exact)
    free = exact is None and n is None and std_error is None
    if method == KNOWN or exact or (free and is_cheap):
        counts = reported(progress, "runouts", runouts, lambda watch: situation.exact(workers, watch))
        return Equity(situation, hands, method, counts)
    key = stream_key(rng)
    if n is not None:
        tally = run(all_blocks(EquityQuestion(situation), key, n), threads=workers, progress=progress)
        return Equity(situation, hands, SAMPLED, tally.counts)
    target = STD_ERROR if std_error is None else float(std_error)
    # A share between 0 and 1 has at most a variance of a quarter.
    most = ceil(min(0.25 / target / target, MAX_DEALS))
    return reported(
        progress, "deals", most, lambda watch: _sampled_until(situation, hands, target, key, workers, watch)
    )


def _sampled_until(
    situation: Situation, hands: Sequence[str], target: float, key: _Key, threads: int, watch: Watch | None
) -> Equity:
    """Sample until the standard errors are as small as the target; ``Interrupted`` with what was counted."""
    blocks, (counts, done, stopped) = situation.sample_until(target, key, threads, watch)
    if isinstance(stopped, KeyboardInterrupt):
        question = EquityQuestion(situation)
        raise Interrupted(question.tally((Part(key, blocks * BLOCK, tuple(done)),), counts)) from None
    if stopped is not None:
        raise stopped
    return Equity(situation, hands, SAMPLED, counts)


def equity_cost(
    hands: Sequence[str], game: str | Rules = "soko", *, dead: _Cards = "", uneven: bool = False
) -> EquityCost:
    """Return what the exact answer to a question costs, without computing it.

    Parameters
    ----------
    hands, game, dead, uneven
        As in ``equity``.

    Returns
    -------
    EquityCost
        The method, how many runouts it counts, about how many steps it takes, and whether ``equity`` would choose it.

    Raises
    ------
    CardError, DeckError, SeatError
        As from ``equity``.

    Examples
    --------
    >>> import soko
    >>> cost = soko.equity_cost(["(As) Kd", "(7c) Qh"])
    >>> cost.method, cost.runouts
    ('heads-up', 245430240)
    >>> print(soko.equity_cost(["(As) Kd", "(7c) Qh", "(2c) 2d"]))
    sampled: exact would be 1,850,883,434,400 runouts (enumeration), about 7,403,533,737,600 steps
    """
    return EquityCost(*make_situation(hands, game, dead, uneven=uneven).cost())


def equity_question(
    hands: Sequence[str], game: str | Rules, n: int, dead: _Cards, *, uneven: bool
) -> tuple[EquityQuestion, int]:
    """Return the question and the number of deals that the arguments of ``equity_plan`` are."""
    return EquityQuestion(make_situation(hands, game, dead, uneven=uneven)), count("n", n, 1, MAX_DEALS)


# More hands than this are refused in any case, and not read to the end.
_MOST_HANDS = 53


def make_situation(hands: Sequence[str], game: str | Rules, dead: _Cards, *, uneven: bool) -> Situation:
    """Return the question that the arguments of ``equity`` make."""
    if isinstance(hands, str):
        msg = "hands must be a list with a text for each seat, not one text"
        raise TypeError(msg)
    hands = list(islice(listed("hands", hands, "a list with a text for each seat"), _MOST_HANDS))
    if isinstance(game, str):
        from soko import games

        game = games.by_name(game)
    return Situation(game_rules(game), hands, dead, uneven)


@final
@dataclass(frozen=True, slots=True)
class EquityQuestion(Question["EquityTally"]):
    """The question that ``equity_plan`` counts."""

    KIND: ClassVar[str] = "equity"

    situation: Situation

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.situation.rules

    def count(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> _Counting:
        """Deal and count blocks."""
        counts, done, stopped = self.situation.sample(n, blocks, key, threads, watch)
        return counts, tuple(done), stopped

    def zeros(self) -> Counts:
        """Return the counts of no deals."""
        return zeros(len(self.situation.hands))

    def tally(self, parts: tuple[Part, ...], counts: object) -> EquityTally:
        """Return counts as a tally."""
        return EquityTally(self, parts, counts)

    def __str__(self) -> str:
        """Say what is dealt."""
        return f"deals of {self.situation.rules.name}, {' against '.join(self.situation.hands)}"

    def to_dict(self) -> dict[str, object]:
        """Return the question as a dictionary, ready for JSON."""
        return {
            "rules": self.situation.rules.to_dict(),
            "hands": list(self.situation.hands),
            "dead": [str(card) for card in self.situation.dead],
            "uneven": self.situation.uneven,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> EquityQuestion:
        """Read what ``to_dict`` made; an error of its kind says what is wrong with it."""
        match record:
            case {"rules": dict(rules), "hands": list(hands), "dead": list(dead), "uneven": bool(uneven)}:
                return cls(make_situation(hands, Rules.from_dict(rules), dead, uneven=uneven))
        msg = "question: rules, hands, dead and uneven are needed"
        raise TallyFileError(msg)


@final
class EquityTally(DealCounts):
    """Exact counts over sampled deals of a question about equity; made by plans.

    Counts of different deals add up with ``+``.

    Examples
    --------
    >>> import soko
    >>> tally = soko.equity_plan(["(As) Kd", "(?) Qh"], n=20_000, rng=7).shard(0, 2).run()
    >>> tally
    <EquityTally of 16,384 deals of soko, (As) Kd against (?) Qh, block 1 of 2 missing>
    >>> max(tally.equity.std_error) < 0.01
    True
    """

    __slots__ = ()

    QUESTION = EquityQuestion

    @property
    def question(self) -> EquityQuestion:
        """What was counted."""
        return cast("EquityQuestion", self._question)

    @property
    def equity(self) -> Equity:
        """The answer so far; ``PlanError`` when nothing is counted."""
        if not self.n:
            msg = "nothing is counted yet"
            raise PlanError(msg)
        situation = self.question.situation
        return Equity(situation, situation.hands, SAMPLED, self.counts)

    @property
    def std_error(self) -> tuple[float, ...]:
        """The standard error of each seat's share so far; infinite when nothing is counted."""
        return std_errors(self.counts)


def _check(n: object, std_error: object, *, exact: bool | None) -> int | None:
    """Refuse arguments that exclude one another and errors that nobody can reach; return ``n``."""
    if n is not None and std_error is not None:
        msg = "n and std_error: give only one of them"
        raise PlanError(msg)
    if exact and not (n is None and std_error is None):
        msg = "exact=True cannot be combined with n or std_error"
        raise PlanError(msg)
    if n is not None:
        return count("n", n, 1, MAX_DEALS)
    if std_error is None:
        return None
    error = real("std_error", std_error)
    if not 0 < error < float("inf"):
        msg = f"std_error {written(std_error)}: more than 0 is needed"
        raise PlanError(msg)
    if error < LEAST_ERROR:
        msg = f"std_error {written(std_error)}: {LEAST_ERROR} or more is needed, smaller ones take more deals than fit"
        raise PlanError(msg)
    return None
