"""What tallies are: counts over many deals, which blocks of which plan they cover, and how they add up.

A ``Question`` says what is counted and counts it; with a key and a number of deals it makes a ``soko.Plan``. Its counts
are held by a subclass of ``Counted``. Another kind of work needs one of each, and a line in ``soko.plans.plan``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from soko._checks import formatted
from soko._soko import PlanError, TallyFileError
from soko.plans import files
from soko.plans.blocks import BLOCK, united, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from soko.plans.blocks import Part, Ranges
    from soko.plans.files import FilePath
    from soko.rng import _Key

    # What counting gives: counts, the blocks they are of, and what stopped it before it came to the end.
    _Counting: TypeAlias = tuple[object, Ranges, BaseException | None]

Watch = Callable[[int], object]

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
    OPTIONAL: ClassVar[frozenset[str]] = frozenset()
    """Those of them that may be ``None``, not known: a sum with such a tally does not know them either."""

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
        counts = cls.read_counts(question, given)
        found = cls(question, parts, counts)
        for name, value, zero in zip(cls.NAMES, counts, zeros, strict=True):
            if value is None and name in cls.OPTIONAL and name not in given:
                continue
            if not _has_form(value, zero, is_signed=name in cls.SIGNED) or counts[0] != found.n:
                msg = f"counts: they do not belong to {found.n:,} deals"
                raise TallyFileError(msg)
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the tally as a dictionary, ready for JSON, as ``save`` writes it; ``from_dict`` reads it."""
        return files.tally_record(self._question.KIND, self._question.to_dict(), self._parts, self.counts_by_name())

    def counts_by_name(self) -> dict[str, object]:
        """Return the counts as records have them."""
        return dict(zip(self.NAMES, self._counts, strict=True))

    @classmethod
    def read_counts(cls, question: Question[Counted], record: Mapping[str, object]) -> tuple[object, ...]:
        """Return the counts by ``NAMES``, unchecked, of what ``counts_by_name`` made; ``KeyError`` without one."""
        del question
        return tuple(record[name] for name in cls.NAMES)


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
    """Add up numbers, or tuples of the same form number by number; ``None`` where one of them is not known."""
    if any(item is None for item in items):
        return None
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
