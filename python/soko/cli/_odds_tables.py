"""What ``soko odds`` prints of Soko starts and of the chances to improve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from soko.cli._common import InputError, UsageError, print_json, whole_number
from soko.cli._sentences import say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse

    from soko.odds_tables import Grid, Improvement

_HEADER: Final = ("", "dealt", "better", "pair", "4-str", "4-fl", "2pair", "trips", "more")
_HOW_TO_READ_GRID = """\
Right of the diagonal of pairs: two cards of one suit; left of it: of two suits.
A-K of one suit is in line A, column K; A-K of two suits in line K, column A.
Which card is face down makes no difference when nobody folds."""
_HOW_TO_READ_IMPROVE = """\
dealt: how often the first cards are of this kind. better: the chance to end with a \
better category than these have. Then the chance to end with each category; \
"more" is a straight or better, the rest is high card. All exact, in percent.
suited: of one suit. close: fit into one four-straight. 4-str, 4-fl: \
four-straight, four-flush."""


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of these tables."""
    group = parser.add_argument_group("tables of Soko")
    tables = group.add_mutually_exclusive_group()
    tables.add_argument("--grid", action="store_true", help="the share that each start of two cards wins")
    tables.add_argument("--improve", action="store_true", help="how hands end, by their first cards")
    group.add_argument("--opponents", type=whole_number, metavar="1..7", help="how many random hands (1)")
    group.add_argument("--plot", metavar="FILE", help="draw the grid: .png, .svg or .pdf (needs matplotlib)")


def wants_table(args: argparse.Namespace) -> bool:
    """Whether one of these tables is asked for; ``UsageError`` for options that do not go with what is."""
    if not args.grid and (args.opponents is not None or args.plot):
        msg = f"{'--plot' if args.plot else '--opponents'} needs --grid"
        raise UsageError(msg)
    if (args.grid or args.improve) and (args.ranking not in {None, "soko"} or args.wild or args.no_ace_low):
        msg = f"{'--grid' if args.grid else '--improve'} is only for Soko with 4-3-2-A as a four-straight"
        raise UsageError(msg)
    return bool(args.grid or args.improve)


def run_table(args: argparse.Namespace) -> int:
    """Print the table; 1 when what is found again differs."""
    return _run_grid(args) if args.grid else _run_improve(args)


def _run_grid(args: argparse.Namespace) -> int:
    from soko.odds_tables import MOST_OPPONENTS, check_grid, grid

    opponents = 1 if args.opponents is None else args.opponents
    if opponents not in range(1, MOST_OPPONENTS + 1):
        msg = f"--opponents {opponents}: 1 to {MOST_OPPONENTS}"
        raise UsageError(msg)
    table = grid(opponents)
    if args.plot:
        _draw(opponents, args.plot)
    wrong = check_grid([opponents]) if args.check else None
    if args.json:
        head = {"game": "soko", "opponents": opponents, "exact": table.exact, "std_error": table.std_error}
        print_json({**head, "agrees": None if wrong is None else not wrong, "shares": table.shares()})
    else:
        _print_grid(table)
        _print_check(wrong)
    return 1 if wrong else 0


def _run_improve(args: argparse.Namespace) -> int:
    from soko.odds_tables import check_improvements, improvements

    tables = {cards: improvements(cards) for cards in (2, 3, 4)}
    wrong = check_improvements() if args.check else None
    if args.json:
        held = [_record(row) for rows in tables.values() for row in rows]
        print_json({"game": "soko", "agrees": None if wrong is None else not wrong, "held": held})
    else:
        for cards, rows in tables.items():
            print_table((f"first {cards} cards", *_HEADER[1:]), map(_line, rows))
            print()
        say(_HOW_TO_READ_IMPROVE, more="")
        _print_check(wrong)
    return 1 if wrong else 0


def _draw(opponents: int, path: str) -> None:
    from soko import plot

    try:
        plot.grid(opponents, path)
    except (ImportError, ValueError) as error:
        raise InputError(str(error)) from error


def _print_grid(table: Grid) -> None:
    from soko.odds_tables import RANKS

    hands = "a random hand" if table.opponents == 1 else f"{table.opponents} random hands"
    error = "exact" if table.exact else f"error {100 * table.std_error:.2f}"
    say(f"soko: share of the pot of two cards against {hands}, in % ({error})\n")
    lines = zip(RANKS, table.rows, strict=True)
    print_table(("", *RANKS), ((rank, *(f"{100 * share:.1f}" for share in row)) for rank, row in lines))
    say(f"\n{_HOW_TO_READ_GRID}")
    if not table.exact:
        say("Sampled: the error is the largest standard error of a share.")


def _line(row: Improvement) -> list[str]:
    from soko import Category

    shares = [row.frequency, row.better, *(row.share(i) for i in range(Category.ONE_PAIR, Category.STRAIGHT))]
    shares.append(sum(row.share(i) for i in range(Category.STRAIGHT, len(Category))))
    return [row.held, *map(_percent, shares)]


def _percent(share: float) -> str:
    # What is rare is not never.
    return f"{100 * share:.3f}" if 0 < share < 0.0005 else f"{100 * share:.1f}"


def _record(row: Improvement) -> dict[str, object]:
    from soko import Category

    chances = {category.name.lower(): row.share(category) for category in Category if row.counts[category]}
    record: dict[str, object] = {"cards": row.cards, "held": row.held, "made": row.made.name.lower()}
    return record | {"starts": row.starts, "better": row.better, "categories": chances}


def _print_check(wrong: list[str] | None) -> None:
    if wrong is not None:
        print("\n" + ("\n".join(["NOT the same:", *wrong]) if wrong else "checked: all agrees"))
