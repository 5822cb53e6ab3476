r"""Histories that others read: texts in the words of card rooms, PHH, Open Hand History, and a form of our own.

``text``, ``phh`` and ``ohh`` are lossless or refuse: what they write, ``from_text``, ``from_phh`` and ``from_ohh`` read
back as the same hand.
``why_not`` lists what a format cannot say. The guide is docs/history.md.

>>> import soko
>>> hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
>>> _ = hand.complete(), hand.fold()
>>> print(*soko.history.text(hand, names=["Ann", "Bob"]).splitlines()[:3], sep="\n")
PokerStars Hand #0:  7 Card Stud Limit (4/8) - 1970/01/01 0:00:00 UTC
Table 'soko' 8-max
Seat 1: Ann (100 in chips)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko._soko import ArgumentError, HistoryError
from soko.history._lacks import FORMATS, Lack, known_format, lacks, why_not
from soko.history._ohh import write as write_ohh
from soko.history._ohh_read import from_ohh
from soko.history._phh import from_phh
from soko.history._phh import write as write_phh
from soko.history._plain import write as write_plain
from soko.history._read import from_text, hands_in
from soko.history._replay import History
from soko.history._rooms import seen
from soko.history._rooms import write as write_room
from soko.history._source import Source, about, source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any

    from soko._soko import Hand, View

    _Told = Hand | View | Mapping[str, Any]

__all__ = [
    "FORMATS",
    "History",
    "Lack",
    "from_ohh",
    "from_phh",
    "from_text",
    "hands_in",
    "ohh",
    "phh",
    "text",
    "why_not",
]


def _is_of_rooms(told: Source) -> bool:
    """Whether a room has words for a hand."""
    try:
        lacks(told, "stars")
    except HistoryError:
        return False
    return True


def text(  # noqa: PLR0913 - what a history says besides the hand
    hand: _Told,
    *,
    names: Iterable[str] | None = None,
    hand_number: int | str = 0,
    table: str = "soko",
    time: datetime | None = None,
    rake: int = 0,
    style: str | None = None,
    currency: str = "",
    unit: int = 1,
) -> str:
    r"""Return the history of a hand as a text, which ``from_text`` reads back.

    Of a ``Hand`` it has all cards that were dealt, of a ``View`` those that the seat saw, and its player's.

    Parameters
    ----------
    hand
        A ``Hand``, a ``View``, or the record of one that ``to_dict`` made.
    names
        A different name for each seat; ``"Player 1"`` and so on by default.
    hand_number, table, time, rake
        What stands at its top and its end; a time without a zone is that of the room. The rake is taken from the
        winners as ``soko.rake`` does.
    style
        ``"stars"`` or ``"full-tilt"``, the words of two card rooms, which trackers read, for seven-card and five-card
        stud; ``"soko"``, a line for each event, for every game. By default ``"stars"`` where it can say the hand, else
        ``"soko"``.
    currency, unit
        The sign before amounts, and how many chips make one of it: 1 or 100. The style ``"soko"`` has chips alone.

    Returns
    -------
    str
        The text, whose last line ends.

    Raises
    ------
    HistoryError
        The style cannot say this hand; ``why_not`` lists what it can.
    ArgumentError
        A value is not allowed.

    Examples
    --------
    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> print(*soko.history.text(hand, names=["Ann", "Bob"]).splitlines()[-6:], sep="\n")
    Bob completes to 4
    Ann folds
    Bob takes back 4
    Bob wins 2 of pot 0, high
    The end
    Result: Ann -1, Bob +1; rake 0
    """
    told, facts = source(hand, names), about(hand_number, table, time, rake, currency, unit)
    if style is None:
        style = "stars" if _is_of_rooms(told) else "soko"
    if known_format("style", style) in ("phh", "ohh"):
        msg = f"style '{style}': soko.history.{style} writes it"
        raise ArgumentError(msg)
    lacks(told, style)
    return write_plain(told, facts) if style == "soko" else write_room(told, facts, style)


def phh(
    hand: _Told,
    *,
    names: Iterable[str] | None = None,
    hand_number: int | str = 0,
    table: str = "soko",
    time: datetime | None = None,
    rake: int = 0,
) -> str:
    r"""Return a hand in the PHH format, TOML that ``from_phh`` reads back as an equal hand.

    Fixed-limit seven-card stud has its variant ``F7S``, which other programs replay. All other games, and house rules
    that the format has no field for (``why_not``), have no ``variant``, so that no program takes them for another game.
    What it has no field for is in fields that begin with ``_``: rules, the deck, the viewer.

    Parameters
    ----------
    hand
        A ``Hand``, a ``View``, or the record of one that ``to_dict`` made; it need not be over.
    names
        A different name for each seat; ``"Player 1"`` and so on by default.
    hand_number, table, time, rake
        What the history says besides.

    Returns
    -------
    str
        The text.

    Raises
    ------
    HistoryError
        The view of a player who was told unknown cards later.
    ArgumentError
        A value is not allowed.

    Examples
    --------
    >>> import soko
    >>> hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> print(*soko.history.phh(hand).splitlines()[:3], sep="\n")
    variant = "F7S"
    antes = [1, 1]
    bring_in = 2
    """
    return write_phh(source(hand, names), about(hand_number, table, time, rake))


def ohh(
    hand: _Told,
    *,
    names: Iterable[str] | None = None,
    hand_number: int | str = 0,
    table: str = "soko",
    time: datetime | None = None,
    rake: int = 0,
    currency: str = "",
    unit: int = 1,
) -> str:
    """Return a hand of seven-card stud as Open Hand History JSON, which some trackers import.

    The format is made for hold'em: streets are named ``"Third Street"`` and so on, and a bring-in is ``"Post Extra
    Blind"``. It has no stakes of stud; these, and the house rules, stand in a member ``_soko``. ``from_ohh`` reads it.

    Parameters
    ----------
    hand
        A ``Hand``, a ``View``, or the record of one that ``to_dict`` made, which is over.
    names
        A different name for each seat; ``"Player 1"`` and so on by default.
    hand_number, table, time, rake
        What the history says besides; a time without a zone is universal.
    currency, unit
        The sign of the currency, none for play money, and how many chips make one of it: 1 or 100.

    Returns
    -------
    str
        The text.

    Raises
    ------
    HistoryError
        The format cannot say this hand; ``why_not`` lists what it can.
    ArgumentError
        A value is not allowed.

    Examples
    --------
    >>> import json, soko
    >>> hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> json.loads(soko.history.ohh(hand))["ohh"]["pots"]
    [{'number': 0, 'amount': 2, 'rake': 0, 'player_wins': [{'player_id': 1, 'win_amount': 2}]}]
    """
    told = source(hand, names)
    text = write_ohh(told, about(hand_number, table, time, rake, currency, unit))
    if seen(from_ohh(text).hand, told) != told.events:
        msg = "the format 'ohh' cannot say this hand"
        raise HistoryError(msg)
    return text
