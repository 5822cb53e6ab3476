"""What reaches a terminal, and what happens when output cannot be written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import Run

import soko
from soko.cli._sentences import printable

STEERING = "\x1b]0;x\x07\x9b2J\u202e\u2066\x00\x7f"


def command(script: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of the shell in which ``soko`` is the command."""
    function = f'soko() {{ "{sys.executable}" -m soko "$@"; }}; '
    return subprocess.run(
        ["sh", "-c", function + script],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def plain(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


def test_what_would_steer_a_terminal_is_escaped() -> None:
    assert printable("A♠ é ok") == "A♠ é ok"
    assert printable("a\x1b[2J\u202e\n\xa0\udcff\ud800") == r"a\x1b[2J\u202e\n\xa0\xff\ud800"
    assert printable("a\nb\x07", keep="\n") == "a\nb\\x07"


@pytest.mark.parametrize(
    "argv",
    [
        ["evaluate", f"A{STEERING}s Ks"],
        [STEERING],
        ["odds", f"--{STEERING}"],
        ["odds", "--wild", STEERING],
        ["odds", "--ranking", STEERING],
        ["rules", STEERING],
        ["rules", "soko", "--set", STEERING],
        ["rules", "soko", "--set", f"{STEERING}=5"],
        ["rules", "soko", "--set", f"cap={STEERING}"],
        ["simulate", "--known", STEERING],
        ["simulate", "--deals", STEERING],
        ["simulate", "--output", f"/none/{STEERING[:-2]}"],
        ["simulate", "--shard", STEERING],
        ["playout", "--policies", STEERING],
        ["equity", STEERING, "As"],
        ["merge", f"/none/{STEERING[:-2]}\x7f"],
        ["replay", f"/none/{STEERING[:-2]}\x7f"],
        ["evaluate", "\udcff\ud800"],
        ["rules", "\udcff"],
        ["rules", "soko", "--set", "name=\udcff"],
        ["equity", "(\udcff)", "(As)"],
        ["simulate", "--dead", "\udcff"],
        ["merge", "/none/\udcff"],
    ],
)
def test_arguments_do_not_steer_the_terminal(run: Run, argv: list[str]) -> None:
    status, out, err = run(*argv)
    assert (status in {1, 2}, out) == (True, "")
    assert err.startswith("soko: ")
    assert err.count("\n") == 1
    assert plain(err)
    assert "surrogates" not in err


def test_input_does_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    status, out, err = run("evaluate", stdin=f"A{STEERING}s Ks Qs Js 2d\n".encode())
    assert (status, out) == (1, "")
    assert err.startswith("soko: line 1: ")
    assert plain(err)
    file = tmp_path / "hand.json"
    record = soko.Hand(soko.games.soko(), [100, 100], rng=1).to_dict()
    for change in ({"rules": {**record["rules"], "name": STEERING}}, {STEERING: 5}, {"version": STEERING}):
        file.write_text(json.dumps({**record, **change}, ensure_ascii=False), encoding="utf-8")
        _, out, err = run("replay", str(file))
        assert plain(out + err)


@pytest.mark.parametrize("words", ["odds", "--help", "--version", "odds --help", "rules --json", "rules soko"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_is_closed_or_full_is_not_status_0(words: str, unbuffered: str) -> None:
    done = command(f"soko {words} >&-", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (1, b"soko: standard output is closed\n")
    # Linux has a device that is always full.
    if Path("/dev/full").exists():
        done = command(f"soko {words} >/dev/full", PYTHONUNBUFFERED=unbuffered)
        assert (done.returncode, done.stderr) == (1, b"soko: No space left on device\n")


def test_lines_into_a_full_disk_are_not_status_0() -> None:
    if Path("/dev/full").exists():
        done = command("echo 'As Ks Qs Js 2d' | soko evaluate >/dev/full")
        assert (done.returncode, done.stderr) == (1, b"soko: No space left on device\n")


@pytest.mark.parametrize("target", ["2>&-", *(["2>/dev/full"] if Path("/dev/full").exists() else [])])
def test_a_status_needs_no_standard_error(target: str) -> None:
    for words, status in (("replay /none", 1), ("odds --foo", 2), ("evaluate As", 1), ("rules soko", 0)):
        done = command(f"soko {words} {target}")
        assert done.returncode == status
        assert status == 0 or done.stdout == b""


def test_one_letter_plays_to_the_end() -> None:
    for letter in "cb":
        done = command(f"yes {letter} | soko play --seed 3 --hands 5 --opponents call")
        assert done.returncode == 0
        assert b"that was the last hand" in done.stdout


def test_lines_that_are_never_an_action_end() -> None:
    for line in ("hello", "'?'", "'r 1'"):
        for form in ("", "--json"):
            done = command(f"yes {line} | soko play --seed 3 {form}")
            assert done.returncode == 0
            assert b"the input has ended" in done.stdout


def test_a_cut_record_costs_one_hand(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "evening.jsonl"
    for _ in range(2):
        assert run("play", "--seed", "3", "--hands", "1", "--save", str(file))[0] == 0
    file.write_bytes(file.read_bytes()[:-9])
    assert run("play", "--seed", "3", "--hands", "1", "--save", str(file))[0] == 0
    status, out, err = run("replay", str(file), "--skip-bad")
    assert (status, out.count("-----\n"), err) == (0, 2, "soko: 1 bad line skipped\n")


def test_answers_may_begin_with_a_byte_order_mark(run: Run) -> None:
    out = run("play", "--seed", "3", "--hands", "1", stdin="\ufeffq\n".encode())[1]
    assert "you leave" in out
