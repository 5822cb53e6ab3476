"""Exact counts over blocks of deals: what they cover, how they add up, how they are kept.

``Counted`` is the base of ``soko.Tally``. A ``Question`` says what is counted and counts it; together with a key and a
number of deals it makes a ``soko.Plan``. Another kind of work is one more question, named in ``soko.records.KINDS``,
and one more child of ``Counted`` that its counts come in.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from os import PathLike
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast, overload

from soko._soko import PlanError, TallyFileError
from soko.blocks import added, block_count, joined, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Never, Self

    from soko.blocks import Part, Ranges
    from soko.files import FilePath
    from soko.rng import _Key

Watch = Callable[[int], object]

# The counts: nested tuples of ints, of one form for a question.
C_co = TypeVar("C_co", bound="tuple[object, ...]", covariant=True)
T = TypeVar("T", bound="AnyCounted")
T_co = TypeVar("T_co", bound="AnyCounted", covariant=True)

_MOST_DIFFERENCES = 4


class Question(Protocol[T_co]):
    """What is counted: a small, picklable, hashable value that knows how to count blocks of it."""

    @property
    def kind(self) -> str:
        """A name of ``soko.records.KINDS``."""
        ...

    def count_blocks(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> T_co:
        """Count the blocks ``first <= block < last`` of the first ``n`` deals of a key; no blocks give all zeros.

        ``watch(done)`` is called about fifty times a second with the deals done; what it raises comes out.
        """
        ...

    def __str__(self) -> str:
        """Say what is counted, in words that follow a number: ``deals of soko for 2 players``."""
        ...

    def to_dict(self) -> dict[str, object]:
        """Return the question as JSON has it: the same for the same question, however it was written."""
        ...


class Counted(Generic[C_co]):
    """Exact counts over blocks of one question; counts over different blocks add up with ``+``."""

    __slots__ = ("_counts", "_parts", "_question")

    # What each of the counts is called in a file; the first is the number of deals.
    NAMES: ClassVar[tuple[str, ...]]

    def __init__(self, question: Question[Counted[C_co]], parts: tuple[Part, ...], counts: object) -> None:
        """Hold counts that a question made, ints in lists or tuples by ``NAMES``."""
        self._question = question
        self._parts = parts
        self._counts = cast("C_co", frozen(counts))

    @property
    def question(self) -> Question[Counted[C_co]]:
        """What was counted."""
        return self._question

    @property
    def counts(self) -> C_co:
        """The counts as they came, by ``NAMES``."""
        return self._counts

    @property
    def n(self) -> int:
        """How many deals were counted."""
        return sum(part.deals for part in self._parts)

    @property
    def plan_id(self) -> str | None:
        """The ``id`` of the plan that was counted; ``None`` for a sum over several plans."""
        from soko.records import plan_id

        if len(self._parts) != 1:
            return None
        # Pyright does not see that any counts are counts.
        return plan_id(self._question, self._parts[0].key, self._parts[0].n)  # pyright: ignore[reportArgumentType]

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is covered plan by plan: one part, unless runs with different ``rng`` or ``n`` were added up."""
        return self._parts

    @property
    def covered(self) -> Ranges:
        """The blocks counted, as ranges ``first <= block < last``; of several plans one after the other."""
        return tuple(item for part in self._parts for item in part.covered)

    @property
    def missing(self) -> Ranges:
        """The blocks of the plan that are not counted, as ``covered`` has them; ``()`` when all are."""
        return tuple(item for part in self._parts for item in part.missing)

    @property
    def is_complete(self) -> bool:
        """Whether every block of the plan is counted."""
        return not self.missing

    @property
    def gap(self) -> str:
        """What is missing, in words; empty when nothing is."""
        if self.is_complete:
            return ""
        if len(self._parts) == 1:
            return f"{words(self.missing)} of {block_count(self._parts[0].n):,} missing"
        return f"{sum(bool(part.missing) for part in self._parts)} of {len(self._parts)} plans incomplete"

    def __add__(self, other: object) -> Self:
        """Return the counts of both; ``PlanError`` for different questions, and when both counted the same deals."""
        if type(other) is not type(self):
            return NotImplemented
        if self._question != other._question:
            msg = f"tallies of different questions do not add up: {_differences(self, other, with_plans=False)}"
            raise PlanError(msg)
        parts, twice = added(self._parts, other._parts)
        if twice:
            msg = f"the same deals would count twice: {words(joined(twice))} of the same rng are in both tallies"
            raise PlanError(msg)
        return type(self)(self._question, parts, _sums(self._counts, other._counts))

    def __radd__(self, other: object) -> Self:
        """Return this for ``0 + this``, so that ``sum`` adds tallies up."""
        if type(other) is int and other == 0:
            return self
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether both counted the same blocks of the same question with the same outcome."""
        if type(other) is not type(self):
            return NotImplemented
        return (self._question, self._parts, self._counts) == (other._question, other._parts, other._counts)

    def __hash__(self) -> int:
        """Hash by the question and the blocks."""
        return hash((self._question, self._parts))

    def __repr__(self) -> str:
        """Say how much was counted of what, and what is missing."""
        gap = f", {self.gap}" if self.gap else ""
        return f"<{type(self).__name__} of {self.n:,} {self._question}{gap}>"

    def save(self, path: FilePath) -> None:
        """Write to a file, which ``load`` reads; what was there stays until all is written. ``OSError`` as usual."""
        from soko import files

        files.write(path, self.to_dict())

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Read what ``save`` wrote; ``TallyFileError`` when the file is cut off, damaged or holds something else."""
        from soko.records import load

        found = load(path)
        if not isinstance(found, cls):
            msg = f"{path}: holds {type(found).__name__}, not {cls.__name__}"
            raise TallyFileError(msg)
        return found

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> Self:
        """Return what ``to_dict`` made a record of. ``TallyFileError`` when it is no such record."""
        from soko.records import read_counted

        found = read_counted(record)
        if not isinstance(found, cls):
            msg = f"tally: holds {type(found).__name__}, not {cls.__name__}"
            raise TallyFileError(msg)
        return found

    def to_dict(self) -> dict[str, object]:
        """Return all of it as JSON has it, as ``save`` writes it; ``from_dict`` reads it."""
        from soko.records import counted_record

        counts = dict(zip(self.NAMES, self._counts, strict=True))
        return counted_record(self._question, self._parts, counts)  # pyright: ignore[reportArgumentType]


