"""Play a game against the computer: it shows the table and asks you for an action when it is your turn.

Type fold, call, check, bring in, or complete, bet or raise with your total on the street: bet 4, raise 8. First letters
are enough: f, c, k (check), i (bring in), b 4, r 8; all-in bets your whole stack where the limit allows it. Type ? for
help and q to leave. When the input ends, you act as an absent player to the end of that hand, so that a file of answers
can play one hand or many; a thousand lines in a row of a file or pipe that are no action end it too.

Face-down cards are in parentheses: (Kd) As is your hand, (?) 7c another's. The same --seed with the same answers plays
the same hands. --save appends every hand with all cards to a file, which soko replay shows: a line of JSON with seats
(the table seats of the players dealt in), you (your seat) and hand, as json.dumps(hand.to_dict()) writes it. The hand
during which you leave is included.

--json writes a line for everything that you may see, with a kind and its fields; seats are those of the table. Kinds
are hand before each hand, with number, seats, dealer and stacks; then the events of soko.Event; turn when you are to
act, with legal_actions, stacks, bets and pots; error after a bad line and help after ?, with text; absent when the
input has ended; result after each hand, with stacks and payoffs. The first line is match, with rules, seat, opponents
and stacks, the last one end-of-match, with reason and stacks.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from soko.cli._answers import BadAnswerError, all_of, list_actions, read_answer
from soko.cli._common import UsageError, add_game_options, make_game, whole_number
from soko.cli._screen import Screen
from soko.cli._sentences import GLUE, say, wrapped

if TYPE_CHECKING:
    import argparse

    import numpy as np

    from soko import Event, Match, View
    from soko.policies import _Policy

_LETTERS = ("f fold", "k check", "c call", "i bring in", "b 4 bet", "r 8 raise", "c 4 complete")
_HELP = (
    "   ".join(letters.replace(" ", GLUE) for letters in _LETTERS),
    "Whole words work too; an amount is your total on this street.",
    "all-in bets your whole stack where the limit allows it.",
    "At the bring-in, b or c alone brings in; b 4 or c 4 puts in more.",
    "* marks the player to act, D the dealer box; cards in parentheses are face down.",
    "? this help   q leave the table",
)


# The policies of soko.playout, in words.
_OPPONENTS = {
    "random": "choose any legal action",
    "call": "check and call",
    "tight": "play good hands and fold the rest",
    "pot-odds": "weigh the pot against their chances",
    "maniac": "bet and raise with any hand",
}


# So many lines in a row that are no action come from a program that does not look at the answers, perhaps for ever.
_PATIENCE = 1000


class _LeaveError(Exception):
    """The person leaves the table."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud, ...")
    parser.add_argument("--players", type=whole_number, default=4, metavar="N", help="how many players (4)")
    parser.add_argument(
        "--stack", type=whole_number, default=100, metavar="CHIPS", help="the stacks at the start (100)"
    )
    parser.add_argument("--opponents", choices=tuple(_OPPONENTS), default="tight", help="how the others play (tight)")
    parser.add_argument("--seat", type=whole_number, default=0, metavar="N", help="your seat, counted from 0 (0)")
    parser.add_argument("--hands", type=whole_number, metavar="N", help="stop after this many hands")
    parser.add_argument("--seed", type=whole_number, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--save", metavar="FILE", help="append each hand to this file, for soko replay")
    parser.add_argument("--dealer-moves", action="store_true", help="the dealer box moves round the table")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play; 0 however it ends, but for Ctrl-C."""
    from soko.match import POLICIES, Match

    _check(args)
    rules = make_game(args.game, args)
    match = Match(rules, [args.stack] * args.players, rng=args.seed, dealer_moves=args.dealer_moves)
    talk = _JsonTalk(match, args.seat) if args.json else _Talk(match, args.seat)
    person = _Person(talk, sys.stdin)
    policies = [POLICIES[args.opponents]] * args.players
    policies[args.seat] = person.act
    talk.welcome(args.opponents)
    with _open(args.save) as record:
        try:
            talk.end(_play_hands(match, person, policies, args.hands, record))
        except KeyboardInterrupt:
            talk.end_line()
            talk.end("you leave")
            raise
    return 0


def _open(path: str | None) -> TextIO:
    """Open the file that hands are added to, before the first is played, so that none is played for nothing."""
    if path is None:
        return io.StringIO()
    file = Path(path)
    # What a killed writer cut off is a line of its own, so that it costs one hand and not two.
    is_cut = file.is_file() and not _ends_a_line(file)
    record = file.open("a", encoding="utf-8")
    record.write("\n" if is_cut else "")
    return record


def _ends_a_line(file: Path) -> bool:
    with file.open("rb") as old:
        size = old.seek(0, io.SEEK_END)
        old.seek(max(0, size - 1))
        return old.read() in {b"", b"\n"}


def _check(args: argparse.Namespace) -> None:
    least = {"players": 2, "stack": 1, "seat": 0, "hands": 1, "seed": 0}
    for name, low in least.items():
        value = getattr(args, name)
        if value is not None and value < low:
            msg = f"--{name} {value}: at least {low}"
            raise UsageError(msg)
    if args.seat >= args.players:
        msg = f"--seat {args.seat}: seats are 0 to {args.players - 1}"
        raise UsageError(msg)


def _play_hands(match: Match, person: _Person, policies: list[_Policy], hands: int | None, record: TextIO) -> str:
    """Play until somebody has enough, and say why it ended."""
    talk = person.talk
    while hands is None or match.hands < hands:
        if not match.stacks[talk.person]:
            return "you are out of chips"
        if match.is_over:
            return "you have all the chips"
        if person.is_absent:
            return "the input has ended"
        before = match.hands
        try:
            match.play(policies, hands=1)
        except _LeaveError:
            return "you leave"
        finally:
            if match.hand is not None and match.hands > before:
                saved = {"seats": match.seats, "you": talk.person, "hand": match.hand.to_dict()}
                print(json.dumps(saved), file=record, flush=True)
        talk.result()
    return "that was the last hand"


class _Person:
    """A policy that asks the person."""

    def __init__(self, talk: _Talk, lines: TextIO | None) -> None:
        self.talk = talk
        self.is_absent = False
        self._lines = lines
        if isinstance(lines, io.TextIOWrapper):
            # What is not a text is a bad line like others.
            lines.reconfigure(errors="replace")
        # A transcript of a script shows what was answered, as a terminal does.
        self._echoes = lines is None or not lines.isatty()

    def act(self, view: View, _rng: np.random.Generator) -> tuple[str, int | None]:
        """Show what happened, and ask until the answer is an action."""
        from soko.policies import check_or_call

        self.talk.turn(view)
        others = 0
        while not self.is_absent:
            line = "" if others >= _PATIENCE and self._echoes else self._read()
            others += 1
            if not line:
                self.is_absent = True
                self.talk.say_absent()
                break
            word = line.strip().lower()
            if word in {"q", "quit", "exit"}:
                raise _LeaveError
            if word in {"?", "h", "help"}:
                self.talk.help(view)
                continue
            try:
                return read_answer(line, view.legal_actions(), all_of(view))
            except BadAnswerError as error:
                self.talk.bad_line(str(error), view)
        kind, _ = check_or_call(view)
        return ("fold" if kind == "call" else kind), None

    def _read(self) -> str:
        self.talk.prompt()
        line = "" if self._lines is None else self._lines.readline()
        # Some editors set a byte order mark before the first line.
        line = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if self._echoes:
            self.talk.echo(line)
        elif not line.endswith("\n"):
            self.talk.end_line()
        return line


class _Talk:
    """What is said to the person, in words."""

    def __init__(self, match: Match, person: int) -> None:
        self.match = match
        self.person = person
        self._hand = 0
        self._reported = 0

    def welcome(self, opponents: str) -> None:
        """Name the game and who plays it."""
        how = _OPPONENTS[opponents]
        say(str(self.match.rules))
        say(f"You sit in seat {self.person}; the others {how}. ? helps, q leaves.")

    def turn(self, view: View) -> None:
        """Tell what happened, show the table and what may be done."""
        self.follow(view)
        print()
        print("\n".join(self._screen(view).table()))
        self._ask(view)

    def prompt(self) -> None:
        """Ask."""
        print("> ", end="", flush=True)

    def end_line(self) -> None:
        """End the line of a question that was not answered."""
        print()

    def echo(self, line: str) -> None:
        """Write down an answer that no terminal shows."""
        # What was typed may have letters that the output has not.
        print(ascii(line.rstrip("\r\n"))[1:-1])

    def help(self, view: View) -> None:
        """Tell what may be typed."""
        for line in _HELP:
            print("\n".join(wrapped(line, indent="    ", more="")))
        self._ask(view)

    def bad_line(self, why: str, view: View) -> None:
        """Tell why a line will not do."""
        say(why[0].upper() + why[1:] + ".")
        self._ask(view)

    def say_absent(self) -> None:
        """Tell that nobody answers any more."""
        say("No more input: you bring in where you must, check where you can, and otherwise fold.")

    def result(self) -> None:
        """Tell how a hand ended and who has what now."""
        view = self._last_view()
        self.follow(view)
        print("\n".join(self._screen(view).chips(self.match.stacks)))

    def end(self, reason: str) -> None:
        """Tell why it is over."""
        print()
        say(f"The end: {reason}. Chips before you: {self.match.stacks[self.person]}.")

    def follow(self, view: View) -> None:
        """Tell what happened since the last time."""
        if self._hand != self.match.hands:
            self._hand, self._reported = self.match.hands, 0
            self._new_hand(view)
        events = view.events[self._reported :]
        self._reported += len(events)
        self._tell(view, events)

    def _new_hand(self, _view: View) -> None:
        print(f"\n----- hand {self._hand} -----")

    def _tell(self, view: View, events: tuple[Event, ...]) -> None:
        for line in self._screen(view).story(events):
            print(line)

    def _ask(self, view: View) -> None:
        say(f"You may {list_actions(view.legal_actions(), view.bets[view.actor or 0], all_of(view))}")

    def _screen(self, view: View) -> Screen:
        return Screen(view, self.match.seats, self.person)

    def _last_view(self) -> View:
        hand = self.match.hand
        assert hand is not None  # noqa: S101 - a hand has just been played
        return hand.view(self.match.seats.index(self.person))


class _JsonTalk(_Talk):
    """The same in lines of JSON."""

    def welcome(self, opponents: str) -> None:
        """Write how the match begins."""
        rules = self.match.rules.to_dict()
        self._write("match", rules=rules, seat=self.person, opponents=opponents, stacks=self.match.stacks)

    def turn(self, view: View) -> None:
        """Write what happened and what may be done."""
        self.follow(view)
        legal = [{"kind": action.kind, "low": action.low, "high": action.high} for action in view.legal_actions()]
        pots = [{"amount": pot.amount, "seats": [self.match.seats[seat] for seat in pot.seats]} for pot in view.pots]
        seat = self.person
        self._write("turn", seat=seat, legal_actions=legal, stacks=self._at_table(view.stacks),
                    bets=self._at_table(view.bets), pots=pots)  # fmt: skip

    def prompt(self) -> None:
        """Ask nothing: the turn was written."""

    def end_line(self) -> None:
        """Write nothing: there was no question."""

    def echo(self, line: str) -> None:
        """Keep answers out of the output."""

    def help(self, view: View) -> None:
        """Write what may be typed."""
        self._write("help", text=list_actions(view.legal_actions()))

    def bad_line(self, why: str, view: View) -> None:  # noqa: ARG002 (the other talk needs it)
        """Write why a line will not do."""
        self._write("error", text=why)

    def say_absent(self) -> None:
        """Write that nobody answers any more."""
        self._write("absent")

    def result(self) -> None:
        """Write how a hand ended."""
        view = self._last_view()
        self.follow(view)
        self._write("result", stacks=self.match.stacks, payoffs=self._at_table(view.payoffs or ()))

    def end(self, reason: str) -> None:
        """Write why it is over."""
        self._write("end-of-match", reason=reason, stacks=self.match.stacks)

    def _new_hand(self, view: View) -> None:
        match = self.match
        stacks = self._at_table(view.starting_stacks)
        self._write("hand", number=match.hands, seats=match.seats, dealer=match.dealer, stacks=stacks)

    def _tell(self, view: View, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        for event in events:
            record = event.to_dict()
            if event.seat is not None:
                record["seat"] = self.match.seats[event.seat]
            self._write(**record)

    def _at_table(self, chips: tuple[int, ...]) -> list[int]:
        """Return numbers of the hand's seats as numbers of the table's, 0 for those that do not play."""
        at_table = [0] * len(self.match.stacks)
        for seat, number in zip(self.match.seats, chips, strict=True):
            at_table[seat] = number
        return at_table

    def _write(self, kind: object, **fields: object) -> None:
        print(json.dumps({"kind": kind, **fields}), flush=True)
