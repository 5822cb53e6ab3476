"""Evaluators: one hand a call, hands by the million, all 2,598,960 of them, two threads."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches import _peers
from benches._contest import Contender, by_clock, check, race
from soko import _soko, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

ALL_HANDS = 2_598_960
# Batches that stay in the nearer caches, evaluated some times over.
HANDS, TIMES = 64_000, 10
SOKO_COUNTS = (1_150_080, 1_047_552, 92_208, 110_940, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0)
WILD = "9"
# What is asked of processors with AVX-512; of those with AVX2 it is half, of others nothing.
SHARE = {"avx512": 1.0, "avx2": 0.5}.get(soko.kernels()["kernel"])
DECK = [soko.Card(card) for card in range(52)]
FORMS: dict[str, Callable[[Sequence[int]], Any]] = {
    "bytes": bytes,
    "Card": lambda cards: tuple([DECK[card] for card in cards]),
    "int": tuple,
    "str": lambda cards: "".join([reference.card_name(card) for card in cards]),
}


def share_of(goal: float) -> float | None:
    """Return the part of a goal that is asked of this processor."""
    return None if SHARE is None else goal * SHARE


def fresh_hands(cards: int, n: int, seed: int) -> NDArray[np.uint8]:
    """Return ``n`` random hands of five to seven cards as rows of indices."""
    deals = -(-n // 7)
    rows = soko.deal_many(soko.games.seven_card_stud(), 7, deals, rng=seed).reshape(-1, 7)
    return np.ascontiguousarray(rows[:n, :cards])


def _loop(call: Callable[..., object], hands: list[Any]) -> None:
    for hand in hands:
        call(hand)


def _loop_spread(call: Callable[..., object], hands: list[Any]) -> None:
    for hand in hands:
        call(*hand)


def single(name: str, call: Callable[..., object], form: Callable[[Any], Any], *, spread: bool = False) -> Contender:
    """Return a loop over hands that are formed beforehand."""
    loop = _loop_spread if spread else _loop
    # The interpreter adapts a loop to what it calls, so each contender has a copy of its own.
    own = FunctionType(loop.__code__.replace(co_name=f"{loop.__name__}_{name}"), globals())
    return Contender(name, lambda hands: own(call, hands), 3000, lambda hands: [form(hand) for hand in hands.tolist()])


@cache
def check_single() -> None:
    """Check places against the reference, every form against every other, and the order against the peers."""
    hands = fresh_hands(5, 20_000, 1).tolist()
    for hand in hands[:2000]:
        place = reference.place(reference.evaluate(hand))
        for form in FORMS.values():
            strength = soko.evaluate(form(hand))
            check(strength.place == place, f"place of {hand}")
            check(soko.evaluate_int(form(hand)) == int(strength), f"number of {hand}")
    ours = [soko.evaluate_int(bytes(hand), "standard") for hand in hands]
    for peer in ("eval7", "pkrbot", "phevaluator", "treys"):
        if _peers.has(peer):
            call, form, spread, sign = _peers.scalar(peer)
            theirs = [sign * (call(*form(hand)) if spread else call(form(hand))) for hand in hands]
            _peers.check_order(ours, theirs, peer)


@pytest.mark.parametrize("who", _peers.those("eval7", "pkrbot", "phevaluator", "treys"))
@pytest.mark.parametrize("call", ["evaluate", "evaluate_int"])
def test_evaluate(versus: Any, call: str, who: str) -> None:
    """One hand of five cards a call, as each likes its cards best; the check that it is a hand is ours alone."""
    check_single()
    own = soko.evaluate if call == "evaluate" else soko.evaluate_int
    contenders = [single("soko", own, bytes), single("reference", reference.evaluate, tuple)]
    if who not in {"soko", "reference"}:
        taken, form, spread, _ = _peers.scalar(who)
        contenders.append(single(who, taken, form, spread=spread))
    goal = {("evaluate", "eval7"): 3.0, ("evaluate_int", "pkrbot"): 1.0}.get((call, who))
    inputs = lambda seed: fresh_hands(5, 3000, seed)  # noqa: E731 - one line
    race(versus, who, contenders, group=f"{call}, one hand of five cards", inputs=inputs, goal=goal, rounds=60)


@pytest.mark.parametrize("who", ["reference", *FORMS])
def test_forms(versus: Any, who: str) -> None:
    """One hand by the form of its cards, against bytes."""
    check_single()
    forms = {name: single(name, soko.evaluate, form) for name, form in FORMS.items()}
    contenders = [forms.pop("bytes"), single("reference", reference.evaluate, tuple), *forms.values()]
    inputs = lambda seed: fresh_hands(5, 3000, seed)  # noqa: E731 - one line
    race(versus, who, contenders, group="evaluate by form, against bytes", inputs=inputs, rounds=60)


def batch(cards: int, ranking: str, *, ace_low: bool = True) -> tuple[Contender, Contender]:
    """Return ours and the reference's way to evaluate a batch."""
    full = ranking if ace_low else soko.Ranking.soko(ace_low_four_straight=False)
    wild = WILD if ranking == "wild" else None
    ranks = () if wild is None else (reference.cards.RANKS.index(wild),)
    sample = {5: 500, 6: 100, 7: 30}[cards]

    def ours(hands: NDArray[np.uint8]) -> None:
        out = np.empty(len(hands), dtype=np.uint16)
        for _ in range(TIMES):
            soko.evaluate_many(hands, full, wild=wild, out=out)  # type: ignore[arg-type]

    def theirs(hands: list[list[int]]) -> list[tuple[int, ...]]:
        return [
            reference.evaluate(hand, ranking, wild_ranks=ranks, ace_low_four_straight=ace_low)  # type: ignore[arg-type]
            for hand in hands
        ]

    slow = Contender("reference", theirs, sample, lambda hands: hands[:sample].tolist())
    return Contender("soko", ours, HANDS * TIMES), slow


