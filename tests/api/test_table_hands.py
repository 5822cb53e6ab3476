"""Hands put at tables: what is kept of how they were asked for, and which hands do not go together."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tables import rows

import soko

RULES = soko.games.soko()
HANDS = [soko.Hand(RULES, [100 + seed, 90], rng=seed) for seed in range(3)]


def end(table: soko.Table) -> None:
    """Play until every hand that is there now is over."""
    while not table.terminated.all():
        table.step(table.suggest("call"))


def test_tables_of_hands_are_as_they_were_asked_for() -> None:
    actors = np.zeros(3, np.int8)
    table = soko.Table.from_hands(
        iter(HANDS), rng=7, threads=2, autoreset=False, on_illegal="mask", out={"actors": actors}
    )
    assert (table.rules, table.players, table.tables, table.first) == (RULES, 2, 3, 0)
    assert (table.autoreset, table.on_illegal, table._threads) == (False, "mask", 2)
    assert table.actors is actors
    assert actors.tolist() == [hand.actor for hand in HANDS]
    # Raises of the most chips are illegal in fixed limit, and here they are replaced.
    table.step(np.full(3, 6))
    assert table.illegal == 3
    end(table)
    table.step(np.zeros(3, np.int64))
    assert table.hands.tolist() == [0, 0, 0]


def test_tables_of_hands_by_default() -> None:
    table = soko.Table.from_hands(HANDS)
    assert (table.autoreset, table.on_illegal, table._threads) == (True, "error", 1)
    with pytest.raises(soko.IllegalAction):
        table.step(np.full(3, 6))


def test_hands_that_follow_have_the_chance_of_the_tables() -> None:
    later = []
    for rng in (7, 7, 8):
        table = soko.Table.from_hands(HANDS[:1], rng=rng)
        end(table)
        table.step(np.zeros(1, np.int64))
        assert table.hands.tolist() == [1]
        hand = table.hand(0)
        assert hand.starting_stacks == HANDS[0].starting_stacks
        later.append([hand.hole_cards(seat) + hand.up_cards(seat) for seat in range(2)])
    assert later[0] == later[1] != later[2]


@pytest.mark.parametrize(
    ("hands", "error", "text"),
    [
        ([], soko.ArgumentError, "no hands: one or more are needed"),
        ([HANDS[0], "hand"], TypeError, "hands: a list of soko.Hand is needed"),
        ([HANDS[0].view(0)], TypeError, "hands: a list of soko.Hand is needed"),
        (
            [HANDS[0], soko.Hand(RULES, [100] * 3, rng=1)],
            soko.SokoError,
            r"hands of \[2, 3\] players: all need the same number",
        ),
    ],
)
def test_hands_that_do_not_go_together(hands: list[Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=f"^{text}$"):
        soko.Table.from_hands(hands)


def test_a_table_by_default() -> None:
    table = soko.Table(RULES, 2)
    assert (table.tables, table.first, table.autoreset, table.on_illegal) == (4096, 0, True, "error")
    assert table._threads == 1
    # A hundred big bets.
    assert table.hand(4095).starting_stacks == (800, 800)
    for number in (-1, 4096):
        for call in (table.hand, lambda number: table.set_hand(number, HANDS[0])):
            with pytest.raises(soko.PlanError, match=f"^table {number}: 0 to 4,095 is allowed$"):
                call(number)
    for seat in (-1, 2):
        with pytest.raises(soko.SeatError, match=f"^seat {seat}: 0 to 1 is allowed$"):
            table.suggest("call", seats=[seat])


def test_stacks_of_all_tables_are_not_given_in_one_row() -> None:
    with pytest.raises(soko.SokoError, match=r"^20 stacks: 2 are needed, or \(tables, players\) of them$"):
        soko.Table(RULES, 2, 10, stacks=[100] * 20)


def test_as_many_seats_as_a_game_has() -> None:
    game = soko.games.five_card_stud()
    assert soko.Table(game, 10, 2, rng=7).rewards.shape == (2, 10)
    with pytest.raises(soko.SeatError, match=r"^players 11: 2 to 10 is allowed$"):
        soko.Table(game, 11, 2)
    with pytest.raises(soko.PlanError, match=r"^tables 16777217: 1 to 16,777,216 is allowed$"):
        soko.Table(game, 2, 2**24 + 1)


def test_loaded_tables_write_to_arrays_of_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    table = soko.Table(RULES, 3, 5, rng=7)
    table.step_random(9)
    table.save(path)
    actors = np.zeros(5, np.int8)
    again = soko.Table.load(path, out={"actors": actors})
    assert again.actors is actors
    assert actors.tolist() == table.actors.tolist()
    assert (again._threads, soko.Table.load(path, threads=2)._threads) == (1, 2)
    with pytest.raises(soko.SokoError, match="out colours, sounds: unknown; names are actors, legal, observations"):
        soko.Table.load(path, out={"sounds": actors, "colours": actors})


def test_hands_that_do_not_fit_a_table() -> None:
    table = soko.Table(RULES, 3, tables=2, rng=1)
    before = rows(table)
    with pytest.raises(soko.SokoError, match="another game"):
        table.set_hand(0, soko.Hand(soko.games.soko(ante=5), [100] * 3, rng=1))
    with pytest.raises(soko.SokoError, match="another number of players"):
        table.set_hand(0, soko.Hand(RULES, [100] * 2, rng=1))
    with pytest.raises(soko.SokoError, match="dealt by its caller"):
        table.set_hand(0, soko.Hand(RULES, [100] * 3, deal="manual"))
    with pytest.raises(TypeError, match=r"a soko\.Hand is needed, not int"):
        table.set_hand(0, 5)  # type: ignore[arg-type]
    for number in (-1, 2):
        with pytest.raises(soko.PlanError, match=f"table {number}: 0 to 1 is allowed"):
            table.hand(number)
        with pytest.raises(soko.PlanError, match=f"table {number}: 0 to 1 is allowed"):
            table.set_hand(number, soko.Hand(RULES, [100] * 3, rng=1))
    with pytest.raises(soko.ArgumentError, match="no hands"):
        soko.Table.from_hands([])
    with pytest.raises(TypeError, match=r"a list of soko\.Hand"):
        soko.Table.from_hands([1])  # type: ignore[list-item]
    with pytest.raises(soko.SokoError, match=r"hands of \[2, 3\] players"):
        soko.Table.from_hands([soko.Hand(RULES, [100] * 3, rng=1), soko.Hand(RULES, [100] * 2, rng=1)])
    assert rows(table) == before
