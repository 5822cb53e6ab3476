"""Hands and amounts in the words of card rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from soko.category import Category
from soko.ranking import evaluate, showing

if TYPE_CHECKING:
    from soko._soko import Card, Rules
    from soko.history._source import About

FIVE: Final = 5
_RANKS: Final = dict(
    zip(
        "23456789TJQKA",
        ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"),
        strict=True,
    )
)
_WORDS: Final = {
    Category.HIGH_CARD: "high card {0}",
    Category.ONE_PAIR: "a pair of {0s}",
    Category.TWO_PAIR: "two pair, {0s} and {2s}",
    Category.THREE_OF_A_KIND: "three of a kind, {0s}",
    Category.STRAIGHT: "a straight, {4} to {0}",
    Category.FLUSH: "a flush, {0} high",
    Category.FULL_HOUSE: "a full house, {0s} full of {3s}",
    Category.FOUR_OF_A_KIND: "four of a kind, {0s}",
    Category.STRAIGHT_FLUSH: "a straight flush, {4} to {0}",
    Category.ROYAL_FLUSH: "a Royal Flush",
}


def in_words(cards: list[Card], rules: Rules) -> str:
    """Return what a hand is, as ``a pair of Kings``."""
    # Who won before five cards were dealt may show fewer.
    best = evaluate(cards, rules) if len(cards) >= FIVE else showing(cards, rules)
    text = _WORDS[best.category]
    for place, card in enumerate(best.cards):
        rank = _RANKS[card.rank]
        plural = f"{rank}es" if rank == "Six" else f"{rank}s"
        text = text.replace(f"{{{place}s}}", plural).replace(f"{{{place}}}", rank)
    return text


def amount(chips: int, facts: About) -> str:
    """Return chips as an amount of the currency, with two decimals where a chip is a hundredth."""
    whole, rest = divmod(chips, facts.unit)
    return f"{facts.currency}{whole}" + (f".{rest:02}" if facts.unit > 1 else "")
