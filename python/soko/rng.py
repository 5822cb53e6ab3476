"""Keys from any of numpy's random sources: the 256 bits that determine a stream (docs/stream.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, cast

from soko import _soko
from soko._checks import is_flag, written
from soko._soko import SokoError

if TYPE_CHECKING:
    import numpy as np

    _Rng = int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None
    _Key = tuple[int, int, int, int]


def generator(rng: _Rng = None) -> np.random.Generator:
    """Return ``numpy.random.default_rng(rng)``; ``TypeError`` or ``SokoError`` (a ``ValueError``) where it fails."""
    import numpy as np

    try:
        return np.random.default_rng(_checked(rng))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        wanted = "None, whole numbers from 0, a SeedSequence, a BitGenerator or a Generator is needed"
        msg = f"rng {written(rng)}: {wanted}"
        raise (TypeError if isinstance(error, TypeError) else SokoError)(msg) from error


# More words than this in a list are no seed.
_MOST_WORDS = 1 << 16


def _checked(rng: object) -> object:
    """Return what numpy may be given: it reads other objects in ways that can end the process."""
    import numpy as np

    kinds = (np.random.Generator, np.random.BitGenerator, np.random.bit_generator.ISeedSequence, np.random.RandomState)
    if rng is None or isinstance(rng, kinds):
        return rng
    if type(rng) is np.ndarray and rng.ndim == 1 and rng.dtype.kind in "iu":
        rng = rng.tolist()
    if hasattr(rng, "__iter__"):
        words = (
            list(islice(rng, _MOST_WORDS + 1))
            if isinstance(rng, Sequence) and not isinstance(rng, (str, bytes, bytearray))
            else None
        )
        if words is None or len(words) > _MOST_WORDS:
            raise TypeError
        return [_word(word) for word in words]
    return _word(rng)


def _word(value: object) -> int:
    if is_flag(value):
        raise TypeError
    number = index(value)  # type: ignore[arg-type]  # what is no number is a TypeError
    if number < 0:
        raise ValueError
    return number


def stream_key(rng: _Rng = None) -> _Key:
    """Return the key of a stream, four ints below 2**64, drawn from ``rng``.

    ``rng`` is anything that ``numpy.random.default_rng`` takes: ``None`` for a fresh seed, an int from 0, several of
    them, a ``SeedSequence``, a ``BitGenerator`` or a ``Generator``. A generator advances by four raw outputs, so it
    gives another key each time; an int always gives the same key. ``TypeError`` or ``SokoError`` (a ``ValueError``) for
    anything else.

    >>> from soko.rng import stream_key
    >>> stream_key(7) == stream_key(7)
    True
    """
    return _soko.stream_key(rng)


def drawn_key(rng: _Rng) -> _Key:
    """Return the same by numpy, which the core asks for all that is more than ``None`` or a small number."""
    a, b, c, d = generator(rng).bit_generator.random_raw(4).tolist()
    return a, b, c, d


# The bit generators of numpy, and below what the whole numbers of their states must be.
_BIT_GENERATORS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
_BELOW = {
    "state": 2**128,
    "inc": 2**128,
    "has_uint32": 2,
    "uinteger": 2**32,
    # Places in a buffer: numpy trusts them, and would read what lies behind it.
    "pos": 625,
    "buffer_pos": 5,
}


def chance_record(generator: np.random.Generator) -> dict[str, object]:
    """Return the state of a generator, ready for JSON: numbers as texts, since they have up to 128 bits.

    ``SokoError`` for a bit generator that is not one of numpy's.

    >>> from soko.rng import chance_record, generator, read_chance
    >>> rng = generator(7)
    >>> again = read_chance(chance_record(rng))
    >>> again.integers(100) == rng.integers(100)
    np.True_
    """
    import numpy as np

    name = type(generator.bit_generator).__name__
    if type(generator.bit_generator) is not getattr(np.random, name, None) or name not in _BIT_GENERATORS:
        msg = f"rng: a {name} cannot be saved, only {', '.join(_BIT_GENERATORS)}"
        raise SokoError(msg)
    return cast("dict[str, object]", _as_texts(generator.bit_generator.state))


def read_chance(record: object) -> np.random.Generator:
    """Return a generator with the state that ``chance_record`` returned; ``SokoError`` for anything else."""
    import numpy as np

    name = record.get("bit_generator") if isinstance(record, dict) else None
    if not isinstance(name, str) or name not in _BIT_GENERATORS:
        msg = f"bit_generator {written(name)}: one of {', '.join(_BIT_GENERATORS)} is needed"
        raise SokoError(msg)
    bits = getattr(np.random, name)(0)
    bits.state = _as_state("state", record, bits.state)
    return np.random.Generator(bits)


def _as_texts(state: object) -> object:
    match state:
        case dict():
            return {name: _as_texts(value) for name, value in state.items()}
        case str():
            return state
        case int():
            return str(state)
    return list(map(str, cast("np.ndarray", state).tolist()))


def _as_state(name: str, given: object, like: object) -> object:
    """Return what was written as texts, in the form of another state of the same bit generator."""
    import numpy as np

    match like:
        case dict():
            if not isinstance(given, dict) or given.keys() != like.keys():
                msg = f"{name}: a dictionary of {', '.join(like)} is needed"
                raise SokoError(msg)
            return {key: _as_state(key, given[key], value) for key, value in like.items()}
        case str():
            return like
        case int():
            return _as_number(name, given, _BELOW[name])
    array = cast("np.ndarray", like)
    if not isinstance(given, list | tuple) or len(given) != len(array):
        msg = f"{name}: a list of {len(array)} numbers is needed"
        raise SokoError(msg)
    below = 2 ** (8 * array.itemsize)
    return np.array([_as_number(name, item, below) for item in given], array.dtype)


def _as_number(name: str, given: object, below: int) -> int:
    # Longer ones are too large, and slow to read.
    if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) < 40 and int(given) < below:
        return int(given)
    msg = f"{name} {written(given)}: a number from 0 to {below - 1}, as a text of digits, is needed"
    raise SokoError(msg)
