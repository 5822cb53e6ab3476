"""The tables of odds found again: what is asked, what counts as the same, what the module's command says."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import soko
from soko import odds_tables
from soko.odds_tables import grid

Samples = list[tuple[str, int, float, int, int | None]]


@pytest.fixture
def samples(monkeypatch: pytest.MonkeyPatch) -> Samples:
    """Sample nothing, find what is shipped, and keep what was asked."""
    asked: Samples = []

    def sample(start: str, opponents: int, *how: Any) -> float:
        asked.append((start, opponents, *how))
        return grid(opponents).share(start)

    monkeypatch.setattr(odds_tables, "sample", sample)
    return asked


def test_a_check_asks_for_all_or_one_in_so_many(samples: Samples) -> None:
    assert odds_tables.check_grid() == []
    # Exact shares take long: one in ten of them will do.
    assert [sum(n == opponents for _, n, *_ in samples) for opponents in range(9)] == [0, 17, *[169] * 6, 0]
    assert {sample[2:] for sample in samples} == {(0.002, 53, 1)}
    samples.clear()
    assert odds_tables.check_grid([1, 3], every=60, std_error=0.01, rng=5, threads=2) == []
    names = [start for start, _ in odds_tables.starts()][::60]
    assert samples == [(start, n, 0.01, 5, 2) for n in (1, 3) for start in names]


@pytest.mark.parametrize(("opponents", "allowed"), [(1, 1e-6), (2, 5 * (0.0005**2 + 0.002**2) ** 0.5)])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_check_allows_so_much_and_no_more(
    opponents: int, allowed: float, sign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = grid(opponents).share("AA")
    for part, wrong in ((0.99, 0), (1.01, 1)):
        found = share + sign * part * allowed
        monkeypatch.setattr(odds_tables, "sample", lambda *_, found=found: found)
        lines = odds_tables.check_grid([opponents], every=169)
        assert lines == [f"AA against {opponents}: {share:.6f} shipped, {found:.6f} found"] * wrong


def test_each_cell_has_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], dict[str, Any]]] = []
    answer = soko.equity(["(As) Kc Qd Jh 9s", "(Ac) 3d Qs Jc 9h"])

    def equity(hands: list[str], **how: Any) -> soko.Equity:
        asked.append((hands, how))
        return answer

    monkeypatch.setattr("soko.equities.equity", equity)
    assert odds_tables.sample("AKo", 1, 0.1, threads=3) == 1.0
    assert odds_tables.sample("72s", 3, 0.1, threads=3) == 1.0
    assert odds_tables.sample("72s", 2, 0.2, rng=9) == 1.0
    at_72s = 7 * 13 + 12
    assert asked == [
        (["(As) Kd", "?"], {"exact": True, "threads": 3}),
        (["(7s) 2s", "?", "?", "?"], {"std_error": 0.1, "rng": [52, 3, at_72s], "threads": 3}),
        (["(7s) 2s", "?", "?"], {"std_error": 0.2, "rng": [9, 2, at_72s], "threads": 1}),
    ]


def test_plans_of_a_grid_have_the_chance_of_its_cells() -> None:
    plans = odds_tables.plans(2, 1000)
    assert plans == odds_tables.plans(2, 1000, rng=52)
    assert not {plan.id for plan in plans.values()} & {plan.id for plan in odds_tables.plans(2, 1000, rng=53).values()}
    assert plans["AKo"] == soko.equity_plan(["(As) Kd", "?", "?"], n=1000, rng=[52, 2, 13])


@pytest.mark.parametrize(
    ("grids", "chances", "status", "text"),
    [
        ([], [], 0, "all agrees\n"),
        (["AA against 1: a", "22 against 2: b"], [], 1, "AA against 1: a\n22 against 2: b\n"),
        (["AA against 1: a"], ["2 cards, pair"], 1, "AA against 1: a\n2 cards, pair\n"),
    ],
)
def test_the_module_checks(
    grids: list[str],
    chances: list[str],
    status: int,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def check_grid(opponents: Iterable[int] = (), *, threads: int | None) -> list[str]:
        assert (list(opponents), threads) == ([], 2)
        return grids

    monkeypatch.setattr(odds_tables, "check_grid", check_grid)
    monkeypatch.setattr(odds_tables, "check_improvements", lambda: chances)
    monkeypatch.setattr(sys, "argv", ["odds_tables", "--check", "--threads", "2"])
    assert odds_tables._main() == status
    assert capsys.readouterr().out == text


def test_the_module_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Path, int | None]] = []
    monkeypatch.setattr(odds_tables, "_make", lambda *given: made.append(given))
    monkeypatch.setattr(odds_tables, "check_grid", lambda **_: pytest.fail("nothing is checked"))
    monkeypatch.setattr(sys, "argv", ["odds_tables", "--make", "folder"])
    assert odds_tables._main() == 0
    assert made == [(Path("folder"), None)]


def test_a_check_finds_what_is_missing_and_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = {cards: odds_tables.improvements(cards) for cards in (2, 3, 4)}
    monkeypatch.setattr(odds_tables, "count_improvements", lambda cards: shipped[cards])
    assert odds_tables.check_improvements() == []
    pair, *rest = shipped[2]
    new = pair._replace(held="two of a kind")
    monkeypatch.setattr(odds_tables, "count_improvements", lambda cards: (new, *rest) if cards == 2 else shipped[cards])
    assert odds_tables.check_improvements() == ["2 cards, pair", "2 cards, two of a kind"]
