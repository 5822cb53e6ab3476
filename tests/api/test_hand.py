"""``soko.Hand``: what it is made of, what it answers, what it refuses, and what always holds."""

import copy
import itertools
import json
import operator
import pickle
from typing import Any

import numpy as np
import pytest
from hands_played import played, tuples
from hypothesis import given
from hypothesis import strategies as st

import soko
from soko import games
from soko.reference.deal import hot_deals
from soko.reference.stream import shuffled_deck
from soko.rng import stream_key

KINDS = ("fold", "check", "call", "bring-in", "complete", "bet", "raise")
SOKO = games.soko(ante=5, bring_in=10, small_bet=20, big_bet=40)
DECK = "2c 3c As Kd 9h 7s 8s 6d Jh Th"
THREE = "2c 3c 4c As Kd 9h 7s 8s 6d Jh Th 5c Qh Qc 2s"
CARDS = soko.cards(bytes(range(52)))


def test_a_whole_hand() -> None:
    hand = soko.Hand(SOKO, [500, 500, 30], deck=THREE)
    assert (hand.players, hand.dealer, hand.street, hand.actor, hand.is_over) == (3, 2, 0, 0, False)
    assert hand.rules is SOKO
    assert (hand.starting_stacks, hand.stacks, hand.bets) == ((500, 500, 30), (495, 495, 25), (0, 0, 0))
    assert hand.pots == ((15, (0, 1, 2)),)
    assert (hand.hole_cards(0), hand.up_cards(2)) == (soko.cards("2c"), soko.cards("9h"))
    assert tuples(hand) == [("bring-in", 10, 10), ("complete", 20, 20)]
    assert [str(event) for event in hand.complete()] == ["seat 0 completes to 20"]
    hand.raise_to(40)
    assert hand.bets == (20, 40, 0)
    assert [str(event) for event in hand.call()] == ["seat 2 calls 25"]
    assert hand.contributions == (25, 45, 30)
    assert [str(event) for event in hand.fold()] == [
        "seat 0 folds",
        "15 uncalled go back to seat 1",
        "third street begins",
        "seat 1 is dealt 7s face up",
        "seat 2 is dealt 8s face up",
        "fourth street begins",
        "seat 1 is dealt 6d face up",
        "seat 2 is dealt Jh face up",
        "fifth street begins",
        "seat 1 is dealt Th face up",
        "seat 2 is dealt 5c face up",
        "seat 1 shows 3c",
        "seat 2 shows 4c",
        "seat 1 wins 85 of pot 0",
        "the hand is over",
    ]
    assert (hand.is_over, hand.live, hand.showdown_order) == (True, (1, 2), (1, 2))
    assert (hand.pots, hand.awards) == (((85, (1, 2)),), ((1, 0, "high", 85),))
    assert (hand.contributions, hand.stacks, hand.payoffs) == ((25, 30, 30), (475, 555, 0), (-25, 55, -30))
    assert (hand.actor, hand.legal_actions(), hand.default_action(), hand.chance) == (None, (), None, None)


def test_named_twins_do_what_act_does() -> None:
    twins = {
        "fold": soko.Hand.fold,
        "check": soko.Hand.check,
        "call": soko.Hand.call,
        "bring-in": soko.Hand.bring_in,
        "complete": soko.Hand.complete,
        "bet": soko.Hand.bet,
        "raise": soko.Hand.raise_to,
    }
    seen = set()
    for seed in range(60):
        for hand in played(seed):
            for action in hand.legal_actions():
                seen.add(action.kind)
                first, second = hand.clone(), hand.clone()
                amount = () if action.low is None else (action.low,)
                needed = amount if action.kind in {"complete", "bet", "raise"} else ()
                assert first.act(action.kind, *amount) == twins[action.kind](second, *needed)
                assert first == second
    assert seen == set(KINDS)


# Where the cards come from.


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_an_int_deals_what_the_stream_deals(seed: int) -> None:
    deck = shuffled_deck(stream_key(seed))
    hand = soko.Hand(SOKO, [100, 100], rng=seed)
    assert hand == soko.Hand(SOKO, [100, 100], deck=deck)
    assert hand == soko.Hand(SOKO, [100, 100], rng=np.random.default_rng(seed))
    assert hand == soko.Hand(SOKO, [100, 100], rng=np.random.SeedSequence(seed))


