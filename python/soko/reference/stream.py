"""Stream v1, the source of chance that every deal comes from: docs/stream.md, followed section by section."""

from collections.abc import Iterator, Sequence
from itertools import count

from .cards import DECK

Key = tuple[int, int, int, int]

BLOCK = 16384
GROUP = 64

_LANES = 8
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STRIDE = 0xD1B54A32D192ED03
_DRAWS = 1 << 16


def deals(key: Key, k: int, m: int = DECK) -> Iterator[tuple[int, ...]]:
    """Yield the deals of a key without end, from deal 0 (docs/stream.md 3 and 4).

    Parameters
    ----------
    key
        The key of the stream: four words of 64 bits.
    k
        How many cards a deal has.
    m
        How many cards there are to deal from.

    Yields
    ------
    tuple of int
        The places of the ``k`` cards among the ``m``, in the order dealt.

    Raises
    ------
    ValueError
        ``k`` or ``m`` does not fit the deck, or the key is not four words of 64 bits.

    Examples
    --------
    >>> next(deals((1, 2, 3, 4), 5))
    (5, 14, 28, 30, 40)
    """
    for number in count():
        yield from block(key, number, k, m)


def block(key: Key, number: int, k: int, m: int = DECK, size: int = BLOCK) -> Iterator[tuple[int, ...]]:
    """Yield the first deals of one block (docs/stream.md 2 and 3).

    Parameters
    ----------
    key
        The key of the stream: four words of 64 bits.
    number
        The number of the block, from 0.
    k, m
        As in ``deals``.
    size
        How many deals; a whole block has 16,384.

    Yields
    ------
    tuple of int
        As from ``deals``.

    Raises
    ------
    ValueError
        As from ``deals``.

    Examples
    --------
    >>> list(block((1, 2, 3, 4), 0, 5, size=2))
    [(5, 14, 28, 30, 40), (29, 15, 51, 49, 1)]
    """
    if not 0 <= k <= m <= DECK:
        message = f"cannot deal {k} cards of {m}"
        raise ValueError(message)
    lanes = block_lanes(key, number)
    made = 0
    while made < size:
        for digits in group(lanes, k, m):
            if digits is not None and made < size:
                yield places(digits, m)
                made += 1


def shuffled_deck(key: Key, size: int = DECK) -> tuple[int, ...]:
    """Return the cards of a deck in the order in which one hand takes them (docs/stream.md 5).

    >>> shuffled_deck((1, 2, 3, 4), 20)[:5]
    (34, 38, 43, 44, 48)
    """
    return tuple(DECK - size + place for place in next(deals(key, size, size)))


def hand_key(key: Key, table: int, hand: int) -> Key:
    """Return the key of one hand of one table (docs/stream.md 8).

    Parameters
    ----------
    key
        The key of the tables.
    table, hand
        The numbers of the table and of its hand, from 0.

    Returns
    -------
    tuple of int
        The four words of the key.

    Examples
    --------
    >>> shuffled_deck(hand_key((1, 2, 3, 4), 0, 0))[:5]
    (45, 44, 26, 51, 10)
    """
    of_hand = mix(_STRIDE * (hand + 1) & _MASK)
    words = [mix(mix(word ^ mix(_STRIDE * (4 * table + w + 1) & _MASK)) ^ of_hand) for w, word in enumerate(key)]
    return words[0], words[1], words[2], words[3]


def choose(key: Key, number: int, legal: Sequence[int]) -> int:
    """Return the legal action that a hand takes at random (docs/stream.md 8).

    Parameters
    ----------
    key
        The key of the hand.
    number
        How many actions were taken in the hand before.
    legal
        The legal actions, by number.

    Returns
    -------
    int
        One of ``legal``.

    Raises
    ------
    ValueError
        ``legal`` is empty.

    Examples
    --------
    >>> [choose((1, 2, 3, 4), number, [1, 3, 4]) for number in range(5)]
    [1, 4, 1, 1, 1]
    """
    if not legal:
        message = "no action is legal"
        raise ValueError(message)
    return sorted(legal)[below(next(action_words(key, number)), len(legal))]


def action_words(key: Key, number: int) -> Iterator[int]:
    """Yield the random words of the action with this number of the hand with this key (docs/stream.md 8 and 9)."""
    first = mix(mix(key[0] ^ key[1] ^ key[2] ^ key[3]) + _GOLDEN * (number + 1) & _MASK)
    yield first
    for used in count(1):
        yield mix(first + _GOLDEN * used & _MASK)


def below(word: int, limit: int) -> int:
    """Return the number below a limit that a random word stands for.

    >>> below(2**63, 10)
    5
    """
    return word * limit >> 64


def block_lanes(key: Key, number: int) -> list[list[int]]:
    """Return the eight lanes of a block as it begins, four words each (docs/stream.md 2)."""
    if len(key) != 4 or not all(0 <= word <= _MASK for word in key):
        message = f"a key is four words of 64 bits, not {key}"
        raise ValueError(message)
    lanes = []
    for lane in range(_LANES):
        first = 32 * number + 4 * lane + 1
        words = [mix(word ^ mix(_GOLDEN * (first + w) & _MASK)) for w, word in enumerate(key)]
        lanes.append(words if any(words) else [_GOLDEN, 0, 0, 0])
    return lanes


def mix(z: int) -> int:
    """Return the finaliser of SplitMix64 at ``z``."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def step(lanes: list[list[int]]) -> list[int]:
    """Advance every lane once by xoshiro256++ and return the eight outputs."""
    outputs = []
    for lane in lanes:
        s0, s1, s2, s3 = lane
        outputs.append((_rotate((s0 + s3) & _MASK, 23) + s0) & _MASK)
        s2 ^= s0
        s3 ^= s1
        lane[:] = s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17 & _MASK), _rotate(s3, 45)
    return outputs


def _rotate(word: int, by: int) -> int:
    """Return a 64-bit word rotated to the left."""
    return (word << by | word >> (64 - by)) & _MASK


def draws(outputs: list[int]) -> list[int]:
    """Return the 32 draws of 16 bits in the outputs of one step."""
    return [output >> shift & 0xFFFF for output in outputs for shift in (0, 16, 32, 48)]


def group(lanes: list[list[int]], k: int, m: int) -> list[list[int] | None]:
    """Return the digits of the next 64 deals, ``None`` for each that is rejected (docs/stream.md 3)."""
    digits: list[list[int]] = [[] for _ in range(GROUP)]
    rejected = set()
    for left in range(m, m - k, -1):
        unfair = _DRAWS % left
        for deal, draw in enumerate(draws(step(lanes)) + draws(step(lanes))):
            digit, rest = divmod(draw * left, _DRAWS)
            digits[deal].append(digit)
            if rest < unfair:
                rejected.add(deal)
    return [None if deal in rejected else row for deal, row in enumerate(digits)]


def places(digits: list[int], m: int) -> tuple[int, ...]:
    """Return which of ``m`` cards the digits take: each counts among the cards still left (docs/stream.md 4)."""
    left = list(range(m))
    return tuple([left.pop(digit) for digit in digits])
