"""Scenarios of rules.md sections 7 to 9: the end, Follow the Bitch, Low Chicago."""

from engine_tools import EngineHand, MakeHand, RulesDict, deck, events_of, play, play_down, room

from soko.reference.cards import RANKS
from soko.reference.rules import five_card_stud, follow_the_bitch, seven_card_stud


def test_rule_7_1_all_fold(make_hand: MakeHand) -> None:
    """The last player takes the pot: nothing shown, nothing dealt, no Low Chicago."""
    rules = room(low_chicago=True)
    hand = make_hand(rules, [500] * 3, deck(rules, "? 9c", "2s As", "? 7d"))
    play(hand, "1 bring-in, 2 complete 20, 0 fold, 1 fold")
    assert events_of(hand, "uncalled", "show", "muck", "award", "end") == [
        ("uncalled", 2, 10),
        ("award", 2, 0, "high", 35),
        ("end",),
    ]
    assert hand.street == 0
    assert hand.payoffs is not None
    assert list(hand.payoffs) == [-5, -15, 20]
    assert hand.showdown_order == ()


def test_rule_7_2_pots(make_hand: MakeHand) -> None:
    """Layers of equal contribution; the unmatched part goes back first; each pot is decided by itself."""
    rules = room(ante=400, bring_in=800, small_bet=1600, big_bet=3200)
    hands = ("Ks Kh Kd 2c 3d", "Qs Qh Qd 4c 5d", "Jh Jd 9c 9d 8s", "As Ah 7d 6s 2d")
    hand = make_hand(rules, [100, 200, 300, 400], deck(rules, *hands))
    assert hand.is_over
    assert list(hand.pots) == [(400, (0, 1, 2, 3)), (300, (1, 2, 3)), (200, (2, 3))]
    assert events_of(hand, "uncalled") == [("uncalled", 3, 100)]
    assert list(hand.awards) == [(0, 0, "high", 400), (1, 1, "high", 300), (2, 2, "high", 200)]
    assert list(hand.payoffs or ()) == [300, 100, -100, -300]


def test_rule_7_2_pots_with_the_same_players_are_one(make_hand: MakeHand) -> None:
    """Folded chips stay in, and make no pot of their own."""
    rules = room()
    hand = make_hand(rules, [500] * 4, deck(rules, "? 9c", "? As 2c ? ?", "? 7d", "? 8h 3c ? ?"))
    play(hand, "1 bring-in, 2 call, 3 complete 20, 0 fold, 1 call, 2 fold")
    assert list(hand.pots) == [(70, (1, 3))]


def test_rule_7_3_showing_order(make_hand: MakeHand) -> None:
    """The last to bet or raise on the final round shows first, then clockwise; without a bet the first from the box."""
    hands = ("2c 9c 4d 5d Th", "? As", "3c 7d Jh 6s 8s", "4c 8h Qd Kd 2s")
    rules = room()
    for moves, order in (
        ("3 check, 0 check, 2 bet 40, 3 raise 80, 0 call, 2 call", (3, 0, 2)),
        ("3 check, 0 check, 2 check", (0, 2, 3)),
    ):
        hand = make_hand(rules, [500] * 4, deck(rules, *hands))
        play(hand, "1 bring-in, 2 call, 3 complete 20, 0 call, 1 fold, 2 call")
        while hand.street < 3:
            hand.act("check")
        play(hand, moves)
        assert hand.showdown_order == order


def test_rule_7_3_who_may_muck(make_hand: MakeHand) -> None:
    """A hand is shown when it is the first or takes part of the pot as things stand, else it is mucked."""
    rules = room()
    hands = ("9s 9c 4d 5d Th", "Kc Kh Jd 6s 8s", "8d 8h Qd 3h 2s", "Kd Ks Js 6h 8c")
    hand = make_hand(rules, [500] * 4, deck(rules, *hands))
    play_down(hand)
    assert [event[:2] for event in events_of(hand, "show", "muck")] == [
        ("show", 0),
        ("show", 1),
        ("muck", 2),
        ("show", 3),
    ]
    assert [award[0] for award in hand.awards] == [1, 3]


def test_rule_7_3_all_in_hands_are_shown(make_hand: MakeHand) -> None:
    """With a player all-in everybody still in shows."""
    rules = room()
    hands = ("9s 9c 4d 5d Th", "Kc Kh Jd 6s 8s", "8d 8h Qd 3h 2s")
    hand = make_hand(rules, [500, 500, 15], deck(rules, *hands))
    play_down(hand)
    assert [event[:2] for event in events_of(hand, "show", "muck")] == [("show", 0), ("show", 1), ("show", 2)]


