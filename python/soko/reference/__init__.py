"""The second witness: the rules of the games in slow, obvious Python, written from the rules alone.

Nothing here is compiled and nothing outside this package is imported but the standard library. Tests hold the Rust
core against it, benchmarks measure against it, and people may read it to trust the rest.
"""

from .cards import card_name, parse_cards
from .deal import Deal, hot_deals
from .ranking import CATEGORY_NAMES, classes, evaluate, low_spade, place, showing
from .stream import block, choose, deals, hand_key, shuffled_deck
from .tally import Settled, Tally, settle_many, simulate
from .wild import wild_rank, wild_ranks

__all__ = [
    "CATEGORY_NAMES",
    "Deal",
    "Settled",
    "Tally",
    "block",
    "card_name",
    "choose",
    "classes",
    "deals",
    "evaluate",
    "hand_key",
    "hot_deals",
    "low_spade",
    "parse_cards",
    "place",
    "settle_many",
    "showing",
    "shuffled_deck",
    "simulate",
    "wild_rank",
    "wild_ranks",
]
