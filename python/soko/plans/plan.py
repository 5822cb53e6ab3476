"""Plans: large runs as small values that can be run in parts anywhere, and merged."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Final, Generic, cast, final, overload

from soko._checks import count, formatted, listed, written
from soko._soko import PlanError, TallyFileError
from soko.equities import EquityTally, equity_question
from soko.plans import files
from soko.plans.blocks import words
from soko.plans.counted import Counted, T, one_plan
from soko.plans.run import Work, all_blocks, all_counted, run, stream
from soko.playouts import PlayoutTally, playout_question
from soko.rng import stream_key
from soko.simulation import deals_question
from soko.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal, Never, SupportsIndex

    from soko._known import Cards, Known
    from soko._seating import _SeatPolicy
    from soko._soko import Rules
    from soko.plans.counted import Question, Watch
    from soko.plans.files import FilePath
    from soko.plans.run import Executor, Report
    from soko.rng import _Key, _Rng

# All kinds of tallies that files may have, by the kinds of their questions.
TALLIES: Final[dict[str, type[Counted]]] = {kind.QUESTION.KIND: kind for kind in (Tally, EquityTally, PlayoutTally)}


@final
class Plan(Generic[T]):
    """A question, a key and a number of deals: everything that a result depends on, as one small value.

    Made by ``soko.plan``. Immutable, hashable and small when pickled, so that it can be sent anywhere. The deals are
    cut into blocks of 16,384, each with its own random stream (docs/stream.md), so that any split gives the same
    counts.

    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 6, 10**10, rng=7)
    >>> p
    <Plan of 10,000,000,000 deals of soko for 6 players, 610,352 blocks>
    >>> p.shard(3, 100)
    <Plan of 10,000,000,000 deals of soko for 6 players, blocks 18310 to 24413 of 610,352>
    >>> p.shard(3, 100).id == p.id
    True
    """

    __slots__ = ("_work",)

    def __init__(self, question: Question[T], key: _Key, n: int, blocks: tuple[int, int] | None = None) -> None:
        """Plan the first ``n`` deals of a key, or some blocks of them; callers get plans from ``soko.plan``."""
        self._work = all_blocks(question, key, n) if blocks is None else Work(question, key, n, blocks)

    @property
    def id(self) -> str:
        """32 hexadecimal digits made from the question, the key and ``n``; the same for all shards of a plan."""
        return files.plan_id(self.question.KIND, self.question.to_dict(), self.key, self.n)

    @property
    def question(self) -> Question[T]:
        """What is counted."""
        return self._work.question

    @property
    def key(self) -> _Key:
        """The key of the random stream, four ints below 2**64."""
        return self._work.key

    @property
    def n(self) -> int:
        """How many deals the whole plan has."""
        return self._work.n

    @property
    def deals(self) -> int:
        """How many deals the blocks of this plan have: ``n``, or fewer for a shard."""
        return self._work.deals

    @property
    def blocks(self) -> int:
        """How many blocks this plan has."""
        first, last = self._work.blocks
        return last - first

    @property
    def block_range(self) -> tuple[int, int]:
        """The blocks of this plan, ``first <= block < last``: all of them, or those of a shard."""
        return self._work.blocks

    def shard(self, i: int, k: int) -> Plan[T]:
        """Return part ``i`` of ``k``, counted from 0: a plan of some of the blocks, with the same ``id``.

        The ``k`` parts have no block in common, and their sizes differ by at most one block. ``PlanError`` unless
        ``0 <= i < k``. The command ``soko simulate --shard`` counts from 1.
        """
        k = count("k", k, 1, 2**63)
        i = count("i", i, 0, k - 1)
        first, size = self.block_range[0], self.blocks
        return Plan(self.question, self.key, self.n, (first + size * i // k, first + size * (i + 1) // k))

    def run(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: bool | Report | None = False,
        checkpoint: FilePath | None = None,
    ) -> T:
        """Count all blocks and return the tally; the counts depend on the plan alone.

        Parameters
        ----------
        threads
            How many threads count here (``None``: all cores) or, with an executor, in each task (``None``: one).
        executor
            Anything with ``map(fn, tasks)``: an executor of concurrent.futures, Dask (``client.get_executor()``) or
            mpi4py.futures, a pool of multiprocessing or Ray. It gets tasks of a second or two.
        progress
            ``True`` for a bar (needs rich), or a callable: ``progress(done, total)``, in hands for a playout and else
            in deals, about fifty times a second here, after each task with an executor.
        checkpoint
            A file that keeps the tally every few seconds and at the end, however it ends. If it exists, the run
            continues from it. If it cannot be written later on, as on a full disk, the run continues and tries again
            every few seconds.

        Returns
        -------
        Tally, EquityTally or PlayoutTally
            What was counted in the blocks of the plan.

        Raises
        ------
        Interrupted
            Ctrl-C was pressed: within a tenth of a second, or when the executor returns. Its ``tally`` has what was
            counted, with all blocks that were finished.
        CheckpointError
            All is counted, but the checkpoint could not be written at the end. Its ``tally`` has what was counted. An
            ``Interrupted`` gets a note instead.
        PlanError
            The checkpoint belongs to another plan, or the executor returned no counts for some blocks. What an executor
            raises is passed on.
        TallyFileError
            The checkpoint is damaged.

        Examples
        --------
        >>> import soko
        >>> p = soko.plan(soko.games.soko(), 2, 50_000, rng=7)
        >>> p.run(threads=2)
        <Tally of 50,000 deals of soko for 2 players>
        >>> seen = []
        >>> p.shard(0, 2).run(progress=lambda done, total: seen.append(total)).is_complete, set(seen)
        (False, {32768})
        """
        return run(self._work, threads=threads, executor=executor, progress=progress, checkpoint=checkpoint)

    def stream(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        checkpoint: FilePath | None = None,
    ) -> Iterator[T]:
        """Run as ``run`` does, and yield a tally of all that is counted so far, a few times a second or each task.

        The work stops when the iterator is dropped.

        Parameters
        ----------
        threads, executor, checkpoint
            As in ``run``.

        Yields
        ------
        Tally, EquityTally or PlayoutTally
            Each has more blocks than the one before; the last one is what ``run`` returns.

        Raises
        ------
        Interrupted, PlanError, TallyFileError
            As from ``run``.

        Examples
        --------
        >>> import soko
        >>> for tally in soko.plan(soko.games.soko(), 2, 10**6, rng=7).stream():
        ...     if tally.n > 100_000:
        ...         break
        """
        return stream(self._work, threads, executor, checkpoint)

    def count_blocks(self, blocks: tuple[int, int], threads: int, watch: Watch | None = None) -> T:
        """Count some blocks of the whole plan in one call, and return their tally; ``run`` and ``stream`` call it.

        Parameters
        ----------
        blocks
            The first of the blocks, and the one after the last.
        threads
            How many threads count, 1 to 1,024.
        watch
            Is called about fifty times a second as ``watch(done)``, with the number of deals done, or of hands for a
            playout; what it raises is passed on.

        Returns
        -------
        Tally, EquityTally or PlayoutTally
            What was counted in these blocks; nothing where the first is the last.

        Raises
        ------
        PlanError
            The plan does not have these blocks, or ``threads`` is outside its range.

        Examples
        --------
        >>> import soko
        >>> soko.plan(soko.games.soko(), 2, 50_000, rng=7).count_blocks((1, 3), threads=1)
        <Tally of 32,768 deals of soko for 2 players, blocks 0 and 3 of 4 missing>
        """
        first, last = _pair(blocks)
        last = count("the last of blocks", last, 0, self._work.total)
        first = count("the first of blocks", first, 0, last)
        threads = count("threads", threads, 1, 1024)
        if first == last:
            return self._work.nothing()
        return self._work.tally(all_counted(self._work.count((first, last), threads, watch)))

    def to_dict(self) -> dict[str, object]:
        """Return the plan as a dictionary, ready for JSON; ``from_dict`` reads it."""
        return files.plan_record(self.question.KIND, self.question.to_dict(), self.key, self.n, self.block_range)

    @staticmethod
    def from_dict(record: Mapping[str, object]) -> Plan[Counted]:
        """Return the plan of a dictionary that ``to_dict`` made; ``TallyFileError`` for any other.

        A record has only the names of policies that are not built in; such a plan can be inspected, but not run.
        """
        if not isinstance(record, Mapping):
            msg = f"plan: a dictionary is needed, not {type(record).__name__}"
            raise TallyFileError(msg)
        try:
            return _read_plan(record)
        except files.BAD_RECORD as error:
            raise files.bad_record(error, "plan") from error

    def __eq__(self, other: object) -> bool:
        """Whether both have the same blocks of the same question, key and ``n``."""
        return self._work == other._work if isinstance(other, Plan) else NotImplemented

    def __hash__(self) -> int:
        """Hash by all of it."""
        return hash(self._work)

    __format__ = formatted

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Return what pickles and copies are made of, whatever their protocol."""
        return type(self), (self.question, self.key, self.n, self._work.blocks)

    def __repr__(self) -> str:
        """Say what is counted, and which part of it."""
        total = self._work.total
        if self.block_range == (0, total):
            part = f"{total:,} block{'' if total == 1 else 's'}"
        else:
            part = f"{words((self.block_range,) if self.blocks else ())} of {total:,}"
        return f"<Plan of {self.n:,} {self.question}, {part}>"


