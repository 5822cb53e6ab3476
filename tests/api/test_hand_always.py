"""What always holds of a hand, whatever is played."""

import copy
import pickle
import random
from typing import Any

import pytest
from hands_played import begin, played, tuples
from random_hands import random_action, random_amount, random_start
from test_hand import KINDS, SOKO

import soko

SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_chips_are_conserved_and_reported(seed: int) -> None:
    for hand in played(seed):
        total = sum(hand.starting_stacks)
        pots = sum(pot.amount for pot in hand.pots)
        if hand.is_over:
            assert sum(hand.stacks) == total
            assert pots == sum(award.amount for award in hand.awards) == sum(hand.contributions)
            assert hand.payoffs == tuple(
                now - then for now, then in zip(hand.stacks, hand.starting_stacks, strict=True)
            )
            assert not any(hand.bets)
        else:
            assert sum(hand.stacks) + sum(hand.bets) + pots == total
            assert hand.payoffs is None
            assert hand.awards == ()
            assert sum(hand.contributions) == total - sum(hand.stacks)
        assert all(set(pot.seats) <= set(hand.live) for pot in hand.pots)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_listed_is_what_is_accepted(seed: int) -> None:
    choice = random.Random(seed)
    for hand in played(seed):
        before = hand.clone()
        chip = hand.rules.min_chip
        legal: dict[str, list[soko.LegalAction]] = {}
        for action in hand.legal_actions():
            legal.setdefault(action.kind, []).append(action)
        for kind in KINDS:
            sizes = legal.get(kind, [])
            for amount in refused_amounts(sizes, chip):
                with pytest.raises(soko.IllegalAction) as raised:
                    hand.act(kind, amount)
                assert kind in str(raised.value)
                if hand.actor is not None:
                    assert f"by seat {hand.actor} on " in str(raised.value)
                    assert str(raised.value).endswith("legal: " + ", ".join(map(str, hand.legal_actions())))
            assert hand == before
            for action in sizes:
                for amount in accepted_amounts(choice, action, chip):
                    events = hand.clone().act(kind, amount)
                    assert events[0].to_tuple()[:2] == (kind, hand.actor)
                    assert amount is None or events[0].to == amount
        assert hand == before
        assert hash(hand) == hash(before)


def refused_amounts(sizes: list[soko.LegalAction], chip: int) -> set[int | None]:
    """Return amounts that a kind must refuse, given its entries."""
    if not sizes:
        return {None, 0, 1, chip, 2**63}
    if sizes[0].low is None:
        return {0, 1, -1}
    low, high = sizes[0].low, sizes[-1].high
    assert high is not None
    refused: set[int | None] = {low - 1, high + 1, 0, -1, 2**63, 2**64}
    if low != high:
        refused.add(None)
    if len(sizes) > 1:
        refused |= set(range(low + 1, high)[:50])
    elif chip > 1:
        refused |= {amount for amount in range(low + 1, high)[:20] if amount % chip}
    return refused


def accepted_amounts(choice: random.Random, action: soko.LegalAction, chip: int) -> set[int | None]:
    """Return amounts that an entry must accept."""
    if action.low is None or action.high is None:
        return {None}
    middle = random_amount(choice, action.low, action.high, chip)
    return {action.low, action.high, middle}


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_goes_back_to_the_start(seed: int) -> None:
    hands = [hand.clone() for hand in played(seed)]
    hand = hands[-1].clone()
    for before in reversed(hands[:-1]):
        events = hand.events
        hand.undo()
        assert hand == before
        assert hash(hand) == hash(before)
        assert hand.events == before.events == events[: len(before.events)]
        assert hand.legal_actions() == before.legal_actions()
        assert hand.to_dict() == before.to_dict()
    with pytest.raises(soko.IllegalAction):
        hand.undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_events_add_up(seed: int) -> None:
    reported: list[soko.Event] = []
    choice = random.Random(seed)
    start = random_start(choice)
    hand = begin(start)
    reported += hand.events
    while not hand.is_over:
        reported += hand.act(*random_action(choice, tuples(hand), start.rules.min_chip))
        assert hand.events == tuple(reported)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    "way", [soko.Hand.clone, copy.copy, copy.deepcopy, lambda hand: pickle.loads(pickle.dumps(hand))]
)
def test_copies_go_on_alone_to_the_same_end(seed: int, way: Any) -> None:
    choice = random.Random(seed)
    hands = [hand.clone() for hand in played(seed)]
    end = hands[-1]
    at = choice.randrange(len(hands))
    original, duplicate = hands[at], way(hands[at])
    assert duplicate == original
    assert duplicate is not original
    for event in moves_of(end)[at:]:
        assert duplicate != end
        if event.kind in KINDS:
            duplicate.act(event.kind, event.to)
        else:
            duplicate.deal(event.card)
    assert duplicate == end
    assert duplicate.events == end.events
    assert original == hands[at]


