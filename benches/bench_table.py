"""Tables in lockstep: whole hands of random legal actions, chosen in Rust and by numpy."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches import _peers
from benches._contest import Contender, by_clock, check, race
from benches.bench_engine import PLAYERS, REFERENCE_RULES, RULES, STACKS, fresh_decks, play_slowly
from benches.bench_evaluate import race_threads
from soko.reference.engine import Hand as ReferenceHand

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = 4096


@cache
def check_tables() -> None:
    """Check that hands at tables, played on by the reference, end with the same payoffs."""
    table = soko.Table(RULES, PLAYERS, tables=200, stacks=STACKS, rng=1, autoreset=False)
    table.step_random(500)
    for number in range(table.tables):
        hand = table.hand(number)
        known = [*(event.to_tuple() for event in hand.events)]
        dealt = [int(event[-1]) for event in known if event[0] in {"deal", "community"}]  # type: ignore[call-overload]
        deck = dealt + [card for card in range(52) if card not in dealt]
        slow = ReferenceHand(REFERENCE_RULES, STACKS, deck, dealer=hand.dealer)
        for event in known:
            if event[0] in {"fold", "check", "call", "bring-in", "complete", "bet", "raise"}:
                slow.act(str(event[0]), *event[2:])  # type: ignore[arg-type]
        check(slow.payoffs == tuple(table.rewards[number].tolist()), f"the payoffs of table {number}")


def new_hands(seed: int, n: int, threads: int = 1) -> soko.Table:
    """Return tables at the start of a hand."""
    return soko.Table(RULES, PLAYERS, tables=n, stacks=STACKS, rng=seed, threads=threads)


def new_table(seed: int, n: int, threads: int = 1) -> soko.Table:
    """Return tables that have left the first street behind."""
    table = new_hands(seed, n, threads)
    table.step_random(20)
    return table


def by_numpy(table: soko.Table, calls: int) -> None:
    """Play with actions that numpy chooses, each legal one as likely."""
    generator = np.random.default_rng(1)
    for _ in range(calls):
        table.step((table.legal * generator.random(table.legal.shape, dtype=np.float32)).argmax(axis=1))


def by_weights(table: soko.Table, calls: int) -> None:
    """Play with actions that the table draws by weights, each legal one as likely."""
    generator = np.random.default_rng(1)
    weights = np.ones(table.legal.shape, np.float32)
    for _ in range(calls):
        table.step(table.sample(weights, generator))


def given(table: soko.Table, calls: int, *, observe: bool = True) -> None:
    """Play the highest legal action of each table, so that little is done but the step."""
    for _ in range(calls):
        table.step(table.legal.shape[1] - 1 - table.legal[:, ::-1].argmax(axis=1), observe=observe)


def one_by_one(table: soko.Table, calls: int) -> None:
    """Play 100 steps a call, with tables one by one instead of side by side."""
    table._core.allow_lanes(False)  # noqa: FBT003 - of the compiled half
    in_rust(table, calls, 100, observe=False)


def in_rust(table: soko.Table, calls: int, k: int = 1, *, observe: bool = True) -> None:
    """Play with actions chosen by the table."""
    for _ in range(calls):
        table.step_random(k, observe=observe)


def shown(table: soko.Table, calls: int) -> None:
    """Write all arrays: what is legal and what is seen, a part of a step."""
    for _ in range(calls):
        table._core.show()


def dealt(table: soko.Table, calls: int) -> None:
    """Begin a hand at every table, a part of some steps; with new arrays."""
    for call in range(calls):
        new_hands(call, table.tables)


#: Ways to play: how many tables, steps for each call, and the play.
WAYS: dict[str, tuple[int, int, Callable[[soko.Table, int], None], float | None]] = {
    "step_random(100)": (TABLES, 100, lambda table, calls: in_rust(table, calls, 100, observe=False), 200.0),
    "step_random(100), not in lanes": (TABLES, 100, one_by_one, None),
    "step_random": (TABLES, 1, in_rust, 200.0),
    "step_random, not observed": (TABLES, 1, lambda table, calls: in_rust(table, calls, observe=False), None),
    "step, actions given": (TABLES, 1, given, 350.0),
    "step, actions given, not observed": (
        TABLES,
        1,
        lambda table, calls: given(table, calls, observe=False),
        None,
    ),
    "step, drawn by weights": (TABLES, 1, by_weights, None),
    "a part: what is legal and seen": (TABLES, 1, shown, None),
    "a part: a hand begins": (TABLES, 1, dealt, None),
    "numpy policy, 256": (256, 1, by_numpy, None),
    "numpy policy, 4,096": (TABLES, 1, by_numpy, 210.0),
    "numpy policy, 65,536": (65_536, 1, by_numpy, None),
}


def way(name: str, calls: int, per: str) -> Contender:
    """Return a way to play; a step that begins a hand is no action."""
    tables, steps, played, _ = WAYS[name]

    def work(table: soko.Table) -> int:
        before = int(table.hands.sum())
        played(table, calls)
        begun = int(table.hands.sum()) - before
        return begun if per == "hand" else tables * steps * calls - begun

    return Contender("soko", work, None, lambda seed: new_table(seed, tables))


def _params() -> list[Any]:
    peers = {"hand": ["pokerkit"], "action": ["pgx"]}
    return [
        pytest.param(per, name, who)
        for per in ("action", "hand")
        for name in WAYS
        # What is a part of a step ends no hand.
        if per == "action" or not name.startswith("a part")
        for who in _peers.those(
            *(peers[per] if name in {"step_random(100)", "step_random", "numpy policy, 4,096"} else [])
        )
    ]


@pytest.mark.parametrize(("per", "name", "who"), _params())
def test_table(versus: Any, short: bool, per: str, name: str, who: str) -> None:  # noqa: FBT001
    """Random legal actions; pokerkit plays seven-card stud, pgx Leduc hold'em, a far smaller game, on JAX."""
    check_tables()
    tables, steps, _, goal = WAYS[name]
    calls = max(1, (50_000 if short else 400_000) * (4 if steps > 1 else 1) // (tables * steps))
    sample = 10 if short else 60

    def slow(seed: int) -> int:
        return play_slowly(fresh_decks(sample, seed))

    contenders = [way(name, calls, per), Contender("reference", slow, sample if per == "hand" else None)]
    if who == "pgx":
        contenders.append(_peers.leduc_of_pgx(TABLES, 20))
    if who == "pokerkit":
        theirs = lambda seed: _peers.stud_of_pokerkit(STACKS, RULES, 10, Random(seed).random)  # noqa: E731 - one line
        contenders.append(Contender(who, theirs, 10))
        goal = 500.0 if "numpy" in name else 3000.0
    elif per == "hand" or who != "soko":
        goal = None
    race(versus, who, contenders, group=f"Table, {name}, a{'n action' if per == 'action' else ' hand'}", goal=goal)


@by_clock
@pytest.mark.parametrize("who", ["2 threads", "reference"])
@pytest.mark.parametrize("k", [1, 10])
def test_table_threads(versus: Any, k: int, who: str) -> None:
    """Two threads against one, 65,536 tables."""
    check_tables()

    def on(threads: int) -> Contender:
        name = "2 threads" if threads == 2 else "1 thread"
        return Contender(
            name, lambda t: in_rust(t, 4, k), 65_536 * 4 * k, lambda seed: new_table(seed, 65_536, threads)
        )

    slow = Contender("reference", lambda seed: play_slowly(fresh_decks(10, seed)), None)
    race_threads(versus, who, on, slow, group=f"Table, step_random({k}), two threads", goal=1.7)
