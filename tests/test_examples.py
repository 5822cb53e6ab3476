"""The examples run, in short form."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def load(name: str) -> ModuleType:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_has_a_test() -> None:
    assert [path.stem for path in EXAMPLES.glob("*.py")] == ["learner"]


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
