"""Big work as small values: plans, which anybody can run a part of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, final

from soko._checks import check_progress, count, thread_count
from soko._soko import PlanError, SeatError
from soko.blocks import block_count, deal_count, without, words
from soko.counted import T
from soko.deals import deals_question
from soko.errors import Interrupted
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from soko._soko import Rules
    from soko.checkpoint import Checkpoint
    from soko.counted import AnyCounted, Question, Watch
    from soko.deals import Cards, Known
    from soko.files import FilePath
    from soko.rng import _Key, _Rng
    from soko.tally import Tally
    from soko.work import Executor

Report = Callable[[int, int], object]

MAX_DEALS: Final = 2**63 - 1


@final
class Plan(Generic[T]):
    """A question, a key and a number of deals: all that a result depends on, as one small value.

    Made by ``soko.plan``. Frozen, hashable, and small when pickled, so that it can be sent anywhere. The deals are cut
    into blocks of 16,384, each with its own chance (docs/stream.md), so any split of them counts the same.

    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 6, 10**10, rng=7)
    >>> p
    <Plan of 10,000,000,000 deals of soko for 6 players, 610,352 blocks>
    >>> p.shard(3, 100)
    <Plan of 10,000,000,000 deals of soko for 6 players, blocks 18310 to 24413 of 610,352>
    >>> p.shard(3, 100).id == p.id
    True
    """

    __slots__ = ("_blocks", "_key", "_n", "_question")

    def __init__(self, question: Question[T], key: _Key, n: int, blocks: tuple[int, int] | None = None) -> None:
        """Plan the first ``n`` deals of a key, or some blocks of them; callers get plans from ``soko.plan``."""
        self._question = question
        self._key = key
        self._n = n
        self._blocks = (0, block_count(n)) if blocks is None else blocks

    @property
    def id(self) -> str:
        """32 hexadecimal digits made from the question, the key and ``n``; all shards of a plan have the same."""
        from soko.records import plan_id

        return plan_id(self._question, self._key, self._n)

    @property
    def question(self) -> Question[T]:
        """What is counted."""
        return self._question

    @property
    def key(self) -> _Key:
        """The key of the stream of chance, four ints below 2**64."""
        return self._key

    @property
    def n(self) -> int:
        """How many deals the whole plan has."""
        return self._n

    @property
    def deals(self) -> int:
        """How many deals are in the blocks of this plan: ``n``, or the part of a shard."""
        return deal_count((self._blocks,), self._n)

    @property
    def blocks(self) -> int:
        """How many blocks this plan has."""
        return self._blocks[1] - self._blocks[0]

    @property
    def block_range(self) -> tuple[int, int]:
        """The blocks of this plan, ``first <= block < last``: all, or the part of a shard."""
        return self._blocks

    def shard(self, i: int, k: int) -> Plan[T]:
        """Return part ``i`` of ``k``, counted from 0: a plan of some of the blocks, with the same ``id``.

        The ``k`` parts have no block in common and are of one size, give or take a block. ``PlanError`` unless
        ``0 <= i < k``. The command ``soko simulate --shard`` counts from 1.
        """
        k = count("k", k, 1, 2**63)
        i = count("i", i, 0, k - 1)
        first, size = self._blocks[0], self.blocks
        return Plan(self._question, self._key, self._n, (first + size * i // k, first + size * (i + 1) // k))

    def run(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: bool | Report | None = False,
        checkpoint: FilePath | None = None,
    ) -> T:
        """Count all blocks and return the tally; the counts depend on the plan alone.

        ``executor`` is anything with ``map(fn, tasks)``: of concurrent.futures, Dask (``client.get_executor()``),
        mpi4py.futures, or a pool of multiprocessing or Ray. It gets tasks of a second or two. ``threads`` is how many
        threads count here (``None``: all cores) or, with an executor, in each task (``None``: one).

        ``checkpoint`` is a file that keeps the tally every few seconds and at the end, however it ends. When it is
        there already, the run goes on from it. ``progress`` is ``True`` for a bar (needs rich) or is called as
        ``progress(done, deals)``, about fifty times a second here, after each task with an executor.

        Ctrl-C raises ``Interrupted`` within a tenth of a second, or when the executor lets go; its ``tally`` has what
        was counted. ``TallyFileError`` for a checkpoint that is damaged, ``PlanError`` for one of another
        plan. What an executor raises comes out as it is.
        """
        check_progress(progress)
        if progress is True:
            from soko.progress import bar

            with bar("deals", self.deals) as show:
                return self._run(threads, executor, checkpoint, lambda done, _: show(done))
        return self._run(threads, executor, checkpoint, progress or None)

    def stream(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        checkpoint: FilePath | None = None,
    ) -> Iterator[T]:
        """Run as ``run`` does, and yield a tally of all that is counted so far, a few times a second or each task.

        The last one is what ``run`` returns. The work stops when the iterator is dropped.

        >>> import soko
        >>> for tally in soko.plan(soko.games.soko(), 2, 10**6, rng=7).stream():
        ...     if tally.n > 100_000:
        ...         break
        """
        return self._stream(threads, executor, checkpoint, None)

    def count_blocks(self, blocks: tuple[int, int], threads: int, watch: Watch | None = None) -> T:
        """Count the blocks ``first <= block < last`` of the plan in one go; ``run`` and ``stream`` are made of it."""
        return self._question.count_blocks(self._key, self._n, blocks, threads, watch)

    def to_dict(self) -> dict[str, object]:
        """Return the plan as JSON has it; ``from_dict`` makes the same plan of it."""
        from soko.records import plan_record

        return plan_record(self._question, self._key, self._n, self._blocks)

    @staticmethod
    def from_dict(record: Mapping[str, object]) -> Plan[AnyCounted]:
        """Return the plan that ``to_dict`` made a record of. ``PlanError`` when it is no such record."""
        from soko.records import read_plan

        return Plan(*read_plan(record))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same blocks of the same question, key and ``n``."""
        return self._value() == other._value() if isinstance(other, Plan) else NotImplemented

    def __hash__(self) -> int:
        """Hash by all of it."""
        return hash(self._value())

    def __repr__(self) -> str:
        """Say what is counted, and which part of it."""
        total = block_count(self._n)
        if self._blocks == (0, total):
            part = f"{total:,} block{'' if total == 1 else 's'}"
        else:
            part = f"{words((self._blocks,) if self.blocks else ())} of {total:,}"
        return f"<Plan of {self._n:,} {self._question}, {part}>"

    def _value(self) -> tuple[object, ...]:
        return self._question, self._key, self._n, self._blocks

    def _run(
        self, threads: int | None, executor: Executor | None, checkpoint: FilePath | None, report: Report | None
    ) -> T:
        tallies = self._stream(threads, executor, checkpoint, report)
        last = next(tallies)
        for tally in tallies:
            last = tally
        return last

    def _stream(
        self, threads: int | None, executor: Executor | None, checkpoint: FilePath | None, report: Report | None
    ) -> Iterator[T]:
        """Check what can be checked, and return the iterator."""
        if executor is not None and not hasattr(executor, "map"):
            msg = f"executor {executor!r}: it has no map(fn, tasks)"
            raise TypeError(msg)
        workers = 1 if executor is not None and threads is None else thread_count(threads)
        start = self.count_blocks((0, 0), 1)
        file: Checkpoint[T] | None = None
        if checkpoint is not None:
            from soko.checkpoint import Checkpoint

            file = Checkpoint(checkpoint, start, self._blocks)
        return self._count(file.tally if file else start, workers, executor, file, report)

    def _count(
        self, tally: T, threads: int, executor: Executor | None, file: Checkpoint[T] | None, report: Report | None
    ) -> Iterator[T]:
        """Yield ``tally`` with more and more blocks added to it."""
        from soko.work import count_here, count_on

        def tell(done: int) -> None:
            if report:
                report(tally.n + done, self.deals)

        todo = without((self._blocks,), tally.covered)
        try:
            if not todo:
                tell(0)
                yield tally
            # Pyright does not see that a plan of T is one.
            if executor is None:
                work = count_here(self, todo, threads, tell if report else None)  # pyright: ignore[reportArgumentType]
            else:
                work = count_on(executor, self, todo, threads)  # pyright: ignore[reportArgumentType]
            for counted in work:
                tally = tally + counted
                if file:
                    file.keep(tally)
                tell(0)
                yield tally
        except KeyboardInterrupt:
            raise Interrupted(tally) from None
        finally:
            if file:
                file.keep(tally, at_once=True)
        lost = without((self._blocks,), tally.covered)
        if lost:
            msg = f"the executor gave no counts of {words(lost)}"
            raise PlanError(msg)


def plan(
    rules: Rules, players: int, n: int, *, rng: _Rng = None, known: Known | None = None, dead: Cards = ""
) -> Plan[Tally]:
    """Plan to deal ``n`` times to ``players`` seats, nobody folding, and to count who wins with what.

    Returns a ``Plan``; its ``run`` gives the ``Tally`` that ``soko.simulate`` gives for the same arguments, which are
    described there. ``rng`` is drawn from once, here. ``PlanError`` for numbers outside their range, ``DeckError`` for
    known or dead cards that do not fit.

    >>> import soko
    >>> p = soko.plan(soko.games.soko(), 6, 100_000, rng=7)
    >>> p.blocks
    7
    >>> halves = [p.shard(i, 2).run() for i in range(2)]
    >>> soko.merge(halves) == p.run() == soko.simulate(soko.games.soko(), 6, 100_000, rng=7)
    True
    """
    players, n = count("players", players, 1, 52, SeatError), count("n", n, 1, MAX_DEALS)
    return Plan(deals_question(rules, players, known, dead), stream_key(rng), n)
