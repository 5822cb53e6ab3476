"""Train a small learner against built-in policies in numpy, and plot how its winnings grow.

The learner sits in seat 0 of thousands of tables in lockstep (``soko.Table``); built-in policies sit in the others. It
knows a few hundred situations: the round, what its cards make, whether somebody shows as much, and whether there is a
bet to call. For each it keeps the mean of what it went on to win after each action (a table, learnt by Monte Carlo),
and takes the best action but for a small part of the time. At the end whole hands are played by ``soko.playout``.

    python examples/learner.py                          # about half a minute; needs matplotlib for learner.png
    python examples/learner.py --opponents call --steps 500 --plot ''
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np

import soko
from soko.lockstep import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SEAT = 0
# Round, what the cards make, whether it is high, suited or connected, whether others show as much, a bet to call.
SHAPE = (4, 5, 3, 2, 2, 2)


class Situations:
    """Reads situations out of observations."""

    def __init__(self, layout: dict[str, slice]) -> None:
        """Remember what stands where."""
        self.layout = layout

    def __call__(self, observations: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return the number of the situation of each row."""
        rows = {name: observations[:, at] for name, at in self.layout.items()}
        n, players = rows["live"].shape
        cards = rows["cards"].reshape(n, players, -1)
        own = cards[:, 0]
        made, top = pairs(own)
        shown, shown_top = pairs(cards[:, 1:])
        folded = rows["live"][:, 1:] == 0
        best = np.where(folded, -1, 100 * shown + shown_top).max(axis=1)
        is_behind = 100 * made + top <= best
        street = rows["street"][:, 0].astype(np.intp)
        to_call = rows["to_call"][:, 0] > 0
        parts = (street, made, np.digitize(top, (7.5, 10.5)), near(own), is_behind, to_call)
        return np.ravel_multi_index(tuple(part.astype(np.intp) for part in parts), SHAPE)


