"""Matches written down: at any time, for any source of chance, and what is refused."""

import copy
import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import soko
from soko.match import play_randomly

BITS = ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"]


def again(match: soko.Match) -> soko.Match:
    """Return the match of what JSON makes of its record."""
    return soko.Match.from_dict(json.loads(json.dumps(match.to_dict())))


def facts(match: soko.Match) -> tuple[object, ...]:
    """Return all that a match tells of itself."""
    return (
        *(match.rules, match.stacks, match.total, match.dealer, match.next_dealer, match.seats, match.hands),
        *(match.hand, match.playing, match.sitting_out, match.in_hand, match.is_over, repr(match), match.to_dict()),
    )


@pytest.mark.parametrize("seed", range(25))
def test_a_match_goes_on_from_its_record_at_any_time(seed: int) -> None:
    choice = random.Random(seed)
    rules = [soko.games.soko(), soko.games.follow_the_bitch(low_chicago=True), soko.games.five_card_stud(limit="no")]
    stacks = [choice.randint(0, 80) for _ in range(4)]
    match = soko.Match(rules[seed % 3], stacks, rng=seed, dealer_moves=bool(seed % 2), dealer=choice.randrange(4))
    assert facts(again(match)) == facts(match)
    for _ in range(8):
        seat = choice.randrange(4)
        choice.choice([match.sit_out, match.sit_in])(seat)
        match.add_chips(seat, 20)
        if match.is_over:
            continue
        hand = match.deal(rules=choice.choice(rules))
        while hand.actor is not None:
            if choice.random() < 0.2:
                match = again(match)
                assert match.hand == hand
                hand = match.hand
            hand.act(*play_randomly(hand.view(hand.actor or 0), np.random.default_rng(choice.randrange(1000))))
        other = again(match)
        assert facts(other) == facts(match)
        # The hand is settled once, by the match that was written down and by the one that was read.
        assert match.settle() == other.settle()
        assert facts(again(match)) == facts(match) == facts(other)
    one, two = again(match), again(match)
    for goes_on in (match, one, two):
        goes_on.play("random", hands=3)
    assert facts(one) == facts(two) == facts(match)


def test_what_a_record_has() -> None:
    match = soko.Match(soko.games.soko(), [100, 0, 100, 50], rng=7, dealer=1, dealer_moves=True)
    match.sit_out(3)
    hand = match.deal()
    hand.bring_in()
    record: Any = json.loads(json.dumps(match.to_dict()))
    assert record.pop("rules") == soko.games.soko().to_dict()
    assert record.pop("hand") == hand.to_dict()
    chance = record.pop("chance")
    assert [chance[name]["bit_generator"] for name in ("cards", "policies")] == ["PCG64", "PCG64"]
    assert all(isinstance(chance["cards"]["state"][name], str) for name in ("state", "inc"))
    assert record == {
        "version": 1,
        "stacks": [100, 0, 100, 50],
        "dealer": 2,
        "dealer_moves": True,
        "sitting_out": [3],
        "hands": 1,
        "seats": [0, 2],
        "settled": False,
    }


def test_a_hand_dealt_by_the_caller_goes_on_too() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    hand = match.deal(deal="manual")
    hand.deal("As")
    other = again(match)
    assert other.hand == hand
    assert other.hand is not None
    assert other.hand.chance == hand.chance
    assert other.in_hand


@pytest.mark.parametrize("name", BITS)
def test_any_bit_generator_of_numpy_goes_on(name: str) -> None:
    match = soko.Match(soko.games.soko(), [500, 500], rng=getattr(np.random, name)(5))
    for _ in range(4):
        match.play("random", hands=1)
        # A number of 32 bits leaves half of the 64 behind.
        match._chance[0].integers(10, dtype=np.uint32)
        other = again(match)
        assert other.to_dict() == match.to_dict()
        assert other._chance[0].random(700).tolist() == copy.deepcopy(match)._chance[0].random(700).tolist()
        other = again(match)
        assert other.play("random", hands=2) == match.play("random", hands=2)
        assert facts(other) == facts(match)


