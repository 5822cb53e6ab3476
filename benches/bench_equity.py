"""Equity: exact answers against dealing every runout, sampled ones against the reference and the peers, two processes.

From the first street of Soko each of two hands has three cards to come. Hands that are not the same are compared by the
runout.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from hashlib import pbkdf2_hmac
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import soko
from benches import _peers
from benches._counted import CountedContest
from benches._measure import Contest, check
from soko.reference import equity as slow
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benches._measure import Table

RULES = soko.games.soko()
LOW_CHICAGO = soko.games.soko(low_chicago=True)
FROM_STREET = {
    "3 + 3 to come": ["(As) Kd", "(Qh) Qd"],
    "2 + 2 to come": ["(As) Kd 7c", "(Qh) Qd 8h"],
    "1 + 1 to come": ["(As) Kd 7c 7h", "(Qh) Qd 8h 3c"],
}
GUIDES = {"3 + 3 to come": 5.0, "2 + 2 to come": 0.2}
# A spade face down may still decide, so that nothing is left but to go through all runouts of the two hands.
ENUMERATED = ["(?) Kd 7c 7h", "(?) Qd 8h 3c"]
MILLION = 1e6
HOLDEM = ("AsKd", "QhQc")
SAMPLED = {
    "both holes known": ["(As) Kd", "(Qh) Qd"],
    "one unknown": ["(As) Kd", "(?) Qd"],
    "ranges": ["(A:0.5|K) Kd", "(2-9) Qh"],
}


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    check_exact()
    check_sampled()
    omp = _peers.OmpEquity.load()
    yield exact(short=short)
    yield runouts(omp, short=short)
    yield sampled(omp, short=short)
    yield two_processes(short=short)


def check_exact() -> None:
    """Check the last street against every runout of the reference, earlier ones against deals sampled."""
    hands = FROM_STREET["1 + 1 to come"]
    check_counts(soko.equity(hands), slow.exact(RULES.to_dict(), hands), "the last street")
    for name, rules, asked in [
        *[(name, RULES, asked) for name, asked in FROM_STREET.items()],
        ("low Chicago", LOW_CHICAGO, ENUMERATED),
    ]:
        answer = soko.equity(asked, rules)
        check(answer.exact and answer == soko.equity(asked, rules, threads=2), f"{name} exactly, on any threads")
        deals = soko.equity(asked, rules, n=500_000, rng=1)
        off = abs(float(deals.shares[0]) - float(answer.shares[0]))
        check(off < 5 * deals.std_error[0], f"{name} exactly and sampled")
    check(soko.equity(ENUMERATED, LOW_CHICAGO).method == "enumeration", "the way through all runouts")


def check_sampled() -> None:
    """Check samples against the reference, every count, and the peers against each other."""
    for name, hands in SAMPLED.items():
        tally = slow.sample(RULES.to_dict(), hands, 1000, stream_key(1))
        check_counts(soko.equity(hands, n=1000, rng=1), tally, f"a sample, {name}")
    omp, eval7 = _peers.OmpEquity.load(), _peers.Eval7Equity.load(*HOLDEM)
    if omp:
        share, _ = omp.exact(HOLDEM)
        check(abs(omp.sample(HOLDEM, 1e-3)[0] - share) < 5e-3, "OMPEval, exactly and sampled")
        check(eval7 is None or abs(eval7.sample(100_000) - share) < 0.01, "eval7 and OMPEval")


def check_counts(answer: soko.Equity, tally: soko.reference.Tally, what: str) -> None:
    """Refuse to go on unless all counts are the same."""
    check(answer.categories.tolist() == tally.categories, what)
    check((answer.wins.tolist(), answer.ties.tolist()) == (tally.wins, tally.ties), what)
    check([share * answer.n for share in answer.shares] == tally.shares, what)


def exact(*, short: bool) -> Table:
    """Time whole exact answers of two hands."""
    contest = Contest(9 if short else 31, int)
    for name, hands in FROM_STREET.items():
        times = 5 if name == "3 + 3 to come" else 50
        contest.enter(name, times, _answers(hands, times))
    contest.run()
    rows = [contest.total(name, 1, GUIDES.get(name)) for name in FROM_STREET]
    return "equity, exact heads-up Soko; cost an answer", rows


def _answers(hands: Sequence[str], times: int) -> Callable[[int], Callable[[], None]]:
    def work() -> None:
        for _ in range(times):
            soko.equity(hands, threads=1)

    return lambda _: work


def runouts(omp: _peers.OmpEquity | None, *, short: bool) -> Table:
    """Time exact answers by their runouts, against going through them and against hold'em of OMPEval."""
    contest: CountedContest[int] = CountedContest(5 if short else 15, int)
    for name in ("3 + 3 to come", "2 + 2 to come"):
        contest.enter(name, 1, _exactly(FROM_STREET[name], RULES, 10))
    contest.enter("enumeration, low Chicago", 1, _exactly(ENUMERATED, LOW_CHICAGO, 1))
    fields, hands = RULES.to_dict(), FROM_STREET["1 + 1 to come"]
    contest.enter("reference, 1 + 1 to come", 1, lambda _: lambda: slow.exact(fields, hands).n / MILLION)
    if omp:
        contest.enter("OMPEval, hold'em", 1, lambda _: lambda: sum(omp.exact(HOLDEM)[1] for _ in range(20)) / MILLION)
    contest.run()
    first = "3 + 3 to come"
    rows = [
        contest.cost("enumeration, low Chicago"),
        contest.speed(first, "enumeration, low Chicago", 300, label="enumeration"),
        contest.speed("2 + 2 to come", "enumeration, low Chicago", label="enumeration"),
        contest.cost("reference, 1 + 1 to come"),
        contest.speed("enumeration, low Chicago", "reference, 1 + 1 to come", label="reference"),
    ]
    if omp:
        rows += [contest.cost("OMPEval, hold'em"), contest.speed(first, "OMPEval, hold'em", 100)]
    return "equity, exact; cost a million runouts", rows