def _pair(blocks: object) -> tuple[object, object]:
    match blocks:
        case (first, last):
            return first, last
    msg = f"blocks {written(blocks)}: a pair is needed, the first and the one after the last"
    raise TypeError(msg)


def _read_plan(record: Mapping[str, object]) -> Plan[Counted]:
    if record["soko"] != "plan" or record["version"] != files.VERSION:
        msg = f"no plan of version {files.VERSION}"
        raise TallyFileError(msg)
    question = _tally_type(record).QUESTION.from_dict(cast("Mapping[str, object]", record["question"]))
    key, n = files.read_run(record)
    if record["id"] != files.plan_id(question.KIND, question.to_dict(), key, n):
        msg = f"id {record['id']!r} is of another question, key or n"
        raise TallyFileError(msg)
    return Plan(question, key, n, files.read_range(record["blocks"], n, question.BLOCK))


def plan(
    rules: Rules, players: int, n: int, *, rng: _Rng = None, known: Known | None = None, dead: Cards = ""
) -> Plan[Tally]:
    """Plan to deal ``n`` times to ``players`` seats, nobody folding, and to count who wins with what.

    Parameters
    ----------
    rules, players, n, known, dead
        As in ``soko.simulate``.
    rng
        Where the cards come from (docs/stream.md); the key is drawn from it once, here.

    Returns
    -------
    Plan
        Its ``run`` gives the ``Tally`` that ``soko.simulate`` gives for the same arguments.

    Raises
    ------
    PlanError
        A number is outside its range.
    SeatError
        The players do not fit the game.
    DeckError
        Known or dead cards do not fit.

    Examples
    --------
    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 6, 100_000, rng=7)
    >>> p.blocks
    7
    >>> halves = [p.shard(i, 2).run() for i in range(2)]
    >>> soko.merge(halves) == p.run() == soko.simulate(soko.games.soko(), 6, 100_000, rng=7)
    True
    """
    question, n = deals_question(rules, players, n, known, dead)
    return Plan(question, stream_key(rng), n)


