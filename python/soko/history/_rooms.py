"""Seven-card and five-card stud in the words of two card rooms."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from datetime import UTC
from typing import TYPE_CHECKING, Final

from soko._soko import Event, Hand, HistoryError, SokoError, View
from soko.history._lacks import room_game
from soko.history._read import infer, read_room
from soko.history._replay import WAGERS
from soko.history._words import amount, in_words
from soko.rakes import divided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from soko.history._source import About, Source

_LIMITS: Final = {"fixed": "Limit", "pot": "Pot Limit", "no": "No Limit"}
_SHOWDOWN: Final = "SHOW DOWN"
_ORDINALS: Final = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th")


def write(told: Source, facts: About, style: str) -> str:
    """Return the text of a hand; ``HistoryError`` unless it is read back as the same one."""
    writer = _Stars if style == "stars" else _FullTilt
    text = writer(told, facts).text("")
    try:
        inferred = infer(text).to_dict()
        own = {field: value for field, value in told.rules.to_dict().items() if value != inferred.get(field)}
        if own:
            text = writer(told, facts).text(json.dumps(own))
        again = read_room(text)
        same = seen(again.hand, told) == told.subject.events and again[1:] == (told.names, *_stated(told, facts))
        same = same and again.hand.rules == told.rules and again.hand.dealer == told.subject.dealer
    except SokoError as error:
        msg = f"the format '{style}' cannot say this hand: {error}"
        raise HistoryError(msg) from error
    if not same:
        msg = f"the format '{style}' cannot say this hand"
        raise HistoryError(msg)
    return text


def seen(hand: Hand, told: Source) -> tuple[Event, ...]:
    """Return the events of a hand as they are told."""
    return hand.view(told.viewer).events if isinstance(told.subject, View) else hand.events


def _stated(told: Source, facts: About) -> tuple[object, ...]:
    """Return what a history must say besides the hand and the names: whose face-down cards it has, and the rest."""
    known = [
        seat for seat in range(told.players) if any(e.card for e in told.events if e.seat == seat and e.face == "down")
    ]
    time = None if facts.time is None else facts.time.replace(microsecond=0)
    return known[0] if len(known) == 1 else None, *facts._replace(time=time)


def won(told: Source, facts: About) -> list[int]:
    """Return what each seat wins after the rake."""
    chips = [0] * told.players
    for award in told.subject.awards:
        chips[award.seat] += award.amount
    if facts.rake > sum(chips):
        msg = f"rake {facts.rake}: no more than {sum(chips)} was won"
        raise HistoryError(msg)
    rake = divided(facts.rake, chips, told.subject.dealer)
    return [gross - less for gross, less in zip(chips, rake, strict=True)]


def collected(told: Source, facts: About) -> list[tuple[int, int, int]]:
    """Return the seat and the pot of each award, and what is left of it after the rake."""
    found, due = [], [-chips for chips in won(told, facts)]
    for award in told.subject.awards:
        due[award.seat] += award.amount
    for award in told.subject.awards:
        less = min(due[award.seat], award.amount)
        due[award.seat] -= less
        found.append((award.seat, award.pot, award.amount - less))
    return found


class _Writer(ABC):
    """What both rooms have in common: how a hand stands, event by event."""

    # What is said of a move that takes the last chips.
    ALL_IN = ""

    def __init__(self, told: Source, facts: About) -> None:
        self.told, self.facts = told, facts
        self.five = room_game(told.rules) == "five_card_stud"
        self.held: list[list[str]] = [[] for _ in told.names]
        self.bets = [0] * told.players
        self.stacks = list(told.subject.starting_stacks)
        self.folded: dict[int, str] = {}
        self.street = ""
        # Whether the pots are won.
        self.over = False

    def text(self, house: str) -> str:
        """Return all lines."""
        lines = [*self.head()]
        if house:
            lines.append(f"House rules: {house}")
        lines += [*self.play(), "*** SUMMARY ***", *self.summary()]
        return "\n".join([*lines, ""])

    @abstractmethod
    def head(self) -> Iterator[str]:
        """Return what stands before the first street: the room, the table, who sits there."""

    def summary(self) -> Iterator[str]:
        """Return what came of it."""
        told = self.told
        total = sum(award.amount for award in told.subject.awards)
        yield f"Total pot {self.amount(total)} | Rake {self.amount(self.facts.rake)}"
        yield from self.board()
        net, said = won(told, self.facts), {}
        for event in told.events:
            if event.kind in ("show", "muck"):
                said[event.seat] = event.kind
        for seat, name in enumerate(told.names):
            yield f"Seat {seat + 1}: {name} {self.fate(seat, net[seat], said.get(seat))}"

    def board(self) -> Iterator[str]:
        """Return what the summary says of the community card."""
        yield from ()

    @abstractmethod
    def fate(self, seat: int, chips: int, said: str | None) -> str:
        """Return what the summary says of a seat, which won so many chips and showed or mucked its hand."""

    def start_of_showdown(self, event: Event) -> Iterator[str]:
        """Return the head of the showdown before the first hand that is shown or mucked there."""
        if event.kind in ("show", "muck") and self.street != _SHOWDOWN and not self.over:
            self.street = _SHOWDOWN
            yield f"*** {_SHOWDOWN} ***"

    @abstractmethod
    def act(self, event: Event, name: str, before: int) -> str:
        """Return a move; ``before`` is the seat's bet on the street until then."""

    @abstractmethod
    def ending(self, event: Event, name: str) -> Iterator[str]:
        """Return what is said of an event of the end: chips that go back, hands, pots that are won."""

    def amount(self, chips: int) -> str:
        """Return an amount in the room's words."""
        return amount(chips, self.facts)

    def play(self) -> Iterator[str]:
        """Return the lines of the hand, street by street."""
        deals: list[Event] = []
        for event in self.told.events:
            if event.kind in ("deal", "community"):
                deals.append(event)
                continue
            if deals:
                yield from self.dealt(deals)
                deals = []
            yield from self.line(event)
        if deals:
            yield from self.dealt(deals)

    def line(self, event: Event) -> Iterator[str]:
        """Return the lines of an event that deals no card."""
        if event.kind == "street":
            self.bets = [0] * self.told.players
            return
        if event.seat is None:
            return
        seat, name = event.seat, self.told.names[event.seat]
        if event.kind == "ante" and event.amount is not None:
            self.stacks[seat] -= event.amount
            if event.amount:
                yield self.ante(event.amount, name, all_in=self.stacks[seat] == 0)
        elif event.kind in WAGERS and event.to is not None:
            before = self.bets[seat]
            text = self.act(event, name, before)
            self.stacks[seat] -= event.to - before
            self.bets[seat] = event.to
            yield text + (self.ALL_IN if self.stacks[seat] == 0 else "")
        elif event.kind in ("fold", "check"):
            if event.kind == "fold":
                self.folded[seat] = self.street
            yield self.act(event, name, self.bets[seat])
        else:
            yield from self.ending(event, name)

    @abstractmethod
    def ante(self, chips: int, name: str, *, all_in: bool) -> str:
        """Return an ante; ``all_in`` where it takes the last chips."""

    def dealt(self, deals: list[Event]) -> Iterator[str]:
        """Return the lines of a street's cards: those who hold cards in the order of the seats."""
        number = max(len(self.held[seat]) for seat in range(self.told.players))
        new: dict[int, list[str]] = {}
        common = [str(event.card) for event in deals if event.kind == "community"]
        for event in deals:
            if event.seat is not None:
                new.setdefault(event.seat, []).append("?" if event.card is None else str(event.card))
        count = number + (len(common) or max(map(len, new.values()), default=0))
        self.street = self.title(count)
        yield f"*** {self.heading(count)} ***" + (f" [{common[0]}]" if common else "")
        for seat, cards in sorted(new.items()):
            seen = [card for card in cards if card != "?"]
            if seen:
                yield self.cards_line(seat, cards)
            self.held[seat] += cards
        yield from self.after_deal(count)

    def cards_line(self, seat: int, cards: list[str]) -> str:
        """Return what is dealt to a seat: what it had in brackets, then what is new; unseen cards are left out."""
        had = [card for card in self.held[seat] if card != "?"]
        new = [card for card in cards if card != "?"]
        old = f"[{' '.join(had)}] " if had else ""
        return f"Dealt to {self.told.names[seat]} {old}[{' '.join(new)}]"

    def after_deal(self, count: int) -> Iterator[str]:
        """Return what the room says when the cards of a street are dealt."""
        _ = count
        yield from ()

    def title(self, count: int) -> str:
        """Return the name of a street within a sentence."""
        return _ORDINALS[count]

    @abstractmethod
    def heading(self, count: int) -> str:
        """Return the name of a street above its cards; ``count`` cards are then held."""

    def hand(self, seat: int) -> tuple[str, str]:
        """Return all cards of a seat in the order dealt, and what they are."""
        cards = [card for card in self.told.cards(seat) if card is not None]
        return " ".join(map(str, cards)), in_words([*cards, *self.told.subject.community], self.told.rules)


