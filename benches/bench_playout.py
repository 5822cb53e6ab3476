"""Playouts: whole hands between policies built in and written in numpy, against the reference's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import soko
from benches._measure import Contest, check, thread_name, thread_rows
from benches.bench_engine import PLAYERS, REFERENCE_RULES, RULES, STACKS
from soko.reference.playout import playout as reference_playout
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from benches._measure import Table

# Policies by turns; how many hands of them go into a round, and how many of the reference's.
WORKS = {
    "random": (["random"], 100_000, 30),
    "tight, call": (["tight", "call"], 100_000, 30),
    "maniac, tight": (["maniac", "tight"], 100_000, 30),
    "pot-odds, call": (["pot-odds", "call"], 3_000, 4),
}
IN_NUMPY = "call in numpy, tight"


def call(_observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Do what the built-in policy of that name does."""
    return np.where(legal[:, 2], 2, 1)


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    for policies, _, sample in WORKS.values():
        check_playout(policies, sample)
    yield by_policies(short=short)
    yield two_threads(short=short)


def check_playout(policies: Sequence[str], n: int) -> None:
    """Check that the reference wins and loses the same chips."""
    fast = soko.playout(RULES, PLAYERS, n, policies, rng=1, stacks=STACKS)
    slow = reference_playout(REFERENCE_RULES, STACKS, fast.players, n, stream_key(1))
    chips = [score.chips for score in fast.seats]
    check(chips == [score.chips for score in slow.seats], f"chips by seat, {', '.join(policies)}")


def play(policies: Sequence[Any], n: int, threads: int = 1) -> Callable[[int], Callable[[], object]]:
    """Return what prepares a playout of some hands."""
    return lambda seed: lambda: soko.playout(RULES, PLAYERS, n, policies, seed, threads, stacks=STACKS)


def by_policies(*, short: bool) -> Table:
    """Time hands, against the reference."""
    part = 5 if short else 1
    contest: Contest[int] = Contest(5 if short else 9, int)
    for name, (policies, n, sample) in WORKS.items():
        contest.enter(name, n // part, play(policies, n // part))
        contest.enter(f"reference, {name}", sample, _play_slowly(policies, sample))
    contest.enter(IN_NUMPY, 100_000 // part, play([call, "tight"], 100_000 // part))
    contest.run()
    rows = [contest.speed(name, f"reference, {name}", label="reference") for name in WORKS]
    rows.append(contest.speed(IN_NUMPY, "reference, tight, call", label="reference"))
    return f"Playouts, {PLAYERS} players; cost a hand", rows


def _play_slowly(policies: Sequence[str], n: int) -> Callable[[int], Callable[[], object]]:
    seated = [policies[player % len(policies)] for player in range(PLAYERS)]
    return lambda seed: lambda: reference_playout(REFERENCE_RULES, STACKS, seated, n, stream_key(seed))


def two_threads(*, short: bool) -> Table:
    """Time two threads against one."""

    def enter(contest: Contest[int]) -> None:
        for name, (policies, n, _) in WORKS.items():
            for threads in (1, 2):
                contest.enter(thread_name(name, threads), 2 * n, play(policies, 2 * n, threads))

    rows = thread_rows(5 if short else 9, int, enter, list(WORKS))
    return "Playouts on two threads; cost a hand", rows
