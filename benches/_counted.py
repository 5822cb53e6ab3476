"""A contest of those who do not know beforehand how much they will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benches._measure import Contest, Inputs

if TYPE_CHECKING:
    from collections.abc import Callable


class CountedContest(Contest[Inputs]):
    """Contenders whose call returns how many units of work it did; each is entered with one unit."""

    def _time(self, work: Callable[[], object]) -> float:
        start = self._clock()
        done = work()
        seconds = self._clock() - start
        if not isinstance(done, (int, float)) or done <= 0:
            msg = f"a contender did {done!r} units of work"
            raise TypeError(msg)
        return seconds / done
