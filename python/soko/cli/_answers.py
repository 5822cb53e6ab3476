"""What a person types when asked to act, read against what is legal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from soko import LegalAction

# What a word may mean; its first letters stand for it. Of several meanings the first legal one counts.
_MEANINGS: Final = {
    "fold": ("fold",),
    "call": ("call",),
    "check": ("check",),
    "k": ("check",),
    "x": ("check",),
    "bet": ("bet", "complete"),
    "bring-in": ("bring-in",),
    "in": ("bring-in",),
    "open": ("complete", "bet"),
    "complete": ("complete",),
    "raise": ("raise", "complete"),
}
_ANSWER: Final = re.compile(r"([a-z-]+)(?:\s+to)?\s*([0-9][0-9,_]{0,29})?", re.IGNORECASE)


class BadAnswerError(Exception):
    """A line that is no legal action, with the reason in words."""


def list_actions(legal: Sequence[LegalAction]) -> str:
    """Return the legal actions in words."""
    return ", ".join(str(action).replace("..", "-") for action in legal)


def read_answer(line: str, legal: Sequence[LegalAction]) -> tuple[str, int | None]:
    """Return the action and amount that a line names; ``BadAnswerError`` says why it names none."""
    text = " ".join(line.lower().replace("bring in", "bring-in").split())
    if not text:
        msg = "nothing typed"
        raise BadAnswerError(msg)
    match = _ANSWER.fullmatch(text)
    if match is None:
        msg = f"{_quoted(line)} is no action: a word, and a whole number where chips are put in"
        raise BadAnswerError(msg)
    word, digits = match.group(1), (match.group(2) or "").replace(",", "").replace("_", "")
    amount = int(digits) if digits else None
    kind = _kind(word, amount, legal)
    return kind, _amount(kind, amount, _sizes(kind, legal))


def _sizes(kind: str, legal: Sequence[LegalAction]) -> list[tuple[int, int]]:
    return [(action.low or 0, action.high or 0) for action in legal if action.kind == kind]


def _fits(amount: int, sizes: Sequence[tuple[int, int]]) -> bool:
    return any(low <= amount <= high for low, high in sizes)


def _kind(word: str, amount: int | None, legal: Sequence[LegalAction]) -> str:
    meant = [kind for name, kinds in _MEANINGS.items() if name.startswith(word) for kind in kinds]
    if not meant:
        msg = f"{_quoted(word)} is no action"
        raise BadAnswerError(msg)
    kinds = [kind for kind in meant if any(action.kind == kind for action in legal)]
    if amount is not None:
        kinds.sort(key=lambda kind: not _fits(amount, _sizes(kind, legal)))
    elif len(word) == 1 and "complete" in kinds and word in "bc":
        # A slip of one letter must not put in more chips than was meant.
        if "call" not in kinds:
            msg = f"{_quoted(word)} may mean two things: i brings in, complete opens for more"
            raise BadAnswerError(msg)
        kinds = ["call"]
    if not kinds:
        msg = f"you cannot {meant[0]} now"
        raise BadAnswerError(msg)
    return kinds[0]


def _amount(kind: str, amount: int | None, sizes: Sequence[tuple[int, int]]) -> int | None:
    if kind in {"fold", "check"}:
        if amount is not None:
            msg = f"a {kind} has no amount"
            raise BadAnswerError(msg)
        return None
    if amount is None and len(sizes) == 1 and sizes[0][0] == sizes[0][1]:
        return sizes[0][0]
    allowed = " or ".join(str(low) if low == high else f"{low} to {high}" for low, high in sizes)
    to = " to" if kind in {"complete", "raise"} else ""
    if amount is None:
        msg = f"{kind}{to} what? {allowed} is possible"
        raise BadAnswerError(msg)
    if not _fits(amount, sizes):
        msg = f"{kind}{to} {amount} is not possible: {allowed} is"
        raise BadAnswerError(msg)
    return amount


def _quoted(text: str) -> str:
    text = text.strip()
    return ascii(text if len(text) <= 30 else text[:27] + "...")
