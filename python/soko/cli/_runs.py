"""What the verbs of long runs share: seeds, and a bar on the terminal."""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from soko.cli._common import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Fresh seeds are short enough to be typed again.
_FRESH_SEEDS = 1 << 32


def seed_number(text: str) -> int:
    """Read a whole number from 0."""
    number = whole_number(text)
    if number < 0:
        msg = f"{text!r} is below 0"
        raise argparse.ArgumentTypeError(msg)
    return number


def fresh_seed() -> int:
    """Return a seed that nobody has chosen."""
    import secrets

    return secrets.randbelow(_FRESH_SEEDS)


@contextmanager
def show_progress(what: str, total: int, *, is_wanted: bool) -> Iterator[bool | Callable[[int, int], object]]:
    """Show a bar on a terminal, by rich if it is there, and nothing elsewhere; yields what ``simulate`` is to call."""
    from importlib.util import find_spec

    if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
        yield False
    elif find_spec("rich"):
        from soko.progress import bar

        with bar(what, total) as watch:
            yield lambda done, _n: watch(done)
    else:
        yield _plain_bar


def _plain_bar(done: int, n: int) -> None:
    """Draw over the line of the bar before, and wipe it out at the end."""
    part = done / n if n else 1.0
    filled = int(30 * part)
    text = f"[{'#' * filled}{'.' * (30 - filled)}] {int(100 * part):3}%  {done:,} of {n:,}"
    sys.stderr.write(f"\r{' ' * len(text)}\r" if done >= n else f"\r{text}")
    sys.stderr.flush()
