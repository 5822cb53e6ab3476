"""The games as data: functions that return ``Rules``, and descriptions of them.

Each function takes the stakes and the house rules as keywords, with the game's own defaults. All games share these
house rules; one that does not apply to a game is a ``RulesError``:

- ``min_chip``: the smallest chip, 1 by default; every amount is a multiple of it.
- ``min_players``, ``max_players``: the fewest and the most players, as far as the deck suffices.
- ``deck``: how many cards are dealt from: 20, 24, 28 or 32 of the highest ranks, or all 52 (rules 1.1). A short deck
  seats at most as many players as it serves, unless ``max_players`` is given.
- ``bets``: the bet of each round, ``"small"`` or ``"big"``.
- ``cap``, ``cap_heads_up``: the most wagers on a street in fixed and spread limit, and whether that holds with two
  players too (rules 6.1).
- ``ace_low_four_straight``: whether 4-3-2-A is the lowest four-straight (rules 2.4).
- ``showing_ranking``: ``"soko"`` when four up cards may show a four-straight or a four-flush, ``"standard"`` when not
  (rules 2.11).
- ``showing_tie``: which of two equal showing hands acts first: ``"position"`` the first clockwise from the dealer,
  ``"suit"`` the one with the highest card by suit (rules 6.8).
- ``open_pair``: the effect of a pair among two up cards: ``"none"``; ``"double"`` doubles the bets of that round for
  everyone; ``"option"`` allows the big bet in fixed limit (rules 3).
- ``open_fold``: whether a player may fold when checking is free (rules 6.6).
- ``burn``: whether a card is burnt before each street after the first (rules 4.2).
- ``bring_in_ace``, ``bring_in_option``: whether the ace is the highest or the lowest of the door cards, and whether the
  player who brought in may raise when everybody just calls (rules 5.2, 5.5).
- ``reveal``: ``"all"`` shows all live hands at the end, ``"winners"`` only those not beaten by one shown before (rules
  7.3).
- ``odd_chip``: which winners get odd chips first: ``"position"`` clockwise from the dealer, ``"nearest"`` by distance
  from the dealer either way round, ``"suit"`` by the suits of their highest cards (rules 7.4).
- ``carry_over``, ``queens_wild``: whether a queen that ends a street is followed on the next, and whether queens
  themselves are wild (rules 8.2, 8.3).
- ``low_chicago``, ``ace``: whether half of each pot goes to the lowest spade dealt face down, and whether the ace of
  spades is ``"low"`` or ``"high"`` there (rules 9).

``Rules.replace`` changes any other field.
"""

from typing import TYPE_CHECKING, Final, Literal, Unpack

from soko._rules_fields import Switches
from soko._rules_words import describe, describe_diff, diff
from soko._soko import game_names, preset

if TYPE_CHECKING:
    from soko._soko import Rules

__all__ = [
    "NAMES",
    "by_name",
    "canadian_stud",
    "describe",
    "describe_diff",
    "diff",
    "five_card_stud",
    "follow_the_bitch",
    "seven_card_stud",
    "soko",
]

NAMES: Final = game_names()
"""The names of the games, as ``by_name`` and the ``soko`` command take them."""


def by_name(name: str, **keywords: object) -> "Rules":
    """Return the game with this name; the keywords are those of its function.

    ``RulesError`` for an unknown name or keyword, and for rules that contradict each other.

    >>> from soko import games
    >>> games.by_name("five_card_stud", limit="no").limit
    'no'
    """
    return preset(name, keywords)


def _make(game: str, *, switches: Switches, **stakes: object) -> "Rules":
    """Return the game of a name from the keywords of its function."""
    return preset(game, {**stakes, **switches})