@cache
def wild_ranks(n: int) -> NDArray[np.int8]:
    """Return a wild rank, or none, for each hand."""
    return np.resize(np.arange(-1, 13, dtype=np.int8), n)


def batch_each(cards: int) -> tuple[Contender, Contender]:
    """Return ours and the reference's way to evaluate a batch in which each hand has a wild rank of its own."""
    sample = {5: 500, 6: 100, 7: 30}[cards]

    def ours(hands: NDArray[np.uint8]) -> None:
        out, wild = np.empty(len(hands), dtype=np.uint16), wild_ranks(len(hands))
        for _ in range(TIMES):
            soko.evaluate_many(hands, "wild", wild=wild, out=out)

    def theirs(hands: list[list[int]]) -> list[tuple[int, ...]]:
        ranks = wild_ranks(len(hands)).tolist()
        return [
            reference.evaluate(hand, "wild", wild_ranks=() if rank < 0 else (rank,))
            for hand, rank in zip(hands, ranks, strict=True)
        ]

    slow = Contender("reference", theirs, sample, lambda hands: hands[:sample].tolist())
    return Contender("soko", ours, HANDS * TIMES), slow


@cache
def check_batch_each(cards: int) -> None:
    """Check places of such a batch against the reference."""
    hands = fresh_hands(cards, 20_000, cards)
    ranks = wild_ranks(len(hands))
    numbers = soko.evaluate_many(hands, "wild", wild=ranks).tolist()
    slow = batch_each(cards)[1]
    letters = [None if rank < 0 else reference.cards.RANKS[rank] for rank in ranks.tolist()]
    for hand, rank, number, value in zip(hands, letters, numbers, slow.work(slow.prepare(hands)), strict=False):  # type: ignore[call-overload]
        strength = soko.evaluate(bytes(hand), "wild", wild=rank)
        check((int(strength), strength.place) == (number, reference.place(value, "wild")), f"{hand}, {rank} is wild")


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_evaluate_many_wild_each(versus: Any, cards: int, who: str) -> None:
    """Batches of fresh hands, each with a wild rank of its own."""
    check_batch_each(cards)
    inputs = lambda seed: fresh_hands(cards, HANDS, seed)  # noqa: E731 - one line
    race(versus, who, list(batch_each(cards)), group=f"evaluate_many, {cards} cards, a wild rank each", inputs=inputs)


def few(name: str, call: Callable[..., object], form: Callable[[NDArray[np.uint8]], list[Any]]) -> Contender:
    """Return a loop over eights of hands, evaluated together or one by one."""
    own = FunctionType(_loop.__code__.replace(co_name=f"_loop_{name}"), globals())
    return Contender(name, lambda hands: own(call, hands), 8000, form)


@pytest.mark.parametrize("who", ["evaluate_many", "reference"])
@pytest.mark.parametrize("call", ["evaluate", "evaluate_int"])
def test_evaluate_few(versus: Any, call: str, who: str) -> None:
    """Eight hands a call of ``evaluate_many`` against eight calls for one hand each."""
    check_single()
    one = soko.evaluate if call == "evaluate" else soko.evaluate_int
    singly = few(call, one, lambda hands: [bytes(hand) for hand in hands.tolist()])
    many = few("evaluate_many", soko.evaluate_many, lambda hands: list(hands.reshape(-1, 8, 5)))
    slow = single("reference", reference.evaluate, tuple)
    inputs = lambda seed: fresh_hands(5, 8000, seed)  # noqa: E731 - one line
    own = many if who == "evaluate_many" else slow._replace(units=8000)
    baseline = singly if own is many else None
    versus(
        group=f"evaluate_many, eight hands a call, against {call}",
        work=own.work,
        inputs=inputs,
        units=own.units,
        prepare=own.prepare,
        baseline=baseline,
        goal=1.0 if own is many else None,
        rounds=30,
    )


