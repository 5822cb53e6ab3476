"""Describe a game, or with --diff the differences between two games.

Games are soko, canadian_stud, five_card_stud, seven_card_stud and follow_the_bitch; without one, all are listed. The
stakes and switches apply to every game that is named.

JSON: the fields of the game as Rules.from_dict reads them, a list of that for several games; with --diff a list of
field and values.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from soko.cli._common import UsageError, add_game_options, make_game, print_json
from soko.cli._sentences import say, wrapped
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse

    from soko import Rules


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="soko, canadian_stud, ...; lists them if omitted")
    parser.add_argument("--diff", action="store_true", help="show the differences between two games")
    parser.add_argument("--list", action="store_true", help="list the games, one a line")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the games; 1 when the rules contradict each other."""
    from soko import games

    if args.diff and (args.list or len(args.games) != 2):
        msg = "--diff needs two games, as in soko rules --diff soko canadian_stud"
        raise UsageError(msg)
    if args.list and args.games:
        msg = "--list takes no games"
        raise UsageError(msg)
    rules = [make_game(name, args) for name in args.games or games.NAMES]
    if args.diff:
        _print_diff(*rules, as_json=args.json)
    elif args.json:
        records = [game.to_dict() for game in rules]
        print_json(records[0] if len(args.games) == 1 else records)
    elif args.games:
        print("\n\n".join(_in_lines(games.describe(game)) for game in rules))
    elif args.list:
        print("\n".join(map(str, rules)))
    else:
        say("\n".join(map(str, rules)))
    return 0


def _in_lines(text: str) -> str:
    """Return a description for the terminal: lines of one sentence joined, then broken where the terminal ends."""
    joined = re.sub(r"(?<=[,;])\n +", " ", text)
    indents = ((line, line[: len(line) - len(line.lstrip())]) for line in joined.split("\n"))
    return "\n".join(part for line, indent in indents for part in wrapped(line.lstrip(), indent, more="  "))


def _print_diff(one: Rules, other: Rules, *, as_json: bool) -> None:
    from soko import games
    from soko._rules_words import diff_rows

    if as_json:
        differences = games.diff(one, other)
        print_json([{"field": field, "values": [left, right]} for field, left, right in differences])
    elif rows := diff_rows(one, other):
        print_table(("", one.name, other.name, ""), rows, left=range(4))
    else:
        say(games.describe_diff(one, other))
