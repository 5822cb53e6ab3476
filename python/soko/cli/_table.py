"""Tables that fit the terminal."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING

from soko.cli._sentences import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_GAP = "  "
# Sentences in the last column are broken into lines if they have as much room; no line is shorter than the other.
_SENTENCE, _LEAST = 24, 12


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (0,)) -> None:
    """Print rows of text under a header; the columns ``left`` stand to the left, numbers to the right.

    On a terminal that is too narrow the columns come in several tables, each with those that name its rows.
    """
    lines = [[printable(cell) for cell in line] for line in (header, *rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    to_left = set(left)
    # Into a file or a pipe a table goes as it is.
    room = shutil.get_terminal_size((0, 0)).columns - 1
    groups = [range(len(widths))] if room < 0 else _groups(widths, to_left, room)
    for number, group in enumerate(groups):
        if number:
            print()
        print("\n".join(_lines(lines, widths, group, to_left, room)))


def _groups(widths: Sequence[int], to_left: set[int], room: int) -> list[Sequence[int]]:
    """Return the columns of each table that is printed."""
    if _width(widths, range(len(widths))) <= room:
        return [range(len(widths))]
    if len(widths) - 1 in to_left and room - _width(widths, range(len(widths) - 1)) - len(_GAP) >= _SENTENCE:
        return [range(len(widths))]
    # The columns that name a row lead all tables, unless they leave too little room.
    names = [0]
    while names[-1] + 1 in to_left and 0 in to_left and 2 * _width(widths, [*names, names[-1] + 1]) <= room:
        names.append(names[-1] + 1)
    groups: list[list[int]] = []
    for column in range(len(names), len(widths)):
        if not groups or _width(widths, [*groups[-1], column]) > room:
            groups.append([*names])
        groups[-1].append(column)
    return [*groups]


def _width(widths: Sequence[int], columns: Iterable[int]) -> int:
    return sum(widths[column] + len(_GAP) for column in columns) - len(_GAP)


def _lines(
    lines: Sequence[Sequence[str]], widths: Sequence[int], group: Sequence[int], to_left: set[int], room: int
) -> Iterator[str]:
    """Return the lines of one table; words of a last column that is too wide go on below."""
    *before, last = group
    indent = _width(widths, before) + len(_GAP) if before else 0
    for line in lines:
        cells = [line[i].ljust(widths[i]) if i in to_left else line[i].rjust(widths[i]) for i in group]
        if room < 0 or last not in to_left or _width(widths, group) <= room:
            yield _GAP.join(cells).rstrip()
            continue
        parts = textwrap.wrap(line[last], max(_LEAST, room - indent), break_long_words=False, break_on_hyphens=False)
        yield _GAP.join([*cells[:-1], *parts[:1]]).rstrip()
        yield from (" " * indent + part for part in parts[1:])
