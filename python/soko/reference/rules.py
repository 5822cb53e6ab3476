"""A game as data: the flat fields that the engine reads, and the five games as functions (rules.md section 3).

The engine never asks which game it plays. Everything that differs between two games is a field of ``Rules``.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from .cards import DECK, DECKS

VERSION = 1
LARGEST = 2**63 - 1

_CHOICES = {
    "ranking": ("soko", "standard", "wild"),
    "showing_ranking": ("soko", "standard"),
    "bring_in_card": ("highest", "lowest", "none"),
    "bring_in_tie": ("suit", "position"),
    "opener": ("best", "lowest"),
    "showing_tie": ("position", "suit"),
    "limit": ("fixed", "pot", "no", "spread"),
    "open_pair": ("none", "double", "option"),
    "bring_in_ace": ("high", "low"),
    "reveal": ("winners", "all"),
    "odd_chip": ("position", "nearest", "suit"),
    "wild": ("none", "follow_the_queen"),
    "ace": ("low", "high"),
}
_SWITCHES = (
    "ace_low_four_straight",
    "cap_heads_up",
    "bring_in_option",
    "open_fold",
    "burn",
    "carry_over",
    "queens_wild",
    "low_chicago",
)
_NUMBERS = {
    "min_players": 2,
    "max_players": 2,
    "ante": 0,
    "bring_in": 0,
    "small_bet": 1,
    "big_bet": 1,
    "min_chip": 1,
    "cap": 1,
}

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game. ``ValueError`` when they contradict themselves.

    >>> soko(ante=1).small_bet
    4
    """

    name: str
    min_players: int = 2
    max_players: int
    deck: int = DECK
    deal: tuple[str, ...]
    bets: tuple[str, ...]
    ranking: str
    ace_low_four_straight: bool = True
    showing_ranking: str
    bring_in_card: str
    bring_in_ace: str = "high"
    bring_in_tie: str = "suit"
    opener: str
    showing_tie: str = "position"
    limit: str
    ante: int
    bring_in: int
    bring_in_option: bool = False
    small_bet: int
    big_bet: int
    max_bet: int | None = None
    min_chip: int = 1
    cap: int = 4
    cap_heads_up: bool = True
    open_pair: str = "none"
    open_fold: bool = False
    burn: bool = False
    reveal: str = "winners"
    odd_chip: str = "position"
    wild: str = "none"
    carry_over: bool = False
    queens_wild: bool = False
    low_chicago: bool = False
    ace: str = "low"

    def __post_init__(self) -> None:
        """Check every field by itself, then all of them together."""
        object.__setattr__(self, "deal", tuple(self.deal))
        object.__setattr__(self, "bets", tuple(self.bets))
        _check_fields(self)
        _check_deal(self)
        _check_amounts(self)
        _check_switches(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "Rules":
        """Return the rules of a mapping as ``to_dict`` makes it; fields with a default may be left out.

        ``ValueError`` for another version, an unknown or missing field, or a value that is not allowed.
        """
        fields = dict(data)
        version = fields.pop("version", VERSION)
        _refuse(version != VERSION or isinstance(version, bool), f"version {version!r} of the rules is not {VERSION}")
        known = {field.name: field.default is dataclasses.MISSING for field in dataclasses.fields(cls)}
        unknown = sorted(fields.keys() - known.keys())
        _refuse(unknown, f"unknown fields of the rules: {', '.join(unknown)}")
        missing = [name for name, required in known.items() if required and name not in fields]
        _refuse(missing, f"missing fields of the rules: {', '.join(missing)}")
        for name in ("deal", "bets"):
            _refuse(not isinstance(fields[name], list | tuple), f"{name} is a list, not {fields[name]!r}")
        return cls(**fields)  # type: ignore[arg-type]  # __post_init__ checks every type

    def to_dict(self) -> dict[str, object]:
        """Return the rules as plain values, ready for JSON; a deck of all 52 cards is left out."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        if self.deck == DECK:
            del values["deck"]
        return {"version": VERSION, **values, "deal": list(self.deal), "bets": list(self.bets)}

    def street_name(self, street: int) -> str:
        """Return what players call a street: it is named by the cards that each of them then holds.

        >>> soko().street_name(0), seven_card_stud().street_name(4)
        ('second street', 'seventh street')
        """
        return f"{_ORDINALS[sum(map(len, self.deal[: street + 1])) - 1]} street"

    def replace(self, **changes: object) -> "Rules":
        """Return the same rules with some fields changed, checked again."""
        return Rules.from_dict({**self.to_dict(), **changes})


def _refuse(wrong: object, message: str) -> None:
    """Raise ``ValueError`` with the message when something is wrong."""
    if wrong:
        raise ValueError(message)


def _check_fields(rules: Rules) -> None:
    """Check the type and the range of every field by itself."""
    _refuse(not isinstance(rules.name, str) or not rules.name, f"a game has a name, not {rules.name!r}")
    for name, choices in _CHOICES.items():
        value = getattr(rules, name)
        _refuse(value not in choices, f"{name} is one of {', '.join(choices)}, not {value!r}")
    for name in _SWITCHES:
        value = getattr(rules, name)
        _refuse(not isinstance(value, bool), f"{name} is True or False, not {value!r}")
    _refuse(type(rules.deck) is not int or rules.deck not in DECKS, f"a deck has {DECKS} cards, not {rules.deck!r}")
    for name, least in _NUMBERS.items():
        _check_number(name, getattr(rules, name), least)
    if rules.max_bet is not None:
        _check_number("max_bet", rules.max_bet, 1)


def _check_number(name: str, value: object, least: int) -> None:
    """Check that a value is a whole number from ``least`` up that fits 64 bits (rules.md 4.4)."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    _refuse(not whole, f"{name} is a whole number, not {value!r}")
    _refuse(isinstance(value, int) and not least <= value <= LARGEST, f"{name} is at least {least}, not {value!r}")


def _check_deal(rules: Rules) -> None:
    """Check that a street is down cards, then up cards, and that the deal makes hands and fits the deck."""
    _refuse(not rules.deal, "a game has at least one street")
    for pattern in rules.deal:
        _refuse(
            not isinstance(pattern, str) or not re.fullmatch("d+u*|u+", pattern),
            f"a street is dealt as in 'ddu', down cards first, not {pattern!r}",
        )
    _refuse(len(rules.bets) != len(rules.deal), f"{len(rules.deal)} streets need as many bets, not {len(rules.bets)}")
    _refuse(not set(rules.bets) <= {"small", "big"}, f"the bets of a street are 'small' or 'big', not {rules.bets!r}")
    cards = "".join(rules.deal)
    _refuse(not 5 <= len(cards) <= 7, f"a player is dealt five to seven cards, not {len(cards)}")
    _refuse(cards.count("u") > 4, f"at most four cards of a player lie face up, not {cards.count('u')}")
    _refuse("u" not in rules.deal[0], "a card of deal[0] is dealt face up: it decides who acts first")
    _refuse(
        rules.bring_in_card != "none" and rules.deal[0].count("u") != 1,
        "the bring-in needs one face-up card in deal[0]",
    )
    _refuse(
        rules.min_players > rules.max_players,
        f"at least {rules.min_players} and at most {rules.max_players} players is nobody",
    )
    # A single card of the last street may be missing: a community card stands in for it (rules.md 4.3).
    whole = rules.deal if len(rules.deal[-1]) > 1 else rules.deal[:-1]
    needed = rules.max_players * len("".join(whole)) + (1 if len(rules.deal[-1]) == 1 else 0)
    if rules.burn:
        needed += max(len(whole) - 1, 0)
    _refuse(needed > rules.deck, f"{rules.max_players} players need more cards than the {rules.deck} of the deck")


def _check_amounts(rules: Rules) -> None:
    """Check that the amounts agree with each other and with the betting structure."""
    _refuse(
        (rules.bring_in == 0) != (rules.bring_in_card == "none"),
        f"a bring-in of {rules.bring_in} does not go with the bring-in card {rules.bring_in_card!r}",
    )
    _refuse(
        rules.bring_in > rules.small_bet,
        f"the bring-in of {rules.bring_in} is more than the small bet of {rules.small_bet}",
    )
    _refuse(
        rules.big_bet < rules.small_bet,
        f"the big bet of {rules.big_bet} is less than the small bet of {rules.small_bet}",
    )
    if rules.limit == "spread":
        _refuse(
            rules.big_bet != 2 * rules.small_bet,
            f"big_bet {rules.big_bet}: in spread limit it is twice the small bet of {rules.small_bet}; "
            "for the same stakes on every street, make all bets 'small'",
        )
        _refuse(
            rules.max_bet is None or rules.max_bet < rules.small_bet,
            f"spread limit needs a maximum of at least {rules.small_bet}, not {rules.max_bet}",
        )
    else:
        _refuse(rules.max_bet is not None, f"only spread limit has a maximum bet, not {rules.limit}")
    for name in ("ante", "bring_in", "small_bet", "big_bet", "max_bet"):
        value = getattr(rules, name)
        _refuse(
            value is not None and value % rules.min_chip,
            f"{name} of {value} is no multiple of the smallest chip of {rules.min_chip}",
        )


def _check_switches(rules: Rules) -> None:
    """Check that no switch is set that the rest of the rules makes senseless."""
    _refuse(
        rules.open_pair == "option" and rules.limit != "fixed",
        f"a bet of two sizes with an open pair belongs to fixed limit, not to {rules.limit}",
    )
    _refuse(
        rules.bring_in_card == "none" and (rules.bring_in_ace != "high" or rules.bring_in_option),
        "bring_in_ace and bring_in_option belong to a game in which somebody brings in",
    )
    _refuse(
        rules.wild != "none" and rules.ranking != "wild",
        f"wild cards need the wild ranking, not {rules.ranking}",
    )
    _refuse(
        (rules.carry_over or rules.queens_wild) and rules.wild == "none",
        "carry_over and queens_wild belong to a game in which a queen is followed",
    )


class Switches(TypedDict, total=False):
    """What every game may be given beside its amounts."""

    min_players: int
    max_players: int
    deck: int
    bets: Sequence[str]
    ace_low_four_straight: bool
    showing_ranking: str
    showing_tie: str
    min_chip: int
    cap: int
    cap_heads_up: bool
    open_pair: str
    open_fold: bool
    burn: bool
    bring_in_ace: str
    bring_in_option: bool
    reveal: str
    odd_chip: str
    carry_over: bool
    queens_wild: bool
    low_chicago: bool
    ace: str


def soko(
    *,
    limit: str = "fixed",
    ante: int = 1,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> Rules:
    """Return the rules of Soko as the room plays it, fixed or pot limit; the bring-in is two antes by default."""
    _check_limit("soko", limit, ("fixed", "pot"))
    bring_in = 2 * ante if bring_in is None else bring_in
    small_bet, big_bet = _bets(limit, bring_in, small_bet, big_bet)
    game = Rules(
        name="soko",
        max_players=8,
        deal=("du", "u", "u", "u"),
        bets=("small", "small", "big", "big"),
        ranking="soko",
        showing_ranking="soko",
        bring_in_card="highest",
        opener="best",
        limit=limit,
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    return _with_switches(game, switches)


def canadian_stud(
    *,
    limit: str = "spread",
    ante: int = 1,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
    min_bet: int | None = None,
    max_bet: int | None = None,
    **switches: Unpack[Switches],
) -> Rules:
    """Return the rules of Soko as the home game: spread or fixed limit, the lowest card brings in, a pair doubles."""
    _check_limit("canadian_stud", limit, ("spread", "fixed"))
    small_bet = _small_bet(limit, small_bet, min_bet, 4)
    _check_number("small_bet", small_bet, 2)
    if limit == "spread" and max_bet is None:
        max_bet = 10
    game = Rules(
        name="canadian_stud",
        max_players=8,
        deal=("du", "u", "u", "u"),
        bets=("small", "small", "big", "big"),
        ranking="soko",
        showing_ranking="soko",
        bring_in_card="lowest",
        bring_in_tie="position",
        opener="lowest",
        limit=limit,
        ante=ante,
        bring_in=small_bet // 2 if bring_in is None else bring_in,
        small_bet=small_bet,
        big_bet=2 * small_bet if big_bet is None else big_bet,
        max_bet=max_bet,
        open_pair="double",
        reveal="all",
    )
    return _with_switches(game, switches)


def five_card_stud(
    *,
    limit: str = "fixed",
    ante: int = 1,
    bring_in: int = 2,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> Rules:
    """Return the rules of five-card stud, fixed, pot or no limit."""
    _check_limit("five_card_stud", limit, ("fixed", "pot", "no"))
    small_bet, big_bet = _bets(limit, bring_in, small_bet, big_bet)
    game = Rules(
        name="five_card_stud",
        max_players=10,
        deal=("du", "u", "u", "u"),
        bets=("small", "small", "big", "big"),
        ranking="standard",
        showing_ranking="standard",
        bring_in_card="lowest",
        opener="best",
        limit=limit,
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    return _with_switches(game, switches)


def seven_card_stud(
    *,
    limit: str = "fixed",
    ante: int = 1,
    bring_in: int = 2,
    small_bet: int | None = None,
    big_bet: int | None = None,
    **switches: Unpack[Switches],
) -> Rules:
    """Return the rules of seven-card stud, fixed, pot or no limit."""
    _check_limit("seven_card_stud", limit, ("fixed", "pot", "no"))
    small_bet, big_bet = _bets(limit, bring_in, small_bet, big_bet)
    game = Rules(
        name="seven_card_stud",
        max_players=8,
        deal=("ddu", "u", "u", "u", "d"),
        bets=("small", "small", "big", "big", "big"),
        ranking="standard",
        showing_ranking="standard",
        bring_in_card="lowest",
        opener="best",
        limit=limit,
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    return _with_switches(game, switches)


def follow_the_bitch(
    *,
    limit: str = "fixed",
    ante: int = 1,
    small_bet: int | None = None,
    big_bet: int | None = None,
    min_bet: int | None = None,
    max_bet: int | None = None,
    **switches: Unpack[Switches],
) -> Rules:
    """Return the rules of Follow the Bitch in any of the four betting structures.

    The small bet is four antes by default. ``min_bet`` is its name in spread limit, where ``max_bet`` is five halves
    of it by default, as 4 to 10.
    """
    small_bet = _small_bet(limit, small_bet, min_bet, 4 * ante)
    if big_bet is None:
        big_bet = 2 * small_bet if limit in {"fixed", "spread"} else small_bet
    if limit == "spread" and max_bet is None:
        max_bet = 5 * small_bet // 2
    game = Rules(
        name="follow_the_bitch",
        max_players=7,
        deal=("ddu", "du", "du"),
        bets=("small", "big", "big"),
        ranking="wild",
        showing_ranking="standard",
        bring_in_card="none",
        opener="best",
        limit=limit,
        ante=ante,
        bring_in=0,
        small_bet=small_bet,
        big_bet=big_bet,
        max_bet=max_bet,
        wild="follow_the_queen",
        reveal="all",
    )
    return _with_switches(game, switches)


def _with_switches(game: Rules, switches: Switches) -> Rules:
    """Return a game with switches; on a short deck, with no more players than it serves unless they are given."""
    if switches.get("deck", DECK) == DECK or "max_players" in switches:
        return game.replace(**switches)
    for players in range(game.max_players, 2, -1):
        try:
            return game.replace(**switches, max_players=players)
        except ValueError:
            continue
    return game.replace(**switches, max_players=2)


def _check_limit(game: str, limit: str, allowed: Sequence[str]) -> None:
    """Check that a game is played in this betting structure (rules.md 3)."""
    _refuse(limit not in allowed, f"{game} is played with {' or '.join(allowed)} limit, not {limit!r}")


def _small_bet(limit: str, small_bet: int | None, min_bet: int | None, usual: int) -> int:
    """Return the small bet, which spread limit calls ``min_bet`` too."""
    _refuse(min_bet is not None and small_bet is not None, "min_bet and small_bet are the same: give one of them")
    _refuse(min_bet is not None and limit != "spread", f"min_bet belongs to spread limit, not to {limit}")
    given = min_bet if small_bet is None else small_bet
    return usual if given is None else given


def _bets(limit: str, bring_in: int, small_bet: int | None, big_bet: int | None) -> tuple[int, int]:
    """Return the small and the big bet: twice the bring-in and twice that in fixed limit, else the bring-in itself."""
    factor = 2 if limit == "fixed" else 1
    small_bet = factor * bring_in if small_bet is None else small_bet
    return small_bet, factor * small_bet if big_bet is None else big_bet
