"""Faults that were reported against other engines, each with the right outcome, on every engine.

Each test is named after its entry in the list of faults: AI all-in, AN antes,
BI bring-in, DK deck, FA first to act, LC Low Chicago, OC odd chips, RC raise cap, SD showdown, SP side pots, WC wild.
"""

import random

import pytest
from engine_tools import (
    FULL_DECK,
    EngineHand,
    MakeHand,
    RulesDict,
    cannot,
    chips_of,
    deck,
    events_of,
    kinds_of,
    play,
    play_down,
    pot_limit,
    room,
    sizes_of,
    up_deck,
)

from soko.reference.cards import RANKS
from soko.reference.rules import canadian_stud, five_card_stud, follow_the_bitch, seven_card_stud, soko

FOLD = ("fold", None, None)
NO_LIMIT_SOKO = soko().replace(name="no-limit soko", limit="no").to_dict()


def no_limit(ante: int, bring_in: int, small_bet: int, **changes: object) -> RulesDict:
    """Return Soko without limit, so that any contributions can be bet."""
    amounts = {"ante": ante, "bring_in": bring_in, "small_bet": small_bet, "big_bet": small_bet}
    return NO_LIMIT_SOKO | amounts | changes


def ante_only(make_hand: MakeHand, stacks: list[int], hands: tuple[str, ...], **changes: object) -> EngineHand:
    """Return a finished hand in which everybody is all-in on the ante."""
    most = max(stacks)
    rules = no_limit(most, most, most, **changes)
    return make_hand(rules, stacks, deck(rules, *hands))


def check_settlement(
    hand: EngineHand, pots: list[tuple[int, tuple[int, ...]]], back: dict[int, int], won: dict[int, int]
) -> None:
    """Check the pots, what was uncalled, and what each seat collects."""
    assert hand.is_over
    assert list(hand.pots) == pots
    assert {seat: amount for _, seat, amount in events_of(hand, "uncalled")} == back
    collected: dict[int, int] = {}
    for seat, _, _, amount in hand.awards:
        collected[seat] = collected.get(seat, 0) + amount
    assert collected == won


# Side pots and uncalled bets.


def test_fault_sp01_second_best_of_four_all_ins(make_hand: MakeHand) -> None:
    """Layers of 400, 300 and 200; the last 100 go back."""
    hands = ("Ks Kh Kd 2c 3d", "Qs Qh Qd 4c 5d", "Jh Jd 9c 9d 8s", "As Ah 7d 6s 2d")
    hand = ante_only(make_hand, [100, 200, 300, 400], hands)
    pots = [(400, (0, 1, 2, 3)), (300, (1, 2, 3)), (200, (2, 3))]
    check_settlement(hand, pots, {3: 100}, {0: 400, 1: 300, 2: 200})
    assert list(hand.payoffs or ()) == [300, 100, -100, -300]


def test_fault_sp04_all_in_player_dropped_after_checks(make_hand: MakeHand) -> None:
    """All-in on the first street, the others check to the end: he wins the single pot."""
    rules = room()
    hands = ("Ks Kd 4h 6d 2c", "As 3c 5d Tc 9s", "Qh 8d 2s Jd 7c")
    hand = make_hand(rules, [25, 500, 500], deck(rules, *hands))
    play(hand, "0 complete 20, 1 call, 2 call")
    play_down(hand)
    check_settlement(hand, [(75, (0, 1, 2))], {}, {0: 75})
    assert list(hand.payoffs or ()) == [50, -25, -25]


def test_fault_sp06_the_short_stack_wins(make_hand: MakeHand) -> None:
    """98 against 102: the winner ends with 196, the other keeps 4."""
    hand = ante_only(make_hand, [98, 102], ("9s 9h 4d 3c 2s", "8s 8h 5d 4c 2h"))
    check_settlement(hand, [(196, (0, 1))], {1: 4}, {0: 196})
    assert list(hand.stacks) == [196, 4]


def test_fault_sp08_folded_layers_split_one_by_one(make_hand: MakeHand) -> None:
    """30,300 among three equal hands: 10,100 each."""
    rules = no_limit(100, 100, 100)
    hands = ("As Kc Qd Jh 9s", "Ac Kd Qs Jc 9h", "Ad Ks Qh Js 9c", "2c 3c", "2d 3d")
    hand = make_hand(rules, [10_000] * 5, deck(rules, *hands))
    play(hand, "2 bring-in, 3 fold, 4 call, 0 raise 9900, 1 call, 2 call, 4 fold")
    check_settlement(hand, [(30_300, (0, 1, 2))], {}, {0: 10_100, 1: 10_100, 2: 10_100})
    assert list(hand.payoffs or ()) == [100, 100, 100, -100, -200]


