"""The form of our own: one event a line, for every game, read back event for event."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from soko import games
from soko._checks import written
from soko._soko import Event, HistoryError, Rules, SokoError, View
from soko.history._lines import MOST_DIGITS, Lines, lines_of, number_of, wrong
from soko.history._replay import History, Start, redealt
from soko.history._source import About, Source, about, refused

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD: Final = re.compile(
    r"Soko hand #(?P<number>[A-Za-z0-9-]{1,40}), table '(?P<table>[^']{1,60})'(?:, (?P<time>\S+))?"
)
_SEAT: Final = re.compile(r"Seat (?P<seat>\d): (?P<name>.{1,60}) \((?P<chips>\d{1,19})\)(?P<dealer>, dealer)?")
_VIEW: Final = re.compile(r"Seen by (?:(?P<nobody>a spectator)|seat (?P<seat>\d))")

# What is said of each kind of event: after the name of a player, where there is one. Fields in braces are those of the
# event, and reading takes the same table.
_SAID: Final = {
    "ante": "antes {amount}",
    "burn": "Burnt: {card}",
    "community": "Community card: {card}",
    "reveal": "turns out to have {cards}",
    "wild": "Wild: {rank}",
    "fold": "folds",
    "check": "checks",
    "call": "calls to {to}",
    "bring-in": "brings in {to}",
    "complete": "completes to {to}",
    "bet": "bets {to}",
    "raise": "raises to {to}",
    "uncalled": "takes back {amount}",
    "show": "shows {cards}",
    "muck": "mucks",
    "award": "wins {amount} of pot {pot}, {share}",
    "end": "The end",
}
_DEAL: Final = {"down": "is dealt {card} face down", "up": "is dealt {card} face up"}
_FIELDS: Final = {
    "amount": rf"(?P<amount>\d{{1,{MOST_DIGITS}}})",
    "to": rf"(?P<to>\d{{1,{MOST_DIGITS}}})",
    "pot": r"(?P<pot>\d)",
    "share": r"(?P<share>high|low)",
    "rank": r"(?P<rank>none|[2-9TJQKA])",
    "card": r"(?P<card>\?|[2-9TJQKA][cdhs])",
    "cards": r"(?P<cards>nothing|[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs]){0,6})",
}
_PATTERNS: Final = [
    (kind, face, re.compile(re.sub(r"\{(\w+)\}", lambda field: _FIELDS[field[1]], said)))
    for kind, face, said in [
        *((kind, None, said) for kind, said in _SAID.items()),
        *(("deal", face, said) for face, said in _DEAL.items()),
    ]
]
_STREET: Final = re.compile(r"--- (?P<name>\w+ street) ---")


def write(told: Source, facts: About) -> str:
    """Return the text of a hand."""
    time = "" if facts.time is None else f", {facts.time.isoformat()}"
    lines = [
        f"Soko hand #{facts.hand_number}, table '{facts.table}'{time}",
        f"Game: {' '.join(str(told.rules).split())}",
    ]
    lines.append(f"Rules: {json.dumps(changes(told.rules))}")
    for seat, (name, chips) in enumerate(zip(told.names, told.subject.starting_stacks, strict=True)):
        lines.append(f"Seat {seat}: {name} ({chips}){', dealer' if seat == told.subject.dealer else ''}")
    if isinstance(told.subject, View):
        lines.append("Seen by " + ("a spectator" if told.viewer is None else f"seat {told.viewer}"))
    lines += [_line(event, told.names) for event in told.events]
    if told.subject.payoffs is not None:
        won = [f"{name} {chips:+}" for name, chips in zip(told.names, told.subject.payoffs, strict=True)]
        lines.append(f"Result: {', '.join(won)}; rake {facts.rake}")
    text = "\n".join([*lines, ""])
    if isinstance(told.subject, View) and any(event.kind == "muck" for event in told.events):
        # Where only one hand is left of those that a viewer saw, nobody knows who else had a share.
        try:
            read(Lines([line for line in lines_of(text) if line.text]))
        except HistoryError as error:
            msg = f"the format 'soko' cannot say this view: {error}"
            raise HistoryError(msg) from error
    return text


def changes(rules: Rules) -> dict[str, object]:
    """Return the fields of rules that are not those of the game with their name, and the name; all of other games."""
    record = rules.to_dict()
    if rules.name not in games.NAMES:
        return record
    usual = games.by_name(rules.name).to_dict()
    return {field: value for field, value in record.items() if field == "name" or value != usual.get(field)}


def changed(record: object) -> Rules:
    """Return the rules of ``changes``; ``SokoError`` for what is none."""
    if not isinstance(record, dict) or not isinstance(record.get("name"), str):
        msg = "a JSON object with the name of the game is needed"
        raise refused(None, msg)
    name = record["name"]
    usual = games.by_name(name).to_dict() if name in games.NAMES else {}
    return Rules.from_dict({**usual, **record})


def _line(event: Event, names: tuple[str, ...]) -> str:
    record = event.to_dict()
    if event.kind == "street":
        return f"--- {event.name} ---"
    said = _DEAL[str(event.face)] if event.kind == "deal" else _SAID[event.kind]
    if isinstance(record.get("cards"), list):
        record["cards"] = " ".join(map(str, event.cards or ())) or "nothing"
    if event.kind == "wild" and event.rank is None:
        record["rank"] = "none"
    words = said.format_map(record)
    return words if event.seat is None else f"{names[event.seat]} {words}"


def read(lines: Lines) -> History:
    """Return the history of a text that ``write`` made."""
    start, names, facts, seen = _head(lines)
    events: list[Event] = []
    end, streets = None, 0
    for line in lines:
        if not line.text:
            continue
        if line.text.startswith("Result: "):
            end = line
            break
        events.append(_event(lines, names, streets))
        streets += events[-1].kind == "street"
    if lines.next() is not None:
        raise wrong(lines, "the hand has ended before")
    hand = redealt(start, events)
    if end is not None:
        _check_result(lines, end.text, names, hand.payoffs)
        facts = facts._replace(rake=number_of(end.text.rpartition("; rake ")[2], lines))
    return History(hand, names, seen, *facts)


def _head(lines: Lines) -> tuple[Start, tuple[str, ...], About, int | None]:
    head = lines.match(HEAD, "'Soko hand #...'")
    try:
        time = None if head["time"] is None else datetime.fromisoformat(head["time"])
    except ValueError:
        raise wrong(lines, f"{head['time']} is not a time") from None
    number = int(head["number"]) if head["number"].isdecimal() else head["number"]
    facts = about(number, head["table"], time, 0)
    lines.match(re.compile(r"Game: .*"), "'Game: ...'")
    text = lines.match(re.compile(r"Rules: (\{.*\})"), "'Rules: {...}'")[1]
    try:
        rules = changed(json.loads(text))
    except (SokoError, TypeError, ValueError, RecursionError) as error:
        raise wrong(lines, f"rules: {error}") from error
    names: list[str] = []
    stacks, dealer = [], 0
    while (seat := lines.maybe(_SEAT)) is not None:
        if int(seat["seat"]) != len(names) or seat["name"] in names:
            raise wrong(lines, f"seat {seat['seat']} ({seat['name']}) is out of order")
        dealer = len(names) if seat["dealer"] else dealer
        names.append(seat["name"])
        stacks.append(int(seat["chips"]))
    seen = lines.maybe(_VIEW)
    viewer = int(seen["seat"]) if seen and seen["seat"] else None
    return Start(rules, dealer, tuple(stacks)), tuple(names), facts, viewer


def _event(lines: Lines, names: tuple[str, ...], streets: int) -> Event:
    """Return the event of the line that was read last, after so many streets have begun."""
    text = lines.text
    if (street := _STREET.fullmatch(text)) is not None:
        return _made(lines, {"kind": "street", "street": streets, "name": street["name"]})
    for seat, words in [(None, text), *_speakers(text, names)]:
        for kind, face, pattern in _PATTERNS:
            found = pattern.fullmatch(words)
            if found is not None and (seat is None) is (kind in ("burn", "community", "wild", "end")):
                return _made(lines, _record(kind, face, seat, found.groupdict()))
    raise wrong(lines, f"{written(text[:80])} is nothing that happens in a hand")


def _speakers(text: str, names: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Return the seats that a line may be about, the longest name first, and what it says of each."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(f"{name} "):
            yield names.index(name), text[len(name) + 1 :]


def _record(kind: str, face: str | None, seat: int | None, found: dict[str, str]) -> dict[str, object]:
    record: dict[str, object] = {"kind": kind}
    if seat is not None:
        record["seat"] = seat
    if face is not None:
        record["face"] = face
    for field, text in found.items():
        record[field] = int(text) if field in ("amount", "to", "pot") else text
    if "cards" in found:
        record["cards"] = [] if found["cards"] == "nothing" else found["cards"].split()
    if found.get("rank") == "none":
        record["rank"] = None
    return record


def _made(lines: Lines, record: dict[str, object]) -> Event:
    try:
        return Event.from_dict(record)
    except SokoError as error:
        raise wrong(lines, str(error)) from error


def _check_result(lines: Lines, text: str, names: tuple[str, ...], payoffs: tuple[int, ...] | None) -> None:
    """Refuse a last line that is not what the hand came to."""
    won = [f"{name} {chips:+}" for name, chips in zip(names, payoffs or (), strict=False)]
    if text.rpartition("; rake ")[0] != f"Result: {', '.join(won)}":
        raise wrong(lines, f"{written(text[:80])}: the hand came to {', '.join(won) or 'no end'}")
