"""Hands written down: the round trip at every step, and what is refused."""

import copy
import json
import random
from typing import Any

import pytest
from hands_played import begin, played
from paths import DATA
from random_hands import random_start
from test_hand import SOKO, THREE

import soko
from soko import games


@pytest.mark.parametrize("seed", range(150))
def test_every_step_of_a_hand_round_trips(seed: int) -> None:
    for hand in played(seed):
        record = json.loads(json.dumps(hand.to_dict()))
        again = soko.Hand.from_dict(record)
        assert again == hand
        assert again.to_dict() == hand.to_dict() == record
        assert again.events == hand.events
        assert again.legal_actions() == hand.legal_actions()


def a_record() -> dict[str, Any]:
    """Return the record of a hand with something of everything in it."""
    hand = soko.Hand(SOKO, [500, 500, 30], deck=THREE)
    hand.complete()
    hand.raise_to()
    hand.call()
    return json.loads(json.dumps(hand.to_dict()))  # type: ignore[no-any-return]


def test_what_a_record_has() -> None:
    record = a_record()
    assert record.pop("rules") == SOKO.to_dict()
    assert record == {
        "version": 2,
        "dealer": 2,
        "starting_stacks": [500, 500, 30],
        "deal": "auto",
        "deck": THREE.split(),
        "actions": [
            {"kind": "complete", "seat": 0, "to": 20},
            {"kind": "raise", "seat": 1, "to": 40},
            {"kind": "call", "seat": 2, "to": 25},
        ],
        "street": 0,
        "actor": 0,
        "stacks": [475, 455, 0],
        "bets": [20, 40, 25],
        "pots": [[15, [0, 1, 2]]],
    }


def test_cards_that_the_caller_dealt_are_actions() -> None:
    hand = soko.Hand(SOKO, [100, 100], deck="2c 3c", deal="manual")
    hand.deal("As")
    hand.deal("Kd")
    hand.bring_in()
    record: Any = hand.to_dict()
    assert (record["deal"], record["deck"]) == ("manual", ["2c", "3c"])
    assert record["actions"] == [
        {"kind": "deal", "seat": 0, "face": "up", "card": "As"},
        {"kind": "deal", "seat": 1, "face": "up", "card": "Kd"},
        {"kind": "bring-in", "seat": 0, "to": 10},
    ]


