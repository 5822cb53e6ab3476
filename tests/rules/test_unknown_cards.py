"""Hands of which not all cards are known, as histories have them: dealt, waited for, filled in, thrown away."""

import random

import pytest
from engine_tools import MakeHand, cannot, events_of, kinds_of, known_deck, play, play_down, room
from engines import ENGINES
from random_hands import random_start

from soko.reference.cards import DECK, parse_cards

MUCKING = room(reveal="winners")
OPENED = "1 bring-in 10, 2 complete 20, 0 call 20, 1 call 20"
# Seat 0 has a pair of kings, seat 1 nobody knows, seat 2 an ace high.
HANDS = ("Kd 2c Ks 7h 5d", "? Ah 8c 9d 4s", "Qs Ac Jd 3h 6d")


def three_handed(make_hand: MakeHand, *hands: str, rules: dict[str, object] = MUCKING) -> object:
    """Return a hand of three that all checked down after the first street, with some cards unknown."""
    hand = make_hand(rules, [500, 500, 500], known_deck(rules, *(hands or HANDS)))
    play(hand, OPENED)
    while kinds_of(hand):
        hand.act("check")
    return hand


def test_who_folds_needs_no_cards(make_hand: MakeHand) -> None:
    """A hand in which all but one fold is played to its end with nobody's hole cards known."""
    hand = make_hand(MUCKING, [500] * 3, known_deck(MUCKING, "? 2c", "? Ah", "? Ac"))
    play(hand, "1 bring-in 10, 2 fold, 0 complete 20, 1 fold")
    assert hand.is_over
    assert hand.payoffs == (20, -15, -5)
    assert [hand.hole_cards(seat) for seat in range(3)] == [(None,)] * 3
    assert ("deal", 1, "down", None) in hand.events


def test_a_showdown_waits_for_unknown_cards(make_hand: MakeHand) -> None:
    """Nobody is to act, no card is due, the hand is not over: it says whose cards it wants, and goes on with them."""
    hand = three_handed(make_hand)
    assert (hand.actor, hand.chance, hand.is_over, hand.to_reveal) == (None, None, False, (1,))
    assert hand.legal_actions() == []
    assert cannot(lambda: hand.act("check"))
    events = hand.reveal(1, parse_cards("As"))
    assert events[0] == ("reveal", 1, tuple(parse_cards("As")))
    assert hand.is_over
    assert hand.to_reveal == ()
    # A pair of aces beats the kings, which are shown first.
    assert hand.payoffs == (-25, 50, -25)
    assert [event[:2] for event in events[1:4]] == [("show", 0), ("show", 1), ("muck", 2)]


def test_an_unknown_hand_is_mucked(make_hand: MakeHand) -> None:
    """It wins nothing, and its cards stay unknown; the others show."""
    hand = three_handed(make_hand)
    events = hand.muck(1)
    assert hand.is_over
    assert hand.payoffs == (50, -25, -25)
    assert ("muck", 1) in events
    assert hand.hole_cards(1) == (None,)
    assert cannot(lambda: hand.show(1))
    assert hand.reveal(1, parse_cards("As")) == [("reveal", 1, tuple(parse_cards("As")))]
    assert hand.payoffs == (50, -25, -25)
    assert hand.awards == [(0, 0, "high", 75)]
    assert hand.show(1) == [("show", 1, tuple(parse_cards("As")))]


def test_the_last_one_wins_without_cards(make_hand: MakeHand) -> None:
    """Where all others mucked, nobody's cards are wanted any more."""
    hand = three_handed(make_hand, "? 2c Ks 7h 5d", "? Ah 8c 9d 4s", "? Ac Jd 3h 6d")
    assert hand.to_reveal == (0, 1, 2)
    assert hand.muck(0) == []
    assert hand.to_reveal == (1, 2)
    hand.muck(2)
    assert hand.is_over
    assert hand.payoffs == (-25, 50, -25)
    assert events_of(hand, "show") == []
    hand.reveal(1, parse_cards("Kh"))
    assert hand.awards == [(1, 0, "high", 75)]


