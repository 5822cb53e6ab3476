"""Many hot deals counted (rules.md sections 7 to 9): who wins with what, and how the pots are shared."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, TypeVar

from .cards import ACE
from .deal import Deal, KnownCards, hot_deals
from .ranking import CATEGORY_NAMES, Value, evaluate, low_spade
from .stream import Key
from .wild import wild_rank, wild_ranks

NO_WILD = ACE + 1

Number = TypeVar("Number", int, Fraction)


class Showdown(NamedTuple):
    """The end of one deal: each seat's value, the wild rank of a followed queen, the seat of the lowest spade."""

    values: list[Value]
    wild_rank: int | None
    low_seat: int | None


@dataclass
class Tally:
    """What ``n`` deals came to, exact.

    ``categories[seat][category]`` counts the best hands of each seat. ``wins`` counts the pots that a seat takes alone
    and whole, ``ties`` those of which it takes a part. ``shares`` is the sum of its shares of pots; all seats together
    have ``n``. ``tie_squares`` is the sum of the squares of the parts. ``wild_ranks`` counts which rank a followed
    queen made wild at showdown, index 13 for none; all zero in games without wild cards.
    ``low_chicago_none`` counts the deals of Low Chicago without a face-down spade.
    Tallies of the same number of seats add up with ``+``.
    """

    n: int
    categories: list[list[int]]
    wins: list[int]
    ties: list[int]
    shares: list[Fraction]
    tie_squares: list[Fraction]
    wild_ranks: list[int]
    low_chicago_none: int

    @classmethod
    def empty(cls, players: int) -> "Tally":
        """Return the tally of no deals."""
        return cls(
            n=0,
            categories=[[0] * len(CATEGORY_NAMES) for _ in range(players)],
            wins=[0] * players,
            ties=[0] * players,
            shares=[Fraction(0)] * players,
            tie_squares=[Fraction(0)] * players,
            wild_ranks=[0] * (NO_WILD + 1),
            low_chicago_none=0,
        )

    def __add__(self, other: "Tally") -> "Tally":
        """Return both tallies as one; ``ValueError`` when they have different numbers of seats."""
        if len(self.wins) != len(other.wins):
            message = f"tallies of {len(self.wins)} and {len(other.wins)} players do not add up"
            raise ValueError(message)
        return Tally(
            n=self.n + other.n,
            categories=[_sums(mine, theirs) for mine, theirs in zip(self.categories, other.categories, strict=True)],
            wins=_sums(self.wins, other.wins),
            ties=_sums(self.ties, other.ties),
            shares=_sums(self.shares, other.shares),
            tie_squares=_sums(self.tie_squares, other.tie_squares),
            wild_ranks=_sums(self.wild_ranks, other.wild_ranks),
            low_chicago_none=self.low_chicago_none + other.low_chicago_none,
        )


def _sums(mine: Sequence[Number], theirs: Sequence[Number]) -> list[Number]:
    """Return the sums of two rows of counts, or of shares."""
    return [a + b for a, b in zip(mine, theirs, strict=True)]


def simulate(
    rules: Mapping[str, object],
    players: int,
    n: int,
    key: Key,
    known: KnownCards | None = None,
    dead: str | Iterable[int | str] = (),
) -> Tally:
    """Return the tally of the first ``n`` deals of a key in which nobody folds.

    Parameters
    ----------
    rules
        The flat mapping of a game.
    players
        How many are dealt in.
    n
        How many deals, at least 1.
    key
        The key of the stream: four words of 64 bits.
    known, dead
        As in ``hot_deals``.

    Returns
    -------
    Tally
        The exact counts.

    Raises
    ------
    ValueError
        ``n`` is below 1, or as from ``hot_deals`` and ``evaluate``.

    Examples
    --------
    >>> game = {"deal": ["du", "u", "u", "u"], "ranking": "soko"}
    >>> simulate(game, 2, 100, (1, 2, 3, 4)).shares
    [Fraction(55, 1), Fraction(45, 1)]
    """
    if n < 1:
        message = f"at least one deal, not {n}"
        raise ValueError(message)
    tally = Tally.empty(players)
    for deal in islice(hot_deals(rules, players, key, known, dead), n):
        count_deal(tally, rules, deal)
    return tally


def count_deal(tally: Tally, rules: Mapping[str, object], deal: Deal) -> None:
    """Count one deal, shown down by everybody, into a tally."""
    shown = showdown(rules, deal)
    tally.n += 1
    for seat, value in enumerate(shown.values):
        tally.categories[seat][value[0]] += 1
    for seat, share in pot_shares(shown.values, shown.low_seat).items():
        tally.shares[seat] += share
        if share == 1:
            tally.wins[seat] += 1
        else:
            tally.ties[seat] += 1
            tally.tie_squares[seat] += share * share
    if has_wild_cards(rules):
        tally.wild_ranks[NO_WILD if shown.wild_rank is None else shown.wild_rank] += 1
    if rules.get("low_chicago", False) and shown.low_seat is None:
        tally.low_chicago_none += 1


def showdown(rules: Mapping[str, object], deal: Deal) -> Showdown:
    """Return what everybody holds at the end of a deal."""
    hands = [deal.hand(seat) for seat in range(len(deal.down))]
    ranking = str(rules.get("ranking", "soko"))
    if has_wild_cards(rules):
        followed = wild_rank(deal.up_order, carry_over=bool(rules.get("carry_over", False)))
        wild = wild_ranks(followed, queens_wild=bool(rules.get("queens_wild", False)))
        values = [evaluate(hand, ranking, wild_ranks=wild) for hand in hands]
    else:
        followed = None
        ace_low = bool(rules.get("ace_low_four_straight", True))
        values = [evaluate(hand, ranking, ace_low_four_straight=ace_low) for hand in hands]
    low = low_seat(deal.down, str(rules.get("ace", "low"))) if rules.get("low_chicago", False) else None
    return Showdown(values, followed, low)


def has_wild_cards(rules: Mapping[str, object]) -> bool:
    """Return whether a followed queen makes a rank wild in this game (rules.md 8)."""
    return rules.get("wild", "none") != "none"


def low_seat(down: Sequence[Sequence[int]], ace: str = "low") -> int | None:
    """Return the seat that was dealt the lowest spade face down, ``None`` when nobody was (rules.md 9.1)."""
    card = low_spade([card for cards in down for card in cards], ace)
    return next((seat for seat, cards in enumerate(down) if card in cards), None)


def pot_shares(values: Sequence[Value], low: int | None = None) -> dict[int, Fraction]:
    """Return the seats that take part of the pot, and which part.

    The best hands split it equally (rules.md 7.4). With a low seat they split one half and the low seat takes the
    other; one seat may take both (9.1, 9.2). Shares are exact, so there is no odd chip.
    """
    best = max(values)
    winners = [seat for seat, value in enumerate(values) if value == best]
    for_the_best = Fraction(1) if low is None else Fraction(1, 2)
    shares = dict.fromkeys(winners, for_the_best / len(winners))
    if low is not None:
        shares[low] = shares.get(low, Fraction(0)) + Fraction(1, 2)
    return shares
