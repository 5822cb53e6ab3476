"""Deal a game many times, nobody folding, and count who wins with what.

The table of categories counts all seats together. Where the exact share is known, it is shown with z, the difference in
standard errors (as if hands were independent, which those of one deal nearly are): |z| beyond 4 or 5 means an error.
The same seed gives the same counts on any machine and with any number of threads.

--known takes one argument for each seat, its cards in the order dealt, ? for unknown ones: --known "As ?" "? Kd".
--dead cards are not dealt.

Large runs: --shard 3/100 --output 3.json counts the third of a hundred parts, on any machine; soko merge merges the
files. --checkpoint saves the counts in a file from which the same command continues after an interruption.

After Ctrl-C the counts so far are shown and written to --output, with the blocks that are missing; the exit status is
130.

JSON: rules, players, deals, known, dead, plan (its id), missing (ranges of blocks of 16,384 deals not counted), seed,
key (four words of 64 bits in hexadecimal), threads, seconds, deals_per_second, categories of all seats, each with
category, seen, share, exact and z (null where not known), seats, each with seat, wins, ties, share, std_error (of the
share), pots (the exact sum of its shares, as a fraction), categories (counts by soko.Category), high_pots and low_pots
(what of pots it won with the best hand and as the low half), wild_ranks (counts by rank, and none) and no_low_spade,
null in games without.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from soko._progress import terminal_bar
from soko.cli._common import (
    MOST,
    MOST_THREADS,
    InputError,
    UsageError,
    add_game_options,
    check_ranges,
    counted,
    make_game,
    print_json,
    whole_number,
)
from soko.cli._runs import INTERRUPTED, fresh_seed, say_stopped, seed_number
from soko.cli._tallies import print_tally, tally_fields

if TYPE_CHECKING:
    from soko import CheckpointError, Interrupted, Tally


class _Run(NamedTuple):
    """A simulation and how it went."""

    tally: Tally
    seed: int
    threads: int
    seconds: float
    # Without those that a checkpoint had already.
    deals: int
    # What ended it before all was done, or once all was.
    error: Interrupted | CheckpointError | None = None

    @property
    def deals_per_second(self) -> float:
        """How many deals were counted a second."""
        return self.deals / self.seconds


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud, ...")
    parser.add_argument("--players", type=whole_number, default=6, metavar="N", help="how many players (6)")
    parser.add_argument("--deals", type=whole_number, default=1_000_000, metavar="N", help="how many deals (1_000_000)")
    parser.add_argument("--seed", type=seed_number, metavar="N", help="seed of the cards; a random one is shown")
    parser.add_argument("--threads", type=whole_number, metavar="N", help="how many threads; all cores by default")
    parser.add_argument("--known", nargs="+", metavar="CARDS", default=[], help="known cards, seat by seat")
    parser.add_argument("--dead", nargs="+", metavar="CARDS", default=[], help="cards that are not dealt")
    parser.add_argument("--shard", type=_shard, metavar="I/K", help="only part I of K, counted from 1; needs --seed")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the counts to a file, for soko merge")
    parser.add_argument("--checkpoint", metavar="FILE", help="save counts here and continue from them; needs --seed")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate and print what was counted."""
    check_ranges(args, deals=(1, MOST), threads=(1, MOST_THREADS))
    _check_files(args)
    done = _simulate(args)
    if args.output:
        done.tally.save(args.output)
    if args.json:
        print_json(_document(done))
    else:
        print_tally(done.tally, f", seed {done.seed}", _speed(done))
    return _status(done, args)


def _status(done: _Run, args: argparse.Namespace) -> int:
    """Say what ended the run, and return the exit status."""
    if done.error is None:
        return 0
    sys.stdout.flush()
    if isinstance(done.error, KeyboardInterrupt):
        kept = f"; {args.checkpoint} has them: run again to continue" if args.checkpoint else ""
        notes = "".join(f"; {note}" for note in getattr(done.error, "__notes__", ()))
        say_stopped(f"after {counted(done.tally.n, 'deal')}{notes or kept}")
        return INTERRUPTED
    # All is counted and shown.
    raise InputError(str(done.error))


def _check_files(args: argparse.Namespace) -> None:
    """Complain before the work is done."""
    if args.seed is None and (args.shard or args.checkpoint):
        msg = f"{'--shard' if args.shard else '--checkpoint'} needs --seed: all parts of a run must have the same one"
        raise UsageError(msg)
    if args.output and not Path(args.output).absolute().parent.is_dir():
        msg = f"{args.output}: the folder does not exist"
        raise InputError(msg)


def _shard(text: str) -> tuple[int, int]:
    """Read ``3/100``, which is shard 2 of 100 in Python."""
    i, slash, k = text.partition("/")
    if slash and i.isdecimal() and k.isdecimal() and 1 <= int(i) <= int(k):
        return int(i) - 1, int(k)
    msg = f"{text!r}: a part I/K is needed, such as 1/100 or 100/100"
    raise argparse.ArgumentTypeError(msg)


def _simulate(args: argparse.Namespace) -> _Run:
    import soko
    from soko._checks import thread_count

    rules = make_game(args.game, args)
    seed = fresh_seed() if args.seed is None else args.seed
    threads = thread_count(args.threads)
    plan = soko.plan(rules, args.players, args.deals, rng=seed, known=args.known, dead=" ".join(args.dead))
    plan = plan.shard(*args.shard) if args.shard else plan
    kept = args.checkpoint and Path(args.checkpoint).exists()
    before = soko.Tally.load(args.checkpoint).n if kept else 0
    started = time.perf_counter()
    try:
        with terminal_bar("deals", plan.deals, is_wanted=not args.quiet) as progress:
            started = time.perf_counter()
            tally = plan.run(threads=threads, progress=progress, checkpoint=args.checkpoint)
            seconds = time.perf_counter() - started
    except (soko.Interrupted, soko.CheckpointError) as error:
        seconds = time.perf_counter() - started
        tally = cast("Tally", error.tally)
        return _Run(tally, seed, threads, seconds, tally.n - before, error)
    return _Run(tally, seed, threads, seconds, tally.n - before)


def _speed(done: _Run) -> str:
    return f"{done.deals_per_second:,.0f} deals/s: {done.seconds:.2f} s on {counted(done.threads, 'thread')}"


def _document(done: _Run) -> dict[str, object]:
    from soko.rng import stream_key

    return {
        **tally_fields(done.tally),
        "seed": done.seed,
        "key": [f"{word:016x}" for word in stream_key(done.seed)],
        "threads": done.threads,
        "seconds": done.seconds,
        "deals_per_second": done.deals_per_second,
    }
