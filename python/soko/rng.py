"""Where keys come from: any of numpy's random sources gives the 256 bits that fix a stream (docs/stream.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko._soko import SokoError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    _Rng = int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None
    _Key = tuple[int, int, int, int]


def generator(rng: _Rng = None) -> np.random.Generator:
    """Return the generator that ``numpy.random.default_rng`` makes of ``rng``, or the one that it is.

    ``TypeError`` or ``SokoError`` (a ``ValueError``) for what it makes none of.
    """
    import numpy as np

    msg = f"rng {rng!r}: None, a whole number from 0 or a list of them, a SeedSequence, BitGenerator or Generator"
    if isinstance(rng, bool):
        raise TypeError(msg)
    try:
        return np.random.default_rng(rng)
    except TypeError as error:
        raise TypeError(msg) from error
    except ValueError as error:
        raise SokoError(msg) from error


def stream_key(rng: _Rng = None) -> _Key:
    """Return the key of a stream, four ints below 2**64, drawn from ``rng``.

    ``rng`` is what ``numpy.random.default_rng`` takes: ``None`` for fresh chance, an int from 0, several of them, a
    ``SeedSequence``, a ``BitGenerator`` or a ``Generator``. A generator moves on by four raw outputs, so it gives
    another key each time; an int gives the same key always. ``TypeError`` or ``SokoError`` (a ``ValueError``) for
    anything else.

    >>> from soko.rng import stream_key
    >>> stream_key(7) == stream_key(7)
    True
    """
    a, b, c, d = generator(rng).bit_generator.random_raw(4).tolist()
    return a, b, c, d
