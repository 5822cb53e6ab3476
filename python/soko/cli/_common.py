"""What the verbs share: JSON, numbers, and the options that choose a ranking or a game."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from soko import Ranking, Rules
    from soko.errors import RulesError

RANKINGS: Final = ("soko", "standard", "wild")
RANKS: Final = "23456789TJQKA"
# The greatest number of deals, hands and chips, and that of threads.
MOST: Final = 2**63 - 1
MOST_THREADS: Final = 1024

_AMOUNTS: Final = {
    "ante": "the ante of every player",
    "bring_in": "the forced first bet",
    "small_bet": "the bet of the early rounds",
    "big_bet": "the bet of the later rounds",
    "min_bet": "the smallest bet in spread limit",
    "max_bet": "the largest bet in spread limit",
}
_PLURALS: Final = (
    *("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights"),
    *("nines", "tens", "jacks", "queens", "kings", "aces"),
)
_WORDS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class UsageError(Exception):
    """Options that do not go together: exit status 2."""


class InputError(Exception):
    """Input that cannot be used: exit status 1."""


def print_json(document: object) -> None:
    """Print one JSON document."""
    import json

    print(json.dumps(document, indent=2))


# A number with a point or an exponent, as ``2e7`` and ``1.5E6`` are.
_SCIENTIFIC = re.compile(r"(?P<whole>[+-]?[0-9]+)(?:\.(?P<part>[0-9]*))?(?:[eE]\+?(?P<power>[0-9]{1,4}))?")
_MOST_DIGITS = 400


def whole_number(text: str) -> int:
    """Read ``20_000_000``, ``20,000,000`` or ``2e7``."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        pass
    written = _SCIENTIFIC.fullmatch(text.strip())
    if written is not None:
        whole, part, power = written["whole"], (written["part"] or "").rstrip("0"), int(written["power"] or 0)
        # A float would round what has more than 16 digits. Longer ones are no size of anything.
        if len(part) <= power and len(whole) + power < _MOST_DIGITS:
            return int(whole + part + "0" * (power - len(part)))
    msg = f"{text!r} is not a whole number"
    raise argparse.ArgumentTypeError(msg)


def counted(n: int, what: str) -> str:
    """Return a count and what is counted, as ``1 deal`` or ``2,000 deals``."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def check_ranges(args: argparse.Namespace, **ranges: tuple[int, int]) -> None:
    """Refuse numbers of options that are out of range, before the work begins; an option left out is none."""
    for name, (low, high) in ranges.items():
        value = getattr(args, name)
        if value is not None and not low <= value <= high:
            msg = f"--{name} {value}: {low:,} to {high:,} is allowed"
            raise UsageError(msg)


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """Return a question whether another word was meant, nothing if none is like it."""
    # Nobody waits for it but who made a slip.
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1, likeness)
    return f"did you mean {found[0]}?" if found else ""


def add_ranking_options(parser: argparse.ArgumentParser, rankings: Sequence[str] = RANKINGS) -> None:
    """Add the options that choose a ranking; ``ranking_choice`` reads them."""
    parser.add_argument("--ranking", choices=rankings, help="the order of hands (soko)")
    parser.add_argument("--wild", metavar="RANK", type=_wild_rank, help="the wild rank, as 9; implies --ranking wild")
    parser.add_argument("--no-ace-low", action="store_true", help="soko where 4-3-2-A is not a four-straight")


class RankingChoice(NamedTuple):
    """A ranking as options gave it."""

    name: str
    wild: str | None
    ace_low: bool

    @property
    def ranking(self) -> Ranking:
        """The ranking itself."""
        from soko import Ranking

        return Ranking.soko(ace_low_four_straight=self.ace_low) if self.name == "soko" else Ranking(self.name)

    def __str__(self) -> str:
        """Name the ranking and what is special about it."""
        if self.wild:
            return f"{self.name} ({_PLURALS[RANKS.index(self.wild)]} wild)"
        return str(self.ranking)


def ranking_choice(args: argparse.Namespace) -> RankingChoice:
    """Return the ranking that the options name; ``UsageError`` when they contradict each other."""
    name = args.ranking or ("wild" if args.wild else "soko")
    if args.wild and name != "wild":
        msg = f"--wild needs --ranking wild, not {name}"
        raise UsageError(msg)
    if args.no_ace_low and name != "soko":
        msg = f"--no-ace-low needs --ranking soko, not {name}"
        raise UsageError(msg)
    return RankingChoice(name, args.wild, not args.no_ace_low)


def _wild_rank(text: str) -> str:
    rank = "T" if text == "10" else text.upper()
    if len(rank) != 1 or rank not in RANKS:
        msg = f"rank {text!r}: ranks are {' '.join(RANKS)}"
        raise argparse.ArgumentTypeError(msg)
    return rank


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that change a game; ``make_game`` reads them."""
    group = parser.add_argument_group("stakes and switches", "Defaults are those of the game.")
    group.add_argument("--limit", choices=("fixed", "pot", "no", "spread"), help="the betting structure")
    for amount, meaning in _AMOUNTS.items():
        group.add_argument(f"--{amount.replace('_', '-')}", type=whole_number, metavar="CHIPS", help=meaning)
    group.add_argument("--low-chicago", action="store_true", help="half of each pot goes to the lowest face-down spade")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="any other switch, such as cap=3 or ace_low_four_straight=no; may be repeated",
    )


