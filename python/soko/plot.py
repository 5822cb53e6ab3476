"""Plots of Soko odds with matplotlib (the extra ``plot``), which is imported when a plot is drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from soko import odds_tables
from soko._soko import ArgumentError
from soko.equities import equity, make_situation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from soko._soko import Rules
    from soko.rng import _Rng

__all__ = ["grid", "streets"]

_INK: Final = "#222222"
# Safe for the colour blind (Okabe and Ito), and told apart by their marks too.
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D1F")
_MARKS: Final = "osD^vPX*"
_POWER: Final = 0.7
# Up to this part of the scale the colours of the map are dark.
_DARK: Final = 0.55
_TOKENS = re.compile(r"\([^)]*\)|\?|(?:10|.)[cdhs]", re.IGNORECASE)


def grid(opponents: int = 1, path: str | Path | None = None) -> Figure:
    """Draw the shares of all starts of two cards against random hands as a heat map (``soko.odds_tables.grid``).

    Returns the figure, and saves it if ``path`` is given, in the format of its suffix. ``ArgumentError`` unless
    ``opponents`` is 1 to 7, ``ValueError`` for a suffix that matplotlib does not know, ``ImportError`` without
    matplotlib.

    >>> from soko import plot
    >>> plot.grid(opponents=3).axes[0].get_title()
    'Share of the pot of two cards in Soko against 3 random hands'
    """
    table = odds_tables.grid(opponents)
    figure = _figure((8.4, 7.6))
    axes = figure.subplots()
    _draw_cells(figure, axes, table)
    axes.set_xticks(range(13), list(odds_tables.RANKS))
    axes.set_yticks(range(13), list(odds_tables.RANKS))
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=10)
    hands = "a random hand" if opponents == 1 else f"{opponents} random hands"
    axes.set_title(f"Share of the pot of two cards in Soko against {hands}", fontsize=13, color=_INK, pad=12)
    error = "exact" if table.exact else f"standard error at most {100 * table.std_error:.2f}"
    axes.set_xlabel(
        f"right of the diagonal of pairs: two cards of one suit (s); left of it: of two suits (o)\n"
        f"in percent, {error}; nobody folds",
        fontsize=9.5,
        color=_INK,
        labelpad=8,
    )
    return _saved(figure, path)


def _draw_cells(figure: Figure, axes: Axes, table: odds_tables.Grid) -> None:
    """Draw the cells of a grid, coloured and with their numbers, and the bar of colours."""
    from matplotlib.colors import PowerNorm

    shares = 100 * table.to_numpy()
    # Pairs win so much more than the rest that on an even scale all else would look alike.
    image = axes.imshow(shares, cmap="viridis", norm=PowerNorm(_POWER, shares.min(), shares.max()))
    middle = shares.min() + _DARK ** (1 / _POWER) * (shares.max() - shares.min())
    for start, _ in odds_tables.starts():
        i, j = odds_tables.place(start)
        colour = "white" if shares[i, j] < middle else "black"
        axes.text(j, i - 0.17, start, ha="center", va="center", color=colour, fontsize=7)
        axes.text(j, i + 0.18, f"{shares[i, j]:.1f}", ha="center", va="center", color=colour, fontsize=9)
    # White lines between the cells.
    axes.set_xticks([n - 0.5 for n in range(1, 13)], minor=True)
    axes.set_yticks([n - 0.5 for n in range(1, 13)], minor=True)
    axes.grid(which="minor", color="white", linewidth=0.8)
    axes.tick_params(which="minor", length=0)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(image, ax=axes, shrink=0.86, pad=0.02)
    bar.set_label(f"share in percent (an even part is {100 / (table.opponents + 1):.1f})", fontsize=9.5, color=_INK)
    bar.outline.set_visible(False)


def streets(
    *hands: str,
    game: str | Rules = "soko",
    dead: str = "",
    rng: _Rng = 1,
    path: str | Path | None = None,
) -> Figure:
    """Draw each hand's share of the pot street by street as lines, as far as the cards of all hands are given.

    Each street takes the cards dealt up to then as known. Shares are exact where that is cheap, otherwise sampled.

    Parameters
    ----------
    *hands
        Hands as ``soko.equity`` takes them, with their cards in the order dealt.
    game, dead, rng
        As in ``soko.equity``.
    path
        Where to save the figure, in the format of the suffix; ``None`` to save nothing.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with one line for each hand.

    Raises
    ------
    CardError, DeckError, SeatError
        As from ``soko.equity``.
    ArgumentError
        A hand has no face-up card.
    ValueError
        Matplotlib has no format for the suffix.
    ImportError
        Matplotlib is not installed.

    Examples
    --------
    >>> from soko import plot
    >>> figure = plot.streets("(As) Kd Qh Jc Ts", "(7c) 7d 2h 2c 3c")
    >>> [round(float(y), 1) for y in figure.axes[0].lines[0].get_ydata()]
    [32.5, 38.4, 8.2, 100.0]
    """
    figure = _figure((8.4, 4.8))
    # All that was given is asked about first, so that what is wrong is said of the hands as they are written.
    rules = make_situation(hands, game, dead, uneven=True).rules
    stages = [_by_street(hand, rules) for hand in hands]
    count = min(map(len, stages))
    if not count:
        msg = "a hand without a face-up card has no streets to draw: write it as (As) Kd Qh"
        raise ArgumentError(msg)
    answers = [equity([stage[i] for stage in stages], rules, dead=dead, rng=rng) for i in range(count)]
    axes = figure.subplots()
    for seat, hand in enumerate(hands):
        shares = [100 * float(answer.shares[seat]) for answer in answers]
        colour, mark = _COLOURS[seat % len(_COLOURS)], _MARKS[seat % len(_MARKS)]
        axes.plot(range(count), shares, label=hand, color=colour, marker=mark, linewidth=2, markersize=7)
    axes.set_xticks(range(count), [_street_label(stages, rules, i) for i in range(count)], fontsize=9)
    _finish(axes, rules, dead, exact=all(answer.exact for answer in answers))
    return _saved(figure, path)


def _finish(axes: Axes, rules: Rules, dead: str, *, exact: bool) -> None:
    """Give the lines their title, scales and legend."""
    game = rules.name.replace("_", " ") + (f", {dead} dead" if dead else "")
    axes.set_title(f"Share of the pot by street in {game}", fontsize=13, color=_INK, pad=10)
    axes.set_ylabel("share in percent" if exact else "share in percent (standard error at most 0.05)", color=_INK)
    axes.set_ylim(-3, 103)
    axes.set_yticks(range(0, 101, 20))
    axes.margins(x=0.06)
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9.5)


def _street_label(stages: Sequence[Sequence[str]], rules: Rules, i: int) -> str:
    """Name a street by how many cards there are, and show the cards that came with it."""
    came = [stage[i][len(stage[i - 1]) if i else 0 :].strip() for stage in stages]
    return "\n".join([f"{sum(map(len, rules.deal[: i + 1]))} cards", *came])


def _by_street(hand: str, rules: Rules) -> list[str]:
    """Return what of a hand was dealt by the end of each street, as far as it goes, from its first card face up on."""
    tokens = _TOKENS.findall(hand)
    stages: list[str] = []
    taken = faces = 0
    for street in rules.deal:
        faces += street.count("u")
        so_far = [sum(not other.startswith("(") for other in tokens[: i + 1]) for i in range(len(tokens))]
        # Cards face down come before those face up of the same street; a street may have none face up.
        if "u" in street:
            upto = so_far.index(faces) + 1 if faces in so_far else 0
        else:
            upto = so_far.index(faces + 1) if faces + 1 in so_far else len(tokens)
        if upto <= taken:
            break
        taken = upto
        stages.append(" ".join(tokens[:taken]))
    return stages


def _figure(size: tuple[float, float]) -> Figure:
    """Return an empty figure of a size in inches."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        msg = "soko.plot needs matplotlib: pip install matplotlib"
        raise ImportError(msg) from error
    return Figure(figsize=size, dpi=150, layout="constrained", facecolor="white")


def _saved(figure: Figure, path: str | Path | None) -> Figure:
    """Save a figure, if it is to be."""
    if path is not None:
        figure.savefig(path)
    return figure
