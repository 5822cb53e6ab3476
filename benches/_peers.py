"""Other evaluators, engines and samplers, as far as they are installed (extra ``bench``)."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from benches._measure import check
from soko.reference import card_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    import soko

MODULES = ("eval7", "pkrbot", "phevaluator", "treys", "pokerfast", "pokerkit")

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


@dataclass(frozen=True)
class OmpEquity:
    """OMPEval's equity of two hold'em hands, out of pokerfast, on one thread."""

    call: Callable[..., int]

    @classmethod
    def load(cls) -> OmpEquity | None:
        """Return it; ``None`` when it is not installed."""
        if not _installed("pokerfast"):
            return None
        equity = import_module("pokerfast.equity")
        # The declared call also says how many deals there were, which that of the package keeps to itself.
        return cls(equity._load().pf_equity) if equity.available() else None

    def exact(self, hands: Sequence[str]) -> tuple[float, int]:
        """Return the first hand's share and the number of runouts."""
        return self._equity(hands, 1, 0.0)

    def sample(self, hands: Sequence[str], std_error: float) -> tuple[float, int]:
        """Return the first hand's share and the number of deals; it looks every fifth of a second whether to stop."""
        return self._equity(hands, 0, std_error)

    def _equity(self, hands: Sequence[str], exact: int, std_error: float) -> tuple[float, int]:
        ranges = (ctypes.c_char_p * 2)(*[hand.encode() for hand in hands])
        shares, deals = (ctypes.c_double * 2)(), ctypes.c_uint64()
        code = self.call(ranges, 2, b"", b"", exact, std_error, 1, 0.0, shares, ctypes.byref(deals))
        check(code == 0, "OMPEval refuses the hands")
        return shares[0], deals.value


@dataclass(frozen=True)
class Eval7Equity:
    """eval7's sampled equity of a hold'em hand against a range."""

    call: Callable[..., float]
    hand: tuple[object, ...]
    villain: object

    @classmethod
    def load(cls, hand: str, villain: str) -> Eval7Equity | None:
        """Return it for a hand and a range; ``None`` when it is not installed."""
        if not _installed("eval7"):
            return None
        eval7 = import_module("eval7")
        cards = tuple(eval7.Card(hand[at : at + 2]) for at in range(0, len(hand), 2))
        return cls(eval7.py_hand_vs_range_monte_carlo, cards, eval7.HandRange(villain))

    def sample(self, n: int) -> float:
        """Return the hand's share in ``n`` deals."""
        return self.call(self.hand, self.villain, [], n)


@dataclass(frozen=True)
class PokerkitStud:
    """Fixed-limit seven-card stud of pokerkit, with everything but the actions left to it."""

    create: Callable[..., Any]
    arguments: tuple[object, ...]

    @classmethod
    def load(cls, stacks: Sequence[int], rules: soko.Rules) -> PokerkitStud | None:
        """Return it for stacks and the amounts of rules; ``None`` when it is not installed."""
        if not _installed("pokerkit"):
            return None
        pokerkit = import_module("pokerkit")
        amounts = (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet)
        arguments = (tuple(pokerkit.Automation), True, *amounts, tuple(stacks), len(stacks))
        return cls(pokerkit.FixedLimitSevenCardStud.create_state, arguments)

    def play(self, chance: Callable[[], float]) -> tuple[int, Sequence[int]]:
        """Play a hand with random legal actions; return how many there were, and the payoffs."""
        state = self.create(*self.arguments)
        count = 0
        while state.status:
            actions = []
            if state.can_post_bring_in():
                actions.append(state.post_bring_in)
            if state.can_fold():
                actions.append(state.fold)
            if state.can_check_or_call():
                actions.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                actions.append(state.complete_bet_or_raise_to)
            actions[int(chance() * len(actions))]()
            count += 1
        return count, state.payoffs


def check_order(ours: Iterable[int], theirs: Iterable[int], what: str) -> None:
    """Refuse to go on unless both put the same hands in the same order, ties included."""
    ranks = sorted(set(zip(ours, theirs, strict=True)))
    check(all(a < c and b < d for (a, b), (c, d) in pairwise(ranks)), f"{what} orders hands in another way")
