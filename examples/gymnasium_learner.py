"""REINFORCE in numpy on the environments of Gymnasium: one seat learns, built-in policies play the others.

A linear policy over a few features, trained on thousands of hands at a time; an episode is a hand. It needs the
``gymnasium`` extra and takes some seconds.

    python examples/gymnasium_learner.py --opponents call --steps 500
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import soko.gymnasium

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PLAYERS = 3


def features(rows: NDArray[np.float32], layout: dict[str, slice]) -> NDArray[np.float32]:
    """Return what the policy looks at: pairs and the highest rank, its own and those that others show, and the bet."""
    cards = rows[:, layout["cards"]].reshape(len(rows), PLAYERS, -1)
    ranks = np.where(cards < 0, np.nan, cards // 4)
    pairs = ((ranks[..., :, None] == ranks[..., None, :]).sum(axis=(2, 3)) - (cards >= 0).sum(axis=2)) / 2
    top = np.where(cards < 0, -1, cards // 4).max(axis=2) / 12
    others = np.where(rows[:, layout["live"]] > 0, pairs, 0)[:, 1:].max(axis=1)
    bet = rows[:, layout["to_call"]][:, 0] > 0
    street = rows[:, layout["street"]][:, 0] / 3
    columns = (np.ones(len(rows)), pairs[:, 0], top[:, 0], others, bet, bet * pairs[:, 0], street)
    return np.stack(columns, axis=1).astype(np.float32)


def probabilities(weights: NDArray[np.float64], seen: NDArray[np.float32], mask: NDArray[Any]) -> NDArray[np.float64]:
    """Return how likely the policy takes each legal action."""
    scores = np.where(mask > 0, seen @ weights, -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def play(
    envs: gym.vector.VectorEnv[Any, Any, Any], weights: NDArray[np.float64], steps: int, rate: float, seed: int
) -> float:
    """Play, and learn where the rate is above 0; return what was won a hand."""
    layout = envs.unwrapped.table.observation_layout
    generator, n = np.random.default_rng(seed), envs.num_envs
    observations, _ = envs.reset(seed=seed)
    # For each hand under way, the gradient of how likely its actions were.
    gradients = np.zeros((n, *weights.shape))
    hands, chips = 0, 0.0
    for _ in range(steps):
        seen = features(observations["observation"], layout)
        likely = probabilities(weights, seen, observations["action_mask"])
        actions = (likely.cumsum(axis=1) > generator.random((n, 1))).argmax(axis=1)
        gradients += seen[:, :, None] * (np.eye(7)[actions] - likely)[:, None, :]
        observations, rewards, done, _, infos = envs.step(actions)
        if rate > 0 and done.any():
            advantage = (rewards - rewards[done].mean())[done] / (rewards[done].std() + 1)
            weights += rate * np.tensordot(advantage, gradients[done], axes=1) / done.sum()
        gradients[done] = 0
        hands += int(done.sum())
        chips += float(infos["episode"]["r"][done].sum()) if done.any() else 0.0
    return chips / hands


def main(arguments: Sequence[str] | None = None) -> tuple[float, float]:
    """Learn, and return what was won a hand before and after."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--envs", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--opponents", default="call,tight", help="names of built-in policies")
    chosen = parser.parse_args(arguments)
    made = gym.make_vec(
        soko.gymnasium.IDS["soko"], chosen.envs, players=PLAYERS, opponents=chosen.opponents.split(","),
        autoreset_mode=AutoresetMode.SAME_STEP,
    )  # fmt: skip
    envs = RecordEpisodeStatistics(made)
    weights = np.zeros((7, 7))
    before = play(envs, weights, 60, 0, seed=1)
    play(envs, weights, chosen.steps, 0.5, seed=2)
    after = play(envs, weights, 60, 0, seed=1)
    print(f"chips a hand against {chosen.opponents}: {before:+.2f} at random, {after:+.2f} after learning")
    return before, after


if __name__ == "__main__":
    main()
