"""Seats of a ``Table`` that are not played by its caller: by name inside the core, or by callables in batches."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from soko._checks import count, written
from soko._soko import ArgumentError, SeatError, policy_names
from soko.policies import BatchPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    _SeatPolicy: TypeAlias = str | Callable[..., Any]


class Asked(NamedTuple):
    """A callable, and for each seat whether it plays there; no seat, which is the last, is nobody's."""

    policy: BatchPolicy
    plays: NDArray[np.bool_]


class Seats(NamedTuple):
    """Who plays which seat, the names of built-in policies by seat, and each callable with its seats."""

    given: dict[int, _SeatPolicy]
    inside: list[str | None]
    asked: list[Asked]

    @classmethod
    def of(cls, seats: object, players: int) -> Seats:
        """Check what was given; ``None`` is nobody."""
        if seats is not None and not isinstance(seats, Mapping):
            msg = f"seats {written(seats)}: a dictionary of seats and policies is needed, not {type(seats).__name__}"
            raise TypeError(msg)
        given: dict[int, _SeatPolicy] = {}
        # A mapping may be longer than it says.
        for seat, policy in islice((seats or {}).items(), players + 1):
            number = count("seat", seat, 0, players - 1, SeatError)
            if isinstance(policy, str):
                if policy not in policy_names():
                    names = ", ".join(policy_names())
                    msg = f"policy {policy!r} of seat {number}: unknown; built-in policies are {names}"
                    raise ArgumentError(msg)
            elif not callable(policy):
                msg = f"policy {written(policy)} of seat {number}: {', '.join(policy_names())} or a callable is needed"
                raise TypeError(msg)
            given[number] = policy
        inside = [policy if isinstance(policy := given.get(seat), str) else None for seat in range(players)]
        own = {seat: policy for seat, policy in sorted(given.items()) if not isinstance(policy, str)}
        asked: list[Asked] = []
        for seat, policy in own.items():
            found = next((asker for asker in asked if asker.policy.policy is policy), None)
            if found is None:
                found = Asked(BatchPolicy.of(policy), np.zeros(players + 1, np.bool_))
                asked.append(found)
            found.plays[seat] = True
        return cls(given, inside, asked)

    @property
    def callables(self) -> list[int]:
        """The seats that callables play."""
        return [seat for seat, policy in self.given.items() if not isinstance(policy, str)]

    def record(self) -> dict[str, str | None]:
        """Return the seats for a file, which has only the names of built-in policies."""
        return {str(seat): policy if isinstance(policy, str) else None for seat, policy in self.given.items()}


def read_seats(record: Mapping[str, str | None], seats: Mapping[int, _SeatPolicy] | None) -> dict[int, _SeatPolicy]:
    """Return the seats of a file, with the callables that are given for it."""
    given = dict(seats or {})
    wanted = {int(seat) for seat, name in record.items() if name is None}
    if wanted != given.keys():
        named: Sequence[int] = sorted(wanted)
        msg = f"seats {sorted(given)}: files have no callables, and those of the seats {named} are to be given"
        raise ValueError(msg)
    return {int(seat): given[int(seat)] if name is None else name for seat, name in record.items()}
