"""The same digits from every engine that shares out work, with workers that die and engines that err."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

import soko

RULES = soko.games.soko()
T = TypeVar("T", bound=soko.Tally | soko.PlayoutTally)
SPAWN = multiprocessing.get_context("spawn")
N = 300 * 16_384 + 5


@pytest.fixture(scope="module")
def plan() -> soko.Plan[soko.Tally]:
    return soko.plan(RULES, 2, N, rng=7)


@pytest.fixture(scope="module")
def whole(plan: soko.Plan[soko.Tally]) -> soko.Tally:
    return plan.run()


@pytest.fixture(autouse=True)
def short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make 300 tasks of a block each, in waves from 8 on."""
    monkeypatch.setattr("soko.plans.run._PROBE_SECONDS", 1e-9)
    monkeypatch.setattr("soko.plans.run.TASK_SECONDS", 0.0)
    monkeypatch.setattr("soko.plans.run._FIRST_WAVE", 8)


class Cautious:
    """A policy of one's own, which is another object wherever it comes to: checks or calls a small price."""

    def __init__(self, price: slice, pot: slice) -> None:
        self.price = price
        self.pot = pot

    def __call__(self, observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
        is_dear = observations[:, self.price] > 0.2 * observations[:, self.pot]
        return np.where(legal[:, 0] & is_dear[:, 0], 0, np.where(legal[:, 2], 2, 1))


@pytest.fixture(scope="module")
def played() -> soko.Plan[soko.PlayoutTally]:
    layout = soko.Table(RULES, 3, tables=1).observation_layout
    policies = [Cautious(layout["to_call"], layout["pot"]), "maniac", "tight"]
    return soko.playout_plan(RULES, 3, 300 * 64 + 5, policies, rng=7)


class ListPool:
    """As Ray's and multiprocessing's pools: ``map`` takes one iterable and gives back a list of all results."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.threads: set[int] = set()

    def map(self, fn: Callable[[Any], Any], tasks: Iterable[Any], chunksize: int | None = None) -> list[Any]:
        assert chunksize is None
        given = list(tasks)
        self.threads.update(threads for _, _, threads in given)
        results = [fn(task) for task in given]
        self.sizes.append(len(results))
        return results


class MpiExecutor:
    """As mpi4py.futures: ``map`` takes several iterables and gives back an iterator."""

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], timeout: float | None = None) -> Iterator[Any]:
        assert timeout is None
        return map(fn, *iterables)


def test_threads(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert plan.run(executor=executor) == whole
        assert plan.run(executor=executor, threads=2) == whole


# Python warns of forks in a process that has threads, here perhaps those of another test.
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(plan: soko.Plan[soko.Tally], whole: soko.Tally, method: str, tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as executor:
        path = tmp_path / "run.json"
        assert plan.run(executor=executor, progress=lambda *tell: reports.append(tell), checkpoint=path) == whole
        assert soko.Tally.load(path) == whole
        tallies = list(plan.stream(executor=executor))
    assert reports == sorted(reports)
    assert reports[-1] == (N, N)
    assert len(reports) == 301
    assert tallies[-1] == whole
    assert [tally.n for tally in tallies] == sorted({tally.n for tally in tallies})


def test_pools(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    with SPAWN.Pool(2) as pool:
        assert plan.run(executor=pool) == whole


def test_an_engine_that_gives_back_lists(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    pool = ListPool()
    assert plan.run(executor=pool) == whole
    assert pool.sizes == [8, 16, 32, 64, 128, 52]


@pytest.mark.parametrize(("threads", "each"), [(None, 1), (3, 3)])
def test_how_many_threads_a_task_has(plan: soko.Plan[soko.Tally], threads: int | None, each: int) -> None:
    pool = ListPool()
    plan.run(executor=pool, threads=threads)
    assert pool.threads == {each}


def test_an_engine_that_gives_back_iterators(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    assert plan.run(executor=MpiExecutor()) == whole


def test_equity_on_engines() -> None:
    plan = soko.equity_plan(["(A) Kd", "(?) Qh", "(?) 2c"], n=20 * 16_384, rng=7)
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        assert plan.run(executor=executor) == plan.run()


def test_playouts_on_engines(played: soko.Plan[soko.PlayoutTally]) -> None:
    whole = played.run()
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        assert played.run(executor=executor) == whole
    policies = [*played.question.deciders, "maniac", "tight"]  # type: ignore[attr-defined]
    assert whole.playout == soko.playout(RULES, 3, played.n, policies, rng=7)


def test_shards_on_engines(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    with ThreadPoolExecutor(2) as executor:
        tallies = [plan.shard(i, 3).run(executor=executor if i else None) for i in (2, 0, 1)]
    assert soko.merge(tallies) == whole


# Engines that err


class Other:
    """An engine that does something else to the results."""

    def __init__(self, change: Callable[[list[Any]], list[Any]]) -> None:
        self.change = change

    def map(self, fn: Callable[[Any], Any], tasks: Iterable[Any], /) -> list[Any]:
        return self.change([fn(task) for task in tasks])


def test_results_that_come_twice_or_never_are_noticed(
    plan: soko.Plan[soko.Tally], whole: soko.Tally, tmp_path: Path
) -> None:
    with pytest.raises(soko.PlanError, match="count twice"):
        plan.run(executor=Other(lambda results: [*results, results[0]]))
    path = tmp_path / "run.json"
    with pytest.raises(soko.PlanError, match=r"the executor returned no counts for blocks? \d"):
        plan.run(executor=Other(lambda results: results[1:]), checkpoint=path)
    assert 0 < soko.Tally.load(path).n < N
    assert plan.run(checkpoint=path) == whole
    # Any order will do.
    assert plan.run(executor=Other(lambda results: results[::-1])) == whole


def test_what_is_no_engine_is_refused(plan: soko.Plan[soko.Tally]) -> None:
    with pytest.raises(TypeError, match="executor 5: it has no map"):
        plan.run(executor=5)  # type: ignore[arg-type]
    # As a Dask client, whose map gives futures.
    with pytest.raises(TypeError, match=r"returned object, not counts \(Dask: client\.get_executor\(\)\)"):
        plan.run(executor=Other(lambda results: [object() for _ in results]))


def press(_results: list[Any]) -> list[Any]:
    raise KeyboardInterrupt


def test_ctrl_c_with_an_engine_keeps_what_came_back(
    plan: soko.Plan[soko.Tally], whole: soko.Tally, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    with pytest.raises(soko.Interrupted) as caught:
        plan.run(executor=Other(press), checkpoint=path)
    assert 0 < caught.value.tally.n < N
    assert soko.Tally.load(path) == caught.value.tally
    assert plan.run(executor=ListPool(), checkpoint=path) == whole


def run_and_kill(plan: soko.Plan[T], executor: Any, pid: int, checkpoint: Path | None = None) -> T:
    """Kill a process when a part of the work is done, and run on."""
    stream = plan.stream(executor=executor, checkpoint=checkpoint)
    for tally in stream:
        if tally.n > plan.n // 4:
            os.kill(pid, signal.SIGKILL)
            break
    for tally in stream:
        last = tally
    return last


def test_a_process_that_dies_breaks_its_pool_and_not_the_work(
    plan: soko.Plan[soko.Tally], whole: soko.Tally, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        pid = executor.submit(os.getpid).result()
        with pytest.raises(BrokenProcessPool):
            run_and_kill(plan, executor, pid, path)
    assert N // 4 < soko.Tally.load(path).n < N
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        assert plan.run(executor=executor, checkpoint=path) == whole


def test_dask_with_a_worker_killed_half_way(plan: soko.Plan[soko.Tally], whole: soko.Tally) -> None:
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with cluster, Client(cluster) as client:
        executor = client.get_executor()
        assert plan.run(executor=executor) == whole
        pids = client.run(os.getpid)
        assert run_and_kill(plan, executor, min(pids.values())) == whole
        assert set(client.run(os.getpid)) != set(pids)


def test_playouts_on_dask_with_a_worker_killed_half_way(played: soko.Plan[soko.PlayoutTally]) -> None:
    from distributed import Client, LocalCluster

    whole = played.run()
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with cluster, Client(cluster) as client:
        executor = client.get_executor()
        pids = client.run(os.getpid)
        assert run_and_kill(played, executor, min(pids.values())) == whole
        assert set(client.run(os.getpid)) != set(pids)
