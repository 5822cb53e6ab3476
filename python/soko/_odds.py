"""Exact counts: how many hands, and how many ranks of hands, each category has in each ranking."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Row = tuple[int, ...]


class Odds(NamedTuple):
    """What is known of all hands of some size: counts by ``soko.Category``, the lowest category first.

    ``hands`` counts hands, ``ranks`` the different ranks among them. ``places`` counts the ranks that the ranking
    itself has, which is more than ``ranks`` where some of them take more cards, or another wild rank, than there are.
    """

    hands: Row
    ranks: Row
    places: Row

    @property
    def total(self) -> int:
        """How many hands there are."""
        return sum(self.hands)

    def place_range(self, category: int) -> tuple[int, int] | None:
        """Return the best and the worst place of a category, 1 the best; ``None`` when the ranking leaves it out."""
        worst = sum(self.places[category:])
        return (worst - self.places[category] + 1, worst) if self.places[category] else None


# By category: high card, pair, four-straight, four-flush, two pair, trips, straight, flush, full house, quads,
# straight flush, royal flush, five of a kind (rules 2). Where the ranks of six or seven cards differ from those of
# five, it is because the worst hands cannot be the best five of more cards.
_SOKO: Final = "soko"
_SOKO_ACE_HIGH: Final = "soko without 4-3-2-A"
_STANDARD: Final = "standard"

_PLACES: Final[dict[str, Row]] = {
    _SOKO: (1198, 2816, 123, 9245, 858, 858, 10, 1277, 156, 156, 9, 1, 0),
    _SOKO_ACE_HIGH: (1206, 2820, 111, 9245, 858, 858, 10, 1277, 156, 156, 9, 1, 0),
    _STANDARD: (1277, 2860, 0, 0, 858, 858, 10, 1277, 156, 156, 9, 1, 0),
    "wild": (1277, 2860, 0, 0, 858, 858, 10, 1277, 156, 156, 9, 1, 13),
}

_HANDS: Final[dict[tuple[str, int], Row]] = {
    (_SOKO, 5): (1150080, 1047552, 92208, 110940, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0),
    (_SOKO, 6): (4872000, 8194320, 1392960, 1884360, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188, 0),
    (_SOKO, 7): (
        *(12618480, 39312000, 11889360, 18102420, 31433400, 6461620),
        *(6180020, 4047644, 3473184, 224848, 37260, 4324, 0),
    ),
    (_SOKO_ACE_HIGH, 5): (1157760, 1049040, 83040, 110940, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0),
    (_SOKO_ACE_HIGH, 6): (
        *(4969440, 8249040, 1240800, 1884360, 2532816, 732160),
        *(361620, 205792, 165984, 14664, 1656, 188, 0),
    ),
    (_SOKO_ACE_HIGH, 7): (
        *(13265280, 40098240, 10456320, 18102420, 31433400, 6461620),
        *(6180020, 4047644, 3473184, 224848, 37260, 4324, 0),
    ),
    (_STANDARD, 5): (1302540, 1098240, 0, 0, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0),
    (_STANDARD, 6): (6612900, 9730740, 0, 0, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188, 0),
    (_STANDARD, 7): (
        *(23294460, 58627800, 0, 0, 31433400, 6461620),
        *(6180020, 4047644, 3473184, 224848, 37260, 4324, 0),
    ),
}

# Five cards with one rank wild: first the hands, then the ranks that occur.
_WILD: Final[dict[str, tuple[Row, Row]]] = {
    "2": (
        (799680, 1225008, 0, 0, 95040, 355080, 62232, 14472, 12672, 31552, 2068, 484, 672),
        (784, 1980, 0, 0, 660, 660, 9, 784, 132, 132, 8, 1, 12),
    ),
    "3": (
        (800700, 1228032, 0, 0, 95040, 356160, 57108, 14596, 12672, 31568, 1928, 484, 672),
        (785, 1980, 0, 0, 660, 660, 9, 785, 132, 132, 8, 1, 12),
    ),
    "4": (
        (801720, 1231056, 0, 0, 95040, 357240, 51984, 14720, 12672, 31584, 1788, 484, 672),
        (786, 1980, 0, 0, 660, 660, 9, 786, 132, 132, 8, 1, 12),
    ),
    "56789": (
        (802740, 1234080, 0, 0, 95040, 358320, 46860, 14844, 12672, 31600, 1648, 484, 672),
        (787, 1980, 0, 0, 660, 660, 9, 787, 132, 132, 8, 1, 12),
    ),
    "T": (
        (802740, 1234080, 0, 0, 95040, 358320, 46860, 14844, 12672, 31600, 1924, 208, 672),
        (787, 1980, 0, 0, 660, 660, 10, 787, 132, 132, 9, 1, 12),
    ),
    "J": (
        (801720, 1231056, 0, 0, 95040, 357240, 51984, 14720, 12672, 31584, 2064, 208, 672),
        (786, 1980, 0, 0, 660, 660, 10, 794, 132, 132, 9, 1, 12),
    ),
    "Q": (
        (800700, 1228032, 0, 0, 95040, 356160, 57108, 14596, 12672, 31568, 2204, 208, 672),
        (785, 1980, 0, 0, 660, 660, 10, 829, 132, 132, 9, 1, 12),
    ),
    "K": (
        (799680, 1225008, 0, 0, 95040, 355080, 62232, 14472, 12672, 31552, 2344, 208, 672),
        (784, 1980, 0, 0, 660, 660, 10, 944, 132, 132, 9, 1, 12),
    ),
    "A": (
        (799680, 1226016, 0, 0, 95040, 356160, 60144, 14560, 12672, 31600, 2208, 208, 672),
        (784, 1980, 0, 0, 660, 660, 9, 1246, 132, 132, 8, 1, 12),
    ),
}


def places(ranking: str, *, ace_low: bool = True) -> Row:
    """Return how many ranks each category of a ranking has."""
    return _PLACES[_name(ranking, ace_low=ace_low)]


def five_cards(ranking: str, *, wild: str | None = None, ace_low: bool = True) -> Odds:
    """Return the exact odds of five cards: of ``soko`` (with or without 4-3-2-A), ``standard``, ``wild``.

    ``wild`` is the letter of the wild rank, which the ranking ``wild`` needs. ``KeyError`` for anything else.

    >>> five_cards("soko").hands[3], five_cards("wild", wild="9").total
    (110940, 2598960)
    """
    of_ranking = places(ranking, ace_low=ace_low)
    if ranking != "wild":
        return Odds(_HANDS[_name(ranking, ace_low=ace_low), 5], of_ranking, of_ranking)
    hands, ranks = next(rows for ranks, rows in _WILD.items() if wild and wild in ranks)
    return Odds(hands, ranks, of_ranking)


def shares(ranking: str, cards: int, *, ace_low: bool = True) -> tuple[float, ...] | None:
    """Return the exact share of each category among all hands of five, six or seven cards, ``None`` if not built in.

    The best five of the cards count. There are no shares for the ranking ``wild``, in which they depend on the rank.

    >>> round(shares("soko", 7)[3], 6)
    0.13531
    """
    hands = _HANDS.get((_name(ranking, ace_low=ace_low), cards))
    return tuple(count / comb(52, cards) for count in hands) if hands else None


def count_five_cards(ranking: object, wild: str | None = None) -> tuple[Row, Row]:
    """Evaluate all 2,598,960 hands of five cards; return the hands and the ranks that each category has.

    ``ranking`` is a name or a ``soko.Ranking``, ``wild`` as for ``soko.evaluate_many``.
    """
    import numpy as np

    from soko.category import Category
    from soko.ranking import categories, evaluate_many

    strengths = evaluate_many(_all_hands(), ranking, wild=wild)  # type: ignore[arg-type]  # checked by the callee
    by_strength = np.bincount(strengths)
    occurring = np.flatnonzero(by_strength).astype(np.uint16)
    category = categories(occurring, ranking)  # type: ignore[arg-type]
    size = len(Category)
    hands = np.bincount(category, weights=by_strength[occurring], minlength=size)
    ranks = np.bincount(category, minlength=size)
    return tuple(map(int, hands)), tuple(ranks.tolist())


def _all_hands() -> NDArray[np.uint8]:
    """Return all hands of five cards, uint8 (2598960, 5), in lexicographic order."""
    import numpy as np

    # All choices of k cards above each card are the tail of all choices of k cards, since they are in order.
    chosen = np.zeros((1, 0), np.uint8)
    for k in range(5):
        tails = [chosen[len(chosen) - comb(51 - card, k) :] for card in range(52 - k)]
        firsts = np.repeat(np.arange(52 - k, dtype=np.uint8), [len(tail) for tail in tails])
        chosen = np.column_stack([firsts, np.concatenate(tails)])
    return np.ascontiguousarray(chosen)


def _name(ranking: str, *, ace_low: bool) -> str:
    return _SOKO_ACE_HIGH if ranking == _SOKO and not ace_low else ranking
