"""The reference's dealer, wild cards and tally against rules.md sections 4, 7, 8 and 9."""

import ast
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from math import comb
from pathlib import Path

import pytest

import soko.reference
from soko.reference import Deal, Tally, deals, hot_deals, low_spade, parse_cards, simulate, wild_rank, wild_ranks
from soko.reference.deal import Place, deal_order
from soko.reference.tally import count_deal, low_seat, pot_shares, showdown

KEY = (1, 2, 3, 4)
HALF = Fraction(1, 2)
RANKS = "23456789TJQKA"

SOKO: dict[str, object] = {"name": "soko", "deal": ["du", "u", "u", "u"], "ranking": "soko", "max_players": 8}
FIVE_CARD = SOKO | {"name": "five_card_stud", "ranking": "standard", "max_players": 10}
SEVEN_CARD = FIVE_CARD | {"name": "seven_card_stud", "deal": ["ddu", "u", "u", "u", "d"], "max_players": 8}
FOLLOW = SEVEN_CARD | {
    "name": "follow_the_bitch",
    "deal": ["ddu", "du", "du"],
    "ranking": "wild",
    "wild": "follow_the_queen",
    "max_players": 7,
}
GAMES = [SOKO, FIVE_CARD, SEVEN_CARD, FOLLOW, FOLLOW | {"low_chicago": True}, SEVEN_CARD | {"low_chicago": True}]


def first_deals(rules: dict[str, object], players: int, n: int) -> list[Deal]:
    """Return the first deals of the key."""
    return list(islice(hot_deals(rules, players, KEY), n))


def one_by_one(text: str) -> list[list[int]]:
    """Return up cards by street; streets stand apart by a slash."""
    return [parse_cards(street) for street in text.split("/")]


def stated_deal(down: list[str], up: list[str]) -> Deal:
    """Return a deal of stated cards, up cards dealt one street after the other clockwise."""
    up_cards = [parse_cards(cards) for cards in up]
    return Deal(
        [parse_cards(cards) for cards in down], up_cards, [], [list(row) for row in zip(*up_cards, strict=True)]
    )


def assert_near(count: int, n: int, odds: float) -> None:
    """Assert that a count is within five standard errors of its odds."""
    assert abs(count - n * odds) <= 5 * (n * odds * (1 - odds)) ** 0.5


def test_rule_4_2_deal_order() -> None:
    """On each street all down cards come first, one at a time clockwise, then the up cards."""
    first = [Place(0, seat, face) for face in "du" for seat in (0, 1, 2)]
    later = [Place(street, seat, "u") for street in (1, 2, 3) for seat in (0, 1, 2)]
    assert deal_order(SOKO, 3) == first + later
    assert [place.face for place in deal_order(FOLLOW, 2)] == list("dddduu" + "dduu" + "dduu")
    assert [place.seat for place in deal_order(FOLLOW, 2)] == [0, 1] * 7


def test_rule_4_2_cards_go_out_in_that_order() -> None:
    """The cards of the stream go to the places in the order dealt."""
    cards = next(deals(KEY, 15))
    deal = first_deals(SOKO, 3, 1)[0]
    assert deal.down == [[cards[0]], [cards[1]], [cards[2]]]
    assert deal.up == [list(cards[seat + 3 :: 3]) for seat in range(3)]
    assert deal.up_order == [list(cards[at : at + 3]) for at in (3, 6, 9, 12)]
    assert deal.community == []
    assert deal.hand(1) == [cards[at] for at in (1, 4, 7, 10, 13)]


def test_rule_4_2_burn_cards_take_no_draw() -> None:
    """A burnt card is a card less in the deck; who gets what stays the same."""
    assert first_deals(SOKO | {"burn": True}, 8, 20) == first_deals(SOKO, 8, 20)
    assert deal_order(FIVE_CARD, 10) == deal_order(FIVE_CARD | {"burn": True}, 10, 52 + 3)
    assert deal_order(FIVE_CARD | {"burn": True}, 10)[-1] == Place(3, None, "u")


def test_rule_4_3_community_card() -> None:
    """Eight players of seven-card stud share their last card, face up; 49 cards are dealt."""
    order = deal_order(SEVEN_CARD, 8)
    assert len(order) == 49
    assert order[-1] == Place(4, None, "u")
    assert len(deal_order(SEVEN_CARD, 7)) == 49
    assert deal_order(SEVEN_CARD | {"burn": True}, 8)[-1] == Place(4, None, "u")
    deal = first_deals(SEVEN_CARD, 8, 1)[0]
    cards = next(deals(KEY, 49))
    assert deal.community == [cards[-1]]
    assert deal.up_order[-1] == [cards[-1]]
    assert all(deal.hand(seat)[-1] == cards[-1] and len(deal.hand(seat)) == 7 for seat in range(8))
    assert [len(down) for down in deal.down] == [2] * 8
    assert [len(up) for up in deal.up] == [4] * 8


