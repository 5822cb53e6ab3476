"""Merge tallies that soko simulate wrote with --output or --checkpoint.

The files must be parts of one plan: the same game, players, cards, deals and seed. They may come in any order, and some
may be missing; missing parts are reported, and the exit status is still 0. It is 1 when a file is damaged, belongs to
another plan, or has deals that another file has too. What --output writes can be merged again, and soko simulate
--checkpoint continues from it.

Tallies of soko.equity_plan and soko.playout_plan can be merged too, and are shown as by soko.equity and soko.playout.

JSON: rules, players, deals, known, dead, plan (its id), missing (ranges of blocks, the first and the one after the
last), then categories, seats, wild_ranks and no_low_spade as soko simulate has them; or what soko equity or
soko playout has, with plan and missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko.cli._common import print_json
from soko.cli._sentences import printable, say
from soko.cli._tallies import print_tally, tally_fields

if TYPE_CHECKING:
    import argparse

    from soko.plans.counted import Counted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="saved tallies")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the merged tally to this file")


def run(args: argparse.Namespace) -> int:
    """Merge the files and print what they have in all."""
    from soko import merge

    total = merge(args.files)
    if args.output:
        total.save(args.output)
    if args.json:
        print_json(_document(total))
    else:
        _print(total)
    return 0


def _print(total: Counted) -> None:
    from soko import EquityTally, PlayoutTally, Tally

    if isinstance(total, Tally):
        print_tally(total)
        return
    if total.n and isinstance(total, PlayoutTally):
        text = str(total.playout)
    else:
        text = str(total.equity if isinstance(total, EquityTally) and total.n else repr(total))
    # Names in files are those of others.
    print(printable(text, keep="\n"))
    if total.gap:
        say(f"incomplete: {total.gap}")


def _document(total: Counted) -> dict[str, object]:
    from soko import EquityTally, PlayoutTally, Tally

    if isinstance(total, Tally):
        return tally_fields(total)
    if isinstance(total, (EquityTally, PlayoutTally)) and total.n:
        answer = total.equity if isinstance(total, EquityTally) else total.playout
        return {**answer.to_dict(), "plan": total.plan_id, "missing": total.missing}
    return total.to_dict()
