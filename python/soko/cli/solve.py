"""Solve a spot of the last two streets: how two players who each hide one card play it perfectly.

Give the up cards of both players with a stroke between them, and the chips in the middle at the start of the street's
betting: soko solve "As Kd 7c 2h / Qh Qd 9s 3c" --pot 34. The first player sits nearer to the dealer's left. The table
shows what the player to act does with each card face down, after the actions of --after, such as "check bet", and the
chips that this card gets from the middle, less those put in.

Without --ranges every unseen card is as likely as another; --ranges FILE is a JSON list of two lists of 52 weights, by
card index. After Ctrl-C the strategy so far is shown, with exit status 130.

JSON: rules, up, pot, dead, seats, actor, after, actions, cards, each with card, strategy (the probability of each
action) and values (chips, null where it never happens), value (chips by seat), exploitability, target, iterations,
exact, classes, memory (bytes), threads and seconds.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from soko.cli._common import (
    MOST_THREADS,
    InputError,
    UsageError,
    add_game_options,
    check_ranges,
    make_game,
    print_json,
    whole_number,
)
from soko.cli._runs import INTERRUPTED, say_stopped
from soko.cli._sentences import say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse

    from soko.solving import Solution


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("up", metavar="CARDS", help='the up cards of both players, "As Kd 7c 2h / Qh Qd 9s 3c"')
    parser.add_argument("--pot", type=whole_number, required=True, metavar="CHIPS", help="the chips in the middle")
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud")
    parser.add_argument("--dead", default="", metavar="CARDS", help='other cards that are seen, such as "2c 7h"')
    parser.add_argument("--stacks", metavar="A,B", help="the chips behind of both players; deep by default")
    parser.add_argument("--ranges", metavar="FILE", help="JSON: two lists of 52 weights")
    parser.add_argument("--after", default="", metavar="ACTIONS", help='show the decision after these, as "check bet"')
    parser.add_argument("--target", type=float, default=0.001, metavar="X", help="how near to perfect, in pots (0.001)")
    parser.add_argument("--threads", type=whole_number, metavar="N", help="how many threads; all cores by default")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    from soko._checks import thread_count
    from soko.errors import Interrupted
    from soko.solving import Solution, Spot, solve

    check_ranges(args, pot=(1, 2**52), threads=(1, MOST_THREADS))
    if not 0 < args.target < 1:
        msg = f"--target {args.target:g}: more than 0 and less than 1 is needed"
        raise UsageError(msg)
    up, stacks = args.up.split("/"), None
    if len(up) != 2:
        msg = f'{args.up!r}: the up cards of two players are needed, with a stroke between: "As Kd 7c / Qh Qd 9s"'
        raise UsageError(msg)
    if args.stacks is not None:
        stacks = [_chips(text) for text in args.stacks.split(",")]
    rules = make_game(args.game, args)
    spot = Spot(rules, up, args.pot, dead=args.dead, stacks=stacks, ranges=_ranges(args.ranges))
    if not spot.actions(args.after):
        msg = f"--after {args.after!r}: nobody is to act then on this street"
        raise InputError(msg)
    threads, started, stopped = thread_count(args.threads), time.perf_counter(), False
    try:
        answer = solve(spot, target=args.target, threads=threads)
    except Interrupted as interrupted:
        found: object = interrupted.tally
        if not isinstance(found, Solution):
            raise
        answer, stopped = found, True
    seconds = time.perf_counter() - started
    if args.json:
        print_json({**_record(answer, args), "threads": threads, "seconds": seconds})
    else:
        _print(answer, args.after)
    if not stopped:
        return 0
    sys.stdout.flush()
    say_stopped(f"after {answer.iterations:,} iterations")
    return INTERRUPTED


def _chips(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        msg = f"--stacks: {text!r} is not a whole number"
        raise UsageError(msg) from None


def _ranges(path: str | None) -> list[list[float]] | None:
    if path is None:
        return None
    import json
    from pathlib import Path

    try:
        weights: list[list[float]] = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        msg = f"{path}: no JSON list of two lists of 52 weights"
        raise InputError(msg) from error
    if not (
        isinstance(weights, list)
        and all(isinstance(row, list) and len(row) == 52 for row in weights)
        and all(isinstance(n, (int, float)) for row in weights for n in row)
        and len(weights) == 2
    ):
        msg = f"{path}: no JSON list of two lists of 52 weights"
        raise InputError(msg)
    return weights


def _cells(answer: Solution, after: str) -> list[tuple[str, list[float], list[float | None]]]:
    """Return each unseen card, what it does and what that wins."""
    from math import isnan

    from soko import Card

    strategy, values = answer.strategy(after).tolist(), answer.values(after).tolist()
    rows = []
    for index in reversed(range(52)):
        done = strategy[index]
        if not isnan(done[0]):
            wins = [None if isnan(chips) else chips for chips in values[index]]
            rows.append((str(Card(index)), done, wins))
    return rows


def _record(answer: Solution, args: argparse.Namespace) -> dict[str, object]:
    spot, cells = answer.spot, _cells(answer, args.after)
    return {
        "rules": spot.rules.to_dict(),
        "up": [list(map(str, cards)) for cards in spot.up],
        "pot": spot.pot,
        "dead": list(map(str, spot.dead)),
        "seats": list(spot.seats),
        "actor": spot.actor,
        "after": args.after,
        "actions": list(spot.actions(args.after)),
        "cards": [{"card": card, "strategy": done, "values": wins} for card, done, wins in cells],
        "value": list(answer.value),
        "exploitability": answer.exploitability,
        "target": args.target,
        "iterations": answer.iterations,
        "exact": answer.exact,
        "classes": answer.classes,
        "memory": answer.memory,
    }


def _print(answer: Solution, after: str) -> None:
    spot, actions = answer.spot, answer.spot.actions(after)
    say(str(spot))
    say(f"{answer}\n")
    rows = []
    for card, done, wins in _cells(answer, after):
        mean = sum(part * (chips or 0) for part, chips in zip(done, wins, strict=True))
        chips = f"{mean:.2f}" if None not in wins else "-"
        rows.append([card, *[f"{100 * part:.1f}" for part in done], chips])
    print_table(["card", *[f"{action} %" for action in actions], "chips"], rows)
