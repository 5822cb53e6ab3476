"""A signal at any moment of a long call: what is kept is whole, and what goes on is what would have been."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

G = soko.games.soko()
PRESSES = 20
# Seconds, most of them short: the beginning and the end of a call are where things go wrong.
MOMENTS = [float(moment) for moment in np.random.default_rng(7).uniform(0.0002, 0.2, PRESSES) ** 1.5]

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers of POSIX"),
    pytest.mark.usefixtures("ctrl_c_comes"),
]


@pytest.fixture(autouse=True)
def _ctrl_c_by_alarm() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def stopped(after: float, call: Callable[[], object]) -> KeyboardInterrupt | None:
    """Press Ctrl-C so many seconds after the beginning of a call; return what it raised, if it was not over before."""
    try:
        signal.setitimer(signal.ITIMER_REAL, after)
        call()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt as pressed:
        return pressed
    return None


PLANS: dict[str, Any] = {
    "deals": soko.plan(G, 2, 10**10, rng=7),
    "equity": soko.equity_plan(["(A) Kd", "(2-9) Qh", "(?) 2c"], n=10**10, rng=7),
    "hands of policies": soko.playout_plan(G, 6, 10**9, ["tight", "pot-odds", "call"], rng=7),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("threads", [1, 3])
def test_plans_keep_whole_blocks_whenever_they_are_stopped(name: str, threads: int) -> None:
    plan = PLANS[name]
    kept = 0
    for moment in MOMENTS:
        pressed = stopped(moment, lambda: plan.run(threads=threads))
        # Before the run began there is nothing to keep.
        if type(pressed) is KeyboardInterrupt:
            continue
        assert isinstance(pressed, soko.Interrupted)
        tally: Any = pressed.tally
        kept += tally.n
        for first, last in tally.covered[:1]:
            some = plan.count_blocks((first, min(last, first + 2)), 2)
            rest = [(first + 2, last)] if last > first + 2 else []
            again = soko.merge([some, *(plan.count_blocks(blocks, 2) for blocks in rest if last < first + 200)])
            if again.covered == tally.covered:
                assert again == tally
    assert kept > 0


def test_checkpoints_can_be_gone_on_from_whenever_they_are_stopped(tmp_path: Path) -> None:
    plan, path = soko.plan(G, 2, 3_000_000, rng=7), tmp_path / "run.json"
    presses = 0
    for moment in MOMENTS:
        presses += stopped(moment, lambda: plan.run(threads=2, checkpoint=path)) is not None
        if path.exists():
            assert soko.Tally.load(path).n <= plan.n
    assert presses > 0
    assert plan.run(checkpoint=path) == plan.run()
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.json"]


def test_tables_stay_whole_whenever_they_are_stopped() -> None:
    presses = 0
    for moment in MOMENTS:
        table = soko.Table(G, 6, tables=2000, rng=7)
        presses += stopped(moment, lambda table=table: table.step_random(10**7)) is not None
        again = soko.Table.from_hands([table.hand(i) for i in range(0, 2000, 100)])
        for i, hand in enumerate(range(0, 2000, 100)):
            assert again.hand(i).to_dict() == table.hand(hand).to_dict()
        table.step(table.legal.argmax(axis=1))
    assert presses > PRESSES // 2


def test_a_step_is_done_everywhere_or_nowhere() -> None:
    table, twin = (soko.Table(G, 6, tables=50_000, rng=7) for _ in range(2))
    for moment in MOMENTS[:12]:
        actions = table.legal.argmax(axis=1)
        stopped(moment / 20, lambda actions=actions: table.step(actions))
        if table.hand(0).to_dict() != twin.hand(0).to_dict():
            twin.step(actions)
        assert np.array_equal(table.hands, twin.hands)
        assert all(table.hand(i).to_dict() == twin.hand(i).to_dict() for i in (*range(0, 50_000, 2500), 49_999))
        # The rows tell of the hands as they are, or of those before: the next step writes them all.
        for each in (table, twin):
            each.step(actions * 0 + twin.legal.argmax(axis=1))
        assert np.array_equal(table.observations, twin.observations)


def test_a_match_goes_on_whenever_it_is_stopped() -> None:
    match, twin = (soko.Match(G, [10**6] * 4, rng=7) for _ in range(2))
    presses = 0
    for moment in MOMENTS:
        presses += stopped(moment, lambda: match.play("call", hands=10**6)) is not None
        assert match.total == 4 * 10**6
    assert presses > PRESSES // 2
    if match.in_hand:
        match.play("call", hands=0)
    twin.play("call", hands=match.hands)
    assert match.stacks == twin.stacks
