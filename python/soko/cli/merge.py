"""Put tallies together that soko simulate wrote with --output or --checkpoint.

The files must be parts of one plan: the same game, players, cards, deals and seed. They may come in any order, and need
not be all; what is missing is said, and the exit status is 0 all the same. It is 1 when a file is damaged, is part of
another plan, or has deals that another has too. What --output writes can be merged again, and soko simulate
--checkpoint goes on from it.

Tallies of soko.equity_plan are merged as well, and shown as soko equity does.

JSON: rules, players, deals, known, dead, plan (its id), missing (ranges of blocks, the first and the one after the
last), then categories, seats, wild_ranks and no_low_spade as soko simulate has them; or what soko equity has, with plan
and missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko.cli._common import InputError, print_json
from soko.cli._sentences import say
from soko.cli._tallies import print_tally, tally_fields

if TYPE_CHECKING:
    import argparse

    from soko.counted import AnyCounted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="saved tallies")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the merged tally there")


def run(args: argparse.Namespace) -> int:
    """Merge the files and print what they have in all."""
    total = _merged(args.files)
    if args.output:
        total.save(args.output)
    if args.json:
        print_json(_document(total))
    else:
        _print(total)
    return 0


def _merged(paths: list[str]) -> AnyCounted:
    from soko import PlanError, merge
    from soko.records import load

    total = load(paths[0])
    for path in paths[1:]:
        tally = load(path)
        try:
            total = merge([total, tally])
        except PlanError as error:
            msg = f"{path}: {error}"
            raise InputError(msg) from error
    return total


def _print(total: AnyCounted) -> None:
    from soko import EquityTally, Tally

    if isinstance(total, Tally):
        print_tally(total)
        return
    print(total.equity if isinstance(total, EquityTally) and total.n else total)
    if total.gap:
        say(f"incomplete: {total.gap}")


def _document(total: AnyCounted) -> dict[str, object]:
    from soko import EquityTally, Tally

    if isinstance(total, Tally):
        return tally_fields(total)
    if isinstance(total, EquityTally) and total.n:
        return {**total.equity.to_dict(), "plan": total.plan_id, "missing": total.missing}
    return total.to_dict()
