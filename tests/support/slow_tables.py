"""Tables played one by one, by the words of docs/table.md alone: a witness for seats and modes of ``soko.Table``."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import soko

Policy = str | Callable[[np.ndarray[Any, Any], np.ndarray[Any, Any]], Any]


class SlowTable:
    """One table of many, whose seats are played by suggestions and plain steps of a table without seats."""

    def __init__(self, plain: soko.Table, seats: Mapping[int, Policy], mode: str | bool) -> None:  # noqa: FBT001
        self.plain, self.seats, self.mode = plain, seats, "next" if mode is True else mode
        self.shown: tuple[list[int], bool] | None = None
        self._advance()
        self.rewards, self.terminated = [0] * plain.players, False
        if self.is_over and self.mode != "same":
            self._show()

    @property
    def is_over(self) -> bool:
        return int(self.plain.actors[0]) < 0

    def _show(self) -> None:
        self.rewards, self.terminated = self.plain.rewards[0].tolist(), True

    def _advance(self) -> None:
        while not self.is_over and int(self.plain.actors[0]) in self.seats:
            policy = self.seats[int(self.plain.actors[0])]
            if isinstance(policy, str):
                self.plain.step(self.plain.suggest(policy))
            else:
                self.plain.step(np.asarray(policy(self.plain.observations, self.plain.legal)))

    def _begin(self) -> None:
        """Begin the next hand, which a step of a plain table does where one is over."""
        self.plain.step(np.array([0]))
        self._advance()

    def step(self, action: int) -> None:
        self.rewards, self.terminated = [0] * self.plain.players, False
        was_over = self.is_over
        if not was_over:
            self.plain.step(np.array([action]))
            self._advance()
        elif self.mode == "next":
            self._begin()
        elif self.mode is False:
            self.terminated = True
            return
        if self.is_over:
            self._show()
            if self.mode == "same":
                # What the last step of a plain table showed is of the hand that is over.
                self._begin()


def same_rows(table: soko.Table, slow: list[SlowTable]) -> None:
    """Compare all that tables show."""
    for name in ("actors", "legal", "observations"):
        rows = np.concatenate([getattr(one.plain, name) for one in slow])
        assert getattr(table, name).tobytes() == rows.tobytes(), name
    assert table.rewards.tolist() == [one.rewards for one in slow]
    assert table.terminated.tolist() == [one.terminated for one in slow]
    assert table.hands.tolist() == [int(one.plain.hands[0]) for one in slow]