def test_rule_7_4_odd_chips(make_hand: MakeHand) -> None:
    """101 among seats 1, 4, 6 is 34/34/33."""
    rules = five_card_stud(limit="no", ante=2, bring_in=2, small_bet=4).to_dict()
    hands = ("? Tc", "As 9c Kd Qh Js", "? Td", "? Th", "Ad Jh 9d Ks Qc", "? Ts", "Ah Jc 9h Kc Qd")
    hand = make_hand(rules, [100] * 7, deck(rules, *hands))
    play(hand, "1 complete 29, 2 fold, 3 fold, 4 call, 5 fold, 6 call, 0 fold")
    play_down(hand)
    assert list(hand.pots) == [(101, (1, 4, 6))]
    assert list(hand.awards) == [(1, 0, "high", 34), (4, 0, "high", 34), (6, 0, "high", 33)]


def test_rule_7_4_odd_chips_go_round_from_the_dealer(make_hand: MakeHand) -> None:
    """The odd chip goes to the first winner clockwise from the box, or to the highest card with the switch."""
    hands = ("? As", "Kc Qd 9s 7h 4s", "Ks Qh 9d 7c 4d")
    for odd_chip, dealer, first in (("position", None, 1), ("position", 1, 2), ("suit", None, 2)):
        rules = room(odd_chip=odd_chip)
        hand = make_hand(rules, [500] * 3, deck(rules, *hands, dealer=dealer), dealer)
        play(hand, "0 bring-in 10, 1 complete 20, 2 call, 0 fold")
        play_down(hand)
        assert list(hand.awards) == [(first, 0, "high", 33), (3 - first, 0, "high", 32)]


def test_rule_7_4_min_chip(make_hand: MakeHand) -> None:
    """Odd chips are of the smallest size in play; what is less goes with the first."""
    rules = room(min_chip=5)
    hands = ("? As", "Kc Qd 9s 7h 4s", "Ks Qh 9d 7c 4d")
    for all_in, first in ((23, 36), (25, 40)):
        hand = make_hand(rules, [500, 500, 5 + all_in], deck(rules, *hands))
        play(hand, f"0 bring-in, 1 complete 20, 2 raise {all_in}, 0 fold, 1 call")
        assert list(hand.awards) == [(1, 0, "high", first), (2, 0, "high", 35)]


FOLLOW = follow_the_bitch(ante=1).to_dict()


def wild_of(make_hand: MakeHand, ups: tuple[str, ...], rules: RulesDict = FOLLOW) -> list[object]:
    """Return the wild rank after each street for up cards by seat, and check the events on the way."""
    hands = [f"? ? {one} ? {two} ? {three}" for one, two, three in (up.split() for up in ups)]
    hand = make_hand(rules, [100] * len(ups), deck(rules, *hands))
    after: list[object] = []
    while not hand.is_over:
        if hand.street == len(after):
            after.append(None if hand.wild_rank is None else RANKS[hand.wild_rank])
        hand.act("check")
    changes = [event[1] for event in events_of(hand, "wild")]
    assert changes == [rank for at, rank in enumerate(changes) if rank != ([None, *changes])[at]]
    assert (changes[-1] if changes else None) == hand.wild_rank
    return after


def test_rule_8_1_the_card_after_a_queen(make_hand: MakeHand) -> None:
    """The up card after a queen makes its rank wild; the next queen takes it away; other cards change nothing."""
    assert wild_of(make_hand, ("Qh 3c 4c", "7d 5c 6c")) == ["7", "7", "7"]
    assert wild_of(make_hand, ("Qh Qs 4c", "7d Kc 6c")) == ["7", "K", "K"]
    assert wild_of(make_hand, ("2h 3s 4c", "7d Kc 6c")) == [None, None, None]


def test_rule_8_1_events(make_hand: MakeHand) -> None:
    """The wild rank changes right after the card that changes it."""
    hand = make_hand(FOLLOW, [100] * 2, deck(FOLLOW, "? ? Qh ? Qs ? 4c", "? ? 7d ? Kc ? 6c"))
    play_down(hand)
    before = [hand.events[at - 1][-1] for at, event in enumerate(hand.events) if event[0] == "wild"]
    assert [event[1] for event in events_of(hand, "wild")] == [RANKS.index("7"), None, RANKS.index("K")]
    assert before == [4 * RANKS.index("7") + 1, 4 * RANKS.index("Q") + 3, 4 * RANKS.index("K")]


