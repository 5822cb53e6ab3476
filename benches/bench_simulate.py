"""The deal simulator, against the reference with the same key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import soko
from benches._measure import Contest, check, thread_name, thread_rows
from benches.bench_evaluate import share_of
from soko import reference
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benches._measure import Table

GOALS = {2: 6000, 4: 5000, 8: 3500}
OTHER_GAMES = {
    "five_card_stud": 6,
    "seven_card_stud": 6,
    "canadian_stud": 6,
    "follow_the_bitch": 6,
}


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    yield from soko_by_players(short=short)
    yield two_threads(short=short)
    yield from other_games(short=short)


def check_tally(rules: soko.Rules, players: int) -> None:
    """Check a small run against the reference, every count, on one thread and on two."""
    n, seed = 500, players
    ours = soko.simulate(rules, players, n, rng=seed, threads=1)
    check(ours == soko.simulate(rules, players, n, rng=seed, threads=2), f"{rules.name} on two threads")
    theirs = reference.simulate(rules.to_dict(), players, n, stream_key(seed))
    what = f"the tally of {rules.name}"
    check(ours.categories.tolist() == theirs.categories, what)
    check((ours.wins.tolist(), ours.ties.tolist()) == (theirs.wins, theirs.ties), what)
    check(list(ours.shares) == theirs.shares, what)
    check(ours.wild_ranks.tolist() == theirs.wild_ranks, what)
    check(ours.no_low_spade == theirs.low_chicago_none, what)


def soko_by_players(*, short: bool) -> Iterator[Table]:
    """Time Soko for two, four and eight players."""
    rules = soko.games.soko()
    contest = Contest(7 if short else 15, int)
    rows = []
    for players in GOALS:
        check_tally(rules, players)
        _enter(contest, rules, players, short=short)
    contest.enter("deal_many, 6 players", 100_000, lambda seed: lambda: soko.deal_many(rules, 6, 100_000, rng=seed))
    contest.run()
    for players, goal in GOALS.items():
        rows.append(
            contest.speed(f"{players} players", f"reference, {players} players", share_of(goal), label="reference")
        )
    rows.append(contest.cost("deal_many, 6 players"))
    yield "simulate, Soko; cost a deal", rows


def two_threads(*, short: bool) -> Table:
    """Time Soko on two threads, and what the machine gives two threads of plain arithmetic."""
    rules = soko.games.soko()

    def enter(contest: Contest[int]) -> None:
        for players in GOALS:
            n = _deals(players, short=short)
            for threads in (1, 2):
                contest.enter(thread_name(f"{players} players", threads), n, _run(rules, players, n, threads=threads))

    rows = thread_rows(7 if short else 15, int, enter, [f"{players} players" for players in GOALS])
    return "simulate, Soko on two threads; cost a deal", rows


def other_games(*, short: bool) -> Iterator[Table]:
    """Time the other four games, and Low Chicago."""
    contest = Contest(5 if short else 9, int)
    games = {name: (soko.games.by_name(name), players) for name, players in OTHER_GAMES.items()}
    games["seven_card_stud, low Chicago"] = (soko.games.seven_card_stud(low_chicago=True), 6)
    for name, (rules, players) in games.items():
        check_tally(rules, players)
        _enter(contest, rules, players, short=short, name=name)
    contest.run()
    rows = [contest.speed(name, f"reference, {name}", label="reference") for name in games]
    yield "simulate, the other games with 6 players; cost a deal", rows


def _deals(players: int, *, short: bool) -> int:
    """Return how many deals a round has: so many that the start of a run does not count."""
    return (8_000_000 if short else 16_000_000) // players


def _enter(contest: Contest[int], rules: soko.Rules, players: int, *, short: bool, name: str = "") -> None:
    """Enter the simulator on one thread and the reference; the inputs of a round are its seed."""
    name = name or f"{players} players"
    n, sample = _deals(players, short=short), 1000 if short else 2000
    contest.enter(name, n, _run(rules, players, n, threads=1))
    fields = rules.to_dict()

    def prepare(seed: int) -> Callable[[], object]:
        key = stream_key(seed)
        return lambda: reference.simulate(fields, players, sample, key)

    contest.enter(f"reference, {name}", sample, prepare)


def _run(rules: soko.Rules, players: int, n: int, *, threads: int) -> Callable[[int], Callable[[], object]]:
    return lambda seed: lambda: soko.simulate(rules, players, n, rng=seed, threads=threads)
