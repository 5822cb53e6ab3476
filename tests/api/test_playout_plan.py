"""Playouts in parts: the digits of ``playout`` in any split, files, checkpoints, Ctrl-C, and policies of one's own."""

import _thread
import json
import pickle
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Run
from numpy.typing import NDArray

import soko
from soko.playouts import PlayoutQuestion

SOKO = soko.games.soko()
BLOCK = 64
# Twelve blocks and a short one.
N = 12 * BLOCK + 5

Observed = NDArray[np.float32]
Legal = NDArray[np.bool_]


def least(observations: Observed, legal: Legal) -> NDArray[np.intp]:
    """Take the legal action with the least number."""
    assert len(observations) == len(legal)
    return legal.argmax(axis=1)


class Most:
    """Takes one of the legal actions with the greatest numbers."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __call__(self, _observations: Observed, legal: Legal) -> NDArray[np.intp]:
        numbers = np.where(legal, np.arange(7), -1)
        return np.maximum(np.sort(numbers, axis=1)[:, -self.rank], legal.argmax(axis=1))


POLICIES: list[Any] = [["tight", "call", "random"], [least, "tight", Most(1)], "maniac"]


def small_plan(**how: Any) -> soko.Plan[soko.PlayoutTally]:
    return soko.playout_plan(**{"rules": SOKO, "players": 3, "n": N, "policies": "random", "rng": 7, **how})


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soko.plans.run._FIRST_BLOCKS", 1)
    monkeypatch.setattr("soko.plans.run.SLICE_SECONDS", 0.0)


# The digits of playout


@pytest.mark.parametrize("policies", POLICIES)
@pytest.mark.parametrize("duplicate", [False, True])
def test_a_plan_plays_what_playout_plays(policies: Any, *, duplicate: bool) -> None:
    n = 3 * N if duplicate and policies != "maniac" else N
    result = soko.playout(SOKO, 3, n, policies, rng=7, duplicate=duplicate, stacks=[90, 100, 110])
    plan = small_plan(policies=policies, n=n, duplicate=duplicate, stacks=[90, 100, 110])
    assert (plan.n, plan.blocks, result.deals, result.n) == (N, 13, N, n)
    tally = plan.run()
    assert tally.playout == result
    assert (tally.n, tally.hands, tally.is_complete, tally.plan_id) == (N, n, True, plan.id)
    assert plan.run(threads=2) == tally
    assert small_plan(policies=policies, n=n, duplicate=duplicate, stacks=[90, 100, 110], batch=7).run() == tally
    for k in (2, 5, 40):
        shards = [plan.shard(i, k).run(threads=1) for i in range(k)]
        random.Random(k).shuffle(shards)
        assert soko.merge(shards) == tally
        assert soko.merge(shards).playout == result
        assert sum(shards[1:], shards[0]) == tally


@pytest.mark.parametrize("policies", POLICIES)
def test_a_stream_has_more_and_more(policies: Any) -> None:
    tallies = list(small_plan(policies=policies, batch=4).stream(threads=1))
    assert [tally.covered for tally in tallies] == [((0, i + 1),) for i in range(13)]
    assert [tally.n for tally in tallies] == [*(BLOCK * (i + 1) for i in range(12)), N]
    for tally in tallies[:3]:
        assert tally.playout == soko.playout(SOKO, 3, tally.n, policies, rng=7)


def test_progress_is_in_hands() -> None:
    reports: list[tuple[int, int]] = []
    plan = small_plan(policies=["tight", "call", "maniac"], n=3 * N, duplicate=True)
    plan.shard(0, 13).run(progress=lambda *report: reports.append(report))
    assert reports[-1] == (3 * BLOCK, 3 * BLOCK)
    plan.run(progress=lambda *report: reports.append(report))
    assert reports[-1] == (3 * N, 3 * N)


def test_plans_in_words() -> None:
    plan = small_plan(policies=["tight", least])
    assert repr(plan) == "<Plan of 773 deals of soko between tight, least, tight, 13 blocks>"
    plan = small_plan(policies=["tight", "call", "call"], duplicate=True, n=30)
    assert (
        repr(plan)
        == "<Plan of 10 deals of soko between tight, call, call, each with the policies in all 3 seats, 1 block>"
    )
    tally = small_plan().shard(0, 2).run()
    assert str(tally).splitlines()[-1] == "blocks 6 to 12 of 13 missing"
    assert str(tally).startswith(str(tally.playout))
    nothing = small_plan(n=1).shard(0, 2).run()
    assert (
        str(nothing)
        == repr(nothing)
        == "<PlayoutTally of 0 deals of soko between random, random, random, block 0 of 1 missing>"
    )
    with pytest.raises(soko.PlanError, match="nothing is counted yet"):
        _ = nothing.playout


# Values, records and files


def test_the_id_is_of_who_plays_with_whom() -> None:
    plan = small_plan(policies=["tight", least])
    assert plan.id == small_plan(policies=["tight", least, "tight"], batch=5).id
    assert plan == small_plan(policies=["tight", least], batch=5)
    for same in (pickle.loads(pickle.dumps(plan)), soko.Plan.from_dict(json.loads(json.dumps(plan.to_dict())))):
        assert (same, hash(same), same.id) == (plan, hash(plan), plan.id)
    assert len(pickle.dumps(plan)) < 2_000
    others = [
        small_plan(policies=["tight", Most(1)]),
        small_plan(policies=[least, "tight"]),
        small_plan(policies=["tight", "call"]),
        small_plan(policies=["tight", least], rng=8),
        small_plan(policies=["tight", least], n=N + 1),
        small_plan(policies=["tight", least], duplicate=True, n=3 * N),
        small_plan(policies=["tight", least], stacks=100),
        small_plan(policies=["tight", least], rules=SOKO.replace(cap=3)),
        small_plan(policies=["tight", least], players=4),
    ]
    assert len({plan.id, *(other.id for other in others)}) == 10
    assert all(other != plan for other in others)


@pytest.mark.parametrize("policies", POLICIES)
def test_what_is_saved_is_loaded(policies: Any, tmp_path: Path) -> None:
    parts = [small_plan(policies=policies).shard(i, 3).run() for i in range(3)]
    paths = [tmp_path / f"{i}.json" for i in range(3)]
    for path, part in zip(paths, parts, strict=True):
        part.save(path)
        loaded = soko.PlayoutTally.load(path)
        assert (loaded, hash(loaded), loaded.playout) == (part, hash(part), part.playout)
        assert soko.PlayoutTally.from_dict(json.loads(json.dumps(part.to_dict()))) == part
    assert (
        soko.merge(reversed(paths)) == soko.merge([parts[1], paths[0], paths[2]]) == small_plan(policies=policies).run()
    )
    counts: Any = parts[0].to_dict()["counts"]
    assert list(counts) == [
        *("n", "hands", "showdowns", "dealt_in", "chips", "chip_squares", "wins", "folds", "shown_down", "actions"),
    ]
    scores = (*parts[0].playout.policies, *parts[0].playout.seats)
    assert counts["chips"] == tuple(score.chips for score in scores)
    assert counts["actions"] == tuple(score.actions for score in scores)
    with pytest.raises(
        soko.TallyFileError, match=r"0\.json: holds a tally of kind 'playout'; a Tally is of kind 'deals'"
    ):
        soko.Tally.load(paths[0])


def test_counts_below_zero_are_chips_alone() -> None:
    record = json.loads(json.dumps(small_plan().run().to_dict()))
    counts = record["counts"]
    assert min(counts["chips"]) < 0
    for name in set(counts) - {"n", "chips", "hands", "showdowns", "actions"}:
        wrong = {**counts, name: [-1, *counts[name][1:]]}
        with pytest.raises(soko.TallyFileError, match="counts: they do not belong to 773 deals"):
            soko.PlayoutTally.from_dict({**record, "counts": wrong})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"policies": ["tight"]}, "question: rules"),
        ({"policies": ["tight", "tight"]}, "question: rules"),
        ({"policies": ["tight", 5]}, "question: rules"),
        ({"policies": ["tight", "folds"]}, "question: rules"),
        ({"own": ["least", "least"]}, "question: rules"),
        ({"own": []}, "policy 'least': unknown; built-in policies are random, call, tight, pot-odds, maniac"),
        ({"players": [0, 1]}, "question: rules"),
        ({"players": [1, 0, 1]}, "question: rules"),
        ({"players": [0, 1, 2]}, "question: rules"),
        ({"players": [0, True, 0]}, "question: rules"),
        ({"stacks": [100, 100, 0]}, "stacks 0: 1 to"),
        ({"stacks": [100] * 9, "players": [0, 1] * 4 + [0]}, "9 stacks: the game is for 2 to 8 players"),
        ({"duplicate": 1}, "question: rules"),
    ],
)
def test_records_that_are_no_playouts(change: dict[str, object], text: str) -> None:
    record = json.loads(json.dumps(small_plan(policies=["tight", least]).to_dict()))
    with pytest.raises(soko.TallyFileError, match=f"^plan: {text}"):
        soko.Plan.from_dict({**record, "question": {**record["question"], **change}})


def test_a_file_has_only_the_name_of_a_policy_of_ones_own(tmp_path: Path) -> None:
    plan = small_plan(policies=["tight", least])
    read = soko.Plan.from_dict(plan.to_dict())
    assert isinstance(read.question, PlayoutQuestion)
    with pytest.raises(soko.PlanError, match="least: not built in, and files have only names: make the plan again"):
        read.run()
    # A checkpoint goes on with the policy of the plan, whatever comes first.
    path = tmp_path / "run.json"
    for part in plan.stream(checkpoint=path, threads=1):
        assert part.question.deciders == (least,)
        break
    assert plan.run(checkpoint=path) == plan.run()


def test_playouts_with_other_chance_add_up() -> None:
    one, two = small_plan(policies=["tight", "call"]).run(), small_plan(policies=["tight", "call"], rng=8).run()
    both = (one + two).playout
    assert (both.n, both.deals, both.key) == (2 * N, 2 * N, None)
    assert both.to_dict()["key"] is None
    for score, a, b in zip(both.policies, one.playout.policies, two.playout.policies, strict=True):
        assert (score.chips, score.hands) == (a.chips + b.chips, a.hands + b.hands)
        assert score.std_error == pytest.approx((a.std_error**2 + b.std_error**2) ** 0.5 / 2, rel=0.02)
    with pytest.raises(soko.PlanError, match="twice: blocks 0 to 12"):
        one + small_plan(policies=["tight", "call"]).run()
    with pytest.raises(soko.PlanError, match="different questions cannot be added: policies"):
        one + small_plan(policies=["call", "tight"]).run()


def test_the_command_merges_playouts(run: Run, tmp_path: Path) -> None:
    plan = small_plan(policies=["tight", "call"])
    paths = [str(tmp_path / f"{i}.json") for i in range(2)]
    for i, path in enumerate(paths):
        plan.shard(i, 2).run().save(path)
    result = soko.playout(SOKO, 3, N, ["tight", "call"], rng=7)
    assert run("merge", *paths) == (0, f"{result}\n", "")
    status, out, _ = run("merge", paths[1], "--json")
    document = json.loads(out)
    assert (status, document["missing"], document["hands"]) == (0, [[0, 6]], N - 6 * BLOCK)
    assert "incomplete: blocks 0 to 5 of 13 missing" in run("merge", paths[1])[1]


# Ctrl-C


def press_after(hands: int) -> Callable[[int, int], None]:
    """Return a progress function that presses Ctrl-C after some hands."""

    def press(done: int, _total: int) -> None:
        if done > hands:
            raise KeyboardInterrupt

    return press


@pytest.mark.parametrize("policies", POLICIES)
def test_ctrl_c_keeps_what_was_played(policies: Any, tmp_path: Path) -> None:
    plan = small_plan(policies=policies, batch=4)
    whole, path = plan.run(), tmp_path / "run.json"
    with pytest.raises(soko.Interrupted, match="stopped with <PlayoutTally of ") as caught:
        plan.run(threads=1, progress=press_after(4 * BLOCK), checkpoint=path)
    part = caught.value.tally
    assert isinstance(part, soko.PlayoutTally)
    assert 4 * BLOCK <= part.n < N
    assert part.playout == soko.playout(SOKO, 3, part.n, policies, rng=7)
    assert soko.PlayoutTally.load(path) == part
    assert plan.run(checkpoint=path) == whole


@pytest.mark.parametrize("policies", [["tight", "call"], ["tight", least]])
def test_a_playout_that_is_stopped_has_its_part(policies: Any) -> None:
    with pytest.raises(soko.Interrupted) as caught:
        soko.playout(SOKO, 3, 10**9, policies, rng=7, threads=1, batch=4, progress=press_after(200))
    part = caught.value.tally
    assert isinstance(part, soko.PlayoutTally)
    assert not part.is_complete
    assert part.playout == soko.playout(SOKO, 3, part.n, policies, rng=7)


def test_ctrl_c_in_a_policy_of_ones_own() -> None:
    calls = 0

    def pressed(_observations: Observed, legal: Legal) -> NDArray[np.intp]:
        nonlocal calls
        calls += 1
        if calls == 50:
            raise KeyboardInterrupt
        return legal.argmax(axis=1)

    with pytest.raises(soko.Interrupted) as caught:
        soko.playout(SOKO, 3, 10**9, ["tight", pressed], rng=7, batch=64)
    part = caught.value.tally
    assert isinstance(part, soko.PlayoutTally)
    assert part.n > 0
    # Whole blocks of deals count, also of the slice that was stopped.
    assert part.n % 64 == 0
    assert part.playout.n == part.n


@pytest.mark.usefixtures("ctrl_c_comes")
def test_ctrl_c_is_answered_while_hands_are_played() -> None:
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(soko.Interrupted) as caught:
        soko.playout(SOKO, 6, 10**12, ["pot-odds", "call"])
    timer.join()
    part = caught.value.tally
    assert isinstance(part, soko.PlayoutTally)
    assert part.playout.n == part.n > 0


def test_a_policy_with_a_memory_plays_the_same_again() -> None:
    """What it keeps in mind depends on which hands it is asked about together, and this on ``batch`` alone."""

    class Dice:
        def __init__(self) -> None:
            self.rng = np.random.default_rng(3)

        def __call__(self, _observations: Observed, legal: Legal) -> NDArray[np.intp]:
            return (legal * self.rng.random(legal.shape)).argmax(axis=1)

    results = [soko.playout(SOKO, 4, 2_000, [Dice(), "tight"], 7, threads, batch=20) for threads in (1, 2)]
    assert results[0] == results[1]
    assert results[0] != soko.playout(SOKO, 4, 2_000, [Dice(), "tight"], 7, batch=21)
