"""A text of somebody else, line by line; errors name the line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from soko._checks import written
from soko._soko import ArgumentError, Card, CardError, HistoryError
from soko.history._source import MOST_CHIPS, refused

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# A hand without a cap on raises may be long; nothing that is played is longer than this.
MOST_CHARACTERS = 1 << 22
LONGEST_LINE = 4096
MOST_DIGITS = 19


class Line(NamedTuple):
    """A line, with the number that it has in the whole text."""

    number: int
    text: str


class Lines:
    """The lines of one hand that are not empty, read one after the other."""

    def __init__(self, lines: list[Line]) -> None:
        """Begin before the first line."""
        self.lines = lines
        self.at = 0

    @property
    def text(self) -> str:
        """The line that was read last."""
        return self.lines[self.at - 1].text

    @property
    def number(self) -> int:
        """The number of the line that was read last."""
        return self.lines[max(self.at - 1, 0)].number

    def __iter__(self) -> Iterator[Line]:
        """Read the lines that are left."""
        while (line := self.next()) is not None:
            yield line

    def next(self) -> Line | None:
        """Read the next line; ``None`` at the end."""
        if self.at == len(self.lines):
            return None
        self.at += 1
        return self.lines[self.at - 1]

    def match(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        """Read the next line, which must be as wanted."""
        line = self.next()
        found = None if line is None else pattern.fullmatch(line.text)
        if found is None:
            given = "the end" if line is None else written(line.text[:80])
            raise wrong(self, f"{given}: {wanted} is needed")
        return found

    def maybe(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read the next line if it is of a kind."""
        if self.at == len(self.lines):
            return None
        found = pattern.fullmatch(self.lines[self.at].text)
        self.at += found is not None
        return found


def wrong(lines: Lines, problem: str) -> HistoryError:
    """Return the error of the line that was read last."""
    return refused(lines.number, problem)


def whole(text: object) -> str:
    """Return a text that is not too long, without the mark that some editors set before it."""
    if not isinstance(text, str):
        msg = f"text: a text is needed, not {type(text).__name__}"
        raise TypeError(msg)
    if len(text) > MOST_CHARACTERS:
        msg = f"text: {len(text):,} characters, at most {MOST_CHARACTERS:,} are read"
        raise ArgumentError(msg)
    return text.removeprefix("\ufeff")


def lines_of(text: object) -> list[Line]:
    """Return the lines of a text without the spaces at their ends, empty ones too."""
    lines = []
    # Neither form feeds nor other separators end a line, so that numbers are those of editors.
    for number, line in enumerate(whole(text).split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise refused(number, f"{len(line):,} characters, at most {LONGEST_LINE:,} are read")
        lines.append(Line(number, line.strip("\r \t\ufeff")))
    return lines


def number_of(text: str, lines: Lines) -> int:
    """Return a number of chips."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) <= MOST_CHIPS):
        raise wrong(lines, f"{written(text[:40])} is not a number of chips")
    return int(text)


def cards_of(text: str, lines: Lines) -> list[str]:
    """Return the cards of a text, each as ``As``."""
    try:
        return [str(Card(card)) for card in text.split()]
    except CardError as error:
        raise wrong(lines, str(error)) from error
