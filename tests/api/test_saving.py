"""Saving over a file: what is kept, what is heeded, what is left behind and what errors say."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import soko

PLAN = soko.plan(soko.games.soko(), 3, 100_000, rng=7)
Save = Callable[[Path], None]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def whole() -> soko.Tally:
    return PLAN.run()


def test_a_save_keeps_the_mode(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    for mode in (0o600, 0o640, 0o664, 0o200):
        path.write_text("old")
        path.chmod(mode)
        whole.save(path)
        assert stat.S_IMODE(path.stat().st_mode) == mode
        path.chmod(0o600)
        assert soko.Tally.load(path) == whole
    umask = os.umask(0o027)
    try:
        path.unlink()
        whole.save(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    finally:
        os.umask(umask)


def test_a_read_only_file_is_left_alone(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    table = soko.Table(soko.games.soko(), 2, tables=2, rng=1)
    saves: list[Save] = [whole.save, table.save, lambda target: soko.simulate(PLAN.question.rules, 2, 9).save(target)]
    path.write_text("old")
    path.chmod(0o444)
    for save in saves:
        with pytest.raises(PermissionError) as error:
            save(path)
        assert error.value.filename == str(path)
    assert path.read_text() == "old"
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    assert names(tmp_path) == ["tally.json"]


def test_every_name_of_the_system_can_be_saved_to(whole: soko.Tally, tmp_path: Path) -> None:
    for name in ("a" * 255, "é" * 127, "bad\udcff", "line\nend", " ", ".new"):
        path = tmp_path / name
        try:
            path.write_text("")
        except OSError:
            # Not every system has names that are no text.
            assert "\udcff" in name
            continue
        for _ in range(2):
            whole.save(path)
        assert soko.Tally.load(path) == whole
        assert names(tmp_path) == [name]
        path.unlink()


def test_errors_name_the_file_that_was_given(
    whole: soko.Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "none" / "file.json")
    for name, kind in (
        ("none/tally.json", FileNotFoundError),
        ("link.json", FileNotFoundError),
        ("folder", IsADirectoryError),
        ("a" * 256, OSError),
    ):
        with pytest.raises(kind) as error:
            whole.save(name)
        assert (error.value.filename, error.value.filename2) == (name, None)

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error", "/secret", None, "/other")

    for what in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, what, fail)
            # Path.replace calls what os has.
            with pytest.raises(OSError, match="Input/output error") as error:
                whole.save("tally.json")
        assert error.value.filename == "tally.json"
        assert names(Path()) == ["folder", "link.json"]


def test_the_folder_is_synced_after_the_file(
    whole: soko.Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    real = os.fsync

    def fsync(number: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(number).st_mode))
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    whole.save(tmp_path / "tally.json")
    assert synced == [False, True]

    def no_folders(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(22, "Invalid argument")

    # Some file systems cannot.
    monkeypatch.setattr(os, "fsync", no_folders)
    whole.save(tmp_path / "tally.json")


_WRITER = """
import os, sys, time, soko
def wait(number):
    print("writing", flush=True)
    time.sleep(600)
os.fsync = wait
soko.simulate(soko.games.soko(), 2, 9, rng=1).save(sys.argv[1])
"""


def test_leftovers_of_a_killed_writer_are_removed_by_the_next(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, path], stdout=subprocess.PIPE) for _ in range(2)]
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"writing\n"
        assert len(names(tmp_path)) == 2
        whole.save(tmp_path / "other.json")
        whole.save(path)
        # Both are at work still, and none of theirs is touched.
        assert len(names(tmp_path)) == 4
        writers[0].send_signal(signal.SIGKILL)
        writers[0].wait()
        whole.save(path)
        assert len(names(tmp_path)) == 3
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    whole.save(path)
    assert names(tmp_path) == ["other.json", "tally.json"]
    assert soko.Tally.load(path) == whole


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    script = (
        "import sys, soko\n"
        "tally = soko.simulate(soko.games.soko(), 2, 9, rng=1)\n"
        "tally.save(sys.argv[1])\n"
        "print('saved', flush=True)\n"
        "while True: tally.save(sys.argv[1])\n"
    )
    for moment in range(5):
        writer = subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"saved\n"
        time.sleep(0.003 * moment)
        writer.kill()
        writer.communicate()
        assert soko.Tally.load(path).n == 9
    soko.Tally.load(path).save(path)
    assert names(tmp_path) == ["tally.json"]


def test_a_byte_order_mark_is_read(whole: soko.Tally, tmp_path: Path) -> None:
    path = tmp_path / "tally.json"
    whole.save(path)
    text = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + text)
    assert soko.Tally.load(path) == whole
    path.write_bytes(b"\xef\xbb\xbf" + text[:100])
    with pytest.raises(soko.TallyFileError, match=r"tally\.json: cut off or damaged"):
        soko.Tally.load(path)
