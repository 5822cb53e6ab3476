"""``soko play``: hands played by typed lines, bad lines, the end of the input, and nothing hidden in the JSON."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import soko
from soko.cli import main
from soko.cli._answers import BadAnswerError, list_actions, read_answer
from soko.cli._screen import Screen

Play = Callable[..., tuple[int, str, str]]
Line = dict[str, Any]
LONG_HAND = "\n".join(["c", "k", "i"] * 40)


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return a function that plays with typed text: exit status, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "80")

    def play_here(typed: str | bytes, *argv: str) -> tuple[int, str, str]:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        status = main(["play", *argv])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return play_here


def json_lines(out: str) -> list[Line]:
    return [json.loads(line) for line in out.splitlines()]


def legal_of(kinds: str) -> list[soko.LegalAction]:
    """Return legal actions of a text such as ``fold, call 2, complete 4 10``."""
    actions = []
    for words in map(str.split, kinds.split(", ")):
        amounts = [int(word) for word in words[1:]]
        actions.append(soko.LegalAction(words[0], *(amounts * 2)[:2]))
    return actions


# Whole hands

SCRIPT = """\
x
raise 4
?
k

b
"""
SCREEN = """\
soko: fixed limit 4/8, ante 1, bring-in 2, 2 to 8 players
You sit in seat 0; the others check and call. ? helps, q leaves.

----- hand 1 -----
all ante 1
- second street (round 1 of 4)
dealt: you (6s) 6d, seat 1 As, seat 2 5c, seat 3 4d
seat 1 brings in 2
seat 2 calls 2
seat 3 calls 2

    seat   cards       bet   chips
 *  0 you  (6s) 6d       -      99
    1      (?) As        2      97
    2      (?) 5c        2      97
  D 3      (?) 4d        2      97
    pot 10 (4 and bets 6)
    you have: one pair, 6-6 so far
