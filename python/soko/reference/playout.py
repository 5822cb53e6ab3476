"""Whole hands between policies, hand by hand (docs/playout.md)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .actions import ACTIONS
from .engine.hand import Hand
from .policies import POLICIES, PolicyView
from .rules import Rules
from .stream import Key, action_words, hand_key, shuffled_deck


@dataclass
class Score:
    """What one policy, or one seat, came to.

    ``deals`` has what was won in each deal; ``actions`` counts by street and action.
    """

    streets: int
    hands: int = 0
    chips: int = 0
    wins: int = 0
    folds: int = 0
    showdowns: int = 0
    deals: list[int] = field(default_factory=list)
    actions: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        """Count from zero."""
        self.actions = [[0] * ACTIONS for _ in range(self.streets)]

    def add(self, payoff: int, *, is_live: bool, is_shown: bool) -> None:
        """Add a hand."""
        self.hands += 1
        self.chips += payoff
        self.wins += payoff > 0
        self.folds += not is_live
        self.showdowns += is_live and is_shown
        self.deals[-1] += payoff


@dataclass
class Playout:
    """Scores by name of the policy and by seat; how many hands were played, and how many ended in a showdown."""

    policies: dict[str, Score]
    seats: list[Score]
    hands: int = 0
    showdowns: int = 0


def playout(rules: Rules, stacks: Sequence[int], policies: Sequence[str], deals: int, key: Key, **how: bool) -> Playout:
    """Play the first deals of a key, ``policies`` being those of the players round the table, one a player.

    Deal ``d`` is the first hand of table ``d``, the last seat having the dealer box. Seat ``s`` is played by player
    ``s + d``; with ``duplicate=True`` by player ``s + r`` for each ``r`` that seats the policies in another way.

    >>> from .rules import soko
    >>> result = playout(soko(), [100, 100], ["maniac", "call"], 10, (1, 2, 3, 4))
    >>> result.hands, result.showdowns, sum(score.chips for score in result.seats)
    (10, 10, 0)
    """
    players, streets = len(stacks), len(rules.deal)
    result = Playout({name: Score(streets) for name in policies}, [Score(streets) for _ in stacks])
    turned = [list(policies[by:]) + list(policies[:by]) for by in range(1, players + 1)]
    period = 1 + turned.index(list(policies))
    for deal in range(deals):
        for score in (*result.policies.values(), *result.seats):
            score.deals.append(0)
        for rotation in range(period) if how.get("duplicate") else [deal % period]:
            names = [policies[(seat + rotation) % players] for seat in range(players)]
            _play(result, rules, stacks, names, hand_key(key, deal, 0))
    return result


def _play(result: Playout, rules: Rules, stacks: Sequence[int], names: Sequence[str], key: Key) -> None:
    """Play a hand between the policies of its seats, and score it."""
    hand = Hand(rules, stacks, shuffled_deck(key, rules.deck))
    number = 0
    while hand.actor is not None:
        seat, view = hand.actor, PolicyView.of_actor(hand)
        action = POLICIES[names[seat]](view, action_words(key, number))
        for score in (result.policies[names[seat]], result.seats[seat]):
            score.actions[hand.street][action] += 1
        hand.act(*view.legal[action])
        number += 1
    is_shown = sum(hand.live) > 1
    result.hands += 1
    result.showdowns += is_shown
    for seat, payoff in enumerate(hand.payoffs or ()):
        for score in (result.policies[names[seat]], result.seats[seat]):
            score.add(payoff, is_live=hand.live[seat], is_shown=is_shown)
