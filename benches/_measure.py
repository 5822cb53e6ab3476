"""A small harness that times contenders in turns and reports ratios.

The figures that matter are ratios, and on a shared machine a ratio holds only between neighbours in time. So in each
round every contender runs once on the same fresh inputs, every second round in reverse order, and what is reported is
the median of the rounds' ratios with the range of the middle eight tenths. pytest-benchmark, the usual tool, times one
contender to the end before it begins the next, and compares medians that lie minutes apart.
"""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter
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

    def __init__(self, rounds: int, inputs: Callable[[int], Inputs]) -> None:
        """Take the number of rounds and the function that makes a round's inputs."""
        self._rounds = rounds
        self._inputs = inputs
        self._contenders: dict[str, tuple[int, Callable[[Inputs], Callable[[], object]]]] = {}
        self._costs: dict[str, list[float]] = {}

    def enter(self, name: str, units: int, prepare: Callable[[Inputs], Callable[[], object]]) -> None:
        """Enter a contender: ``prepare`` turns a round's inputs into the call that is timed and does ``units`` of work."""
        self._contenders[name] = (units, prepare)

    def run(self) -> None:
        """Time all contenders; an unmeasured round comes first."""
        names = list(self._contenders)
        self._costs = {name: [] for name in names}
        for number in range(self._rounds + 1):
            inputs = self._inputs(number)
            work = {name: prepare(inputs) for name, (_, prepare) in self._contenders.items()}
            for name in names if number % 2 else reversed(names):
                seconds = _time(work[name])
                if number:
                    self._costs[name].append(seconds / self._contenders[name][0])

    def cost(self, name: str) -> Row:
        """Report what a contender costs."""
        return Row(name, median(self._costs[name]))

    def total(self, name: str, units: int, goal: float | None = None) -> Row:
        """Report what many units of work cost together in milliseconds; the goal is the most."""
        cost = median(self._costs[name]) * units
        low, high = _middle(self._costs[name])
        return Row(name, cost, cost * 1e3, low * units * 1e3, high * units * 1e3, "ms", goal, at_least=False)

    def extra(self, name: str, over: str, goal: float | None = None) -> Row:
        """Report how many milliseconds more than another a contender takes; the goal is the most."""
        more = [(a - b) * 1e3 for a, b in zip(self._costs[name], self._costs[over], strict=True)]
        low, high = _middle(more)
        return Row(name, median(self._costs[name]), median(more), low, high, f"ms more than {over}", goal, at_least=False)

    def speed(self, name: str, against: str, goal: float | None = None, *, label: str = "") -> Row:
        """Report how many times as fast as another a contender is; the goal is the least."""
        return self._compare(name, f"x as fast as {label or against}", _ratios(self._costs, against, name), goal)

    def burden(self, name: str, against: str, goal: float | None = None, *, label: str = "") -> Row:
        """Report how many times as much as another a contender costs; the goal is the most."""
        ratios = _ratios(self._costs, name, against)
        return self._compare(name, f"x the cost of {label or against}", ratios, goal, at_least=False)

    def _compare(
        self, name: str, relation: str, ratios: list[float], goal: float | None, *, at_least: bool = True
    ) -> Row:
        low, high = _middle(ratios)
        return Row(name, median(self._costs[name]), median(ratios), low, high, relation, goal, at_least)


def _ratios(costs: dict[str, list[float]], over: str, under: str) -> list[float]:
    return [a / b for a, b in zip(costs[over], costs[under], strict=True)]


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the middle eight tenths."""
    ordered = sorted(values)
    cut = len(ordered) // 10
    return ordered[cut], ordered[-1 - cut]


def _time(work: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        work()
        return perf_counter() - start
    finally:
        gc.enable()


def show(text: str = "") -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def show_table(title: str, rows: Sequence[Row]) -> None:
    """Print a table of rows, at most 100 columns wide."""
    show(f"\n{title}")
    show(f"  {'':32}{'cost':>9}{'ratio':>9}  {'range':15}{'':25}{'goal':>6}")
    for row in rows:
        goal = "" if row.goal is None else f"{'>=' if row.at_least else '<='}{_number(row.goal)}"
        verdict = {True: "  met", False: "  NOT", None: ""}[row.met]
        spread = "" if row.low is None or row.high is None else f"{_number(row.low)} - {_number(row.high)}"
        line = f"  {row.name:32}{_time_text(row.cost):>9}{_number(row.ratio):>9}  {spread:15}{row.relation:25}"
        show(f"{line}{goal:>6}{verdict}".rstrip())


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _time_text(seconds: float | None) -> str:
    if seconds is None:
        return ""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
