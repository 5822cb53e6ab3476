"""Evaluators: one hand a call, hands by the million, and all 2,598,960 of them."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

import numpy as np

import soko
from benches import _peers
from benches._measure import Contest, check
from soko import _soko, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from benches._measure import Table

    Hands = dict[int, NDArray[np.uint8]]

ALL_HANDS = 2_598_960
SOKO_COUNTS = (1_150_080, 1_047_552, 92_208, 110_940, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0)
WILD = "9"
ALL_HANDS_GUIDES = {"soko": 15, "standard": None, "wild": None}
DECK = [soko.Card(card) for card in range(52)]


def fresh_hands(cards: int, n: int, seed: int) -> NDArray[np.uint8]:
    """Return ``n`` random hands of five to seven cards as rows of indices."""
    deals = -(-n // 7)
    rows = soko.deal_many(soko.games.seven_card_stud(), 7, deals, rng=seed).reshape(-1, 7)
    return np.ascontiguousarray(rows[:n, :cards])


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    yield from one_hand(short=short)
    yield from many_hands(short=short)
    yield from all_hands(short=short)


def _loop(call: Callable[[object], object], hands: list[object]) -> None:
    for hand in hands:
        call(hand)


def _loop_spread(call: Callable[..., object], hands: list[tuple[object, ...]]) -> None:
    for hand in hands:
        call(*hand)


def _entry(
    call: Callable[..., object], form: Callable[[Sequence[int]], object], *, spread: bool = False
) -> Callable[[list[list[int]]], Callable[[], object]]:
    """Return what prepares a loop over hands; ``form`` makes a hand as the call takes it."""
    loop = _loop_spread if spread else _loop
    # The interpreter adapts a loop to what it calls, so each contender has a copy of its own.
    own = FunctionType(loop.__code__.replace(co_name=f"{loop.__name__}_{id(form)}"), globals())

    def prepare(hands: list[list[int]]) -> Callable[[], object]:
        formed = [form(hand) for hand in hands]
        return lambda: own(call, formed)

    return prepare


FORMS: dict[str, Callable[[Sequence[int]], object]] = {
    "bytes": bytes,
    "tuple of Card": lambda cards: tuple([DECK[card] for card in cards]),
    "tuple of int": tuple,
    "str": lambda cards: "".join([reference.card_name(card) for card in cards]),
}


def check_one_hand(peers: Sequence[_peers.Peer]) -> None:
    """Check places against the reference, every form against every other, and the order against the peers."""
    hands = fresh_hands(5, 20_000, 1).tolist()
    for hand in hands[:2000]:
        place = reference.place(reference.evaluate(hand))
        for form in FORMS.values():
            strength = soko.evaluate(form(hand))
            check(strength.place == place, f"place of {hand}")
            check(soko.evaluate_int(form(hand)) == int(strength), f"number of {hand}")
    ours = [soko.evaluate_int(bytes(hand), "standard") for hand in hands]
    for peer in peers:
        _peers.check_order(ours, map(peer.value, hands), peer.name)


def one_hand(*, short: bool) -> Iterator[Table]:
    """Time one call with one hand of five cards, the loop around it included."""
    peers = _peers.scalar()
    check_one_hand(peers)
    n = 10_000
    contest = Contest(9 if short else 31, lambda number: fresh_hands(5, n, number).tolist())
    contest.enter("len(bytes)", n, _entry(len, bytes))
    for name, form in FORMS.items():
        contest.enter(f"evaluate({name})", n, _entry(soko.evaluate, form))
        contest.enter(f"evaluate_int({name})", n, _entry(soko.evaluate_int, form))
    for peer in peers:
        contest.enter(peer.name, n, _entry(peer.call, peer.hand, spread=peer.spread))
    contest.run()
    rows = [contest.cost("len(bytes)")]
    for call in ("evaluate", "evaluate_int"):
        for name in FORMS:
            rows.append(contest.burden(f"{call}({name})", "len(bytes)", None if name == "str" else 15))
    yield "One hand of five cards a call, against the call of len()", rows
    rows = [contest.cost(peer.name) for peer in peers]
    for peer in peers:
        for name in ("bytes", "tuple of Card"):
            rows.append(contest.speed(f"evaluate({name})", peer.name, 3 if peer.name == "eval7" else None))
            rows.append(contest.speed(f"evaluate_int({name})", peer.name, 1 if peer.name == "pkrbot" else None))
    if peers:
        yield "One hand of five cards a call, against the peers", rows


def check_many(omp: _peers.OmpEval | None) -> None:
    """Check batches against the reference hand by hand, and the order against OMPEval."""
    for cards in (5, 6, 7):
        hands = fresh_hands(cards, 70_000, cards)
        for ranking, wild in (("soko", None), ("standard", None), ("wild", WILD)):
            wild_ranks = () if wild is None else (reference.cards.RANKS.index(wild),)
            numbers = soko.evaluate_many(hands, ranking, wild=wild)
            check((numbers == soko.evaluate_many(hands, ranking, wild=wild, threads=2)).all(), "two threads")
            for hand, number in zip(hands[: 4200 // cards**2].tolist(), numbers.tolist(), strict=False):
                strength = soko.evaluate(bytes(hand), ranking, wild=wild)
                value = reference.evaluate(hand, ranking, wild_ranks=wild_ranks)
                check(int(strength) == number, f"{hand} in the {ranking} ranking")
                check(strength.place == reference.place(value, ranking), f"place of {hand} in the {ranking} ranking")
            if omp is not None and ranking == "standard":
                _peers.check_order(numbers.tolist(), omp.prepare(hands)().tolist(), "OMPEval")
    check(tuple(_soko.count_all_hands("soko")) == SOKO_COUNTS, "the counts of all hands")


def many_hands(*, short: bool) -> Iterator[Table]:
    """Time batches of fresh hands, and the count of all hands."""
    omp = _peers.OmpEval.load()
    check_many(omp)
    n = 300_000 if short else 2_000_000
    contest = _many_contest(9 if short else 21, n, omp)
    contest.run()
    rows = [
        contest.speed("5 cards, soko", "reference, 5 cards", 1500),
        contest.speed("5 cards, standard", "reference, 5 cards, standard"),
        contest.speed("5 cards, wild", "reference, 5 cards, wild"),
        contest.speed("6 cards, soko", "reference, 6 cards"),
        contest.speed("7 cards, soko", "reference, 7 cards"),
        contest.burden("6 cards, soko", "5 cards, soko"),
        contest.burden("7 cards, soko", "5 cards, soko", 2.5),
        contest.burden("5 cards, wild", "5 cards, soko", 4),
        contest.burden("7 cards, wild", "7 cards, soko"),
        contest.speed("5 cards, soko, 2 threads", "5 cards, soko", 1.8, label="one thread"),
        contest.speed("7 cards, soko, 2 threads", "7 cards, soko", 1.8, label="one thread"),
    ]
    yield f"evaluate_many, {n:,} fresh hands a round; cost a hand", rows
    if omp is not None:
        rows = [
            contest.cost("OMPEval, 5 cards"),
            contest.speed("5 cards, standard", "OMPEval, 5 cards", 2),
            contest.speed("5 cards, soko", "OMPEval, 5 cards", 2),
            contest.cost("OMPEval, 7 cards"),
            contest.speed("7 cards, standard", "OMPEval, 7 cards"),
            contest.speed("7 cards, soko", "OMPEval, 7 cards"),
        ]
        yield "evaluate_many, checking every card, against OMPEval's batch, which checks none", rows


def _many_contest(rounds: int, n: int, omp: _peers.OmpEval | None) -> Contest[Hands]:
    contest = Contest(rounds, lambda number: {cards: fresh_hands(cards, n, 3 * number + cards) for cards in (5, 6, 7)})

    def enter(name: str, cards: int, ranking: str, *, wild: str | None = None, threads: int = 1) -> None:
        contest.enter(
            name,
            n,
            lambda hands: lambda: soko.evaluate_many(hands[cards], ranking, wild=wild, threads=threads),
        )

    for cards in (5, 6, 7):
        enter(f"{cards} cards, soko", cards, "soko")
    for cards in (5, 7):
        enter(f"{cards} cards, standard", cards, "standard")
        enter(f"{cards} cards, wild", cards, "wild", wild=WILD)
        enter(f"{cards} cards, soko, 2 threads", cards, "soko", threads=2)
        if omp is not None:
            contest.enter(f"OMPEval, {cards} cards", n, lambda hands, cards=cards: omp.prepare(hands[cards]))
    for cards, sample in ((5, 1000), (6, 200), (7, 60)):
        contest.enter(f"reference, {cards} cards", sample, _reference(cards, sample, "soko"))
    contest.enter("reference, 5 cards, standard", 1000, _reference(5, 1000, "standard"))
    contest.enter("reference, 5 cards, wild", 1000, _reference(5, 1000, "wild"))
    return contest


def _reference(cards: int, sample: int, ranking: str) -> Callable[[Hands], Callable[[], object]]:
    """Return what prepares the reference's work on the first hands of a round."""
    wild_ranks = (reference.cards.RANKS.index(WILD),) if ranking == "wild" else ()

    def prepare(hands: Hands) -> Callable[[], object]:
        some = hands[cards][:sample].tolist()
        return lambda: [reference.evaluate(hand, ranking, wild_ranks=wild_ranks) for hand in some]

    return prepare


def all_hands(*, short: bool) -> Iterator[Table]:
    """Time the evaluation of every five-card hand there is."""
    sample = 1000
    contest = Contest(9 if short else 31, lambda number: {5: fresh_hands(5, sample, number)})
    for ranking in ("soko", "standard"):
        contest.enter(f"all hands, {ranking}", ALL_HANDS, lambda _, ranking=ranking: _counter(ranking))
    contest.enter("all hands, wild", ALL_HANDS, lambda _: _counter("wild", WILD))
    contest.enter("reference", sample, _reference(5, sample, "soko"))
    contest.run()
    rows = [contest.total(f"all hands, {name}", ALL_HANDS, goal) for name, goal in ALL_HANDS_GUIDES.items()]
    rows.append(contest.speed("all hands, soko", "reference", label="reference on a sample"))
    yield f"All {ALL_HANDS:,} five-card hands", rows


def _counter(ranking: str, wild: str | None = None) -> Callable[[], object]:
    return lambda: _soko.count_all_hands(ranking, wild)
