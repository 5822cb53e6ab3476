"""Plans and tallies as values: shards, sums, files, checkpoints, Ctrl-C."""

import json
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from command import Run
from hypothesis import given
from hypothesis import strategies as st

import soko
from soko.plans import blocks

RULES = soko.games.soko()
BLOCK = 16_384
Ranges = tuple[tuple[int, int], ...]
# Twelve blocks and a short one.
N = 12 * BLOCK + 5


def small_plan(n: int = N, rng: int = 7) -> soko.Plan[soko.Tally]:
    return soko.plan(RULES, 3, n, rng=rng)


@pytest.fixture(scope="module")
def whole() -> soko.Tally:
    return small_plan().run()


# Ranges


ranges_of_blocks = st.sets(st.integers(0, 30)).map(lambda found: blocks.joined((i, i + 1) for i in found))


def as_set(ranges: Ranges) -> set[int]:
    return {block for first, last in ranges for block in range(first, last)}


@given(ranges_of_blocks, ranges_of_blocks)
def test_ranges_are_sets_of_blocks(a: Ranges, b: Ranges) -> None:
    assert as_set(blocks.without(a, b)) == as_set(a) - as_set(b)
    assert as_set(blocks.joined((*a, *b))) == as_set(a) | as_set(b)
    for ranges in (a, b, blocks.without(a, b), blocks.joined((*a, *b))):
        assert all(first < last for first, last in ranges)
        assert all(left[1] < right[0] for left, right in pairwise(ranges))


def test_ranges_in_words() -> None:
    assert blocks.words(()) == "block none"
    assert blocks.words(((3, 4),)) == "block 3"
    assert blocks.words(((3, 5),)) == "blocks 3 to 4"
    many = tuple((2 * i, 2 * i + 1) for i in range(20))
    assert blocks.words(many) == "blocks 0, 2, 4, 6, 8, 10, 12 and 13 ranges more"
    assert blocks.words(many[:9]) == "blocks 0, 2, 4, 6, 8, 10, 12 and 2 ranges more"
    assert blocks.words(many[:8]) == "blocks 0, 2, 4, 6, 8, 10, 12 and 14"


# The plan


