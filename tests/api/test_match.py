"""Matches: chips from hand to hand, the dealer box, seats that sit out or are broke."""

import copy
import pickle
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from soko.match import POLICIES, MatchError, check_or_call, play_randomly

if TYPE_CHECKING:
    from collections.abc import Callable

PRESETS = [getattr(soko.games, name) for name in soko.games.NAMES]


def play_out(hand: soko.Hand) -> None:
    """Let everybody do what an absent player does."""
    while (action := hand.default_action()) is not None:
        hand.act(action.kind)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(12))
def test_no_chip_is_made_or_lost(preset: Any, seed: int) -> None:
    choice = random.Random(seed)
    rules = preset(**({"low_chicago": True} if seed % 2 else {}))
    stacks = [choice.randint(0, 60) for _ in range(choice.randint(2, rules.max_players))]
    match = soko.Match(rules, stacks, rng=seed, dealer_moves=bool(seed % 3))
    total = sum(stacks)
    for _ in range(40):
        action = choice.random()
        if action < 0.1:
            match.sit_out(choice.randrange(len(stacks)))
        elif action < 0.3:
            match.sit_in(choice.randrange(len(stacks)))
        elif action < 0.4:
            amount = choice.randint(1, 50)
            match.add_chips(choice.randrange(len(stacks)), amount)
            total += amount
        if match.is_over:
            continue
        hand = match.deal()
        while hand.actor is not None:
            hand.act(*play_randomly(hand.view(hand.actor), np.random.default_rng(choice.randrange(1000))))
            assert sum(match.stacks) + sum(hand.contributions) == total or hand.is_over
            assert match.total == total
        before = match.stacks
        assert sum(match.settle()) == 0
        assert match.stacks == before
        assert sum(before) == total == match.total


@pytest.mark.parametrize("preset", PRESETS)
def test_random_players_play_until_one_has_all(preset: Any) -> None:
    match = soko.Match(preset(), [30, 30, 30], rng=7)
    dealt = match.play("random")
    assert match.is_over
    assert match.hands == dealt > 0
    assert sorted(match.stacks) == [0, 0, 90]


@pytest.mark.parametrize(
    "rules",
    [
        soko.games.five_card_stud(limit="no", ante=5, bring_in=10, min_chip=5),
        soko.games.soko(limit="pot", ante=2, bring_in=4, min_chip=2),
        soko.games.follow_the_bitch(limit="spread", min_bet=4, max_bet=12, ante=1),
    ],
)
def test_random_amounts_are_whole_chips_or_all_in(rules: soko.Rules) -> None:
    match = soko.Match(rules, [203, 511, 998], rng=3)
    for hand in match:
        while (actor := hand.actor) is not None:
            kind, amount = play_randomly(hand.view(actor), np.random.default_rng(match.hands))
            assert (
                amount is None
                or amount % rules.min_chip == 0
                or amount == hand.bets[actor] + hand.stacks[actor]
                or (kind in {"call", "bring-in"})
            )
            hand.act(kind, amount)
        if match.hands > 50:
            break
    assert sum(match.stacks) == match.total == 203 + 511 + 998


def test_random_actions_and_amounts_are_each_as_likely() -> None:
    hand = soko.Hand(soko.games.five_card_stud(limit="no", ante=0, bring_in=5, min_chip=5), [500, 500, 23], rng=7)
    bring_in, complete = hand.legal_actions()
    assert (bring_in.kind, complete.kind) == ("bring-in", "complete")
    assert (complete.low, complete.high) == (10, 23)
    view, rng = hand.view(hand.actor), np.random.default_rng(7)
    found = Counter(play_randomly(view, rng) for _ in range(4000))
    # Two actions; of the second three amounts of whole chips, and the rest of the stack.
    assert set(found) == {("bring-in", 5), *(("complete", amount) for amount in (10, 15, 20, 23))}
    assert all(type(amount) is int for _, amount in found)
    assert abs(found["bring-in", 5] - 2000) < 5 * 32
    assert all(abs(found["complete", amount] - 500) < 5 * 21 for amount in (10, 15, 20, 23))


