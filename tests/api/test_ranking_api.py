"""Evaluating from Python: strengths as values, in every ranking (rules 2)."""

import copy
import json
import operator
import pickle
import signal
import subprocess
import sys
import threading
import tracemalloc
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA

import soko
from soko import Category, Ranking

CASES = json.loads((DATA / "evaluator_cases.json").read_text(encoding="utf-8"))["cases"]
COMPARE = {">": operator.gt, "<": operator.lt, "==": operator.eq}
RANKINGS = [Ranking.soko(), Ranking.soko(ace_low_four_straight=False), Ranking.standard(), Ranking.wild()]
CATEGORY_HANDS = [1_150_080, 1_047_552, 92_208, 110_940, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0]
CATEGORY_RANKS = [1_198, 2_816, 123, 9_245, 858, 858, 10, 1_277, 156, 156, 9, 1, 0]
PLACES = {
    "AsKsQsJsTs": 1, "KsQsJsTs9d": 1601, "6s5s4s3s2d": 1608, "AsKsQsJsAd": 3326, "AsKsQsJs9d": 3330,
    "AsKsQsJs2d": 3337, "AsKsQsTsAd": 3338, "KsJs8s4sAd": 6992, "KsJs8s4sKd": 6993, "KsJs8s4s2d": 7004,
    "9s8s7s6s2h": 11693, "9s8s7s6d2s": 11740, "5s4s3s2s2d": 12570, "AsAdKcQhJd": 12571, "AsKdQcJh9d": 12575,
    "AsKdQcJh2d": 12582, "Ts9d8c7hAd": 12616, "Ts9d8c7h7d": 12622, "Ts9d8c7h2d": 12626, "5s4d3c2h7d": 12677,
    "AsAd4c3h2d": 12682, "AsKd4c3h2d": 12683, "As4d3c2h2d": 12693, "AsAdKcQhTd": 12694, "2s2d6c4h3d": 15509,
    "AsKdQcTh9d": 15510, "KsQdAs2h3d": 15545, "7s6d4c3h2d": 16707,
}  # fmt: skip

fives = st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=5)
hands = st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7)
rankings = st.sampled_from(RANKINGS)
wilds = st.none() | st.sampled_from([*"23456789TJQKA", "Q9", "QA"])


