"""The API reference: a page for each part of the package, written from docstrings and signatures.

Signatures of compiled classes come from the stub, those of Python from the source; docstrings are read at run time.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import soko

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
STUB = ROOT / "python/soko/_soko.pyi"

# Each public name stands on one page; a name with a dot is of a module that is public itself.
PAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "cards": (
        "Cards and errors",
        "Cards are objects, strings or indices from 0 to 51. All errors are subclasses of `SokoError`.",
        (
            *("Card", "cards", "low_spade"),
            *("SokoError", "CardError", "DeckError", "RulesError", "IllegalAction", "HistoryError", "PlanError"),
            *("SeatError", "ArgumentError", "TallyFileError"),
            *("MatchError", "Interrupted", "CheckpointError"),
        ),
    ),
    "ranking": (
        "Evaluation",
        "Evaluate five to seven cards, one hand or millions. Guide: [Evaluate hands](../evaluate.md).",
        (
            *("evaluate", "evaluate_int", "evaluate_many", "categories", "explain", "showing"),
            *("Strength", "Showing", "Ranking", "Category", "kernels"),
        ),
    ),
    "games": (
        "Games",
        "Games as data, and the functions that make the usual ones. Guide: [Games and rules](../rules.md).",
        (
            "games",
            *("games.soko", "games.canadian_stud", "games.five_card_stud", "games.seven_card_stud"),
            *(
                "games.follow_the_bitch",
                "games.by_name",
                "games.describe",
                "games.diff",
                "games.describe_diff",
                "Rules",
            ),
        ),
    ),
    "hand": (
        "Hands played",
        "One hand, what a seat sees of it, and hands one after the other. The guide is [Play a hand](../play.md).",
        (
            *("Hand", "View", "LegalAction", "Event", "Pot", "Award", "Match", "rake"),
            *("suggest", "policies", "policies.play_randomly", "policies.check_or_call"),
        ),
    ),
    "history": (
        "Histories",
        "Hands as texts that others read, and such texts read again. The guide is [Histories](../history.md).",
        (
            "history",
            *("history.text", "history.from_text", "history.hands_in", "history.History"),
            *("history.why_not", "history.Lack"),
            *("history.phh", "history.from_phh", "history.ohh", "history.from_ohh"),
        ),
    ),
    "fairness": (
        "Fair cards",
        "What shows that no card was changed. The guide is [Fair cards](../fairness.md).",
        ("commit", "Commitment", "CardProof", "fairness.digest_record"),
    ),
    "tables": (
        "Tables and playouts",
        "Thousands of hands at once. Guides: [Tables](../table.md), [Playouts](../playout.md).",
        ("Table", "playout", "Playout", "playouts.Score", "playout_plan", "PlayoutTally", "policies.Batch"),
    ),
    "simulation": (
        "Simulation and plans",
        "Many deals, and runs in parts. Guides: [Simulate](../simulate.md), [Large runs](../clusters.md).",
        ("deal_many", "simulate", "Tally", "settle_many", "Settled", "plan", "Plan", "merge"),
    ),
    "equity": (
        "Equity",
        "The share of the pot that each hand wins. Guide: [Equity](../equity.md).",
        ("equity", "Equity", "equity_cost", "EquityCost", "equity_plan", "EquityTally"),
    ),
    "solving": (
        "Exact answers",
        "Perfect play on the last two streets. The guide is [Exact answers on late streets](../solve.md).",
        ("Spot", "solve", "Solution"),
    ),
    "odds": (
        "Odds and pictures",
        "Probabilities before the deal. Guide: [Odds](../odds.md).",
        (
            *("odds_tables.grid", "odds_tables.improvements", "odds_tables.Grid", "odds_tables.Improvement"),
            *("plot", "plot.grid", "plot.streets"),
        ),
    ),
}


def pages() -> dict[str, str]:
    """Return the pages of the reference by file name; ``LookupError`` when a public name is on none of them."""
    named = [name for _, _, names in PAGES.values() for name in names]
    missing = set(soko.__all__) - {"__version__"} - set(named)
    if missing:
        msg = f"on no page of the API reference (docs/make/api.py): {', '.join(sorted(missing))}"
        raise LookupError(msg)
    made = {f"{page}.md": _page(title, text, names) for page, (title, text, names) in PAGES.items()}
    return {"index.md": _overview(), **made}


def _overview() -> str:
    lines = ["# API", "", "All public names, with what each is for. `import soko` imports none of the heavy parts.", ""]
    for page, (title, _, names) in PAGES.items():
        lines += [f"## {title}", "", "| name | |", "|---|---|"]
        for name in names:
            first = (inspect.getdoc(_find(name)) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
            lines.append(f"| [`soko.{name}`]({page}.md#{_anchor(name)}) | {_linked(first)} |")
        lines.append("")
    lines += ["## Types", "", "Signatures name these by short names:", "", "```python"]
    for alias in (node for node in _stub().body if isinstance(node, ast.AnnAssign) and node.value is not None):
        if ast.unparse(alias.annotation) == "TypeAlias" and alias.value is not None:
            lines.append(f"{ast.unparse(alias.target)} = {ast.unparse(alias.value)}")
    return "\n".join([*lines, "```", ""])


def _page(title: str, text: str, names: tuple[str, ...]) -> str:
    parts = [f"# {title}", text]
    for name in names:
        parts += _entry(name)
    return "\n\n".join(parts) + "\n"


def _entry(name: str) -> Iterator[str]:
    thing = _find(name)
    yield f"## `soko.{name}` {{ #{_anchor(name)} }}"
    if inspect.ismodule(thing):
        yield _text(thing)
        return
    node = _node(thing)
    short = name.rpartition(".")[2]
    if not isinstance(thing, type):
        yield _code(_signature(short, node))
        yield _text(thing)
        return
    if signature := _constructor(short, thing, node):
        yield _code(signature)
    yield _text(thing)
    if isinstance(thing, type) and not issubclass(thing, Exception):
        yield from _members(name, thing)


def _members(name: str, thing: type) -> Iterator[str]:
    """Write what an object of a class has, inherited or its own, in the order of the source."""
    fields = getattr(thing, "_fields", ())
    if fields:
        yield "\n".join(f"* `{field}`: `{_field_type(thing, field)}`" for field in fields)
    seen: set[str] = set(fields)
    for owner in thing.__mro__:
        if not owner.__module__.startswith("soko"):
            continue
        for member in _node(owner).body:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and member.name not in seen:
                seen.add(member.name)
                found = inspect.getattr_static(thing, member.name)
                yield f"### `{member.name}` {{ #{_anchor(f'{name}.{member.name}')} }}"
                is_property = any(ast.unparse(mark) == "property" for mark in member.decorator_list)
                kind = ast.unparse(member.returns) if member.returns else "object"
                yield _code(f"{member.name}: {kind}" if is_property else _signature(member.name, member, bound=True))
                yield _text(getattr(thing, member.name) if isinstance(found, (classmethod, staticmethod)) else found)


def _field_type(thing: type, field: str) -> str:
    annotated = {node.target.id: node.annotation for node in _node(thing).body
                 if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}  # fmt: skip
    return ast.unparse(annotated[field])


def _constructor(name: str, thing: type, node: ast.ClassDef) -> str:
    """Write how an object is made; nothing where others make it."""
    if re.search(r"\b[Mm]ade by\b", inspect.getdoc(thing) or ""):
        return ""
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name in ("__new__", "__init__"):
            member.returns = None
            return _signature(name, member, bound=True)
    return "" if not issubclass(thing, Exception) else f"class {name}({', '.join(b.__name__ for b in thing.__bases__)})"


def _signature(name: str, node: Any, *, bound: bool = False) -> str:
    """Write a call with its types, a line for each argument where one line is too short."""
    first = 1 if bound and not any(ast.unparse(mark) == "staticmethod" for mark in node.decorator_list) else 0
    arguments = node.args
    every = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(every) - len(arguments.defaults)) + arguments.defaults
    texts = [_argument(*pair) for pair in zip(every, defaults, strict=True)]
    if arguments.posonlyargs and len(arguments.posonlyargs) > first:
        texts.insert(len(arguments.posonlyargs), "/")
    texts = texts[first:]
    if arguments.vararg:
        texts.append("*" + _argument(arguments.vararg, None))
    elif arguments.kwonlyargs:
        texts.append("*")
    texts += [_argument(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        texts.append("**" + _argument(arguments.kwarg, None))
    # A name in quotation marks is only so for the interpreter.
    end = f") -> {ast.unparse(node.returns).strip(chr(39))}" if node.returns else ")"
    line = f"{name}({', '.join(texts)}{end}"
    if len(line) <= 100:
        return line
    return f"{name}(\n" + "".join(f"    {text},\n" for text in texts) + end


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    text = argument.arg if argument.annotation is None else f"{argument.arg}: {ast.unparse(argument.annotation)}"
    if default is None:
        return text
    return f"{text}{' = ' if argument.annotation else '='}{ast.unparse(default)}"


def _find(name: str) -> Any:
    """Return what a public name stands for; a name with a dot is of a module of ``soko``."""
    module, _, short = name.rpartition(".")
    return getattr(import_module(f"soko.{module}"), short) if module else getattr(soko, name)


def _node(thing: Any) -> Any:
    """Return the syntax of a class or function."""
    for node in _stub().body:
        if getattr(node, "name", None) == thing.__name__ and thing.__module__ in (
            "soko",
            "soko._soko",
            "builtins",
            None,
        ):
            return node
    return ast.parse(dedent(inspect.getsource(thing))).body[0]


@cache
def _stub() -> ast.Module:
    return ast.parse(STUB.read_text(encoding="utf-8"))


def _text(thing: object) -> str:
    """Turn a docstring into Markdown: sections become lists, examples blocks of code, citations of rules links."""
    parts = []
    for paragraph in re.split(r"\n\n+", inspect.getdoc(thing) or ""):
        title, line, rest = paragraph.partition("\n---")
        if line and "\n" not in title:
            _, _, rest = rest.partition("\n")
            parts.append(f"**{title}**")
            if not rest.startswith(">>> "):
                parts.append(_linked(_definitions(rest)))
                continue
            paragraph = rest  # noqa: PLW2901 - the examples under the title
        before, examples, after = paragraph.partition(">>> ")
        if before.strip():
            parts.append(_linked(before.strip()))
        if examples:
            parts.append(_code(examples + after))
    return "\n\n".join(parts)


def _definitions(text: str) -> str:
    """Turn names, each with indented lines below it, into a list."""
    return "\n".join(f"  {line.strip()}" if line.startswith(" ") else f"* `{line}`:" for line in text.split("\n"))


def _linked(text: str) -> str:
    text = re.sub(r"\(rules (\d)([\d., to]*)\)", lambda m: f"([rules {m[1]}{m[2]}]({_rule(m[1])}))", text)
    text = re.sub(r"\(docs/(\w+)\.md((?: [\d, and]+)?)\)", r"([\1\2](../\1.md))", text)
    # Roles of Sphinx are not used; two ticks are Markdown's too.
    return text.replace("``", "`")


def _rule(section: str) -> str:
    return f"../rules.md#{_rule_anchors()[section]}"


@cache
def _rule_anchors() -> dict[str, str]:
    titles = re.findall(r"^## (\d)\. (.+)$", (ROOT / "docs/rules.md").read_text(encoding="utf-8"), re.MULTILINE)
    return {number: f"{number}-{re.sub(r'[^a-z0-9]+', '-', title.lower())}" for number, title in titles}


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _anchor(name: str) -> str:
    return name.replace(".", "-").replace("_", "-")