def test_a_plan_is_a_small_frozen_value() -> None:
    plan = soko.plan(RULES, 6, 10**10, rng=7, known=["As ?", "? Kd"], dead="2c 3c")
    assert plan.blocks == -(-(10**10) // BLOCK)
    assert (plan.n, plan.deals) == (10**10, 10**10)
    for same in (pickle.loads(pickle.dumps(plan)), soko.Plan.from_dict(json.loads(json.dumps(plan.to_dict())))):
        assert same == plan
        assert hash(same) == hash(plan)
        assert same.id == plan.id
    assert len(pickle.dumps(plan)) < 2_000
    assert len(bytes.fromhex(plan.id)) == 16
    with pytest.raises(AttributeError):
        plan.n = 5  # type: ignore[misc]


def test_the_id_is_of_the_question_however_it_is_written() -> None:
    plan = soko.plan(RULES, 3, N, rng=7, known=["As ? ?", "?Kd", ""], dead="2c 3c")
    same = soko.plan(RULES, 3, N, rng=7, known=[["As"], [None, "Kd"]], dead="3c2c")
    assert (same, same.id) == (plan, plan.id)
    for known in (
        [[soko.Card("As"), None], [None, soko.Card("Kd")]],
        [(51,), iter([None, 45])],
        ["As,?,", ["?", "Kd?"]],
    ):
        assert soko.plan(RULES, 3, N, rng=7, known=known, dead=[0, 4]) == plan
    others = [
        soko.plan(RULES, 3, N, rng=8, known=["As", "?Kd"], dead="2c 3c"),
        soko.plan(RULES, 3, N + 1, rng=7, known=["As", "?Kd"], dead="2c 3c"),
        soko.plan(RULES, 4, N, rng=7, known=["As", "?Kd"], dead="2c 3c"),
        soko.plan(RULES, 3, N, rng=7, known=["As", "Kd"], dead="2c 3c"),
        soko.plan(RULES, 3, N, rng=7, known=["As", "?Kd"], dead="2c 4c"),
        soko.plan(RULES.replace(cap=3), 3, N, rng=7, known=["As", "?Kd"], dead="2c 3c"),
    ]
    assert len({plan.id, *(other.id for other in others)}) == 7
    assert all(other != plan for other in others)


def test_without_rng_every_plan_has_its_own_chance_and_keeps_it() -> None:
    plan, other = soko.plan(RULES, 2, 1000), soko.plan(RULES, 2, 1000)
    assert plan.id != other.id
    assert plan.run() == plan.run() != other.run()


@given(st.integers(1, 40 * BLOCK), st.integers(1, 60))
def test_shards_are_a_partition(n: int, k: int) -> None:
    plan = small_plan(n)
    shards = [plan.shard(i, k) for i in range(k)]
    assert blocks.joined(shard.block_range for shard in shards) == (plan.block_range,)
    assert sum(shard.deals for shard in shards) == n
    assert max(shard.blocks for shard in shards) - min(shard.blocks for shard in shards) <= 1
    assert {shard.id for shard in shards} == {plan.id}
    halves = [shard.shard(i, 2).block_range for shard in shards for i in range(2)]
    assert blocks.joined(halves) == (plan.block_range,)


@pytest.mark.parametrize(
    ("i", "k", "text"),
    [
        (3, 3, "i 3: 0 to 2 is allowed"),
        (-1, 3, "i -1: 0 to 2 is allowed"),
        (0, 0, "k 0: 1 to 9,223,372,036,854,775,808 is allowed"),
        (0, 2**63 + 1, f"k {2**63 + 1}: 1 to 9,223,372,036,854,775,808 is allowed"),
    ],
)
def test_shards_that_are_none(i: int, k: int, text: str) -> None:
    with pytest.raises(soko.PlanError, match=f"^{text}$"):
        small_plan().shard(i, k)


def test_plans_and_their_shards_in_words() -> None:
    assert repr(small_plan(5)) == "<Plan of 5 deals of soko for 3 players, 1 block>"
    assert repr(small_plan()) == "<Plan of 196,613 deals of soko for 3 players, 13 blocks>"
    assert repr(small_plan().shard(0, 13)) == "<Plan of 196,613 deals of soko for 3 players, block 0 of 13>"
    assert repr(small_plan().shard(12, 2**63)) == "<Plan of 196,613 deals of soko for 3 players, block none of 13>"


# The same digits in any split


def test_a_plan_counts_what_simulate_counts(whole: soko.Tally) -> None:
    assert whole == soko.simulate(RULES, 3, N, rng=7)
    assert whole.is_complete
    assert (whole.n, whole.missing, whole.covered) == (N, (), ((0, 13),))
    assert whole.plan_id == small_plan().id
    for threads in (1, 2, 7):
        assert small_plan().run(threads=threads) == whole


@pytest.mark.parametrize("k", [1, 2, 10, 13, 40])
def test_shards_in_any_order_add_up_to_the_whole(whole: soko.Tally, k: int) -> None:
    tallies = [pickle.loads(pickle.dumps(small_plan().shard(i, k))).run(threads=1) for i in range(k)]
    random.Random(k).shuffle(tallies)
    assert soko.merge(tallies) == whole
    assert sum(tallies[1:], tallies[0]) == whole
    if k > 2:
        part = soko.merge(tallies[1:])
        assert part.missing == tallies[0].covered
        assert part + tallies[0] == whole


def test_a_stream_has_more_and_more(whole: soko.Tally, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soko.plans.run._FIRST_BLOCKS", 1)
    monkeypatch.setattr("soko.plans.run.SLICE_SECONDS", 0.0)
    tallies = list(small_plan().stream(threads=1))
    assert [tally.covered for tally in tallies] == [((0, i + 1),) for i in range(13)]
    assert tallies[-1] == whole
    assert tallies[4].missing == ((5, 13),)
    assert [tally.n for tally in small_plan(1).stream()] == [1]


def test_an_empty_shard_counts_nothing() -> None:
    shard = small_plan(5).shard(0, 3)
    assert (shard.blocks, shard.deals) == (0, 0)
    tally = shard.run()
    assert (tally.n, tally.covered, tally.missing) == (0, (), ((0, 1),))
    assert tally.plan_id == shard.id
    assert "0 deals" in str(tally)
    assert list(tally.shares) == [0, 0, 0]
    assert tally.categories.shape == (3, 13)
    reports: list[tuple[int, int]] = []
    shard.run(progress=lambda done, deals: reports.append((done, deals)))
    assert reports == [(0, 0)]


# Sums


def test_a_part_says_what_is_missing(whole: soko.Tally) -> None:
    part = small_plan().shard(1, 3).run()
    assert part.covered == ((4, 8),)
    assert part.missing == ((0, 4), (8, 13))
    assert not part.is_complete
    assert (
        repr(part) == f"<Tally of {4 * BLOCK:,} deals of soko for 3 players, blocks 0 to 3 and 8 to 12 of 13 missing>"
    )
    assert str(part).splitlines()[-1] == "blocks 0 to 3 and 8 to 12 of 13 missing"
    assert repr(whole) == "<Tally of 196,613 deals of soko for 3 players>"
    assert "missing" not in str(whole)
    assert (whole == repr(whole)) is False


def test_no_deal_counts_twice(whole: soko.Tally) -> None:
    part = small_plan().shard(1, 3).run()
    for a, b in ((whole, whole), (whole, part), (part, whole)):
        with pytest.raises(soko.PlanError, match="twice: blocks"):
            a + b
        with pytest.raises(soko.PlanError, match="twice: blocks"):
            soko.merge([a, b])
    # The same deals again under another number of deals.
    with pytest.raises(soko.PlanError, match="twice: block 0 "):
        whole + small_plan(100).run()
    total = whole + small_plan(rng=8).run()
    with pytest.raises(soko.PlanError, match="twice"):
        total + small_plan(rng=8).shard(0, 13).run()


def test_runs_with_other_chance_add_up_and_know_their_plans(whole: soko.Tally) -> None:
    other = small_plan(rng=8).shard(0, 2).run()
    total = whole + other
    assert total == other + whole
    assert total.n == N + other.n
    assert total.plan_id is None
    assert len(total.parts) == 2
    assert {part.n for part in total.parts} == {N}
    assert total.missing == other.missing
    assert total.gap == "1 of 2 plans incomplete"
    rest = small_plan(rng=8).shard(1, 2).run()
    assert (total + rest).is_complete
    assert (total + rest).covered == ((0, 13), (0, 13))
    assert total + rest == rest + total


def test_merge_takes_parts_of_one_plan_only(whole: soko.Tally) -> None:
    part = small_plan().shard(0, 2).run()
    for other, text in (
        (small_plan(rng=8).run(), "rng key"),
        (small_plan(BLOCK).run(), "n 196,613 and 16,384"),
        (soko.plan(RULES, 4, N, rng=7).run(), "players 3 and 4"),
        (soko.plan(RULES.replace(cap=3), 3, N, rng=7).run(), "cap 4 and 3"),
        (soko.plan(RULES, 3, N, rng=7, dead="2c").run(), r"dead \[\] and \['2c'\]"),
    ):
        with pytest.raises(soko.PlanError, match=f"not parts of one plan: {text}"):
            soko.merge([part, other])
    with pytest.raises(soko.PlanError, match=r"different questions cannot be added: players 3 and 4$"):
        whole + soko.plan(RULES, 4, N + 1, rng=8).run()
    with pytest.raises(soko.PlanError, match=r"one plan: players 3 and 4, n 196,613 and 5, rng key [^,]*$"):
        soko.merge([whole, soko.plan(RULES, 4, 5, rng=8).run()])
    other_game = soko.plan(soko.games.five_card_stud(), 3, N, rng=7).run()
    fields = "name soko and five_card_stud, max_players 8 and 10, ranking soko and standard, showing_ranking soko and"
    with pytest.raises(soko.PlanError, match=f"one plan: {fields} standard, 1 more$"):
        soko.merge([whole, other_game])
    four = RULES.replace(cap=3, open_fold=True, burn=True, odd_chip="suit")
    fields = "cap 4 and 3, open_fold False and True, burn False and True, odd_chip position and suit"
    with pytest.raises(soko.PlanError, match=f"one plan: {fields}$"):
        soko.merge([whole, soko.plan(four, 3, N, rng=7).run()])
    other = small_plan(5, rng=8).run()
    keys = [f"{plan.key[0]:016x}[.]{{3}}" for plan in (small_plan(), small_plan(5, rng=8))]
    with pytest.raises(soko.PlanError, match=rf"one plan: n 5 and 196,613, rng key {keys[1]} and {keys[0]}$"):
        soko.merge([other, part])
    counts = [f"{part.n:,}" for part in (whole + other).parts]
    text = f"one plan: n {' [+] '.join(counts)} and 5, rng key {' [+] '.join(sorted(keys))} and {keys[1]}$"
    with pytest.raises(soko.PlanError, match=text):
        soko.merge([whole + other, other])
    with pytest.raises(soko.PlanError, match="nothing to merge"):
        soko.merge([])
    assert soko.merge(iter([whole])) is whole


def lines_to_merge(count: int) -> int:
    """Return how many lines of Python are run to merge so many shards in no order."""
    plan, zeros = soko.plan(RULES, 2, count * BLOCK, rng=7), [0, [[0] * 13] * 2, *[[0] * 2] * 3, [0] * 14, 0, [0] * 2]
    tallies = [
        soko.Tally(plan.question, (blocks.Part(plan.key, plan.n, ((i, i + 1),)),), [BLOCK, *zeros[1:]])
        for i in range(count)
    ]
    random.Random(count).shuffle(tallies)
    lines = 0

    def trace(_frame: object, event: str, _argument: object) -> object:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        total = soko.merge(tallies)
    finally:
        sys.settrace(before)
    assert (total.n, total.covered, total.counts[0]) == (count * BLOCK, ((0, count),), count * BLOCK)
    return lines


def test_merging_is_near_linear_in_any_order() -> None:
    few, many = lines_to_merge(250), lines_to_merge(2000)
    # What is gone through in C is sorted once and then in order.
    assert many < 8.1 * few


def test_adding_up_a_list_goes_through_each_range_once_a_sum() -> None:
    """Ranges are taken from one another, and put together, in one go through both."""
    for size in (10, 1000):
        even = tuple((2 * i, 2 * i + 1) for i in range(size))
        odd = tuple((2 * i + 1, 2 * i + 2) for i in range(size))
        assert blocks.without(((0, 2 * size),), even) == odd
        assert blocks.without(even, odd) == even
        assert blocks.joined((*even, *odd)) == ((0, 2 * size),)


key_and_blocks = st.tuples(st.integers(0, 1), st.integers(1, 2), ranges_of_blocks)


@given(st.lists(key_and_blocks, min_size=1, max_size=6))
def test_what_is_done_is_united_as_sets_are(found: list[tuple[int, int, Ranges]]) -> None:
    parts = [blocks.Part((key, 0, 0, 0), n * 31 * BLOCK, ranges) for key, n, ranges in found]
    united, overlap = blocks.united([(part,) for part in parts])
    for part in united:
        mine = [as_set(other.covered) for other in parts if other[:2] == part[:2]]
        assert as_set(part.covered) == set().union(*mine)
    assert [part[:2] for part in united] == sorted({part[:2] for part in parts})
    seen: dict[int, set[int]] = {0: set(), 1: set()}
    twice: dict[int, set[int]] = {0: set(), 1: set()}
    late = set()
    for number, part in enumerate(parts):
        key = part.key[0]
        again = seen[key] & as_set(part.covered)
        late |= {number} if again else set()
        twice[key] |= again
        seen[key] |= as_set(part.covered)
    if not late:
        assert overlap is None
    else:
        assert overlap is not None
        assert as_set(overlap.blocks) == twice[0] | twice[1]
        assert overlap.number in late


@pytest.mark.parametrize(
    ("given_blocks", "text"),
    [
        ((0, 14), "the last of blocks 14: 0 to 13 is allowed"),
        ((2, 1), "the first of blocks 2: 0 to 1 is allowed"),
        ((-1, 1), "the first of blocks -1: 0 to 1 is allowed"),
        ((0, -1), "the last of blocks -1: 0 to 13 is allowed"),
        ((14, 14), "the last of blocks 14: 0 to 13 is allowed"),
    ],
)
def test_blocks_that_a_plan_has_not_are_refused(given_blocks: tuple[int, int], text: str) -> None:
    equity = soko.equity_plan(["(As)", "(?)"], n=N, rng=7)
    playout = soko.playout_plan(RULES, 2, 13 * 64, "call", rng=7)
    for plan in (small_plan(), small_plan().shard(0, 3), equity, playout):
        with pytest.raises(soko.PlanError, match=f"^{text}$"):
            plan.count_blocks(given_blocks, 1)
    with pytest.raises(soko.PlanError, match=r"^threads 0: 1 to 1,024 is allowed$"):
        small_plan().count_blocks((0, 1), 0)


def test_blocks_of_a_plan_are_counted_in_one_go(whole: soko.Tally) -> None:
    assert small_plan().count_blocks((0, 13), 2) == whole
    assert small_plan().count_blocks((4, 8), 1) == small_plan().shard(1, 3).run()
    assert small_plan().count_blocks((3, 3), 1) == small_plan().shard(0, 20).run()


# Ctrl-C and checkpoints


def press_after(deals: int) -> Callable[[int, int], None]:
    """Return a progress function that presses Ctrl-C after some deals."""

    def press(done: int, _deals: int) -> None:
        if done > deals:
            raise KeyboardInterrupt

    return press


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soko.plans.run._FIRST_BLOCKS", 1)
    monkeypatch.setattr("soko.plans.run.SLICE_SECONDS", 0.0)


@pytest.mark.usefixtures("short_slices")
def test_ctrl_c_keeps_what_was_counted(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with pytest.raises(soko.Interrupted, match="stopped with <Tally of ") as caught:
        small_plan().run(threads=2, progress=press_after(4 * BLOCK), checkpoint=path)
    part = caught.value.tally
    assert isinstance(part, soko.Tally)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert 4 * BLOCK < part.n < N
    assert part.covered[0][0] == 0
    assert soko.Tally.load(path) == part
    assert pickle.loads(pickle.dumps(caught.value)).tally == part
    reports: list[int] = []
    assert small_plan().run(progress=lambda done, _deals: reports.append(done), checkpoint=path) == whole
    assert min(reports) >= part.n
    assert reports[-1] == N
    assert soko.Tally.load(path) == whole
    # All is done: nothing is counted again.
    assert small_plan().run(checkpoint=path, progress=press_after(N)) == whole


@pytest.mark.usefixtures("short_slices")
def test_a_run_that_fails_keeps_what_was_counted_on_disk(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "run.json"

    def fail(done: int, _deals: int) -> None:
        if done > 3 * BLOCK:
            msg = "enough"
            raise RuntimeError(msg)

    with pytest.raises(RuntimeError, match="enough"):
        small_plan().run(threads=1, progress=fail, checkpoint=path)
    assert 3 * BLOCK < soko.Tally.load(path).n < N
    for tally in small_plan().stream(checkpoint=path):
        left = tally
        break
    assert soko.Tally.load(path) == left
    assert small_plan().run(checkpoint=path) == whole


@pytest.mark.usefixtures("short_slices")
def test_a_checkpoint_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    stream = small_plan().stream(checkpoint=path, threads=1)
    assert soko.Tally.load(path).n == 0
    next(stream)
    assert soko.Tally.load(path).n == 0
    monkeypatch.setattr("soko.plans.run._SAVE_SECONDS", 0.0)
    for tally in stream:
        assert soko.Tally.load(path) == tally


def test_a_checkpoint_of_something_else_is_refused_and_kept(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    other = small_plan(rng=8).run()
    other.save(path)
    with pytest.raises(soko.PlanError, match=r"run\.json: not parts of one plan: rng key"):
        small_plan().run(checkpoint=path)
    with pytest.raises(soko.PlanError, match=r"run\.json: not parts of one plan"):
        small_plan().run(checkpoint=path)
    assert soko.Tally.load(path) == other
    whole.save(path)
    with pytest.raises(soko.PlanError, match="not part of this shard"):
        small_plan().shard(0, 2).run(checkpoint=path)
    path.write_text("{")
    with pytest.raises(soko.TallyFileError, match=r"run\.json: "):
        small_plan().stream(checkpoint=path)
    assert path.read_text() == "{"
    with pytest.raises(FileNotFoundError):
        small_plan().stream(checkpoint=tmp_path / "nowhere" / "run.json")


def test_ctrl_c_is_answered_and_says_how_far_it_came() -> None:
    timer = threading.Timer(1.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    # It would take years to its end.
    with pytest.raises(soko.Interrupted) as caught:
        soko.simulate(RULES, 8, 10**13)
    timer.join()
    assert caught.value.tally.n > 0
    assert not caught.value.tally.is_complete


# The command


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


SIMULATE = ("simulate", "--players", "3", "--deals", str(N), "--seed", "7")


def test_shards_are_merged_by_the_command(run: Run, whole: soko.Tally) -> None:
    for i in (3, 1, 2):
        status, out, _ = run(*SIMULATE, "--shard", f"{i}/3", "-o", f"{i}.json")
        assert status == 0
        assert "\nincomplete: blocks " in out
    assert soko.Tally.load("2.json") == small_plan().shard(1, 3).run()
    status, out, err = run("merge", "2.json", "1.json", "-o", "part.json")
    assert (status, err) == (0, "")
    assert out.splitlines()[1:3] == [f"3 players, {8 * BLOCK:,} deals", "incomplete: blocks 8 to 12 of 13 missing"]
    status, out, _ = run("merge", "part.json", "3.json", "--json", "--output", "all.json")
    document = json.loads(out)
    assert (status, document["deals"], document["missing"], document["plan"]) == (0, N, [], whole.plan_id)
    assert [seat["wins"] for seat in document["seats"]] == whole.wins.tolist()
    assert soko.Tally.load("all.json") == whole
    status, out, _ = run("merge", "all.json")
    simulated = run(*SIMULATE)[1]
    assert out.splitlines()[2:] == simulated.splitlines()[2:-2]


def test_the_command_goes_on_from_a_checkpoint(run: Run, whole: soko.Tally) -> None:
    assert run(*SIMULATE, "--shard", "2/3", "--checkpoint", "run.json")[0] == 0
    status, out, _ = run(*SIMULATE, "--checkpoint", "run.json", "--json")
    assert (status, json.loads(out)["deals"]) == (0, N)
    assert soko.Tally.load("run.json") == whole
    assert "0 deals/s" in run(*SIMULATE, "--checkpoint", "run.json")[1]


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3", "1/3/5"])
def test_shards_that_are_none_for_the_command(run: Run, shard: str) -> None:
    status, out, err = run(*SIMULATE, f"--shard={shard}")
    assert (status, out) == (2, "")
    assert "such as 1/100 or 100/100" in err


def test_parts_need_a_seed_and_files_a_folder(run: Run) -> None:
    for words in (["--shard", "1/3"], ["--checkpoint", "run.json"]):
        status, _, err = run("simulate", "--deals", "100", *words)
        assert (status, err) == (2, f"soko: {words[0]} needs --seed: all parts of a run must have the same one\n")
    assert run(*SIMULATE, "-o", "nowhere/1.json") == (1, "", "soko: nowhere/1.json: the folder does not exist\n")


def test_merge_says_what_is_wrong(run: Run, whole: soko.Tally) -> None:
    whole.save("whole.json")
    small_plan(rng=8).run().save("other.json")
    Path("bad.json").write_text("{}")
    for words, text in (
        (["whole.json", "whole.json"], "whole.json: the same deals would count twice"),
        (["whole.json", "other.json"], "other.json: not parts of one plan"),
        (["bad.json"], "bad.json: not a saved tally"),
        (["whole.json", "none.json"], "none.json: No such file"),
    ):
        status, out, err = run("merge", *words)
        assert (status, out) == (1, "")
        assert err.startswith(f"soko: {text}")


def test_an_empty_shard_and_other_games_are_shown(run: Run) -> None:
    assert run(*SIMULATE, "--shard", "1/20", "-o", "none.json")[0] == 0
    status, out, _ = run("merge", "none.json")
    assert (status, out.splitlines()[1:]) == (0, ["3 players, 0 deals", "incomplete: blocks 0 to 12 of 13 missing"])
    assert json.loads(run("merge", "none.json", "--json")[1])["seats"][0]["share"] is None
    words = ("--game", "follow_the_bitch", "--low-chicago", "--known", "As ?", "--dead", "2c", "--seed", "1")
    assert run("simulate", *words, "--deals", "1000", "-o", "wild.json")[0] == 0
    lines = run("merge", "wild.json")[1].splitlines()
    assert lines[2:4] == ["known: As", "dead: 2c"]
    assert [line.split(" in ")[0] for line in lines[-2:]] == ["a rank wild at showdown", "no spade face down"]


def test_equity_is_planned_and_kept_alike(run: Run) -> None:
    plan = soko.equity_plan(["(A) Kd", "(?) Qh"], n=40_000, rng=7, dead="2c")
    for shard in (plan, pickle.loads(pickle.dumps(plan)), soko.Plan.from_dict(json.loads(json.dumps(plan.to_dict())))):
        assert (shard, shard.id) == (plan, plan.id)
    for i in range(3):
        plan.shard(i, 3).run(checkpoint=f"{i}.json")
    whole = soko.merge([soko.EquityTally.load(f"{i}.json") for i in (1, 2, 0)])
    assert whole == plan.run()
    status, out, _ = run("merge", "0.json", "2.json", "1.json")
    assert (status, out) == (0, f"{whole.equity}\n")
    status, out, _ = run("merge", "0.json", "2.json", "--json")
    document = json.loads(out)
    assert (status, document["n"], document["missing"]) == (0, 40_000 - 16_384, [[1, 2]])
    assert "incomplete: block 1 of 3 missing" in run("merge", "2.json", "0.json")[1]
    small_plan().run(checkpoint="deals.json")
    assert "not parts of one plan: kind equity and deals" in run("merge", "0.json", "deals.json")[2]
    with pytest.raises(
        soko.TallyFileError, match=r"0\.json: holds a tally of kind 'equity'; a Tally is of kind 'deals'"
    ):
        soko.Tally.load("0.json")


def test_ctrl_c_at_the_command_leaves_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    words = [sys.executable, "-m", "soko", "simulate", "--deals", "1e12", "--seed", "7", "--checkpoint", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not path.exists():
            time.sleep(0.05)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    tally = soko.Tally.load(path)
    assert tally.n > 0
    assert process.returncode == 130
    assert f"{tally.n:,} deals" in out.decode()
    assert "incomplete: blocks " in out.decode()
    assert err.decode() == f"soko: stopped after {tally.n:,} deals; {path} has them: run again to continue\n"
    assert tally == soko.Plan(tally.question, tally.parts[0].key, 10**12).count_blocks(tally.covered[0], 2)
