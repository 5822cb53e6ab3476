"""Equity in the plainest way: hands read from text, every runout dealt, or deals sampled (docs/stream.md 7)."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, count, groupby, islice
from math import gcd, lcm
from typing import NamedTuple

from .cards import DECK, RANKS, SUITS, deck_cards, parse_cards, refuse_others, refuse_repeats, to_card, to_cards
from .deal import Deal, Place, check_players, deal_order
from .stream import BLOCK, GROUP, Key, block_lanes, draws, group, step
from .tally import Tally, count_deal, has_wild_cards

# A card, nothing, or a set of cards with whole weights that have no common factor.
Holding = int | None | dict[int, int]
Way = tuple[tuple[int, ...], int]

LONGEST_TABLE = 1 << 16
_WORD = 1 << 32


class Table(NamedTuple):
    """All ways to fill some sets, and the sum of the weights up to each, itself included."""

    ways: list[tuple[int, ...]]
    ends: list[int]


class Question(NamedTuple):
    """What is known of each place of a deal, and the cards that may come to the others."""

    rules: Mapping[str, object]
    players: int
    order: list[Place]
    holdings: list[Holding]
    left: list[int]


def read_hand(text: str) -> tuple[list[Holding], list[Holding]]:
    """Return what a text says of the cards face down, in parentheses, and of those face up.

    ``ValueError`` when it cannot be read.

    >>> read_hand("(As ?) Kd Qh")
    ([51, None], [45, 42])
    """
    down: list[Holding] = []
    up: list[Holding] = []
    parts = re.findall(r"\([^()]*\)|[^()]+", text)
    _refuse("".join(parts) != text or not text.strip(" ()"), f"{text!r} is no hand")
    for part in parts:
        words = re.sub(r"\s*([|:/-])\s*", r"\1", part.strip("()").replace(",", " ")).split()
        for word in words:
            is_set = re.search("[|:/-]", word) or _cards_of_rank(word) or re.fullmatch(r"\?[^?]", word)
            _refuse(is_set and part[0] != "(", f"a set of cards face up: {word!r}")
            if is_set:
                down.append(_read_set(word))
            else:
                (down if part[0] == "(" else up).extend(_read_run(word))
    return down, up


def _refuse(wrong: object, message: str) -> None:
    if wrong:
        raise ValueError(message)


def _read_run(word: str) -> list[Holding]:
    """Read cards and question marks without spaces."""
    holdings: list[Holding] = []
    for piece in re.findall(r"\?|[^?]+", word):
        holdings.extend([None] if piece == "?" else parse_cards(piece))
    return holdings


def _read_set(word: str) -> dict[int, int]:
    """Read alternatives with weights, and make the weights whole numbers."""
    weights: dict[int, Fraction] = {}
    for alternative in word.split("|"):
        name, colon, weight = alternative.partition(":")
        for card in _cards_of(name):
            _refuse(card in weights, f"a card comes twice in {word!r}")
            weights[card] = Fraction(weight) if colon else Fraction(1)
    _refuse(min(weights.values()) < 0, f"a weight below zero in {word!r}")
    unit = lcm(*[weight.denominator for weight in weights.values()])
    whole = {card: int(weight * unit) for card, weight in sorted(weights.items()) if weight}
    _refuse(not whole, f"no cards in {word!r}")
    return _reduced(whole)


def _reduced(weights: dict[int, int]) -> dict[int, int]:
    factor = gcd(*weights.values())
    return {card: weight // factor for card, weight in weights.items()}


def _cards_of(name: str) -> list[int]:
    """Return the cards of a set without weight: ``?``, ``?s``, ``A``, ``2-9``, ``2s-9s``, ``As``."""
    if name == "?":
        return list(range(DECK))
    if name[:1] == "?":
        return [to_card(rank + name[1:]) for rank in RANKS]
    low, dash, high = name.partition("-")
    if not dash:
        return _cards_of_rank(name) or [to_card(name)]
    ends = [_cards_of_rank(low), _cards_of_rank(high)]
    if not all(ends):
        ends = [[to_card(low)], [to_card(high)]]
        _refuse(ends[0][0] % 4 != ends[1][0] % 4, f"two suits in {name!r}")
    first, last = sorted(ends)
    return [card for card in range(first[0], last[-1] + 1) if len(first) > 1 or card % 4 == first[0] % 4]


def _cards_of_rank(name: str) -> list[int]:
    """Return the four cards of a rank, nothing when the name is none."""
    name = "T" if name == "10" else name.upper()
    return [to_card(name + suit) for suit in SUITS] if len(name) == 1 and name in RANKS else []


def question(
    rules: Mapping[str, object],
    hands: Sequence[str],
    dead: str | Iterable[int | str] = (),
    *,
    uneven: bool = False,
) -> Question:
    """Return the question that hands make; ``ValueError`` when they do not go together."""
    check_players(rules, len(hands))
    deck = deck_cards(rules.get("deck", DECK))
    order = deal_order(rules, len(hands), len(deck) - len(to_cards(dead)))
    read = [read_hand(hand) for hand in hands]
    _refuse(not uneven and len({len(up) for _, up in read}) > 1, "hands of different streets")
    holdings: list[Holding] = [None] * len(order)
    for seat, (down, up) in enumerate(read):
        ups = [at for at, place in enumerate(order) if place.seat == seat and place.face == "u"]
        next_up = ups[len(up)] if len(up) < len(ups) else len(order)
        downs = [at for at, place in enumerate(order[:next_up]) if place.seat == seat and place.face == "d"]
        _refuse(len(up) > len(ups) or len(down) > len(downs), f"too many cards for seat {seat}")
        for at, holding in [*zip(ups, up, strict=False), *zip(downs, down, strict=False)]:
            holdings[at] = holding
    left = _narrow(holdings, to_cards(dead), deck)
    _refuse(sum(not isinstance(holding, int) for holding in holdings) > len(left), "too few cards are left")
    return Question(rules, len(hands), order, holdings, left)


def _narrow(holdings: list[Holding], dead: list[int], deck: range) -> list[int]:
    """Take cards that cannot come out of the sets, and return those that can."""
    known = [holding for holding in holdings if isinstance(holding, int)]
    refuse_repeats([*dead, *known])
    refuse_others([*dead, *known], deck)
    left = [card for card in deck if card not in dead and card not in known]
    again = True
    while again:
        again = False
        for at, holding in enumerate(holdings):
            if not isinstance(holding, dict):
                continue
            cards = {card: weight for card, weight in holding.items() if card in left}
            _refuse(not cards, "no card of a set is left")
            holdings[at] = cards
            if len(cards) == 1:
                # One card left is that card.
                holdings[at] = next(iter(cards))
                left.remove(next(iter(cards)))
                again = True
    for at, holding in enumerate(holdings):
        if isinstance(holding, dict):
            reduced = _reduced(holding)
            # All cards, one as likely as the other, is no set.
            holdings[at] = None if reduced == dict.fromkeys(left, 1) else reduced
    return left


def exact(
    rules: Mapping[str, object],
    hands: Sequence[str],
    dead: str | Iterable[int | str] = (),
    *,
    uneven: bool = False,
) -> Tally:
    """Return the tally of all runouts, each counted with the product of its weights.

    >>> game = {"deal": ["du", "u", "u", "u"], "ranking": "soko"}
    >>> exact(game, ["(As) Ad Kc Kd 2c", "(Qs) Qd 7c 4h ?"]).shares
    [Fraction(41, 1), Fraction(2, 1)]
    """
    asked = question(rules, hands, dead, uneven=uneven)
    total = Tally.empty(asked.players)
    for cards, weight in runouts(asked):
        one = Tally.empty(asked.players)
        count_deal(one, rules, _as_deal(asked, cards))
        for _ in range(weight):
            total += one
    return total


def runouts(asked: Question) -> Iterator[tuple[list[int], int]]:
    """Yield every way in which the cards to come can come, by place, with its weight."""
    sets = [(at, holding) for at, holding in enumerate(asked.holdings) if isinstance(holding, dict)]
    start = [holding if isinstance(holding, int) else -1 for holding in asked.holdings]
    for way, weight in _ways([holding for _, holding in sets]):
        cards = list(start)
        for (at, _), card in zip(sets, way, strict=True):
            cards[at] = card
        yield from ((runout, weight) for runout in _fill(cards, groups(asked), set(asked.left) - set(way)))


def _fill(cards: list[int], places: Sequence[Sequence[int]], left: set[int]) -> Iterator[list[int]]:
    """Yield the cards with each group of places filled by each set of cards that are left."""
    if not places:
        yield cards
        return
    for chosen in combinations(sorted(left), len(places[0])):
        filled = list(cards)
        for at, card in zip(places[0], chosen, strict=True):
            filled[at] = card
        yield from _fill(filled, places[1:], left - set(chosen))


def groups(asked: Question) -> list[list[int]]:
    """Return the unknown places, those together whose order tells nothing.

    Cards face up stand alone while a rank may become wild; a seat's cards face up and face down are apart while the
    lowest spade is open.
    """
    open_faces = {place.face for place, holding in zip(asked.order, asked.holdings, strict=True) if holding is None}
    open_faces |= {
        place.face for place, holding in zip(asked.order, asked.holdings, strict=True) if isinstance(holding, dict)
    }
    wild_open = has_wild_cards(asked.rules) and "u" in open_faces
    low_open = bool(asked.rules.get("low_chicago", False)) and "d" in open_faces

    def alike(at: int) -> tuple[int, int, int]:
        place = asked.order[at]
        alone = place.seat is None or (wild_open and place.face == "u")
        return (at if alone else -1, -1 if place.seat is None else place.seat, int(low_open and place.face == "u"))

    unknown = sorted((at for at, holding in enumerate(asked.holdings) if holding is None), key=alike)
    return [list(places) for _, places in groupby(unknown, key=alike)]


def _as_deal(asked: Question, cards: Sequence[int]) -> Deal:
    """Return the cards as the players see them."""
    dealt = list(zip(asked.order, cards, strict=True))
    seats, streets = range(asked.players), range(asked.order[-1].street + 1)
    return Deal(
        [[card for place, card in dealt if place.seat == seat and place.face == "d"] for seat in seats],
        [[card for place, card in dealt if place.seat == seat and place.face == "u"] for seat in seats],
        [card for place, card in dealt if place.seat is None],
        [[card for place, card in dealt if place.street == street and place.face == "u"] for street in streets],
    )


def sample(
    rules: Mapping[str, object],
    hands: Sequence[str],
    n: int,
    key: Key,
    dead: str | Iterable[int | str] = (),
    *,
    uneven: bool = False,
) -> Tally:
    """Return the tally of the first ``n`` deals of a key (docs/stream.md 7).

    >>> game = {"deal": ["du", "u", "u", "u"], "ranking": "soko"}
    >>> sample(game, ["(A:0.5|K) Kd", "(?s) Qh"], 100, (1, 2, 3, 4)).shares
    [Fraction(67, 1), Fraction(33, 1)]
    """
    asked = question(rules, hands, dead, uneven=uneven)
    tally = Tally.empty(asked.players)
    for cards in islice(sampled(asked, key), n):
        count_deal(tally, rules, _as_deal(asked, cards))
    return tally


def sampled(asked: Question, key: Key) -> Iterator[list[int]]:
    """Yield the deals of a key without end, cards by place."""
    tables = tables_of([holding for holding in asked.holdings if isinstance(holding, dict)])
    for number in count():
        lanes = block_lanes(key, number)
        made = 0
        while made < BLOCK:
            for cards in deal_group(asked, tables, lanes):
                if made < BLOCK:
                    yield cards
                    made += 1


def deal_group(asked: Question, tables: list[Table], lanes: list[list[int]]) -> Iterator[list[int]]:
    """Yield those of 64 deals that are not rejected."""
    ways = [_picks(table, lanes) for table in tables]
    taken = sum(len(table.ways[0]) for table in tables)
    unknown = sum(holding is None for holding in asked.holdings)
    digits = group(lanes, unknown, len(asked.left) - taken)
    for deal in range(GROUP):
        chosen = [way[deal] for way in ways]
        row = digits[deal]
        if row is None or None in chosen:
            continue
        of_sets = [card for way in chosen for card in way or ()]
        if len(set(of_sets)) < len(of_sets):
            continue
        left = [card for card in asked.left if card not in of_sets]
        others = iter([left.pop(digit) for digit in row])
        from_sets = iter(of_sets)
        yield [
            holding if isinstance(holding, int) else next(others if holding is None else from_sets)
            for holding in asked.holdings
        ]


def _picks(table: Table, lanes: list[list[int]]) -> list[tuple[int, ...] | None]:
    """Return a way for each of 64 deals, ``None`` for those rejected."""
    high, low = (draws(step(lanes)) + draws(step(lanes)) for _ in range(2))
    total = table.ends[-1]
    picks: list[tuple[int, ...] | None] = []
    for upper, lower in zip(high, low, strict=True):
        number, rest = divmod((upper << 16 | lower) * total, _WORD)
        fair = rest >= _WORD % total
        picks.append(table.ways[bisect_right(table.ends, number)] if fair else None)
    return picks


def tables_of(sets: Sequence[dict[int, int]]) -> list[Table]:
    """Return the tables of the sets, as many sets together as make a short one."""
    tables: list[Table] = []
    together: list[dict[int, int]] = []
    for cards in sets:
        ways = _ways([*together, cards])
        if together and (len(ways) > LONGEST_TABLE or sum(weight for _, weight in ways) >= _WORD):
            together, ways = [], _ways([cards])
        if together:
            tables.pop()
        together.append(cards)
        tables.append(Table([way for way, _ in ways], list(accumulate(weight for _, weight in ways))))
    return tables


def _ways(sets: Sequence[dict[int, int]]) -> list[Way]:
    """Return all ways to take a different card from each set, with the products of the weights."""
    ways: list[Way] = [((), 1)]
    for cards in sets:
        ways = [
            ((*way, card), weight * factor) for way, weight in ways for card, factor in cards.items() if card not in way
        ]
    return ways