def moves_of(hand: soko.Hand) -> list[soko.Event]:
    """Return what was done to a hand."""
    record: Any = hand.to_dict()
    return [soko.Event.from_dict(action) for action in record["actions"]]


def test_pickles_share_their_rules() -> None:
    hands = [soko.Hand(SOKO, [100, 100], rng=seed) for seed in range(20)]
    again = pickle.loads(pickle.dumps(hands))
    assert again == hands
    assert len({id(hand.rules) for hand in again}) == 1


def test_the_hash_is_of_what_all_can_see() -> None:
    first = soko.Hand(SOKO, [100, 100], deck="2c 3c As Kd", deal="manual")
    second = soko.Hand(SOKO, [100, 100], deck="9c Tc As Kd", deal="manual")
    third = soko.Hand(SOKO, [100, 100], deck="2c 3c As Kh", deal="manual")
    assert hash(first) == hash(second) != hash(third)
    assert first != second


@pytest.mark.parametrize("seed", range(60))
def test_what_is_legal_can_be_done_as_it_stands(seed: int) -> None:
    for hand in played(seed):
        for action in hand.legal_actions():
            by_word, amount = hand.clone(), None if action.low is None else action.low
            by_word.act(action.kind, amount)
            # A choice of amounts has to be made all the same.
            again = hand.clone()
            again.act(action, amount if action.low != action.high else None)
            assert again == by_word


@pytest.mark.parametrize("seed", range(60))
def test_a_child_is_a_copy_that_acted(seed: int) -> None:
    for hand in played(seed):
        before = hand.clone()
        for action in hand.legal_actions():
            acted = hand.clone()
            acted.act(action, action.low)
            by_word, as_listed = hand.child(action.kind, action.low), hand.child(action, action.low)
            assert by_word == as_listed == acted
            assert by_word.events == acted.events
            by_word.undo()
            assert by_word == hand
        assert (hand, hand.events) == (before, before.events)


def test_a_child_is_refused_as_the_act_is() -> None:
    hand = soko.Hand(SOKO, [100, 100], rng=7)
    before = hand.clone()
    for kind, amount in (("raise", 12), ("call", None), ("complete", 2**70), ("shove", None), ("wager", -1)):
        with pytest.raises(soko.IllegalAction) as by_act:
            hand.act(kind, amount)
        with pytest.raises(soko.IllegalAction) as by_child:
            hand.child(kind, amount)
        assert str(by_child.value) == str(by_act.value)
        assert by_child.value.amount == by_act.value.amount
    with pytest.raises(TypeError, match="kind is a word such as 'call'"):
        hand.child(3)  # type: ignore[arg-type]
    assert hand == before
    assert hand.child("wager") == hand.child("complete", 20) != hand
    over = hand.child("bring-in").child("fold")
    assert over.is_over
    with pytest.raises(soko.IllegalAction, match="call: the hand is over"):
        over.child("call")


@pytest.mark.parametrize("seed", range(60))
def test_pot_and_call_are_what_the_rest_says(seed: int) -> None:
    for hand in played(seed):
        for seen in (hand, *(hand.view(seat) for seat in (None, 0, 1))):
            assert seen.pot == sum(hand.contributions)
            # At the end the pots are those that were divided; before, the bets of the street are not in them yet.
            assert seen.pot == sum(pot.amount for pot in hand.pots) + sum(hand.bets)
        actor = hand.actor
        for seat in range(hand.players):
            assert hand.view(seat).to_call == (hand.to_call if seat == actor else None)
        if actor is None:
            assert hand.to_call is None
            continue
        called, cost = hand.clone(), hand.to_call
        may_call = "call" in [action.kind for action in hand.legal_actions()]
        assert (cost == 0) == (not may_call)
        if may_call:
            called.call()
            assert called.contributions[actor] - hand.contributions[actor] == cost
