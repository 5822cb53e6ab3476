"""The figures of docs/performance.md, from a run of the benchmarks.

``make bench``, then ``python -m docs.make.performance build-bench/benches.json`` keeps the figures in docs/data, draws
the charts in docs/figures and writes the tables into the page. Without a file it does that again from what is kept.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from benches._text import number_text, time_text

ROOT: Final = Path(__file__).parents[2]
PAGE, DATA, FIGURES = ROOT / "docs/performance.md", ROOT / "docs/data/benches.json", ROOT / "docs/figures"
CRITERION: Final = ROOT / "target/criterion"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
KERNELS: Final = ("portable", "avx2", "avx512")
#: Under which heading rows stand, by the first word of their group.
AREAS: Final = {
    **dict.fromkeys(("Hand", "hand", "clone"), "Hands"),
    "equity": "Equity",
    **dict.fromkeys(("evaluate", "all"), "Evaluators"),
    "playout": "Playouts",
    **dict.fromkeys(("simulate", "deal", "settle", "merge", "make"), "Deals"),
    "import": "The package",
    "Table": "Tables",
    **dict.fromkeys(("Gymnasium", "OpenSpiel"), "Doors to frameworks"),
    "solve": "Late streets, solved",
}
#: The charts: title and bars, each with its group and the contender.
CHARTS: Final = {
    "evaluators": (
        "What a hand costs an evaluator",
        [
            ("soko, millions at once", "evaluate_many, 5 cards, soko", "soko"),
            ("OMPEval (pokerfast), millions at once", "evaluate_many, 5 cards, standard", "pokerfast"),
            ("soko, seven cards, millions at once", "evaluate_many, 7 cards, soko", "soko"),
            ("soko, one a call", "evaluate, one hand of five cards", "soko"),
            ("phevaluator, one a call", "evaluate, one hand of five cards", "phevaluator"),
            ("pkrbot, one a call", "evaluate, one hand of five cards", "pkrbot"),
            ("pyo3_poker_eval, a batch", "evaluate_many, 5 cards, standard", "pyo3_poker_eval"),
            ("eval7, one a call", "evaluate, one hand of five cards", "eval7"),
            ("treys, one a call", "evaluate, one hand of five cards", "treys"),
            ("the reference", "evaluate, one hand of five cards", "reference"),
        ],
    ),
    "games": (
        "What an action, a deal or a question costs",
        [
            ("soko: a deal simulated, 2 players", "simulate, soko, 2", "soko"),
            ("soko: an action, tables in lockstep", "Table, step_random(100), an action", "soko"),
            ("soko: an action chosen by numpy", "Table, numpy policy, 4,096, an action", "soko"),
            ("pgx, Leduc: an action", "Table, step_random(100), an action", "pgx"),
            ("soko: a step of one hand", "Hand, six players, random legal actions, a step", "soko"),
            ("pokers, hold'em: a step", "Hand, six players, random legal actions, a step", "pokers"),
            ("OpenSpiel, hold'em: a step", "Hand, six players, random legal actions, a step", "open_spiel"),
            ("clubs, hold'em: a step", "Hand, six players, random legal actions, a step", "clubs"),
            ("pokerkit, stud: a step", "Hand, six players, random legal actions, a step", "pokerkit"),
            ("the reference: a step", "Hand, six players, random legal actions, a step", "reference"),
            ("soko: 1,000 deals of equity", "equity(n=1000), a call", "soko"),
            ("pokyr: 1,000 deals of equity", "equity(n=1000), a call", "pokyr"),
        ],
    ),
}


def main(argv: list[str]) -> int:
    """Keep the figures of a run, if one is given, and write the page and its charts."""
    if argv:
        report = json.loads(Path(argv[0]).read_text(encoding="utf-8"))
        DATA.write_text(json.dumps(_kept(report), indent=1) + "\n", encoding="utf-8")
    kept = json.loads(DATA.read_text(encoding="utf-8"))
    FIGURES.mkdir(exist_ok=True)
    for name in CHARTS:
        _draw(name, kept["rows"])
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def _kept(report: dict[str, Any]) -> dict[str, Any]:
    """Return what the page needs of a run, and of criterion's where there is one."""
    rows = [bench["extra_info"] for bench in report["benchmarks"] if "group" in bench["extra_info"]]
    return {"date": report["datetime"][:16], "machine": report["machine_info"]["soko"], "rows": rows, "rates": _rates()}


def _rates() -> dict[str, dict[str, float]]:
    """Return nanoseconds a unit by task and kernel."""
    rates: dict[str, dict[str, float]] = {}
    for kernel in KERNELS:
        for file in sorted((CRITERION / kernel).glob("*/new/estimates.json")):
            task = file.parents[1].name
            units = json.loads(file.with_name("benchmark.json").read_text(encoding="utf-8"))["throughput"]["Elements"]
            estimates = json.loads(file.read_text(encoding="utf-8"))
            rates.setdefault(task, {})[kernel] = estimates["median"]["point_estimate"] / units
    return rates