def test_chance_of_another_kind_cannot_be_written_down() -> None:
    class PCG64(np.random.PCG64):
        """Not numpy's."""

    match = soko.Match(soko.games.soko(), [500, 500], rng=PCG64(5))
    with pytest.raises(soko.SokoError, match=r"^rng: a PCG64 cannot be saved, only PCG64, PCG64DXSM, MT"):
        match.to_dict()


def a_record(*, settled: bool = False) -> dict[str, Any]:
    """Return a record of three at a table of four, in their second hand or after it."""
    match = soko.Match(soko.games.soko(), [100, 0, 100, 50], rng=7)
    match.play("call", hands=1)
    hand = match.deal()
    if settled:
        match.play("call", hands=0)
    else:
        hand.bring_in()
    return json.loads(json.dumps(match.to_dict()))  # type: ignore[no-any-return]


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"version": 2}, "version: 2 is not known, only 1"),
    ({"version": True}, "version: True is not known, only 1"),
    ({"rules": None}, "rules: None: a dictionary is needed"),
    ({"rules": {"version": 9}}, "rules: "),
    ({"rules": {1: 2}}, "rules: "),
    ({"stacks": [100, 0, 100]}, "dealer: 3: a whole number from 0 to 2 is needed"),
    ({"stacks": [100]}, "stacks: 1 seats: soko needs 2"),
    ({"stacks": [100, 0, 101, 50]}, "stacks: .* are stated for seats .*, but the hand began with"),
    ({"stacks": [100, 0, -1, 50]}, "stacks: -1: a whole number from 0 to"),
    ({"stacks": [100, 0, 1.0, 50]}, "stacks: 1.0: a whole number"),
    ({"stacks": [2**63 - 1, 1, 0, 0]}, f"stacks: {2**63} chips in all: at most"),
    ({"stacks": "100"}, "stacks: '100' is not a list"),
    ({"dealer": 4}, "dealer: 4: a whole number from 0 to 3"),
    ({"dealer": True}, "dealer: True"),
    ({"dealer": 2}, "dealer: 2 is stated, but seat 3 is dealt last in the hand"),
    ({"dealer_moves": 1}, "dealer_moves: 1: True or False is needed"),
    ({"sitting_out": [1, 1]}, "sitting_out: .*: seats must be ascending"),
    ({"sitting_out": [4]}, "sitting_out: 4: a whole number from 0 to 3"),
    ({"hands": 0}, "hands: 0 is stated, but there is a hand"),
    ({"hands": -1}, "hands: -1"),
    ({"hands": "2"}, "hands: '2'"),
    ({"seats": [0, 3]}, "seats: 2 are stated, but 3 play in the hand"),
    ({"seats": [0, 1, 2, 3]}, "seats: 4 are stated, but 3 play"),
    ({"seats": [0, 1, 3]}, "stacks: .* are stated for seats .0, 1, 3., but the hand began with"),
    ({"seats": [3, 2, 0]}, "seats: .*: seats must be ascending"),
    ({"seats": [0, 2, 4]}, "seats: 4: a whole"),
    ({"hand": None}, "hand: None is stated, but hands are 2, seats"),
    ({"hand": 5}, "hand: record of a hand: a dictionary is needed, not int"),
    ({"hand": {}}, "hand: record of a hand: version is missing"),
    ({"settled": True}, "settled: True is stated, but the hand is not over"),
    ({"settled": None}, "settled: None: True or False"),
    ({"chance": None}, "chance: None: a dictionary of cards and policies is needed"),
    ({"chance": {"cards": {}}}, "chance: .* is needed"),
    ({"colour": "red"}, "'colour' is not a field of it"),
]


