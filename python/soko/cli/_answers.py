"""What a person types when asked to act, read against what is legal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from soko import LegalAction, View

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
_ALL_IN: Final = {"all", "all in", "all-in", "allin"}
_ANSWER: Final = re.compile(r"([a-z-]+)(?:\s+to)?\s*([0-9][0-9,_]{0,29})?", re.IGNORECASE)


class BadAnswerError(Exception):
    """A line that is no legal action, with the reason in words."""


def all_of(view: View) -> int:
    """Return what one comes to on this street with all one has."""
    seat = view.seat or 0
    return view.bets[seat] + view.stacks[seat]


def list_actions(legal: Sequence[LegalAction], bet: int = 0, most: int | None = None) -> str:
    """Return the legal actions in words; ``bet`` is already in on this street, ``most`` would be all one has."""
    return ", ".join(_words(action, bet, most) for action in legal)


def _words(action: LegalAction, bet: int, most: int | None) -> str:
    notes = []
    if action.kind == "call" and bet:
        notes.append(f"{(action.low or 0) - bet} more")
    if action.high is not None and action.high == most:
        notes.append("all-in" if action.low == action.high else f"{action.high} is all-in")
    text = str(action).replace("bring-in", "bring in").replace("..", "-")
    return f"{text} ({', '.join(notes)})" if notes else text


def read_answer(line: str, legal: Sequence[LegalAction], most: int | None = None) -> tuple[str, int | None]:
    """Return the action and amount that a line names; ``BadAnswerError`` says why it names none.

    ``most`` is what one comes to with all one has.
    """
    text = " ".join(line.lower().replace("bring in", "bring-in").split())
    if not text:
        msg = "nothing typed"
        raise BadAnswerError(msg)
    if text in _ALL_IN:
        return _all_in(legal, most)
    match = _ANSWER.fullmatch(text)
    if match is None:
        msg = f"{_quoted(line)} is no action: a word, and a whole number where chips are put in"
        raise BadAnswerError(msg)
    word, digits = match.group(1), (match.group(2) or "").replace(",", "").replace("_", "")
    amount = int(digits) if digits else None
    kind = _kind(word, amount, legal)
    return kind, _amount(kind, amount, _sizes(kind, legal))


def _all_in(legal: Sequence[LegalAction], most: int | None) -> tuple[str, int]:
    highest = max(legal, key=lambda action: action.high or 0)
    if highest.high is None:
        msg = "you cannot go all-in now"
        raise BadAnswerError(msg)
    if highest.high != most:
        to = _to(highest.kind)
        msg = f"you cannot go all-in: {_spoken(highest.kind)}{to} {highest.high} is the most that is allowed"
        raise BadAnswerError(msg)
    return highest.kind, highest.high


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
        # A slip of one letter must not put in more chips than was meant: of two meanings the cheaper one counts.
        kinds = [kind for kind in ("call", "bring-in") if any(action.kind == kind for action in legal)] or kinds
    if not kinds:
        msg = f"you cannot {_spoken(meant[0])} now"
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
    what = f"{_spoken(kind)}{_to(kind)}"
    if amount is None:
        msg = f"{what} what? {allowed} is possible"
        raise BadAnswerError(msg)
    if not _fits(amount, sizes):
        msg = f"{what} {amount} is not possible: {allowed} is"
        raise BadAnswerError(msg)
    return amount


def _to(kind: str) -> str:
    return " to" if kind in {"complete", "raise"} else ""


def _spoken(kind: str) -> str:
    return kind.replace("-", " ")


def _quoted(text: str) -> str:
    text = text.strip()
    return ascii(text if len(text) <= 30 else text[:27] + "...")