def test_a_record_may_have_the_rules_themselves() -> None:
    assert soko.Hand.from_dict(a_record() | {"rules": SOKO}).rules is SOKO


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"version": 3}, soko.HistoryError, "record of a hand: version: 3: only 1 and 2 are known"),
    ({"version": "1"}, soko.HistoryError, "version: '1': only 1 and 2 are known"),
    ({"version": True}, soko.HistoryError, "version: True: only 1 and 2 are known"),
    ({"rules": None}, soko.HistoryError, "rules: a dictionary is needed"),
    ({"rules": {"version": 9}}, soko.RulesError, "version"),
    (
        {"rules": SOKO.replace(small_bet=25, big_bet=50).to_dict()},
        soko.IllegalAction,
        "action 0 of the record: complete to 20",
    ),
    ({"rules": SOKO.replace(max_players=2).to_dict()}, soko.SokoError, "3 stacks: the game is for 2 to 2 players"),
    ({"dealer": 3}, soko.SokoError, "dealer 3: seats are 0 to 2"),
    ({"dealer": 0}, soko.HistoryError, "actions: action 0 of the record"),
    ({"dealer": "2"}, soko.HistoryError, "dealer: '2' is not a whole number"),
    ({"starting_stacks": [500, 500]}, soko.SokoError, ""),
    ({"starting_stacks": [500, 500, 0]}, soko.SokoError, "seat 2 has no chips"),
    ({"starting_stacks": [500, 500, -30]}, soko.HistoryError, "starting_stacks: -30 is not a whole number"),
    ({"starting_stacks": [500, 500, 30.0]}, soko.HistoryError, "starting_stacks: 30.0 is not a whole number"),
    ({"starting_stacks": [500, 500, 2**63]}, soko.SokoError, "the stacks add up to more"),
    (
        {"starting_stacks": [501, 500, 30]},
        soko.HistoryError,
        "stacks: [475, 455, 0] is stated, but [476, 455, 0] follows",
    ),
    ({"starting_stacks": "500"}, soko.HistoryError, "starting_stacks"),
    ({"deal": "by hand"}, soko.HistoryError, "deal: 'by hand' is not one of auto, manual"),
    ({"deck": THREE[:20].split()}, soko.DeckError, "the deal needs 15 when nobody folds"),
    ({"deck": THREE.replace("3c", "2c").split()}, soko.DeckError, "card 2c is in the deck twice"),
    ({"deck": THREE.replace("3c", "3x").split()}, soko.CardError, "3x"),
    (
        {"deck": THREE.replace("As", "5s").split()},
        soko.HistoryError,
        "action 0 of the record: 'seat 0 completes to 20' is stated",
    ),
    ({"deck": None}, soko.HistoryError, "deck: None is not a list"),
    ({"deck": THREE}, soko.HistoryError, "is not a list"),
    ({"deck": ["As Kd"]}, soko.HistoryError, "deck: 'As Kd' is not a card such as 'As'"),
    ({"deck": [7]}, soko.HistoryError, "deck: 7 is not a card such as 'As'"),
    ({"rules": {1: 2}}, soko.HistoryError, "rules: "),
    ({"actions": None}, soko.HistoryError, "actions: None is not a list"),
    ({"actions": [3]}, soko.HistoryError, "a dictionary is needed, not int"),
    (
        {"actions": [{"kind": "complete", "seat": 0, "to": 999}]},
        soko.IllegalAction,
        "action 0 of the record: complete to 999",
    ),
    (
        {"actions": [{"kind": "complete", "seat": 1, "to": 20}]},
        soko.HistoryError,
        "'seat 1 completes to 20' is stated, but",
    ),
    (
        {"actions": [{"kind": "check", "seat": 0}]},
        soko.IllegalAction,
        "check by seat 0 on second street is not possible",
    ),
    (
        {"actions": [{"kind": "ante", "seat": 0, "amount": 5}]},
        soko.HistoryError,
        "'seat 0 antes 5' is not an action",
    ),
    (
        {"actions": [{"kind": "deal", "seat": 0, "face": "up", "card": "2s"}]},
        soko.IllegalAction,
        "action 0 of the record: no card is due",
    ),
    ({"actions": []}, soko.HistoryError, "stacks: [475, 455, 0] is stated, but [495, 495, 25] follows"),
    ({"street": 1}, soko.HistoryError, "street: 1 is stated, but 0 follows from the rest"),
    ({"actor": 1}, soko.HistoryError, "actor: 1 is stated, but 0 follows"),
    ({"actor": None}, soko.HistoryError, "actor: None is stated"),
    ({"stacks": [475, 456, 0]}, soko.HistoryError, "stacks: [475, 456, 0] is stated"),
    ({"bets": [20, 41, 25]}, soko.HistoryError, "bets: [20, 41, 25] is stated"),
    ({"pots": [[16, [0, 1, 2]]]}, soko.HistoryError, "pots: [[16, [0, 1, 2]]] is stated"),
    ({"colour": "red"}, soko.HistoryError, "'colour' is not a field of it"),
]


@pytest.mark.parametrize(("changes", "error", "message"), WRONG, ids=lambda value: str(value)[:60])
def test_records_are_checked(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        soko.Hand.from_dict(a_record() | changes)
    assert message in str(raised.value)


def test_every_field_is_needed() -> None:
    record = a_record()
    for name in record:
        with pytest.raises(soko.HistoryError, match=f"record of a hand: {name} is missing"):
            soko.Hand.from_dict({field: value for field, value in record.items() if field != name})


@pytest.mark.parametrize("record", [None, 3, "{}", [], [("version", 1)]])
def test_records_are_dictionaries(record: Any) -> None:
    with pytest.raises(soko.HistoryError, match="record of a hand: a dictionary is needed"):
        soko.Hand.from_dict(record)


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_record_is_refused_or_tells_of_another_hand(seed: int) -> None:
    hand = [hand.clone() for hand in played(seed)][-1]
    record: Any = hand.to_dict()
    refused = 0
    for place, value in numbers_in(record, ()):
        for other in (value + 1, value - 1):
            changed = copy.deepcopy(record)
            put(changed, place, other)
            try:
                again = soko.Hand.from_dict(changed)
            except soko.SokoError:
                refused += 1
            else:
                # Another raise that nobody called, or another dealer of a hand without moves.
                assert place[0] in {"actions", "dealer"}
                assert again.to_dict() == changed
                assert again.stacks == hand.stacks
    assert refused > 5


def numbers_in(value: Any, place: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], int]]:
    """Return where whole numbers stand in a record; the rules are checked elsewhere."""
    if isinstance(value, dict):
        return [found for key, item in value.items() if key != "rules" for found in numbers_in(item, (*place, key))]
    if isinstance(value, list):
        return [found for at, item in enumerate(value) for found in numbers_in(item, (*place, at))]
    return [(place, value)] if isinstance(value, int) and not isinstance(value, bool) else []


