"""The document of saved tables: what a ``Table`` was made of, and how its hands came about."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, Final

from soko._soko import Rules
from soko._table_seats import read_seats
from soko.plans import files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from soko._table_run import Run
    from soko._table_seats import _SeatPolicy
    from soko._table_stacks import _Draw

KIND: Final = "lockstep tables"


def document(described: dict[str, Any], run: Run) -> dict[str, object]:
    """Return all that tables are, ready for JSON; of callables there is nothing but where they are needed."""
    key, keys = run.core.keys
    more: dict[str, object] = {}
    if run.seats.given:
        more["seats"] = run.seats.record()
    if keys:
        more["keys"] = list(map(_written, keys))
    if run.core.deals > 1:
        more["deals"] = run.core.deals
    if run.drawn is not None:
        more["filled"] = run.drawn.filled.tolist()
    return {
        "soko": KIND,
        "version": files.VERSION,
        **{name: value for name, value in described.items() if name != "duplicate" or value},
        "rules": described["rules"].to_dict(),
        "stacks": run.core.stacks,
        "key": _written(key),
        **more,
        "state": b64encode(run.core.save()).decode(),
    }


def arguments(
    document: dict[str, Any], threads: int, seats: Mapping[int, _SeatPolicy] | None, draw: _Draw | None
) -> tuple[dict[str, Any], bytes]:
    """Return what a ``Table`` begins with to go on from a document, and the state of its hands."""
    players, tables, deals = document["players"], document["tables"], document.get("deals", 1)
    given = {
        **document,
        "rules": Rules.from_dict(document["rules"]),
        "stacks": _rows(document["stacks"], players, deals),
        "key": _read(document["key"]),
        "keys": list(map(_read, document.get("keys", []))),
        "seats": read_seats(document.get("seats", {}), seats),
        "threads": threads,
    }
    if len(given["keys"]) not in {0, tables}:
        msg = f"{len(given['keys'])} keys: {tables} or none are needed"
        raise ValueError(msg)
    if ("filled" in document) != callable(draw):
        msg = "stacks: a callable is to be given where one drew them, and only there"
        raise ValueError(msg)
    if draw is not None:
        given["drawn"] = draw
    return given, b64decode(document["state"])


def _rows(stacks: list[int], players: int, deals: int) -> object:
    """Return the stacks of a document in the shape in which a ``Table`` gets them."""
    if deals == 1:
        return stacks if len(stacks) == players else [stacks[i : i + players] for i in range(0, len(stacks), players)]
    import numpy as np

    return np.array(stacks, np.int64).reshape(-1, deals, players)


def _written(key: tuple[int, int, int, int]) -> list[str]:
    return [f"{word:016x}" for word in key]


def _read(key: list[str]) -> tuple[int, int, int, int]:
    a, b, c, d = (int(word, 16) for word in key)
    return a, b, c, d
