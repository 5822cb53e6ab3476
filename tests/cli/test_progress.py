"""How far long work is: told to a callable, or drawn as a bar on standard error."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

import soko
from soko._progress import reported

GAME = soko.games.soko()

# What is run, and the last line of its bar.
WORK: list[tuple[Callable[..., Any], str]] = [
    (lambda **how: soko.simulate(GAME, 3, 20_000, rng=7, **how), "20,000 of 20,000 deals"),
    (lambda **how: soko.plan(GAME, 3, 20_000, rng=7).shard(0, 2).run(**how), "16,384 of 16,384 deals"),
    (lambda **how: soko.equity(["(As) Kd Qh", "(7c) Qd 2h"], **how), "979,110 of 979,110 runouts"),
    (lambda **how: soko.equity(["(As) Kd", "(?) Qh"], n=9000, rng=7, **how), "9,000 of 9,000 deals"),
    (
        lambda **how: soko.equity(["(As) Kd", "(?) Qh"], std_error=0.005, rng=7, **how),
        "10,000 of 10,000 deals",
    ),
    (lambda **how: soko.playout(GAME, 2, 999, ["call"], rng=7, **how), "999 of 999 hands"),
    (
        lambda **how: soko.playout(GAME, 2, 999, ["call", "tight"], rng=7, duplicate=True, **how),
        "1,000 of 1,000 hands",
    ),
]


@pytest.mark.parametrize(("work", "last"), WORK)
def test_a_bar_is_drawn(work: Callable[..., Any], last: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = work()
    assert capsys.readouterr() == ("", "")
    assert work(progress=True) == plain
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith(last)


@pytest.mark.parametrize(("work", "last"), WORK)
def test_a_callable_is_told_the_same_total(work: Callable[..., Any], last: str) -> None:
    reports: list[tuple[int, int]] = []
    work(progress=lambda done, total: reports.append((done, total)))
    total = int(last.split()[2].replace(",", ""))
    assert reports[-1] == (total, total)
    assert reports == sorted(reports)
    assert {of for _, of in reports} == {total}


@pytest.mark.parametrize(("work", "last"), WORK)
def test_without_rich_the_bar_says_what_to_install(
    work: Callable[..., Any], last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "rich"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with pytest.raises(ImportError, match=r"progress=True needs rich: pip install rich, or give a callable"):
        work(progress=True)
    assert work(progress=None) == work(progress=False), last


def test_what_is_done_does_not_go_beyond_the_total() -> None:
    reports: list[tuple[int, int]] = []

    def run(watch: Callable[[int], object] | None) -> str:
        assert watch is not None
        for done in (3, 12):
            watch(done)
        return "result"

    assert reported(lambda done, total: reports.append((done, total)), "deals", 10, run) == "result"
    assert reports == [(3, 10), (10, 10), (10, 10)]
