"""Scenarios of rules.md section 6: betting."""

from engine_tools import (
    FULL_DECK,
    EngineHand,
    MakeHand,
    deck,
    events_of,
    kinds_of,
    play,
    play_down,
    pot_limit,
    refused,
    room,
    sizes_of,
    up_deck,
)

from soko.reference.rules import canadian_stud, five_card_stud, follow_the_bitch, soko

FOLD = ("fold", None, None)
CHECK = ("check", None, None)


def test_rule_6_1_cap(make_hand: MakeHand) -> None:
    """One bet and three raises a street; the bring-in is none of them."""
    rules = room()
    hand = make_hand(rules, [500] * 4, up_deck(rules, "9c", "As", "7d", "8h"))
    play(hand, "1 bring-in, 2 complete 20, 3 raise 40, 0 raise 60, 1 raise 80")
    assert hand.legal_actions() == [FOLD, ("call", 80, 80)]
    play(hand, "2 call, 3 call, 0 call")
    play(hand, f"{hand.actor} bet 20")
    assert sizes_of(hand, "raise") == [(40, 40)], "the next street starts anew"


def test_rule_6_1_cap_heads_up(make_hand: MakeHand) -> None:
    """The cap holds for two players; with the switch off they go on."""
    for cap_heads_up in (True, False):
        rules = room(cap_heads_up=cap_heads_up)
        hand = make_hand(rules, [10_000] * 3, up_deck(rules, "9c", "As", "7d"))
        play(hand, "1 complete 20, 2 raise 40, 0 raise 60, 1 raise 80")
        assert "raise" not in kinds_of(hand), "three live players"
        play(hand, "2 fold")
        assert sizes_of(hand, "raise") == ([] if cap_heads_up else [(100, 100)])


def test_rule_6_1_no_cap_in_pot_and_no_limit(make_hand: MakeHand) -> None:
    """Pot limit and no limit have no cap."""
    for rules in (pot_limit(), five_card_stud(limit="no", ante=10, bring_in=20).to_dict()):
        hand = make_hand(rules, [100_000] * 2, FULL_DECK)
        hand.act("bring-in")
        for _ in range(6):
            low, _high = sizes_of(hand, "raise")[0]
            hand.act("raise", low)
        assert "raise" in kinds_of(hand)


def street_of(make_hand: MakeHand, stacks: list[int], **changes: object) -> EngineHand:
    """Return a hand on the second street of unit 10: ante 1, bring-in 2 called by all; seat 0 is first to act."""
    rules = soko(ante=1, bring_in=2, small_bet=10, big_bet=20).replace(**changes).to_dict()
    ups = ["? As Ah ? ?", "? 2c 3d ? ?", "? 4c 6d ? ?", "? 7c 9d ? ?"][: len(stacks)]
    hand = make_hand(rules, [stack + 3 for stack in stacks], deck(rules, *ups))
    hand.act("bring-in")
    for _ in stacks[1:]:
        hand.act("call")
    assert (hand.actor, hand.street, list(hand.stacks)) == (0, 1, stacks)
    return hand


def test_rule_6_2_less_than_half(make_hand: MakeHand) -> None:
    """Unit 10, bet 10, all-in 14: who has acted may call or fold, who has not may complete to 20."""
    hand = street_of(make_hand, [500, 14, 500])
    play(hand, "0 bet 10, 1 raise 14")
    assert hand.legal_actions() == [FOLD, ("call", 14, 14), ("raise", 20, 20)]
    play(hand, "2 call")
    assert hand.legal_actions() == [FOLD, ("call", 14, 14)]
    hand = street_of(make_hand, [500, 14, 500])
    play(hand, "0 bet 10, 1 raise 14, 2 raise 20")
    assert hand.legal_actions() == [FOLD, ("call", 20, 20), ("raise", 30, 30)], "the completion reopens"


def test_rule_6_2_short_all_in(make_hand: MakeHand) -> None:
    """Unit 10, bet 10, all-in 15 is half a bet: it counts, reopens, and the next raise is to 25."""
    hand = street_of(make_hand, [500, 15, 500])
    play(hand, "0 bet 10, 1 raise 15")
    assert sizes_of(hand, "raise") == [(25, 25)]
    play(hand, "2 call")
    assert hand.legal_actions() == [FOLD, ("call", 15, 15), ("raise", 25, 25)]


