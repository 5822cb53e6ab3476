"""A contest in which some contenders keep the time themselves, since they run in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benches._measure import Contest, Inputs

if TYPE_CHECKING:
    from collections.abc import Callable


class Seconds(float):
    """What a call says that one unit of its work took."""

    __slots__ = ()


class TimedContest(Contest[Inputs]):
    """A contest that takes the word of those who return ``Seconds``; these are entered with one unit."""

    def _time(self, work: Callable[[], object]) -> float:
        start = self._clock()
        done = work()
        return done if isinstance(done, Seconds) else self._clock() - start
