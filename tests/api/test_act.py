"""Actions as values: what is listed can be fed back, and costs what it says."""

import pickle

import pytest
from hands_played import played

import soko


def test_a_match_takes_what_a_view_lists() -> None:
    rules = soko.games.seven_card_stud(open_pair="option")
    match = soko.Match(rules, [100, 100], rng=1)
    match.deal(deck="2c 3c 4c 5c Kd Qh Ks 7h " + " ".join(str(card) for card in rest("2c 3c 4c 5c Kd Qh Ks 7h")))
    bets = []

    def policy(view: soko.View, _rng: object) -> soko.LegalAction:
        legal = view.legal_actions()
        bets.append([action.low for action in legal if action.kind == "bet"])
        return next((action for action in reversed(legal) if action.kind in {"bet", "bring-in", "call"}), legal[0])

    match.play(policy, hands=0)
    assert [4, 8] in bets


def rest(given: str) -> list[soko.Card]:
    cards = soko.cards(given)
    return [card for card in map(soko.Card, range(52)) if card not in cards]


def test_a_button_pressed_twice_acts_once() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    action = hand.legal_actions()[1]
    hand.act(action)
    with pytest.raises(soko.IllegalAction, match="complete to 4 by seat 0 on second street is not possible"):
        hand.act(action)
    with pytest.raises(soko.IllegalAction, match="it must be 4"):
        soko.Hand(soko.games.soko(), [100, 100], rng=7).act(soko.LegalAction("complete", 99, 99))


@pytest.mark.parametrize("seed", range(60))
def test_the_cost_is_what_the_stack_loses(seed: int) -> None:
    for hand in played(seed):
        for action in hand.legal_actions():
            again = hand.clone()
            again.act(action, action.low)
            assert (action.cost is None) == (action.kind in {"fold", "check"})
            if not any(again.uncalled) and not again.is_over:
                assert again.stacks[hand.actor or 0] == hand.stacks[hand.actor or 0] - (action.cost or 0)


def test_cost_is_no_part_of_the_value() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    hand.bring_in()
    call = hand.legal_actions()[1]
    assert (call.kind, call.low, call.cost) == ("call", 2, 2)
    assert call == soko.LegalAction("call", 2, 2)
    assert hash(call) == hash(soko.LegalAction("call", 2, 2))
    assert soko.LegalAction("call", 2, 2).cost is None
    assert [pickle.loads(pickle.dumps(call, protocol)).cost for protocol in range(2, 6)] == [2] * 4


def test_shown_hands_are_in_views_and_records() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    hand.bring_in()
    hand.fold()
    before = hand.clone()
    hand.show(1)
    for seat in (None, 0, 1):
        view = hand.view(seat)
        assert view.hole_cards(1) == hand.hole_cards(1)
        assert soko.View.from_dict(view.to_dict()) == view
        assert view.showdown_order == ()
    record = hand.to_dict()
    assert soko.Hand.from_dict(record) == hand != before
    hand.undo()
    assert hand == before
    card = str(hand.hole_cards(0)[0])
    changed = {**record, "actions": [*record["actions"][:-1], {"kind": "show", "seat": 1, "cards": [card]}]}  # type: ignore[misc]
    with pytest.raises(soko.HistoryError, match="is stated, but"):
        soko.Hand.from_dict(changed)
    with pytest.raises(soko.IllegalAction, match="show seat 0: seat 0 has folded"):
        hand.show(0)
