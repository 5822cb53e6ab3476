"""What is refused, and how clearly."""

import pickle
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import soko
from soko import errors

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = "As Ks Qs Js 2d"
NOT_CONTIGUOUS = "is not C-contiguous: use numpy.ascontiguousarray"
NEITHER_ORDER = (
    "hands is neither C-contiguous nor the transpose of a C-contiguous array: use numpy.ascontiguousarray(hands)"
)
CURE = ": check that all numbers are 0 to 51, then hands.astype(numpy.uint8)"
DEALS = np.array([[51, 47, 43, 39, 1], [50, 49, 47, 41, 32]], np.uint8)
READ_ONLY = np.zeros(2, np.uint16)
READ_ONLY.flags.writeable = False
BYTES = np.zeros(16, np.uint8)
WILD = np.array([9, -1], np.int8)

HANDS = [
    ("As Ks Qs Js", "a hand of 4 cards: five, six or seven are needed"),
    ("As Ks Qs Js 2d 3d 4d 5d", "a hand of 8 cards: five, six or seven are needed"),
    ("", "a hand of 0 cards: five, six or seven are needed"),
    (b"", "a hand of 0 cards: five, six or seven are needed"),
    (bytes(range(8)), "a hand of 8 cards: five, six or seven are needed"),
    (tuple(range(4)), "a hand of 4 cards: five, six or seven are needed"),
    (range(52), "a hand of 52 cards: five, six or seven are needed"),
    ("As Ks Qs Js As", "card As is given twice"),
    (bytes([51] * 5), "card As is given twice"),
    ((51, 51, 1, 2, 3), "card As is given twice"),
    ([soko.Card("As")] * 5, "card As is given twice"),
    (bytes([0, 1, 2, 3, 52]), "card 52: a card index is 0 to 51"),
    ((0, 1, 2, 3, 52), "card 52: a card index is 0 to 51"),
    ([0, 1, 2, 3, 255], "card 255: a card index is 0 to 51"),
    ((0, 1, 2, 3, 256), "card 256: a card index is 0 to 51"),
    ((0, 1, 2, 3, -1), "card -1: a card index is 0 to 51"),
    ((0, 1, 2, 3, 2**70), "card 1180591620717411303424: a card index is 0 to 51"),
    (("As", "Ks", "Qs", "Js", "2"), "card '2': the suit is missing (odd length)"),
    (("As Ks", "Qs", "Js", "2d"), "'As Ks' is not one card, such as As or 10h"),
    (range(10**12), "card 52: a card index is 0 to 51"),
]
NO_CARDS: list[tuple[Any, str]] = [
    (None, "cards are a text such as 'As Kd', bytes of indices, or one card after another, not NoneType"),
    (51, "cards are a text such as 'As Kd', bytes of indices, or one card after another, not int"),
    ((0, 1, 2, 3, 4.0), "a card is a Card, a text such as 'As' or an index from 0 to 51, not float"),
    ((0, 1, 2, 3, None), "a card is a Card, a text such as 'As' or an index from 0 to 51, not NoneType"),
    ((2, 3, 4, 5, True), "a card is a Card, a text such as 'As' or an index from 0 to 51, not bool"),
    ([DEALS], "a card is a Card, a text such as 'As' or an index from 0 to 51, not ndarray"),
]
ARRAYS = [
    (DEALS.astype(np.int64), {}, TypeError, f"an array of int64{CURE}"),
    (DEALS.astype(np.int8), {}, TypeError, f"an array of int8{CURE}"),
    (DEALS.astype(float), {}, TypeError, "hands must be a numpy array of uint8, not an array of float64"),
    (DEALS.tolist(), {}, TypeError, "uint8, not list: use numpy.array(hands, numpy.uint8)"),
    (HAND, {}, TypeError, "hands must be a numpy array of uint8, not str"),
    (DEALS[:, :4].copy(), {}, soko.CardError, "hands of shape (2, 4): (n, 5), (n, 6) or (n, 7) is needed"),
    (np.zeros((3, 8), np.uint8), {}, soko.CardError, "hands of shape (3, 8): (n, 5), (n, 6) or (n, 7) is needed"),
    (DEALS[0], {}, soko.CardError, "hands of shape (5,): (n, 5), (n, 6) or (n, 7) is needed"),
    (DEALS[None], {}, soko.CardError, "hands of shape (1, 2, 5): (n, 5), (n, 6) or (n, 7) is needed"),
    (DEALS[::-1], {}, soko.SokoError, NEITHER_ORDER),
    (np.tile(DEALS.T, 2)[:, ::2].T, {}, soko.SokoError, NEITHER_ORDER),
    (np.tile(DEALS.T, 2)[:, :3].T, {}, soko.SokoError, NEITHER_ORDER),
    (np.broadcast_to(DEALS[0], (3, 5)), {}, soko.SokoError, NEITHER_ORDER),
    (DEALS.T, {}, soko.CardError, "hands of shape (5, 2): (n, 5), (n, 6) or (n, 7) is needed"),
    (DEALS[:, [0, 1, 2, 3, 3]].copy(), {}, soko.CardError, "hand 0: card Js is given twice"),
    (np.array([range(5), range(48, 53)], np.uint8), {}, soko.CardError, "hand 1: card 52: a card index is 0 to 51"),
    (DEALS, {"out": np.zeros(2, np.uint8)}, TypeError, "out must be a numpy array of uint16, not an array of uint8"),
    (DEALS, {"out": np.zeros(3, np.uint16)}, soko.SokoError, "out of shape (3,): (2,) is needed"),
    (DEALS, {"out": np.zeros((2, 1), np.uint16)}, soko.SokoError, "out of shape (2, 1): (2,) is needed"),
    (DEALS, {"out": np.zeros(4, np.uint16)[::2]}, soko.SokoError, f"out {NOT_CONTIGUOUS}(out)"),
    (DEALS, {"out": READ_ONLY}, soko.SokoError, "out is read-only"),
    (BYTES[:10].reshape(2, 5), {"out": BYTES[8:12].view(np.uint16)}, soko.SokoError, "out shares memory with hands"),
    (DEALS, {"threads": 0}, soko.PlanError, "threads 0: 1 to 1,024 is allowed"),
    (DEALS, {"threads": -2}, soko.PlanError, "threads -2: 1 to 1,024 is allowed"),
    (DEALS, {"threads": 2**70}, soko.PlanError, "threads 1180591620717411303424: 1 to 1,024 is allowed"),
    (DEALS, {"ranking": "omaha"}, soko.RulesError, "ranking 'omaha': rankings are soko, standard and wild"),
    (DEALS, {"ranking": "wild", "wild": "1"}, soko.CardError, "wild rank '1': ranks are 2 3 4 5 6 7 8 9 T J Q K A"),
]  # fmt: skip
NO_WILD = "wild is None, a rank letter such as '9', several such as 'Q9', or a numpy array of int8, not"
NO_RANK = "a rank is 0 (a deuce) to 12 (an ace), and -1 is none"
WILDS: list[tuple[Any, type[Exception], str]] = [
    (9, TypeError, f"{NO_WILD} int"),
    ([9, -1], TypeError, f"{NO_WILD} list"),
    (WILD[0], TypeError, f"{NO_WILD} int8"),
    (np.array(9, np.int8), TypeError, f"{NO_WILD} ndarray"),
    (WILD.astype(np.int64), TypeError, "wild must be a numpy array of int8, not an array of int64"),
    (WILD.astype(np.uint8), TypeError, "wild must be a numpy array of int8, not an array of uint8"),
    (WILD > 0, TypeError, "wild must be a numpy array of int8, not an array of bool"),
    (WILD[:1], soko.SokoError, "wild of shape (1,): (2,) is needed"),
    (WILD[None], soko.SokoError, "wild of shape (1, 2): (2,) is needed"),
    (np.tile(WILD, 2)[::2], soko.SokoError, f"wild {NOT_CONTIGUOUS}(wild)"),
    (WILD + np.int8(4), soko.CardError, f"hand 0: wild rank 13: {NO_RANK}"),
    (WILD - np.int8(1), soko.CardError, f"hand 1: wild rank -2: {NO_RANK}"),
]
GAMES: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"ranking": "omaha"}, soko.RulesError, "ranking 'omaha': rankings are soko, standard and wild"),
    ({"ranking": 3}, TypeError, "a ranking is 'soko', 'standard', 'wild', a Ranking or Rules, not int"),
    ({"wild": "9"}, soko.RulesError, "wild ranks count in ranking 'wild' only, not in 'soko'"),
    ({"ranking": "standard", "wild": "9"}, soko.RulesError, "ranking 'wild' only, not in 'standard'"),
    ({"ranking": "wild", "wild": "1"}, soko.CardError, "wild rank '1': ranks are 2 3 4 5 6 7 8 9 T J Q K A"),
    ({"ranking": "wild", "wild": "9s"}, soko.CardError, "wild rank '9s': ranks are 2 3 4 5 6 7 8 9 T J Q K A"),
    ({"ranking": "wild", "wild": ""}, soko.CardError, "wild rank '': ranks are 2 3 4 5 6 7 8 9 T J Q K A"),
    ({"ranking": "wild", "wild": 9}, TypeError, "a rank letter such as '9' or several such as 'Q9', not int"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "message"), HANDS)
