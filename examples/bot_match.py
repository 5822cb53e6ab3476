"""A match of bots: one written here, in numpy, against each that is built in, heads-up and with duplicate deals.

The bot counts what its cards make by the size of its pairs and how high they are, and what it sees of the other's. It
stays while it is ahead, or while the pot pays well enough; the table says what that is worth, and how sure that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import soko
from soko.lockstep import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]

GAME = soko.games.soko()
DEALS, SEED = 10_000, 7
FOLD, CHECK_OR_CALL, BRING_IN, LEAST = map(ACTIONS.index, ("fold", "check or call", "bring-in", "least"))


def value(cards: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return what some cards are worth, those that are not seen left out: pairs first, then the highest rank."""
    ranks = np.where(cards >= 0, cards // 4, -1).astype(np.int64)
    held = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    paired = np.where(held >= 2, 13 * held + np.arange(13), 0).sum(axis=1)
    return 100 * paired + ranks.max(axis=1)


def make_bot(rules: soko.Rules) -> Policy:
    """Return the bot for a game; where each number stands in a row is asked once."""
    table = soko.Table(rules, 2, tables=1)
    layout = table.observation_layout

    def ahead_or_cheap(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        cards = observations[:, layout["cards"]].reshape(len(observations), 2, -1)
        ahead = value(cards[:, 0]) > value(cards[:, 1])
        price = observations[:, layout["to_call"]][:, 0] / observations[:, layout["pot"]][:, 0]
        wanted = np.where(ahead, LEAST, np.where(price > 0.25, FOLD, CHECK_OR_CALL))
        may = np.take_along_axis(legal, wanted[:, None], axis=1)[:, 0]
        # Nobody folds for free, and a bot that may not raise any more calls.
        passive = np.where(legal[:, CHECK_OR_CALL], CHECK_OR_CALL, BRING_IN)
        return np.where(may & ((wanted != FOLD) | (price > 0)), wanted, passive)

    return ahead_or_cheap


def main() -> None:
    """Play the bot against each policy that is built in."""
    bot = make_bot(GAME)
    print(f"{'against':10}{'chips a hand':>14}{'95% interval':>20}{'folded':>9}{'showdown':>10}")
    for opponent in ("random", "call", "maniac", "tight", "pot-odds"):
        result = soko.playout(GAME, 2, DEALS, [bot, opponent], rng=SEED, duplicate=True)
        score = result.policies[0]
        low, high = score.interval()
        interval = f"{low:+.2f} to {high:+.2f}"
        print(f"{opponent:10}{score.mean:+14.2f}{interval:>20}{score.fold_rate:9.0%}{score.showdown_rate:10.0%}")


if __name__ == "__main__":
    main()