def test_fault_sp10_tied_straights_lose_the_money(make_hand: MakeHand) -> None:
    """29,565 between two: the odd chip to the seat nearest the dealer box."""
    hands = ("As Kd Qc Jh Ts", "Ah Ac Td Th 9c", "Ad Ks Qd Jc Tc")
    hand = ante_only(make_hand, [9855] * 3, hands)
    check_settlement(hand, [(29_565, (0, 1, 2))], {}, {0: 14_783, 2: 14_782})


def test_fault_sp12_bettor_loses_an_uncalled_all_in(make_hand: MakeHand) -> None:
    """20 go back, the pot of 55 is his without a showdown."""
    rules = room()
    hand = make_hand(rules, [45, 500, 500], up_deck(rules, "5h", "Ah", "8h"))
    play(hand, "1 complete 20, 2 fold, 0 raise 40, 1 fold")
    check_settlement(hand, [(55, (0,))], {0: 20}, {0: 55})
    assert list(hand.payoffs or ()) == [30, -25, -5]


def test_fault_sp14_real_pot_with_a_short_call(make_hand: MakeHand) -> None:
    """A short call, later a fold in the side pot: main 561,325, side 267,450, 100,000 uncalled."""
    rules = no_limit(25_000, 25_000, 50_000)
    hands = ("2c 3c", "9c Jd Ah 5s 2d", "4c 5d 8h 8d", "Kd Ks 4s 6s Jh")
    hand = make_hand(rules, [900_000, 900_000, 900_000, 178_775], deck(rules, *hands))
    play(hand, "3 complete 153775, 0 fold, 1 call, 2 call, 1 bet 133725, 2 call, 2 check, 1 bet 100000, 2 fold")
    check_settlement(hand, [(561_325, (1, 3)), (267_450, (1,))], {1: 100_000}, {1: 267_450, 3: 561_325})
    assert list(hand.payoffs or ()) == [-25_000, -45_050, -312_500, 382_550]


def test_fault_sp16_real_main_and_side_pot(make_hand: MakeHand) -> None:
    """Dead bring-in money of a folder in the main pot; the same player wins both."""
    rules = five_card_stud(limit="no", ante=150, bring_in=250, small_bet=800, big_bet=800).to_dict()
    hands = ("Ks Kc Tc Qd 3d", "Ad Qh 3h Kd Ah", "? 5s", "? 7s", "? 6h", "Ac Js 9h 4c 2d", "? 2c")
    hand = make_hand(rules, [4950, 27_915, 3740, 12_330, 17_724, 1495, 14_030], deck(rules, *hands))
    play(hand, "6 bring-in, 0 complete 1345, 1 call, 2 fold, 3 fold, 4 fold, 5 call, 6 fold")
    play(hand, "0 check, 1 bet 4800, 0 call")
    check_settlement(hand, [(5335, (0, 1, 5)), (6910, (0, 1))], {1: 1345}, {1: 12_245})
    assert list(hand.payoffs or ()) == [-4950, 7295, -150, -150, -150, -1495, -400]


# Odd chips.


def test_fault_oc01_one_odd_chip(make_hand: MakeHand) -> None:
    """65 for two equal hands: 33 to the seat nearest the dealer box."""
    rules = room()
    hands = ("2c As", "Kc Qd 9s 7h 4s", "Ks Qh 9d 7c 4d")
    hand = make_hand(rules, [500] * 3, deck(rules, *hands))
    play(hand, "0 bring-in 10, 1 complete 20, 2 call 20, 0 fold")
    play_down(hand)
    check_settlement(hand, [(65, (1, 2))], {}, {1: 33, 2: 32})


def test_fault_oc03_smallest_chip(make_hand: MakeHand) -> None:
    """A pot of 225,000 with chips of 25,000: 125,000 to the high half, 100,000 to the low one."""
    changes = {"ante": 75_000, "bring_in": 75_000, "small_bet": 75_000, "big_bet": 75_000, "min_chip": 25_000}
    rules = seven_card_stud(low_chicago=True).to_dict() | changes
    hands = ("Ah Ad 3c 5c Th Kd Kc", "7s 4c 6d 8h 9d Jh Ks", "2s 4d 6h 8c 9h Jd Qc")
    hand = make_hand(rules, [75_000] * 3, deck(rules, *hands))
    assert list(hand.awards) == [(0, 0, "high", 125_000), (2, 0, "low", 100_000)]


