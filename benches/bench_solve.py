"""Exact answers on late streets, checked against spots solved by a linear program first."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import soko
from benches import _peers
from benches._contest import Contender, check, race
from soko.reference.solve import Spot as SlowSpot
from soko.reference.solve import Tree, spot_cards

RULES = soko.games.soko()
UP = "As Kd 7c 2h / Qh Qd 9s 3c"
RIVER = soko.Spot(RULES, UP.split(" / "), 34)
FOURTH = soko.Spot(RULES, ["As Kd 7c", "Qh Qd 9s"], 34)
# How many rivers a round solves.
CALLS = 20


@cache
def check_solutions() -> None:
    """Check rivers against the linear program, and fourth streets against solutions without classes."""
    data = json.loads((Path(__file__).parents[1] / "tests/data/rivers.json").read_text(encoding="utf-8"))
    fixed = [row for row in data["rivers"] if row["game"] == "soko" and row["pot"] % 2 == 0 and not row["actions"]]
    for row in fixed[:4]:
        weights = np.zeros((2, 52))
        for player, cards in enumerate(row["ranges"] or ()):
            for card, weight in cards.items():
                weights[player, int(soko.Card(card))] = weight
        ranges = weights if row["ranges"] else None
        spot = soko.Spot(RULES, row["up"], row["pot"], stacks=row["stacks"], dead=row["dead"], ranges=ranges)
        s = soko.solve(spot, target=1e-4)
        check(abs(s.value[0] - row["value"][0]) < 2e-4 * row["pot"], "a river, against the linear program")
    one, two = (soko.solve(FOURTH, threads=threads, iterations=16) for threads in (1, 2))
    check(one.strategy().tobytes() == two.strategy().tobytes(), "fourth street, on any threads")


def _best_response(_: Any) -> object:
    """Work out both best responses to an even strategy on a river in plain Python."""
    up = spot_cards(UP)
    tree = Tree.of(SlowSpot(rules=_rules(), up=up, pot=34, stacks=(400, 400)))
    even: dict[str, dict[int, list[float]]] = {
        decision.history: dict.fromkeys(range(52), [1 / len(decision.words)] * len(decision.words))
        for decision in tree.decisions()
    }
    return [tree.best_response(player, even) for player in (0, 1)]


def _rules() -> Any:
    from soko.reference.rules import soko as slow_soko

    return slow_soko()


@pytest.mark.parametrize("who", _peers.those())
def test_river(versus: Any, who: str) -> None:
    """A river to a thousandth of the pot on one thread; the reference only finds the best responses to one strategy."""
    check_solutions()

    def ours(_: Any) -> None:
        for _number in range(CALLS):
            soko.solve(RIVER, threads=1)

    contenders = [Contender("soko", ours, CALLS), Contender("reference", _best_response)]
    race(versus, who, contenders, group="solve, a river to 0.1 % of the pot")


@pytest.mark.parametrize("merge", [True, False], ids=["classes", "cards"])
def test_fourth_street(versus: Any, merge: bool) -> None:  # noqa: FBT001
    """24 iterations of fourth street, with classes of cards and without; the reference would need days."""
    check_solutions()
    one = Contender("soko", lambda _: soko.solve(FOURTH, threads=1, merge=merge, iterations=24))
    group = f"solve, 24 iterations of a fourth street, {'classes' if merge else 'all cards apart'}"
    race(versus, "soko", [one], group=group, rounds=3)
