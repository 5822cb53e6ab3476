"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from contextlib import suppress
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


def printable(text: str, keep: str = "") -> str:
    r"""Return a text with escapes for what would steer a terminal: control, bidirectional and unassigned characters.

    Texts of files and of the command line may have them. Bytes that are no text are shown as ``\xff``.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in keep else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    # Python reads bytes that are no text as these.
    is_byte = "\udc80" <= letter <= "\udcff"
    return f"\\x{ord(letter) - 0xDC00:02x}" if is_byte else letter.encode("unicode_escape").decode()


def complain(text: str) -> None:
    """Write a line to the standard error, if there is one: what went wrong, or what is worth knowing."""
    with suppress(OSError):
        if sys.stderr is not None:
            print(f"soko: {printable(text)}", file=sys.stderr, flush=True)


def wrapped(text: str, indent: str = "", more: str = "    ") -> Iterator[str]:
    """Return the lines of a text, each paragraph of it from a line of its own; ``more`` begins all but the first."""
    for paragraph in printable(text, keep=f"\n{GLUE}").split("\n"):
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