def test_the_box_stays_unless_it_moves() -> None:
    match = soko.Match(soko.games.soko(), [1000] * 4, rng=7)
    assert match.dealer == 3
    for hand in match:
        assert (match.dealer, hand.dealer, match.seats) == (3, 3, (0, 1, 2, 3))
        play_out(hand)
        if match.hands == 5:
            break
    moving = soko.Match(soko.games.soko(), [1000] * 4, rng=7, dealer=1, dealer_moves=True)
    boxes = []
    for hand in moving:
        boxes.append(moving.dealer)
        assert moving.seats[hand.dealer] == moving.dealer
        play_out(hand)
        if moving.hands == 6:
            break
    assert boxes == [1, 2, 3, 0, 1, 2]


def test_the_moving_box_passes_over_seats_that_do_not_play() -> None:
    match = soko.Match(soko.games.soko(), [1000, 0, 1000, 1000, 1000], rng=7, dealer=1, dealer_moves=True)
    match.sit_out(3)
    boxes = []
    for _ in range(4):
        hand = match.deal()
        boxes.append(match.dealer)
        assert match.seats == (0, 2, 4)
        assert match.seats[hand.dealer] == match.dealer
        play_out(hand)
    assert boxes == [2, 4, 0, 2]


@pytest.mark.parametrize(("dealer", "last"), [(0, 4), (1, 1), (2, 1), (3, 1), (4, 4)])
def test_behind_a_fixed_box_the_next_seat_that_plays_is_dealt_first(dealer: int, last: int) -> None:
    match = soko.Match(soko.games.soko(), [0, 100, 0, 0, 100], rng=7, dealer=dealer)
    hand = match.deal()
    assert match.dealer == dealer
    assert match.seats == (1, 4)
    assert match.seats[hand.dealer] == last
    first = next(event.seat for event in hand.events if event.kind == "deal")
    assert match.seats[first or 0] != last


def test_who_sits_out_keeps_chips_and_gets_no_cards() -> None:
    match = soko.Match(soko.games.soko(), [50, 60, 70], rng=7)
    hand = match.deal()
    match.sit_out(1)
    assert (match.seats, match.playing, match.sitting_out) == ((0, 1, 2), (0, 2), (1,))
    play_out(hand)
    kept = match.stacks[1]
    match.play("random", hands=1)
    with pytest.raises(MatchError, match="no hand to settle"):
        match.settle()
    assert match.seats == (0, 2)
    assert match.stacks[1] == kept
    match.sit_in(1)
    assert 1 in match.playing


def test_who_is_broke_is_left_out_and_may_get_more() -> None:
    match = soko.Match(soko.games.soko(), [100, 100, 0], rng=7)
    assert match.playing == (0, 1)
    match.sit_out(0)
    assert match.is_over
    assert list(match) == []
    with pytest.raises(MatchError, match="1 can play: soko needs 2 with chips"):
        match.deal()
    match.add_chips(2, 10)
    assert not match.is_over
    assert match.total == 210
    match.deal()
    assert match.seats == (1, 2)


def test_a_hand_under_way_stops_deals_and_chips() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    with pytest.raises(MatchError, match="no hand to settle"):
        match.settle()
    hand = match.deal()
    assert match.in_hand
    assert not match.is_over
    assert match.stacks == (99, 99)
    assert match.total == 200
    for call, text in (
        (match.deal, f"is under way, seat {hand.actor} is to act: the next one cannot be dealt before it is over"),
        (
            lambda: match.add_chips(0, 1),
            f"is under way, seat {hand.actor} is to act: chips cannot be added before it is over",
        ),
        (match.settle, f"is not over: seat {hand.actor} is to act"),
    ):
        with pytest.raises(MatchError, match=f"^hand 1 {text}$"):
            call()
    assert match.stacks == (99, 99)
    hand.bring_in()
    hand.fold()
    assert not match.in_hand
    match.add_chips(0, 1)
    assert match.total == sum(match.stacks) == 201
    with pytest.raises(MatchError, match="no hand to settle"):
        match.settle()


def test_a_hand_with_somebody_all_in_is_not_over() -> None:
    match = soko.Match(soko.games.five_card_stud(limit="no"), [100, 100], rng=7)
    hand = match.deal()
    hand.complete(hand.legal_actions()[1].high)
    assert min(match.stacks) == 0
    assert len(match.playing) == 1
    assert (match.in_hand, match.is_over) == (True, False)
    play_out(hand)
    assert (match.in_hand, match.is_over) == (False, False)


