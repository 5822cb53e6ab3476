"""Tallies: counts over many deals, which blocks of which plan they cover, and how they add up.

A ``Question`` says what is counted and counts it; with a key and a number of deals it makes a ``soko.Plan``. Its counts
are held by a subclass of ``Counted``. Another kind of work needs one of each, and a line in ``soko.plans.plan``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar, cast, final

from soko import _soko
from soko._checks import deviations, formatted
from soko._soko import Card, PlanError, Rules, TallyFileError
from soko.plans import files
from soko.plans.blocks import BLOCK, united, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from soko.plans.blocks import Part, Ranges
    from soko.plans.files import FilePath
    from soko.rng import _Key

    # What counting gives: counts, the blocks they are of, and what stopped it before it came to the end.
    _Counting: TypeAlias = tuple[object, Ranges, BaseException | None]

Watch = Callable[[int], object]

A = TypeVar("A")
T = TypeVar("T", bound="Counted")
T_co = TypeVar("T_co", bound="Counted", covariant=True)

_MOST_DIFFERENCES: Final = 4


class Question(ABC, Generic[T_co]):
    """What is counted: a small, picklable, hashable value that knows how to count blocks of it."""

    __slots__ = ()

    KIND: ClassVar[str]
    """What it is called in files."""
    BLOCK: ClassVar[int] = BLOCK
    """How many deals a block has."""
    UNIT: ClassVar[str] = "deals"
    """What progress is counted in."""

    @property
    def units(self) -> int:
        """How many units of progress a deal is."""
        return 1

    @property
    def slice_blocks(self) -> int | None:
        """How many blocks are counted in one go where no executor shares them out; ``None`` for what the time asks."""
        return None

    @abstractmethod
    def count(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> _Counting:
        """Count the blocks ``first <= block < last``, not none, of the first ``n`` deals of a key.

        Returns the counts, ints in lists or tuples by the ``NAMES`` of the tally; the blocks that they are of, as
        ranges; and what stopped the work before all was done, usually ``None``: what ``watch`` raised, which is called
        as ``watch(done)`` about fifty times a second with the units done, or a ``KeyboardInterrupt``.
        """

    @abstractmethod
    def zeros(self) -> object:
        """Return the counts of no deals."""

    @abstractmethod
    def tally(self, parts: tuple[Part, ...], counts: object) -> T_co:
        """Return counts of this question as a tally."""

    @abstractmethod
    def __str__(self) -> str:
        """Say what is counted, in words that follow a number: ``deals of soko for 2 players``."""

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the question as a dictionary, ready for JSON: the same one however the question was written."""

    @classmethod
    @abstractmethod
    def from_dict(cls, record: Mapping[str, object]) -> Self:
        """Read what ``to_dict`` made; an error of its kind says what is wrong with it."""


