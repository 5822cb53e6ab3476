"""Play whole hands between policies and show what each wins, with its confidence interval.

--policies names the policies of the players round the table, repeated if there are fewer than players: random (any
legal action), call (checks or calls), tight (plays good starts and hands that are ahead), pot-odds (deals the hand out
a few dozen times and compares its share with the price) and maniac (bets and raises whenever it may). After each hand
all players move on by one seat. Chips per hand are those that one seat of the policy wins. After Ctrl-C the hands so
far are shown, with exit status 130.

--duplicate plays each deal once for every rotation of the policies round the table, so that each policy gets the cards
of every seat, and the intervals are smaller. --reduce allin counts hands in which nobody has anything left to decide as
the average over 64 ways in which the other cards may come, which makes intervals smaller where stacks are short. The
same seed gives the same hands on any machine and with any number of threads.

JSON: what soko.Playout.to_dict gives (rules, hands, deals, stacks, players, duplicate, reduce with that option, key,
showdown_rate, policies and seats, each with name, hands, chips, chips_a_hand, std_error, win_rate, fold_rate,
showdown_rate and actions, counts by street and by the seven actions of soko.lockstep.ACTIONS), each with interval
besides, and confidence, seed, threads, seconds and hands_per_second.
"""

from __future__ import annotations

import sys
import time
from math import isfinite
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from soko._progress import terminal_bar
from soko.cli._common import (
    MOST,
    MOST_THREADS,
    UsageError,
    add_game_options,
    check_ranges,
    counted,
    make_game,
    nearest,
    print_json,
    whole_number,
)
from soko.cli._runs import INTERRUPTED, fresh_seed, say_stopped, seed_number
from soko.cli._sentences import say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from soko import Playout, PlayoutTally
    from soko.playouts import Score


# Columns that say how much is bet, beside the least.
_SIZED: Final = {"half pot %", "pot %", "most %"}


