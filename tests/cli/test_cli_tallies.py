"""What ``soko simulate`` and ``soko merge`` print and write of a tally, number by number."""

import argparse
import json
import re
import sys
from io import BytesIO, StringIO, TextIOWrapper
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from command import Run

import soko
from soko import _odds
from soko._progress import _plain_bar, terminal_bar
from soko.cli._runs import seed_number, whole_number

SOKO = soko.games.soko()
CASES: list[tuple[list[str], soko.Rules, dict[str, Any]]] = [
    (["--players", "3"], SOKO, {"players": 3}),
    (
        ["--known", "As ?", "? Kd", "--dead", "2c", "3c 4c", "--players", "3"],
        SOKO,
        {"players": 3, "known": ["As ?", "? Kd"], "dead": "2c 3c 4c"},
    ),
    (
        ["--game", "follow_the_bitch", "--low-chicago", "--players", "4", "--dead", "2c"],
        soko.games.follow_the_bitch(low_chicago=True),
        {"players": 4, "dead": "2c"},
    ),
    (
        ["--game", "seven_card_stud", "--low-chicago", "--players", "2"],
        soko.games.seven_card_stud(low_chicago=True),
        {"players": 2},
    ),
]


def exact_shares(tally: soko.Tally, given: dict[str, Any]) -> tuple[float, ...] | None:
    rules = tally.rules
    if given.keys() & {"known", "dead"} or rules.wild != "none":
        return None
    return _odds.shares(rules.ranking, len("".join(rules.deal)), ace_low=rules.ace_low_four_straight)


def category_rows(tally: soko.Tally, given: dict[str, Any]) -> list[tuple[soko.Category, int, float, Any, Any]]:
    rows = []
    exact = exact_shares(tally, given)
    hands = tally.n * tally.players
    for category in reversed(soko.Category):
        if not _odds.places(tally.rules.ranking)[category]:
            continue
        seen = int(tally.categories[:, category].sum())
        chance = exact[category] if exact else 0.5
        errors = (seen / hands - chance) / sqrt(chance * (1 - chance) / hands)
        rows.append((category, seen, seen / hands, *((chance, errors) if exact else (None, None))))
    return rows


@pytest.mark.parametrize(("argv", "rules", "given"), CASES)
def test_simulate_prints_all_of_it(run: Run, argv: list[str], rules: soko.Rules, given: dict[str, Any]) -> None:
    tally = soko.simulate(rules, n=20_000, rng=7, **given)
    status, out, err = run("simulate", *argv, "--deals", "2e4", "--seed", "7", "--threads", "1")
    assert (status, err) == (0, "")
    head, categories, seats, rest = out.split("\n\n")
    known = [f"known: {', '.join(given['known']).replace('As ?', 'As')}"] if "known" in given else []
    dead = [f"dead: {given['dead']}"] if "dead" in given else []
    title = [str(rules), f"{given['players']} players, 20,000 deals, seed 7", *known, *dead]
    assert head.split() == " ".join(title).split()
    names, *lines = categories.splitlines()
    rows = category_rows(tally, given)
    has_exact = rows[0][3] is not None
    assert re.split("  +", names) == ["category", "seen", "share %", *(["exact %", "z"] if has_exact else [])]
    assert [re.split("  +", line) for line in lines] == [
        [
            *(str(category), f"{seen:,}", f"{100 * share:.6f}"),
            *([f"{100 * chance:.6f}", f"{errors:+.2f}"] if has_exact else []),
        ]
        for category, seen, share, chance, errors in rows
    ]
    names, *lines = seats.splitlines()
    halved = ["high %", "low %"] if rules.low_chicago else []
    assert re.split("  +", names.strip()) == ["seat", "wins", "ties", "share %", "error %", *halved]
    halves = [
        [f"{100 * float(share / tally.n):.6f}" for share in seat if halved]
        for seat in zip(tally.high_shares, tally.low_shares, strict=True)
    ]
    shares = [100 * float(share / tally.n) for share in tally.shares]
    fair = [] if known or rules.wild != "none" else [["each", f"{100 / tally.players:.6f}"]]
    assert [line.split() for line in lines] == [
        *(
            [
                str(seat),
                f"{tally.wins[seat]:,}",
                f"{tally.ties[seat]:,}",
                f"{share:.6f}",
                f"{100 * error:.6f}",
                *halves[seat],
            ]
            for seat, (share, error) in enumerate(zip(shares, tally.std_error, strict=True))
        ),
        *fair,
    ]
    of_deals = [
        f"a rank wild at showdown in {100 * int(tally.wild_ranks[:-1].sum()) / tally.n:.6f}% of deals",
        f"no spade face down in {100 * tally.no_low_spade / tally.n:.6f}% of deals",
    ]
    wanted = [rules.wild != "none", rules.low_chicago]
    *printed, speed = rest.splitlines()
    assert printed == [line for line, is_wanted in zip(of_deals, wanted, strict=True) if is_wanted]
    assert re.fullmatch(r"[\d,]+ deals/s: \d+\.\d\d s on 1 thread", speed)


