"""Seats that are played inside a table: the same as one hand at a time, in each mode, on any number of threads."""

import copy
import pickle
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from slow_tables import Policy, SlowTable, same_rows
from tables import rows

import soko
from soko.policies import Batch

SOKO = soko.games.soko()
MODES: list[Any] = ["next", "same", False]


def last_legal(observations: np.ndarray[Any, Any], legal: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Do the legal action of the greatest number, or where the first card is odd the first one."""
    last = legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)
    return np.where(observations[:, 0] % 2 == 0, last, legal.argmax(axis=1))


def random_actions(table: soko.Table, generator: np.random.Generator) -> np.ndarray[Any, Any]:
    return (table.legal * generator.random(table.legal.shape)).argmax(axis=1)


SEATED: list[tuple[str, int, dict[int, Policy], int]] = [
    ("soko", 6, {1: "tight", 2: "pot-odds", 3: "random", 5: "maniac"}, 800),
    ("soko", 3, {0: "tight", 1: "call", 2: "random"}, 800),
    ("soko", 4, {3: last_legal, 1: last_legal}, 30),
    ("soko", 3, {0: last_legal, 1: "tight", 2: "maniac"}, 800),
    ("follow_the_bitch", 5, {0: "pot-odds", 2: "call", 4: last_legal}, 9),
    ("seven_card_stud", 2, {0: "maniac"}, 7),
    ("canadian_stud", 2, {1: last_legal}, 1),
    ("five_card_stud", 8, dict.fromkeys(range(1, 8), "tight"), 300),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "players", "seats", "chips"), SEATED)
def test_tables_are_those_played_one_by_one(
    game: str, players: int, seats: dict[int, Policy], chips: int, mode: Any
) -> None:
    rules, generator = soko.games.by_name(game), np.random.default_rng(players)
    stacks = [chips + 3 * seat * (chips > 20) for seat in range(players)]
    table = soko.Table(rules, players, 5, stacks=stacks, rng=7, first=11, seats=seats, autoreset=mode)
    plain = [soko.Table(rules, players, 1, stacks=stacks, rng=7, first=11 + number) for number in range(5)]
    slow = [SlowTable(one, seats, mode) for one in plain]
    same_rows(table, slow)
    for _ in range(12 if mode is False else 40):
        actions = random_actions(table, generator)
        table.step(actions)
        for one, action in zip(slow, actions.tolist(), strict=True):
            one.step(action)
        same_rows(table, slow)
    assert mode is False or table.hands.min() >= 3


@pytest.mark.parametrize("mode", MODES)
def test_no_reward_is_lost_and_no_hand_skipped(mode: Any) -> None:
    """The rewards of each hand, as plain tables give them, appear once and in order."""
    seats = {0: "tight", 2: "random", 3: last_legal}
    table = soko.Table(SOKO, 4, 30, stacks=12, rng=5, seats=seats, autoreset=mode)
    ended: list[list[list[int]]] = [[] for _ in range(30)]

    def take() -> None:
        for number in np.flatnonzero(table.terminated).tolist():
            ended[number].append(table.rewards[number].tolist())
        assert not table.rewards[~table.terminated].any()

    take()
    for _ in range(60):
        table.step(random_actions(table, np.random.default_rng(3)))
        if mode is not False:
            take()
            continue
        take()
        table.reset(table.terminated)
        take()
    for number in range(30):
        # The hand that is under way is not over, but with "same" it may wait to be shown.
        assert len(ended[number]) - int(table.hands[number]) in {0, 1}
        assert all(sum(won) == 0 and any(won) for won in ended[number])
    assert sum(map(len, ended)) > 500


def test_hands_that_are_over_at_once_are_shown_one_a_step() -> None:
    # All are all-in from the antes.
    shown: dict[Any, list[Any]] = {}
    for mode in ("next", "same"):
        table = soko.Table(SOKO, 3, 4, stacks=1, rng=5, autoreset=mode)
        assert table.terminated.tolist() == [mode == "next"] * 4
        won = [table.rewards.copy()] if mode == "next" else []
        while len(won) < 20:
            table.step(np.zeros(4, np.int64))
            assert table.terminated.all()
            assert (table.actors == -1).all()
            won.append(table.rewards.copy())
        shown[mode] = [one.tolist() for one in won]
    assert shown["next"] == shown["same"]


@pytest.mark.parametrize("mode", MODES)
def test_threads_and_lanes_make_no_difference(mode: Any) -> None:
    seats = {1: "tight", 2: "random", 4: last_legal}
    twins = [soko.Table(SOKO, 5, 1500, rng=7, seats=seats, autoreset=mode, threads=threads) for threads in (1, 3)]
    twins.append(soko.Table(SOKO, 5, 1500, rng=7, seats=seats, autoreset=mode))
    twins[2]._core.allow_lanes(allowed=False)
    for _ in range(12):
        actions = random_actions(twins[0], np.random.default_rng(1))
        for twin in twins:
            twin.step(actions)
    assert rows(twins[0]) == rows(twins[1]) == rows(twins[2])


@pytest.mark.parametrize("mode", MODES)
def test_random_steps_are_single_ones(mode: Any) -> None:
    seats = {0: "tight", 1: last_legal}
    for seated in (seats, {0: "tight"}, {}):
        once, often = (soko.Table(SOKO, 3, 50, stacks=40, rng=7, seats=seated, autoreset=mode) for _ in range(2))
        once.step_random(25)
        rewards = np.zeros_like(often.rewards)
        ended = np.zeros(50, bool)
        for _ in range(25):
            often.step_random()
            rewards += often.rewards
            ended |= often.terminated
        assert (once.rewards == rewards).all()
        assert (once.terminated == (ended if mode == "same" else often.terminated)).all()
        assert (once.observations == often.observations).all()


def test_the_end_of_a_hand_is_kept() -> None:
    table = soko.Table(SOKO, 3, 40, rng=7, seats={1: "tight", 2: "maniac"}, autoreset="same")
    twin = soko.Table(SOKO, 3, 40, rng=7, seats={1: "tight", 2: "maniac"}, autoreset=False)
    layout, seen = table.observation_layout, 0
    assert table.final_observations is not None
    assert twin.final_observations is not None
    for _ in range(30):
        actions = random_actions(table, np.random.default_rng(1))
        table.step(actions)
        twin.step(actions)
        for number in np.flatnonzero(table.terminated):
            last, hand = table.final_observations[number], twin.hand(int(number))
            assert (last == twin.final_observations[number]).all()
            view = hand.view(0)
            assert last[layout["stacks"]].tolist() == [float(chips) for chips in hand.stacks]
            own = last[layout["cards"]][:5].tolist()
            cards = [int(card) for card in (*view.hole_cards(0), *view.up_cards(0)) if card is not None]
            assert [int(card) for card in own if card >= 0] == cards
            assert not last[layout["pot"]].any()
            assert not last[layout["bets"]].any()
            assert not last[layout["to_call"]].any()
            seen += 1
        twin.reset(twin.terminated)
    assert seen > 100
    assert soko.Table(SOKO, 3, 4, rng=7).final_observations is None


def test_callables_get_batches() -> None:
    batches: list[Batch] = []

    def call(batch: Batch) -> Any:
        for number, (hand, seat) in enumerate(zip(batch.hands.tolist(), batch.seats.tolist(), strict=True)):
            one = table.hand(hand % 20) if table is not None else None
            if one is not None:
                done = [(seat, action) for seat, action in _done(one)]
                assert one.actor == seat
                row = [8 * ((by - seat) % 4) + action for by, action in done]
                assert batch.history[number].tolist()[: len(row) + 1] == [*row, -1]
        batches.append(batch)
        return np.where(batch.legal[:, 1], 1, batch.legal.argmax(axis=1))

    table: soko.Table | None = None
    table = soko.Table(SOKO, 4, 20, rng=7, seats={1: call, 2: call, 3: "tight"})
    for _ in range(30):
        table.step(table.legal.argmax(axis=1))
    new: set[tuple[int, int]] = set()
    for batch in batches:
        for hand, seat, is_new in zip(batch.hands.tolist(), batch.seats.tolist(), batch.is_new.tolist(), strict=True):
            assert is_new == ((hand, seat) not in new)
            new.add((hand, seat))
            assert seat in {1, 2}
        assert len(set(batch.hands.tolist())) == len(batch)
        assert not batch.observations.flags.writeable
    assert {hand % 20 for hand, _ in new} == set(range(20))
    before = max(hand for hand, _ in new)
    table.reset(rng=8)
    assert all(
        hand > before - 20 * 40 and is_new for hand, is_new in zip(batches[-1].hands, batches[-1].is_new, strict=True)
    )
    assert not {(int(hand), int(seat)) for hand, seat in zip(batches[-1].hands, batches[-1].seats, strict=True)} & new


@pytest.mark.parametrize("mode", MODES)
def test_histories_tell_what_was_done_inside_as_well(mode: Any) -> None:  # noqa: C901 - each kind of step
    fails = []

    def moody(observations: Any, legal: Any) -> Any:
        if fails:
            raise ValueError(fails.pop())
        return last_legal(observations, legal)

    table = soko.Table(SOKO, 4, 12, stacks=60, rng=7, seats={1: "tight", 3: moody}, autoreset=mode)
    generator = np.random.default_rng(4)
    assert table.history.shape[0] == 12
    for turn in range(40):
        if turn % 5 == 4:
            table.reset(generator.random(12) < 0.3, rng=turn if turn % 2 else None)
        elif turn % 5 == 3:
            table.step_random(3)
        elif turn % 5 == 2:
            before = rows(table), table.history.copy()
            fails.append("not now")
            with pytest.raises(ValueError, match="not now"):  # noqa: PT012 - it is not asked in every step
                for _ in range(20):
                    before = rows(table), table.history.copy()
                    table.step(random_actions(table, generator))
                    if mode is False:
                        table.reset(table.terminated)
            assert rows(table) == before[0]
            assert (table.history == before[1]).all()
        else:
            table.step(random_actions(table, generator), where=generator.random(12) < 0.7)
        if mode is False:
            table.reset(table.terminated)
        for number in range(12):
            done = table.hand(number).history.tolist()
            assert table.history[number].tolist() == done + [-1] * (table.history.shape[1] - len(done))


def _done(hand: soko.Hand) -> list[tuple[int, int]]:
    kinds = {"fold": 0, "check": 1, "call": 1, "bring-in": 2, "complete": 3, "bet": 3, "raise": 3}
    return [(event.seat, kinds[event.kind]) for event in hand.events if event.kind in kinds and event.seat is not None]


def test_what_fails_moves_no_table() -> None:
    class Moody:
        calls = 0
        fails_at = 10**9
        error: Any = ValueError("not now")

        def __call__(self, observations: Any, legal: Any) -> Any:
            self.calls += 1
            if self.calls == self.fails_at:
                if isinstance(self.error, BaseException):
                    raise self.error
                return self.error(legal)
            return last_legal(observations, legal)

    for mode in MODES:
        moody = Moody()
        table = soko.Table(SOKO, 3, 40, stacks=60, rng=7, seats={1: moody, 2: moody}, autoreset=mode)
        twin = soko.Table(SOKO, 3, 40, stacks=60, rng=7, seats={1: last_legal, 2: last_legal}, autoreset=mode)
        errors: list[tuple[Any, type[BaseException]]] = [
            (ValueError("not now"), ValueError),
            (KeyboardInterrupt(), KeyboardInterrupt),
            (lambda legal: np.full(len(legal), 6), soko.IllegalAction),
            (lambda legal: np.full(len(legal), 99), soko.IllegalAction),
            (lambda legal: legal, TypeError),
            (lambda _: 1, TypeError),
        ]
        for number, (error, kind) in enumerate(errors):
            actions = random_actions(table, np.random.default_rng(number))
            before = rows(table), table.hands.tolist()
            moody.error, moody.fails_at = error, moody.calls + 2
            with pytest.raises(kind):
                table.step(actions)
            assert (rows(table), table.hands.tolist()) == before
            table.step(actions)
            twin.step(actions)
            assert rows(table) == rows(twin)


def test_who_plays_a_seat_cannot_move_the_table() -> None:
    def meddle(observations: Any, legal: Any) -> Any:
        if armed:
            table.step(table.legal.argmax(axis=1))
        return last_legal(observations, legal)

    armed: list[int] = []
    table = soko.Table(SOKO, 2, 3, rng=7, seats={0: meddle})
    armed.append(1)
    before = rows(table)
    with pytest.raises(RuntimeError, match="in the middle of a step"):  # noqa: PT012 - in one of the first steps
        for _ in range(9):
            table.step(table.legal.argmax(axis=1))
    armed.clear()
    assert before.keys() == rows(table).keys()
    table.step(table.legal.argmax(axis=1))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer for signals")
def test_ctrl_c_stops_a_long_step_and_moves_no_table() -> None:
    table = soko.Table(SOKO, 6, 60_000, rng=7, seats=dict.fromkeys(range(1, 6), "call"), autoreset="same")
    before = rows(table), table.hands.tolist()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, stop)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - some step takes longer than the timer
            for _ in range(1000):
                kept = rows(table), table.hands.tolist()
                signal.setitimer(signal.ITIMER_REAL, 0.02)
                table.step(table.legal.argmax(axis=1))
                before = kept
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert (rows(table), table.hands.tolist()) in [before, kept]


@pytest.mark.parametrize("mode", MODES)
def test_saved_tables_go_on_the_same(mode: Any, tmp_path: Path) -> None:
    seats: dict[int, Policy] = {1: "tight", 2: last_legal}
    table = soko.Table(SOKO, 4, 30, stacks=50, rng=7, seats=seats, autoreset=mode, duplicate=True)
    table.step_random(9)
    table.reset(np.arange(30) % 3 == 0, stacks=77, rng=9)
    table.step_random(2)
    table.save(tmp_path / "tables.json")
    again = [
        pickle.loads(pickle.dumps(table)),
        copy.deepcopy(table),
        soko.Table.load(tmp_path / "tables.json", seats={2: last_legal}, threads=2),
    ]
    for other in again:
        assert dict(other.seats) == seats
        assert (other.autoreset, other.duplicate) == (table.autoreset, True)
        assert (other.observations == table.observations).all()
    for _ in range(15):
        actions = random_actions(table, np.random.default_rng(1))
        table.step(actions)
        for other in again:
            other.step(actions)
            assert rows(other) == rows(table)
    for wrong in (None, {1: last_legal}, {2: last_legal, 3: last_legal}):
        with pytest.raises(soko.errors.TallyFileError, match=r"seats \[2\]"):
            soko.Table.load(tmp_path / "tables.json", seats=wrong)


def test_hands_can_be_put_where_seats_are_played() -> None:
    hand = soko.Hand(SOKO, [100, 100, 100], rng=3)
    seats = {seat: "call" for seat in range(3) if seat != (hand.actor + 1) % 3}  # type: ignore[operator]
    table = soko.Table.from_hands([hand] * 3, rng=7, seats=seats)
    (own,) = {0, 1, 2} - seats.keys()
    assert table.actors.tolist() == [own] * 3
    table.step(np.array([0, 1, 1]))
    table.set_hand(0, hand)
    assert table.actors[0] == own
    assert len(table.hand(0).to_dict()["actions"]) == 1  # type: ignore[arg-type]


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"seats": {6: "tight"}}, soko.SeatError, "0 to 5"),
    ({"seats": {-1: "tight"}}, soko.SeatError, "0 to 5"),
    ({"seats": {"1": "tight"}}, TypeError, "whole number"),
    ({"seats": {True: "tight"}}, TypeError, "whole number"),
    ({"seats": {1: "tighter"}}, soko.ArgumentError, "'tighter' of seat 1: unknown; .*tight"),
    ({"seats": {1: 7}}, TypeError, "policy 7 of seat 1"),
    ({"seats": ["tight"]}, TypeError, "a dictionary"),
    ({"seats": "tight"}, TypeError, "a dictionary"),
    ({"autoreset": "never"}, soko.ArgumentError, "'next', 'same', True or False"),
    ({"autoreset": 1}, TypeError, "True or False"),
    ({"duplicate": 1}, TypeError, "duplicate 1"),
    ({"out": {"final_observations": np.zeros((4, 55), np.float32)}}, soko.SokoError, "unknown"),
]


@pytest.mark.parametrize(("arguments", "error", "words"), BAD)
def test_bad_seats_and_modes(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        soko.Table(SOKO, 6, 4, rng=7, **arguments)
