"""How playouts are told: as values, as text, as tables; and which numbers are too small or too great."""

import json
import re
from itertools import pairwise
from math import sqrt
from statistics import stdev
from typing import Any

import pytest

import soko

SOKO = soko.games.soko()
WILD = soko.games.follow_the_bitch(low_chicago=True)
NAMES = ["hands", "chips a hand", "std error", "won %", "folded %", "showdown %"]


@pytest.fixture(params=[False, True], ids=["each once", "duplicate"])
def result(request: pytest.FixtureRequest) -> soko.Playout:
    rules = WILD if request.param else SOKO
    policies = ["tight", "maniac", "call"]
    return soko.playout(rules, 3, 3000, policies, 7, stacks=[100, 90, 80], duplicate=request.param)


def score_values(score: Any) -> dict[str, object]:
    return {
        "name": score.name,
        "hands": score.hands,
        "chips": score.chips,
        "chips_a_hand": score.chips / score.hands,
        "std_error": score.std_error,
        "win_rate": score.wins / score.hands,
        "fold_rate": score.folds / score.hands,
        "showdown_rate": score.showdowns / score.hands,
        "actions": [list(street) for street in score.actions],
    }


def test_as_values(result: soko.Playout) -> None:
    assert result.to_dict() == {
        "rules": result.rules.to_dict(),
        "hands": 3000,
        "deals": 1000 if result.duplicate else 3000,
        "stacks": [100, 90, 80],
        "players": ["tight", "maniac", "call"],
        "duplicate": result.duplicate,
        "key": [f"{word:016x}" for word in soko.rng.stream_key(7)],
        "showdown_rate": result.showdowns / 3000,
        "policies": [score_values(score) for score in result.policies],
        "seats": [score_values(score) for score in result.seats],
    }
    assert json.loads(json.dumps(result.to_dict()["policies"])) == result.to_dict()["policies"]
    tight = result.policies[0]
    assert len({tight.hands, tight.chips, tight.wins, tight.folds, tight.showdowns}) == 5


def test_as_text_and_as_a_table(result: soko.Playout) -> None:
    scores = (*result.policies, *result.seats)
    rows = [
        [
            *(score.name, f"{score.hands:,}", f"{score.chips / score.hands:+.4f}", f"{score.std_error:.4f}"),
            *(f"{100 * n / score.hands:.2f}" for n in (score.wins, score.folds, score.showdowns)),
        ]
        for score in scores
    ]
    rules, how, head, *lines = str(result).splitlines()
    deals = " of 1,000 deals, each with the policies in all seats" if result.duplicate else ""
    assert (rules, how) == (str(result.rules), f"3 players, 3,000 hands{deals}")
    assert re.split("  +", head.strip()) == NAMES
    assert [re.split("  +", line) for line in lines] == rows
    assert {len(line) for line in (head, *lines)} == {len(head)}
    table = result._repr_html_()
    assert f"{result.rules}, {how}<" in table
    assert [re.findall("<t[hd]>([^<]*)<", line) for line in table.split("<tr>")[1:]] == [["", *NAMES], *rows]
    means = ", ".join(f"{score.name} {score.mean:+.4f}" for score in result.policies)
    assert repr(result) == f"<Playout of 3,000 hands of {result.rules.name} for 3 players: {means}>"


def test_streets_that_nobody_came_to_have_no_frequencies() -> None:
    def fold(_observations: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)

    folds = soko.playout(SOKO, 2, 100, [fold], rng=7).policies[0]
    assert folds.frequencies == tuple(tuple(n / max(1, sum(street)) for n in street) for street in folds.actions)
    assert folds.frequencies[0][0] > 0
    assert folds.frequencies[-1] == (0.0,) * 7
    # One hand: one seat brings in, the other folds, each of them always.
    once = soko.playout(SOKO, 2, 1, [fold], rng=7).seats
    assert sorted(seat.frequencies[0][:3] for seat in once) == [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0)]


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("players", 1, 52), ("n", 1, 2**62), ("batch", 1, 2**20), ("stacks", 1, 2**63 - 1), ("threads", 1, 1024)],
)
def test_numbers_out_of_range(name: str, low: int, high: int) -> None:
    given = {"rules": SOKO, "players": 2, "n": 1, "policies": "call"}
    for value in (low - 1, high + 1):
        kind = soko.SeatError if name in {"players", "stacks"} else soko.PlanError
        with pytest.raises(kind, match=f"^{name} {value}: {low} to {high:,} is allowed$"):
            soko.playout(**{**given, name: value})
    if name == "stacks":
        with pytest.raises(soko.SeatError, match=f"^stacks 0: 1 to {high:,} is allowed$"):
            soko.playout(**{**given, name: [5, 0]})
    else:
        soko.playout(**{**given, name: max(low, 2)})
    for players in (1, 9, 52):
        with pytest.raises(soko.SokoError, match=f"^{players} stacks: the game is for 2 to 8 players$"):
            soko.playout(SOKO, players, 1, "call")


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_standard_error_is_that_of_what_the_deals_brought(*, duplicate: bool) -> None:
    def play(n: int) -> soko.Playout:
        return soko.playout(SOKO, 2, n, ["tight", "random"], 7, 1, duplicate=duplicate)

    # The first deals of a longer run are those of a shorter one.
    hands_a_deal = 2 if duplicate else 1
    chips = [[score.chips for score in play(hands_a_deal * deals).policies] for deals in range(1, 41)]
    for deals in (2, 3, 40):
        for policy, score in enumerate(play(hands_a_deal * deals).policies):
            sums = [0, *(row[policy] for row in chips[:deals])]
            brought = [after - before for before, after in pairwise(sums)]
            assert score.std_error == pytest.approx(stdev(brought) * sqrt(deals) / score.hands)
