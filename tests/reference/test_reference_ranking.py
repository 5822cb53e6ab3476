"""The reference's hand rankings against rules.md section 2."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product
from math import comb, factorial

import pytest

from soko.reference import CATEGORY_NAMES, classes, deals, evaluate, low_spade, parse_cards, place, showing
from soko.reference.ranking import (
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_FLUSH,
    FOUR_OF_A_KIND,
    FOUR_STRAIGHT,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Value,
)

RANKS = "23456789TJQKA"

SOKO_COUNTS = {
    ROYAL_FLUSH: (4, 1),
    STRAIGHT_FLUSH: (36, 9),
    FOUR_OF_A_KIND: (624, 156),
    FULL_HOUSE: (3744, 156),
    FLUSH: (5108, 1277),
    STRAIGHT: (10200, 10),
    THREE_OF_A_KIND: (54912, 858),
    TWO_PAIR: (123552, 858),
    FOUR_FLUSH: (110940, 9245),
    FOUR_STRAIGHT: (92208, 123),
    ONE_PAIR: (1047552, 2816),
    HIGH_CARD: (1150080, 1198),
}

PLACES = {
    "AsKsQsJsTs": 1, "5c4c3c2cAc": 10, "AsAdAcAhKs": 11, "2s2d2c2h3s": 166, "AsAdAcKhKs": 167, "2s2d2c3h3s": 322,
    "AsKsQsJs9s": 323, "7s5s4s3s2s": 1599, "AsKsQsJsTd": 1600, "KsQsJsTs9d": 1601, "6s5s4s3s2d": 1608,
    "5s4s3s2sAd": 1609, "AsAdAcKhQs": 1610, "2s2d2c4h3s": 2467, "AsAdKcKhQs": 2468, "3s3d2c2h4s": 3325,
    "AsKsQsJsAd": 3326, "AsKsQsJs9d": 3330, "AsKsQsJs2d": 3337, "AsKsQsTsAd": 3338, "KsJs8s4sAd": 6992,
    "KsJs8s4sKd": 6993, "KsJs8s4s2d": 7004, "9s8s7s6s2h": 11693, "9s8s7s6d2s": 11740, "5s4s3s2s2d": 12570,
    "AsAdKcQhJd": 12571, "AsKdQcJh9d": 12575, "AsKdQcJh2d": 12582, "Ts9d8c7hAd": 12616, "Ts9d8c7h7d": 12622,
    "Ts9d8c7h2d": 12626, "5s4d3c2h7d": 12677, "AsAd4c3h2d": 12682, "AsKd4c3h2d": 12683, "As4d3c2h2d": 12693,
    "AsAdKcQhTd": 12694, "2s2d6c4h3d": 15509, "AsKdQcTh9d": 15510, "KsQdAs2h3d": 15545, "7s6d4c3h2d": 16707,
}  # fmt: skip

# The best five of six and seven cards in Soko, royal flush down to high card.
SOKO_BEST_OF = {
    6: [188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 1884360, 1392960, 8194320, 4872000],
    7: [4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 18102420, 11889360, 39312000, 12618480],
}

WILD_ORDER = [category for category in range(FIVE_OF_A_KIND, -1, -1) if category not in {FOUR_FLUSH, FOUR_STRAIGHT}]
WILD_FIVE = {
    "2": [672, 484, 2068, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680],
    "9": [672, 484, 1648, 31600, 12672, 14844, 46860, 358320, 95040, 1234080, 802740],
    "A": [672, 208, 2208, 31600, 12672, 14560, 60144, 356160, 95040, 1226016, 799680],
}
WILD_SEVEN = {
    "2": [609760, 399484, 1552732, 7504920, 9421824, 7993600, 19388800, 20151920, 19491840, 36920040, 10349640],
    "9": [609760, 399484, 1246856, 7596576, 9429600, 8200044, 15720760, 21468140, 19559880, 38597760, 10955700],
    "A": [609760, 170560, 1691416, 7547952, 9422688, 8039944, 18940240, 20391680, 19491840, 37128840, 10349640],
}


def soko(text: str) -> Value:
    """Return the value of a hand in Soko."""
    return evaluate(parse_cards(text))


def standard(text: str) -> Value:
    """Return the value of a hand in the standard ranking."""
    return evaluate(parse_cards(text), "standard")


def wild(text: str, *ranks: str) -> Value:
    """Return the value of a hand with wild ranks."""
    return evaluate(parse_cards(text), "wild", wild_ranks={RANKS.index(rank) for rank in ranks})


def shown(text: str, *ranks: str, showing_ranking: str = "soko") -> Value:
    """Return the value of up cards with wild ranks."""
    return showing(parse_cards(text), showing_ranking, wild_ranks={RANKS.index(rank) for rank in ranks})


def one_of_each_suit_class(size: int, ranks: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield one hand of each class under renaming of suits, with how many hands the class has."""
    masks: list[list[tuple[int, ...]]] = [list(combinations(ranks, count)) for count in range(size + 1)]
    for counts in product(range(size + 1), repeat=4):
        if sum(counts) != size or list(counts) != sorted(counts, reverse=True):
            continue
        for suits in product(*(masks[count] for count in counts)):
            keys = [(-len(suit), suit) for suit in suits]
            if keys == sorted(keys):
                weight = factorial(4)
                for same in Counter(suits).values():
                    weight //= factorial(same)
                yield weight, [4 * rank + suit for suit, row in enumerate(suits) for rank in row]


