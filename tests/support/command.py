"""The type of the fixture ``run``."""

from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]
