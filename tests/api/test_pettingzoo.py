"""The games in PettingZoo: its own conformance tests, and hands that are those of the package."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import soko
from soko import games

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from soko.pettingzoo import env, raw_env, soko_v0

# Its tests ask for arrays where its own card games have dictionaries too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    # As rows of tables are where a hand is over.
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning"),
]
PLAYERS = [(name, players) for name in games.NAMES for players in range(2, games.by_name(name).max_players + 1)]


def play(environment: Any, choice: random.Random) -> list[tuple[str, int]]:
    """Play a hand at random to its end; comes back with what was done."""
    done = []
    for agent in environment.agent_iter():
        observed, _, is_over, is_cut, _ = environment.last()
        action = None
        if not (is_over or is_cut):
            action = choice.choice(np.flatnonzero(observed["action_mask"]).tolist())
            done.append((agent, action))
        environment.step(action)
    return done


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_the_tests_of_pettingzoo_pass(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(players=players, game=name), num_cycles=25)
    seed_test(lambda: env(players=players, game=name), num_cycles=5)
    assert "Passed API test" in capsys.readouterr().out


def test_the_tests_of_rendering_pass(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(soko_v0.env)
    assert "seat 0 antes 1\n" in capsys.readouterr().out


@pytest.mark.parametrize("name", games.NAMES)
def test_agents_see_what_tables_show_and_win_what_hands_pay(name: str) -> None:
    switches = {"carry_over": True} if name == "follow_the_bitch" else {}
    environment, choice = raw_env(players=3, game=games.by_name(name, **switches)), random.Random(1)
    environment.reset(seed=5)
    for _ in range(10):
        won = dict.fromkeys(environment.possible_agents, 0)
        for agent in environment.agent_iter():
            observed, reward, is_over, _, _ = environment.last()
            won[agent] += reward
            hand = environment.hand
            if is_over:
                assert not observed["action_mask"].any()
                environment.step(None)
                continue
            table = soko.Table.from_hands([hand])
            assert observed["observation"].tobytes() == table.observations[0].tobytes()
            assert observed["action_mask"].astype(bool).tolist() == table.legal[0].tolist()
            assert agent == f"player_{hand.actor}"
            for other in environment.possible_agents:
                seen = environment.observe(other)
                assert environment.observation_space(other).contains(seen)
                assert seen["action_mask"].any() == (other == agent)
            environment.step(choice.choice(np.flatnonzero(observed["action_mask"]).tolist()))
        assert tuple(won.values()) == environment.hand.payoffs
        assert environment.agents == []
        environment.reset()


def test_a_seed_deals_the_same_hands_and_the_box_moves_on() -> None:
    environment = soko_v0.env(players=4)
    dealt = []
    for _ in range(2):
        environment.reset(seed=11)
        for _ in range(5):
            dealt.append((environment.unwrapped.hand.dealer, environment.unwrapped.hand.to_dict()["deck"]))
            environment.reset()
    assert dealt[:5] == dealt[5:]
    assert [dealer for dealer, _ in dealt[:5]] == [3, 0, 1, 2, 3]
    assert len({tuple(deck) for _, deck in dealt}) == 5  # type: ignore[arg-type]


def test_copies_go_on_alike() -> None:
    environment = raw_env(players=3, game="follow_the_bitch", stacks=[100, 50, 20])
    environment.reset(seed=2)
    environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[0]))
    twins = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    done = play(environment, random.Random(3))
    for twin in twins:
        assert play(twin, random.Random(3)) == done
        twin.reset()
    environment.reset()
    assert twins[0].hand == twins[1].hand == environment.hand


def test_an_illegal_action_ends_the_episode_or_is_refused() -> None:
    environment = raw_env(players=2)
    environment.reset(seed=1)
    before = environment.hand.to_dict()
    with pytest.raises(soko.IllegalAction, match=r"^action 0, fold, is not legal .*; legal: 2 3$"):
        environment.step(0)
    with pytest.raises(TypeError, match="None"):
        environment.step(None)
    assert environment.hand.to_dict() == before
    checked = env(players=2)
    checked.reset(seed=1)
    loser = checked.agent_selection
    checked.step(0)
    assert checked.terminations == {"player_0": True, "player_1": True}
    assert checked.rewards[loser] == -1


def test_text_of_a_hand() -> None:
    environment = raw_env(players=2, render_mode="ansi")
    environment.reset(seed=1)
    assert "seat 0 is dealt a card face down" in environment.render()
    assert environment.render().endswith(repr(environment.hand))
    assert raw_env(players=2).render() is None


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"players": 9}, soko.SeatError, "9 stacks: the game is for 2 to 8 players"),
        ({"players": 1}, soko.SeatError, "players 1"),
        ({"players": 10**12}, soko.SeatError, "players 1000000000000"),
        ({"players": 2.5}, TypeError, "players 2.5: a whole number is needed"),
        ({"players": 3, "stacks": [100, 100]}, soko.SeatError, "2 stacks for 3 players"),
        ({"players": 2, "stacks": 0}, soko.SeatError, "seat 0 has no chips"),
        ({"game": "holdem"}, soko.RulesError, "'holdem': unknown game"),
        ({"game": 7}, TypeError, "rules must be a soko.Rules"),
        ({"render_mode": "rgb_array"}, soko.ArgumentError, "render_mode 'rgb_array': 'human', 'ansi' or None"),
    ],
)
def test_what_cannot_be_played_is_refused(keywords: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        env(**keywords)


def test_any_game_may_be_played() -> None:
    environment = soko_v0.env(players=4, game=games.soko(deck=20, limit="pot"), stacks=60)
    environment.reset(seed=4)
    assert play(environment, random.Random(1))
    assert sum(environment.unwrapped.hand.payoffs) == 0
