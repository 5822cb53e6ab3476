"""Settings that all tests share."""

import gc
import io
import signal
import sys
from collections.abc import Iterator

import pytest
from command import Run
from hypothesis import settings

from soko.cli import main

# Machines that run tests are shared and slow at times: an example has no deadline.
settings.register_profile("soko", deadline=None, print_blob=True)
settings.load_profile("soko")


@pytest.fixture(autouse=True, scope="session")
def _answer_ctrl_c() -> None:
    """Let Ctrl-C raise here and in children, also where the tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command on 80 columns: exit status, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "80")

    def run_here(*argv: str, stdin: bytes | io.TextIOBase | None = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)) if isinstance(stdin, bytes) else stdin)
        status = main(argv)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


@pytest.fixture
def ctrl_c_comes() -> Iterator[None]:
    """Collect no garbage: hypothesis is told of collections, and Ctrl-C that is pressed in there is lost."""
    gc.disable()
    yield
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where Ctrl-C comes at any moment, it may come between ``open`` and ``with``: Python itself closes the file."""
    between = "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning"
    for item in items:
        if "ctrl_c_comes" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.filterwarnings(between))
