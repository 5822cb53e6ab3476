"""Hands played again from what a history says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from soko._soko import Card, Event, Hand, HistoryError, Rules, SokoError, View
from soko.history._source import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

MOST_SHOWN = 40
OPENINGS = ("complete", "bet", "raise")
WAGERS = ("call", "bring-in", "complete", "bet", "raise")


class History(NamedTuple):
    """A hand that was read, and what its history says besides.

    ``hand`` has unknown cards where the history does not have them; ``viewer`` is the seat whose history it is,
    ``None`` for a spectator's or the host's. ``unit`` is how many chips make one of the currency.

    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> read = soko.history.from_text(soko.history.text(hand.view(1), names=["Ann", "Bob"]))
    >>> read.names, read.viewer, read.hand.hole_cards(0), read.view() == hand.view(1)
    (('Ann', 'Bob'), 1, (None,), True)
    """

    hand: Hand
    names: tuple[str, ...]
    viewer: int | None = None
    hand_number: int | str = 0
    table: str = "soko"
    time: datetime | None = None
    rake: int = 0
    currency: str = ""
    unit: int = 1

    def view(self) -> View:
        """Return the hand as the viewer saw it, or a spectator."""
        return self.hand.view(self.viewer)


class Start(NamedTuple):
    """What a hand begins with."""

    rules: Rules
    dealer: int
    stacks: tuple[int, ...]

    def hand(self, deck: Sequence[Card | str | None] = ()) -> Hand:
        """Return the hand, which waits for cards that are not given."""
        cards = [None if card == "?" else card for card in deck]
        return Hand(self.rules, self.stacks, deck=cards, dealer=self.dealer, deal="manual")


@dataclass
class Move:
    """What a player did, and the line that says so."""

    seat: int
    kind: str
    to: int | None = None
    line: int | None = None
    where: str = ""


@dataclass
class Told:
    """What a history says of a hand, seat by seat: the cards in the order dealt, the moves, and the end."""

    down: list[list[str | None]]
    up: list[list[str | None]]
    community: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    mucks: set[int] = field(default_factory=set)
    shows: list[int] = field(default_factory=list)


def played(start: Start, told: Told) -> Hand:
    """Return the hand of what is told; ``HistoryError`` names the line where it cannot have been so."""
    cards = _Cards(told)
    hand = start.hand()
    _deal(hand, cards)
    for move in told.moves:
        take(hand, move)
        _deal(hand, cards)
    finish(hand, told.mucks, told.shows)
    if cards.community:
        raise refused(None, f"{cards.community[0]} is told as a community card, but none is dealt")
    left = cards.left(hand)
    if left:
        raise refused(None, f"the history has more cards of seat {left[0]} than it was dealt")
    return redealt(start, hand.events)


class _Cards:
    """The cards of each place, one after the other; a hand that nobody saw has unknown ones."""

    def __init__(self, told: Told) -> None:
        self.down = [list(cards) for cards in told.down]
        self.up = [list(cards) for cards in told.up]
        self.community = list(told.community)

    def next(self, place: object, face: str) -> str | None:
        """Return the next card of a place; ``LookupError`` where a face-up card is missing."""
        if place == "community":
            return self.community.pop(0)
        seat = int(str(place))
        if face == "up":
            return self.up[seat].pop(0)
        return self.down[seat].pop(0) if self.down[seat] else None

    def left(self, hand: Hand) -> list[int]:
        """Return the seats that have cards left."""
        return [seat for seat in range(hand.players) if any(self.down[seat]) or self.up[seat]]


def _deal(hand: Hand, cards: _Cards) -> None:
    while hand.chance is not None:
        place, face = hand.chance
        try:
            hand.deal(cards.next(place, face))
        except LookupError:
            whose = "the community card" if place == "community" else f"a face-up card of seat {place}"
            raise refused(None, f"{whose} is missing on {hand.street_name}") from None
        except SokoError as error:
            raise refused(None, str(error)) from error


def take(hand: Hand, move: Move) -> None:
    """Do what a player did; ``HistoryError`` where that is not possible."""
    if hand.actor != move.seat:
        due = "nobody is to act" if hand.actor is None else f"seat {hand.actor} is to act"
        raise _refused(move, f"seat {move.seat} acts on {hand.street_name}, but {due}")
    kind = move.kind
    if kind == "cc":
        kind = "check" if any(action.kind == "check" for action in hand.legal_actions()) else "call"
    if kind == "wager":
        # Rooms have one word for the first wager over a bring-in and for those that follow.
        kind = next((action.kind for action in hand.legal_actions() if action.kind in OPENINGS), "raise")
    try:
        hand.act(kind, move.to)
    except SokoError as error:
        raise _refused(move, str(error)) from error


def _refused(move: Move, problem: str) -> HistoryError:
    return refused(move.line, f"{move.where}: {problem}" if move.where else problem)


def finish(hand: Hand, mucks: Iterable[int], shows: Iterable[int]) -> None:
    """Come to the end: hands that nobody saw are mucked, and others are shown after it."""
    throw_away = set(mucks)
    while hand.to_reveal:
        seat = next((seat for seat in hand.to_reveal if seat in throw_away), None)
        if seat is None:
            raise refused(None, f"seat {hand.to_reveal[0]} comes to the showdown, but its cards are missing")
        try:
            hand.muck(seat)
        except SokoError as error:
            raise refused(None, str(error)) from error
    shown = set(hand.showdown_order) - {event.seat for event in hand.events if event.kind == "muck"}
    for seat in shows:
        if seat not in shown and hand.is_over:
            try:
                hand.show(seat)
            except SokoError as error:
                raise refused(None, str(error)) from error
            shown.add(seat)


def redealt(start: Start, events: Sequence[Event]) -> Hand:
    """Return the hand of events, with all cards in its deck; ``HistoryError`` unless the same events come of it.

    They are those of the host or of a view: cards that are hidden in them stay unknown, unless they were shown later.
    """
    # Nobody shows or mucks so often; looking up who did is then no work.
    if sum(event.kind in ("reveal", "show", "muck") for event in events) > MOST_SHOWN:
        raise refused(None, f"more than {MOST_SHOWN} hands are shown or mucked")
    try:
        hand = start.hand(_deck(events))
    except SokoError as error:
        raise refused(None, str(error)) from error
    for event in events:
        _repeat(hand, event)
    _compare(hand.events, events)
    return hand


def _deck(events: Sequence[Event]) -> list[Card | None]:
    """Return the cards in the order dealt, with those face down that the hand showed later, unless it was told when."""
    told = {event.seat for event in events if event.kind == "reveal"}
    shown = {event.seat: list(event.cards or ()) for event in events if event.kind == "show" and event.seat not in told}
    deck: list[Card | None] = []
    for event in events:
        if event.kind in ("burn", "community"):
            deck.append(event.card)
        elif event.kind == "deal":
            later = shown[event.seat].pop(0) if event.face == "down" and shown.get(event.seat) else None
            deck.append(later if event.card is None else event.card)
    return deck


def _repeat(hand: Hand, event: Event) -> None:
    """Do what an event says was done; what follows by itself is compared later."""
    seat = event.seat
    if seat is None:
        return
    try:
        if event.kind in ("fold", "check", *WAGERS):
            if hand.actor != seat:
                raise refused(None, f"'{event}' on {hand.street_name}, but {_due(hand)}")
            hand.act(event.kind, event.to)
        elif event.kind == "reveal":
            hand.reveal(seat, event.cards or ())
        elif event.kind == "muck" and seat in hand.to_reveal:
            hand.muck(seat)
        elif event.kind == "show" and hand.is_over and "show" not in _done(hand, seat):
            hand.show(seat)
    except SokoError as error:
        raise refused(None, str(error)) from error


def _due(hand: Hand) -> str:
    return "nobody is to act" if hand.actor is None else f"seat {hand.actor} is to act"


def _done(hand: Hand, seat: int) -> set[str]:
    return {event.kind for event in hand.events if event.seat == seat}


def _compare(again: Sequence[Event], events: Sequence[Event]) -> None:
    for mine, theirs in zip(again, events, strict=False):
        if not _same(mine, theirs):
            raise refused(None, f"'{theirs}' is told, but '{mine}' follows from the rest")
    if len(again) < len(events):
        raise refused(None, f"'{events[len(again)]}' is told, but nothing follows from the rest")
    if len(again) > len(events):
        raise refused(None, f"'{again[len(events)]}' follows from the rest, but is not told")


def _same(mine: Event, theirs: Event) -> bool:
    """Whether an event is as it was told; a card that was hidden then may be known by now."""
    hidden = theirs.kind in ("deal", "burn") and theirs.card is None
    if hidden:
        return (mine.kind, mine.seat, mine.face) == (theirs.kind, theirs.seat, theirs.face)
    return mine == theirs