@pytest.mark.parametrize(("argv", "rules", "given"), CASES)
def test_simulate_writes_all_of_it(run: Run, argv: list[str], rules: soko.Rules, given: dict[str, Any]) -> None:
    tally = soko.simulate(rules, n=20_000, rng=7, **given)
    status, out, err = run("simulate", *argv, "--deals", "20_000", "--seed", "7", "--threads", "2", "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    seconds = document.pop("seconds")
    assert document.pop("deals_per_second") == pytest.approx(20_000 / seconds)
    assert document.pop("categories") == [
        {"category": category.name.lower(), "seen": seen, "share": share, "exact": chance, "z": errors}
        for category, seen, share, chance, errors in (
            (*row[:4], None if row[4] is None else pytest.approx(row[4])) for row in category_rows(tally, given)
        )
    ]
    ranks = [*"23456789TJQKA", "none"]
    assert document == {
        "rules": rules.to_dict() | {"deal": list(rules.deal), "bets": list(rules.bets)},
        "players": given["players"],
        "deals": 20_000,
        "known": ["As", "? Kd"] if "known" in given else [],
        "dead": given.get("dead", "").split(),
        "plan": tally.plan_id,
        "missing": [],
        "seats": [
            {
                "seat": seat,
                "wins": tally.wins[seat],
                "ties": tally.ties[seat],
                "share": float(share / tally.n),
                "std_error": tally.std_error[seat],
                "pots": list(share.as_integer_ratio()),
                "categories": tally.categories[seat].tolist(),
                "high_pots": list(tally.high_shares[seat].as_integer_ratio()) if rules.low_chicago else None,
                "low_pots": list(tally.low_shares[seat].as_integer_ratio()) if rules.low_chicago else None,
            }
            for seat, share in enumerate(tally.shares)
        ],
        "wild_ranks": None if rules.wild == "none" else dict(zip(ranks, tally.wild_ranks.tolist(), strict=True)),
        "no_low_spade": tally.no_low_spade if rules.low_chicago else None,
        "seed": 7,
        "key": [f"{word:016x}" for word in soko.rng.stream_key(7)],
        "threads": 2,
    }


def test_a_shard_without_deals(run: Run) -> None:
    argv = ["simulate", "--deals", "5", "--players", "2", "--seed", "7", "--shard", "1/3"]
    status, out, err = run(*argv, "--low-chicago")
    assert (status, err) == (0, "")
    head, speed = out.split("\n\n")
    assert head.splitlines()[1:] == ["2 players, 0 deals, seed 7", "incomplete: block 0 of 1 missing"]
    assert speed.startswith("0 deals/s")
    document = json.loads(run(*argv, "--json")[1])
    assert (document["deals"], document["missing"]) == (0, [[0, 1]])
    assert {seat["share"] for seat in document["seats"]} == {None}
    assert {(row["seen"], row["share"], row["z"]) for row in document["categories"]} == {(0, 0.0, None)}


def test_merged_tallies_are_shown_and_written(run: Run, tmp_path: Path) -> None:
    plan = soko.plan(SOKO, 3, 40_000, rng=7)
    paths = [str(tmp_path / f"{i}.json") for i in range(3)]
    for i, path in enumerate(paths):
        plan.shard(i, 3).run().save(path)
    status, out, err = run("merge", *paths[1:])
    assert (status, err) == (0, "")
    assert out.splitlines()[:3] == [str(SOKO), "3 players, 23,616 deals", "incomplete: block 0 of 3 missing"]
    assert out.endswith("  33.333333\n")
    whole = str(tmp_path / "whole.json")
    document = json.loads(run("merge", *paths, "--output", whole, "--json")[1])
    assert (document["deals"], document["plan"], document["missing"]) == (40_000, plan.id, [])
    assert soko.Tally.load(whole) == plan.run()
    plan.shard(0, 3).run().save(whole)
    assert run("merge", *paths, whole) == (
        *(1, ""),
        f"soko: {whole}: the same deals would count twice: block 0 of the same rng are in more than one tally\n",
    )


def test_merged_tallies_of_equity(run: Run, tmp_path: Path) -> None:
    plan = soko.equity_plan(["(As) Kd", "(?) Qh"], n=40_000, rng=7)
    path, empty = str(tmp_path / "part.json"), str(tmp_path / "empty.json")
    part = plan.shard(0, 3).run()
    part.save(path)
    assert run("merge", path) == (0, f"{part.equity}\nincomplete: blocks 1 to 2 of 3 missing\n", "")
    assert json.loads(run("merge", path, "--json")[1]) == {
        **part.equity.to_dict(),
        "plan": plan.id,
        "missing": [[1, 3]],
    }
    nothing = soko.equity_plan(["(As) Kd", "(?) Qh"], n=5, rng=7).shard(0, 3).run()
    nothing.save(empty)
    assert run("merge", empty)[1].splitlines() == [repr(nothing), "incomplete: block 0 of 1 missing"]
    assert json.loads(run("merge", empty, "--json")[1]) == json.loads(json.dumps(nothing.to_dict()))


@pytest.mark.parametrize(
    ("text", "number"), [("20_000_000", 20_000_000), ("20,000,000", 20_000_000), ("2e7", 20_000_000), ("-3", -3)]
)
def test_whole_numbers_as_people_type_them(text: str, number: int) -> None:
    assert whole_number(text) == number
    assert type(whole_number(text)) is int


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e-3", "inf", "nan"])
def test_what_is_no_whole_number(text: str, run: Run) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"^'{text}' is not a whole number$"):
        whole_number(text)
    status, out, err = run("simulate", "--deals", text)
    assert (status, out) == (2, "")
    assert f"'{text}' is not a whole number" in err


