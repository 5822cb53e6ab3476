"""``View.at``: a view as it was before, which shows nothing that its seat had not seen by then."""

import pickle
import random

import pytest
from hands_played import played

import soko


def moments(seed: int) -> list[soko.Hand]:
    """Return a random hand as it stood before every move, and at its end."""
    return [hand.clone() for hand in played(seed)]


@pytest.mark.parametrize("seed", range(60))
def test_a_view_was_what_the_seat_saw_then(seed: int) -> None:
    hands = moments(seed)
    for viewer in (None, *range(hands[0].players)):
        last = hands[-1].view(viewer)
        for hand in hands:
            before = hand.view(viewer)
            again = last.at(len(before.events))
            assert again == before
            assert again.to_dict() == before.to_dict()
            assert again.legal_actions() == before.legal_actions()


@pytest.mark.parametrize("seed", range(60))
def test_every_moment_is_a_view(seed: int) -> None:
    """In the middle of a deal and of the end too: the events so far, chips that add up, and a record that is read."""
    hand = moments(seed)[-1]
    view = hand.view(random.Random(seed).choice([None, *range(hand.players)]))
    for k in range(len(view.events) + 1):
        at = view.at(k)
        assert at.events == view.events[:k]
        assert (at.rules, at.dealer, at.seat, at.starting_stacks) == (
            view.rules,
            view.dealer,
            view.seat,
            hand.starting_stacks,
        )
        assert sum(at.stacks) + sum(at.contributions) >= sum(hand.starting_stacks)
        assert soko.View.from_dict(at.to_dict()) == at
        assert pickle.loads(pickle.dumps(at)) == at
        # What came later is nowhere in it.
        shown = {card for seat in range(at.players) for card in at.hole_cards(seat) if card is not None}
        seen = {event.card for event in at.events} | {card for event in at.events for card in event.cards or ()}
        assert shown <= seen
        assert at.at(k) == at
        assert at.is_over is (k == len(view.events) or "end" in {event.kind for event in at.events})


def test_the_end_hides_what_was_shown_there() -> None:
    hand = soko.Hand(soko.games.soko(), [4, 4], deck="As Kd 2c 3h 4d 5s 6c 7h 8d 9s", dealer=1)
    hand.complete()
    hand.call()
    view = hand.view(0)
    assert view.hole_cards(1) == hand.hole_cards(1)
    kinds = [event.kind for event in view.events]
    before = view.at(kinds.index("show"))
    assert before.hole_cards(1) == (None,)
    assert (before.actor, before.chance, before.is_over, before.awards) == (None, None, False, ())
    middle = view.at(kinds.index("deal") + 1)
    assert middle.chance == (1, "down")
    assert middle.hole_cards(0) == hand.hole_cards(0)


def test_a_number_out_of_range_is_refused() -> None:
    view = soko.Hand(soko.games.soko(), [100, 100], rng=7).view(0)
    most = len(view.events)
    assert view.at(most) == view
    for k in (-1, most + 1, 1 << 70):
        with pytest.raises(soko.ArgumentError, match=rf"k {k}: 0 to {most} is allowed"):
            view.at(k)
    for wrong in ("1", 1.5, None, True):
        with pytest.raises(TypeError):
            view.at(wrong)  # type: ignore[arg-type]