def category_counts(ranking: str, *, ace_low_four_straight: bool = True) -> Counter[int]:
    """Count the categories of all five-card hands."""
    counts: Counter[int] = Counter()
    for weight, hand in one_of_each_suit_class(5, list(range(13))):
        counts[evaluate(hand, ranking, ace_low_four_straight=ace_low_four_straight)[0]] += weight
    return counts


def wild_category_counts(rank: int) -> Counter[int]:
    """Count the categories of all five-card hands with one wild rank; suits of wild cards do not matter."""
    counts: Counter[int] = Counter()
    others = [other for other in range(13) if other != rank]
    for wilds in range(5):
        wild_cards = [4 * rank + suit for suit in range(wilds)]
        for weight, hand in one_of_each_suit_class(5 - wilds, others):
            counts[evaluate(wild_cards + hand, "wild", wild_ranks={rank})[0]] += comb(4, wilds) * weight
    return counts


def random_hands(size: int, count: int, seed: int) -> list[list[int]]:
    """Return random hands, the same for the same seed."""
    return [list(hand) for hand in islice(deals((seed, 0, 0, 0), size), count)]


def assert_near(counts: Counter[int], exact: dict[int, int], hands: int) -> None:
    """Assert that counts are within five standard errors (and one hand) of the exact odds."""
    n = sum(counts.values())
    for category, ways in exact.items():
        odds = ways / hands
        assert abs(counts[category] - n * odds) <= 5 * (n * odds * (1 - odds)) ** 0.5 + 1, CATEGORY_NAMES[category]


@pytest.mark.parametrize(("text", "number"), PLACES.items())
def test_rule_2_places(text: str, number: int) -> None:
    """Each hand of the list has its place, in any order of its cards."""
    cards = parse_cards(text)
    assert place(evaluate(cards)) == number
    assert place(evaluate(cards[::-1])) == number


def test_rule_2_category_counts() -> None:
    """All 2,598,960 hands fall into the twelve categories as in the table."""
    counts = category_counts("soko")
    assert counts == {category: hands for category, (hands, _) in SOKO_COUNTS.items()}
    assert counts.total() == comb(52, 5) == 2598960


def test_rule_2_class_counts() -> None:
    """The distinct values of each category are as many as in the table, 16,707 in all."""
    assert Counter(value[0] for value in classes()) == {category: ranks for category, (_, ranks) in SOKO_COUNTS.items()}
    assert len(classes()) == 16707
    assert [place(value) for value in classes()] == list(range(1, 16708))


def test_rule_2_1_the_highest_category_counts() -> None:
    """A straight with four suited cards is a straight; a four-flush beats a four-straight and a pair in one hand."""
    assert soko("9s8s7s6s5h") == (STRAIGHT, 7)
    assert soko("5h4h3h2hAs") == (STRAIGHT, 3)
    assert soko("9s8s7s2s2d")[0] == FOUR_FLUSH
    assert soko("9s8s7s6d2s")[0] == FOUR_FLUSH
    assert soko("9s8s7s6d2s") < soko("3s3d2c2h4s")
    assert soko("9s8c7s6d6s")[0] == FOUR_STRAIGHT