def put(record: Any, place: tuple[Any, ...], value: int) -> None:
    """Put a value into a record."""
    for step in place[:-1]:
        record = record[step]
    record[place[-1]] = value


def test_a_record_of_one_game_is_none_of_another() -> None:
    hand = begin(random_start(random.Random(5)))
    record: Any = hand.to_dict()
    with pytest.raises(soko.SokoError):
        soko.Hand.from_dict(record | {"rules": games.seven_card_stud(ante=3, bring_in=3).to_dict()})


JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 3, 9, 2**63, 2**64, 1.5, float("nan"), "", "As", "As Kd", "?", "call", "deal", "up",
    "down", "community", "\ud800", [], [1], [1, 2], {}, b"12", (1, 2), object(),
    {"kind": "fold", "seat": 0}, {"kind": "ante", "seat": 9, "amount": 1}, {"kind": "call", "seat": 7, "to": 2**63},
    {"kind": "deal", "seat": 0, "face": "up", "card": "As"}, {"kind": "show", "seat": 0, "cards": "As"},
]  # fmt: skip


def places_in(value: Any, place: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return every place in a record."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [place] if place else []
    for key, item in items:
        found += places_in(item, (*place, key))
    return found


def spoilt(choice: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with something in it replaced, added or left out."""
    record = copy.deepcopy(record)
    for _ in range(choice.choice([1, 1, 2])):
        *way, last = choice.choice(places_in(record, ()))
        holder: Any = record
        for step in way:
            holder = holder[step]
        chance = choice.random()
        if chance < 0.15 and len(holder) > 1:
            del holder[last]
        elif chance < 0.3 and isinstance(holder, dict):
            holder[choice.choice([1, "new", "seat"])] = copy.copy(choice.choice(JUNK))
        elif chance < 0.3:
            holder.append(copy.copy(choice.choice(JUNK)))
        else:
            holder[last] = copy.copy(choice.choice(JUNK))
    return record


@pytest.mark.parametrize("seed", range(100))
def test_junk_is_refused_by_name(seed: int) -> None:
    choice = random.Random(seed)
    hands = [hand.clone() for hand in played(seed)]
    hand = choice.choice(hands)
    values: list[Any] = [hand, hand.view(None), hand.view(0), choice.choice(hand.events)]
    for value in values:
        for _ in range(10):
            record = spoilt(choice, value.to_dict())
            try:
                again = type(value).from_dict(record)
            except soko.SokoError as error:
                assert str(error)
            else:
                assert again.to_dict().keys() == value.to_dict().keys() or isinstance(value, soko.Event)


def test_records_of_version_1_are_read() -> None:
    written: list[dict[str, Any]] = json.loads((DATA / "records_v1.json").read_text(encoding="utf-8"))
    assert len(written) == 8
    for entry in written:
        assert entry["hand"]["version"] == 1
        hand = soko.Hand.from_dict(entry["hand"])
        again = hand.to_dict()
        assert again["version"] == 2
        assert " ".join(again["deck"]) == entry["hand"]["deck"]  # type: ignore[arg-type]
        assert soko.Hand.from_dict(again) == hand
        for old, seat in zip(entry["views"], (None, 1), strict=True):
            assert soko.View.from_dict(old) == hand.view(seat)
            changed = old | {"hole_cards": old["hole_cards"][::-1]}
            if changed != old:
                with pytest.raises(soko.HistoryError, match="hole_cards: "):
                    soko.View.from_dict(changed)