def test_rule_4_3_with_dead_cards() -> None:
    """Dead cards count as gone when the dealer looks whether a street can be dealt."""
    assert deal_order(SEVEN_CARD, 7, 48)[-1] == Place(4, None, "u")
    deal = next(hot_deals(SEVEN_CARD, 7, KEY, dead="2c 2d 2h 2s"))
    assert len(deal.community) == 1


def test_known_and_dead_cards() -> None:
    """Known cards stand at their places in every deal, dead cards never come, the others fill the rest in order."""
    known: list[list[int | str | None]] = [[None, "Kd"], ["As", None, 0]]
    taken = set(parse_cards("Kd As 2c 3c 3d"))
    left = [card for card in range(52) if card not in taken]
    made = islice(hot_deals(SOKO, 2, KEY, known, dead="3c 3d"), 50)
    for deal, drawn in zip(made, deals(KEY, 7, 47), strict=False):
        cards = [left[place] for place in drawn]
        kd, ace, deuce = parse_cards("Kd As 2c")
        assert deal.down == [[cards[0]], [ace]]
        assert deal.up == [[kd, cards[2], cards[3], cards[5]], [cards[1], deuce, cards[4], cards[6]]]


def test_everything_known() -> None:
    """With all cards known every deal is the same."""
    known = [parse_cards("As Ks Qs Js 2d"), parse_cards("Ad Ah Kc Qh 9d")]
    tally = simulate(SOKO, 2, 3, KEY, known)
    assert tally.wins == [3, 0]
    assert tally.categories[0][3] == tally.categories[1][1] == 3


@pytest.mark.parametrize(
    ("up_cards", "wild"),
    [
        ("", None),
        ("2c 3c/4c 5c", None),
        ("Qh 7d", "7"),
        ("Qh", None),
        ("Qh 7d Qs Kc", "K"),
        ("Qh 7d Qs", None),
        ("Qh 7d/2c 3c", "7"),
        ("Qh 7d/2c Qc", None),
        ("Qh 7d/2c Qc/9d", None),
        ("2c Qh/7d", None),
        ("2c Qh/7d Qs/4c Qd 5c", "5"),
        ("Qh Qs 7d", "7"),
        ("Qh Qs/7d", None),
        ("Qc Qd Qh Qs As", "A"),
    ],
)
def test_rules_8_1_to_8_4_followed_queens(up_cards: str, wild: str | None) -> None:
    """A followed queen makes a rank wild, the latest counts, and the flag drops at the end of a street."""
    assert wild_rank(one_by_one(up_cards)) == (None if wild is None else RANKS.index(wild))


@pytest.mark.parametrize(
    ("up_cards", "wild"),
    [("2c Qh/7d", "7"), ("Qh 7d/2c Qc/9d", "9"), ("Qh Qs/7d", "7"), ("2c Qh", None), ("Qh/Qs/7d Qd", None)],
)
def test_rule_8_2_carry_over(up_cards: str, wild: str | None) -> None:
    """With the switch the flag holds over the end of a street."""
    assert wild_rank(one_by_one(up_cards), carry_over=True) == (None if wild is None else RANKS.index(wild))


def test_rule_8_3_queens_wild() -> None:
    """Queens are wild beside the followed rank only with the switch."""
    assert wild_ranks(5) == {5}
    assert wild_ranks(None) == set()
    assert wild_ranks(5, queens_wild=True) == {5, 10}
    assert wild_ranks(None, queens_wild=True) == {10}


def test_rule_8_4_the_wild_rank_holds_for_everyone() -> None:
    """Down cards and cards dealt before the queen are wild too; down queens never count."""
    deal = stated_deal(["7c 7d Qd Qc", "2c 2d 3h 4s"], ["Ks Kd 7s", "Qh 9c 8c"])
    deal = deal._replace(up_order=[parse_cards("Ks Qh"), parse_cards("Kd 9c"), parse_cards("7s 8c")])
    assert showdown(FOLLOW, deal).wild_rank is None
    deal = deal._replace(up_order=[parse_cards("Ks Qh Kd 9c"), parse_cards("7s 8c")])
    assert showdown(FOLLOW, deal).wild_rank == RANKS.index("K")
    deal = deal._replace(up_order=[parse_cards("Ks Kd Qh 7s"), parse_cards("9c 8c")])
    shown = showdown(FOLLOW, deal)
    assert shown.wild_rank == RANKS.index("7")
    assert shown.values[0] == (12, 11)
    assert showdown(FOLLOW | {"queens_wild": True}, deal).values[0] == (12, 12)
    assert shown.values[1][0] == 1
    assert showdown(FOLLOW | {"queens_wild": True}, deal).values[1][0] == 5


