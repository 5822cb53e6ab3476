"""Who is dealt the next card, and who must act first because of what lies face up (rules.md 3, 4.2, 4.3, 5.7, 6.7)."""

from collections.abc import Collection, Sequence

from ..cards import DECK
from ..ranking import Value, showing
from ..rules import Rules

Place = tuple[int | str, str]


def cards_needed(rules: Rules, players: int) -> int:
    """Return how many cards a given deck must hold, whoever folds."""
    burnt = len(rules.deal) - 1 if rules.burn else 0
    return min(rules.deck, players * len("".join(rules.deal)) + burnt)


def street_places(pattern: str, seats: Sequence[int], stub: int) -> list[Place]:
    """Return the places of a street in the order dealt: down cards first, one at a time clockwise (rules.md 4.2).

    When the stub holds fewer cards than that, one community card comes instead (4.3).
    """
    faces = {"d": "down", "u": "up"}
    places: list[Place] = [(seat, faces[face]) for face in pattern for seat in seats]
    return places if len(places) <= stub else [("community", "up")]


def bring_in_seat(rules: Rules, up: Sequence[Sequence[int]], seats: Sequence[int]) -> int:
    """Return the seat with the bring-in card; ``seats`` are in clockwise order from the dealer box (rules.md 3).

    Without suits the first of tied seats has it.
    """

    def height(seat: int) -> int:
        """Return how high the seat's card is."""
        card = up[seat][0]
        if rules.bring_in_ace == "low":
            # Below the deuces, which are the first four of the deck (rules.md 5.2).
            card = card - DECK if card // 4 == 12 else card
        return card if rules.bring_in_tie == "suit" else card // 4

    return max(seats, key=height) if rules.bring_in_card == "highest" else min(seats, key=height)


def showing_seat(rules: Rules, up: Sequence[Sequence[int]], seats: Sequence[int], wild: Collection[int]) -> int:
    """Return the seat of the best (or the lowest) showing hand; ``seats`` are in clockwise order (rules.md 6.7, 6.8).

    Tied hands go by position, or by the suit of their highest card when the rules say so.
    """

    def height(seat: int) -> tuple[Value, int]:
        """Return how high the seat's showing hand is."""
        return show_value(rules, up[seat], wild), max(up[seat]) if rules.showing_tie == "suit" else 0

    return max(seats, key=height) if rules.opener == "best" else min(seats, key=height)


def show_value(rules: Rules, cards: Sequence[int], wild: Collection[int]) -> Value:
    """Return the value of one seat's up cards (rules.md 2.11, 2.12)."""
    return showing(
        cards,
        rules.showing_ranking,
        wild_ranks=wild,
        ace_low_four_straight=rules.ace_low_four_straight,
    )
