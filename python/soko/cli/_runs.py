"""What the verbs of long runs share: seeds, and what is said when Ctrl-C ends one."""

from __future__ import annotations

import argparse
import sys

from soko.cli._common import whole_number

# The exit status after Ctrl-C.
INTERRUPTED = 130

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


def say_stopped(how_far: str) -> None:
    """Say on standard error how far a run came before Ctrl-C; what was counted is shown as always."""
    if sys.stderr is not None:
        print(f"soko: stopped {how_far}", file=sys.stderr)
