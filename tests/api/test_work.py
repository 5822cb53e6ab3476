"""How work is cut: slices and tasks as long as they should be, whatever a block takes, on a clock made for it."""

import pickle
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import soko
from soko import _soko
from soko._checks import thread_count
from soko.plans.run import BlockCounts, Checkpoint, Work, count_here, count_on, count_task

QUESTION = soko.plan(soko.games.soko(), 2, 5).question
NOTHING = BlockCounts((0, 0), QUESTION.zeros())
Clock = SimpleNamespace


class Paced:
    """Stands for work of which each block takes the same time."""

    question = QUESTION

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.counted: list[tuple[tuple[int, int], int]] = []

    def count(self, blocks: tuple[int, int], threads: int, _watch: object = None) -> BlockCounts:
        self.counted.append((blocks, threads))
        self.clock.now += self.seconds * (blocks[1] - blocks[0])
        return NOTHING

    @property
    def sizes(self) -> list[int]:
        return [last - first for (first, last), _ in self.counted]


class Waves:
    """An engine that takes its time for each wave of tasks."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.waves: list[list[Any]] = []

    def map(self, _fn: Callable[[Any], Any], tasks: Iterable[Any], /) -> list[BlockCounts]:
        self.waves.append(list(tasks))
        self.clock.now += self.seconds
        return [NOTHING] * len(self.waves[-1])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(now=1000.0)
    monkeypatch.setattr("soko.plans.run.time", Clock(perf_counter=lambda: clock.now))
    return clock


@pytest.mark.parametrize(
    ("seconds", "threads", "sizes"),
    [
        # A quarter of a second is 2,048 blocks, which are come to in steps of eight times as many.
        (2.0**-13, 1, [32, 256, 2048, 2048, 2048]),
        (2.0**-13, 2, [64, 512, 2048, 2048, 2048]),
        # A block for each thread, however long it takes.
        (1.0, 3, [96, 3, 3, 3, 3]),
        (1.0, 1024, [96, 3, 3, 3, 3]),
    ],
)
def test_slices_are_a_quarter_of_a_second(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, seconds: float, threads: int, sizes: list[int]
) -> None:
    # The last case has more threads than cores.
    monkeypatch.setattr("soko._soko.cores", lambda: 3)
    plan = Paced(clock, seconds)
    slices = count_here(plan, ((5, 10**6),), threads, None)  # type: ignore[arg-type]
    assert [next(slices) for _ in sizes] == [NOTHING] * len(sizes)
    assert plan.sizes == sizes
    assert plan.counted[0] == ((5, 5 + sizes[0]), threads)
    assert all(left[0][1] == right[0][0] for left, right in zip(plan.counted, plan.counted[1:], strict=False))


def test_what_is_left_of_a_range_says_nothing_of_the_pace(clock: Clock) -> None:
    plan = Paced(clock, 2.0**-13)
    assert len(list(count_here(plan, ((0, 3), (7, 71), (80, 400)), 1, None))) == 5  # type: ignore[arg-type]
    assert [blocks for blocks, _ in plan.counted] == [(0, 3), (7, 39), (39, 71), (80, 336), (336, 400)]


def test_policies_of_ones_own_are_asked_in_slices_of_one_size(clock: Clock) -> None:
    plan = Paced(clock, 1.0)
    own = soko.playout_plan(soko.games.soko(), 2, 10**6, lambda _, legal: legal.argmax(axis=1), batch=100)
    plan.question = own.question  # type: ignore[assignment]
    assert len(list(count_here(plan, ((5, 60),), 3, None))) == 3  # type: ignore[arg-type]
    # 16 batches of 100 hands are 25 blocks of 64.
    assert plan.sizes == [25, 25, 5]


def test_a_task_is_a_second_and_a_half(clock: Clock) -> None:
    plan, engine = Paced(clock, 2.0**-10), Waves(clock, 10.0)
    counts = count_on(engine, plan, ((0, 100_000),), 4)  # type: ignore[arg-type]
    assert len(list(counts)) == 3 + 66
    # A few blocks are counted here, until more of them would take a twentieth of a second.
    assert plan.counted == [((0, 1), 4), ((1, 5), 4), ((5, 21), 4)]
    assert [len(wave) for wave in engine.waves] == [32, 32, 2]
    assert engine.waves[0][0] == (plan, (21, 21 + 1536), 4)
    assert engine.waves[-1][-1] == (plan, (21 + 65 * 1536, 100_000), 4)


def test_waves_double_while_they_are_short(clock: Clock) -> None:
    plan, engine = Paced(clock, 2.0), Waves(clock, 9.9)
    assert len(list(count_on(engine, plan, ((0, 16_001),), 1))) == 16_001  # type: ignore[arg-type]
    assert plan.sizes == [1]
    assert [len(wave) for wave in engine.waves] == [32, 64, 128, 256, 512, 1024, 2048, 4096, 4096, 3744]


def test_little_work_is_done_here(clock: Clock) -> None:
    plan, engine = Paced(clock, 2.0**-10), Waves(clock, 1.0)
    assert len(list(count_on(engine, plan, ((0, 20),), 1))) == 3  # type: ignore[arg-type]
    assert (plan.sizes, engine.waves) == ([1, 4, 15], [])
    assert list(count_on(engine, plan, (), 1)) == []  # type: ignore[arg-type]


def test_a_checkpoint_is_written_when_it_is_five_seconds_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = Clock(now=1000.0)
    monkeypatch.setattr("soko.plans.run.time", Clock(monotonic=lambda: clock.now, perf_counter=time.perf_counter))
    path = tmp_path / "run.json"
    plan = soko.plan(soko.games.soko(), 2, 3 * 16_384, rng=7)
    parts = [soko.merge(plan.shard(i, 3).run() for i in range(k + 1)) for k in range(3)]
    file = Checkpoint(path, plan.count_blocks((0, 0), 1), (0, 3))
    for seconds, tally, kept in ((4.9, parts[0], 0), (0.1, parts[0], 1), (4.9, parts[1], 1), (0.2, parts[1], 2)):
        clock.now += seconds
        file.keep(tally)
        assert soko.Tally.load(path).n == kept * 16_384
    file.keep(parts[2], at_once=True)
    assert soko.Tally.load(path) == parts[2]
    # What it has already is not written again.
    path.unlink()
    file.keep(parts[2], at_once=True)
    assert not path.exists()


def test_a_task_gives_back_counts_and_not_the_question() -> None:
    plan = soko.plan(soko.games.soko(), 2, 3 * 16_384, rng=7)
    work = Work(plan.question, plan.key, plan.n, plan.block_range)
    counted = count_task((work, (1, 3), 2))
    assert counted.blocks == (1, 3)
    assert work.tally(counted) == plan.count_blocks((1, 3), 1)
    # A policy of one's own may be large, and another one by the time that it is back.
    assert len(pickle.dumps(counted)) < 1000


def test_threads_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [thread_count(threads) for threads in (1, 1024)] == [1, 1024]
    for threads in (0, 1025):
        with pytest.raises(soko.PlanError, match=f"^threads {threads}: 1 to 1,024 is allowed$"):
            thread_count(threads)
    monkeypatch.delenv("SOKO_THREADS", raising=False)
    assert thread_count(None) == _soko.cores() >= 1
    monkeypatch.setattr("soko._soko.cores", lambda: 7)
    for given, threads in (("", 7), ("1", 1), ("5", 5), ("8", 7), ("9" * 5000, 7)):
        monkeypatch.setenv("SOKO_THREADS", given)
        assert thread_count(None) == threads
        # What is asked for is not capped.
        assert thread_count(9) == 9
    for given in ("0", "-1", "two", "1.5", "\u0663"):
        monkeypatch.setenv("SOKO_THREADS", given)
        with pytest.raises(soko.ArgumentError, match=f"^SOKO_THREADS '{given}': a whole number from 1 is needed$"):
            thread_count(None)
