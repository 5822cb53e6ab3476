"""Environments for Gymnasium: one seat at tables where built-in policies, or your own, play the others.

Importing it registers the games (``IDS``). It needs the ``gymnasium`` extra.

>>> import gymnasium as gym
>>> import soko.gymnasium
>>> env = gym.make("soko/Soko-v0", opponents=("tight", "call"), players=3)
>>> observation, info = env.reset(seed=7)
>>> observation["observation"].shape, observation["action_mask"].dtype
((31,), dtype('int8'))
>>> envs = gym.make_vec("soko/Soko-v0", num_envs=1000, opponents=("tight",))
>>> observations, infos = envs.reset(seed=7)
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> rewards.shape
(1000,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from soko import games
from soko._checks import count
from soko._soko import ArgumentError, Rules, SeatError
from soko.lockstep import ACTIONS, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from soko._table_seats import _SeatPolicy

    _Observation = dict[str, NDArray[Any]]

__all__ = ["IDS", "SokoEnv", "SokoVectorEnv"]

IDS: Final = {name: f"soko/{name.replace('_', ' ').title().replace(' ', '')}-v0" for name in games.NAMES}
"""The ids of the environments, by the names of the games."""

_MODES: Final[dict[Any, Any]] = dict(zip(AutoresetMode, ("next", "same", False), strict=True))
_SHOWN: Final[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}


class SokoVectorEnv(VectorEnv[Any, Any, Any]):
    """Many hands at a time, one seat of each yours, on a ``soko.Table``; an episode is a hand.

    Observations are ``{"observation", "action_mask"}``: rows as ``soko.Table.observation_layout`` says, and which of
    the seven actions are legal. Where a hand is over, the row is what you saw at its end, and the mask all ones, since
    any action will do. An action that is not legal is replaced by what an absent player does. The reward is the chips
    won or lost in the hand, at its end.

    Parameters
    ----------
    num_envs
        How many environments.
    game
        The name of a game, or rules.
    opponents
        The policies of the other seats clockwise from yours, repeated if there are fewer: names of
        ``soko.playouts.POLICIES``, or callables.
    players
        How many seats each table has, 2 to 10.
    seat
        Your seat. The dealer box moves on by one seat with each hand.
    autoreset_mode
        How hands follow each other; ``metadata`` says it too.
    render_mode
        ``"ansi"`` for texts of what you see, or ``None``.
    settings
        ``stacks``, ``threads`` and ``duplicate`` as in ``soko.Table``.

    Raises
    ------
    SokoError
        What ``soko.Table`` raises, and for an unknown mode.

    Examples
    --------
    >>> from soko.gymnasium import SokoVectorEnv
    >>> envs = SokoVectorEnv(100, players=2, opponents=("call",), autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=7)
    >>> envs.action_masks().shape
    (100, 7)
    """

    metadata: dict[str, Any] = {**_SHOWN, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as declared above

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str | Rules = "soko",
        opponents: Sequence[_SeatPolicy] = ("tight",),
        players: int = 6,
        seat: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,  # noqa: ANN401 - those of Table
    ) -> None:
        """Seat the opponents, and begin hands of no seed."""
        if render_mode not in {None, "ansi"} or not opponents or isinstance(opponents, str):
            msg = f"render_mode {render_mode!r}, opponents {opponents!r}: None or 'ansi', and a list of one or more"
            raise ArgumentError(msg)
        self.seat = count("seat", seat, 0, count("players", players, 2, 10, SeatError) - 1, SeatError)
        self.mode, self.num_envs, self.render_mode = AutoresetMode(autoreset_mode), num_envs, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": self.mode}
        others = [(seat + 1 + number) % players for number in range(players - 1)]
        settings["seats"] = {other: opponents[number % len(opponents)] for number, other in enumerate(others)}
        settings |= {"autoreset": _MODES[self.mode], "on_illegal": "mask"}
        rules = game if isinstance(game, Rules) else games.by_name(game)
        self.table = Table(rules, players, num_envs, **settings)
        rows = gym.spaces.Box(-1, np.finfo(np.float32).max, self.table.observations.shape[1:], np.float32)
        spaces = {"observation": rows, "action_mask": gym.spaces.MultiBinary(len(ACTIONS))}
        self.single_observation_space = gym.spaces.Dict(spaces)
        self.single_action_space = gym.spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ends = cast("NDArray[np.float32]", self.table.final_observations)
        # Where the last step ended an episode, and where it began a hand that is over already, with its reward.
        self._done, self._held, self._kept = *np.zeros((2, num_envs), np.bool_), np.zeros(num_envs)
        self._begin(~self._done)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin the next hands, or with a seed the first ones of it; ``options["reset_mask"]`` says where."""
        every = np.arange(self.num_envs)
        mask, several = (options or {}).get("reset_mask", every >= 0), hasattr(seed, "__len__")
        seeds = list(cast("Sequence[int | None]", seed if several else [seed]))
        super().reset(seed=None if several else seeds[0])
        for number, one in zip(range(self.num_envs if several else 1), seeds, strict=True):
            self.table.reset(mask & (every == number) if several else mask, rng=one)
        self._begin(mask)
        return self._seen(), {}

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[_Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in each environment; the others act until it is your turn again."""
        table, held, is_next = self.table, self._held, self.mode is AutoresetMode.NEXT_STEP
        table.step(np.ascontiguousarray(actions, np.int64), where=~held if held.any() else None)
        rewards, done = table.rewards[:, self.seat].astype(np.float64), table.terminated.copy()
        rewards[held] = self._kept[held]
        # A hand may be over as soon as it has begun. The step that begins it is no part of it: the next one shows it.
        self._held = done & self._done & is_next
        self._kept[self._held], rewards[self._held] = rewards[self._held], 0
        done &= ~self._held
        self._done = done
        infos: dict[str, Any] = {}
        if self.mode is AutoresetMode.SAME_STEP and done.any():
            # As gymnasium's own vector environments have them: an object for each environment.
            last, ends = np.full(self.num_envs, None), self._ends[done]
            masks = np.ones((len(ends), len(ACTIONS)), np.int8)
            last[done] = [{"observation": end, "action_mask": mask} for end, mask in zip(ends, masks, strict=True)]
            infos = {"final_obs": last, "_final_obs": done, "final_info": {}, "_final_info": done}
        return self._seen(), rewards, done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, bool (n, 7); all where a hand is over."""
        return self.table.legal | (self.table.actors < 0)[:, None]

    def render(self) -> tuple[str, ...] | None:
        """Return what you see of each hand, in words."""
        hands = map(self.table.hand, range(self.num_envs))
        return tuple(str(hand.view(self.seat)) for hand in hands) if self.render_mode else None

    def _begin(self, mask: NDArray[np.bool_]) -> None:
        """Forget the episodes that were; hands that are over as soon as they have begun are shown by the next step."""
        self._done[mask] = False
        self._held[mask] = self.table.terminated[mask]
        self._kept[mask] = self.table.rewards[mask, self.seat]

    def _seen(self) -> _Observation:
        rows, over = self.table.observations.copy(), self.table.actors < 0
        if self.mode is not AutoresetMode.SAME_STEP and over.any():
            rows[over] = self._ends[over]
        return {"observation": rows, "action_mask": self.action_masks().view(np.int8)}


class SokoEnv(gym.Env[Any, Any]):
    """One hand after another, one seat of which is yours: ``SokoVectorEnv`` with a single environment.

    >>> from soko.gymnasium import SokoEnv
    >>> env = SokoEnv(players=2, opponents=("call",), render_mode="ansi")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
    >>> terminated, truncated
    (False, False)
    """

    metadata: ClassVar[dict[str, Any]] = _SHOWN  # type: ignore[misc]

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - those of the other class
        """Take the arguments of ``SokoVectorEnv``, but for the number of environments and the mode."""
        self._many = many = SokoVectorEnv(1, autoreset_mode=AutoresetMode.DISABLED, **arguments)
        self.render_mode, self.table = many.render_mode, many.table
        self.observation_space, self.action_space = many.single_observation_space, many.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin the next hand, or with a seed the first one of it."""
        super().reset(seed=seed)
        observations, infos = self._many.reset(seed=seed, options=options)
        return _first(observations), infos

    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Act; the others act until it is your turn again."""
        observations, rewards, done, _, infos = self._many.step(np.array([action]))
        return _first(observations), float(rewards[0]), bool(done[0]), False, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, bool (7,); all where the hand is over."""
        return cast("NDArray[np.bool_]", self._many.action_masks()[0])

    def render(self) -> str | None:
        """Return what you see, in words."""
        return (self._many.render() or (None,))[0]


def _first(observations: _Observation) -> _Observation:
    return {name: rows[0] for name, rows in observations.items()}


for _name, _id in IDS.items():
    gym.register(_id, f"{__name__}:SokoEnv", vector_entry_point=f"{__name__}:SokoVectorEnv", kwargs={"game": _name})
