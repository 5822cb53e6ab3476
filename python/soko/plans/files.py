"""Plans and tallies as documents: what they are in JSON, and how they are kept on disk.

A document is a JSON object. ``soko`` says what it is and ``version`` how it is laid out; docs/clusters.md lists the
keys. On disk it has one key a line and a last key ``digest``, which is made from all the others. A file is written
whole or not at all, and read with care.
"""

from __future__ import annotations

import json
import os
from codecs import BOM_UTF8
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from soko._soko import SokoError, TallyFileError
from soko.plans.blocks import BLOCK, Part, block_count
from soko.plans.replacing import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from soko.plans.blocks import Ranges
    from soko.rng import _Key

FilePath = str | os.PathLike[str]

VERSION: Final = 1
# Which definition of the stream of chance the counts come from (docs/stream.md).
STREAM: Final = 1

MAX_DEALS: Final = 2**63 - 1


# Files


def digest(document: Mapping[str, object]) -> str:
    """Return 32 hexadecimal digits made from a document, whatever the order of its keys."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def check_name(path: FilePath) -> None:
    """Refuse with a ``TallyFileError`` a path that no file has: one with a lone surrogate or a zero byte."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        msg = f"{os.fspath(path)!r}: no file has such a name"
        raise TallyFileError(msg)


def write(path: FilePath, document: Mapping[str, object]) -> None:
    """Write a document; whatever happens, the file has the old text or all of the new one. ``OSError`` as usual."""
    check_name(path)
    whole = {**document, "digest": digest(document)}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
    replace_file(path, f"{{\n{lines}\n}}\n".encode())


def what_is_wrong(document: Mapping[str, object], what: str) -> str:
    """Say why a document is no ``what`` of the version that is known here; nothing when it is one."""
    if document.get("soko") != what:
        return f"not a saved {what}"
    if document.get("version") != VERSION:
        return f"version {document.get('version')!r}: only {VERSION} is known"
    return ""


def read(path: FilePath, what: str) -> dict[str, object]:
    """Return a document without its digest.

    ``TallyFileError`` says what is wrong when the file is cut off, damaged, of another version or no ``what`` at all;
    ``OSError`` when it cannot be read.
    """
    check_name(path)
    data = Path(path).read_bytes()
    if not data:
        msg = f"{path}: empty, not a saved {what}"
        raise TallyFileError(msg)
    # Some editors set a byte order mark before the text.
    data = data.removeprefix(BOM_UTF8)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        is_ours = data.lstrip().startswith(b"{") and b'"soko"' in data[:64]
        msg = f"{path}: {'cut off or damaged' if is_ours else f'not a saved {what}'} ({error})"
        raise TallyFileError(msg) from error
    record: dict[str, object] = document if isinstance(document, dict) else {}
    if wrong := what_is_wrong(record, what):
        msg = f"{path}: {wrong}"
        raise TallyFileError(msg)
    kept = record.pop("digest", None)
    if kept != digest(record):
        msg = f"{path}: damaged: the digest does not match the content"
        raise TallyFileError(msg)
    return record


# Plans and tallies as records; a question is what its ``to_dict`` makes of it, and its kind


def plan_id(kind: str, question: Mapping[str, object], key: _Key, n: int) -> str:
    """Return 32 hexadecimal digits made from all that a plan's result depends on."""
    return digest({**_header("plan", kind, question), **_run_record(key, n)})


def plan_record(
    kind: str, question: Mapping[str, object], key: _Key, n: int, blocks: tuple[int, int]
) -> dict[str, object]:
    """Return a plan as JSON has it."""
    plan = plan_id(kind, question, key, n)
    return {**_header("plan", kind, question), "id": plan, **_run_record(key, n), "blocks": list(blocks)}


def tally_record(
    kind: str, question: Mapping[str, object], parts: Iterable[Part], counts: Mapping[str, object]
) -> dict[str, object]:
    """Return a tally as JSON has it."""
    runs = [
        {
            "plan": plan_id(kind, question, part.key, part.n),
            **_run_record(part.key, part.n),
            "blocks": [list(item) for item in part.covered],
        }
        for part in parts
    ]
    return {**_header("tally", kind, question), "runs": runs, "counts": dict(counts)}


def _header(what: str, kind: str, question: Mapping[str, object]) -> dict[str, object]:
    return {"soko": what, "version": VERSION, "stream": STREAM, "kind": kind, "question": question}


def _run_record(key: _Key, n: int) -> dict[str, object]:
    return {"key": [f"{word:016x}" for word in key], "n": n}


# What is raised by those that read a record which is none.
BAD_RECORD: Final = (SokoError, TypeError, KeyError)


def bad_record(error: Exception, name: str) -> TallyFileError:
    """Return the error of a record that begins with its name, for one of ``BAD_RECORD``."""
    return TallyFileError(f"{name}: {f'{error.args[0]} is missing' if isinstance(error, KeyError) else error}")


def read_kind(record: Mapping[str, object]) -> object:
    """Return what a record says the kind of its question is."""
    if record["stream"] != STREAM:
        msg = f"stream {record['stream']!r}: only {STREAM} is known here"
        raise TallyFileError(msg)
    return record["kind"]


def read_run(record: Mapping[str, object]) -> tuple[_Key, int]:
    """Return the key and the number of deals of a record."""
    words, n = record["key"], record["n"]
    try:
        a, b, c, d = (int(cast("str", word), 16) for word in cast("list[object]", words))
    except (TypeError, ValueError) as error:
        raise TallyFileError(_bad_key(words)) from error
    if max(a, b, c, d) >= 2**64 or words != _run_record((a, b, c, d), 1)["key"]:
        raise TallyFileError(_bad_key(words))
    if type(n) is not int or not 1 <= n <= MAX_DEALS:
        msg = f"n {n!r}: 1 to {MAX_DEALS:,} is allowed"
        raise TallyFileError(msg)
    return (a, b, c, d), n


def _bad_key(words: object) -> str:
    return f"key {words!r}: four words of 16 hexadecimal digits are needed"


def read_range(item: object, n: int, size: int = BLOCK) -> tuple[int, int]:
    """Return a range of the blocks of ``n`` deals."""
    match item:
        case [int(first), int(last)] if 0 <= first <= last <= block_count(n, size):
            return first, last
    msg = f"blocks {item!r}: first and last of {block_count(n, size):,} blocks are needed"
    raise TallyFileError(msg)


def read_parts(record: Mapping[str, object], size: int) -> tuple[Part, ...]:
    """Return what a record of a tally says is done, in blocks of so many deals."""
    parts = []
    for run in cast("list[Mapping[str, object]]", record["runs"]):
        key, n = read_run(run)
        parts.append(Part(key, n, _read_ranges(run["blocks"], n, size), size))
    if not parts or [part[:2] for part in parts] != sorted({part[:2] for part in parts}):
        msg = "runs: at least one is needed, in ascending order"
        raise TallyFileError(msg)
    return tuple(parts)


def _read_ranges(items: object, n: int, size: int) -> Ranges:
    ranges = tuple(read_range(item, n, size) for item in cast("list[object]", items))
    if any(first == last for first, last in ranges) or any(a[1] >= b[0] for a, b in pairwise(ranges)):
        msg = f"blocks {items!r}: ranges must be ascending and disjoint"
        raise TallyFileError(msg)
    return ranges
