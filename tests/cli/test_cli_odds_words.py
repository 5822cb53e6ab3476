"""What ``soko odds`` prints and writes, number by number, against the tables that it is made from."""

import json
import re
from math import comb
from typing import Any

import pytest
from command import Run

from soko import Category, _odds
from soko.odds_tables import RANKS, grid, improvements

WILD_RANKS = "23456789TJQKA"
CHOICES: list[tuple[list[str], str, dict[str, Any]]] = [
    ([], "soko", {"ranking": "soko"}),
    (["--no-ace-low"], "soko (4-3-2-A not a four-straight)", {"ranking": "soko", "ace_low": False}),
    (["--ranking", "standard"], "standard", {"ranking": "standard"}),
    (["--wild", "10"], "wild (tens wild)", {"ranking": "wild", "wild": "T"}),
    (["--ranking", "wild", "--wild", "a"], "wild (aces wild)", {"ranking": "wild", "wild": "A"}),
]


def place_range(odds: _odds.Odds, category: Category) -> tuple[int, int]:
    """Count places from the best category down."""
    before = sum(odds.places[better] for better in Category if better > category)
    return before + 1, before + odds.places[category]


@pytest.mark.parametrize(("argv", "name", "given"), CHOICES)
def test_odds_of_a_ranking(run: Run, argv: list[str], name: str, given: dict[str, Any]) -> None:
    odds = _odds.five_cards(**given)
    status, out, err = run("odds", *argv)
    assert (status, err) == (0, "")
    head, table, *more = out.rstrip("\n").split("\n\n")
    assert head == f"{name}: 2,598,960 hands of five cards"
    names, *lines, last = (re.split("  +", line.strip()) for line in table.splitlines())
    assert names == ["category", "hands", "share %", "1 in", "ranks", "places"]
    kinds = [category for category in reversed(Category) if odds.places[category]]
    assert lines == [
        [
            *(str(category), f"{odds.hands[category]:,}", f"{100 * odds.hands[category] / comb(52, 5):.6f}"),
            *(f"{comb(52, 5) / odds.hands[category]:,.2f}", f"{odds.ranks[category]:,}"),
            "-".join(map(str, dict.fromkeys(place_range(odds, category)))),
        ]
        for category in kinds
    ]
    assert last == ["all", "2,598,960", "100.000000", f"{sum(odds.ranks):,}"]
    assert more == (["The ranking has 7,475 places; some of them take another wild rank."] if "wild" in given else [])
    document = json.loads(run("odds", *argv, "--json")[1])
    assert document == {
        "ranking": given["ranking"],
        "wild": given.get("wild"),
        "ace_low_four_straight": given.get("ace_low", True),
        "hands": comb(52, 5),
        "ranks": sum(odds.ranks),
        "places": sum(odds.places),
        "agrees": None,
        "categories": [
            {
                "category": category.name.lower(),
                "hands": odds.hands[category],
                "ranks": odds.ranks[category],
                "share": odds.hands[category] / comb(52, 5),
                "one_in": comb(52, 5) / odds.hands[category],
                **dict(zip(("best_place", "worst_place"), place_range(odds, category), strict=True)),
            }
            for category in kinds
        ],
    }


def test_odds_of_every_wild_rank(run: Run) -> None:
    status, out, _ = run("odds", "--ranking", "wild")
    assert status == 0
    head, table, foot = out.rstrip("\n").split("\n\n")
    assert head == "wild: hands of five cards by wild rank, 2,598,960 each"
    assert foot == "5K five of a kind, SF and RF straight and royal flush; --wild RANK tells more."
    names, *lines = table.splitlines()
    assert re.split("  +", names.strip()) == [
        *("5K", "RF", "SF", "quads", "full", "flush", "strt", "trips", "2 pair", "1 pair", "high")
    ]
    kinds = [category for category in reversed(Category) if "FOUR_" not in category.name or "KIND" in category.name]
    assert [line.split() for line in lines] == [
        [rank, *(str(_odds.five_cards("wild", wild=rank).hands[category]) for category in kinds)] for rank in WILD_RANKS
    ]
    # All rankings: the plain ones one by one, then the wild ones in one table.
    heads = [part for part in run("odds", "--ranking", "all")[1].split("\n\n") if part.endswith(("cards", "each"))]
    assert heads == [*(f"{name}: 2,598,960 hands of five cards" for _, name, _ in CHOICES[:3]), head]
    documents = json.loads(run("odds", "--ranking", "all", "--json")[1])
    assert [(document["ranking"], document["wild"], document["ace_low_four_straight"]) for document in documents] == [
        *(("soko", None, True), ("soko", None, False), ("standard", None, True)),
        *(("wild", rank, True) for rank in WILD_RANKS),
    ]


