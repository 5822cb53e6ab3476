"""The reference's stream of chance against docs/stream.md and its test vectors."""

import json
from collections import Counter
from itertools import islice

import pytest
from paths import DATA

from soko.reference import block, card_name, deals, shuffled_deck
from soko.reference.stream import block_lanes, draws, group, mix, places, step

KEY = (1, 2, 3, 4)
VECTORS = json.loads((DATA / "stream_v1.json").read_text(encoding="utf-8"))


def first_deals(k: int, m: int, start: int, stop: int) -> list[list[int]]:
    """Return deals ``start`` to ``stop`` of the key of the vectors."""
    return [list(deal) for deal in islice(deals(KEY, k, m), start, stop)]


def test_generator_and_mix_are_the_published_ones() -> None:
    """xoshiro256++ from the state 1, 2, 3, 4, and SplitMix64 from 0, give their published first outputs."""
    lane = [[1, 2, 3, 4]]
    assert [step(lane)[0] for _ in range(5)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
    ]
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize("number", [0, 5])
def test_lanes_of_a_block(number: int) -> None:
    """The first words and the outputs of two steps of the eight lanes."""
    vector = VECTORS[f"lanes_of_block_{number}"]
    lanes = block_lanes(KEY, number)
    assert [[f"{word:016x}" for word in lane] for lane in lanes] == vector["first_words"]
    assert [f"{output:016x}" for output in step(lanes)] == vector["step_1"]
    assert [f"{output:016x}" for output in step(lanes)] == vector["step_2"]


def test_draws_are_the_words_little_end_first() -> None:
    """Draw d is 16 bits of lane d div 4, the low ones first."""
    assert draws([0x0004_0003_0002_0001, 0x0008_0007_0006_0005]) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert draws(step(block_lanes(KEY, 0))) == VECTORS["draws_of_step_1_of_block_0"]


def test_vectors_of_deals() -> None:
    """Deals at the start, across the two halves of a group, and across two blocks."""
    assert group(block_lanes(KEY, 0), 10, 52)[:3] == VECTORS["digits_of_first_3_deals_k10_m52"]
    assert first_deals(10, 52, 0, 3) == VECTORS["first_3_deals_k10_m52"]
    assert first_deals(10, 52, 0, 64)[32::31] == VECTORS["deals_32_and_63_k10_m52"]
    assert first_deals(10, 52, 16383, 16385) == VECTORS["deals_16383_and_16384_k10_m52"]
    assert first_deals(7, 47, 0, 3) == VECTORS["first_3_deals_k7_m47"]
    made = [list(deal) for deal in block(KEY, 5, 49, 52, size=3)]
    assert made == VECTORS["first_3_deals_of_block_5_k49_m52"]


def test_rejected_deals() -> None:
    """A rejected deal is dropped and the others keep their order."""
    lanes = block_lanes(KEY, 0)
    rows = [digits for _ in range(100) for digits in group(lanes, 52, 52)]
    rejected = [number for number, digits in enumerate(rows) if digits is None]
    assert rejected == VECTORS["rejected_among_first_6400_k52_m52"]
    assert sum(number < 64 for number in rejected) == VECTORS["rejected_among_first_64_k52_m52"]
    after = VECTORS["first_deal_after_first_rejected_k52_m52"]
    following = rows[after["deal"] + 1]
    assert following is not None
    assert list(places(following, 52)) == after["places"]
    assert first_deals(52, 52, after["deal"], after["deal"] + 1) == [after["places"]]


def test_a_shuffled_deck_is_deal_0() -> None:
    """All 52 cards, as the vector has them."""
    deck = shuffled_deck(KEY)
    assert [card_name(card) for card in deck] == VECTORS["shuffled_deck"]
    assert sorted(deck) == list(range(52))
    assert deck == next(deals(KEY, 52))


def test_blocks_make_the_deals() -> None:
    """Block after block, 16,384 deals each, is the whole stream; part of a block is its first deals."""
    stream = list(islice(deals(KEY, 3), 16384 + 100))
    assert list(block(KEY, 0, 3)) == stream[:16384]
    assert list(block(KEY, 1, 3, size=100)) == stream[16384:]


def test_decoding_without_a_deck() -> None:
    """The other way to decode, given in docs/stream.md 4, finds the same places."""
    rows = [digits for digits in group(block_lanes(KEY, 2), 20, 40) if digits is not None]
    assert len(rows) > 60
    for digits in rows:
        moved = list(digits)
        for i in range(len(moved) - 2, -1, -1):
            for j in range(i + 1, len(moved)):
                moved[j] += moved[j] >= moved[i]
        assert tuple(moved) == places(digits, 40)


def test_every_place_is_as_likely() -> None:
    """Chi-square of place by position over 16,384 deals, at five standard deviations."""
    made = list(block(KEY, 3, 10))
    for position in range(10):
        counts = Counter(deal[position] for deal in made)
        expected = len(made) / 52
        chi_square = sum((counts[place] - expected) ** 2 / expected for place in range(52))
        assert abs(chi_square - 51) < 5 * (2 * 51) ** 0.5
    assert all(len(set(deal)) == 10 for deal in made)


def test_other_keys_other_deals() -> None:
    """Every word of the key matters."""
    keys = [KEY, (0, 2, 3, 4), (1, 0, 3, 4), (1, 2, 0, 4), (1, 2, 3, 0), (0, 0, 0, 0)]
    assert len({next(deals(key, 20)) for key in keys}) == len(keys)


def test_no_cards_is_an_empty_deal() -> None:
    """A deal of which everything is known draws nothing."""
    assert next(deals(KEY, 0, 0)) == ()


def test_bad_input() -> None:
    """More cards than there are, and a key that is no key."""
    with pytest.raises(ValueError, match="cannot deal 53 cards of 52"):
        next(deals(KEY, 53))
    with pytest.raises(ValueError, match="cannot deal 3 cards of 53"):
        next(deals(KEY, 3, 53))
    with pytest.raises(ValueError, match="four words of 64 bits"):
        next(deals((1, 2, 3, 1 << 64), 5))
