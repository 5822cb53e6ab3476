"""Other evaluators of the standard ranking, as far as they are installed (extra ``bench``)."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from benches._measure import check
from soko.reference import card_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

MODULES = ("eval7", "pkrbot", "phevaluator", "treys", "pokerfast")

# OMPEval counts the suits s, h, c, d.
_OMP_CARDS = np.array([card // 4 * 4 + (2, 3, 1, 0)[card % 4] for card in range(52)], np.uint8)


@dataclass(frozen=True)
class Peer:
    """An evaluator of one hand: the call, and how it takes a hand."""

    name: str
    call: Callable[..., int]
    hand: Callable[[Sequence[int]], object]
    spread: bool
    """Whether each card is an argument of its own."""
    greater_wins: bool

    def value(self, cards: Sequence[int]) -> int:
        """Return a number for a hand; greater wins."""
        hand = self.hand(cards)
        value = self.call(*hand) if self.spread and isinstance(hand, tuple) else self.call(hand)
        return value if self.greater_wins else -value

    def takes_no_hand(self) -> bool:
        """Whether the ace of spades may stand twice in a hand, which soko checks within every figure."""
        try:
            self.value((51, 51, 50, 40, 1))
        except Exception:  # noqa: BLE001 - whatever it says, it refuses
            return False
        return True


def missing() -> list[str]:
    """Return the modules that are not installed."""
    return [name for name in MODULES if not _installed(name)]


def _installed(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def scalar() -> list[Peer]:
    """Return the evaluators of one hand that are installed; cards are prepared as each likes them best."""
    peers = []
    if _installed("eval7"):
        eval7 = import_module("eval7")
        deck = [eval7.Card(card_name(card)) for card in range(52)]
        peers.append(Peer("eval7", eval7.evaluate, _picker(deck, tuple), spread=False, greater_wins=True))
    if _installed("pkrbot"):
        pkrbot = import_module("pkrbot")
        deck = [pkrbot.Card(card_name(card)) for card in range(52)]
        peers.append(Peer("pkrbot", pkrbot.evaluate, _picker(deck, list), spread=False, greater_wins=True))
    if _installed("phevaluator"):
        raw, public = import_module("phevaluator._pheval"), import_module("phevaluator")
        peers.append(Peer("phevaluator raw", raw.evaluate_5cards, tuple, spread=True, greater_wins=False))
        peers.append(Peer("phevaluator", public.evaluate_cards, tuple, spread=True, greater_wins=False))
    if _installed("treys"):
        treys = import_module("treys")
        cards = _picker([treys.Card.new(card_name(card)) for card in range(52)], list)
        evaluate = treys.Evaluator().evaluate
        peers.append(Peer("treys", evaluate, lambda hand: (cards(hand), []), spread=True, greater_wins=False))
    return peers


def _picker(deck: list[object], kind: Callable[[Iterable[object]], object]) -> Callable[[Sequence[int]], object]:
    return lambda cards: kind([deck[card] for card in cards])


@dataclass(frozen=True)
class OmpEval:
    """OMPEval's batch, out of pokerfast: rows of its own card numbers in, checked, and 16-bit numbers out."""

    call: Callable[[bytes, int, int, object], int]

    @classmethod
    def load(cls) -> OmpEval | None:
        """Return the batch; ``None`` when it is not installed."""
        if not _installed("pokerfast"):
            return None
        path = import_module("pokerfast.equity").find_library()
        if path is None:
            return None
        library = ctypes.CDLL(path)
        library.pf_init()
        library.pf_evaluate.argtypes = [
            ctypes.c_char_p,
            ctypes.c_uint,
            ctypes.c_uint,
            np.ctypeslib.ndpointer(np.uint16, ndim=1, flags="C"),
        ]
        return cls(library.pf_evaluate)

    def prepare(self, hands: NDArray[np.uint8]) -> Callable[[], NDArray[np.uint16]]:
        """Return the call that evaluates these hands."""
        (n, width), cards, call = hands.shape, _OMP_CARDS[hands].tobytes(), self.call

        def work() -> NDArray[np.uint16]:
            out = np.empty(n, np.uint16)
            check(call(cards, n, width, out) == 0, "OMPEval refuses the hands")
            return out

        return work


def check_order(ours: Iterable[int], theirs: Iterable[int], what: str) -> None:
    """Refuse to go on unless both put the same hands in the same order, ties included."""
    ranks = sorted(set(zip(ours, theirs, strict=True)))
    check(all(a < c and b < d for (a, b), (c, d) in pairwise(ranks)), f"{what} orders hands in another way")