def test_huge_seeds_sequences_and_bit_generators() -> None:
    sources: list[Any] = [2**64, 2**100, [1, 2, 3], np.int64(7)]
    for rng in sources:
        assert soko.Hand(SOKO, [9, 9], rng=rng) == soko.Hand(SOKO, [9, 9], deck=shuffled_deck(stream_key(rng)))
    assert soko.Hand(SOKO, [9, 9], rng=np.random.PCG64(7)) == soko.Hand(SOKO, [9, 9], rng=7)


def test_a_generator_deals_another_hand_each_time() -> None:
    rng = np.random.default_rng(7)
    assert soko.Hand(SOKO, [100, 100], rng=rng) != soko.Hand(SOKO, [100, 100], rng=rng)


def test_chance_is_fresh_without_rng() -> None:
    assert soko.Hand(SOKO, [100, 100]) != soko.Hand(SOKO, [100, 100])


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 51), unique=True, max_size=52))
def test_given_cards_come_first_and_the_rest_is_shuffled(seed: int, given: list[int]) -> None:
    hand = soko.Hand(SOKO, [100] * 8, deck=given, rng=seed)
    deck = [int(card) for card in soko.cards(" ".join(hand.to_dict()["deck"]))]
    assert sorted(deck) == list(range(52))
    assert deck[: len(given)] == given
    left = [card for card in range(52) if card not in given]
    # As a deal of all that is left, docs/stream.md 3: the reference deals it to one seat of a game made for that.
    from soko.reference.stream import deals

    assert deck[len(given) :] == [left[place] for place in next(deals(stream_key(seed), len(left), len(left)))]


def test_a_hand_deals_what_simulate_deals() -> None:
    rules = games.seven_card_stud()
    hand = soko.Hand(rules, [1] * 5, rng=3)
    assert hand.is_over
    deal = next(hot_deals(rules.to_dict(), 5, stream_key(3)))
    assert [list(map(int, hand.hole_cards(seat))) for seat in range(5)] == deal.down
    assert [list(map(int, hand.up_cards(seat))) for seat in range(5)] == deal.up


@pytest.mark.parametrize("deck", [DECK, DECK.replace(" ", ""), soko.cards(DECK), [int(c) for c in soko.cards(DECK)],
                                  bytes(map(int, soko.cards(DECK))), iter(DECK.split())],
                         ids=lambda deck: type(deck).__name__)  # fmt: skip
def test_decks_are_read_as_cards_are(deck: Any) -> None:
    assert soko.Hand(SOKO, [100, 100], deck=deck) == soko.Hand(SOKO, [100, 100], deck=DECK)


def test_the_caller_deals() -> None:
    hand = soko.Hand(SOKO, [100, 100], deal="manual")
    places = []
    for card in soko.cards("2c 3c As Kd"):
        places.append(hand.chance)
        assert hand.actor is None
        assert hand.legal_actions() == ()
        hand.deal(card)
    assert places == [(0, "down"), (1, "down"), (0, "up"), (1, "up")]
    assert (hand.chance, hand.actor) == (None, 0)
    hand.bring_in()
    assert [str(event) for event in hand.call()] == ["seat 1 calls 10", "third street begins"]
    assert hand.chance == (0, "up")
    assert hand.street == 1


def test_the_caller_deals_after_given_cards() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck="2c 3c As", deal="manual")
    assert hand.chance == (1, "up")
    hand.deal("Kd")
    assert hand.actor == 0


def test_community_card_of_the_caller() -> None:
    hand = soko.Hand(games.seven_card_stud(), [100] * 8, deal="manual")
    cards = iter(CARDS)
    while not hand.is_over:
        if hand.chance:
            last = hand.chance
            hand.deal(next(cards))
        else:
            action = hand.default_action()
            assert action is not None
            passive = [legal.kind for legal in hand.legal_actions()]
            hand.act("call" if "call" in passive else action.kind)
    assert last == ("community", "up")
    assert hand.community == (CARDS[48],)


# What is refused.

