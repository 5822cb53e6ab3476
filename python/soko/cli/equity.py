"""Show each seat's share of the pot when some cards are known and nobody folds any more.

Give one argument for each seat, clockwise from the dealer's left: face-down cards in parentheses, then face-up cards in
the order dealt, ? for unknown cards, as "(As) Kd Qh" and "(?) 7c ?". Parentheses may hold sets: "(A)" is any ace,
"(2-9)" any of these ranks, "(As|Kd)" either card, "(?s)" a spade, and "(A:0.5|K)" gives weights. Cards left out at the
end are still to come.

The answer is exact where that is cheap, otherwise sampled until the standard errors are 0.0005; --plan only says which
it will be. --exact, --samples and --std-error choose. The same seed gives the same sample on any machine. After Ctrl-C
the sample so far is shown, with exit status 130; an exact count has no partial answer.

JSON: rules, dead, method, exact, n (runouts counted with their weights, or deals sampled), seats, each with seat,
hand, share, share_exact (a fraction), std_error, wins, ties, categories (counts by soko.Category, of n), high_exact and
low_exact (what it wins with the best hand and as the low half), wild_ranks (counts by rank, then none) and
no_low_spade, null in games without, seed (null when exact), threads and seconds. With --plan: method, runouts, steps
and exact (whether it will be).
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from soko.cli._common import (
    MOST,
    MOST_THREADS,
    UsageError,
    add_game_options,
    check_ranges,
    counted,
    make_game,
    print_json,
    whole_number,
)
from soko.cli._runs import INTERRUPTED, fresh_seed, say_stopped, seed_number
from soko.cli._sentences import complain, say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from soko.equities import Equity


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("hands", nargs="+", metavar="HAND", help='the known cards of a seat, such as "(As) Kd Qh"')
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud, ...")
    parser.add_argument("--dead", default="", metavar="CARDS", help='cards that are not dealt, such as "2c 7h"')
    parser.add_argument("--uneven", action="store_true", help="allow different numbers of face-up cards")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--exact", action="store_true", help="compute the exact answer at any cost")
    how.add_argument("--samples", type=whole_number, metavar="N", help="sample this many deals")
    how.add_argument("--std-error", type=float, metavar="X", help="sample until the standard errors are X")
    how.add_argument("--plan", action="store_true", help="only show how the answer would be computed")
    parser.add_argument("--seed", type=seed_number, metavar="N", help="seed of the sample; a random one is shown")
    parser.add_argument("--threads", type=whole_number, metavar="N", help="how many threads; all cores by default")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Answer and print."""
    from soko.equities import equity_cost

    check_ranges(args, samples=(1, MOST), threads=(1, MOST_THREADS))
    if args.std_error is not None and not args.std_error > 0:
        msg = f"--std-error {args.std_error:g}: more than 0 is needed"
        raise UsageError(msg)
    _note_loose_cards(args.hands)
    if len(args.hands) < 2:
        msg = f"{args.hands[0]}: one hand alone; every seat, two at least, needs an argument of its own"
        raise UsageError(msg)
    if args.plan:
        cost = equity_cost(args.hands, make_game(args.game, args), dead=args.dead, uneven=args.uneven)
        if args.json:
            print_json({"method": cost.method, "runouts": cost.runouts, "steps": cost.steps, "exact": cost.is_cheap})
        else:
            say(str(cost))
        return 0
    return _answer(args)


def _note_loose_cards(hands: Sequence[str]) -> None:
    """Say how single cards are understood: a shell splits a hand that stands without quotes."""
    if len(hands) > 1 and all(len(hand) <= len("10s") for hand in hands):
        one = " ".join(hands)
        complain(f'{len(hands)} seats with one card each; one hand is one argument: "{one}"')


def _answer(args: argparse.Namespace) -> int:
    from soko._checks import thread_count
    from soko.equities import EquityTally, equity
    from soko.errors import Interrupted

    seed = fresh_seed() if args.seed is None else args.seed
    threads = thread_count(args.threads)
    started = time.perf_counter()
    stopped = False
    try:
        answer = equity(
            args.hands,
            make_game(args.game, args),
            dead=args.dead,
            n=args.samples,
            std_error=args.std_error,
            exact=True if args.exact else None,
            rng=seed,
            threads=threads,
            uneven=args.uneven,
            progress=_shows_progress(args),
        )
    except Interrupted as interrupted:
        if not interrupted.tally.n or not isinstance(interrupted.tally, EquityTally):
            say_stopped("after 0 deals")
            raise
        answer, stopped = interrupted.tally.equity, True
    except KeyboardInterrupt:
        say_stopped("before the exact answer was complete; --samples gives an estimate")
        raise
    seconds = time.perf_counter() - started
    if args.json:
        shown = None if answer.exact else seed
        print_json({**answer.to_dict(), "seed": shown, "threads": threads, "seconds": seconds})
    else:
        _print(answer, seed)
    if not stopped:
        return 0
    sys.stdout.flush()
    say_stopped(f"after {counted(answer.n, 'deal')}")
    return INTERRUPTED


def _shows_progress(args: argparse.Namespace) -> bool:
    """Whether to draw a bar: on a terminal, if there is rich to draw it."""
    from importlib.util import find_spec

    return not args.quiet and sys.stderr is not None and sys.stderr.isatty() and find_spec("rich") is not None


def _print(answer: Equity, seed: int) -> None:
    say(str(answer.rules))
    say(f"{answer.how}{'' if answer.exact else f', seed {seed}'}\n")
    header = ["seat", "hand", "share %", "win %", "tie %"] + ([] if answer.exact else ["error %"])
    header += ["high %", "low %"] if answer.rules.low_chicago else []
    print_table(header, _seat_rows(answer), left=(0, 1))
    print()
    seats = range(len(answer.hands))
    print_table(["category", *[f"seat {seat} %" for seat in seats]], _category_rows(answer))
    rest = list(_rest(answer))
    if rest:
        print("", *rest, sep="\n")


def _seat_rows(answer: Equity) -> Iterator[list[str]]:
    counts = zip(answer.wins.tolist(), answer.ties.tolist(), strict=True)
    halves = zip(answer.high_shares, answer.low_shares, strict=True)
    rows = zip(answer.hands, answer.shares, answer.std_error, counts, halves, strict=True)
    for seat, (hand, share, error, (wins, ties), half) in enumerate(rows):
        numbers = [float(share), wins / answer.n, ties / answer.n, *([] if answer.exact else [error])]
        numbers += map(float, half if answer.rules.low_chicago else ())
        yield [str(seat), hand, *[f"{100 * number:.4f}" for number in numbers]]


def _category_rows(answer: Equity) -> Iterator[list[str]]:
    """Yield the categories that somebody ends with, best first."""
    from soko import Category

    counts = answer.categories
    for category in reversed(Category):
        column = counts[:, category].tolist()
        if any(column):
            yield [str(category), *[f"{100 * count / answer.n:.4f}" for count in column]]


def _rest(answer: Equity) -> Iterator[str]:
    if answer.rules.wild != "none":
        without = answer.wild_ranks.tolist()[-1]
        yield f"a rank wild at showdown in {100 * (1 - without / answer.n):.4f}%"
    if answer.rules.low_chicago:
        yield f"no spade face down in {100 * answer.no_low_spade / answer.n:.4f}%"
