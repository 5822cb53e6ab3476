"""The drawings of the pages, written as SVG: ``python -m docs.make.pictures``.

Numbers in them are counted here, from the same definitions as the pages state, and a test draws all of them again.
Each has a light ground of its own, for the site has a dark form too, and is narrow enough for a telephone.
"""

from __future__ import annotations

from html import escape
from math import comb
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "pictures"
WIDTH: Final = 480
INK, PALE, GROUND = "#1d2a33", "#5b6b75", "#fafaf7"
FILLS: Final = ("#d7e6f2", "#f6dfc4", "#dcebd3", "#eadcee", "#f3d6d6", "#e8e4cf")


class Drawing:
    """Shapes on a ground."""

    def __init__(self, height: int, title: str) -> None:
        """Begin with the ground."""
        self.height = height
        self.parts = [f"<title>{escape(title)}</title>"]
        self.box(0, 0, WIDTH, height, GROUND, edge="none", radius=8)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, edge: str = INK, radius: int = 3
    ) -> None:
        """Draw a box."""
        shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"'
        self.parts.append(f'<rect {shape} fill="{fill}" stroke="{edge}"/>')

    def text(self, x: float, y: float, text: str, *, size: int = 14, at: str = "start", ink: str = INK) -> None:
        """Write a line."""
        style = f'font-size="{size}" text-anchor="{at}" fill="{ink}"'
        self.parts.append(f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>')

    def labelled(self, x: float, y: float, width: float, height: float, fill: str, *lines: str) -> None:
        """Draw a box with lines in its middle; the first is darker."""
        self.box(x, y, width, height, fill)
        top = y + height / 2 - 8.5 * (len(lines) - 1) + 5
        for number, line in enumerate(lines):
            size, ink = (14, INK) if number == 0 else (12, PALE)
            self.text(x + width / 2, top + 17 * number, line, size=size, at="middle", ink=ink)

    def arrow(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw an arrow."""
        self.parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{INK}" stroke-width="1.4" '
            'marker-end="url(#tip)"/>'
        )

    def svg(self) -> str:
        """Return the drawing."""
        tip = (
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
        )
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
        head += f'height="{self.height}" role="img" font-family="system-ui, sans-serif">'
        return "\n".join([head, tip, *self.parts, "</svg>"]) + "\n"


# Category, pages of 256, and how many of its strengths five cards can have in Soko.
CATEGORIES: Final = (
    ("high card", 6, 1198),
    ("one pair", 15, 2816),
    ("four-straight", 1, 123),
    ("four-flush", 37, 9245),
    ("two pair", 4, 858),
    ("three of a kind", 4, 858),
    ("straight", 1, 10),
    ("flush", 6, 1277),
    ("full house", 1, 156),
    ("four of a kind", 1, 156),
    ("straight flush", 1, 9),
    ("royal flush", 1, 1),
    ("five of a kind", 1, 0),
)


def strength() -> Drawing:
    """Draw how many pages of strengths each category has, and how many of them are hands."""
    drawing = Drawing(424, "The pages of a strength by category")
    drawing.text(16, 28, "category", ink=PALE)
    drawing.text(132, 28, "pages of 256 strengths", ink=PALE)
    drawing.text(464, 28, "classes in Soko", at="end", ink=PALE)
    for number, (name, pages, classes) in enumerate(reversed(CATEGORIES)):
        y = 40 + 27 * number
        drawing.text(16, y + 17, name)
        drawing.box(132, y + 2, 6.2 * pages, 20, FILLS[number % len(FILLS)])
        drawing.text(132 + 6.2 * pages + 6, y + 17, str(pages), size=12, ink=PALE)
        drawing.text(464, y + 17, f"{classes:,}", at="end")
    total = sum(classes for _, _, classes in CATEGORIES)
    drawing.text(464, 411, f"{sum(pages for _, pages, _ in CATEGORIES)} pages, {total:,} classes", at="end")
    return drawing


def key() -> Drawing:
    """Draw the key of a hand, bit by bit."""
    drawing = Drawing(262, "The key of a hand")
    drawing.text(16, 28, "The key of a hand: 64 bits, the sum of its cards' keys", ink=PALE)
    parts = ((64, "bit 60", "no card"), (76, "bits 56..58", "wild cards"), (136, "bits 32..47", "suits s h d c"))
    x = 16.0
    for number, (width, bits, name) in enumerate((*parts, (172, "bits 0..31", "ranks, base five"))):
        drawing.labelled(x, 42, width, 48, FILLS[number], name, bits)
        x += width
    drawing.text(16, 122, "K♠ adds", ink=PALE)
    drawing.labelled(156, 104, 136, 28, FILLS[2], "1 to spades")
    drawing.labelled(292, 104, 172, 28, FILLS[3], "5 to the 11th power")
    drawing.text(16, 164, "Each suit's counter begins at 4 in Soko, elsewhere at 3:")
    drawing.text(16, 184, "its top bit is set once four or five cards are of that suit.")
    drawing.text(16, 216, "13 digits of five: how many cards there are of each rank,")
    drawing.text(16, 236, f"below 5 to the 13th power = {5**13:,}, which fits 31 bits.")
    return drawing


def hash_table() -> Drawing:
    """Draw how the perfect hash finds a hand."""
    drawing = Drawing(430, "A perfect hash by row displacement")
    drawing.labelled(140, 14, 200, 40, FILLS[3], "ranks, base five")
    drawing.arrow(240, 54, 240, 78)
    drawing.labelled(90, 80, 300, 40, FILLS[0], "times a constant, 32 bits kept")
    drawing.arrow(150, 120, 110, 152)
    drawing.arrow(330, 120, 370, 152)
    drawing.labelled(20, 154, 180, 44, FILLS[1], "row", "the top 10 bits")
    drawing.labelled(280, 154, 180, 44, FILLS[2], "column", "the next 13 bits")
    drawing.arrow(110, 198, 110, 226)
    drawing.labelled(20, 228, 180, 44, FILLS[1], "shift of the row", "1,024 numbers")
    drawing.arrow(200, 256, 232, 292)
    drawing.arrow(370, 198, 250, 292)
    drawing.labelled(150, 294, 180, 40, GROUND, "column + shift", "modulo 8,192")
    drawing.arrow(240, 334, 240, 358)
    for slot in range(24):
        drawing.box(24 + 18 * slot, 360, 18, 26, FILLS[3] if slot * 7 % 8 < 6 else GROUND, radius=0)
    hands = comb(17, 5) - 13
    drawing.text(240, 410, f"{hands:,} sets of five ranks in 8,192 slots, none in another's", at="middle")
    return drawing


def place() -> Drawing:
    """Draw how five sorted cards find their place in the table of the lanes."""
    drawing = Drawing(520, "The place of five sorted cards")
    drawing.text(16, 26, "A♠ 5♦ K♠ Q♠ 5♠, sorted by rank and suit", ink=PALE)
    cards = (("5♦", 3), ("5♠", 3), ("Q♠", 10), ("K♠", 11), ("A♠", 12))
    total = 0
    for position, (card, rank) in enumerate(cards):
        x = 16 + 92 * position
        drawing.labelled(x, 38, 80, 34, FILLS[0], card)
        part = comb(rank + position, position + 1)
        total += part
        drawing.arrow(x + 40, 72, x + 40, 92)
        drawing.labelled(x, 94, 80, 46, FILLS[1], f"{part:,}", f"C({rank + position}, {position + 1})")
        drawing.arrow(x + 40, 140, 240 + 14 * (position - 2), 172)
    drawing.labelled(140, 174, 200, 36, FILLS[1], f"place {total:,}")
    drawing.text(350, 197, f"of {comb(17, 5):,}", ink=PALE)
    drawing.text(16, 246, "suits, relative to the first card: four alike, the first another", ink=PALE)
    drawing.arrow(240, 210, 240, 226)
    drawing.arrow(240, 254, 240, 272)
    pages = ("none", "1st odd", "2nd odd", "3rd odd", "4th odd", "5th odd", "all alike", "unused")
    for number, name in enumerate(pages):
        fill = FILLS[4] if number == 1 else GROUND if number == 7 else FILLS[2]
        y = 274 + 24 * number
        drawing.box(140, y, 200, 24, fill, radius=0)
        drawing.text(150, y + 17, f"page {number}", size=13)
        drawing.text(330, y + 17, name, size=13, at="end", ink=PALE)
    drawing.arrow(100, 310, 138, 310)
    drawing.text(92, 315, "here", at="end")
    drawing.text(240, 494, f"entry {8192 + total:,} of 65,536: the strength", at="middle")
    return drawing


def lanes() -> Drawing:
    """Draw the groups of hands on their way through a kernel."""
    drawing = Drawing(404, "Sixty-four hands side by side")
    drawing.text(16, 26, "64 hands, a byte of a register for each card", ink=PALE)
    for number, (name, width, count) in enumerate((("neon", 57, 4), ("avx2", 114, 2), ("avx512", 228, 1))):
        y = 40 + 34 * number
        drawing.text(16, y + 19, name)
        for register in range(count):
            drawing.box(110 + width * register, y, width, 26, FILLS[number])
        drawing.text(350, y + 18, f"{count} of {64 // count} bytes", size=13, ink=PALE)
    drawing.text(160, 172, "group by group: arithmetic", at="middle", ink=PALE)
    drawing.text(350, 172, "memory", at="middle", ink=PALE)
    for step in range(3):
        y = 184 + 66 * step
        drawing.labelled(70, y, 180, 54, FILLS[0], f"group {step + 1}", "sort, check, place")
        if step:
            drawing.labelled(270, y, 160, 54, FILLS[1], f"group {step}", "64 look-ups")
            drawing.arrow(250, y - 38, 270, y + 4)
    drawing.text(240, 394, "Both halves of the processor have something to do.", at="middle", size=13, ink=PALE)
    return drawing


def architecture() -> Drawing:
    """Draw the modules and which way they look."""
    drawing = Drawing(756, "The modules, and which way imports go")
    drawing.labelled(20, 16, 440, 46, FILLS[0], "python/soko/cli", "one module a verb of the command")
    drawing.arrow(160, 62, 160, 84)
    drawing.labelled(20, 86, 280, 46, FILLS[0], "python/soko", "values, docs, plans, files, numpy")
    drawing.labelled(330, 86, 130, 116, FILLS[3], "reference", "plain Python,", "the second", "witness")
    drawing.arrow(160, 132, 160, 154)
    drawing.labelled(20, 156, 280, 46, FILLS[1], "src/binding (crate _soko)", "the only place that knows Python")
    drawing.arrow(160, 202, 160, 240)
    drawing.box(12, 224, 456, 518, "none", edge=PALE, radius=6)
    drawing.text(458, 240, "the core: crate soko", size=12, at="end", ink=PALE)
    rows = (
        ("solve", "exact answers on the late streets"),
        ("playout, lockstep", "whole hands between policies; tables of hands"),
        ("policies", "built-in players"),
        ("simulate, equity", "deals and tallies; shares of the pot"),
        ("chance", "keys, the stream, shuffled decks"),
        ("engine, actions, history", "one hand: betting, pots, showdown; numbers"),
        ("rules", "games as data, presets, checks"),
        ("ranking", "what hands are worth; tables by build/"),
        ("kernel", "registers of each processor"),
        ("plain_text, card, card_set, workers", "cards; work shared among threads"),
    )
    for number, (name, what) in enumerate(rows):
        y = 248 + 49 * number
        drawing.labelled(28, y, 424, 40, FILLS[2], name, what)
        if number:
            drawing.arrow(240, y - 9, 240, y)
    return drawing


DRAWINGS: Final = {
    "strength": strength,
    "key": key,
    "hash": hash_table,
    "place": place,
    "lanes": lanes,
    "architecture": architecture,
}


def main() -> None:
    """Write all drawings."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
