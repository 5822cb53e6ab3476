"""Deals of one's own, settled: who holds what, and what each seat wins of the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from soko import _soko
from soko._checks import game_rules, thread_count, written
from soko._soko import LOW_UNITS, SHARE_UNIT, SokoError
from soko.category import Category
from soko.ranking import categories

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from soko._known import Cards
    from soko._soko import Rules

    _Arrays = tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.int8], NDArray[np.int8]]

RANKS: Final = 13


class Settled(NamedTuple):
    """What deals come to, a row a deal; made by ``soko.settle_many``.

    >>> import soko
    >>> rules = soko.games.five_card_stud()
    >>> soko.settle_many(soko.deal_many(rules, 2, 3, rng=7), rules).units.sum(axis=1)
    array([5040, 5040, 5040], dtype=uint64)
    """

    units: NDArray[np.uint16]
    """What each seat wins, exactly: uint16, (n, players), in units of which a pot has 5040."""
    strengths: NDArray[np.uint16]
    """The numbers of ``int(evaluate(...))`` of the hands: uint16, (n, players); 0 for seats that have folded."""
    wild: NDArray[np.int8]
    """The rank that a followed queen made wild, 0 the deuce to 12 the ace (rules 8): int8, (n,); -1 for none."""
    low_spade: NDArray[np.int8]
    """The seat that wins the low half of the pot (rules 9.1): int8, (n,); -1 for none."""

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of the pot that each seat wins: a new float64 array (n, players), whose rows add up to 1."""
        return self.units / SHARE_UNIT


def settle_many(
    deals: NDArray[np.uint8],
    rules: Rules,
    *,
    live: NDArray[np.bool_] | None = None,
    dead: Cards = "",
    out: Settled | None = None,
    threads: int | None = 1,
) -> Settled:
    """Settle deals: evaluate every hand, find the wild rank and the low spade, and share out the pots.

    Parameters
    ----------
    deals
        Card indices: a C-contiguous uint8 array (n, players, cards), each seat's cards in the order dealt to it, as
        ``deal_many`` returns them. Which cards lie face up follows from the game. Where the cards are too few for all
        players (rules 4.3), the last card of all seats is the community card if it is the same one, and their own
        if not.
    rules
        The game.
    live
        Which seats have not folded: a C-contiguous bool array (n, players), ``None`` for all. Folded seats win nothing.
        Their cards face up made a rank wild all the same (rules 8.4); their spades do not count (9.1). A card that a
        folded seat was not dealt is 255. A seat that is live alone wins the whole pot (7.1).
    dead
        Cards that were not in the deck, as ``deal_many`` takes them.
    out
        What an earlier call for as many deals returned, to be written to, or four such arrays.
    threads
        How many threads settle, ``None`` for all cores. The GIL is released, and Ctrl-C is answered.

    Returns
    -------
    Settled
        Exact units and float shares of the pots, strengths, wild ranks, and who has the lowest spade; ``out`` if it is
        given. ``Tally.of`` counts it.

    Raises
    ------
    CardError
        The shape is wrong, or a number stands for no card: the first such deal is named, and ``out`` may be partly
        written.
    DeckError
        In a deal a card is dealt twice, or dealt and dead: the first such deal is named.
    SeatError
        The players do not fit the game, or in a deal no seat is live.
    PlanError
        ``threads`` is not 1 to 1,024.
    SokoError
        An array is not C-contiguous, or one of ``out`` is read-only, of another shape, or shares memory.
    TypeError
        An array has another dtype, or ``rules`` are none.

    Examples
    --------
    >>> import numpy as np, soko
    >>> rules = soko.games.seven_card_stud(low_chicago=True)
    >>> deals = np.array([[soko.cards("As 9d Kd Kh 8c 3d 4d"), soko.cards("2s Td Qd Qh Qc Jd 7d")]], np.uint8)
    >>> settled = soko.settle_many(deals, rules)
    >>> settled.shares, settled.low_spade
    (array([[0.5, 0.5]]), array([0], dtype=int8))
    >>> soko.settle_many(deals, rules, live=np.array([[False, True]])).shares
    array([[0., 1.]])
    """
    rules, threads = game_rules(rules), thread_count(threads)
    gone = _soko.cards(dead)
    settled = _new(deals) if out is None else _given(out)
    _soko.settle_into(rules, deals, _bytes(live), gone, cast("_Arrays", tuple(settled)), threads)
    return settled


