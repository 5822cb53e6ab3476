"""Numbers that callers give, checked in one place."""

from collections.abc import Callable
from operator import index

from soko._soko import ArgumentError, PlanError, Rules, SeatError, SokoError


def count(name: str, value: object, low: int, high: int, error: type[SokoError] = PlanError) -> int:
    """Return ``value`` as an int when it is one from ``low`` to ``high``.

    ``TypeError`` for anything that is not a whole number (a bool is none), ``error`` outside the range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} {value!r}: a whole number is needed, not {type(value).__name__}"
        raise TypeError(msg)
    number = index(value)  # pyright: ignore[reportArgumentType]
    if not low <= number <= high:
        msg = f"{name} {number}: {low:,} to {high:,} is allowed"
        raise error(msg)
    return number


def stack(name: str, chips: object, seat: int) -> int:
    """Return the chips of a seat when a hand can begin with them; ``SeatError`` names the seat when it cannot."""
    try:
        return count(name, chips, 1, 2**63 - 1, SeatError)
    except SeatError as error:
        error.seat, error.amount = seat, index(chips)  # type: ignore[arg-type]  # count took it for a number
        raise


def game_rules(value: object) -> Rules:
    """Return ``value`` if it is rules; ``TypeError`` for names, for functions that make rules, and all else."""
    if isinstance(value, Rules):
        return value
    msg = f"rules must be a soko.Rules such as soko.games.soko(), not {value!r}"
    raise TypeError(msg)


def check_progress(progress: bool | Callable[[int, int], object] | None) -> None:  # noqa: FBT001
    """Refuse what is no way to tell of progress with a ``TypeError``."""
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        msg = f"progress {progress!r}: True, False or a callable that takes (done, total) is needed"
        raise TypeError(msg)


def deviations(confidence: float) -> float:
    """Return how many standard errors lie on each side of a mean with this confidence, by the normal law.

    ``ArgumentError`` unless it is between 0 and 1.
    """
    from statistics import NormalDist

    if not 0 < confidence < 1:
        msg = f"confidence {confidence}: more than 0 and less than 1 is needed"
        raise ArgumentError(msg)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def thread_count(threads: object) -> int:
    """Return how many threads to use, 1 to 1,024; for ``None`` as many as there are cores for this process.

    Those are fewer where it is bound to some cores, where its container has a quota of their time, and where the
    environment variable ``SOKO_THREADS`` says so. ``ArgumentError`` when that is no whole number from 1.
    """
    if threads is not None:
        return count("threads", threads, 1, 1024)
    import os

    from soko._soko import cores

    most = os.environ.get("SOKO_THREADS") or "1024"
    if not (most.isascii() and most.isdecimal() and int(most[:5])):
        msg = f"SOKO_THREADS {most!r}: a whole number from 1 is needed"
        raise ArgumentError(msg)
    return min(cores(), int(most[:5]), 1024)
