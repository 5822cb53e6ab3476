"""Tables in lockstep: whole hands of random legal actions, chosen in Rust and by numpy."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

import soko
from benches import _peers
from benches._counted import CountedContest
from benches._measure import Contest, check, thread_name, thread_rows
from benches.bench_engine import PLAYERS, REFERENCE_RULES, RULES, STACKS, fresh_decks, play_reference
from soko.reference.engine import Hand as ReferenceHand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from numpy.typing import NDArray

    from benches._measure import Table

TABLES = 4096
MANY = 65_536
IN_RUST = f"step_random, {TABLES:,}"
BLIND = f"the same, not observed, {TABLES:,}"
AT_ONCE = f"step_random(100), {TABLES:,}"
ONE_BY_ONE = "the same, not in lanes"
BY_NUMPY = f"numpy policy, {TABLES:,}"
BY_NUMPY_MANY = f"numpy policy, {MANY:,}"


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    check_tables()
    yield by_steps(short=short)
    yield by_hands(short=short)
    yield two_threads(short=short)


def check_tables() -> None:
    """Check that hands at tables, played on by the reference, end with the same payoffs."""
    table = soko.Table(RULES, PLAYERS, tables=200, stacks=STACKS, rng=1, autoreset=False)
    table.step_random(500)
    for number in range(table.tables):
        record = table.hand(number).to_dict()
        deck = [int(card) for card in soko.cards(str(record["deck"]))]
        slow = ReferenceHand(REFERENCE_RULES, STACKS, deck, dealer=int(str(record["dealer"])))
        for action in record["actions"]:  # type: ignore[attr-defined]
            slow.act(action["kind"], action.get("to"))
        check(slow.payoffs == tuple(table.rewards[number].tolist()), f"the payoffs of table {number}")


def new_table(seed: int, n: int, threads: int = 1) -> soko.Table:
    """Return tables that have left the first street behind."""
    table = soko.Table(RULES, PLAYERS, tables=n, stacks=STACKS, rng=seed, threads=threads)
    table.step_random(20)
    return table


def random_policy(table: soko.Table, generator: np.random.Generator) -> NDArray[np.integer[Any]]:
    """Return a legal action for each table, each as likely."""
    return (table.legal * generator.random(table.legal.shape, dtype=np.float32)).argmax(axis=1)


def play_in_rust(table: soko.Table, calls: int, k: int = 1, *, observe: bool = True) -> None:
    """Play with actions chosen by the table."""
    for _ in range(calls):
        table.step_random(k, observe=observe)


def play_one_by_one(table: soko.Table, calls: int, k: int) -> None:
    """Play the same with tables one by one, which are otherwise played side by side."""
    table._core.allow_lanes(False)  # noqa: FBT003 - of the compiled half
    play_in_rust(table, calls, k, observe=False)


def play_by_numpy(table: soko.Table, calls: int) -> None:
    """Play with actions chosen in numpy."""
    generator = np.random.default_rng(1)
    for _ in range(calls):
        table.step(random_policy(table, generator))


def actions(table: soko.Table, steps: int, play: Callable[[], object]) -> int:
    """Play, and return how many actions were taken: a step without one begins a hand."""
    before = int(table.hands.sum())
    play()
    return table.tables * steps - (int(table.hands.sum()) - before)


def hands(table: soko.Table, _steps: int, play: Callable[[], object]) -> int:
    """Play, and return how many hands were begun."""
    before = int(table.hands.sum())
    play()
    return int(table.hands.sum()) - before


def enter(
    contest: CountedContest[int], count: Callable[[soko.Table, int, Callable[[], object]], int], *, short: bool
) -> list[str]:
    """Enter the ways to play, and return their names."""
    calls = 100 if short else 400

    def ways(name: str, n: int, steps: int, play: Callable[[soko.Table], object]) -> None:
        def prepare(seed: int) -> Callable[[], int]:
            table = new_table(seed, n)
            return lambda: count(table, steps, lambda: play(table))

        contest.enter(name, 1, prepare)

    few = max(8, calls * TABLES // MANY)
    ways(IN_RUST, TABLES, calls, lambda table: play_in_rust(table, calls))
    ways(BLIND, TABLES, calls, lambda table: play_in_rust(table, calls, observe=False))
    ways(AT_ONCE, TABLES, calls, lambda table: play_in_rust(table, calls // 100, 100, observe=False))
    ways(BY_NUMPY, TABLES, calls, lambda table: play_by_numpy(table, calls))
    ways(BY_NUMPY_MANY, MANY, few, lambda table: play_by_numpy(table, few))
    ways(ONE_BY_ONE, TABLES, calls, lambda table: play_one_by_one(table, calls // 100, 100))
    return [IN_RUST, BLIND, AT_ONCE, ONE_BY_ONE, BY_NUMPY, BY_NUMPY_MANY]


def by_steps(*, short: bool) -> Table:
    """Time actions, a hand's beginning shared out, against the reference."""
    sample = 150 if short else 500
    contest: CountedContest[int] = CountedContest(5 if short else 11, int)
    names = enter(contest, actions, short=short)

    def theirs(seed: int) -> Callable[[], int]:
        decks, chance = fresh_decks(sample, seed), Random(1).random
        return lambda: sum(play_reference(ReferenceHand(REFERENCE_RULES, STACKS, deck), chance) for deck in decks)

    contest.enter("reference", 1, theirs)
    contest.run()
    goals = {IN_RUST: 200.0, AT_ONCE: 200.0}
    rows = [contest.speed(AT_ONCE, ONE_BY_ONE, 3.0)]
    rows += [contest.speed(name, "reference", goals.get(name), label="reference") for name in names]
    costs = [contest.cost(name) for name in names]
    rates = [replace(row, ratio=1e-6 / row.cost, relation="million a second") for row in costs if row.cost]
    return f"Tables, {PLAYERS} players, random legal actions; cost an action", [*rates, *rows]