def test_fault_oc05_fractional_chips(make_hand: MakeHand) -> None:
    """100 for three: 34/33/33; a stack is never anything but whole chips."""
    rules = no_limit(1, 2, 2)
    hands = ("As Kc Qd Jh 9s", "Ac Kd Qs Jc 9h", "Ad Ks Qh Js 9c", "2c 3c")
    hand = make_hand(rules, [500] * 4, deck(rules, *hands))
    play(hand, "2 complete 32, 3 fold, 0 call, 1 call")
    play_down(hand)
    check_settlement(hand, [(100, (0, 1, 2))], {}, {0: 34, 1: 33, 2: 33})
    assert all(type(stack) is int for stack in hand.stacks)
    with pytest.raises((ValueError, TypeError)):
        make_hand(rules, [500.0, 500], FULL_DECK)  # type: ignore[list-item]  # the mistake under test


# Low Chicago.

LOW_CHICAGO = seven_card_stud(ante=5, bring_in=10, small_bet=20, big_bet=40, low_chicago=True).to_dict()


def test_fault_lc01_nobody_can_win_the_low_half(make_hand: MakeHand) -> None:
    """No face-down spade: nothing to split."""
    hands = ("Kh 4d 2s 5s 6s 8s 9c", "7h 7d 3c Th Jh Ad 2c")
    hand = make_hand(LOW_CHICAGO, [500] * 2, deck(LOW_CHICAGO, *hands))
    play_down(hand)
    assert list(hand.awards) == [(1, 0, "high", 30)]


def test_fault_lc03_one_low_winner_for_all_pots(make_hand: MakeHand) -> None:
    """A short all-in wins the main pot whole; high and low of the side pot are among the others."""
    rules = LOW_CHICAGO | {"limit": "no"}
    hands = ("As Ah Ad 6h 9c Td 4c", "Kh Kc 2d 6d 9d Jd 4h", "5s 3c 2h 7d 8d Jh Qc")
    hand = make_hand(rules, [25, 65, 65], deck(rules, *hands))
    play(hand, "1 complete 60, 2 call, 0 call")
    assert list(hand.pots) == [(75, (0, 1, 2)), (80, (1, 2))]
    won = {(seat, pot): 0 for seat, pot, _, _ in hand.awards}
    for seat, pot, _, amount in hand.awards:
        won[seat, pot] += amount
    assert won == {(0, 0): 75, (1, 1): 40, (2, 1): 40}


def test_fault_lc05_folded_player_holds_the_low_spade(make_hand: MakeHand) -> None:
    """The lowest spade of the live hands wins."""
    hands = ("9s Kd 3h 5c 8d Jd Qc", "Ts 2h 2d 5h 8h Jh Qh", "As 4c 2c")
    hand = make_hand(LOW_CHICAGO, [500] * 3, deck(LOW_CHICAGO, *hands))
    play(hand, "2 bring-in, 0 complete 20, 1 call, 2 fold")
    play_down(hand)
    assert [(seat, share) for seat, _, share, _ in hand.awards] == [(1, "high"), (0, "low")]


# All-ins and reopening.


