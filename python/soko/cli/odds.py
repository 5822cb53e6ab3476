"""Show how many of the 2,598,960 hands of five cards are in each category, from exact built-in counts.

Ranks counts the hands that differ when suits do not matter; places is their order in the ranking, 1 for the best.
--ranking wild without --wild compares all thirteen wild ranks. --check evaluates every hand and compares the counts
with the built-in ones; the exit status is 1 when they differ.

JSON: ranking, ace_low_four_straight, wild, hands, ranks, places, agrees (null without --check) and categories, each
with category, hands, share, one_in, ranks, best_place, worst_place, and counted with --check; a list where there are
several tables.

--grid prints the share of the pot that each start of two cards wins in Soko against --opponents random hands, and
--plot draws it; --improve shows how hands end by the kind of their first 2, 3 and 4 cards. --check computes them again:
all chances to improve, some shares exactly and the others by sampling.

JSON with --grid: game, opponents, exact, std_error, agrees, and shares by start; with --improve: game, agrees and held,
each with cards, held, made, starts, better, and categories with the chance of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko import _odds
from soko.cli._common import (
    RANKINGS,
    RANKS,
    RankingChoice,
    UsageError,
    add_ranking_options,
    print_json,
    ranking_choice,
)
from soko.cli._odds_tables import add_table_options, run_table, wants_table
from soko.cli._sentences import say
from soko.cli._table import print_table

if TYPE_CHECKING:
    import argparse

    _Counted = tuple[_odds.Row, _odds.Row]

# Heads of the columns of the table of all wild ranks, by category.
_SHORT = ("high", "1 pair", "4-str", "4-fl", "2 pair", "trips", "strt", "flush", "full", "quads", "SF", "RF", "5K")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    add_ranking_options(parser, (*RANKINGS, "all"))
    parser.add_argument("--check", action="store_true", help="count all hands again and compare")
    add_table_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the odds; 1 when a live count differs."""
    if wants_table(args):
        return run_table(args)
    choices = _choices(args)
    counts = [_odds.count_five_cards(choice.ranking, choice.wild) if args.check else None for choice in choices]
    agree = [_agrees(choice, counted) for choice, counted in zip(choices, counts, strict=True)]
    if args.json:
        documents = [_document(choice, counted) for choice, counted in zip(choices, counts, strict=True)]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        _print_all(choices)
        for choice, counted in zip(choices, counts, strict=True):
            _print_check(choice, counted)
    return 0 if all(agree) else 1


def _choices(args: argparse.Namespace) -> list[RankingChoice]:
    every_wild = [RankingChoice("wild", rank, ace_low=True) for rank in RANKS]
    if args.ranking == "all":
        if args.wild or args.no_ace_low:
            msg = "--ranking all has every wild rank, and soko with and without 4-3-2-A"
            raise UsageError(msg)
        plain = [RankingChoice("soko", None, ace_low=ace_low) for ace_low in (True, False)]
        return [*plain, RankingChoice("standard", None, ace_low=True), *every_wild]
    choice = ranking_choice(args)
    return every_wild if choice.name == "wild" and choice.wild is None else [choice]


def _of(choice: RankingChoice) -> _odds.Odds:
    return _odds.five_cards(choice.name, wild=choice.wild, ace_low=choice.ace_low)


def _agrees(choice: RankingChoice, counted: _Counted | None) -> bool:
    """Whether a live count, if there was one, is what is built in."""
    odds = _of(choice)
    return counted is None or counted == (odds.hands, odds.ranks)


def _print_check(choice: RankingChoice, counted: _Counted | None) -> None:
    from soko import Category

    if counted is None:
        return
    hands, ranks = counted
    agrees = _agrees(choice, counted)
    say(f"checked {choice}: {sum(hands):,} hands counted, {'all agrees' if agrees else 'NOT the same'}")
    odds = _of(choice)
    for category in Category:
        known, seen = (odds.hands[category], odds.ranks[category]), (hands[category], ranks[category])
        if known != seen:
            words = [f"{hands_of:,} hands of {ranks_of:,} ranks" for hands_of, ranks_of in (known, seen)]
            print(f"  {category}: {words[0]} built in, {words[1]} counted")


def _print_all(choices: list[RankingChoice]) -> None:
    wild = [choice for choice in choices if choice.wild]
    for choice in choices:
        if choice not in wild or len(wild) == 1:
            _print_odds(choice)
            print()
    if len(wild) > 1:
        _print_wild(wild)
        print()


def _print_odds(choice: RankingChoice) -> None:
    from soko import Category

    odds = _of(choice)
    say(f"{choice}: {odds.total:,} hands of five cards\n")
    rows = []
    for category in reversed(Category):
        hands, places = odds.hands[category], odds.place_range(category)
        if places is None:
            continue
        best, worst = places
        rows.append(
            (
                str(category),
                f"{hands:,}",
                f"{100 * hands / odds.total:.6f}",
                f"{odds.total / hands:,.2f}",
                f"{odds.ranks[category]:,}",
                str(best) if best == worst else f"{best}-{worst}",
            )
        )
    rows.append(("all", f"{odds.total:,}", f"{100:.6f}", "", f"{sum(odds.ranks):,}", ""))
    print_table(("category", "hands", "share %", "1 in", "ranks", "places"), rows)
    if odds.ranks != odds.places:
        say(f"\nThe ranking has {sum(odds.places):,} places; some of them take another wild rank.")


def _print_wild(choices: list[RankingChoice]) -> None:
    say("wild: hands of five cards by wild rank, 2,598,960 each\n")
    all_odds = [_of(choice) for choice in choices]
    columns = [i for i in reversed(range(len(_SHORT))) if all_odds[0].places[i]]
    rows = [
        [str(choice.wild), *(f"{odds.hands[i]}" for i in columns)]
        for choice, odds in zip(choices, all_odds, strict=True)
    ]
    print_table(("", *(_SHORT[i] for i in columns)), rows)
    say("\n5K five of a kind, SF and RF straight and royal flush; --wild RANK tells more.")


def _document(choice: RankingChoice, counted: _Counted | None) -> dict[str, object]:
    from soko import Category

    odds = _of(choice)
    categories = []
    for category in reversed(Category):
        places = odds.place_range(category)
        if places is not None:
            hands = odds.hands[category]
            record: dict[str, object] = {"category": category.name.lower(), "hands": hands}
            record |= {"share": hands / odds.total, "one_in": odds.total / hands, "ranks": odds.ranks[category]}
            record |= {"best_place": places[0], "worst_place": places[1]}
            categories.append(record if counted is None else record | {"counted": counted[0][category]})
    return {
        "ranking": choice.name,
        "ace_low_four_straight": choice.ace_low,
        "wild": choice.wild,
        "hands": odds.total,
        "ranks": sum(odds.ranks),
        "places": sum(odds.places),
        "categories": categories,
        "agrees": None if counted is None else _agrees(choice, counted),
    }
