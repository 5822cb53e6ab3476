"""Deals and simulations by the million."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from soko import _soko
from soko._checks import count, thread_count
from soko._soko import Card, Rules
from soko.rng import stream_key
from soko.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from soko.rng import Rng

    Known = Sequence[str | Iterable[Card | str | int | None]]
    Cards = str | bytes | Iterable[Card | str | int]

MAX_DEALS: Final = 2**63 - 1
_BLOCK: Final = 16_384


def deal_many(
    rules: Rules, players: int, n: int, *, rng: Rng = None, known: Known | None = None, dead: Cards = ""
) -> NDArray[np.uint8]:
    """Deal ``n`` times to ``players`` seats, nobody folding.

    Returns a writable uint8 array (n, players, cards) of card indices, each seat's cards in the order dealt to it (rules
    4.2); a community card is the last of every seat (4.3). The deals are those that ``simulate`` counts for the same
    arguments. ``known`` and ``dead`` as in ``simulate``. ``PlanError`` for numbers outside their range, ``DeckError``
    for known or dead cards that do not fit.

    >>> import soko
    >>> soko.deal_many(soko.games.soko(), 6, 1000, rng=7).shape
    (1000, 6, 5)
    """
    import numpy as np

    players, n = count("players", players, 1, 52), count("n", n, 1, MAX_DEALS)
    cards = _soko.cards_per_hand(rules, players)
    data = _soko.deal_bytes(rules, players, n, stream_key(rng), _read_known(known), _soko.cards(dead))
    return np.frombuffer(bytearray(data), dtype=np.uint8).reshape(n, players, cards)


def simulate(
    rules: Rules,
    players: int,
    n: int,
    *,
    rng: Rng = None,
    threads: int | None = None,
    known: Known | None = None,
    dead: Cards = "",
    progress: bool | Callable[[int, int], object] = False,
) -> Tally:
    """Deal ``n`` times to ``players`` seats, nobody folding, and count who wins with what.

    Returns a ``Tally``. The wild rank (rules 8), Low Chicago (9), ties (7.4) and the community card (4.3) are those of
    ``rules``. The result depends on the arguments and ``rng`` alone, never on ``threads`` (``None``: all cores).

    ``known`` gives cards by seat in the order dealt, ``?`` or ``None`` where unknown: ``["As ?", "? Kd Kh"]``; what is
    left out is unknown. ``dead`` cards are never dealt. ``progress`` is ``True`` for a bar (needs rich) or is called as
    ``progress(done, n)`` about fifty times a second. Ctrl-C raises ``KeyboardInterrupt`` within a tenth of a second.

    ``PlanError`` for numbers outside their range, ``DeckError`` for known or dead cards that do not fit.

    >>> import soko
    >>> t = soko.simulate(soko.games.soko(), 2, 10_000, rng=7, known=["As Ad", "Ks"])
    >>> float(t.shares[0] / t.n) > 0.75
    True
    """
    players, n = count("players", players, 1, 52), count("n", n, 1, MAX_DEALS)
    threads = thread_count(threads)
    key, places, gone = stream_key(rng), _read_known(known), _soko.cards(dead)
    blocks = (0, -(-n // _BLOCK))

    def run(watch: Callable[[int], object] | None) -> Tally:
        counts = _soko.count_deals(rules, players, n, blocks, key, places, gone, threads, watch)
        return Tally(rules, players, tuple(map(tuple, places)), gone, counts)

    if callable(progress):
        report = progress
        tally = run(lambda done: report(done, n))
        report(n, n)
        return tally
    if progress:
        from soko.progress import bar

        with bar("deals", n) as watch:
            tally = run(watch)
            watch(n)
        return tally
    return run(None)


def _read_known(known: Known | None) -> list[list[Card | None]]:
    """Read each seat's known cards; a text is split at spaces and commas so that ``?`` can stand for any card."""
    seats = []
    for seat in known or ():
        tokens = seat.replace(",", " ").split() if isinstance(seat, str) else seat
        cards: list[Card | None] = []
        for token in tokens:
            if token is None or token == "?":
                cards.append(None)
            elif isinstance(token, str):
                cards.extend(_read_run(token))
            else:
                cards.append(Card(token) if isinstance(token, int) else token)
        while cards and cards[-1] is None:
            cards.pop()
        seats.append(cards)
    return seats


def _read_run(token: str) -> list[Card | None]:
    """Read a run of cards and question marks, as ``As?Kd``."""
    cards: list[Card | None] = []
    for i, part in enumerate(token.split("?")):
        if i:
            cards.append(None)
        cards.extend(_soko.cards(part))
    return cards
