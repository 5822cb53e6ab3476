"""What a player may ask for, and what follows a hand, on every engine."""

import pytest
from engine_tools import EngineHand, LegalAction, MakeHand, deck, play, room

from soko.reference.cards import parse_cards
from soko.reference.rules import seven_card_stud, soko


def refused(hand: EngineHand, action: str | LegalAction, amount: int | None = None) -> None:
    """Check that an action is refused, with nothing changed."""
    before = list(hand.events), hand.stacks
    with pytest.raises(ValueError, match=r"legal|cannot come|the hand is over"):
        hand.act(action, amount)
    assert (list(hand.events), hand.stacks) == before


def open_pair(make_hand: MakeHand) -> EngineHand:
    """Return a hand of seven-card stud in which a bet has two sizes."""
    rules = seven_card_stud(open_pair="option").to_dict()
    given = parse_cards("2c 3c 4c 5c Kd Qh Ks 7h")
    hand = make_hand(rules, [100, 100], [*given, *(card for card in range(52) if card not in given)])
    play(hand, "1 bring-in, 0 call")
    return hand


def test_a_listed_action_means_its_own_amount(make_hand: MakeHand) -> None:
    for size in (0, 1):
        hand = open_pair(make_hand)
        bet = [action for action in hand.legal_actions() if action[0] == "bet"][size]
        assert hand.act(bet) == [("bet", 0, (4, 8)[size])]


def test_every_listed_action_of_one_size_can_be_fed_back(make_hand: MakeHand) -> None:
    hand = make_hand(soko().to_dict(), [100, 100, 100], list(range(52)))
    while not hand.is_over:
        for kind, low, high in hand.legal_actions():
            assert low == high
            again = make_hand(soko().to_dict(), [100, 100, 100], list(range(52)))
            for event in hand.events:
                if event[0] in {"call", "bring-in", "complete", "bet", "raise", "check", "fold"}:
                    again.act(str(event[0]))
            assert again.act((kind, low, high))[0] == ((kind, hand.actor) if low is None else (kind, hand.actor, low))
        hand.act(hand.legal_actions()[-1])


@pytest.mark.parametrize(
    "action", [("complete", 99, 99), ("complete", 3, 9), ("raise", 8, 8), ("check", None, None), ("fold", None, None)]
)
def test_what_is_not_listed_is_refused(make_hand: MakeHand, action: tuple[str, int | None, int | None]) -> None:
    hand = make_hand(soko().to_dict(), [100, 100], list(range(52)))
    refused(hand, action)


def test_an_action_does_not_come_to_another_amount(make_hand: MakeHand) -> None:
    hand = make_hand(soko().to_dict(), [100, 100], list(range(52)))
    refused(hand, ("complete", 4, 4), 8)
    assert hand.act(("complete", 4, 4), 4) == [("complete", 1, 4)]
    # The same packet again.
    refused(hand, ("complete", 4, 4))


def test_a_range_needs_an_amount_within_it(make_hand: MakeHand) -> None:
    hand = make_hand(soko(limit="pot", ante=10).to_dict(), [500] * 3, list(range(52)))
    action = hand.legal_actions()[1]
    assert action[1] != action[2]
    refused(hand, action)
    refused(hand, action, 31)
    assert hand.act(action, 25)[0][2] == 25


def test_a_wager_is_whichever_is_possible(make_hand: MakeHand) -> None:
    hand = make_hand(soko().to_dict(), [100, 100], list(range(52)))
    assert hand.act("wager", 4) == [("complete", 1, 4)]
    assert hand.act("wager", 8) == [("raise", 0, 8)]
    hand.act("call")
    assert hand.act("wager")[0][0] == "bet"
    refused(hand, "wager", 5)
    hand.act("fold")
    refused(hand, "wager")


def test_words_of_methods(make_hand: MakeHand) -> None:
    hand = make_hand(soko().to_dict(), [100, 100], list(range(52)))
    assert hand.act("bring_in") == [("bring-in", 1, 2)]
    hand.act("complete")
    assert hand.act("raise_to", 8) == [("raise", 1, 8)]


def test_rule_7_2_what_went_back(make_hand: MakeHand) -> None:
    hand = make_hand(room(), [500, 500], list(range(52)))
    assert hand.uncalled == (0, 0)
    opener = hand.actor
    assert opener is not None
    hand.act("complete")
    hand.act("fold")
    assert hand.uncalled == tuple(20 if seat == opener else 0 for seat in range(2))


def test_rule_7_3_a_hand_is_shown_after_the_end(make_hand: MakeHand) -> None:
    rules = room()
    hand = make_hand(rules, [500] * 3, deck(rules, "2c Ad Kd 3c 4c", "7c As 7h 5c 9d", "Jc 9c 9h 2s 2d"))
    refuse = pytest.raises(ValueError, match="show")
    with refuse:
        hand.show(1)
    play(hand, "1 complete, 2 fold, 0 fold")
    stacks, order = hand.stacks, hand.showdown_order
    assert order == ()
    assert hand.show(1) == [("show", 1, tuple(parse_cards("7c")))]
    assert hand.events[-1] == ("show", 1, tuple(parse_cards("7c")))
    assert (hand.stacks, hand.showdown_order) == (stacks, order)
    for seat in (1, 0, 2):
        with pytest.raises(ValueError, match="show"):
            hand.show(seat)
