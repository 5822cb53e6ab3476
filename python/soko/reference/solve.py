"""Exact answers for two players who hide one card each: every move, every pair of cards, nothing clever.

A ``Spot`` is a decision of two live players on a late street. ``Tree`` has everything that can still happen, played by
the engine of this package with the seven actions of the tables. Its values are sums over all pairs of different hole
cards, each pair weighted by the product of the two ranges. ``sequences.py`` has the equilibrium as a linear program.

Values are in chips: what a player's stack gains from the decision on. Those of the two players add up to the chips in
the middle at the decision. Every end is paid by the engine, to the odd chip of rules.md 7.4.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from .actions import moves
from .cards import DECK, card_name, parse_cards, refuse_repeats
from .engine.betting import Table
from .engine.hand import Hand
from .ranking import evaluate, low_spade
from .rules import Rules

Range = Mapping[int, float]
Strategy = Mapping[str, Mapping[int, Sequence[float]]]

PLAYERS = (0, 1)


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A decision of two players, 0 and 1 clockwise from the dealer box, who have one card face down each.

    ``up`` has their up cards in the order dealt, ``pot`` and ``stacks`` what was in the middle and before them when the
    street began, ``actions`` what they did on it since, such as ``("bet 8", "raise 16")``. ``dead`` are the other cards
    that are known not to come: the up cards of those who folded, for example. ``ranges`` weighs the hole cards of each
    player when the decision begins; without it all unseen cards are alike. ``ValueError`` for what is no such spot.
    """

    rules: Rules
    up: tuple[tuple[int, ...], tuple[int, ...]]
    pot: int
    stacks: tuple[int, int]
    dead: tuple[int, ...] = ()
    ranges: tuple[Range, Range] | None = None
    actions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that the street exists and that no card lies in two places."""
        refuse_repeats([*self.up[0], *self.up[1], *self.dead])
        if "".join(self.rules.deal).count("d") != 1 or "d" not in self.rules.deal[0]:
            message = f"{self.rules.name} is not a game of one down card, dealt first"
            raise ValueError(message)
        if self.rules.wild != "none":
            message = f"{self.rules.name} has wild cards"
            raise ValueError(message)
        if len(self.up[0]) != len(self.up[1]) or self.street is None:
            message = f"{len(self.up[0])} and {len(self.up[1])} up cards: no street of {self.rules.name} has them"
            raise ValueError(message)

    @property
    def street(self) -> int | None:
        """The street on which the players have this many up cards, ``None`` without one."""
        shown = ["".join(self.rules.deal[: street + 1]).count("u") for street in range(len(self.rules.deal))]
        return shown.index(len(self.up[0])) if len(self.up[0]) in shown else None

    def hand(self) -> Hand:
        """Return the spot as a hand of the engine whose two hole cards nobody knows."""
        hand: Hand = _StreetHand(self)
        for action in self.actions:
            kind, _, amount = action.partition(" ")
            hand.act(kind, int(amount) if amount else None)
        return hand


class _StreetHand(Hand):
    """A hand that begins with a street instead of the antes; the dead money stands before a third seat that folded."""

    def __init__(self, spot: Spot) -> None:
        """Put the cards and the chips where they are, and open the street."""
        super().__init__(spot.rules, [spot.rules.ante + stack for stack in spot.stacks])
        each, dead_money = divmod(spot.pot, 2)
        self.starting_stacks = (*(stack + each for stack in spot.stacks), dead_money)
        self.street = spot.street or 0
        self._table = Table((0, 1, 2), [*spot.stacks, 0], [0, 0, 0], [each, each, dead_money], [True, True, False])
        self._uncalled = [0, 0, 0]
        self._down = [[None], [None], []]
        self._up = [list(spot.up[0]), list(spot.up[1]), []]
        self._known = {*spot.up[0], *spot.up[1], *spot.dead}
        self._stub = DECK - len(self._known) - 2
        self._places = []
        self._proceed()


@dataclass
class Decision:
    """A player's turn: what he may do, as numbers of the tables and in words, and what follows."""

    history: str
    player: int
    actions: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)


@dataclass
class Chance:
    """The next card, face up to one of the players: what follows by card; ``unseen`` are all that nobody has seen."""

    history: str
    unseen: list[int]
    children: dict[int, "Node"] = field(default_factory=dict)

    @property
    def odds(self) -> float:
        """The chance of each card that neither player hides."""
        return 1 / (len(self.unseen) - 2)


@dataclass
class End:
    """The end of the hand; ``payoff(cards)`` is what player 0 gains when the players hold these two cards."""

    history: str
    payoff: Callable[[tuple[int, int]], float]


Node = Decision | Chance | End