def test_rule_6_2_real_hand(make_hand: MakeHand) -> None:
    """Unit 800, bet 800, all-in to 1,345, next raise to 2,145."""
    rules = five_card_stud(ante=150, bring_in=250, small_bet=800, big_bet=1600).to_dict()
    hand = make_hand(rules, [5000, 5000, 1495, 5000], up_deck(rules, "Kc", "Qh", "Js", "2c"))
    play(hand, "3 bring-in, 0 complete 800, 1 call, 2 raise 1345, 3 fold")
    assert sizes_of(hand, "raise") == [(2145, 2145)]


def test_rule_6_2_counts_in_the_cap(make_hand: MakeHand) -> None:
    """Half a bet is a wager of the cap, less than half is none; at the cap nobody may raise, for less neither."""
    for all_in, raises in ((15, []), (14, [(20, 20)])):
        hand = street_of(make_hand, [500, all_in, 500], cap=2)
        play(hand, f"0 bet 10, 1 raise {all_in}")
        assert sizes_of(hand, "raise") == raises
    hand = street_of(make_hand, [500, 500, 23, 500], cap=2)
    play(hand, "0 bet 10, 1 raise 20")
    assert hand.legal_actions() == [FOLD, ("call", 20, 20)]


def test_rule_6_2_measured_from_the_last_full_level(make_hand: MakeHand) -> None:
    """All-in 14, then all-in 16: 6 above the bet of 10 is half a bet and more; the next raise is to 26."""
    hand = street_of(make_hand, [500, 14, 16, 500])
    play(hand, "0 bet 10, 1 raise 14, 2 raise 16")
    assert sizes_of(hand, "raise") == [(26, 26)]
    play(hand, "3 call")
    assert sizes_of(hand, "raise") == [(26, 26)]


def test_rule_6_2_short_bet(make_hand: MakeHand) -> None:
    """All-in for 4 with a unit of 10: those to act may make it 10, a player who checked may not; 6 is a bet."""
    hand = street_of(make_hand, [500, 4, 500])
    play(hand, "0 check, 1 bet 4")
    assert hand.legal_actions() == [FOLD, ("call", 4, 4), ("raise", 10, 10)]
    play(hand, "2 call")
    assert hand.legal_actions() == [FOLD, ("call", 4, 4)]
    hand = street_of(make_hand, [500, 6, 500])
    play(hand, "0 check, 1 bet 6")
    assert sizes_of(hand, "raise") == [(16, 16)]


def test_rule_6_2_short_completion(make_hand: MakeHand) -> None:
    """Over a bring-in of 10 with a unit of 40: all-in 29 is less than half a bet more, all-in 30 is half."""
    rules = room(small_bet=40, big_bet=80)
    for all_in, action in ((29, ("complete", 40, 40)), (30, ("raise", 70, 70))):
        hand = make_hand(rules, [500, 500, 5 + all_in], up_deck(rules, "9c", "As", "7d"))
        play(hand, f"1 bring-in, 2 complete {all_in}")
        assert hand.legal_actions() == [FOLD, ("call", all_in, all_in), action]
        play(hand, "0 call")
        assert ("raise" in kinds_of(hand)) is (all_in == 30)


def test_rule_6_2_all_in_opening(make_hand: MakeHand) -> None:
    """The bring-in seat may open with all its chips, more than the bring-in and less than the bet."""
    rules = room()
    hand = make_hand(rules, [500, 20, 500], up_deck(rules, "9c", "As", "7d"))
    assert hand.legal_actions() == [("bring-in", 10, 10), ("complete", 15, 15)]
    play(hand, "1 complete 15")
    assert sizes_of(hand, "raise") == [(35, 35)], "15 of 20 is more than half: a full wager"


def test_rule_6_2_adds_up(make_hand: MakeHand) -> None:
    """No limit: short all-ins that add up to a full raise since a player acted reopen the betting for him."""
    for second, reopened in ((19, False), (20, True)):
        hand = street_of_no_limit(make_hand, [500, 14, second, 500])
        play(hand, f"0 bet 10, 1 raise 14, 2 raise {second}")
        assert sizes_of(hand, "raise") == [(second + 10, 500)]
        play(hand, "3 call")
        assert ("raise" in kinds_of(hand)) is reopened


