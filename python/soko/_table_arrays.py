"""What a ``Table`` is given: arrays that it writes to, masks of tables, and hands to play on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from soko._checks import count, listed, unmasked, written
from soko._soko import ArgumentError, Hand, SeatError, SokoError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from soko._soko import Rules


_DTYPES: Final[dict[str, type[np.generic]]] = {
    "actors": np.int8,
    "legal": np.bool_,
    "observations": np.float32,
    "rewards": np.int64,
    "terminated": np.bool_,
    "final_observations": np.float32,
}


def out_arrays(out: Mapping[str, NDArray[Any]] | None) -> dict[str, NDArray[Any]]:
    """Return the argument ``out`` as a dictionary; ``TypeError`` for what is none."""
    if out is None:
        return {}
    if not isinstance(out, Mapping):
        msg = f"out {written(out)}: a dictionary of arrays by name is needed, not {type(out).__name__}"
        raise TypeError(msg)
    return dict(out)


def given_arrays(shapes: Mapping[str, tuple[int, ...]], out: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of the caller, and new ones for the others."""
    if unknown := set(out) - set(shapes):
        names = sorted(written(name).strip("'") for name in unknown)
        msg = f"out {', '.join(names)}: unknown; names are {', '.join(shapes)}"
        raise SokoError(msg)
    for name, array in out.items():
        unmasked(name, array)
        dtype = np.dtype(_DTYPES[name])
        if not isinstance(array, np.ndarray) or array.dtype != dtype:
            given = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
            msg = f"{name} must be a numpy array of {dtype}, not {given}"
            raise TypeError(msg)
    return {name: out[name] if name in out else np.zeros(shape, _DTYPES[name]) for name, shape in shapes.items()}


def read_hands(hands: Iterable[Hand], most: int) -> tuple[list[Hand], Rules, int]:
    """Return hands for tables, one each, with their game and the number of their players."""
    # What a list says of its length may be a lie: it is read one by one, and no further than is allowed.
    hands = list(islice(listed("hands", hands, "a list of soko.Hand"), most + 1))
    if not hands:
        msg = "no hands: one or more are needed"
        raise ArgumentError(msg)
    if not all(isinstance(hand, Hand) for hand in hands):
        msg = "hands: a list of soko.Hand is needed"
        raise TypeError(msg)
    rules, players = hands[0].rules, hands[0].players
    if any(hand.players != players for hand in hands):
        msg = f"hands of {sorted({hand.players for hand in hands})} players: all need the same number"
        raise SokoError(msg)
    count("players", players, 2, 10, SeatError)
    count("tables", len(hands), 1, most)
    return hands, rules, players


def mask_of_tables(name: str, mask: object, tables: int) -> NDArray[np.uint8]:
    """Return a mask as bytes, one a table; ``TypeError`` for what is no array of booleans."""
    unmasked(name, mask)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        given = f"an array of {mask.dtype}" if isinstance(mask, np.ndarray) else written(mask)
        msg = f"{name} must be a numpy array of bool, not {given}"
        raise TypeError(msg)
    if mask.shape != (tables,):
        msg = f"{name} of shape {mask.shape}: ({tables},) is needed"
        raise SokoError(msg)
    return np.ascontiguousarray(mask).view(np.uint8)
