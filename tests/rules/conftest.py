"""What is tested here holds on every engine: the one in Rust and the reference."""

import pytest
from engine_tools import MakeHand
from engines import ENGINES


@pytest.fixture(params=ENGINES.values(), ids=ENGINES)
def make_hand(request: pytest.FixtureRequest) -> MakeHand:
    """Return what makes a hand on one engine: ``make_hand(rules, stacks, deck, dealer=None)``."""
    made: MakeHand = request.param
    return made
