"""Where the chance of many tables comes from (docs/stream.md): a key for every hand, a word for every action."""

from collections.abc import Iterator
from itertools import count

from .stream import Key, mix

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STRIDE = 0xD1B54A32D192ED03


def hand_key(key: Key, table: int, hand: int) -> Key:
    """Return the key of a hand of a table, both counted from 0.

    >>> [f"{word:016x}" for word in hand_key((1, 2, 3, 4), 0, 0)][0]
    '4431185e4e793f70'
    """
    own = mix(_STRIDE * (hand + 1) & _MASK)
    a, b, c, d = (mix(mix(word ^ mix(_STRIDE * (4 * table + w + 1) & _MASK)) ^ own) for w, word in enumerate(key))
    return a, b, c, d


def words(key: Key, number: int) -> Iterator[int]:
    """Yield the random words of a hand's action, counted from 0; ``key`` is the hand's."""
    a, b, c, d = key
    first = mix(mix(a ^ b ^ c ^ d) + _GOLDEN * (number + 1) & _MASK)
    yield first
    for used in count(1):
        yield mix(first + _GOLDEN * used & _MASK)


def below(word: int, limit: int) -> int:
    """Return the number below a limit that a random word stands for."""
    return word * limit >> 64
