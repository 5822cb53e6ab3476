"""Switches of the rooms and of home games (rules.md 3, 5.2, 5.5, 7.3, 7.4), on every engine."""

from collections.abc import Callable

import pytest
from engine_tools import (
    FULL_DECK,
    MakeHand,
    deck,
    events_of,
    kinds_of,
    play,
    play_down,
    play_street,
    room,
    sizes_of,
    up_deck,
)

from soko import games
from soko.reference.rules import canadian_stud, follow_the_bitch, seven_card_stud, soko


def test_rule_3_canadian_stud_in_fixed_limit(make_hand: MakeHand) -> None:
    rules = canadian_stud(limit="fixed").to_dict()
    hand = make_hand(rules, [500] * 3, deck(rules, "? 2c 7s Kd 3d", "? 9c 9h 4d 5d", "? Jc Qh 2h 6h"))
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 4, 4)]
    play(hand, "0 bring-in, 1 call, 2 call")
    # The pair of nines doubles the bets of its round; the rounds after it are big anyway.
    assert hand.actor == 0
    assert sizes_of(hand, "bet") == [(8, 8)]
    play(hand, "0 bet, 1 call, 2 call")
    assert sizes_of(hand, "bet") == [(8, 8)]


@pytest.mark.parametrize("bets", [["small", "small", "small"], ["small", "big", "big"]])
def test_rule_3_flat_stakes_of_follow_the_bitch_in_spread_limit(make_hand: MakeHand, bets: list[str]) -> None:
    rules = follow_the_bitch(limit="spread", ante=1, min_bet=4, max_bet=10).to_dict() | {"bets": bets}
    hand = make_hand(rules, [500] * 3, FULL_DECK)
    for bet in bets:
        assert sizes_of(hand, "bet") == [(4, 10) if bet == "small" else (8, 20)]
        play_street(hand)


@pytest.mark.parametrize("game", [follow_the_bitch, games.follow_the_bitch], ids=["reference", "rust"])
def test_rule_3_refused_big_bets_of_spread_limit_name_the_bets(game: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="for the same stakes on every street, make all bets 'small'"):
        game(limit="spread", min_bet=4, big_bet=4)


@pytest.mark.parametrize(("ace", "seat"), [("high", 0), ("low", 1)])
def test_rule_5_2_the_ace_as_door_card(make_hand: MakeHand, ace: str, seat: int) -> None:
    rules = soko(bring_in_ace=ace).to_dict()
    hand = make_hand(rules, [100] * 3, up_deck(rules, "As", "Kd", "Kc"))
    assert hand.actor == seat


def test_rule_5_2_a_low_ace_where_the_lowest_card_brings_in(make_hand: MakeHand) -> None:
    rules = seven_card_stud(bring_in_ace="low").to_dict()
    assert make_hand(rules, [100] * 3, up_deck(rules, "2c", "Ad", "Ac")).actor == 2
    rules = seven_card_stud().to_dict()
    assert make_hand(rules, [100] * 3, up_deck(rules, "2c", "Ad", "Ac")).actor == 0


def test_rule_5_5_no_option_unless_the_rules_say_so(make_hand: MakeHand) -> None:
    rules = room()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "As", "3c"))
    play(hand, "1 bring-in, 2 call, 0 call")
    assert hand.street == 1


def test_rule_5_5_the_option_of_who_brought_in(make_hand: MakeHand) -> None:
    rules = room() | {"bring_in_option": True}
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "As", "3c"))
    play(hand, "1 bring-in, 2 call, 0 call")
    assert (hand.street, hand.actor, kinds_of(hand)) == (0, 1, ["check", "complete"])
    play(hand, "1 complete, 2 call, 0 fold")
    assert hand.street == 1
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "As", "3c"))
    play(hand, "1 bring-in, 2 call, 0 call, 1 check")
    assert hand.street == 1
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "As", "3c"))
    play(hand, "1 bring-in, 2 complete, 0 call, 1 call")
    assert hand.street == 1


def test_rule_5_5_no_option_for_one_who_is_all_in(make_hand: MakeHand) -> None:
    rules = room() | {"bring_in_option": True}
    hand = make_hand(rules, [500, 15, 500], up_deck(rules, "2c", "As", "3c"))
    play(hand, "1 bring-in, 2 call, 0 call")
    assert hand.street == 1


def test_rule_5_5_a_full_bring_in_is_the_first_wager(make_hand: MakeHand) -> None:
    rules = soko(ante=1, bring_in=4, small_bet=4, big_bet=8).to_dict()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "As", "3c"))
    assert hand.legal_actions() == [("bring-in", 4, 4)]
    play(hand, "1 bring-in, 2 raise 8, 0 raise 12, 1 raise 16")
    assert kinds_of(hand) == ["fold", "call"]


def test_rule_7_3_home_games_show_all_hands(make_hand: MakeHand) -> None:
    for rules in (canadian_stud(), follow_the_bitch()):
        # The first to show has the best hand.
        best = "As Ad Ah Ac" if len("".join(rules.deal)) == 5 else "As Ad Ah Ac Kh Ks 8h"
        hands = [best, "2c 7d 9h", "3c 8d Th"]
        hand = make_hand(rules.to_dict(), [500] * 3, deck(rules.to_dict(), *hands))
        play_down(hand)
        assert len(events_of(hand, "show")) == 3
        assert events_of(hand, "muck") == []
        winners = rules.to_dict() | {"reveal": "winners"}
        hand = make_hand(winners, [500] * 3, deck(winners, *hands))
        play_down(hand)
        assert len(events_of(hand, "muck")) == 2


@pytest.mark.parametrize(
    ("odd_chip", "parts"),
    [("position", {0: 34, 1: 34, 5: 33}), ("nearest", {0: 34, 5: 34, 1: 33})],
)
def test_rule_7_4_odd_chips_of_the_nearest(make_hand: MakeHand, odd_chip: str, parts: dict[int, int]) -> None:
    # Royal flushes of three seats; the others have nothing and folded.
    rules = soko().replace(name="odd", limit="no").to_dict() | {"odd_chip": odd_chip, "ante": 17, "bring_in": 17}
    rules |= {"small_bet": 17, "big_bet": 17}
    hands = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "2c 3d 7h 8s 9c", "2d 3h 7s 8c 9d", "2h 3s 7c 8d 9h", "Ad Kd Qd Jd Td")
    stacks = [17, 17, 17, 17, 16, 17]
    hand = make_hand(rules, stacks, deck(rules, *hands))
    assert hand.is_over
    won: dict[int, int] = {}
    for seat, _, _, amount in hand.awards:
        won[seat] = won.get(seat, 0) + amount
    # The main pot of 96 divides by three; the side pot of 5 has the odd chips.
    assert {seat: amount - 32 for seat, amount in won.items()} == {seat: part - 32 for seat, part in parts.items()}