def test_fault_ai01_nobody_is_asked_to_answer(make_hand: MakeHand) -> None:
    """The all-in raise is answered by a fold or a call; no raise, nobody else has chips."""
    rules = room()
    hand = make_hand(rules, [45, 500, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 complete 20, 2 fold, 0 raise 40")
    assert (hand.actor, hand.legal_actions()) == (1, [FOLD, ("call", 40, 40)])
    hand.act("fold")
    assert list(hand.stacks) == [75, 475, 495]
    assert events_of(hand, "uncalled") == [("uncalled", 0, 20)]


def test_fault_ai03_asked_to_bet_alone(make_hand: MakeHand) -> None:
    """After the all-in was called the cards run out without a decision."""
    rules = room()
    hand = make_hand(rules, [25, 500], up_deck(rules, "9c", "As"))
    play(hand, "1 complete 20, 0 call 20")
    assert hand.is_over
    assert len(events_of(hand, "deal")) == 10


def test_fault_ai05_all_in_call_counts_chips_bet_before(make_hand: MakeHand) -> None:
    """Both stacks are empty and the pot is 240."""
    rules = pot_limit()
    hand = make_hand(rules, [120, 120], up_deck(rules, "As", "9c"))
    play(hand, "0 bring-in 20, 1 raise 80, 0 raise 110")
    assert list(hand.stacks) == [0, 30]
    assert sizes_of(hand, "call") == [(110, 110)]
    hand.act("call", 110)
    assert sum(amount for amount, _ in hand.pots) == 240
    assert sum(hand.stacks) == 240


def test_fault_ai07_short_all_in_raise_refused(make_hand: MakeHand) -> None:
    """A player may always put in all his chips."""
    rules = room()
    hand = make_hand(rules, [32, 500, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 complete 20, 2 call 20")
    assert (hand.actor, hand.legal_actions()) == (0, [FOLD, ("call", 20, 20), ("raise", 27, 27)])


def test_fault_ai09_half_a_bet_reopens(make_hand: MakeHand) -> None:
    """545 over 800 reopens for the bettor; his raise goes to 2,145."""
    rules = five_card_stud(ante=150, bring_in=250, small_bet=800, big_bet=1600).to_dict()
    hand = make_hand(rules, [5000, 5000, 1495, 5000], up_deck(rules, "Kc", "Qh", "Js", "2c"))
    play(hand, "3 bring-in, 0 complete 800, 1 call, 2 raise 1345, 3 fold")
    assert (hand.actor, sizes_of(hand, "raise")) == (0, [(2145, 2145)])


def test_fault_ai11_minimum_raise_capped_by_the_other_stack(make_hand: MakeHand) -> None:
    """The least raise is 60 more whatever the other has; what he cannot match comes back."""
    rules = pot_limit()
    hand = make_hand(rules, [110, 1000], up_deck(rules, "9c", "As"))
    play(hand, "1 bring-in 20, 0 raise 80")
    assert sizes_of(hand, "raise") == [(140, 260)]
    play(hand, "1 raise 140, 0 call")
    assert events_of(hand, "uncalled") == [("uncalled", 1, 40)]
    assert sum(amount for amount, _ in hand.pots) == 220


def test_fault_ai13_minimum_carried_over(make_hand: MakeHand) -> None:
    """The least bet starts anew on every street and in every hand."""
    rules = pot_limit()
    cards = up_deck(rules, "As", "2c", "4c")
    hand = make_hand(rules, [2000] * 3, cards)
    play(hand, "0 bring-in, 1 raise 80, 2 raise 260, 0 call, 1 call")
    assert sizes_of(hand, "bet")[0][0] == 20
    assert make_hand(rules, [2000] * 3, cards).legal_actions()[0] == ("bring-in", 20, 20)


def test_fault_ai15_fold_without_need_in_an_all_in_pot(make_hand: MakeHand) -> None:
    """Folding is not offered when checking is free; with the switch the other two run out."""
    for open_fold in (False, True):
        rules = room(open_fold=open_fold)
        hand = make_hand(
            rules, [25, 500, 500], deck(rules, "? 9c 2h ? ?", "? As Ah" + " ? ?" * (not open_fold), "? 7d 8s ? ?")
        )
        play(hand, "1 complete 20, 2 call, 0 call")
        assert hand.actor == 1
        assert ("fold" in kinds_of(hand)) is open_fold
        if open_fold:
            hand.act("fold")
            assert hand.is_over
            assert set(hand.showdown_order) == {0, 2}


# Antes and bring-in.


def test_fault_an01_antes_never_reach_the_pot(make_hand: MakeHand) -> None:
    """Eight antes of 5 are a pot of 40."""
    hand = make_hand(room(), [500] * 8, FULL_DECK)
    assert list(hand.pots) == [(40, tuple(range(8)))]
    assert list(hand.stacks) == [495] * 8


def test_fault_an03_heads_up_all_in_on_a_short_ante(make_hand: MakeHand) -> None:
    """Ante 700 against 600: 100 back, no bring-in, no decision."""
    rules = seven_card_stud(ante=700, bring_in=1200, small_bet=4000, big_bet=8000).to_dict()
    hand = make_hand(rules, [99_400, 600], FULL_DECK)
    assert hand.is_over
    assert events_of(hand, "uncalled", "bring-in") == [("uncalled", 0, 100)]
    assert list(hand.pots) == [(1200, (0, 1))]


def test_fault_bi01_wrong_bring_in_on_a_tie(make_hand: MakeHand) -> None:
    """Stud: the lowest card, clubs lowest."""
    rules = seven_card_stud().to_dict()
    hand = make_hand(rules, [500] * 7, up_deck(rules, "9c", "Kc", "2s", "2c", "Td", "3h", "6c"))
    assert hand.actor == 3


def test_fault_bi03_tie_without_suits(make_hand: MakeHand) -> None:
    """Home rules: the first one left of the dealer."""
    rules = canadian_stud().to_dict()
    hand = make_hand(rules, [500] * 4, up_deck(rules, "9c", "Kc", "2s", "2c"))
    assert hand.actor == 2


def test_fault_bi05_short_bring_in(make_hand: MakeHand) -> None:
    """The others still owe 10, or 20 to complete."""
    rules = room()
    hand = make_hand(rules, [500, 11, 500], up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 bring-in 6")
    assert hand.legal_actions() == [FOLD, ("call", 10, 10), ("complete", 20, 20)]


def test_fault_bi07_bring_in_player_opens_for_the_full_bet(make_hand: MakeHand) -> None:
    """The next raise is to 40."""
    rules = room()
    hand = make_hand(rules, [500, 500], up_deck(rules, "9c", "As"))
    play(hand, "1 complete 20")
    assert (hand.actor, hand.legal_actions()) == (0, [FOLD, ("call", 20, 20), ("raise", 40, 40)])


def test_fault_bi09_bring_in_charged_again(make_hand: MakeHand) -> None:
    """A raise to 40 by the one who brought in 10 costs 30."""
    rules = room()
    hand = make_hand(rules, [500] * 3, up_deck(rules, "9c", "As", "7d"))
    play(hand, "1 bring-in 10, 2 complete 20, 0 fold")
    before = hand.stacks[1]
    hand.act("raise", 40)
    assert (before - hand.stacks[1], hand.stacks[1]) == (30, 455)


def test_fault_bi11_all_in_raise_is_not_negative(make_hand: MakeHand) -> None:
    """All-in to 2,890 over 2,500; the caller adds 390; a pot of 7,280."""
    rules = seven_card_stud(ante=500, bring_in=1000, small_bet=2500, big_bet=5000).to_dict()
    hands = ("4d Ac 8h 5c Js Ad Ts", "Jh 6h Kc 6d 7d 2d 9s", "? ? 9h")
    hand = make_hand(rules, [3390, 241_780, 80_207], deck(rules, *hands))
    play(hand, "0 bring-in 1000, 1 complete 2500, 2 fold, 0 raise 2890, 1 call 2890")
    check_settlement(hand, [(7280, (0, 1))], {}, {0: 7280})


# Cap, order, deck.


def test_fault_rc01_completion_and_three_raises(make_hand: MakeHand) -> None:
    """No fifth wager."""
    rules = room()
    hand = make_hand(rules, [500] * 4, up_deck(rules, "9c", "As", "7d", "8h"))
    play(hand, "1 bring-in 10, 2 complete 20, 3 raise 40, 0 raise 60, 1 raise 80")
    assert (hand.actor, hand.legal_actions()) == (2, [FOLD, ("call", 80, 80)])


def test_fault_rc03_raises_without_end(make_hand: MakeHand) -> None:
    """Heads-up, both always raise: six decisions a street at most."""
    hand = make_hand(room(), [10_000] * 2, FULL_DECK)
    steps = 0
    while not hand.is_over:
        hand.act(next(kind for kind in ("raise", "complete", "bet", "call", "bring-in") if kind in kinds_of(hand)))
        steps += 1
    assert steps == 5 * 4
    assert chips_of(hand) == 20_000


def test_fault_fa01_folded_player_opens(make_hand: MakeHand) -> None:
    """The best board of those still in opens: queen-jack."""
    rules = room()
    hand = make_hand(rules, [500] * 4, deck(rules, "? 9c 4d ? ?", "? As", "? 7d", "? Qh Jh ? ?"))
    play(hand, "1 bring-in, 2 fold, 3 complete 20, 0 call, 1 fold")
    assert hand.actor == 3


def test_fault_fa03_the_best_board_is_all_in(make_hand: MakeHand) -> None:
    """The next best board with chips opens, not the seat after the all-in player."""
    rules = seven_card_stud(ante=1, bring_in=2, small_bet=4, big_bet=8).to_dict()
    hands = ("? ? 2d 3h Ac ? ?", "? ? Qh Qs 7c ? ?", "? ? As Jd Qd ? ?")
    hand = make_hand(rules, [100, 11, 100], deck(rules, *hands))
    play(hand, "0 bring-in, 1 call, 2 call, 1 bet 4, 2 raise 8, 0 call, 1 call")
    assert (hand.street, hand.actor) == (2, 2)


def test_fault_sd01_showing_starts_left_of_the_dealer(make_hand: MakeHand) -> None:
    """The last raiser shows first, then clockwise."""
    rules = room()
    hands = ("2c 9c 4d 5d Th", "? As", "3c 7d Jh 6s 8s", "4c 8h Td Kd 2s")
    hand = make_hand(rules, [500] * 4, deck(rules, *hands))
    play(hand, "1 bring-in, 2 call, 3 complete 20, 0 call, 1 fold, 2 call")
    while hand.street < 3:
        hand.act("check")
    while hand.actor != 2:
        hand.act("check")
    play(hand, "2 bet 40, 3 raise 80, 0 call, 2 call")
    assert hand.showdown_order == (3, 0, 2)


def test_fault_dk01_deck_not_rebuilt(make_hand: MakeHand) -> None:
    """Eight players use 40 different cards in every hand, and the deck that was given stays whole."""
    rules = room()
    dealer = random.Random(1)
    for _ in range(50):
        cards = dealer.sample(FULL_DECK, 52)
        before = list(cards)
        hand = make_hand(rules, [500] * 8, cards)
        play_down(hand)
        dealt = [event[3] for event in events_of(hand, "deal")]
        assert dealt == before[:40]
        assert cards == before


def test_fault_api05_hand_length(make_hand: MakeHand) -> None:
    """Heads-up with deep stacks the longest street has six decisions: the bound is true, found by search."""

    def longest(moves: tuple[tuple[str, int | None], ...], street: int) -> int:
        """Return how many decisions the longest way through a street has."""
        hand = make_hand(room(), [10_000] * 2, FULL_DECK)
        for kind, to in moves:
            hand.act(kind, to)
        if hand.is_over or hand.street > street:
            return 0
        return 1 + max(longest((*moves, (kind, low)), street) for kind, low, _ in hand.legal_actions())

    called = (("bring-in", 10), ("call", 10))
    assert longest((), 0) == 6
    assert longest(called, 1) == 6
    assert longest((*called, ("check", None), ("check", None)), 2) == 6


def test_fault_api09_eight_players(make_hand: MakeHand) -> None:
    """All of eight are dealt in and asked; a ninth is refused."""
    hand = make_hand(room(), [500] * 8, FULL_DECK)
    asked = []
    while hand.street == 0:
        asked.append(hand.actor)
        hand.act("bring-in" if "bring-in" in kinds_of(hand) else "call")
    assert sorted(seat for seat in asked if seat is not None) == list(range(8))
    assert cannot(lambda: make_hand(room(), [500] * 9, FULL_DECK))


def test_fault_api11_reported_pot(make_hand: MakeHand) -> None:
    """The pots are what the winners collect, without the uncalled bet, also for a split."""
    rules = room()
    hands = ("2c As", "Kc Qd 9s 7h 4s", "Ks Qh 9d 7c 4d")
    for moves, total in (
        ("0 bring-in, 1 complete 20, 2 call, 0 fold", 65),
        ("0 bring-in, 1 complete 20, 2 fold, 0 fold", 35),
    ):
        hand = make_hand(rules, [500] * 3, deck(rules, *hands))
        play(hand, moves)
        play_down(hand)
        assert sum(amount for amount, _ in hand.pots) == sum(award[3] for award in hand.awards) == total


# Wild cards.

FOLLOW = follow_the_bitch().to_dict()


def wild_rank_of(make_hand: MakeHand, *ups: str) -> str | None:
    """Return the wild rank after the first street."""
    hand = make_hand(FOLLOW, [100] * len(ups), up_deck(FOLLOW, *ups))
    return None if hand.wild_rank is None else RANKS[hand.wild_rank]


def test_fault_wc07_queen_then_card(make_hand: MakeHand) -> None:
    """Every hand starts without a wild rank; the card after the queen sets it."""
    assert wild_rank_of(make_hand, "Qh", "7d") == "7"
    assert wild_rank_of(make_hand, "2h", "7d") is None


def test_fault_wc09_only_the_latest_follower(make_hand: MakeHand) -> None:
    """Queen, 7, queen, king: kings."""
    assert wild_rank_of(make_hand, "Qh", "7d", "Qs", "Kc") == "K"


def test_fault_wc11_queen_queen_seven(make_hand: MakeHand) -> None:
    """A queen after a queen is a new trigger."""
    assert wild_rank_of(make_hand, "Qh", "Qs", "7d") == "7"
