"""The errors that soko raises for wrong values: one base class, a subclass for each kind, and ``Interrupted``.

Errors have fields with the values concerned, so that programs need not parse messages; a field that does not apply is
``None``. Pickles keep them.

>>> import soko
>>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
>>> try:
...     hand.act("raise", 12)
... except soko.IllegalAction as error:
...     print(error.seat, error.kind, error.amount, *error.legal, sep=", ")
1, raise, 12, bring-in 2, complete to 4
>>> try:
...     soko.Hand(soko.games.soko(), [100, 0], rng=7)
... except soko.SeatError as error:
...     print(error.seat, error.amount)
1 0
"""

from __future__ import annotations

import os

from soko._soko import (
    ArgumentError,
    CardError,
    DeckError,
    HistoryError,
    IllegalAction,
    PlanError,
    RulesError,
    SeatError,
    SokoError,
    TallyFileError,
)

# Type checkers take this for true; at run time it saves the import of typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from soko.plans.counted import Counted

__all__ = [
    "ArgumentError",
    "CardError",
    "CheckpointError",
    "DeckError",
    "HistoryError",
    "IllegalAction",
    "Interrupted",
    "PlanError",
    "RulesError",
    "SeatError",
    "SokoError",
    "TallyFileError",
]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a run; ``tally`` has what was counted before, of ``solve`` the `Solution` so far.

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


class CheckpointError(OSError, SokoError):
    """A run came to its end, but its checkpoint could not be written; ``tally`` has what was counted.

    It is an ``OSError`` too, with the ``errno``, ``strerror`` and ``filename`` of the last try.
    """

    def __init__(self, path: str | os.PathLike[str], error: OSError, tally: Counted) -> None:
        """Keep the tally, and what the system said."""
        super().__init__(error.errno, error.strerror or str(error), os.fspath(path))
        self.tally = tally

    def __str__(self) -> str:
        """Say which file could not be written, and why."""
        return f"{self.filename}: the checkpoint could not be written: {self.strerror}"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Return what pickles are made of."""
        return type(self), (self.filename, OSError(self.errno, self.strerror), self.tally)
