"""What tables and hands show besides their own arrays: histories, observations for any seat, and results so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from soko import _soko
from soko._checks import count, unmasked, written
from soko._soko import ArgumentError, Rules, SeatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from soko._soko import Hand
    from soko._table_run import Run

__all__ = ["LONGEST_HISTORY", "Observed", "hand_history", "legal_mask", "observe_hand"]

LONGEST_HISTORY: Final = 65_535
_ACTIONS: Final = len(_soko.action_names())


class Observed:
    """The part of ``soko.Table`` that shows what is not in its arrays, or not unless it is asked for."""

    rules: Rules
    players: int
    tables: int
    rewards: NDArray[np.int64]
    _core: _soko.Tables
    _run: Run
    _threads: int
    _history: int | None

    @property
    def history(self) -> NDArray[np.int8]:
        """What was done in the hand at each table: int8 (n, length), and every step overwrites it.

        A row has the actions oldest first and -1 after the last: ``seat * 8 + action``, with the seats counted
        clockwise from the seat to act. Where the hand is over, seats are those of the table. ``length`` is the most
        actions that a hand can have, or what ``history=`` says, and then a row has the last ones; 7 is a wager of an
        amount that is none of the four sizes, in hands played elsewhere (docs/observations.md).

        It is written from the first time it is asked for on, as steps take longer with it. ``ArgumentError`` where the
        game has no bound and ``history=`` was not given.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> table.history.shape
        (1000, 44)
        >>> table.step(table.legal.argmax(axis=1))
        >>> table.history[0, :3]
        array([18, -1, -1], dtype=int8)
        """
        if "_kept" not in self.__dict__:
            self._keep_history(np.zeros((self.tables, self._history_length()), np.int8))
        kept: NDArray[np.int8] = self.__dict__["_kept"]
        return kept

    def _keep_history(self, array: NDArray[np.int8]) -> None:
        """Have the history written to this array from now on."""
        unmasked("history", array)
        _soko.keep_history(self._core, self._history_length(), array)
        self.__dict__["_kept"] = array

    def _history_length(self) -> int:
        if "_kept" in self.__dict__:
            return int(self.__dict__["_kept"].shape[1])
        if self._history is not None:
            return self._history
        return _bound(self.rules, self.players, self._run.shortest_stack, "Table(..., history=64)")

    def layout(self, encoding: str = "raw") -> dict[str, slice]:
        """Return where each field stands in the rows of ``observe``.

        ``"raw"`` is laid out as ``observation_layout`` says. ``ArgumentError`` for an unknown encoding, and where
        ``"onehot"`` needs ``history=`` as the game has no bound.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 2, tables=10, rng=7, history=8)
        >>> list(table.layout("onehot"))[:4], table.layout("onehot")["history"]
        (['cards', 'hole', 'community', 'wild'], slice(240, 320, None))
        """
        return _layout(self.rules, self.players, encoding, self._encoded_length(encoding))

    def _encoded_length(self, encoding: str) -> int:
        return self._history_length() if _name(encoding) == "onehot" else 0

    def observe(
        self, seat: int | None = None, encoding: str = "raw", out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return what one seat sees at each table, whoever is to act: float32 (n, width).

        Parameters
        ----------
        seat
            Whose view it is, as for the critic of that seat, also where it has folded; ``None`` for the seat to act at
            each table.
        encoding
            ``"raw"``: as ``observations``. ``"onehot"``: zeros and ones for cards, seats, the street and the history.
            ``"canonical"``: as raw, with the suits numbered in the order in which they are met. ``layout`` says where
            each field stands, docs/observations.md what it is.
        out
            An array of the caller, which is written to and returned.

        Returns
        -------
        NDArray
            A row for each table; zeros where the hand is over.

        Raises
        ------
        SeatError
            There is no such seat.
        ArgumentError
            The encoding is unknown, or ``"onehot"`` needs ``history=`` as the game has no bound.
        SokoError
            ``out`` is read-only, not C-contiguous, of the wrong shape, or shares memory with an array of the table.
        TypeError
            ``out`` is no array of float32.

        Examples
        --------
        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> bool((table.observe() == table.observations).all())
        True
        >>> critic = table.observe(2, "onehot")
        >>> critic[:, table.layout("onehot")["actor"]].sum()
        np.float32(1000.0)
        """
        viewer = None if seat is None else count("seat", seat, 0, self.players - 1, SeatError)
        fields, length = self.layout(encoding), self._encoded_length(encoding)
        rows = np.empty((self.tables, _width(fields)), np.float32) if out is None else out
        unmasked("out", rows)
        _soko.observe_tables(self._core, viewer, encoding, length, rows, self._threads)
        return rows

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Whether each seat's result of the hand is known: bool (n, players), a new array.

        It is from the fold on, and for all seats when the hand is over. ``results`` has it.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> table.step_random(4)
        >>> bool((table.settled[table.terminated]).all()), bool((table.results[~table.settled] == 0).all())
        (True, True)
        """
        return self._settle()[0]

    @property
    def results(self) -> NDArray[np.int64]:
        """The chips that each seat has won or lost where that is known (``settled``), else 0: int64 (n, players).

        A seat that has folded has lost what it has paid, which its reward at the end of the hand will be.
        """
        return self._settle()[1]

    def _settle(self) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        settled = np.zeros((self.tables, self.players), np.bool_)
        results = np.zeros((self.tables, self.players), np.int64)
        _soko.settle_tables(self._core, settled.view(np.uint8), results)
        return settled, results

    def relative_rewards(self, seats: int | NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return ``rewards`` with the seats counted clockwise from one: int64 (n, players), column 0 that seat's own.

        ``seats`` is one seat for all tables, or an array (n,) with one for each. ``SeatError`` for a seat that is not
        there or an array of another shape; ``TypeError`` for anything else than whole numbers.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> table.step_random(9)
        >>> bool((table.relative_rewards(2)[:, 0] == table.rewards[:, 2]).all())
        True
        """
        if not isinstance(seats, np.ndarray):
            return np.roll(self.rewards, -count("seats", seats, 0, self.players - 1, SeatError), axis=1)
        unmasked("seats", seats)
        if not np.issubdtype(seats.dtype, np.integer):
            msg = f"seats of {seats.dtype}: whole numbers are needed"
            raise TypeError(msg)
        if seats.shape != (self.tables,):
            msg = f"seats of shape {seats.shape}: ({self.tables},) is needed"
            raise SeatError(msg)
        if bad := [int(seat) for seat in seats[(seats < 0) | (seats >= self.players)][:1]]:
            msg = f"seats {bad[0]}: 0 to {self.players - 1} is allowed"
            raise SeatError(msg)
        columns = (seats.astype(np.int64)[:, None] + np.arange(self.players)) % self.players
        return np.take_along_axis(self.rewards, columns, axis=1)