def test_settle_takes_a_copy_of_the_hand_and_no_other() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    hand = match.deal()
    elsewhere = pickle.loads(pickle.dumps(hand))
    other = soko.Hand(soko.games.soko(), [100, 101], rng=7)
    longer = soko.Hand(soko.games.soko(), [100] * 3, rng=7)
    moved = soko.Hand(soko.games.soko(), [100, 100], rng=7, dealer=0)
    other_game = soko.Hand(soko.games.soko(cap=3), [100, 100], rng=7, dealer=1)
    for wrong in (other, longer, moved, other_game):
        play_out(wrong)
        with pytest.raises(MatchError, match="not hand 1"):
            match.settle(wrong)
    # Also one whose seat to act this table does not have.
    for seed in range(9):
        unfinished = soko.Hand(soko.games.soko(), [100] * 3, rng=seed)
        seat = unfinished.actor if unfinished.actor in (0, 1) else None
        with pytest.raises(MatchError, match=f"^hand 1 is not over: seat {seat} is to act$"):
            match.settle(unfinished)
    play_out(elsewhere)
    assert match.settle(elsewhere) == elsewhere.payoffs
    assert match.hand is elsewhere


def test_the_same_rng_deals_the_same_cards_whatever_is_played() -> None:
    decks = []
    for policy in ("random", "call"):
        match = soko.Match(soko.games.five_card_stud(), [10_000] * 5, rng=11)
        cards = []
        for _ in range(4):
            match.play(policy, hands=1)
            assert match.hand is not None
            cards.append([match.hand.hole_cards(seat) for seat in range(5)])
        decks.append(cards)
    assert decks[0] == decks[1]
    assert len({str(cards) for cards in decks[0]}) == 4


def test_rng_is_what_numpy_takes() -> None:
    for rng in (3, np.random.SeedSequence(3), np.random.PCG64(3), np.random.default_rng(3)):
        match = soko.Match(soko.games.soko(), [20, 20], rng=rng)
        assert match.play("call", hands=2) == 2
    assert soko.Match(soko.games.soko(), [20, 20]).play("call", hands=1) == 1
    with pytest.raises(TypeError, match="rng True: None, whole numbers from 0"):
        soko.Match(soko.games.soko(), [20, 20], rng=True)


def test_policies_of_each_seat_see_their_own_view() -> None:
    seen: list[int | None] = []

    def watch(view: soko.View, _rng: np.random.Generator) -> tuple[str, int | None]:
        seen.append(view.seat)
        others = [seat for seat in range(view.players) if seat != view.seat]
        assert all(card is None for seat in others for card in view.hole_cards(seat))
        return check_or_call(view)

    match = soko.Match(soko.games.soko(), [500, 0, 500], rng=7)
    assert match.play(["call", "random", watch], hands=3) == 3
    assert set(seen) == {1}
    assert match.seats == (0, 2)


def test_a_policy_that_errs_leaves_the_hand_waiting() -> None:
    def shove(_view: soko.View, _rng: np.random.Generator) -> tuple[str, int | None]:
        return "raise", 10**9

    match = soko.Match(soko.games.soko(), [50, 50], rng=7)
    with pytest.raises(soko.IllegalAction, match="raise to 1000000000"):
        match.play(shove, hands=1)
    assert match.in_hand
    assert match.play("call", hands=0) == 0
    assert not match.in_hand
    assert sum(match.stacks) == 100


@pytest.mark.parametrize("bad", [1.0, True, "1", None, np.float64(1)])
def test_only_whole_numbers(bad: Any) -> None:
    match = soko.Match(soko.games.soko(), [10, 10])
    calls = [
        lambda: soko.Match(soko.games.soko(), [10, bad]),
        lambda: match.sit_out(bad),
        lambda: match.add_chips(bad, 1),
        lambda: match.add_chips(0, bad),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="a whole number is needed"):
            call()


def test_as_many_chips_as_can_be_counted() -> None:
    assert soko.Match(soko.games.soko(), [2**62, 2**62 - 1]).total == 2**63 - 1
    match = soko.Match(soko.games.soko(), [2**62, 1])
    match.add_chips(1, 2**62 - 2)
    assert match.total == 2**63 - 1


