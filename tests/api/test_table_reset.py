"""Tables that wait, that begin anew, whose stacks differ by the hand, and whose deals come again."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tables import rows

import soko
from soko.reference import hand_key, shuffled_deck
from soko.rng import stream_key

SOKO = soko.games.soko()
BITCH = soko.games.follow_the_bitch()


def legal_actions(table: soko.Table, seed: int) -> np.ndarray[Any, Any]:
    return (table.legal * np.random.default_rng(seed).random(table.legal.shape)).argmax(axis=1)


def row(table: soko.Table, number: int) -> list[Any]:
    """Return what one table shows, but for rewards."""
    return [getattr(table, name)[number].tolist() for name in ("actors", "legal", "observations", "terminated")]


def started(hand: soko.Hand) -> soko.Hand:
    """Return a hand before its first action."""
    while hand.to_dict()["actions"]:
        hand.undo()
    return hand


# Tables that wait


@pytest.mark.parametrize("mode", ["next", "same", False])
@pytest.mark.parametrize("lanes", [True, False])
def test_tables_that_wait_stay_as_they_are(mode: Any, lanes: bool) -> None:  # noqa: FBT001
    """Each table is one of its own that takes the steps in which it is not to wait."""
    table = soko.Table(SOKO, 4, 70, stacks=300, rng=7, autoreset=mode)
    table._core.allow_lanes(lanes)
    alone = [soko.Table(SOKO, 4, 1, stacks=300, rng=7, first=number, autoreset=mode) for number in range(70)]
    generator = np.random.default_rng(2)
    for turn in range(40):
        where = generator.random(70) < 0.6
        actions = legal_actions(table, turn)
        # What is given for tables that wait is not looked at.
        table.step(np.where(where, actions, 99), where=where)
        for number in range(70):
            if where[number]:
                alone[number].step(actions[number : number + 1])
                assert table.rewards[number].tolist() == alone[number].rewards[0].tolist()
            assert row(table, number)[:3] == row(alone[number], 0)[:3]
            ended = bool(alone[number].terminated[0]) and (bool(where[number]) or mode != "same")
            assert bool(table.terminated[number]) == ended
        assert not table.rewards[~where].any()
        if turn % 7 == 6:
            table.step(actions := legal_actions(table, turn))
            for number in range(70):
                alone[number].step(actions[number : number + 1])
    assert mode is False or table.hands.max() >= 2


def test_an_action_that_is_not_legal_counts_only_where_it_is_taken() -> None:
    table = soko.Table(SOKO, 3, 4, rng=7)
    twin = copy.deepcopy(table)
    bad = np.where(np.arange(4) == 2, 6, table.legal.argmax(axis=1))
    before = rows(table)
    with pytest.raises(soko.IllegalAction, match="6 at table 2"):
        table.step(bad, where=np.ones(4, bool))
    assert rows(table) == before
    table.step(bad, where=np.arange(4) != 2)
    twin.step(twin.legal.argmax(axis=1), where=np.arange(4) != 2)
    assert rows(table) == rows(twin)
    masked = soko.Table(SOKO, 3, 4, rng=7, on_illegal="mask")
    masked.step(np.full(4, 6), where=np.array([True, False, True, False]))
    assert masked.illegal == 2


@pytest.mark.parametrize("name", ["where", "mask"])
@pytest.mark.parametrize(
    ("mask", "error", "words"),
    [
        ([True] * 4, TypeError, "must be a numpy array of bool"),
        (np.ones(4, np.uint8), TypeError, "must be a numpy array of bool, not an array of uint8"),
        (np.ones(3, np.bool_), soko.SokoError, r"of shape \(3,\): \(4,\) is needed"),
        (np.ones((4, 1), np.bool_), soko.SokoError, r"\(4,\) is needed"),
        (np.ma.ones(4, np.bool_), TypeError, "masked"),
    ],
)
def test_bad_masks(name: str, mask: Any, error: type[Exception], words: str) -> None:
    table = soko.Table(SOKO, 3, 4, rng=7)
    before = rows(table)
    with pytest.raises(error, match=words):
        _ = table.step(np.zeros(4, np.int64), where=mask) if name == "where" else table.reset(mask)
    assert rows(table) == before
    table.step(table.legal.argmax(axis=1), where=np.ones(8, np.bool_)[::2])


# Tables that begin anew


@pytest.mark.parametrize("lanes", [True, False])
def test_a_reset_begins_the_next_hand_at_some_tables(lanes: bool) -> None:  # noqa: FBT001
    table = soko.Table(SOKO, 4, 100, rng=7)
    table._core.allow_lanes(lanes)
    for turn in range(30):
        table.step(legal_actions(table, turn))
        mask, before, hands = np.random.default_rng(turn).random(100) < 0.2, copy.deepcopy(table), table.hands
        kept = table.rewards.copy()
        table.reset(mask)
        assert table.hands.tolist() == (hands + mask).tolist()
        for number in range(100):
            if not mask[number]:
                assert row(table, number) == row(before, number)
                assert table.rewards[number].tolist() == kept[number].tolist()
        for number in np.flatnonzero(mask)[:3].tolist():
            deck = shuffled_deck(hand_key(stream_key(7), number, int(table.hands[number])))
            dealer = (3 + int(table.hands[number])) % 4
            assert table.hand(number) == soko.Hand(SOKO, [800] * 4, deck=bytes(deck), dealer=dealer)
            assert not table.rewards[number].any()
            assert not table.terminated[number]


@pytest.mark.parametrize("lanes", [True, False])
def test_a_reset_gives_tables_another_stream_and_other_stacks(lanes: bool, tmp_path: Path) -> None:  # noqa: FBT001
    table = soko.Table(BITCH, 3, 90, rng=7, first=5)
    table._core.allow_lanes(lanes)
    table.step_random(30)
    mask = np.arange(90) % 2 == 0
    stacks = np.arange(270).reshape(90, 3) + 5
    table.reset(mask, stacks=stacks, rng=8)
    others = {8: soko.Table(BITCH, 3, 90, stacks=stacks, rng=8, first=5), 7: soko.Table(BITCH, 3, 90, rng=7, first=5)}
    others[7].step_random(30)
    table.save(tmp_path / "tables.json")
    again = [soko.Table.load(tmp_path / "tables.json"), pickle.loads(pickle.dumps(table))]
    for turn in range(60):
        for seed, other in others.items():
            for number in range(turn % 5, 90, 5):
                if mask[number] == (seed == 8):
                    assert row(table, number) == row(other, number)
        if turn == 40:
            # Many steps at a time begin hands side by side.
            for one in (table, *again, *others.values()):
                one.step_random(50)
            continue
        actions = legal_actions(table, turn)
        for one in (table, *again):
            one.step(actions)
        for seed, other in others.items():
            other.step(np.where(mask == (seed == 8), actions, other.legal.argmax(axis=1)))
        assert all(rows(one) == rows(table) for one in again)
    table.reset(rng=9, stacks=40)
    assert rows(table) == rows(soko.Table(BITCH, 3, 90, stacks=40, rng=9, first=5))


def test_a_reset_that_is_refused_changes_nothing() -> None:
    table = soko.Table(SOKO, 3, 4, rng=7, autoreset=False)
    table.step_random(3)
    before = table._core.save(), rows(table), table._core.stacks
    bad: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"stacks": 0}, soko.SeatError, "stack 0"),
        ({"stacks": [1, 2]}, soko.SeatError, "2 stacks: 3"),
        ({"stacks": 2**62}, soko.SokoError, "table 0"),
        ({"stacks": drawn}, soko.ArgumentError, "one number"),
        ({"stacks": np.ones((1, 2, 3), np.int64)}, soko.ArgumentError, "one number"),
        ({"stacks": 1.5}, TypeError, "whole number"),
        ({"rng": -1}, soko.SokoError, "rng"),
        ({"rng": "seven"}, TypeError, "rng"),
    ]
    for arguments, error, words in bad:
        with pytest.raises(error, match=words):
            table.reset(**arguments)
        assert (table._core.save(), rows(table), table._core.stacks) == before
    listed = soko.Table(SOKO, 3, 4, rng=7, stacks=np.full((1, 2, 3), 50))
    with pytest.raises(soko.SokoError, match="given hand by hand"):
        listed.reset(stacks=40)


# Stacks by the hand


def test_stacks_that_are_listed_come_again() -> None:
    stacks = np.arange(1, 5 * 3 * 4 + 1).reshape(5, 3, 4) + 10
    table = soko.Table(SOKO, 4, 5, rng=7, stacks=stacks)
    for_all = soko.Table(SOKO, 4, 5, rng=7, stacks=stacks[2:3])
    for _ in range(60):
        for number in range(5):
            k = int(table.hands[number]) % 3
            assert table.hand(number).starting_stacks == tuple(stacks[number, k].tolist())
            k = int(for_all.hands[number]) % 3
            assert for_all.hand(number).starting_stacks == tuple(stacks[2, k].tolist())
        table.step_random(3)
        for_all.step_random(3)
    assert table.hands.min() > 6
    for shape in ((4, 3, 4), (5, 0, 4), (5, 3, 3)):
        with pytest.raises(soko.SeatError, match="of shape"):
            soko.Table(SOKO, 4, 5, rng=7, stacks=np.ones(shape, np.int64))
    with pytest.raises(soko.SeatError, match="stack 0"):
        soko.Table(SOKO, 4, 5, rng=7, stacks=np.zeros((1, 3, 4), np.int64))


def drawn(tables: np.ndarray[Any, Any], hands: np.ndarray[Any, Any]) -> Any:
    """Draw stacks from the numbers alone."""
    assert tables.dtype == hands.dtype == np.int64
    return 20 + (tables[:, None] * 31 + hands[:, None] * 17 + np.arange(3) * 7) % 60


@pytest.mark.parametrize("mode", ["next", "same", False])
@pytest.mark.parametrize("duplicate", [True, False])
def test_stacks_that_are_drawn(mode: Any, duplicate: bool, tmp_path: Path) -> None:  # noqa: FBT001
    table = soko.Table(SOKO, 3, 6, rng=7, first=40, stacks=drawn, autoreset=mode, duplicate=duplicate)
    again = [pickle.loads(pickle.dumps(table))]
    for turn in range(150):
        for number in range(6):
            hand = int(table.hands[number])
            deal, by = divmod(hand, 3) if duplicate else (hand, 0)
            want = np.roll(drawn(np.array([40 + number]), np.array([deal]))[0], by)
            assert table.hand(number).starting_stacks == tuple(want.tolist())
        if turn == 50:
            table.save(tmp_path / "tables.json")
            again = [soko.Table.load(tmp_path / "tables.json", stacks=drawn), copy.deepcopy(table)]
        if turn == 90:
            mask = np.arange(6) > 2
            table.reset(mask, rng=3)
            for one in again:
                one.reset(mask, rng=3)
            assert table.hands[3:].tolist() == [0] * 3
        actions = legal_actions(table, turn)
        table.step(actions)
        if mode is False:
            table.reset(table.terminated)
        for one in again:
            one.step(actions)
            if mode is False:
                one.reset(one.terminated)
            assert turn < 50 or rows(one) == rows(table)
    assert table.hands.min() > 4
    with pytest.raises(soko.errors.TallyFileError, match="a callable is to be given"):
        soko.Table.load(tmp_path / "tables.json")
    with pytest.raises(soko.SokoError, match="given hand by hand"):
        table.reset(stacks=50)


def test_stacks_drawn_badly_are_refused_before_anything_moves() -> None:
    answers: list[Any] = []
    table = soko.Table(SOKO, 3, 6, rng=7, stacks=lambda t, h: answers[0](t, h) if answers else drawn(t, h))
    table.step_random(60)
    bad: list[tuple[Any, type[Exception], str | None]] = [
        (lambda t, h: drawn(t, h).astype(float), TypeError, "whole numbers"),
        (lambda t, h: drawn(t, h)[:, :2], soko.SeatError, "of shape"),
        (lambda t, h: drawn(t, h) * 0, soko.SeatError, "drawn for table"),
        (lambda t, h: drawn(t, h) * 0 + 2**62, soko.SokoError, "add up to more"),
        (lambda *_: next(iter(())), StopIteration, None),
    ]
    for answer, error, words in bad:
        answers[:] = [answer]
        with pytest.raises(error, match=words):  # noqa: PT012 - when the next stacks are drawn
            for _ in range(2000):
                before = rows(table), table.hands.tolist()
                table.step(table.legal.argmax(axis=1))
        assert (rows(table), table.hands.tolist()) == before
    answers.clear()
    table.step(table.legal.argmax(axis=1))


# Duplicate deals


@pytest.mark.parametrize("lanes", [True, False])
def test_a_deal_comes_again_with_the_seats_moved_on(lanes: bool) -> None:  # noqa: FBT001
    table = soko.Table(BITCH, 3, 40, rng=7, first=2, duplicate=True)
    table._core.allow_lanes(lanes)
    for turn in range(60):
        number, k = turn % 40, int(table.hands[turn % 40])
        deck = shuffled_deck(hand_key(stream_key(7), 2 + number, k // 3))
        expected = soko.Hand(BITCH, [800] * 3, deck=bytes(deck), dealer=(2 + k) % 3)
        assert started(table.hand(number)) == expected
        first = soko.Hand(BITCH, [800] * 3, deck=bytes(deck), dealer=2)
        for seat in range(3):
            moved = (seat + k) % 3
            assert expected.hole_cards(moved) == first.hole_cards(seat)
            assert expected.up_cards(moved) == first.up_cards(seat)
        table.step_random(13 if turn % 3 else 1)
    assert table.hands.max() > 9


@pytest.mark.parametrize("stacks", [[90, 30, 12], [800] * 3])
def test_duplicate_deals_are_those_of_playouts(stacks: list[int]) -> None:
    policies = ["tight", "maniac", "random"]
    want = soko.playout(SOKO, 3, 240, policies, rng=7, stacks=stacks, duplicate=True)
    table = soko.Table(SOKO, 3, 80, stacks=stacks, rng=7, seats=dict(enumerate(policies)), duplicate=True)
    chips = table.rewards.sum(axis=0)
    for _ in range(2):
        table.step(np.zeros(80, np.int64))
        chips += table.rewards.sum(axis=0)
    assert want.deals == 80
    assert chips.tolist() == [score.chips for score in want.policies]
