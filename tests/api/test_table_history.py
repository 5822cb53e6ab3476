"""The history of tables: what was done, as the seat to act sees it, and with the row all that this seat has seen."""

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from observed import relative
from random_hands import random_start

import soko
from soko import _soko

RULES = soko.games.soko()
Past = list[tuple[int, int]]


def random_legal(table: soko.Table, generator: np.random.Generator) -> Any:
    """Return a legal action for each table, folds the seldomest, 0 where there is none."""
    weights = generator.random(table.legal.shape) * [0.3, 1, 1, 1, 1, 1, 1]
    return (table.legal * weights).argmax(axis=1)


def expected(table: soko.Table, pasts: list[Past], length: int) -> Any:
    """Return what the history of tables is by its description."""
    rows = np.full((table.tables, length), -1, np.int8)
    for row, past, actor in zip(rows, pasts, table.actors.tolist(), strict=True):
        last = relative(past, max(actor, 0), table.players)[-length:]
        row[: len(last)] = last
    return rows


def follow(table: soko.Table, steps: int, length: int, seed: int) -> None:
    """Play, and compare what is done with the history after each step."""
    generator = np.random.default_rng(seed)
    pasts: list[Past] = [[] for _ in range(table.tables)]
    for step in range(steps):
        actors, actions = table.actors.copy(), random_legal(table, generator)
        table.step(actions)
        for past, actor, action in zip(pasts, actors.tolist(), actions.tolist(), strict=True):
            if actor < 0:
                past.clear()
            else:
                past.append((actor, action))
        if step > steps - 30:
            assert (table.history == expected(table, pasts, length)).all()


@pytest.mark.parametrize("lanes", [False, True])
@pytest.mark.parametrize("length", [None, 5])
def test_the_history_is_what_was_done(lanes: bool, length: int | None) -> None:  # noqa: FBT001
    table = soko.Table(RULES, 4, tables=100, rng=7, history=length)
    table._core.allow_lanes(lanes)
    assert table.history.shape == (100, length or 4 * (5 * 4 - 4))
    assert table.history.dtype == np.int8
    follow(table, 40, length or 64, seed=1)


@pytest.mark.parametrize(("rules", "players", "stacks"), [
    (soko.games.follow_the_bitch(limit="no"), 5, 60),
    (soko.games.seven_card_stud(limit="fixed"), 8, None),
    (soko.games.soko(limit="pot"), 2, 40),
    (soko.games.canadian_stud(), 6, 25),
])  # fmt: skip
def test_the_history_of_other_games(rules: soko.Rules, players: int, stacks: int | None) -> None:
    table = soko.Table(rules, players, tables=70, rng=3, stacks=stacks, history=50)
    follow(table, 45, 50, seed=2)


def test_the_bound_is_as_documented() -> None:
    def length(rules: soko.Rules, players: int, stacks: int) -> int:
        return soko.Table(rules, players, 1, stacks=stacks, rng=1).history.shape[1]

    assert [length(RULES, players, 800) for players in (2, 6, 8)] == [4 * 6, 4 * 26, 4 * 36]
    assert length(soko.games.seven_card_stud(), 6, 2000) == 5 * 26
    assert length(RULES.replace(cap=3), 6, 800) == 4 * (6 + 3 * 5)
    # All but one may go all-in for less than counts in the cap.
    assert length(RULES, 6, 30) == 4 * 26 + 5 * 5


def test_no_hand_is_longer_than_the_bound() -> None:
    """Games of all kinds, many short stacks, and players who raise and call as often as they may."""
    closest = 0.0
    for seed in range(400):
        choice = random.Random(f"bound {seed}")
        start = random_start(choice)
        hand = soko.Hand(soko.Rules.from_dict(start.rules.to_dict()), start.stacks, deck=start.deck, dealer=start.dealer)
        bound = _soko.most_actions(hand.rules, hand.players, min(start.stacks))
        if bound is None:
            assert hand.rules.limit in {"pot", "no"} or not hand.rules.cap_heads_up
            continue
        while not hand.is_over:
            legal = np.flatnonzero(hand.legal_mask()).tolist()
            later = [number for number in legal if number > 0]
            hand.act_number(choice.choice(later) if choice.random() < 0.6 else later[0])
        assert len(hand.history) <= bound
        closest = max(closest, len(hand.history) / bound)
    assert closest > 0.6


@pytest.mark.parametrize("rules", [soko.games.soko(limit="pot"), RULES.replace(cap_heads_up=False)])
def test_without_a_cap_a_number_is_needed(rules: soko.Rules) -> None:
    table = soko.Table(rules, 3, tables=2, rng=1)
    with pytest.raises(soko.SokoError, match=r"any number of actions.*history=64"):
        _ = table.history
    with pytest.raises(soko.SokoError, match="any number of actions"):
        soko.Table(rules, 3, tables=2, rng=1, out={"history": np.zeros((2, 9), np.int8)})
    assert soko.Table(rules, 3, tables=2, rng=1, history=9).history.shape == (2, 9)


