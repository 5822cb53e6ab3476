"""What each format can say of a game and of a hand: one table, which the code asks and the documentation shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from soko import games
from soko._checks import game_rules, written
from soko._soko import ArgumentError, HistoryError, Rules, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from soko.history._source import Source

    _Says: TypeAlias = Literal["yes", "own", "no"]

FORMATS: Final = ("stars", "full-tilt", "soko", "phh", "ohh")
"""The formats: three styles of ``text``, then ``phh`` and ``ohh``."""


class Row(NamedTuple):
    """Something that a game or a hand may have, and whether each format says it.

    ``"yes"``: in its own words. ``"own"``: where only ``soko`` reads it again, and other programs pass over it.
    ``"no"``: not at all, so that a hand with it is refused.
    """

    name: str
    stars: _Says
    full_tilt: _Says
    soko: _Says
    phh: _Says
    ohh: _Says

    def says(self, style: str) -> _Says:
        """Return what one format says."""
        return self[1 + FORMATS.index(style)]  # type: ignore[return-value]  # the names come first


class Lack(NamedTuple):
    """What a format cannot say in its own words, and whether it is kept where only ``soko`` reads it.

    >>> import soko
    >>> print(*soko.history.why_not(soko.games.soko(), "stars"), sep=", ")
    another game than seven-card and five-card stud
    """

    name: str
    kept: bool

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def room_game(rules: Rules) -> str | None:
    """Return the game of card rooms that these rules are, whatever the stakes and the house rules; else ``None``."""
    for name in ("seven_card_stud", "five_card_stud"):
        usual = games.by_name(name)
        if all(getattr(rules, field) == getattr(usual, field) for field in _BONES):
            return name
    return None


# What makes a game; the rest are stakes and house rules.
_BONES = ("name", "deal", "ranking", "showing_ranking", "bring_in_card", "bring_in_ace", "bring_in_tie", "opener")


def _differs(*fields: str) -> Callable[[Rules], bool]:
    """Return a test whether rules have another value in one of some fields than the game has in card rooms.

    A game that no room has differs as a whole, and not in its switches.
    """

    def test(rules: Rules) -> bool:
        name = room_game(rules)
        return name is not None and any(
            getattr(rules, field) != getattr(games.by_name(name), field) for field in fields
        )

    return test


GAME_ROWS: Final[dict[Row, Callable[[Rules], bool]]] = {
    Row("five-card stud", "yes", "yes", "yes", "own", "no"): lambda rules: room_game(rules) == "five_card_stud",
    Row("another game than seven-card and five-card stud", "no", "no", "yes", "own", "no"): (
        lambda rules: room_game(rules) is None
    ),
    Row("a rank that follows the queen is wild", "no", "no", "yes", "own", "no"): lambda rules: rules.wild != "none",
    Row("half of each pot to the lowest spade face down (low_chicago)", "no", "no", "yes", "own", "no"): (
        lambda rules: rules.low_chicago
    ),
    Row("pot limit and no limit", "yes", "yes", "yes", "own", "yes"): lambda rules: rules.limit in ("pot", "no"),
    Row("spread limit", "no", "no", "yes", "own", "no"): lambda rules: rules.limit == "spread",
    Row("a bring-in as large as the small bet (bring_in)", "yes", "yes", "yes", "own", "yes"): (
        lambda rules: room_game(rules) is not None and rules.bring_in >= rules.small_bet
    ),
    Row("bets of other sizes on other streets (bets)", "own", "own", "yes", "own", "own"): _differs("bets"),
    Row("what a pair of up cards allows (open_pair)", "own", "own", "yes", "own", "own"): _differs("open_pair"),
    Row("the most wagers on a street (cap, cap_heads_up)", "own", "own", "yes", "own", "own"): _differs(
        "cap", "cap_heads_up"
    ),
    Row("who gets the odd chip (odd_chip)", "own", "own", "yes", "own", "own"): _differs("odd_chip"),
    Row("the smallest chip (min_chip)", "own", "own", "yes", "own", "own"): _differs("min_chip"),
    Row("a fold where checking is free (open_fold)", "own", "own", "yes", "own", "own"): _differs("open_fold"),
    Row("a short deck (deck)", "own", "own", "yes", "own", "own"): _differs("deck"),
    Row("other house rules of betting and showing", "own", "own", "yes", "own", "own"): _differs(
        "bring_in_option", "showing_tie", "reveal", "min_players", "max_players", "ace_low_four_straight"
    ),
    Row("burnt cards (burn)", "no", "no", "yes", "own", "no"): lambda rules: rules.burn,
}
"""What a game may have, with the test for it."""

HAND_ROWS: Final[dict[Row, Callable[[Source], bool]]] = {
    Row("a community card", "yes", "yes", "yes", "yes", "yes"): (
        lambda told: any(event.kind == "community" for event in told.events)
    ),
    Row("who saw what: a player's view, a spectator's", "yes", "yes", "yes", "own", "yes"): (
        lambda told: isinstance(told.subject, View)
    ),
    Row("a hand that is not over", "no", "no", "yes", "yes", "no"): lambda told: not told.subject.is_over,
    Row("when unknown cards became known (reveal)", "no", "no", "yes", "own", "no"): (
        lambda told: any(event.kind == "reveal" for event in told.events)
    ),
    Row("a hand shown after the end", "yes", "yes", "yes", "own", "yes"): lambda told: shown_late(told) != [],
}
"""What a hand may have, with the test for it."""


def shown_late(told: Source) -> list[int]:
    """Return the seats that showed their hands after the end."""
    kinds = [event.kind for event in told.events]
    if "end" not in kinds:
        return []
    return [seat for event in told.events[kinds.index("end") :] if (seat := event.seat) is not None]


def why_not(rules: Rules, format: str) -> tuple[Lack, ...]:  # noqa: A002 - the word for it
    """Return what a format cannot say of a game in its own words.

    Where nothing is lacking other programs read the hands of this game as they were. What is ``kept`` stands where
    other programs pass over it, and ``soko`` reads it again; a game with anything else is refused.

    ``ArgumentError`` for an unknown format: ``soko.history.FORMATS`` has their names.

    >>> import soko
    >>> stud = soko.games.seven_card_stud(cap=3)
    >>> soko.history.why_not(stud, "phh")
    (Lack(name='the most wagers on a street (cap, cap_heads_up)', kept=True),)
    >>> soko.history.why_not(stud, "soko")
    ()
    """
    checked, style = game_rules(rules), known_format("format", format)
    return tuple(
        Lack(row.name, row.says(style) == "own")
        for row, test in GAME_ROWS.items()
        if row.says(style) != "yes" and test(checked)
    )


def lacks(told: Source, style: str) -> tuple[Lack, ...]:
    """Return what a format cannot say of a hand in its own words; ``HistoryError`` if that cannot be kept."""
    found = why_not(told.rules, style)
    found += tuple(
        Lack(row.name, row.says(style) == "own")
        for row, test in HAND_ROWS.items()
        if row.says(style) != "yes" and test(told)
    )
    lost = [lack.name for lack in found if not lack.kept]
    if lost:
        msg = f"the format '{style}' cannot say: {'; '.join(lost)} (soko.history.why_not lists what each can)"
        raise HistoryError(msg)
    return found


def known_format(name: str, value: object) -> str:
    """Return the name of a format, which is the argument ``name``."""
    if not isinstance(value, str):
        msg = f"{name} {written(value)}: a text is needed, not {type(value).__name__}"
        raise TypeError(msg)
    if value not in FORMATS:
        msg = f"{name} {written(value)}: one of {', '.join(FORMATS)} is needed"
        raise ArgumentError(msg)
    return value


def markdown() -> str:
    """Return the table of the documentation."""
    lines = [f"| | {' | '.join(FORMATS)} |", f"|---|{'---|' * len(FORMATS)}"]
    lines += [f"| {' | '.join(row)} |" for row in (*GAME_ROWS, *HAND_ROWS)]
    return "\n".join(lines)
