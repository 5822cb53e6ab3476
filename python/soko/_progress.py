"""How long work tells of its progress: to a callable, or to a bar on standard error."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from soko._checks import checked_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error while the block runs; call what you get with the number done.

    ``ImportError`` names the extra to install when rich is missing.
    """
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    except ImportError as error:
        msg = "progress=True needs rich: pip install rich, or give a callable"
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


@contextmanager
def terminal_bar(what: str, total: int, *, is_wanted: bool) -> Iterator[bool | Callable[[int, int], object]]:
    """Show a bar on a terminal, by rich if it is there, and nothing elsewhere.

    What you get is what the command gives as ``progress`` while the block runs.
    """
    from importlib.util import find_spec

    if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
        yield False
    elif find_spec("rich"):
        with bar(what, total) as show:
            yield lambda done, _total: show(done)
    else:
        yield _plain_bar


def _plain_bar(done: int, total: int) -> None:
    """Draw over the line of the bar before, and wipe it out at the end."""
    part = done / total if total else 1.0
    filled = int(30 * part)
    text = f"[{'#' * filled}{'.' * (30 - filled)}] {int(100 * part):3}%  {done:,} of {total:,}"
    sys.stderr.write(f"\r{' ' * len(text)}\r" if done >= total else f"\r{text}")
    sys.stderr.flush()


def reported(
    progress: bool | Callable[[int, int], object],  # noqa: FBT001
    what: str,
    total: int,
    run: Callable[[Callable[[int], object] | None], T],
) -> T:
    """Return what ``run`` returns, which is given a callable to tell how much is done, or ``None``.

    ``progress`` is ``True`` for a bar of so many of ``what``, or is called as ``progress(done, total)``.
    """
    report = checked_progress(progress)
    if report is True:
        with bar(what, total) as show:
            return reported(lambda done, _: show(done), what, total, run)
    if report is None:
        return run(None)
    # A total may be an estimate; what is done does not go beyond it.
    result = run(lambda done: report(min(done, total), total))
    report(total, total)
    return result