def test_numpy_numbers_are_numbers() -> None:
    match = soko.Match(soko.games.soko(), np.array([10, 20]), dealer=np.uint8(0))
    match.add_chips(np.int64(1), np.uint8(5))
    assert match.stacks == (10, 25)
    assert all(type(stack) is int for stack in match.stacks)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: soko.Match(soko.games.soko(), [10]), "1 seats: soko is for 2 to 8 players"),
        (lambda: soko.Match(soko.games.soko(), [10] * 9), "9 seats: soko is for 2 to 8 players"),
        (lambda: soko.Match(soko.games.soko(), [10, -1]), f"stack -1: 0 to {2**63 - 1:,} is allowed"),
        (lambda: soko.Match(soko.games.soko(), [2**63 - 1, 1]), f"{2**63} chips in all: at most {2**63 - 1} can"),
        (lambda: soko.Match(soko.games.soko(), [10, 10], dealer=2), "seat 2: 0 to 1 is allowed"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).sit_in(-1), "seat -1"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).add_chips(0, 0), f"amount 0: 1 to {2**63 - 21:,} is allowed"),
        (
            lambda: soko.Match(soko.games.soko(), [2**62, 1]).add_chips(0, 2**62),
            f"amount {2**62}: 1 to {2**62 - 2:,} is allowed",
        ),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).play("fish"), "policy 'fish': 'random', 'call', 'tight', 'p"),
        (
            lambda: soko.Match(soko.games.soko(), [10, 10]).play(["call", 5]),
            "policy 5: .* or a function of a view and a",
        ),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).take_chips(1, 11), "amount 11: seat 1 has 10"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).take_chips(1, 0), "amount 0: 1 to"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).take_chips(2, 1), "seat 2: 0 to 1"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).play(["call"]), "1 policies for 2 seats"),
        (lambda: soko.Match(soko.games.soko(), [10, 10]).play("call", hands=-1), "hands -1"),
    ],
)
def test_what_a_table_does_not_allow(call: Any, text: str) -> None:
    with pytest.raises(MatchError, match=f"^{text}"):
        call()
    assert issubclass(MatchError, soko.SokoError)


