"""The doors to other frameworks, against stepping the table that they stand on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches._contest import Contender, check
from benches.bench_engine import PLAYERS, RULES

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLES = 4096
OPPONENTS = "tight"
#: One for each seat, so that the rotations of a deal are as many as the seats.
POLICIES = ["tight", "call", "maniac", "random"]


def new_table(seed: int) -> soko.Table:
    """Return tables of which one seat is not played inside."""
    seats = dict.fromkeys(range(1, PLAYERS), OPPONENTS)
    return soko.Table(RULES, PLAYERS, TABLES, rng=seed, seats=seats, on_illegal="mask")


def call(legal: NDArray[Any]) -> NDArray[np.int64]:
    """Return what a seat does that stays in every hand."""
    return np.where(legal[:, 1] > 0, 1, legal.argmax(axis=1))


@cache
def check_door() -> None:
    """Check that the environments show what the tables do."""
    envs, table = new_envs(3), new_table(3)
    observations, _ = envs.reset(seed=3)
    for _ in range(30):
        acts = table.actors >= 0
        check((observations["observation"][acts] == table.observations[acts]).all(), "an observation")
        actions = call(table.legal)
        observations, rewards, done, _, _ = envs.step(actions)
        table.step(actions)
        check((rewards == table.rewards[:, 0]).all(), "a reward")
        check((done == table.terminated).all(), "the end of a hand")


@cache
def check_inside() -> None:
    """Check that hands with all seats played inside win what the same hands win in a playout."""
    table = all_inside(3, duplicate=True)
    chips = table.rewards.sum(axis=0)
    for _ in range(len(POLICIES) - 1):
        table.step_random()
        chips += table.rewards.sum(axis=0)
    played = soko.playout(RULES, len(POLICIES), TABLES * len(POLICIES), POLICIES, rng=3, duplicate=True)
    check(chips.tolist() == [score.chips for score in played.policies], "chips")


def all_inside(seed: int, *, duplicate: bool = False) -> soko.Table:
    """Return tables at which a policy plays every seat."""
    seats = dict(enumerate(POLICIES))
    return soko.Table(RULES, len(POLICIES), TABLES, rng=seed, seats=seats, duplicate=duplicate)


def new_envs(seed: int) -> Any:
    """Return the same tables as environments of Gymnasium."""
    import gymnasium as gym

    from soko.gymnasium import IDS

    envs = gym.make_vec(IDS["soko"], TABLES, game=RULES, players=PLAYERS, opponents=(OPPONENTS,))
    envs.reset(seed=seed)
    return envs


def by_table(table: soko.Table, calls: int) -> None:
    """Step the table."""
    for _ in range(calls):
        table.step(call(table.legal))


def by_envs(envs: Any, calls: int) -> None:
    """Step the environments."""
    masks = envs.action_masks()
    for _ in range(calls):
        observations, *_ = envs.step(call(masks))
        masks = observations["action_mask"]


def test_gymnasium(versus: Any, short: bool) -> None:  # noqa: FBT001
    """Environments with five seats played inside, against their table; the reference has no such thing."""
    pytest.importorskip("gymnasium")
    check_door()
    calls = 3 if short else 20
    versus(
        group=f"Gymnasium, {TABLES:,} environments, an action",
        work=lambda envs: by_envs(envs, calls),
        inputs=int,
        units=TABLES * calls,
        prepare=new_envs,
        baseline=Contender("Table", lambda table: by_table(table, calls), TABLES * calls, new_table),
        inverse=False,
        goal=None,
        rounds=15,
    )


def test_seats_inside(versus: Any, short: bool) -> None:  # noqa: FBT001
    """Whole hands of a table whose seats are all played inside, against a playout; the reference is in that row."""
    check_inside()
    calls = 1 if short else 4
    hands = TABLES * calls
    playout = Contender(
        "playout", lambda seed: soko.playout(RULES, len(POLICIES), hands, POLICIES, rng=seed, threads=1), hands
    )
    versus(
        group="Table, all seats played inside, a hand",
        work=lambda table: table.step_random(calls),
        inputs=int,
        units=hands,
        prepare=all_inside,
        baseline=playout,
        inverse=False,
        goal=None,
        rounds=15,
    )