class _Run(NamedTuple):
    """A playout and how it went."""

    result: Playout
    confidence: float
    seed: int
    threads: int
    seconds: float
    # Whether Ctrl-C ended it.
    stopped: bool = False

    @property
    def hands_per_second(self) -> float:
        """How many hands were played a second."""
        return self.result.n / self.seconds


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("--policies", default="tight,call", metavar="NAMES", help="separated by commas (tight,call)")
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud, ...")
    parser.add_argument("--players", type=whole_number, default=6, metavar="N", help="how many players (6)")
    parser.add_argument("--hands", type=whole_number, default=100_000, metavar="N", help="how many hands (100_000)")
    parser.add_argument(
        "--stack", type=whole_number, metavar="CHIPS", help="the stack at the start of each hand (100 big bets)"
    )
    parser.add_argument("--duplicate", action="store_true", help="play each deal with the policies in all seats")
    parser.add_argument("--reduce", choices=["allin"], help="count all-in hands by averages over the cards to come")
    parser.add_argument("--confidence", type=float, default=95.0, metavar="PERCENT", help="of the intervals (95)")
    parser.add_argument("--seed", type=seed_number, metavar="N", help="seed of the cards; a random one is shown")
    parser.add_argument("--threads", type=whole_number, metavar="N", help="how many threads; all cores by default")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print what the policies won."""
    if not 1 <= args.confidence < 100:
        # Who writes 0.95 means 95.
        meant = 100 * args.confidence if 0 < args.confidence < 1 else 95
        msg = f"--confidence {args.confidence:g}: from 1 to less than 100, in percent: {meant:g}"
        raise UsageError(msg)
    check_ranges(args, hands=(1, MOST), stack=(1, MOST), threads=(1, MOST_THREADS))
    done = _play(args)
    if args.json:
        print_json(_document(done))
    else:
        _print(done)
    if not done.stopped:
        return 0
    sys.stdout.flush()
    say_stopped(f"after {done.result.n:,} of {counted(args.hands, 'hand')}")
    return INTERRUPTED


def _play(args: argparse.Namespace) -> _Run:
    import soko
    from soko._checks import thread_count

    rules = make_game(args.game, args)
    seed = fresh_seed() if args.seed is None else args.seed
    threads = thread_count(args.threads)
    policies = _policies(args.policies)
    started = time.perf_counter()
    stopped = False
    try:
        with terminal_bar("hands", args.hands, is_wanted=not args.quiet) as progress:
            started = time.perf_counter()
            result = soko.playout(
                rules,
                args.players,
                args.hands,
                policies,
                seed,
                threads,
                stacks=args.stack,
                duplicate=args.duplicate,
                reduce=args.reduce,
                progress=progress,
            )
    except soko.Interrupted as interrupted:
        if not interrupted.tally.n:
            say_stopped("after 0 hands")
            raise
        result, stopped = cast("PlayoutTally", interrupted.tally).playout, True
    seconds = time.perf_counter() - started
    return _Run(result, args.confidence / 100, seed, threads, seconds, stopped)


def _policies(names: str) -> list[str]:
    from soko.playouts import POLICIES

    policies = [name.strip() for name in names.split(",")]
    for name in policies:
        if name not in POLICIES:
            question = nearest(name, POLICIES) or f"policies are {', '.join(POLICIES)}"
            msg = f"--policies {names}: {name!r} is unknown; {question}"
            raise UsageError(msg)
    return policies


def _print(done: _Run) -> None:
    result = done.result
    say(f"{result.title}, seed {done.seed}\n")
    _print_scores("policy", result.policies, done.confidence)
    print()
    _print_scores("seat", result.seats, done.confidence)
    print()
    header, rows = _actions(result)
    print_table(header, rows, left=(0, 1))
    if _SIZED & {*header}:
        say("least, half pot, pot and most are sizes of bets and raises")
    print(f"\nshowdown in {100 * result.showdown_rate:.4f}% of hands")
    print(f"{done.hands_per_second:,.0f} hands/s: {done.seconds:.2f} s on {counted(done.threads, 'thread')}")


def _print_scores(what: str, scores: Iterable[Score], confidence: float) -> None:
    """Print scores with their intervals."""
    header = (what, "chips/hand", f"{100 * confidence:g}% interval", "won %", "fold %", "showdown %")
    rows = (
        (
            score.name.removeprefix("seat "),
            f"{score.mean:+.4f}",
            _interval_text(score, confidence),
            f"{100 * score.win_rate:.2f}",
            f"{100 * score.fold_rate:.2f}",
            f"{100 * score.showdown_rate:.2f}",
        )
        for score in scores
    )
    print_table(header, rows)


def _interval_text(score: Score, confidence: float) -> str:
    low, high = score.interval(confidence)
    return f"{low:+.4f} to {high:+.4f}" if isfinite(low) else "any"


def _actions(result: Playout) -> tuple[list[str], Iterator[list[str]]]:
    """Return how often each policy does what, street by street; actions that nobody took are left out.

    In fixed limit, where there is one size, the least is the bet or raise.
    """
    from soko.lockstep import ACTIONS

    taken = [i for i in range(len(ACTIONS)) if any(street[i] for score in result.policies for street in score.actions)]
    rows = (
        [
            score.name if street == 0 else "",
            result.rules.street_name(street),
            *(f"{100 * shares[i]:.2f}" for i in taken),
        ]
        for score in result.policies
        for street, shares in enumerate(score.frequencies)
    )
    names = [f"{ACTIONS[i]} %" for i in taken]
    if not _SIZED & {*names}:
        names = ["bet or raise %" if name == "least %" else name for name in names]
    return ["policy", "street", *names], rows


def _document(done: _Run) -> dict[str, object]:
    result = done.result
    document = result.to_dict()
    for name, scores in (("policies", result.policies), ("seats", result.seats)):
        document[name] = [score.to_dict() | {"interval": _interval(score, done.confidence)} for score in scores]
    return {
        **document,
        "confidence": done.confidence,
        "seed": done.seed,
        "threads": done.threads,
        "seconds": done.seconds,
        "hands_per_second": done.hands_per_second,
    }


def _interval(score: Score, confidence: float) -> list[float] | None:
    low, high = score.interval(confidence)
    return [low, high] if isfinite(low) else None
