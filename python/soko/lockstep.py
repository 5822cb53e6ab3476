"""Thousands of hands in lockstep: each step takes one action at every table, in numpy arrays (docs/table.md)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, final

import numpy as np

from soko import _soko, _table_file
from soko._checks import count, flag, formatted, game_rules, listed, thread_count, written
from soko._observing import LONGEST_HISTORY, Observed
from soko._soko import ArgumentError, Hand, Rules, SeatError, TallyFileError
from soko._table_arrays import given_arrays, out_arrays, read_hands
from soko._table_run import Run, Unchanging, autoreset_of
from soko._table_seats import Seats
from soko.plans import files
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from numpy.typing import NDArray

    from soko._table_seats import _SeatPolicy
    from soko._table_stacks import _Draw, _Stacks
    from soko.plans.files import FilePath
    from soko.rng import _Rng

    _OnIllegal = Literal["error", "mask"]
    _Autoreset = bool | Literal["next", "same"]

__all__ = ["ACTIONS", "Table", "default_stack"]

ACTIONS: Final[tuple[str, ...]] = tuple(_soko.action_names())
"""The names of the actions, by number."""

_MOST_TABLES: Final = 1 << 24
_MOST_CHIPS: Final = 2**63 - 1
# Numbers of tables are below this: tables beyond would have the cards of others (docs/stream.md 8).
_MOST_NUMBERS: Final = 2**62


def default_stack(rules: Rules) -> int:
    """Return the default stack of a seat: a hundred big bets.

    >>> import soko
    >>> from soko.lockstep import default_stack
    >>> default_stack(soko.games.soko())
    800
    """
    return 100 * game_rules(rules).big_bet


@final
class Table(Unchanging, Observed):
    """``tables`` hands of one game in lockstep, each at a table of its own with ``players`` seats.

    Every step takes one action at every table. The seven actions are the same in all games (``ACTIONS``): 0 fold, 1
    check or call, 2 bring in, and bets or raises of four sizes: 3 the smallest, 4 half the pot, 5 the pot, 6 the
    largest.

    These arrays describe the tables, one row each, and every step overwrites them:

    - ``actors`` int8 (n,): the seat to act, -1 where the hand is over.
    - ``legal`` bool (n, 7): which actions are legal, no two of them the same move.
    - ``observations`` float32 (n, width): what the seat to act may see, laid out as ``observation_layout`` says.
    - ``rewards`` int64 (n, players): the chips that each seat won or lost in a hand that ended in this step, else 0.
    - ``terminated`` bool (n,): whether the hand is over.
    - ``history`` int8 (n, length): what was done in the hand, from when it is first asked for on.

    Where a hand is over, the next step begins the next hand and takes no action; ``autoreset`` has the other ways. The
    dealer box moves on by one seat with each hand. Hand k of table i depends only on ``rng``, ``first`` + i and k
    (docs/stream.md 8).

    A table may be used by one thread at a time. A call while another thread uses it raises ``RuntimeError`` (``Already
    borrowed`` or ``Already mutably borrowed``) and does nothing. The arrays are plain numpy arrays: read them between
    steps.

    Parameters
    ----------
    rules
        The game.
    players
        How many seats each table has, 2 to 10.
    tables
        How many tables, 1 to 2**24.
    stacks
        The chips with which every hand begins: one number for all seats, one for each seat, or an array (tables,
        players); a hundred big bets by default. With an array (tables or 1, deals, players) hand k begins with row
        ``k % deals``. A callable draws them: ``stacks(tables, hands)`` gets the numbers of tables and of their hands,
        int64 (k,) each, and returns whole numbers (k, players). It is called ahead, for many hands at a time.
    rng
        Where the cards come from (docs/stream.md).
    threads
        How many threads take the steps, ``None`` for all cores; results do not depend on it.
    autoreset
        How a table begins its next hand: with ``True`` or ``"next"`` by the next step, with ``"same"`` by the step that
        ends the last one, with ``False`` by ``reset`` alone. With ``"same"`` the row shows the new hand beside what was
        won in the last, and ``terminated`` says whether a hand ended in the step; a hand that is over before you act is
        shown by the next step.
    on_illegal
        With ``"error"`` an illegal action raises ``IllegalAction`` and no table has moved. With ``"mask"`` the seat
        does what an absent player does (brings in, else checks, else folds), and ``illegal`` counts it.
    first
        The number of the first table, so that several objects share one ``rng`` without repeating hands.
    history
        How many of the last actions ``history`` has, 1 to 65,535; the most that a hand can have by default.
    out
        Arrays of the caller by name, which are written to instead of new ones.
    seats
        Who plays seats for you, by their numbers: names of ``soko.playouts.POLICIES``, or callables as in
        ``soko.playout``. Each step goes on until a seat that is not played for you is to act, or the hand is over.
        Then, and with ``autoreset="same"``, ``final_observations`` float32 (n, width) has what was seen at the end of
        the last hand.
    duplicate
        Whether each deal comes once for every seat, in hands that follow each other, with the cards, the stacks and the
        dealer box moved on by a seat each time.

    Raises
    ------
    PlanError
        A number is outside its range.
    SeatError
        The players or stacks do not fit the game, or there is no such seat.
    ArgumentError
        ``autoreset``, ``on_illegal`` or a policy is unknown.
    IllegalAction
        A callable did what is not legal. What a callable raises is passed on.
    SokoError
        An array of ``out`` is read-only, not C-contiguous, of the wrong shape, or shares memory with another.
    TypeError
        An array has the wrong dtype.

    Examples
    --------
    >>> import soko
    >>> table = soko.Table(soko.games.soko(), 6, tables=1000, rng=7)
    >>> table.step(table.legal.argmax(axis=1))
    >>> table.actors[:3], table.rewards.shape, table.observations.dtype
    (array([3, 2, 4], dtype=int8), (1000, 6), dtype('float32'))
    >>> table.step_random(100)
    >>> int(table.rewards.sum()), bool((table.legal.any(axis=1) == ~table.terminated).all())
    (0, True)
    """

    def __init__(  # noqa: PLR0913 - what a run is made of
        self,
        rules: Rules,
        players: int,
        tables: int = 4096,
        *,
        stacks: _Stacks | None = None,
        rng: _Rng = None,
        threads: int | None = 1,
        autoreset: _Autoreset = True,
        on_illegal: _OnIllegal = "error",
        first: int = 0,
        history: int | None = None,
        out: Mapping[str, NDArray[Any]] | None = None,
        seats: Mapping[int, _SeatPolicy] | None = None,
        duplicate: bool = False,
    ) -> None:
        """Begin the first hand at every table."""
        self._begin(
            {
                "rules": game_rules(rules),
                "players": count("players", players, 2, 10, SeatError),
                "tables": count("tables", tables, 1, _MOST_TABLES),
                "stacks": stacks,
                "key": stream_key(rng),
                "first": first,
                "autoreset": autoreset,
                "on_illegal": on_illegal,
                "threads": thread_count(threads),
                "seats": seats,
                "duplicate": duplicate,
                "history": history,
            },
            out,
        )

    def _begin(
        self, arguments: dict[str, Any], out: Mapping[str, NDArray[Any]] | None = None, saved: bytes | None = None
    ) -> None:
        """Begin, or go on from what was saved."""
        self.rules: Rules = arguments["rules"]
        self.players: int = arguments["players"]
        self.tables: int = arguments["tables"]
        # Four words of a key are counted for each table, in 64 bits (docs/stream.md 8): tables of greater numbers would
        # have the cards of others.
        self.first: int = count("first", arguments["first"], 0, _MOST_NUMBERS - self.tables)
        self.autoreset: bool | Literal["same"] = autoreset_of(arguments["autoreset"])
        self.duplicate: bool = flag("duplicate", arguments.get("duplicate", False))
        self.on_illegal: _OnIllegal = arguments["on_illegal"]
        self._threads: int = arguments["threads"]
        arguments["stacks"] = default_stack(self.rules) if arguments["stacks"] is None else arguments["stacks"]
        # What was saved by an earlier version has none.
        length = arguments.get("history")
        self._history = None if length is None else count("history", length, 1, LONGEST_HISTORY)
        if not isinstance(self.on_illegal, str) or self.on_illegal not in {"error", "mask"}:
            msg = f"on_illegal {written(self.on_illegal)}: 'error' or 'mask' is needed"
            raise ArgumentError(msg)
        seats = Seats.of(arguments.get("seats"), self.players)
        self.seats: Mapping[int, _SeatPolicy] = MappingProxyType(seats.given)
        layout = _soko.Tables.layout(self.rules, self.players)
        self.observation_layout: dict[str, slice] = {name: slice(at, at + size) for name, at, size in layout}
        width = layout[-1][1] + layout[-1][2]
        n = self.tables
        shapes = {"actors": (n,), "legal": (n, len(ACTIONS)), "observations": (n, width), "terminated": (n,)}
        ends = {"final_observations": (n, width)} if seats.given or self.autoreset == "same" else {}
        given = out_arrays(out)
        history = given.pop("history", None)
        arrays = given_arrays({**shapes, "rewards": (n, self.players), **ends}, given)
        self.actors: NDArray[np.int8] = arrays["actors"]
        self.legal: NDArray[np.bool_] = arrays["legal"]
        self.observations: NDArray[np.float32] = arrays["observations"]
        self.rewards: NDArray[np.int64] = arrays["rewards"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"]
        self.final_observations: NDArray[np.float32] | None = arrays.get("final_observations")
        self._run = Run.of(self._described(), arguments, seats, arrays, saved)
        # Whether steps are no more than those of the core.
        self._is_plain = not seats.given and self.autoreset != "same" and self._run.drawn is None
        self._core = self._run.core
        if history is not None or self._history is not None:
            # How long it is may depend on the stacks.
            self._keep_history(np.zeros((n, self._history_length()), np.int8) if history is None else history)

    def _described(self) -> dict[str, Any]:
        """Return what the tables are, without what a reset may change."""
        names = ("rules", "players", "tables", "first", "autoreset", "on_illegal", "duplicate")
        return {**{name: getattr(self, name) for name in names}, "history": self._history}

    def step(
        self, actions: NDArray[np.integer[Any]], *, where: NDArray[np.bool_] | None = None, observe: bool = True
    ) -> None:
        """Take an action at every table, or begin the next hand where one is over.

        Parameters
        ----------
        actions
            int64, int32, int8 or uint8 (n,); where no seat is to act, the number is ignored.
        where
            The tables that take part, bool (n,); the others wait. ``None`` for all.
        observe
            Whether the observations and the history are updated: not to do it is faster.

        Raises
        ------
        IllegalAction
            Actions are not legal, unless ``on_illegal="mask"``; it names the tables.
        SokoError
            An action is unknown, or an array has another shape or is not C-contiguous.
        TypeError
            An array has the wrong dtype.

        Examples
        --------
        >>> import numpy as np, soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=4, rng=7)
        >>> table.step(table.legal.argmax(axis=1), where=np.array([True, False, True, True]))
        >>> [len(table.hand(number).to_dict()["actions"]) for number in range(4)]
        [1, 0, 1, 1]
        """
        observe = flag("observe", observe)
        if where is not None or not self._is_plain:
            self._run.step(actions, where, observe=observe)
            return
        self._core.step(actions, self.on_illegal == "mask", observe, self._threads)

    def step_random(self, k: int = 1, *, observe: bool = True) -> None:
        """Take ``k`` steps with random actions, all legal ones equally likely (docs/stream.md 8).

        ``rewards`` are then the sums over the steps. Ctrl-C is answered between two steps and leaves the tables there.

        >>> import soko
        >>> once, twice = (soko.Table(soko.games.soko(), 4, tables=100, rng=7) for _ in range(2))
        >>> once.step_random(20)
        >>> for _ in range(20):
        ...     twice.step_random()
        >>> bool((once.observations == twice.observations).all())
        True
        """
        observe, k = flag("observe", observe), count("k", k, 1, _MOST_CHIPS)
        if not self._is_plain:
            self._run.step_random(k, observe=observe)
            return
        self._core.step_random(k, observe, self._threads)

    def reset(self, mask: NDArray[np.bool_] | None = None, *, stacks: _Stacks | None = None, rng: _Rng = None) -> None:
        """Begin the next hand at the tables of a mask, whether the one there is over or not.

        Only their rows are written; ``rewards`` and ``terminated`` are there what they are after a step that begins a
        hand. What was put in the hands before is forgotten.

        Parameters
        ----------
        mask
            A bool array (n,), or ``None`` for all tables.
        stacks
            The chips with which these tables begin from now on: one number, one a seat, or an array (tables, players);
            ``None`` for those that they have.
        rng
            Where their cards come from now on, beginning with hand 0; ``None`` for where they come from, with the next
            hand.

        Raises
        ------
        SeatError
            The stacks do not fit.
        ArgumentError
            The stacks of these tables are given hand by hand, or are to be.
        SokoError
            The mask has another shape.
        TypeError
            The mask is no array of booleans.

        Examples
        --------
        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=4, rng=7, autoreset=False)
        >>> table.step_random(100)
        >>> table.reset(table.terminated, stacks=50)
        >>> table.hands, table.hand(2).starting_stacks
        (array([1, 1, 1, 1]), (50, 50, 50))
        """
        self._run.reset(mask, stacks, rng)

    def suggest(self, policy: str, seats: Iterable[int] | None = None) -> NDArray[np.int8]:
        """Return the actions that a built-in policy would take now: int8 (n,), 0 where a hand is over.

        ``policy`` is a name of ``soko.playouts.POLICIES``. With ``seats`` the policy decides only at tables where one
        of these seats is to act; the others get 0. The tables do not change. Random policies draw from the stream of
        ``step_random``, and give the same answer when asked again. ``ArgumentError`` for an unknown policy,
        ``SeatError`` for an unknown seat.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> table.step(table.suggest("tight"))
        >>> actions = table.suggest("maniac")
        >>> actions[table.actors == 0] = table.suggest("pot-odds", seats=[0])[table.actors == 0]
        >>> table.step(actions)
        """
        wanted = listed("seats", range(self.players) if seats is None else seats, "a list of seats")
        chosen = [count("seat", seat, 0, self.players - 1, SeatError) for seat in wanted]
        actions = self._core.suggest(policy, chosen, self._threads)
        return np.frombuffer(bytearray(actions), dtype=np.int8)

    def sample(self, weights: NDArray[np.floating[Any]], rng: _Rng = None) -> NDArray[np.int8]:
        """Return an action for each table, drawn with the probabilities of ``weights``: int8 (n,), ready for ``step``.

        The tables do not change. The draw of a table depends on ``rng`` and its number alone, not on ``threads`` or the
        other tables (docs/stream.md 8).

        Parameters
        ----------
        weights
            float32 or float64 (n, 7), C-contiguous: for each table a weight from 0 for each action. They need not add
            up to 1. Weights of actions that are not legal are ignored, whatever they are. Where those of all legal
            actions are 0, each of them is as likely; where no seat is to act, the action is 0.
        rng
            Anything that ``numpy.random.default_rng`` takes; ``None`` for a fresh seed. A generator advances with each
            call; an int always gives the same draws.

        Returns
        -------
        NDArray
            The actions: int8 (n,), a new array.

        Raises
        ------
        ArgumentError
            The weight of a legal action is negative, infinite or no number; ``table`` says where first.
        SokoError
            The array has another shape or is not C-contiguous.
        TypeError
            ``weights`` is no array of float32 or float64, or ``rng`` is nothing that numpy takes.

        Examples
        --------
        >>> import numpy as np, soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=1000, rng=7)
        >>> weights = np.ones((1000, 7), np.float32)
        >>> weights[:, 3] = 3.0
        >>> actions = table.sample(weights, rng=7)
        >>> table.step(actions)
        >>> bool(0.72 < (actions == 3).mean() < 0.78)
        True
        """
        actions = self._core.sample(weights, stream_key(rng), self._threads)
        return np.frombuffer(bytearray(actions), dtype=np.int8)

    @property
    def hands(self) -> NDArray[np.int64]:
        """The number of the hand at each table, from 0: int64 (n,)."""
        return np.frombuffer(self._core.hands(), dtype="<i8").astype(np.int64)

    @property
    def illegal(self) -> int:
        """How many illegal actions were replaced (``on_illegal="mask"``)."""
        return self._core.illegal

    def hand(self, table: int) -> Hand:
        """Return the hand at a table as an independent ``soko.Hand``, with its whole history.

        ``PlanError`` for an unknown table.

        >>> import soko
        >>> table = soko.Table(soko.games.soko(), 3, tables=10, rng=7)
        >>> table.step_random(5)
        >>> hand = table.hand(4)
        >>> hand.actor == int(table.actors[4]), len(hand.to_dict()["actions"])
        (True, 5)
        """
        return self._core.hand(count("table", table, 0, self.tables - 1))

    def set_hand(self, table: int, hand: Hand) -> None:
        """Replace the hand at a table, and rewrite all arrays, rewards included.

        The table's next hand stays the same. ``PlanError`` for an unknown table; ``SokoError`` for a hand of another
        game or number of players, or whose cards are not all known.
        """
        if not isinstance(hand, Hand):
            msg = f"{hand!r}: a soko.Hand is needed, not {type(hand).__name__}"
            raise TypeError(msg)
        self._run.set_hand(count("table", table, 0, self.tables - 1), hand)

    @classmethod
    def from_hands(
        cls,
        hands: Iterable[Hand],
        *,
        rng: _Rng = None,
        threads: int | None = 1,
        autoreset: _Autoreset = True,
        on_illegal: _OnIllegal = "error",
        history: int | None = None,
        out: Mapping[str, NDArray[Any]] | None = None,
        seats: Mapping[int, _SeatPolicy] | None = None,
    ) -> Self:
        """Return tables at which these hands are played on.

        Later hands at a table begin with the starting stacks of its first.

        Parameters
        ----------
        hands
            One ``soko.Hand`` for each table, of one game and number of players, with all their cards known.
        rng, threads, autoreset, on_illegal, history, out, seats
            As in ``Table``.

        Returns
        -------
        Table
            As many tables as hands.

        Raises
        ------
        ArgumentError
            There are no hands, or ``on_illegal`` is unknown.
        SokoError
            The hands differ in game or number of players, a card is unknown, or ``out`` does not fit.
        TypeError
            Something is not a ``soko.Hand``.

        Examples
        --------
        >>> import soko
        >>> game = soko.games.soko()
        >>> table = soko.Table.from_hands([soko.Hand(game, [100, 100], rng=seed) for seed in range(3)], rng=7)
        >>> table.hand(2) == soko.Hand(game, [100, 100], rng=2)
        True
        """
        hands, rules, players = read_hands(hands, _MOST_TABLES)
        made = cls.__new__(cls)
        made._begin(  # noqa: SLF001 - its own class
            {
                "rules": rules,
                "players": players,
                "tables": len(hands),
                "stacks": [hand.starting_stacks for hand in hands],
                "key": stream_key(rng),
                "first": 0,
                "autoreset": autoreset,
                "on_illegal": on_illegal,
                "threads": thread_count(threads),
                "history": history,
                "seats": seats,
                "hands": hands,
            },
            out,
        )
        return made

    def save(self, path: FilePath) -> None:
        """Write everything to a file, from which ``load`` continues with the same cards; ``OSError`` when it cannot.

        >>> import soko, tempfile, pathlib
        >>> table = soko.Table(soko.games.soko(), 4, tables=10, rng=7)
        >>> table.step_random(7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "tables.json")
        ...     table.save(path)
        ...     again = soko.Table.load(path)
        >>> bool((again.observations == table.observations).all())
        True
        """
        files.write(path, self._document())

    @classmethod
    def load(
        cls,
        path: FilePath,
        *,
        threads: int | None = 1,
        out: Mapping[str, NDArray[Any]] | None = None,
        seats: Mapping[int, _SeatPolicy] | None = None,
        stacks: _Draw | None = None,
    ) -> Self:
        """Return the tables of a file that ``save`` wrote; all hands are played again.

        The arrays are as after a step: ``rewards`` are those of hands that are over.

        Parameters
        ----------
        path
            The file.
        threads, out
            As in ``Table``.
        seats, stacks
            The callables of the tables, which files do not have: those of seats by their numbers, and what draws
            stacks.

        Returns
        -------
        Table
            The tables, which go on with the same cards.

        Raises
        ------
        TallyFileError
            The file is damaged or holds no saved tables, or ``out`` does not fit them.
        OSError
            The file cannot be read.

        Examples
        --------
        >>> import soko, tempfile, pathlib
        >>> table = soko.Table(soko.games.soko(), 4, tables=10, rng=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "tables.json")
        ...     table.save(path)
        ...     soko.Table.load(path, threads=2)
        <Table of 10 hands of soko, 4 players>
        """
        document, arrays = files.read(path, _table_file.KIND), out_arrays(out)
        try:
            return cls._of_document(document, thread_count(threads), arrays, seats, stacks)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            msg = f"{path}: {error}"
            raise TallyFileError(msg) from error

    def _document(self) -> dict[str, object]:
        return _table_file.document(self._described(), self._run)

    @classmethod
    def _of_document(
        cls,
        document: dict[str, Any],
        threads: int,
        out: Mapping[str, NDArray[Any]] | None = None,
        seats: Mapping[int, _SeatPolicy] | None = None,
        stacks: _Draw | None = None,
    ) -> Self:
        made = cls.__new__(cls)
        arguments, saved = _table_file.arguments(document, threads, seats, stacks)
        made._begin(arguments, out, saved)  # noqa: SLF001 - its own class
        return made

    __format__ = formatted

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Return what pickles and copies are made of; callables are pickled as they are."""
        own = {seat: policy for seat, policy in self.seats.items() if not isinstance(policy, str)}
        draw = self._run.drawn and self._run.drawn.draw
        return type(self)._of_document, (self._document(), self._threads, None, own, draw)  # noqa: SLF001 - its own class

    def __repr__(self) -> str:
        """Return one line: the game, and how many tables and seats."""
        return f"<Table of {self.tables:,} hands of {self.rules.name}, {self.players} players>"