def test_rule_6_2_adds_up_since_the_player_acted(make_hand: MakeHand) -> None:
    """The one who called 14 in between faces 7 and may not raise, the bettor of 10 faces 11 and may."""
    hand = street_of_no_limit(make_hand, [500, 14, 500, 21])
    play(hand, "0 bet 10, 1 raise 14, 2 call, 3 raise 21")
    assert sizes_of(hand, "raise") == [(31, 500)]
    play(hand, "0 call")
    assert hand.legal_actions() == [FOLD, ("call", 21, 21)]


def street_of_no_limit(make_hand: MakeHand, stacks: list[int]) -> EngineHand:
    """Return a no-limit hand on the second street, least bet 10; seat 0 is first to act."""
    rules = five_card_stud(limit="no", ante=1, bring_in=2, small_bet=10, big_bet=10).to_dict()
    ups = ["? As Ah ? ?", "? 2c 3d ? ?", "? 4c 6d ? ?", "? 7c 9d ? ?"][: len(stacks)]
    hand = make_hand(rules, [stack + 3 for stack in stacks], deck(rules, *ups))
    hand.act("bring-in")
    for _ in stacks[1:]:
        hand.act("call")
    assert (hand.actor, hand.street, list(hand.stacks)) == (0, 1, stacks)
    return hand


def test_rule_6_3_pot_limit_with_eight(make_hand: MakeHand) -> None:
    """Eight antes of 100, bring-in 150, least bet 300: raise to 300..1250; after 650 the most is 2900."""
    rules = soko(limit="pot", ante=100, bring_in=150, small_bet=300).to_dict()
    hand = make_hand(rules, [10_000] * 8, up_deck(rules, "As", "2c", "3c", "4c", "5c", "6c", "7c", "8c"))
    assert hand.legal_actions() == [("bring-in", 150, 150), ("complete", 300, 800)]
    play(hand, "0 bring-in")
    assert hand.legal_actions() == [FOLD, ("call", 150, 150), ("complete", 300, 1250)]
    play(hand, "1 complete 650")
    assert sizes_of(hand, "raise") == [(1150, 2900)]


def test_rule_6_3_pot_limit_with_four(make_hand: MakeHand) -> None:
    """Four antes of 1, bring-in and least bet 2: open for 3..4, over the bare 2 to 4..10, over 10 to 18..36."""
    rules = soko(limit="pot", ante=1, bring_in=2, small_bet=2).to_dict()
    hand = make_hand(rules, [100] * 4, up_deck(rules, "As", "2c", "3c", "4c"))
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 3, 4)]
    play(hand, "0 bring-in")
    assert hand.legal_actions() == [FOLD, ("call", 2, 2), ("raise", 4, 10)]
    play(hand, "1 raise 10")
    assert sizes_of(hand, "raise") == [(18, 36)]


def test_rule_6_3_pot_limit_opening_counts_whole(make_hand: MakeHand) -> None:
    """An opening of 4 instead of the bring-in is a bet of 4: the next raise is to 8 at least."""
    rules = soko(limit="pot", ante=1, bring_in=2, small_bet=2).to_dict()
    hand = make_hand(rules, [100] * 4, up_deck(rules, "As", "2c", "3c", "4c"))
    play(hand, "0 complete 4")
    assert sizes_of(hand, "raise") == [(8, 16)]


def test_rule_6_3_minimum_over_a_completion(make_hand: MakeHand) -> None:
    """A completion to the least bet adds 150; the next raise is by the least bet of 300."""
    rules = soko(limit="pot", ante=100, bring_in=150, small_bet=300).to_dict()
    hand = make_hand(rules, [10_000] * 3, up_deck(rules, "As", "2c", "3c"))
    play(hand, "0 bring-in, 1 complete 300")
    assert sizes_of(hand, "raise") == [(600, 2 * 300 + 300 + 150 + 300)]


