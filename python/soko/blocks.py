"""Numbered blocks of deals: which are done and which are missing, as ranges ``first <= block < last``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from soko.rng import _Key

Ranges = tuple[tuple[int, int], ...]

# Deals in a block (docs/stream.md).
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

    @property
    def missing(self) -> Ranges:
        """The blocks not done."""
        return without(((0, block_count(self.n)),), self.covered)

    @property
    def deals(self) -> int:
        """How many deals are done."""
        return deal_count(self.covered, self.n)


def block_count(n: int) -> int:
    """Return how many blocks ``n`` deals are."""
    return -(-n // BLOCK)


def deal_count(ranges: Ranges, n: int) -> int:
    """Return how many deals some blocks of a run of ``n`` deals are; the last block may be a short one."""
    return sum(min(last * BLOCK, n) - first * BLOCK for first, last in ranges)


def joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges that do not overlap in their order, those that touch made one, empty ones left out.

    >>> joined([(5, 9), (0, 5), (12, 12)])
    ((0, 9),)
    """
    found: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if first == last:
            continue
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def without(ranges: Ranges, taken: Ranges) -> Ranges:
    """Return what is left of ``ranges`` when the blocks of ``taken`` are out; both are as ``joined`` makes them.

    >>> without(((0, 9),), ((2, 3), (8, 20)))
    ((0, 2), (3, 8))
    """
    return joined(_gaps(ranges, taken))


def _gaps(ranges: Ranges, taken: Ranges) -> Iterator[tuple[int, int]]:
    for first, last in ranges:
        start = first
        for out_first, out_last in taken:
            if out_last > start and out_first < last:
                yield start, max(start, out_first)
                start = min(out_last, last)
        yield start, last


def overlap(a: Ranges, b: Ranges) -> Ranges:
    """Return the blocks that are in both.

    >>> overlap(((0, 9),), ((2, 3), (8, 20)))
    ((2, 3), (8, 9))
    """
    return without(a, without(a, b))


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


def added(a: tuple[Part, ...], b: tuple[Part, ...]) -> tuple[tuple[Part, ...], Ranges]:
    """Return what is done in ``a`` and ``b`` together, and the blocks done in both, which is wrong.

    The same block of the same key has the same deals, however many the plan has.
    """
    done = {(key, n): covered for key, n, covered in a}
    twice: set[tuple[int, int]] = set()
    for key, n, covered in b:
        twice.update(item for part in a if part.key == key for item in overlap(part.covered, covered))
        done[key, n] = joined((*done.get((key, n), ()), *covered))
    return tuple(Part(*plan, covered) for plan, covered in sorted(done.items())), tuple(sorted(twice))
