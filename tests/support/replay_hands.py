"""Real stud hands of card rooms, replayed on any engine to the exact final chips.

``data/real_hands.json`` has one hand a line: the amounts, the stacks, each seat's cards in the order dealt (``?`` where
nobody saw them, and nobody knows them here either), the moves, and what came of it: pots, uncalled bets, and the final
chips before the room took its rake, which stands apart. The rooms offered a fold when checking was free, and either bet
with an open pair.
"""

import json
from typing import TypedDict

from engine_tools import EngineHand, MakeHand, chips_of, events_of, known_deck, play
from paths import DATA

from soko.reference.rules import five_card_stud, seven_card_stud


class RealHand(TypedDict):
    """One line of the file."""

    id: str
    game: str
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    stacks: list[int]
    cards: list[str]
    moves: str
    pots: list[list[object]]
    uncalled: dict[str, int]
    final: list[int]
    rake: int


def real_hands() -> list[RealHand]:
    """Return all hands of the file."""
    hands: list[RealHand] = json.loads((DATA / "real_hands.json").read_text("utf-8"))
    return hands


def replay(make_hand: MakeHand, real: RealHand) -> EngineHand:
    """Replay a hand, check its pots, uncalled bets and final chips, and return it."""
    game = five_card_stud() if real["game"] == "five_card_stud" else seven_card_stud(open_pair="option")
    rules = game.replace(
        ante=real["ante"],
        bring_in=real["bring_in"],
        small_bet=real["small_bet"],
        big_bet=real["big_bet"],
        open_fold=True,
    ).to_dict()
    hand = make_hand(rules, real["stacks"], known_deck(rules, *real["cards"]))
    play(hand, real["moves"])
    assert hand.is_over
    assert [[amount, list(seats)] for amount, seats in hand.pots] == real["pots"]
    assert {str(seat): amount for _, seat, amount in events_of(hand, "uncalled")} == real["uncalled"]
    assert list(hand.stacks) == real["final"]
    assert chips_of(hand) == sum(real["stacks"])
    assert real["rake"] <= sum(amount for amount, _ in hand.pots)
    return hand
