"""Cards: the value and its reader (rules 1)."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import soko

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}

card_lists = st.lists(st.integers(0, 51), unique=True, max_size=52)


def written(index: int, form: int) -> str:
    """Write a card in one of the forms that the reader takes."""
    rank, suit = RANKS[index // 4], SUITS[index % 4]
    ranks: list[str] = [rank, rank.lower(), "10" if rank == "T" else rank]
    suits: list[str] = [suit, suit.upper(), *SIGNS[suit], SIGNS[suit][0] + "\ufe0f"]
    return ranks[form % len(ranks)] + suits[form // len(ranks) % len(suits)]


def test_the_deck_is_52_different_cards_without_jokers() -> None:
    deck = [soko.Card(index) for index in range(52)]
    assert [int(card) for card in deck] == list(range(52))
    assert len({str(card) for card in deck}) == 52
    assert Counter(card.rank for card in deck) == dict.fromkeys(RANKS, 4)
    assert Counter(card.suit for card in deck) == dict.fromkeys(SUITS, 13)


def test_the_index_is_four_times_the_rank_plus_the_suit() -> None:
    for index in range(52):
        card = soko.Card(index)
        assert index == RANKS.index(card.rank) * 4 + SUITS.index(card.suit)
        assert str(card) == card.rank + card.suit
    assert [int(soko.Card(text)) for text in ("2c", "As", "Kd")] == [0, 51, 45]


def test_a_card_is_a_value() -> None:
    deck = [soko.Card(index) for index in range(52)]
    backwards = deck[::-1]
    assert sorted(backwards) == deck
    assert len(set(deck) | {soko.Card(str(card)) for card in deck}) == 52
    ace = soko.Card("As")
    assert ace == soko.Card("A♠")
    assert ace is soko.Card(51)
    assert ace != "As"
    assert ace != 51
    assert repr(ace) == "Card('As')"
    assert deck[int(ace)] is deck[ace] is ace
    with pytest.raises(AttributeError):
        ace.rank = "K"
    with pytest.raises(TypeError):
        assert ace < 3


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_card_is_pickled_and_copied(protocol: int) -> None:
    for card in soko.cards("2c Th As"):
        assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is copy.deepcopy(card) is card


@given(st.integers(0, 51))
def test_a_card_is_read_as_it_is_written(index: int) -> None:
    card = soko.Card(index)
    assert soko.Card(str(card)) == card
    assert eval(repr(card), {"Card": soko.Card}) == card


@given(card_lists, st.data())
def test_the_reader_takes_every_form(indices: list[int], data: st.DataObject) -> None:
    forms = [written(index, data.draw(st.integers(0, 14))) for index in indices]
    for gap in ("", " ", ", ", "  \t\n"):
        assert [int(card) for card in soko.cards(gap.join(forms))] == indices


@given(card_lists)
def test_cards_are_given_in_many_ways(indices: list[int]) -> None:
    deck = tuple(soko.Card(index) for index in indices)
    mixed = [(card, int(card), str(card))[i % 3] for i, card in enumerate(deck)]
    for given_cards in (deck, list(deck), iter(deck), bytes(indices), bytearray(indices), indices, mixed):
        assert soko.cards(given_cards) == deck


def test_the_readme_line_is_read() -> None:
    assert " ".join(map(str, soko.cards("As Kd 10h Q♠ 7C"))) == "As Kd Th Qs 7c"
    assert soko.cards("AsKd10hQs7c") == soko.cards("As Kd 10h Q♠ 7C")
    assert soko.cards("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1s", "card '1s': unknown rank; ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A"),
        ("As Xd", "card 'Xd': unknown rank; ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A"),
        ("Ax", "card 'Ax': unknown suit; suits are c d h s or ♣ ♦ ♥ ♠"),
        ("As K", "card 'K': the suit is missing (odd length)"),
        ("AsK", "card 'K': the suit is missing (odd length)"),
        ("10", "card '10': the suit is missing (odd length)"),
        ("As Kd As", "card As is given twice"),
        ("As a♠", "card As is given twice"),
        ("As joker", "card 'joker': unknown suit; suits are c d h s or ♣ ♦ ♥ ♠"),
    ],
)
def test_errors_say_which_piece_and_why(text: str, message: str) -> None:
    with pytest.raises(soko.CardError) as raised:
        soko.cards(text)
    assert str(raised.value) == message
    with pytest.raises(soko.CardError) as raised:
        soko.evaluate(text)
    assert str(raised.value) == message


@given(st.text())
def test_any_text_is_cards_or_a_clear_error(text: str) -> None:
    try:
        read = soko.cards(text)
    except soko.CardError as error:
        assert str(error).startswith(("card ", "'"))
    else:
        assert soko.cards("".join(map(str, read))) == read


def test_the_lowest_spade_face_down() -> None:
    assert soko.low_spade("As 2s Ks") == soko.Card("As")
    assert soko.low_spade("As 2s Ks", ace="high") == soko.Card("2s")
    assert soko.low_spade(soko.cards("Kh 9s Js")) == soko.Card("9s")
    assert soko.low_spade("Ah 2c") is None
    assert soko.low_spade(()) is None


@given(st.lists(st.integers(0, 51), unique=True, max_size=7), st.sampled_from(["low", "high"]))
def test_the_lowest_spade_is_the_least_by_its_order(indices: list[int], ace: str) -> None:
    order = "A23456789TJQK" if ace == "low" else RANKS
    spades = [card for card in map(soko.Card, indices) if card.suit == "s"]
    lowest = min(spades, key=lambda card: order.index(card.rank), default=None)
    assert soko.low_spade(bytes(indices), ace) is lowest
