"""What is written: a hand or a view, or the record of one, with the names of its players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from soko._checks import count, written
from soko._soko import ArgumentError, Card, Event, Hand, HistoryError, Rules, View

# No name is longer, and none has characters that end a line.
LONGEST_NAME = 60
MOST_CHIPS = 2**63 - 1


class Source(NamedTuple):
    """A hand as somebody saw it: the host all of it, a viewer no more than its view has."""

    subject: Hand | View
    names: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.subject.rules

    @property
    def players(self) -> int:
        """How many were dealt in."""
        return self.subject.players

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as it was seen."""
        return self.subject.events

    @property
    def viewer(self) -> int | None:
        """The seat that saw it, ``None`` for a spectator and for the host."""
        return self.subject.seat if isinstance(self.subject, View) else None

    def clockwise(self) -> list[int]:
        """Return the seats in the order in which they are dealt cards."""
        first = self.subject.dealer + 1
        return [(first + step) % self.players for step in range(self.players)]

    def cards(self, seat: int) -> list[Card | None]:
        """Return a seat's cards in the order dealt, with what became known of them later."""
        return [event.card for event in self.final_deals() if event.seat == seat]

    def final_deals(self) -> list[Event]:
        """Return the deals with all that became known of their cards later."""
        known = {seat: list(self.subject.hole_cards(seat)) for seat in range(self.players)}
        deals = []
        for event in self.events:
            if event.kind != "deal":
                continue
            if event.face == "down" and event.seat is not None:
                card = known[event.seat].pop(0)
                record = {**event.to_dict(), "card": "?" if card is None else str(card)}
                deals.append(Event.from_dict(record))
            else:
                deals.append(event)
        return deals


def source(value: object, names: Iterable[str] | None) -> Source:
    """Return what is to be written; records of ``to_dict`` are read first."""
    if isinstance(value, Mapping):
        value = View.from_dict(value) if "events" in value else Hand.from_dict(value)
    if not isinstance(value, (Hand, View)):
        msg = f"hand {written(value)}: a soko.Hand, a soko.View or the record of one is needed"
        raise TypeError(msg)
    return Source(value, _checked_names(names, value.players))


def _checked_names(names: Iterable[str] | None, players: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if isinstance(names, str) or not isinstance(names, Iterable):
        msg = f"names {written(names)}: {players} texts are needed"
        raise TypeError(msg)
    found: list[str] = []
    for name in names:
        if len(found) == players:
            msg = f"names: more than {players} were given"
            raise ArgumentError(msg)
        found.append(checked_text("name", name, LONGEST_NAME))
    if len(found) != players or len(set(found)) != players:
        msg = f"names {written(found)}: {players} different ones are needed"
        raise ArgumentError(msg)
    return tuple(found)


def checked_text(what: str, value: object, most: int) -> str:
    """Return a text that stands within a line: not empty, not too long, no space at its ends."""
    if not isinstance(value, str):
        msg = f"{what} {written(value)}: a text is needed, not {type(value).__name__}"
        raise TypeError(msg)
    if not (0 < len(value) <= most and value.isprintable() and value == value.strip()):
        shown = value if len(value) <= most else value[:most]
        msg = f"{what} {written(shown)}: 1 to {most} printable characters are allowed, without spaces around them"
        raise ArgumentError(msg)
    return value


class About(NamedTuple):
    """What a history says besides the hand."""

    hand_number: int | str
    table: str
    time: datetime | None
    rake: int
    currency: str
    unit: int


# Signs that rooms set before amounts.
CURRENCIES = ("", "$", "€", "£", "¥", "₹")
UNITS = (1, 100)


def about(
    hand_number: object, table: object, time: object, rake: object, currency: object = "", unit: object = 1
) -> About:
    """Return what a history says besides the hand, checked."""
    if not isinstance(hand_number, str):
        hand_number = count("hand_number", hand_number, 0, MOST_CHIPS, ArgumentError)
    elif not (checked_text("hand_number", hand_number, 40).replace("-", "").isalnum() and hand_number.isascii()):
        msg = f"hand_number {written(hand_number)}: letters, digits and hyphens are allowed"
        raise ArgumentError(msg)
    elif hand_number.isdecimal():
        msg = f"hand_number {written(hand_number)}: give a number as an int"
        raise ArgumentError(msg)
    if time is not None and not isinstance(time, datetime):
        msg = f"time {written(time)}: a datetime or None is needed"
        raise TypeError(msg)
    if currency not in CURRENCIES:
        msg = f"currency {written(currency)}: one of {', '.join(map(repr, CURRENCIES))} is needed"
        raise ArgumentError(msg)
    scale = count("unit", unit, 1, 100, ArgumentError)
    if scale not in UNITS:
        msg = f"unit {written(unit)}: 1 or 100 chips make one of the currency"
        raise ArgumentError(msg)
    name = checked_text("table", table, LONGEST_NAME)
    if "'" in name or '"' in name or " - " in name:
        msg = f"table {written(name)}: quotes and ' - ' are not allowed"
        raise ArgumentError(msg)
    chips = count("rake", rake, 0, MOST_CHIPS, ArgumentError)
    return About(hand_number, name, time, chips, currency, scale)


def refused(line: int | None, problem: str) -> HistoryError:
    """Return the error of a line, or of a whole text."""
    return HistoryError(problem if line is None else f"line {line}: {problem}")
