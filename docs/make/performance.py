"""The tables of docs/performance.md, from a run of the benchmarks.

``python -m benches --json FILE``, then ``python -m docs.make.performance FILE`` keeps the figures in docs/data and
writes the tables into the page. Without FILE it writes them again from what is kept.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from benches._measure import number_text, time_text

ROOT: Final = Path(__file__).parents[2]
PAGE, DATA = ROOT / "docs/performance.md", ROOT / "docs/data/benches.json"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"


def main(argv: list[str]) -> int:
    """Keep the figures of a run, if one is given, and write the page."""
    if argv:
        report = json.loads(Path(argv[0]).read_text(encoding="utf-8"))
        DATA.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def filled(page: str) -> str:
    """Return the page with the tables of the figures that are kept."""
    report = json.loads(DATA.read_text(encoding="utf-8"))
    counted = json.loads((ROOT / "benches/instructions.json").read_text(encoding="utf-8"))
    text = "\n".join(
        [BEGIN, "", _machine(report["machine"]), *map(_table, report["tables"]), _instructions(counted), END]
    )
    return re.sub(f"{BEGIN}.*{END}", lambda _: text, page, flags=re.DOTALL)


def _machine(machine: dict[str, str]) -> str:
    return "".join(f"* {name}: {value}\n" for name, value in machine.items())


def _table(table: dict[str, Any]) -> str:
    lines = [f"### {table['title']}", "", "| what | cost | ratio | middle of the rounds | |", "|---|---|---|---|---|"]
    for row in table["rows"]:
        ends = [number_text(row[end]) for end in ("low", "high")]
        spread = " to ".join(ends) if all(ends) else ""
        cells = row["name"], time_text(row["cost"]), number_text(row["ratio"]), spread, row["relation"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _instructions(counted: dict[str, Any]) -> str:
    kernels: dict[str, dict[str, float]] = {}
    for name, count in counted["counts"].items():
        kernel, _, work = name.partition("/")
        kernels.setdefault(work, {})[kernel] = count
    names = list(dict.fromkeys(kernel for counts in kernels.values() for kernel in counts))
    head = f"Counted by callgrind on {counted['machine']}, {counted['compiler']}; instructions a hand or a deal."
    lines = ["### Instructions", "", head, "", f"| work | {' | '.join(names)} |", f"|---{'|---' * len(names)}|"]
    for work, counts in kernels.items():
        cells = [f"{counts[name]:,}" if name in counts else "" for name in names]
        lines.append(f"| {work.replace('-', ' ').replace('_', ' ')} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
