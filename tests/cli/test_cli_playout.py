"""``soko playout``: what it prints, its JSON, and how it is asked."""

import json
import re
from math import isclose

import pytest

import soko
from soko.cli import main
from soko.lockstep import ACTIONS
from soko.rng import stream_key


@pytest.fixture
def out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> pytest.CaptureFixture[str]:
    """Return what was written, on a terminal wide enough for every table."""
    monkeypatch.setenv("COLUMNS", "120")
    return capsys


def test_it_is_soko_playout(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--policies", "tight, maniac", "--players", "3", "--hands", "2e3", "--seed", "5"]
    argv += ["--stack", "200", "--duplicate", "--game", "seven_card_stud", "--limit", "pot", "--low-chicago"]
    assert main([*argv, "--json", "--threads", "2"]) == 0
    document = json.loads(out.readouterr().out)
    game = soko.games.seven_card_stud(limit="pot", low_chicago=True)
    result = soko.playout(game, 3, 2000, ["tight", "maniac"], 5, stacks=200, duplicate=True)
    expected = result.to_dict()
    assert {name: document[name] for name in ("rules", "hands", "deals", "stacks", "players", "duplicate", "key")} == {
        name: expected[name] for name in ("rules", "hands", "deals", "stacks", "players", "duplicate", "key")
    }
    assert (document["seed"], document["threads"], document["confidence"]) == (5, 2, 0.95)
    assert document["key"] == [f"{word:016x}" for word in stream_key(5)]
    assert document["hands_per_second"] > 0
    for name, scores in (("policies", result.policies), ("seats", result.seats)):
        for row, score in zip(document[name], scores, strict=True):
            assert tuple(row.pop("interval")) == score.interval()
            assert row == score.to_dict()


def test_it_prints_tables(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--policies", "tight,call", "--hands", "3000", "--seed", "5", "--threads", "1"]
    assert main(argv) == 0
    text, errors = out.readouterr()
    lines = text.splitlines()
    result = soko.playout(soko.games.soko(), 6, 3000, ["tight", "call"], 5)
    assert errors == ""
    assert max(map(len, lines)) <= 80
    assert lines[0] == str(soko.games.soko())
    assert lines[1] == "6 players, 3,000 hands, seed 5"
    assert lines[3].split() == ["policy", "chips/hand", "95%", "interval", "won", "%", "fold", "%", "showdown", "%"]
    name, mean, low, _, high, won, fold, showdown = lines[4].split()
    tight = result.policies[0]
    assert (name, float(mean)) == ("tight", round(tight.mean, 4))
    assert (float(low), float(high)) == tuple(round(bound, 4) for bound in tight.interval())
    rates = [round(100 * rate, 2) for rate in (tight.win_rate, tight.fold_rate, tight.showdown_rate)]
    assert [float(won), float(fold), float(showdown)] == rates
    assert [line.split()[0] for line in lines[8:14]] == ["0", "1", "2", "3", "4", "5"]
    actions = lines[15].split(" %")
    # What nobody does in fixed limit has no column, and the least is the one size.
    assert " ".join(actions).split() == " ".join(["policy street fold", *ACTIONS[1:3], "bet or raise"]).split()
    assert sum(map(float, lines[16].split()[3:])) == pytest.approx(100, abs=0.03)
    assert lines[25] == f"showdown in {100 * result.showdown_rate:.4f}% of hands"
    assert lines[26].endswith(" s on 1 thread")
    assert len(lines) == 27


def test_sizes_of_bets_are_said_where_there_are_some(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--policies", "random", "--players", "3", "--hands", "500", "--seed", "5", "--limit", "pot"]
    assert main(argv) == 0
    lines = out.readouterr().out.splitlines()
    (header,) = (line for line in lines if line.startswith("policy  street"))
    assert [column.strip() for column in header.split(" %")][1:] == [*ACTIONS[1:], ""]
    assert "least, half pot, pot and most are sizes of bets and raises" in lines


def test_a_seed_that_is_shown_repeats_the_match(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--policies", "random", "--players", "2", "--hands", "500", "--quiet"]
    assert main(argv) == 0
    first = out.readouterr().out
    seed = first.splitlines()[1].rsplit("seed ", 1)[1]
    assert main([*argv, "--seed", seed]) == 0
    assert out.readouterr().out.splitlines()[:-1] == first.splitlines()[:-1]


def test_intervals_are_as_wide_as_was_asked(out: pytest.CaptureFixture[str]) -> None:
    widths = []
    for confidence in ("50", "99.9"):
        argv = ["playout", "--hands", "1000", "--seed", "1", "--json", "--confidence", confidence]
        assert main(argv) == 0
        low, high = json.loads(out.readouterr().out)["policies"][0]["interval"]
        widths.append(high - low)
    assert isclose(widths[1] / widths[0], 3.29053 / 0.67449, rel_tol=1e-4)


def test_one_hand_has_no_interval(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--hands", "1", "--players", "2", "--seed", "1"]
    assert main([*argv, "--json"]) == 0
    assert json.loads(out.readouterr().out)["policies"][0]["interval"] is None
    assert main(argv) == 0
    assert "any" in out.readouterr().out.splitlines()[4].split()


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["--policies", "tight,folds"], 2, "'folds' is unknown"),
        (["--policies", ""], 2, "'' is unknown"),
        (["--policies", "call,call,call", "--players", "2"], 1, "3 policies"),
        (["--players", "9"], 2, "--players 9: soko is for 2 to 8 players"),
        (["--hands", "0"], 2, "--hands 0: 1 to "),
        (["--stack", "0"], 2, "--stack 0: 1 to "),
        (["--game", "omaha"], 2, "omaha"),
        (["--hands", "many"], 2, "many"),
        (["--seed", "-1"], 2, "below 0"),
        (["--confidence", "100"], 2, "--confidence 100: from 1 to less than 100, in percent: 95"),
        (["--confidence", "0.95"], 2, "--confidence 0.95: from 1 to less than 100, in percent: 95"),
        (["--confidence", "0.999"], 2, "in percent: 99.9"),
        (["--confidence", "0"], 2, "in percent: 95"),
        (["--confidence", "nan"], 2, "--confidence nan"),
    ],
)
def test_bad_input_is_one_line(out: pytest.CaptureFixture[str], argv: list[str], status: int, words: str) -> None:
    assert main(["playout", *argv]) == status
    text, errors = out.readouterr()
    assert text == ""
    assert words in errors.splitlines()[-1]
    assert "Traceback" not in errors


def test_every_number_that_is_printed(out: pytest.CaptureFixture[str]) -> None:
    argv = ["playout", "--policies", "maniac, tight ,call", "--players", "3", "--hands", "3000", "--seed", "5"]
    assert main([*argv, "--limit", "pot", "--stack", "90", "--confidence", "50", "--threads", "2"]) == 0
    text = out.readouterr().out
    result = soko.playout(soko.games.soko(limit="pot"), 3, 3000, ["maniac", "tight", "call"], 5, stacks=90)
    title, policies, seats, actions, end = text.split("\n\n")
    assert title.split() == f"{result.title}, seed 5".split()
    for table, what, scores in ((policies, "policy", result.policies), (seats, "seat", result.seats)):
        names, *lines = (re.split("  +", line.strip()) for line in table.splitlines())
        assert names == [what, "chips/hand", "50% interval", "won %", "fold %", "showdown %"]
        assert lines == [
            [
                *(score.name.removeprefix("seat "), f"{score.mean:+.4f}"),
                "{:+.4f} to {:+.4f}".format(*score.interval(0.5)),
                *(f"{100 * rate:.2f}" for rate in (score.win_rate, score.fold_rate, score.showdown_rate)),
            ]
            for score in scores
        ]
    taken = [i for i in range(7) if any(street[i] for score in result.policies for street in score.actions)]
    *actions_lines, sizes = actions.splitlines()
    assert sizes == "least, half pot, pot and most are sizes of bets and raises"
    names, *lines = (re.split("  +", line.strip()) for line in actions_lines)
    assert names == ["policy", "street", *(f"{ACTIONS[i]} %" for i in taken)]
    streets = ["second street", "third street", "fourth street", "fifth street"]
    assert lines == [
        [*([score.name] if not street else []), streets[street], *(f"{100 * shares[i]:.2f}" for i in taken)]
        for score in result.policies
        for street, shares in enumerate(score.frequencies)
    ]
    showdown, speed = end.splitlines()
    assert showdown == f"showdown in {100 * result.showdown_rate:.4f}% of hands"
    assert re.fullmatch(r"[\d,]+ hands/s: \d+\.\d\d s on 2 threads", speed)


def test_what_is_played_when_nothing_is_said(out: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "--seed", "3", "--json"]) == 0
    document = json.loads(out.readouterr().out)
    expected = soko.playout(soko.games.soko(), 6, 100_000, ["tight", "call"], 3).to_dict()
    assert document["confidence"] == 0.95
    assert document["seats"][5]["chips"] == expected["seats"][5]["chips"]  # type: ignore[index]
    assert (document["hands"], document["players"]) == (100_000, ["tight", "call"] * 3)
    assert document["hands_per_second"] == pytest.approx(100_000 / document["seconds"])


def test_the_old_word_for_the_verb_says_so(out: pytest.CaptureFixture[str]) -> None:
    argv = ["--hands", "200", "--seed", "3", "--json"]
    documents = []
    for verb, note in (("playout", ""), ("match", "soko: the verb 'match' is now called 'playout'\n")):
        assert main([verb, *argv]) == 0
        text, errors = out.readouterr()
        assert errors == note
        documents.append({**json.loads(text), "seconds": 0, "hands_per_second": 0})
    assert documents[0] == documents[1]
    assert main(["help", "match"]) == 0
    text, errors = out.readouterr()
    assert text.startswith("usage: soko playout")
    assert "match" in errors
