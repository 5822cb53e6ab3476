"""The games in PettingZoo, with one hand an episode (extra ``pettingzoo``): ``soko_v0.env(players=6)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final, cast

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv  # type: ignore[import-untyped,unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped,unused-ignore]

from soko import games
from soko._checks import count, game_rules
from soko._soko import ArgumentError, Hand, Rules, SeatError
from soko.lockstep import ACTIONS, default_stack

Chips = int | Sequence[int] | None
__all__ = ["env", "raw_env", "soko_v0"]


def env(**keywords: Any) -> AECEnv:  # noqa: ANN401
    """Return ``raw_env`` in PettingZoo's usual checks, where an illegal action ends the episode."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**keywords), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - what PettingZoo calls it
    """Hands for agents ``player_0``, ``player_1`` and so on; ``hand`` is the ``soko.Hand`` being played.

    Parameters
    ----------
    players
        How many agents.
    game
        The game: ``soko.Rules``, or the name of one.
    stacks
        The chips of each agent when a hand begins, or of all alike; as many as in ``soko.Table`` by default.
    render_mode
        ``"ansi"``: ``render()`` returns a text; ``"human"``: it is printed after each step; ``None``.

    Raises
    ------
    SokoError
        These do not go together, or are unknown.
    """

    metadata = {"name": "soko_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, players: int = 6, game: Rules | str = "soko", stacks: Chips = None, render_mode: str | None = None
    ) -> None:
        if render_mode not in {None, "human", "ansi"}:
            raise ArgumentError(f"render_mode {render_mode!r}: 'human', 'ansi' or None")  # noqa: EM102, TRY003
        self.rules = games.by_name(game) if isinstance(game, str) else game_rules(game)
        seats = count("players", players, 2, 10, SeatError)
        alike = [default_stack(self.rules) if stacks is None else stacks] * seats
        self.stacks = cast("list[int]", [*islice(stacks, 11)] if isinstance(stacks, Iterable) else alike)
        if len(self.stacks) != seats:
            raise SeatError(f"{len(self.stacks)} stacks for {players} players")  # noqa: EM102, TRY003
        self.render_mode, self.hands, self.chance = render_mode, 0, np.random.default_rng()
        self.hand = Hand(self.rules, self.stacks, rng=self.chance)
        self.agents = self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        row = Box(-1, max(51, sum(self.stacks)), self.hand.observe(0).shape, np.float32)
        mask = Box(0, 1, (len(ACTIONS),), np.int8)
        self.observation_spaces = {name: Dict(observation=row, action_mask=mask) for name in self.agents}
        self.action_spaces = {name: Discrete(len(ACTIONS)) for name in self.agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin another hand; the dealer box moves on. A seed begins anew: the same hands in the same order."""
        if seed is not None:
            self.chance, self.hands = np.random.default_rng(seed), 0
        dealer = (self.hands - 1) % len(self.stacks)
        self.hand, self.hands = Hand(self.rules, self.stacks, rng=self.chance, dealer=dealer), self.hands + 1
        self.agents = [*self.possible_agents]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0) for _ in range(2))
        self.truncations, self.infos = dict.fromkeys(self.agents, False), {name: {} for name in self.agents}  # type: ignore[var-annotated]
        self._settle()

    def _settle(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.hand.is_over)
        self.agent_selection = self.possible_agents[self.hand.actor or 0]
        if self.hand.payoffs is not None:
            self.rewards = dict(zip(self.agents, self.hand.payoffs, strict=True))
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """Return what an agent sees, as ``Table.observation_layout`` has it, and the actions that it may take."""
        seat, mask = self.possible_agents.index(agent), np.zeros(len(ACTIONS), np.int8)
        if seat == self.hand.actor:
            mask[:] = self.hand.legal_mask()
        return {"observation": self.hand.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.hand.act_number(cast("int", action))
        self._settle()

    def render(self) -> str | None:
        text = "\n".join([*map(str, self.hand.view(None).events), repr(self.hand)])
        if self.render_mode == "human":
            print(text, end="\n\n")
        return text if self.render_mode == "ansi" else None


soko_v0: Final = SimpleNamespace(env=env, raw_env=raw_env)
