"""Every numbered rule of rules.md sections 3 to 9 as a scenario that any engine must pass.

A scenario is a function named after its rule. It takes a factory ``make_hand(rules, stacks, deck, dealer=None)`` and
fails by assertion. ``SCENARIOS`` has all of them by name.
"""

import rules_3_to_5
import rules_6
import rules_7_to_9
from engine_tools import EngineHand, MakeHand

SCENARIOS = {
    name: scenario
    for module in (rules_3_to_5, rules_6, rules_7_to_9)
    for name, scenario in vars(module).items()
    if name.startswith("rule_")
}

__all__ = ["SCENARIOS", "EngineHand", "MakeHand"]
