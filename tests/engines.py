"""The engines under test, by name, each as a factory of hands."""

from collections.abc import Sequence

from engine_tools import EngineHand, MakeHand, RulesDict
from soko.reference.engine import Hand
from soko.reference.rules import Rules


def reference_hand(
    rules: RulesDict, stacks: Sequence[int], deck: Sequence[int] | None, dealer: int | None = None
) -> EngineHand:
    """Return a hand of the reference engine."""
    return Hand(Rules.from_dict(rules), stacks, deck, dealer=dealer)


# The compiled engine joins here: a factory whose hands have the face of EngineHand, under the name "rust".
ENGINES: dict[str, MakeHand] = {"reference": reference_hand}