@pytest.mark.parametrize("shard", ["3/2", "0/2", "1", "1/", "/2", "a/b", "-1/2", "1/0"])
def test_parts_that_are_none(shard: str, run: Run) -> None:
    status, out, err = run("simulate", "--seed", "1", f"--shard={shard}")
    assert (status, out) == (2, "")
    assert f"'{shard}': a part I/K is needed, such as 1/100 or 100/100" in err


def test_options_that_need_others(run: Run, tmp_path: Path) -> None:
    for option, value in (("--shard", "1/2"), ("--checkpoint", str(tmp_path / "x.json"))):
        status, out, err = run("simulate", option, value)
        assert (status, out) == (2, "")
        assert f"{option} needs --seed: all parts of a run must have the same one" in err
    assert "'-1' is below 0" in run("simulate", "--seed", "-1")[2]
    assert seed_number("0") == 0
    missing = str(tmp_path / "nowhere" / "x.json")
    assert run("simulate", "--output", missing, "--deals", "1e15") == (
        1,
        "",
        f"soko: {missing}: the folder does not exist\n",
    )


def test_a_bar_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", StringIO())
    for done, n in ((0, 2000), (1000, 2000), (1999, 2000), (2000, 2000)):
        _plain_bar(done, n)
    empty, half, nearly, end, rest = sys.stderr.getvalue().split("\r")[1:]  # type: ignore[attr-defined]
    assert empty == f"[{'.' * 30}]   0%  0 of 2,000"
    assert half == f"[{'#' * 15}{'.' * 15}]  50%  1,000 of 2,000"
    assert nearly == f"[{'#' * 29}.]  99%  1,999 of 2,000"
    # The last one is wiped out, and what is written next begins the line.
    assert (end, rest) == (" " * len(f"{half}"), "")
    monkeypatch.setattr(sys, "stderr", StringIO())
    _plain_bar(0, 0)
    assert not sys.stderr.getvalue().strip()  # type: ignore[attr-defined]


