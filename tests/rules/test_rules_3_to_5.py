"""Scenarios of rules.md sections 3 to 5: the games, the deal, the forced bets."""

from collections.abc import Callable
from functools import partial

import pytest
from engine_tools import (
    FULL_DECK,
    MakeHand,
    cannot,
    chips_of,
    deck,
    events_of,
    kinds_of,
    names_of,
    play,
    play_down,
    play_street,
    refused,
    room,
    sizes_of,
    up_deck,
)

from soko.reference.cards import parse_cards
from soko.reference.rules import Rules, canadian_stud, five_card_stud, follow_the_bitch, seven_card_stud, soko


def test_rule_3_soko(make_hand: MakeHand) -> None:
    """Two cards, then three up cards; the highest card brings in, by suit; the best showing hand opens later."""
    rules = room()
    hand = make_hand(rules, [500] * 3, deck(rules, "? Ad Kd 3c 4c", "? As 7h 5c 9d", "? 9c 9h 2s 2d"))
    assert hand.actor == 1
    assert hand.legal_actions() == [("bring-in", 10, 10), ("complete", 20, 20)]
    play(hand, "1 bring-in 10, 2 call, 0 call, 2 bet 20, 0 call, 1 call, 2 bet 40, 0 call, 1 call")
    assert hand.street == 3
    assert [len(hand.up_cards(seat)) for seat in range(3)] == [4, 4, 4]
    assert len(hand.hole_cards(0)) == 1


def test_rule_3_canadian_stud(make_hand: MakeHand) -> None:
    """The lowest card brings in, suits ignored, the ace high; it may open for anything to the maximum; lowest opens."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500] * 3, deck(rules, "? Ac 4s 9s 3h", "? 2s 5h 8c 6h", "? 2c 7d Jh Kh"))
    assert hand.actor == 1
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 3, 10)]
    play(hand, "1 bring-in, 2 call, 0 call")
    assert hand.actor == 1
    play(hand, "1 check, 2 check, 0 check")
    assert hand.actor == 1
    assert sizes_of(hand, "bet") == [(8, 20)]


def test_rule_3_canadian_stud_bring_in_is_half_the_minimum_rounded_down(make_hand: MakeHand) -> None:
    """A minimum of 5 makes a bring-in of 2."""
    rules = canadian_stud(min_bet=5, max_bet=5).to_dict()
    hand = make_hand(rules, [500] * 2, up_deck(rules, "2c", "3c"))
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 3, 5)]


def test_rule_3_five_card_stud(make_hand: MakeHand) -> None:
    """The lowest card by rank, then suit, brings in."""
    rules = five_card_stud(ante=1, bring_in=2).to_dict()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2d", "Ac", "2c"))
    assert hand.actor == 2
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 4, 4)]


def test_rule_3_seven_card_stud(make_hand: MakeHand) -> None:
    """Two down and one up, three more up, the last down: five rounds of betting."""
    rules = seven_card_stud(ante=1, bring_in=2).to_dict()
    hand = make_hand(rules, [500] * 2, up_deck(rules, "2s", "2h"))
    assert hand.actor == 1
    play_down(hand)
    assert events_of(hand, "street") == [
        ("street", street, f"{name} street")
        for street, name in enumerate(("third", "fourth", "fifth", "sixth", "seventh"))
    ]
    assert [(len(hand.hole_cards(seat)), len(hand.up_cards(seat))) for seat in range(2)] == [(3, 4), (3, 4)]


def test_rule_3_follow_the_bitch(make_hand: MakeHand) -> None:
    """No bring-in: the best showing hand is first to act on every street and may check."""
    rules = follow_the_bitch(ante=1).to_dict()
    hand = make_hand(rules, [500] * 3, deck(rules, "? ? 9c ? 4c ? 7c", "? ? Kd ? 5h ? 8s", "? ? Jd ? Jh ? 3s"))
    assert hand.actor == 1
    assert hand.legal_actions() == [("check", None, None), ("bet", 4, 4)]
    play(hand, "1 check, 2 check, 0 check")
    assert hand.actor == 2
    assert sizes_of(hand, "bet") == [(8, 8)]
    play(hand, "2 check, 0 check, 1 check")
    assert sizes_of(hand, "bet") == [(8, 8)]
    assert [(len(hand.hole_cards(seat)), len(hand.up_cards(seat))) for seat in range(3)] == [(4, 3)] * 3


def test_rule_3_players(make_hand: MakeHand) -> None:
    """Every game has its number of players; Canadian stud may be switched to ten."""
    games = [
        (soko(), 2, 8),
        (canadian_stud(), 2, 8),
        (canadian_stud(max_players=10), 2, 10),
        (five_card_stud(), 2, 10),
        (seven_card_stud(), 2, 8),
        (follow_the_bitch(), 2, 7),
    ]
    for rules, least, most in games:
        for players in (least, most):
            play_down(make_hand(rules.to_dict(), [100] * players, FULL_DECK))
        for players in (least - 1, most + 1):
            assert cannot(partial(make_hand, rules.to_dict(), [100] * players, FULL_DECK))


def test_rule_3_bets_by_street(make_hand: MakeHand) -> None:
    """Small, small, big, big."""
    rules = room()
    hand = make_hand(rules, [500] * 2, FULL_DECK)
    play_street(hand)
    for bet in (20, 40, 40):
        assert sizes_of(hand, "bet") == [(bet, bet)]
        play_street(hand)
    assert hand.is_over


def test_rule_3_open_pair_doubles(make_hand: MakeHand) -> None:
    """Canadian stud: minimum and maximum double for everyone when any live player shows a pair on the 3-card round."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hands = ("? 2c 7s Kd 3d", "? 9c 9h 4d 5d", "? Jc Qh 2h 6h")
    hand = make_hand(rules, [500] * 3, deck(rules, *hands))
    play(hand, "0 bring-in, 1 call, 2 call")
    assert hand.actor == 0
    assert sizes_of(hand, "bet") == [(8, 20)]
    play(hand, "0 bet 8, 1 raise 16, 2 fold, 0 call")
    assert sizes_of(hand, "bet") == [(8, 20)], "big streets are doubled, never quadrupled"


