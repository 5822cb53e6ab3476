"""Cards, and the reader that takes them as people write them."""

from soko._soko import Card, cards, low_spade

__all__ = ["Card", "cards", "low_spade"]
