"""Equity: exact answers, sampled ones, and the peers' of hold'em and stud."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import soko
from benches import _peers
from benches._contest import Contender, check, race
from soko.reference import equity as slow
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = soko.games.soko()
LOW_CHICAGO = soko.games.soko(low_chicago=True)
FOLLOW_THE_BITCH = soko.games.follow_the_bitch()
SMALL = "1 + 1 to come"
LAST_STREET = ["(As) Kd 7c 7h", "(Qh) Qd 8h 3c"]
EXACT = {
    "3 + 3 to come": (["(As) Kd", "(Qh) Qd"], RULES, 5),
    "2 + 2 to come": (["(As) Kd 7c", "(Qh) Qd 8h"], RULES, 50),
    SMALL: (LAST_STREET, RULES, 200),
    # A spade face down may still decide, so that nothing is left but to go through all runouts of the two hands.
    "enumeration, Low Chicago": (["(?) Kd 7c 7h", "(?) Qd 8h 3c"], LOW_CHICAGO, 2),
    # One card face up may still make another rank wild, for both hands.
    "enumeration, Follow the Bitch": (["(As Kd) 7c 7h ?", "(Ah Qd) 8h Qs 3c"], FOLLOW_THE_BITCH, 1),
}
# The hands, the dead cards, and how many times as fast as the reference ours is to be.
SAMPLED = {
    "both holes known": (["(As) Kd", "(Qh) Qd"], "", 5000.0),
    "one unknown": (["(As) Kd", "(?) Qd"], "", 5000.0),
    "dead cards": (["(As) Kd", "(Qh) Qd"], "2c 3c 4d", 5000.0),
    "ranges": (["(A:0.5|K) Kd", "(2-9) Qh"], "", 4000.0),
}
# How many calls a round has that asks small questions.
CALLS = 50


@cache
def check_equity() -> None:
    """Check the last street against every runout of the reference, earlier ones against samples, peers against them."""
    check_counts(soko.equity(LAST_STREET), slow.exact(RULES.to_dict(), LAST_STREET), "the last street")
    for name, (asked, rules, _) in EXACT.items():
        answer = soko.equity(asked, rules, exact=True)
        again = soko.equity(asked, rules, exact=True, threads=2)
        check(answer.exact and answer == again, f"{name} exactly, on any threads")
        deals = soko.equity(asked, rules, n=200_000, rng=1)
        off = abs(float(deals.shares[0]) - float(answer.shares[0]))
        check(off < 5 * deals.std_error[0], f"{name} exactly and sampled")
    for name, (asked, dead, _) in SAMPLED.items():
        tally = slow.sample(RULES.to_dict(), asked, 300, stream_key(1), dead)
        check_counts(soko.equity(asked, dead=dead, n=300, rng=1), tally, f"a sample, {name}")
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


def _repeated(call: Callable[[Any], object], times: int) -> Callable[[Any], None]:
    """Return what makes the same call so many times."""

    def calls(given: Any) -> None:
        for _ in range(times):
            call(given)

    return calls


def _slow_exact(_: object) -> int:
    return slow.exact(RULES.to_dict(), LAST_STREET).n


@pytest.mark.parametrize(("name", "who"), [
    (name, who) for name in EXACT for who in _peers.those(*(["pokyr"] if name == SMALL else []))
])  # fmt: skip
def test_exact_answer(versus: Any, name: str, who: str) -> None:
    """A whole exact answer; the reference goes through the runouts of one card each, pokyr through those of a flop."""
    check_equity()
    asked, rules, times = EXACT[name]
    ours = _repeated(lambda _: soko.equity(asked, rules, exact=True, threads=1), times)
    contenders = [Contender("soko", ours, times), Contender("reference", _slow_exact)]
    if who == "pokyr":
        contenders.append(Contender(who, _repeated(_peers.small_exact_answer(), times), times))
    goal = 5000.0 if (name, who) == (SMALL, "soko") else None
    race(versus, who, contenders, group=f"equity, exact, {name}, an answer", goal=goal)


@pytest.mark.parametrize("who", _peers.those(*_peers.EXACT))
@pytest.mark.parametrize("name", ["3 + 3 to come", "enumeration, Low Chicago", "enumeration, Follow the Bitch"])
def test_exact_runouts(versus: Any, name: str, who: str) -> None:
    """Exact answers by their runouts; the peers' are of hold'em."""
    check_equity()
    asked, rules, times = EXACT[name]
    ours = lambda _: sum(soko.equity(asked, rules, exact=True, threads=1).n for _ in range(times))  # noqa: E731
    contenders = [Contender("soko", ours, None), Contender("reference", _slow_exact, None)]
    if who in _peers.EXACT:
        contenders.append(Contender(who, lambda _: _peers.EXACT[who]()[1], None))
    goal = 100.0 if (name, who) == ("3 + 3 to come", "pokerfast") else None
    if who == "soko" and name.startswith("enumeration"):
        goal = 15_000.0
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
    (asked, dead, times), fields = SAMPLED[name], RULES.to_dict()
    ours = lambda seed: soko.equity(asked, dead=dead, n=n, rng=seed, threads=1)  # noqa: E731 - one line
    theirs = lambda key: slow.sample(fields, asked, 300, key, dead)  # noqa: E731 - one line
    contenders = [Contender("soko", ours, n), Contender("reference", theirs, 300, stream_key)]
    if who in _peers.SAMPLERS:
        contenders.append(Contender(who, lambda _: _peers.SAMPLERS[who]()[1], None))
    goal = {"soko": times, "pokerfast": 1.0}.get(who)
    race(versus, who, contenders, group=f"equity, sampled, {name}, a deal", goal=goal, rounds=9)


@pytest.mark.parametrize("who", _peers.those("eval7", "pokyr"))
def test_small_question(versus: Any, who: str) -> None:
    """A call that samples 1,000 deals: what a question costs by itself; the peers' is hold'em."""
    check_equity()
    (asked, _, _), fields = SAMPLED["both holes known"], RULES.to_dict()
    contenders = [
        Contender("soko", _repeated(lambda seed: soko.equity(asked, n=1000, rng=seed, threads=1), CALLS), CALLS),
        Contender("reference", lambda key: slow.sample(fields, asked, 1000, key), 1, stream_key),
    ]
    if who not in {"soko", "reference"}:
        contenders.append(Contender(who, _repeated(_peers.small_question(who), CALLS), CALLS))
    goal = {"soko": 500.0, "eval7": 4.0, "pokyr": 1.5}.get(who)
    race(versus, who, contenders, group="equity(n=1000), a call", goal=goal, rounds=30)
