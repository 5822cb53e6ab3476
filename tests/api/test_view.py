"""``Hand.view``: all that a seat may see, and nothing that it may not."""

import copy
import gc
import json
import pickle
import random
from typing import Any

import pytest
from hands_played import begin, played, tuples
from random_hands import Start, random_action, random_start
from test_hand import DECK, KINDS, SOKO

import soko
from soko import games

SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_agrees_with_the_hand(seed: int) -> None:
    for hand in played(seed):
        shown = {event.seat for event in hand.events if event.kind == "show"}
        for viewer in (None, *range(hand.players)):
            view = hand.view(viewer)
            assert view.seat == viewer
            for name in (
                "rules", "players", "dealer", "starting_stacks", "street", "actor", "chance", "is_over", "stacks",
                "bets", "contributions", "pots", "payoffs", "awards", "live", "wild_rank", "wild_ranks", "community",
                "showdown_order",
            ):  # fmt: skip
                assert getattr(view, name) == getattr(hand, name), name
            assert view.legal_actions() == (hand.legal_actions() if viewer == hand.actor else ())
            for seat in range(hand.players):
                assert view.up_cards(seat) == hand.up_cards(seat)
                seen = seat == viewer or seat in shown
                cards = hand.hole_cards(seat)
                assert view.hole_cards(seat) == (cards if seen else (None,) * len(cards))
            assert len(view.events) == len(hand.events)
            for masked, event in zip(view.events, hand.events, strict=True):
                hidden = event.kind == "burn" or (event.face == "down" and event.seat != viewer)
                assert masked == event or hidden
                assert masked.card is None or not hidden


def moves_until(hand: soko.Hand) -> list[tuple[str, int | None]]:
    """Return what the players did."""
    return [(event.kind, event.to) for event in hand.events if event.kind in KINDS]


def visible(view: soko.View) -> set[int]:
    """Return every card that is in a view."""
    cards = {int(card) for seat in range(view.players) for card in view.up_cards(seat)}
    cards |= {int(card) for seat in range(view.players) for card in view.hole_cards(seat) if card is not None}
    return cards | set(map(int, view.community))


def with_other_unseen_cards(choice: random.Random, start: Start, view: soko.View) -> Start:
    """Return the same start with all cards that the viewer has not seen in another order."""
    seen = visible(view)
    unseen = [card for card in start.deck if card not in seen]
    choice.shuffle(unseen)
    rest = iter(unseen)
    return start._replace(deck=tuple(card if card in seen else next(rest) for card in start.deck))


def replayed(start: Start, moves: list[tuple[str, int | None]]) -> soko.Hand | None:
    """Return a hand after some moves, or nothing where they have become impossible."""
    hand = begin(start)
    for kind, amount in moves:
        try:
            hand.act(kind, amount)
        except soko.IllegalAction:
            return None
    return hand


def everything_about(view: soko.View) -> list[object]:
    """Return all that can be asked of a view."""
    asked = [getattr(view, name) for name in dir(view) if not name.startswith("_")]
    answers = [value for value in asked if not callable(value)]
    answers += [view.hole_cards(seat) for seat in range(view.players)]
    answers += [view.up_cards(seat) for seat in range(view.players)]
    answers += [
        view.legal_actions(),
        view.to_dict(),
        json.dumps(view.to_dict()),
        pickle.dumps(view),
        repr(view),
        str(view),
    ]
    answers += [hash(view), [repr(event) for event in view.events], [event.to_tuple() for event in view.events]]
    for call in (lambda: view.hole_cards(10), lambda: view.up_cards(-1), lambda: view.hole_cards(1.5)):  # type: ignore[arg-type]
        with pytest.raises((soko.SokoError, TypeError)) as raised:
            call()
        answers.append(str(raised.value))
    return answers


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_may_not_know_changes_nothing_in_its_view(seed: int) -> None:
    choice = random.Random(seed)
    start = random_start(choice)
    hand = begin(start)
    compared = 0
    while not hand.is_over:
        for viewer in (None, *range(hand.players)):
            view = hand.view(viewer)
            other = replayed(with_other_unseen_cards(choice, start, view), moves_until(hand))
            assert other is not None
            assert other != hand or len(start.deck) - len(visible(view)) < 2
            again = other.view(viewer)
            assert view == again
            assert everything_about(view) == everything_about(again)
            assert errors_of(hand) == errors_of(other)
            assert (repr(hand), hash(hand)) == (repr(other), hash(other))
            compared += 1
        hand.act(*random_action(choice, tuples(hand), start.rules.min_chip))
    assert compared or not moves_until(hand)


