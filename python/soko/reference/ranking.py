"""The hand rankings of rules.md section 2, written to be read.

A hand's value is a tuple: its category, then the ranks that break ties, in the order in which they are compared.
Greater wins, equal tuples tie, and values compare only within one ranking. Ranks are 0 (deuce) to 12 (ace).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement

from .cards import ACE, DECK, SPADES, refuse_repeats

Value = tuple[int, ...]

# Categories in Soko order; the standard and wild rankings use the same numbers and leave out what they do not have.
(
    HIGH_CARD,
    ONE_PAIR,
    FOUR_STRAIGHT,
    FOUR_FLUSH,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FIVE_OF_A_KIND,
) = range(13)

CATEGORY_NAMES = (
    "high card",
    "one pair",
    "four-straight",
    "four-flush",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)

# How many cards the largest and the second largest group of equal ranks have. One group alone has no second.
_CATEGORY_OF_GROUPS = {
    (5,): FIVE_OF_A_KIND,
    (4,): FOUR_OF_A_KIND,
    (4, 1): FOUR_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (3,): THREE_OF_A_KIND,
    (3, 1): THREE_OF_A_KIND,
    (2, 2): TWO_PAIR,
    (2,): ONE_PAIR,
    (2, 1): ONE_PAIR,
    (1,): HIGH_CARD,
    (1, 1): HIGH_CARD,
}


def _runs(length: int) -> list[tuple[int, frozenset[int]]]:
    """Return the runs of ``length`` ranks, best first, as (top, ranks); the last has the ace low (rules.md 2.4)."""
    runs = [(top, frozenset(range(top - length + 1, top + 1))) for top in range(ACE, length - 2, -1)]
    ace_low = (length - 2, frozenset({ACE, *range(length - 1)}))
    return [*runs, ace_low]


_STRAIGHTS = _runs(5)
_STRAIGHT_TOP = {ranks: top for top, ranks in _STRAIGHTS}
_FOUR_STRAIGHTS = _runs(4)


def evaluate(
    cards: Sequence[int],
    ranking: str = "soko",
    *,
    wild_ranks: Collection[int] = (),
    ace_low_four_straight: bool = True,
) -> Value:
    """Return the value of the best five of five, six or seven cards (rules.md 2.7).

    Parameters
    ----------
    cards
        Card indices.
    ranking
        ``"soko"``, ``"standard"`` or ``"wild"``.
    wild_ranks
        The ranks that are wild, 0 to 12; only in the wild ranking.
    ace_low_four_straight
        Whether 4-3-2-A is a four-straight (rules.md 2.4).

    Returns
    -------
    tuple of int
        The category and the ranks that break ties; greater wins, equal tuples tie.

    Raises
    ------
    ValueError
        The number of cards is another, a card is given twice or does not exist, the ranking is unknown, or it has no
        wild cards.

    Examples
    --------
    >>> from soko.reference.cards import parse_cards
    >>> evaluate(parse_cards("As Ks Qs Js 2d"))
    (3, 12, 11, 10, 9, 0)
    """
    if not 5 <= len(cards) <= 7:
        message = f"a hand has five, six or seven cards, not {len(cards)}"
        raise ValueError(message)
    if len(set(cards)) != len(cards) or min(cards) < 0 or max(cards) >= DECK:
        refuse_repeats(cards)
        message = f"cards are 0 to 51, got {list(cards)}"
        raise ValueError(message)
    five = _five_card_evaluator(ranking, wild_ranks, ace_low_four_straight=ace_low_four_straight)
    if len(cards) == 5:
        return five(cards)
    return max(five(hand) for hand in combinations(cards, 5))


def _five_card_evaluator(
    ranking: str, wild_ranks: Collection[int], *, ace_low_four_straight: bool
) -> Callable[[Sequence[int]], Value]:
    """Return the function that evaluates five cards in a ranking."""
    if ranking == "wild":
        return partial(five_wild, wild_ranks=wild_ranks)
    if wild_ranks:
        message = f"the {ranking} ranking has no wild cards"
        raise ValueError(message)
    if ranking == "soko":
        return five_soko if ace_low_four_straight else partial(five_soko, ace_low_four_straight=False)
    if ranking == "standard":
        return five_standard
    message = f"unknown ranking {ranking!r}: it is soko, standard or wild"
    raise ValueError(message)


def five_soko(cards: Sequence[int], *, ace_low_four_straight: bool = True) -> Value:
    """Return the value of five cards in Soko: four-flush and four-straight beat a pair, two pair beats them (2.1)."""
    made = five_standard(cards)
    if made[0] >= TWO_PAIR:
        return made
    return _four_flush(cards) or _four_straight(cards, ace_low=ace_low_four_straight) or made


def five_standard(cards: Sequence[int]) -> Value:
    """Return the value of five cards in the standard ranking."""
    ranks = sorted([card // 4 for card in cards], reverse=True)
    different = frozenset(ranks)
    if len(different) < len(ranks):
        return _grouped(ranks)
    suited = len({card % 4 for card in cards}) == 1
    top = _STRAIGHT_TOP.get(different)
    if top is not None:
        return _straight(top, suited=suited)
    return (FLUSH if suited else HIGH_CARD, *ranks)


def five_wild(cards: Sequence[int], wild_ranks: Collection[int]) -> Value:
    """Return the value of five cards when every card of the wild ranks stands for what helps most (rules.md 2.9).

    The wilds go where they do the most good: all to the largest group of equal cards, or all into a straight, or all
    into a flush. The best of the three counts. Four-flush and four-straight are not in force.
    """
    natural = [card for card in cards if card // 4 not in wild_ranks]
    wilds = len(cards) - len(natural)
    if wilds == 0:
        return five_standard(cards)
    ranks = [card // 4 for card in natural]
    suited = len({card % 4 for card in natural}) <= 1
    hands = [_grouped(ranks, wilds)]
    if suited:
        hands.append(_flush_with_wilds(ranks, wilds))
    if len(set(ranks)) == len(ranks):
        hands.extend(_straight(top, suited=suited) for top, run in _STRAIGHTS if run.issuperset(ranks))
    return max(hands)


def _straight(top: int, *, suited: bool) -> Value:
    """Return the value of a straight; suited it is a straight flush, which the ace makes royal."""
    if not suited:
        return (STRAIGHT, top)
    return (ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH, top)


def _grouped(ranks: Sequence[int], wilds: int = 0) -> Value:
    """Return the value of cards by their equal ranks alone: larger groups first, then higher ranks.

    Wilds join the largest group, of equal groups the higher; without any other card they are aces.
    """
    if not ranks:
        return _grouped([ACE], wilds - 1)
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    counts = [count for count, _ in groups]
    counts[0] += wilds
    return (_CATEGORY_OF_GROUPS[tuple(counts[:2])], *[rank for _, rank in groups])


def _flush_with_wilds(ranks: Sequence[int], wilds: int) -> Value:
    """Return the value of a flush: each wild is the highest rank that is missing (rules.md 2.9)."""
    missing = [rank for rank in range(ACE, -1, -1) if rank not in ranks]
    return (FLUSH, *sorted([*ranks, *missing[:wilds]], reverse=True))


def _four_flush(cards: Sequence[int]) -> Value | None:
    """Return the value of four cards of one suit and an odd card of another (rules.md 2.2, 2.5), or ``None``."""
    suits = [card % 4 for card in cards]
    for suit in set(suits):
        if suits.count(suit) == 4:
            suited = sorted([card // 4 for card in cards if card % 4 == suit], reverse=True)
            odd = [card // 4 for card in cards if card % 4 != suit]
            return (FOUR_FLUSH, *suited, *odd)
    return None


def _four_straight(cards: Sequence[int], *, ace_low: bool) -> Value | None:
    """Return the value of a run of four ranks and an odd card (rules.md 2.3 to 2.5), or ``None``."""
    ranks = [card // 4 for card in cards]
    different = set(ranks)
    for top, run in _FOUR_STRAIGHTS if ace_low else _FOUR_STRAIGHTS[:-1]:
        if run <= different:
            odd = sum(ranks) - sum(run)
            return (FOUR_STRAIGHT, top, odd)
    return None


def place(value: Value, ranking: str = "soko", *, ace_low_four_straight: bool = True) -> int:
    """Return the place of a hand's value among all distinct values of its ranking; 1 is the best.

    Parameters
    ----------
    value
        What ``evaluate`` returned for five or more cards.
    ranking
        ``"soko"``, ``"standard"`` or ``"wild"``.
    ace_low_four_straight
        Whether 4-3-2-A is a four-straight (rules.md 2.4).

    Returns
    -------
    int
        1 to 16,707 in Soko, 7,462 in the standard ranking and 7,475 in the wild one.

    Raises
    ------
    ValueError
        No hand of the ranking has this value, or the ranking is unknown.

    Examples
    --------
    >>> from soko.reference.cards import parse_cards
    >>> place(evaluate(parse_cards("As Ks Qs Js 2d")))
    3337
    """
    try:
        return _places(ranking, ace_low_four_straight)[value]
    except KeyError:
        message = f"no hand has the value {value} in the {ranking} ranking"
        raise ValueError(message) from None


def classes(ranking: str = "soko", *, ace_low_four_straight: bool = True) -> tuple[Value, ...]:
    """Return all distinct values of five cards in a ranking, best first: 16,707 in Soko, 7,462 standard, 7,475 wild."""
    return tuple(_places(ranking, ace_low_four_straight))


def _find_places(ranking: str, ace_low_four_straight: bool) -> dict[Value, int]:  # noqa: FBT001 (the key of a cache)
    """Return the place of every value, the best first."""
    five = _five_card_evaluator(ranking, (), ace_low_four_straight=ace_low_four_straight)
    values = {five(hand) for hand in _hand_of_every_class()}
    if ranking == "wild":
        values |= {(FIVE_OF_A_KIND, rank) for rank in range(ACE + 1)}
    return {value: number for number, value in enumerate(sorted(values, reverse=True), start=1)}


_places = cache(_find_places)


def _hand_of_every_class() -> Iterator[list[int]]:
    """Yield at least one hand of every class: all ranks with no, four (each card the odd one) or five cards suited."""
    suit_patterns = [[0, 1, 2, 3, 0], [0, 0, 0, 0, 0]]
    suit_patterns += [[int(odd == at) for at in range(5)] for odd in range(5)]
    for ranks in combinations_with_replacement(range(ACE + 1), 5):
        for suits in suit_patterns:
            hand = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            if len(set(hand)) == len(hand):
                yield hand


def showing(
    cards: Sequence[int],
    showing_ranking: str = "soko",
    *,
    wild_ranks: Collection[int] = (),
    ace_low_four_straight: bool = True,
) -> Value:
    """Return the value of one to four up cards, which decides who acts first (rules.md 2.11, 2.12).

    Compare only the same number of cards. A four-flush and a four-straight need all four cards, none of them wild. Wild
    cards join the largest group of equal cards; alone they are aces.

    Parameters
    ----------
    cards
        Card indices.
    showing_ranking
        ``"soko"`` where four-flushes and four-straights count, else ``"standard"``.
    wild_ranks
        The ranks that are wild, 0 to 12.
    ace_low_four_straight
        Whether 4-3-2-A is a four-straight (rules.md 2.4).

    Returns
    -------
    tuple of int
        The category and the ranks that break ties; greater is better.

    Raises
    ------
    ValueError
        There are no cards or more than four, a card is given twice, or the showing ranking is unknown.

    Examples
    --------
    >>> from soko.reference.cards import parse_cards
    >>> showing(parse_cards("4h 4c 2d Ac")) > showing(parse_cards("As Kd Qc 9h"))
    True
    """
    if not 1 <= len(cards) <= 4:
        message = f"one to four cards show, not {len(cards)}"
        raise ValueError(message)
    if showing_ranking not in {"soko", "standard"}:
        message = f"unknown showing ranking {showing_ranking!r}: it is soko or standard"
        raise ValueError(message)
    refuse_repeats(cards)
    ranks = sorted([card // 4 for card in cards if card // 4 not in wild_ranks], reverse=True)
    if showing_ranking == "soko" and len(ranks) == 4:
        if len({card % 4 for card in cards}) == 1:
            return (FOUR_FLUSH, *ranks)
        for top, run in _FOUR_STRAIGHTS if ace_low_four_straight else _FOUR_STRAIGHTS[:-1]:
            if run == set(ranks):
                return (FOUR_STRAIGHT, top)
    return _grouped(ranks, len(cards) - len(ranks))


def low_spade(down_cards: Collection[int], ace: str = "low") -> int | None:
    """Return the lowest spade among face-down cards, or ``None`` when there is none (rules.md 9.1, 9.3).

    The ace is the lowest with ``ace="low"`` and the highest with ``ace="high"``; anything else is a ``ValueError``.
    """
    if ace not in {"low", "high"}:
        message = f"the ace of spades is low or high, not {ace!r}"
        raise ValueError(message)
    spades = [card for card in down_cards if card % 4 == SPADES]
    if ace == "low":
        return min(spades, key=lambda card: (card // 4 != ACE, card), default=None)
    return min(spades, default=None)
