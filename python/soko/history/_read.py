"""Texts that are read: of our own form, and of two card rooms as they are found in the wild."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soko import games
from soko._checks import written
from soko._soko import Hand, HistoryError, Rules, SokoError
from soko.history._lines import Line, Lines, lines_of
from soko.history._parse import HEADS, Parsed, parse
from soko.history._plain import HEAD as PLAIN_HEAD
from soko.history._plain import read as read_plain
from soko.history._replay import History, Start, played
from soko.history._source import refused

if TYPE_CHECKING:
    from collections.abc import Iterator


def from_text(text: str) -> History:
    """Return the hand of a history, played again.

    All three styles of ``text`` are read, and seven-card and five-card stud of PokerStars and Full Tilt as they are
    found: with any of the usual currencies and times, with chat and other lines in between, which are passed over.
    Cards that nobody saw are unknown. Where the hand shows it, the house rules are those of the rooms: a fold where
    checking is free, and either bet with an open pair.

    ``HistoryError`` names the line and what is wrong: a text that is cut off, contradicts itself, breaks the rules, or
    is of another game.

    >>> import soko
    >>> hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> read = soko.history.from_text(soko.history.text(hand, hand_number=17))
    >>> read.hand.events == hand.events, read.hand_number
    (True, 17)
    """
    found = list(hands_in(text))
    if len(found) != 1:
        raise refused(None, f"{len(found)} histories: soko.history.hands_in reads more than one")
    return found[0]


def hands_in(text: str) -> Iterator[History]:
    """Yield the hands of a text with many histories, such as a file of a card room, one after the other.

    ``HistoryError`` as from ``from_text``, when the hand is reached.

    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> _ = hand.complete(), hand.fold()
    >>> len(list(soko.history.hands_in(soko.history.text(hand) * 3)))
    3
    """
    lines = lines_of(text)
    heads = [place for place, line in enumerate(lines) if any(head.match(line.text) for head in HEADS)]
    before = lines[: heads[0]] if heads else lines
    first = next((line for line in before if line.text), None)
    if first is not None or not heads:
        given = "the text is empty" if first is None else written(first.text[:80])
        raise refused(first.number if first else 1, f"{given}: no history begins here")
    for begin, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        yield _read([line for line in lines[begin:end] if line.text])


def _read(lines: list[Line]) -> History:
    if PLAIN_HEAD.match(lines[0].text):
        return read_plain(Lines(lines))
    return _of_room(parse(lines))


def read_room(text: str) -> History:
    """Return the history of a text of a card room."""
    return _of_room(parse([line for line in lines_of(text) if line.text]))


def infer(text: str) -> Rules:
    """Return the rules that a text of a card room shows, apart from a line with house rules."""
    return _usual(parse([line for line in lines_of(text) if line.text]))


def _usual(parsed: Parsed) -> Rules:
    """Return the game of a history with its stakes."""
    stakes = {"ante": parsed.ante, "bring_in": parsed.bring_in, "small_bet": parsed.small, "big_bet": parsed.big}
    try:
        return games.by_name(parsed.game, limit=parsed.limit, **stakes)
    except SokoError as error:
        raise refused(parsed.line, str(error)) from error


def _of_room(parsed: Parsed) -> History:
    """Return the history, with the first house rules and the first dealer that it can have been played with."""
    usual = _usual(parsed)
    try:
        if parsed.house is not None:
            choices = [Rules.from_dict({**usual.to_dict(), **parsed.house})]
        else:
            # What rooms allow besides: folds where checking is free, and either bet with an open pair.
            room = usual.replace(open_fold=True)
            if usual.limit == "fixed" and parsed.game == "seven_card_stud":
                room = room.replace(open_pair="option")
            choices = [usual, room]
    except (SokoError, TypeError, ValueError) as error:
        raise refused(parsed.line, f"house rules: {error}") from error
    players = len(parsed.names)
    # Rooms do not say who is dealt last in stud: the last seat, unless odd chips tell otherwise.
    dealers = range(players - 1, -1, -1) if parsed.button is None else [parsed.button]
    first = None
    for rules in choices:
        for dealer in dealers:
            try:
                return settled(parsed, Start(rules, dealer, tuple(parsed.stacks)))
            except HistoryError as error:
                # Only who wins odd chips hangs on the dealer.
                first = first if rules is usual and first is not None else error
                if not isinstance(error, _OtherChipsError):
                    break
    raise first or refused(parsed.line, "no seats")


class _OtherChipsError(HistoryError):
    """The hand ends with other chips than are told."""


def settled(parsed: Parsed, start: Start) -> History:
    """Return the history of a hand that is played as is told, and ends with the chips that are told."""
    try:
        hand = played(start, parsed.told)
    except HistoryError:
        raise
    except SokoError as error:
        raise refused(parsed.line, str(error)) from error
    if not hand.is_over:
        raise refused(parsed.last, f"the history ends before the hand: {hand!r}")
    rake = _check_end(parsed, hand)
    about = (parsed.number, parsed.table, parsed.time, rake, parsed.currency, parsed.unit)
    return History(hand, tuple(parsed.names), parsed.viewer, *about)


def _check_end(parsed: Parsed, hand: Hand) -> int:
    """Return the rake; ``HistoryError`` unless the chips are those that are told."""
    for seat, chips in parsed.uncalled.items():
        if hand.uncalled[seat] != chips:
            raise refused(parsed.last, f"{chips} uncalled by seat {seat}, but it is {hand.uncalled[seat]}")
    won = [0] * hand.players
    for award in hand.awards:
        won[award.seat] += award.amount
    got = [0] * hand.players
    for seat, chips in parsed.collected:
        got[seat] += chips
    rake = sum(won) - sum(got)
    wrong = [seat for seat in range(hand.players) if not 0 <= won[seat] - got[seat] <= max(rake, 0)]
    if wrong or rake != (parsed.rake or 0):
        told = ", ".join(f"seat {seat} {chips}" for seat, chips in enumerate(got) if chips) or "nobody anything"
        due = ", ".join(f"seat {seat} {chips}" for seat, chips in enumerate(won) if chips)
        stated = "" if parsed.rake is None else f" after a rake of {parsed.rake}"
        problem = refused(parsed.last, f"{told} collected{stated}, but {due} follows from the rest")
        raise _OtherChipsError(*problem.args)
    return rake
