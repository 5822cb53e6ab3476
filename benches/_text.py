"""How numbers are written."""

from __future__ import annotations

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def number_text(value: float | None) -> str:
    """Return a number to three digits, nothing for none."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def time_text(seconds: float | None) -> str:
    """Return a time to three digits with its unit, nothing for none."""
    if seconds is None:
        return ""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