class Counted:
    """Exact counts over blocks of one question; counts over different blocks add up with ``+``."""

    __slots__ = ("_counts", "_parts", "_question")

    QUESTION: ClassVar[type[Question[Counted]]]
    """Whose counts these are."""
    NAMES: ClassVar[tuple[str, ...]]
    """What each of the counts is called in a file; the first is the number of deals."""
    SIGNED: ClassVar[frozenset[str]] = frozenset()
    """Those of them that may be below 0."""

    def __init__(self, question: Question[Counted], parts: tuple[Part, ...], counts: object) -> None:
        """Hold counts that a question made, ints in lists or tuples by ``NAMES``."""
        self._question = question
        self._parts = parts
        self._counts = cast("tuple[object, ...]", frozen(counts))

    @property
    def question(self) -> Question[Counted]:
        """What was counted."""
        return self._question

    @property
    def counts(self) -> tuple[object, ...]:
        """The raw counts, by ``NAMES``."""
        return self._counts

    @property
    def n(self) -> int:
        """How many deals were counted."""
        return sum(part.deals for part in self._parts)

    @property
    def plan_id(self) -> str | None:
        """The ``id`` of the plan that was counted; ``None`` for a sum over several plans."""
        if len(self._parts) != 1:
            return None
        part = self._parts[0]
        return files.plan_id(self._question.KIND, self._question.to_dict(), part.key, part.n)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is covered of each plan: one part, unless runs with different ``rng`` or ``n`` were added up."""
        return self._parts

    @property
    def covered(self) -> Ranges:
        """The counted blocks as ranges ``first <= block < last``, those of several plans one after the other."""
        return tuple(item for part in self._parts for item in part.covered)

    @property
    def missing(self) -> Ranges:
        """The blocks of the plan that are not counted, in the form of ``covered``; ``()`` when all are counted."""
        return tuple(item for part in self._parts for item in part.missing)

    @property
    def is_complete(self) -> bool:
        """Whether every block of the plan is counted."""
        return not self.missing

    @property
    def gap(self) -> str:
        """A description of what is missing; empty when nothing is."""
        if self.is_complete:
            return ""
        if len(self._parts) == 1:
            return f"{words(self.missing)} of {self._parts[0].blocks:,} missing"
        return f"{sum(bool(part.missing) for part in self._parts)} of {len(self._parts)} plans incomplete"

    def __add__(self, other: object) -> Self:
        """Return the sum; ``PlanError`` for different questions, and when both counted the same deals."""
        if type(other) is not type(self):
            return NotImplemented
        if self._question != other._question:
            msg = f"tallies of different questions cannot be added: {_differences(self, other, with_plans=False)}"
            raise PlanError(msg)
        return total((self, other))

    def __radd__(self, other: object) -> Self:
        """Return the tally itself for ``0 + tally``, so that ``sum`` adds tallies up."""
        if type(other) is int and other == 0:
            return self
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether both have the same counts of the same blocks of the same question."""
        if type(other) is not type(self):
            return NotImplemented
        return (self._question, self._parts, self._counts) == (other._question, other._parts, other._counts)

    def __hash__(self) -> int:
        """Hash by the question and the blocks."""
        return hash((self._question, self._parts))

    __format__ = formatted

    def __repr__(self) -> str:
        """Say how much was counted of what, and what is missing."""
        gap = f", {self.gap}" if self.gap else ""
        return f"<{type(self).__name__} of {self.n:,} {self._question}{gap}>"

    def save(self, path: FilePath) -> None:
        """Write the tally to a file, which is replaced only once all is written; ``OSError`` when it cannot be."""
        files.write(path, self.to_dict())

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Read what ``save`` wrote; ``TallyFileError`` when the file is cut off, damaged or holds something else."""
        return cls.of_record(files.read(path, "tally"), str(path))

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> Self:
        """Return the tally of a dictionary that ``to_dict`` made; ``TallyFileError`` for any other."""
        return cls.of_record(record, "tally")

    @classmethod
    def of_record(cls, record: Mapping[str, object], name: str) -> Self:
        """Read a record; ``TallyFileError`` says what is wrong with it, after its name."""
        if not isinstance(record, Mapping):
            msg = f"{name}: a dictionary is needed, not {type(record).__name__}"
            raise TallyFileError(msg)
        if wrong := files.what_is_wrong(record, "tally"):
            msg = f"{name}: {wrong}"
            raise TallyFileError(msg)
        try:
            return cls._of_record(record)
        except files.BAD_RECORD as error:
            raise files.bad_record(error, name) from error

    @classmethod
    def _of_record(cls, record: Mapping[str, object]) -> Self:
        kind = files.read_kind(record)
        if kind != cls.QUESTION.KIND:
            msg = f"holds a tally of kind {kind!r}; a {cls.__name__} is of kind {cls.QUESTION.KIND!r}"
            raise TallyFileError(msg)
        question = cls.QUESTION.from_dict(cast("Mapping[str, object]", record["question"]))
        parts = files.read_parts(record, question.BLOCK)
        given, zeros = cast("Mapping[str, object]", record["counts"]), cast("Sequence[object]", question.zeros())
        counts = tuple(given[name] for name in cls.NAMES)
        found = cls(question, parts, counts)
        for name, value, zero in zip(cls.NAMES, counts, zeros, strict=True):
            if not _has_form(value, zero, is_signed=name in cls.SIGNED) or counts[0] != found.n:
                msg = f"counts: they do not belong to {found.n:,} deals"
                raise TallyFileError(msg)
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the tally as a dictionary, ready for JSON, as ``save`` writes it; ``from_dict`` reads it."""
        counts = dict(zip(self.NAMES, self._counts, strict=True))
        return files.tally_record(self._question.KIND, self._question.to_dict(), self._parts, counts)


