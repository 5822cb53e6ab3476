"""The program of ``rates.rs``, which times what the crate does without Python, one task whenever it is asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benches._timed import Seconds

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

ROOT = Path(__file__).parent.parent


@cache
def build(name: str) -> str:
    """Build one of the programs in this folder and return its path."""
    command = ["cargo", "bench", "--quiet", "--locked", "--bench", name, "--no-run", "--message-format=json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    messages = map(json.loads, done.stdout.splitlines())
    return str(next(path for message in messages if (path := message.get("executable"))))


def can_build() -> bool:
    """Say whether there is a compiler."""
    return shutil.which("cargo") is not None


class Rates:
    """The program, running and waiting to be asked, on the kernel given or the best one."""

    def __init__(self, kernel: str | None = None) -> None:
        """Start it."""
        environment = os.environ if kernel is None else {**os.environ, "SOKO_KERNEL": kernel}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._program = subprocess.Popen([build("rates"), "ask"], text=True, env=environment, **pipes)

    def __enter__(self) -> Self:
        """Return the program itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End it."""
        if self._program.stdin is not None:
            self._program.stdin.close()
        self._program.wait()

    def task(self, name: str, times: int = 1) -> Callable[[object], Callable[[], Seconds]]:
        """Return what prepares a task for a ``TimedContest``: the least of so many times."""
        return lambda _: lambda: Seconds(min(self._ask(name) for _ in range(times)))

    def _ask(self, name: str) -> float:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(f"{name}\n")
        self._program.stdin.flush()
        return float(self._program.stdout.readline()) * 1e-9