class Tree:
    """Everything that can happen from a decision of two live players on.

    Parameters
    ----------
    hand
        A hand of the engine that waits for a decision, the one down card of both live players and all cards to come
        unknown to it.
    ranges
        The weights of the hole cards of the two players, in the order of their seats clockwise from the dealer; without
        them all unseen cards are alike.
    dead
        Cards that are known not to come, beside all that lie face up.

    Raises
    ------
    ValueError
        The hand is not at such a decision, a range has a card that is seen or a negative weight, or no two different
        cards of the ranges have a weight.

    Examples
    --------
    >>> from soko.reference.rules import soko
    >>> up = spot_cards("As Kd 7c 2h / Qh Qd 9s 3c")
    >>> tree = Tree.of(Spot(rules=soko(), up=up, pot=34, stacks=(100, 100)))
    >>> sum(isinstance(node, Decision) for node in tree.nodes()), sum(isinstance(node, End) for node in tree.nodes())
    (10, 17)
    """

    def __init__(self, hand: Hand, ranges: Sequence[Range] | None = None, dead: Sequence[int] = ()) -> None:
        """Play out the tree."""
        if hand.actor is None or sum(hand.live) != 2:
            message = f"no decision of two live players: {sum(hand.live)} are live, the actor is {hand.actor}"
            raise ValueError(message)
        seats = [(hand.dealer + 1 + step) % len(hand.live) for step in range(len(hand.live))]
        self.seats = [seat for seat in seats if hand.live[seat]]
        if any(hand.hole_cards(seat) != (None,) for seat in self.seats):
            message = "both live players have one card face down, unknown to the hand"
            raise ValueError(message)
        self.pot = hand.pot
        self._stacks = hand.stacks
        up = [card for seat in range(len(hand.live)) for card in hand.up_cards(seat)]
        unseen = [card for card in range(DECK) if card not in up and card not in dead]
        self.ranges = _check_ranges(ranges, unseen)
        self.pairs = {
            (first, second): self.ranges[0][first] * self.ranges[1][second]
            for first, second in product(self.ranges[0], self.ranges[1])
            if first != second
        }
        self.weight = sum(self.pairs.values())
        if not self.weight > 0:
            message = "no two different cards of the ranges have a weight"
            raise ValueError(message)
        self.root = self._grow(hand, "", unseen)

    @classmethod
    def of(cls, spot: Spot) -> "Tree":
        """Return the tree of a spot."""
        return cls(spot.hand(), spot.ranges, spot.dead)

    def nodes(self, node: Node | None = None) -> Iterator[Node]:
        """Yield all nodes below and including one, the root by default, each before what follows it."""
        node = self.root if node is None else node
        yield node
        for child in _children(node):
            yield from self.nodes(child)

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of both players."""
        return (node for node in self.nodes() if isinstance(node, Decision))

    def _grow(self, hand: Hand, history: str, unseen: list[int]) -> Node:
        """Return the node at which a hand stands, with all that follows."""
        if hand.is_over or hand.to_reveal:
            return End(history, self._end(hand))
        if hand.chance is not None:
            chance = Chance(history, unseen)
            for card in unseen:
                after = hand.clone()
                after.deal(card)
                left = [other for other in unseen if other != card]
                chance.children[card] = self._grow(after, _join(history, card_name(card)), left)
            return chance
        decision = Decision(history, self.seats.index(hand.actor or 0))
        for number, (kind, amount) in sorted(moves(hand).items()):
            after = hand.clone()
            after.act(kind, amount)
            word = kind if amount is None else f"{kind} {amount}"
            decision.actions.append(number)
            decision.words.append(word)
            decision.children.append(self._grow(after, _join(history, word), unseen))
        return decision

    def _end(self, hand: Hand) -> Callable[[tuple[int, int]], float]:
        """Return the payoff of an end: the engine shows down one pair of cards of each outcome."""
        if hand.is_over:
            gain = self._gain(hand)
            return lambda _: gain
        gains: dict[tuple[int, int | None, int | None], int] = {}
        rules = hand.rules
        values = [
            {
                card: evaluate(
                    [card, *hand.up_cards(seat)], rules.ranking, ace_low_four_straight=rules.ace_low_four_straight
                )
                for card in self.ranges[player]
                if card not in hand.up_cards(self.seats[0]) and card not in hand.up_cards(self.seats[1])
            }
            for player, seat in enumerate(self.seats)
        ]

        def payoff(cards: tuple[int, int]) -> float:
            """Return what player 0 gains."""
            mine, other = values[0][cards[0]], values[1][cards[1]]
            spade = low_spade(cards, rules.ace) if rules.low_chicago else None
            highest = [max(card, *hand.up_cards(seat)) for card, seat in zip(cards, self.seats, strict=True)]
            outcome = (
                (mine > other) - (mine < other),
                None if spade is None else cards.index(spade),
                highest.index(max(highest)) if rules.odd_chip == "suit" else None,
            )
            if outcome not in gains:
                gains[outcome] = self._gain(show_down(hand, self.seats, cards))
            return gains[outcome]

        return payoff

    def _gain(self, hand: Hand) -> int:
        """Return what player 0 gained since the root in a hand that is over."""
        return hand.stacks[self.seats[0]] - self._stacks[self.seats[0]]

    # Values.

    def value(self, strategies: Sequence[Strategy]) -> tuple[float, float]:
        """Return what both players gain on average when they play these strategies, pair by pair of hole cards."""
        total = 0.0
        for cards, weight in self.pairs.items():
            total += weight * pair_value(self.root, cards, strategies)
        return total / self.weight, self.pot - total / self.weight

    def best_response(self, player: int, opponent: Strategy) -> tuple[float, dict[int, float]]:
        """Return the most that a player can gain against a strategy, on average and by hole card.

        A card's own value is that against the opponent's cards that are left, weighted by their range: 0.0 where the
        opponent can have none.
        """
        reach = dict(self.ranges[1 - player])
        best = _best_values(self, self.root, player, reach, opponent)
        own = self.ranges[player]
        total = sum(own[card] * best[card] for card in own) / self.weight
        others = {card: sum(weight for other, weight in reach.items() if other != card) for card in own}
        return total, {card: best[card] / others[card] if others[card] > 0 else 0.0 for card in own}

    def gains(self, strategies: Sequence[Strategy]) -> tuple[float, float]:
        """Return how much each player would gain by a best response instead of his strategy, in chips."""
        value = self.value(strategies)
        best = [self.best_response(player, strategies[1 - player])[0] for player in PLAYERS]
        return best[0] - value[0], best[1] - value[1]


def show_down(hand: Hand, seats: Sequence[int], cards: Sequence[int]) -> Hand:
    """Return a hand that waits for the showdown as it ends when these seats hold these cards."""
    after = hand.clone()
    for seat, card in zip(seats, cards, strict=True):
        after.reveal(seat, [card])
    return after


def spot_cards(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the up cards of two players written with a slash between them.

    >>> spot_cards("As Kd / Qh Qd")
    ((51, 45), (42, 41))
    """
    first, second = (tuple(parse_cards(part)) for part in text.split("/"))
    return first, second