def make_game(name: str, args: argparse.Namespace) -> Rules:
    """Return the game of a name with the changes of the options; ``UsageError`` when they contradict the game.

    ``--players``, where there is such an option, must fit the game.
    """
    from soko._soko import preset
    from soko.errors import RulesError
    from soko.games import NAMES

    keywords: dict[str, object] = {key: getattr(args, key) for key in ("limit", *_AMOUNTS)}
    # Each change as it was typed.
    typed = {key: f"--{key.replace('_', '-')} {value}" for key, value in keywords.items() if value is not None}
    if args.low_chicago:
        keywords["low_chicago"], typed["low_chicago"] = True, "--low-chicago"
    for change in args.set:
        key, equals, value = change.partition("=")
        if not equals:
            msg = f"--set {change}: KEY=VALUE is needed, such as cap=3"
            raise UsageError(msg)
        name_of_key = key.strip().replace("-", "_")
        typed[name_of_key] = f"--set {change}"
        # "no" is a limit, and elsewhere an answer.
        keywords[name_of_key] = value.strip() if name_of_key == "limit" else _read_value(value.strip())
    game = name.lower().replace("-", "_").replace(" ", "_")
    if game not in NAMES:
        msg = f"{name!r}: unknown game; {nearest(game, NAMES) or 'games are ' + ', '.join(NAMES)}"
        raise UsageError(msg)
    try:
        rules = preset(game, keywords)
    except RulesError as error:
        raise UsageError(_as_typed(error, typed)) from error
    players = getattr(args, "players", rules.min_players)
    if not rules.min_players <= players <= rules.max_players:
        msg = f"--players {players}: {rules.name} is for {rules.min_players} to {rules.max_players} players"
        raise UsageError(msg)
    return rules


def _as_typed(error: RulesError, typed: Mapping[str, str]) -> str:
    """Return what is wrong with a game in terms of the options that changed it."""
    field, reason = error.field, str(error).partition(": ")[2]
    if field is None or field not in typed:
        return str(error)
    if reason.startswith("unknown field"):
        from soko.games import soko

        fields = [name for name in soko().to_dict() if name != "version"]
        reason = f"unknown switch; {nearest(field, fields) or 'switches are ' + ', '.join(fields)}"
    return f"{typed[field]}: {reason}"


def _read_value(text: str) -> object:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if "," in text:
        return text.split(",")
    try:
        return int(text)
    except ValueError:
        return text
