"""Hands by the million from a file of lines: read in blocks, evaluated as arrays, written in the order they came."""

from __future__ import annotations

import codecs
import json
from typing import TYPE_CHECKING, Final

import numpy as np

from soko.cli._common import InputError
from soko.errors import SokoError
from soko.ranking import evaluate, evaluate_many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedIOBase
    from typing import BinaryIO

    from numpy.typing import NDArray

    from soko import Ranking, Strength

    Bytes = NDArray[np.uint8]
    Numbers = NDArray[np.int64]

BLOCK: Final = 1 << 20
# Longer than any hand that somebody may write; a file without line ends must not fill the memory.
LONGEST_LINE: Final = 4096
_NEW_LINE: Final = 10

# The plain forms of a line, as length, cards and characters a card: "As Ks Qs Js 2d" and "AsKsQsJs2d".
_FORMS: Final = [(cards * step - step + 2, step) for cards in (5, 6, 7) for step in (3, 2)]
# Lines that give no strength: still to be read, and empty or bad.
_UNREAD: Final = -1
_NOTHING: Final = -2


def _table(letters: str, step: int) -> Bytes:
    """Return what each byte adds to a card's index; bytes that are none of the letters make every sum 64 or more."""
    table = np.full(256, 64, np.uint8)
    for i, letter in enumerate(letters):
        table[[ord(letter.lower()), ord(letter.upper())]] = i * step
    return table


_RANK: Final = _table("23456789TJQKA", 4)
_SUIT: Final = _table("cdhs", 1)
_SEPARATOR: Final = np.isin(np.arange(256), list(b" ,\t"))
# One bit for each card, and the highest for what is no card.
_BIT: Final = np.array([1 << i if i < 52 else 1 << 63 for i in range(256)], np.uint64)


class LineEvaluator:
    """Evaluates the lines of a stream and writes one line for each. ``skipped`` counts the bad ones passed over."""

    def __init__(self, ranking: Ranking, wild: str | None, *, json_lines: bool, skip_bad: bool) -> None:
        """Take a ranking, the form of the output, and whether bad lines are skipped."""
        self.skipped = 0
        self._ranking = ranking
        self._wild = wild
        self._json_lines = json_lines
        self._skip_bad = skip_bad
        # What is written for each strength, made when it first comes.
        self._written: list[bytes] = [b""] * (1 << 16)
        self._is_new = np.ones(1 << 16, np.bool_)

    def run(self, source: BufferedIOBase, target: BinaryIO) -> None:
        """Evaluate every line. ``InputError`` names the first bad line, after the lines before it are written."""
        number = 1
        for block in read_blocks(source):
            strengths, wrong = self._evaluate(block, number)
            target.write(self._format(strengths, number))
            target.flush()
            if wrong:
                raise InputError(wrong)
            number += block.count(b"\n")

    def _evaluate(self, block: bytes, number: int) -> tuple[Numbers, str]:
        """Return the strength of each line up to the first bad one, and what is wrong there."""
        data = np.frombuffer(block, np.uint8)
        ends = np.flatnonzero(data == _NEW_LINE)
        starts = np.concatenate(([0], ends[:-1] + 1))
        strengths = np.full(len(ends), _UNREAD, np.int64)
        for length, step in _FORMS:
            rows = np.flatnonzero(ends - starts == length)
            if len(rows) * (length + 1) == len(data):
                self._evaluate_plain(data.reshape(-1, length + 1)[:, :length], step, rows, strengths)
            elif len(rows):
                self._evaluate_plain(data[starts[rows, None] + np.arange(length)], step, rows, strengths)
        for line in np.flatnonzero(strengths == _UNREAD).tolist():
            try:
                strengths[line] = self._evaluate_text(block[starts[line] : ends[line]])
            except (SokoError, UnicodeDecodeError) as error:
                if not self._skip_bad:
                    return strengths[:line], f"line {number + line:,}: {error}"
                strengths[line] = _NOTHING
                self.skipped += 1
        return strengths, ""

    def _evaluate_plain(self, text: Bytes, step: int, rows: Numbers, strengths: Numbers) -> None:
        """Evaluate lines of one plain form, all at once; those that are no hand are left unread."""
        hands = _RANK[text[:, ::step]] + _SUIT[text[:, 1::step]]
        good = _are_hands(hands)
        if step == 3:
            good &= _SEPARATOR[text[:, 2::3]].all(axis=1)
        if not good.all():
            hands, rows = hands[good], rows[good]
        found = evaluate_many(hands, self._ranking, wild=self._wild)
        strengths[rows] = found
        for strength in np.unique(found[self._is_new[found]]).tolist():
            first = int(np.argmax(found == strength))
            self._learn(evaluate(hands[first].tobytes(), self._ranking, wild=self._wild))

    def _evaluate_text(self, text: bytes) -> int:
        """Return the strength of a line that is not plain, read with care."""
        hand = text.decode().strip()
        if not hand or hand.startswith("#"):
            return _NOTHING
        strength = evaluate(hand, self._ranking, wild=self._wild)
        if self._is_new[int(strength)]:
            self._learn(strength)
        return int(strength)

    def _learn(self, strength: Strength) -> None:
        """Keep what is written for a strength."""
        words, category = str(strength), strength.category
        text = f"{words}\t{strength.place}\t{category}"
        if self._json_lines:
            record = {"words": words, "place": strength.place, "category": category.name.lower()}
            text = json.dumps({**record, "strength": int(strength)})[1:]
        self._written[int(strength)] = text.encode() + b"\n"
        self._is_new[int(strength)] = False

    def _format(self, strengths: Numbers, number: int) -> bytes:
        """Return the output lines of a block whose first line has this number."""
        if self._json_lines:
            lines = enumerate(strengths.tolist(), number)
            return b"".join(b'{"line": %d, %b' % (line, self._written[s]) for line, s in lines if s != _NOTHING)
        return b"".join(map(self._written.__getitem__, strengths[strengths != _NOTHING].tolist()))


def _are_hands(hands: Bytes) -> NDArray[np.bool_]:
    """Return which rows are cards, each once."""
    seen, twice = np.zeros(len(hands), np.uint64), np.zeros(len(hands), np.uint64)
    for column in hands.T:
        bits = _BIT[column]
        twice |= seen & bits
        seen |= bits
    return (twice == 0) & (seen < 1 << 52)


def read_blocks(source: BufferedIOBase) -> Iterator[bytes]:
    """Yield a stream in blocks of whole lines as they arrive, every line ended by one line feed.

    ``InputError`` for a line longer than any hand, before it fills the memory.
    """
    rest = b""
    number = 1
    while chunk := source.read1(BLOCK):
        whole, end, tail = chunk.rpartition(b"\n")
        if end:
            block = (rest + whole + end).replace(b"\r\n", b"\n")
            yield block.removeprefix(codecs.BOM_UTF8) if number == 1 else block
            number += block.count(b"\n")
            rest = tail
        else:
            rest += chunk
        if len(rest) > LONGEST_LINE:
            msg = f"line {number:,}: longer than {LONGEST_LINE:,} bytes, which is no hand"
            raise InputError(msg)
    if rest:
        yield rest.rstrip(b"\r") + b"\n"
