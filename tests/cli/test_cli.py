"""The command ``soko``: what it prints, its JSON, its exit status, and how it behaves in a pipe."""

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from math import comb
from typing import Literal

import numpy as np
import pytest
from command import Run

import soko
from soko import _odds
from soko.cli import VERBS, main
from soko.reference import ranking as reference

COMMAND = [sys.executable, "-m", "soko"]
RANKS = "23456789TJQKA"


def run_process(argv: Sequence[str], stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *argv], input=stdin, capture_output=True, check=False, timeout=120)


# The command itself


def test_alone_it_shows_help_with_examples(run: Run) -> None:
    status, out, err = run()
    assert (status, err) == (0, "")
    assert "examples:" in out
    assert all(verb in out for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_that_fits_the_screen(run: Run, verb: str) -> None:
    status, out, _ = run(verb, "--help")
    assert status == 0
    assert "--json" in out
    assert max(map(len, out.splitlines())) <= 80
    assert (import_module(f"soko.cli.{verb}").__doc__ or "").split()[:3] == out.split("\n\n")[1].split()[:3]


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"soko {soko.__version__}\n", "")


@pytest.mark.parametrize(
    "argv",
    [
        ["nothing"],
        ["evaluate", "--ranking", "best"],
        ["evaluate", "--wild", "1"],
        ["evaluate", "--wild", "9", "--ranking", "soko", "As Ks Qs Js 2d"],
        ["evaluate", "--no-ace-low", "--ranking", "standard", "As Ks Qs Js 2d"],
        ["evaluate", "-", "As Ks Qs Js 2d"],
        ["evaluate", "--skip-bad", "As Ks Qs Js 2d"],
        ["odds", "--wild", "9", "--ranking", "standard"],
        ["odds", "--wild", "9", "--ranking", "all"],
        ["odds", "more"],
        ["simulate", "--deals", "many"],
        ["simulate", "--deals", "2.5"],
        ["simulate", "--seed", "-1"],
        ["simulate", "--set", "cap"],
        ["rules", "--diff", "soko"],
        ["rules", "--list", "soko"],
    ],
)
def test_wrong_usage_is_status_2(run: Run, argv: list[str]) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].startswith("soko: ")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["evaluate", "As Ks Qs 1s 2d"], "'1s': unknown rank"),
        (["evaluate", "As Ks Qs As 2d"], "As is given twice"),
        (["evaluate", "As Ks Qs Js"], "4 cards"),
        (["evaluate", "As Ks Qs Js 2d", "As Ks Qs Js 2d 3d 4d 5d"], "8 cards"),
        (["evaluate", ""], "0 cards"),
        (["evaluate", "A\udcff Ks Qs Js 2d"], r"'A\udcff Ks Qs Js 2d': card 'A\udcff': unknown suit"),
        (["simulate", "--known", "As ?", "As"], "As"),
        (["simulate", "--known", "As", "--dead", "As"], "As"),
        (["simulate", "--known", "Zz"], "Zz"),
    ],
)
def test_bad_input_is_status_1_and_one_line(run: Run, argv: list[str], words: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (1, "")
    assert err.startswith("soko: ")
    assert err.count("\n") == 1
    assert words in err


# evaluate


def test_one_hand(run: Run) -> None:
    status, out, _ = run("evaluate", "As Ks Qs Js 2d")
    assert status == 0
    assert out.splitlines() == [
        "four-flush, A-K-Q-J, 2 kicker",
        "place 3,337 of 16,707 in soko",
        "plays As Ks Qs Js 2d",
    ]


def test_a_hand_without_quotes_is_one_hand(run: Run) -> None:
    assert run("evaluate", "As", "Ks", "Qs", "Js", "2d") == run("evaluate", "AsKsQsJs2d")


def test_hands_come_best_first_with_ties_and_reasons(run: Run) -> None:
    hands = ["Ah Ad Kc Qh 9d", "As Ks Qs Js 2d", "Ac Kc Qc Jc 2d", "7s 6d 4c 3h 2d 2c 2h"]
    status, out, _ = run("evaluate", *hands)
    assert status == 0
    table, reasons = out.split("\n\n")[1:]
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["1", "2=", "2=", "4"]
    assert "2d 2c 2h" not in table
    assert "(4c 3h)" in table
    assert reasons.splitlines() == [
        "1 beats 2: three of a kind is above a four-flush",
        "2 beats 4: a four-flush is above one pair",
    ]
    assert max(map(len, out.splitlines())) <= 80


def test_evaluate_json(run: Run) -> None:
    hands = ["Ah Ad Kc Qh 9d", "As Ks Qs Js 2d", "Ac Kc Qc Jc 2d"]
    status, out, _ = run("evaluate", "--json", *hands)
    document = json.loads(out)
    assert status == 0
    assert (document["ranking"], document["wild"], document["places"]) == ("soko", None, 16_707)
    assert [hand["order"] for hand in document["hands"]] == [1, 1, 3]
    assert [hand["tied"] for hand in document["hands"]] == [True, True, False]
    for record in document["hands"]:
        strength = soko.evaluate(" ".join(record["hand"]))
        assert record["place"] == strength.place
        assert record["strength"] == int(strength)
        assert record["words"] == str(strength)
        assert record["category"].upper() == strength.category.name
        assert record["plays"] == [str(card) for card in strength.cards]
    assert document["explanations"][1] == soko.explain(soko.evaluate(hands[2]), soko.evaluate(hands[0]))


def test_evaluate_in_other_rankings(run: Run) -> None:
    assert run("evaluate", "--ranking", "standard", "As Ks Qs Js 2d")[1].startswith("high card")
    assert run("evaluate", "--wild", "9", "As Ks Qs Js 9d")[1].startswith("royal flush")
    assert run("evaluate", "--wild", "10", "As Ad Ac Ah Td")[1].startswith("five of a kind, aces\nplace 1 of 7,475")
    assert run("evaluate", "--no-ace-low", "As 2s 3c 4d 9h")[1].startswith("high card")


def expected_line(hand: str, ranking: Literal["soko", "standard"] = "soko") -> str:
    strength = soko.evaluate(hand, ranking)
    return f"{strength}\t{strength.place}\t{strength.category}"


def test_lines_in_every_form(run: Run) -> None:
    lines = ["As Ks Qs Js 2d", "AsKsQsJs2d", "as,ks,qs,js,2d", "as\tks\tqs\tjs\t2d", "  As  Ks Qs Js 2d "]
    lines += ["10s9s8s7s6d", "A♠ K♠ Q♠ J♠ 2♦", "As Ks Qs Js 2d 3c", "As Ks Qs Js 2d 3c 4c"]
    lines += ["AsKsQsJs2d3c", "AsKsQsJs2d3c4c", "Ah2h3h4h6h"]
    expected = [expected_line(line) for line in lines]
    assert run("evaluate", stdin="\n".join(lines).encode()) == (0, "\n".join(expected) + "\n", "")
    dressed = "# hands\r\n\r\n" + "\r\n".join(lines) + "\r\n\r\n"
    assert run("evaluate", "-", stdin=b"\xef\xbb\xbf" + dressed.encode())[1].splitlines() == expected


def test_lines_as_json(run: Run) -> None:
    status, out, _ = run("evaluate", "--json", stdin=b"As Ks Qs Js 2d\n\nAhAdKcQh9d\n")
    assert status == 0
    first, second = map(json.loads, out.splitlines())
    strength = soko.evaluate("As Ks Qs Js 2d")
    assert first == {
        "line": 1,
        "words": str(strength),
        "place": 3337,
        "category": "four_flush",
        "strength": int(strength),
    }
    assert (second["line"], second["category"]) == (3, "one_pair")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("As Ks Qs Js As", "As is given twice"),
        ("AsKsQsJsAs", "As is given twice"),
        ("As Ks Qs Js 1d", "'1d': unknown rank"),
        ("As Ks Qs Js Ax", "'Ax': unknown suit"),
        ("As Ks QsxJs 2d", "xJs"),
        ("sA Ks Qs Js 2d", "sA"),
        ("As Ks Qs J s2d", "'J': the suit is missing"),
        ("As Ks Qs Js", "4 cards"),
        ("\xff", "no text in UTF-8"),
        ("x" * 10_000, "xxx"),
    ],
)
def test_a_bad_line_is_named_after_the_good_ones_before_it(run: Run, line: str, words: str) -> None:
    good = [b"As Ks Qs Js 2d"] * 3
    stdin = b"\n".join([*good, line.encode("latin-1"), b"2s 3s 4s 5s 7d"])
    status, out, err = run("evaluate", stdin=stdin)
    assert status == 1
    assert out.count("\n") == 3
    assert err.startswith("soko: line 4: ")
    assert words in err
    status, out, err = run("evaluate", "--skip-bad", stdin=stdin)
    assert (status, err) == (0, "soko: 1 bad line skipped\n")
    assert out.splitlines() == [expected_line("As Ks Qs Js 2d")] * 3 + [expected_line("2s 3s 4s 5s 7d")]