def total(tallies: Sequence[T], names: Sequence[str] = ()) -> T:
    """Return the sum of tallies of one question; ``PlanError`` when two of them counted the same deals.

    The error begins with the name, if there is one, of the tally in which deals came again.
    """
    parts, overlap = united([tally.parts for tally in tallies])
    if overlap:
        name = names[overlap.number] if names else ""
        where = "both tallies" if len(tallies) == 2 else "more than one tally"
        msg = f"the same deals would count twice: {words(overlap.blocks)} of the same rng are in {where}"
        raise PlanError(f"{name}: {msg}" if name else msg)
    first = tallies[0]
    return type(first)(first.question, parts, _sum([tally.counts for tally in tallies]))


def one_plan(tallies: Sequence[T], names: Sequence[str] = ()) -> T:
    """Return the sum of tallies of one plan; ``PlanError`` when they are not of one, or as ``total``."""
    first = tallies[0]
    for number, tally in enumerate(tallies):
        differences = _differences(first, tally, with_plans=True)
        if differences:
            name = names[number] if names else ""
            msg = f"not parts of one plan: {differences}"
            raise PlanError(f"{name}: {msg}" if name else msg)
    return total(tallies, names) if len(tallies) > 1 else first


def frozen(counts: object) -> object:
    """Return ints in tuples for ints in lists or tuples."""
    try:
        # Lists have no hash, nor have tuples that hold one: what has one is frozen already, as the core's counts are.
        hash(counts)
    except TypeError:
        return tuple(map(frozen, counts)) if isinstance(counts, (list, tuple)) else counts
    return counts


def _sum(items: Sequence[object]) -> object:
    """Add up numbers, or tuples of the same form number by number."""
    if not isinstance(items[0], tuple):
        return sum(cast("Sequence[int]", items))
    return tuple(map(_sum, zip(*cast("Sequence[tuple[object, ...]]", items), strict=True)))


def _has_form(value: object, zero: object, *, is_signed: bool) -> bool:
    """Whether a value is made of counts as ``zero`` is made of zeros."""
    if isinstance(zero, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(zero):
            return False
        return all(_has_form(a, b, is_signed=is_signed) for a, b in zip(value, zero, strict=True))
    return type(value) is int and (value >= 0 or is_signed)


def _differences(a: Counted, b: Counted, *, with_plans: bool) -> str:
    """Say in words what differs between the questions of two tallies, or their plans; nothing when nothing does."""
    plans = [[part[:2] for part in tally.parts] for tally in (a, b)]
    if a.question == b.question and (plans[0] == plans[1] or not with_plans):
        return ""
    left, right = _flat(a, with_plans=with_plans), _flat(b, with_plans=with_plans)
    names = [name for name in {**left, **right} if left.get(name) != right.get(name)]
    texts = [f"{name} {left.get(name)} and {right.get(name)}" for name in names[:_MOST_DIFFERENCES]]
    if len(names) > len(texts):
        texts.append(f"{len(names) - len(texts)} more")
    return ", ".join(texts)


def _flat(tally: Counted, *, with_plans: bool) -> dict[str, object]:
    """Return what makes the plans of a tally by name, the parts of the question and of its rules one by one."""
    found: dict[str, object] = {"kind": tally.question.KIND}
    for name, value in tally.question.to_dict().items():
        found |= value if isinstance(value, dict) else {name: value}
    if with_plans:
        found["n"] = " + ".join(f"{part.n:,}" for part in tally.parts)
        found["rng key"] = " + ".join(f"{part.key[0]:016x}..." for part in tally.parts)
    return found


# Deals counted seat by seat, in simulations and for equity

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


@final
class Tally(Counted):
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
    NAMES = COUNT_NAMES

    @property
    def question(self) -> Deals:
        """What was counted."""
        return cast("Deals", self._question)

    @property
    def counts(self) -> Counts:
        """The raw counts, by ``NAMES``."""
        return cast("Counts", self._counts)

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