def test_rule_6_3_later_streets(make_hand: MakeHand) -> None:
    """A bet from the least bet to the pot; both start anew on every street."""
    rules = pot_limit()
    hand = make_hand(rules, [2000] * 3, deck(rules, "? As Ah ? ?", "? 2c 3d ? ?", "? 4c 6d ? ?"))
    play(hand, "0 bring-in, 1 raise 80, 2 raise 260, 0 call, 1 call")
    assert hand.legal_actions() == [CHECK, ("bet", 20, 810)]
    play(hand, "0 bet 20")
    assert sizes_of(hand, "raise") == [(40, 2 * 20 + 810 + 20)]


def test_rule_6_3_least_bet_into_a_smaller_pot(make_hand: MakeHand) -> None:
    """Two antes of 1 make a pot of 2: the least bet of 4 may be made all the same."""
    rules = follow_the_bitch(limit="pot", ante=1, small_bet=4).to_dict()
    hand = make_hand(rules, [100] * 2, FULL_DECK)
    assert hand.legal_actions() == [CHECK, ("bet", 4, 4)]


def test_rule_6_4_spread(make_hand: MakeHand) -> None:
    """Min 4, max 10: open for 2..10, complete to 4..10, raise by the last raise to 10; capped."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500] * 4, up_deck(rules, "2c", "4c", "5c", "6c"))
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 3, 10)]
    play(hand, "0 bring-in")
    assert hand.legal_actions() == [FOLD, ("call", 2, 2), ("complete", 4, 10)]
    play(hand, "1 complete 9")
    assert sizes_of(hand, "raise") == [(16, 19)], "the completion from 2 to 9 is a raise of 7"
    play(hand, "2 raise 17")
    assert sizes_of(hand, "raise") == [(25, 27)]
    play(hand, "3 raise 25, 0 raise 35")
    assert hand.legal_actions() == [FOLD, ("call", 35, 35)], "four wagers"


def test_rule_6_4_opening_below_the_minimum(make_hand: MakeHand) -> None:
    """An opening of 3 is no wager: the others call 3 or complete to 4..10."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "2c", "4c", "5c"))
    play(hand, "0 complete 3")
    assert hand.legal_actions() == [FOLD, ("call", 3, 3), ("complete", 4, 10)]
    play(hand, "1 call, 2 call")
    assert hand.street == 1


def test_rule_6_4_pair_showing(make_hand: MakeHand) -> None:
    """With a pair showing on the 3-card round: 8..20, raises by 8..20."""
    rules = canadian_stud(ante=1, min_bet=4, max_bet=10).to_dict()
    hand = make_hand(rules, [500] * 2, deck(rules, "? 2c 3s ? ?", "? 9c 9h ? ?"))
    play(hand, "0 bring-in, 1 call")
    assert hand.legal_actions() == [CHECK, ("bet", 8, 20)]
    play(hand, "0 bet 8")
    assert sizes_of(hand, "raise") == [(16, 28)]


def test_rule_6_5_no_limit(make_hand: MakeHand) -> None:
    """At least a full raise, at most the stack."""
    rules = five_card_stud(limit="no", ante=1, bring_in=2, small_bet=4, big_bet=8).to_dict()
    hand = make_hand(rules, [101, 201, 301], up_deck(rules, "9c", "2c", "Kd"))
    assert hand.legal_actions() == [("bring-in", 2, 2), ("complete", 4, 200)]
    play(hand, "1 bring-in")
    assert hand.legal_actions() == [FOLD, ("call", 2, 2), ("complete", 4, 300)]
    play(hand, "2 complete 50")
    assert hand.legal_actions() == [FOLD, ("call", 50, 50), ("raise", 98, 100)]
    play(hand, "0 fold")
    assert sizes_of(hand, "raise") == [(98, 200)]


def test_rule_6_5_min_chip(make_hand: MakeHand) -> None:
    """Free sizes are whole chips, or all that a player has."""
    rules = five_card_stud(limit="no", ante=5, bring_in=5, small_bet=10, big_bet=10, min_chip=5).to_dict()
    hand = make_hand(rules, [33, 500], up_deck(rules, "2c", "9d"))
    assert sizes_of(hand, "complete") == [(10, 28)]
    assert refused(hand, "complete", 12)
    play(hand, "0 complete 28")
    hand = make_hand(rules, [500, 500, 42], up_deck(rules, "2c", "9d", "Td"))
    play(hand, "0 bring-in, 1 complete 25, 2 raise 37")
    assert hand.legal_actions() == [FOLD, ("call", 37, 37), ("raise", 60, 495)], "57 is no amount of whole chips"