def test_a_stream_without_lines_ends_soon() -> None:
    done = run_process(["evaluate"], b"\0" * 1_000_000)
    assert done.returncode == 1
    assert done.stderr == b"soko: line 1: longer than 4,096 bytes, which is no hand\n"


def hand_lines(n: int, cards: int = 5) -> tuple[list[str], np.ndarray]:
    rng = np.random.default_rng(n)
    hands = rng.random((n, 52)).argsort(axis=1)[:, :cards].astype(np.uint8)
    names = [str(soko.Card(i)) for i in range(52)]
    return [" ".join(names[i] for i in hand) for hand in hands.tolist()], hands


@pytest.mark.parametrize("is_mixed", [False, True])
def test_a_hundred_thousand_lines(*, is_mixed: bool) -> None:
    lines, hands = hand_lines(100_000)
    text = [line.replace(" ", "") if is_mixed and i % 3 else line for i, line in enumerate(lines)]
    done = run_process(["evaluate"], "\n".join(text).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    places = [int(line.split("\t")[1]) for line in done.stdout.decode().splitlines()]
    by_strength = soko.evaluate_many(hands)
    assert len(places) == 100_000
    # The order of places is that of strengths, turned round; the words are those of single hands.
    by_place = np.unique(-np.array(places), return_inverse=True)[1]
    assert (by_place == np.unique(by_strength, return_inverse=True)[1]).all()
    for line, out in list(zip(lines, done.stdout.decode().splitlines(), strict=True))[::997]:
        assert out == expected_line(line)


def test_bad_lines_among_many_are_skipped_and_counted(run: Run) -> None:
    lines, _ = hand_lines(20_000, cards=7)
    for i in range(0, 20_000, 100):
        lines[i] = lines[i][:3] * 6 + lines[i][:2]
    status, out, err = run("evaluate", "--skip-bad", "--ranking", "standard", stdin="\n".join(lines).encode())
    assert (status, err) == (0, "soko: 200 bad lines skipped\n")
    assert out.count("\n") == 19_800
    assert out.splitlines()[0] == expected_line(lines[1], "standard")


def test_lines_are_answered_as_they_come() -> None:
    with subprocess.Popen([*COMMAND, "evaluate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for hand in ("As Ks Qs Js 2d", "AhAdKcQh9d"):
            process.stdin.write(hand.encode() + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().decode().rstrip("\n") == expected_line(hand)
        process.stdin.close()
        assert process.wait(timeout=30) == 0


# odds


@pytest.mark.parametrize(
    ("argv", "ranks", "line"),
    [
        ([], "16,707", "four-flush 110,940 4.268631 23.43 9,245 3326-12570"),
        (["--no-ace-low"], "16,707", "four-straight 83,040 3.195124 31.30 111 12571-12681"),
        (["--ranking", "standard"], "7,462", "one pair 1,098,240 42.256903 2.37 2,860 3326-6185"),
        (["--wild", "9"], "5,168", "five of a kind 672 0.025856 3,867.50 12 1-13"),
    ],
)
def test_odds_are_exact_and_a_live_count_agrees(run: Run, argv: list[str], ranks: str, line: str) -> None:
    status, out, _ = run("odds", "--check", *argv)
    assert status == 0
    lines = [" ".join(text.split()) for text in out.splitlines()]
    assert line in lines
    assert f"all 2,598,960 100.000000 {ranks}" in lines
    assert out.splitlines()[-1].endswith("2,598,960 hands counted, all agrees")
    assert max(map(len, out.splitlines())) <= 80


def test_odds_of_all_rankings(run: Run) -> None:
    status, out, _ = run("odds", "--ranking", "all", "--check")
    assert status == 0
    assert out.count("all agrees") == 16
    assert "2  672  484  2068  31552  12672  14472  62232  355080   95040  1225008  799680" in out.splitlines()
    assert max(map(len, out.splitlines())) <= 80


def test_odds_json(run: Run) -> None:
    document = json.loads(run("odds", "--json")[1])
    assert (document["hands"], document["ranks"], document["agrees"]) == (comb(52, 5), 16_707, None)
    assert sum(row["hands"] for row in document["categories"]) == comb(52, 5)
    assert sum(row["share"] for row in document["categories"]) == pytest.approx(1)
    assert document["categories"][0] == {
        "category": "royal_flush",
        "hands": 4,
        "share": 4 / comb(52, 5),
        "one_in": 649_740,
        "ranks": 1,
        "best_place": 1,
        "worst_place": 1,
    }
    many = json.loads(run("odds", "--json", "--ranking", "wild", "--check")[1])
    assert [table["wild"] for table in many] == list(RANKS)
    assert all(table["agrees"] for table in many)
    assert all(row["counted"] == row["hands"] for table in many for row in table["categories"])


def test_a_live_count_that_differs_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    odds = _odds.five_cards("soko")
    wrong = (odds.hands[0] + 1, *odds.hands[1:])
    monkeypatch.setattr(_odds, "five_cards", lambda *_, **__: odds._replace(hands=wrong))
    status, out, _ = run("odds", "--check")
    assert status == 1
    assert "NOT the same" in out
    assert out.splitlines()[-1].startswith("  high card: 1,150,081 hands of 1,198 ranks built in, 1,150,080 hands")
    assert run("odds", "--check", "--json")[0] == 1


def test_built_in_counts_are_whole() -> None:
    for (_, cards), hands in _odds._HANDS.items():
        assert sum(hands) == comb(52, cards)
    for rank in RANKS:
        assert _odds.five_cards("wild", wild=rank).total == comb(52, 5)


def test_places_of_the_built_in_ranks_are_those_of_the_reference() -> None:
    for ranking, ace_low in (("soko", True), ("soko", False), ("standard", True), ("wild", True)):
        classes = reference.classes(ranking, ace_low_four_straight=ace_low)
        counts = np.bincount([value[0] for value in classes], minlength=13)
        assert _odds.places(ranking, ace_low=ace_low) == tuple(counts.tolist())


# simulate


def test_simulate_is_soko_simulate(run: Run) -> None:
    status, out, err = run("simulate", "--deals", "100_000", "--seed", "7", "--threads", "2", "--json")
    document = json.loads(out)
    tally = soko.simulate(soko.games.soko(), 6, 100_000, rng=7)
    assert (status, err) == (0, "")
    assert (document["deals"], document["seed"], document["threads"]) == (100_000, 7, 2)
    assert [int(word, 16) for word in document["key"]] == list(soko.rng.stream_key(7))
    assert [seat["categories"] for seat in document["seats"]] == tally.categories.tolist()
    assert [seat["wins"] for seat in document["seats"]] == tally.wins.tolist()
    assert [seat["ties"] for seat in document["seats"]] == tally.ties.tolist()
    assert [tuple(seat["pots"]) for seat in document["seats"]] == [s.as_integer_ratio() for s in tally.shares]
    assert soko.Rules.from_dict(document["rules"]) == tally.rules
    exact = _odds.five_cards("soko")
    for row in document["categories"]:
        category = soko.Category[row["category"].upper()]
        assert row["seen"] == tally.categories[:, category].sum()
        assert row["exact"] == exact.hands[category] / exact.total
        assert abs(row["z"]) < 5


def test_simulate_prints_a_table(run: Run) -> None:
    status, out, err = run("simulate", "--deals", "20,000", "--seed", "7", "--players", "3")
    assert (status, err) == (0, "")
    head, categories, seats, speed = out.split("\n\n")
    assert head.splitlines()[1] == "3 players, 20,000 deals, seed 7"
    names = [str(category) for category in reversed(soko.Category) if category != soko.Category.FIVE_OF_A_KIND]
    assert [line.split("  ")[0] for line in categories.splitlines()[1:]] == names
    assert sum(int(line.split()[-4].replace(",", "")) for line in categories.splitlines()[1:]) == 60_000
    rows = [line.split() for line in seats.splitlines()[1:]]
    assert sum(float(row[-2]) for row in rows[:3]) == pytest.approx(100)
    assert [float(row[-1]) for row in rows[:3]] == pytest.approx([100 * (2 / 9 / 20_000) ** 0.5] * 3, rel=0.02)
    assert rows[3] == ["each", "33.333333"]
    assert "deals/s" in speed
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("argv", "exact"),
    [
        (["--game", "seven-card-stud", "--players", "8", "--low-chicago"], True),
        (["--game", "canadian_stud", "--no-such"], None),
        (["--game", "five_card_stud", "--players", "10"], True),
        (["--game", "follow_the_bitch", "--players", "4"], False),
        (["--game", "soko", "--set", "ace_low_four_straight=no"], True),
        (["--known", "As ?", "? Kd", "--dead", "2c", "3c 4c"], False),
        (["--dead", "2c"], False),
    ],
)
def test_games_and_known_cards(run: Run, argv: list[str], *, exact: bool | None) -> None:
    status, out, _ = run("simulate", *argv, "--deals", "200_000", "--seed", "1", "--json")
    if exact is None:
        assert status == 2
        return
    assert status == 0
    document = json.loads(out)
    for row in document["categories"]:
        assert (row["exact"] is not None) == exact
        if exact:
            assert abs(row["z"]) < 5
    has_wild = "follow_the_bitch" in argv
    assert (document["wild_ranks"] is not None) == has_wild
    assert (document["no_low_spade"] is not None) == ("--low-chicago" in argv)
    status, text, _ = run("simulate", *argv, "--deals", "1000")
    assert status == 0
    assert ("exact %" in text) == exact
    assert ("wild at showdown" in text) == has_wild
    assert ("each" in text) == (not has_wild and "--known" not in argv)


def test_known_cards_are_used(run: Run) -> None:
    argv = ["--players", "2", "--known", "As Ad Ac Ah Ks", "--dead", "2c", "--deals", "1000", "--seed", "1"]
    assert [line.split()[-2:] for line in run("simulate", *argv)[1].splitlines() if line[:2] in ("0 ", "1 ")] == [
        ["100.000000", "0.100000"],
        ["0.000000", "0.100000"],
    ]


def test_a_seed_that_is_shown_repeats_the_run(run: Run) -> None:
    first = json.loads(run("simulate", "--deals", "1000", "--json")[1])
    again = json.loads(run("simulate", "--deals", "1e3", "--json", "--seed", str(first["seed"]))[1])
    assert first["seats"] == again["seats"]


class Terminal(io.StringIO):
    """Standard error that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ["simulate", "--deals", "1000", "--seed", "1"]
    for has_rich in (False, True):
        if not has_rich:
            monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", terminal)
            assert main([*argv, "--quiet"]) == 0
            assert terminal.getvalue() == ""
            assert main(argv) == 0
        assert terminal.getvalue()
        monkeypatch.undo()
    assert run(*argv)[2] == ""


# rules


def test_rules_in_words(run: Run) -> None:
    status, out, err = run("rules", "soko")
    assert (status, err) == (0, "")
    assert out.split() == soko.games.describe(soko.games.soko()).split()
    game = soko.games.canadian_stud(ante=2, min_bet=6, cap=3, ace_low_four_straight=False)
    argv = ["--ante", "2", "--min-bet", "6", "--set", "cap=3", "--set", "ace-low-four-straight=off"]
    assert run("rules", "Canadian-Stud", *argv)[1].split() == soko.games.describe(game).split()


def test_rules_listed(run: Run) -> None:
    status, out, _ = run("rules", "--list")
    assert status == 0
    assert [line.split(":")[0] for line in out.splitlines()] == list(soko.games.NAMES)
    status, sentences, _ = run("rules")
    assert (status, sentences.split()) == (0, out.split())


def test_rules_that_differ(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    one, other = soko.games.soko(), soko.games.canadian_stud()
    status, out, _ = run("rules", "--diff", "soko", "canadian_stud")
    assert (status, out) == (0, soko.games.describe_diff(one, other) + "\n")
    document = json.loads(run("rules", "--diff", "soko", "canadian_stud", "--json")[1])
    assert {"field": "opener", "values": ["best", "lowest"]} in document


def test_a_game_can_be_given_a_name(run: Run) -> None:
    assert run("rules", "soko", "--set", "name=ours")[1].startswith("ours, for 2 to 8 players")


def test_rules_json(run: Run) -> None:
    game = soko.games.soko(limit="pot", bring_in=5)
    document = json.loads(run("rules", "soko", "--limit", "pot", "--bring-in", "5", "--json")[1])
    assert soko.Rules.from_dict(document) == game
    assert len(json.loads(run("rules", "--json")[1])) == len(soko.games.NAMES)


@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_no_is_a_limit_and_an_answer(run: Run, limit: str) -> None:
    argv = ["five_card_stud", "--set", f"limit={limit}", "--set", "cap_heads_up=no", "--json"]
    document = json.loads(run("rules", *argv)[1])
    assert (document["limit"], document["cap_heads_up"]) == (limit, False)


# Pipes and signals


def test_a_reader_that_leaves_early_is_no_error() -> None:
    lines, _ = hand_lines(50_000)
    with subprocess.Popen(
        [*COMMAND, "evaluate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("\n".join(lines[:100]).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().decode().rstrip("\n") == expected_line(lines[0])
        process.stdout.close()
        # The command may be gone before all is written, which is the point.
        try:
            process.stdin.write("\n".join(lines[100:]).encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize("argv", [["odds"], ["rules"], ["--help"], ["odds", "--json", "--ranking", "all"]])
def test_a_reader_that_is_not_there_is_no_error(argv: list[str]) -> None:
    with subprocess.Popen([*COMMAND, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


class FullDisk(io.StringIO):
    """Standard output that cannot be written."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_output_that_cannot_be_written_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert run("odds") == (1, "", f"soko: {os.strerror(errno.ENOSPC)}\n")


# Their exact answer takes a minute.
FOUR = ["(As) Kd Qh", "(7c) Qd 2h", "(2c) 2d 3h", "(4c) 4d 5h"]
DEAD = "6c 6d 6h 6s 7d 7h 7s 8c 8d 8h 8s 9c"
STOPPED = b"soko: stopped before the exact answer was complete; --samples gives an estimate\n"


@pytest.mark.parametrize("argv", [["equity", *FOUR, "--dead", DEAD, "--exact"], ["evaluate"]])
def test_ctrl_c_prints_nothing_ugly(argv: list[str]) -> None:
    with subprocess.Popen(
        [*COMMAND, *argv], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    # A part of an exact count is no answer.
    assert err == (b"" if argv == ["evaluate"] else STOPPED)


def test_nothing_heavy_is_imported_for_light_verbs() -> None:
    # What was there before is not this package's doing: whoever measures coverage is in all processes.
    code = "import sys; old = {*sys.modules}; from soko.cli import main; main(['rules']); print(*{*sys.modules} - old)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "rich", "json", "soko.cli.simulate", "soko.cli.evaluate", "soko._odds"}
