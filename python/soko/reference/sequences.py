"""The equilibrium of a spot as a linear program over sequences (Koller, Megiddo and von Stengel, 1994).

A sequence of a player is a hole card and what he did with it so far. A plan gives each a number: 1 for a card alone,
and at every decision the numbers of the choices add up to that of the sequence that led there. Gains are then linear in
the plans of both, and the best plan against every answer is the solution of a linear program whose size is that of the
tree. This module writes it down in plain lists; ``scipy.optimize.linprog`` or any other solver solves it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .solve import Chance, Decision, Node, Strategy, Tree

Sequence_ = tuple[int, str, int]  # hole card, history of the decision, action; ("", -1) for the card alone
Entry = tuple[int, int, float]


@dataclass
class Choice:
    """A decision with one hole card: the sequence that leads to it, and those that go on from it."""

    card: int
    history: str
    parent: int
    sequences: list[int]


@dataclass
class Plan:
    """The sequences of one player: where each stands, those of the cards alone, and all choices."""

    index: dict[Sequence_, int] = field(default_factory=dict)
    roots: dict[int, int] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)

    def add(self, card: int, history: str, action: int) -> int:
        """Return the number of a new sequence."""
        return self.index.setdefault((card, history, action), len(self.index))


@dataclass
class LinearProgram:
    """Minimise ``cost @ x`` with ``upper @ x <= upper_bounds`` and ``equal @ x == equal_bounds``.

    The matrices are lists of (row, column, number). The first ``positive`` variables are at least 0, the others free.
    """

    cost: list[float]
    positive: int
    upper: list[Entry]
    upper_bounds: list[float]
    equal: list[Entry]
    equal_bounds: list[float]


class SequenceForm:
    """The sequences of both players of a tree, and what player 0 gains where two of them meet.

    >>> from .rules import soko
    >>> from .solve import Spot, spot_cards
    >>> up = spot_cards("As Kd 7c 2h / Qh Qd 9s 3c")
    >>> form = SequenceForm(Tree.of(Spot(rules=soko(), up=up, pot=34, stacks=(100, 100))))
    >>> [len(plan.index) for plan in form.plans]
    [616, 616]
    """

    def __init__(self, tree: Tree) -> None:
        """Give numbers to the sequences and add up the gains, weighted by the odds of the cards."""
        self.tree = tree
        self.plans = (Plan(), Plan())
        self.gains: dict[tuple[int, int], float] = {}
        self.odds: dict[tuple[int, int], float] = {}
        for plan, weights in zip(self.plans, tree.ranges, strict=True):
            plan.roots = {card: plan.add(card, "", -1) for card in weights}
        self._walk(tree.root, self.plans[0].roots, self.plans[1].roots, 1.0)

    def _walk(self, node: Node, first: dict[int, int], second: dict[int, int], odds: float) -> None:
        """Go through the tree with the last sequence of each hole card of both players."""
        if isinstance(node, Decision):
            ways = self._choose(node, second if node.player else first)
            for child, way in zip(node.children, ways, strict=True):
                self._walk(child, *((first, way) if node.player else (way, second)), odds)
        elif isinstance(node, Chance):
            for dealt, child in node.children.items():
                left = [{card: way[card] for card in way if card != dealt} for way in (first, second)]
                self._walk(child, left[0], left[1], odds * node.odds)
        else:
            for cards, weight in self.tree.pairs.items():
                if cards[0] in first and cards[1] in second:
                    met = first[cards[0]], second[cards[1]]
                    share = weight * odds / self.tree.weight
                    self.gains[met] = self.gains.get(met, 0.0) + share * node.payoff(cards)
                    self.odds[met] = self.odds.get(met, 0.0) + share

    def _choose(self, node: Decision, last: dict[int, int]) -> list[dict[int, int]]:
        """Return the last sequences after each action."""
        plan = self.plans[node.player]
        ways: list[dict[int, int]] = [{} for _ in node.children]
        for card, parent in last.items():
            numbers = [plan.add(card, node.history, action) for action in range(len(node.children))]
            plan.choices.append(Choice(card, node.history, parent, numbers))
            for way, number in zip(ways, numbers, strict=True):
                way[card] = number
        return ways

    def program(self, player: int) -> LinearProgram:
        """Return the program whose solution begins with the best plan of a player; his value is minus its cost.

        Beside his plan it has one number for each of the opponent's cards and choices: the least that the player gets
        from there on. The dual numbers of the upper bounds are, but for the sign, the opponent's plan.
        """
        own, other = self.plans[player], self.plans[1 - player]
        size = len(own.index)
        equal = [(row, number, 1.0) for row, number in enumerate(own.roots.values())]
        equal_bounds = [1.0] * len(own.roots)
        for row, choice in enumerate(own.choices, start=len(own.roots)):
            equal += [(row, number, 1.0) for number in choice.sequences] + [(row, choice.parent, -1.0)]
            equal_bounds.append(0.0)
        upper = [(number, size + at, 1.0) for at, number in enumerate(other.roots.values())]
        for at, choice in enumerate(other.choices, start=size + len(other.roots)):
            upper += [(number, at, 1.0) for number in choice.sequences] + [(choice.parent, at, -1.0)]
        for (first, second), gain in self.gains.items():
            mine, theirs = (second, first) if player else (first, second)
            won = self.tree.pot * self.odds[first, second] - gain if player else gain
            upper.append((theirs, mine, -won))
        cost = [0.0] * size + [-1.0] * len(other.roots) + [0.0] * len(other.choices)
        return LinearProgram(cost, size, upper, [0.0] * len(other.index), equal, equal_bounds)

    def strategy(self, player: int, plan: Sequence[float]) -> Strategy:
        """Return a plan as the odds of each action by history and hole card; alike where the plan never gets."""
        found: dict[str, dict[int, list[float]]] = {}
        for choice in self.plans[player].choices:
            numbers = [max(plan[number], 0.0) for number in choice.sequences]
            total = sum(numbers)
            odds = [number / total if total > 0 else 1 / len(numbers) for number in numbers]
            found.setdefault(choice.history, {})[choice.card] = odds
        return found
