"""The JSON schemas of docs/schema, and records damaged one place at a time."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from paths import ROOT
from referencing import Registry, Resource

FOLDER = ROOT / "docs" / "schema"
SCHEMAS: dict[str, Any] = {
    file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))
}

# Below these keys a value may be anything, or it has a schema of its own that is tried alone.
PASSED_OVER = {"values", "chance", "rules", "hand"}
LONGEST = 60


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what checks a document against a schema; references are the names of files beside it."""
    registry: Registry[Any] = Registry().with_resources(
        (f"file:///{stem}.json", Resource.from_contents(schema)) for stem, schema in SCHEMAS.items()
    )
    return Draft202012Validator({"$ref": f"file:///{name}.json"}, registry=registry)


def optional_keys(name: str) -> set[str]:
    """Return the keys that some object of a schema may leave out."""
    found: set[str] = set()

    def collect(schema: object) -> None:
        if isinstance(schema, dict):
            found.update(set(schema.get("properties", {})) - set(schema.get("required", ())))
            for part in schema.values():
                collect(part)
        elif isinstance(schema, list):
            for part in schema:
                collect(part)

    collect(SCHEMAS[name])
    return found


def damaged(document: Any) -> Iterator[tuple[str, Any]]:
    """Yield copies with one thing wrong each, and where: a key gone, a key too many, a value of another type.

    Of lists and of long tables only the first and the last item are damaged.
    """
    for path in _paths(document, ()):
        if PASSED_OVER & set(map(str, path[:-1])):
            continue
        yield f"{path} of another type", _with(document, path, {"of": ["another", "type"]})
        value = _at(document, path)
        if isinstance(value, dict):
            yield f"{path} with a key too many", _with(document, path, {**value, "key too many": 1})
            # Counts by category have those alone that occur.
            for key in _some(list(value)) if path[-1:] != ("categories",) else ():
                yield f"{path} without {key}", _with(document, path, {k: v for k, v in value.items() if k != key})


def _paths(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict):
        for key in _some(list(value)):
            yield from _paths(value[key], (*path, key))
    elif isinstance(value, list):
        for place in sorted({0, len(value) - 1} if value else set()):
            yield from _paths(value[place], (*path, place))


def _some(keys: list[str]) -> list[str]:
    return keys if len(keys) <= LONGEST else [keys[0], keys[-1]]


def _at(document: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def _with(document: Any, path: tuple[str | int, ...], value: object) -> Any:
    """Return a copy of a document with another value at a place."""
    if not path:
        return value
    changed = copy.deepcopy(document)
    _at(changed, path[:-1])[path[-1]] = value
    return changed
