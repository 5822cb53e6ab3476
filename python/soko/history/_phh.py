"""Hands in the PHH format: TOML, of which fixed-limit seven-card stud is a variant."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from datetime import time as clock_time
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final

from soko import games
from soko._checks import written
from soko._soko import Event, Hand, HistoryError, Rules, SokoError
from soko.history._lacks import lacks, shown_late, why_not
from soko.history._plain import changed, changes
from soko.history._replay import WAGERS, History, Move, Start, finish, take
from soko.history._source import LONGEST_NAME, MOST_CHIPS, About, Source, about, checked_text, refused, source
from soko.history._toml import dumps, loads

_UTC: Final = UTC
VARIANT: Final = "F7S"
_SHORT: Final = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}
_CARDS: Final = r"((?:\?\?|[2-9TJQKA][cdhs]){1,7})"
_ACTIONS: Final = {
    "deal": re.compile(r"d dh p(\d{1,2}) " + _CARDS),
    "community": re.compile(r"d db " + _CARDS),
    "fold": re.compile(r"p(\d{1,2}) f"),
    "cc": re.compile(r"p(\d{1,2}) cc"),
    "bring-in": re.compile(r"p(\d{1,2}) pb"),
    "wager": re.compile(r"p(\d{1,2}) cbr (\d{1,19}(?:\.\d{1,2})?)"),
    "muck": re.compile(r"p(\d{1,2}) sm"),
    "show": re.compile(r"p(\d{1,2}) sm " + _CARDS),
    "show again": re.compile(r"p(\d{1,2}) sm -"),
}
_HOST: Final = re.compile(r"(\d{1,7}) (reveal|muck|show) p(\d{1,2})(?: " + _CARDS + ")?")
# Longer ones are no hand; a hand without a cap on raises may have many.
MOST_ACTIONS: Final = 1 << 20


def write(told: Source, facts: About) -> str:
    """Return the hand as TOML."""
    lacks(told, "phh")
    if not isinstance(told.subject, Hand) and any(event.kind == "reveal" for event in told.events):
        msg = "the format 'phh' cannot say: when unknown cards became known to a player"
        raise HistoryError(msg)
    rules, order = told.rules, told.clockwise()
    fields: dict[str, object] = {} if why_not(rules, "phh") else {"variant": VARIANT}
    fields["antes"] = [rules.ante] * told.players
    if rules.bring_in:
        fields["bring_in"] = rules.bring_in
    stakes = ("small_bet", "big_bet") if rules.limit == "fixed" else ("min_bet",)
    fields |= {name: getattr(rules, name.replace("min", "small")) for name in stakes}
    fields["starting_stacks"] = [told.subject.starting_stacks[seat] for seat in order]
    fields["actions"] = _actions(told, order)
    fields["players"] = [told.names[seat] for seat in order]
    fields["seats"] = [seat + 1 for seat in order]
    fields |= _facts(facts)
    if told.subject.is_over:
        fields["finishing_stacks"] = [told.subject.stacks[seat] for seat in order]
    if "variant" not in fields:
        fields["_rules"] = changes(rules)
    text = dumps(fields | _own(told, order, facts))
    if not isinstance(told.subject, Hand) and any(event.kind == "muck" for event in told.events):
        # Where only one hand is left of those that a viewer saw, nobody knows who else had a share.
        same = from_phh(text).view().events == told.events
        if not same:
            msg = "the format 'phh' cannot say this view: shares of a hand that nobody saw"
            raise HistoryError(msg)
    return text


def _facts(facts: About) -> dict[str, object]:
    fields: dict[str, object] = {"hand": facts.hand_number} if facts.hand_number != 0 else {}
    if facts.table != "soko":
        fields["table"] = facts.table
    if facts.time is not None:
        time = facts.time
        if time.tzinfo is not None:
            time = time.astimezone(_UTC).replace(tzinfo=None)
            fields["time_zone"] = "UTC"
        fields |= {"time": time.time(), "day": time.day, "month": time.month, "year": time.year}
    return fields


def _own(told: Source, order: list[int], facts: About) -> dict[str, object]:
    """Return what the format has no field for."""
    fields: dict[str, object] = {"_rake": facts.rake} if facts.rake else {}
    player = {seat: f"p{place + 1}" for place, seat in enumerate(order)}
    if not isinstance(told.subject, Hand):
        fields["_viewer"] = 0 if told.viewer is None else int(player[told.viewer][1:])
        late = [f"{player[seat]} sm {''.join(map(str, told.cards(seat)))}" for seat in shown_late(told)]
        return fields | ({"_shows": late} if late else {})
    record: dict[str, Any] = told.subject.to_dict()
    fields |= {"_deal": record["deal"], "_deck": "".join("??" if card == "?" else card for card in record["deck"])}
    host = []
    for place, action in enumerate(record["actions"]):
        if action["kind"] in ("reveal", "muck", "show"):
            cards = f" {''.join(action['cards'])}" if action["kind"] == "reveal" else ""
            host.append(f"{place} {action['kind']} {player[action['seat']]}{cards}")
    return fields | ({"_host": host} if host else {})


def _actions(told: Source, order: list[int]) -> list[str]:
    """Return what happens, each player's cards of a street together."""
    player = {seat: f"p{place + 1}" for place, seat in enumerate(order)}
    actions: list[str] = []
    deals: dict[int, str] = {}
    for event in told.events:
        if event.kind == "deal" and event.seat is not None:
            deals[event.seat] = deals.get(event.seat, "") + ("??" if event.card is None else str(event.card))
            continue
        actions += [f"d dh {player[seat]} {cards}" for seat, cards in deals.items()]
        deals = {}
        if event.kind == "end":
            break
        actions += _action(event, told, player)
    return actions + [f"d dh {player[seat]} {cards}" for seat, cards in deals.items()]


