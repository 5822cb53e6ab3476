"""Show hands that were written down, from the antes to the last award.

A file has one hand, as json.dumps(hand.to_dict()) writes it, or many, one a line, as soko play --save does; - is the
standard input. Every hand is played again by the engine: a record that breaks the rules or does not come to its own
chips is refused, and the exit status is 1.

All cards are shown, as whoever runs the table knows them; --seat shows what one seat saw. Seats are those of the
hand.

JSON: hands, each with rules, dealer, starting_stacks, events (those of soko.Event), stacks, payoffs, awards and
is_over. With --seat, cards that the seat did not see are null.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from soko.cli._common import InputError, UsageError, print_json
from soko.cli._screen import Screen

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from soko import Hand, View


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="hands written down; - is the standard input")
    parser.add_argument("--seat", type=int, metavar="N", help="show what this seat saw, from 0")
    parser.add_argument("--hand", type=int, metavar="N", help="show only this hand of all, from 1")


def run(args: argparse.Namespace) -> int:
    """Show the hands; 0 when each is what it says."""
    hands = [(where, hand) for file in args.files for where, hand in _read(file)]
    if args.hand is not None:
        if not 1 <= args.hand <= len(hands):
            msg = f"--hand {args.hand}: there are hands 1 to {len(hands)}"
            raise UsageError(msg)
        hands = [hands[args.hand - 1]]
    for where, hand in hands:
        if args.seat is not None and not 0 <= args.seat < hand.players:
            msg = f"--seat {args.seat}: seats of {where} are 0 to {hand.players - 1}"
            raise UsageError(msg)
    if args.json:
        print_json({"hands": [_document(_seen(hand, args.seat)) for _, hand in hands]})
        return 0
    for number, (where, hand) in enumerate(hands):
        print(f"{chr(10) if number else ''}----- {where} -----")
        for line in _story(hand, args.seat):
            print(line)
    return 0


def _read(file: str) -> Iterator[tuple[str, Hand]]:
    """Return the hands of a file, and what each is called."""
    from soko import Hand, SokoError

    name = "standard input" if file == "-" else file
    text = _text(file, name)
    records = list(_records(text, name))
    for where, record in records:
        try:
            yield where, Hand.from_dict(record)  # type: ignore[arg-type] # it says what else it was given
        except (SokoError, TypeError) as error:
            msg = f"{where}: {error}"
            raise InputError(msg) from error


def _text(file: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode()
    except UnicodeDecodeError as error:
        msg = f"{name}: no text ({error})"
        raise InputError(msg) from error


def _records(text: str, name: str) -> Iterator[tuple[str, object]]:
    """Return what a text has: one document, which may have many lines, or one a line."""
    try:
        yield name, json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        msg = f"{name}: empty, no hand"
        raise InputError(msg)
    for number, line in lines:
        where = f"{name}:{number}"
        try:
            yield where, json.loads(line)
        except (ValueError, RecursionError) as error:
            msg = f"{where}: no JSON ({error})"
            raise InputError(msg) from error


def _seen(hand: Hand, seat: int | None) -> Hand | View:
    return hand if seat is None else hand.view(seat)


def _document(seen: Hand | View) -> dict[str, object]:
    awards = [
        {"seat": award.seat, "pot": award.pot, "share": award.share, "amount": award.amount} for award in seen.awards
    ]
    return {
        "rules": seen.rules.to_dict(),
        "dealer": seen.dealer,
        "starting_stacks": seen.starting_stacks,
        "events": [event.to_dict() for event in seen.events],
        "stacks": seen.stacks,
        "payoffs": seen.payoffs,
        "awards": awards,
        "is_over": seen.is_over,
    }


def _story(hand: Hand, seat: int | None) -> Iterator[str]:
    """Return the lines of a hand: the table whenever a round of betting begins, what happened in between, the end."""
    yield from _game(hand)
    told, street = 0, None
    for moment in _moments(hand):
        if moment.chance is not None and moment != hand:
            # The cards of a round are told together.
            continue
        seen = _seen(moment, seat)
        screen = Screen(seen, range(hand.players), seat)
        yield from screen.story(seen.events[told:])
        told = len(seen.events)
        if moment.actor is not None and (moment.street != street or moment == hand):
            street = moment.street
            yield from ("", *screen.table(), "")
    if hand.payoffs is None:
        whose = "the dealer" if hand.actor is None else f"seat {hand.actor}"
        yield f"it goes no further: {whose} is to act"
    else:
        chips = (f"seat {number} {chips:+}" for number, chips in enumerate(hand.payoffs))
        yield "won and lost: " + ", ".join(chips)


def _game(hand: Hand) -> Iterator[str]:
    from soko.cli._screen import wrapped

    yield from wrapped(str(hand.rules))


def _moments(hand: Hand) -> Iterator[Hand]:
    """Return the hand as it stood before every act, then as it is."""
    from soko import IllegalAction

    before, moments = hand.clone(), [hand]
    while True:
        try:
            before.undo()
        except IllegalAction:
            return reversed(moments)
        moments.append(before.clone())
