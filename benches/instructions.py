"""Count the machine instructions of one hand and one deal with callgrind, which no busy neighbour can disturb.

``python -m benches.instructions`` prints them beside those on record in ``instructions.json``, and ``--record`` puts
the new ones on record. Counts hold for one compiler and kind of machine; callgrind knows no AVX-512.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benches._measure import show

RECORD: Final = Path(__file__).with_suffix(".json")
TASKS: Final = (
    *(f"evaluate-{cards}-{ranking}" for ranking in ("soko", "standard", "wild") for cards in (5, 6, 7)),
    *(f"simulate-soko-{players}" for players in (2, 4, 8)),
    "simulate-seven_card_stud-6",
    "simulate-follow_the_bitch-6",
)


def main() -> int:
    """Count, compare with the record, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benches.instructions", description=__doc__)
    parser.add_argument("--record", action="store_true", help="put the counts on record")
    arguments = parser.parse_args()
    valgrind, cargo = shutil.which("valgrind"), shutil.which("cargo")
    if valgrind is None or cargo is None:
        show("valgrind and cargo are needed to count instructions; nothing was counted")
        return 0
    program = build(cargo)
    compiler = f"{_run(['rustc', '--version']).stdout.strip()}, {platform.machine()}"
    recorded = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    show(f"compiler: {compiler}; on record: {recorded.get('compiler', 'nothing')}")
    show(f"  {'instructions of one hand or deal':34}{'now':>9}{'record':>9}{'change':>9}")
    counts = {}
    for task in TASKS:
        counts[task] = round(instructions(valgrind, program, task), 1)
        before = recorded.get("counts", {}).get(task)
        change = f"{before:9,.1f}{counts[task] / before - 1:+9.1%}" if before else ""
        show(f"  {task:34}{counts[task]:9,.1f}{change}")
    if arguments.record:
        text = json.dumps({"compiler": compiler, "counts": counts}, indent=2)
        RECORD.write_text(f"{text}\n", encoding="utf-8")
    return 0


def build(cargo: str) -> str:
    """Build the program whose instructions are counted, and return its path."""
    command = [cargo, "bench", "--quiet", "--bench", "instructions", "--no-run", "--message-format=json"]
    messages = map(json.loads, _run(command, cwd=RECORD.parent.parent).stdout.splitlines())
    return str(next(path for message in messages if (path := message.get("executable"))))


def instructions(valgrind: str, program: str, task: str) -> float:
    """Return the instructions of one hand: two passes more, divided by the hands of two passes."""
    (one, hands), (three, _) = (_count(valgrind, program, task, passes) for passes in (1, 3))
    return (three - one) / (2 * hands)


def _count(valgrind: str, program: str, task: str, passes: int) -> tuple[int, int]:
    """Return the instructions of a run, and the hands of one pass."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = _run([valgrind, *options, program, task, str(passes)])
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        message = f"callgrind counted nothing:\n{done.stderr}"
        raise RuntimeError(message)
    return int(found[1]), int(done.stdout)


def _run(command: list[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd)


if __name__ == "__main__":
    sys.exit(main())
