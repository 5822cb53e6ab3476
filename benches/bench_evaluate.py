"""Evaluators: one hand a call, hands by the million, and all 2,598,960 of them."""

from __future__ import annotations

from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import soko
from benches import _peers
from benches._measure import Contest, check, thread_name, thread_rows
from soko import _soko, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal

    from numpy.typing import NDArray

    from benches._measure import Row, Table

    Hands = dict[int, NDArray[np.uint8]]
    RankingName = Literal["soko", "standard", "wild"]

NAMES: tuple[RankingName, ...] = ("soko", "standard", "wild")
ALL_HANDS = 2_598_960
# Batches that stay in the nearer caches, evaluated some times over.
HANDS, TIMES = 64_000, 10
SOKO_COUNTS = (1_150_080, 1_047_552, 92_208, 110_940, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0)
WILD = "9"
# What is asked of processors with AVX-512; of those with AVX2 it is half, of others nothing.
SHARE = {"avx512": 1.0, "avx2": 0.5}.get(soko.kernels()["kernel"])
MANY_GOALS = {"5 cards, soko": 8000}
ALL_HANDS_GOAL = 15_000
DECK = [soko.Card(card) for card in range(52)]


def fresh_hands(cards: int, n: int, seed: int) -> NDArray[np.uint8]:
    """Return ``n`` random hands of five to seven cards as rows of indices."""
    deals = -(-n // 7)
    rows = soko.deal_many(soko.games.seven_card_stud(), 7, deals, rng=seed).reshape(-1, 7)
    return np.ascontiguousarray(rows[:n, :cards])


def share_of(goal: float | None) -> float | None:
    """Return the part of a goal that is asked of this processor."""
    return None if goal is None or SHARE is None else goal * SHARE


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    yield from one_hand(short=short)
    yield from many_hands(short=short)
    yield two_threads(short=short)
    yield all_hands(short=short)


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


FORMS: dict[str, Callable[[Sequence[int]], str | bytes | tuple[soko.Card | int, ...]]] = {
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
    # So few a round that all their forms stay in the cache.
    n = 3000
    contest = Contest(31 if short else 101, lambda number: fresh_hands(5, n, number).tolist())
    contest.enter("len(bytes)", n, _entry(len, bytes))
    for name, form in FORMS.items():
        contest.enter(f"evaluate({name})", n, _entry(soko.evaluate, form))
        contest.enter(f"evaluate_int({name})", n, _entry(soko.evaluate_int, form))
    for peer in peers:
        contest.enter(peer.name, n, _entry(peer.call, peer.hand, spread=peer.spread))
    contest.run()
    rows = [contest.cost("len(bytes)")]
    for call in ("evaluate", "evaluate_int"):
        goals = {name: None if name == "str" else 15 for name in FORMS}
        rows += [contest.burden(f"{call}({name})", "len(bytes)", goal) for name, goal in goals.items()]
    yield "One hand of five cards a call, against the call of len()", rows
    if peers:
        yield "One hand of five cards a call, against the peers with cards as they like them", _against(contest, peers)


def _against(contest: Contest[list[list[int]]], peers: Sequence[_peers.Peer]) -> list[Row]:
    rows = [replace(contest.cost(peer.name), relation=_habit(peer)) for peer in peers]
    for peer in peers:
        goals = {"evaluate": 3 if peer.name == "eval7" else None, "evaluate_int": 1 if peer.name == "pkrbot" else None}
        for call, goal in goals.items():
            # Bytes only against those with a goal: the table is long enough.
            forms = ("bytes", "tuple of Card") if any(goals.values()) else ("tuple of Card",)
            rows += [contest.speed(f"{call}({form})", peer.name, goal) for form in forms]
    return rows


def _habit(peer: _peers.Peer) -> str:
    return "takes a card twice" if peer.takes_no_hand() else ""


class Batch(NamedTuple):
    """Hands of so many cards in a ranking, and how many of them the reference does in a round."""

    cards: int
    ranking: RankingName
    sample: int
    ace_low: bool = True

    @property
    def name(self) -> str:
        """The name of the batch."""
        return f"{self.cards} cards, {self.ranking}{'' if self.ace_low else ', ace high'}"

    @property
    def full_ranking(self) -> RankingName | soko.Ranking:
        """The ranking with its switch."""
        return self.ranking if self.ace_low else soko.Ranking.soko(ace_low_four_straight=False)

    @property
    def wild(self) -> str | None:
        """The wild rank."""
        return WILD if self.ranking == "wild" else None

    def ours(self, hands: Hands) -> Callable[[], NDArray[np.uint16]]:
        """Return what evaluates all hands, some times over."""
        own = hands[self.cards]
        out = np.empty(len(own), dtype=np.uint16)

        def work() -> NDArray[np.uint16]:
            for _ in range(TIMES):
                soko.evaluate_many(own, self.full_ranking, wild=self.wild, out=out)
            return out

        return work

    def reference(self, hands: Hands) -> Callable[[], list[tuple[int, ...]]]:
        """Return the call by which the reference evaluates the first hands."""
        some = hands[self.cards][: self.sample].tolist()
        wild = () if self.wild is None else (reference.cards.RANKS.index(self.wild),)
        return lambda: [
            reference.evaluate(hand, self.ranking, wild_ranks=wild, ace_low_four_straight=self.ace_low) for hand in some
        ]


MANY = (
    *(Batch(cards, name, sample) for cards, sample in ((5, 1000), (6, 200), (7, 60)) for name in NAMES),
    Batch(5, "soko", 1000, ace_low=False),
)


def check_many(omp: _peers.OmpEval | None) -> None:
    """Check batches against the reference hand by hand, and the order against OMPEval."""
    hands = {cards: fresh_hands(cards, 70_000, cards) for cards in (5, 6, 7)}
    for batch in MANY:
        numbers = batch.ours(hands)()
        cards, ranking = batch.cards, batch.ranking
        for hand, number, value in zip(hands[cards].tolist(), numbers.tolist(), batch.reference(hands)(), strict=False):
            strength = soko.evaluate(bytes(hand), batch.full_ranking, wild=batch.wild)
            place = reference.place(value, ranking, ace_low_four_straight=batch.ace_low)
            check((int(strength), strength.place) == (number, place), f"{hand} in {batch.name}")
        if omp is not None and ranking == "standard":
            _peers.check_order(numbers.tolist(), omp.prepare(hands[cards])().tolist(), "OMPEval")


def many_hands(*, short: bool) -> Iterator[Table]:
    """Time batches of fresh hands."""
    omp = _peers.OmpEval.load()
    check_many(omp)
    n = HANDS
    contest = Contest(9 if short else 21, lambda number: {cards: fresh_hands(cards, n, number) for cards in (5, 6, 7)})
    for batch in MANY:
        contest.enter(batch.name, n * TIMES, batch.ours)
        contest.enter(f"reference, {batch.name}", batch.sample, batch.reference)
    if omp is not None:
        for cards in (5, 7):
            contest.enter(f"OMPEval, {cards} cards", n * TIMES, _omp_entry(omp, cards))
    contest.run()
    rows = [
        contest.speed(batch.name, f"reference, {batch.name}", share_of(MANY_GOALS.get(batch.name)), label="reference")
        for batch in MANY
    ]
    rows += [contest.burden(f"7 cards, {name}", f"5 cards, {name}", 2.5) for name in ("soko", "standard")]
    yield f"evaluate_many, {n:,} hands a round, {TIMES} times over; cost a hand", rows
    if omp is not None:
        yield "evaluate_many against OMPEval's batch, both checking every card; cost a hand", _against_omp(contest)


def _omp_entry(omp: _peers.OmpEval, cards: int) -> Callable[[Hands], Callable[[], object]]:
    def prepare(hands: Hands) -> Callable[[], None]:
        work = omp.prepare(hands[cards])

        def times_over() -> None:
            for _ in range(TIMES):
                work()

        return times_over

    return prepare


def _against_omp(contest: Contest[Hands]) -> list[Row]:
    rows = []
    for cards, goal in ((5, 2), (7, None)):
        peer = f"OMPEval, {cards} cards"
        rows.append(contest.cost(peer))
        rows += [contest.speed(f"{cards} cards, {name}", peer, goal) for name in ("standard", "soko")]
    return rows


def two_threads(*, short: bool) -> Table:
    """Time a batch on two threads, and what the machine gives two threads of plain arithmetic."""
    n = 4_000_000

    def entry(threads: int) -> Callable[[NDArray[np.uint8]], Callable[[], object]]:
        def prepare(hands: NDArray[np.uint8]) -> Callable[[], None]:
            out = np.empty(n, dtype=np.uint16)

            def work() -> None:
                for _ in range(TIMES):
                    soko.evaluate_many(hands, threads=threads, out=out)

            return work

        return prepare

    def enter(contest: Contest[NDArray[np.uint8]]) -> None:
        for threads in (1, 2):
            contest.enter(thread_name("evaluate_many", threads), n * TIMES, entry(threads))

    rows = thread_rows(9 if short else 21, lambda number: fresh_hands(5, n, number), enter, ["evaluate_many"])
    return f"evaluate_many on two threads, {n:,} hands a round, {TIMES} times over; cost a hand", rows


def all_hands(*, short: bool) -> Table:
    """Time the evaluation of every five-card hand there is."""
    check(tuple(_soko.count_all_hands("soko")) == SOKO_COUNTS, "the counts of all hands")
    sampled = Batch(5, "soko", 1000)
    contest = Contest(9 if short else 31, lambda number: {5: fresh_hands(5, sampled.sample, number)})

    def entry(ranking: RankingName) -> Callable[[Hands], Callable[[], object]]:
        wild = WILD if ranking == "wild" else None
        return lambda _: lambda: _soko.count_all_hands(ranking, wild)

    for ranking in NAMES:
        contest.enter(f"all hands, {ranking}", ALL_HANDS, entry(ranking))
    contest.enter("reference", sampled.sample, sampled.reference)
    contest.run()
    rows = [contest.total(f"all hands, {name}", ALL_HANDS) for name in NAMES]
    goal = share_of(ALL_HANDS_GOAL)
    rows.append(contest.speed("all hands, soko", "reference", goal, label="reference on a sample"))
    return f"All {ALL_HANDS:,} five-card hands", rows