def test_rule_8_1_down_cards_never_count(make_hand: MakeHand) -> None:
    """A queen face down arms nothing."""
    hand = make_hand(FOLLOW, [100] * 2, deck(FOLLOW, "Qc Qd 2h Qh 3c Qs 4c", "? ? 7d ? Kc ? 6c"))
    play_down(hand)
    assert hand.wild_rank is None


def test_rule_8_2_queen_last_on_a_street(make_hand: MakeHand) -> None:
    """A queen as the last up card of a street leaves no wild card; with carry_over the next street follows it."""
    ups = ("Qh 5c 4c", "7d Qs 6c")
    assert wild_of(make_hand, ups) == ["7", None, None]
    assert wild_of(make_hand, ups, follow_the_bitch(carry_over=True).to_dict()) == ["7", None, "4"]


def test_rule_8_3_queen_after_queen(make_hand: MakeHand) -> None:
    """Q, Q, 7: sevens. Queens are wild only with the switch."""
    assert wild_of(make_hand, ("Qh 2c 3c", "Qs 4c 5c", "7d 6c 8c")) == ["7", "7", "7"]
    hands = ("3c 3d 6h 9s 9c Jc 4h", "2c 2d 5h 8s Ts Kc Qd")
    for queens_wild, winner in ((False, 0), (True, 1)):
        rules = follow_the_bitch(queens_wild=queens_wild).to_dict()
        hand = make_hand(rules, [100] * 2, deck(rules, *hands))
        play_down(hand)
        assert [award[0] for award in hand.awards] == [winner], "two pair against a pair, or three deuces"


def test_rule_8_4_wild_change_demotes_a_hand(make_hand: MakeHand) -> None:
    """The wild rank holds for cards dealt before, and a later queen takes it from a made hand again."""
    hands = ("7c 7h Qh 2c 9s 3s 4d", "Ac Ad 7d 8c Th 5s 6c")
    hand = make_hand(FOLLOW, [100] * 2, deck(FOLLOW, *hands))
    play_down(hand)
    assert [award[0] for award in hand.awards] == [0], "sevens wild: three of them against one"
    demoted = ("7c 7h Qh 2c Qs 3s 4d", "Ac Ad 7d 8c Th 5s 6c")
    hand = make_hand(FOLLOW, [100] * 2, deck(FOLLOW, *demoted))
    play_down(hand)
    assert hand.wild_rank == RANKS.index("T")
    assert [award[0] for award in hand.awards] == [1], "tens wild: three aces against two pair"


def test_rule_8_4_folding_changes_nothing(make_hand: MakeHand) -> None:
    """The rank stays wild when the one who was dealt it folds; a folded seat gets no card to follow a queen."""
    hand = make_hand(FOLLOW, [100] * 3, deck(FOLLOW, "? ? Qh ? 2c ? 3c", "? ? 7d", "? ? 8d ? 4c ? 5c"))
    opener = hand.actor
    assert opener == 1, "a lone wild is an ace"
    play(hand, "1 check, 2 bet 4, 0 call, 1 fold")
    play_down(hand)
    assert hand.wild_rank == RANKS.index("7")


def test_rule_8_showing_hand_with_wilds(make_hand: MakeHand) -> None:
    """The wild rank counts in the showing hand: a wild and a king are a pair of kings and open before queens."""
    hands = ("? ? Qh ? Qd ? 2d", "? ? 7d ? 5c ? 2c", "? ? 8d ? 8h ? 4c", "? ? 7h ? Kc ? 6c")
    hand = make_hand(FOLLOW, [100] * 4, deck(FOLLOW, *hands))
    assert hand.actor == 1
    play(hand, "1 check, 2 check, 3 check, 0 check")
    assert hand.wild_rank == RANKS.index("5"), "the second queen is followed by a five"
    assert hand.actor == 0, "queens against a wild five and a seven, eights, king high"


SEVEN = seven_card_stud(ante=1, bring_in=2, low_chicago=True).to_dict()


def all_in_hand(make_hand: MakeHand, stacks: list[int], hands: tuple[str, ...], **changes: object) -> EngineHand:
    """Return a finished hand of Low Chicago in which the antes are all there is."""
    rules = SEVEN | {"ante": 1000, "bring_in": 1000, "small_bet": 1000, "big_bet": 1000} | changes
    return make_hand(rules, stacks, deck(rules, *hands))