You may fold, call 2, complete to 4
> x
You cannot check now.
You may fold, call 2, complete to 4
> raise 4
you complete to 4
seat 1 calls 4
"""


def test_a_hand_as_the_screen_shows_it(play: Play) -> None:
    status, out, err = play(SCRIPT + "k\nk\nk\n", "--seed", "3", "--opponents", "call", "--hands", "1")
    assert (status, err) == (0, "")
    assert out.startswith(SCREEN)
    assert "? this help   q leave the table" in out
    assert "Nothing typed.\n" in out
    assert "you show (6s) 6d 2h Ah 8h: one pair, sixes, A-8-2 kickers\n" in out
    assert re.search(r"^chips: you \d+, seat 1 \d+, seat 2 \d+, seat 3 \d+$", out, re.MULTILINE)
    assert out.endswith(f"The end: that was the last hand. Chips before you: {chips_at_end(out)}.\n")
    assert max(map(len, out.splitlines())) < 80


def chips_at_end(out: str) -> int:
    """Return the chips that the last line of chips says one has, 0 when it does not name one."""
    found = re.search(r"\byou (\d+)", [line for line in out.splitlines() if line.startswith("chips:")][-1])
    return int(found.group(1)) if found else 0


def test_the_process_plays_as_well() -> None:
    words = [sys.executable, "-m", "soko", "play", "--seed", "3", "--opponents", "call", "--hands", "1"]
    done = subprocess.run(words, input=SCRIPT + "k\nk\nk\n", capture_output=True, check=False, timeout=60, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(SCREEN)


@pytest.mark.parametrize("game", soko.games.NAMES)
@pytest.mark.parametrize("opponents", soko.playouts.POLICIES)
def test_every_game_can_be_played(play: Play, game: str, opponents: str) -> None:
    most = getattr(soko.games, game)().max_players
    for seed, players in enumerate((2, 3, most)):
        options = ["--game", game, "--players", str(players), "--seat", str(players - 1), "--seed", str(seed)]
        status, out, err = play(LONG_HAND, *options, "--opponents", opponents, "--hands", "5", "--low-chicago")
        assert (status, err) == (0, "")
        assert "The end: " in out
        assert max(map(len, out.splitlines())) < 80
        assert out == play(LONG_HAND, *options, "--opponents", opponents, "--hands", "5", "--low-chicago")[1]


def test_stakes_and_switches_change_the_game(play: Play) -> None:
    _, out, _ = play("q", "--limit", "pot", "--ante", "100", "--stack", "5000", "--players", "8", "--set", "cap=3")
    assert out.startswith("soko: pot limit, bets from 200, ante 100, bring-in 200")


def test_it_ends_when_one_has_no_chips_or_all(play: Play) -> None:
    reasons = set()
    for seed in range(8):
        _, out, _ = play("c\nk\ni\n" * 500, "--players", "2", "--stack", "12", "--seed", str(seed))
        reasons.add(out.splitlines()[-1])
    assert reasons == {
        "The end: you are out of chips. Chips before you: 0.",
        "The end: you have all the chips. Chips before you: 24.",
    }


# Leaving


@pytest.mark.parametrize("word", ["q", "quit", "EXIT"])
def test_one_may_leave(play: Play, word: str) -> None:
    status, out, err = play(f"{word}\n", "--seed", "1")
    assert (status, err) == (0, "")
    assert "The end: you leave. Chips before you: " in out


def unfinished(path: Path) -> dict[str, Any]:
    """Return the one line of a saved file, whose hand is not over."""
    (line,) = path.read_text(encoding="utf-8").splitlines()
    record: dict[str, Any] = json.loads(line)
    assert not soko.Hand.from_dict(record["hand"]).is_over
    return record


def test_the_hand_that_one_leaves_is_saved(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    play("k\nq\n", "--seed", "1", "--seat", "2", "--save", str(file))
    record = unfinished(file)
    assert (record["seats"], record["you"]) == ([0, 1, 2, 3], 2)


@pytest.mark.parametrize("typed", ["", "c", "c\n", "nonsense"])
def test_the_end_of_the_input_is_the_default_to_the_end_of_the_hand(play: Play, typed: str) -> None:
    status, out, err = play(typed, "--seed", "3", "--opponents", "call")
    assert (status, err) == (0, "")
    assert out.count("No more input") == 1
    assert out.count("----- hand") == 1
    assert out.splitlines()[-1].startswith("The end: the input has ended. Chips before you: ")


def test_without_standard_input_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--seed", "3"]) == 0


class Pressed(io.StringIO):
    """A terminal on which Ctrl-C is pressed."""

    def isatty(self) -> bool:
        return True

    def readline(self, *_: object) -> str:
        raise KeyboardInterrupt


def test_ctrl_c_leaves_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", Pressed())
    file = tmp_path / "hands.jsonl"
    argv = ["play", "--seed", "3", "--opponents", "call"]
    assert main([*argv, "--save", str(file)]) == 130
    out, err = capsys.readouterr()
    assert out.endswith("\n> \n\nThe end: you leave. Chips before you: 99.\n")
    assert err == ""
    assert unfinished(file)["you"] == 0
    assert main([*argv, "--json"]) == 130
    assert json_lines(capsys.readouterr().out)[-1] == {
        "kind": "end-of-match",
        "reason": "you leave",
        "stacks": [99, 97, 97, 97],
    }


class Closed(io.StringIO):
    """A terminal on which the input ends after some letters, without a line feed."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "next_line"), [("", "No more input: "), ("f", "you fold\n")])
def test_the_end_of_the_input_ends_the_line(
    typed: str, next_line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Closed(typed))
    assert main(["play", "--seed", "3", "--opponents", "call"]) == 0
    assert f"> \n{next_line}" in capsys.readouterr().out


# Answers


