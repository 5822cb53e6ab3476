"""Documents on disk: written whole or not at all, and read with care.

A document is a JSON object, one key a line, whose last key ``digest`` is made from all the others. ``soko`` says what
it is and ``version`` how it is laid out; docs/clusters.md lists the keys.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from soko._soko import TallyFileError

if TYPE_CHECKING:
    from collections.abc import Mapping

FilePath = str | os.PathLike[str]

VERSION = 1


def digest(document: Mapping[str, object]) -> str:
    """Return 32 hexadecimal digits made from a document, whatever the order of its keys."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def write(path: FilePath, document: Mapping[str, object]) -> None:
    """Write a document; whatever happens, the file has the old text or all of the new one. ``OSError`` as usual."""
    whole = {**document, "digest": digest(document)}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
    # A link stays a link, and what it points to is replaced.
    target = Path(os.path.realpath(path))
    data = f"{{\n{lines}\n}}\n".encode()
    if target.exists() and not target.is_file():
        # A device such as /dev/null is written to, never replaced.
        target.write_bytes(data)
        return
    # Two processes that write the same file, perhaps on two machines, must not share the new one.
    new = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.new")
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    finally:
        with suppress(FileNotFoundError):
            new.unlink()


def what_is_wrong(document: Mapping[str, object], what: str) -> str:
    """Say why a document is no ``what`` of the version that is known here; nothing when it is one."""
    if document.get("soko") != what:
        return f"no saved {what}"
    if document.get("version") != VERSION:
        return f"version {document.get('version')!r}, and only {VERSION} is known here"
    return ""


def read(path: FilePath, what: str) -> dict[str, object]:
    """Return a document without its digest.

    ``TallyFileError`` says what is wrong when the file is cut off, damaged, of another version or no ``what`` at all;
    ``OSError`` when it cannot be read.
    """
    data = Path(path).read_bytes()
    if not data:
        msg = f"{path}: empty, no saved {what}"
        raise TallyFileError(msg)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        is_ours = data.lstrip().startswith(b"{") and b'"soko"' in data[:64]
        msg = f"{path}: {'cut off or damaged' if is_ours else f'no saved {what}'} ({error})"
        raise TallyFileError(msg) from error
    record: dict[str, object] = document if isinstance(document, dict) else {}
    if wrong := what_is_wrong(record, what):
        msg = f"{path}: {wrong}"
        raise TallyFileError(msg)
    kept = record.pop("digest", None)
    if kept != digest(record):
        msg = f"{path}: damaged, its digest is not that of what it holds"
        raise TallyFileError(msg)
    return record
