"""How a ``Table`` steps where there is more to it than an action: seats played for the caller, tables that wait."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import numpy as np

from soko import _soko
from soko._checks import flag
from soko._soko import ArgumentError
from soko._table_arrays import mask_of_tables
from soko._table_stacks import chips, given_stacks
from soko.policies import Batch
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from numpy.typing import NDArray

    from soko._table_seats import Seats
    from soko._table_stacks import Drawn, _Stacks
    from soko.rng import _Rng

# Steps of more tables than this, with seats played inside, may take so long that Ctrl-C has to stop them.
_QUICK = 1 << 14
# The arrays that all tables have, in the order in which the core takes them.
_LENT = ("actors", "legal", "observations", "rewards", "terminated")


def autoreset_of(autoreset: object) -> bool | Literal["same"]:
    """Return how hands follow each other: ``"next"`` is another word for ``True``."""
    if not isinstance(autoreset, str):
        return flag("autoreset", autoreset)
    if autoreset == "same":
        return "same"
    if autoreset == "next":
        return True
    msg = f"autoreset {autoreset!r}: 'next', 'same', True or False is needed"
    raise ArgumentError(msg)


class Unchanging:
    """What cannot be changed from outside once there is a ``_core``: that would change nothing, or copies otherwise."""

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to set anything once the tables are there."""
        if "_core" in self.__dict__:
            msg = f"{name} of a Table cannot be set: what it plays is settled when it is made"
            raise AttributeError(msg)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuse to delete anything."""
        msg = f"{name} of a Table cannot be deleted"
        raise AttributeError(msg)


class Run:
    """The core of some tables with what it writes to, and who plays the seats that are not the caller's.

    What may take long, or calls Python, is taken back when it fails: then no table has moved.
    """

    def __init__(  # noqa: PLR0913 - what tables are run with
        self,
        core: _soko.Tables,
        arrays: list[NDArray[Any]],
        seats: Seats,
        drawn: Drawn | None,
        *,
        players: int,
        threads: int,
        replace: bool,
        same: bool,
        may_last: bool,
        duplicate: bool,
    ) -> None:
        """Begin with nobody asked."""
        self.core, self.arrays, self.seats, self.drawn = core, arrays, seats, drawn
        self.actors, self.legal, self.observations = arrays[0], arrays[1], arrays[2]
        self.tables, self.players, self.threads, self.replace = len(self.actors), players, threads, replace
        self.hands_a_deal, self.same = players if duplicate else 1, same
        inside = any(name is not None for name in seats.inside)
        slow = may_last or "pot-odds" in seats.inside or self.tables > _QUICK
        self.is_careful = bool(seats.asked) or (inside and slow)
        self.is_busy = False
        # Hands are counted on where a table begins anew with hand 0. Of each seat: the last hand in which it decided.
        self.counted_on = np.zeros(self.tables, np.int64)
        self.decided = np.full((self.tables, players), -1, np.int64)

    @classmethod
    def of(
        cls,
        described: Mapping[str, Any],
        arguments: Mapping[str, Any],
        seats: Seats,
        arrays: Mapping[str, NDArray[Any]],
        saved: bytes | None,
    ) -> Run:
        """Begin the hands of tables, or those that were saved, and play the seats that are not the caller's."""
        rules, players, tables, first = (described[name] for name in ("rules", "players", "tables", "first"))
        stacks, deals, drawn = given_stacks(arguments, first, tables, players)
        autoreset, duplicate = described["autoreset"], described["duplicate"]
        mode = autoreset if autoreset == "same" else "next" if autoreset else "off"
        play = (mode, duplicate, seats.inside, seats.callables, deals, arguments.get("keys", []))
        own, ends = [arrays[name] for name in _LENT], arrays.get("final_observations")
        # Buffers know no booleans, and a byte is one.
        lent = (own[0], own[1].view(np.uint8), own[2], own[3], own[4].view(np.uint8), ends)
        core = _soko.Tables(rules, players, tables, stacks, arguments["key"], first, play, lent, saved)
        run = cls(
            core,
            own if ends is None else [*own, ends],
            seats,
            drawn,
            players=players,
            threads=arguments["threads"],
            replace=described["on_illegal"] == "mask",
            same=mode == "same",
            may_last=rules.limit != "fixed" or not rules.cap_heads_up,
            duplicate=duplicate,
        )
        run.begin(arguments.get("hands"))
        return run

    def hands(self) -> NDArray[np.int64]:
        """Return the number of the hand at each table."""
        return np.frombuffer(self.core.hands(), dtype="<i8").astype(np.int64)

    @property
    def shortest_stack(self) -> int:
        """The least with which a hand may begin."""
        return 1 if self.drawn is not None else min(self.core.stacks)

    @contextmanager
    def whole(self, *, with_setup: bool = False, is_long: bool = False) -> Iterator[None]:
        """Take back what is done meanwhile if it fails, where it can fail half-way or may take long."""
        if self.is_busy:
            msg = "the table is in the middle of a step: what plays its seats cannot move it"
            raise RuntimeError(msg)
        if not (self.is_careful or with_setup or is_long):
            yield
            return
        self.core.keep(with_setup)
        before = [array.copy() for array in (*self.arrays, self.counted_on, self.decided)]
        self.is_busy = True
        try:
            yield
        except BaseException:
            for array, old in zip((*self.arrays, self.counted_on, self.decided), before, strict=True):
                array[...] = old
            # Histories are written again, for the seats that the arrays say.
            self.core.go_back()
            if self.drawn is not None:
                self.drawn.sure = 0
            raise
        finally:
            self.is_busy = False
            self.core.forget()

    def step(self, actions: NDArray[np.integer[Any]], where: object, *, observe: bool) -> None:
        """Take a step, at some tables if ``where`` says so."""
        which = None if where is None else mask_of_tables("where", where, self.tables)
        with self.whole():
            self._draw()
            self.core.step_some(actions, which, "fresh", self.replace, observe or bool(self.seats.asked), self.threads)
            self.ask("step")

    def step_random(self, steps: int, *, observe: bool) -> None:
        """Take steps with random actions, each whole."""
        asks, (rewards, terminated) = bool(self.seats.asked), self.arrays[3:5]
        for step in range(steps):
            with self.whole():
                self._draw()
                # What callables do goes on with this step alone, so what was shown before is added afterwards.
                before = (rewards.copy(), terminated.copy()) if asks and step else None
                onto, seen = "sum" if step and not asks else "fresh", asks or (observe and step == steps - 1)
                self.core.step_some(None, None, onto, replace=True, observe=seen, threads=self.threads)
                self.ask("step")
                if before is not None:
                    rewards += before[0]
                    terminated |= before[1] & self.same

    def reset(self, mask: object, stacks: _Stacks | None, rng: _Rng) -> None:
        """Begin the next hands at the tables of a mask, or of another stream their first ones."""
        which = np.ones(self.tables, np.uint8) if mask is None else mask_of_tables("mask", mask, self.tables)
        chosen, flat = which.view(np.bool_), None
        if stacks is not None:
            if callable(stacks) or (isinstance(stacks, np.ndarray) and stacks.ndim == 3):
                msg = "stacks: one number, one a seat or an array (tables, players) is needed here"
                raise ArgumentError(msg)
            flat = chips(stacks, self.players, self.tables)
            flat = flat if len(flat) == self.players * self.tables else flat * self.tables
        key = None if rng is None else stream_key(rng)
        with self.whole(with_setup=flat is not None or key is not None, is_long=self.tables > _QUICK):
            if key is not None:
                self.counted_on[chosen] += self.hands()[chosen] + 1
            if self.drawn is not None and key is not None:
                self.drawn.forget(chosen)
            self._draw(np.where(chosen, 0, self.hands()) if key is not None else None)
            self.core.reset(which, flat, key)
            self.decided[chosen] = -1
            self.ask("hold")

    def begin(self, hands: list[_soko.Hand] | None = None) -> None:
        """Play the seats that are not the caller's at the start of hands, which may be put at the tables first."""
        with self.whole():
            if hands is not None:
                self.core.set_hands(hands)
                if any(name is not None for name in self.seats.inside):
                    self.core.play_inside()
            self.ask("hold")

    def set_hand(self, table: int, hand: _soko.Hand) -> None:
        """Put a hand at a table, and play on to a decision of the caller."""
        with self.whole():
            self.core.set_hand(table, hand)
            if any(name is not None for name in self.seats.inside):
                self.core.play_inside()
            self.decided[table] = -1
            self.ask("hold")

    def ask(self, onto: str) -> None:
        """Ask the callables wherever one of their seats is to act, until none is."""
        while self.seats.asked:
            actions, asked = np.zeros(self.tables, np.int64), np.zeros(self.tables, np.bool_)
            for policy, plays in self.seats.asked:
                rows = np.flatnonzero(plays[self.actors])
                if len(rows):
                    actions[rows] = policy.actions(self._batch(rows, history=policy.takes_batch))
                    asked[rows] = True
            if not asked.any():
                return
            which = asked.view(np.uint8)
            self.core.step_some(actions, which, onto, replace=False, observe=True, threads=self.threads)

    def _batch(self, rows: NDArray[np.intp], *, history: bool) -> Batch:
        """Return what a callable is asked about these tables."""
        seats, hands = self.actors[rows], self.hands()[rows] + self.counted_on[rows]
        is_new = self.decided[rows, seats] != hands
        self.decided[rows, seats] = hands
        # No two tables have a number in common.
        columns = (
            self.observations[rows],
            self.legal[rows],
            self._history(rows, needed=history),
            hands * self.tables + rows,
            seats,
            is_new,
        )
        for column in columns:
            column.flags.writeable = False
        return Batch(*columns)

    def _history(self, rows: NDArray[np.intp], *, needed: bool) -> NDArray[np.int8]:
        """Return what was done at these tables, from the one to act; of no length where nobody looks at it."""
        if not needed:
            return np.zeros((len(rows), 0), np.int8)
        data, length = self.core.histories(rows.tolist())
        return np.frombuffer(bytearray(data), np.int8).reshape(len(rows), length)

    def _draw(self, hands: NDArray[np.int64] | None = None) -> None:
        """Draw stacks for the hands that may begin next."""
        if self.drawn is not None:
            if hands is None and self.drawn.sure > 0:
                self.drawn.sure -= 1
                return
            self.drawn.fill(self.core, (self.hands() if hands is None else hands) // self.hands_a_deal)
