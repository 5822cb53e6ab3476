"""Open Hand History JSON that was written by ``soko``, read again."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from soko._checks import written
from soko._soko import Rules, SokoError
from soko.history._lines import whole
from soko.history._ohh import CODES
from soko.history._parse import Parsed
from soko.history._plain import changed
from soko.history._read import settled
from soko.history._replay import History, Move, Start, Told
from soko.history._source import LONGEST_NAME, MOST_CHIPS, about, checked_text, refused

_MOVES: Final = {
    "Post Extra Blind": "bring-in",
    "Fold": "fold",
    "Check": "check",
    "Call": "call",
    "Bet": "wager",
    "Raise": "wager",
}
# Longer lists are no hand.
MOST_ACTIONS: Final = 1 << 16


def from_ohh(text: str) -> History:
    """Return the hand of a text that ``ohh`` wrote, played again.

    Texts of other programs have no stakes of stud, and are refused. ``HistoryError`` says what is wrong.

    >>> import soko
    >>> hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> soko.history.from_ohh(soko.history.ohh(hand)).hand.events == hand.events
    True
    """
    checked = whole(text)
    try:
        record = json.loads(checked)
    except (ValueError, RecursionError) as error:
        raise refused(None, f"not JSON: {error}") from error
    hand = _field(_object("the text", record), "ohh", dict)
    return _Reader(hand).history()


def _object(what: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise refused(None, f"{what}: an object is needed")
    return value


def _field(record: dict[str, Any], name: str, *kinds: type) -> Any:  # noqa: ANN401 - of one of the kinds
    """Return a member of an object, of one of some kinds; a boolean is no number."""
    value = record.get(name)
    if type(value) not in kinds:
        given = "missing" if name not in record else f"{written(value)[:40]} is not of the right kind"
        raise refused(None, f"{name}: {given}")
    return value


class _Reader:
    """Reads the members of a hand."""

    def __init__(self, hand: dict[str, Any]) -> None:
        self.hand = hand
        self.rules = self._rules()
        players = [_object("player", player) for player in _listed(hand, "players", 10)]
        self.unit = 100 if any(type(player.get("starting_stack")) is float for player in players) else 1
        self.ids = [_field(player, "id", int) for player in players]
        if not 2 <= len(players) <= 10 or len({*self.ids}) != len(players):
            raise refused(None, "players: 2 to 10 with different ids are needed")
        self.names = [_text("name", _field(player, "name", str)) for player in players]
        if len({*self.names}) != len(players):
            raise refused(None, "players: different names are needed")
        self.stacks = [self.chips(player, "starting_stack") for player in players]
        seats = [_field(player, "seat", int) for player in players]
        self.dealer = _field(hand, "dealer_seat", int)
        if sorted(set(seats)) != seats or self.dealer not in seats:
            raise refused(None, f"seats {seats}, dealer_seat {self.dealer}: they must be in order")
        self.dealer = seats.index(self.dealer)
        self.told = Told([[] for _ in players], [[] for _ in players])
        self.shown: dict[int, list[str]] = {}

    def _rules(self) -> Rules:
        own = self.hand.get("_soko")
        if not isinstance(own, dict):
            raise refused(None, "_soko: missing, and the stakes of stud are in no member of the format")
        try:
            return changed(own.get("rules"))
        except (SokoError, TypeError) as error:
            raise refused(None, f"_soko: {error}") from error

    def chips(self, record: dict[str, Any], name: str) -> int:
        """Return an amount as a number of chips."""
        amount: float = _field(record, name, int, float)
        # What is not a number, and what is infinite, is not between these either.
        if not 0 <= amount * self.unit <= MOST_CHIPS:
            raise refused(None, f"{name}: {written(amount)[:40]} is not an amount")
        return round(amount * self.unit)

    def seat(self, record: dict[str, Any]) -> int:
        """Return the seat of a player."""
        player = _field(record, "player_id", int)
        if player not in self.ids:
            raise refused(None, f"player_id: {written(player)[:40]} is nobody's")
        return self.ids.index(player)

    def history(self) -> History:
        """Return the hand and what is said besides."""
        streets = 0
        for one in _listed(self.hand, "rounds", 20):
            round_ = _object("round", one)
            if _field(round_, "street", str) != "Showdown":
                self._street(round_, streets)
                streets += 1
            else:
                for action in _listed(round_, "actions", MOST_ACTIONS):
                    self._end(_object("action", action))
        for seat, cards in self.shown.items():
            if not any(self.told.down[seat]) or None in self.told.down[seat]:
                self.told.down[seat] = [card for card in cards if card not in self.told.up[seat]]
        hero = self.hand.get("hero_player_id")
        viewer = None if hero is None else self.seat({"player_id": hero})
        return settled(self._parsed(viewer), Start(self.rules, self.dealer, tuple(self.stacks)))

    def _street(self, round_: dict[str, Any], street: int) -> None:
        faces = self.rules.deal[street] if street < len(self.rules.deal) else ""
        self.told.community += _cards(round_.get("cards", []))
        bets = [0] * len(self.ids)
        for action in _listed(round_, "actions", MOST_ACTIONS):
            record = _object("action", action)
            kind, seat = _field(record, "action", str), self.seat(record)
            if kind == "Dealt Cards":
                self._dealt(seat, _cards(record.get("cards")), faces)
            elif kind in _MOVES:
                paid = self.chips(record, "amount") if "amount" in record else 0
                bets[seat] += paid
                where = f"action {len(self.told.moves)}"
                self.told.moves.append(Move(seat, _MOVES[kind], bets[seat] if paid else None, where=where))
            elif kind in ("Shows Cards", "Mucks Cards"):
                self._end(record)
            elif kind != "Post Ante":
                raise refused(None, f"action: {written(kind)[:40]} is not one of this game")

    def _dealt(self, seat: int, cards: list[str], faces: str) -> None:
        """Take the cards of a street; of those that were not seen only the ones face up are there."""
        down = len(cards) - faces.count("u")
        if down not in (0, faces.count("d")):
            raise refused(None, f"cards: {' '.join(cards)}: {len(faces)} are dealt on that street")
        self.told.down[seat] += [*cards[:down]] if down else [None] * faces.count("d")
        self.told.up[seat] += cards[down:]

    def _end(self, record: dict[str, Any]) -> None:
        seat = self.seat(record)
        if _field(record, "action", str) == "Mucks Cards":
            self.told.mucks.add(seat)
        else:
            self.shown[seat] = _cards(record.get("cards"))
            self.told.shows.append(seat)

    def _parsed(self, viewer: int | None) -> Parsed:
        """Return what is told in the form in which texts of rooms are told."""
        number = _field(self.hand, "game_number", str)
        currency = {code: sign for sign, code in CODES.items()}.get(_field(self.hand, "currency", str), "")
        try:
            time = datetime.fromisoformat(_field(self.hand, "start_date_utc", str))
            given = int(number) if number.isdecimal() and number.isascii() and len(number) <= 19 else number
            facts = about(given, _field(self.hand, "table_name", str), None, 0, currency, self.unit)
        except ValueError as error:
            raise refused(None, str(error)) from error
        pots = [_object("pot", pot) for pot in _listed(self.hand, "pots", 10)]
        wins = [_object("win", win) for pot in pots for win in _listed(pot, "player_wins", 10)]
        known = None if time.year == 1970 else time
        return Parsed(
            line=None, game="", limit="", small=0, big=0, number=facts.hand_number, table=facts.table,
            time=known, currency=currency, unit=self.unit, names=self.names, viewer=viewer,
            told=self.told, collected=[(self.seat(win), self.chips(win, "win_amount")) for win in wins],
            rake=sum(self.chips(pot, "rake") for pot in pots),
        )  # fmt: skip


def _listed(record: dict[str, Any], name: str, most: int) -> list[Any]:
    value: list[Any] = _field(record, name, list)
    if len(value) > most:
        raise refused(None, f"{name}: {len(value):,} values, at most {most:,} are read")
    return value


def _text(what: str, value: str) -> str:
    try:
        return checked_text(what, value, LONGEST_NAME)
    except SokoError as error:
        raise refused(None, str(error)) from error


def _cards(value: object) -> list[str]:
    """Return a list of cards; the engine refuses what is none."""
    if not isinstance(value, list) or len(value) > 7 or not all(type(card) is str and len(card) == 2 for card in value):
        raise refused(None, f"cards: {written(value)[:60]} is no list of cards")
    return list(value)