@pytest.mark.parametrize("steps", [1, 3, 40])
def test_ways_to_play_write_the_same_history(steps: int) -> None:
    """Lanes or none, whole hands in lanes or rounds, one thread or two, from the beginning or asked for late."""
    tables = []
    for lanes, threads, early in [(True, 1, True), (False, 1, True), (True, 2, True), (True, 1, False)]:
        table = soko.Table(RULES, 3, tables=5000, rng=9, threads=threads, history=30 if early else None)
        table._core.allow_lanes(lanes)
        for _ in range(3):
            table.step_random(steps)
        tables.append(table)
    first = tables[0].history
    for other in tables[1:]:
        assert (other.history[:, :30] == first).all()
    for number in range(0, 5000, 499):
        past = tables[0].hand(number).history[-30:]
        assert first[number].tolist() == past.tolist() + [-1] * (30 - len(past))


def test_unobserved_steps_are_remembered() -> None:
    one, other = (soko.Table(RULES, 3, tables=80, rng=4, history=20) for _ in range(2))
    before = one.history.copy()
    one.step_random(4, observe=False)
    assert (one.history == before).all()
    one.step_random()
    other.step_random(5)
    assert (one.history == other.history).all()


def test_arrays_of_the_caller() -> None:
    mine = np.zeros((40, 20), np.int8)
    table = soko.Table(RULES, 3, tables=40, rng=4, history=20, out={"history": mine})
    assert table.history is mine
    table.step_random(3)
    assert (mine == soko.Table.from_hands([table.hand(i) for i in range(40)], history=20).history).all()
    # The bound is the length where none is given.
    soko.Table(RULES, 3, tables=4, out={"history": np.zeros((4, 44), np.int8)})
    with pytest.raises(soko.SokoError, match=r"history of shape \(40, 20\): \(40, 21\) is needed"):
        soko.Table(RULES, 3, tables=40, history=21, out={"history": mine})
    with pytest.raises(TypeError, match="history must be a numpy array of int8"):
        soko.Table(RULES, 3, tables=40, history=20, out={"history": mine.astype(np.int16)})
    mine.flags.writeable = False
    with pytest.raises(soko.SokoError, match="history is read-only"):
        soko.Table(RULES, 3, tables=40, history=20, out={"history": mine})
    legal = np.zeros((40, 7), np.bool_)
    with pytest.raises(soko.SokoError, match="shares memory"):
        soko.Table(RULES, 3, tables=40, history=7, out={"legal": legal, "history": legal.view(np.int8)})
    table = soko.Table(RULES, 3, tables=40, history=20)
    with pytest.raises(soko.SokoError, match="shares memory with history"):
        table.step(table.history.reshape(-1)[:40])


@pytest.mark.parametrize("bad", [0, -1, 65_536, 10**30])
def test_lengths_that_are_refused(bad: int) -> None:
    with pytest.raises(soko.SokoError, match=r"history .*1 to 65,535 is allowed"):
        soko.Table(RULES, 3, tables=4, history=bad)
    with pytest.raises(TypeError, match="whole number"):
        soko.Table(RULES, 3, tables=4, history="all")  # type: ignore[arg-type]


def test_saved_tables_keep_their_history(tmp_path: Path) -> None:
    table = soko.Table(RULES, 3, tables=40, rng=4, history=6)
    table.set_hand(3, soko.Hand(RULES, [40, 50, 60], rng=1))
    table.step_random(9)
    table.save(tmp_path / "tables.json")
    loaded = soko.Table.load(tmp_path / "tables.json")
    for again in (loaded, copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert (again.history == table.history).all()
        again.step_random(2)
    table.step_random(2)
    assert (loaded.history == table.history).all()


def test_hands_of_other_amounts_have_a_number_of_their_own() -> None:
    rules = soko.games.five_card_stud(limit="no")
    hand = soko.Hand(rules, [500, 500, 500], rng=3)
    hand.complete(33)
    assert hand.actor is not None
    assert hand.history.tolist() == [2 * 8 + 7]
    table = soko.Table.from_hands([hand], history=8)
    assert table.history[0].tolist() == [2 * 8 + 7] + [-1] * 7
    table.step(np.array([1]))
    assert table.history[0, :2].tolist() == [8 + 7, 2 * 8 + 1]


GAMES = [
    (soko.games.soko(), 3, 200),
    (soko.games.soko(limit="pot"), 2, 60),
    (soko.games.canadian_stud(), 4, 200),
    (soko.games.five_card_stud(limit="no"), 3, 40),
    (soko.games.seven_card_stud(low_chicago=True), 5, 400),
    (soko.games.follow_the_bitch(limit="spread"), 6, 400),
    (soko.games.follow_the_bitch(limit="fixed"), 3, 9),
]


@pytest.mark.parametrize(("rules", "players", "stack"), GAMES, ids=lambda value: str(getattr(value, "name", value)))
def test_different_information_never_has_the_same_row_and_history(rules: soko.Rules, players: int, stack: int) -> None:
    """Many hands of one deal, played at random: what a seat has seen differs by what was done alone."""
    collisions = 0
    for deal in range(2):
        hands = [soko.Hand(rules, [stack] * players, rng=deal) for _ in range(90)]
        table = soko.Table.from_hands(hands, rng=deal, autoreset=False, history=150)
        generator, seen, rows = np.random.default_rng(deal), {}, {}
        for _ in range(14):
            for number in np.flatnonzero(table.actors >= 0).tolist():
                seat = int(table.actors[number])
                view, row = table.hand(number).view(seat), (seat, table.observations[number].tobytes())
                assert seen.setdefault((row, table.history[number].tobytes()), view) == view
                collisions += rows.setdefault(row, view) != view
            table.step(random_legal(table, generator))
        assert len(seen) > 60
    # The row alone does not tell them apart, or this test would show nothing.
    assert collisions > 0