@cache
def check_batch(cards: int, ranking: str, *, ace_low: bool) -> None:
    """Check a batch against the reference hand by hand, and the order against the peers."""
    hands = fresh_hands(cards, 20_000, cards)
    full = ranking if ace_low else soko.Ranking.soko(ace_low_four_straight=False)
    wild = WILD if ranking == "wild" else None
    numbers = soko.evaluate_many(hands, full, wild=wild).tolist()  # type: ignore[arg-type]
    slow = batch(cards, ranking, ace_low=ace_low)[1]
    for hand, number, value in zip(hands, numbers, slow.work(slow.prepare(hands)), strict=False):  # type: ignore[call-overload]
        strength = soko.evaluate(bytes(hand), full, wild=wild)  # type: ignore[arg-type]
        place = reference.place(value, ranking, ace_low_four_straight=ace_low)
        check((int(strength), strength.place) == (number, place), f"{hand} in {ranking}")
    if ranking == "standard" and cards != 6:
        for name, prepare in BATCHES.items():
            if _peers.has(name):
                sign = 1 if name == "pokerfast" else _sign(prepare)
                _peers.check_order(numbers, [sign * int(value) for value in prepare(hands)()], name)


def _sign(prepare: Callable[[Any], Callable[[], Any]]) -> int:
    """Return 1 when greater wins with a peer, else -1."""
    royal, low = ([51, 47, 43, 39, 35], [0, 5, 10, 15, 21])
    best, worst = prepare(np.array([royal, low], np.uint8))()
    return 1 if best > worst else -1


BATCHES: dict[str, Callable[[NDArray[np.uint8]], Callable[[], Any]]] = {
    "pokerfast": _peers.omp_batch,
    "pyo3_poker_eval": _peers.pyo3_batch,
}


def _batch_params() -> list[Any]:
    params = []
    for cards in (5, 6, 7):
        for ranking in ("soko", "standard", "wild"):
            peers = list(BATCHES) if ranking == "standard" and cards != 6 else []
            params += [pytest.param(cards, ranking, True, who) for who in _peers.those(*peers)]
    return params + [pytest.param(5, "soko", False, who) for who in ("soko", "reference")]


@pytest.mark.parametrize(("cards", "ranking", "ace_low", "who"), _batch_params())
def test_evaluate_many(versus: Any, cards: int, ranking: str, ace_low: bool, who: str) -> None:  # noqa: FBT001
    """Batches of fresh hands."""
    check_batch(cards, ranking, ace_low=ace_low)
    contenders = list(batch(cards, ranking, ace_low=ace_low))
    if who in BATCHES:
        times = TIMES if who == "pokerfast" else 1

        def theirs(work: Callable[[], Any]) -> None:
            for _ in range(times):
                work()

        contenders.append(Contender(who, theirs, HANDS * times, BATCHES[who]))
    name = f"evaluate_many, {cards} cards, {ranking}{'' if ace_low else ', ace high'}"
    goal = {
        (5, "soko"): 8000.0,
        (5, "standard"): 2.0 if who in BATCHES else None,
        (6, "soko"): 15_000.0,
        (5, "wild"): 5_000.0,
        (7, "wild"): 15_000.0,
    }.get((cards, ranking))
    goal = None if goal is None or not ace_low else share_of(goal) if who in {"soko", *BATCHES} else None
    race(versus, who, contenders, group=name, inputs=lambda seed: fresh_hands(cards, HANDS, seed), goal=goal)


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("ranking", ["soko", "standard", "wild"])
def test_all_hands(versus: Any, ranking: str, who: str) -> None:
    """Every five-card hand there is; the reference evaluates a sample."""
    check(tuple(_soko.count_all_hands("soko")) == SOKO_COUNTS, "the counts of all hands")
    wild = WILD if ranking == "wild" else None
    ours = Contender("soko", lambda _: _soko.count_all_hands(ranking, wild), ALL_HANDS)  # type: ignore[arg-type]
    goal = share_of(15_000) if ranking == "soko" and who == "soko" else None
    inputs = lambda seed: fresh_hands(5, 500, seed)  # noqa: E731 - one line
    race(versus, who, [ours, batch(5, ranking)[1]], group=f"all hands, {ranking}", inputs=inputs, goal=goal)


@by_clock
@pytest.mark.parametrize("who", ["2 threads", "reference"])
def test_evaluate_threads(versus: Any, who: str) -> None:
    """Two threads against one, on fresh hands by the million: as fast as they come from memory."""

    def on(threads: int) -> Contender:
        name = "2 threads" if threads == 2 else "1 thread"
        return Contender(name, lambda hands: soko.evaluate_many(hands, threads=threads), 4_000_000)

    slow = batch(5, "soko")[1]
    race_threads(
        versus,
        who,
        on,
        slow,
        group="evaluate_many, two threads",
        inputs=lambda seed: fresh_hands(5, 4_000_000, seed),
        goal=1.8,
    )


def race_threads(
    versus: Any,
    who: str,
    on: Callable[[int], Contender],
    slow: Contender,
    *,
    group: str,
    inputs: Callable[[int], Any] = int,
    goal: float | None = None,
) -> None:
    """Time two threads against one of the same work, by the clock; the reference, on one, stands by itself."""
    if who == "reference":
        versus(group=group, work=slow.work, inputs=inputs, units=slow.units, prepare=slow.prepare)
    else:
        two = on(2)
        versus(
            group=group, work=two.work, inputs=inputs, units=two.units, prepare=two.prepare, baseline=on(1), goal=goal
        )
