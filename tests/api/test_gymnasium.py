"""The environments for Gymnasium, by its own checks, and against tables stepped by hand."""

from typing import Any

import numpy as np
import pytest

import soko

gym = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers import RecordEpisodeStatistics  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordMany  # noqa: E402

from soko.gymnasium import IDS, SokoEnv, SokoVectorEnv  # noqa: E402

MODES = list(AutoresetMode)


def first_legal(observations: Any, legal: Any) -> Any:
    assert len(observations) == len(legal)
    return legal.argmax(axis=1)


def chosen(masks: Any, generator: np.random.Generator) -> Any:
    return (masks * generator.random(masks.shape)).argmax(axis=1)


def test_there_is_an_id_for_each_game() -> None:
    assert IDS["soko"] == "soko/Soko-v0"
    assert IDS["follow_the_bitch"] == "soko/FollowTheBitch-v0"
    assert sorted(IDS) == sorted(soko.games.NAMES)
    for name, env_id in IDS.items():
        env = gym.make(env_id, players=3)
        assert env.unwrapped.table.rules == soko.games.by_name(name)
        env.close()
        assert gym.make_vec(env_id, num_envs=2, players=3).table.rules == soko.games.by_name(name)


@pytest.mark.parametrize("env_id", IDS.values())
@pytest.mark.parametrize("opponents", [("tight",), ("call", first_legal)])
def test_it_passes_the_check_of_environments(env_id: str, opponents: Any) -> None:
    env = gym.make(env_id, opponents=opponents, players=3, render_mode="ansi")
    check_env(env.unwrapped)
    # What make adds checks each step.
    env.reset(seed=3)
    for _ in range(60):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        assert not truncated
        if terminated:
            env.reset()


def test_an_episode_is_a_hand() -> None:
    env = RecordEpisodeStatistics(gym.make("soko/Soko-v0", players=4, seat=2))
    generator = np.random.default_rng(1)
    observation, _ = env.reset(seed=7)
    table = soko.Table(soko.games.soko(), 4, 1, rng=7, seats=dict.fromkeys((0, 1, 3), "tight"), autoreset=False)
    for _ in range(30):
        assert (observation["observation"] == table.observations[0]).all()
        assert (observation["action_mask"] == table.legal[0]).all()
        assert (env.unwrapped.action_masks() == table.legal[0]).all()
        total, terminated, info = 0.0, False, {}
        while not terminated:
            action = chosen(table.legal, generator)
            observation, reward, terminated, _, info = env.step(int(action[0]))
            table.step(action)
            total += reward
        assert total == info["episode"]["r"] == table.rewards[0, 2]
        assert table.final_observations is not None
        assert (observation["observation"] == table.final_observations[0]).all()
        assert observation["action_mask"].all()
        observation, _ = env.reset()
        table.reset()


@pytest.mark.parametrize("mode", MODES)
def test_many_are_like_gymnasiums_own_many(mode: AutoresetMode) -> None:
    """The same shapes, types, keys and rules of episodes as the vector environment of single ones."""
    arguments = {"players": 3, "stacks": 20}
    many = gym.make_vec("soko/Soko-v0", num_envs=5, autoreset_mode=mode, **arguments)
    own = SyncVectorEnv([lambda: SokoEnv(**arguments)] * 5, autoreset_mode=mode)
    assert many.metadata["autoreset_mode"] == own.metadata["autoreset_mode"] == mode
    for name in ("single_observation_space", "single_action_space", "observation_space", "action_space"):
        assert getattr(many, name) == getattr(own, name)
    generator, keys, ended = np.random.default_rng(5), [], [0, 0]
    for which, env in enumerate((many, own)):
        found: dict[bool, Any] = {}
        observations, infos = env.reset(seed=[*range(5)])
        for _ in range(80):
            assert observations in many.observation_space
            result = env.step(chosen(observations["action_mask"], generator))
            observations, infos = result[0], result[4]
            done = bool(result[2].any())
            parts = [*(observations[name] for name in sorted(observations)), *result[1:4]]
            found[done] = [(part.dtype, part.shape) for part in parts], _shape(infos)
            ended[which] += int(result[2].sum())
            if mode is AutoresetMode.DISABLED and done:
                observations, infos = env.reset(options={"reset_mask": result[2]})
        keys.append(found)
    assert keys[0] == keys[1]
    assert min(ended) > 10


