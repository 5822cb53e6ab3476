"""The guard over machine instructions: what it lets pass, and that it fails aloud.

Counting itself needs valgrind and holds for one compiler, so it is a step of ``.ci/run`` (``make instructions``) and no
test, since tests run everywhere. Here the counts are given.
"""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT

RECORDED = json.loads((ROOT / "benches/instructions.json").read_text(encoding="utf-8"))


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the module, as if valgrind were here."""
    monkeypatch.syspath_prepend(ROOT)
    module = importlib.import_module("benches.instructions")
    monkeypatch.setattr(shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(module.platform, "machine", lambda: RECORDED["machine"])
    return module


def counting(module: Any, monkeypatch: pytest.MonkeyPatch, factors: dict[str, float]) -> None:
    """Let what is on record be counted, times a factor."""

    def counted(tasks: Sequence[str]) -> dict[str, float]:
        return {task: RECORDED["counts"][task] * factors.get(task, 1) for task in tasks}

    monkeypatch.setattr(module, "count_all", counted)


@pytest.mark.parametrize(
    ("factor", "failed"), [(0.5, []), (1, []), (1.09, []), (1.11, ["FAILED b"]), (3, ["FAILED b"])]
)
def test_a_count_may_grow_by_a_tenth(guard: Any, factor: float, failed: list[str]) -> None:
    recorded = {"a": 100.0, "b": 7.5, "not counted": 1.0}
    failures = guard.compare({"a": 100.0, "b": 7.5 * factor}, recorded)
    assert [failure.split(":")[0] for failure in failures] == failed


def test_a_count_that_is_not_on_record_fails(guard: Any) -> None:
    assert guard.compare({"a": 1.0, "b": 2.0}, {"a": 1.0}) == [
        "FAILED b: 2.0 instructions, and nothing on record (--record)"
    ]


def test_everything_is_on_record(guard: Any) -> None:
    assert set(RECORDED["counts"]) == set(guard.TASKS)
    assert {task.split("/")[0] for task in guard.TASKS} == {"portable", "avx2"}
    assert all(count > 1 for count in RECORDED["counts"].values())


def test_the_exit_status_tells_and_the_tasks_are_named(
    guard: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = guard.RECORD.read_bytes()
    counting(guard, monkeypatch, {"portable/evaluate-5-soko": 1.09})
    assert guard.main([]) == 0
    assert "FAILED" not in capsys.readouterr().out
    counting(guard, monkeypatch, {"portable/evaluate-5-soko": 1.11, "avx2/simulate-soko-8": 2})
    assert guard.main([]) == 1
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILED")]
    assert [line.split(":")[0] for line in failed] == ["FAILED portable/evaluate-5-soko", "FAILED avx2/simulate-soko-8"]
    assert guard.main(["portable/evaluate-7-soko"]) == 0
    assert guard.RECORD.read_bytes() == record


def test_counts_go_on_record_beside_what_was_not_counted(
    guard: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "instructions.json"
    record.write_text(json.dumps(RECORDED), encoding="utf-8")
    run = guard._run
    monkeypatch.setattr(guard, "RECORD", record)
    monkeypatch.setattr(guard, "_run", lambda _: run(["echo", "rustc 9"]))
    task = "portable/evaluate-5-soko"
    counting(guard, monkeypatch, {task: 2})
    assert guard.main(["--record", task]) == 0
    written = json.loads(record.read_text(encoding="utf-8"))
    assert written["compiler"] == "rustc 9"
    assert written["counts"] == {**RECORDED["counts"], task: 2 * RECORDED["counts"][task]}


def test_without_valgrind_it_fails_and_says_what_to_install(
    guard: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "valgrind" else tool)
    assert guard.main([]) == 1
    assert capsys.readouterr().out == (
        "instructions are counted with valgrind, which is not here: apt-get install valgrind\n"
    )


def test_an_unknown_task_is_refused() -> None:
    command = [sys.executable, "-m", "benches.instructions", "portable/evaluate-4-soko"]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "unknown task portable/evaluate-4-soko: tasks are portable/evaluate-5-soko " in refused.stderr
