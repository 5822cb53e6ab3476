"""Cards that are known before a deal, as callers give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from soko import _soko
from soko._checks import written
from soko._soko import Card

Known = Sequence[str | Iterable[Card | str | int | None] | None]
Cards = str | bytes | Iterable[Card | str | int]


def read_known(known: Known | None) -> tuple[tuple[Card | None, ...], ...]:
    """Read each seat's known cards; a text or one card after another; ``?`` and ``None`` stand for any card.

    ``TypeError`` names what is no such list.
    """
    if known is None:
        return ()
    if isinstance(known, (str, bytes, Mapping)) or not isinstance(known, Iterable):
        msg = f"known {written(known)}: a list with the cards of each seat is needed, such as ['As ?', None, 'Kd']"
        raise TypeError(msg)
    return tuple(_read_seat(i, seat) for i, seat in enumerate(known))


def _read_seat(number: int, seat: object) -> tuple[Card | None, ...]:
    """Read the known cards of a seat, those at the end left out that may be any card."""
    given = [seat] if isinstance(seat, str) else () if seat is None else seat
    if not isinstance(given, Iterable):
        msg = f"known[{number}] {written(seat)}: a text such as 'As ?', a list of cards, or None is needed"
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
