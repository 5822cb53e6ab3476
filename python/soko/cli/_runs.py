"""What the verbs of long runs share: seeds."""

from __future__ import annotations

import argparse

from soko.cli._common import whole_number

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
