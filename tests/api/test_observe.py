"""Observations of any seat: each encoding against plain Python, and results so far against how hands end."""

from typing import Any

import numpy as np
import pytest
from observed import canonical, onehot, raw

import soko

GAMES = [
    (soko.games.soko(), 3, 300),
    (soko.games.soko(limit="pot", odd_chip="suit"), 4, 300),
    (soko.games.canadian_stud(), 6, 300),
    (soko.games.seven_card_stud(low_chicago=True), 8, 900),
    (soko.games.follow_the_bitch(limit="no", carry_over=True), 5, 300),
    (soko.games.five_card_stud(showing_tie="suit"), 2, 300),
]
IDS = [f"{rules.name}-{players}" for rules, players, _ in GAMES]
ENCODINGS = ("raw", "onehot", "canonical")


def some_tables(rules: soko.Rules, players: int, stack: int, **more: Any) -> soko.Table:
    """Return tables at various places of their hands, a few of which are over."""
    table = soko.Table(rules, players, tables=70, stacks=stack, rng=5, history=12, **more)
    generator = np.random.default_rng(1)
    for step in range(9 if rules.limit == "no" else 17):
        weights = generator.random(table.legal.shape) * [0.4, 3, 2, 1, 1, 1, 0.1]
        # Some stop earlier than others, so that all streets are seen.
        table.step(np.where(np.arange(70) % 17 >= step, (table.legal * weights).argmax(axis=1), 1))
        if step == 0:
            table = soko.Table.from_hands([table.hand(i) for i in range(70)], on_illegal="mask", history=12, **more)
    return table


