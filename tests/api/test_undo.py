"""Taking back: a hand of hundreds of moves goes back move by move, whatever of it is kept on the way."""

import pickle

import pytest

import soko


def test_a_long_hand_is_taken_back_move_by_move() -> None:
    rules = soko.games.soko(cap_heads_up=False)
    hand = soko.Hand(rules, [10**6, 10**6], rng=7)
    copies = [hand.clone()]
    while len(copies) < 300:
        hand.act("wager" if any(a.kind in {"complete", "bet", "raise"} for a in hand.legal_actions()) else "call")
        copies.append(hand.clone())
    for copy in reversed(copies[:-1]):
        hand.undo()
        assert hand == copy
        assert hand.to_dict() == copy.to_dict()
        # Another way on from there, and back.
        kind = hand.legal_actions()[0].kind
        hand.act(kind)
        hand.undo()
        assert hand == copy
        assert pickle.loads(pickle.dumps(hand)) == hand
    with pytest.raises(soko.IllegalAction):
        hand.undo()