def _check_ranges(ranges: Sequence[Range] | None, unseen: Sequence[int]) -> list[dict[int, float]]:
    """Return the weights by player, without cards of weight 0."""
    if ranges is None:
        return [dict.fromkeys(unseen, 1.0) for _ in PLAYERS]
    for weights in ranges:
        for card, weight in weights.items():
            if weight < 0 or (weight > 0 and card not in unseen):
                message = f"a weight of {weight} for {card_name(card)}: unseen cards have weights of 0 or more"
                raise ValueError(message)
    return [{card: float(weight) for card, weight in weights.items() if weight > 0} for weights in ranges]


def _join(history: str, word: str) -> str:
    """Return a history with one more move."""
    return f"{history} {word}".strip()


def _children(node: Node) -> Sequence[Node]:
    """Return what may follow a node."""
    if isinstance(node, Decision):
        return node.children
    return list(node.children.values()) if isinstance(node, Chance) else []


def pair_value(node: Node, cards: tuple[int, int], strategies: Sequence[Strategy]) -> float:
    """Return what player 0 gains from a node on when the players hold these cards."""
    if isinstance(node, End):
        return node.payoff(cards)
    if isinstance(node, Chance):
        left = (child for card, child in node.children.items() if card not in cards)
        return node.odds * sum(pair_value(child, cards, strategies) for child in left)
    chosen = strategies[node.player][node.history][cards[node.player]]
    return sum(
        odds * pair_value(child, cards, strategies)
        for odds, child in zip(chosen, node.children, strict=True)
        if odds > 0
    )


def _best_values(tree: Tree, node: Node, player: int, reach: Range, opponent: Strategy) -> dict[int, float]:
    """Return the best that each hole card of a player can make of a node.

    ``reach`` weighs the opponent's cards: the range, times the odds of all choices that led here. A value is the sum of
    gains over these cards, so each already has the odds of the way to it.
    """
    own = [card for card in tree.ranges[player] if card_name(card) not in node.history.split()]
    if isinstance(node, End):
        return {card: _end_value(tree, node, player, card, reach) for card in own}
    best = dict.fromkeys(own, 0.0)
    if isinstance(node, Chance):
        for dealt, child in node.children.items():
            left = {card: weight * node.odds for card, weight in reach.items() if card != dealt}
            for card, value in _best_values(tree, child, player, left, opponent).items():
                best[card] += value
        return best
    if node.player == player:
        values = [_best_values(tree, child, player, reach, opponent) for child in node.children]
        return {card: max(value[card] for value in values) for card in own}
    for action, child in enumerate(node.children):
        left = {card: weight * opponent[node.history][card][action] for card, weight in reach.items()}
        for card, value in _best_values(tree, child, player, left, opponent).items():
            best[card] += value
    return best


def _end_value(tree: Tree, node: End, player: int, card: int, reach: Range) -> float:
    """Return what a hole card gains at an end, summed over the opponent's cards."""
    total = 0.0
    for other, weight in reach.items():
        if other != card and weight > 0:
            gain = node.payoff((card, other) if player == 0 else (other, card))
            total += weight * (gain if player == 0 else tree.pot - gain)
    return total
