"""What goes wrong around the package: threads that cannot be started, Ctrl-C, full disks. In processes that may die."""

from __future__ import annotations

import errno
import functools
import itertools
import os
import pickle
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import soko
from soko.plans.files import write
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

G = soko.games.soko()
BLOCK = 16_384
# A process that is hung, and not one that is slow.
PATIENCE = 300

POSIX = pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX")


def python(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


# Threads that cannot be started

NO_THREADS = """
import os, resource, threading
import numpy as np
import soko
from soko import lockstep, playouts, plans
G = soko.games.soko()
rng = np.random.default_rng(7)
hands = soko.deal_many(G, 2, 20_000, rng=7)[:, 0].copy()
deals = soko.deal_many(G, 2, 20_000, rng=7)
least = lambda observations, legal: legal.argmax(axis=1)
ranges = ["(A) Kd", "(2-9) Qh", "(?) 2c"]

def stepped(threads):
    table = soko.Table(G, 6, tables=65_536, rng=7, threads=threads)
    for _ in range(4):
        table.step(table.legal.argmax(axis=1).astype(np.int8))
    table.step_random(3)
    return [table.observations.tobytes(), table.hands.tobytes(), table.rewards.tobytes()]

calls = {
    "simulate": lambda threads: soko.simulate(G, 2, 200_000, rng=7, threads=threads),
    "plan": lambda threads: soko.plan(G, 2, 200_000, rng=7).run(threads=threads),
    "exact equity": lambda threads: soko.equity(["(As) Kd", "(7c) Qh"], exact=True, threads=threads),
    "equity": lambda threads: soko.equity(ranges, std_error=0.005, rng=7, threads=threads),
    "equity of n": lambda threads: soko.equity(ranges, n=100_000, rng=7, threads=threads),
    "playout": lambda threads: soko.playout(G, 6, 2_000, ["tight", "call"], 7, threads),
    "own policy": lambda threads: soko.playout(G, 6, 2_000, ["tight", least], 7, threads, batch=100),
    "evaluate_many": lambda threads: soko.evaluate_many(hands, threads=threads).tobytes(),
    "settle_many": lambda threads: [rows.tobytes() for rows in soko.settle_many(deals, G, threads=threads)],
    "Table.step": stepped,
    "Table.suggest": lambda threads: soko.Table(G, 6, 5_000, rng=7, threads=threads).suggest("tight").tobytes(),
    "Table.sample": lambda threads: soko.Table(G, 6, 50_000, rng=7, threads=threads).sample(weights, 7).tobytes(),
}
weights = np.random.default_rng(7).random((50_000, 7))
wanted = {name: call(1) for name, call in calls.items()}
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
if os.geteuid() == 0:
    # No limit holds for root.
    os.setuid(65534)
try:
    threading.Thread(target=print).start()
except RuntimeError:
    for name, call in calls.items():
        assert call(16) == wanted[name], name
    print("the same")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of processes counts threads on Linux")
def test_without_threads_the_answer_is_the_same() -> None:
    done = python(NO_THREADS)
    assert (done.stdout, done.stderr, done.returncode) == ("the same\n", "", 0)


# Little memory

LITTLE_MEMORY = """
import resource, sys
import numpy as np
import soko
G = soko.games.soko()
view = soko.Hand(G, [100, 100], rng=1).view(0)
least = lambda observations, legal: legal.argmax(axis=1)
soko.simulate(G, 2, 100, threads=2)
calls = {
    "Table": lambda: soko.Table(G, 2, tables=5_000_000),
    "deal_many": lambda: soko.deal_many(G, 8, 100_000_000, rng=1),
    "worlds": lambda: view.worlds(10_000_000, 1),
    "playout": lambda: soko.playout(G, 2, 10**9, least, batch=10_000_000, rng=1),
    "evaluate_many": lambda: soko.evaluate_many(np.broadcast_to(np.arange(5, dtype=np.uint8), (10**9, 5))),
    "to_numpy": lambda: soko.categories(np.zeros(10**9, np.uint16)),
}
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
for name, call in calls.items():
    try:
        call()
    except (MemoryError, soko.SokoError) as error:
        print(name, "was refused")
print(soko.simulate(G, 2, 100, rng=7).n)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory holds on Linux")
def test_little_memory_is_an_error_and_no_end() -> None:
    """What asks for more than there is raises; the interpreter goes on."""
    done = python(LITTLE_MEMORY)
    names = ("Table", "deal_many", "worlds", "playout", "evaluate_many", "to_numpy")
    lines = "".join(f"{name} was refused\n" for name in names) + "100\n"
    assert (done.stdout, done.stderr, done.returncode) == (lines, "", 0)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of processes counts threads on Linux")
def test_ctrl_c_is_answered_without_threads() -> None:
    code = """
import os, resource, soko
G = soko.games.soko()
calls = 0
def press(done, n):
    global calls
    calls += 1
    if calls == 3:
        raise KeyboardInterrupt
soko.simulate(G, 2, 1), soko.playout(G, 2, 1, "call")
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
if os.geteuid() == 0:
    os.setuid(65534)
for run in (lambda: soko.simulate(G, 2, 10**12, threads=9, progress=press),
            lambda: soko.playout(soko.games.soko(cap_heads_up=False), 2, 1, "maniac", stacks=2**61, progress=press)):
    calls = 0
    try:
        run()
    except soko.Interrupted as stopped:
        print("stopped", stopped.tally.n % 16384)
"""
    done = python(code)
    assert (done.stdout, done.stderr, done.returncode) == ("stopped 0\nstopped 0\n", "", 0)


# Ctrl-C

PRESS = """
import _thread, os, signal, sys, threading, time
import numpy as np
import soko
G = soko.games.soko()
ENDLESS = soko.games.soko(cap_heads_up=False)
RANGES = ["(A) Kd", "(2-9) Qh", "(?) 2c"]
HANDS = ["(As) Kd Qh", "(7c) Qd 2h", "(2c) 2d 3h", "(4c) 4d 5h"]
DEAD = "6c 6d 6h 6s 7d 7h 7s 8c 8d 8h 8s 9c"

def slow(observations, legal):
    time.sleep(0.001)
    return legal.argmax(axis=1)

def saved(tables):
    import tempfile
    path = tempfile.mkdtemp() + "/tables.json"
    soko.Table(G, 6, tables=tables, rng=7).save(path)
    return path

def again(call):
    while True:
        call()

# All that is made when it is first asked for is there before the time runs.
soko.simulate(G, 2, 1), soko.plan(G, 2, 1).run(), soko.equity(RANGES, n=1), soko.equity_plan(RANGES, n=1).run()
soko.playout(G, 6, 64, ["pot-odds", slow]), soko.playout_plan(G, 6, 64, ["tight", "call"]).run()
{before}
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except soko.Interrupted as stopped:
    tally = stopped.tally
    print(type(tally).__name__, getattr(tally, "n", 1) > 0, tally.is_complete)
except KeyboardInterrupt:
    print("stopped")
"""

LONG_CALLS = {
    "simulate": ("soko.simulate(G, 2, 10**13)", "Tally True False"),
    "more threads than cores": ("soko.simulate(G, 2, 10**13, threads=1024)", "Tally True False"),
    "plan": ("soko.plan(G, 2, 10**13).run()", "Tally True False"),
    "stream": ("[None for _ in soko.plan(G, 2, 10**13).stream()]", "Tally True False"),
    "sampled equity": ("soko.equity(RANGES, n=10**13)", "EquityTally True False"),
    "equity to an error": ("soko.equity(RANGES, std_error=1e-8)", "EquityTally True False"),
    "equity_plan": ("soko.equity_plan(RANGES, n=10**13).run()", "EquityTally True False"),
    "exact equity": ("again(lambda: soko.equity(HANDS, dead=DEAD, exact=True))", "stopped"),
    "playout": ('soko.playout(G, 6, 10**13, ["tight", "call"])', "PlayoutTally True False"),
    "playout in slow motion": ('soko.playout(G, 6, 10**13, ["pot-odds", slow])', "PlayoutTally (True|False) False"),
    "a hand without end": ('soko.playout(ENDLESS, 2, 1, "maniac", stacks=2**61)', "PlayoutTally False False"),
    "playout_plan": ('soko.playout_plan(G, 6, 10**13, ["tight", "call"]).run()', "PlayoutTally True False"),
    "deal_many": ("again(lambda: soko.deal_many(G, 6, 10_000_000))", "stopped"),
    "evaluate_many": ("again(lambda: soko.evaluate_many(hands))", "stopped"),
    "settle_many": ("again(lambda: soko.settle_many(deals, G))", "stopped"),
    "count_all_hands": ("again(lambda: soko._soko.count_all_hands('soko'))", "stopped"),
    "making tables": ("again(lambda: soko.Table(G, 6, tables=300_000))", "stopped"),
    "loading tables": ("again(lambda: soko.Table.load(path))", "stopped"),
    "Table.step": ("again(lambda: table.step(table.legal.argmax(axis=1)))", "stopped"),
    "Table.step_random": ("table.step_random(10**9)", "stopped"),
    "Table.suggest": ("again(lambda: table.suggest('pot-odds'))", "stopped"),
    "Table.step with seats played inside": ("again(lambda: table.step(table.legal.argmax(axis=1)))", "stopped"),
    "Table.step with a callable": ("again(lambda: table.step(table.legal.argmax(axis=1)))", "stopped"),
    "seats played inside without end": (
        'soko.Table(ENDLESS, 2, tables=2, stacks=2**61, seats=dict.fromkeys(range(2), "maniac"))',
        "stopped",
    ),
    "Table.reset": ("again(lambda: table.reset())", "stopped"),
    "Table.observe": ("again(lambda: table.observe(0, 'onehot'))", "stopped"),
    "all-in averages": ('soko.playout(G, 6, 10**13, "maniac", stacks=30, reduce="allin")', "PlayoutTally True False"),
    "solve": ("soko.solve(spot, target=1e-12, iterations=10**9)", "Solution True False"),
    "reading histories": ("again(lambda: [*soko.history.hands_in(text)])", "stopped"),
    "Match.play": ("soko.Match(G, [10**9] * 6, rng=7).play('call')", "stopped"),
    "Match.play of a hand without end": ("soko.Match(ENDLESS, [2**61] * 2, rng=7).play('maniac')", "stopped"),
}
BEFORE = {
    "evaluate_many": "hands = soko.deal_many(G, 2, 1_000_000)[:, 0].copy()",
    "settle_many": "deals = soko.deal_many(G, 2, 1_000_000)",
    "loading tables": "path = saved(100_000)",
    "Table.step": "table = soko.Table(G, 6, tables=50_000)",
    "Table.step_random": "table = soko.Table(G, 6, tables=50_000)",
    "Table.suggest": "table = soko.Table(G, 6, tables=5_000)",
    "Table.step with seats played inside": "table = soko.Table(G, 6, tables=5_000, seats={0: 'pot-odds', 3: 'tight'})",
    "Table.step with a callable": "table = soko.Table(G, 6, tables=500, seats={0: slow})",
    "Table.reset": "table = soko.Table(G, 6, tables=100_000)",
    "Table.observe": "table = soko.Table(G, 6, tables=100_000, history=16)",
    "solve": "spot = soko.Spot(G, ['As Kd 7c', 'Qh Qd 9s'], 34)",
    "reading histories": "text = soko.history.text(soko.Hand(G, [90, 90], rng=7)) * 300",
}


@POSIX
@pytest.mark.parametrize("name", LONG_CALLS)
def test_every_long_call_answers_ctrl_c_and_keeps_what_it_has(name: str) -> None:
    """That it ends is asked here, not how soon: the machine may be slow."""
    call, outcome = LONG_CALLS[name]
    done = python(PRESS.replace("{before}", BEFORE.get(name, "")).replace("{call}", call))
    assert (done.stderr, done.returncode) == ("", 0)
    assert re.fullmatch(f"{outcome}\n", done.stdout)


@POSIX
def test_a_match_that_was_stopped_goes_on() -> None:
    """A hand under way waits, and no chip is lost."""
    code = PRESS.replace("{before}", "match = soko.Match(G, [1000] * 4, rng=7)").replace(
        "{call}", "again(lambda: match.play('call', hands=1000))"
    )
    code += (
        "\nprint(match.total, match.hands > 0)\n_ = match.play('call', hands=3)\nprint(match.in_hand, match.total)\n"
    )
    done = python(code)
    assert (done.stdout, done.stderr) == ("stopped\n4000 True\nFalse 4000\n", "")


# Their exact answer takes a minute.
FOUR = ["(As) Kd Qh", "(7c) Qd 2h", "(2c) 2d 3h", "(4c) 4d 5h"]
DEAD = "6c 6d 6h 6s 7d 7h 7s 8c 8d 8h 8s 9c"


def press(_done: int, _all: int) -> None:
    raise KeyboardInterrupt


def pressing_at(call: int, do: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does the same, but for one of its calls, in which Ctrl-C is pressed."""
    calls = itertools.count(1)

    @functools.wraps(do)
    def pressed(*given: Any) -> Any:
        if next(calls) == call:
            raise KeyboardInterrupt
        return do(*given)

    return pressed


def test_a_slice_that_is_stopped_keeps_its_blocks(tmp_path: Path) -> None:
    """All is one slice, which is stopped in its midst; the run goes on with what is missing."""
    plan, path = soko.plan(G, 6, 3000 * BLOCK, rng=7), tmp_path / "run.json"
    with pytest.raises(soko.Interrupted) as caught:
        plan.run(threads=2, progress=press, checkpoint=path)
    part = caught.value.tally
    assert soko.Tally.load(path) == part
    for first, last in part.covered[:2]:
        counted = plan.count_blocks((first, last), 2)
        assert counted.covered == ((first, last),)
    small = soko.plan(G, 6, 3000 * BLOCK, rng=7).count_blocks((0, 40), 2)
    if part.covered and part.covered[0][1] <= 40:
        rest = [plan.count_blocks(blocks, 2) for blocks in ((part.covered[0][1], 40),)]
        assert soko.merge([part, *rest]).wins.tolist() == small.wins.tolist()


@pytest.mark.parametrize("batch", [64, 100, 7])
@pytest.mark.parametrize("duplicate", [False, True])
def test_policies_of_ones_own_keep_the_blocks_that_are_over(batch: int, duplicate: bool) -> None:  # noqa: FBT001
    def least(_observations: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)

    pressed = pressing_at(12, least)
    plan = soko.playout_plan(G, 3, 16 * batch, ["tight", pressed], rng=7, batch=batch, duplicate=duplicate)
    with pytest.raises(soko.Interrupted) as caught:
        plan.run()
    part = caught.value.tally
    assert isinstance(part, soko.PlayoutTally)
    whole = soko.playout_plan(G, 3, 16 * batch, ["tight", least], rng=7, batch=batch, duplicate=duplicate)
    if part.n:
        assert part == soko.merge([whole.count_blocks(blocks, 1) for blocks in part.covered])
    assert soko.merge([part, *(whole.count_blocks(blocks, 1) for blocks in part.missing)]) == whole.run()


def test_equity_that_is_stopped_has_what_was_sampled() -> None:
    later = pressing_at(5, lambda _done, _all: None)
    hands = ["(A) Kd", "(2-9) Qh", "(?) 2c"]
    with pytest.raises(soko.Interrupted) as caught:
        soko.equity(hands, std_error=1e-7, rng=7, progress=later)
    tally = caught.value.tally
    assert isinstance(tally, soko.EquityTally)
    plan = soko.equity_plan(hands, n=tally.parts[0].n, rng=7)
    first, last = tally.covered[0]
    assert first == 0
    part = soko.merge([plan.count_blocks(blocks, 2) for blocks in tally.covered])
    assert part == tally
    with pytest.raises(KeyboardInterrupt) as pressed:
        soko.equity(FOUR, dead=DEAD, exact=True, progress=press)
    assert type(pressed.value) is KeyboardInterrupt
    assert last > 0


@pytest.mark.parametrize("words", [
    ["simulate", "--deals", "1e13", "--players", "2"],
    ["playout", "--hands", "1e12"],
    ["equity", "(A) Kd", "(2-9) Qh", "(?) 2c", "--std-error", "1e-8"],
])  # fmt: skip
@pytest.mark.parametrize("form", [[], ["--json"]])
@POSIX
def test_the_command_shows_what_was_counted(words: list[str], form: list[str]) -> None:
    code = """
import os, signal, sys, threading
from soko.cli import main
threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
sys.exit(main(sys.argv[1:]))
"""
    done = python(code, *words, *form, "--seed", "7")
    assert done.returncode == 130
    assert done.stderr.startswith("soko: stopped after ")
    assert "Traceback" not in done.stderr
    assert "seed" in done.stdout


def test_no_panic_is_printed_when_a_daemon_thread_is_at_work_at_the_end() -> None:
    code = """
import threading, time, sys, soko
G = soko.games.soko()
runs = [lambda: soko.simulate(G, 2, 10**13), lambda: soko.equity(["(A) Kd", "(?) Qh"], std_error=1e-9),
        lambda: soko.playout(G, 6, 10**12, "tight"), lambda: soko.Table(G, 6).step_random(10**9)]
for run in runs:
    threading.Thread(target=run, daemon=True).start()
class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.2)
slow = sys.kept = Slow()
time.sleep(0.5)
"""
    done = python(code)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


# Checkpoints that cannot be written


class Disk:
    """A disk that is full at some writes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, full: range) -> None:
        self.writes, self.full = 0, full
        monkeypatch.setattr("soko.plans.files.write", self.write)

    def write(self, path: Any, document: Any) -> None:
        self.writes += 1
        if self.writes in self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fspath(path))
        write(path, document)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save after each slice, and make slices short."""
    monkeypatch.setattr("soko.plans.run._SAVE_SECONDS", 0.0)
    monkeypatch.setattr("soko.plans.run._FIRST_BLOCKS", 1)
    monkeypatch.setattr("soko.plans.run.SLICE_SECONDS", 0.0)


PLAN = soko.plan(G, 2, 20 * BLOCK, rng=7)
FULL = os.strerror(errno.ENOSPC)


@pytest.mark.usefixtures("hasty")
def test_a_disk_that_is_full_for_a_while_is_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    disk = Disk(monkeypatch, range(2, 5))
    assert PLAN.run(threads=1, checkpoint=path) == PLAN.run() == soko.Tally.load(path)
    assert disk.writes > 5


@pytest.mark.usefixtures("hasty")
def test_a_full_disk_ends_no_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    Disk(monkeypatch, range(2, 10**6))
    with pytest.raises(soko.CheckpointError) as caught:
        PLAN.run(checkpoint=path)
    error = caught.value
    assert error.tally == PLAN.run()
    assert isinstance(error, OSError)
    assert isinstance(error, soko.SokoError)
    assert (error.errno, error.strerror, error.filename) == (errno.ENOSPC, FULL, str(path))
    assert str(error) == f"{path}: the checkpoint could not be written: {FULL}"
    # The file has what it had.
    assert soko.Tally.load(path).n == 0
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.tally) == (str(error), error.tally)


@pytest.mark.usefixtures("hasty")
def test_a_full_disk_does_not_hide_what_ended_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    Disk(monkeypatch, range(2, 10**6))
    with pytest.raises(soko.Interrupted) as caught:
        PLAN.run(checkpoint=path, progress=lambda done, _: done > 5 * BLOCK and press(0, 0))
    assert caught.value.tally.n > 5 * BLOCK
    assert caught.value.__notes__ == [f"{path}: the checkpoint could not be written: {FULL}"]
    Disk(monkeypatch, range(3, 10**6))
    with pytest.raises(ZeroDivisionError) as other:
        PLAN.run(threads=1, checkpoint=path, progress=lambda done, _: 1 // (done < 5 * BLOCK))
    assert other.value.__notes__ == caught.value.__notes__


@pytest.mark.usefixtures("hasty")
def test_a_full_disk_warns_who_drops_the_stream(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Disk(monkeypatch, range(2, 10**6))
    tallies = PLAN.stream(checkpoint=tmp_path / "run.json")
    next(tallies)
    with pytest.warns(RuntimeWarning, match="the checkpoint could not be written"):
        tallies.close()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("hasty")
def test_ctrl_c_pressed_twice_keeps_the_tally(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The second time it comes while the file is written."""

    writes: list[object] = []

    def pressed(path: object, _document: object) -> None:
        writes.append(path)
        if len(writes) > 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("soko.plans.files.write", pressed)
    monkeypatch.setattr("soko.plans.run._SAVE_SECONDS", 1e9)
    with pytest.raises(soko.Interrupted) as caught:
        PLAN.run(threads=1, checkpoint=tmp_path / "run.json", progress=lambda done, _: done and press(0, 0))
    assert caught.value.tally.n > 0
    assert caught.value.__notes__ == [f"{writes[0]}: stopped while the checkpoint was written"]


