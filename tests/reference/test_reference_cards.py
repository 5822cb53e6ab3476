"""The reference's cards against rules.md section 1."""

import pytest

from soko.reference import card_name, parse_cards


def test_rule_1_1_card_numbers() -> None:
    """52 different cards, 4 of each rank, 13 of each suit, no joker; 2c is 0, As is 51."""
    names = [card_name(card) for card in range(52)]
    assert (names[0], names[51]) == ("2c", "As")
    assert names == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [card for name in names for card in parse_cards(name)] == list(range(52))


@pytest.mark.parametrize("text", ["As", "AS", "as", "aS", "A♠", "A♤", " As ", "As,"])
def test_one_card_read_in_many_spellings(text: str) -> None:
    """Case, suit signs and spaces do not matter."""
    assert parse_cards(text) == [51]


@pytest.mark.parametrize("text", ["As Kd 10h Q♠ 7C", "AsKd10hQs7c", "as,kd,th qs7♣"])
def test_runs_of_cards(text: str) -> None:
    """Cards may stand apart or run together, and a ten is T or 10."""
    assert [card_name(card) for card in parse_cards(text)] == ["As", "Kd", "Th", "Qs", "7c"]


def test_no_text_is_no_cards() -> None:
    """An empty text has no cards."""
    assert parse_cards("  ") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As 1d", "unknown rank '1' in '1d'"),
        ("Xs", "unknown rank 'X'"),
        ("Kx", "unknown suit 'x' in 'Kx'"),
        ("AsK", "no suit after 'K' in 'AsK'"),
        ("10", "no suit after '10'"),
        ("As Kd a♠", "the card As comes twice"),
    ],
)
def test_errors_say_which_piece_and_why(text: str, words: str) -> None:
    """Every error names the piece of the text that is wrong."""
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        parse_cards(text)


@pytest.mark.parametrize("card", [-1, 52])
def test_no_such_card(card: int) -> None:
    """A number outside 0 to 51 never becomes another card."""
    with pytest.raises(ValueError, match="0 to 51"):
        card_name(card)
