"""Matches as JSON has them, and the care taken when they are read."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from soko._reading import read_fields, wrong
from soko._soko import Hand, Rules, SokoError
from soko.rng import chance_record, read_chance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

VERSION: Final = 1
_WHAT: Final = "a match"
MOST_CHIPS: Final = 2**63 - 1
_FIELDS: Final = (
    *("rules", "stacks", "dealer", "dealer_moves", "sitting_out"),
    *("hands", "seats", "hand", "settled", "chance"),
)


class MatchState(NamedTuple):
    """All that a match is made of; ``stacks`` are those before the hand unless it is settled."""

    rules: Rules
    stacks: list[int]
    dealer: int
    dealer_moves: bool
    absent: set[int]
    hands: int
    seats: tuple[int, ...]
    hand: Hand | None
    settled: bool
    chance: tuple[np.random.Generator, np.random.Generator]


def dealt_last(seats: Sequence[int], box: int) -> int:
    """Return which of the table seats of a hand is the last to get a card: that at the box, or the next before it."""
    return max(range(len(seats)), key=lambda i: (seats[i] <= box, seats[i]))


def write_match(state: MatchState) -> dict[str, object]:
    """Return the record of a match; ``SokoError`` when its chance is of a kind that cannot be written down."""
    cards, policies = map(chance_record, state.chance)
    return {
        "version": VERSION,
        "rules": state.rules.to_dict(),
        "stacks": state.stacks.copy(),
        "dealer": state.dealer,
        "dealer_moves": state.dealer_moves,
        "sitting_out": sorted(state.absent),
        "hands": state.hands,
        "seats": list(state.seats),
        "hand": None if state.hand is None else state.hand.to_dict(),
        "settled": state.settled,
        "chance": {"cards": cards, "policies": policies},
    }


def read_match(record: Mapping[str, object]) -> MatchState:
    """Return the match of a record; ``HistoryError`` names the field that is wrong."""
    fields = read_fields(_WHAT, record, VERSION, _FIELDS)
    rules = _rules(fields["rules"])
    stacks = _numbers("stacks", fields["stacks"], MOST_CHIPS)
    if len(stacks) < rules.min_players:
        raise wrong(_WHAT, "stacks", f"{len(stacks)} seats: {rules.name} needs {rules.min_players}")
    if sum(stacks) > MOST_CHIPS:
        raise wrong(_WHAT, "stacks", f"{sum(stacks)} chips in all: at most {MOST_CHIPS} can be counted")
    last = len(stacks) - 1
    state = MatchState(
        rules,
        stacks,
        _number("dealer", fields["dealer"], last),
        _flag("dealer_moves", fields["dealer_moves"]),
        set(_seats("sitting_out", fields["sitting_out"], last)),
        _number("hands", fields["hands"], MOST_CHIPS),
        _seats("seats", fields["seats"], last),
        _hand(fields["hand"]),
        _flag("settled", fields["settled"]),
        _chance(fields["chance"]),
    )
    _check_hand(state)
    return state


def _check_hand(state: MatchState) -> None:
    """Compare the hand with what the match says of it."""
    hand, seats = state.hand, state.seats
    if hand is None:
        if state.hands or seats or not state.settled:
            raise wrong(_WHAT, "hand", f"None is stated, but hands are {state.hands}, seats {list(seats)}")
        return
    if state.hands == 0:
        raise wrong(_WHAT, "hands", "0 is stated, but there is a hand")
    if len(seats) != hand.players:
        raise wrong(_WHAT, "seats", f"{len(seats)} are stated, but {hand.players} play in the hand")
    if dealt_last(seats, state.dealer) != hand.dealer:
        raise wrong(
            _WHAT, "dealer", f"{state.dealer} is stated, but seat {seats[hand.dealer]} is dealt last in the hand"
        )
    if state.settled:
        if not hand.is_over:
            raise wrong(_WHAT, "settled", "True is stated, but the hand is not over")
        return
    stacks = tuple(state.stacks[seat] for seat in seats)
    if stacks != hand.starting_stacks:
        raise wrong(
            _WHAT, "stacks", f"{stacks} are stated for seats {seats}, but the hand began with {hand.starting_stacks}"
        )


def _rules(value: object) -> Rules:
    if isinstance(value, Rules):
        return value
    if not isinstance(value, dict):
        raise wrong(_WHAT, "rules", f"{value!r}: a dictionary is needed")
    try:
        return Rules.from_dict(cast("dict[str, object]", value))
    except (SokoError, TypeError) as error:
        raise wrong(_WHAT, "rules", error) from error


def _hand(value: object) -> Hand | None:
    if value is None or isinstance(value, Hand):
        return value
    try:
        return Hand.from_dict(cast("Mapping[str, object]", value))
    except SokoError as error:
        raise wrong(_WHAT, "hand", error) from error


def _chance(value: object) -> tuple[np.random.Generator, np.random.Generator]:
    match value:
        case {"cards": cards, "policies": policies, **rest} if not rest:
            return _generator("chance.cards", cards), _generator("chance.policies", policies)
    raise wrong(_WHAT, "chance", f"{value!r}: a dictionary of cards and policies is needed")


def _generator(field: str, value: object) -> np.random.Generator:
    try:
        return read_chance(value)
    except SokoError as error:
        raise wrong(_WHAT, field, error) from error


def _seats(field: str, value: object, last: int) -> tuple[int, ...]:
    seats = _numbers(field, value, last)
    if any(a >= b for a, b in pairwise(seats)):
        raise wrong(_WHAT, field, f"{value!r}: seats must be ascending")
    return tuple(seats)


def _numbers(field: str, value: object, high: int) -> list[int]:
    if not isinstance(value, list | tuple):
        raise wrong(_WHAT, field, f"{value!r} is not a list")
    return [_number(field, item, high) for item in cast("list[object]", value)]


def _number(field: str, value: object, high: int) -> int:
    if type(value) is not int or not 0 <= value <= high:
        raise wrong(_WHAT, field, f"{value!r}: a whole number from 0 to {high} is needed")
    return value


def _flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong(_WHAT, field, f"{value!r}: True or False is needed")
    return value
