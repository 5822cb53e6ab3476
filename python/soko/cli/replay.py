"""Show saved hands, from the antes to the last award.

A file has one hand, as json.dumps(hand.to_dict()) writes it, or several, one on each line, as soko play --save writes
them; - is standard input. The engine plays every hand again. A line that is cut off, breaks the rules or contradicts
itself is an error: the hands before it are shown, and the exit status is 1. --skip-bad leaves such lines out and counts
them; --hand counts the others.

All cards are shown; --seat shows only what one seat saw. A record of a view, as json.dumps(hand.view(seat).to_dict())
writes it, is shown as that seat saw it, and to no other. In files of soko play, seats are those of the table, some of
which may sit out; in other records they are those of the hand, counted from 0.

JSON: hands, each with seats (the table seat of each seat of the hand), you (that of the person who played, or null),
rules, dealer, starting_stacks, events (those of soko.Event), stacks, payoffs, awards and is_over. In these, a seat is
an index of seats, from 0. With --seat, cards that the seat did not see are "?"; one that sat out saw no hole cards.
"""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from soko.cli._common import InputError, UsageError, counted, print_json, whole_number
from soko.cli._screen import Screen
from soko.cli._sentences import complain, printable, wrapped

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from soko import Hand, View


# What players do.
_ACTS = ("fold", "check", "call", "bring-in", "complete", "bet", "raise")


class _Written(NamedTuple):
    """A hand, what it is called, and the table that it was played at."""

    where: str
    hand: Hand | View
    seats: tuple[int, ...]
    you: int | None
    # Whether seats are named by the table, so that one that is not among them sat out.
    has_table: bool

    @property
    def seen_by(self) -> str | None:
        """Who saw the hand, if the record is not the host's."""
        from soko import Hand

        if isinstance(self.hand, Hand):
            return None
        return "a spectator" if self.hand.seat is None else f"seat {self.seats[self.hand.seat]}"

    def view(self, hand: Hand | View, seat: int | None) -> Hand | View:
        """Return all there is of the hand, or what a seat of the table saw."""
        from soko import View

        if seat is None or isinstance(hand, View):
            return hand
        return hand.view(self.seats.index(seat) if seat in self.seats else None)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="saved hands; - for standard input")
    parser.add_argument("--seat", type=whole_number, metavar="N", help="show what this seat saw, counted from 0")
    parser.add_argument("--hand", type=whole_number, metavar="N", help="show only this hand, counted from 1")
    parser.add_argument("--skip-bad", action="store_true", help="skip and count lines that are no hands")


def run(args: argparse.Namespace) -> int:
    """Show the hands; 0 when each is what it says."""
    every, bad = _read_all(args.files, skip_bad=args.skip_bad)
    if bad and (args.skip_bad or not every):
        if not args.skip_bad:
            raise bad[0]
        complain(f"{counted(len(bad), 'bad line')} skipped")
        bad = []
    if args.hand is not None and not 1 <= args.hand <= len(every):
        if bad:
            raise bad[0]
        msg = f"--hand {args.hand}: {f'hands are 1 to {len(every)}' if every else 'there is no hand'}"
        raise UsageError(msg)
    hands = every if args.hand is None else [every[args.hand - 1]]
    if args.seat is not None and every:
        _check_seat(args.seat, hands, every)
    if args.json:
        print_json({"hands": [_document(written, args.seat) for written in hands]})
    else:
        _print(hands, args.seat)
    if bad:
        raise bad[0]
    return 0


def _print(hands: list[_Written], seat: int | None) -> None:
    for number, written in enumerate(hands):
        print(f"{chr(10) if number else ''}----- {printable(written.where)} -----")
        for line in _story(written, seat):
            print(line)


def _check_seat(seat: int, hands: list[_Written], every: list[_Written]) -> None:
    """Refuse a seat that plays in no hand; where it plays in some at a table, it sat out of the others."""
    for written in hands:
        if seat not in written.seats and not written.has_table:
            msg = f"--seat {seat}: seats of {written.where} are 0 to {written.hand.players - 1}"
            raise UsageError(msg)
        if seat in written.seats and written.seen_by not in (None, f"seat {seat}"):
            msg = f"--seat {seat}: {written.where} has what {written.seen_by} saw"
            raise UsageError(msg)
    known = sorted({seat for written in every for seat in written.seats})
    if seat not in known:
        msg = f"--seat {seat}: no hand has it, the seats are {', '.join(map(str, known))}"
        raise UsageError(msg)


def _read_all(files: Sequence[str], *, skip_bad: bool) -> tuple[list[_Written], list[InputError]]:
    """Return the hands of files, and what is wrong: with the first bad line, where reading ends, or with all."""
    hands: list[_Written] = []
    bad: list[InputError] = []
    for file in files:
        name = "standard input" if file == "-" else file
        if file == "-" and sys.stdin is None:
            msg = "standard input is closed"
            raise InputError(msg)
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        for where, text in _records(data, name):
            try:
                hands.append(_read(where, text))
            except InputError as error:
                bad.append(error)
                if not skip_bad:
                    return hands, bad
    return hands, bad