def soko(
    *,
    limit: Literal["fixed", "pot"] = "fixed",
    ante: int = 1,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> "Rules":
    """Return Soko as the poker room deals it (rules 3).

    Five cards, the first face down; the highest door card brings in, and the best showing hand opens later streets.

    Parameters
    ----------
    limit
        ``"fixed"`` or ``"pot"``.
    ante
        What every player antes.
    bring_in
        The bring-in; two antes by default.
    small_bet, big_bet
        In fixed limit the bets of the first two and the last two streets: two bring-ins and two small bets by default.
        In pot limit the least bets: the bring-in by default.
    **switches
        House rules: the keywords that all games share, listed at the top of ``soko.games``.

    Returns
    -------
    Rules
        The game.

    Raises
    ------
    RulesError
        A value is not allowed, a keyword is unknown, or the rules contradict each other.

    Examples
    --------
    >>> from soko import games
    >>> games.soko(ante=5).small_bet
    20
    >>> games.soko(limit="pot", ante=100, bring_in=150).big_bet
    150
    >>> games.soko(small_bet=0)
    Traceback (most recent call last):
    soko.RulesError: small_bet 0: a bet is at least 1 chip
    """
    return _make("soko", **locals())


def canadian_stud(
    *,
    limit: Literal["spread", "fixed"] = "spread",
    ante: int = 1,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
    min_bet: int | None = None,
    max_bet: int | None = None,
    **switches: Unpack[Switches],
) -> "Rules":
    """Return Canadian stud, Soko as a home game, in spread limit or in fixed limit (rules 3).

    The lowest door card brings in, and the lowest showing hand opens later streets. While a live player shows a pair,
    bets double on the three-card round too. Up to ten may play.

    Parameters
    ----------
    limit
        ``"spread"`` or ``"fixed"``.
    ante
        What every player antes.
    bring_in
        The bring-in; half of ``small_bet`` by default, rounded down to whole chips (rules 5.3).
    small_bet, big_bet
        The bets of the first two and the last two streets, in spread limit the least ones; 4 and twice ``small_bet`` by
        default.
    min_bet
        Another name of ``small_bet`` in spread limit.
    max_bet
        The largest bet in spread limit, doubled on the last two streets; 10 by default.
    **switches
        House rules: the keywords that all games share, listed at the top of ``soko.games``.

    Returns
    -------
    Rules
        The game.

    Raises
    ------
    RulesError
        A value is not allowed, a keyword is unknown, or the rules contradict each other.

    Examples
    --------
    >>> from soko import games
    >>> rules = games.canadian_stud(min_bet=5, max_bet=20)
    >>> rules.bring_in, rules.small_bet, rules.big_bet, rules.max_bet
    (2, 5, 10, 20)
    >>> games.canadian_stud(limit="fixed", small_bet=10).big_bet
    20
    >>> games.canadian_stud(min_bet=1)
    Traceback (most recent call last):
    soko.RulesError: min_bet 1: at least 2, because the bring-in is half of it in whole chips
    """
    return _make("canadian_stud", **locals())


def five_card_stud(
    *,
    limit: Literal["fixed", "pot", "no"] = "fixed",
    ante: int = 1,
    bring_in: int = 2,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> "Rules":
    """Return five-card stud (rules 3).

    The first card is face down; the lowest door card by rank and suit brings in, and the best showing hand opens later
    streets.

    Parameters
    ----------
    limit
        ``"fixed"``, ``"pot"`` or ``"no"``.
    ante
        What every player antes.
    bring_in
        The bring-in.
    small_bet, big_bet
        In fixed limit the bets of the first two and the last two streets: two bring-ins and two small bets by default.
        Otherwise the least bets: the bring-in by default.
    **switches
        House rules: the keywords that all games share, listed at the top of ``soko.games``.

    Returns
    -------
    Rules
        The game.

    Raises
    ------
    RulesError
        A value is not allowed, a keyword is unknown, or the rules contradict each other.

    Examples
    --------
    >>> from soko import games
    >>> games.five_card_stud(limit="no", ante=5, bring_in=10).small_bet
    10
    """
    return _make("five_card_stud", **locals())


def seven_card_stud(
    *,
    limit: Literal["fixed", "pot", "no"] = "fixed",
    ante: int = 1,
    bring_in: int = 2,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> "Rules":
    """Return seven-card stud (rules 3).

    Two cards down and one up, three more up, the last one down; the lowest door card by rank and suit brings in, and
    the best showing hand opens later streets. When the deck runs short for eight players, one community card is dealt
    instead (rules 4.3).

    Parameters
    ----------
    limit
        ``"fixed"``, ``"pot"`` or ``"no"``.
    ante
        What every player antes.
    bring_in
        The bring-in.
    small_bet, big_bet
        In fixed limit the bets of the first two and the last three streets: two bring-ins and two small bets by
        default. Otherwise the least bets: the bring-in by default.
    **switches
        House rules: the keywords that all games share, listed at the top of ``soko.games``.

    Returns
    -------
    Rules
        The game.

    Raises
    ------
    RulesError
        A value is not allowed, a keyword is unknown, or the rules contradict each other.

    Examples
    --------
    >>> from soko import games
    >>> games.seven_card_stud(open_pair="option", low_chicago=True).deal
    ('ddu', 'u', 'u', 'u', 'd')
    """
    return _make("seven_card_stud", **locals())


def follow_the_bitch(
    *,
    limit: Literal["fixed", "pot", "no", "spread"] = "fixed",
    ante: int = 1,
    small_bet: int | None = None,
    big_bet: int | None = None,
    min_bet: int | None = None,
    max_bet: int | None = None,
    **switches: Unpack[Switches],
) -> "Rules":
    """Return Follow the Bitch, where the rank of the up card after an up queen is wild (rules 3, 8).

    Seven cards, four of them face down, in three rounds. There is no bring-in: the best showing hand, wild cards
    counted, opens every round and may check.

    Parameters
    ----------
    limit
        ``"fixed"``, ``"pot"``, ``"no"`` or ``"spread"``.
    ante
        What every player antes.
    small_bet, big_bet
        The bets of the first round, and of the rounds of five and seven cards; in pot, no and spread limit the least
        ones. ``small_bet`` is four antes by default, ``big_bet`` twice that in fixed and spread limit and the same in
        pot and no limit.
    min_bet
        Another name of ``small_bet`` in spread limit.
    max_bet
        The largest bet in spread limit; two and a half times ``small_bet`` by default.
    **switches
        House rules: the keywords that all games share, listed at the top of ``soko.games``.

    Returns
    -------
    Rules
        The game.

    Raises
    ------
    RulesError
        A value is not allowed, a keyword is unknown, or the rules contradict each other.

    Examples
    --------
    >>> from soko import games
    >>> rules = games.follow_the_bitch(limit="spread", min_bet=2)
    >>> rules.small_bet, rules.max_bet
    (2, 5)
    """
    return _make("follow_the_bitch", **locals())
