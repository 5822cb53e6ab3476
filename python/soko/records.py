"""Plans and tallies as JSON has them, and the care taken when they are read."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from soko import files
from soko._soko import PlanError, SokoError, TallyFileError
from soko.blocks import Part, block_count
from soko.plans import MAX_DEALS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from soko.blocks import Ranges
    from soko.counted import AnyCounted, Question
    from soko.rng import _Key

# The question of each kind: a class with from_dict(record).
KINDS: Final = {"deals": "soko.deals:Deals", "equity": "soko.equities:EquityQuestion"}
# Which definition of the stream of chance the counts come from (docs/stream.md).
STREAM: Final = 1


def plan_id(question: Question[AnyCounted], key: _Key, n: int) -> str:
    """Return 32 hexadecimal digits made from all that a plan's result depends on."""
    return files.digest({**_header("plan", question), **_run_record(key, n)})


def plan_record(question: Question[AnyCounted], key: _Key, n: int, blocks: tuple[int, int]) -> dict[str, object]:
    """Return a plan as JSON has it."""
    plan = plan_id(question, key, n)
    return {**_header("plan", question), "id": plan, **_run_record(key, n), "blocks": list(blocks)}


def counted_record(
    question: Question[AnyCounted], parts: tuple[Part, ...], counts: Mapping[str, object]
) -> dict[str, object]:
    """Return a tally as JSON has it."""
    runs = [
        {"plan": plan_id(question, key, n), **_run_record(key, n), "blocks": [list(item) for item in covered]}
        for key, n, covered in parts
    ]
    return {**_header("tally", question), "runs": runs, "counts": dict(counts)}


def load(path: files.FilePath) -> AnyCounted:
    """Read a tally of any kind; ``TallyFileError`` when the file is damaged, ``OSError`` when it cannot be read."""
    return read_counted(files.read(path, "tally"), str(path))


def read_counted(record: Mapping[str, object], name: str = "tally") -> AnyCounted:
    """Read what ``counted_record`` made; ``TallyFileError`` says what is wrong with it, after its name."""
    if wrong := files.what_is_wrong(record, "tally"):
        msg = f"{name}: {wrong}"
        raise TallyFileError(msg)
    try:
        return _read_counted(record)
    except (SokoError, TypeError, KeyError) as error:
        msg = f"{name}: {_what_is_wrong(error)}"
        raise TallyFileError(msg) from error


def read_plan(record: Mapping[str, object]) -> tuple[Question[AnyCounted], _Key, int, tuple[int, int]]:
    """Read what ``plan_record`` made; ``PlanError`` when it is something else."""
    try:
        if record["soko"] != "plan" or record["version"] != files.VERSION:
            msg = f"no plan of version {files.VERSION}"
            raise PlanError(msg)
        question, (key, n) = _read_question(record), _read_run(record)
        if record["id"] != plan_id(question, key, n):
            msg = f"id {record['id']!r} is of another question, key or n"
            raise PlanError(msg)
        return question, key, n, _read_range(record["blocks"], n)
    except (SokoError, TypeError, KeyError) as error:
        msg = f"plan: {_what_is_wrong(error)}"
        raise PlanError(msg) from error


def _header(what: str, question: Question[AnyCounted]) -> dict[str, object]:
    kind = {"kind": question.kind, "question": question.to_dict()}
    return {"soko": what, "version": files.VERSION, "stream": STREAM, **kind}


def _run_record(key: _Key, n: int) -> dict[str, object]:
    return {"key": [f"{word:016x}" for word in key], "n": n}


def _what_is_wrong(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)


def _read_question(record: Mapping[str, object]) -> Question[AnyCounted]:
    if record["stream"] != STREAM:
        msg = f"stream {record['stream']!r}: only {STREAM} is known here"
        raise PlanError(msg)
    kind = record["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        msg = f"kind {kind!r}: only {', '.join(KINDS)} are known here"
        raise PlanError(msg)
    module, _, name = KINDS[kind].partition(":")
    return cast("Question[AnyCounted]", getattr(import_module(module), name).from_dict(record["question"]))


def _read_run(record: Mapping[str, object]) -> tuple[_Key, int]:
    words, n = record["key"], record["n"]
    try:
        a, b, c, d = (int(cast("str", word), 16) for word in cast("list[object]", words))
    except (TypeError, ValueError) as error:
        raise PlanError(_bad_key(words)) from error
    if max(a, b, c, d) >= 2**64 or words != _run_record((a, b, c, d), 1)["key"]:
        raise PlanError(_bad_key(words))
    if type(n) is not int or not 1 <= n <= MAX_DEALS:
        msg = f"n {n!r}: 1 to {MAX_DEALS:,} is allowed"
        raise PlanError(msg)
    return (a, b, c, d), n


def _bad_key(words: object) -> str:
    return f"key {words!r}: four words of 16 hexadecimal digits are needed"


def _read_range(item: object, n: int) -> tuple[int, int]:
    match item:
        case [int(first), int(last)] if 0 <= first <= last <= block_count(n):
            return first, last
    msg = f"blocks {item!r}: first and last of {block_count(n):,} blocks are needed"
    raise PlanError(msg)


def _read_ranges(items: object, n: int) -> Ranges:
    ranges = tuple(_read_range(item, n) for item in cast("list[object]", items))
    if any(first == last for first, last in ranges) or any(a[1] >= b[0] for a, b in pairwise(ranges)):
        msg = f"blocks {items!r}: ranges must be ascending and apart"
        raise PlanError(msg)
    return ranges


def _read_counted(record: Mapping[str, object]) -> AnyCounted:
    question = _read_question(record)
    parts = []
    for run in cast("list[Mapping[str, object]]", record["runs"]):
        key, n = _read_run(run)
        parts.append(Part(key, n, _read_ranges(run["blocks"], n)))
    if not parts or [part[:2] for part in parts] != sorted({part[:2] for part in parts}):
        msg = "runs: one or more are needed, ascending"
        raise PlanError(msg)
    zeros = question.count_blocks(parts[0].key, parts[0].n, (0, 0), 1, None)
    counts = tuple(cast("Mapping[str, object]", record["counts"])[name] for name in zeros.NAMES)
    found = type(zeros)(question, tuple(parts), counts)
    if not _has_form(counts, zeros.counts) or counts[0] != found.n:
        msg = f"counts: they are not those of {found.n:,} deals"
        raise PlanError(msg)
    return found


def _has_form(value: object, zeros: object) -> bool:
    """Whether a value is made of counts as ``zeros`` is made of zeros."""
    if isinstance(zeros, (list, tuple)):
        is_list = isinstance(value, (list, tuple)) and len(value) == len(zeros)
        return is_list and all(map(_has_form, cast("list[object]", value), zeros))
    return type(value) is int and value >= 0
