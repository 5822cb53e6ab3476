"""Run the benchmarks: answers are checked first, then ratios are printed. Nothing fails for being slow."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import soko
from benches import (
    _peers,
    bench_engine,
    bench_equity,
    bench_evaluate,
    bench_kernels,
    bench_playout,
    bench_process,
    bench_simulate,
    bench_table,
)
from benches._measure import WrongAnswerError, show, show_table

BENCHES = {
    "evaluate": bench_evaluate,
    "simulate": bench_simulate,
    "engine": bench_engine,
    "table": bench_table,
    "playout": bench_playout,
    "equity": bench_equity,
    "kernels": bench_kernels,
    "process": bench_process,
}


def main() -> int:
    """Run what the command line names and return the exit status: 1 when an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benches", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHES)}; all by default")
    parser.add_argument("--short", action="store_true", help="fewer rounds: under two minutes, and noisier")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to a file")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(BENCHES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    machine = describe_machine()
    show("\n".join(f"{name}: {value}" for name, value in machine.items()))
    if missing := _peers.missing():
        show(f"not installed: {', '.join(missing)} (pip install 'soko[bench]')")
    report = []
    try:
        for name in arguments.names or BENCHES:
            for title, rows in BENCHES[name].tables(short=arguments.short):
                show_table(title, rows)
                report.append({"title": title, "rows": [asdict(row) | {"met": row.met} for row in rows]})
    except WrongAnswerError as error:
        sys.stderr.write(f"wrong answer: {error}\n")
        return 1
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine, "tables": report}, indent=1) + "\n")
    return 0


def describe_machine() -> dict[str, str]:
    """Return what the figures depend on, each by its name."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": f"{_processor()}, {os.cpu_count()} cores{load}",
        "python": f"{platform.python_version()}, {platform.system()} {platform.machine()}",
        "packages": _versions("soko", "numpy"),
        "peers": _versions(*_peers.MODULES),
        "kernel": "{kernel}, {why}".format(**soko.kernels()),
    }


def _versions(*packages: str) -> str:
    """Return which of the packages are installed, with their versions."""
    found = []
    for package in packages:
        with suppress(PackageNotFoundError):
            found.append(f"{package} {version(package)}")
    return ", ".join(found)


def _processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    sys.exit(main())
