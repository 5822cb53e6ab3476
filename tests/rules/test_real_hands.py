"""Real hands from card rooms, on every engine."""

import pytest
from engine_tools import MakeHand
from replay_hands import RealHand, real_hands, replay


@pytest.mark.parametrize("real", real_hands(), ids=lambda real: real["id"])
def test_real_hand(make_hand: MakeHand, real: RealHand) -> None:
    """Every real hand ends with the chips that the room paid."""
    replay(make_hand, real)
