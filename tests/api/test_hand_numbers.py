"""Hands by the seven numbers of tables: legal, done, remembered; cards that are not seen."""

import random

import numpy as np
import pytest
from random_hands import random_start

import soko
from soko.lockstep import ACTIONS


def test_a_hand_goes_as_its_table() -> None:
    rng = random.Random(1)
    for rules, stack in [(soko.games.soko(), 90), (soko.games.five_card_stud(limit="no"), 200),
                         (soko.games.follow_the_bitch(limit="spread"), 70)]:  # fmt: skip
        table = soko.Table(rules, 4, tables=20, stacks=stack, rng=1, autoreset=False, history=200)
        hands = [table.hand(number) for number in range(20)]
        while not table.terminated.all():
            actions = np.zeros(20, np.int64)
            for number, hand in enumerate(hands):
                legal = hand.legal_mask()
                assert legal.dtype == np.bool_
                assert (legal == table.legal[number]).all()
                if not hand.is_over:
                    actions[number] = rng.choice(np.flatnonzero(legal)[rng.random() < 0.7 :].tolist() or [1])
                    events = hand.act_number(int(actions[number]))
                    assert events == hand.events[-len(events) :]
            table.step(actions)
            for number, hand in enumerate(hands):
                past = hand.history
                assert past.dtype == np.int8
                assert (table.history[number, : len(past)] == past).all()
                assert (table.history[number, len(past) :] == -1).all()
        assert [hand.payoffs for hand in hands] == [table.hand(number).payoffs for number in range(20)]


def test_numbers_that_are_refused() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    before = hand.clone()
    with pytest.raises(soko.IllegalAction, match=r"action 5, pot, is not legal .*legal: 2 3$"):
        hand.act_number(5)
    for bad in (7, -1, 10**30):
        with pytest.raises(soko.ArgumentError, match=rf"action {bad}: actions are 0 to 6"):
            hand.act_number(bad)
    with pytest.raises(TypeError, match="whole number"):
        hand.act_number("fold")  # type: ignore[arg-type]
    assert hand == before
    hand.bring_in()
    hand.fold()
    assert not hand.legal_mask().any()
    with pytest.raises(soko.IllegalAction, match="legal: nothing"):
        hand.act_number(1)
    assert len(ACTIONS) == len(hand.legal_mask())


def test_the_history_is_taken_back() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100, 100], rng=7)
    hand.bring_in()
    before = hand.history.tolist()
    hand.complete()
    assert len(hand.history) == 2
    hand.undo()
    assert hand.history.tolist() == before
    # Cards that the caller deals are no actions.
    manual = soko.Hand(soko.games.soko(), [100, 100], deck="2c 3c As Kd", deal="manual")
    manual.bring_in()
    manual.call()
    manual.deal("4c")
    assert manual.history.tolist() == [2, 9]


def test_undealt_cards() -> None:
    for seed in range(40):
        start = random_start(random.Random(f"undealt {seed}"))
        rules = soko.Rules.from_dict(start.rules.to_dict())
        hand = soko.Hand(rules, start.stacks, deck=start.deck, dealer=start.dealer)
        while not hand.is_over:
            # The cards of a whole deck that have left it are the first ones.
            gone = sum(event.kind in {"deal", "burn", "community"} for event in hand.events)
            assert sorted(start.deck[gone:]) == [int(card) for card in hand.undealt]
            hand.act_number(int(np.flatnonzero(hand.legal_mask())[0]))


def test_unknown_cards_may_be_undealt() -> None:
    hand = soko.Hand(soko.games.soko(), [4, 4], deck="? ? As 3h", deal="manual")
    assert len(hand.undealt) == 50
    hand.reveal(0, "Ah")
    assert len(hand.undealt) == 49
    assert soko.Card("Ah") not in hand.undealt


def test_determinized_hands_fit_what_was_seen() -> None:
    changed = 0
    for seed in range(60):
        choice = random.Random(f"determinize {seed}")
        start = random_start(choice)
        rules = soko.Rules.from_dict(start.rules.to_dict())
        hand = soko.Hand(rules, start.stacks, deck=start.deck, dealer=start.dealer)
        for _ in range(choice.randrange(8)):
            if not hand.is_over:
                hand.act_number(choice.choice(np.flatnonzero(hand.legal_mask()).tolist()))
        if hand.is_over:
            with pytest.raises(soko.SokoError, match="determinize: nothing is left to be dealt"):
                hand.determinize(0, rng=1)
            continue
        for seat in range(hand.players):
            before = hand.clone()
            other = hand.determinize(seat, rng=seed)
            assert other.view(seat) == hand.view(seat)
            assert hand == before
            assert other == hand.determinize(seat, rng=seed) == hand.view(seat).worlds(1, rng=seed)[0]
            changed += other != hand
            if other.actor is not None:
                other.act_number(int(np.flatnonzero(other.legal_mask())[0]))
    assert changed > 50
    with pytest.raises(soko.SeatError, match="seat 9"):
        hand.determinize(9)