def pairs(cards: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how many pairs of equal rank there are in the last axis, 4 at most, and the rank that counts first."""
    ranks = np.where(cards < 0, np.nan, cards // 4)
    equal = ranks[..., :, None] == ranks[..., None, :]
    same = equal.sum(axis=-1)
    made = (same.sum(axis=-1) - (cards >= 0).sum(axis=-1)) // 2
    height = np.where(cards < 0, -1, 13 * same + cards // 4).max(axis=-1)
    return np.minimum(made, 4), height % 13


def near(cards: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return whether all cards but one at most are of one suit, or within four ranks and different."""
    count = (cards >= 0).sum(axis=-1)
    suits = np.where(cards < 0, -1, cards % 4)
    suited = (suits[..., None] == np.arange(4)).sum(axis=-2).max(axis=-1)
    ranks = np.where(cards < 0, -1, cards // 4).astype(np.int64)
    held = np.zeros((*ranks.shape[:-1], 14), dtype=bool)
    np.put_along_axis(held, ranks + 1, values=True, axis=-1)
    windows = np.lib.stride_tricks.sliding_window_view(held[..., 1:], 4, axis=-1)
    run = windows.sum(axis=-1).max(axis=-1)
    needed = np.clip(count - (count > 3), 2, 4)
    return (suited >= needed) | (run >= needed)


class Learner:
    """A table of situations and actions with the mean of what was won after them."""

    def __init__(self, layout: dict[str, slice], rng: np.random.Generator) -> None:
        """Know nothing."""
        self.situations = Situations(layout)
        self.rng = rng
        self.won = np.zeros((int(np.prod(SHAPE)), len(ACTIONS)))
        self.taken = np.zeros(self.won.shape)

    def best(self, situations: NDArray[np.intp], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the actions that did best; what was never tried is as good as nothing lost."""
        mean = self.won / np.maximum(self.taken, 1)
        return np.where(legal, mean[situations], -np.inf).argmax(axis=1)

    def __call__(self, observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Play as well as it can: this is what ``soko.playout`` asks."""
        return self.best(self.situations(observations), legal)

    def explore(self, situations: NDArray[np.intp], legal: NDArray[np.bool_], part: float) -> NDArray[np.intp]:
        """Return the best actions, but for a part of them that is any legal action."""
        dice = np.where(legal, self.rng.random(legal.shape), -1).argmax(axis=1)
        return np.where(self.rng.random(len(legal)) < part, dice, self.best(situations, legal))

    def learn(self, situations: NDArray[np.intp], actions: NDArray[np.intp], won: NDArray[np.float64]) -> None:
        """Add what was won after some actions; what was learnt long ago counts less and less."""
        cells = np.ravel_multi_index((situations, actions), self.won.shape)
        self.won *= FORGET
        self.taken *= FORGET
        self.won += np.bincount(cells, won, self.won.size).reshape(self.won.shape)
        self.taken += np.bincount(cells, minlength=self.won.size).reshape(self.won.shape)


FORGET = 0.999
# No player is asked more often in a hand of limit stud: four rounds with at most this many turns.
MOST_TURNS = 24


def train(learner: Learner, table: soko.Table, opponents: Sequence[str], steps: int) -> list[float]:
    """Play steps at all tables and learn from each hand that ends; returns what a hand won, by part of the training."""
    n, every = table.tables, max(1, steps // 50)
    cells = np.zeros((2, n, MOST_TURNS), dtype=np.intp)
    turns = np.zeros(n, dtype=np.intp)
    curve, won, hands = [], 0.0, 0
    for step in range(1, steps + 1):
        actions = np.zeros(n, dtype=np.int8)
        for seat, name in enumerate(opponents, 1):
            np.maximum(actions, table.suggest(name, seats=[seat]), out=actions)
        mine = (table.actors == SEAT).nonzero()[0]
        if mine.size:
            situations = learner.situations(table.observations[mine])
            chosen = learner.explore(situations, table.legal[mine], part=0.3 * (1 - step / steps) + 0.02)
            actions[mine] = chosen
            cells[:, mine, turns[mine]] = situations, chosen
            turns[mine] = np.minimum(turns[mine] + 1, MOST_TURNS - 1)
        over = table.terminated.copy()
        table.step(actions)
        ended = (table.terminated & ~over).nonzero()[0]
        if ended.size:
            rewards = table.rewards[ended, SEAT]
            taken = np.arange(MOST_TURNS) < turns[ended, None]
            returns = np.broadcast_to(rewards[:, None], taken.shape)[taken].astype(float)
            learner.learn(cells[0, ended][taken], cells[1, ended][taken], returns)
            turns[ended] = 0
            won, hands = won + float(rewards.sum()), hands + ended.size
        if step % every == 0:
            curve.append(won / max(1, hands))
            won, hands = 0.0, 0
    return curve


def plot(curve: Sequence[float], result: soko.Playout, path: str) -> None:
    """Draw what the learner won a hand while it learnt, and what it wins now."""
    from matplotlib.figure import Figure

    learner = result.policies[0]
    low, high = learner.interval()
    figure = Figure(figsize=(8, 4.5), dpi=120, layout="constrained")
    axes: Any = figure.subplots()
    parts = np.arange(1, len(curve) + 1) / len(curve) * 100
    axes.plot(parts, curve, marker="o", markersize=3, label="while it learns and explores")
    axes.axhspan(low, high, color="tab:green", alpha=0.3, label=f"then: {learner.mean:+.2f} (95% interval)")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("part of the training in percent")
    axes.set_ylabel("chips won a hand")
    axes.set_title(f"A table of {int(np.prod(SHAPE))} situations against {', '.join(result.players[1:])}")
    axes.legend()
    figure.savefig(path)


def main(argv: Sequence[str] | None = None) -> soko.Playout:
    """Train, play, print and plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponents", default="call,tight", help="built-in policies, one a seat (call,tight)")
    parser.add_argument("--steps", type=int, default=2500, help="how long it learns (2500)")
    parser.add_argument("--tables", type=int, default=4096, help="at how many tables (4096)")
    parser.add_argument("--hands", type=int, default=100_000, help="how many hands are played at the end (100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", default="learner.png", help="where the picture goes; '' for none")
    args = parser.parse_args(argv)
    opponents = args.opponents.split(",")
    game, players = soko.games.soko(), 1 + len(opponents)
    table = soko.Table(game, players, args.tables, rng=args.seed)
    learner = Learner(table.observation_layout, np.random.default_rng(args.seed))
    curve = train(learner, table, opponents, args.steps)
    result = soko.playout(game, players, args.hands, [learner, *opponents], args.seed + 1, 1, duplicate=True)
    print(result)
    if args.plot:
        plot(curve, result, args.plot)
    return result


if __name__ == "__main__":
    main()
