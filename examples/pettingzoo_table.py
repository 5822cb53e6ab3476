"""Four agents of PettingZoo at one table of Soko: one plays by its cards, the others at random.

python examples/pettingzoo_table.py                 # a few seconds; needs the extra pettingzoo
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

import soko
from soko.pettingzoo import soko_v0

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PLAYERS, CARDS = 4, 5
FOLD, CALL, BRING_IN, LEAST = 0, 1, 2, 3


def by_cards(observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
    """Bet with a pair or better than an ace in two cards, call with a queen, and fold the rest where that is legal."""
    own = observation[:CARDS]
    ranks = np.sort(own[own >= 0] // 4)[::-1]
    has_pair = len(set(ranks)) < len(ranks)
    if has_pair or ranks[:2].sum() >= 22:
        wanted = [LEAST, CALL, BRING_IN]
    else:
        wanted = [CALL, BRING_IN, FOLD] if ranks[0] >= 10 else [FOLD, BRING_IN, CALL]
    return next(action for action in wanted if mask[action])


def play(hands: int, seed: int) -> dict[str, int]:
    """Play hands and return the chips that each agent won or lost."""
    table = soko_v0.env(players=PLAYERS, game=soko.games.soko())
    chance, won = np.random.default_rng(seed), dict.fromkeys(table.possible_agents, 0)
    for hand in range(hands):
        table.reset(seed=seed if hand == 0 else None)
        for agent in table.agent_iter():
            observed, reward, is_over, is_cut, _ = table.last()
            won[agent] += reward
            if is_over or is_cut:
                action = None
            elif agent == "player_0":
                action = by_cards(observed["observation"], observed["action_mask"])
            else:
                action = int(chance.choice(np.flatnonzero(observed["action_mask"])))
            table.step(action)
    return won


def main(argv: Sequence[str] | None = None) -> dict[str, int]:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args(argv)
    won = play(args.hands, args.seed)
    for agent, chips in won.items():
        print(f"{agent}  {chips / args.hands:+7.2f} chips a hand")
    return won


if __name__ == "__main__":
    main()
