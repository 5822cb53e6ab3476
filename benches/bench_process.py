"""What soko costs a process: the time of its import, and memory while it simulates."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from benches._measure import Contest, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benches._measure import Table

# Prints the most memory that the process ever held, in kilobytes. The figure of getrusage would count the parent's too.
_PEAK = """
import pathlib, re, sys, soko
soko.simulate(soko.games.soko(), 6, int(sys.argv[1]), rng=1, threads=1)
print(re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1])
"""


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    yield imports(short=short)
    if sys.platform == "linux":
        yield memory(short=short)


def imports(*, short: bool) -> Table:
    """Time a process that imports soko against one that does nothing."""
    contest = Contest(15 if short else 41, int, _children_time)
    for name, code in (("python", "pass"), ("import soko", "import soko"), ("import numpy", "import numpy")):
        contest.enter(name, 1, _process(code))
    contest.run()
    rows = [
        contest.cost("python"),
        contest.excess("import soko", "python", 15),
        contest.excess("import numpy", "python"),
    ]
    return "Import, in processes of their own", rows


def memory(*, short: bool) -> Table:
    """Compare the peak memory of a short and a ten times longer simulation."""
    few, many = (10**5, 10**6) if short else (10**7, 10**8)
    peaks = {n: int(_python(_PEAK, str(n))) / 1024 for n in (few, many)}
    rows = [Row(f"{n:,} deals", ratio=peak, relation="MiB") for n, peak in peaks.items()]
    rows.append(Row("growth", ratio=peaks[many] - peaks[few], relation="MiB", goal=1, at_least=False))
    return "Peak memory of a process that simulates Soko with 6 players", rows


def _children_time() -> float:
    """Return the processor time of the processes that were started and have ended."""
    if sys.platform == "win32":
        return perf_counter()
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _process(code: str) -> Callable[[int], Callable[[], object]]:
    return lambda _: lambda: _python(code)


def _python(code: str, *arguments: str) -> str:
    """Run code in a fresh interpreter, which does not look for modules in this folder, and return what it prints."""
    command = [sys.executable, "-P", "-c", code, *arguments]
    # With compiled modules kept, as they are where the package is installed.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
