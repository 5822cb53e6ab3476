"""Tallies on disk: what is saved is loaded, and what is damaged is refused."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import soko
from soko.plans import files

RULES = soko.games.soko()
# Twelve blocks and a short one.
N = 12 * 16_384 + 5


def small_plan(n: int = N, rng: int = 7) -> soko.Plan[soko.Tally]:
    return soko.plan(RULES, 3, n, rng=rng)


@pytest.fixture(scope="module")
def whole() -> soko.Tally:
    return small_plan().run()


def test_what_is_saved_is_loaded(whole: soko.Tally, tmp_path: Path) -> None:
    game = soko.games.follow_the_bitch(low_chicago=True)
    wild = soko.plan(game, 4, 30_000, rng=1, known=["As ? 2c"], dead="3c").shard(1, 2).run()
    total = whole + small_plan(rng=8).run()
    for i, tally in enumerate((whole, wild, total, small_plan(5).shard(0, 3).run())):
        path = tmp_path / f"{i}.json"
        tally.save(path)
        assert soko.Tally.load(str(path)) == tally
        assert hash(soko.Tally.load(path)) == hash(tally)
        assert json.loads(path.read_text())["counts"]["n"] == tally.n
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.json", "1.json", "2.json", "3.json"]


def test_records_are_read_without_files(whole: soko.Tally) -> None:
    record = json.loads(json.dumps(whole.to_dict()))
    assert soko.Tally.from_dict(record) == soko.Tally.from_dict(whole.to_dict()) == whole
    for wrong, text in (
        ({}, "tally: not a saved tally"),
        (small_plan().to_dict(), "tally: not a saved tally"),
        ({**record, "version": 2}, "tally: version 2: only 1 is known"),
        ({**record, "counts": {}}, "tally: n is missing"),
        (
            soko.equity_plan(["(As)", "(?)"], n=5).run().to_dict(),
            "tally: holds a tally of kind 'equity'; a Tally is of kind 'deals'",
        ),
    ):
        with pytest.raises(soko.TallyFileError, match=text):
            soko.Tally.from_dict(wrong)


def test_merge_reads_files(whole: soko.Tally, tmp_path: Path) -> None:
    parts = [small_plan().shard(i, 3).run() for i in range(3)]
    for i, part in enumerate(parts):
        part.save(tmp_path / f"{i}.json")
    paths = sorted(tmp_path.iterdir())
    assert soko.merge(paths) == soko.merge(map(str, paths)) == soko.merge([paths[2], *parts[:2]]) == whole
    with pytest.raises(soko.PlanError, match="blocks 0 to 3"):
        soko.merge([paths[0], parts[0]])
    with pytest.raises(FileNotFoundError):
        soko.merge([tmp_path / "3.json"])
    paths[1].write_text("hello")
    with pytest.raises(soko.TallyFileError, match=r"1\.json: not a saved tally"):
        soko.merge(paths)


def test_merge_takes_one_list() -> None:
    parts = [small_plan().shard(i, 2).run() for i in range(2)]
    for wrong in (parts, parts[:1], ["a.json"], [Path("a.json")]):
        with pytest.raises(TypeError, match=r"one list of tallies or files: merge\(\[a, b\]\), not merge\(a, b\)"):
            soko.merge(*wrong)
    with pytest.raises(TypeError, match="5 to merge: a tally or the path of a file is needed, not int"):
        soko.merge([5])  # type: ignore[list-item]


def test_a_file_cut_off_anywhere_is_refused(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    whole.save(path)
    data = path.read_bytes()
    for length in (*range(0, len(data) - 2, 37), len(data) - 2):
        path.write_bytes(data[:length])
        with pytest.raises(soko.TallyFileError, match=r"tally\.json: "):
            soko.Tally.load(path)


def test_a_file_with_a_wrong_byte_is_refused(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    whole.save(path)
    data = path.read_bytes()
    for place in range(0, len(data), 13):
        changed = bytearray(data)
        # Another digit, letter or bracket; white space outside of texts means nothing.
        changed[place] ^= 1
        path.write_bytes(changed)
        if data[place : place + 1].isspace():
            continue
        with pytest.raises(soko.TallyFileError, match=r"tally\.json: "):
            soko.Tally.load(path)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty, not a saved tally$"),
        ("hello", r"not a saved tally \("),
        ('{"name": "hello", "version"', r"not a saved tally \("),
        ('["soko", 1', r"not a saved tally \("),
        ('{\n  "soko": "tally"', r"cut off or damaged \("),
        (' \n{"soko": "tally", ', r"cut off or damaged \("),
        ("[1, 2, 3]", "not a saved tally"),
        ('{"soko": "plan", "version": 1}', "not a saved tally"),
        ('{"soko": "tally", "version": 2}', "version 2: only 1 is known"),
        ('{"soko": "tally", "version": 1}', "damaged"),
        ("[" * 100_000, "not a saved tally"),
        ("1" * 10_000, "not a saved tally"),
        ("\x00\xff", "not a saved tally"),
    ],
)
def test_other_files_are_refused(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(soko.TallyFileError, match=what):
        soko.Tally.load(path)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "weather"}, {"stream": 9}, {"question": 5}, {"runs": []}, {"runs": [{}]}, {"runs": 5}, {"counts": {}},
        {"counts": 5},
    ],
)  # fmt: skip
def test_files_whole_but_wrong_are_refused(whole: soko.Tally, change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    files.write(path, {**whole.to_dict(), **change})
    with pytest.raises(soko.TallyFileError, match=r"wrong\.json: "):
        soko.Tally.load(path)


def test_counts_and_blocks_must_agree(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    record = json.loads(json.dumps(whole.to_dict()))
    (run,) = record["runs"]
    for ranges in ([[0, 12]], [[0, 14]], [[0, 6], [6, 13]], [[6, 13], [0, 5]], [[3, 3]], [[-1, 13]], [["0", 13]], 5):
        files.write(path, {**record, "runs": [{**run, "blocks": ranges}]})
        with pytest.raises(soko.TallyFileError):
            soko.Tally.load(path)
    files.write(path, {**record, "runs": [run, run]})
    with pytest.raises(soko.TallyFileError, match="runs"):
        soko.Tally.load(path)
    for name, value in {
        "n": N - 1,
        "wins": [1, 2],
        "ties": [1, 2, -1],
        "share_units": [1, 2, 3.0],
        "no_low_spade": [],
    }.items():
        files.write(path, {**record, "counts": {**record["counts"], name: value}})
        with pytest.raises(soko.TallyFileError, match="counts: they do not belong to 196,613 deals"):
            soko.Tally.load(path)
    files.write(path, {**record, "counts": {**record["counts"], "wins": 5}})
    with pytest.raises(soko.TallyFileError, match="counts: they do not belong to 196,613 deals"):
        soko.Tally.load(path)


def test_an_empty_range_of_blocks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    record = json.loads(json.dumps(small_plan(5).shard(0, 3).run().to_dict()))
    (run,) = record["runs"]
    assert run["blocks"] == []
    files.write(path, {**record, "runs": [{**run, "blocks": [[0, 0]]}]})
    with pytest.raises(soko.TallyFileError, match="ranges must be ascending and disjoint"):
        soko.Tally.load(path)


def test_a_save_that_fails_keeps_the_old_file(
    whole: soko.Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tally.json"
    part = small_plan().shard(0, 2).run()
    part.save(path)

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for target in (path, tmp_path / "new.json"):
            with pytest.raises(OSError, match="No space left"):
                whole.save(target)
    assert [found.name for found in tmp_path.iterdir()] == ["tally.json"]
    assert soko.Tally.load(path) == part
    whole.save(path)
    assert soko.Tally.load(path) == whole
    with pytest.raises(FileNotFoundError):
        whole.save(tmp_path / "nowhere" / "tally.json")
    with pytest.raises(FileNotFoundError):
        soko.Tally.load(tmp_path / "none.json")


def test_links_stay_links(whole: soko.Tally, tmp_path: Path) -> None:
    path, link = tmp_path / "tally.json", tmp_path / "link.json"
    link.symlink_to(path)
    whole.save(link)
    assert link.is_symlink()
    assert soko.Tally.load(path) == whole


def test_pipes_and_devices_are_written_to_and_never_replaced(whole: soko.Tally, tmp_path: Path) -> None:
    # A pipe of this test's own: an error here must not cost the machine its /dev/null.
    path, pipe = tmp_path / "tally.json", tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as executor:
        reading = executor.submit(pipe.read_bytes)
        whole.save(pipe)
        path.write_bytes(reading.result())
    assert pipe.is_fifo()
    assert soko.Tally.load(path) == whole