LOW_SPADES = ("2s 4d 6h 8c 9h Jd Qc", "7s 4c 6d 8h 9d Jh Ks", "Ah Ad 3c 5c Th Kd Kc")


def test_rule_9_1_halves(make_hand: MakeHand) -> None:
    """Half of each pot goes to the lowest spade face down among the players of that pot, half to the best hand."""
    hand = all_in_hand(make_hand, [100] * 3, LOW_SPADES)
    assert list(hand.awards) == [(2, 0, "high", 150), (0, 0, "low", 150)]


def test_rule_9_1_ace(make_hand: MakeHand) -> None:
    """The ace of spades is the lowest, or the highest with the switch; an up card never counts."""
    hands = ("As 4d 6h 8c 9h Jd Qc", "3s 4c 6d 8h 9d Jh Ks", "Ah Ad 2s 5c Th Kd Kc")
    for ace, low in (("low", 0), ("high", 1)):
        hand = all_in_hand(make_hand, [100] * 3, hands, ace=ace)
        assert list(hand.awards) == [(2, 0, "high", 150), (low, 0, "low", 150)]


def test_rule_9_1_folded_spade(make_hand: MakeHand) -> None:
    """A folded player's spade wins nothing."""
    hand = make_hand(SEVEN, [100] * 3, deck(SEVEN, "9s Kd 3h 5c 8d Jd Qc", "Ts Th 4h 5h 8h Jh Qh", "As 4c 2c"))
    play(hand, "2 bring-in 2, 0 complete 4, 1 call, 2 fold")
    play_down(hand)
    assert [award[:3] for award in hand.awards] == [(1, 0, "high"), (0, 0, "low")]


def test_rule_9_2_no_spade_down(make_hand: MakeHand) -> None:
    """Without an eligible spade the best hand takes the whole pot."""
    hands = ("Kh 4d 2s 5s 6s 8s 9c", "7h 7d 3c Th Jh Ad 2c")
    hand = all_in_hand(make_hand, [50] * 2, hands)
    assert [award[2] for award in hand.awards] == ["high"]
    assert hand.awards[0][3] == 100


def test_rule_9_2_odd_chip_and_both_halves(make_hand: MakeHand) -> None:
    """The odd chip goes to the best hand's half; one player may win both."""
    hands = ("Kh 4d 2c 5s 6s 8s 9c", "7s 7d 3c Th Jh Ad 2h", "Kd 4h 3d 5c 6c 8c 9d")
    rules = SEVEN | {"ante": 1000, "bring_in": 1000, "small_bet": 1000, "big_bet": 1000}
    hand = make_hand(rules, [7, 7, 7], deck(rules, *hands))
    assert list(hand.awards) == [(1, 0, "high", 11), (1, 0, "low", 10)]


def test_rule_9_3_the_physical_card(make_hand: MakeHand) -> None:
    """A wild deuce of spades is still the deuce of spades, a wild nine of hearts is no spade."""
    rules = follow_the_bitch(ante=50, low_chicago=True).to_dict()
    for wild, hands in (
        ("2", ("2s Kc Qh 4c 6c 8d 9d", "Ac Ad 2d 3s Jh Td 7h")),
        ("9", ("2s Kc Qh 4c 6c 8d 3d", "Ac 9h 9d 3s Jh Td 7h")),
    ):
        hand = make_hand(rules, [50] * 2, deck(rules, *hands))
        assert hand.wild_rank == RANKS.index(wild)
        assert [(seat, share) for seat, _, share, _ in hand.awards] == [(1, "high"), (0, "low")]


def test_rule_9_4_side_pot(make_hand: MakeHand) -> None:
    """Main pot 101 of A, B, C, side pot 40 of B, C: main C 51, A 50; side C 20, B 20."""
    hands = ("2s 4d 6h 8c 9h Jd Qc", "7s 4c 2d 8h 9d Jh Ks", "Ah Ad 3c 5c Th Kd Kc", "? ? Tc")
    rules = seven_card_stud(limit="no", ante=5, bring_in=5, small_bet=10, low_chicago=True).to_dict()
    hand = make_hand(rules, [32, 500, 500, 500], deck(rules, *hands))
    play(hand, "1 complete 47, 2 call, 3 fold, 0 call")
    play_down(hand)
    assert list(hand.pots) == [(101, (0, 1, 2)), (40, (1, 2))]
    assert list(hand.awards) == [
        (2, 0, "high", 51),
        (0, 0, "low", 50),
        (2, 1, "high", 20),
        (1, 1, "low", 20),
    ]
