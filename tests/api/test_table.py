"""Tables in lockstep: equal to hands played one by one, the same digits however work is cut, careful with input."""

import copy
import json
import pickle
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import random_hands
from paths import DATA
from tables import ROWS, rows

import soko
import soko.plans.files
from soko import _soko
from soko.lockstep import ACTIONS, default_stack
from soko.reference import card_name, choose, hand_key, shuffled_deck
from soko.reference.stream import Key
from soko.rng import stream_key

VECTORS = json.loads((DATA / "lockstep.json").read_text(encoding="utf-8"))
RULES = soko.games.soko()


def random_legal(table: soko.Table, generator: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return a legal action for each table, 0 where there is none."""
    return (table.legal * generator.random(table.legal.shape)).argmax(axis=1)


def played(rules: soko.Rules, stacks: Any, key: Key, table: int, number: int) -> soko.Hand:
    """Return a hand of a table by its definition, before the first action."""
    players = len(stacks)
    deck = shuffled_deck(hand_key(key, table, number), rules.deck)
    return soko.Hand(rules, stacks, deck=bytes(deck), dealer=(players - 1 + number) % players)


def actions_of(hand: soko.Hand) -> dict[int, tuple[str, int | None]]:
    """Return what each legal action is, by the description in docs/table.md."""
    ways: dict[int, tuple[str, int | None]] = {}
    wagers = []
    for action in hand.legal_actions():
        if action.kind in {"complete", "bet", "raise"}:
            wagers.append(action)
        else:
            ways[{"fold": 0, "check": 1, "call": 1, "bring-in": 2}[action.kind]] = (action.kind, action.low)
    if not wagers or hand.actor is None:
        return ways
    kind, low, high = wagers[0].kind, wagers[0].low, wagers[-1].high
    assert low is not None
    assert high is not None
    sizes = {3: low}
    if hand.rules.limit in {"pot", "no"}:
        level = max(hand.bets)
        if hand.street == 0 and any(event.kind == "bring-in" for event in hand.events):
            level = max(level, hand.rules.bring_in)
        pot = sum(hand.contributions) + level - hand.bets[hand.actor]
        for number, part in ((4, pot // 2), (5, pot)):
            to = (level + part) // hand.rules.min_chip * hand.rules.min_chip
            if max(sizes.values()) < to <= high:
                sizes[number] = to
    if high > max(sizes.values()):
        sizes[6] = high
    return ways | {number: (kind, to) for number, to in sizes.items()}


def observed(view: soko.View, layout: dict[str, slice]) -> list[float]:
    """Return the row of a seat that is to act, from its view and the description of the layout alone."""
    assert view.actor is not None
    seats = [(view.actor + number) % view.players for number in range(view.players)]
    cards: list[int] = []
    for seat in seats:
        sides = {"d": iter(view.hole_cards(seat)), "u": iter(view.up_cards(seat))}
        dealt = [next(sides[side], None) for side in "".join(view.rules.deal)]
        cards += [-1 if card is None else int(card) for card in dealt]
    seen = [event for event in view.events if (event.kind, event.face) == ("deal", "up") or event.kind == "community"]
    carried = bool(view.rules.carry_over) and bool(seen) and str(seen[-1].card).startswith("Q")
    call = [
        action.low - view.bets[view.actor] for action in view.legal_actions() if action.kind == "call" and action.low
    ]
    parts: dict[str, list[int]] = {
        "cards": cards,
        "community": [int(card) for card in view.community] or [-1],
        "wild": [-1 if view.wild_rank is None else "23456789TJQKA".index(view.wild_rank)],
        "next_is_wild": [carried],
        "street": [view.street],
        "dealer": [(view.dealer - view.actor) % view.players],
        "pot": [sum(view.contributions)],
        "to_call": call or [0],
        "live": [seat in view.live for seat in seats],
        "stacks": [view.stacks[seat] for seat in seats],
        "bets": [view.bets[seat] for seat in seats],
    }
    assert list(parts) == list(layout)
    assert all(len(part) == layout[name].stop - layout[name].start for name, part in parts.items())
    flat = [number for part in parts.values() for number in part]
    return np.array(flat, dtype=np.int64).astype(np.float32).tolist()


# The stream


@pytest.mark.parametrize("vector", VECTORS["hands"], ids=lambda vector: f"{vector['table']}-{vector['hand']}")
def test_keys_decks_and_choices_are_the_vectors(vector: dict[str, Any]) -> None:
    key = hand_key((1, 2, 3, 4), vector["table"], vector["hand"])
    assert [f"{word:016x}" for word in key] == vector["key"]
    assert tuple(_soko.hand_key((1, 2, 3, 4), vector["table"], vector["hand"])) == key
    assert " ".join(map(card_name, shuffled_deck(key)[:13])) == vector["deck"]
    assert [choose(key, number, [0, 1, 3]) for number in range(12)] == vector["choices"]


def test_no_choice_without_a_legal_action() -> None:
    with pytest.raises(ValueError, match="no action is legal"):
        choose((1, 2, 3, 4), 0, [])


def test_steps_at_random_are_those_of_the_reference() -> None:
    table = soko.Table(RULES, 4, tables=5, rng=9, first=3)
    key = stream_key(9)
    for _ in range(150):
        want = []
        for number in range(5):
            hand = table.hand(number)
            legal = np.flatnonzero(table.legal[number]).tolist()
            done = len(hand.to_dict()["actions"])  # type: ignore[arg-type]
            of_hand = hand_key(key, 3 + number, int(table.hands[number]))
            want.append(choose(of_hand, done, legal) if legal else 0)
        twin = copy.deepcopy(table)
        twin.step(np.array(want))
        table.step_random()
        assert rows(table) == rows(twin)


# Lockstep and hands


def test_tables_are_hands_played_one_by_one() -> None:
    """Random games, action by action: who acts, what is legal, the row from the view, and what is won."""
    choice = random.Random(6)
    ended = decisions = 0
    while ended < 3000:
        start = random_hands.random_start(choice)
        rules = soko.Rules.from_dict(start.rules.to_dict())
        try:
            table = soko.Table(rules, len(start.stacks), tables=3, stacks=start.stacks, rng=ended)
        except soko.SokoError:
            continue
        key = stream_key(ended)
        hands = [played(rules, start.stacks, key, number, 0) for number in range(3)]
        numbers = [0, 0, 0]
        for _ in range(50):
            actions = []
            for number, hand in enumerate(hands):
                ways = actions_of(hand)
                actor = -1 if hand.actor is None else hand.actor
                assert table.actors[number] == actor
                assert np.flatnonzero(table.legal[number]).tolist() == sorted(ways)
                assert table.terminated[number] == hand.is_over
                assert tuple(table.rewards[number]) == (hand.payoffs or (0,) * len(start.stacks))
                if hand.is_over:
                    ended += 1
                    assert not table.observations[number].any()
                    actions.append(choice.randrange(-5, 5))
                    numbers[number] += 1
                    hands[number] = played(rules, start.stacks, key, number, numbers[number])
                else:
                    decisions += 1
                    assert table.observations[number].tolist() == observed(hand.view(actor), table.observation_layout)
                    action = choice.choice(sorted(ways)[choice.random() < 0.6 and len(ways) > 1 :])
                    actions.append(action)
                    hand.act(*ways[action])
            table.step(np.array(actions))
        for number, hand in enumerate(hands):
            assert table.hand(number) == hand
            assert table.hand(number).events == hand.events
            assert table.hand(number).to_dict() == hand.to_dict()
        assert table.hands.tolist() == numbers
    assert decisions > 4000


def test_the_layout_covers_the_row() -> None:
    for game in ("soko", "canadian_stud", "five_card_stud", "seven_card_stud", "follow_the_bitch"):
        table = soko.Table(getattr(soko.games, game)(), 5, tables=2, rng=1)
        slices = list(table.observation_layout.values())
        assert [part.start for part in slices] == [0, *(part.stop for part in slices[:-1])]
        assert slices[-1].stop == table.observations.shape[1]


def test_chips_are_kept_at_every_step() -> None:
    table = soko.Table(soko.games.five_card_stud(limit="no"), 6, tables=500, stacks=[40, 50, 60, 70, 80, 90], rng=2)
    layout = table.observation_layout
    for _ in range(300):
        table.step_random()
        assert (table.rewards.sum(axis=1) == 0).all()
        playing = table.observations[~table.terminated]
        chips = playing[:, layout["stacks"]].sum(axis=1) + playing[:, layout["pot"]].sum(axis=1)
        assert (chips == 390).all()
        assert (table.rewards[~table.terminated] == 0).all()
        assert table.rewards[table.terminated].any(axis=1).all()


def test_hands_go_to_tables_and_back() -> None:
    game = soko.games.seven_card_stud(limit="pot")
    hands = [soko.Hand(game, [300, 200, 100 + seed], rng=seed) for seed in range(20)]
    for hand in hands[::2]:
        hand.bring_in()
    hands[4].act(*hands[4].default_action().kind.split())  # type: ignore[union-attr]
    while not hands[7].is_over:
        action = hands[7].default_action()
        assert action is not None
        hands[7].act(action.kind)
    table = soko.Table.from_hands(hands, rng=3)
    assert [table.hand(number) for number in range(20)] == hands
    assert table.terminated[7]
    assert tuple(table.rewards[7]) == hands[7].payoffs
    for _ in range(80):
        before = [table.hand(number) for number in range(20)]
        actions = random_legal(table, np.random.default_rng(1))
        table.step(actions)
        for number, hand in enumerate(before):
            if not hand.is_over:
                hand.act(*actions_of(hand)[int(actions[number])])
                assert hand == table.hand(number)
            else:
                assert table.hand(number).starting_stacks == (300, 200, 100 + number)
    again = pickle.loads(pickle.dumps(soko.Table.from_hands(hands, rng=3)))
    assert [again.hand(number) for number in range(20)] == hands
    table.set_hand(0, hands[3])
    assert table.hand(0) == hands[3]
    assert rows(table)["actors"][0] == hands[3].actor


# The same digits


def test_the_same_key_gives_the_same_digits_however_the_work_is_cut(tmp_path: Path) -> None:
    whole, threaded = (soko.Table(RULES, 6, tables=9000, rng=5, threads=threads) for threads in (1, 3))
    whole.step_random(30)
    threaded.step_random(30)
    assert rows(whole) == rows(threaded)
    threaded.save(tmp_path / "tables.json")
    loaded = soko.Table.load(tmp_path / "tables.json", threads=2)
    pickled = pickle.loads(pickle.dumps(threaded))
    copied = copy.deepcopy(threaded)
    part = soko.Table(RULES, 6, tables=10, rng=5, first=4000)
    part.step_random(30)
    generator = np.random.default_rng(1)
    for _ in range(25):
        actions = random_legal(whole, generator)
        for table in (whole, threaded, loaded, pickled, copied):
            table.step(actions)
        part.step(np.ascontiguousarray(actions[4000:4010]))
        assert rows(whole) == rows(threaded) == rows(loaded) == rows(pickled) == rows(copied)
        for name in ROWS:
            assert (getattr(part, name) == getattr(whole, name)[4000:4010]).all()
    assert (loaded.hands == whole.hands).all()
    assert loaded.hand(77) == whole.hand(77)


def test_many_steps_at_once_are_as_many_steps() -> None:
    at_once, one_by_one = (soko.Table(RULES, 3, tables=100, rng=5) for _ in range(2))
    at_once.step_random(500)
    rewards = np.zeros((100, 3), dtype=np.int64)
    for _ in range(500):
        one_by_one.step_random()
        rewards += one_by_one.rewards
    assert (at_once.rewards == rewards).all()
    assert {**rows(at_once), "rewards": b""} == {**rows(one_by_one), "rewards": b""}


def test_every_integer_dtype_that_is_allowed_does_the_same() -> None:
    want: dict[str, bytes] = {}
    for dtype in (np.int64, np.int32, np.int8, np.uint8):
        table = soko.Table(RULES, 3, tables=50, rng=5)
        for _ in range(10):
            table.step(table.legal.argmax(axis=1).astype(dtype))
        want = want or rows(table)
        assert rows(table) == want


def test_stacks_are_one_number_one_a_seat_or_one_a_table_and_seat() -> None:
    ways: list[Any] = [250, [250, 250], np.full((4, 2), 250), [[250, 250]] * 4, np.array([250, 250], dtype=np.uint16)]
    tables = [soko.Table(RULES, 2, tables=4, rng=5, stacks=stacks) for stacks in ways]
    assert len({tuple(rows(table).items()) for table in tables}) == 1
    assert soko.Table(RULES, 2, tables=1).hand(0).starting_stacks == (default_stack(RULES),) * 2
    mixed = soko.Table(RULES, 2, tables=2, stacks=[[100, 200], [300, 400]], rng=1)
    mixed.step_random(100)
    assert [mixed.hand(number).starting_stacks for number in range(2)] == [(100, 200), (300, 400)]
    assert rows(pickle.loads(pickle.dumps(mixed)))["actors"] == rows(mixed)["actors"]


# Steps


def test_an_illegal_action_names_the_tables_and_changes_nothing() -> None:
    table = soko.Table(RULES, 2, tables=20, rng=5)
    before = rows(table)
    actions = np.full(20, 2)
    actions[[3, 7]] = 0, 1
    with pytest.raises(
        soko.IllegalAction, match=r"not legal: 0 at table 3 \(legal: 2 3\); 1 at table 7 \(legal: 2 3\)$"
    ):
        table.step(actions)
    with pytest.raises(soko.IllegalAction, match=r"0 at table 7 \(legal: 2 3\); and 12 more$"):
        table.step(np.zeros(20, dtype=np.int64))
    for wrong in (-1, 7, 2**40):
        actions[:] = 2
        actions[5] = wrong
        with pytest.raises(soko.SokoError, match=f"action {wrong} at table 5: actions are 0 to 6"):
            table.step(actions)
    assert rows(table) == before
    assert table.illegal == 0


def test_masked_actions_are_those_of_an_absent_player() -> None:
    table = soko.Table(soko.games.five_card_stud(limit="no"), 3, tables=50, rng=5, on_illegal="mask")
    generator = np.random.default_rng(1)
    count = 0
    for _ in range(60):
        hands = [table.hand(number) for number in range(50)]
        actions = generator.integers(0, 7, 50)
        legal = table.legal.copy()
        table.step(actions)
        for number, hand in enumerate(hands):
            if hand.is_over:
                continue
            if legal[number, actions[number]]:
                hand.act(*actions_of(hand)[int(actions[number])])
            else:
                absent = hand.default_action()
                assert absent is not None
                hand.act(absent.kind, absent.low)
                count += 1
            assert table.hand(number) == hand
    assert table.illegal == count > 100
    assert pickle.loads(pickle.dumps(table)).illegal == count
    with pytest.raises(soko.SokoError, match="action 7 at table 0"):
        table.step(np.full(50, 7))
    assert pickle.loads(pickle.dumps(table)).on_illegal == "mask"


def test_tables_that_do_not_restart_are_frozen() -> None:
    table = soko.Table(RULES, 4, tables=100, rng=5, autoreset=False)
    table.step_random(1000)
    assert table.terminated.all()
    assert (table.actors == -1).all()
    assert not table.legal.any()
    assert not table.observations.any()
    assert (table.rewards.sum(axis=1) == 0).all()
    assert [tuple(table.rewards[number]) for number in range(100)] == [
        table.hand(number).payoffs for number in range(100)
    ]
    table.step(np.full(100, 99))
    assert table.terminated.all()
    assert not table.rewards.any()
    assert (table.hands == 0).all()
    assert not pickle.loads(pickle.dumps(table)).autoreset


def test_observations_stay_when_nobody_asks_for_them() -> None:
    table, twin = (soko.Table(RULES, 4, tables=100, rng=5) for _ in range(2))
    before = table.observations.copy()
    table.step(table.legal.argmax(axis=1), observe=False)
    table.step_random(3, observe=False)
    assert (table.observations == before).all()
    twin.step(twin.legal.argmax(axis=1))
    twin.step_random(3)
    assert {**rows(table), "observations": b""} == {**rows(twin), "observations": b""}
    table.step_random()
    twin.step_random()
    assert rows(table) == rows(twin)


def test_control_c_is_answered_between_steps() -> None:
    table = soko.Table(RULES, 6, tables=1000, rng=5)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        table.step_random(10**12)
    timer.join()
    table.step_random()
    assert (table.legal.any(axis=1) == ~table.terminated).all()


# Buffers and bad input


def buffers(n: int, players: int, width: int) -> dict[str, np.ndarray[Any, Any]]:
    """Return arrays of the caller, full of what no table writes."""
    return {
        "actors": np.full(n, 99, dtype=np.int8),
        "legal": np.ones((n, 7), dtype=np.bool_),
        "observations": np.full((n, width), 99, dtype=np.float32),
        "rewards": np.full((n, players), 99, dtype=np.int64),
        "terminated": np.ones(n, dtype=np.bool_),
    }


WIDTH = soko.Table(RULES, 2, tables=1, rng=1).observations.shape[1]


def test_arrays_of_the_caller_are_written_to() -> None:
    own = buffers(10, 2, WIDTH)
    table = soko.Table(RULES, 2, tables=10, rng=1, out=own)
    for name in ROWS:
        assert getattr(table, name) is own[name]
    twin = soko.Table(RULES, 2, tables=10, rng=1, out={"rewards": np.zeros((10, 2), dtype=np.int64)})
    for _ in range(20):
        table.step_random()
        twin.step_random()
        assert rows(table) == rows(twin) == {name: own[name].tobytes() for name in ROWS}


Change = Callable[[dict[str, np.ndarray[Any, Any]]], object]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (
            lambda own: own.update(actors=own["actors"].astype(np.int64)),
            TypeError,
            "actors must be a numpy array of int8",
        ),
        (lambda own: own.update(legal=own["legal"].view(np.uint8)), TypeError, "legal must be a numpy array of bool"),
        (lambda own: own.update(rewards=[0] * 20), TypeError, "rewards must be a numpy array of int64, not list"),
        (
            lambda own: own.update(actors=np.zeros(9, dtype=np.int8)),
            soko.SokoError,
            r"actors of shape \(9,\): \(10,\) is",
        ),
        (
            lambda own: own.update(observations=own["observations"].T.copy()),
            soko.SokoError,
            rf"observations of shape \({WIDTH}, 10\): \(10, {WIDTH}\) is needed",
        ),
        (
            lambda own: own.update(observations=np.zeros((10, 2 * WIDTH), dtype=np.float32)[:, ::2]),
            soko.SokoError,
            "observations is not C-contiguous",
        ),
        (lambda own: own["rewards"].setflags(write=False), soko.SokoError, "rewards is read-only"),
        (lambda own: own["legal"].setflags(write=False), soko.SokoError, "legal is read-only"),
        (
            lambda own: own.update(terminated=own["legal"].reshape(-1)[3:13]),
            soko.SokoError,
            "legal shares memory with terminated",
        ),
        (
            lambda own: own.update(actors=own["rewards"].view(np.int8).reshape(-1)[:10]),
            soko.SokoError,
            "actors shares memory with rewards",
        ),
        (lambda own: own.update(colour=own["actors"]), soko.SokoError, "out colour: unknown; names are actors, legal"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change: Change, error: type[Exception], message: str) -> None:
    own = buffers(10, 2, WIDTH)
    change(own)
    with pytest.raises(error, match=message):
        soko.Table(RULES, 2, tables=10, rng=1, out=own)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (np.full(9, 2), soko.SokoError, r"actions of shape \(9,\): \(10,\) is needed"),
        (np.full((10, 1), 2), soko.SokoError, r"actions of shape \(10, 1\): \(10,\) is needed"),
        (np.full(20, 2)[::2], soko.SokoError, "actions is not C-contiguous"),
        (
            np.full(10, 2.0),
            TypeError,
            "actions must be a numpy array of int64, int32, int8 or uint8, not an array of float64",
        ),
        (np.ones(10, dtype=bool), TypeError, "not an array of bool"),
        (np.full(10, 2, dtype=">i8"), TypeError, "not an array of >i8, in the other byte order"),
        ([2] * 10, TypeError, "not list"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_actions_that_do_not_fit_are_refused(actions: Any, error: type[Exception], message: str) -> None:
    table = soko.Table(RULES, 2, tables=10, rng=1)
    before = rows(table)
    with pytest.raises(error, match=message):
        table.step(actions)
    assert rows(table) == before


def test_actions_may_not_share_memory_with_what_is_written() -> None:
    table = soko.Table(RULES, 2, tables=10, rng=1)
    with pytest.raises(soko.SokoError, match="actions shares memory with actors"):
        table.step(table.actors)
    with pytest.raises(soko.SokoError, match="actions shares memory with rewards"):
        table.step(table.rewards.reshape(-1)[5:15])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"tables": 0}, soko.PlanError, "tables 0: 1 to 16,777,216 is allowed"),
        ({"tables": 2.5}, TypeError, "a whole number is needed"),
        ({"players": 9}, soko.SokoError, "9 stacks: the game is for 2 to 8 players"),
        ({"players": 1}, soko.SeatError, "players 1: 2 to 10 is allowed"),
        ({"stacks": [100] * 3}, soko.SokoError, "3 stacks: 2 are needed"),
        ({"stacks": []}, soko.SokoError, "0 stacks: 2 are needed"),
        ({"stacks": [[100, 100]] * 3}, soko.SokoError, "stacks of 3 tables: 10 with 2 seats"),
        ({"stacks": [[100, 100]] * 9 + [[100]]}, soko.SokoError, "stacks of 10 tables: 10 with 2 seats"),
        ({"stacks": [100, 0]}, soko.SeatError, "stack 0: 1 to 9,223,372,036,854,775,807 is allowed"),
        ({"stacks": -5}, soko.SeatError, "stack -5"),
        ({"stacks": [100, 2.5]}, TypeError, "a whole number is needed"),
        ({"stacks": np.array([1.5, 2.5])}, TypeError, "stacks of float64"),
        ({"stacks": 2**62}, soko.SokoError, "table 0: the stacks add up to more than"),
        ({"first": -1}, soko.PlanError, "first -1: 0 to 4,611,686,018,427,387,894 is allowed"),
        # Tables of numbers from 2**62 on would have the cards of others.
        ({"first": 2**62 - 9}, soko.PlanError, "first 4611686018427387895: 0 to 4,611,686,018,427,387,894 is allowed"),
        ({"on_illegal": "fold"}, soko.SokoError, "on_illegal 'fold': 'error' or 'mask'"),
        ({"threads": 0}, soko.PlanError, "threads 0"),
        ({"rng": True}, TypeError, "rng True: None, whole numbers from 0"),
    ],
)
def test_tables_that_make_no_sense(change: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments = {"players": 2, "tables": 10, "rng": 1, **change}
    with pytest.raises(error, match=f"^{message}" if error in {soko.PlanError, soko.SeatError} else message):
        soko.Table(RULES, **arguments)


def test_numbers_of_steps_that_make_no_sense() -> None:
    table = soko.Table(RULES, 2, tables=10, rng=1)
    with pytest.raises(soko.PlanError, match="k 0: 1 to 9,223,372,036,854,775,807 is allowed"):
        table.step_random(0)
    with pytest.raises(TypeError, match="a whole number"):
        table.step_random(1.5)  # type: ignore[arg-type]


def test_files_that_are_no_saved_tables(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    table = soko.Table(RULES, 2, tables=3, rng=1)
    table.step_random(10)
    table.save(path)
    document = soko.plans.files.read(path, "lockstep tables")
    for change in (
        {"state": document["state"][:-8]},  # type: ignore[index]
        {"state": "!"},
        {"tables": 4},
        {"stacks": [5]},
        {"stacks": None},
        {"key": ["x"] * 4},
        {"key": []},
        {"players": "2"},
        {"rules": {}},
        {"on_illegal": "fold"},
        {"first": -1},
    ):
        soko.plans.files.write(path, {**document, **change})
        with pytest.raises(soko.SokoError):
            soko.Table.load(path)
    soko.plans.files.write(path, {"soko": "tally", "version": 1})
    with pytest.raises(soko.TallyFileError, match="not a saved lockstep tables"):
        soko.Table.load(path)
    path.write_text("")
    with pytest.raises(soko.TallyFileError, match="empty"):
        soko.Table.load(path)
    with pytest.raises(FileNotFoundError):
        soko.Table.load(tmp_path / "nothing")


def test_the_actions_have_names() -> None:
    assert ACTIONS == ("fold", "check or call", "bring-in", "least", "half pot", "pot", "most")
    assert repr(soko.Table(RULES, 6, tables=5000)) == "<Table of 5,000 hands of soko, 6 players>"
