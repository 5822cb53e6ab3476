"""The dealer: who gets which card when nobody folds (rules.md section 4, docs/stream.md 5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .cards import DECK, deck_cards, refuse_others, refuse_repeats, to_card, to_cards
from .stream import Key, deals

KnownCards = Sequence[Sequence[int | str | None]]


class Place(NamedTuple):
    """One card to be dealt: on which street, to which seat (``None``: the community card), face "d" or "u"."""

    street: int
    seat: int | None
    face: str


class Deal(NamedTuple):
    """The cards of one deal, by seat in the order dealt; ``up_order`` has all face-up cards by street as dealt."""

    down: list[list[int]]
    up: list[list[int]]
    community: list[int]
    up_order: list[list[int]]

    def hand(self, seat: int) -> list[int]:
        """Return all cards that play for a seat; the community card belongs to every hand (rules.md 4.3)."""
        return self.down[seat] + self.up[seat] + self.community


def deal_order(rules: Mapping[str, object], players: int, deck_size: int = DECK) -> list[Place]:
    """Return the places of a whole deal in the order dealt: down cards first, one at a time clockwise (rules.md 4.2).

    When fewer cards remain than a street needs, one community card comes instead (4.3). A burn card, when the rules
    burn, goes before every street after the first, but never the last card. ``ValueError`` when the deck runs out.
    """
    order: list[Place] = []
    left = deck_size
    for street, pattern in enumerate(street_patterns(rules)):
        if rules.get("burn", False) and street > 0 and left > 1:
            left -= 1
        dealt = [Place(street, seat, face) for face in sorted(pattern) for seat in range(players)]
        if len(dealt) > left and street > 0:
            dealt = [Place(street, None, "u")]
        left -= len(dealt)
        if left < 0:
            message = f"{deck_size} cards are too few for {players} players"
            raise ValueError(message)
        order += dealt
    return order


def street_patterns(rules: Mapping[str, object]) -> list[str]:
    """Return the deal of the rules by street, such as ``["du", "u", "u", "u"]``; ``ValueError`` for anything else."""
    patterns = rules["deal"]
    if not isinstance(patterns, (list, tuple)) or not all(set(pattern) <= {"d", "u"} for pattern in patterns):
        message = f"a deal is a list of streets such as 'du', not {patterns!r}"
        raise ValueError(message)
    return [str(pattern) for pattern in patterns]


def hot_deals(
    rules: Mapping[str, object],
    players: int,
    key: Key,
    known: KnownCards | None = None,
    dead: str | Iterable[int | str] = (),
) -> Iterator[Deal]:
    """Yield the deals of a key without end; nobody folds, so every seat gets every card.

    Parameters
    ----------
    rules
        The flat mapping of a game: ``deal``, and ``min_players``, ``max_players``, ``burn`` where they matter.
    players
        How many are dealt in.
    key
        The key of the stream: four words of 64 bits.
    known
        For each seat its known cards in the order dealt, ``None`` for one that is unknown; the rest is unknown.
    dead
        Cards of the deck that are not dealt.

    Yields
    ------
    Deal
        The cards by seat, face down and face up, and the community card.

    Raises
    ------
    ValueError
        The game is not for that many players, a card is given twice, a seat has more cards than it gets, or the deck is
        too small.

    Examples
    --------
    >>> from soko.reference.cards import card_name
    >>> deal = next(hot_deals({"deal": ["du", "u", "u", "u"]}, 2, (1, 2, 3, 4), known=[[51]]))
    >>> [card_name(card) for card in deal.hand(0)]
    ['As', '5h', '9h', '4d', 'Ts']
    """
    check_players(rules, players)
    gone, deck = to_cards(dead), deck_cards(rules.get("deck", DECK))
    order = deal_order(rules, players, len(deck) - len(gone))
    cards = _place_known(order, known or [], players)
    given = [card for card in cards if card is not None]
    refuse_repeats(gone + given)
    refuse_others(gone + given, deck)
    left = [card for card in deck if card not in gone and card not in given]
    return _fill(order, players, cards, left, key)


def check_players(rules: Mapping[str, object], players: int) -> None:
    """Raise ``ValueError`` when the rules do not seat this number of players."""
    low, high = rules.get("min_players", 2), rules.get("max_players", DECK)
    if not isinstance(low, int) or not isinstance(high, int) or not low <= players <= high:
        message = f"{rules.get('name', 'the game')} seats {low} to {high} players, not {players}"
        raise ValueError(message)


def _place_known(order: Sequence[Place], known: KnownCards, players: int) -> list[int | None]:
    """Return the known card of every place, ``None`` where it is unknown."""
    if len(known) > players:
        message = f"known cards for {len(known)} seats, but there are {players} players"
        raise ValueError(message)
    cards: list[int | None] = [None] * len(order)
    for seat, seat_known in enumerate(known):
        seat_places = [at for at, place in enumerate(order) if place.seat == seat]
        if len(seat_known) > len(seat_places):
            message = f"seat {seat} gets {len(seat_places)} cards, but {len(seat_known)} are given"
            raise ValueError(message)
        for at, card in zip(seat_places, seat_known, strict=False):
            cards[at] = None if card is None else to_card(card)
    return cards


def _fill(
    order: Sequence[Place], players: int, known: Sequence[int | None], left: Sequence[int], key: Key
) -> Iterator[Deal]:
    """Yield deals: drawn cards fill the unknown places in the order dealt, known places are passed over."""
    unknown = [at for at, card in enumerate(known) if card is None]
    cards = [-1 if card is None else card for card in known]
    seats = range(players)
    down = [[at for at, place in enumerate(order) if place.seat == seat and place.face == "d"] for seat in seats]
    up = [[at for at, place in enumerate(order) if place.seat == seat and place.face == "u"] for seat in seats]
    community = [at for at, place in enumerate(order) if place.seat is None]
    streets = range(order[-1].street + 1)
    up_order = [
        [at for at, place in enumerate(order) if place.street == street and place.face == "u"] for street in streets
    ]
    for drawn in deals(key, len(unknown), len(left)):
        for at, number in zip(unknown, drawn, strict=True):
            cards[at] = left[number]
        yield Deal(
            [[cards[at] for at in places] for places in down],
            [[cards[at] for at in places] for places in up],
            [cards[at] for at in community],
            [[cards[at] for at in places] for places in up_order],
        )