def _bytes(live: object) -> NDArray[np.uint8] | None:
    """Return a mask as the core takes it; it has words for what is no mask."""
    dtype = getattr(live, "dtype", None)
    if live is None or dtype != "bool":
        if dtype == "uint8":
            msg = f"live must be a numpy array of bool, not an array of {dtype}: use live.view(bool) if it has 0 and 1"
            raise TypeError(msg)
        return cast("None", live)
    return cast("NDArray[np.bool_]", live).view("uint8")


def _new(deals: object) -> Settled:
    """Return arrays for the deals; whatever these are, the core looks at them."""
    import numpy as np

    shape = getattr(deals, "shape", ())
    seats = shape[:2] if isinstance(shape, tuple) and len(shape) == 3 else (0, 0)
    units, strengths = np.empty(seats, np.uint16), np.empty(seats, np.uint16)
    return Settled(units, strengths, np.empty(seats[:1], np.int8), np.empty(seats[:1], np.int8))


def _given(out: object) -> Settled:
    """Return the arrays to write to."""
    if isinstance(out, tuple) and len(out) == len(Settled._fields):
        return Settled(*cast("Settled", out))
    msg = f"out must be what settle_many returned, or a tuple of four arrays, not {written(out)}"
    raise TypeError(msg)


def checked(settled: object) -> Settled:
    """Return what ``settle_many`` returned; ``TypeError`` or ``SokoError`` says how it is something else."""
    import numpy as np

    if not isinstance(settled, Settled):
        msg = f"settled must be what settle_many returned, not {written(settled)}"
        raise TypeError(msg)
    kinds = (np.uint16, 2), (np.uint16, 2), (np.int8, 1), (np.int8, 1)
    for name, array, (kind, axes) in zip(Settled._fields, settled, kinds, strict=True):
        if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != axes:
            msg = f"settled.{name} must be an array of {kind.__name__} as settle_many returned it, not {written(array)}"
            raise TypeError(msg)
    n, players = settled.units.shape
    if settled.strengths.shape != (n, players) or settled.wild.shape != (n,) or settled.low_spade.shape != (n,):
        msg = f"settled: the arrays are not of the same {n} deals for {players} players"
        raise SokoError(msg)
    is_whole = (settled.units.sum(axis=1) == SHARE_UNIT).all()
    if not is_whole or (n and (settled.wild.max() >= RANKS or settled.low_spade.max() >= players)):
        msg = "settled: these are not pots, wild ranks and seats as settle_many returned them"
        raise SokoError(msg)
    return settled


def counts(settled: Settled, rules: Rules) -> tuple[object, ...]:
    """Return what a tally of these deals counts."""
    import numpy as np

    units, players = settled.units, range(settled.units.shape[1])
    is_part = (units > 0) & (units < SHARE_UNIT)
    parts = np.where(is_part, units, 0).astype(np.uint64)
    held = [settled.strengths[settled.strengths[:, seat] > 0, seat] for seat in players]
    by_category = [np.bincount(categories(strengths, rules), minlength=len(Category)).tolist() for strengths in held]
    wild = np.bincount(settled.wild % (RANKS + 1), minlength=RANKS + 1) if rules.wild != "none" else [0] * (RANKS + 1)
    lows = np.bincount(settled.low_spade + 1, minlength=len(players) + 1).tolist()
    return (
        len(units),
        by_category,
        (units == SHARE_UNIT).sum(axis=0).tolist(),
        is_part.sum(axis=0).tolist(),
        units.sum(axis=0, dtype=np.uint64).tolist(),
        list(map(int, wild)),
        lows[0] if rules.low_chicago else 0,
        (parts * parts).sum(axis=0).tolist(),
        [LOW_UNITS * deals for deals in lows[1:]],
    )