def test_rule_2_2_four_flush() -> None:
    """Exactly four of one suit; the odd card is of another suit and may pair."""
    assert soko("KsJs8s4sKd") == (FOUR_FLUSH, 11, 9, 6, 2, 11)
    assert soko("KsJs8s4s3s")[0] == FLUSH
    assert soko("KsJs8s4d3d")[0] == HIGH_CARD


def test_rule_2_3_four_straight() -> None:
    """Four ranks in a row without a gap; the odd card may pair."""
    assert soko("Ts9d8c7h7d") == (FOUR_STRAIGHT, 8, 5)
    assert soko("Ts9d8c6h5d")[0] == HIGH_CARD
    assert soko("Ts9d8c6h6d")[0] == ONE_PAIR


def test_rule_2_4_ace_in_four_straights() -> None:
    """The ace is high in A-K-Q-J and low in 4-3-2-A, and never in the middle."""
    assert soko("AsKdQcJh2d") == (FOUR_STRAIGHT, 12, 0)
    assert soko("As4d3c2h9d") == (FOUR_STRAIGHT, 2, 7)
    assert soko("AsKd3c2h9d")[0] == HIGH_CARD
    assert soko("AsKdQc2h3d")[0] == HIGH_CARD
    assert soko("5d4s3h2c9d") > soko("As2d3c4hKs") > soko("Ad2h3s4cQd") > soko("AdAhKcQs9d")


def test_rule_2_4_switch_off() -> None:
    """Without the ace-low run there are fewer four-straights, and more pairs and high cards."""
    counts = category_counts("soko", ace_low_four_straight=False)
    assert [counts[FOUR_STRAIGHT], counts[ONE_PAIR], counts[HIGH_CARD]] == [83040, 1049040, 1157760]
    ranks = Counter(value[0] for value in classes(ace_low_four_straight=False))
    assert [ranks[FOUR_STRAIGHT], ranks[ONE_PAIR], ranks[HIGH_CARD]] == [111, 2820, 1206]
    hand = parse_cards("As4d3c2h9d")
    assert evaluate(hand, ace_low_four_straight=False) == (HIGH_CARD, 12, 7, 2, 1, 0)
    assert place((HIGH_CARD, 12, 7, 2, 1, 0), ace_low_four_straight=False) > place(evaluate(hand))
    straight = parse_cards("As5d4d3c2h")
    assert evaluate(straight, ace_low_four_straight=False) == (STRAIGHT, 3)


def test_rule_2_5_ties() -> None:
    """The four suited ranks, then the odd one; the top of the run, then the odd one, where an ace is high."""
    assert soko("QdJd9d7dAc") > soko("QhJh9h7hKc") > soko("QhJh9h6hAc")
    assert soko("4s3d2cAhAd") > soko("4s3d2cAhKd")
    assert soko("Ts9d8c7hAd") > soko("Th9c8d7sKd")
    assert soko("Ts9d8c7h6s") == soko("Th9s8d7c6h")


def test_rule_2_6_four_card_straight_flush() -> None:
    """Four suited cards in a row are a four-flush and no more."""
    assert soko("9s8s7s6s2h") == (FOUR_FLUSH, 7, 6, 5, 4, 0)
    assert soko("9s8s7s6s2h") < soko("Ts5s4s2s3d")


def test_rule_2_7_best_of_six_and_seven() -> None:
    """More cards never make a worse hand, and the categories come as often as they must."""
    for size, count in ((6, 1500), (7, 1500)):
        exact = dict(zip(range(ROYAL_FLUSH, -1, -1), SOKO_BEST_OF[size], strict=True))
        values = []
        for hand in random_hands(size, count, seed=size):
            values.append(evaluate(hand))
            assert values[-1] == max(evaluate(five) for five in combinations(hand, 5))
        assert sum(exact.values()) == comb(52, size)
        assert_near(Counter(value[0] for value in values), exact, comb(52, size))