class _Stars(_Writer):
    """The words of PokerStars."""

    ALL_IN = " and is all-in"

    def head(self) -> Iterator[str]:
        told, facts = self.told, self.facts
        game, limit = "5 Card Stud" if self.five else "7 Card Stud", _LIMITS[told.rules.limit]
        code = {"$": " USD", "€": " EUR", "£": " GBP", "¥": " CNY", "₹": " INR"}.get(facts.currency, "")
        stakes = f"{self.amount(told.rules.small_bet)}/{self.amount(told.rules.big_bet)}{code}"
        yield f"PokerStars Hand #{facts.hand_number}:  {game} {limit} ({stakes}) - {_date(facts)}"
        button = "" if told.subject.dealer == told.players - 1 else f" Seat #{told.subject.dealer + 1} is the button"
        yield f"Table '{facts.table}' {told.rules.max_players}-max{button}"
        for seat, chips in enumerate(told.subject.starting_stacks):
            yield f"Seat {seat + 1}: {told.names[seat]} ({self.amount(chips)} in chips)"

    def ante(self, chips: int, name: str, *, all_in: bool) -> str:
        return f"{name}: posts the ante {self.amount(chips)}" + (self.ALL_IN if all_in else "")

    def heading(self, count: int) -> str:
        last = 5 if self.five else 7
        return "RIVER" if count == last else f"{_ORDINALS[count]} STREET"

    def title(self, count: int) -> str:
        last = 5 if self.five else 7
        return "River" if count == last else f"{_ORDINALS[count]} Street"

    def act(self, event: Event, name: str, before: int) -> str:
        level, to = max(self.bets), event.to or 0
        if event.kind in ("fold", "check"):
            return f"{name}: {event.kind}s"
        if event.kind == "bring-in":
            return f"{name}: brings in for {self.amount(to)}"
        if event.kind == "call":
            return f"{name}: calls {self.amount(to - before)}"
        if level == 0:
            return f"{name}: bets {self.amount(to)}"
        return f"{name}: raises {self.amount(to - level)} to {self.amount(to)}"

    def ending(self, event: Event, name: str) -> Iterator[str]:
        yield from self.start_of_showdown(event)
        if event.kind == "uncalled":
            yield f"Uncalled bet ({self.amount(event.amount or 0)}) returned to {name}"
        elif event.kind == "show" and event.seat is not None:
            cards, words = self.hand(event.seat)
            yield f"{name}: shows [{cards}] ({words})"
        elif event.kind == "muck":
            yield f"{name}: mucks hand"
        elif event.kind == "award" and not self.over:
            self.over = True
            pots = len({award.pot for award in self.told.subject.awards})
            for seat, pot, chips in collected(self.told, self.facts):
                which = "pot" if pots == 1 else "main pot" if pot == 0 else f"side pot{f'-{pot}' if pots > 2 else ''}"
                yield f"{self.told.names[seat]} collected {self.amount(chips)} from {which}"

    def board(self) -> Iterator[str]:
        if self.told.subject.community:
            yield f"Board [{self.told.subject.community[0]}]"

    def fate(self, seat: int, chips: int, said: str | None) -> str:
        """Return what came of a seat."""
        if seat in self.folded:
            return f"folded on the {self.folded[seat]}"
        if said == "show":
            cards, words = self.hand(seat)
            end = f"and won ({self.amount(chips)})" if chips else "and lost"
            return f"showed [{cards}] {end} with {words}"
        if said == "muck":
            known = self.told.cards(seat)
            return "mucked" if None in known else f"mucked [{' '.join(map(str, known))}]"
        return f"collected ({self.amount(chips)})"