def errors_of(hand: soko.Hand) -> list[str]:
    """Return what the hand says to acts that are illegal, which players get to read."""
    texts = []
    for kind, amount in (("raise", 2**63), ("bet", 2**63), ("complete", 2**63), ("fold", 1), ("shove", None)):
        with pytest.raises(soko.IllegalAction) as raised:
            hand.act(kind, amount)
        texts.append(str(raised.value))
    return texts


@pytest.mark.parametrize("seed", SEEDS)
def test_mucked_folded_burnt_and_undealt_cards_stay_unseen_at_the_end(seed: int) -> None:
    choice = random.Random(seed)
    start = random_start(choice)
    hand = begin(start)
    while not hand.is_over:
        hand.act(*random_action(choice, tuples(hand), start.rules.min_chip))
    for viewer in (None, *range(hand.players)):
        view = hand.view(viewer)
        other = replayed(with_other_unseen_cards(choice, start, view), moves_until(hand))
        # A hand that was mucked may have become one that wins, which all can see.
        if other is not None and other.view(viewer).events == view.events:
            assert everything_about(other.view(viewer)) == everything_about(view)
        names = json.dumps(view.to_dict()["events"]) + json.dumps(view.to_dict()["hole_cards"])
        for card in set(range(52)) - visible(view):
            assert f'"{soko.Card(card)}"' not in names


def test_views_are_values() -> None:
    hand = soko.Hand(SOKO, [500, 500], deck=DECK)
    view = hand.view(0)
    assert view == hand.view(0) != hand.view(1) != hand.view(None)
    assert len({hand.view(0), hand.view(0), hand.view(1), hand.view(None)}) == 3
    assert pickle.loads(pickle.dumps(view)) == view
    assert copy.copy(view) is view
    assert copy.deepcopy(view) is view
    assert view != 3
    assert hand.view(0) != soko.Hand(SOKO.replace(cap=3), [500, 500], deck=DECK).view(0)
    assert repr(view) == "<View of seat 0: soko, second street, 10 in the pot, seat 0 to act>"
    assert repr(hand.view(None)) == "<View of a spectator: soko, second street, 10 in the pot, seat 0 to act>"
    with pytest.raises(AttributeError):
        view.actor = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        soko.View()
    hand.bring_in()
    assert view.actor == 0
    assert view != hand.view(0)


def test_a_view_does_not_hold_the_hand() -> None:
    hand = soko.Hand(SOKO, [500, 500], deck=DECK)
    view = hand.view(0)
    assert not any(isinstance(thing, soko.Hand) for thing in gc.get_referents(view))
    assert not hasattr(view, "__dict__")
    assert not [name for name in dir(view) if name.startswith(("_hand", "hand", "deck", "cards"))]


def test_a_view_knows_of_unknown_cards_what_its_seat_knows() -> None:
    hand = soko.Hand(games.soko(), [4, 4], deck="? ? As 3h  Ad 4c  Ks 5h  Kd 6h")
    hand.complete()
    hand.call()
    waiting = [hand.view(seat) for seat in (None, 0, 1)]
    assert [view.hole_cards(0) for view in waiting] == [(None,)] * 3
    hand.reveal(0, "Ah")
    revealed = [hand.view(seat) for seat in (None, 0, 1)]
    assert [view.hole_cards(0) for view in revealed] == [(None,), (soko.Card("Ah"),), (None,)]
    assert [[event.kind for event in view.events].count("reveal") for view in revealed] == [0, 1, 0]
    # What was dealt unknown was not seen when it was dealt.
    down = [event for event in revealed[1].events if event.face == "down"]
    assert [event.card for event in down] == [None, None]
    hand.muck(1)
    for seat, before in zip((None, 0, 1), waiting, strict=True):
        view = hand.view(seat)
        assert view.hole_cards(0) == (soko.Card("Ah"),)
        assert view.hole_cards(1) == (None,)
        assert view.showdown_order == (0, 1)
        assert before.hole_cards(0) == (None,)
        assert [event.kind for event in before.events] == [event.kind for event in view.events[: len(before.events)]]


@pytest.mark.parametrize("seed", range(60))
def test_views_of_before_stay_as_they_were(seed: int) -> None:
    kept: list[tuple[soko.View, object]] = []
    for hand in played(seed):
        view = hand.view(hand.actor)
        kept.append((view, everything_about(view)))
    if len(kept) > 1:
        hand.undo()
        assert len(hand.events) == len(kept[-2][0].events)
    for view, everything in kept:
        assert everything_about(view) == everything


