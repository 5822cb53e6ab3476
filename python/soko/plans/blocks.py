"""Numbered blocks of deals: which are done and which are missing, as ranges ``first <= block < last``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from soko.rng import _Key

Ranges = tuple[tuple[int, int], ...]

# Deals in a block of a simulation (docs/stream.md).
BLOCK: Final = 16_384
_MOST_IN_WORDS: Final = 8


class Part(NamedTuple):
    """What is done of one plan."""

    key: _Key
    """The key of the stream of chance."""
    n: int
    """How many deals the whole plan has."""
    covered: Ranges
    """The blocks done, ascending and apart."""
    size: int = BLOCK
    """How many deals a block has; the last block of a plan may be short."""

    @property
    def missing(self) -> Ranges:
        """The blocks not done."""
        return without(((0, self.blocks),), self.covered)

    @property
    def blocks(self) -> int:
        """How many blocks the whole plan has."""
        return block_count(self.n, self.size)

    @property
    def deals(self) -> int:
        """How many deals are done."""
        return deal_count(self.covered, self.n, self.size)


class Overlap(NamedTuple):
    """Blocks that are done more than once."""

    number: int
    """Whose turn it was when a block came again: a number of what was put together."""
    blocks: Ranges
    """All the blocks that are done more than once."""


def block_count(n: int, size: int = BLOCK) -> int:
    """Return how many blocks of so many deals ``n`` deals are."""
    return -(-n // size)


def deal_count(ranges: Ranges, n: int, size: int = BLOCK) -> int:
    """Return how many deals some blocks of a run of ``n`` deals are; the last block may be a short one."""
    return sum(min(last * size, n) - min(first * size, n) for first, last in ranges)


def joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges in their order, those that touch or overlap made one, empty ones left out.

    >>> joined([(5, 9), (0, 5), (12, 12)])
    ((0, 9),)
    """
    found: list[tuple[int, int]] = []
    for item in sorted(ranges):
        _append(found, *item)
    return tuple(found)


def _append(ranges: list[tuple[int, int]], first: int, last: int) -> None:
    """Add a range that begins nowhere before the last one."""
    if first == last:
        return
    if ranges and ranges[-1][1] >= first:
        ranges[-1] = (ranges[-1][0], max(ranges[-1][1], last))
    else:
        ranges.append((first, last))


def without(ranges: Ranges, taken: Ranges) -> Ranges:
    """Return what is left of ``ranges`` when the blocks of ``taken`` are out; both are as ``joined`` makes them.

    >>> without(((0, 9),), ((2, 3), (8, 20)))
    ((0, 2), (3, 8))
    """
    found: list[tuple[int, int]] = []
    at = 0
    for first, last in ranges:
        start = first
        while at < len(taken) and taken[at][0] < last:
            out_first, out_last = taken[at]
            _append(found, start, max(start, min(out_first, last)))
            start = max(start, min(out_last, last))
            if out_last > last:
                # It may take something of the next range as well.
                break
            at += 1
        _append(found, start, last)
    return tuple(found)


def words(ranges: Ranges) -> str:
    """Return ranges in words, both ends counted in.

    >>> words(((2, 3), (8, 20)))
    'blocks 2 and 8 to 19'
    """
    texts = [f"{first}" if last == first + 1 else f"{first} to {last - 1}" for first, last in ranges]
    if len(texts) > _MOST_IN_WORDS:
        texts[_MOST_IN_WORDS - 1 :] = [f"{len(texts) - _MOST_IN_WORDS + 1:,} ranges more"]
    plural = len(ranges) > 1 or any(last > first + 1 for first, last in ranges)
    head, tail = ", ".join(texts[:-1]), texts[-1] if texts else "none"
    return f"block{'s' if plural else ''} {head}{' and ' if head else ''}{tail}"


def united(coverings: Sequence[tuple[Part, ...]]) -> tuple[tuple[Part, ...], Overlap | None]:
    """Return what is done in all of them together, and the blocks that are done in more than one, which is wrong.

    The same block of the same key has the same deals, however many the plan has. The ranges are sorted once and gone
    through once, so that neither how many there are nor their order matters much.
    """
    spans = sorted(
        (part.key, first, last, number, part.n, part.size)
        for number, parts in enumerate(coverings)
        for part in parts
        for first, last in part.covered
    )
    # Plans of which nothing is done are there all the same.
    done: dict[tuple[_Key, int, int], list[tuple[int, int]]] = {
        (part.key, part.n, part.size): [] for parts in coverings for part in parts
    }
    twice: list[tuple[int, int]] = []
    numbers: list[int] = []
    before, end, owner = None, 0, 0
    for key, first, last, number, n, size in spans:
        if key != before:
            before, end, owner = key, 0, number
        if first < end:
            twice.append((first, min(last, end)))
            numbers.append(max(number, owner))
        if last > end:
            end, owner = last, number
        _append(done[key, n, size], first, last)
    parts = tuple(Part(key, n, tuple(ranges), size) for (key, n, size), ranges in sorted(done.items()))
    return parts, Overlap(min(numbers), joined(twice)) if twice else None
