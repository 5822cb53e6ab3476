"""TOML as far as histories need it: written here, read by the standard library."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from soko.history._lines import whole
from soko.history._source import refused


def dumps(fields: Mapping[str, object]) -> str:
    """Return fields as TOML, one a line."""
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        # There is no null.
        items = [f"{name} = {_value('none' if item is None else item)}" for name, item in value.items()]
        return f"{{ {', '.join(items)} }}" if items else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)


def loads(text: str) -> dict[str, Any]:
    """Return the fields of a text; ``HistoryError`` when it is no TOML."""
    checked = whole(text).replace("\r\n", "\n")
    try:
        return tomllib.loads(checked, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, ArithmeticError, RecursionError) as error:
        raise refused(None, f"not TOML: {error}") from error