class Screen(StringIO):
    """A standard error that is looked at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("has_rich", [False, True])
def test_the_bar_is_that_of_rich_if_it_is_there(monkeypatch: pytest.MonkeyPatch, *, has_rich: bool) -> None:
    if not has_rich:
        monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr(sys, "stderr", Screen())
    with terminal_bar("deals", 2000, is_wanted=True) as progress:
        assert callable(progress)
        progress(500, 2000)
        progress(1000, 2000)
    drawn = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert ("1,000 of 2,000 deals" in drawn) == has_rich
    assert (f"\r[{'#' * 15}{'.' * 15}]  50%  1,000 of 2,000" in drawn) != has_rich
    with terminal_bar("deals", 2000, is_wanted=False) as progress:
        assert progress is False
    monkeypatch.setattr(sys, "stderr", StringIO())
    with terminal_bar("deals", 2000, is_wanted=True) as progress:
        assert progress is False


class Terminal(TextIOWrapper):
    """A standard input at which a person types."""

    def isatty(self) -> bool:
        return True


def test_who_types_hands_is_told_so(run: Run) -> None:
    status, out, err = run("evaluate", stdin=Terminal(BytesIO(b"As Ks Qs Js 2d\n")))
    assert (status, err) == (0, "soko: hands from standard input, one a line\n")
    assert out.startswith("four-flush, A-K-Q-J, 2 kicker\t")
    assert run("evaluate", stdin=None) == (1, "", "soko: standard input or output is closed\n")


def test_lines_are_numbered_through_all_blocks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soko.cli._lines.BLOCK", 40)
    hands = ["As Ks Qs Js 2d", "AhAdKcQh9d", "", "10s 9s 8s 7s 6d"] * 5
    text = "\n".join(hands).encode()
    lines = [json.loads(line) for line in run("evaluate", "--json", stdin=text)[1].splitlines()]
    assert [line["line"] for line in lines] == [i for i, hand in enumerate(hands, 1) if hand]
    assert [line["strength"] for line in lines] == [soko.evaluate_int(hand) for hand in hands if hand]
    status, out, err = run("evaluate", stdin=text + b"\nAs Ks\n2s 3s 4s 5s 7d")
    assert (status, out.count("\n")) == (1, 15)
    assert err.startswith("soko: line 21: ")
    # What comes after a bad line is not written, in the same block either.
    monkeypatch.setattr("soko.cli._lines.BLOCK", 1 << 20)
    assert run("evaluate", stdin=text + b"\nAs Ks\n2s 3s 4s 5s 7d\n") == (status, out, err)


@pytest.mark.parametrize(
    ("ranking", "hands"),
    [("soko", ["7s 6d 4c 3h 2d", "7s 6d 5c 3h 2d"]), ("standard", ["7s 5d 4c 3h 2d", "7s 6d 4c 3h 2d"])],
)
def test_lines_of_the_worst_hands(run: Run, ranking: Any, hands: list[str]) -> None:
    # Their numbers are the least there are, and no signs of anything else.
    lines = run("evaluate", "--ranking", ranking, stdin="\n".join(hands).encode())[1].splitlines()
    assert [line.split("\t")[0] for line in lines] == [str(soko.evaluate(hand, ranking)) for hand in hands]
