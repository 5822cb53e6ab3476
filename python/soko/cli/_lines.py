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

    _Bytes = NDArray[np.uint8]
    _Numbers = NDArray[np.int64]

BLOCK: Final = 1 << 20
# Longer than any hand that somebody may write; a file without line ends must not fill the memory.
LONGEST_LINE: Final = 4096
_NEW_LINE: Final = ord("\n")
_DECK: Final = 52

# The plain forms of a line, "As Ks Qs Js 2d" and "AsKsQsJs2d": how long it is, and how far its cards are apart.
_FORMS: Final = [(cards * step - step + 2, step) for cards in (5, 6, 7) for step in (3, 2)]
# Lines without a strength: still to be read, and empty or bad.
_UNREAD: Final = -1
_NOTHING: Final = -2


def _card_part(letters: str, step: int) -> bytes:
    """Return what each byte adds to the index of a card; what is none of the letters makes any sum too great."""
    table = bytearray([2 * _DECK] * 256)
    for i, letter in enumerate(letters):
        table[ord(letter.lower())] = table[ord(letter.upper())] = i * step
    return bytes(table)


_RANK_PART: Final = _card_part("23456789TJQKA", 4)
_SUIT_PART: Final = _card_part("cdhs", 1)
_NO_SEPARATOR: Final = bytes(chr(byte) not in " ,\t" for byte in range(256))


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

    def _evaluate(self, block: bytes, number: int) -> tuple[_Numbers, str]:
        """Return the strength of each line up to the first bad one, and what is wrong there."""
        ends = np.flatnonzero(np.frombuffer(block, np.uint8) == _NEW_LINE)
        starts = np.concatenate(([0], ends[:-1] + 1))
        strengths = np.full(len(ends), _UNREAD, np.int64)
        for lines, hands in plain_hands(block, starts, ends):
            self._evaluate_hands(hands, lines, strengths)
        for line in np.flatnonzero(strengths == _UNREAD).tolist():
            try:
                strengths[line] = self._evaluate_text(block[starts[line] : ends[line]])
            except (SokoError, UnicodeDecodeError) as error:
                if not self._skip_bad:
                    why = "no text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
                    return strengths[:line], f"line {number + line:,}: {why}"
                strengths[line] = _NOTHING
                self.skipped += 1
        return strengths, ""

    def _evaluate_hands(self, hands: _Bytes, lines: _Numbers, strengths: _Numbers) -> None:
        """Evaluate cards of many lines; a line that has a card twice is left unread."""
        try:
            found = evaluate_many(hands, self._ranking, wild=self._wild)
        except SokoError:
            once = (np.diff(np.sort(hands, axis=1), axis=1) > 0).all(axis=1)
            hands, lines = hands[once], lines[once]
            found = evaluate_many(hands, self._ranking, wild=self._wild)
        strengths[lines] = found
        new = np.flatnonzero(self._is_new[found])
        _, first = np.unique(found[new], return_index=True)
        for hand in hands[new[first]]:
            self._learn(evaluate(hand.tobytes(), self._ranking, wild=self._wild))

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

    def _format(self, strengths: _Numbers, number: int) -> bytes:
        """Return the output lines of a block whose first line has this number."""
        if self._json_lines:
            lines = enumerate(strengths.tolist(), number)
            return b"".join(b'{"line": %d, %b' % (line, self._written[s]) for line, s in lines if s != _NOTHING)
        return b"".join(map(self._written.__getitem__, strengths[strengths != _NOTHING].tolist()))


def read_blocks(source: BufferedIOBase) -> Iterator[bytes]:
    """Yield a stream in blocks of whole lines as they arrive, every line ended by one line feed.

    ``InputError`` for a line longer than any hand, before it fills the memory.
    """
    rest = b""
    number = 1
    while chunk := source.read1(BLOCK):
        whole, end, tail = chunk.rpartition(b"\n")
        if end:
            block = _clean(rest + whole + end, number)
            yield block
            number += block.count(b"\n")
            rest = tail
        else:
            rest += chunk
        if len(rest) > LONGEST_LINE:
            msg = f"line {number:,}: longer than {LONGEST_LINE:,} bytes, which is no hand"
            raise InputError(msg)
    if rest:
        yield _clean(rest + b"\n", number)


def _clean(block: bytes, number: int) -> bytes:
    """Return a block without carriage returns, and without the mark that some editors set before the first line."""
    block = block.replace(b"\r\n", b"\n")
    return block.removeprefix(codecs.BOM_UTF8) if number == 1 else block


def plain_hands(block: bytes, starts: _Numbers, ends: _Numbers) -> Iterator[tuple[_Numbers, _Bytes]]:
    """Yield the lines of a plain form, by their index, and their cards, uint8 (n, 5..7), form by form.

    The cards are of the deck, but one may stand twice. Lines in any other form are left out.
    """
    rank_parts, suit_parts, no_separators = map(block.translate, (_RANK_PART, _SUIT_PART, _NO_SEPARATOR))
    for length, step in _FORMS:
        lines = np.flatnonzero(ends - starts == length)
        if not len(lines):
            continue
        rows = starts[lines]
        hands = _columns(rank_parts, rows, length)[:, ::step] + _columns(suit_parts, rows, length)[:, 1::step]
        wrong = hands >= _DECK
        if step > 2:
            wrong[:, 1:] |= _columns(no_separators, rows, length)[:, 2::step] != 0
        if wrong.any():
            good = ~wrong.any(axis=1)
            lines, hands = lines[good], hands[good]
        yield lines, np.ascontiguousarray(hands)


def _columns(text: bytes, starts: _Numbers, length: int) -> _Bytes:
    """Return the lines of one length that begin at some places as rows of bytes."""
    data = np.frombuffer(text, np.uint8)
    if len(starts) * (length + 1) == len(data):
        return data.reshape(-1, length + 1)[:, :length]
    rows: _Bytes = data[starts[:, None] + np.arange(length)]
    return rows