def _bound(rules: Rules, players: int, shortest: int, cure: str) -> int:
    """Return the most actions of a hand; ``ArgumentError`` where there is no such number."""
    length: int | None = _soko.most_actions(rules, players, shortest)
    if length is None:
        why = "no cap heads-up" if rules.limit in {"fixed", "spread"} else f"{rules.limit} limit has no cap"
        msg = f"history: a hand may have any number of actions ({why}); give how many of the last ones, as in {cure}"
        raise ArgumentError(msg)
    return length


def _name(encoding: object) -> str:
    """Return the name of an encoding; ``TypeError`` for what is no text."""
    if not isinstance(encoding, str):
        msg = f"encoding {written(encoding)}: a name such as 'raw' is needed, not {type(encoding).__name__}"
        raise TypeError(msg)
    return encoding


def _layout(rules: Rules, players: int, encoding: str, length: int) -> dict[str, slice]:
    fields = _soko.observed_fields(rules, players, encoding, length)
    return {name: slice(start, start + size) for name, start, size in fields}


def _width(fields: dict[str, slice]) -> int:
    return max(int(field.stop) for field in fields.values())


def legal_mask(hand: Hand) -> NDArray[np.bool_]:
    """Return which numbered actions are legal in a hand: bool (7,)."""
    return np.array([_soko.legal_bits(hand) >> number & 1 for number in range(_ACTIONS)], np.bool_)


def hand_history(hand: Hand) -> NDArray[np.int8]:
    """Return the actions of a hand as the seat to act sees them: int8."""
    steps = np.frombuffer(_soko.hand_steps(hand), np.int8)
    seats = (steps // 8 - (hand.actor or 0)) % hand.players
    return (seats * 8 + steps % 8).astype(np.int8)


def observe_hand(hand: Hand, seat: int, encoding: str, history: int | None) -> NDArray[np.float32]:
    """Return what a seat sees of a hand: float32 (width,)."""
    length = 0
    if history is not None:
        length = count("history", history, 1, LONGEST_HISTORY, ArgumentError)
    elif _name(encoding) == "onehot":
        length = _bound(hand.rules, hand.players, min(hand.starting_stacks), "hand.observe(seat, 'onehot', history=64)")
    row = np.empty(_width(_layout(hand.rules, hand.players, _name(encoding), length)), np.float32)
    _soko.observe_hand(hand, seat, encoding, length, row)
    return row
