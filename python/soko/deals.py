"""The question that ``soko.simulate`` counts: a game dealt out to its end, nobody folding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from soko import _soko
from soko._checks import game_rules
from soko._soko import Card, PlanError, Rules
from soko.blocks import Part
from soko.tally import Tally, zeros

if TYPE_CHECKING:
    from soko.counted import Watch
    from soko.rng import _Key

Known = Sequence[str | Iterable[Card | str | int | None] | None]
Cards = str | bytes | Iterable[Card | str | int]


class Deals(NamedTuple):
    """A game, how many are dealt in, the cards known by seat in the order dealt, and the cards never dealt."""

    rules: Rules
    players: int
    known: tuple[tuple[Card | None, ...], ...] = ()
    dead: tuple[Card, ...] = ()

    @property
    def kind(self) -> str:
        """What ``soko.records.KINDS`` calls it."""
        return "deals"

    def count_blocks(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> Tally:
        """Count blocks of the first ``n`` deals of a key."""
        if blocks[0] == blocks[1]:
            return Tally(self, (Part(key, n, ()),), zeros(self.players))
        counts = _soko.count_deals(self.rules, self.players, n, blocks, key, self.known, self.dead, threads, watch)
        return Tally(self, (Part(key, n, (blocks,)),), counts)

    def __str__(self) -> str:
        """Say what is dealt."""
        return f"deals of {self.rules.name} for {self.players} players"

    def to_dict(self) -> dict[str, object]:
        """Return the question as JSON has it."""
        return {
            "rules": self.rules.to_dict(),
            "players": self.players,
            "known": [[None if card is None else str(card) for card in seat] for seat in self.known],
            "dead": [str(card) for card in self.dead],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> Deals:
        """Read what ``to_dict`` made; an error of its kind says what is wrong with it."""
        match record:
            case {"rules": dict(rules), "players": int(players), "known": list(known), "dead": list(dead)}:
                return deals_question(Rules.from_dict(rules), players, known, dead)
        msg = "question: rules, players, known and dead are needed"
        raise PlanError(msg)


def deals_question(rules: Rules, players: int, known: Known | None, dead: Cards) -> Deals:
    """Return the question, written so that the same question is the same value.

    ``SeatError`` for a number of players that the game does not take, ``DeckError`` for cards that do not fit.
    """
    rules = game_rules(rules)
    seats, gone = read_known(known), tuple(sorted(_soko.cards(dead)))
    # No blocks: this only checks.
    _soko.count_deals(rules, players, 1, (0, 0), (0, 0, 0, 0), seats, gone, 1, None)
    while seats and not seats[-1]:
        seats = seats[:-1]
    return Deals(rules, players, seats, gone)


def read_known(known: Known | None) -> tuple[tuple[Card | None, ...], ...]:
    """Read each seat's known cards; a text or one card after another; ``?`` and ``None`` stand for any card.

    ``TypeError`` names what is no such list.
    """
    if known is None:
        return ()
    if isinstance(known, (str, bytes, Mapping)) or not isinstance(known, Iterable):
        msg = f"known {known!r}: a list with the cards of each seat is needed, such as ['As ?', None, 'Kd']"
        raise TypeError(msg)
    return tuple(_read_seat(i, seat) for i, seat in enumerate(known))


def _read_seat(number: int, seat: object) -> tuple[Card | None, ...]:
    """Read the known cards of a seat, those at the end left out that may be any card."""
    given = [seat] if isinstance(seat, str) else () if seat is None else seat
    if not isinstance(given, Iterable):
        msg = f"known[{number}] {seat!r}: a text such as 'As ?', a list of cards, or None for any cards is needed"
        raise TypeError(msg)
    cards: list[Card | None] = []
    for word in given:
        if word is None:
            cards.append(None)
        elif isinstance(word, str):
            cards.extend(_read_run(word))
        else:
            try:
                cards.append(Card(word))
            except TypeError as error:
                msg = f"known[{number}]: {error}; or None for any card"
                raise TypeError(msg) from error
    while cards and cards[-1] is None:
        cards.pop()
    return tuple(cards)


def _read_run(word: str) -> list[Card | None]:
    """Read cards and question marks, as ``As?Kd`` or ``As, ?, Kd``."""
    cards: list[Card | None] = []
    for i, part in enumerate(word.split("?")):
        if i:
            cards.append(None)
        cards.extend(_soko.cards(part))
    return cards
