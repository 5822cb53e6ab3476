"""The fixture ``versus`` and the report of ratios.

A ratio on a shared machine holds only between neighbours in time. So each round of pytest-benchmark makes fresh inputs,
times the baseline on them, and then the contender; what counts is the median of the rounds' ratios. Work on one thread
is timed in processor time, which leaves out what other processes were given; work on several by the clock
(``@by_clock``). Baseline and contender always use the same of the two.
"""

from __future__ import annotations

import os
import platform
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

import soko
from benches import _peers
from benches._text import number_text, time_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benches._contest import Contender

Rows = pytest.StashKey[list[dict[str, Any]]]()
# What has no name of its own is made for every call.
Versus = Any


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--short``."""
    parser.addoption("--short", action="store_true", help="benchmarks: fewer rounds of smaller work")


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the list of rows."""
    config.stash[Rows] = []


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Time in processor time unless a benchmark says otherwise, and without the garbage collector."""
    for item in items:
        # The peers' own.
        item.add_marker(pytest.mark.filterwarnings("ignore"))
        mark = item.get_closest_marker("benchmark")
        if mark is None or "timer" not in mark.kwargs:
            item.add_marker(pytest.mark.benchmark(timer=process_time, disable_gc=True))


@pytest.fixture
def short(request: pytest.FixtureRequest) -> bool:
    """Whether the run is a short one."""
    return bool(request.config.getoption("--short"))


@pytest.fixture
def versus(benchmark: Any, request: pytest.FixtureRequest, short: bool) -> Callable[..., None]:  # noqa: FBT001
    """Return what times a contender, round by round beside its baseline on the same inputs.

    ``versus(work=, units=, inputs=, prepare=, baseline=, group=, goal=, rounds=)``: ``inputs(round)`` makes the inputs,
    ``prepare`` gives them the form that the work likes best, outside of what is timed; ``units`` is how much a call of
    the work does, ``None`` when it returns that itself. ``baseline`` is a ``Contender`` of the same four.
    """
    return partial(_measure, benchmark, request, short)


def _measure(  # noqa: PLR0913
    benchmark: Any,
    request: pytest.FixtureRequest,
    short: bool,  # noqa: FBT001
    *,
    group: str,
    work: Callable[[Any], object],
    inputs: Callable[[int], Any],
    units: float | None = 1,
    prepare: Callable[[Any], Any] = lambda given: given,
    baseline: Contender | None = None,
    goal: float | None = None,
    inverse: bool = False,
    rounds: int = 15,
) -> None:
    benchmark.group = group
    clock = request.node.get_closest_marker("benchmark").kwargs["timer"]
    done: list[float] = []
    costs: list[float] = []
    number = iter(range(10_000))

    def setup() -> tuple[tuple[Any], dict[str, Any]]:
        given = inputs(next(number))
        if baseline is not None:
            costs.append(baseline.cost(given, clock))
        return (prepare(given),), {}

    def timed(given: Any) -> None:
        counted = work(given)
        done.append(float(counted) if units is None else units)  # type: ignore[arg-type]

    rounds = max(3, rounds // 3) if short else rounds
    benchmark.pedantic(timed, setup=setup, rounds=rounds, iterations=1, warmup_rounds=1)
    if benchmark.stats is None:
        return
    # The first round warmed up.
    own = [seconds / units for seconds, units in zip(benchmark.stats.stats.data, done[1:], strict=True)]
    row = {"group": group, "name": _who(request), "cost": median(own)}
    row |= {"units": median(done), "baseline": None, "goal": goal}
    if baseline is not None:
        pairs = zip(costs[1:], own, strict=True)
        ratios = sorted(mine / theirs if inverse else theirs / mine for theirs, mine in pairs)
        cut = len(ratios) // 10
        row |= {"baseline": baseline.name, "ratio": median(ratios), "low": ratios[cut], "high": ratios[-1 - cut]}
        row["relation"] = f"of the speed of {row['name']}" if inverse else "the speed"
        row["met"] = None if goal is None else row["ratio"] >= goal
    benchmark.extra_info |= row
    request.config.stash[Rows].append(row)


def _who(request: pytest.FixtureRequest) -> str:
    """Return who is timed; a benchmark without parameters is ours."""
    found = getattr(request.node, "callspec", None)
    return "soko" if found is None else found.params.get("who", "soko")


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Add what the figures depend on: packages, peers, those that could not be measured, the kernel."""
    machine_info["soko"] = {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": f"{platform.python_version()}, {platform.system()} {platform.machine()}",
        "packages": _versions("soko", "numpy"),
        "peers": _versions(*_peers.PACKAGES),
        "not measured": _peers.not_measured(),
        "kernel": "{kernel}, {why}".format(**soko.kernels()),
    }


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the ratios."""
    rows = config.stash[Rows]
    if not rows:
        return
    terminalreporter.section("ratios: how many times as fast as the baseline, round by round")
    group = None
    for row in rows:
        if row["group"] != group:
            group = row["group"]
            terminalreporter.write_line(group)
        line = f"  {row['name']:32}{time_text(row['cost']):>9}"
        if row["baseline"] is not None:
            spread = f"{number_text(row['low'])}-{number_text(row['high'])}"
            line += f"{number_text(row['ratio']):>9}x  {spread:17} {row['baseline']:24}"
            if row["goal"] is not None:
                line += f">={row['goal']:,g} {'met' if row['met'] else 'NOT met'}"
        terminalreporter.write_line(line.rstrip())
    for name, reason in _peers.not_measured().items():
        terminalreporter.write_line(f"not measured: {name} ({reason})")


def _versions(*packages: str) -> dict[str, str]:
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
