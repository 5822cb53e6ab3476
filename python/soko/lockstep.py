"""Thousands of hands in lockstep: each step takes one action at every table, in numpy arrays (docs/table.md)."""

from __future__ import annotations

from base64 import b64decode, b64encode
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, cast, final

import numpy as np

from soko import _soko
from soko._checks import count, formatted, game_rules, is_flag, listed, stack, thread_count, unmasked, written
from soko._observing import LONGEST_HISTORY, Observed
from soko._soko import ArgumentError, Hand, Rules, SeatError, SokoError, TallyFileError
from soko.plans import files
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from soko.plans.files import FilePath
    from soko.rng import _Key, _Rng

    _Stacks = int | Sequence[int] | Sequence[Sequence[int]] | NDArray[np.integer[Any]]
    _OnIllegal = Literal["error", "mask"]

__all__ = ["ACTIONS", "Table", "default_stack"]

ACTIONS: Final[tuple[str, ...]] = tuple(_soko.action_names())
"""The names of the actions, by number."""

_KIND: Final = "lockstep tables"
_MOST_TABLES: Final = 1 << 24
_MOST_CHIPS: Final = 2**63 - 1
# Numbers of tables are below this: tables beyond would have the cards of others (docs/stream.md 8).
_MOST_NUMBERS: Final = 2**62
_DTYPES: Final[dict[str, type[np.generic]]] = {
    "actors": np.int8,
    "legal": np.bool_,
    "observations": np.float32,
    "rewards": np.int64,
    "terminated": np.bool_,
    "history": np.int8,
}


def default_stack(rules: Rules) -> int:
    """Return the default stack of a seat: a hundred big bets.

    >>> import soko
    >>> from soko.lockstep import default_stack
    >>> default_stack(soko.games.soko())
    800
    """
    return 100 * game_rules(rules).big_bet