BAD_STARTS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"stacks": [100]}, soko.SokoError, "1 stacks: the game is for 2 to 8 players"),
    ({"stacks": []}, soko.SokoError, "0 stacks: the game is for 2 to 8 players"),
    ({"stacks": [9] * 300}, soko.SokoError, "more than 255 stacks: at most 10 can play"),
    ({"stacks": [100, 0]}, soko.SokoError, "seat 1 has no chips: a stack is 1 or more"),
    ({"stacks": [100, -1]}, soko.SokoError, "stack -1: 1 to 9223372036854775807 chips are possible"),
    ({"stacks": [2**63, 1]}, soko.SokoError, "the stacks add up to more than 9223372036854775807"),
    ({"stacks": [2**64, 1]}, soko.SokoError, "stack 18446744073709551616: 1 to 9223372036854775807 chips are possible"),
    ({"stacks": [2**63 - 1, 1]}, soko.SokoError, "the stacks add up to more than 9223372036854775807"),
    ({"stacks": [2**64 - 1, 2**64 - 1]}, soko.SokoError, "the stacks add up to more than 9223372036854775807"),
    ({"stacks": [100, 1.5]}, TypeError, "1.5: a whole number is needed, not float"),
    ({"stacks": [100, True]}, TypeError, "True: a whole number is needed, not bool"),
    ({"stacks": [100, "100"]}, TypeError, "'100': a whole number is needed, not str"),
    ({"stacks": 100}, TypeError, "stacks are the chips of each seat such as [100, 100], not 100"),
    ({"dealer": 2}, soko.SokoError, "dealer 2: seats are 0 to 1"),
    ({"dealer": -1}, soko.SokoError, "dealer -1: seats are 0 to 1"),
    ({"dealer": 0.0}, TypeError, "0.0: a whole number is needed, not float"),
    ({"deal": "by hand"}, soko.SokoError, "deal 'by hand': 'auto' or 'manual'"),
    ({"deal": "manual", "rng": 7}, soko.SokoError, "deal 'manual': the caller deals all cards"),
    (
        {"deck": "As Kd"},
        soko.DeckError,
        "a deck of 2 cards: the deal needs 10 when nobody folds; rng shuffles the rest",
    ),
    ({"deck": "As Kd As"}, soko.DeckError, "card As is in the deck twice"),
    ({"deck": [51, 3, 51]}, soko.DeckError, "card As is in the deck twice"),
    ({"deck": itertools.cycle(range(52))}, soko.DeckError, "card 2c is in the deck twice"),
    ({"deck": "As Kx"}, soko.CardError, "unknown suit"),
    ({"deck": [52]}, soko.CardError, "card 52: a card index is 0 to 51"),
    ({"deck": 7}, TypeError, "deck is a text such as"),
    ({"rng": True}, TypeError, "rng True: None, whole numbers from 0"),
    ({"rng": "seven"}, TypeError, ""),
    ({"rng": -1}, ValueError, ""),
]