def test_the_command_shows_the_result_of_a_full_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> None:
    from soko.cli import main

    path = tmp_path / "run.json"
    Disk(monkeypatch, range(2, 10**6))
    assert main(["simulate", "--deals", "40000", "--seed", "7", "--checkpoint", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "40,000 deals" in out
    assert err == f"soko: {path}: the checkpoint could not be written: {FULL}\n"


# Blocks, cards, memory


@pytest.mark.parametrize("blocks", [(0, 3), (2, 1), (-1, 1), (1, 0), (0, 2**70)])
def test_blocks_that_a_plan_does_not_have(blocks: tuple[int, int]) -> None:
    plan = soko.plan(G, 2, 100, rng=7)
    with pytest.raises(soko.PlanError, match="of blocks"):
        plan.count_blocks(blocks, 1)
    assert plan.count_blocks((0, 1), 1) == plan.run()
    assert plan.count_blocks((1, 1), 1).n == 0


def test_sets_that_nearly_exhaust_the_deck() -> None:
    cards = ["8s", "8h", "8d", "8c", "9s", "9h", "9d"]
    hands = [f"(2-7 2-7) {card} ? ? ? (2-7)" for card in cards]
    game = soko.games.seven_card_stud()
    for run in (
        lambda: soko.equity(hands, game, rng=7),
        lambda: soko.equity(hands, game, n=1000, rng=7),
        lambda: soko.equity_plan(hands, game, n=1000, rng=7).run(),
    ):
        with pytest.raises(soko.PlanError, match=r"^the sets of cards leave too little room: \d+ of 1048576 deals fit"):
            run()


def test_deals_are_written_where_they_stay() -> None:
    deals = soko.deal_many(G, 2, 17 * BLOCK + 5, rng=7)
    assert deals.flags.owndata
    assert deals.flags.writeable
    assert deals.flags.c_contiguous
    for n in (1, BLOCK, 16 * BLOCK + 1):
        assert (soko.deal_many(G, 2, n, rng=7) == deals[:n]).all()
    with pytest.raises(MemoryError, match="bytes of cards do not fit into memory"):
        soko.deal_many(G, 2, 2**62)
    with pytest.raises(soko.SeatError):
        soko.deal_many(G, 30, 2**62)


def test_numbers_of_tables_that_would_have_the_cards_of_others() -> None:
    last = soko.Table(G, 2, tables=4, rng=7, first=2**62 - 4)
    assert not (last.observations == soko.Table(G, 2, tables=4, rng=7).observations).all()
    with pytest.raises(soko.PlanError, match="first"):
        soko.Table(G, 2, tables=4, rng=7, first=2**62 - 3)
    with pytest.raises(soko.PlanError, match="first"):
        soko.Table(G, 2, tables=1, first=2**62)


def test_suggestions_are_those_of_tables() -> None:
    """A match asks the policies that are built in without a table; they do the same."""
    for seed in range(30):
        hand = soko.Hand(G, [200] * 3, rng=seed)
        while not hand.is_over:
            for policy in ("tight", "pot-odds", "maniac"):
                table = soko.Table.from_hands([hand], rng=seed, autoreset=False)
                table.step(table.suggest(policy), observe=False)
                done = table.hand(0).events[len(hand.events)]
                kind, to = soko._soko.suggested(hand, policy, stream_key(seed))  # type: ignore[attr-defined]
                assert kind == done.kind
                assert to == done.to or kind in {"fold", "check", "call", "bring-in"}
            action = hand.legal_actions()[seed % len(hand.legal_actions())]
            hand.act(action)
