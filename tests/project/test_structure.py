"""The directions in which modules may depend on one another."""

import ast
import re
import subprocess
import sys

import pytest
from paths import ROOT

CORE = ["card", "card_set", "kernel", "ranking", "rules", "engine", "simulate", "lockstep"]


def test_core_modules_look_only_downwards() -> None:
    for i, module in enumerate(CORE):
        files = [ROOT / f"src/{module}.rs"] if i < 2 else sorted((ROOT / "src" / module).rglob("*.rs"))
        assert files, module
        for file in files:
            text = file.read_text(encoding="utf-8")
            above = [higher for higher in CORE[max(i, 1) + 1 :] if re.search(rf"crate::{higher}\b", text)]
            assert not above, f"{file.relative_to(ROOT)} reaches up to {above}"


def test_the_core_never_hears_of_python() -> None:
    tree = subprocess.run(
        ["cargo", "tree", "-p", "soko", "-e", "normal,build", "--prefix", "none"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert [line.split()[0] for line in tree.splitlines()] == ["soko"]
    for file in (ROOT / "src").rglob("*.rs"):
        if "binding" not in file.parts:
            assert "pyo3" not in file.read_text(encoding="utf-8"), file


def test_unsafe_stands_only_in_kernels_and_where_buffers_are_read() -> None:
    found = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src").rglob("*.rs")
        if re.search(r"\bunsafe\b(?!_code)", file.read_text(encoding="utf-8"))
    }
    assert {file for file in found if not file.startswith("kernel/")} <= {"binding/buffers.rs"}


def test_what_calls_share_is_a_table_or_written_once() -> None:
    # Free-threaded interpreters call from many threads at once, and nothing here is locked.
    kinds = set()
    for file in (ROOT / "src").rglob("*.rs"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\bstatic mut\b|\bthread_local!", text), file
        kinds |= set(re.findall(r"\bstatic \w+: [&\[]*(\w+)", text))
    tables = {"ByRank", "Repeated", "Table", "u8", "u16", "u64"}
    assert kinds <= tables | {"OnceLock", "PyOnceLock"}
    assert {"Table", "PyOnceLock"} <= kinds


def test_the_module_says_that_it_needs_no_lock() -> None:
    # Only a free-threaded interpreter would tell otherwise (test_threads.py).
    assert "#[pyo3::pymodule(gil_used = false)]" in (ROOT / "src/binding/lib.rs").read_text(encoding="utf-8")


def test_the_reference_imports_nothing_compiled() -> None:
    for file in (ROOT / "python/soko/reference").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                inside = len(file.relative_to(ROOT / "python/soko/reference").parts)
                assert node.level <= inside, f"{file}: reaches out of soko.reference"
                names = [] if node.level else [node.module or ""]
            else:
                continue
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names, f"{file}: {name}"


@pytest.mark.parametrize("name", ["fairness", "lockstep", "match", "odds_tables", "playouts", "plot", "reference"])
def test_modules_come_when_used(name: str) -> None:
    code = f"import soko; assert {name!r} in dir(soko); print(soko.{name}.__name__)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert shown == f"soko.{name}\n"


def test_import_is_light() -> None:
    # What was there before is not this package's doing: whoever measures coverage is in all processes.
    code = "import sys; old = {*sys.modules}; import soko; print(*{*sys.modules} - old)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    heavy = {"numpy", "rich", "argparse", "dataclasses", "inspect", "fractions", "decimal", "asyncio", "matplotlib"}
    assert not heavy & set(loaded)
