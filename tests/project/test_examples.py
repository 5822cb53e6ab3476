"""The examples run as they stand, and say what they are there to say."""

import ast
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paths import ROOT

EXAMPLES = ROOT / "examples"
SAID = {
    "bot_match.py": ["call               +3.27      +3.04 to +3.50      32%       68%", "pot-odds           -1.82"],
    "card_room.py": ["200 hands played again", ": True"],
    "cluster.py": ["20,000,000 deals", "stopped with a part in the file: True", "the same as on one machine: True"],
    "home_game.py": ["carry over     49%", "queens wild   100%"],
    "live_spot.py": ["11,515,140 runouts, dead 5s Ts Kh", "the call costs 8 and wins 16.07 of 64", "call\n"],
    "pettingzoo_table.py": ["player_0    +9.96 chips a hand"],
    "odds_table.py": ["four-flush          110,940", "one pair          1,047,552        2.5   1,098,240"],
}


@pytest.mark.parametrize("name", sorted(SAID))
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for words in SAID[name]:
        assert words in done.stdout


def test_every_example_is_run_here() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
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


def load(name: str) -> ModuleType:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_card_room_with_decks_that_come_again(capsys: pytest.CaptureFixture[str]) -> None:
    load("card_room").main(random.Random(7))
    assert capsys.readouterr().out.splitlines()[1] == "paid in 3,600 = on the table 3,038 + rake 562: True"


def test_the_learner_of_gymnasium_learns(capsys: pytest.CaptureFixture[str]) -> None:
    before, after = load("gymnasium_learner").main(["--envs", "300", "--steps", "150"])
    assert after > before + 0.5
    assert "after learning" in capsys.readouterr().out


def test_the_learner_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner = load("learner")
    picture = tmp_path / "learner.png"
    short = ["--tables", "1000", "--hands", "6000", "--opponents", "call,tight"]
    before = learner.main([*short, "--steps", "1", "--plot", ""])
    after = learner.main([*short, "--steps", "400", "--plot", str(picture)])
    assert after.players == ("Learner", "call", "tight")
    assert "Learner" in capsys.readouterr().out
    assert picture.read_bytes().startswith(b"\x89PNG")
    score = after.policies[0]
    assert score.mean > 3 * score.std_error
    assert score.mean > before.policies[0].mean + 3 * before.policies[0].std_error


def test_reinforce_learns() -> None:
    """From random play, which loses, to what wins; other seeds differ by less than a tenth of a chip."""
    parts = load("reinforce").main("tight", 50)
    assert parts[0] < 0.2
    assert parts[-1] > 0.45
    source = (EXAMPLES / "reinforce.py").read_text(encoding="utf-8")
    code = [line for line in source.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(code) <= 70
