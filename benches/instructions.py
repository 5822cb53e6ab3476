"""Count the machine instructions of one hand and one deal with callgrind, which no busy neighbour can disturb.

``python -m benches.instructions`` prints them beside those on record in ``instructions.json`` and fails when one has
grown by more than a tenth; ``--record`` puts the new ones on record instead. Tasks such as ``portable/evaluate-5-soko``
may be named, else all are counted. Callgrind knows no AVX-512.

A growth counts with any compiler, not only with the one on record: the portable loops live by what the compiler makes
of them, and a compiler that makes less of them is to be noticed, and looked at, before its counts go on record. Another
kind of processor has other instructions, and nothing is compared.

gungraun counts in the same way, but compares with an earlier run in the target folder instead of a record in git,
needs a runner of the same version, and one environment for all: portable and AVX2 would be two programs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ROOT: Final = Path(__file__).parents[1]
RECORD: Final = Path(__file__).with_suffix(".json")
KERNELS: Final = ("portable", "avx2")
_WORK: Final = (
    *(f"evaluate-{cards}-{ranking}" for ranking in ("soko", "standard", "wild") for cards in (5, 6, 7)),
    *(f"columns-{cards}-soko" for cards in (5, 6, 7)),
    *(f"evaluate-{cards}-wild_each" for cards in (5, 6, 7)),
    *(f"simulate-soko-{players}" for players in (2, 4, 8)),
    "simulate-seven_card_stud-6",
    "simulate-low_chicago-6",
    "simulate-follow_the_bitch-6",
    "deal-soko-6",
    "settle-soko-6",
    "settle-follow_the_bitch_low_chicago-6",
)
TASKS: Final = tuple(f"{kernel}/{work}" for kernel in KERNELS for work in _WORK)
#: How many times the count on record is still no failure.
MOST: Final = 1.1


def show(text: str = "") -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class NoSuchKernelError(Exception):
    """The processor, as valgrind makes it, does not run a kernel."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, compare with the record, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benches.instructions", description=__doc__)
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="what to count; everything")
    parser.add_argument("--record", action="store_true", help="put the counts on record")
    options = parser.parse_args(arguments)
    unknown = set(options.tasks) - set(TASKS)
    if unknown:
        parser.error(f"unknown task {min(unknown)}: tasks are {' '.join(TASKS)}")
    missing = [tool for tool in ("valgrind", "cargo") if shutil.which(tool) is None]
    if missing:
        show(f"instructions are counted with {missing[0]}, which is not here: apt-get install {missing[0]}")
        return 1
    compiler, machine = _run(["rustc", "--version"]).stdout.strip(), platform.machine()
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    show(f"compiler: {compiler}, {machine}; on record: {recorded['compiler']}, {recorded['machine']}")
    counts = count_all(options.tasks or TASKS)
    before = recorded["counts"] if machine == recorded["machine"] else {}
    show_table(counts, before)
    if options.record:
        text = json.dumps({"compiler": compiler, "machine": machine, "counts": {**before, **counts}}, indent=2)
        RECORD.write_text(f"{text}\n", encoding="utf-8")
        return 0
    if machine != recorded["machine"]:
        show(f"the counts on record are of {recorded['machine']}: nothing was compared")
        return 0
    failures = compare(counts, before)
    show("\n".join(failures) or f"no count is more than {MOST:g} times the one on record")
    return 1 if failures else 0


def compare(counts: Mapping[str, float], recorded: Mapping[str, float]) -> list[str]:
    """Return what is wrong with the counts, a line for each task: they grew too much, or are not on record."""
    failures = []
    for task, count in counts.items():
        before = recorded.get(task)
        if before is None:
            failures.append(f"FAILED {task}: {count:,.1f} instructions, and nothing on record (--record)")
        elif count > MOST * before:
            change = f"{count / before - 1:.1%} more than the {before:,.1f} on record"
            failures.append(f"FAILED {task}: {count:,.1f} instructions are {change}")
    return failures


def show_table(counts: Mapping[str, float], recorded: Mapping[str, float]) -> None:
    """Print each count beside the one on record."""
    show(f"  {'instructions of one hand or deal':40}{'now':>9}{'record':>9}{'change':>9}")
    for task, count in counts.items():
        before = recorded.get(task)
        change = f"{before:9,.1f}{count / before - 1:+9.1%}" if before else ""
        show(f"  {task:40}{count:9,.1f}{change}")


def count_all(tasks: Sequence[str]) -> dict[str, float]:
    """Return the instructions of each task, without those whose kernel this processor does not run."""
    program = build()
    # Instructions are the same however many programs run at a time.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {task: pool.submit(instructions, program, task) for task in tasks}
    counts = {}
    for task, future in running.items():
        try:
            counts[task] = round(future.result(), 1)
        except NoSuchKernelError as error:
            show(f"  {task} was not counted: {error}")
    return counts


def build() -> str:
    """Build the program whose instructions are counted, and return its path."""
    command = ["cargo", "bench", "--quiet", "--bench", "instructions", "--no-run", "--message-format=json"]
    messages = map(json.loads, _run(command).stdout.splitlines())
    return str(next(path for message in messages if (path := message.get("executable"))))


def instructions(program: str, task: str) -> float:
    """Return the instructions of one hand: two passes more, divided by the hands of two passes."""
    (one, hands), (three, _) = (_count(program, task, passes) for passes in (1, 3))
    return (three - one) / (2 * hands)


def _count(program: str, task: str, passes: int) -> tuple[int, int]:
    """Return the instructions of a run, and the hands of one pass."""
    kernel, work = task.split("/")
    with tempfile.TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = _run([*valgrind, program, work, str(passes)], check=False, kernel=kernel)
    refused = re.search(r"SOKO_KERNEL=.*", done.stderr)
    if refused is not None:
        raise NoSuchKernelError(refused[0])
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or found is None:
        message = f"callgrind counted nothing:\n{done.stderr}"
        raise RuntimeError(message)
    return int(found[1]), int(done.stdout)


def _run(command: list[str], *, check: bool = True, kernel: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SOKO_KERNEL": kernel}
    return subprocess.run(command, check=check, capture_output=True, text=True, cwd=_ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main())