def by_hands(*, short: bool) -> Table:
    """Time hands, against seven-card stud of pokerkit."""
    few = 20 if short else 60
    contest: CountedContest[int] = CountedContest(5 if short else 11, int)
    names = enter(contest, hands, short=short)
    stud = _peers.PokerkitStud.load(STACKS, RULES)
    rows = []
    if stud:

        def theirs(seed: int) -> Callable[[], int]:
            chance = Random(seed).random
            return lambda: sum(1 for _ in range(few) if stud.play(chance)[0])

        contest.enter("pokerkit", 1, theirs)
    contest.run()
    for name in names:
        row = contest.cost(name)
        if row.cost:
            rows.append(replace(row, ratio=1e-6 / row.cost, relation="million a second"))
    if stud:
        goals = {IN_RUST: 3000.0, AT_ONCE: 3000.0, BY_NUMPY: 500.0}
        rows += [contest.speed(name, "pokerkit", goals.get(name)) for name in names]
    return f"The same by hands, {PLAYERS} players (pokerkit: seven-card stud); cost a hand", rows


def two_threads(*, short: bool) -> Table:
    """Time two threads against one."""
    calls = 10 if short else 40
    works = {f"step_random(10), {MANY:,}": 10, f"step_random, {MANY:,}": 1}

    def enter_threads(contest: Contest[int]) -> None:
        for work, k in works.items():
            for threads in (1, 2):
                contest.enter(thread_name(work, threads), calls * MANY * k, _prepare(threads, calls, k))

    rows = thread_rows(5 if short else 11, int, enter_threads, list(works))
    rows = [replace(row, goal=1.7) if row.goal else row for row in rows]
    return "Tables on two threads; cost a step of a table", rows


def _prepare(threads: int, calls: int, k: int) -> Callable[[int], Callable[[], None]]:
    def prepare(seed: int) -> Callable[[], None]:
        table = new_table(seed, MANY, threads)
        return lambda: play_in_rust(table, calls, k)

    return prepare
