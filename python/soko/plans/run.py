"""How work is run: slice after slice here or in tasks for an executor, with progress, a checkpoint and Ctrl-C."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

from soko import _soko
from soko._checks import checked_progress, thread_count
from soko._progress import bar
from soko._soko import PlanError
from soko.errors import CheckpointError, Interrupted
from soko.plans.blocks import Part, block_count, deal_count, without, words
from soko.plans.counted import T, one_plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from soko.plans.blocks import Ranges
    from soko.plans.counted import Question, Watch
    from soko.plans.files import FilePath
    from soko.rng import _Key

A = TypeVar("A")
B = TypeVar("B")

Report = Callable[[int, int], object]

# A stopped run loses the slice it is at; a slice ends with threads that wait for the last block.
SLICE_SECONDS: Final = 0.25
_FIRST_BLOCKS: Final = 32
# Tasks are long against the time to send them and short against the work that a lost worker loses.
TASK_SECONDS: Final = 1.5
_PROBE_SECONDS: Final = 0.05
# Tasks are handed out in waves, so that few wait in the engine, and engines that give back a whole wave at once let
# progress be seen.
_FIRST_WAVE: Final = 32
_MOST_IN_WAVE: Final = 4096
_WAVE_SECONDS: Final = 10.0

_SAVE_SECONDS: Final = 5.0


class Executor(Protocol):
    """What shares out tasks: executors of concurrent.futures, Dask and mpi4py, pools of multiprocessing and Ray."""

    def map(self, fn: Callable[[A], B], tasks: Iterable[A], /) -> Iterable[B]:
        """Return the results of the tasks, in order."""
        ...


class BlockCounts(NamedTuple):
    """What a task gives back: its blocks, and their counts as the question has them."""

    blocks: tuple[int, int]
    counts: object
    done: Ranges | None = None
    """The blocks that the counts are of; ``None`` for all."""
    stopped: BaseException | None = None
    """What stopped it before all were done."""


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """Some blocks of a question, a key and a number of deals: what plans are made of."""

    question: Question[T]
    key: _Key
    n: int
    blocks: tuple[int, int]

    @property
    def total(self) -> int:
        """How many blocks the question has in all."""
        return block_count(self.n, self.question.BLOCK)

    @property
    def deals(self) -> int:
        """How many deals the blocks have."""
        return deal_count((self.blocks,), self.n, self.question.BLOCK)

    def nothing(self) -> T:
        """Return the tally of no blocks."""
        return self.question.tally((Part(self.key, self.n, (), self.question.BLOCK),), self.question.zeros())

    def count(self, blocks: tuple[int, int], threads: int, watch: Watch | None = None) -> BlockCounts:
        """Count blocks, not none."""
        return BlockCounts(blocks, *self.question.count(self.key, self.n, blocks, threads, watch))

    def tally(self, counted: BlockCounts) -> T:
        """Return the tally of blocks that were counted."""
        done = (counted.blocks,) if counted.done is None else counted.done
        part = Part(self.key, self.n, done, self.question.BLOCK)
        return self.question.tally((part,), counted.counts)


def all_blocks(question: Question[T], key: _Key, n: int) -> Work[T]:
    """Return all blocks of the first ``n`` deals of a key."""
    return Work(question, key, n, (0, block_count(n, question.BLOCK)))


def run(
    work: Work[T],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool | Report | None = False,
    checkpoint: FilePath | None = None,
) -> T:
    """Count all blocks and return their tally; ``soko.Plan.run`` says how."""
    report = checked_progress(progress)
    if report is True:
        with bar(work.question.UNIT, work.deals * work.question.units) as show:
            return _last(stream(work, threads, executor, checkpoint, lambda done, _: show(done)))
    return _last(stream(work, threads, executor, checkpoint, report))


def stream(
    work: Work[T],
    threads: int | None = None,
    executor: Executor | None = None,
    checkpoint: FilePath | None = None,
    report: Report | None = None,
) -> Iterator[T]:
    """Check what can be checked, and return an iterator of tallies with more and more blocks."""
    if executor is not None and not hasattr(executor, "map"):
        msg = f"executor {executor!r}: it has no map(fn, tasks)"
        raise TypeError(msg)
    workers = 1 if executor is not None and threads is None else thread_count(threads)
    start = work.nothing()
    file = NoCheckpoint(start) if checkpoint is None else Checkpoint(checkpoint, start, work.blocks)
    return _stream(work, file, workers, executor, report)


def _last(tallies: Iterator[T]) -> T:
    last = next(tallies)
    for tally in tallies:
        last = tally
    return last


def _stream(
    work: Work[T],
    file: Checkpoint[T] | NoCheckpoint[T],
    threads: int,
    executor: Executor | None,
    report: Report | None,
) -> Iterator[T]:
    """Yield the tally of the file with more and more blocks added to it."""
    tally, units = file.tally, work.question.units

    def tell(done: int) -> None:
        if report:
            report(tally.n * units + done, work.deals * units)

    todo = without((work.blocks,), tally.covered)
    try:
        if not todo:
            tell(0)
            yield tally
        if executor is None:
            counts = count_here(work, todo, threads, tell if report else None)
        else:
            counts = count_on(executor, work, todo, threads)
        for counted in counts:
            # What was done of a slice that was stopped counts too.
            if counted.done != ():
                tally = tally + work.tally(counted) if tally.covered else work.tally(counted)
            all_counted(counted)
            file.keep(tally)
            tell(0)
            yield tally
    except KeyboardInterrupt:
        stopped = Interrupted(tally)
        file.keep_last(tally, stopped)
        raise stopped from None
    except BaseException as error:
        file.keep_last(tally, error)
        raise
    file.keep_last(tally)
    lost = without((work.blocks,), tally.covered)
    if lost:
        msg = f"the executor returned no counts for {words(lost)}"
        raise PlanError(msg)


def count_here(work: Work[T], todo: Ranges, threads: int, watch: Watch | None) -> Iterator[BlockCounts]:
    """Yield the counts of the blocks of ``todo``, slice by slice."""
    rest = _Rest(todo)
    fixed = work.question.slice_blocks
    # More threads than cores count no more at a time.
    busy = min(threads, _soko.cores()) if threads > 1 else 1
    size = fixed or _FIRST_BLOCKS * busy
    while blocks := rest.take(size):
        started = time.perf_counter()
        counted = work.count(blocks, threads, watch)
        seconds = time.perf_counter() - started
        yield counted
        if not fixed and blocks[1] - blocks[0] == size:
            size = max(busy, min(8 * size, int(size * SLICE_SECONDS / seconds)))


def count_task(task: tuple[Work[T], tuple[int, int], int]) -> BlockCounts:
    """Count blocks on some threads; this is what a worker calls."""
    work, blocks, threads = task
    return all_counted(work.count(blocks, threads))


def all_counted(counted: BlockCounts) -> BlockCounts:
    """Return counts of all their blocks; what stopped them comes out."""
    if counted.stopped is not None:
        raise counted.stopped
    return counted


def count_on(executor: Executor, work: Work[T], todo: Ranges, threads: int) -> Iterator[BlockCounts]:
    """Yield the counts of the blocks of ``todo`` as the executor gives them back.

    First a few blocks are counted here, to learn how many make a task. ``TypeError`` when something else than counts
    comes back.
    """
    rest = _Rest(todo)
    size, pace = 1, 0.0
    while size * pace < _PROBE_SECONDS and (blocks := rest.take(size)):
        started = time.perf_counter()
        counted = all_counted(work.count(blocks, threads))
        pace = (time.perf_counter() - started) / (blocks[1] - blocks[0])
        yield counted
        size *= 4
    size = max(1, int(TASK_SECONDS / pace)) if pace else 1
    tasks = ((work, blocks, threads) for blocks in iter(lambda: rest.take(size), None))
    wave = _FIRST_WAVE
    while batch := list(islice(tasks, wave)):
        started = time.perf_counter()
        for result in executor.map(count_task, batch):
            if not isinstance(result, BlockCounts):
                msg = f"map of {executor!r} returned {type(result).__name__}, not counts (Dask: client.get_executor())"
                raise TypeError(msg)
            yield result
        if time.perf_counter() - started < _WAVE_SECONDS:
            wave = min(2 * wave, _MOST_IN_WAVE)


class _Rest:
    """Blocks from which some are taken until none are left."""

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = list(reversed(ranges))

    def take(self, size: int) -> tuple[int, int] | None:
        """Return the next blocks, ``size`` at most; ``None`` when all are taken."""
        if not self._ranges:
            return None
        first, last = self._ranges.pop()
        end = min(first + size, last)
        if end < last:
            self._ranges.append((end, last))
        return first, end


class NoCheckpoint(Generic[T]):
    """Where a run has no file: it begins with nothing and keeps nothing."""

    def __init__(self, start: T) -> None:
        """Begin with ``start``."""
        self.tally = start

    def keep(self, tally: T) -> None:
        """Do nothing."""

    def keep_last(self, tally: T, ending: BaseException | None = None) -> None:
        """Do nothing."""


class Checkpoint(Generic[T]):
    """A file that keeps the tally of a run, from which the run goes on."""

    def __init__(self, path: FilePath, start: T, blocks: tuple[int, int]) -> None:
        """Read the file if it is there; ``tally`` is what it has, or else ``start``.

        ``PlanError`` when it has something else than some of ``blocks`` of the plan of ``start``.
        """
        self._path = path
        self.tally = start
        if Path(path).exists():
            # The question is that of the plan, which may know more than a file has: how to ask a policy.
            self.tally = one_plan([start, type(start).load(path)], [str(path)] * 2)
            outside = without(self.tally.covered, (blocks,))
            if outside:
                msg = f"{path}: has {words(outside)}, which are not part of this shard"
                raise PlanError(msg)
        # A file that cannot be written is better known now; later, no failure of it ends the run.
        self.tally.save(path)
        self._saved = time.monotonic()
        self._error: OSError | None = None

    def keep(self, tally: T, *, at_once: bool = False) -> None:
        """Write the tally when the file is old, or at once; what cannot be written is tried again later."""
        if tally is self.tally or not (at_once or time.monotonic() - self._saved >= _SAVE_SECONDS):
            return
        try:
            tally.save(self._path)
        except OSError as error:
            self._error = error
        else:
            self.tally, self._error = tally, None
        self._saved = time.monotonic()

    def keep_last(self, tally: T, ending: BaseException | None = None) -> None:
        """Write the tally at the end of a run, or when ``ending`` ends it.

        When it cannot be written, ``CheckpointError`` has the tally, or ``ending`` gets a note that says so.
        """
        try:
            self.keep(tally, at_once=True)
        except KeyboardInterrupt:
            # Pressed twice: the file is as it was before, and what the first one raised has the tally.
            if ending is None:
                raise Interrupted(tally) from None
            ending.add_note(f"{self._path}: stopped while the checkpoint was written")
            return
        if self._error is None:
            return
        failed = CheckpointError(self._path, self._error, tally)
        if ending is None:
            raise failed from self._error
        if isinstance(ending, GeneratorExit):
            # Nobody is there to be told but the one who reads warnings.
            warnings.warn(str(failed), RuntimeWarning, stacklevel=3)
        ending.add_note(str(failed))