@pytest.mark.parametrize("opponents", [1, 5])
def test_a_grid_says_what_it_is(run: Run, opponents: int) -> None:
    out = run("odds", "--grid", "--opponents", str(opponents))[1]
    head, table, foot = out.split("\n\n")
    hands = "a random hand" if opponents == 1 else "5 random hands"
    error = "exact" if opponents == 1 else "error 0.05"
    assert head == f"soko: share of the pot of two cards against {hands}, in % ({error})"
    names, *lines = table.splitlines()
    assert names.split() == list(RANKS)
    assert [line.split() for line in lines] == [
        [rank, *(f"{100 * share:.1f}" for share in row)] for rank, row in zip(RANKS, grid(opponents).rows, strict=True)
    ]
    foot = " ".join(foot.split())
    assert foot.startswith("Right of the diagonal of pairs: two cards of one suit; left of it: of two suits. ")
    assert ("Sampled: the error is the largest standard error of a share." in foot) == (opponents > 1)


def percent(share: float) -> str:
    """Return percent with a digit, or with three where one would make never of rarely."""
    return f"{100 * share:.3f}" if 0 < share < 0.0005 else f"{100 * share:.1f}"


def test_chances_to_improve(run: Run) -> None:
    *tables, foot = run("odds", "--improve")[1].split("\n\n")
    foot = " ".join(foot.split())
    assert foot.startswith("dealt: how often the first cards are of this kind. better: the chance to end with a ")
    document = json.loads(run("odds", "--improve", "--json")[1])
    assert (document["game"], document["agrees"]) == ("soko", None)
    records = iter(document["held"])
    for cards, table in zip((2, 3, 4), tables, strict=True):
        names, *lines = table.splitlines()
        assert re.split("  +", names) == [
            *(f"first {cards} cards", "dealt", "better", "pair", "4-str", "4-fl", "2pair", "trips", "more")
        ]
        for line, row in zip(lines, improvements(cards), strict=True):
            total = sum(row.counts)
            shares = [count / total for count in row.counts]
            numbers = [row.starts / comb(52, cards), row.better, *shares[1:6], sum(shares[6:])]
            assert re.split("  +", line) == [row.held, *map(percent, numbers)]
            assert next(records) == {
                "cards": cards,
                "held": row.held,
                "made": row.made.name.lower(),
                "starts": row.starts,
                "better": row.better,
                "categories": {category.name.lower(): shares[category] for category in Category if shares[category]},
            }
    assert not list(records)


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["--opponents", "3"], "--opponents needs --grid"),
        (["--opponents", "0"], "--opponents needs --grid"),
        (["--improve", "--plot", "x.png"], "--plot needs --grid"),
        (["--grid", "--opponents", "0"], "--opponents 0: 1 to 7"),
        (["--grid", "--opponents", "8"], "--opponents 8: 1 to 7"),
        (["--grid", "--ranking", "standard"], "--grid is only for Soko with 4-3-2-A as a four-straight"),
        (["--grid", "--wild", "9"], "--grid is only for Soko with 4-3-2-A as a four-straight"),
        (["--improve", "--no-ace-low"], "--improve is only for Soko with 4-3-2-A as a four-straight"),
        (["--ranking", "all", "--wild", "9"], "--ranking all has every wild rank, and soko with and without 4-3-2-A"),
        (["--ranking", "all", "--no-ace-low"], "--ranking all has every wild rank, and soko with and without 4-3-2-A"),
        (["--ranking", "soko", "--wild", "9"], "--wild needs --ranking wild, not soko"),
        (["--ranking", "standard", "--no-ace-low"], "--no-ace-low needs --ranking soko, not standard"),
        (["--wild", "9", "--no-ace-low"], "--no-ace-low needs --ranking soko, not wild"),
    ],
)
def test_options_that_contradict_each_other(run: Run, argv: list[str], text: str) -> None:
    status, out, err = run("odds", *argv)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1] == f"soko: {text}"


@pytest.mark.parametrize("rank", ["1", "TT", "x", "11", ""])
def test_ranks_that_are_none(run: Run, rank: str) -> None:
    status, out, err = run("odds", "--wild", rank)
    assert (status, out) == (2, "")
    assert f"rank {rank!r}: ranks are 2 3 4 5 6 7 8 9 T J Q K A" in err