def test_what_is_no_hand(cards: Any, message: str) -> None:
    for call in (soko.evaluate, soko.evaluate_int, soko.Strength, lambda hand: soko.explain(hand, HAND)):
        with pytest.raises(soko.CardError) as raised:
            call(cards)
        assert str(raised.value) == message


@pytest.mark.parametrize(("cards", "message"), NO_CARDS)
def test_what_is_no_cards(cards: Any, message: str) -> None:
    for call in (soko.evaluate, soko.evaluate_int, soko.showing, soko.cards, soko.low_spade):
        with pytest.raises(TypeError) as raised:
            call(cards)
        assert str(raised.value).endswith(message)


@pytest.mark.parametrize(("hands", "options", "error", "message"), ARRAYS)
def test_what_is_no_array_of_hands(hands: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        soko.evaluate_many(hands, **options)
    assert str(raised.value).endswith(message)


@pytest.mark.parametrize(("wild", "error", "message"), WILDS)
def test_what_is_no_wild_rank_for_each_hand(wild: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        soko.evaluate_many(DEALS, "wild", wild=wild)
    assert str(raised.value) == message


def test_wild_ranks_where_they_do_not_belong() -> None:
    with pytest.raises(soko.RulesError, match=r"^wild ranks count in ranking 'wild' only, not in 'standard'$"):
        soko.evaluate_many(DEALS, "standard", wild=WILD)
    memory = np.zeros(16, np.uint8)
    hands, out, wild = memory[6:].reshape(2, 5), memory[:4].view(np.uint16), memory[2:4].view(np.int8)
    with pytest.raises(soko.SokoError, match=r"^out shares memory with wild$"):
        soko.evaluate_many(hands, "wild", wild=wild, out=out)


@pytest.mark.parametrize(("options", "error", "message"), GAMES)
def test_what_is_no_ranking(options: dict[str, Any], error: type[Exception], message: str) -> None:
    for call, hand in ((soko.evaluate, HAND), (soko.evaluate_int, HAND), (soko.Strength, HAND), (soko.showing, "As")):
        with pytest.raises(error) as raised:
            call(hand, **options)
        assert str(raised.value).endswith(message)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("", "0 up cards: one to four are needed"),
        ("As Ks Qs Js Ts", "5 up cards: one to four are needed"),
        ("As As", "card As is given twice"),
        ((52,), "card 52: a card index is 0 to 51"),
    ],
)
def test_what_is_no_showing_hand(cards: Any, message: str) -> None:
    with pytest.raises(soko.CardError) as raised:
        soko.showing(cards)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("card", "error", "message"),
    [
        (52, soko.CardError, "card 52: a card index is 0 to 51"),
        (-1, soko.CardError, "card -1: a card index is 0 to 51"),
        ("", soko.CardError, "'' is not one card, such as As or 10h"),
        ("AsKs", soko.CardError, "'AsKs' is not one card, such as As or 10h"),
        (None, TypeError, "a card is a Card, a text such as 'As' or an index from 0 to 51, not NoneType"),
        (1.0, TypeError, "a card is a Card, a text such as 'As' or an index from 0 to 51, not float"),
    ],
)
def test_what_is_no_card(card: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        soko.Card(card)
    assert str(raised.value) == message


def test_what_is_no_ace_and_no_strengths() -> None:
    with pytest.raises(soko.RulesError, match="ace 'both': the ace of spades is 'low' or 'high'"):
        soko.low_spade("As", ace="both")
    with pytest.raises(TypeError, match="strengths must be a numpy array of uint16, not an array of int64"):
        soko.categories(np.array([1, 2], np.int64))
    with pytest.raises(soko.SokoError, match="65535 is not a strength of ranking soko"):
        soko.categories(np.array([0, 65535], np.uint16))
    five_aces = soko.evaluate_int("As Ac Ad Ah 2d", "wild", wild="2")
    with pytest.raises(soko.SokoError, match=r"^60000 is not a strength of ranking wild$"):
        soko.categories(np.array([[five_aces, 60_000], [65_535, five_aces]], np.uint16), "wild")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"players": 53}, soko.SeatError),
        ({"players": 0}, soko.SeatError),
        ({"n": 0}, soko.PlanError),
        ({"n": 2**63}, soko.PlanError),
        ({"n": -1}, soko.PlanError),
        ({"threads": -1}, soko.PlanError),
        ({"threads": 0}, soko.PlanError),
        ({"known": ["As", "As"]}, soko.DeckError),
        ({"known": ["As"], "dead": "As"}, soko.DeckError),
        ({"known": ["Xs"]}, soko.CardError),
        ({"dead": "As As"}, soko.CardError),
        ({"dead": [52]}, soko.CardError),
    ],
)
def test_what_cannot_be_simulated(options: dict[str, Any], error: type[Exception]) -> None:
    arguments: dict[str, Any] = {"players": 2, "n": 10, "rng": 7} | options
    with pytest.raises(error):
        soko.simulate(soko.games.soko(), **arguments)


