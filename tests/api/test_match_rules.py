"""Matches whose hands have rules of their own, and hands that come back from elsewhere."""

import pickle
from types import SimpleNamespace
from typing import Any

import pytest

import soko
from soko.match import MatchError, check_or_call

LEVELS = [soko.games.soko(ante=ante) for ante in (1, 2, 5)]
CHOICE = [soko.games.soko(), soko.games.follow_the_bitch(), soko.games.five_card_stud(limit="no")]


def play_out(hand: soko.Hand) -> None:
    """Let everybody check or call."""
    while hand.actor is not None:
        hand.act(*check_or_call(hand.view(hand.actor)))


def test_a_hand_may_have_rules_of_its_own() -> None:
    match = soko.Match(CHOICE[0], [100, 100, 100], rng=7)
    for rules in (CHOICE[1], None, CHOICE[2]):
        before = match.stacks
        hand = match.deal(rules=rules)
        assert hand.rules == (rules or CHOICE[0])
        assert match.rules == CHOICE[0]
        assert hand.starting_stacks == before
        play_out(hand)
        assert sum(match.settle()) == 0
    assert match.total == 300


def test_antes_rise() -> None:
    match = soko.Match(LEVELS[0], [300] * 3, rng=7)
    antes = []

    def schedule(asked: soko.Match) -> soko.Rules:
        assert asked is match
        assert not match.in_hand
        rules = LEVELS[min(match.hands // 2, 2)]
        antes.append(rules.ante)
        return rules

    assert match.play("call", hands=7, rules=schedule) == 7
    assert antes == [1, 1, 2, 2, 5, 5, 5]
    assert match.hand is not None
    assert match.hand.rules == LEVELS[2]
    assert sum(match.stacks) == match.total == 900


def test_the_dealer_chooses() -> None:
    match = soko.Match(CHOICE[0], [500] * 3, rng=7, dealer=0, dealer_moves=True)
    played = []
    match.sit_out(1)
    for hands in range(6):
        if hands == 3:
            match.sit_in(1)
        chooser = match.next_dealer
        match.play("call", hands=1, rules=lambda match: CHOICE[match.next_dealer])
        assert match.dealer == chooser
        assert match.hand is not None
        played.append((chooser, match.hand.rules.name))
    names = [rules.name for rules in CHOICE]
    assert played == [(seat, names[seat]) for seat in (0, 2, 0, 1, 2, 0)]


def test_next_dealer_of_a_fixed_box_and_of_an_empty_table() -> None:
    match = soko.Match(CHOICE[0], [100, 100, 100], rng=7, dealer=1)
    match.play("call", hands=2)
    assert match.next_dealer == match.dealer == 1
    empty = soko.Match(CHOICE[0], [0, 0, 0], dealer=2, dealer_moves=True)
    assert empty.next_dealer == 2


def test_the_stream_goes_on_whatever_is_played() -> None:
    plain = soko.Match(CHOICE[0], [500] * 3, rng=7)
    mixed = soko.Match(CHOICE[0], [500] * 3, rng=7)
    plain.play("call", hands=3)
    mixed.play("call", hands=2, rules=soko.games.seven_card_stud())
    mixed.play("call", hands=1)
    assert plain.hand is not None
    assert mixed.hand is not None
    assert [plain.hand.hole_cards(seat) for seat in range(3)] == [mixed.hand.hole_cards(seat) for seat in range(3)]


def test_named_policies_play_by_the_rules_of_the_hand() -> None:
    match = soko.Match(CHOICE[0], [400] * 3, rng=7)
    assert match.play(["tight", "maniac", "pot-odds"], hands=6, rules=lambda match: CHOICE[match.hands % 3]) == 6
    assert sum(match.stacks) == 1200


def test_the_rules_of_the_hand_say_how_many_can_play() -> None:
    match = soko.Match(CHOICE[0], [100] * 8, rng=7)
    small = CHOICE[0].replace(max_players=6)
    with pytest.raises(MatchError, match=r"^8 can play: soko takes 6, others must sit out$"):
        match.deal(rules=small)
    two = soko.Match(CHOICE[0], [100, 100], rng=7)
    with pytest.raises(MatchError, match=r"^2 can play: soko needs 3 with chips$"):
        two.play("call", hands=1, rules=CHOICE[0].replace(min_players=3))
    assert (match.hands, two.hands, two.in_hand) == (0, 0, False)


@pytest.mark.parametrize("bad", ["soko", 5, soko.games.soko, [soko.games.soko()]])
def test_what_is_no_rules_is_named(bad: Any) -> None:
    match = soko.Match(CHOICE[0], [100, 100], rng=7)
    with pytest.raises(TypeError, match="rules"):
        match.deal(rules=bad)
    with pytest.raises(TypeError):
        match.play("call", hands=1, rules=bad if not callable(bad) else lambda _match: bad)
    assert (match.hands, match.stacks) == (0, (100, 100))


def test_settle_takes_hands_and_nothing_else() -> None:
    match = soko.Match(CHOICE[0], [100, 100], rng=7)
    hand = match.deal()
    like: Any = SimpleNamespace(
        is_over=True, rules=hand.rules, starting_stacks=(100, 100), dealer=hand.dealer, stacks=(900, 900)
    )
    play_out(over := hand.clone())
    for other in (like, over.view(None), over.to_dict(), (), 5, False):
        with pytest.raises(TypeError, match=r"^hand .*: a soko\.Hand is needed, not "):
            match.settle(other)
    assert (match.total, match.in_hand) == (200, True)
    assert match.settle(over) == over.payoffs


def dealt_by_hand(match: soko.Match, cards: Any, hand: soko.Hand | None = None) -> soko.Hand:
    """Deal by hand to the end, or as far as the cards go."""
    hand = hand or soko.Hand(match.rules, [100, 100], deal="manual", dealer=match.dealer)
    for card in soko.cards(cards):
        if hand.is_over:
            break
        hand.deal(card)
        play_out(hand)
    return hand


def test_settle_may_ask_for_the_same_cards() -> None:
    match = soko.Match(CHOICE[0], [100, 100], rng=7)
    hand = match.deal()
    other = soko.Hand(match.rules, [100, 100], rng=8, dealer=hand.dealer)
    # The cards that are dealt are the same, and the last of the deck are others.
    deck: Any = hand.to_dict()["deck"]
    cards = list(soko.cards(deck))
    cards[50], cards[51] = cards[51], cards[50]
    behind = soko.Hand(match.rules, [100, 100], deck=cards, dealer=hand.dealer)
    # Who dealt a deck by hand may have dealt anything.
    by_hand = dealt_by_hand(match, deck)
    for wrong in (other, behind, by_hand):
        play_out(wrong)
        with pytest.raises(MatchError, match=r"^not hand 1: it was played with other cards \(<Hand of soko"):
            match.settle(wrong, same_cards=True)
    assert match.in_hand
    play_out(elsewhere := pickle.loads(pickle.dumps(hand)))
    assert match.settle(elsewhere, same_cards=True) == elsewhere.payoffs


def test_the_same_cards_are_those_dealt_by_hand_so_far() -> None:
    match = soko.Match(CHOICE[0], [100, 100])
    hand = match.deal(deal="manual")
    dealt_by_hand(match, "Ks Qd", hand)
    rest = "2c 9h 3c 8h 4d 7h 5d 6s"
    other = dealt_by_hand(match, f"Kd Qd {rest}")
    with pytest.raises(MatchError, match=r"^not hand 1: it was played with other cards"):
        match.settle(other, same_cards=True)
    same = dealt_by_hand(match, f"Ks Qd {rest}")
    assert same.is_over
    assert match.settle(same, same_cards=True) == same.payoffs
