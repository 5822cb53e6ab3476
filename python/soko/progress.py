"""A progress bar for long work, drawn by rich."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error while the block runs; call what you get with the number done.

    ``ImportError`` names the extra to install when rich is missing.
    """
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    except ImportError as error:
        msg = "progress=True needs rich: pip install 'soko[cli]', or give a callable"
        raise ImportError(msg) from error
    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