def test_rule_8_5_odds_of_a_wild_rank() -> None:
    """How often a rank is wild at showdown, by the number of players."""
    dropped = [0.192358, 0.350924, 0.480022, 0.583673, 0.665602, 0.729231]
    carried = [0.320307, 0.467227, 0.585502, 0.679121, 0.751774, 0.806852]
    for players in range(2, 8):
        last_seen = [comb(52 - 3 * players + j - 1, 3) / comb(52, 4) for j in range(1, 3 * players + 1)]
        assert sum(last_seen[:-1]) == pytest.approx(carried[players - 2], abs=1e-6)
        followed = [odds for j, odds in enumerate(last_seen, 1) if j % players]
        assert sum(followed) == pytest.approx(dropped[players - 2], abs=1e-6)
        made = first_deals(FOLLOW, players, 1500)
        assert_near(sum(wild_rank(deal.up_order) is not None for deal in made), 1500, dropped[players - 2])
        seen = sum(wild_rank(deal.up_order, carry_over=True) is not None for deal in made)
        assert_near(seen, 1500, carried[players - 2])


def test_rule_9_1_the_lowest_spade_takes_half() -> None:
    """Half to the lowest face-down spade, half to the best hand; the ace is the lowest unless the switch says not."""
    deal = stated_deal(["As 2c", "2s 3d", "9h 9d"], ["Kd Qd 7d", "8c Th Jh", "9c 9s 2h"])
    low = SEVEN_CARD | {"low_chicago": True}
    shown = showdown(low, deal)
    assert (shown.low_seat, showdown(low | {"ace": "high"}, deal).low_seat) == (0, 1)
    assert showdown(SEVEN_CARD, deal).low_seat is None
    assert pot_shares(shown.values, shown.low_seat) == {0: HALF, 2: HALF}


def test_rule_9_2_no_spade_and_both_halves() -> None:
    """Without a face-down spade the best hand takes it all; one seat may take both halves."""
    assert low_seat([parse_cards("Kh 4d 9c"), parse_cards("7h 7d 2c")]) is None
    assert pot_shares([(1,), (2,)]) == {1: 1}
    assert pot_shares([(1,), (2,)], 1) == {1: 1}
    assert pot_shares([(1,), (2,)], 0) == {0: HALF, 1: HALF}


def test_rule_9_3_the_physical_card_counts() -> None:
    """A wild deuce of spades is a low spade, a wild nine of hearts is none, an up card never counts."""
    rules = FOLLOW | {"low_chicago": True}
    deal = stated_deal(["9h Kc 7d 7h", "2s 4d 7c 8d"], ["Qh As 3c", "9d 5h 6h"])
    shown = showdown(rules, deal)
    assert (shown.wild_rank, shown.low_seat) == (RANKS.index("9"), 1)
    deal = stated_deal(["9h Kc 7d 7h", "2s 4d 7c 8d"], ["Qh As 3c", "2d 5h 6h"])
    shown = showdown(rules, deal)
    assert (shown.wild_rank, shown.low_seat) == (RANKS.index("2"), 1)


def test_rule_9_5_odds_of_no_spade() -> None:
    """How often nobody has a spade face down, by the number of players."""
    n = 4000
    for players, odds in ((2, 0.0817550), (3, 0.0189496), (4, 0.00363896)):
        assert comb(39, 4 * players) / comb(52, 4 * players) == pytest.approx(odds, rel=1e-5)
        made = first_deals(FOLLOW, players, n)
        assert_near(sum(low_seat(deal.down) is None for deal in made), n, odds)


def test_rule_7_4_equal_hands_share() -> None:
    """Equal best hands split the pot, or the half of it, to the exact fraction."""
    assert pot_shares([(4, 1), (4, 1), (3, 9)]) == {0: HALF, 1: HALF}
    assert pot_shares([(4, 1)] * 3) == dict.fromkeys(range(3), Fraction(1, 3))
    assert pot_shares([(4, 1)] * 3, 2) == {0: Fraction(1, 6), 1: Fraction(1, 6), 2: Fraction(2, 3)}
    assert pot_shares([(4, 1), (4, 1), (3, 9)], 2) == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: HALF}


