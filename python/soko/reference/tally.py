"""Many hot deals counted (rules.md sections 7 to 9): who wins with what, and how the pots are shared."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, TypeVar

from .cards import ACE, DECK, deck_cards, refuse_others, refuse_repeats, to_card, to_cards
from .deal import Deal, KnownCards, check_players, deal_order, hot_deals, street_patterns
from .ranking import CATEGORY_NAMES, Value, evaluate, low_spade
from .stream import Key
from .wild import wild_rank, wild_ranks

NO_WILD = ACE + 1

Number = TypeVar("Number", int, Fraction)


class Settled(NamedTuple):
    """What a deal comes to, by seat: shares of the pot, what of them are low halves, hands (``None`` if folded).

    ``wild_rank`` is the rank of a followed queen, ``low_seat`` the seat of the lowest spade.
    """

    shares: list[Fraction]
    low_shares: list[Fraction]
    values: list[Value | None]
    wild_rank: int | None
    low_seat: int | None


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
    have ``n``. ``low_shares`` is what of them was won as low halves. ``tie_squares`` is the sum of the squares of the
    parts. ``wild_ranks`` counts which rank a followed queen made wild at showdown, index 13 for none; all zero in games
    without wild cards. ``low_chicago_none`` counts the deals of Low Chicago without a face-down spade.
    Tallies of the same number of seats add up with ``+``.
    """

    n: int
    categories: list[list[int]]
    wins: list[int]
    ties: list[int]
    shares: list[Fraction]
    low_shares: list[Fraction]
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
            low_shares=[Fraction(0)] * players,
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
            low_shares=_sums(self.low_shares, other.low_shares),
            tie_squares=_sums(self.tie_squares, other.tie_squares),
            wild_ranks=_sums(self.wild_ranks, other.wild_ranks),
            low_chicago_none=self.low_chicago_none + other.low_chicago_none,
        )

    @property
    def high_shares(self) -> list[Fraction]:
        """The shares that were won by the best hands."""
        return [share - low for share, low in zip(self.shares, self.low_shares, strict=True)]


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
    if shown.low_seat is not None:
        tally.low_shares[shown.low_seat] += Fraction(1, 2)
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


def settle_many(
    deals: Iterable[Sequence[Sequence[int | None]]],
    rules: Mapping[str, object],
    live: Iterable[Sequence[bool]] | None = None,
    dead: str | Iterable[int | str] = (),
) -> list[Settled]:
    """Return what each deal comes to, in which some seats may have folded.

    Parameters
    ----------
    deals
        For each deal each seat's cards in the order dealt, ``None`` for a card that a folded seat was not dealt; where
        the deck is too small, the last of them is the community card if it is the same for all seats (rules.md 4.3).
    rules
        The flat mapping of a game.
    live
        For each deal which seats have not folded; all of them without.
    dead
        Cards that were not in the deck.

    Returns
    -------
    list of Settled
        Shares, hands, the wild rank and the seat of the lowest spade.

    Raises
    ------
    ValueError
        A card is given twice, no seat is live, or as from ``hot_deals`` and ``evaluate``.

    Examples
    --------
    >>> from soko.reference.cards import parse_cards
    >>> game = {"deal": ["du", "u", "u", "u"], "ranking": "soko", "low_chicago": True}
    >>> deal = [parse_cards("As Kd Qh 8c 9s"), parse_cards("2s 2d 7h 8h 4s")]
    >>> settle_many([deal], game)[0].shares
    [Fraction(1, 2), Fraction(1, 2)]
    """
    gone = to_cards(dead)
    seats = [list(deal) for deal in deals]
    masks = [[True] * len(deal) for deal in seats] if live is None else [list(mask) for mask in live]
    return [_settle(rules, deal, mask, gone) for deal, mask in zip(seats, masks, strict=True)]


def _settle(
    rules: Mapping[str, object], seats: Sequence[Sequence[int | None]], live: Sequence[bool], gone: Sequence[int]
) -> Settled:
    """Settle one deal."""
    deal = _lay_out(rules, seats, gone)
    playing = [seat for seat, is_live in enumerate(live) if is_live]
    if not playing:
        message = "no seat is live"
        raise ValueError(message)
    # Folded seats have no hand and no spade, but what they showed was seen (rules.md 8.4).
    shown = showdown(rules, deal._replace(down=[deal.down[i] for i in playing], up=[deal.up[i] for i in playing]))
    # A pot without a showdown has no low half (7.1).
    low = None if len(playing) == 1 else shown.low_seat
    shares, lows = [Fraction(0)] * len(live), [Fraction(0)] * len(live)
    for i, share in pot_shares(shown.values, low).items():
        shares[playing[i]] = share
    if low is not None:
        lows[playing[low]] = Fraction(1, 2)
    values: list[Value | None] = [None] * len(live)
    for i, value in zip(playing, shown.values, strict=True):
        values[i] = value
    return Settled(shares, lows, values, shown.wild_rank, None if low is None else playing[low])


def _lay_out(rules: Mapping[str, object], seats: Sequence[Sequence[int | None]], gone: Sequence[int]) -> Deal:
    """Return the cards of a deal by where they lie."""
    players, cards = len(seats), len(seats[0])
    check_players(rules, players)
    deck = deck_cards(rules.get("deck", DECK))
    order = deal_order(rules, players, len(deck) - len(gone))
    last = [hand[-1] for hand in seats if hand[-1] is not None]
    own = deal_order(rules, players, DECK * players)
    if (len(last) == 1 or len(set(last)) > 1) and len(own) == players * cards:
        order = own
    deal = Deal([[] for _ in seats], [[] for _ in seats], [], [[] for _ in street_patterns(rules)])
    next_card = [iter(hand) for hand in seats]
    for place in order:
        dealt = {next(next_card[seat]) for seat in (range(players) if place.seat is None else [place.seat])} - {None}
        if len(dealt) > 1:
            message = f"different community cards: {sorted(map(str, dealt))}"
            raise ValueError(message)
        for card in (to_card(card) for card in dealt if card is not None):
            lying = deal.community if place.seat is None else (deal.down, deal.up)[place.face == "u"][place.seat]
            lying.append(card)
            if place.face == "u":
                deal.up_order[place.street].append(card)
    dealt = [*gone, *(card for cards in (*deal.down, *deal.up, deal.community) for card in cards)]
    refuse_repeats(dealt)
    refuse_others(dealt, deck)
    return deal
