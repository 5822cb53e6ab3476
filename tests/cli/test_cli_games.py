"""The options that choose a game, its stakes and its switches, and a ranking with its wild rank."""

import json
from typing import Any

import pytest
from command import Run

import soko

GAMES = soko.games


@pytest.mark.parametrize(
    ("argv", "rules"),
    [
        (["soko"], GAMES.soko()),
        (["Follow The-Bitch"], GAMES.follow_the_bitch()),
        (["soko", "--ante", "2", "--bring-in", "3"], GAMES.soko(ante=2, bring_in=3)),
        (["soko", "--small-bet", "6", "--big-bet", "9"], GAMES.soko(small_bet=6, big_bet=9)),
        (["canadian_stud", "--min-bet", "6", "--max-bet", "11"], GAMES.canadian_stud(min_bet=6, max_bet=11)),
        (["soko", "--limit", "pot"], GAMES.soko(limit="pot")),
        (["soko", "--low-chicago"], GAMES.soko(low_chicago=True)),
        (["soko", "--low-chicago", "--set", "ace=high"], GAMES.soko(low_chicago=True, ace="high")),
        (["soko", "--set", " showing-tie = suit ", "--set", "cap= 3"], GAMES.soko(showing_tie="suit", cap=3)),
        (["five_card_stud", "--set", "limit= no"], GAMES.five_card_stud(limit="no")),
        (
            ["soko", "--set", "bets=small,small,small,big"],
            GAMES.soko().replace(bets=["small", "small", "small", "big"]),
        ),
        *(
            ([game, "--set", f"burn={word}"], getattr(GAMES, game)(burn=is_burnt))
            for game in ("soko", "follow_the_bitch")
            for words, is_burnt in ((("true", "Yes", "ON"), True), (("false", "No", "off"), False))
            for word in words
        ),
    ],
)
def test_games_by_their_options(run: Run, argv: list[str], rules: soko.Rules) -> None:
    status, out, err = run("rules", "--json", *argv)
    assert (status, err) == (0, "")
    assert soko.Rules.from_dict(json.loads(out)) == rules


@pytest.mark.parametrize(
    ("argv", "status", "text"),
    [
        (["soko", "--set", "cap"], 2, "--set cap: KEY=VALUE is needed, such as cap=3"),
        (["soko", "--set", "cap=3,4"], 2, "--set cap=3,4: cap must be a whole number from 1 to 255"),
        (["soko", "--set", "cap=three"], 2, "--set cap=three: cap must be a whole number from 1 to 255"),
        (["soko", "--set", "cap=2.5"], 2, "--set cap=2.5: cap must be a whole number from 1 to 255"),
        (["--diff", "soko"], 2, "--diff needs two games, as in soko rules --diff soko canadian_stud"),
        (["--diff"], 2, "--diff needs two games, as in soko rules --diff soko canadian_stud"),
        (["--diff", "--list", "soko", "soko"], 2, "--diff needs two games, as in soko rules --diff soko canadian_stud"),
        (["--list", "soko"], 2, "--list takes no games"),
    ],
)
def test_options_that_make_no_game(run: Run, argv: list[str], status: int, text: str) -> None:
    found, out, err = run("rules", *argv)
    assert (found, out) == (status, "")
    assert err.splitlines()[-1] == f"soko: {text}"


def test_games_as_many_as_were_named(run: Run) -> None:
    both = [GAMES.soko(cap=3), GAMES.five_card_stud(cap=3)]
    argv = ["rules", "soko", "five_card_stud", "--set", "cap=3"]
    assert run(*argv)[1].split() == " ".join(map(GAMES.describe, both)).split()
    assert [soko.Rules.from_dict(record) for record in json.loads(run(*argv, "--json")[1])] == both
    everything = [GAMES.by_name(name) for name in GAMES.NAMES]
    assert run("rules", "--list")[1] == "".join(f"{rules}\n" for rules in everything)
    assert run("rules")[1].split() == run("rules", "--list")[1].split()
    assert [soko.Rules.from_dict(record) for record in json.loads(run("rules", "--json")[1])] == everything
    one, other = GAMES.soko(cap=3), GAMES.canadian_stud(cap=3)
    argv = ["rules", "--diff", "soko", "canadian_stud", "--set", "cap=3"]
    assert run(*argv)[1].split() == GAMES.describe_diff(one, other).split()
    assert json.loads(run(*argv, "--json")[1]) == [
        {"field": field, "values": [left, right]} for field, left, right in GAMES.diff(one, other)
    ]


PLURALS = (
    *("deuces", "threes", "fours", "fives", "sixes", "sevens"),
    *("eights", "nines", "tens", "jacks", "queens", "kings", "aces"),
)
WORDS = dict(zip("23456789TJQKA", PLURALS, strict=True))


@pytest.mark.parametrize("rank", WORDS)
def test_wild_ranks_by_name(run: Run, rank: str) -> None:
    four = "Q" if rank == "A" else "A"
    hand = " ".join([*(f"{four}{suit}" for suit in "shdc"), f"{rank}s"])
    for argv in (["--wild", rank.lower()], ["--ranking", "wild", "--wild", rank]):
        lines = run("evaluate", *argv, hand)[1].splitlines()
        assert lines[0].startswith("five of a kind")
        assert lines[1].endswith(f" of 7,475 in wild ({WORDS[rank]} wild)")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "four-straight, ace-low: "),
        (["--no-ace-low"], "high card"),
        (["--ranking", "standard"], "high card"),
        (["--ranking", "soko"], "four-straight"),
    ],
)
def test_rankings_by_their_options(run: Run, argv: list[str], words: str) -> None:
    document: dict[str, Any] = json.loads(run("evaluate", "--json", *argv, "As 2s 3c 4d 9h")[1])
    assert document["ranking"] == ("standard" if "standard" in argv else "soko")
    assert document["ace_low_four_straight"] is ("--no-ace-low" not in argv)
    assert document["hands"][0]["category"] == words.split(",", maxsplit=1)[0].replace(" ", "_").replace("-", "_")
