"""Observations of tables: what a history costs a step, and encodings in Rust against numpy."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches._contest import Contender, check, race
from benches.bench_engine import PLAYERS, RULES, STACKS, fresh_decks, play_slowly
from benches.bench_table import TABLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

HISTORY = 16


def new_table(seed: int, history: int | None = None) -> soko.Table:
    """Return tables that have left the first street behind."""
    table = soko.Table(RULES, PLAYERS, tables=TABLES, stacks=STACKS, rng=seed, history=history)
    table.step_random(20)
    return table


def bounded(seed: int) -> soko.Table:
    """Return the same with whole histories."""
    table = new_table(seed)
    check(table.history.shape == (TABLES, 4 * (5 * PLAYERS - 4)), "the length of histories")
    return table


def slow_hands(seed: int) -> int:
    """Play some hands in plain Python."""
    return play_slowly(fresh_decks(10, seed))


def step(table: soko.Table, calls: int) -> None:
    """Take steps that are observed."""
    for _ in range(calls):
        table.step_random()


def check_history() -> None:
    """Check histories against hands that are played again one by one."""
    table = bounded(1)
    step(table, 3)
    for number in range(0, TABLES, 97):
        past = table.hand(number).history
        row = table.history[number]
        check((row[: len(past)] == past).all() and (row[len(past) :] == -1).all(), f"the history of table {number}")


@pytest.mark.parametrize("who", ["soko", "without", "reference"])
def test_history(versus: Any, short: bool, who: str) -> None:  # noqa: FBT001
    """Steps with whole histories, and how the time without them compares."""
    check_history()
    calls = 12 if short else 100
    units = TABLES * calls
    contenders = [
        Contender("soko", lambda table: step(table, calls), units, bounded),
        Contender("without", lambda table: step(table, calls), units, new_table),
        Contender("reference", slow_hands, None),
    ]
    goal = 1 / 1.3 if who == "without" else None
    race(versus, who, contenders, group="Table, observed with history, an action", goal=goal)


def by_numpy(table: soko.Table) -> NDArray[np.float32]:
    """Return the rows of ``"onehot"`` for the seats to act, made of the arrays of the table."""
    raw, fields, layout = table.observations, table.layout("onehot"), table.observation_layout
    playing, players = ~table.terminated, table.players
    rows = np.zeros((table.tables, fields["history"].stop), np.float32)
    cards = raw[:, layout["cards"]].astype(np.int64).reshape(table.tables, players, -1)
    at, seat, place = np.nonzero((cards >= 0) & playing[:, None, None])
    rows[at, seat * 52 + cards[at, seat, place]] = 1
    down = np.array([side == "d" for side in "".join(table.rules.deal)])
    own = (seat == 0) & down[place]
    rows[at[own], fields["hole"].start + cards[at[own], 0, place[own]]] = 1
    for name, offset in (("community", 0), ("wild", 0), ("street", 0), ("dealer", 0)):
        value = raw[:, layout[name].start].astype(np.int64) + offset
        (at,) = np.nonzero((value >= 0) & playing)
        rows[at, fields[name].start + value[at]] = 1
    rows[playing, fields["actor"].start] = 1
    for name in ("next_is_wild", "pot", "to_call", "live", "stacks", "bets"):
        rows[:, fields[name]] = raw[:, layout[name]]
    order = (np.maximum(table.actors, 0)[:, None] + np.arange(players)) % players
    rows[:, fields["paid"]] = (np.asarray(STACKS)[order] - raw[:, layout["stacks"]]) * playing[:, None]
    at, number = np.nonzero((table.history >= 0) & playing[:, None])
    done = table.history[at, number].astype(np.int64)
    planes = fields["history"].start + number * (players + 8)
    rows[at, planes + done // 8] = 1
    rows[at, planes + players + done % 8] = 1
    return rows


def check_encodings() -> None:
    """Check the rows of Rust against those of numpy."""
    table = new_table(1, HISTORY)
    check((table.observe(None, "onehot") == by_numpy(table)).all(), "the rows of zeros and ones")
    check((table.observe() == table.observations).all(), "the raw rows")


@pytest.mark.parametrize(
    ("who", "encoding"),
    [*product(("soko", "step", "reference"), ("raw", "onehot", "canonical")), ("numpy", "onehot")],
)
def test_encodings(versus: Any, short: bool, encoding: str, who: str) -> None:  # noqa: FBT001
    """Rows of 4,096 tables: numpy makes those of zeros and ones, and a step of all of them is what they are beside."""
    check_encodings()
    calls = 4 if short else 30
    out = new_table(1, HISTORY).observe(0, encoding)

    def in_rust(table: soko.Table) -> None:
        for _ in range(calls):
            table.observe(None, encoding, out)

    def in_numpy(table: soko.Table) -> None:
        for _ in range(calls):
            by_numpy(table)

    units, ready = TABLES * calls, lambda seed: new_table(seed, HISTORY)
    contenders = [
        Contender("soko", in_rust, units, ready),
        Contender("numpy", in_numpy, units, ready),
        Contender("step", lambda table: step(table, calls), units, ready),
        Contender("reference", slow_hands, None),
    ]
    race(versus, who, contenders, group=f"Table, observe {encoding}, a row", goal=3.0 if who == "numpy" else None)
