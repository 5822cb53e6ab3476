"""Matches as JSON has them, and the care taken when they are read."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from soko._soko import Hand, HistoryError, Rules, SokoError
from soko.rng import chance_record, read_chance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

VERSION: Final = 1
MOST_CHIPS: Final = 2**63 - 1
_FIELDS: Final = (
    *("version", "rules", "stacks", "dealer", "dealer_moves", "sitting_out"),
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
    fields = _fields(record)
    rules = _rules(fields["rules"])
    stacks = _numbers("stacks", fields["stacks"], MOST_CHIPS)
    if len(stacks) < rules.min_players:
        raise _wrong("stacks", f"{len(stacks)} seats: {rules.name} needs {rules.min_players}")
    if sum(stacks) > MOST_CHIPS:
        raise _wrong("stacks", f"{sum(stacks)} chips in all: at most {MOST_CHIPS} can be counted")
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
            raise _wrong("hand", f"None is stated, but hands are {state.hands}, seats {list(seats)}")
        return
    if state.hands == 0:
        raise _wrong("hands", "0 is stated, but there is a hand")
    if len(seats) != hand.players:
        raise _wrong("seats", f"{len(seats)} are stated, but {hand.players} play in the hand")
    if dealt_last(seats, state.dealer) != hand.dealer:
        raise _wrong("dealer", f"{state.dealer} is stated, but seat {seats[hand.dealer]} is dealt last in the hand")
    if state.settled:
        if not hand.is_over:
            raise _wrong("settled", "True is stated, but the hand is not over")
        return
    stacks = tuple(state.stacks[seat] for seat in seats)
    if stacks != hand.starting_stacks:
        raise _wrong("stacks", f"{stacks} are stated for seats {seats}, but the hand began with {hand.starting_stacks}")


def _fields(record: Mapping[str, object]) -> dict[str, object]:
    try:
        fields = dict(record)
    except (TypeError, ValueError) as error:
        msg = f"record of a match: a dictionary is needed, not {type(record).__name__}"
        raise HistoryError(msg) from error
    if (missing := next((name for name in _FIELDS if name not in fields), None)) is not None:
        msg = f"record of a match: {missing} is missing"
        raise HistoryError(msg)
    if unknown := [name for name in fields if name not in _FIELDS]:
        msg = f"record of a match: {unknown[0]!r} is no field of it"
        raise HistoryError(msg)
    version = fields["version"]
    if type(version) is not int or version != VERSION:
        raise _wrong("version", f"{version!r} is not known, only {VERSION}")
    return fields


def _rules(value: object) -> Rules:
    if isinstance(value, Rules):
        return value
    if not isinstance(value, dict):
        raise _wrong("rules", f"{value!r}: a dictionary is needed")
    try:
        return Rules.from_dict(cast("dict[str, object]", value))
    except (SokoError, TypeError) as error:
        raise _wrong("rules", error) from error


def _hand(value: object) -> Hand | None:
    if value is None or isinstance(value, Hand):
        return value
    try:
        return Hand.from_dict(cast("Mapping[str, object]", value))
    except SokoError as error:
        raise _wrong("hand", error) from error


def _chance(value: object) -> tuple[np.random.Generator, np.random.Generator]:
    match value:
        case {"cards": cards, "policies": policies, **rest} if not rest:
            return _generator("chance.cards", cards), _generator("chance.policies", policies)
    raise _wrong("chance", f"{value!r}: a dictionary of cards and policies is needed")


def _generator(field: str, value: object) -> np.random.Generator:
    try:
        return read_chance(value)
    except SokoError as error:
        raise _wrong(field, error) from error


def _seats(field: str, value: object, last: int) -> tuple[int, ...]:
    seats = _numbers(field, value, last)
    if any(a >= b for a, b in pairwise(seats)):
        raise _wrong(field, f"{value!r}: seats must be ascending")
    return tuple(seats)


def _numbers(field: str, value: object, high: int) -> list[int]:
    if not isinstance(value, list | tuple):
        raise _wrong(field, f"{value!r} is no list")
    return [_number(field, item, high) for item in cast("list[object]", value)]


def _number(field: str, value: object, high: int) -> int:
    if type(value) is not int or not 0 <= value <= high:
        raise _wrong(field, f"{value!r}: a whole number from 0 to {high} is needed")
    return value


def _flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(field, f"{value!r}: True or False is needed")
    return value


def _wrong(field: str, problem: object) -> HistoryError:
    return HistoryError(f"record of a match: {field}: {problem}")