class _FullTilt(_Writer):
    """The words of Full Tilt Poker."""

    ALL_IN = ", and is all in"

    def head(self) -> Iterator[str]:
        told, facts = self.told, self.facts
        stakes = f"{self.amount(told.rules.small_bet)}/{self.amount(told.rules.big_bet)}"
        ante = f" Ante {self.amount(told.rules.ante)}" if told.rules.ante else ""
        game = f"{_LIMITS[told.rules.limit]} {'5-Card Stud' if self.five else 'Stud Hi'}"
        date, _, clock = _date(facts).partition(" ")
        head = f"Full Tilt Poker Game #{facts.hand_number}: Table {facts.table} - {stakes}{ante} - {game}"
        yield f"{head} - {clock} - {date}"
        for seat, chips in enumerate(told.subject.starting_stacks):
            yield f"Seat {seat + 1}: {told.names[seat]} ({self.amount(chips)})"
        if told.subject.dealer != told.players - 1:
            yield f"The button is in seat #{told.subject.dealer + 1}"

    def ante(self, chips: int, name: str, *, all_in: bool) -> str:
        return f"{name} antes {self.amount(chips)}" + (self.ALL_IN if all_in else "")

    def heading(self, count: int) -> str:
        return f"{_ORDINALS[count].upper()} STREET"

    def cards_line(self, seat: int, cards: list[str]) -> str:
        if self.held[seat] or len([card for card in cards if card != "?"]) == 1:
            return super().cards_line(seat, cards)
        return f"Dealt to {self.told.names[seat]} [{' '.join(cards[:-1])}] [{cards[-1]}]"

    def after_deal(self, count: int) -> Iterator[str]:
        if count == (2 if self.five else 3):
            first = next((event for event in self.told.events if event.kind in ("bring-in", "complete", "fold")), None)
            if first is not None and first.seat is not None and first.kind != "fold":
                yield f"{self.told.names[first.seat]} is low with [{self.told.subject.up_cards(first.seat)[0]}]"

    def act(self, event: Event, name: str, before: int) -> str:
        to = event.to or 0
        if event.kind in ("fold", "check"):
            return f"{name} {event.kind}s"
        said = {"bring-in": "brings in for", "call": "calls", "bet": "bets", "complete": "completes it to"}
        said["raise"] = "raises to"
        return f"{name} {said[event.kind]} {self.amount(to - before if event.kind == 'call' else to)}"

    def ending(self, event: Event, name: str) -> Iterator[str]:
        yield from self.start_of_showdown(event)
        if event.kind == "uncalled":
            yield f"Uncalled bet of {self.amount(event.amount or 0)} returned to {name}"
        elif event.kind == "show" and event.seat is not None:
            cards, words = self.hand(event.seat)
            yield f"{name} shows [{cards}] {words}"
        elif event.kind == "muck":
            yield f"{name} mucks"
        elif event.kind == "award" and not self.over:
            self.over = True
            yield from self.wins()

    def wins(self) -> Iterator[str]:
        """Return who wins which pot."""
        taken = collected(self.told, self.facts)
        pots = {pot for _, pot, _ in taken}
        for seat, pot, chips in taken:
            verb = "ties for" if sum(other == pot for _, other, _ in taken) > 1 else "wins"
            which = "the pot" if len(pots) == 1 else "the main pot" if pot == 0 else f"side pot #{pot}"
            yield f"{self.told.names[seat]} {verb} {which} ({self.amount(chips)})"

    def fate(self, seat: int, chips: int, said: str | None) -> str:
        """Return what came of a seat."""
        if seat in self.folded:
            return f"folded on {self.folded[seat]} St."
        if said == "show":
            cards, words = self.hand(seat)
            return f"showed [{cards}] and {f'won ({self.amount(chips)})' if chips else 'lost'} with {words}"
        if said == "muck":
            known = self.told.cards(seat)
            if None in known:
                return "mucked"
            cards, words = self.hand(seat)
            return f"mucked [{cards}] - {words}"
        return f"collected ({self.amount(chips)})"


def _date(facts: About) -> str:
    """Return the time as rooms write it; the year 1970 stands for none."""
    if facts.time is None:
        return "1970/01/01 0:00:00 UTC"
    time, zone = facts.time, ""
    if time.tzinfo is not None:
        time, zone = time.astimezone(UTC), " UTC"
    return f"{time:%Y/%m/%d} {time.hour}:{time:%M:%S}{zone}"