def _read(where: str, text: bytes) -> _Written:
    """Return the hand of a record."""
    from soko import Hand, SokoError, View

    record = _parsed(where, text)
    saved: dict[str, Any] = record if isinstance(record, dict) and "hand" in record else {"hand": record}
    kind = View if isinstance(saved["hand"], dict) and "events" in saved["hand"] else Hand
    try:
        hand = kind.from_dict(saved["hand"])
    except (SokoError, TypeError) as error:
        msg = f"{where}: {error}"
        raise InputError(msg) from error
    seats, you = saved.get("seats", [*range(hand.players)]), saved.get("you")
    if not _are_seats(seats, hand.players):
        msg = f"{where}: seats {json.dumps(seats)}: {hand.players} different numbers from 0 are needed"
        raise InputError(msg)
    if you is not None and (type(you) is not int or you not in seats):
        msg = f"{where}: you {json.dumps(you)}: no seat of {json.dumps(seats)}"
        raise InputError(msg)
    return _Written(where, hand, tuple(seats), you, "seats" in saved)


def _parsed(where: str, text: bytes) -> object:
    try:
        return json.loads(text.decode())
    except UnicodeDecodeError as error:
        msg = f"{where}: not a text file ({error})"
        raise InputError(msg) from error
    except (ValueError, RecursionError) as error:
        msg = f"{where}: not JSON ({error})"
        raise InputError(msg) from error


def _are_seats(seats: object, players: int) -> bool:
    """Whether this names the seats of a hand for so many players."""
    if not isinstance(seats, list) or not all(type(seat) is int and seat >= 0 for seat in seats):
        return False
    return len(seats) == len(set(seats)) == players


def _records(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Return the records of a file and where they are: one document, which may have many lines, or one a line."""
    # Some editors set a byte order mark before the text; in files that were put together it may be anywhere.
    lines = [(number, line.removeprefix(BOM_UTF8).strip()) for number, line in enumerate(data.split(b"\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        msg = f"{name}: empty, there is no hand"
        raise InputError(msg)
    whole = b"\n".join(line for _, line in lines)
    try:
        _parsed(name, whole)
    except InputError:
        yield from ((f"{name}:{number}", line) for number, line in lines)
    else:
        yield name, whole


def _document(written: _Written, seat: int | None) -> dict[str, object]:
    view = written.view(written.hand, seat)
    awards = [
        {"seat": award.seat, "pot": award.pot, "share": award.share, "amount": award.amount} for award in view.awards
    ]
    return {
        "seats": written.seats,
        "you": written.you,
        "rules": view.rules.to_dict(),
        "dealer": view.dealer,
        "starting_stacks": view.starting_stacks,
        "events": [event.to_dict() for event in view.events],
        "stacks": view.stacks,
        "payoffs": view.payoffs,
        "awards": awards,
        "is_over": view.is_over,
    }


def _story(written: _Written, seat: int | None) -> Iterator[str]:
    """Return the lines of a hand: the table whenever a round of betting begins, what happened in between, the end."""
    hand, seats = written.hand, written.seats
    if seat is not None and seat not in seats:
        yield f"seat {seat} sat out"
        return
    yield from wrapped(printable(str(hand.rules)))
    if written.you is not None and seat is None:
        yield f"you sat in seat {written.you}"
    if written.seen_by is not None and seat is None:
        yield f"as {written.seen_by} saw it"
    reported, street = 0, None
    for moment in _moments(hand):
        if moment.chance is not None and moment != hand:
            # The cards of a round are shown together.
            continue
        view = written.view(moment, seat)
        screen = Screen(view, seats, seat)
        yield from screen.story(view.events[reported:])
        reported = len(view.events)
        if moment.actor is not None and (moment.street != street or moment == hand):
            street = moment.street
            yield from ("", *screen.table(), "")
    if hand.payoffs is None:
        yield f"the record ends here: {_due(hand, seats)}"
    else:
        chips = (f"seat {number} {chips:+}" for number, chips in zip(seats, hand.payoffs, strict=True))
        yield from wrapped("won and lost: " + ", ".join(chips))


def _due(hand: Hand | View, seats: Sequence[int]) -> str:
    """Say what a hand waits for."""
    if hand.actor is not None:
        return f"seat {seats[hand.actor]} is to act"
    if hand.to_reveal:
        names = [f"seat {seats[seat]}" for seat in hand.to_reveal]
        return f"the showdown waits for the cards of {' and '.join(names)}"
    return "a card is to be dealt"


def _moments(hand: Hand | View) -> Iterator[Hand | View]:
    """Return the hand as it stood before every act, then as it is."""
    from soko import IllegalAction, View

    if isinstance(hand, View):
        acts = [k for k, event in enumerate(hand.events) if event.kind in _ACTS]
        return iter([*map(hand.at, acts), hand])
    moments: list[Hand | View] = [hand]
    before = hand.clone()
    while True:
        try:
            before.undo()
        except IllegalAction:
            return reversed(moments)
        moments.append(before.clone())