def _exactly(hands: Sequence[str], rules: soko.Rules, times: int) -> Callable[[int], Callable[[], float]]:
    """Return what prepares exact answers, which count their millions of runouts."""
    return lambda _: lambda: sum(soko.equity(hands, rules, threads=1).n for _ in range(times)) / MILLION


def sampled(omp: _peers.OmpEquity | None, *, short: bool) -> Table:
    """Time sampled deals of two hands; the peers deal hold'em, with two cards known of each hand."""
    n, sample = (500_000, 500) if short else (4_000_000, 2000)
    contest: CountedContest[int] = CountedContest(5 if short else 11, int)
    fields = RULES.to_dict()
    for name, hands in SAMPLED.items():
        contest.enter(name, 1, _sampled_here(hands, n))
        contest.enter(f"reference, {name}", 1, _sampled_slowly(fields, hands, sample))
    peers = {}
    if omp:
        peers["OMPEval, hold'em"] = lambda _: lambda: omp.sample(HOLDEM, 1e-3)[1]
    if eval7 := _peers.Eval7Equity.load(*HOLDEM):
        peers["eval7, hold'em"] = lambda _: lambda: _sampled_by(eval7, 50_000)
    for name, prepare in peers.items():
        contest.enter(name, 1, prepare)
    contest.run()
    rows = [contest.speed(name, f"reference, {name}", 800, label="reference") for name in SAMPLED]
    for name in peers:
        rows += [contest.cost(name), contest.speed("both holes known", name, 1)]
    return "equity, sampled, 2 players on one thread; cost a deal", rows


def _sampled_here(hands: Sequence[str], n: int) -> Callable[[int], Callable[[], int]]:
    return lambda seed: lambda: soko.equity(hands, n=n, rng=seed, threads=1).n