def _action(event: Event, told: Source, player: dict[int, str]) -> list[str]:
    if event.kind == "community":
        return [f"d db {event.card}"]
    if event.seat is None:
        return []
    who = player[event.seat]
    if event.kind in _SHORT:
        return [f"{who} {_SHORT[event.kind]}"]
    if event.kind in WAGERS:
        return [f"{who} cbr {event.to}"]
    if event.kind not in ("show", "muck"):
        return []
    cards = f" {''.join(map(str, told.cards(event.seat)))}" if event.kind == "show" else ""
    return [f"{who} sm{cards}"]


def from_phh(text: str) -> History:
    """Return the hand of a text in the PHH format, played again.

    Fixed-limit seven-card stud (``F7S``) of any program is read, and every hand that ``phh`` wrote, whose ``hand`` is
    then equal to the one that was written. Amounts with decimals are read as hundredths.

    ``HistoryError`` says which field is wrong.

    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> soko.history.from_phh(soko.history.phh(hand)).hand == hand
    True
    """
    return _Reader(loads(text)).history()


class _Reader:
    """Reads the fields of a hand."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        stacks = self.listed("starting_stacks", (int, Decimal), 10)
        self.players = len(stacks)
        if self.players < 2:
            raise refused(None, "starting_stacks: 2 to 10 are needed")
        antes = self.listed("antes", (int, Decimal), 10)
        amounts = [*stacks, *antes, *(fields.get(name, 0) for name in ("bring_in", "small_bet", "big_bet"))]
        actions = self.listed("actions", (str,), MOST_ACTIONS)
        decimals = any(isinstance(amount, Decimal) for amount in amounts)
        self.unit = 100 if decimals or any(" cbr " in action and "." in action for action in actions) else 1
        self.actions = [action.partition("#")[0].strip() for action in actions]
        self.stacks = [self.chips("starting_stacks", chips) for chips in stacks]
        self.antes = [self.chips("antes", chips) for chips in antes]
        self.seats = self._seats()

    def history(self) -> History:
        """Return the hand and what is said besides."""
        rules = self._rules()
        order = self.seats
        stacks = [0] * self.players
        names = [f"Player {seat + 1}" for seat in range(self.players)]
        given = self.listed("players", (str,), 10) if "players" in self.fields else None
        if given is not None and (len(given) != self.players or len({*given}) != self.players):
            raise refused(None, f"players: {self.players} different names are needed")
        for place, seat in enumerate(order):
            stacks[seat] = self.stacks[place]
            names[seat] = names[seat] if given is None else self._text("players", given[place], LONGEST_NAME)
        start = Start(rules, order[-1], tuple(stacks))
        try:
            hand = _Replay(self, start).hand()
        except HistoryError:
            raise
        except SokoError as error:
            raise refused(None, str(error)) from error
        self._check_end(hand)
        viewer = self.number("_viewer", 0, self.players)
        facts = self._about()
        return History(hand, tuple(names), None if viewer == 0 else order[viewer - 1], *facts)

    def wrong(self, name: str, problem: str) -> HistoryError:
        """Return the error of a field."""
        return refused(None, f"{name}: {problem}")

    def listed(self, name: str, kinds: tuple[type, ...], most: int) -> list[Any]:
        """Return a field that is a list."""
        value = self.fields.get(name)
        if not isinstance(value, list) or not all(type(item) in kinds for item in value):
            raise self.wrong(
                name, "missing" if value is None else f"{written(value)[:80]} is not a list of the right kind"
            )
        if len(value) > most:
            raise self.wrong(name, f"{len(value):,} values, at most {most:,} are read")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return a field that is a whole number, the least if it is missing."""
        value = self.fields.get(name, low)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(name, f"{written(value)[:40]}: a whole number from {low} to {high} is needed")
        return value

    def chips(self, name: str, value: object) -> int:
        """Return an amount as a number of chips."""
        if type(value) not in (int, Decimal):
            raise self.wrong(name, f"{written(value)[:40]} is not an amount")
        amount = Decimal(str(value))
        if not amount.is_finite() or not 0 <= amount <= MOST_CHIPS or amount * self.unit != int(amount * self.unit):
            raise self.wrong(name, f"{str(value)[:40]} is not an amount of chips")
        return int(amount * self.unit)

    def _text(self, name: str, value: object, most: int) -> str:
        try:
            return checked_text(name, value, most)
        except (SokoError, TypeError) as error:
            raise refused(None, str(error)) from error

    def _seats(self) -> list[int]:
        """Return the seat of each player; they stand clockwise, the dealer last."""
        if "seats" not in self.fields:
            return list(range(self.players))
        seats = self.listed("seats", (int,), 10)
        ranks = [sorted(seats).index(seat) for seat in seats]
        if len(seats) != self.players or any((b - a) % self.players != 1 for a, b in pairwise(ranks)):
            raise refused(None, f"seats: {seats}: {self.players} different seats in order, clockwise, are needed")
        return ranks

    def _rules(self) -> Rules:
        variant, own = self.fields.get("variant"), self.fields.get("_rules")
        if variant != VARIANT and (variant is not None or own is None):
            given = written(variant)[:40]
            raise refused(None, f"variant: {given}: only {VARIANT}, fixed-limit seven-card stud, is read")
        if len({*self.antes}) != 1 or len(self.antes) != self.players:
            raise refused(None, f"antes: {self.antes}: {self.players} equal ones are needed")
        names = ("bring_in", "small_bet", "big_bet")
        stakes = {name: self.chips(name, self.fields[name]) for name in names if name in self.fields}
        stakes["ante"] = self.antes[0]
        try:
            if isinstance(own, dict) and own.get("max_bet") == "none":
                own = {**own, "max_bet": None}
            rules = changed(own) if own is not None else games.by_name("seven_card_stud", **stakes)
        except (SokoError, TypeError) as error:
            raise refused(None, f"rules: {error}") from error
        other = [name for name, value in stakes.items() if getattr(rules, name) != value]
        if other:
            raise self.wrong(other[0], f"{stakes[other[0]]} is told, but the rules have {getattr(rules, other[0])}")
        return rules

    def _check_end(self, hand: Hand) -> None:
        if "finishing_stacks" not in self.fields:
            return
        told = [self.chips("finishing_stacks", chips) for chips in self.listed("finishing_stacks", (int, Decimal), 10)]
        came = [hand.stacks[seat] for seat in self.seats]
        # What a room took is missing from what is told of other programs.
        if told != came and not (sum(told) < sum(came) and all(a <= b for a, b in zip(told, came, strict=False))):
            raise refused(None, f"finishing_stacks: {told} is told, but {came} follows from the rest")

    def _about(self) -> About:
        fields, time = self.fields, None
        at = fields.get("time")
        if (
            type(at) is clock_time
            and at.tzinfo is None
            and all(type(fields.get(f)) is int for f in ("day", "month", "year"))
        ):
            zone = _UTC if fields.get("time_zone") in ("UTC", "Etc/UTC") else None
            try:
                time = datetime(fields["year"], fields["month"], fields["day"], tzinfo=zone)
            except ValueError:
                raise refused(None, "day: there is no such day") from None
            time = time.replace(hour=at.hour, minute=at.minute, second=at.second, microsecond=at.microsecond)
        rake = self.number("_rake", 0, MOST_CHIPS)
        facts = About(0, "soko", time, rake, "", self.unit)
        number, table = fields.get("hand", 0), str(fields.get("table", "soko"))
        # Other programs have titles there, of any length and characters.
        with suppress(SokoError, TypeError):
            facts = facts._replace(hand_number=about(number, "soko", None, 0).hand_number)
        with suppress(SokoError, TypeError):
            facts = facts._replace(table=about(0, table, None, 0).table)
        return facts