@pytest.mark.parametrize("wrong", ["soko", soko.games.soko, None, 5])
def test_rules_are_rules(wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: soko.simulate(wrong, 2, 10),
        lambda: soko.plan(wrong, 2, 10),
        lambda: soko.deal_many(wrong, 2, 10),
        lambda: soko.playout(wrong, 2, 10, "call"),
        lambda: soko.Table(wrong, 2, tables=2),
        lambda: soko.Match(wrong, [10, 10]),
    ]
    if not isinstance(wrong, str):
        calls.append(lambda: soko.equity(["(As)", "(Ks)"], wrong))
    for call in calls:
        with pytest.raises(TypeError) as raised:
            call()
        assert str(raised.value) == f"rules must be a soko.Rules such as soko.games.soko(), not {wrong!r}"


@pytest.mark.parametrize(
    ("rng", "error"),
    [
        *((rng, TypeError) for rng in ("a", b"a", 7.0, random.Random(7), {}, True)),
        *((rng, soko.SokoError) for rng in (-1, [1, -2])),
    ],
)
def test_what_is_no_rng(rng: Any, error: type[Exception]) -> None:
    rules = soko.games.soko()
    calls: list[Callable[[], object]] = [
        lambda: soko.simulate(rules, 2, 10, rng=rng),
        lambda: soko.playout(rules, 2, 10, "call", rng),
        lambda: soko.Table(rules, 2, tables=1, rng=rng),
        lambda: soko.Match(rules, [10, 10], rng=rng),
        lambda: soko.Hand(rules, [10, 10], rng=rng),
    ]
    for call in calls:
        with pytest.raises(error) as raised:
            call()
        wanted = "None, whole numbers from 0, a SeedSequence, a BitGenerator or a Generator is needed"
        assert str(raised.value) == f"rng {rng!r}: {wanted}"


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("As", "known 'As': a list with the cards of each seat is needed, such as ['As ?', None, 'Kd']"),
        (5, "known 5: a list with the cards of each seat"),
        ({0: "As"}, "known {0: 'As'}: a list with the cards of each seat"),
        (["As", 5], "known[1] 5: a text such as 'As ?', a list of cards, or None is needed"),
        (["As", True], "known[1] True: a text"),
        ([["As", 2.5]], "known[0]: a card is a Card, a text such as 'As' or an index from 0 to 51, not float; or None"),
    ],
)
def test_what_is_not_known(known: Any, message: str) -> None:
    for call in (soko.simulate, soko.deal_many):
        with pytest.raises(TypeError) as raised:
            call(soko.games.soko(), 2, 10, known=known)
        assert str(raised.value).startswith(message)


