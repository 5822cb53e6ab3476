"""Rank hands of five to seven cards, and explain why one beats another.

Each HAND is one argument, as "As Ks Qs Js 2d" or AsKsQsJs2d. Several hands are sorted, the best first, with = where
they tie, and a line for each pair of neighbours says what decides between them.

Without hands, or with -, hands are read from standard input, one on each line; empty lines and lines that begin with #
are skipped. One line is written for each hand: its description, its place (1 for the best) and its category, separated
by tabs; with --json one JSON object: line, words, place, category, strength.

JSON of hands as arguments: ranking, ace_low_four_straight, wild, places (how many the ranking has), hands, best first,
each with order, tied, hand, plays, words, place, category, strength, and explanations, one for each neighbour.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from soko import _odds
from soko.cli._common import InputError, UsageError, add_ranking_options, counted, print_json, ranking_choice
from soko.cli._sentences import complain, say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from io import BufferedIOBase

    from soko import Strength
    from soko.cli._common import RankingChoice


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("hands", nargs="*", metavar="HAND", help="five to seven cards; - for standard input")
    add_ranking_options(parser)
    parser.add_argument("--skip-bad", action="store_true", help="skip and count bad lines of standard input")


def run(args: argparse.Namespace) -> int:
    """Rank the hands; 1 when one of them cannot be read."""
    choice = ranking_choice(args)
    if not args.hands or args.hands == ["-"]:
        return _run_lines(choice, json_lines=args.json, skip_bad=args.skip_bad)
    if "-" in args.hands:
        msg = "- cannot be combined with other hands"
        raise UsageError(msg)
    if args.skip_bad:
        msg = "--skip-bad is for hands from standard input"
        raise UsageError(msg)
    hands = sorted((_evaluate(text, choice) for text in _join_loose_cards(args.hands)), reverse=True)
    orders = _orders(hands)
    reasons = [_reason(better, worse) for better, worse in pairwise(hands)]
    if args.json:
        print_json(_document(hands, orders, choice))
    else:
        _print_hands(hands, orders, reasons, choice)
    return 0


def _join_loose_cards(hands: Sequence[str]) -> Sequence[str]:
    """Take single cards as one hand: a shell splits a hand that stands without quotes."""
    return [" ".join(hands)] if len(hands) > 1 and all(len(text) <= len("10s") for text in hands) else hands


def _evaluate(text: str, choice: RankingChoice) -> Strength:
    from soko import SokoError, evaluate

    try:
        return evaluate(text, choice.ranking, wild=choice.wild)
    except SokoError as error:
        msg = f"hand {text!r}: {error}"
        raise InputError(msg) from error


def _orders(hands: Sequence[Strength]) -> list[int]:
    """Return the place of each hand among these, best first; hands that tie share one."""
    orders: list[int] = []
    for i, hand in enumerate(hands):
        orders.append(orders[-1] if i and hand == hands[i - 1] else i + 1)
    return orders


def _reason(better: Strength, worse: Strength) -> str:
    """Return what decides between two hands, without the hands themselves, which stand above it."""
    from soko import explain

    return "they tie" if better == worse else explain(better, worse).partition(": ")[2]


def _all_cards(hand: Strength) -> str:
    """Return the five that play, and the others in parentheses."""
    idle = [str(card) for card in hand.hand if card not in hand.cards]
    return " ".join(map(str, hand.cards)) + (f" ({' '.join(idle)})" if idle else "")


def _print_hands(
    hands: Sequence[Strength], orders: Sequence[int], reasons: Sequence[str], choice: RankingChoice
) -> None:
    places = sum(_odds.places(choice.name, ace_low=choice.ace_low))
    if len(hands) == 1:
        hand = hands[0]
        say(str(hand))
        say(f"place {hand.place:,} of {places:,} in {choice}")
        print(f"plays {_all_cards(hand)}")
        return
    say(f"{choice}: places 1 (best) to {places:,}\n")
    rows = []
    for hand, order in zip(hands, orders, strict=True):
        tie = "=" if orders.count(order) > 1 else " "
        rows.append((f"{order}{tie}", _all_cards(hand), f"{hand.place:,}", str(hand)))
    print_table(("#", "plays", "place", "hand"), rows, left=(1, 3))
    print()
    for i, reason in enumerate(reasons):
        if orders[i] != orders[i + 1]:
            say(f"{orders[i]} beats {orders[i + 1]}: {reason}")


def _document(hands: Sequence[Strength], orders: Sequence[int], choice: RankingChoice) -> dict[str, object]:
    from soko import explain

    return {
        "ranking": choice.name,
        "ace_low_four_straight": choice.ace_low,
        "wild": choice.wild,
        "places": sum(_odds.places(choice.name, ace_low=choice.ace_low)),
        "hands": [
            {
                "order": order,
                "tied": orders.count(order) > 1,
                "hand": [str(card) for card in hand.hand],
                "plays": [str(card) for card in hand.cards],
                "words": str(hand),
                "place": hand.place,
                "category": hand.category.name.lower(),
                "strength": int(hand),
            }
            for hand, order in zip(hands, orders, strict=True)
        ],
        "explanations": [explain(better, worse) for better, worse in pairwise(hands)],
    }


def _run_lines(choice: RankingChoice, *, json_lines: bool, skip_bad: bool) -> int:
    from soko.cli._lines import LineEvaluator

    if sys.stdin is None or sys.stdout is None:
        msg = "standard input or output is closed"
        raise InputError(msg)
    if sys.stdin.isatty():
        complain("hands from standard input, one a line")
    lines = LineEvaluator(choice.ranking, choice.wild, json_lines=json_lines, skip_bad=skip_bad)
    lines.run(cast("BufferedIOBase", sys.stdin.buffer), sys.stdout.buffer)
    if lines.skipped:
        complain(f"{counted(lines.skipped, 'bad line')} skipped")
    return 0
