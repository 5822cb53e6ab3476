"""Deals and simulations by the million."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko import _soko
from soko._checks import count, game_rules
from soko._soko import SeatError
from soko.deals import read_known
from soko.plans import MAX_DEALS, plan
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from soko._soko import Rules
    from soko.deals import Cards, Known
    from soko.rng import _Rng
    from soko.tally import Tally


def deal_many(
    rules: Rules, players: int, n: int, *, rng: _Rng = None, known: Known | None = None, dead: Cards = ""
) -> NDArray[np.uint8]:
    """Deal ``n`` times to ``players`` seats, nobody folding.

    Returns a writable uint8 array (n, players, cards) of card indices, each seat's cards in the order dealt to it
    (rules 4.2); a community card is the last of every seat (4.3). The deals are those that ``simulate`` counts for the
    same arguments. ``known`` and ``dead`` as in ``simulate``. ``PlanError`` for numbers outside their range,
    ``DeckError`` for known or dead cards that do not fit, ``MemoryError`` for more deals than there is room for.

    >>> import soko
    >>> soko.deal_many(soko.games.soko(), 6, 1000, rng=7).shape
    (1000, 6, 5)
    """
    import numpy as np

    players, n = count("players", players, 1, 52, SeatError), count("n", n, 1, MAX_DEALS)
    rules, gone = game_rules(rules), _soko.cards(dead)
    cards = _soko.cards_per_hand(rules, players, gone)
    try:
        data = bytearray(_soko.deal_bytes(rules, players, n, stream_key(rng), read_known(known), gone))
    except MemoryError as error:
        msg = f"n {n:,}: {n * players * cards:,} bytes of cards do not fit into memory"
        raise MemoryError(msg) from error
    return np.frombuffer(data, dtype=np.uint8).reshape(n, players, cards)


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

    Returns a ``Tally``. The wild rank (rules 8), Low Chicago (9), ties (7.4) and the community card (4.3) are those of
    ``rules``. The result depends on the arguments and ``rng`` alone, never on ``threads`` (``None``: all cores).

    ``known`` gives cards by seat in the order dealt, ``?`` or ``None`` where unknown: ``["As ?", "? Kd Kh"]``, or
    ``None`` for a whole seat; what is left out is unknown. ``dead`` cards are never dealt. ``progress`` is ``True`` for
    a bar (needs rich) or is called as ``progress(done, n)`` about fifty times a second. Ctrl-C raises ``Interrupted``,
    a ``KeyboardInterrupt`` whose ``tally`` has what was counted, within a tenth of a second. ``soko.plan`` does the
    same in parts, and on clusters.

    ``PlanError`` for numbers outside their range, ``DeckError`` for known or dead cards that do not fit.

    >>> import soko
    >>> t = soko.simulate(soko.games.soko(), 2, 10_000, rng=7, known=["As Ad", "Ks"])
    >>> float(t.shares[0] / t.n) > 0.75
    True
    """
    return plan(rules, players, n, rng=rng, known=known, dead=dead).run(threads=threads, progress=progress)