def equity_plan(
    hands: Sequence[str],
    game: str | Rules = "soko",
    *,
    n: int,
    dead: Cards = "",
    rng: _Rng = None,
    uneven: bool = False,
) -> Plan[EquityTally]:
    """Plan to sample ``n`` deals of a question about equity, in parts and on clusters as ``soko.plan`` does.

    Parameters
    ----------
    hands, game, n, dead, rng, uneven
        As in ``soko.equity``.

    Returns
    -------
    Plan
        Its tallies are ``EquityTally``; their ``equity`` is what ``soko.equity`` samples for the same arguments.

    Raises
    ------
    CardError, DeckError
        As from ``soko.equity``.
    PlanError
        ``n`` is outside its range.

    Examples
    --------
    >>> import soko
    >>> p = soko.equity_plan(["(A) Kd", "(?) Qh", "(?) 2c"], n=50_000, rng=7)
    >>> tally = soko.merge([p.shard(i, 2).run() for i in range(2)])
    >>> tally.equity == soko.equity(["(A) Kd", "(?) Qh", "(?) 2c"], n=50_000, rng=7)
    True
    """
    question, n = equity_question(hands, game, n, dead, uneven=uneven)
    return Plan(question, stream_key(rng), n)


def playout_plan(  # noqa: PLR0913 - as playout
    rules: Rules,
    players: int,
    n: int,
    policies: _SeatPolicy | Sequence[_SeatPolicy],
    *,
    rng: _Rng = None,
    stacks: SupportsIndex | Iterable[SupportsIndex] | None = None,
    duplicate: bool = False,
    batch: int = 4096,
    reduce: Literal["allin"] | None = None,
) -> Plan[PlayoutTally]:
    """Plan to play ``n`` whole hands between policies, in parts and on clusters as ``soko.plan`` does.

    Parameters
    ----------
    rules, players, n, rng, stacks, duplicate, batch, reduce
        As in ``soko.playout``. With ``duplicate`` the plan has as many deals as it takes for ``n`` hands. The chips of
        single deals are not kept: ``per_deal`` is an option of ``soko.playout`` alone.
    policies
        As in ``soko.playout``. Your own policies are sent to where the hands are played, so they must be picklable:
        functions of a module, or objects of a class of a module. They must be stateless, since a plan does not say
        which hands are passed to them together. Ids and files identify them by name (``__name__``, or the name of the
        class): give different names to policies that play differently.

    Returns
    -------
    Plan
        Its tallies are ``PlayoutTally``; their ``playout`` is what ``soko.playout`` returns for the same arguments.

    Raises
    ------
    PlanError
        A number is outside its range, or a policy is unknown.
    SokoError
        The stacks do not fit the game.

    Examples
    --------
    >>> import soko
    >>> p = soko.playout_plan(soko.games.soko(), 6, 100_000, ["tight", "call"], rng=7)
    >>> p.blocks
    1563
    >>> tally = soko.merge([p.shard(i, 3).run() for i in range(3)])
    >>> tally.playout == soko.playout(soko.games.soko(), 6, 100_000, ["tight", "call"], rng=7)
    True
    """
    question, deals = playout_question(
        rules, players, n, policies, stacks, duplicate=duplicate, batch=batch, reduce=reduce
    )
    return Plan(question, stream_key(rng), deals)