def test_none_is_any_card_or_all_of_a_seat() -> None:
    texts = soko.simulate(soko.games.soko(), 3, 1000, rng=7, known=["", "? As"])
    for known in ([None, "? As"], [None, [None, "As"], None], np.array([[0, 1], [2, 3]])):
        tally = soko.simulate(soko.games.soko(), 3, 1000, rng=7, known=known)
        assert (tally == texts) == isinstance(known, list)


def test_more_deals_than_there_is_room_for() -> None:
    with pytest.raises(MemoryError, match=r"n 100,000,000,000,000: 3,000,000,000,000,000 bytes of cards do not fit"):
        soko.deal_many(soko.games.soko(), 6, 10**14)


@pytest.mark.parametrize("progress", ["yes", 1, []])
def test_what_shows_no_progress(progress: Any) -> None:
    rules = soko.games.soko()
    calls: list[Callable[[], object]] = [
        lambda: soko.simulate(rules, 2, 10, progress=progress),
        lambda: soko.playout(rules, 2, 10, "call", progress=progress),
        lambda: soko.equity(["(As)", "(Ks)"], progress=progress),
    ]
    for call in calls:
        with pytest.raises(TypeError) as raised:
            call()
        needed = "True, False or a callable that takes (done, total) is needed"
        assert str(raised.value) == f"progress {progress!r}: {needed}"


def test_errors_are_one_family_of_values() -> None:
    children = [
        soko.CardError, soko.RulesError, soko.IllegalAction, soko.DeckError, soko.PlanError, soko.HistoryError,
    ]  # fmt: skip
    assert issubclass(soko.SokoError, ValueError)
    for child in children:
        assert child.__bases__ == (soko.SokoError,)
        assert child.__module__ == "soko"
        assert getattr(errors, child.__name__) is child
        error = pickle.loads(pickle.dumps(child("why")))
        assert type(error) is child
        assert error.args == ("why",)


@given(st.binary(max_size=9))
def test_any_bytes_are_a_hand_or_a_clear_error(data: bytes) -> None:
    try:
        strength = soko.evaluate(data)
    except soko.CardError:
        assert not (5 <= len(data) <= 7 and len(set(data)) == len(data) and max(data) < 52)
    else:
        assert bytes(int(card) for card in strength.hand) == data


@given(st.lists(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3)))
def test_any_list_is_a_hand_or_a_clear_error(items: list[Any]) -> None:
    try:
        soko.evaluate(items)
    except (soko.CardError, TypeError) as error:
        assert str(error)
