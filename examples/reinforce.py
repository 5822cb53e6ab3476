"""REINFORCE in numpy: a softmax of linear features learns from whole hands that ``soko.playout`` plays.

A batch says which hand each decision belongs to, and ``per_deal`` what that hand brought: the gradient needs no more.

    python examples/reinforce.py            # some seconds against "tight"
    python examples/reinforce.py call 200
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

import soko

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from soko.policies import Batch

GAME = soko.games.soko()
LAYOUT = soko.Table(GAME, 2, tables=1).observation_layout
HANDS = 2_000
RATE = 2.0


def features(observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return for each row and round: one, pairs and the top rank of the own cards and of those seen, and the price."""
    rows = {name: observations[:, at] for name, at in LAYOUT.items()}
    ranks = rows["cards"].reshape(len(observations), 2, -1) // 4
    counts = (ranks[..., None] == np.arange(13)).sum(axis=2)
    pairs = (counts * (counts - 1)).sum(axis=2) / 2
    price = rows["to_call"] / rows["pot"]
    plain = np.hstack([np.ones_like(price), pairs, ranks.max(axis=2) / 12, price])
    return (np.eye(4)[rows["street"][:, 0].astype(int)][:, :, None] * plain[:, None]).reshape(len(plain), -1)


class Learner:
    """A policy of batches that remembers what it did until it has learnt from it."""

    def __init__(self, seed: int = 7) -> None:
        """Begin with all legal actions equally likely."""
        self.weights = np.zeros((4 * 6, 7))
        self.rng = np.random.default_rng(seed)
        self.memory: list[tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]] = []

    def __call__(self, batch: Batch) -> NDArray[np.intp]:
        """Draw an action for each row."""
        seen = features(batch.observations)
        scores = np.where(batch.legal, seen @ self.weights, -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        actions = (scores + self.rng.gumbel(size=scores.shape)).argmax(axis=1)
        # The slope of the logarithm of the probability of what was done.
        self.memory.append((batch.hands, seen, np.eye(7)[actions] - odds / odds.sum(axis=1, keepdims=True)))
        return actions

    def learn(self, won: NDArray[np.float64]) -> None:
        """Make what went before gains more likely, and what went before losses less."""
        hands, seen, slopes = (np.concatenate(arrays) for arrays in zip(*self.memory, strict=True))
        self.memory.clear()
        gains = won[hands] / won.std()
        # What such situations bring on average is no merit of the action.
        gains -= seen @ np.linalg.lstsq(seen, gains)[0]
        self.weights += RATE * seen.T @ (slopes * gains[:, None]) / len(gains)


def main(opponent: str = "tight", steps: int = 100) -> list[float]:
    """Play and learn; return and show what was won a hand, in ten parts of the run."""
    learner, means = Learner(), []
    for step in range(steps):
        result = soko.playout(GAME, 2, HANDS, [learner, opponent], rng=step, per_deal=True)
        learner.learn(np.asarray(result.per_deal)[:, 0])
        means.append(result.policies[0].mean)
    parts = [float(np.mean(part)) for part in np.array_split(means, 10)]
    print(f"chips a hand against {opponent}:", *(f"{part:+.2f}" for part in parts))
    return parts


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