def test_a_match_can_be_copied_and_pickled_between_and_in_hands() -> None:
    match = soko.Match(soko.games.soko(), [80, 80, 80], rng=7, dealer_moves=True)
    match.play("random", hands=2)
    match.deal().bring_in()
    copies = [copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    match.play("random", hands=3)
    for other in copies:
        other.play("random", hands=3)
        assert (other.stacks, other.dealer, other.hands) == (match.stacks, match.dealer, match.hands)


def test_repr_tells_where_it_stands() -> None:
    assert repr(soko.Match(soko.games.soko(), [5, 6])) == "<Match of soko, 0 hands dealt, stacks (5, 6)>"


def test_the_named_policies_are_those_of_playouts() -> None:
    assert tuple(POLICIES) == soko.playouts.POLICIES
    assert (POLICIES["random"], POLICIES["call"]) == (play_randomly, check_or_call)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("preset", PRESETS)
def test_named_policies_play(preset: Any, name: str) -> None:
    match = soko.Match(preset(low_chicago=True), [800] * 4, rng=7, dealer_moves=True)
    assert match.play([name, "call", name, "random"], hands=5) > 0
    assert sum(match.stacks) == 3200
    assert match.play(name, hands=1) == (not match.is_over)


@pytest.mark.parametrize("name", ["tight", "pot-odds", "maniac"])
def test_named_policies_do_what_they_do_at_tables(name: str) -> None:
    rules = soko.games.follow_the_bitch(limit="no")
    match = soko.Match(rules, [300] * 3, rng=7)
    hand = match.deal()
    # The match draws its policies' chance from a stream of its own.
    chance = copy.deepcopy(match)._chance[1]
    shadow = soko.Table.from_hands([hand], rng=chance, autoreset=False)
    first = len(hand.events)
    match.play(name, hands=0)
    while not shadow.terminated[0]:
        shadow.step(shadow.suggest(name))
        shadow = soko.Table.from_hands([shadow.hand(0)], rng=chance, autoreset=False)
    assert match.hand == shadow.hand(0)
    assert len(hand.events) > first + 3


def test_policies_may_return_a_kind_a_pair_or_a_legal_action() -> None:
    outcomes = []
    ways: list[Callable[[soko.LegalAction], Any]] = [
        lambda action: action,
        lambda action: action.kind,
        lambda action: (action.kind, None),
        lambda action: (action.kind, action.high),
        lambda action: [action.kind, None if action.high is None else np.int64(action.high)],
    ]
    for way in ways:
        match = soko.Match(soko.games.soko(), [200] * 3, rng=7)
        match.play(lambda view, _rng, way=way: way(view.legal_actions()[-1]), hands=4)  # type: ignore[misc]
        outcomes.append(match.stacks)
    assert outcomes == outcomes[:1] * 5
    assert outcomes[0] != (200, 200, 200)


@pytest.mark.parametrize(
    "bad", [None, 5, ("bet",), ("bet", 4.0), ("bet", True), (3, 4), ("bet", 4, 5), [], np.int64(1)]
)
def test_what_is_no_move_is_named(bad: Any) -> None:
    match = soko.Match(soko.games.soko(), [50, 50, 50], rng=7)
    match.sit_out(0)
    with pytest.raises(MatchError) as caught:
        match.play(lambda _view, _rng: bad, hands=1)
    assert match.hand is not None
    seat = match.seats[match.hand.actor or 0]
    assert (
        str(caught.value)
        == f"policy of seat {seat} returned {bad!r}: a kind, (kind, amount) or a LegalAction is needed"
    )
    assert match.in_hand
    assert match.play("call", hands=0) == 0


def test_a_choice_of_amounts_is_not_made_for_a_policy() -> None:
    match = soko.Match(soko.games.five_card_stud(limit="no"), [50, 50], rng=7)
    with pytest.raises(soko.IllegalAction, match="amount"):
        match.play(lambda view, _rng: view.legal_actions()[-1], hands=1)


def test_a_deck_of_ones_own_is_dealt() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    hand = match.deal(deck="Ks Qd 2c 9h")
    assert [*hand.hole_cards(0), *hand.hole_cards(1)] == [*soko.cards("Ks Qd")]
    match.play("call", hands=0)
    # What comes after is what would have come anyway.
    other = soko.Match(soko.games.soko(), [100, 100], rng=7)
    other.play("call", hands=1)
    assert match.deal().events[4:8] == other.deal().events[4:8]
    match.play("call", hands=0)
    with pytest.raises(soko.DeckError):
        match.deal(deck="Ks Ks")
    assert (match.hands, match.in_hand) == (2, False)


def test_cards_dealt_by_hand() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    hand = match.deal(deal="manual")
    for call in (match.deal, match.settle, lambda: match.play("call"), lambda: match.take_chips(0, 1)):
        with pytest.raises(MatchError, match=r"hand 1 .* a card is to be dealt"):
            call()
    for card in soko.cards("Ks Qd 2c 9h"):
        hand.deal(card)
    hand.bring_in()
    hand.fold()
    assert sum(match.settle()) == 0
    with pytest.raises(soko.SokoError, match="deal 'by hand'"):
        match.deal(deal="by hand")  # type: ignore[arg-type]


def test_chips_are_taken_between_hands() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    hand = match.deal()
    with pytest.raises(MatchError, match=r"hand 1 is under way, seat . is to act: chips cannot be taken before"):
        match.take_chips(0, 1)
    hand.bring_in()
    hand.fold()
    rest = match.stacks[1]
    match.take_chips(1, rest)
    assert (match.stacks[1], match.total, match.is_over) == (0, 200 - rest, True)
    match.add_chips(1, 1)
    assert match.total == 201 - rest


def test_a_table_may_have_more_seats_than_the_game_takes() -> None:
    match = soko.Match(soko.games.soko(), [100] * 8 + [0, 0], rng=7)
    assert match.play("call", hands=1) == 1
    match.add_chips(9, 100)
    with pytest.raises(MatchError, match="9 can play: soko takes 8, others must sit out"):
        match.deal()
    match.sit_out(2)
    match.deal()
    assert match.seats == (0, 1, 3, 4, 5, 6, 7, 9)


def test_settle_takes_a_hand_with_other_cards() -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    dealt = match.deal()
    other = soko.Hand(match.rules, dealt.starting_stacks, rng=8, dealer=dealt.dealer)
    play_out(other)
    assert match.settle(other) == other.payoffs


@pytest.mark.parametrize("kind", [bytes, bytearray, list, tuple, iter])
def test_a_deck_may_be_given_in_any_form(kind: Any) -> None:
    match = soko.Match(soko.games.soko(), [100, 100], rng=7)
    assert match.deal(deck=kind(range(52))).up_cards(0) == (soko.Card(2),)
