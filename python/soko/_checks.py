"""Numbers that callers give, checked in one place."""

from __future__ import annotations

from soko._soko import ArgumentError, PlanError, Rules, SeatError, SokoError

# Type checkers take this for true; at run time it saves the import of typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Literal, TypeVar

    _T = TypeVar("_T")

# Numbers of so many bits are not written in errors: nobody reads them, and Python refuses to write the longest.
_LONG = 1000


def written(value: object) -> str:
    """Return a value as Python writes it; of one that it does not write, such as an int of 5,000 digits, its type."""
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - whatever it is, it must not hide what is wrong with the value
        return f"a value of type {type(value).__name__}"


def is_flag(value: object) -> bool:
    """Whether a value is a boolean, of Python or of numpy."""
    return isinstance(value, bool) or (type(value).__module__ == "numpy" and type(value).__name__ in {"bool", "bool_"})


def flag(name: str, value: object) -> bool:
    """Return ``value`` as a bool; ``TypeError`` for what is no boolean, whose truth may not be what was meant."""
    if is_flag(value):
        return bool(value)
    msg = f"{name} {written(value)}: True or False is needed, not {type(value).__name__}"
    raise TypeError(msg)


def listed(name: str, values: Iterable[_T], wanted: str) -> Iterator[_T]:
    """Return an iterator over ``values``; ``TypeError`` says what is wanted when it is a text or cannot be iterated."""
    if not isinstance(values, (str, bytes)):
        try:
            return iter(values)
        except TypeError:
            pass
    msg = f"{name} {written(values)}: {wanted} is needed, not {type(values).__name__}"
    raise TypeError(msg)


def unmasked(name: str, array: object) -> None:
    """Refuse masked arrays: what is read of them is what the mask hides."""
    if hasattr(array, "mask") and hasattr(array, "filled"):
        msg = f"{name}: a masked array is not read; use numpy.ma.filled with a value for what is masked"
        raise TypeError(msg)


def formatted(value: object, spec: str) -> str:
    """Return the text of a value, aligned as texts are: the ``__format__`` of classes."""
    return format(str(value), spec)


def count(name: str, value: object, low: int, high: int, error: type[SokoError] = PlanError) -> int:
    """Return ``value`` as an int when it is one from ``low`` to ``high``.

    ``TypeError`` for anything that is not a whole number (a bool is none), ``error`` outside the range.
    """
    from operator import index

    try:
        if is_flag(value):
            raise TypeError  # noqa: TRY301 - as for what is no number at all
        number = index(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    except TypeError:
        msg = f"{name} {written(value)}: a whole number is needed, not {type(value).__name__}"
        raise TypeError(msg) from None
    if not low <= number <= high:
        given = number if number.bit_length() < _LONG else f"of {number.bit_length():,} bits"
        msg = f"{name} {given}: {low:,} to {high:,} is allowed"
        raise error(msg)
    return number


def stack(name: str, chips: object, seat: int) -> int:
    """Return the chips of a seat when a hand can begin with them; ``SeatError`` names the seat when it cannot."""
    from operator import index

    try:
        return count(name, chips, 1, 2**63 - 1, SeatError)
    except SeatError as error:
        error.seat, error.amount = seat, index(chips)  # type: ignore[arg-type]  # count took it for a number
        raise


def game_rules(value: object) -> Rules:
    """Return ``value`` if it is rules; ``TypeError`` for names, for functions that make rules, and all else."""
    if isinstance(value, Rules):
        return value
    msg = f"rules must be a soko.Rules such as soko.games.soko(), not {written(value)}"
    raise TypeError(msg)


def checked_progress(
    progress: bool | Callable[[int, int], object] | None,  # noqa: FBT001
) -> Literal[True] | Callable[[int, int], object] | None:
    """Return how to tell of progress, ``None`` for not at all; ``TypeError`` for what is no way to do it."""
    if progress is None or is_flag(progress):
        return True if progress else None
    if not callable(progress):
        msg = f"progress {written(progress)}: True, False or a callable that takes (done, total) is needed"
        raise TypeError(msg)
    return progress


def deviations(confidence: float) -> float:
    """Return how many standard errors lie on each side of a mean with this confidence, by the normal law.

    ``ArgumentError`` unless it is between 0 and 1.
    """
    from math import nextafter
    from statistics import NormalDist

    if not 0 < real("confidence", confidence) < 1:
        msg = f"confidence {written(confidence)}: more than 0 and less than 1 is needed"
        raise ArgumentError(msg)
    # Halving what the greatest floats below 1 leave gives 1, which no deviation reaches.
    return NormalDist().inv_cdf(min((1 + float(confidence)) / 2, nextafter(1, 0)))


def real(name: str, value: object) -> float:
    """Return ``value`` as a float; ``TypeError`` for what is no number, infinity for one that is too large."""
    if (
        is_flag(value)
        or isinstance(value, (str, bytes))
        or not (hasattr(value, "__float__") or hasattr(value, "__index__"))
    ):
        msg = f"{name} {written(value)}: a number is needed, not {type(value).__name__}"
        raise TypeError(msg)
    try:
        return float(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    except OverflowError:
        return float("inf")
    except (TypeError, ValueError) as error:
        msg = f"{name} {written(value)}: a number is needed, not {type(value).__name__}"
        raise TypeError(msg) from error


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
