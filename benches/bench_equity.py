"""Equity: exact answers, sampled ones, and the peers' of hold'em and stud."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import soko
from benches import _peers
from benches._contest import Contender, check, race
from soko.reference import equity as slow
from soko.rng import stream_key

RULES = soko.games.soko()
LOW_CHICAGO = soko.games.soko(low_chicago=True)
EXACT = {
    "3 + 3 to come": (["(As) Kd", "(Qh) Qd"], RULES, 5),
    "2 + 2 to come": (["(As) Kd 7c", "(Qh) Qd 8h"], RULES, 50),
    "1 + 1 to come": (["(As) Kd 7c 7h", "(Qh) Qd 8h 3c"], RULES, 200),
    # A spade face down may still decide, so that nothing is left but to go through all runouts of the two hands.
    "enumeration, Low Chicago": (["(?) Kd 7c 7h", "(?) Qd 8h 3c"], LOW_CHICAGO, 2),
}
SAMPLED = {
    "both holes known": ["(As) Kd", "(Qh) Qd"],
    "one unknown": ["(As) Kd", "(?) Qd"],
    "ranges": ["(A:0.5|K) Kd", "(2-9) Qh"],
}


@cache
def check_equity() -> None:
    """Check the last street against every runout of the reference, earlier ones against samples, peers against them."""
    hands, _, _ = EXACT["1 + 1 to come"]
    check_counts(soko.equity(hands), slow.exact(RULES.to_dict(), hands), "the last street")
    for name, (asked, rules, _) in EXACT.items():
        answer = soko.equity(asked, rules)
        check(answer.exact and answer == soko.equity(asked, rules, threads=2), f"{name} exactly, on any threads")
        deals = soko.equity(asked, rules, n=200_000, rng=1)
        off = abs(float(deals.shares[0]) - float(answer.shares[0]))
        check(off < 5 * deals.std_error[0], f"{name} exactly and sampled")
    for name, asked in SAMPLED.items():
        tally = slow.sample(RULES.to_dict(), asked, 300, stream_key(1))
        check_counts(soko.equity(asked, n=300, rng=1), tally, f"a sample, {name}")
    known = 0.428351508
    for name in _peers.those(*_peers.EXACT)[2:]:
        check(abs(_peers.EXACT[name]()[0] - known) < 1e-6, f"{name} exactly")
    for name in _peers.those(*_peers.SAMPLERS)[2:]:
        stud = soko.equity(["(Ah Kh) 7c", "(Qs Qd) 2c"], soko.games.seven_card_stud(), n=200_000, rng=1)
        right = float(stud.shares[0]) if name == "poker-equity" else known
        check(abs(_peers.SAMPLERS[name]()[0] - right) < 0.015, f"{name} sampled")


def check_counts(answer: soko.Equity, tally: soko.reference.Tally, what: str) -> None:
    """Fail unless all counts are the same."""
    check(answer.categories.tolist() == tally.categories, what)
    check((answer.wins.tolist(), answer.ties.tolist()) == (tally.wins, tally.ties), what)
    check([share * answer.n for share in answer.shares] == tally.shares, what)


def _slow_exact(_: object) -> int:
    return slow.exact(RULES.to_dict(), EXACT["1 + 1 to come"][0]).n


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("name", EXACT)
def test_exact_answer(versus: Any, name: str, who: str) -> None:
    """A whole exact answer of two hands; the reference goes through the runouts of one card each."""
    check_equity()
    asked, rules, times = EXACT[name]

    def ours(_: object) -> None:
        for _ in range(times):
            soko.equity(asked, rules, threads=1)

    contenders = [Contender("soko", ours, times), Contender("reference", _slow_exact)]
    race(versus, who, contenders, group=f"equity, exact, {name}, an answer")


@pytest.mark.parametrize("who", _peers.those(*_peers.EXACT))
@pytest.mark.parametrize("name", ["3 + 3 to come", "enumeration, Low Chicago"])
def test_exact_runouts(versus: Any, name: str, who: str) -> None:
    """Exact answers by their runouts; the peers' are of hold'em."""
    check_equity()
    asked, rules, times = EXACT[name]
    ours = lambda _: sum(soko.equity(asked, rules, threads=1).n for _ in range(times))  # noqa: E731 - one line
    contenders = [Contender("soko", ours, None), Contender("reference", _slow_exact, None)]
    if who in _peers.EXACT:
        contenders.append(Contender(who, lambda _: _peers.EXACT[who]()[1], None))
    goal = 100.0 if (name, who) == ("3 + 3 to come", "pokerfast") else None
    race(versus, who, contenders, group=f"equity, exact, {name}, a runout", goal=goal)


@pytest.mark.parametrize(("name", "who"), [
    (name, who)
    for name in SAMPLED
    for who in _peers.those(*(_peers.SAMPLERS if name == "both holes known" else []))
])  # fmt: skip
def test_sampled(versus: Any, short: bool, name: str, who: str) -> None:  # noqa: FBT001
    """Sampled deals of two hands on one thread; the peers' are of hold'em, poker-equity's of seven-card stud."""
    check_equity()
    n = 200_000 if short else 2_000_000
    asked, fields = SAMPLED[name], RULES.to_dict()
    ours = lambda seed: soko.equity(asked, n=n, rng=seed, threads=1)  # noqa: E731 - one line
    theirs = lambda key: slow.sample(fields, asked, 300, key)  # noqa: E731 - one line
    contenders = [Contender("soko", ours, n), Contender("reference", theirs, 300, stream_key)]
    if who in _peers.SAMPLERS:
        contenders.append(Contender(who, lambda _: _peers.SAMPLERS[who]()[1], None))
    goal = {"soko": 800.0, "pokerfast": 1.0}.get(who)
    race(versus, who, contenders, group=f"equity, sampled, {name}, a deal", goal=goal, rounds=9)


@pytest.mark.parametrize("who", _peers.those("eval7", "pokyr"))
def test_small_question(versus: Any, who: str) -> None:
    """A call that samples 1,000 deals: what a question costs by itself; the peers' is hold'em."""
    check_equity()
    asked, fields = SAMPLED["both holes known"], RULES.to_dict()
    contenders = [
        Contender("soko", lambda seed: soko.equity(asked, n=1000, rng=seed, threads=1)),
        Contender("reference", lambda key: slow.sample(fields, asked, 1000, key), 1, stream_key),
    ]
    if who not in {"soko", "reference"}:
        contenders.append(Contender(who, _peers.small_question(who)))
    race(versus, who, contenders, group="equity(n=1000), a call", rounds=30)