@pytest.mark.parametrize(
    ("line", "legal", "answer"),
    [
        ("f", "fold, call 2, complete 4", ("fold", None)),
        ("FOLD ", "fold, call 2, complete 4", ("fold", None)),
        ("c", "fold, call 2, complete 4", ("call", 2)),
        ("c 2", "fold, call 2, complete 4", ("call", 2)),
        ("c 4", "fold, call 2, complete 4", ("complete", 4)),
        ("complete", "fold, call 2, complete 4", ("complete", 4)),
        ("complete to 4", "fold, call 2, complete 4", ("complete", 4)),
        ("r 4", "fold, call 2, complete 4", ("complete", 4)),
        ("r", "fold, call 2, complete 4", ("complete", 4)),
        ("o", "bring-in 2, complete 4", ("complete", 4)),
        ("r 9", "fold, call 2, complete 4", "complete to 9 is not possible: 4 is"),
        ("c 3", "fold, call 4", "call 3 is not possible: 4 is"),
        ("c", "check, bet 4", ("check", None)),
        ("k", "check, bet 4", ("check", None)),
        ("ch", "check, bet 4", ("check", None)),
        ("b", "check, bet 4", ("bet", 4)),
        ("b4", "check, bet 4", ("bet", 4)),
        ("b", "check, bet 4 10", "bet what? 4 to 10 is possible"),
        ("b 1_000", "check, bet 4 5000", ("bet", 1000)),
        ("b 1,000", "check, bet 4 5000", ("bet", 1000)),
        ("b 3", "check, bet 4 10", "bet 3 is not possible: 4 to 10 is"),
        ("b 11", "check, bet 4 10", "bet 11 is not possible"),
        ("b 8", "fold, call 4, raise 8", "you cannot bet now"),
        ("r 8", "fold, call 4, raise 8", ("raise", 8)),
        ("r", "fold, call 4, raise 8, raise 12", "raise to what? 8 or 12 is possible"),
        ("r 12", "fold, call 4, raise 8, raise 12", ("raise", 12)),
        ("r 10", "fold, call 4, raise 8, raise 12", "raise to 10 is not possible: 8 or 12 is"),
        ("i", "bring-in 2, complete 4", ("bring-in", 2)),
        ("bring in", "bring-in 2, complete 4", ("bring-in", 2)),
        ("b 2", "bring-in 2, complete 4", ("bring-in", 2)),
        ("b 4", "bring-in 2, complete 4", ("complete", 4)),
        ("open", "bring-in 2, complete 4", ("complete", 4)),
        ("b", "bring-in 2, complete 4", ("bring-in", 2)),
        ("c", "bring-in 2, complete 4", ("bring-in", 2)),
        ("i", "check, bet 4", "you cannot bring in now"),
        ("i 3", "bring-in 2, complete 4", "bring in 3 is not possible: 2 is"),
        ("k", "fold, call 4", "you cannot check now"),
        ("f 3", "fold, call 4", "a fold has no amount"),
        ("", "fold, call 4", "nothing typed"),
        ("  \t", "fold, call 4", "nothing typed"),
        ("hello", "fold, call 4", "'hello' is no action"),
        ("bet -4", "check, bet 4", "'bet -4' is no action"),
        ("bet 4.0", "check, bet 4", "'bet 4.0' is no action"),
        ("bet 4 5", "check, bet 4", "is no action"),
        ("4", "check, bet 4", "'4' is no action"),
        ("\u0662 \x1b[31m", "check, bet 4", r"'\u0662 \x1b[31m' is no action"),
        ("b " + "9" * 5000, "check, bet 4", "is no action"),
    ],
)
def test_answers(line: str, legal: str, answer: tuple[str, int | None] | str) -> None:
    actions = legal_of(legal)
    if isinstance(answer, tuple):
        assert read_answer(line, actions) == answer
    else:
        with pytest.raises(BadAnswerError) as caught:
            read_answer(line, actions)
        assert answer in str(caught.value)
        assert len(str(caught.value)) < 120


@pytest.mark.parametrize("word", ["all in", "All-In", "allin", " all"])
@pytest.mark.parametrize(
    ("legal", "most", "answer"),
    [
        ("fold, call 4, raise 8 50", 50, ("raise", 50)),
        ("fold, call 4, raise 8, raise 12", 12, ("raise", 12)),
        ("check, bet 3", 3, ("bet", 3)),
        ("fold, call 3", 3, ("call", 3)),
        ("bring-in 1", 1, ("bring-in", 1)),
        ("bring-in 2, complete 3", 3, ("complete", 3)),
        ("fold, call 4, raise 8", 50, "you cannot go all-in: raise to 8 is the most that is allowed"),
        ("fold, call 4", 50, "you cannot go all-in: call 4 is the most that is allowed"),
        ("bring-in 2", 50, "you cannot go all-in: bring in 2 is the most that is allowed"),
        ("check", 50, "you cannot go all-in now"),
    ],
)
def test_all_in_is_all_or_nothing(word: str, legal: str, most: int, answer: tuple[str, int] | str) -> None:
    if isinstance(answer, tuple):
        assert read_answer(word, legal_of(legal), most) == answer
    else:
        with pytest.raises(BadAnswerError) as caught:
            read_answer(word, legal_of(legal), most)
        assert str(caught.value) == answer


