"""Cards as plain numbers (rules.md 1.1).

A card is an ``int`` from 0 to 51: ``rank * 4 + suit``, ranks 2..A = 0..12, suits c, d, h, s = 0..3.
So 2c is 0, As is 51, and the numbers run in the room's bring-in order: by rank, then by suit.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
QUEEN = RANKS.index("Q")
ACE = RANKS.index("A")
SPADES = SUITS.index("s")
DECK = 52
DECKS = (20, 24, 28, 32, 52)

_RANK_OF_TEXT = {name: rank for rank, name in enumerate(RANKS)} | {"10": RANKS.index("T")}
_SUIT_OF_TEXT = {name: suit for suits in (SUITS, "♣♦♥♠", "♧♢♡♤") for suit, name in enumerate(suits)}


def card_name(card: int) -> str:
    """Return the strict name of a card, such as ``"As"``; ``ValueError`` when there is no such card.

    >>> card_name(51)
    'As'
    """
    if not 0 <= card < DECK:
        message = f"no card has the number {card}: cards are 0 to 51"
        raise ValueError(message)
    return RANKS[card // 4] + SUITS[card % 4]


def deck_cards(size: object = DECK) -> range:
    """Return the cards of a deck of some size, the highest ranks (rules.md 1.1); ``ValueError`` for no such deck.

    >>> [card_name(card) for card in deck_cards(20)][:5]
    ['Tc', 'Td', 'Th', 'Ts', 'Jc']
    """
    if not isinstance(size, int) or isinstance(size, bool) or size not in DECKS:
        message = f"a deck has {', '.join(map(str, DECKS))} cards, not {size!r}"
        raise ValueError(message)
    return range(DECK - size, DECK)


def refuse_others(cards: Iterable[int], deck: range) -> None:
    """Raise ``ValueError`` naming the first card that is not in a deck."""
    for card in cards:
        if card not in deck:
            message = f"the card {card_name(card)} is not in the deck of {len(deck)} cards"
            raise ValueError(message)


def parse_cards(text: str) -> list[int]:
    """Read cards as people write them: ``As``, ``AS``, ``as``, ``10s``, ``Ts``, ``A♠``, apart or in runs.

    ``ValueError`` says which piece of the text is wrong and why, also when one card comes twice.

    >>> parse_cards("As 10h, Q♠7c")
    [51, 34, 43, 20]
    """
    cards = [card for token in text.replace(",", " ").split() for card in _read_run(token)]
    refuse_repeats(cards)
    return cards


def to_card(card: int | str) -> int:
    """Return the number of one card given as a number or a name; ``ValueError`` for anything else."""
    if isinstance(card, str):
        read = parse_cards(card)
        if len(read) != 1:
            message = f"{card!r} is not one card"
            raise ValueError(message)
        return read[0]
    card_name(card)
    return card


def to_cards(cards: str | Iterable[int | str]) -> list[int]:
    """Return the numbers of cards given as one text or one by one; ``ValueError`` when a card comes twice."""
    if isinstance(cards, str):
        return parse_cards(cards)
    read = [to_card(card) for card in cards]
    refuse_repeats(read)
    return read


def refuse_repeats(cards: Iterable[int]) -> None:
    """Raise ``ValueError`` naming the first card that comes a second time."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            message = f"the card {card_name(card)} comes twice"
            raise ValueError(message)
        seen.add(card)


def _read_run(token: str) -> list[int]:
    """Read a run of cards without spaces."""
    cards = []
    at = 0
    while at < len(token):
        width = 2 if token.startswith("10", at) else 1
        rank, suit = token[at : at + width], token[at + width : at + width + 1]
        if rank.upper() not in _RANK_OF_TEXT:
            message = f"unknown rank {rank!r} in {token!r}"
            raise ValueError(message)
        if not suit:
            message = f"no suit after {rank!r} in {token!r}"
            raise ValueError(message)
        if suit.lower() not in _SUIT_OF_TEXT:
            message = f"unknown suit {suit!r} in {token!r}"
            raise ValueError(message)
        cards.append(4 * _RANK_OF_TEXT[rank.upper()] + _SUIT_OF_TEXT[suit.lower()])
        at += width + 1
    return cards