@final
class Table(Observed):
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

    Where a hand is over, the next step begins the next hand and takes no action; with ``autoreset=False`` the table
    stays as it is. The dealer box moves on by one seat with each hand. Hand k of table i depends only on ``rng``,
    ``first`` + i and k (docs/stream.md 8).

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
        players); a hundred big bets by default.
    rng
        Where the cards come from (docs/stream.md).
    threads
        How many threads take the steps, ``None`` for all cores; results do not depend on it.
    autoreset
        Whether a table begins its next hand by itself.
    on_illegal
        With ``"error"`` an illegal action raises ``IllegalAction`` and no table has moved. With ``"mask"`` the seat
        does what an absent player does (brings in, else checks, else folds), and ``illegal`` counts it.
    first
        The number of the first table, so that several objects share one ``rng`` without repeating hands.
    history
        How many of the last actions ``history`` has, 1 to 65,535; the most that a hand can have by default.
    out
        Arrays of the caller by name, which are written to instead of new ones.

    Raises
    ------
    PlanError
        A number is outside its range.
    SeatError
        The players or stacks do not fit the game.
    ArgumentError
        ``on_illegal`` is neither of the two.
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
        autoreset: bool = True,
        on_illegal: _OnIllegal = "error",
        first: int = 0,
        history: int | None = None,
        out: Mapping[str, NDArray[Any]] | None = None,
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
                "autoreset": _flag("autoreset", autoreset),
                "on_illegal": on_illegal,
                "threads": thread_count(threads),
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
        self._stacks = _chips(arguments["stacks"], self.rules, self.players, self.tables)
        self._key: _Key = arguments["key"]
        # Four words of a key are counted for each table, in 64 bits (docs/stream.md 8): tables of greater numbers would
        # have the cards of others.
        self.first: int = count("first", arguments["first"], 0, _MOST_NUMBERS - self.tables)
        self.autoreset: bool = arguments["autoreset"]
        self.on_illegal: _OnIllegal = arguments["on_illegal"]
        self._threads: int = arguments["threads"]
        # What was saved by an earlier version has none.
        history = arguments.get("history")
        self._history = None if history is None else count("history", history, 1, LONGEST_HISTORY)
        if not isinstance(self.on_illegal, str) or self.on_illegal not in {"error", "mask"}:
            msg = f"on_illegal {written(self.on_illegal)}: 'error' or 'mask' is needed"
            raise ArgumentError(msg)
        layout = _soko.Tables.layout(self.rules, self.players)
        self.observation_layout: dict[str, slice] = {name: slice(at, at + size) for name, at, size in layout}
        width = layout[-1][1] + layout[-1][2]
        n = self.tables
        shapes = {"actors": (n,), "legal": (n, len(ACTIONS)), "observations": (n, width), "terminated": (n,)}
        given = dict(out or {})
        if self._history is not None or "history" in given:
            shapes["history"] = (n, self._history_length())
        arrays = _arrays({**shapes, "rewards": (n, self.players)}, given)
        self.actors: NDArray[np.int8] = arrays["actors"]
        self.legal: NDArray[np.bool_] = arrays["legal"]
        self.observations: NDArray[np.float32] = arrays["observations"]
        self.rewards: NDArray[np.int64] = arrays["rewards"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"]
        # Buffers know no booleans, and a byte is one.
        legal, terminated = self.legal.view(np.uint8), self.terminated.view(np.uint8)
        self._core = _soko.Tables(
            self.rules,
            self.players,
            n,
            self._stacks,
            self._key,
            self.first,
            self.autoreset,
            (self.actors, legal, self.observations, self.rewards, terminated),
            saved,
        )
        if "history" in arrays:
            self._keep_history(arrays["history"])

    def step(self, actions: NDArray[np.integer[Any]], *, observe: bool = True) -> None:
        """Take an action at every table, or begin the next hand where one is over.

        ``actions`` is an array of int64, int32, int8 or uint8 of shape (n,); where no seat is to act, its number is
        ignored. With ``observe=False`` the observations and the history are not updated, which is faster.
        ``IllegalAction`` names the tables, unless ``on_illegal="mask"``; ``SokoError`` for an unknown action, a wrong
        shape or an array that is not C-contiguous; ``TypeError`` for another dtype. After an error no table has moved.

        >>> import numpy as np, soko
        >>> table = soko.Table(soko.games.soko(), 2, tables=2, rng=7)
        >>> table.step(np.array([2, 0]))
        Traceback (most recent call last):
        soko.IllegalAction: not legal: 0 at table 1 (legal: 2 3)
        """
        observe = _flag("observe", observe)
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
        observe = _flag("observe", observe)
        self._core.step_random(count("k", k, 1, _MOST_CHIPS), observe, self._threads)

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
        self._core.set_hand(count("table", table, 0, self.tables - 1), hand)

    @classmethod
    def from_hands(
        cls,
        hands: Iterable[Hand],
        *,
        rng: _Rng = None,
        threads: int | None = 1,
        autoreset: bool = True,
        on_illegal: _OnIllegal = "error",
        history: int | None = None,
        out: Mapping[str, NDArray[Any]] | None = None,
    ) -> Self:
        """Return tables at which these hands are played on.

        Later hands at a table begin with the starting stacks of its first.

        Parameters
        ----------
        hands
            One ``soko.Hand`` for each table, of one game and number of players, with all their cards known.
        rng, threads, autoreset, on_illegal, history, out
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
        # What a list says of its length may be a lie: it is read one by one, and no further than is allowed.
        hands = list(islice(listed("hands", hands, "a list of soko.Hand"), _MOST_TABLES + 1))
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
        made = cls(
            rules,
            players,
            len(hands),
            stacks=[hand.starting_stacks for hand in hands],
            rng=rng,
            threads=threads,
            autoreset=autoreset,
            on_illegal=on_illegal,
            history=history,
            out=out,
        )
        made._core.set_hands(hands)
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
    def load(cls, path: FilePath, *, threads: int | None = 1, out: Mapping[str, NDArray[Any]] | None = None) -> Self:
        """Return the tables of a file that ``save`` wrote; all hands are played again.

        The arrays are as after a step: ``rewards`` are those of hands that are over.

        Parameters
        ----------
        path
            The file.
        threads, out
            As in ``Table``.

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
        document, arrays = files.read(path, _KIND), dict(out or {})
        try:
            return cls._of_document(document, thread_count(threads), arrays)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            msg = f"{path}: {error}"
            raise TallyFileError(msg) from error

    def _document(self) -> dict[str, object]:
        return {
            "soko": _KIND,
            "version": files.VERSION,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "tables": self.tables,
            "stacks": self._stacks,
            "key": [f"{word:016x}" for word in self._key],
            "first": self.first,
            "autoreset": self.autoreset,
            "on_illegal": self.on_illegal,
            "history": self._history,
            "state": b64encode(self._core.save()).decode(),
        }

    @classmethod
    def _of_document(
        cls, document: dict[str, Any], threads: int, out: Mapping[str, NDArray[Any]] | None = None
    ) -> Self:
        a, b, c, d = (int(word, 16) for word in document["key"])
        stacks, players = document["stacks"], document["players"]
        if len(stacks) != players:
            stacks = [stacks[i : i + players] for i in range(0, len(stacks), players)]
        made = cls.__new__(cls)
        made._begin(  # noqa: SLF001 - its own class
            {
                **document,
                "rules": Rules.from_dict(document["rules"]),
                "stacks": stacks,
                "key": (a, b, c, d),
                "threads": threads,
            },
            out,
            b64decode(document["state"]),
        )
        return made

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to set anything once the tables are there: it would change nothing, or copies would play otherwise."""
        if "_core" in self.__dict__:
            msg = f"{name} of a Table cannot be set: what it plays is settled when it is made"
            raise AttributeError(msg)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuse to delete anything."""
        msg = f"{name} of a Table cannot be deleted"
        raise AttributeError(msg)

    __format__ = formatted

    def __reduce__(self) -> tuple[object, tuple[dict[str, object], int]]:
        """Return what pickles and copies are made of."""
        return type(self)._of_document, (self._document(), self._threads)  # noqa: SLF001 - its own class

    def __repr__(self) -> str:
        """Return one line: the game, and how many tables and seats."""
        return f"<Table of {self.tables:,} hands of {self.rules.name}, {self.players} players>"


def _flag(name: str, value: object) -> bool:
    """Return a boolean, of Python or of numpy, as one of Python."""
    if is_flag(value):
        return bool(value)
    msg = f"{name} {written(value)}: True or False is needed, not {type(value).__name__}"
    raise TypeError(msg)


def _arrays(shapes: Mapping[str, tuple[int, ...]], out: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of the caller, and new ones for the others."""
    if unknown := set(out) - set(_DTYPES):
        msg = f"out {', '.join(sorted(unknown))}: unknown; names are {', '.join(_DTYPES)}"
        raise SokoError(msg)
    for name, array in out.items():
        unmasked(name, array)
        dtype = np.dtype(_DTYPES[name])
        if not isinstance(array, np.ndarray) or array.dtype != dtype:
            given = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
            msg = f"{name} must be a numpy array of {dtype}, not {given}"
            raise TypeError(msg)
    return {name: out[name] if name in out else np.zeros(shape, _DTYPES[name]) for name, shape in shapes.items()}


def _chips(stacks: _Stacks | None, rules: Rules, players: int, tables: int) -> list[int]:
    """Return the stacks of one table for all, or of all tables one after the other."""
    if stacks is None:
        stacks = default_stack(rules)
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
        rows = [chips for row in rows for chips in row]
    elif len(rows) != players:
        msg = f"{len(rows)} stacks: {players} are needed, or (tables, players) of them"
        raise SeatError(msg)
    return [stack("stack", chips, number % players) for number, chips in enumerate(rows)]