def test_rule_3_open_pair_of_a_folded_player(make_hand: MakeHand) -> None:
    """A pair that would have come to a folded player doubles nothing: he gets no card."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500] * 3, deck(rules, "? 2c 7s Kd 3d", "? 9c", "? Jc Qh 2h 6h"))
    play(hand, "0 bring-in, 1 fold, 2 call")
    assert sizes_of(hand, "bet") == [(4, 10)]


def test_rule_3_open_pair_of_an_all_in_player(make_hand: MakeHand) -> None:
    """An all-in player is live: his pair doubles the bets of the others."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500, 3, 500], deck(rules, "? 2c 7s Kd 3d", "? 9c 9h 4d 5d", "? Jc Qh 2h 6h"))
    play(hand, "0 bring-in, 1 call, 2 call")
    assert sizes_of(hand, "bet") == [(8, 20)]


def test_rule_3_open_pair_option(make_hand: MakeHand) -> None:
    """Seven-card stud with the switch: either bet on the 4-card round; after a big one raises are big."""
    rules = seven_card_stud(ante=5, bring_in=10, small_bet=20, big_bet=40, open_pair="option").to_dict()
    hands = ("? ? 2c 7s ? ? ?", "? ? 9c 9h ? ? ?", "? ? Jc Qh ? ? ?")
    hand = make_hand(rules, [500] * 3, deck(rules, *hands))
    play(hand, "0 bring-in, 1 call, 2 call")
    assert hand.legal_actions() == [("check", None, None), ("bet", 20, 20), ("bet", 40, 40)]
    assert refused(hand, "bet")
    assert refused(hand, "bet", 30)
    play(hand, "1 bet 20")
    assert sizes_of(hand, "raise") == [(40, 40), (60, 60)]
    play(hand, "2 raise 60")
    assert sizes_of(hand, "raise") == [(100, 100)]


def test_rule_3_open_pair_without_the_option(make_hand: MakeHand) -> None:
    """Without the switch a pair changes nothing, nor does the switch without a pair."""
    for switch, pair in (("none", "9h"), ("option", "Th")):
        rules = seven_card_stud(ante=5, bring_in=10, small_bet=20, big_bet=40, open_pair=switch).to_dict()
        hand = make_hand(rules, [500] * 2, deck(rules, "? ? 2c 7s ? ? ?", f"? ? 9c {pair} ? ? ?"))
        play(hand, "0 bring-in, 1 call")
        assert sizes_of(hand, "bet") == [(20, 20)]


