"""A small harness that times contenders in turns and reports ratios.

The figures that matter are ratios, and on a shared machine a ratio holds only between neighbours in time. So in each
round every contender runs once on the same fresh inputs, in another order each time, and what is reported is the median
of the rounds' ratios with the range of the middle eight tenths. pytest-benchmark, the usual tool, times one
contender to the end before it begins the next, and compares medians that lie minutes apart.

Work on one thread is timed in processor time, which leaves out what other processes were given meanwhile; on an idle
machine it is the time on the clock, which only threads are compared by.
"""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass
from hashlib import pbkdf2_hmac
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Inputs = TypeVar("Inputs")

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


class WrongAnswerError(Exception):
    """Two ways to the same answer came out different, so there is nothing to time."""


def check(equal: object, what: str) -> None:
    """Refuse to go on when answers differ."""
    if not equal:
        raise WrongAnswerError(what)


@dataclass(frozen=True)
class Row:
    """One line of the report: what something costs and, where it is compared, the ratio and its goal.

    ``cost`` is in seconds a unit of work. ``goal`` is the least ratio where ``relation`` is a speed, else the most.
    """

    name: str
    cost: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    relation: str = ""
    goal: float | None = None
    at_least: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; ``None`` where there is none."""
        if self.goal is None or self.ratio is None:
            return None
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal


Table = tuple[str, list[Row]]


class Contest(Generic[Inputs]):
    """Contenders at the same work, timed in turns on the same inputs, which each round makes anew."""

    def __init__(self, rounds: int, inputs: Callable[[int], Inputs], clock: Callable[[], float] = process_time) -> None:
        """Take the number of rounds, the function that makes a round's inputs, and what the time is read from."""
        self._rounds = rounds
        self._clock = clock
        self._inputs = inputs
        self._contenders: dict[str, tuple[int, Callable[[Inputs], Callable[[], object]]]] = {}
        self._costs: dict[str, list[float]] = {}

    def enter(self, name: str, units: int, prepare: Callable[[Inputs], Callable[[], object]]) -> None:
        """Enter a contender: ``prepare`` turns a round's inputs into the call to time, which does ``units`` of work."""
        self._contenders[name] = (units, prepare)

    def run(self) -> None:
        """Time all contenders; an unmeasured round comes first."""
        names = list(self._contenders)
        self._costs = {name: [] for name in names}
        gc.disable()
        try:
            for number in range(self._rounds + 1):
                inputs = self._inputs(number)
                work = {name: prepare(inputs) for name, (_, prepare) in self._contenders.items()}
                gc.collect()
                for name in Random(number).sample(names, len(names)):
                    seconds = self._time(work[name])
                    if number:
                        self._costs[name].append(seconds / self._contenders[name][0])
        finally:
            gc.enable()

    def _time(self, work: Callable[[], object]) -> float:
        start = self._clock()
        work()
        return self._clock() - start

    def cost(self, name: str) -> Row:
        """Report what a contender costs."""
        return Row(name, median(self._costs[name]))

    def total(self, name: str, units: int, goal: float | None = None) -> Row:
        """Report what many units of work cost together in milliseconds; the goal is the most."""
        cost = median(self._costs[name]) * units
        low, high = _middle(self._costs[name])
        return Row(name, cost, cost * 1e3, low * units * 1e3, high * units * 1e3, "ms", goal, at_least=False)

    def excess(self, name: str, over: str, goal: float | None = None) -> Row:
        """Report how many milliseconds more than another a contender takes; the goal is the most."""
        more = [(a - b) * 1e3 for a, b in zip(self._costs[name], self._costs[over], strict=True)]
        low, high = _middle(more)
        return Row(name, median(self._costs[name]), median(more), low, high, f"ms over {over}", goal, at_least=False)

    def speed(self, name: str, against: str, goal: float | None = None, *, label: str = "") -> Row:
        """Report how many times as fast as another a contender is; the goal is the least."""
        return self._compare(name, f"x speed of {label or against}", _ratios(self._costs, against, name), goal)

    def burden(self, name: str, against: str, goal: float | None = None, *, label: str = "") -> Row:
        """Report how many times as much as another a contender costs; the goal is the most."""
        ratios = _ratios(self._costs, name, against)
        return self._compare(name, f"x cost of {label or against}", ratios, goal, at_least=False)

    def _compare(
        self, name: str, relation: str, ratios: list[float], goal: float | None, *, at_least: bool = True
    ) -> Row:
        low, high = _middle(ratios)
        return Row(name, median(self._costs[name]), median(ratios), low, high, relation, goal, at_least)


def thread_name(work: str, threads: int) -> str:
    """Return the name under which work on so many threads is entered."""
    return f"{work}, {threads} thread{'s' * (threads > 1)}"


def thread_rows(
    rounds: int, inputs: Callable[[int], Inputs], enter: Callable[[Contest[Inputs]], None], works: Sequence[str]
) -> list[Row]:
    """Compare two threads with one, by the clock and by the processor time they take together.

    Plain hashing on two threads shows what a busy machine has to give; the processor time shows what sharing out the
    work costs, busy or not.
    """
    by_clock, by_processor = Contest(rounds, inputs, perf_counter), Contest(rounds, inputs)
    for threads in (1, 2):
        by_clock.enter(thread_name("hashing", threads), threads, _hashing(threads))
    for contest in (by_clock, by_processor):
        enter(contest)
        contest.run()
    rows = []
    for work in ("hashing", *works):
        goal = None if work == "hashing" else 1.8
        rows.append(by_clock.speed(thread_name(work, 2), thread_name(work, 1), goal, label="one thread"))
    return rows + [
        by_processor.burden(thread_name(work, 2), thread_name(work, 1), label="one thread (processor)")
        for work in works
    ]


def _hashing(threads: int) -> Callable[[object], Callable[[], None]]:
    return lambda _: lambda: _hash_on(threads)


def _hash_on(threads: int) -> None:
    def work() -> None:
        pbkdf2_hmac("sha256", b"soko", b"soko", 20_000)

    workers = [Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _ratios(costs: dict[str, list[float]], over: str, under: str) -> list[float]:
    return [a / b for a, b in zip(costs[over], costs[under], strict=True)]


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the middle eight tenths."""
    ordered = sorted(values)
    cut = len(ordered) // 10
    return ordered[cut], ordered[-1 - cut]


def show(text: str = "") -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def show_table(title: str, rows: Sequence[Row]) -> None:
    """Print a table of rows, at most 100 columns wide."""
    show(f"\n{title}")
    show(f" {'':28}{'cost':>8}{'ratio':>8}  {'range':41}{'goal':>7}")
    for row in rows:
        goal = "" if row.goal is None else f"{'>=' if row.at_least else '<='}{row.goal:,g}"
        verdict = {True: " met", False: " NOT", None: ""}[row.met]
        spread = "" if row.low is None or row.high is None else f"{number_text(row.low)}-{number_text(row.high)}"
        line = f" {row.name:28}{time_text(row.cost):>8}{number_text(row.ratio):>8}  {spread:13} {row.relation:27}"
        show(f"{line}{goal:>7}{verdict}".rstrip())


def number_text(value: float | None) -> str:
    """Return a number to three digits, nothing for none."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def time_text(seconds: float | None) -> str:
    """Return a time to three digits with its unit, nothing for none."""
    if seconds is None:
        return ""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
