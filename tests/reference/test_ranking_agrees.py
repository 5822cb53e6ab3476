"""The evaluators in Rust against the reference, on random hands of every ranking, and against one another."""

from itertools import combinations

import numpy as np
import pytest

import soko
from soko import reference
from soko.reference.ranking import _hand_of_every_class

RANKS = "23456789TJQKA"
RANKINGS = {
    "soko": (soko.Ranking.soko(), {"ranking": "soko"}),
    "soko without the low ace": (
        soko.Ranking.soko(ace_low_four_straight=False),
        {"ranking": "soko", "ace_low_four_straight": False},
    ),
    "standard": (soko.Ranking.standard(), {"ranking": "standard"}),
}


def random_hands(seed: int, n: int, cards: int) -> np.ndarray:
    """Return n random hands, (n, cards) uint8, from numpy's own generator."""
    return np.argpartition(np.random.default_rng(seed).random((n, 52)), cards)[:, :cards].astype(np.uint8)


@pytest.mark.parametrize(("cards", "n"), [(5, 100_000), (6, 8_000), (7, 5_000)])
@pytest.mark.parametrize("name", RANKINGS)
def test_rankings_as_the_reference_has_them(name: str, cards: int, n: int) -> None:
    ranking, switches = RANKINGS[name]
    hands = random_hands(cards, n, cards)
    strengths = soko.evaluate_many(hands, ranking)
    categories = soko.categories(strengths, ranking)
    seen: dict[tuple[int, ...], int] = {}
    for hand, strength, category in zip(hands.tolist(), strengths.tolist(), categories.tolist(), strict=True):
        value = reference.evaluate(hand, **switches)
        assert category == value[0], hand
        assert seen.setdefault(value, strength) == strength, hand
    in_order = sorted(seen)
    assert [seen[value] for value in in_order] == sorted(seen.values())
    place = {key: value for key, value in switches.items() if key != "ranking"}
    for hand in hands[:300].tolist():
        value = reference.evaluate(hand, **switches)
        assert soko.evaluate(bytes(hand), ranking).place == reference.place(value, switches["ranking"], **place)


@pytest.mark.parametrize(("cards", "n"), [(5, 8_000), (6, 1_500), (7, 800)])
@pytest.mark.parametrize("rank", [*RANKS, "9Q", "2Q"])
def test_wild_as_the_reference_has_it(rank: str, cards: int, n: int) -> None:
    wild = {RANKS.index(letter) for letter in rank}
    hands = random_hands(RANKS.index(rank[0]), n, cards)
    # Every other hand is rich in wild cards, which chance alone rarely gives.
    rich = [card for letter in wild for card in range(letter * 4, letter * 4 + 4)]
    rng = np.random.default_rng(1)
    for hand in hands[::2]:
        take = rng.permutation(rich)[: rng.integers(1, min(len(rich), cards) + 1)]
        others = [card for card in hand if card not in take]
        hand[:] = np.concatenate([take, others])[:cards]
    strengths = soko.evaluate_many(hands, "wild", wild=rank)
    seen: dict[tuple[int, ...], int] = {}
    for hand, strength in zip(hands.tolist(), strengths.tolist(), strict=True):
        value = reference.evaluate(hand, "wild", wild_ranks=wild)
        assert seen.setdefault(value, strength) == strength, hand
        assert soko.evaluate(bytes(hand), "wild", wild=rank).category == value[0]
    in_order = sorted(seen)
    assert [seen[value] for value in in_order] == sorted(seen.values())
    for hand in hands[:100].tolist():
        value = reference.evaluate(hand, "wild", wild_ranks=wild)
        assert soko.evaluate(bytes(hand), "wild", wild=rank).place == reference.place(value, "wild")


@pytest.mark.parametrize(("cards", "n"), [(5, 20_000), (6, 4_000), (7, 2_000)])
def test_each_hand_with_its_wild_rank_as_the_reference_has_it(cards: int, n: int) -> None:
    hands = random_hands(cards, n, cards)
    rng = np.random.default_rng(cards)
    # A rank that the hand holds, any other, or none.
    wild = np.where(rng.random(n) < 0.7, hands[:, 0] >> 2, rng.integers(-1, 13, n)).astype(np.int8)
    strengths = soko.evaluate_many(hands, "wild", wild=wild)
    assert soko.evaluate_many(np.asfortranarray(hands), "wild", wild=wild).tolist() == strengths.tolist()
    seen: dict[tuple[int, ...], int] = {}
    for hand, rank, strength in zip(hands.tolist(), wild.tolist(), strengths.tolist(), strict=True):
        value = reference.evaluate(hand, "wild", wild_ranks=() if rank < 0 else (rank,))
        assert seen.setdefault(value, strength) == strength, (hand, rank)
    in_order = sorted(seen)
    assert [seen[value] for value in in_order] == sorted(seen.values())


@pytest.mark.parametrize("name", RANKINGS)
def test_every_class_has_its_place(name: str) -> None:
    ranking, switches = RANKINGS[name]
    places = {}
    for hand in _hand_of_every_class():
        value = reference.evaluate(hand, **switches)
        places[value] = soko.evaluate(bytes(hand), ranking).place
    classes = reference.classes(**switches)
    assert len(classes) == (7_462 if name == "standard" else 16_707)
    assert [places[value] for value in classes] == list(range(1, len(classes) + 1))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("wild", [None, "9", "A"])
def test_showing_hands_as_the_reference_has_them(count: int, wild: str | None) -> None:
    ranks = set() if wild is None else {RANKS.index(wild)}
    hands = list(combinations(range(52), count)) if count < 3 else random_hands(count, 4_000, count).tolist()
    for ranking in ("soko", "standard") if wild is None else ("wild",):
        seen = {}
        for hand in hands:
            shown = soko.showing(list(hand), ranking, wild=wild)
            value = reference.showing(list(hand), "soko" if ranking == "soko" else "standard", wild_ranks=ranks)
            assert shown.category == value[0]
            assert seen.setdefault(value, int(shown)) == int(shown), hand
        assert [seen[value] for value in sorted(seen)] == sorted(seen.values())


def test_rule_2_11_counts_of_showing_hands() -> None:
    counts, ranks = np.zeros(13, dtype=int), {"soko": set(), "standard": set()}
    for hand in combinations(range(52), 4):
        shown = soko.showing(bytes(hand))
        counts[shown.category] += 1
        ranks["soko"].add(int(shown))
        ranks["standard"].add(int(soko.showing(bytes(hand), "standard")))
    named = {category.name: int(counts[category]) for category in soko.Category if counts[category]}
    assert named == {
        "HIGH_CARD": 177_408, "ONE_PAIR": 82_368, "FOUR_STRAIGHT": 2_772, "FOUR_FLUSH": 2_860, "TWO_PAIR": 2_808,
        "THREE_OF_A_KIND": 2_496, "FOUR_OF_A_KIND": 13,
    }  # fmt: skip
    assert {ranking: len(found) for ranking, found in ranks.items()} == {"soko": 2_535, "standard": 1_820}


def test_low_spade_as_the_reference_has_it() -> None:
    for hand in random_hands(8, 5_000, 4).tolist():
        for ace in ("low", "high"):
            card = soko.low_spade(hand, ace)
            assert (None if card is None else int(card)) == reference.low_spade(hand, ace)