def past_of(hand: soko.Hand) -> list[tuple[int, int]]:
    """Return the seats and numbers of the actions of a hand, with the seats of the table."""
    return [((step // 8 + (hand.actor or 0)) % hand.players, step % 8) for step in hand.history.tolist()]


@pytest.mark.parametrize(("rules", "players", "stack"), GAMES, ids=IDS)
def test_rows_are_as_described(rules: soko.Rules, players: int, stack: int) -> None:
    table = some_tables(rules, players, stack, threads=2)
    hands = [table.hand(number) for number in range(70)]
    assert sum(not hand.is_over for hand in hands) > 25
    for seat in {0, players - 1, players // 2, None}:
        rows = {encoding: table.observe(seat, encoding) for encoding in ENCODINGS}
        for number, hand in enumerate(hands):
            viewer = hand.actor if seat is None else seat
            if viewer is None or hand.is_over:
                assert not any(rows[encoding][number].any() for encoding in ENCODINGS)
                continue
            assert rows["raw"][number].tolist() == raw(hand, viewer)
            assert rows["canonical"][number].tolist() == canonical(hand, viewer)
            assert rows["onehot"][number].tolist() == onehot(hand, viewer, past_of(hand), 12)
            if number < 12:
                for encoding in ENCODINGS:
                    assert (hand.observe(viewer, encoding, history=12) == rows[encoding][number]).all()
    assert (table.observe() == table.observations).all()


@pytest.mark.parametrize("lanes", [False, True])
def test_observing_is_the_same_in_lanes(lanes: bool) -> None:  # noqa: FBT001
    table = soko.Table(soko.games.soko(), 6, tables=200, rng=5, history=12)
    table._core.allow_lanes(lanes)
    table.step_random(3)
    for _ in range(4):
        table.step_random()
    again = soko.Table.from_hands([table.hand(i) for i in range(200)], history=12)
    for encoding in ENCODINGS:
        assert (table.observe(2, encoding) == again.observe(2, encoding)).all()
    assert (table.settled == again.settled).all()
    assert (table.results == again.results).all()
    # Without a history that is kept, it is found out.
    fresh = soko.Table.from_hands([table.hand(i) for i in range(200)])
    wide, at = fresh.observe(2, "onehot"), fresh.layout("onehot")["history"].start
    narrow = table.observe(2, "onehot")
    assert (wide[:, :at] == narrow[:, :at]).all()
    assert "_kept" not in fresh.__dict__


def test_layouts_cover_the_rows() -> None:
    for rules, players, stack in GAMES:
        table = soko.Table(rules, players, tables=1, stacks=stack, rng=1, history=7)
        assert table.layout() == table.layout("raw") == table.observation_layout
        for encoding in ENCODINGS:
            fields = list(table.layout(encoding).values())
            assert [field.start for field in fields] == [0, *(field.stop for field in fields[:-1])]
            assert table.observe(0, encoding).shape == (1, fields[-1].stop)


def test_hidden_cards_do_not_show() -> None:
    """Whatever the cards are that a seat has not seen, its rows are the same."""
    for rules, players, stack in GAMES:
        hand = soko.Hand(rules, [stack] * players, rng=3)
        for _ in range(4):
            hand.act_number(int(np.flatnonzero(hand.legal_mask())[-1 if rules.limit == "fixed" else 0]))
            if hand.is_over:
                break
            for seat in range(players):
                other = hand.determinize(seat, rng=1)
                for encoding in ENCODINGS:
                    assert (other.observe(seat, encoding, 9) == hand.observe(seat, encoding, 9)).all()


def renamed(hand: soko.Hand, suits: list[int]) -> soko.Hand:
    """Return the same hand with other suits."""
    record: Any = hand.to_dict()
    cards = [int(soko.Card(card)) for card in record["deck"]]
    other = soko.Hand(hand.rules, hand.starting_stacks, deck=bytes(c // 4 * 4 + suits[c % 4] for c in cards))
    for _, action in past_of(hand):
        other.act_number(action)
    return other


@pytest.mark.parametrize(("odd_chip", "equal"), [("position", True), ("suit", False)])
def test_suits_have_no_names(odd_chip: str, equal: bool) -> None:  # noqa: FBT001
    """Hands that differ by the names of suits alone have one row, but where suits decide who wins odd chips."""
    rules, compared = soko.games.soko(odd_chip=odd_chip, bring_in_tie="position"), 0
    for seed in range(60):
        hand = soko.Hand(rules, [200] * 3, rng=seed)
        hand.act_number(3)
        hand.act_number(1)
        other = renamed(hand, [2, 0, 3, 1])
        assert hand.actor == other.actor
        for seat in range(3):
            mine, theirs = hand.observe(seat, "canonical"), other.observe(seat, "canonical")
            assert (mine == theirs).all() == equal
            assert not (hand.observe(seat) == other.observe(seat)).all()
            compared += 1
            if not equal:
                # Nothing is lost: the last numbers say which suit is which.
                suits = {int(name): suit for suit, name in enumerate(mine[-4:]) if name >= 0}
                cards = [int(c) // 4 * 4 + suits[int(c) % 4] if c >= 0 else -1 for c in mine[: 3 * 5].tolist()]
                assert cards == hand.observe(seat)[:15].tolist()
    assert compared == 180


def test_arrays_of_the_caller() -> None:
    table = soko.Table(soko.games.soko(), 3, tables=20, rng=1, history=4)
    width = table.observe(0, "onehot").shape[1]
    mine = np.full((20, width), 9, np.float32)
    assert table.observe(1, "onehot", mine) is mine
    assert (mine == table.observe(1, "onehot")).all()
    for bad, error, words in [
        (np.zeros((20, width + 1), np.float32), soko.SokoError, "out of shape"),
        (np.zeros((20, width)), TypeError, "out must be a numpy array of float32"),
        (np.zeros((width, 20), np.float32).T, soko.SokoError, "not C-contiguous"),
    ]:
        with pytest.raises(error, match=words):
            table.observe(1, "onehot", bad)  # type: ignore[arg-type]
    with pytest.raises(soko.SokoError, match="shares memory with observations"):
        table.observe(1, "raw", table.observations)
    mine.flags.writeable = False
    with pytest.raises(soko.SokoError, match="read-only"):
        table.observe(1, "onehot", mine)


def test_what_is_refused() -> None:
    table = soko.Table(soko.games.soko(limit="pot"), 3, tables=4, rng=1)
    hand = table.hand(0)
    for seat in (3, -1):
        with pytest.raises(soko.SeatError, match=f"seat {seat}: 0 to 2 is allowed"):
            table.observe(seat)
        with pytest.raises(soko.SeatError, match=f"seat {seat}: seats are 0 to 2"):
            hand.observe(seat)
    with pytest.raises(TypeError, match="whole number"):
        table.observe("dealer")  # type: ignore[arg-type]
    for call in (lambda: table.observe(0, "hot"), lambda: table.layout("hot"), lambda: hand.observe(0, "hot")):
        with pytest.raises(soko.SokoError, match="encoding 'hot': unknown; encodings are 'raw', 'onehot', 'canonical'"):
            call()
    with pytest.raises(TypeError, match="encoding"):
        table.observe(0, 3)  # type: ignore[arg-type]
    for call in (lambda: table.observe(0, "onehot"), lambda: hand.observe(0, "onehot")):
        with pytest.raises(soko.SokoError, match="any number of actions"):
            call()


@pytest.mark.parametrize(("rules", "players", "stack"), GAMES, ids=IDS)
def test_results_are_known_at_the_fold(rules: soko.Rules, players: int, stack: int) -> None:
    table = soko.Table(rules, players, tables=150, stacks=stack // 10 + 2, rng=2, autoreset=False)
    known: list[tuple[Any, Any]] = []
    ended = np.zeros((150, players), np.int64)
    for _ in range(60):
        table.step_random()
        known.append((table.settled, table.results))
        ended += table.rewards
    assert table.terminated.all()
    assert table.settled.all()
    assert (table.results == ended).all()
    for settled, results in known:
        assert (results == np.where(settled, ended, 0)).all()
    # Some are known before the end, but heads-up a fold is the end.
    assert players == 2 or any((settled.any(axis=1) & ~settled.all(axis=1)).any() for settled, _ in known)


def test_relative_rewards() -> None:
    table = soko.Table(soko.games.soko(), 4, tables=50, rng=1)
    table.step_random(30)
    assert table.rewards.any()
    seats = np.arange(50) % 4
    each = table.relative_rewards(seats)
    for number, seat in enumerate(seats.tolist()):
        turned = [int(table.rewards[number, (seat + place) % 4]) for place in range(4)]
        assert each[number].tolist() == turned == table.relative_rewards(seat)[number].tolist()
    for bad, error in [(4, soko.SeatError), (seats[:9], soko.SeatError), (seats - 1, soko.SeatError),
                       (seats.astype(float), TypeError), (None, TypeError)]:  # fmt: skip
        with pytest.raises(error, match="seats"):
            table.relative_rewards(bad)