def test_rule_4_1_seats_clockwise_from_the_dealer(make_hand: MakeHand) -> None:
    """The seat after the dealer is first: in dealing, in ties, in antes."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hands = ("Ac 2s Ks Kc Kd", "Ad 2h Qs Qc Qd", "Ah 2d Js Jc Jd")
    for dealer, first in ((None, 0), (2, 0), (0, 1), (1, 2)):
        hand = make_hand(rules, [100] * 3, deck(rules, *hands, dealer=dealer), dealer)
        assert [event[1] for event in events_of(hand, "ante")] == [(first + step) % 3 for step in range(3)]
        assert [event[1] for event in events_of(hand, "deal")] == [(first + step) % 3 for step in range(3)] * 2
        assert [names_of(hand.hole_cards(seat)) for seat in range(3)] == ["Ac", "Ad", "Ah"]
        assert hand.actor == first, "three deuces: the first seat from the dealer brings in"


def test_rule_4_2_deal_order(make_hand: MakeHand) -> None:
    """One card at a time, down cards of the street first; folded players are skipped; no card is burnt."""
    rules = seven_card_stud(ante=1, bring_in=2).to_dict()
    hand = make_hand(rules, [100] * 3, FULL_DECK)
    dealt = [
        ("down", 0),
        ("down", 1),
        ("down", 2),
        ("down", 0),
        ("down", 1),
        ("down", 2),
        ("up", 0),
        ("up", 1),
        ("up", 2),
    ]
    assert [(event[2], event[1]) for event in events_of(hand, "deal")] == dealt
    assert [event[3] for event in events_of(hand, "deal")] == list(range(9))
    play(hand, "0 bring-in, 1 fold, 2 call")
    assert [event[1:] for event in events_of(hand, "deal")[9:]] == [(0, "up", 9), (2, "up", 10)]
    assert not events_of(hand, "burn")


def test_rule_4_2_burn(make_hand: MakeHand) -> None:
    """With the switch a card is burnt before every street after the first."""
    rules = room(burn=True)
    hand = make_hand(rules, [500] * 2, FULL_DECK)
    play_down(hand)
    assert events_of(hand, "burn") == [("burn", 4), ("burn", 7), ("burn", 10)]
    assert [event[3] for event in events_of(hand, "deal")] == [0, 1, 2, 3, 5, 6, 8, 9, 11, 12]


def test_rule_4_2_chance_left_to_the_caller(make_hand: MakeHand) -> None:
    """Without a deck the hand asks for every card, refuses one that is dealt already, and burns none."""
    rules = room(burn=True)
    hand = make_hand(rules, [500] * 2, None)
    asked = []
    for name in ("2c", "3c", "9d", "Td"):
        asked.append(hand.chance)
        hand.deal(parse_cards(name)[0])
    assert asked == [(0, "down"), (1, "down"), (0, "up"), (1, "up")]
    assert hand.chance is None
    assert cannot(lambda: hand.deal(parse_cards("5c")[0]))
    play(hand, "1 bring-in, 0 call")
    assert events_of(hand, "burn") == [("burn", None)]
    assert cannot(lambda: hand.deal(parse_cards("2c")[0]))
    assert hand.chance == (0, "up")


def test_rule_4_3_community_card(make_hand: MakeHand) -> None:
    """Eight players to the last card of seven-card stud: 4 cards are left, one is dealt face up for everybody."""
    rules = seven_card_stud(ante=1, bring_in=2).to_dict()
    hand = make_hand(rules, [100] * 8, FULL_DECK)
    while hand.street < 4:
        opener = hand.actor
        play_street(hand)
    assert events_of(hand, "community") == [("community", 48)]
    assert list(hand.community) == [48]
    assert all(len(hand.hole_cards(seat)) == 2 and len(hand.up_cards(seat)) == 4 for seat in range(8))
    assert hand.actor == opener, "the opener of the street before opens again"
    play_down(hand)
    assert sum(hand.payoffs or [1]) == 0


def test_rule_4_3_no_community_card_for_seven(make_hand: MakeHand) -> None:
    """When one of eight folds before the last card but too late, there is still one card for all; with four not."""
    rules = seven_card_stud(ante=1, bring_in=2).to_dict()
    for folding, community in ((1, True), (4, False)):
        hand = make_hand(rules, [100] * 8, FULL_DECK)
        while hand.street < 3:
            play_street(hand)
        hand.act("bet")
        for _ in range(folding):
            hand.act("fold")
        play_street(hand)
        assert bool(hand.community) is community
        assert len(events_of(hand, "deal")) == 48 + (0 if community else 4)


@pytest.mark.parametrize(
    ("game", "players", "burn", "community"),
    [
        (seven_card_stud, 8, False, True),
        (seven_card_stud, 8, True, True),
        (seven_card_stud, 7, False, False),
        (seven_card_stud, 7, True, True),
        (seven_card_stud, 6, True, False),
        (five_card_stud, 10, False, False),
        (five_card_stud, 10, True, True),
        (five_card_stud, 9, True, False),
        (soko, 10, True, True),
        (soko, 8, True, False),
        (canadian_stud, 10, False, False),
        (canadian_stud, 10, True, True),
        (follow_the_bitch, 7, True, False),
    ],
)
def test_rule_4_3_games_in_which_the_deck_runs_out(
    make_hand: MakeHand, game: Callable[..., Rules], players: int, *, burn: bool, community: bool
) -> None:
    """The games and numbers of players that docs/rules.md names, nobody folding, and their neighbours."""
    rules = game(burn=burn, max_players=players).to_dict()
    hand = make_hand(rules, [100] * players, FULL_DECK)
    play_down(hand)
    assert bool(hand.community) is community


def test_rule_4_3_a_burn_leaves_the_community_card(make_hand: MakeHand) -> None:
    """With burn cards 51 cards are gone before the last street: the last one is not burnt but dealt to all."""
    rules = seven_card_stud(ante=1, bring_in=2, burn=True).to_dict()
    hand = make_hand(rules, [100] * 8, FULL_DECK)
    play_down(hand)
    assert len(events_of(hand, "burn")) == 3
    assert events_of(hand, "community") == [("community", 51)]


def test_rule_4_4_chips(make_hand: MakeHand) -> None:
    """Whole chips of 64 bits, never lost; a sum that does not fit is refused, and so is what is no number of chips."""
    rules = room()
    hand = make_hand(rules, [2**62, 2**62 - 1], FULL_DECK)
    assert chips_of(hand) == 2**63 - 1
    play_down(hand)
    assert sum(hand.stacks) == 2**63 - 1
    for stacks in ([2**62, 2**62], [2**63, 100], [0, 100], [-5, 100]):
        assert cannot(partial(make_hand, rules, stacks, FULL_DECK))


def test_rule_5_1_antes(make_hand: MakeHand) -> None:
    """Antes are in the pot and not part of the bet to call; a short stack is all-in for its ante and dealt in."""
    rules = room()
    hand = make_hand(rules, [500, 3, 500], up_deck(rules, "9c", "8c", "As"))
    assert events_of(hand, "ante") == [("ante", 0, 5), ("ante", 1, 3), ("ante", 2, 5)]
    assert list(hand.pots) == [(9, (0, 1, 2)), (4, (0, 2))]
    assert list(hand.bets) == [0, 0, 0]
    assert len(hand.hole_cards(1)) == 1
    play(hand, "2 bring-in 10")
    assert ("call", 10, 10) in hand.legal_actions()


def test_rule_5_2_bring_in_is_due(make_hand: MakeHand) -> None:
    """The bring-in seat may neither check nor fold."""
    rules = room(open_fold=True)
    hand = make_hand(rules, [500] * 2, up_deck(rules, "9c", "As"))
    assert hand.legal_actions() == [("bring-in", 10, 10), ("complete", 20, 20)]
    for kind in ("check", "fold", "call"):
        assert refused(hand, kind)


def test_rule_5_3_minimum_bet_of_two(make_hand: MakeHand) -> None:
    """Canadian stud refuses a minimum bet of 1; with 2 the bring-in is 1."""
    assert cannot(lambda: canadian_stud(min_bet=1))
    rules = canadian_stud(min_bet=2).to_dict()
    hand = make_hand(rules, [100] * 2, up_deck(rules, "2c", "3c"))
    assert hand.legal_actions() == [("bring-in", 1, 1), ("complete", 2, 10)]


def test_rule_5_4_completion(make_hand: MakeHand) -> None:
    """After a bare bring-in: fold, call it, or complete; the bring-in is no wager, the completion is the first."""
    rules = room(cap=2)
    for opening in ("1 bring-in 10, 2 complete 20", "1 complete 20"):
        hand = make_hand(rules, [500] * 3, up_deck(rules, "9c", "As", "7d"))
        play(hand, opening)
        assert sizes_of(hand, "raise") == [(40, 40)]
        hand.act("raise", 40)
        assert "raise" not in kinds_of(hand)
    hand = make_hand(rules, [500] * 3, up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 bring-in")
    assert hand.legal_actions() == [("fold", None, None), ("call", 10, 10), ("complete", 20, 20)]


def test_rule_5_5_no_option_for_the_bring_in(make_hand: MakeHand) -> None:
    """When all just call the bring-in, the next street is dealt."""
    rules = room()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 bring-in, 2 call, 0 call")
    assert hand.street == 1


def test_rule_5_6_short_bring_in(make_hand: MakeHand) -> None:
    """The others owe the whole bring-in or complete; heads-up only what can be matched."""
    rules = room()
    hand = make_hand(rules, [500, 11, 500], up_deck(rules, "9c", "As", "7d"))
    assert hand.legal_actions() == [("bring-in", 6, 6)]
    play(hand, "1 bring-in 6")
    assert hand.legal_actions() == [("fold", None, None), ("call", 10, 10), ("complete", 20, 20)]
    play(hand, "2 call 10, 0 call 10")
    assert hand.street == 1
    assert list(hand.pots) == [(33, (0, 1, 2)), (8, (0, 2))]
    hand = make_hand(rules, [500, 11], up_deck(rules, "9c", "As"))
    play(hand, "1 bring-in")
    assert hand.legal_actions() == [("fold", None, None), ("call", 6, 6)]
    play(hand, "0 call")
    assert hand.is_over
    assert not events_of(hand, "uncalled")


def test_rule_5_6_call_of_what_is_contested(make_hand: MakeHand) -> None:
    """No call exceeds what some other live player can have bet; three players, two of them short."""
    rules = room()
    hand = make_hand(rules, [13, 11, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 bring-in")
    assert hand.legal_actions() == [("fold", None, None), ("call", 8, 8)]
    play(hand, "2 call")
    assert hand.legal_actions() == [("fold", None, None), ("call", 8, 8)]
    play(hand, "0 fold")
    assert hand.is_over
    assert events_of(hand, "uncalled") == [("uncalled", 2, 2)]


def test_rule_5_7_bring_in_of_an_all_in_player(make_hand: MakeHand) -> None:
    """The duty passes clockwise to players with chips, who may fold, bring in or complete, until someone bets."""
    rules = room()
    hand = make_hand(rules, [500, 5, 4, 500, 500], up_deck(rules, "9c", "As", "7d", "8d", "3d"))
    assert hand.actor == 3
    choice = [("fold", None, None), ("bring-in", 10, 10), ("complete", 20, 20)]
    assert hand.legal_actions() == choice
    play(hand, "3 fold")
    assert (hand.actor, hand.legal_actions()) == (4, choice)
    play(hand, "4 bring-in")
    assert hand.legal_actions() == [("fold", None, None), ("call", 10, 10), ("complete", 20, 20)]


def test_rule_5_7_nobody_bets(make_hand: MakeHand) -> None:
    """With one player or none that has chips left nobody is asked; also when the others fold the duty."""
    rules = room()
    hand = make_hand(rules, [500, 5, 4], up_deck(rules, "9c", "As", "7d"))
    assert hand.is_over
    assert not events_of(hand, "bring-in")
    hand = make_hand(rules, [500, 5, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "2 fold")
    assert hand.is_over
    assert events_of(hand, "bring-in", "uncalled") == []
    assert len(hand.showdown_order) == 2