@pytest.mark.parametrize(("changes", "error", "message"), BAD_STARTS)
def test_hands_that_cannot_begin(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        soko.Hand(SOKO, **{"stacks": [100, 100], **changes})
    assert message in str(raised.value)


def test_rules_must_be_rules() -> None:
    for other in (SOKO.to_dict(), "soko", games.soko, None):
        with pytest.raises(TypeError) as raised:
            soko.Hand(other, [100, 100])  # type: ignore[arg-type]
        assert str(raised.value) == f"rules must be a soko.Rules such as soko.games.soko(), not {other!r}"


BAD_ACTS: list[tuple[tuple[Any, ...], type[Exception], str]] = [
    (("raise", 40), soko.IllegalAction, "raise to 40 by seat 1 on second street is not possible"),
    (("complete", 30), soko.IllegalAction, "complete to 30 by seat 1 on second street: it must be 20"),
    (("complete", -20), soko.IllegalAction, "complete to -20 by seat 1 on second street: it must be 20"),
    (("complete", 2**70), soko.IllegalAction, f"complete to {2**70} by seat 1 on second street: it must be 20"),
    (("fold", 0), soko.IllegalAction, "fold 0 by seat 1 on second street: a fold has no amount"),
    (
        ("shove",),
        soko.IllegalAction,
        "'shove' is not a kind of action (soko, second street, 20 in the pot, seat 1 to act)",
    ),
    (("Fold",), soko.IllegalAction, "'Fold' is not a kind of action"),
    (("call", 10.0), TypeError, "10.0: a whole number is needed, not float"),
    (("call", True), TypeError, "True: a whole number is needed, not bool"),
    (("call", "10"), TypeError, "'10': a whole number is needed, not str"),
    ((None,), TypeError, "kind is a word such as 'call', or one of legal_actions(), not NoneType"),
    ((3,), TypeError, "kind is a word such as 'call', or one of legal_actions(), not int"),
    ((soko.LegalAction("check"),), soko.IllegalAction, "check by seat 1 on second street"),
    ((soko.LegalAction("raise", 20, 40), 20), soko.IllegalAction, "raise to 20 by seat 1 on second street"),
]


@pytest.mark.parametrize(("act", "error", "message"), BAD_ACTS, ids=str)
def test_acts_that_are_refused(act: tuple[Any, ...], error: type[Exception], message: str) -> None:
    hand = soko.Hand(SOKO, [500, 500], deck=DECK)
    hand.bring_in()
    before = hand.clone()
    with pytest.raises(error) as raised:
        hand.act(*act)
    assert message in str(raised.value)
    if error is soko.IllegalAction:
        assert str(raised.value).endswith("; legal: fold, call 10, complete to 20")
    assert hand == before


def test_the_names_of_the_methods_are_kinds_too() -> None:
    hand = soko.Hand(SOKO, [500, 500], deck=DECK)
    assert [event.kind for event in hand.act("bring_in")] == ["bring-in"]
    hand.complete()
    assert hand.act("raise_to", 40)[0].to == 40


def test_where_nobody_can_act_nothing_is_legal() -> None:
    hand = soko.Hand(SOKO, [500, 500], deal="manual")
    with pytest.raises(soko.IllegalAction, match=r"not a kind of action .*, a card is due\); legal: nothing$"):
        hand.act("shove")


def test_amounts_of_numpy_are_whole_numbers() -> None:
    hand = soko.Hand(SOKO, np.array([500, 500]), deck=DECK, dealer=np.int8(1))
    hand.bring_in()
    hand.act("complete", np.int64(20))
    assert hand.hole_cards(np.int32(0)) == soko.cards("2c")


def test_nothing_is_done_after_the_end_or_before_a_card() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    hand.bring_in()
    hand.fold()
    for act in KINDS:
        with pytest.raises(soko.IllegalAction, match="the hand is over"):
            hand.act(act)
    manual = soko.Hand(SOKO, [100, 100], deal="manual")
    with pytest.raises(soko.IllegalAction, match="a card of second street must be dealt first"):
        manual.fold()


def test_cards_that_cannot_be_dealt() -> None:
    hand = soko.Hand(SOKO, [100, 100], deal="manual")
    hand.deal("As")
    before = hand.clone()
    for card, error, message in (
        ("As", soko.DeckError, "card As has been dealt already"),
        ("1s", soko.CardError, "unknown rank"),
        (52, soko.CardError, "a card index is 0 to 51"),
        (1.0, TypeError, "not float"),
    ):
        with pytest.raises(error, match=message):
            hand.deal(card)  # type: ignore[arg-type]
        assert hand == before
    auto = soko.Hand(SOKO, [100, 100], deck=DECK)
    with pytest.raises(soko.IllegalAction, match="deal Qs: no card is due; soko, second street, 10 in the pot, seat 0"):
        auto.deal("Qs")


@pytest.mark.parametrize("seat", [2, -1, 2**70])
def test_seats_that_there_are_not(seat: int) -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    for ask in (hand.hole_cards, hand.up_cards, hand.view, hand.view(0).hole_cards, hand.view(0).up_cards):
        with pytest.raises(soko.SokoError, match=f"seat {seat}: seats are 0 to 1"):
            ask(seat)
    with pytest.raises(TypeError):
        hand.hole_cards(None)  # type: ignore[arg-type]


def test_undo_needs_something_done() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    with pytest.raises(soko.IllegalAction, match="nothing has been done"):
        hand.undo()


# Values.


def test_legal_actions_are_values() -> None:
    hand = soko.Hand(games.soko(limit="pot", ante=10), [500, 500, 500], rng=7)
    bring_in, complete = hand.legal_actions()
    assert (repr(bring_in), str(complete)) == ("LegalAction('bring-in', 20, 20)", "complete to 21..30")
    assert complete == soko.LegalAction("complete", 21, 30)
    assert len({bring_in, complete, *hand.legal_actions()}) == 2
    assert pickle.loads(pickle.dumps(complete)) == complete
    assert copy.deepcopy(complete) == complete
    fold = soko.LegalAction("fold")
    assert (fold.low, fold.high, repr(fold)) == (None, None, "LegalAction('fold')")
    with pytest.raises(AttributeError):
        fold.kind = "call"  # type: ignore[misc]
    for wrong in (("fold", 1, 1), ("call",), ("call", 1.0, 2)):
        with pytest.raises(TypeError):
            soko.LegalAction(*wrong)
    with pytest.raises(soko.IllegalAction):
        soko.LegalAction("shove", 1, 2)  # type: ignore[arg-type]


def test_events_are_values() -> None:
    seen: dict[str, soko.Event] = {}
    for seed in range(300):
        hand = last(seed)
        for event in [*hand.events, *hand.view(None).events]:
            seen[event.kind] = event
            assert pickle.loads(pickle.dumps(event)) == event
            assert soko.Event.from_dict(json.loads(json.dumps(event.to_dict()))) == event
            assert copy.copy(event) == event
            assert str(event)
            given = [event.seat, event.amount, event.to, event.face, event.street, event.rank, event.pot, event.share]
            assert len(given) - given.count(None) == len(event.to_dict()) - 1 - sum(
                name in {"card", "cards", "name"} or value is None for name, value in event.to_dict().items()
            )
    assert set(seen) == {
        "ante", "street", "burn", "deal", "community", "wild", "uncalled", "show", "muck", "award", "end", *KINDS,
    }  # fmt: skip
    with pytest.raises(AttributeError):
        seen["deal"].seat = 3  # type: ignore[misc]
    assert len(set(seen.values())) == len(seen)


def last(seed: int) -> soko.Hand:
    """Return a random hand at its end."""
    return list(played(seed))[-1]


EVENTS: list[tuple[dict[str, object], str]] = [
    ({}, "kind is missing"),
    ({"kind": "shove"}, "'shove' is not a kind of event"),
    ({"kind": 3}, "kind: 3 is not a text"),
    ({"kind": "fold"}, "seat is missing"),
    ({"kind": "fold", "seat": 10}, "seat: 10 is not a seat"),
    ({"kind": "fold", "seat": True}, "seat: True is not a whole number"),
    ({"kind": "fold", "seat": 1, "to": 3}, "'to' is not a field of it"),
    ({"kind": "call", "seat": 1, "to": 1.5}, "to: 1.5 is not a whole number"),
    ({"kind": "call", "seat": 1, "to": -1}, "to: -1 is not a whole number"),
    ({"kind": "deal", "seat": 1, "face": "up", "card": None}, "a face-up card must be known"),
    ({"kind": "deal", "seat": 1, "face": "side", "card": "As"}, "'side' is not one of down, up"),
    ({"kind": "deal", "seat": 1, "face": "up", "card": "1s"}, "unknown rank"),
    ({"kind": "deal", "seat": 1, "face": "up", "card": 51}, "a card is a text"),
    ({"kind": "community", "card": None}, "a face-up card must be known"),
    ({"kind": "wild", "rank": "x"}, "a rank letter or None is needed"),
    ({"kind": "street", "street": 300}, "300 is too large"),
    ({"kind": "show", "seat": 1, "cards": ["As", "As"]}, "card As is given twice"),
    ({"kind": "award", "seat": 1, "pot": 0, "share": "half", "amount": 3}, "'half' is not one of high, low"),
]


@pytest.mark.parametrize(("record", "message"), EVENTS, ids=lambda value: str(value)[:50])
def test_event_records_are_checked(record: dict[str, object], message: str) -> None:
    with pytest.raises(soko.HistoryError) as raised:
        soko.Event.from_dict(record)
    assert str(raised.value).startswith("record of an event: ")
    assert message in str(raised.value)


def test_event_records_are_dictionaries() -> None:
    with pytest.raises(soko.HistoryError, match="a dictionary is needed, not list"):
        soko.Event.from_dict([1, 2])  # type: ignore[arg-type]


def test_pots_and_awards_are_named_tuples() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    hand.bring_in()
    hand.fold()
    assert hand.awards == ((0, 0, "high", 10),)
    assert isinstance(hand.awards[0], soko.Award)
    assert isinstance(hand.pots[0], soko.Pot)


def test_default_action() -> None:
    hand = soko.Hand(SOKO, [100, 100, 100], deck=THREE)
    kinds = []
    while not hand.is_over:
        action = hand.default_action()
        assert action is not None
        kinds.append(str(action))
        hand.act(action.kind, action.low)
    assert kinds == ["bring-in 10", "fold", "fold"]
    assert hand.payoffs == (10, -5, -5)


def test_repr_tells_what_all_can_see() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    assert repr(hand) == "<Hand of soko, second street, 10 in the pot, seat 0 to act>"
    assert (
        repr(soko.Hand(SOKO, [100, 100], deal="manual"))
        == "<Hand of soko, second street, 10 in the pot, a card is due>"
    )
    hand.complete()
    hand.fold()
    assert repr(hand).endswith(", over>")


def test_hands_are_not_equal_to_other_things() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck=DECK)
    assert hand != 3
    assert hand != soko.Hand(SOKO.replace(cap=3), [100, 100], deck=DECK)
    assert hand != soko.Hand(SOKO, [100, 100], deck=DECK, dealer=0)
    assert hand == soko.Hand(SOKO.replace(), [100, 100], deck=DECK)
    with pytest.raises(TypeError):
        operator.lt(hand, hand.clone())
