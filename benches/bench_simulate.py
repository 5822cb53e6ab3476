"""The deal simulator and what is around it: deals as arrays, merging, the demo."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from time import process_time
from typing import Any

import pytest

import soko
from benches._contest import Contender, by_clock, check, race
from benches.bench_evaluate import race_threads, share_of
from soko import reference
from soko.plans.blocks import BLOCK
from soko.rng import stream_key

GAMES = {
    "soko, 2": (soko.games.soko(), 2, 6000.0),
    "soko, 4": (soko.games.soko(), 4, 5000.0),
    "soko, 6": (soko.games.soko(), 6, None),
    "soko, 8": (soko.games.soko(), 8, 3500.0),
    "five-card stud, 6": (soko.games.five_card_stud(), 6, None),
    "canadian stud, 6": (soko.games.canadian_stud(), 6, None),
    "seven-card stud, 6": (soko.games.seven_card_stud(), 6, None),
    "seven-card stud, Low Chicago, 6": (soko.games.seven_card_stud(low_chicago=True), 6, None),
    "follow the bitch, 6": (soko.games.follow_the_bitch(), 6, None),
    "follow the bitch, Low Chicago, 6": (soko.games.follow_the_bitch(low_chicago=True), 6, None),
}
DEALT = 100_000
# Prints how much memory the deals took at their peak, as a multiple of the array.
_PEAK = """
import pathlib, re, soko
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1]) * 1024
soko.deal_many(soko.games.soko(), 6, 1000, rng=1)
before = peak()
deals = soko.deal_many(soko.games.soko(), 6, 4_000_000, rng=1)
print((peak() - before) / deals.nbytes)
"""


@cache
def check_tally(name: str) -> None:
    """Check a small run against the reference, every count, on one thread and on two."""
    rules, players, _ = GAMES[name]
    n, seed = 300, players
    ours = soko.simulate(rules, players, n, rng=seed, threads=1)
    check(ours == soko.simulate(rules, players, n, rng=seed, threads=2), f"{name} on two threads")
    theirs = reference.simulate(rules.to_dict(), players, n, stream_key(seed))
    check(ours.categories.tolist() == theirs.categories, name)
    check((ours.wins.tolist(), ours.ties.tolist()) == (theirs.wins, theirs.ties), name)
    check(list(ours.shares) == theirs.shares, name)
    check((ours.wild_ranks.tolist(), ours.no_low_spade) == (theirs.wild_ranks, theirs.low_chicago_none), name)
    check(list(ours.low_shares) == theirs.low_shares, name)


def simulated(name: str, n: int, threads: int = 1) -> Contender:
    """Return ours; the inputs of a round are its seed."""
    rules, players, _ = GAMES[name]
    return Contender("soko", lambda seed: soko.simulate(rules, players, n, rng=seed, threads=threads), n)


def slowly(name: str, n: int = 500) -> Contender:
    """Return the reference's."""
    rules, players, _ = GAMES[name]
    fields = rules.to_dict()
    return Contender("reference", lambda key: reference.simulate(fields, players, n, key), n, stream_key)


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("name", GAMES)
def test_simulate(versus: Any, short: bool, name: str, who: str) -> None:  # noqa: FBT001
    """Deals and showdowns of a game with so many players."""
    check_tally(name)
    n = (500_000 if short else 4_000_000) // GAMES[name][1]
    goal = GAMES[name][2] if who == "soko" else None
    contenders = [simulated(name, n), slowly(name)]
    race(versus, who, contenders, group=f"simulate, {name}", goal=goal and share_of(goal))


