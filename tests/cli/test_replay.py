"""``soko replay``: hands that were written down are shown as they were played, and other files are refused by name."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hands_played import played

import soko
from soko.cli import main

Call = Callable[..., tuple[int, str, str]]

# The highest card showing brings it in.
STORY = """\
----- {where} -----
soko: fixed limit 4/8, ante 1, bring-in 2, 2 to 8 players
all ante 1
- second street (round 1 of 4)
dealt: seat 0 (6s) 9s, seat 1 (5s) 6d

    seat   cards       bet   chips
 *  0      (6s) 9s       -      99
  D 1      (5s) 6d       -      99
    pot 2

seat 0 brings in 2
seat 1 completes to 4
seat 0 folds
2 uncalled go back to seat 1
seat 1 wins 6
won and lost: seat 0 -3, seat 1 +3
"""


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that calls the verb: exit status, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "80")

    def replay_here(*argv: object) -> tuple[int, str, str]:
        status = main(["replay", *map(str, argv)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return replay_here


def a_hand(*, to_the_end: bool = True) -> soko.Hand:
    hand = soko.Hand(soko.games.soko(), [100, 100], deck="6s 5s 9s 6d", rng=1)
    hand.bring_in()
    hand.complete()
    if to_the_end:
        hand.fold()
    return hand


def written(folder: Path, *hands: soko.Hand) -> Path:
    file = folder / "hands.jsonl"
    file.write_text("".join(json.dumps(hand.to_dict()) + "\n" for hand in hands), encoding="utf-8")
    return file


def test_a_hand_is_told_from_the_antes_to_the_last_award(replay: Call, tmp_path: Path) -> None:
    file = written(tmp_path, a_hand())
    assert replay(file) == (0, STORY.format(where=file), "")


def test_one_document_may_have_many_lines(replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(a_hand().to_dict(), indent=2), encoding="utf-8")
    assert replay(file) == (0, STORY.format(where=file), "")


def test_a_hand_that_is_not_over_is_told_as_far_as_it_went(replay: Call, tmp_path: Path) -> None:
    status, out, _ = replay(written(tmp_path, a_hand(to_the_end=False)))
    assert status == 0
    assert out.endswith("the record ends here: seat 0 is to act\n")
    assert " *  0      (6s) 9s       2      97" in out


def test_a_seat_is_shown_what_it_saw(replay: Call, tmp_path: Path) -> None:
    status, out, _ = replay(written(tmp_path, a_hand()), "--seat", 1)
    assert status == 0
    assert "dealt: seat 0 9s, you (5s) 6d" in out
    assert "6s" not in out
    assert "you win 6" in out


def test_hands_are_called_by_their_lines(replay: Call, tmp_path: Path) -> None:
    file = written(tmp_path, a_hand(to_the_end=False), a_hand())
    status, out, _ = replay(file)
    assert status == 0
    assert [line for line in out.splitlines() if line.startswith("-----")] == [
        f"----- {file}:1 -----",
        f"----- {file}:2 -----",
    ]
    assert replay(file, "--hand", 2) == (0, STORY.format(where=f"{file}:2"), "")


@pytest.mark.parametrize("seed", range(40))
def test_json_has_what_the_hand_has(seed: int, replay: Call, tmp_path: Path) -> None:
    hand = list(played(seed))[-1]
    for seat in (None, 0):
        status, out, _ = replay(written(tmp_path, hand), "--json", *([] if seat is None else ["--seat", seat]))
        assert status == 0
        (found,) = json.loads(out)["hands"]
        seen: Any = hand if seat is None else hand.view(seat)
        assert soko.Rules.from_dict(found["rules"]) == hand.rules
        assert found["events"] == json.loads(json.dumps([event.to_dict() for event in seen.events]))
        assert found["stacks"] == list(hand.stacks)
        assert found["payoffs"] == (None if hand.payoffs is None else list(hand.payoffs))
        assert sum(award["amount"] for award in found["awards"]) == sum(award.amount for award in hand.awards)
        assert (found["dealer"], found["is_over"]) == (hand.dealer, hand.is_over)
        assert found["starting_stacks"] == list(hand.starting_stacks)
        # Every hand can be told in words as well.
        assert replay(written(tmp_path, hand), *([] if seat is None else ["--seat", seat]))[0] == 0


def test_cards_that_nobody_knows(replay: Call, tmp_path: Path) -> None:
    """They are question marks, a showdown that waits for them says whose, and what is revealed is shown."""
    hand = soko.Hand(soko.games.soko(), [4, 4], deck="? ? As 3h  Ad 4c  Ks 5h  Kd 6h")
    hand.complete(), hand.call()
    status, out, _ = replay(written(tmp_path, hand))
    assert status == 0
    assert " *  0      (?) As       -       3\n" in out
    assert out.endswith("the record ends here: the showdown waits for the cards of seat 0 and seat 1\n")
    hand.reveal(0, "Ah"), hand.muck(1)
    _, out, _ = replay(written(tmp_path, hand))
    assert "seat 0 shows (Ah) As Ad Ks Kd: full house, aces full of kings\nseat 1 mucks\nseat 0 wins 8\n" in out


def test_cards_that_the_caller_dealt_are_told_by_rounds(replay: Call, tmp_path: Path) -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], deal="manual")
    for card in ["6s", "5s", "9s", "6d"]:
        hand.deal(card)
    hand.bring_in()
    hand.call()
    hand.deal("2c")
    status, out, _ = replay(written(tmp_path, hand))
    assert status == 0
    assert "dealt: seat 0 (6s) 9s, seat 1 (5s) 6d\n" in out
    assert out.endswith("dealt: seat 0 2c\nthe record ends here: a card is to be dealt\n")


def test_what_play_saves_is_shown(
    replay: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.jsonl"
    for seed in (3, 4):
        monkeypatch.setattr(sys, "stdin", io.StringIO("c\nk\ni\n" * 200))
        assert main(["play", "--players", "3", "--seed", str(seed), "--hands", "2", "--save", str(file)]) == 0
    printed = capsys.readouterr().out
    status, out, _ = replay(file, "--seat", 0)
    assert status == 0
    # Four hands in two calls: the second adds to what the first wrote, and each ends as it was told at the table.
    assert out.count("won and lost: ") == 4
    awards = [line for line in printed.splitlines() if " wins " in line or line.startswith("you win ")]
    assert awards == [line for line in out.splitlines() if " wins " in line or line.startswith("you win ")]


# Seats of the table


def at_table(folder: Path, *tables: list[int]) -> Path:
    """Write the same hand of two down for each pair of table seats."""
    file = folder / "table.jsonl"
    hand = a_hand().to_dict()
    lines = [json.dumps({"seats": seats, "you": seats[-1], "hand": hand}) + "\n" for seats in tables]
    file.write_text("".join(lines), encoding="utf-8")
    return file


def test_seats_are_those_of_the_table(replay: Call, tmp_path: Path) -> None:
    file = at_table(tmp_path, [1, 3])
    status, out, _ = replay(file)
    story = STORY.format(where=file).replace("seat 1", "seat 3").replace("seat 0", "seat 1")
    story = story.replace("D 1 ", "D 3 ").replace("* 0 ", "* 1 ").replace("*  0", "*  1")
    story = story.replace("2 to 8 players\n", "2 to 8 players\nyou sat in seat 3\n")
    assert (status, out) == (0, story)
    status, out, _ = replay(file, "--seat", 3)
    assert status == 0
    assert "dealt: seat 1 9s, you (5s) 6d\n" in out
    assert "won and lost: seat 1 -3, seat 3 +3\n" in out
    assert "6s" not in out


def test_a_seat_may_sit_out(replay: Call, tmp_path: Path) -> None:
    file = at_table(tmp_path, [1, 3], [0, 2], [0, 3])
    status, out, _ = replay(file, "--seat", 3)
    assert status == 0
    assert f"----- {file}:2 -----\nseat 3 sat out\n\n----- {file}:3 -----\nsoko" in out
    assert replay(file, "--seat", 3, "--hand", 2) == (0, f"----- {file}:2 -----\nseat 3 sat out\n", "")
    status, out, _ = replay(file, "--seat", 3, "--json")
    first, second, _ = json.loads(out)["hands"]
    assert (first["seats"], first["you"], second["seats"], second["you"]) == ([1, 3], 3, [0, 2], 2)
    down = [[event["card"] for event in hand["events"] if event.get("face") == "down"] for hand in (first, second)]
    assert down == [["?", "5s"], ["?", "?"]]
    assert replay(file, "--seat", 4) == (2, "", "soko: --seat 4: no hand has it, the seats are 0, 1, 2, 3\n")


def test_bare_records_name_the_seats_of_the_hand(replay: Call, tmp_path: Path) -> None:
    (found,) = json.loads(replay(written(tmp_path, a_hand()), "--json")[1])["hands"]
    assert (found["seats"], found["you"]) == ([0, 1], None)


def test_what_play_saves_has_the_seats_of_the_table(
    replay: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.jsonl"
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\nk\ni\n" * 500))
    argv = ["play", "--players", "4", "--seat", "3", "--stack", "20", "--hands", "60", "--seed", "5"]
    assert main([*argv, "--save", str(file)]) == 0
    printed = capsys.readouterr().out
    saved = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {line["you"] for line in saved} == {3}
    assert min(len(line["seats"]) for line in saved) < 4
    out = replay(file, "--seat", 3)[1]
    dealt = [[line for line in text.splitlines() if line.startswith("dealt: ")] for text in (printed, out)]
    assert dealt[0] == dealt[1]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": [1]}, "seats [1]: 2 different numbers from 0 are needed"),
        ({"seats": [1, 1]}, "seats [1, 1]: 2 different"),
        ({"seats": [-1, 1]}, "seats [-1, 1]: 2 different"),
        ({"seats": [True, 3]}, "seats [true, 3]: 2 different"),
        ({"seats": "ab"}, 'seats "ab": 2 different'),
        ({"seats": None}, "seats null: 2 different"),
        ({"you": 2}, "you 2: no seat of [1, 3]"),
        ({"you": "x"}, 'you "x": no seat of [1, 3]'),
        ({"you": True}, "you true: no seat of [1, 3]"),
        ({"you": [1]}, "you [1]: no seat of [1, 3]"),
        ({"hand": 7}, ""),
    ],
)
def test_a_table_that_is_none_is_refused(fields: dict[str, object], message: str, replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps({"seats": [1, 3], "you": 3, "hand": a_hand().to_dict(), **fields}), encoding="utf-8")
    status, out, err = replay(file)
    assert (status, out) == (1, "")
    assert err.startswith(f"soko: {file}: {message}")
    assert err.count("\n") == 1


def test_nothing_is_played_when_the_file_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--save", str(tmp_path / "none" / "hands.jsonl")]) == 1
    captured = capsys.readouterr()
    assert captured.out.count("hand 1") == 0
    assert "No such file" in captured.err


def changed(**fields: object) -> str:
    return json.dumps({**a_hand().to_dict(), **fields})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "{file}: empty, there is no hand"),
        ("\n \n", "{file}: empty, there is no hand"),
        ("hands\n", "{file}:1: not JSON (Expecting value: line 1 column 1 (char 0))"),
        (changed() + "\n{\n", "{file}:2: not JSON"),
        ("[1]", "{file}: "),
        ("{}", "{file}: "),
        (changed(stacks=[1, 2]), "{file}: "),
        (changed() + "\n" + changed(version=3), "{file}:2: record of a hand: version: 3: only 1 and 2 are known"),
        ("[" * 100_000, "{file}:1: not JSON"),
    ],
)
def test_what_is_no_hand_is_refused_by_name(text: str, message: str, replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(text, encoding="utf-8")
    status, out, err = replay(file)
    # The good hands before it are shown.
    assert (status, out) == (1, STORY.format(where=f"{file}:1") if "{file}:2" in message else "")
    assert err.startswith("soko: " + message.format(file=file))
    assert err.count("\n") == 1


def test_a_cut_last_line_costs_only_its_own_hand(replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text(f"{changed()}\n{changed()[:-9]}", encoding="utf-8")
    status, out, err = replay(file)
    assert (status, out) == (1, STORY.format(where=f"{file}:1"))
    assert err.startswith(f"soko: {file}:2: not JSON (")
    status, document, err = replay(file, "--json")
    assert (status, len(json.loads(document)["hands"])) == (1, 1)
    assert err.startswith(f"soko: {file}:2: not JSON (")
    assert replay(file, "--hand", 2) == (1, "", err)
    assert replay(file, "--skip-bad") == (0, out, "soko: 1 bad line skipped\n")


def test_bad_lines_are_skipped_and_counted(replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    lines = [b"hello", changed().encode(), b"\xff", changed(stacks=[1, 2]).encode(), b"", changed().encode(), b"{"]
    file.write_bytes(b"\n".join(lines))
    status, out, err = replay(file, "--skip-bad")
    assert (status, err) == (0, "soko: 4 bad lines skipped\n")
    assert out == STORY.format(where=f"{file}:2") + "\n" + STORY.format(where=f"{file}:6")
    assert replay(file, "--skip-bad", "--hand", 2)[1] == STORY.format(where=f"{file}:6")
    file.write_bytes(b"hello")
    assert replay(file, "--skip-bad") == (0, "", "soko: 1 bad line skipped\n")
    assert replay(file, "--skip-bad", "--hand", 1)[::2] == (
        2,
        "soko: 1 bad line skipped\nsoko: --hand 1: there is no hand\n",
    )
    assert replay(tmp_path / "none", "--skip-bad")[0] == 1


def test_a_byte_order_mark_is_read(replay: Call, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text(f"\ufeff{changed()}\r\n\ufeff{changed()}\r\n", encoding="utf-8")
    status, out, err = replay(file)
    assert (status, out.count("seat 1 wins 6"), err) == (0, 2, "")
    file.write_text(f"\ufeff{changed()}", encoding="utf-8")
    assert replay(file) == (0, STORY.format(where=file), "")


def test_names_of_others_do_not_steer_the_terminal(replay: Call, tmp_path: Path) -> None:
    record = a_hand().to_dict()
    name = "x\x1b]0;y\x07\u202e\x9b\r\nwon and lost: seat 0 +3"
    record["rules"]["name"] = name
    file = tmp_path / "\x1b[2J\u202e\n"
    file.write_text(json.dumps(record), encoding="utf-8")
    _, out, err = replay(file)
    assert all(letter == "\n" or letter.isprintable() for letter in out + err)
    assert "won and lost: seat 0 +3\n" not in out
    assert r"\x1b[2J\u202e\n" in out + err


def test_other_input_that_cannot_be_used(replay: Call, tmp_path: Path) -> None:
    file = written(tmp_path, a_hand())
    assert replay(file, "--seat", 2) == (2, "", f"soko: --seat 2: seats of {file} are 0 to 1\n")
    assert replay(file, "--hand", 2) == (2, "", "soko: --hand 2: hands are 1 to 1\n")
    assert replay(file, "--hand", 0)[0] == 2
    assert replay(tmp_path / "none")[0] == 1
    (tmp_path / "raw").write_bytes(b"\xff\xfe")
    status, _, err = replay(tmp_path / "raw")
    assert status == 1
    assert err.startswith(f"soko: {tmp_path / 'raw'}:1: not a text file")


def test_the_standard_input_is_a_file_too(replay: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.dumps(a_hand().to_dict()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert replay("-") == (0, STORY.format(where="standard input"), "")


def test_the_record_of_a_view_is_shown_as_its_seat_saw_it(tmp_path: Path, replay: Call) -> None:
    """Line by line the same as the host's record with --seat; no other seat has one."""
    for seed in range(12):
        *_, hand = played(seed)
        for seat in range(hand.players):
            host, own = tmp_path / "host.json", tmp_path / "own.json"
            host.write_text(json.dumps(hand.to_dict()), "utf-8")
            own.write_text(json.dumps(hand.view(seat).to_dict()), "utf-8")
            status, shown, errors = replay(own, "--seat", seat)
            assert (status, errors) == (0, "")
            assert shown.replace("own.json", "host.json") == replay(host, "--seat", seat)[1]
            lines = replay(own)[1].splitlines()
            assert f"as seat {seat} saw it" in lines
            assert lines[-1] == shown.splitlines()[-1]
            assert replay(own, "--json")[1] == replay(host, "--seat", seat, "--json")[1]
        status, _, errors = replay(own, "--seat", 0)
        assert (status, errors.count(f"has what seat {hand.players - 1} saw")) == (2, 1)


def test_a_spectator_and_a_table_have_views_too(tmp_path: Path, replay: Call) -> None:
    hand = a_hand()
    path = tmp_path / "views.jsonl"
    records = [
        {"seats": [3, 5], "hand": hand.view(1).to_dict()},
        hand.view(None).to_dict(),
        a_hand(to_the_end=False).view(0).to_dict(),
    ]
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    shown = replay(path)[1]
    assert "as seat 5 saw it" in shown
    assert "as a spectator saw it" in shown
    assert "dealt: seat 3 9s, seat 5 (5s) 6d" in shown
    assert "dealt: seat 0 9s, seat 1 6d" in shown
    assert "the record ends here: seat 0 is to act" in shown
    status, _, errors = replay(path, "--hand", 2, "--seat", 0)
    assert (status, "has what a spectator saw" in errors) == (2, True)
    changed = {**hand.view(1).to_dict(), "street": 3}
    path.write_text(json.dumps(changed), "utf-8")
    assert replay(path)[0] == 1