@pytest.mark.parametrize(("changes", "text"), FAULTS)
def test_damaged_records_are_refused_by_name(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(soko.HistoryError, match=f"^record of a match: {text}"):
        soko.Match.from_dict(a_record() | changes)


def test_a_hand_that_breaks_the_rules_is_refused() -> None:
    record = a_record()
    record["hand"]["actions"][0]["to"] += 1
    with pytest.raises(soko.HistoryError, match=r"^record of a match: hand: action 0 of the record"):
        soko.Match.from_dict(record)


@pytest.mark.parametrize("settled", [False, True])
def test_every_field_is_needed(*, settled: bool) -> None:
    record = a_record(settled=settled)
    for name in record:
        with pytest.raises(soko.HistoryError, match=f"^record of a match: {name} is missing$"):
            soko.Match.from_dict({key: value for key, value in record.items() if key != name})
    for junk in (None, 3, "{}", [1]):
        with pytest.raises(soko.HistoryError, match=r"^record of a match: a dictionary is needed"):
            soko.Match.from_dict(junk)  # type: ignore[arg-type]


def test_a_match_without_a_hand_says_so_throughout() -> None:
    record: Any = soko.Match(soko.games.soko(), [100, 100], rng=7).to_dict()
    for changes in ({"hands": 1}, {"seats": [0]}, {"settled": False}):
        with pytest.raises(soko.HistoryError, match=r"^record of a match: hand: None is stated"):
            soko.Match.from_dict(record | changes)


CHANCE: list[tuple[str, tuple[str, ...], Any, str]] = [
    ("PCG64", ("bit_generator",), "PCG65", "bit_generator 'PCG65': one of PCG64,"),
    ("PCG64", ("bit_generator",), ["PCG64"], "bit_generator .*: one of"),
    ("PCG64", ("bit_generator",), "SFC64", "state: a dictionary of state is needed"),
    ("PCG64", ("state",), None, "state: a dictionary of state, inc is needed"),
    ("PCG64", ("state", "inc"), 5, f"inc 5: a number from 0 to {2**128 - 1}, as a text of digits, is needed"),
    ("PCG64", ("state", "inc"), str(2**128), f"inc '{2**128}': a number"),
    ("PCG64", ("state", "inc"), "9" * 5000, "inc '9"),
    ("PCG64", ("state", "state"), "-1", "state '-1': a number"),
    ("PCG64", ("has_uint32",), "2", "has_uint32 '2': a number from 0 to 1"),
    ("PCG64", ("uinteger",), str(2**32), "uinteger .*: a number"),
    ("MT19937", ("state", "pos"), "625", "pos '625': a number from 0 to 624"),
    ("MT19937", ("state", "key"), ["1"] * 623, "key: a list of 624 numbers is needed"),
    ("MT19937", ("state", "key"), ["1"] * 625, "key: a list of 624 numbers is needed"),
    ("MT19937", ("state", "key"), [str(2**32)] * 624, f"key '{2**32}': a number"),
    ("Philox", ("buffer_pos",), "5", "buffer_pos '5': a number from 0 to 4"),
    ("Philox", ("buffer",), "1234", "buffer: a list of 4 numbers"),
    ("SFC64", ("state", "state"), ["1", "2", "3", "\u0664"], "state '\u0664': a number"),
]


@pytest.mark.parametrize(("name", "place", "value", "text"), CHANCE)
def test_damaged_chance_is_refused_by_name(name: str, place: tuple[str, ...], value: Any, text: str) -> None:
    record: Any = soko.Match(soko.games.soko(), [100, 100], rng=getattr(np.random, name)(5)).to_dict()
    *way, last = place
    holder = record["chance"]["cards"]
    for step in way:
        holder = holder[step]
    holder[last] = value
    with pytest.raises(soko.HistoryError, match=f"^record of a match: chance.cards: {text}"):
        soko.Match.from_dict(record)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_junk_is_refused_with_a_clear_error(data: st.DataObject) -> None:
    record: Any = a_record(settled=data.draw(st.booleans()))
    holder = record
    while True:
        name = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        inside = holder[name]
        if not isinstance(inside, dict | list) or not inside or data.draw(st.booleans()):
            break
        holder = inside
    holder[name] = data.draw(JUNK)
    try:
        match = soko.Match.from_dict(record)
    except soko.SokoError as error:
        assert str(error).startswith("record of a match: ")
    else:
        # What was taken is a match that holds together.
        assert facts(again(match)) == facts(match)
