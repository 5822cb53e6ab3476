"""The table as ``soko play`` prints it for one person: what happened, who has what, and how a hand ended."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from soko.cli._sentences import GLUE, line_width, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from soko import Card, Event, Hand, View

# What the person does, and what another one does.
_DEEDS: Final = {
    "bring-in": ("bring in {}", "brings in {}"),
    "fold": ("fold", "folds"),
    "check": ("check", "checks"),
    "call": ("call {}", "calls {}"),
    "complete": ("complete to {}", "completes to {}"),
    "bet": ("bet {}", "bets {}"),
    "raise": ("raise to {}", "raises to {}"),
    "muck": ("muck", "mucks"),
}
_GROUPS: Final = {"ante": "antes", "deal": "cards", "wild": "cards"}


class Screen:
    """Words for what is seen of a hand; ``seats`` are the table seats of the hand's seats."""

    def __init__(self, view: View | Hand, seats: Sequence[int], person: int | None) -> None:
        """Look at what one person sees, whose table seat is ``person``, or at all there is."""
        self._view = view
        self._seats = seats
        self._person = person

    def story(self, events: Sequence[Event]) -> Iterator[str]:
        """Return what happened, a line for each act, one for all antes and one for each round's cards."""
        street = self._view.street
        for kinds, group in groupby(events, key=lambda event: _GROUPS.get(event.kind, event.kind)):
            if kinds == "antes":
                yield from self._antes(group)
            elif kinds == "cards":
                yield from self._dealt(list(group))
                yield from self._open_pair(street)
            elif kinds == "street":
                for event in group:
                    street = event.street or 0
                    yield from self._line(event)
            else:
                for event in group:
                    yield from self._line(event)

    def table(self) -> Iterator[str]:
        """Return the table: dealer, seats, cards, bets and chips; then the pots."""
        view = self._view
        cards = [self.cards_of(seat) for seat in range(view.players)]
        width = max(len("cards"), *map(len, cards))
        numbers = [[str(bet or "-") for bet in view.bets], [str(stack) for stack in view.stacks]]
        bets, stacks = ([text.rjust(max(6, *map(len, column))) for text in column] for column in numbers)
        lines = [f"    seat   {'cards'.ljust(width)}  {'bet'.rjust(len(bets[0]))}  {'chips'.rjust(len(stacks[0]))}"]
        starts = [self._row_start(seat) for seat in range(view.players)]
        states = [self._state(seat) for seat in range(view.players)]
        for seat, state in enumerate(states):
            row = f"{starts[seat]} {cards[seat].ljust(width)}  {bets[seat]}  {stacks[seat]}"
            lines.append(f"{row}  {state}" if state else row)
        if max(map(len, lines)) > line_width():
            # Too narrow for columns: the numbers of a seat follow its cards.
            lines = ["    seat   cards"]
            for seat, state in enumerate(states):
                bet = f"bet {view.bets[seat]}" if view.bets[seat] else ""
                notes = ", ".join(note for note in (bet, f"chips {view.stacks[seat]}", state) if note)
                lines += [f"{starts[seat]} {cards[seat]}", f"           {notes}"]
        yield from lines
        if view.community:
            yield f"    community card: {view.community[0]}"
        yield from self._pots()
        best: str | None = getattr(view, "best", None)
        if best is not None and not view.is_over:
            spade: Card | None = getattr(view, "low_spade", None)
            yield from wrapped(f"you have: {best}{_lowest(spade)}", indent="    ", more="")

    def _row_start(self, seat: int) -> str:
        view, number = self._view, self._seats[seat]
        marks = ("*" if seat == view.actor else " ") + ("D" if seat == view.dealer else " ")
        name = f"{number}{' you' if number == self._person else ''}"
        return f" {marks} {name:6}"

    def _state(self, seat: int) -> str:
        if seat not in self._view.live:
            return "folded"
        return "" if self._view.stacks[seat] else "all-in"

    def cards_of(self, seat: int) -> str:
        """Return a seat's cards, those face down in parentheses."""
        down = " ".join("?" if card is None else str(card) for card in self._view.hole_cards(seat))
        return " ".join([f"({down})", *map(str, self._view.up_cards(seat))])

    def name(self, seat: int) -> str:
        """Return what a seat of the hand is called."""
        return "you" if self._seats[seat] == self._person else f"seat {self._seats[seat]}"

    def chips(self, stacks: Sequence[int]) -> Iterator[str]:
        """Return who has what at the table, those with nothing left out."""
        named = ("you" if seat == self._person else f"seat {seat}" for seat in range(len(stacks)))
        has = [f"{name} {stack}".replace(" ", GLUE) for name, stack in zip(named, stacks, strict=True) if stack]
        yield from wrapped("chips: " + ", ".join(has))

    def _antes(self, events: Iterable[Event]) -> Iterator[str]:
        antes = [(event.amount or 0, event.seat or 0) for event in events]
        for amount in sorted({amount for amount, _ in antes}, reverse=True):
            names = [self.name(seat) for ante, seat in antes if ante == amount]
            yield from wrapped(f"{'all' if len(names) == len(antes) else ', '.join(names)} ante {amount}")

    def _dealt(self, events: Sequence[Event]) -> Iterator[str]:
        """Return the cards of a round in the order dealt, clockwise from the box: one's own, and those face up."""
        cards: dict[int, list[Event]] = {}
        for event in events:
            if event.kind == "deal":
                # A hidden card keeps its seat's place in the order.
                shown = cards.setdefault(event.seat or 0, [])
                shown.extend([event] if event.card is not None else [])
        hidden = any(event.kind == "deal" and event.card is None for event in events)
        # Names and cards of a seat stay on one line.
        words = [f"{self.name(seat)} {_faces(dealt)}".replace(" ", GLUE) for seat, dealt in cards.items() if dealt]
        if hidden and len(words) < 2:
            words.append("the others a card face down".replace(" ", GLUE))
        if words:
            yield from wrapped("dealt: " + ", ".join(words))
        yield from self._followed(events)

    def _followed(self, events: Sequence[Event]) -> Iterator[str]:
        """Return what the queens of a round did (rules 8): which card followed one, and what lapsed."""
        rules, last = self._view.rules, None
        for event in events:
            if event.kind == "deal" and event.face == "up" and rules.wild != "none":
                last = event
                if event.card is not None and event.card.rank == "Q":
                    to = self.name(event.seat or 0)
                    yield f"{event.card} to {to}: the rank of the next face-up card becomes wild"
            elif event.kind == "wild" and event.rank is None:
                yield "  no rank is wild until then"
            elif event.kind == "wild":
                which = "" if last is None else f"{last.card} to {self.name(last.seat or 0)} follows the queen: "
                yield f"{which}every {event.rank} is wild"
        if last is not None and last.card is not None and last.card.rank == "Q":
            yield (
                "the queen is the last face-up card of the street: the first of the next will be wild"
                if rules.carry_over
                else "no face-up card follows the queen on this street: no rank is wild"
            )

    def _open_pair(self, street: int) -> Iterator[str]:
        """Say why bets are others on the street of the second up card (rules 3, the open pair)."""
        from soko import Category, showing
        from soko._rules_words import open_pair_bets

        view, rules = self._view, self._view.rules
        up: dict[int, list[Card]] = {seat: [] for seat in range(view.players)}
        if rules.open_pair == "none" or rules.bets[street] == "big" or "u" not in rules.deal[street]:
            return
        for event in view.events:
            if event.kind == "street" and (event.street or 0) > street:
                break
            if event.kind == "fold":
                up.pop(event.seat or 0, None)
            elif event.kind == "deal" and event.face == "up" and event.card is not None:
                up.get(event.seat or 0, []).append(event.card)
        wild = view.wild_ranks if rules.ranking == "wild" else None
        pairs = [
            self.name(seat)
            for seat, two in up.items()
            if len(two) == 2 and showing(two, rules, wild=wild).category == Category.ONE_PAIR
        ]
        if pairs:
            yield from wrapped(
                f"{' and '.join(pairs)} {'show' if len(pairs) > 1 or 'you' in pairs else 'shows'} a pair: "
                f"{open_pair_bets(rules)} on this street"
            )

    def _line(self, event: Event) -> Iterator[str]:
        name = None if event.seat is None else self.name(event.seat)
        if event.kind in _DEEDS:
            words = _DEEDS[event.kind][name != "you"]
            yield f"{name} {words.format(event.to)}"
        elif event.kind == "show":
            yield from wrapped(f"{name} {'show' if name == 'you' else 'shows'} {self._shown(event.seat or 0)}")
        elif event.kind == "award":
            yield f"{name} {'win' if name == 'you' else 'wins'} {event.amount}{self._from(event)}"
        elif event.kind == "uncalled":
            yield f"{event.amount} uncalled go back to {name}"
        elif event.kind == "street":
            rounds = len(self._view.rules.deal)
            yield f"- {event.name} (round {1 + (event.street or 0)} of {rounds})"
        elif event.kind == "community":
            yield f"the deck runs short: community card {event.card}"
        elif event.kind == "burn":
            yield "a card is burnt"

    def _shown(self, seat: int) -> str:
        from soko import Ranking, evaluate

        view, rules = self._view, self._view.rules
        cards = [*view.hole_cards(seat), *view.up_cards(seat), *view.community]
        known = [card for card in cards if card is not None]
        text = self.cards_of(seat)
        if len(known) != len(cards) or not 5 <= len(known) <= 7:
            return text
        soko = rules.ranking == "soko"
        ranking = Ranking.soko(ace_low_four_straight=rules.ace_low_four_straight) if soko else Ranking(rules.ranking)
        wild = view.wild_ranks if rules.ranking == "wild" else None
        return f"{text}: {evaluate(known, ranking, wild=wild)}{self._low_spade(seat)}"

    def _low_spade(self, seat: int) -> str:
        from soko import low_spade

        rules = self._view.rules
        down = [card for card in self._view.hole_cards(seat) if card is not None]
        card: Card | None = low_spade(down, rules.ace) if rules.low_chicago else None
        return _lowest(card)

    def _from(self, event: Event) -> str:
        pot = "" if len(self._view.pots) < 2 else f" of {_pot_name(event.pot or 0)}"
        return pot + (" with the lowest spade" if event.share == "low" else "")

    def _pots(self) -> Iterator[str]:
        """Return what is in the middle in all, and what that is made of."""
        view = self._view
        bets, pot = sum(view.bets), f"pot {view.pot}"
        if len(view.pots) < 2:
            parts = [f"{pot} ({view.pot - bets} and bets {bets})" if bets else pot]
        else:
            names = (", ".join(self.name(seat).replace(" ", GLUE) for seat in one.seats) for one in view.pots)
            parts = [f"{_pot_name(i)} {view.pots[i].amount} ({seats})" for i, seats in enumerate(names)]
            parts[0] = f"{pot}: {parts[0]}"
            if bets:
                parts.append(f"bets {bets}")
        if view.wild_ranks:
            parts.append(f"wild: {' '.join(view.wild_ranks)}")
        yield from wrapped("; ".join(parts), indent="    ", more="")


def _lowest(card: Card | None) -> str:
    return "" if card is None else f"; lowest spade {card}"


def _pot_name(pot: int) -> str:
    return "the main pot" if pot == 0 else f"side pot {pot}"


def _faces(dealt: Iterable[Event]) -> str:
    """Return cards that a seat is dealt, those face down in a row in one pair of parentheses."""
    rows = (
        (face, " ".join(str(event.card) for event in row)) for face, row in groupby(dealt, lambda event: event.face)
    )
    return " ".join(f"({row})" if face == "down" else row for face, row in rows)
