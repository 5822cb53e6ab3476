"""Where keys come from: any of numpy's random sources gives the 256 bits that fix a stream (docs/stream.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    _Rng = int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None
    _Key = tuple[int, int, int, int]


def stream_key(rng: _Rng = None) -> _Key:
    """Return the key of a stream, four ints below 2**64, drawn from ``rng``.

    ``rng`` is what ``numpy.random.default_rng`` takes (SPEC 7): ``None`` for fresh chance, an int, a ``SeedSequence``,
    a ``BitGenerator`` or a ``Generator``. A generator moves on by four raw 64-bit outputs, so it gives another key
    each time; an int gives the same key always. ``TypeError`` or ``ValueError`` for anything else, as numpy says.

    >>> from soko.rng import stream_key
    >>> stream_key(7) == stream_key(7)
    True
    """
    import numpy as np

    if isinstance(rng, bool):
        msg = f"rng {rng!r}: an int, SeedSequence, BitGenerator, Generator or None is needed, not bool"
        raise TypeError(msg)
    a, b, c, d = np.random.default_rng(rng).bit_generator.random_raw(4).tolist()
    return a, b, c, d