def test_rule_6_6_fold_when_checking_is_free(make_hand: MakeHand) -> None:
    """Folding is offered only with the switch."""
    for open_fold in (False, True):
        rules = room(open_fold=open_fold)
        hand = make_hand(rules, [500] * 2, up_deck(rules, "9c", "As"))
        play(hand, "1 bring-in, 0 call")
        assert ("fold" in kinds_of(hand)) is open_fold
        assert refused(hand, "fold") is not open_fold


def test_rule_6_6_open_fold_leaves_one_with_chips(make_hand: MakeHand) -> None:
    """A fold without need that leaves one player with chips ends the betting."""
    rules = room(open_fold=True)
    hand = make_hand(rules, [25, 500, 500], deck(rules, "? 9c 2h ? ?", "? As Ah", "? 7d 8s ? ?"))
    play(hand, "1 complete 20, 2 call, 0 call, 1 fold")
    assert hand.is_over
    assert set(hand.showdown_order) == {0, 2}


def test_rule_6_7_best_showing_hand_that_can_act(make_hand: MakeHand) -> None:
    """Folded and all-in players are skipped for opening: the best of the others opens, not the next seat."""
    rules = room()
    hands = ("? 9c 4d ? ?", "? As", "? 7d", "? Qh Jh ? ?")
    hand = make_hand(rules, [500] * 4, deck(rules, *hands))
    play(hand, "1 bring-in, 2 fold, 3 complete 20, 0 call, 1 fold")
    assert hand.actor == 3
    hands = ("? 9c 4d ? ?", "? As Ah ? ?", "? 7d 2c ? ?", "? Qh Jh ? ?")
    hand = make_hand(rules, [500, 25, 500, 500], deck(rules, *hands))
    play(hand, "1 complete 20, 2 call, 3 call, 0 call")
    assert hand.actor == 3


def test_rule_6_7_no_betting_with_one_left(make_hand: MakeHand) -> None:
    """When at most one player can still bet and owes nothing, the rest is dealt without betting."""
    rules = room()
    hand = make_hand(rules, [25, 500], up_deck(rules, "9c", "As"))
    play(hand, "1 complete 20, 0 call")
    assert hand.is_over
    assert [event[1] for event in events_of(hand, "street")] == [0, 1, 2, 3]


def test_rule_6_7_no_raise_that_nobody_can_answer(make_hand: MakeHand) -> None:
    """A player who faces an all-in alone may call or fold, not raise."""
    rules = room()
    hand = make_hand(rules, [45, 500, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 complete 20, 2 fold, 0 raise 40")
    assert hand.legal_actions() == [FOLD, ("call", 40, 40)]


def test_rule_6_7_all_in_for_less(make_hand: MakeHand) -> None:
    """A player may always call or raise with all his chips."""
    rules = room()
    hand = make_hand(rules, [32, 500, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 complete 20, 2 call")
    assert hand.legal_actions() == [FOLD, ("call", 20, 20), ("raise", 27, 27)]
    hand = make_hand(rules, [12, 500, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 complete 20, 2 call")
    assert hand.legal_actions() == [FOLD, ("call", 7, 7)]


def test_rule_6_8_ties_for_first_to_act(make_hand: MakeHand) -> None:
    """Equal showing hands: the first seat from the dealer, or the highest suit with the switch."""
    for tie, first in (("position", 0), ("suit", 1)):
        rules = room(showing_tie=tie)
        hand = make_hand(rules, [500] * 3, deck(rules, "? Kd 9s ? ?", "? Ks 9d ? ?", "? Kc 9h ? ?"))
        play(hand, "1 bring-in, 2 call, 0 call")
        assert hand.actor == first
    rules = room()
    hand = make_hand(rules, [500] * 3, deck(rules, "? Kd 9s ? ?", "? Ks 9d ? ?", "? Kc 9h ? ?", dealer=1), 1)
    play(hand, "1 bring-in, 2 call, 0 call")
    assert hand.actor == 2
    play_down(hand)
