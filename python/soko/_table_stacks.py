"""The chips with which the hands of a ``Table`` begin: the same in all of them, by deals, or drawn by a callable."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from soko._checks import listed, stack, unmasked
from soko._soko import SeatError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from numpy.typing import ArrayLike, NDArray

    from soko import _soko

    _Draw: TypeAlias = Callable[[NDArray[np.int64], NDArray[np.int64]], ArrayLike]
    _Stacks: TypeAlias = int | Sequence[int] | Sequence[Sequence[int]] | NDArray[np.integer[Any]] | _Draw

# How many deals of a table are drawn ahead at most, and of how many at all tables together.
_AHEAD = 16
_AHEAD_IN_ALL = 1 << 20


def chips(stacks: _Stacks, players: int, tables: int) -> list[int]:
    """Return the stacks of one table for all, or of all tables one after the other."""
    unmasked("stacks", stacks)
    if isinstance(stacks, np.ndarray):
        if not np.issubdtype(stacks.dtype, np.integer):
            msg = f"stacks of {stacks.dtype}: whole numbers are needed"
            raise TypeError(msg)
        stacks = cast("Sequence[int]", stacks.tolist())
    # Read no further than shows that there are too many, whatever the list says of its length.
    most = max(tables, players, 255) + 1
    rows: list[Any] = (
        list(islice(cast("Sequence[int]", stacks), most)) if hasattr(stacks, "__iter__") else [stacks] * players
    )
    if rows and hasattr(rows[0], "__iter__"):
        rows = [list(islice(listed("stacks", row, "a list for each table"), 256)) for row in rows]
        if len(rows) != tables or any(len(row) != players for row in rows):
            msg = f"stacks of {len(rows)} tables: {tables} with {players} seats each are needed"
            raise SeatError(msg)
        rows = [held for row in rows for held in row]
    elif len(rows) != players:
        msg = f"{len(rows)} stacks: {players} are needed, or (tables, players) of them"
        raise SeatError(msg)
    return [stack("stack", held, number % players) for number, held in enumerate(rows)]


def by_deal(stacks: NDArray[np.integer[Any]], players: int, tables: int) -> tuple[list[int], int]:
    """Return an array (tables or 1, deals, players) as one list, and the number of deals."""
    if stacks.shape[0] not in {1, tables} or not stacks.shape[1] or stacks.shape[2] != players:
        msg = f"stacks of shape {stacks.shape}: ({tables} or 1, deals, {players}) is needed"
        raise SeatError(msg)
    flat = stacks.ravel().tolist()
    return [stack("stack", held, number % players) for number, held in enumerate(flat)], stacks.shape[1]


class Drawn:
    """Stacks that a callable draws, some deals ahead: the core begins hands by itself.

    The stacks of deal d of a table stand at place ``d % deals`` of its ring.
    """

    def __init__(self, draw: _Draw, first: int, tables: int, players: int) -> None:
        """Draw nothing yet."""
        self.draw, self.first, self.tables, self.players = draw, first, tables, players
        self.deals = max(2, min(_AHEAD, _AHEAD_IN_ALL // tables))
        # Before which deal all of a table are drawn, and how many more steps need no look at that.
        self.filled = np.zeros(tables, np.int64)
        self.sure = 0

    def begin(self) -> list[int]:
        """Return the stacks of the first deals, table after table."""
        tables, deals = self._missing(np.zeros(self.tables, np.int64))
        stacks = self._ask(tables, deals)
        self.filled[:] = self.deals
        return stacks.ravel().tolist()

    def fill(self, core: _soko.Tables, now: NDArray[np.int64]) -> None:
        """Draw what tables may need that are at these deals, and see to the next one each."""
        if (now + 1 < self.filled).all():
            return
        tables, deals = self._missing(now)
        core.put_stacks(tables, deals, self._ask(tables, deals))
        self.filled[:] = now + self.deals
        # No step begins two deals.
        self.sure = self.deals - 2

    def forget(self, mask: NDArray[np.bool_]) -> None:
        """Draw again at tables that begin again with deal 0."""
        self.filled[mask] = 0
        self.sure = 0

    def _missing(self, now: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return which deals of which tables, by their rows, are to be drawn."""
        ahead = np.arange(self.deals)
        deals = now[:, None] + ahead
        rows, columns = np.nonzero(deals >= self.filled[:, None])
        return rows.astype(np.int64), deals[rows, columns].astype(np.int64)

    def _ask(self, rows: NDArray[np.int64], deals: NDArray[np.int64]) -> NDArray[np.int64]:
        given = self.draw(self.first + rows, deals.copy())
        unmasked("stacks that were drawn", given)
        stacks = np.asarray(given)
        shape = (len(rows), self.players)
        if not np.issubdtype(stacks.dtype, np.integer):
            msg = f"stacks that were drawn are of {stacks.dtype}: whole numbers are needed"
            raise TypeError(msg)
        if stacks.shape != shape:
            msg = f"stacks that were drawn are of shape {stacks.shape}: {shape} is needed"
            raise SeatError(msg)
        wrong = np.argwhere((stacks < 1) | (stacks > np.int64(2**63 - 1)))
        if len(wrong):
            row, seat = wrong[0].tolist()
            stack(f"the stack drawn for table {self.first + int(rows[row])}", int(stacks[row, seat]), seat)
        return np.ascontiguousarray(stacks, np.int64)


def given_stacks(
    arguments: Mapping[str, Any], first: int, tables: int, players: int
) -> tuple[list[int], int, Drawn | None]:
    """Return the stacks that a ``Table`` is given as one list, of how many deals they are, and what draws more."""
    stacks, draw = arguments["stacks"], arguments.get("drawn")
    if draw is not None:
        drawn = Drawn(draw, first, tables, players)
        drawn.filled[:] = arguments["filled"]
        return *by_deal(stacks, players, tables), drawn
    if callable(stacks):
        drawn = Drawn(cast("_Draw", stacks), first, tables, players)
        return drawn.begin(), drawn.deals, drawn
    if isinstance(stacks, np.ndarray) and stacks.ndim == 3:
        return *by_deal(stacks, players, tables), None
    return chips(stacks, players, tables), 1, None
