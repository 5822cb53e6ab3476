"""Records that are read: all fields there, none unknown, and errors that name what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko._checks import written
from soko._soko import HistoryError

if TYPE_CHECKING:
    from collections.abc import Mapping


def read_fields(what: str, record: Mapping[str, object], version: int, names: tuple[str, ...]) -> dict[str, object]:
    """Return the fields of a record: its version known, none missing, none unknown; else ``HistoryError``."""
    try:
        fields = dict(record)
    # Whatever a mapping of somebody else raises, it is no record.
    except Exception as error:
        raise HistoryError(message(what, f"a dictionary is needed, not {type(record).__name__}")) from error
    missing = next((name for name in ("version", *names) if name not in fields), None)
    if missing is not None:
        raise HistoryError(message(what, f"{missing} is missing"))
    unknown = [name for name in fields if name not in ("version", *names)]
    if unknown:
        raise HistoryError(message(what, f"{written(unknown[0])} is not a field of it"))
    stated = fields["version"]
    if type(stated) is not int or stated != version:
        raise wrong(what, "version", f"{written(stated)} is not known, only {version}")
    return fields


def wrong(what: str, field: str, problem: object) -> HistoryError:
    """Return the error of a field."""
    return HistoryError(message(what, f"{field}: {problem}"))


def message(what: str, problem: str) -> str:
    """Return what is said of a record."""
    return f"record of {what}: {problem}"
