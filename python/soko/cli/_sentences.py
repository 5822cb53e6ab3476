"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

# No line is broken there.
GLUE: Final = "\N{NO-BREAK SPACE}"
# Lines for reading are no longer than this, however wide the terminal; words need some room, however narrow it is.
_MOST: Final = 80
_LEAST: Final = 20


def line_width() -> int:
    """Return how long a line may be: one column less than the terminal has, 79 at most."""
    return max(_LEAST, min(shutil.get_terminal_size().columns, _MOST)) - 1


def wrapped(text: str, indent: str = "", more: str = "    ") -> Iterator[str]:
    """Return the lines of a text, each paragraph of it from a line of its own; ``more`` begins all but the first."""
    for paragraph in text.split("\n"):
        lines = textwrap.wrap(
            paragraph,
            line_width(),
            initial_indent=indent,
            subsequent_indent=indent + more,
            break_on_hyphens=False,
        )
        for line in lines or [""]:
            yield line.replace(GLUE, " ")


def say(text: str, more: str = "    ") -> None:
    """Print a text in lines that fit the terminal."""
    print("\n".join(wrapped(text, more=more)))
