"""Millions of deals, and simulations that count them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko import _soko
from soko._checks import count, game_rules
from soko._known import read_known
from soko._soko import Rules, SeatError
from soko.plans.files import MAX_DEALS
from soko.plans.run import all_blocks, run
from soko.rng import stream_key
from soko.tally import Deals

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from soko._known import Cards, Known
    from soko.rng import _Rng
    from soko.tally import Tally


def deal_many(
    rules: Rules, players: int, n: int, *, rng: _Rng = None, known: Known | None = None, dead: Cards = ""
) -> NDArray[np.uint8]:
    """Deal ``n`` times to ``players`` seats, nobody folding.

    Parameters
    ----------
    rules, players, n, rng, known, dead
        As in ``simulate``, which counts the same deals for the same arguments.

    Returns
    -------
    numpy.ndarray
        Card indices: a writable uint8 array (n, players, cards), each seat's cards in the order dealt to it (rules
        4.2); a community card is the last of every seat (4.3).

    Raises
    ------
    PlanError
        A number is outside its range.
    SeatError
        The players do not fit the game.
    DeckError
        Known or dead cards do not fit.
    MemoryError
        The array does not fit into memory.

    Examples
    --------
    >>> import soko
    >>> soko.deal_many(soko.games.soko(), 6, 1000, rng=7).shape
    (1000, 6, 5)
    """
    import numpy as np

    players, n = count("players", players, 1, 52, SeatError), count("n", n, 1, MAX_DEALS)
    rules, gone = game_rules(rules), _soko.cards(dead)
    cards = _soko.cards_per_hand(rules, players, gone)
    given = read_known(known)
    _soko.check_deals(rules, players, given, gone)
    try:
        deals = np.empty((n, players, cards), dtype=np.uint8)
    except (MemoryError, ValueError) as error:
        msg = f"n {n:,}: {n * players * cards:,} bytes of cards do not fit into memory"
        raise MemoryError(msg) from error
    _soko.deal_into(rules, players, stream_key(rng), given, gone, deals)
    return deals


def simulate(
    rules: Rules,
    players: int,
    n: int,
    *,
    rng: _Rng = None,
    threads: int | None = None,
    known: Known | None = None,
    dead: Cards = "",
    progress: bool | Callable[[int, int], object] = False,
) -> Tally:
    """Deal ``n`` times to ``players`` seats, nobody folding, and count who wins with what.

    Parameters
    ----------
    rules
        The game, with its wild ranks (rules 8), Low Chicago (9), ties (7.4) and community card (4.3).
    players
        How many players are dealt in.
    n
        How many deals.
    rng
        Where the cards come from (docs/stream.md).
    threads
        How many threads count, ``None`` for all cores; the result does not depend on it.
    known
        The known cards of each seat in the order dealt, ``?`` or ``None`` for an unknown card:
        ``["As ?", "? Kd Kh"]``, or ``None`` for a whole seat; seats and cards left out are unknown.
    dead
        Cards that are never dealt.
    progress
        ``True`` for a bar (needs rich), or a callable: ``progress(done, n)``, about fifty times a second.

    Returns
    -------
    Tally
        What was counted. ``soko.plan`` does the same in parts, and on clusters.

    Raises
    ------
    PlanError
        A number is outside its range.
    SeatError
        The players do not fit the game.
    DeckError
        Known or dead cards do not fit.
    Interrupted
        Ctrl-C was pressed: within a tenth of a second. It is a ``KeyboardInterrupt``, and its ``tally`` has what was
        counted.

    Examples
    --------
    >>> import soko
    >>> t = soko.simulate(soko.games.soko(), 2, 10_000, rng=7, known=["As Ad", "Ks"])
    >>> float(t.shares[0] / t.n) > 0.75
    True
    """
    question, n = deals_question(rules, players, n, known, dead)
    return run(all_blocks(question, stream_key(rng), n), threads=threads, progress=progress)


def deals_question(rules: Rules, players: int, n: int, known: Known | None, dead: Cards) -> tuple[Deals, int]:
    """Return the question and the number of deals that the arguments of ``simulate`` are."""
    players, n = count("players", players, 1, 52, SeatError), count("n", n, 1, MAX_DEALS)
    return Deals.checked(game_rules(rules), players, read_known(known), _soko.cards(dead)), n