@overload
def merge(tallies: Iterable[T], *more: Never) -> T: ...
@overload
def merge(tallies: Iterable[Counted | FilePath], *more: Never) -> Counted: ...
def merge(tallies: Iterable[Counted | FilePath], *more: Never) -> Counted:
    """Merge parts of one plan: tallies of shards in any order, or those of interrupted runs.

    ``tallies`` is a list of tallies, of files that ``save`` or a checkpoint wrote, or of both. Returns a tally of
    everything they cover; its ``missing`` and ``is_complete`` say whether that is the whole plan. ``PlanError`` when
    the list is empty, the tallies belong to different plans (another question, ``rng`` or ``n``), or two cover the same
    blocks; ``TallyFileError`` for damaged files, ``OSError`` for files that cannot be read. Runs of one question with
    different ``rng`` add up with ``+`` and ``sum``.

    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 2, 50_000, rng=7)
    >>> soko.merge([p.shard(2, 4).run(), p.shard(0, 4).run()])
    <Tally of 32,768 deals of soko for 2 players, blocks 1 and 3 of 4 missing>
    """
    if more or isinstance(tallies, (str, PathLike, Counted)):
        msg = "merge takes one list of tallies or files: merge([a, b]), not merge(a, b)"
        raise TypeError(msg)
    names, found = [], []
    for item in listed("tallies", tallies, "a list of tallies or files"):
        names.append(str(item) if isinstance(item, (str, PathLike)) else "")
        found.append(_read(item))
    if not found:
        msg = "nothing to merge"
        raise PlanError(msg)
    return one_plan(found, names)


def _read(tally: Counted | FilePath) -> Counted:
    """Return a tally, or the one that a file has."""
    if isinstance(tally, Counted):
        return tally
    if isinstance(tally, (str, PathLike)):
        return load(tally)
    msg = f"{written(tally)} to merge: a tally or the path of a file is needed, not {type(tally).__name__}"
    raise TypeError(msg)


def load(path: FilePath) -> Counted:
    """Read a tally of any kind; ``TallyFileError`` when the file is damaged, ``OSError`` when it cannot be read."""
    record = files.read(path, "tally")
    try:
        kind = _tally_type(record)
    except files.BAD_RECORD as error:
        raise files.bad_record(error, str(path)) from error
    return kind.of_record(record, str(path))


def _tally_type(record: Mapping[str, object]) -> type[Counted]:
    """Return what the question of a record is counted in."""
    kind = files.read_kind(record)
    if not isinstance(kind, str) or kind not in TALLIES:
        msg = f"kind {kind!r}: only {', '.join(TALLIES)} are known here"
        raise TallyFileError(msg)
    return TALLIES[kind]
