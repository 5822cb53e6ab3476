"""Kernels against one another, and the call from Python against the crate itself."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

import soko
from benches import _rust
from benches._measure import check, show
from benches._timed import Seconds, TimedContest
from benches.bench_evaluate import fresh_hands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benches._measure import Table

# How many times as fast as the kernel before it each one is at least, at five cards.
GOALS = {"avx2": 2.0, "avx512": 1.3}
TASKS = {
    "evaluate-5-soko": 20,
    "evaluate-7-soko": 10,
    "all-hands": 10,
    "simulate-soko-2": 5,
    "simulate-soko-4": 4,
    "simulate-soko-8": 3,
    "simulate-seven_card_stud-6": 2,
}
HANDS = 64_000
TIMES = 20


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    if not _rust.can_build():
        show("cargo is not installed: what the crate does by itself is not timed")
        return
    yield from kernels(short=short)
    yield from_python(short=short)
    yield brute_force(short=short)


def kernels(*, short: bool) -> Iterator[Table]:
    """Time what the crate does on each kernel that the processor runs. Tests hold them to the same digits."""
    available = soko.kernels()["available"].split()
    with ExitStack() as stack:
        programs = {kernel: stack.enter_context(_rust.Rates(kernel)) for kernel in available}
        contest = TimedContest(5 if short else 21, int)
        for kernel, program in programs.items():
            for task, times in TASKS.items():
                contest.enter(f"{task}, {kernel}", 1, program.task(task, times))
        contest.run()
    for task in TASKS:
        rows = [contest.cost(f"{task}, {available[0]}")]
        for slower, faster in pairwise(available):
            goal = GOALS.get(faster) if task == "evaluate-5-soko" else None
            rows.append(contest.speed(f"{task}, {faster}", f"{task}, {slower}", goal, label=slower))
        yield f"Kernels, {task}; cost a hand or deal", rows


def from_python(*, short: bool) -> Table:
    """Time the call with a numpy array against the same work without Python."""
    out = np.empty(HANDS, dtype=np.uint16)
    hands = fresh_hands(5, 2000, 0)
    check([int(soko.evaluate(bytes(hand))) for hand in hands] == soko.evaluate_many(hands).tolist(), "a batch")
    with _rust.Rates() as program:
        contest: TimedContest[NDArray[np.uint8]] = TimedContest(
            9 if short else 31, lambda number: fresh_hands(5, HANDS, number)
        )
        contest.enter("evaluate_many", 1, _many(out))
        contest.enter("the crate", 1, program.task("evaluate-5-soko", TIMES))
        contest.run()
    rows = [contest.cost("the crate"), contest.burden("evaluate_many", "the crate", 1.15)]
    return f"{HANDS:,} five-card hands, from Python and by the crate itself; cost a hand", rows


def brute_force(*, short: bool) -> Table:
    """Time an exact answer against the brute way to it: every runout evaluated, by the evaluator for one hand."""
    hands = ["(As) Kd", "(Qh) Qd"]
    answer = soko.equity(hands)
    deals = soko.equity(hands, n=500_000, rng=1)
    check(abs(float(deals.shares[0] - answer.shares[0])) < 5 * deals.std_error[0], "equity, exactly and sampled")
    with _rust.Rates() as program:
        contest = TimedContest(9 if short else 31, int)
        for task, times in (("equity-3+3", 10), ("equity-3+3-brute-force", 1)):
            contest.enter(task, 1, program.task(task, times))
        contest.run()
    rows = [contest.cost("equity-3+3-brute-force"), contest.speed("equity-3+3", "equity-3+3-brute-force", 600)]
    return "Exact equity, 3 + 3 cards to come, in Rust; cost an answer", rows


def _many(out: NDArray[np.uint16]) -> Callable[[NDArray[np.uint8]], Callable[[], Seconds]]:
    def prepare(hands: NDArray[np.uint8]) -> Callable[[], Seconds]:
        def once() -> float:
            start = perf_counter()
            soko.evaluate_many(hands, out=out)
            return perf_counter() - start

        # As the crate is timed: the least of so many times.
        return lambda: Seconds(min(once() for _ in range(TIMES)) / HANDS)

    return prepare