AnyCounted = Counted[tuple[object, ...]]


@overload
def merge(tallies: Iterable[T], *more: Never) -> T: ...
@overload
def merge(tallies: Iterable[AnyCounted | FilePath], *more: Never) -> AnyCounted: ...
def merge(tallies: Iterable[AnyCounted | FilePath], *more: Never) -> AnyCounted:
    """Put parts of one plan together: tallies of shards in any order, or what interrupted runs left.

    ``tallies`` is a list of tallies, of files that ``save`` or a checkpoint wrote, or of both. Returns a tally of all
    that they cover; its ``missing`` and ``is_complete`` tell whether that is the whole plan. ``PlanError`` when there
    are none, when they are not of one plan (another question, ``rng`` or ``n``), when two cover the same blocks, and
    for damaged files; ``OSError`` for files that cannot be read. Runs of one question with different ``rng`` add up
    with ``+`` and ``sum``.

    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 2, 50_000, rng=7)
    >>> soko.merge([p.shard(2, 4).run(), p.shard(0, 4).run()])
    <Tally of 32,768 deals of soko for 2 players, blocks 1 and 3 of 4 missing>
    """
    if more or isinstance(tallies, (str, PathLike, Counted)):
        msg = "merge takes one list of tallies or files: merge([a, b]), not merge(a, b)"
        raise TypeError(msg)
    total: AnyCounted | None = None
    for tally in map(_read, tallies):
        if total is None:
            total = tally
            continue
        differences = _differences(total, tally, with_plans=True)
        if differences:
            msg = f"not parts of one plan: {differences}"
            raise PlanError(msg)
        total = total + tally
    if total is None:
        msg = "nothing to merge"
        raise PlanError(msg)
    return total


def _read(tally: AnyCounted | FilePath) -> AnyCounted:
    """Return a tally, or the one that a file has."""
    if isinstance(tally, Counted):
        return tally
    if isinstance(tally, (str, PathLike)):
        from soko.records import load

        return load(tally)
    msg = f"{tally!r} to merge: a tally or the path of a file is needed, not {type(tally).__name__}"
    raise TypeError(msg)


def frozen(counts: object) -> object:
    """Return ints in tuples for ints in lists or tuples."""
    if not isinstance(counts, (list, tuple)):
        return counts
    return tuple(counts) if set(map(type, counts)) == {int} else tuple(map(frozen, counts))


def _sums(a: object, b: object) -> object:
    """Add up numbers, or tuples of the same form number by number."""
    if not (isinstance(a, tuple) and isinstance(b, tuple)):
        return cast("int", a) + cast("int", b)
    each = add if set(map(type, a)) == {int} else _sums
    return tuple([each(left, right) for left, right in zip(a, b, strict=True)])


def _differences(a: AnyCounted, b: AnyCounted, *, with_plans: bool) -> str:
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


def _flat(tally: AnyCounted, *, with_plans: bool) -> dict[str, object]:
    """Return what makes the plans of a tally by name, the parts of the question and of its rules one by one."""
    found: dict[str, object] = {"kind": tally.question.kind}
    for name, value in tally.question.to_dict().items():
        found |= value if isinstance(value, dict) else {name: value}
    if with_plans:
        found["n"] = " + ".join(f"{n:,}" for _, n, _ in tally.parts)
        found["rng key"] = " + ".join(f"{key[0]:016x}..." for key, _, _ in tally.parts)
    return found