def filled(page: str) -> str:
    """Return the page with the figures that are kept."""
    kept = json.loads(DATA.read_text(encoding="utf-8"))
    counted = json.loads((ROOT / "benches/instructions.json").read_text(encoding="utf-8"))
    order = list(dict.fromkeys(AREAS.values()))
    rows = sorted(kept["rows"], key=lambda row: order.index(_area_of(row)))
    tables = [_area(area, list(rows)) for area, rows in groupby(rows, _area_of)]
    parts = [_machine(kept), *tables, _kernels(kept["rates"]), _instructions(counted)]
    return re.sub(f"{BEGIN}.*{END}", lambda _: "\n".join([BEGIN, "", *parts, END]), page, flags=re.DOTALL)


def _area_of(row: dict[str, Any]) -> str:
    return AREAS[re.split(r"[ ,(._]", row["group"])[0]]


def _machine(kept: dict[str, Any]) -> str:
    machine = kept["machine"]
    named = {name: ", ".join(f"{package} {version}" for package, version in machine[name].items())
             for name in ("packages", "peers", "not measured")}  # fmt: skip
    lines = {"date": kept["date"], "machine": f"{machine['processor']}, {machine['cores']} cores"}
    lines |= {"python": machine["python"], "kernel": machine["kernel"], **named}
    return "".join(f"* {name}: {value}\n" for name, value in lines.items() if value)


def _folded(title: str, lines: list[str]) -> str:
    return "\n".join([f'<details markdown="1"><summary>{title}</summary>', "", *lines, "", "</details>", ""])


def _area(area: str, rows: list[dict[str, Any]]) -> str:
    lines = ["| work | who | cost | ratio | middle of the rounds | |", "|---|---|---|---|---|---|"]
    before = None
    for row in rows:
        group, before = ("" if row["group"] == before else row["group"]), row["group"]
        cells = [group, row["name"], time_text(row["cost"])]
        if row["baseline"] is None:
            cells += ["", "", ""]
        else:
            relation = (
                f"{row['baseline']} against it" if "of the speed" in row["relation"] else f"against {row['baseline']}"
            )
            spread = f"{number_text(row['low'])} to {number_text(row['high'])}"
            cells += [f"{number_text(row['ratio'])}x", spread, relation]
        lines.append(f"| {' | '.join(cells)} |")
    return _folded(area, lines)


def _kernels(rates: dict[str, dict[str, float]]) -> str:
    lines = ["Nanoseconds a hand, deal, action or answer, without Python, measured by criterion.", ""]
    lines += [f"| work | {' | '.join(KERNELS)} |", f"|---{'|---' * len(KERNELS)}|"]
    for task, costs in rates.items():
        cells = [f"{costs[kernel]:,.3g}" if kernel in costs else "" for kernel in KERNELS]
        lines.append(f"| {task.replace('-', ' ').replace('_', ' ')} | {' | '.join(cells)} |")
    return _folded("The crate alone, by kernel", lines)


def _instructions(counted: dict[str, Any]) -> str:
    kernels: dict[str, dict[str, float]] = {}
    for name, count in counted["counts"].items():
        kernel, _, work = name.partition("/")
        kernels.setdefault(work, {})[kernel] = count
    names = list(dict.fromkeys(kernel for counts in kernels.values() for kernel in counts))
    head = f"Counted by callgrind on {counted['machine']}, {counted['compiler']}; instructions a hand or a deal."
    lines = [head, "", f"| work | {' | '.join(names)} |", f"|---{'|---' * len(names)}|"]
    for work, counts in kernels.items():
        cells = [f"{counts[name]:,}" if name in counts else "" for name in names]
        lines.append(f"| {work.replace('-', ' ').replace('_', ' ')} | {' | '.join(cells)} |")
    return _folded("Instructions", lines)


def _draw(name: str, rows: list[dict[str, Any]]) -> None:
    """Draw a chart in colours that are readable on light and dark ground."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    title, bars = CHARTS[name]
    costs = {(row["group"], row["name"]): row["cost"] for row in rows}
    found = [(label, costs[key]) for label, *where in bars if (key := (where[0], where[1])) in costs]
    found.sort(key=lambda bar: -bar[1])
    grey, own, other = "#7d8590", "#2f81f7", "#a8875a"
    settings = {"svg.hashsalt": "soko", "font.size": 10, "text.color": grey, "axes.edgecolor": grey}
    settings |= {"xtick.color": grey, "ytick.color": grey, "svg.fonttype": "none"}
    with mpl.rc_context(settings):
        figure, axes = plt.subplots(figsize=(8, 0.36 * len(found) + 0.9), layout="constrained")
        colours = [own if label.startswith("soko") else grey if "reference" in label else other for label, _ in found]
        drawn = axes.barh([label for label, _ in found], [cost for _, cost in found], color=colours, log=True)
        axes.bar_label(drawn, [time_text(cost) for _, cost in found], padding=4)
        axes.set_title(f"{title} (logarithmic; less is better)", color=grey, loc="left", fontsize=11)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(axis="x", which="both", labelbottom=False, bottom=False)
        axes.margins(x=0.15)
        figure.savefig(FIGURES / f"{name}.svg", transparent=True, metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