@st.composite
def settings_of_a_game(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a ranking, with wild ranks where they count."""
    ranking = draw(rankings)
    return {"ranking": ranking, "wild": draw(wilds) if ranking == Ranking.wild() else None}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_reported_faults_have_the_right_value_here(case: dict[str, Any]) -> None:
    game = {"ranking": case["ranking"], "wild": case.get("wild")}
    for cards, words in case.get("hands", []):
        assert str(soko.evaluate(cards, **game)) == words
    for a, sign, b in case.get("order", []):
        assert COMPARE[sign](soko.evaluate(a, **game), soko.evaluate(b, **game)), (a, sign, b)


@pytest.mark.parametrize(("cards", "place"), PLACES.items())
def test_places_of_the_rules(cards: str, place: int) -> None:
    assert soko.evaluate(cards).place == place


def test_all_hands_by_category_and_rank() -> None:
    deals = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8, 5 * 2_598_960)
    strengths, counts = np.unique(soko.evaluate_many(deals.reshape(-1, 5), threads=None), return_counts=True)
    found = soko.categories(strengths)
    assert np.bincount(found, counts, minlength=13).tolist() == CATEGORY_HANDS
    assert np.bincount(found, minlength=13).tolist() == CATEGORY_RANKS


def test_a_strength_is_a_value() -> None:
    s, same = soko.evaluate("As Ks Qs Js 2d"), soko.evaluate("Ac Kc Qc Jc 2h")
    assert s == same
    assert hash(s) == hash(same)
    assert len({s, same, soko.evaluate("As Ks Qs Js 3d")}) == 2
    assert s >= same
    assert s <= same
    assert not s > same
    assert not s < same
    assert s.category is Category.FOUR_FLUSH
    assert s.ranking == Ranking.soko()
    assert s.wild is None
    assert str(s) == "four-flush, A-K-Q-J, 2 kicker"
    assert repr(s) == "Strength('As Ks Qs Js 2d')"
    assert s != int(s)
    with pytest.raises(AttributeError):
        s.place = 1
    with pytest.raises(TypeError):
        assert s < 3


def test_two_rankings_do_not_compare() -> None:
    hands_of = [soko.evaluate("As Ks Qs Js 2d", ranking) for ranking in RANKINGS]
    for a, b in combinations(hands_of, 2):
        assert a != b
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError, match="hands of different rankings cannot be compared"):
                compare(a, b)
        with pytest.raises(TypeError, match="hands of different rankings cannot be compared"):
            soko.explain(a, b)


@given(hands, settings_of_a_game())
def test_a_strength_is_written_pickled_and_copied(cards: list[int], game: dict[str, Any]) -> None:
    s = soko.evaluate(bytes(cards), **game)
    names = {"Strength": soko.Strength, "Ranking": Ranking}
    copies = [pickle.loads(pickle.dumps(s, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for other in [*copies, copy.copy(s), copy.deepcopy(s), eval(repr(s), names)]:
        assert other == s
        assert (other.hand, other.ranking, other.wild) == (s.hand, s.ranking, s.wild)


@given(hands, settings_of_a_game())
def test_cards_are_given_in_many_ways(cards: list[int], game: dict[str, Any]) -> None:
    s = soko.evaluate(bytes(cards), **game)
    objects = soko.cards(cards)
    text = " ".join(map(str, objects))
    ways = (tuple(cards), cards, objects, list(objects), text, text.split(), np.array(cards, np.uint8), iter(cards))
    for way in ways:
        assert soko.evaluate(way, **game) == s
    assert soko.evaluate_int(text, **game) == soko.evaluate_int(bytes(cards), **game) == int(s)
    assert soko.evaluate_many(np.array([cards], np.uint8), **game).tolist() == [int(s)]


@given(hands, settings_of_a_game(), st.permutations(range(4)), st.randoms())
def test_suits_and_order_of_the_cards_change_nothing(
    cards: list[int], game: dict[str, Any], suits: list[int], chance: Any
) -> None:
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    chance.shuffle(other)
    assert soko.evaluate_int(tuple(other), **game) == soko.evaluate_int(tuple(cards), **game)


@given(hands, settings_of_a_game())
def test_the_best_five_count(cards: list[int], game: dict[str, Any]) -> None:
    s = soko.evaluate(tuple(cards), **game)
    assert s == max(soko.evaluate(five, **game) for five in combinations(cards, 5))
    assert len(set(s.cards)) == 5
    assert set(s.cards) <= set(s.hand)
    assert soko.evaluate(s.cards, **game) == s


@given(st.lists(hands, min_size=3, max_size=3), settings_of_a_game())
def test_the_order_is_total_and_the_places_turn_it_round(trio: list[list[int]], game: dict[str, Any]) -> None:
    a, b, c = sorted(soko.evaluate(tuple(cards), **game) for cards in trio)
    assert a <= b <= c
    assert a <= c
    assert a.place >= b.place >= c.place
    assert [x == y for x, y in ((a, b), (b, c))] == [x.place == y.place for x, y in ((a, b), (b, c))]
    assert a.category <= b.category <= c.category
    assert int(a) <= int(b) <= int(c)


@given(hands, st.sampled_from("23456789TJQKA"))
def test_a_wild_card_never_hurts(cards: list[int], wild: str) -> None:
    assert soko.evaluate(bytes(cards), "wild", wild=wild) >= soko.evaluate(bytes(cards), "wild")


def test_the_cards_that_play_come_in_deciding_order() -> None:
    def playing(cards: str, ranking: soko.Ranking | str = "soko", wild: str | None = None) -> str:
        return " ".join(map(str, soko.evaluate(cards, ranking, wild=wild).cards))

    assert playing("2d Js Ks As Qs") == "As Ks Qs Js 2d"
    assert playing("9s 4h As 3c 2d") == "4h 3c 2d As 9s"
    assert playing("5h 4h 3h 2h As") == "5h 4h 3h 2h As"
    assert playing("4d 8s 4h 7d 8c 7s 5s", "standard") == "8s 8c 7s 7d 5s"
    assert playing("Ah 9s Ad 2c Kh", "wild", "9")[:8] == "9s Ah Ad"


def test_explain_says_what_decides() -> None:
    better, worse = "As Ks Qs Js 2d", "Ad Ac Kc Qh 9c"
    assert soko.explain(better, worse) == (
        "four-flush, A-K-Q-J, 2 kicker beats one pair, aces, K-Q-9 kickers: a four-flush is above one pair"
    )
    assert " loses to " in soko.explain(soko.evaluate(worse), soko.evaluate(better))
    assert soko.explain(better, "Ac Kc Qc Jc 2h") == "the hands tie: four-flush, A-K-Q-J, 2 kicker"
    assert "five of a kind" in soko.explain("9c 9d Ks Kd Kh", "2c 3c 4c 5c 6c", "wild", wild="9")
    assert soko.explain("Ks Kd 9c 8c 2d", soko.evaluate("Qs Qd 9h 8d 2c", "standard"), "standard").endswith(
        "the pair decides, king over queen"
    )


def test_rankings_are_values() -> None:
    high = "soko (4-3-2-A not a four-straight)"
    assert [str(ranking) for ranking in RANKINGS] == ["soko", high, "standard", "wild"]
    assert len({*RANKINGS, Ranking("soko"), Ranking("wild"), Ranking()}) == 4
    for ranking in RANKINGS:
        assert pickle.loads(pickle.dumps(ranking)) == copy.deepcopy(ranking) == ranking
        assert eval(repr(ranking), {"Ranking": Ranking}) == ranking
    assert Ranking.soko() != Ranking.soko(ace_low_four_straight=False)
    assert [ranking.name for ranking in RANKINGS] == ["soko", "soko", "standard", "wild"]
    with pytest.raises(soko.RulesError, match="'standard' has no four-straights"):
        Ranking("standard", ace_low_four_straight=False)


def test_the_switch_of_the_low_ace() -> None:
    off = Ranking.soko(ace_low_four_straight=False)
    assert soko.evaluate("As 2d 3c 4h 9s").category is Category.FOUR_STRAIGHT
    assert soko.evaluate("As 2d 3c 4h 9s", off).category is Category.HIGH_CARD
    assert soko.evaluate("As 2d 3c 4h 4s", off).category is Category.ONE_PAIR
    assert soko.evaluate("As 2d 3c 4h 5s", off).category is Category.STRAIGHT
    assert soko.evaluate("As Kd Qc Jh 9s", off).category is Category.FOUR_STRAIGHT


def test_rules_are_a_ranking_with_its_switches() -> None:
    house = soko.games.soko(ace_low_four_straight=False)
    row = np.array([list(map(int, soko.cards("4s 3h 2d Ac Kd")))], np.uint8)
    assert soko.evaluate("4s 3h 2d Ac Kd", house).category == soko.Category.HIGH_CARD
    assert soko.categories(soko.evaluate_many(row, house), house).tolist() == [soko.Category.HIGH_CARD]
    assert soko.categories(soko.evaluate_many(row, soko.games.soko()), house).tolist() == [soko.Category.FOUR_STRAIGHT]
    bitch = soko.games.follow_the_bitch()
    assert soko.evaluate("As Ad 9c 9h 2s", bitch, wild="9").category == soko.Category.FOUR_OF_A_KIND
    assert soko.explain("7s 6h 5d 4c Kd", "2s 2h 5d 4c Kd", house).startswith("four-straight")


def test_up_cards_are_compared_by_the_showing_ranking_of_rules() -> None:
    own = soko.games.five_card_stud().replace(showing_ranking="soko")
    assert soko.showing("9s 8s 7s 6s", own).category == soko.Category.FOUR_FLUSH
    assert soko.evaluate("9s 8s 7s 6s Kd", own).category == soko.Category.HIGH_CARD
    assert soko.showing("9s 8s 7s 6s", soko.games.five_card_stud()).category == soko.Category.HIGH_CARD
    assert soko.showing("9c 9d Ks", soko.games.follow_the_bitch(), wild="9").category == soko.Category.THREE_OF_A_KIND


def test_categories_have_names() -> None:
    assert " ".join(category.name for category in Category) == (
        "HIGH_CARD ONE_PAIR FOUR_STRAIGHT FOUR_FLUSH TWO_PAIR THREE_OF_A_KIND STRAIGHT FLUSH FULL_HOUSE FOUR_OF_A_KIND "
        "STRAIGHT_FLUSH ROYAL_FLUSH FIVE_OF_A_KIND"
    )
    assert list(Category) == list(range(13))
    for category in Category:
        assert Category.from_name(str(category)) is Category.from_name(category.name) is category
        assert f"{category}" == str(category)
        assert pickle.loads(pickle.dumps(category)) is category
    with pytest.raises(soko.RulesError, match="category 'five-flush': categories are high card, one pair, four-strai"):
        Category.from_name("five-flush")


@pytest.mark.parametrize(
    ("spelling", "category"),
    [
        ("Canadian flush", Category.FOUR_FLUSH),
        ("4-Flush", Category.FOUR_FLUSH),
        ("4 flush", Category.FOUR_FLUSH),
        ("four flush", Category.FOUR_FLUSH),
        ("FOUR-FLUSH", Category.FOUR_FLUSH),
        ("canadian-straight", Category.FOUR_STRAIGHT),
        ("4-straight", Category.FOUR_STRAIGHT),
        ("Four Straight", Category.FOUR_STRAIGHT),
        ("Two Pairs", Category.TWO_PAIR),
        ("2 pair", Category.TWO_PAIR),
        ("High Cards", Category.HIGH_CARD),
        ("1 pair", Category.ONE_PAIR),
        ("3 of a kind", Category.THREE_OF_A_KIND),
        (" five  of a KIND ", Category.FIVE_OF_A_KIND),
    ],
)
def test_rule_2_8_spellings_of_categories(spelling: str, category: Category) -> None:
    assert Category.from_name(spelling) is category


@pytest.mark.parametrize("name", ["", "4", "5-flush", "Canadian", "Canadian pair", "four", "6 of a kind"])
def test_rule_2_8_names_of_no_category(name: str) -> None:
    with pytest.raises(soko.RulesError, match=f"category '{name}': categories are high card"):
        Category.from_name(name)


def test_showing_hands_compare_at_equal_length() -> None:
    assert soko.showing("Kh Kd") > soko.showing("Ah Qd")
    assert soko.showing("9s 8s 7s") > soko.showing("9h 8h 6h")
    assert soko.showing("4h 4c 2d Ac") > soko.showing("As Kh Qd 9c")
    assert soko.showing("As") == soko.showing("Ad")
    assert hash(soko.showing("As")) == hash(soko.showing("Ad"))
    assert soko.showing("As") != soko.showing("As Kd")
    assert int(soko.showing("As")) > int(soko.showing("Ks"))
    assert str(soko.showing("9s 8s 7s 2s")) == "four-flush, 9s 8s 7s 2s"
    assert repr(soko.showing("9s 2d", "standard")) == "Showing('9s 2d', 'standard')"
    for a, b in (("As", "As Kd"), ("As Kd Qc Jh", "2c 2d 2h")):
        with pytest.raises(TypeError, match="only equally many up cards can be compared"):
            assert soko.showing(a) > soko.showing(b)
    with pytest.raises(TypeError, match="different rankings"):
        assert soko.showing("As") > soko.showing("As", "standard")


def test_showing_hands_of_each_ranking() -> None:
    for cards, category in (
        ("9s 8s 7s 2s", "FOUR_FLUSH"),
        ("9s 8d 7s 6s", "FOUR_STRAIGHT"),
        ("As 2d 3c 4h", "FOUR_STRAIGHT"),
    ):
        assert soko.showing(cards).category.name == category
        assert soko.showing(cards, "standard").category is Category.HIGH_CARD
    assert soko.showing("As 2d 3c 4h", RANKINGS[1]).category is Category.HIGH_CARD
    wild: dict[str, Any] = {"ranking": "wild", "wild": "9"}
    assert soko.showing("9s", **wild) == soko.showing("As", **wild)
    assert soko.showing("9s Kd", **wild) == soko.showing("Kc Kd", **wild)
    assert soko.showing("9s 9d", **wild) == soko.showing("Ac Ad", **wild)
    assert soko.showing("9s Kd Kc", **wild) == soko.showing("9s 9d Kc", **wild)
    assert soko.showing("9s 9d 9c", **wild) == soko.showing("Ac Ad Ah", **wild)
    assert pickle.loads(pickle.dumps(soko.showing("9s 9d", **wild))) == soko.showing("9s 9d", **wild)


@pytest.mark.parametrize(
    ("ranking", "length", "ranks"),
    [("soko", 1, 13), ("soko", 2, 91), ("soko", 3, 455), ("soko", 4, 2535), ("standard", 4, 1820)],
)
def test_how_many_showing_hands_there_are(ranking: str, length: int, ranks: int) -> None:
    found = {int(soko.showing(cards, ranking)) for cards in combinations(range(52), length)}
    assert len(found) == ranks


@pytest.mark.parametrize("width", [5, 6, 7])
@pytest.mark.parametrize("threads", [1, 3, None])
def test_many_hands_are_evaluated_as_one_by_one(width: int, threads: int | None) -> None:
    deals = np.random.default_rng(7).random((20_000, 52)).argsort(1)[:, :width].astype(np.uint8, order="C")
    for ranking in RANKINGS:
        wild = "Q9" if ranking == Ranking.wild() else None
        out = np.zeros(len(deals), np.uint16)
        strengths = soko.evaluate_many(deals, ranking, wild=wild, out=out, threads=threads)
        assert strengths is out
        assert strengths.tolist() == [soko.evaluate_int(row.tobytes(), ranking, wild=wild) for row in deals]
        assert soko.categories(strengths[:9], ranking).tolist() == [
            soko.evaluate(bytes(row), ranking, wild=wild).category for row in deals[:9]
        ]


@pytest.mark.parametrize("width", [5, 6, 7])
@pytest.mark.parametrize("threads", [1, 3])
def test_columns_are_evaluated_as_rows(width: int, threads: int) -> None:
    deals = np.random.default_rng(8).random((20_011, 52)).argsort(1)[:, :width].astype(np.uint8, order="C")
    for n in (0, 1, 2, 63, 64, 65, len(deals)):
        rows = deals[:n]
        columns = np.ascontiguousarray(rows.T)
        for ranking in RANKINGS:
            wild = "Q9" if ranking == Ranking.wild() else None
            out = np.zeros(n, np.uint16)
            strengths = soko.evaluate_many(columns.T, ranking, wild=wild, out=out, threads=threads)
            assert strengths is out
            assert strengths.tolist() == soko.evaluate_many(rows, ranking, wild=wild).tolist()
    assert soko.evaluate_many(np.asfortranarray(deals)).tolist() == soko.evaluate_many(deals).tolist()


@pytest.mark.parametrize("width", [5, 6, 7])
@pytest.mark.parametrize("threads", [1, 3])
def test_rule_2_9_each_hand_has_a_wild_rank_of_its_own(width: int, threads: int) -> None:
    deals = np.random.default_rng(11).random((20_011, 52)).argsort(1)[:, :width].astype(np.uint8, order="C")
    wild = np.random.default_rng(12).integers(-1, 13, len(deals), np.int8)
    wild.flags.writeable = False
    letters = [None if rank < 0 else "23456789TJQKA"[rank] for rank in wild]
    one_by_one = [soko.evaluate_int(row.tobytes(), "wild", wild=rank) for row, rank in zip(deals, letters, strict=True)]
    for hands in (deals, np.asfortranarray(deals)):
        assert soko.evaluate_many(hands, "wild", wild=wild, threads=threads).tolist() == one_by_one
    for n in (0, 1, 8, 64, 70):
        assert soko.evaluate_many(deals[:n], "wild", wild=wild[:n]).tolist() == one_by_one[:n]


def test_as_many_hands_as_cards_are_rows_unless_they_are_transposed() -> None:
    rows = np.random.default_rng(9).random((5, 52)).argsort(1)[:, :5].astype(np.uint8, order="C")
    one_by_one = [soko.evaluate_int(row.tobytes()) for row in rows]
    assert soko.evaluate_many(rows).tolist() == one_by_one
    assert soko.evaluate_many(np.ascontiguousarray(rows.T).T).tolist() == one_by_one


@pytest.mark.parametrize("width", [5, 6, 7])
def test_a_flaw_in_columns_names_the_hand(width: int) -> None:
    rows = np.random.default_rng(10).random((9_000, 52)).argsort(1)[:, :width].astype(np.uint8, order="C")
    right = soko.evaluate_many(rows)
    columns = np.ascontiguousarray(rows.T)
    for row, threads in ((8_999, 1), (4_444, 3), (127, 1), (0, 3)):
        out = np.zeros(len(rows), np.uint16)
        columns[width - 1, row] = columns[0, row]
        card = soko.cards([columns[0, row]])[0]
        with pytest.raises(soko.CardError, match=f"^hand {row}: card {card} is given twice$"):
            soko.evaluate_many(columns.T, out=out, threads=threads)
        if threads == 1:
            assert out[:row].tolist() == right[:row].tolist()
    columns[:, 0] = rows[0]
    columns[2, 77] = 255
    with pytest.raises(soko.CardError, match=r"^hand 77: card 255: a card index is 0 to 51$"):
        soko.evaluate_many(columns.T)


def test_columns_are_read_where_they_are() -> None:
    memory = np.zeros(5 * 400_000 + 400_000 * 2, np.uint8)
    columns = memory[: 5 * 400_000].reshape(5, -1)
    columns[:] = np.array([[51], [47], [43], [39], [1]], np.uint8)
    out = memory[columns.size :].view(np.uint16)
    # What numpy allocates is traced: a copy of the hands would be two million bytes.
    tracemalloc.start()
    soko.evaluate_many(columns.T, out=out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000
    assert set(out.tolist()) == {soko.evaluate_int("As Ks Qs Js 2d")}
    with pytest.raises(soko.SokoError, match=r"^out shares memory with hands$"):
        soko.evaluate_many(columns.T, out=memory[columns.size - 2 : -2].view(np.uint16))
    columns.flags.writeable = False
    assert soko.evaluate_many(columns.T)[0] == out[0]


def test_no_hands_are_no_strengths() -> None:
    for width in (5, 6, 7):
        strengths = soko.evaluate_many(np.empty((0, width), np.uint8))
        assert strengths.shape == (0,)
        assert strengths.dtype == np.uint16
    assert soko.categories(np.empty(0, np.uint16)).shape == (0,)


def test_categories_keep_the_shape_and_know_the_ranking() -> None:
    strengths = np.array([[soko.evaluate_int("As Ks Qs Js 2d"), soko.evaluate_int("As Ad Kc Qh 9d")]], np.uint16)
    found = soko.categories(strengths)
    assert found.tolist() == [[Category.FOUR_FLUSH, Category.ONE_PAIR]]
    assert found.dtype == np.uint8
    with pytest.raises(soko.SokoError, match="is not a strength of ranking standard"):
        soko.categories(strengths, "standard")


def test_ctrl_c_stops_a_batch() -> None:
    deals = np.tile(np.array([51, 47, 43, 39, 1, 5, 9], np.uint8), (12_000_000, 1))
    strengths = np.zeros(len(deals), np.uint16)
    timer = threading.Timer(0.005, signal.raise_signal, [signal.SIGINT])

    def evaluate_until_stopped() -> None:
        timer.start()
        soko.evaluate_many(deals, out=strengths)
        timer.join()

    with pytest.raises(KeyboardInterrupt):
        evaluate_until_stopped()
    assert strengths[-1] == 0


def test_single_hands_need_no_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import soko; print(soko.evaluate('As Ks Qs Js 2d'))"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "four-flush, A-K-Q-J, 2 kicker\n"