def _shape(infos: Any) -> Any:
    """Return the keys of infos, with what their values are like."""
    if isinstance(infos, dict):
        return {key: _shape(value) for key, value in infos.items()}
    return infos.dtype, infos.shape


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("stacks", [30, 1])
def test_statistics_of_many_are_the_results_of_hands(mode: AutoresetMode, stacks: int) -> None:
    """Also where all are all-in from the antes, so that hands are over before anybody acts."""
    envs = RecordMany(SokoVectorEnv(20, players=3, stacks=stacks, autoreset_mode=mode), buffer_length=10_000)
    observations, _ = envs.reset(seed=7)
    table = soko.Table(soko.games.soko(), 3, 20, stacks=stacks, rng=7, seats={1: "tight", 2: "tight"})
    won: list[list[float]] = [[] for _ in range(20)]
    seen: list[list[float]] = [[] for _ in range(20)]
    episodes: list[list[float]] = [[] for _ in range(20)]
    for _ in range(80):
        observations, rewards, done, _, infos = envs.step(observations["action_mask"].argmax(axis=1))
        assert not rewards[~done].any()
        for number in np.flatnonzero(done).tolist():
            seen[number].append(rewards[number])
            episodes[number].append(infos["episode"]["r"][number])
        if mode is AutoresetMode.SAME_STEP and done.any():
            assert (infos["_final_obs"] == done).all()
        if mode is AutoresetMode.DISABLED and done.any():
            observations, _ = envs.reset(options={"reset_mask": done.copy()})
    if table.terminated.any():
        for number in np.flatnonzero(table.terminated).tolist():
            won[number].append(float(table.rewards[number, 0]))
    for _ in range(400):
        table.step(table.legal.argmax(axis=1))
        for number in np.flatnonzero(table.terminated).tolist():
            won[number].append(float(table.rewards[number, 0]))
    for number in range(20):
        assert len(seen[number]) > 10
        assert seen[number] == won[number][: len(seen[number])]
        assert episodes[number] == seen[number]


def test_seeds_and_masks() -> None:
    envs = SokoVectorEnv(8, players=2, opponents=("call",))
    first, _ = envs.reset(seed=7)
    envs.step(np.ones(8, np.int64))
    again, _ = envs.reset(seed=7)
    assert (first["observation"] == again["observation"]).all()
    other, _ = envs.reset(seed=8)
    assert (first["observation"] != other["observation"]).any()
    mask = np.arange(8) < 3
    some, _ = envs.reset(options={"reset_mask": mask})
    assert (some["observation"][~mask] == other["observation"][~mask]).all()
    assert envs.table.hands.tolist() == [1] * 3 + [0] * 5
    assert len(SokoVectorEnv(3, render_mode="ansi").render() or ()) == 3
    assert envs.render() is None


def test_bad_arguments() -> None:
    bad: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"opponents": ()}, soko.ArgumentError, "one or more"),
        ({"opponents": "tight"}, soko.ArgumentError, "a list"),
        ({"opponents": ("tighter",)}, soko.ArgumentError, "tighter"),
        ({"render_mode": "human"}, soko.ArgumentError, "'human'"),
        ({"players": 1}, soko.SeatError, "2 to 10"),
        ({"seat": 6}, soko.SeatError, "0 to 5"),
        ({"game": "holdem"}, soko.RulesError, "holdem"),
        ({"autoreset_mode": "Never"}, ValueError, "Never"),
    ]
    for arguments, error, words in bad:
        with pytest.raises(error, match=words):
            SokoVectorEnv(2, **arguments)
