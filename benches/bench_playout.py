"""Playouts: whole hands between policies built in and written in numpy, against the reference's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches._contest import Contender, by_clock, check, race
from benches.bench_engine import PLAYERS, REFERENCE_RULES, RULES, STACKS
from benches.bench_evaluate import race_threads
from soko.reference.playout import playout as reference_playout
from soko.rng import stream_key

if TYPE_CHECKING:
    from numpy.typing import NDArray


def call_in_numpy(_observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Do what the built-in policy ``call`` does."""
    return np.where(legal[:, 2], 2, 1)


# Policies by turns, and how many hands of them and of the reference's go into a round.
WORKS: dict[str, tuple[list[Any], list[str], int, int]] = {
    "random": (["random"], ["random"], 40_000, 10),
    "tight, call": (["tight", "call"], ["tight", "call"], 40_000, 10),
    "maniac, tight": (["maniac", "tight"], ["maniac", "tight"], 40_000, 10),
    "pot-odds, call": (["pot-odds", "call"], ["pot-odds", "call"], 5_000, 2),
    "call in numpy, tight": ([call_in_numpy, "tight"], ["call", "tight"], 40_000, 10),
}


@cache
def check_playout(name: str) -> None:
    """Check that the reference wins and loses the same chips."""
    policies, names, _, sample = WORKS[name]
    fast = soko.playout(RULES, PLAYERS, sample, policies, rng=1, stacks=STACKS)
    seated = [names[player % len(names)] for player in range(PLAYERS)]
    slow = reference_playout(REFERENCE_RULES, STACKS, seated, sample, stream_key(1))
    check([score.chips for score in fast.seats] == [score.chips for score in slow.seats], f"chips by seat, {name}")


def ours(name: str, n: int, threads: int = 1) -> Contender:
    """Return a playout of so many hands."""
    policies = WORKS[name][0]
    work = lambda seed: soko.playout(RULES, PLAYERS, n, policies, seed, threads, stacks=STACKS)  # noqa: E731 - one line
    return Contender("soko" if threads == 1 else f"{threads} threads", work, n)


def slowly(name: str) -> Contender:
    """Return the reference's."""
    _, names, _, n = WORKS[name]
    seated = [names[player % len(names)] for player in range(PLAYERS)]
    work = lambda key: reference_playout(REFERENCE_RULES, STACKS, seated, n, key)  # noqa: E731 - one line
    return Contender("reference", work, n, stream_key)


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("name", WORKS)
def test_playout(versus: Any, short: bool, name: str, who: str) -> None:  # noqa: FBT001
    """Hands between policies, six players."""
    check_playout(name)
    n = WORKS[name][2] // (5 if short else 1)
    # The reference takes 11 ms a hand: a hand with this policy is to take 6 us.
    goal = 1800.0 if name == "pot-odds, call" and who == "soko" else None
    race(versus, who, [ours(name, n), slowly(name)], group=f"playout, {name}, a hand", goal=goal)


@by_clock
@pytest.mark.parametrize("who", ["2 threads", "reference"])
@pytest.mark.parametrize("name", ["tight, call", "pot-odds, call"])
def test_playout_threads(versus: Any, name: str, who: str) -> None:
    """Two threads against one."""
    check_playout(name)
    on = lambda threads: ours(name, WORKS[name][2], threads)  # noqa: E731 - one line
    race_threads(versus, who, on, slowly(name), group=f"playout, {name}, two threads", goal=1.8)
