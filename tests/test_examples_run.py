"""The examples run as they stand, and say what they are there to say."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SAID = {
    "cluster.py": ["20,000,000 deals", "stopped with a part in the file: True", "the same as on one machine: True"],
    "home_game.py": ["carry over     49%", "queens wild   100%"],
    "live_spot.py": ["11,515,140 runouts, dead 5s Ts Kh", "the call costs 8 and wins 16.07 of 64", "call\n"],
    "odds_table.py": ["four-flush          110,940", "one pair          1,047,552        2.5   1,098,240"],
}


@pytest.mark.parametrize("name", sorted(SAID))
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for words in SAID[name]:
        assert words in done.stdout


def test_every_example_is_run_by_a_test() -> None:
    tests = "".join(file.read_text(encoding="utf-8") for file in EXAMPLES.parent.glob("tests/test_*.py"))
    files = [file.name for file in EXAMPLES.iterdir() if file.is_file()]
    assert len(files) > len(SAID)
    for name in files:
        assert f'"{name}"' in tests or f'"{Path(name).stem}"' in tests, name


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; what a notebook shows of it is its last expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102 - a cell of this project
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_notebook_shows_what_is_kept_in_it() -> None:
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        value = shown("".join(cell["source"]), names)
        (output,) = cell["outputs"]
        assert "".join(output["data"]["text/html"]) == value._repr_html_()
        assert "".join(output["data"]["text/plain"]) == repr(value)
    assert len(cells) > 5
