"""How policies of one's own are asked about the hands of a playout that wait for them."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from soko.policies import Batch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from soko import _soko
    from soko.plans.counted import Watch
    from soko.policies import BatchPolicy

# How often progress is reported, in seconds.
_BEAT: Final = 0.02


def play_outside(
    batch: _soko.PlayoutBatch, policies: Sequence[BatchPolicy], threads: int, watch: Watch | None
) -> BaseException | None:
    """Play all deals of a batch, asking the policies whenever hands wait for them; return what stopped it."""
    reported = monotonic()
    try:
        while batch.advance(threads, watch):
            for number, policy in enumerate(policies):
                _ask(batch, number, policy)
            if watch is not None and monotonic() - reported > _BEAT:
                # The batch itself reports only when it plays on for so long.
                watch(batch.hands)
                reported = monotonic()
    except KeyboardInterrupt as stopped:
        # Pressed perhaps while a callable was asked.
        return stopped
    return None


def _ask(batch: _soko.PlayoutBatch, number: int, policy: BatchPolicy) -> None:
    """Ask a policy about the hands that wait for it, and do what it wants."""
    import numpy as np

    waiting, observed, legal = batch.waiting(number)
    if not waiting:
        return
    # What is known besides is written only for those who ask for it.
    history, hands, seats, is_new = batch.context(number) if policy.takes_batch else (b"", b"", b"", b"")
    rows = Batch(
        np.frombuffer(observed, np.float32).reshape(waiting, -1),
        np.frombuffer(legal, np.bool_).reshape(waiting, -1),
        np.frombuffer(history, np.int8).reshape(waiting, -1),
        np.frombuffer(hands, np.int64),
        np.frombuffer(seats, np.int8),
        np.frombuffer(is_new, np.bool_),
    )
    batch.act(number, policy.actions(rows))