def test_a_pot_needs_somebody_to_win_it(make_hand: MakeHand) -> None:
    """The only two of a side pot cannot both muck."""
    hand = make_hand(MUCKING, [25, 500, 500], known_deck(MUCKING, *HANDS[:2], "? Ac Jd 3h 6d"))
    play(hand, OPENED)
    hand.act("bet")
    hand.act("call")
    while kinds_of(hand):
        hand.act("check")
    assert hand.to_reveal == (1, 2)
    assert cannot(lambda: hand.muck(0))
    hand.muck(2)
    assert cannot(lambda: hand.muck(1))
    assert hand.to_reveal == (1,)
    hand.reveal(1, parse_cards("2d"))
    # Kings win the main pot of 75, and what is left of the side pot of 40 goes to the ace high.
    assert tuple(hand.stacks) == (75, 495, 455)


def test_unknown_cards_are_checked(make_hand: MakeHand) -> None:
    """Known cards of others, of the deck, too many, too few, one twice: refused, and the hand is as it was."""
    hand = three_handed(make_hand)
    before = list(hand.events)
    for cards in ("", "As Kh", "Kd", "2c", "As As", "Ah"):
        read = [card for text in cards.split() for card in parse_cards(text)]
        assert cannot(lambda read=read: hand.reveal(1, read)), cards
    assert cannot(lambda: hand.reveal(0, parse_cards("As")))
    assert cannot(lambda: hand.muck(0))
    assert list(hand.events) == before
    assert hand.to_reveal == (1,)
    # The cards that lie face up may be among those given.
    hand.reveal(1, parse_cards("As Ah 8c 9d 4s"))
    assert hand.hole_cards(1) == tuple(parse_cards("As"))


def test_a_card_face_up_is_always_known(make_hand: MakeHand) -> None:
    """Where the deck has an unknown card for a place face up, the hand waits for it."""
    hand = make_hand(MUCKING, [500, 500], known_deck(MUCKING, "? ? Ks 7h 5d", "? Ah 8c 9d 4s"))
    assert hand.chance == (0, "up")
    assert cannot(lambda: hand.deal(None))
    assert cannot(lambda: hand.deal(parse_cards("Ah")[0]))
    hand.deal(parse_cards("2c")[0])
    assert hand.chance is None
    assert hand.actor == 1


def test_the_caller_deals_unknown_cards(make_hand: MakeHand) -> None:
    """``deal(None)`` is a card face down that nobody knows."""
    hand = make_hand(MUCKING, [500, 500], None)
    assert hand.deal(None) == [("deal", 0, "down", None)]
    hand.deal(None)
    assert cannot(lambda: hand.deal(None))
    hand.deal(parse_cards("2c")[0])
    hand.deal(parse_cards("As")[0])
    assert (hand.actor, hand.hole_cards(0)) == (1, (None,))


@pytest.mark.parametrize("seed", range(60))
def test_revealed_hands_end_as_known_ones(seed: int) -> None:
    """On both engines a hand whose face-down cards become known late ends like the one that knew them."""
    choice = random.Random(f"unknown {seed}")
    start = random_start(choice)
    rules = start.rules.to_dict()
    hidden = set(choice.sample(range(DECK), choice.randint(1, 40)))
    down = _down_cards(rules, start)
    unknown = [None if place in hidden and place in down else card for place, card in enumerate(start.deck)]
    ends = []
    for make_hand in ENGINES.values():
        known = make_hand(rules, start.stacks, start.deck, start.dealer)
        hand = make_hand(rules, start.stacks, unknown, start.dealer)
        play_on = random.Random(seed)
        while (legal := known.legal_actions()) and known.actor is not None:
            kind, low, _ = play_on.choice(legal)
            known.act(kind, low)
            hand.act(kind, low)
            # Where somebody folded, other cards are due face up.
            while hand.chance is not None:
                hand.deal(start.deck[len(events_of(hand, "deal", "burn", "community"))])
        for seat in hand.to_reveal:
            hand.reveal(seat, known.hole_cards(seat))
        assert hand.is_over == known.is_over
        assert list(hand.stacks) == list(known.stacks)
        assert hand.awards == known.awards
        ends.append(list(hand.events))
    assert ends[0] == ends[1]


def _down_cards(rules: dict[str, object], start: object) -> set[int]:
    """Return the places of the deck that are dealt face down while nobody folds."""
    hand = ENGINES["reference"](rules, start.stacks, start.deck, start.dealer)
    play_down(hand)
    dealt = events_of(hand, "deal", "burn", "community")
    return {place for place, event in enumerate(dealt) if event[0] == "deal" and event[2] == "down"}