@by_clock
@pytest.mark.parametrize("who", ["2 threads", "reference"])
@pytest.mark.parametrize("name", ["soko, 2", "soko, 8"])
def test_simulate_threads(versus: Any, name: str, who: str) -> None:
    """Two threads against one."""
    check_tally(name)
    on = lambda threads: simulated(name, 8_000_000 // GAMES[name][1], threads)  # noqa: E731 - one line
    race_threads(versus, who, on, slowly(name), group=f"simulate, {name}, two threads", goal=1.8)


@pytest.mark.parametrize("who", ["soko", "reference"])
def test_deal_many(versus: Any, benchmark: Any, who: str) -> None:
    """Deals as an array; how much memory that takes at its peak, over the size of the array, is kept beside."""
    rules = soko.games.soko()
    hot = next(reference.hot_deals(rules.to_dict(), 6, stream_key(1)))
    dealt = soko.deal_many(rules, 6, 1, rng=1)[0].tolist()
    check([sorted(hand) for hand in dealt] == [sorted(hot.hand(seat)) for seat in range(6)], "a deal")
    ours = Contender("soko", lambda seed: soko.deal_many(rules, 6, DEALT, rng=seed), DEALT)

    def theirs(key: Any) -> None:
        deals = reference.hot_deals(rules.to_dict(), 6, key)
        for _ in range(500):
            next(deals)

    race(versus, who, [ours, Contender("reference", theirs, 500, stream_key)], group="deal_many, 6 players")
    if who == "soko" and sys.platform == "linux":
        done = subprocess.run([sys.executable, "-c", _PEAK], check=True, capture_output=True, text=True)
        benchmark.extra_info["peak memory over the array"] = round(float(done.stdout), 2)


# How fast a game is to be dealt and counted beside seven-card stud, which has no wild ranks and no halves: 11 ns on the
# machine of the goals.
BESIDE = {
    "seven-card stud, Low Chicago, 6": 11 / 16,
    "follow the bitch, 6": 11 / 25,
    "follow the bitch, Low Chicago, 6": 11 / 32,
}


@pytest.mark.parametrize("name", BESIDE)
def test_simulate_beside(versus: Any, short: bool, name: str) -> None:  # noqa: FBT001
    """Games with wild ranks and with halves of pots, beside one without; beside the reference they stand above."""
    check_tally(name)
    n = (500_000 if short else 4_000_000) // 6
    ours, plain = simulated(name, n), simulated("seven-card stud, 6", n)._replace(name="seven-card stud, 6")
    group = f"simulate, {name}, beside seven-card stud"
    versus(group=group, work=ours.work, inputs=int, units=ours.units, baseline=plain, goal=BESIDE[name])


def test_deal_many_beside(versus: Any) -> None:
    """Deals as an array, beside deals that are counted; 8 ns are asked for where counting takes 7.2.

    Beside the reference they stand above.
    """
    check_tally("soko, 6")
    rules = soko.games.soko()
    versus(
        group="deal_many, 6 players, beside simulate",
        work=lambda seed: soko.deal_many(rules, 6, DEALT, rng=seed),
        inputs=int,
        units=DEALT,
        baseline=simulated("soko, 6", DEALT)._replace(name="simulate"),
        goal=0.9,
    )


SETTLED = ("soko, 6", "seven-card stud, 6", "seven-card stud, Low Chicago, 6", "follow the bitch, 6")


@pytest.mark.parametrize("name", SETTLED)
def test_settle_many(versus: Any, benchmark: Any, name: str) -> None:
    """Deals that are there already, checked and settled, beside the same deals made and counted, as the reference does:
    a block of them, which the processor's caches hold.

    What counting takes without making the deals is kept beside: the difference between ``simulate`` and ``deal_many``.
    """
    rules, players, _ = GAMES[name]
    deals = soko.deal_many(rules, players, BLOCK, rng=7)
    out = soko.settle_many(deals, rules)
    check(soko.Tally.of(out, rules, rng=7) == soko.simulate(rules, players, BLOCK, rng=7), name)
    counted = simulated(name, BLOCK)._replace(name="simulate")
    versus(
        group=f"settle_many, {name}, beside simulate",
        work=lambda dealt: soko.settle_many(dealt, rules, out=out),
        inputs=int,
        prepare=lambda seed: soko.deal_many(rules, players, BLOCK, rng=seed),
        units=BLOCK,
        baseline=counted,
        goal=1 / 1.3,
    )
    dealt = Contender("deal_many", lambda seed: soko.deal_many(rules, players, BLOCK, rng=seed), BLOCK)
    costs = [min(who.cost(seed, process_time) for seed in range(5)) for who in (counted, dealt)]
    benchmark.extra_info["simulate and deal_many, ns"] = [round(1e9 * cost, 2) for cost in costs]


@cache
def checked_shards(count: int) -> list[soko.Tally]:
    """Return the counted shards of a plan in no order."""
    plan = soko.plan(soko.games.soko(), 2, count * 1024, rng=1)
    parts = [plan.shard(number, count).run(threads=1) for number in range(count)]
    random.Random(1).shuffle(parts)
    check(soko.merge(parts) == plan.run(threads=1), "merged shards")
    return parts


def test_merge(versus: Any, short: bool) -> None:  # noqa: FBT001
    """4,000 shards in shuffled order, beside 500 of them: their cost is in proportion. The reference has no shards."""
    count, few = (1000, 125) if short else (4000, 500)
    many, some = checked_shards(count), checked_shards(few)
    fewer = Contender(f"{few} shards", lambda _: soko.merge(some), few)
    group = f"merge of {count} shuffled shards, a shard"
    versus(group=group, work=lambda _: soko.merge(many), inputs=int, units=count, baseline=fewer, goal=0.7)


@by_clock
def test_demo(versus: Any) -> None:
    """What `make demo` runs once all is built: 20 million deals, all cores. The reference would take a day."""
    command = [sys.executable, "-m", "soko", "simulate", "--players", "6", "--deals", "20_000_000", "--quiet"]
    run = lambda _: subprocess.run(command, check=True, capture_output=True, env=dict(os.environ))  # noqa: E731
    versus(group="make demo from a warm build", work=run, inputs=int, units=1, rounds=3)


@by_clock
@pytest.mark.parametrize("who", ["import soko", "import numpy"])
def test_import(versus: Any, who: str) -> None:
    """A process that imports, against one that does nothing. Importing the reference alone loads the package too."""
    run = lambda code: subprocess.run([sys.executable, "-P", "-c", code], check=True)  # noqa: E731 - one line
    bare = Contender("python", lambda _: run("pass"))
    versus(group="import, a process", work=lambda _: run(who), inputs=int, baseline=bare, rounds=15)
