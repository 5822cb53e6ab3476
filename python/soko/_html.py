"""Cards, hands and counts as HTML, which notebooks show (``_repr_html_``).

A card is a light plate with dark text, whatever is behind it, so that its colour reads on light and on dark pages.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from soko._soko import Card, Showing, Strength, View

PLATE: Final = "#ffffff"
SUITS: Final = {"c": ("♣", "#0b6b2e"), "d": ("♦", "#0b57a4"), "h": ("♥", "#c01c28"), "s": ("♠", "#1a1a1a")}
"""The sign and the colour of each suit: four colours, for suits decide here more often than elsewhere."""

_STYLE: Final = (
    "display:inline-block;padding:0 .3em;margin:1px;border:1px solid #888888;border-radius:.25em;white-space:nowrap;"
    f"font-family:monospace;background:{PLATE};color:"
)


def card(card: Card | None) -> str:
    """Return a card as a plate; ``None`` is a card that is not seen.

    >>> import soko
    >>> "A♠</span>" in soko.Card("As")._repr_html_()
    True
    """
    if card is None:
        return f'<span style="{_STYLE}#595959" title="not seen">?</span>'
    sign, colour = SUITS[card.suit]
    return f'<span style="{_STYLE}{colour}" title="{card}">{card.rank}{sign}</span>'


def cards(row: Iterable[Card | None]) -> str:
    """Return cards side by side."""
    return "".join(map(card, row))


def strength(strength: Strength | Showing) -> str:
    """Return the cards of a hand, those that play first and the others pale, and the hand in words."""
    played = strength.cards
    rest = [card for card in getattr(strength, "hand", ()) if card not in played]
    pale = f'<span style="opacity:.6">{cards(rest)}</span>' if rest else ""
    words = escape(str(strength) if len(played) == 5 else str(strength.category))
    return f"<span>{cards(played)}{pale} {words}</span>"


def seats(view: View) -> str:
    """Return a table of what a viewer sees of a hand, a line for each seat."""
    rows = []
    for seat in range(view.players):
        place = f"{seat}, dealer" if seat == view.dealer else str(seat)
        state = "to act" if seat == view.actor else "" if seat in view.live else "folded"
        won = "" if view.payoffs is None else f"{view.payoffs[seat]:+,}"
        chips = f"{view.bets[seat]:,}", f"{view.stacks[seat]:,}"
        rows.append([place, cards(view.hole_cards(seat)), cards(view.up_cards(seat)), *chips, won or state])
    pot = f"{sum(view.contributions):,} in the pot"
    common = f", community card {cards(view.community)}" if view.community else ""
    own = f"; you have {escape(view.best)}" if view.best is not None and not view.is_over else ""
    caption = f"{escape(view.rules.name)}, {view.street_name}, {pot}{common}{own}"
    return table(caption, ["seat", "face down", "face up", "bet", "stack", ""], rows)


def text(*parts: str) -> str:
    """Return the parts that are not empty, as HTML.

    >>> from soko import _html
    >>> _html.text("a < b", "", "c")
    'a &lt; b, c'
    """
    return escape(", ".join(filter(None, parts)))


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells and the caption are HTML already."""
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    caption = f'<caption style="text-align:left">{caption}</caption>'
    return f"<table>{caption}<thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"