class _Replay:
    """Plays the actions of a hand."""

    def __init__(self, reader: _Reader, start: Start) -> None:
        self.start = start
        self.reader = reader
        self.seats = reader.seats
        self.cards: list[list[str | None]] = [[] for _ in reader.seats]
        self.community: list[str] = []
        self.moves: list[Move] = []
        self.mucks: list[int] = []
        self.shown: dict[int, list[str]] = {}
        for number, action in enumerate(reader.actions, 1):
            if action:
                self._read(number, action)
        # Who showed at the showdown follows from the cards.
        self.late = []
        for entry in self._entries("_shows"):
            found = _ACTIONS["show"].fullmatch(entry)
            if found is None:
                raise refused(None, f"_shows: {entry[:40]!r} is no hand that is shown")
            self.late.append(self.seat(found[1], "_shows"))
            self.shown[self.late[-1]] = _cards(found[2])
        for seat, cards in self.shown.items():
            known = {card for card in self.cards[seat] if card is not None}
            rest = iter([card for card in cards if card not in known])
            self.cards[seat] = [next(rest, None) if card is None else card for card in self.cards[seat]]
        self.host = [self._host(entry) for entry in self._entries("_host")]

    def _entries(self, name: str) -> list[str]:
        return self.reader.listed(name, (str,), MOST_ACTIONS) if name in self.reader.fields else []

    def seat(self, text: str, where: str) -> int:
        """Return the seat of a player."""
        if not 1 <= int(text) <= len(self.seats):
            raise self.reader.wrong(where, f"p{text}: players are p1 to p{len(self.seats)}")
        return self.seats[int(text) - 1]

    def _read(self, number: int, action: str) -> None:
        where = f"action {number} ('{action[:40]}')"
        for kind, pattern in _ACTIONS.items():
            found = pattern.fullmatch(action)
            if found is None:
                continue
            if kind == "community":
                self.community += _cards(found[1])
                return
            seat = self.seat(found[1], where)
            if kind == "deal":
                self.cards[seat] += [None if card == "??" else card for card in _cards(found[2])]
            elif kind == "muck":
                self.mucks.append(seat)
            elif kind == "show":
                self.shown[seat] = [card for card in _cards(found[2]) if card != "??"]
            elif kind != "show again":
                to = self.reader.chips(where, Decimal(found[2])) if kind == "wager" else None
                self.moves.append(Move(seat, kind, to, where=where))
            return
        raise self.reader.wrong(where, "this is no action")

    def _host(self, entry: str) -> tuple[int, str, int, list[str]]:
        found = _HOST.fullmatch(entry)
        if found is None:
            raise refused(None, f"_host: {entry[:40]!r} is nothing that a host does")
        return int(found[1]), found[2], self.seat(found[3], "_host"), _cards(found[4] or "")

    def hand(self) -> Hand:
        """Return the hand."""
        fields = self.reader.fields
        if "_deck" not in fields:
            hand = self._play(self.start.hand(), [])
            if hand.to_reveal or hand.is_over:
                finish(hand, self.mucks, self.late)
            return hand
        deck, deal = fields["_deck"], fields.get("_deal")
        if not isinstance(deck, str) or not re.fullmatch(r"(?:\?\?|[2-9TJQKA][cdhs]){0,52}", deck):
            raise refused(None, f"_deck: {written(deck)[:40]} is no deck")
        if deal not in ("auto", "manual"):
            raise refused(None, f"_deal: {written(deal)[:40]}: auto or manual is needed")
        cards = [None if card == "??" else card for card in _cards(deck)]
        start = self.start
        hand = self._play(Hand(start.rules, start.stacks, deck=cards, dealer=start.dealer, deal=deal), self.host)
        again = _actions(source(hand, None), self.seats)
        first = next(
            (place for place, (a, b) in enumerate(zip(again, self.reader.actions, strict=False)) if a != b), None
        )
        if first is not None or len(again) != len(self.reader.actions):
            place = min(len(again), len(self.reader.actions)) if first is None else first
            raise refused(None, f"action {place + 1}: another one follows from the deck and the rest")
        return hand

    def _play(self, hand: Hand, host: list[tuple[int, str, int, list[str]]]) -> Hand:
        """Do what the host and the players did, in its order."""
        moves, waiting, place = iter(self.moves), list(reversed(host)), 0
        while True:
            if waiting and waiting[-1][0] <= place:
                _do(hand, waiting.pop())
            elif hand.chance is not None:
                if not self._deal(hand):
                    break
            elif (move := next(moves, None)) is not None:
                take(hand, move)
            else:
                break
            place += 1
        left = next(moves, None)
        if waiting or left is not None:
            raise self.reader.wrong(
                "_host" if waiting else str(left.where if left else ""), "the hand does not get so far"
            )
        return hand

    def _deal(self, hand: Hand) -> bool:
        """Deal the next card; whether there is one."""
        where, face = hand.chance or (0, "up")
        if where == "community":
            if not self.community:
                return False
            hand.deal(self.community.pop(0))
            return True
        # Those that the deck had are among the cards told.
        held = len(hand.hole_cards(where)) + len(hand.up_cards(where))
        if held >= len(self.cards[where]):
            return False
        card = self.cards[where][held]
        if card is None and face == "up":
            raise refused(None, f"cards of p{self.seats.index(where) + 1}: a face-up card is unknown")
        hand.deal(card)
        return True


def _do(hand: Hand, entry: tuple[int, str, int, list[str]]) -> None:
    _, kind, seat, cards = entry
    if kind == "reveal":
        hand.reveal(seat, " ".join(cards))
    elif kind == "muck":
        hand.muck(seat)
    else:
        hand.show(seat)


def _cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]
