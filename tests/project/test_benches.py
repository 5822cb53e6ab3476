"""What the benchmarks promise, read from their sources: nothing is timed here."""

import ast
from pathlib import Path

import pytest
from paths import ROOT

FILES = sorted((ROOT / "benches").glob("bench_*.py"))


def benchmarks(file: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_benchmark_has_the_reference_among_its_contenders_or_says_why_not(file: Path) -> None:
    found = benchmarks(file)
    assert found
    for function in found:
        # Parameters name who takes part; _peers.those, and what _params makes of it, begin with ours and the reference.
        parameters = " ".join(ast.unparse(decorator) for decorator in function.decorator_list)
        has = any(word in parameters for word in ("'reference'", "those(", "_params()"))
        docstring = ast.get_docstring(function) or ""
        assert has or "reference" in docstring.lower(), f"{file.name}: {function.name}"


def test_checks_come_before_the_clock() -> None:
    for file in FILES:
        for function in benchmarks(file):
            calls = [
                node.func.id
                for node in ast.walk(function)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            ]
            timed = {"race", "race_threads", "versus"}
            assert timed & {*calls}, f"{file.name}: {function.name} times nothing"
            if function.name not in {"test_demo", "test_import", "test_evaluate_threads"}:
                assert any(name.startswith("check") for name in calls), f"{file.name}: {function.name}"
