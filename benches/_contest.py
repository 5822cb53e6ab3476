"""What the benchmarks share: contenders and who is compared with whom."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

by_clock = pytest.mark.benchmark(timer=perf_counter, disable_gc=True)


class Contender(NamedTuple):
    """One way to do some work.

    ``prepare`` turns a round's inputs into what ``work`` takes, outside of what is timed. ``units`` is how much work a
    call does; ``None`` when the call returns that.
    """

    name: str
    work: Callable[[Any], object]
    units: float | None = 1
    prepare: Callable[[Any], Any] = lambda given: given

    def cost(self, given: Any, clock: Callable[[], float]) -> float:
        """Return what a unit of the work costs in seconds."""
        prepared = self.prepare(given)
        start = clock()
        done = self.work(prepared)
        seconds = clock() - start
        return seconds / (float(done) if self.units is None else self.units)  # type: ignore[arg-type]


def race(
    versus: Callable[..., None],
    who: str,
    contenders: list[Contender],
    *,
    group: str,
    inputs: Callable[[int], Any] = int,
    goal: float | None = None,
    rounds: int = 15,
) -> None:
    """Time one of some contenders: ours against the reference, a peer against ours (how many times as fast ours is).

    The reference stands by itself. A peer that is not installed is left out.
    """
    by_name = {contender.name: contender for contender in contenders}
    own = by_name.get(who)
    if own is None:
        pytest.skip(f"{who} is not installed")
    first = contenders[0]
    baseline = None if who == "reference" else by_name.get("reference") if own is first else first
    versus(
        group=group,
        work=own.work,
        inputs=inputs,
        units=own.units,
        prepare=own.prepare,
        baseline=baseline,
        # A peer's figure is how many times as fast ours is: ours comes first.
        inverse=baseline is first,
        goal=goal,
        rounds=rounds,
    )


def check(equal: object, what: str) -> None:
    """Fail when two ways to the same answer came out different: then there is nothing to time."""
    assert equal, f"wrong answer: {what}"
