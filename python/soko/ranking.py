"""Rankings: evaluate single hands, or millions at once."""

from __future__ import annotations

from soko import _soko
from soko._checks import thread_count, unmasked
from soko._soko import Ranking, Showing, SokoError, Strength, evaluate, evaluate_int, explain, showing

# Type checkers take this for true; at run time it saves the import of typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from soko._soko import Rules

    _AnyRanking: TypeAlias = Literal["soko", "standard", "wild"] | Ranking | Rules

__all__ = [
    "Ranking",
    "Showing",
    "Strength",
    "categories",
    "evaluate",
    "evaluate_int",
    "evaluate_many",
    "explain",
    "showing",
]


def evaluate_many(
    hands: NDArray[np.uint8],
    ranking: _AnyRanking = "soko",
    *,
    wild: str | NDArray[np.int8] | None = None,
    out: NDArray[np.uint16] | None = None,
    threads: int | None = 1,
) -> NDArray[np.uint16]:
    """Evaluate many hands of five, six or seven cards.

    Parameters
    ----------
    hands
        A uint8 array of card indices of shape (n, 5), (n, 6) or (n, 7): C-contiguous, one hand a row, or the transpose
        of a C-contiguous array, which has the first cards of all hands, then their second cards, and so on. Neither is
        copied.
    ranking
        As in ``evaluate``.
    wild
        As in ``evaluate``, or an int8 array of shape (n,), C-contiguous: the wild rank of each hand, 0 (a deuce) to 12
        (an ace), -1 for none (rules 2.9). Only with ``ranking="wild"``.
    out
        A contiguous uint16 array of shape (n,) to write to, which may not share memory with ``hands`` or ``wild``.
    threads
        How many threads evaluate, ``None`` for all cores. The GIL is released, and Ctrl-C is answered.

    Returns
    -------
    numpy.ndarray
        The numbers of ``int(evaluate(...))``: uint16, (n,); ``out`` if it is given.

    Raises
    ------
    CardError
        The shape is wrong, or a hand has a number above 51, a card twice or a number in ``wild`` that is no rank: the
        first such hand is named, and ``out`` may be partly written.
    RulesError
        The ranking is unknown, or ``wild`` is given with another ranking than ``"wild"``.
    PlanError
        ``threads`` is not 1 to 1,024.
    SokoError
        ``hands`` has neither layout, ``wild`` is not contiguous or of another length, or ``out`` is read-only, not
        contiguous, of another length or shares memory.
    TypeError
        An array has another dtype.

    Examples
    --------
    >>> import numpy as np
    >>> hands = np.array([[51, 47, 43, 39, 1], [50, 49, 47, 41, 32]], np.uint8)
    >>> evaluate_many(hands) == [evaluate_int("As Ks Qs Js 2d"), evaluate_int("Ah Ad Ks Qd Tc")]
    array([ True,  True])
    >>> columns = np.array([[51, 50], [47, 49], [43, 47], [39, 41], [1, 32]], np.uint8)
    >>> evaluate_many(columns.T) == evaluate_many(hands)
    array([ True,  True])
    >>> categories(evaluate_many(hands, "wild", wild=np.array([0, -1], np.int8)), "wild")  # deuces are wild, nothing is
    array([11,  1], dtype=uint8)
    """
    if type(threads) is not int or threads != 1:
        threads = thread_count(threads)
    try:
        return _soko.evaluate_into(hands, out, ranking, wild, threads)
    except TypeError as error:
        if getattr(error, "argument", None) != "hands":
            raise
        msg = f"{error}{_cure(hands)}"
        raise TypeError(msg) from None


def _cure(hands: object) -> str:
    """Say how whole numbers become an array that can be evaluated."""
    kind = getattr(getattr(hands, "dtype", None), "kind", None)
    if kind in {"i", "u"}:
        return ": check that all numbers are 0 to 51, then hands.astype(numpy.uint8)"
    return ": use numpy.array(hands, numpy.uint8)" if isinstance(hands, (list, tuple)) else ""


def categories(strengths: NDArray[np.uint16], ranking: _AnyRanking = "soko") -> NDArray[np.uint8]:
    """Return the category of each strength: a uint8 array of the same shape, of the numbers of ``Category``.

    ``SokoError`` for a number that is not a strength of the ranking; ``TypeError`` for an array that is not uint16.

    >>> import numpy as np
    >>> categories(np.array([evaluate_int("As Ks Qs Js 2d"), evaluate_int("Ah Ad Ks Qd Tc")], np.uint16))
    array([3, 1], dtype=uint8)
    """
    import numpy as np

    from soko.category import Category

    unmasked("strengths", strengths)
    if not hasattr(strengths, "dtype"):
        message = f"strengths must be a numpy array of uint16, not {type(strengths).__name__}"
        raise TypeError(message)
    given: NDArray[Any] = np.asarray(strengths)
    if given.dtype != np.uint16:
        message = f"strengths must be a numpy array of uint16, not an array of {given.dtype}"
        raise TypeError(message)
    pages = np.frombuffer(_soko.category_pages(ranking), np.uint8)
    found: NDArray[np.uint8] = pages[given >> 8]
    if found.size and found.max() > max(Category):
        wrong = given[found > max(Category)].flat[0]
        message = f"{wrong} is not a strength of ranking {ranking}"
        raise SokoError(message)
    return found