@pytest.mark.parametrize(
    ("legal", "bet", "most", "words"),
    [
        ("fold, call 12, raise 16", 4, 100, "fold, call 12 (8 more), raise to 16"),
        ("fold, call 12, raise 16", 0, 16, "fold, call 12, raise to 16 (all-in)"),
        ("fold, call 9", 4, 9, "fold, call 9 (5 more, all-in)"),
        ("check, bet 4 30", 0, 30, "check, bet 4-30 (30 is all-in)"),
        ("check, bet 4 30", 0, 31, "check, bet 4-30"),
        ("bring-in 2, complete 4", 0, 100, "bring in 2, complete to 4"),
    ],
)
def test_what_may_be_done_and_what_it_costs(legal: str, bet: int, most: int, words: str) -> None:
    assert list_actions(legal_of(legal), bet, most) == words


def test_a_short_stack_goes_all_in(play: Play) -> None:
    _, out, _ = play("all in\n", "--seed", "3", "--opponents", "call", "--stack", "4", "--hands", "1")
    assert "You may fold, call 2, complete to 3 (all-in)\n> all in\nyou complete to 3\n" in out


def test_a_call_costs_what_is_not_yet_in(play: Play) -> None:
    _, out, _ = play("c\nf\n", "--seed", "0", "--players", "3", "--hands", "1", "--opponents", "random")
    assert (
        """\
you call 4
seat 1 raises to 8
seat 2 raises to 12

    seat   cards       bet   chips
 *  0 you  (Kh) 9h       4      95
    1      (?) Ks        8      91
  D 2      (?) 5c       12      87
    pot 27 (3 and bets 24)
    you have: high card, K-9 so far
You may fold, call 12 (8 more), raise to 16
"""
        in out
    )


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        (
            "80",
            [
                "    pot 135: the main pot 40 (seat 0, seat 1, you, seat 3); side pot 1 90",
                "    (seat 1, you, seat 3); bets 5",
            ],
        ),
        (
            "50",
            [
                "    pot 135: the main pot 40 (seat 0, seat 1,",
                "    you, seat 3); side pot 1 90 (seat 1, you,",
                "    seat 3); bets 5",
            ],
        ),
    ],
)
def test_side_pots_and_bets_are_a_whole(columns: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    hand = soko.Hand(soko.games.five_card_stud(limit="no"), [10, 40, 70, 100], rng=1)
    hand.bring_in()
    hand.raise_to(39)
    for _ in range(3):
        hand.call()
    hand.bet(5)
    table = list(Screen(hand, range(4), 2).table())
    assert table[5:] == lines
    assert all(line.startswith("    ") and len(line) < int(columns) for line in table[5:])


def test_cards_face_down_stand_together(play: Play) -> None:
    _, out, _ = play("q\n", "--seed", "4", "--game", "seven_card_stud")
    assert re.search(r"^dealt: you \(\w\w \w\w\) \w\w, seat 1 \w\w,", out, re.MULTILINE)


def test_what_is_listed_can_be_typed() -> None:
    legal = legal_of("fold, call 2, complete 4")
    words = list_actions(legal).split(", ")
    assert [read_answer(word, legal)[0] for word in words] == ["fold", "call", "complete"]


def test_any_bytes_are_lines_like_others(play: Play) -> None:
    choice = random.Random(7)
    for seed in range(20):
        typed = b"\n".join(choice.randbytes(choice.randrange(12)) for _ in range(30))
        status, out, err = play(typed, "--seed", str(seed), "--hands", "2")
        assert (status, err) == (0, "")
        assert "The end: " in out
        assert out.isascii()


@pytest.mark.parametrize(
    ("argv", "status", "text"),
    [
        (["--players", "1"], 2, "--players 1: at least 2"),
        (["--players", "9"], 2, "--players 9: soko is for 2 to 8 players"),
        (["--seat", "4"], 2, "--seat 4: seats are 0 to 3"),
        (["--seat", "-1"], 2, "--seat -1"),
        (["--stack", "0"], 2, "--stack 0: at least 1"),
        (["--hands", "0"], 2, "--hands 0: at least 1"),
        (["--seed", "-1"], 2, "--seed -1"),
        (["--game", "bridge"], 2, "bridge"),
        (["--opponents", "sharks"], 2, "sharks"),
        (["--ante", "-1"], 2, "--ante -1: ante must be"),
    ],
)
def test_options_that_make_no_table(play: Play, argv: list[str], status: int, text: str) -> None:
    got, out, err = play("", *argv)
    assert (got, out) == (status, "")
    assert text in err


# JSON


@pytest.mark.parametrize("game", soko.games.NAMES)
def test_json_has_no_hidden_cards(play: Play, game: str) -> None:
    for seed in range(4):
        status, out, _ = play(
            LONG_HAND, "--game", game, "--seed", str(seed), "--json", "--hands", "4", "--set", "burn=yes"
        )
        assert status == 0
        lines = json_lines(out)
        assert (lines[0]["kind"], lines[-1]["kind"]) == ("match", "end-of-match")
        for line in lines:
            if line["kind"] == "deal":
                mine = line["seat"] == 0
                assert (line["card"] != "?") == (mine or line["face"] == "up")
            if line["kind"] == "burn":
                assert line["card"] == "?"
        assert not {"hole_cards", "deck", "key", "seed"} & set().union(*lines)


def test_the_screen_has_no_hidden_cards(play: Play) -> None:
    for seed in range(10):
        _, out, _ = play("q", "--seed", str(seed), "--game", "seven_card_stud", "--opponents", "call")
        hidden = [line for line in out.splitlines() if re.match(r" [ *][ D] \d {5}", line)]
        assert len(hidden) == 3
        assert all(re.search(r"\d +\(\? \?\) [2-9TJQKA][cdhs] ", line) for line in hidden)


def test_json_tells_turns_errors_and_results(play: Play) -> None:
    _, out, _ = play("hello\n?\nc\n", "--seed", "3", "--opponents", "call", "--json")
    lines = json_lines(out)
    kinds = [line["kind"] for line in lines]
    assert kinds[:2] == ["match", "hand"]
    turn, error, help_line = lines[kinds.index("turn") :][:3]
    assert [action["kind"] for action in turn["legal_actions"]] == ["fold", "call", "complete"]
    assert (turn["bets"], turn["stacks"]) == ([0, 2, 2, 2], [99, 97, 97, 97])
    assert error == {"kind": "error", "text": "'hello' is no action"}
    assert help_line == {"kind": "help", "text": "fold, call 2, complete to 4"}
    assert kinds.count("absent") == 1
    result = lines[kinds.index("result")]
    assert sum(result["payoffs"]) == 0
    assert [100 + payoff for payoff in result["payoffs"]] == result["stacks"] == lines[-1]["stacks"]
    assert soko.Rules.from_dict(lines[0]["rules"]) == soko.games.soko()


def test_json_names_seats_of_the_table(play: Play) -> None:
    options = ["--seed", "5", "--players", "4", "--stack", "20", "--json", "--hands", "60", "--seat", "3"]
    _, out, _ = play("f\nk\ni\n" * 500, *options)
    lines = json_lines(out)
    hands = [line for line in lines if line["kind"] == "hand"]
    assert min(len(hand["seats"]) for hand in hands) < 4
    playing: list[int] = []
    for line in lines:
        if line["kind"] == "hand":
            playing = line["seats"]
            assert all((stack > 0) == (seat in playing) for seat, stack in enumerate(line["stacks"]))
        elif "seat" in line and line["kind"] != "match":
            assert line["seat"] in playing
        elif line["kind"] == "result":
            assert sum(line["stacks"]) == 80
