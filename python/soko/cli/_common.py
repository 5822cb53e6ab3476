"""What the verbs share: tables, JSON, and the options that choose a ranking or a game."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from soko import Ranking, Rules

RANKINGS: Final = ("soko", "standard", "wild")
RANKS: Final = "23456789TJQKA"

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


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (0,)) -> None:
    """Print rows of text under a header; the columns ``left`` stand to the left, numbers to the right."""
    lines = [header, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    to_left = set(left)
    for line in lines:
        cells = (
            cell.ljust(width) if i in to_left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


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


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a question whether another word was meant, nothing if none is like it."""
    # Nobody waits for it but who made a slip.
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1)
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
    """Return the game of a name with the changes of the options; ``RulesError`` when they contradict the game."""
    from soko._soko import preset
    from soko.games import NAMES

    keywords: dict[str, object] = {key: getattr(args, key) for key in ("limit", *_AMOUNTS)}
    if args.low_chicago:
        keywords["low_chicago"] = True
    for change in args.set:
        key, equals, value = change.partition("=")
        if not equals:
            msg = f"--set {change}: KEY=VALUE is needed, such as cap=3"
            raise UsageError(msg)
        name_of_key = key.strip().replace("-", "_")
        # "no" is a limit, and elsewhere an answer.
        keywords[name_of_key] = value.strip() if name_of_key == "limit" else _read_value(value.strip())
    game = name.lower().replace("-", "_").replace(" ", "_")
    if game not in NAMES and (question := nearest(game, NAMES)):
        msg = f"{name!r}: unknown game; {question}"
        raise InputError(msg)
    return preset(game, keywords)


def _read_value(text: str) -> object:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if "," in text:
        return text.split(",")
    try:
        return int(text)
    except ValueError:
        return text