def test_wins_are_whole_pots_and_ties_are_parts() -> None:
    """A seat that takes all wins; a seat that takes a part ties."""
    tally = Tally.empty(3)
    deal = stated_deal(["As Ah", "Ks Kd", "Qs Qd"], ["Ac 2d 3d", "Kc 8d 9d", "Qc 5h 6h"])
    count_deal(tally, SEVEN_CARD, deal)
    assert (tally.wins, tally.ties, tally.shares) == ([1, 0, 0], [0, 0, 0], [Fraction(1), Fraction(0), Fraction(0)])
    count_deal(tally, SEVEN_CARD | {"low_chicago": True, "ace": "high"}, deal)
    assert (tally.wins, tally.ties, tally.shares) == ([1, 0, 0], [1, 0, 1], [1 + HALF, Fraction(0), HALF])
    count_deal(tally, SEVEN_CARD | {"low_chicago": True}, deal)
    assert (tally.wins, tally.ties, tally.shares) == ([2, 0, 0], [1, 0, 1], [2 + HALF, Fraction(0), HALF])


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_tally_adds_up(rules: dict[str, object], players: int) -> None:
    """Every deal is counted once by every seat, and all shares together are all pots."""
    n = 60
    tally = simulate(rules, players, n, KEY)
    assert tally.n == sum(tally.shares) == n
    assert [sum(row) for row in tally.categories] == [n] * players
    assert sum(tally.wins) <= n
    for wins, ties, share in zip(tally.wins, tally.ties, tally.shares, strict=True):
        assert wins <= share <= wins + ties
    assert sum(tally.wild_ranks) == (n if "wild" in rules else 0)
    assert tally.wild_ranks[RANKS.index("Q")] == 0
    assert tally.low_chicago_none <= (n if "low_chicago" in rules else 0)
    assert tally == simulate(rules, players, n, KEY)


def test_tallies_merge() -> None:
    """Two tallies add up to the tally of all their deals."""
    rules = FOLLOW | {"low_chicago": True}
    made = first_deals(rules, 3, 40)
    parts = [Tally.empty(3), Tally.empty(3)]
    for number, deal in enumerate(made):
        count_deal(parts[number % 2], rules, deal)
    assert parts[0] + parts[1] == parts[1] + parts[0] == simulate(rules, 3, 40, KEY)
    with pytest.raises(ValueError, match="do not add up"):
        _ = parts[0] + Tally.empty(2)


def test_soko_odds_by_seat() -> None:
    """Every seat has each category as often as it must, and the same share."""
    n = 3000
    tally = simulate(SOKO, 3, n, KEY)
    exact = [1150080, 1047552, 92208, 110940, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0]
    for seat in range(3):
        for category, hands in enumerate(exact):
            assert_near(tally.categories[seat][category], n, max(hands / 2598960, 1 / n))
        assert_near(int(tally.shares[seat]), n, 1 / 3)


def refused(call: Callable[[], object], words: str) -> None:
    """Assert that a call is refused with these words."""
    with pytest.raises(ValueError, match=words):
        call()


def test_bad_input() -> None:
    """No deals, too many players, cards given twice, too many cards, a deck too small."""
    refused(lambda: simulate(SOKO, 2, 0, KEY), "at least one deal")
    refused(lambda: simulate(SOKO, 53, 1, KEY), "soko seats 2 to 8 players, not 53")
    refused(lambda: simulate(SOKO, 1, 1, KEY), "not 1")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [["As"], ["As"]]), "As comes twice")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [["As"]], dead=["As"]), "As comes twice")
    refused(lambda: simulate(SOKO, 2, 1, KEY, dead="2c 2c"), "2c comes twice")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [[None] * 6]), "gets 5 cards, but 6")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [[], [], []]), "there are 2 players")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [[52]]), "0 to 51")
    refused(lambda: simulate(SOKO, 2, 1, KEY, [["As Kd"]]), "not one card")
    refused(lambda: simulate(SOKO, 8, 1, KEY, dead=range(37)), "too few")
    refused(lambda: simulate(SOKO | {"deal": ["x"]}, 2, 1, KEY), "a list of streets")
    refused(lambda: simulate(SOKO | {"deal": ["du"]}, 2, 1, KEY), "five, six or seven")
    refused(lambda: simulate(FOLLOW | {"low_chicago": True, "ace": "wild"}, 2, 1, KEY), "low or high")


def test_low_seat_is_the_seat_of_the_low_spade() -> None:
    """The seat found holds the card found."""
    for deal in first_deals(FOLLOW, 5, 50):
        card = low_spade([card for down in deal.down for card in down])
        seat = low_seat(deal.down)
        assert (seat is None) == (card is None)
        assert seat is None or card in deal.down[seat]


def test_the_reference_imports_nothing_but_the_standard_library() -> None:
    """Nothing compiled, nothing installed, and nothing of the package outside the reference."""
    root = Path(soko.reference.__file__).parent
    for file in root.rglob("*.py"):
        depth = len(file.relative_to(root).parts)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                assert not isinstance(node, ast.ImportFrom) or node.level <= depth, file
                continue
            assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names, file
