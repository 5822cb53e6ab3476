"""The errors that soko raises for wrong values: one base, and a child for each kind of mistake; and ``Interrupted``."""

from __future__ import annotations

from soko._soko import CardError, DeckError, HistoryError, IllegalAction, PlanError, RulesError, SokoError

# Type checkers take this for true; at run time it saves the import of typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from soko.tally import Counted

__all__ = [
    "CardError",
    "DeckError",
    "HistoryError",
    "IllegalAction",
    "Interrupted",
    "PlanError",
    "RulesError",
    "SokoError",
]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while deals were counted or hands played; ``tally`` has what was counted before.

    >>> import soko
    >>> def press(done, deals):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     soko.simulate(soko.games.soko(), 6, 10**10, progress=press)
    ... except soko.Interrupted as stopped:
    ...     print(stopped.tally.is_complete)
    False
    """

    def __init__(self, tally: Counted) -> None:
        """Keep the tally."""
        super().__init__(tally)
        self.tally = tally

    def __str__(self) -> str:
        """Say how far it came."""
        return f"stopped with {self.tally!r}"