@pytest.mark.parametrize("seed", range(60))
def test_views_round_trip(seed: int) -> None:
    for hand in played(seed):
        for viewer in (None, 0, hand.players - 1):
            view = hand.view(viewer)
            record = view.to_dict()
            assert soko.View.from_dict(json.loads(json.dumps(record))) == view
            assert pickle.loads(pickle.dumps(view)) == view


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"version": 3}, soko.HistoryError, "record of a view: version: 3: only 1 and 2 are known"),
    ({"version": True}, soko.HistoryError, "version: True: only 1 and 2 are known"),
    ({"rules": 3}, soko.HistoryError, "rules: a dictionary is needed"),
    ({"rules": {}}, soko.RulesError, ""),
    ({"seat": 2}, soko.HistoryError, "seat: 2 is not a seat"),
    ({"dealer": None}, soko.HistoryError, "dealer: None is not a whole number"),
    ({"actor": 7}, soko.HistoryError, "actor: 7 is not a seat"),
    ({"starting_stacks": []}, soko.HistoryError, "starting_stacks: 0 seats"),
    ({"starting_stacks": [500] * 11}, soko.HistoryError, "starting_stacks: 11 seats"),
    ({"starting_stacks": [500, 1.5]}, soko.HistoryError, "starting_stacks: 1.5 is not a whole number"),
    ({"starting_stacks": [3, 500]}, soko.HistoryError, "events: they do not add up"),
    ({"starting_stacks": [600, 500]}, soko.HistoryError, "stacks: [495, 495] is stated, but [595, 495] follows"),
    ({"stacks": [496, 495]}, soko.HistoryError, "stacks: [496, 495] is stated, but [495, 495] follows"),
    ({"hole_cards": [["2c"], ["3c"]]}, soko.HistoryError, "hole_cards: "),
    ({"street": 1}, soko.HistoryError, "street: 1 is stated, but 0 follows"),
    ({"chance": 3}, soko.HistoryError, "chance: 3 is not a place for a card"),
    ({"chance": ["community", "down"]}, soko.HistoryError, "is not a place for a card"),
    ({"chance": [10, "down"]}, soko.HistoryError, "is not a place for a card"),
    ({"pots": [[1]]}, soko.HistoryError, "pots: [1] is not an amount with its seats"),
    ({"pots": [[10, [12]]]}, soko.HistoryError, "pots: [10, [12]] is not an amount with its seats"),
    ({"wild_ranks": "x"}, soko.HistoryError, "wild_ranks: "),
    ({"legal_actions": [{"kind": "shove"}]}, soko.HistoryError, "'shove' is not a kind of action"),
    ({"legal_actions": [{"kind": "call", "low": 1}]}, soko.HistoryError, "record of a legal action: high is missing"),
    ({"events": 3}, soko.HistoryError, "events: 3 is not a list"),
    ({"events": [{"kind": "call", "seat": 5, "to": 3}]}, soko.HistoryError, "events: they do not add up"),
    ({"events": [{"kind": "shove"}]}, soko.HistoryError, "'shove' is not a kind of event"),
    ({"colour": "red"}, soko.HistoryError, "record of a view: 'colour' is not a field of it"),
]


@pytest.mark.parametrize(("changes", "error", "message"), WRONG, ids=lambda value: str(value)[:50])
def test_records_of_views_are_checked(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    record = soko.Hand(SOKO, [500, 500], deck=DECK).view(0).to_dict()
    with pytest.raises(error) as raised:
        soko.View.from_dict(record | changes)
    assert message in str(raised.value)


def test_every_field_of_a_view_is_needed() -> None:
    record = soko.Hand(SOKO, [500, 500], deck=DECK).view(0).to_dict()
    for name in record:
        with pytest.raises(soko.HistoryError, match=f"record of a view: {name} is missing"):
            soko.View.from_dict({field: value for field, value in record.items() if field != name})


def test_a_wild_rank_is_seen_by_all() -> None:
    rules = games.follow_the_bitch()
    hand = soko.Hand(rules, [100, 100], deck="2c 3c 4c 5c Qh 9h", deal="manual")
    assert hand.wild_rank == hand.view(None).wild_rank == "9"
    queens = soko.Hand(rules.replace(queens_wild=True), [100, 100], deck="2c 3c 4c 5c Qh 9h", deal="manual")
    assert queens.wild_ranks == queens.view(1).wild_ranks == "9Q"
    assert soko.Hand(games.soko(), [9, 9], rng=7).wild_ranks is None
