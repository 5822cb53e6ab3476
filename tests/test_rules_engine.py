"""The rules of rules.md sections 3 to 9, the faults of other engines and the real hands, on every engine.

Each scenario becomes a test of its own name, such as ``test_rule_6_2_short_all_in[reference]``.
"""

from collections.abc import Callable

import pytest

from engine_contract import SCENARIOS, MakeHand
from engines import ENGINES
from fault_scenarios import FAULTS
from replay_hands import RealHand, real_hands, replay

on_every_engine = pytest.mark.parametrize("make_hand", ENGINES.values(), ids=ENGINES)


def as_test(scenario: Callable[[MakeHand], None]) -> Callable[[MakeHand], None]:
    """Return a scenario as a test that runs on every engine."""

    def test(make_hand: MakeHand) -> None:
        scenario(make_hand)

    test.__doc__ = scenario.__doc__
    return on_every_engine(test)


globals().update({f"test_{name}": as_test(scenario) for name, scenario in (SCENARIOS | FAULTS).items()})


@on_every_engine
@pytest.mark.parametrize("real", real_hands(), ids=lambda real: real["id"])
def test_real_hand(make_hand: MakeHand, real: RealHand) -> None:
    """Every real hand ends with the chips that the room paid."""
    replay(make_hand, real)
