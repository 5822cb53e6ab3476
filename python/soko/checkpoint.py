"""A run's tally on disk, from which the run goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic

from soko._soko import PlanError
from soko.blocks import without, words
from soko.counted import T, merge

if TYPE_CHECKING:
    from soko.files import FilePath

_SAVE_SECONDS: Final = 5.0


class Checkpoint(Generic[T]):
    """A file that keeps the tally of a run."""

    def __init__(self, path: FilePath, start: T, blocks: tuple[int, int]) -> None:
        """Read the file if it is there; ``tally`` is what it has, or else ``start``.

        ``PlanError`` when it has something else than some of ``blocks`` of the plan of ``start``.
        """
        self._path = path
        self.tally = start
        if Path(path).exists():
            kept = type(start).load(path)
            try:
                self.tally = merge([start, kept])
            except PlanError as error:
                msg = f"{path}: {error}"
                raise PlanError(msg) from error
            outside = without(kept.covered, (blocks,))
            if outside:
                msg = f"{path}: has {words(outside)}, which are not of this shard"
                raise PlanError(msg)
        # A file that cannot be written is better known now.
        self.tally.save(path)
        self._saved = time.monotonic()

    def keep(self, tally: T, *, at_once: bool = False) -> None:
        """Write the tally when the file is old, or at once."""
        if tally is not self.tally and (at_once or time.monotonic() - self._saved >= _SAVE_SECONDS):
            tally.save(self._path)
            self.tally = tally
            self._saved = time.monotonic()
