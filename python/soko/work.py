"""Blocks shared out: slice after slice here, or in tasks for an executor."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from soko.counted import Counted, T

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from soko.blocks import Ranges
    from soko.counted import Watch
    from soko.plans import Plan

A = TypeVar("A")
B = TypeVar("B")

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


class Executor(Protocol):
    """What shares out tasks: executors of concurrent.futures, Dask and mpi4py, pools of multiprocessing and Ray."""

    def map(self, fn: Callable[[A], B], tasks: Iterable[A], /) -> Iterable[B]:
        """Return the results of the tasks, in order."""
        ...


def count_task(task: tuple[Plan[T], tuple[int, int], int]) -> T:
    """Count blocks of a plan on some threads; this is what a worker calls."""
    plan, blocks, threads = task
    return plan.count_blocks(blocks, threads)


def count_here(plan: Plan[T], todo: Ranges, threads: int, watch: Watch | None) -> Iterator[T]:
    """Yield the counts of the blocks of ``todo``, slice by slice."""
    rest = _Rest(todo)
    size = _FIRST_BLOCKS * threads
    while blocks := rest.take(size):
        started = time.perf_counter()
        counted = plan.count_blocks(blocks, threads, watch)
        seconds = time.perf_counter() - started
        yield counted
        if blocks[1] - blocks[0] == size:
            size = max(threads, min(8 * size, int(size * SLICE_SECONDS / seconds)))


def count_on(executor: Executor, plan: Plan[T], todo: Ranges, threads: int) -> Iterator[T]:
    """Yield the counts of the blocks of ``todo`` as the executor gives them back.

    First a few blocks are counted here, to learn how many make a task. ``TypeError`` when something else than counts
    comes back.
    """
    rest = _Rest(todo)
    size, pace = 1, 0.0
    while size * pace < _PROBE_SECONDS and (blocks := rest.take(size)):
        started = time.perf_counter()
        counted = plan.count_blocks(blocks, threads)
        pace = (time.perf_counter() - started) / (blocks[1] - blocks[0])
        yield counted
        size *= 4
    size = max(1, int(TASK_SECONDS / pace)) if pace else 1
    tasks = ((plan, blocks, threads) for blocks in iter(lambda: rest.take(size), None))
    wave = _FIRST_WAVE
    while batch := list(islice(tasks, wave)):
        started = time.perf_counter()
        for result in executor.map(count_task, batch):
            if not isinstance(result, Counted):
                msg = f"map of {executor!r} gives {type(result).__name__}, not results (Dask: client.get_executor())"
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
