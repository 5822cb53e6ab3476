"""``soko solve``: tables, JSON, and what is wrong with its arguments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import soko

if TYPE_CHECKING:
    from pathlib import Path

    from command import Run

SPOT = "As Kd 7c 2h / Qh Qd 9s 3c"


def test_a_table_by_hole_card(run: Run) -> None:
    status, out, err = run("solve", SPOT, "--pot", "34", "--threads", "1")
    assert (status, err) == (0, "")
    assert "soko, fifth street, pot 34: As Kd 7c 2h / Qh Qd 9s 3c, seat 1 to act" in out
    assert "check %" in out
    assert "bet 8 %" in out
    cards = [
        line.split()[0]
        for line in out.splitlines()
        if line.endswith(tuple("0123456789")) and line[:1] in "23456789TJQKA"
    ]
    assert len(cards) == 44
    assert cards[0] == "Ah"


def test_json_is_what_solve_returns(run: Run, tmp_path: Path) -> None:
    weights = [[1.0] * 52, [float(card % 3) for card in range(52)]]
    file = tmp_path / "ranges.json"
    file.write_text(json.dumps(weights), encoding="utf-8")
    arguments = ["--pot", "34", "--after", "check bet", "--ranges", str(file), "--json", "--stacks", "100,90"]
    record = json.loads(run("solve", SPOT, *arguments)[1])
    spot = soko.Spot(soko.games.soko(), SPOT.split("/"), 34, ranges=weights, stacks=[100, 90])
    s = soko.solve(spot)
    assert record["value"] == list(s.value)
    assert record["actions"] == ["fold", "call", "raise 16"]
    by_card = {row["card"]: row for row in record["cards"]}
    assert len(by_card) == len(record["cards"]) == 44
    ace = int(soko.Card("Ah"))
    assert by_card["Ah"]["strategy"] == s.strategy("check bet")[ace].tolist()
    assert by_card["Ah"]["values"] == s.values("check bet")[ace].tolist()
    assert record["exploitability"] < 0.001


@pytest.mark.parametrize(("arguments", "status", "words"), [
    (["As Kd 7c 2h", "--pot", "34"], 2, "the up cards of two players are needed"),
    ([SPOT], 2, "--pot"),
    ([SPOT, "--pot", "0"], 2, "--pot 0: 1 to"),
    ([SPOT, "--pot", "34", "--target", "2"], 2, "--target 2: more than 0"),
    ([SPOT, "--pot", "34", "--stacks", "a,b"], 2, "'a' is not a whole number"),
    ([SPOT, "--pot", "34", "--after", "bet fold"], 1, "nobody is to act then"),
    ([SPOT, "--pot", "34", "--after", "fold"], 1, "'fold' is not possible here; legal: check, bet 8"),
    (["As Kd / Qh Qd", "--pot", "34"], 1, "third street: the fourth street and the fifth street"),
    ([SPOT, "--pot", "34", "--game", "seven_card_stud"], 1, "games of one face-down card each"),
    ([SPOT, "--pot", "34", "--ranges", "no-such-file"], 1, "no-such-file"),
])  # fmt: skip
def test_what_is_wrong_is_said(run: Run, arguments: list[str], status: int, words: str) -> None:
    left, out, err = run("solve", *arguments)
    assert (left, out) == (status, "")
    assert words in " ".join(err.split())