def _sampled_slowly(fields: dict[str, object], hands: Sequence[str], n: int) -> Callable[[int], Callable[[], int]]:
    def prepare(seed: int) -> Callable[[], int]:
        key = stream_key(seed)
        return lambda: slow.sample(fields, hands, n, key).n

    return prepare


def _sampled_by(eval7: _peers.Eval7Equity, n: int) -> int:
    eval7.sample(n)
    return n


class Meter:
    """A clock that runs by the processor time which the workers of a pool report."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.seconds = 0.0

    def read(self) -> float:
        """Return the time."""
        return self.seconds


def two_processes(*, short: bool) -> Table:
    """Compare a pool of two processes with one, by the clock and by the processor time of the workers.

    Hashing on both pools shows what a busy machine has to give. The plan goes out in shards: the tasks that an executor
    is given by ``run`` last a second and a half, and rounds are shorter.
    """
    n = 24_000_000 if short else 400_000_000
    context, meter = multiprocessing.get_context("spawn"), Meter()
    by_clock, by_processor = Contest(5 if short else 11, int, perf_counter), Contest(3 if short else 5, int, meter.read)
    with ProcessPoolExecutor(1, context) as one, ProcessPoolExecutor(2, context) as two:
        for count, pool in ((1, one), (2, two)):
            check_pool(pool)
            by_clock.enter(f"hashing, {_processes(count)}", 8, _hashed(pool))
            for contest in (by_clock, by_processor):
                contest.enter(f"equity, {_processes(count)}", n, _pooled(pool, n, meter))
        by_clock.run()
        by_processor.run()
    rows = [
        by_clock.speed(f"{work}, 2 processes", f"{work}, 1 process", goal, label="one process")
        for work, goal in (("hashing", None), ("equity", 1.7))
    ]
    rows.append(by_processor.burden("equity, 2 processes", "equity, 1 process", label="one (processor)"))
    return "equity, sampled in a pool of two processes; cost a deal", rows


def _processes(count: int) -> str:
    return f"{count} process{'es' * (count > 1)}"


def check_pool(pool: ProcessPoolExecutor) -> None:
    """Check that the counts of a pool are those of a run here."""
    plan = soko.equity_plan(SAMPLED["ranges"], n=500_000, rng=1)
    here = plan.run(threads=1)
    check(plan.run(executor=pool) == here, "a plan on a pool")
    check(_pooled_tally(pool, plan, Meter()) == here, "its shards on a pool")


def run_part(plan: soko.Plan[soko.EquityTally]) -> tuple[soko.EquityTally, float]:
    """Count a shard and say how much processor time it took; this is what a process calls."""
    start = process_time()
    tally = plan.run(threads=1)
    return tally, process_time() - start


def hash_once(_: int) -> None:
    """Do arithmetic for some tens of milliseconds."""
    pbkdf2_hmac("sha256", b"soko", b"soko", 60_000)


def _pooled(pool: ProcessPoolExecutor, n: int, meter: Meter) -> Callable[[int], Callable[[], object]]:
    def prepare(seed: int) -> Callable[[], object]:
        plan = soko.equity_plan(SAMPLED["both holes known"], n=n, rng=seed)
        return lambda: _pooled_tally(pool, plan, meter)

    return prepare


def _pooled_tally(pool: ProcessPoolExecutor, plan: soko.Plan[soko.EquityTally], meter: Meter) -> soko.EquityTally:
    """Return the tally of a plan whose shards a pool counts."""
    results = list(pool.map(run_part, [plan.shard(i, 8) for i in range(8)]))
    meter.seconds += sum(seconds for _, seconds in results)
    return soko.merge([tally for tally, _ in results])


def _hashed(pool: ProcessPoolExecutor) -> Callable[[int], Callable[[], object]]:
    return lambda _: lambda: list(pool.map(hash_once, range(8)))