def test_standard_ranking() -> None:
    """The usual 7,462 ranks and counts; four-flush and four-straight are nothing."""
    assert len(classes("standard")) == 7462
    counts = category_counts("standard")
    assert [counts[c] for c in WILD_ORDER] == [0, 4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    assert standard("AsAdKs6s4s") == standard("AcAhKd6d4c") == (ONE_PAIR, 12, 11, 4, 2)
    assert standard("7s5s4d8s4h7d8c") == (TWO_PAIR, 6, 5, 3)
    assert standard("9cThJhQhKh2h3h") == (FLUSH, 11, 10, 9, 8, 1)
    assert standard("AcQsJcTc9c8c7c") == (STRAIGHT_FLUSH, 9)
    assert standard("2h3h4c5d6c6sTs") == (STRAIGHT, 4)


@pytest.mark.parametrize("ranking", ["soko", "standard", "wild"])
def test_suits_never_matter(ranking: str) -> None:
    """Renaming the suits changes no value (rules.md 1.2)."""
    wilds = {5} if ranking == "wild" else set()
    for hand in random_hands(5, 200, seed=3):
        moved = [card - card % 4 + (card + 1) % 4 for card in hand]
        assert evaluate(hand, ranking, wild_ranks=wilds) == evaluate(moved, ranking, wild_ranks=wilds)


def best_stand_in(hand: list[int], wild_ranks: set[int]) -> Value:
    """Return the best value by trying every card that the wilds may stand for, as rule 2.9 says it."""
    natural = [card for card in hand if card // 4 not in wild_ranks]
    wilds = len(hand) - len(natural)
    if len({card // 4 for card in natural}) == 1:
        return (FIVE_OF_A_KIND, natural[0] // 4)
    missing = [card for card in range(52) if card not in natural]
    return max(evaluate([*natural, *stand_ins], "standard") for stand_ins in combinations(missing, wilds))


@pytest.mark.parametrize(("wilds", "count"), [(1, 150), (2, 20), (3, 4)])
@pytest.mark.parametrize("rank", [0, 3, 7, 11, 12])
def test_rule_2_9_wilds_stand_for_the_best_cards(rank: int, wilds: int, count: int) -> None:
    """The direct reasoning finds what trying every card finds."""
    wild_cards = [4 * rank + suit for suit in range(wilds)]
    natural = [card for card in range(52) if card // 4 != rank]
    for drawn in islice(deals((rank, wilds, 0, 0), 5 - wilds, 48), count):
        hand = wild_cards + [natural[place] for place in drawn]
        assert evaluate(hand, "wild", wild_ranks={rank}) == best_stand_in(hand, {rank})


def test_rule_2_9_two_wild_ranks() -> None:
    """With queens wild beside another rank there may be five wilds and more: five aces."""
    for hand in random_hands(5, 60, seed=12):
        natural = [card for card in hand if card // 4 not in {10, 5}]
        if len(natural) >= 3:
            assert evaluate(hand, "wild", wild_ranks={10, 5}) == best_stand_in(hand, {10, 5})
    assert wild("QcQdQhQs7c", "Q", "7") == (FIVE_OF_A_KIND, 12)
    assert wild("QcQdQhQs7c7d2c", "Q", "7") == (FIVE_OF_A_KIND, 12)
    assert wild("QcQdQhQs7c7d7h", "Q", "7") == (FIVE_OF_A_KIND, 12)


def test_rule_2_9_examples() -> None:
    """Five of a kind is the best; a flush gets the highest missing rank; wild and natural tie."""
    assert wild("9c9d9h9sAs", "9") == (FIVE_OF_A_KIND, 12)
    assert wild("9s9d9h9cAsAdAh", "9") == (FIVE_OF_A_KIND, 12)
    assert wild("9cKsQsJsTs", "9") == (ROYAL_FLUSH, 12)
    assert wild("9sKcJc9dQc", "9") == (ROYAL_FLUSH, 12)
    assert wild("2s2d2h2cAs", "9") < wild("9cKsQsJsTs", "9") < wild("9c2s2d2h2c", "9")
    assert wild("9cAsKs8s2s", "9") == (FLUSH, 12, 11, 10, 6, 0) == standard("AdKdQd8d2d")
    assert wild("9cKsKdTsTd", "9") == (FULL_HOUSE, 11, 8)
    assert wild("5c6h7d9c4d2sTc", "2") == (STRAIGHT, 8)
    assert wild("KsKd9s9d4s2s7h", "7") == (FULL_HOUSE, 11, 7)
    assert wild("As2d3c4h9d", "9") == (STRAIGHT, 3)
    assert wild("KsQs5s3s9d", "9") == (FLUSH, 12, 11, 10, 3, 1)
    assert wild("KsQsJs9s2d", "4")[0] == HIGH_CARD


def test_wild_classes() -> None:
    """The standard 7,462 and thirteen fives of a kind."""
    assert len(classes("wild")) == 7475
    assert classes("wild")[13:] == classes("standard")
    assert place((FIVE_OF_A_KIND, 12), "wild") == 1


@pytest.mark.parametrize("rank", WILD_FIVE)
def test_rule_2_10_five_cards(rank: str) -> None:
    """All five-card hands with one wild rank fall into the categories as in the oracle."""
    counts = wild_category_counts(RANKS.index(rank))
    assert [counts[category] for category in WILD_ORDER] == WILD_FIVE[rank]


@pytest.mark.parametrize("rank", WILD_SEVEN)
def test_rule_2_10_seven_cards(rank: str) -> None:
    """Random seven-card hands with one wild rank come near the oracle."""
    wilds = {RANKS.index(rank)}
    counts = Counter(evaluate(hand, "wild", wild_ranks=wilds)[0] for hand in random_hands(7, 1500, seed=ord(rank)))
    exact = dict(zip(WILD_ORDER, WILD_SEVEN[rank], strict=True))
    assert sum(exact.values()) == comb(52, 7)
    assert_near(counts, exact, comb(52, 7))


def test_rule_2_11_showing_counts() -> None:
    """All 270,725 boards of four up cards, and the distinct values of one to four."""
    values = Counter(map(showing, combinations(range(52), 4)))
    counts: Counter[int] = Counter()
    for value, boards in values.items():
        counts[value[0]] += boards
    assert counts == {
        HIGH_CARD: 177408,
        ONE_PAIR: 82368,
        FOUR_STRAIGHT: 2772,
        FOUR_FLUSH: 2860,
        TWO_PAIR: 2808,
        THREE_OF_A_KIND: 2496,
        FOUR_OF_A_KIND: 13,
    }
    assert len(values) == 2535
    assert [len(set(map(showing, combinations(range(52), n)))) for n in (1, 2, 3)] == [13, 91, 455]
    assert len({showing(board, "standard") for board in combinations(range(52), 4)}) == 1820


def test_rule_2_11_showing_order() -> None:
    """Four-flush and four-straight need all four cards and the Soko switch."""
    order = ["2s2d2h2c", "2s2d2h3c", "3s3d2h2c", "5s4s3s2s", "AsKdQhJc", "As4d3h2c", "AsAdKhQc", "AsKdQhTc"]
    values = [shown(board) for board in order]
    assert values == sorted(values, reverse=True)
    assert shown("5s4s3s2s", showing_ranking="standard") == (HIGH_CARD, 3, 2, 1, 0)
    assert shown("As4d3h2c") == (FOUR_STRAIGHT, 2)
    no_low = showing(parse_cards("As4d3h2c"), ace_low_four_straight=False)
    assert no_low == (HIGH_CARD, 12, 2, 1, 0)
    assert shown("9s8s7s") == (HIGH_CARD, 7, 6, 5) > shown("9s8s6s")
    assert shown("KhKd") > shown("AhQd")
    assert shown("4h4c2dAc") > shown("AcKdQh9s")


def test_rule_2_12_showing_with_wilds() -> None:
    """The listed cases: a lone wild, wild and X, two wilds, wild and pair, two wilds and X, three wilds."""
    assert shown("7c", "7") == (HIGH_CARD, 12)
    assert shown("7c5d", "7") == (ONE_PAIR, 3)
    assert shown("7c7d", "7") == (ONE_PAIR, 12)
    assert shown("7c5d5h", "7") == (THREE_OF_A_KIND, 3)
    assert shown("7c7d5h", "7") == (THREE_OF_A_KIND, 3)
    assert shown("7c7d7h", "7") == (THREE_OF_A_KIND, 12)
    assert shown("7c5d4h", "7") == (ONE_PAIR, 3, 2)


@pytest.mark.parametrize("wild_ranks", [{5}, {12}, {5, 10}])
def test_rule_2_12_is_the_best_that_the_wilds_can_show(wild_ranks: set[int]) -> None:
    """The value is what trying every card for the wilds finds, up to four cards and two wild ranks."""
    wild_cards = [card for card in range(52) if card // 4 in wild_ranks]
    natural = [card for card in range(52) if card // 4 not in wild_ranks]
    for wilds, others in ((1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2)):
        for drawn in islice(deals((wilds, others, 0, 0), others, len(natural)), 30 if wilds == 1 else 3):
            board = [natural[place] for place in drawn]
            missing = [card for card in range(52) if card not in board]
            best = max(showing([*board, *stand_ins], "standard") for stand_ins in combinations(missing, wilds))
            with_wilds = wild_cards[-wilds:] + board
            assert showing(with_wilds, "standard", wild_ranks=wild_ranks) == best
            assert showing(with_wilds, "soko", wild_ranks=wild_ranks) == best


def test_rule_2_12_four_cards() -> None:
    """Four up cards with one to four wilds."""
    assert shown("7c9d5h4s", "7") == (ONE_PAIR, 7, 3, 2)
    assert shown("7c9s5s4s", "7") == (ONE_PAIR, 7, 3, 2)
    assert shown("7c9d9h4s", "7") == (THREE_OF_A_KIND, 7, 2)
    assert shown("7c9d9h9s", "7") == (FOUR_OF_A_KIND, 7)
    assert shown("7c7d9h4s", "7") == (THREE_OF_A_KIND, 7, 2)
    assert shown("7c7d9h9s", "7") == (FOUR_OF_A_KIND, 7)
    assert shown("7c7d7h9s", "7") == (FOUR_OF_A_KIND, 7)
    assert shown("7c7d7h7s", "7") == (FOUR_OF_A_KIND, 12)
    assert shown("7c7dQhQs", "7", "Q") == (FOUR_OF_A_KIND, 12)


def test_rule_9_1_low_spade() -> None:
    """The lowest spade, ace lowest with the default switch; no spade, nothing."""
    cards = parse_cards("Ks 2s As 2c")
    assert low_spade(cards) == parse_cards("As")[0]
    assert low_spade(cards, ace="high") == parse_cards("2s")[0]
    assert low_spade(parse_cards("As"), ace="high") == parse_cards("As")[0]
    assert low_spade(parse_cards("Ah 2c 3d")) is None
    order = parse_cards("As2s3s4s5s6s7s8s9sTsJsQsKs")
    for lower, higher in combinations(order, 2):
        assert low_spade([higher, lower]) == lower


@pytest.mark.parametrize("text", ["As", "AsKsQsJs", "As2s3s4s5s6s7s8s", ""])
def test_only_five_six_or_seven_cards(text: str) -> None:
    """Any other number of cards is refused."""
    with pytest.raises(ValueError, match="five, six or seven"):
        soko(text)


def test_bad_input() -> None:
    """A card twice, no such card, an unknown ranking, wild cards where there are none, too many up cards."""
    with pytest.raises(ValueError, match="2c comes twice"):
        evaluate([0, 0, 1, 2, 3])
    with pytest.raises(ValueError, match="0 to 51"):
        evaluate([0, 1, 2, 3, 52])
    with pytest.raises(ValueError, match="0 to 51"):
        evaluate([0, 1, 2, 3, -1])
    with pytest.raises(ValueError, match="unknown ranking 'razz'"):
        evaluate([0, 1, 2, 3, 4], "razz")
    with pytest.raises(ValueError, match="no wild cards"):
        evaluate([0, 1, 2, 3, 4], "soko", wild_ranks={0})
    with pytest.raises(ValueError, match="one to four"):
        showing([0, 1, 2, 3, 4])
    with pytest.raises(ValueError, match="one to four"):
        showing([])
    with pytest.raises(ValueError, match="unknown showing ranking"):
        showing([0], "wild")
    with pytest.raises(ValueError, match="low or high"):
        low_spade([0], "both")
    with pytest.raises(ValueError, match="no hand has the value"):
        place((HIGH_CARD, 12), "soko")
