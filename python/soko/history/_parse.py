"""What the lines of two card rooms say, before it is played."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from soko._checks import written
from soko.history._lines import Line, Lines, cards_of, wrong
from soko.history._plain import HEAD as PLAIN_HEAD
from soko.history._replay import Move, Told
from soko.history._source import MOST_CHIPS, refused

_CARDS: Final = r"\[([2-9TJQKAcdhs10 ]{2,30})\]"
STARS_HEAD: Final = re.compile(r"(?P<site>Poker ?Stars|POKERSTARS|Hive Poker)[ \w.]{0,40}#(?P<number>[\w-]{1,40}):")
TILT_HEAD: Final = re.compile(r"Full ?Tilt(?: ?Poker)?(?:\.\w{2,3})? (?:Game|Hand) #(?P<number>[\w-]{1,40}):")
HEADS: Final = (PLAIN_HEAD, STARS_HEAD, TILT_HEAD)
_LIMIT: Final = {"limit": "fixed", "fixed limit": "fixed", "pot limit": "pot", "no limit": "no"}
_AMOUNT: Final = r"(?:[$€£¥₹]|Rs\. )?\d[\d,]{0,24}(?:\.\d{1,2})?"
_STARS_GAME: Final = re.compile(
    rf"(?P<game>[57][ -]Card Stud(?: Hi/Lo)?) (?P<limit>(?:Fixed |Pot |No )?Limit)\b.{{0,40}}?"
    rf"\((?P<small>{_AMOUNT})/(?P<big>{_AMOUNT})(?: [A-Z]{{3}})?\)(?P<when>.*)",
    re.IGNORECASE,
)
_TILT_GAME: Final = re.compile(
    rf" - (?P<small>{_AMOUNT})/(?P<big>{_AMOUNT})(?: Ante (?P<ante>{_AMOUNT}))? - "
    r"(?P<limit>(?:Fixed |Pot |No )?Limit) (?P<game>Stud Hi|Stud H/L|[57][ -]Card Stud(?: Hi)?) - (?P<when>.*)",
    re.IGNORECASE,
)
_SEAT: Final = re.compile(rf"Seat (\d{{1,2}}): (.{{1,60}}) \(({_AMOUNT})(?: in chips)?[^()]*\)(.*)")
_STARS_TABLE: Final = re.compile(r"Table '([^']{1,80})'.*?(?:Seat #(\d{1,2}) is the button)?")
_BUTTON: Final = re.compile(r"The button is in seat #(\d{1,2})")
_STREET: Final = re.compile(r"\*\*\* (?:\d[A-Z]{2} STREET|RIVER) \*\*\*(?: " + _CARDS + ")?", re.IGNORECASE)
_DEALT: Final = re.compile(r"Dealt to (.{1,60}?) (?:" + _CARDS + " )?" + _CARDS)
_RAKE: Final = re.compile(rf"Total pot {_AMOUNT}.*\| Rake ({_AMOUNT}).*")
_FATE: Final = re.compile(r"Seat (\d{1,2}): .{1,60}?(?: \([a-z ]+\))? (?:showed|mucked) " + _CARDS + ".*")
_HOUSE: Final = re.compile(r"House rules: (\{.*\})")
_DATE: Final = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})")
_CLOCK: Final = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?(?: (?:AM|PM))?(?: ([A-Z]{2,5}))?")

# What follows the name of a player, and the kind of move that it is; the amount is a total (to) or what is added (by).
_ALL_IN: Final = r"(?:,? and is all[- ]in)?(?: \(disconnect\))?"
_STARS_MOVES: Final = (
    ("ante", "by", re.compile(rf": posts the ante ({_AMOUNT}){_ALL_IN}")),
    ("bring-in", "to", re.compile(rf": brings[- ]in(?: low)? for ({_AMOUNT}){_ALL_IN}")),
    ("fold", "", re.compile(rf": folds(?: \[.*\])?{_ALL_IN}")),
    ("check", "", re.compile(rf": checks{_ALL_IN}")),
    ("call", "by", re.compile(rf": calls ({_AMOUNT}){_ALL_IN}")),
    ("wager", "to", re.compile(rf": bets ({_AMOUNT}){_ALL_IN}")),
    ("wager", "to", re.compile(rf": (?:raises|completes)(?: {_AMOUNT})? (?:it )?to ({_AMOUNT}){_ALL_IN}")),
    ("show", "", re.compile(r": shows " + _CARDS + r".*")),
    ("muck", "", re.compile(r": mucks hand")),
    ("collect", "by", re.compile(rf" collected ({_AMOUNT}) from (?:main |side )?pot(?:-\d)?")),
)
_TILT_MOVES: Final = (
    ("ante", "by", re.compile(rf" antes ({_AMOUNT}){_ALL_IN}")),
    ("bring-in", "to", re.compile(rf" brings in for ({_AMOUNT}){_ALL_IN}")),
    ("fold", "", re.compile(r" folds")),
    ("check", "", re.compile(r" checks")),
    ("call", "by", re.compile(rf" calls ({_AMOUNT}){_ALL_IN}")),
    ("wager", "to", re.compile(rf" bets ({_AMOUNT}){_ALL_IN}")),
    ("wager", "to", re.compile(rf" (?:raises|completes it) to ({_AMOUNT}){_ALL_IN}")),
    ("show", "", re.compile(r" shows " + _CARDS + r".*")),
    ("muck", "", re.compile(r" mucks")),
    (
        "collect",
        "by",
        re.compile(rf" (?:wins|ties for) (?:the (?:main )?pot|(?:the )?side pot(?: #\d)?) \(({_AMOUNT})\).*"),
    ),
)
_CENTS: Final = re.compile(r"(?<![\w.])[$€£¥₹]?\d[\d,]{0,24}\.\d{1,2}(?![\w.])")
_UNCALLED: Final = re.compile(rf"Uncalled bet (?:\(({_AMOUNT})\)|of ({_AMOUNT})) returned to (.{{1,60}})")


@dataclass
class Parsed:
    """What a history of a card room says, with chips as whole numbers and seats from 0."""

    line: int | None
    game: str
    limit: str
    small: int
    big: int
    number: int | str
    table: str
    time: datetime | None
    currency: str
    unit: int
    ante: int = 0
    bring_in: int = 0
    names: list[str] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)
    button: int | None = None
    house: dict[str, object] | None = None
    viewer: int | None = None
    told: Told = field(default_factory=lambda: Told([], []))
    uncalled: dict[int, int] = field(default_factory=dict)
    collected: list[tuple[int, int]] = field(default_factory=list)
    rake: int | None = None
    last: int | None = None


def parse(lines: list[Line]) -> Parsed:
    """Return what the lines of one hand say; ``HistoryError`` names a line that is wrong."""
    return _Parser(lines).parsed


class _Parser:
    """Reads line after line; lines that say nothing of the hand are passed over."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = Lines(lines)
        self.tilt = TILT_HEAD.match(lines[0].text) is not None
        # A chip is a hundredth where any amount has decimals; before the stakes stand prices of tournaments.
        head = (_TILT_GAME if self.tilt else _STARS_GAME).search(lines[0].text)
        amounts = [head[0] if head else "", *(line.text for line in lines[1:])]
        self.unit = 100 if any(map(_CENTS.search, amounts)) else 1
        self.parsed = self._head()
        self.room_seats: list[int] = []
        self._seats(lines)
        self.bets: list[int] = [0] * len(self.parsed.names)
        self.antes: list[int] = [0] * len(self.parsed.names)
        self.shown: dict[int, list[str]] = {}
        self.street = -1
        self.over = False
        for line in self.lines:
            self._line(line)
        self._finish()

    def chips(self, text: str) -> int:
        """Return an amount as a number of chips."""
        whole, _, cents = text.lstrip("$€£¥₹Rs. ").replace(",", "").partition(".")
        chips = int(whole) * self.unit + (int(cents.ljust(2, "0")) if cents else 0)
        if chips > MOST_CHIPS:
            raise wrong(self.lines, f"{text} is too much")
        return chips

    def _head(self) -> Parsed:
        line = self.lines.lines[0]
        self.lines.next()
        head = (TILT_HEAD if self.tilt else STARS_HEAD).match(line.text)
        found = (_TILT_GAME if self.tilt else _STARS_GAME).search(line.text)
        if head is None or found is None or re.search("Hi/Lo|H/L", found["game"], re.IGNORECASE):
            raise wrong(self.lines, f"'{line.text[:100]}': seven-card or five-card stud is needed")
        number = head["number"]
        table = "soko"
        if self.tilt:
            before = line.text[head.end() : found.start()].strip()
            # Of a tournament the table comes last.
            told = before if before.startswith("Table ") else f"Table {before.rpartition('Table ')[2]}"
            table = told.removeprefix("Table ").strip() or table
        return Parsed(
            line=line.number,
            game="five_card_stud" if found["game"].startswith("5") else "seven_card_stud",
            limit=_LIMIT[found["limit"].lower()],
            small=self.chips(found["small"]),
            big=self.chips(found["big"]),
            number=int(number) if number.isdecimal() else number,
            table=table,
            time=_time(found["when"]),
            currency=found["small"][0] if found["small"][0] in "$€£¥₹" else "",
            unit=self.unit,
        )

    def _seats(self, lines: list[Line]) -> None:
        """Read who sits where; those who are dealt no card sit out."""
        dealt = {found[1] for line in lines if (found := _DEALT.fullmatch(line.text))}
        button = None
        for line in self.lines:
            if line.text.startswith("***"):
                break
            if (table := _STARS_TABLE.fullmatch(line.text)) and not self.tilt:
                self.parsed.table, button = table[1], table[2] or button
            elif (found := _BUTTON.fullmatch(line.text)) is not None:
                button = found[1]
            elif (found := _HOUSE.fullmatch(line.text)) is not None:
                self.parsed.house = self._house(found[1])
            elif (found := _SEAT.fullmatch(line.text)) is not None and found[2] in dealt:
                self._seat(int(found[1]), found[2], self.chips(found[3]))
        if not 2 <= len(self.parsed.names) <= 10:
            raise wrong(self.lines, f"{len(self.parsed.names)} players are dealt in: 2 to 10 are needed")
        if button is not None and int(button) in self.room_seats:
            self.parsed.button = self.room_seats.index(int(button))
        self.parsed.told = Told([[] for _ in self.parsed.names], [[] for _ in self.parsed.names])
        # The lines with antes stand before the first street.
        self.lines.at = next(place for place, line in enumerate(lines) if _SEAT.fullmatch(line.text))

    def _seat(self, seat: int, name: str, chips: int) -> None:
        if name in self.parsed.names or (self.room_seats and seat <= self.room_seats[-1]):
            raise wrong(self.lines, f"seat {seat} ({name}) is out of order")
        self.room_seats.append(seat)
        self.parsed.names.append(name)
        self.parsed.stacks.append(chips)

    def _house(self, text: str) -> dict[str, object]:
        try:
            house: dict[str, object] = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise wrong(self.lines, f"house rules: {error}") from error
        return house

    def _line(self, line: Line) -> None:
        text = line.text
        if (street := _STREET.fullmatch(text)) is not None:
            self.street += 1
            self.bets = [0] * len(self.bets)
            if street[1]:
                self.parsed.told.community += cards_of(street[1], self.lines)
        elif (dealt := _DEALT.fullmatch(text)) is not None and dealt[1] in self.parsed.names:
            self._dealt(self.parsed.names.index(dealt[1]), dealt[2], cards_of(dealt[3], self.lines))
        elif (back := _UNCALLED.fullmatch(text)) is not None and back[3] in self.parsed.names:
            self.parsed.uncalled[self.parsed.names.index(back[3])] = self.chips(back[1] or back[2])
        elif (rake := _RAKE.fullmatch(text)) is not None:
            self.parsed.rake, self.over = self.chips(rake[1]), True
        elif (fate := _FATE.fullmatch(text)) is not None and int(fate[1]) in self.room_seats:
            self.shown.setdefault(self.room_seats.index(int(fate[1])), cards_of(fate[2], self.lines))
        elif not self.over:
            self._move(line)

    def _dealt(self, seat: int, before: str | None, new: list[str]) -> None:
        """Take the cards of a street: face down before face up on the first, then one each."""
        told, first = self.parsed.told, 1 if self.parsed.game == "five_card_stud" else 2
        if self.street == 0:
            new = (cards_of(before, self.lines) if before else []) + new
            if len(new) not in (1, first + 1):
                raise wrong(self.lines, f"{len(new)} cards: 1 or {first + 1} are dealt on the first street")
            told.down[seat] += new[:-1]
            told.up[seat].append(new[-1])
        elif len(new) != 1 or self.street < 0:
            raise wrong(self.lines, f"{' '.join(new)}: one card is dealt on a later street")
        elif first == 2 and self.street == 4:
            told.down[seat] += [None] * (first - len(told.down[seat]))
            told.down[seat] += new
        else:
            told.up[seat] += new

    def _move(self, line: Line) -> None:
        """Take what a player does; the longest name that fits counts."""
        for name in sorted(self.parsed.names, key=len, reverse=True):
            if not line.text.startswith(name):
                continue
            rest = line.text[len(name) :]
            for kind, way, pattern in _TILT_MOVES if self.tilt else _STARS_MOVES:
                if (found := pattern.fullmatch(rest)) is not None:
                    chips = self.chips(found[1]) if way else 0
                    self._take(self.parsed.names.index(name), kind, way, chips, found)
                    return

    def _take(self, seat: int, kind: str, way: str, chips: int, found: re.Match[str]) -> None:
        told = self.parsed.told
        if kind == "ante":
            self.antes[seat] = chips
        elif kind == "collect":
            self.parsed.collected.append((seat, chips))
        elif kind == "show":
            self.shown[seat] = cards_of(found[1], self.lines)
            told.shows.append(seat)
        elif kind == "muck":
            told.mucks.add(seat)
        elif self.street < 0:
            raise wrong(self.lines, "nobody acts before the first street")
        else:
            to = self.bets[seat] + chips if way == "by" else chips
            self.bets[seat] = to if way else self.bets[seat]
            told.moves.append(Move(seat, kind, to if way else None, self.lines.number))

    def _finish(self) -> None:
        """Fill in what follows from all lines: stakes, the viewer, and the cards of hands that were shown."""
        parsed, told = self.parsed, self.parsed.told
        parsed.last = self.lines.number
        parsed.ante = max(self.antes)
        known = [seat for seat, cards in enumerate(told.down) if any(cards)]
        parsed.viewer = known[0] if len(known) == 1 else None
        posted = next((move for move in told.moves if move.kind == "bring-in"), None)
        half = max(parsed.small // 2, 1)
        if posted is None or posted.to is None:
            parsed.bring_in = half
        else:
            all_in = posted.to + self.antes[posted.seat] == parsed.stacks[posted.seat]
            parsed.bring_in = max(posted.to, half) if all_in else posted.to
        for seat, cards in self.shown.items():
            if not any(told.down[seat]) or None in told.down[seat]:
                open_cards = {*told.up[seat], *told.community}
                told.down[seat] = [card for card in cards if card not in open_cards]


def _time(text: str) -> datetime | None:
    """Return the first time of a text, of the room's own clock unless it is universal; the year 1970 is none."""
    day, clock = _DATE.search(text), _CLOCK.search(text)
    if day is None or clock is None:
        return None
    zone = UTC if clock[4] in ("UTC", "GMT") else None
    year, month, date = (int(part) for part in day.groups())
    hour, minute, second = (int(part or 0) for part in clock.groups()[:3])
    try:
        time = datetime(year, month, date, hour, minute, second, tzinfo=zone)
    except ValueError:
        raise refused(1, f"{written(text[:60])} is not a time") from None
    return None if time.year == 1970 else time  # as text writes it
