"""The games in OpenSpiel: its own conformance tests, the reference's rules, and what its algorithms make of them."""

import itertools
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import soko
from soko.reference import rules as slow_rules
from soko.reference.actions import moves
from soko.reference.engine import Hand

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this Python")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    external_sampling_mccfr,
    generate_playthrough,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation  # noqa: E402

from soko import openspiel  # noqa: E402

CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    ("soko", {}),
    ("soko", {"players": 8, "stack": 30, "ante": 2}),
    ("soko", {"limit": "pot", "players": 3, "stack": 500}),
    ("soko", {"deck": 20, "stack": 9}),
    ("soko_canadian_stud", {"players": 4}),
    ("soko_canadian_stud", {"limit": "fixed", "deck": 28, "players": 3}),
    ("soko_five_card_stud", {"limit": "no", "stack": 60}),
    ("soko_seven_card_stud", {"players": 8}),
    ("soko_seven_card_stud", {"limit": "pot", "deck": 32}),
    ("soko_follow_the_bitch", {"players": 3, "ante": 3}),
    ("soko_follow_the_bitch", {"limit": "spread", "deck": 24}),
    ("soko", {"deck": 20, "stack": 4, "cards": "? ? Ac Kc Ah Qc Jc Jd Ts Kd"}),
]
GAMES = pytest.mark.parametrize(("name", "parameters"), CONFIGURATIONS)
# Two hole cards by chance, all else known, and chips for one decision or two.
TINY = ("soko", {"deck": 20, "stack": 4, "cards": "? ? Ac Kc Ah Qc Jc Jd Ts Kd"})


def step(state: Any, choice: random.Random) -> None:
    """Do something at random that is possible; players seldom fold, so that hands go on."""
    if state.is_chance_node():
        state.apply_action(choice.choice(state.chance_outcomes())[0])
        return
    legal = state.legal_actions()
    state.apply_action(choice.choice([action for action in legal if action or choice.random() < 0.3] or legal))


def walk(game: Any, seed: int) -> Iterator[Any]:
    """Play a hand at random and yield each of its states."""
    state, choice = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        yield state
        step(state, choice)
    yield state


@GAMES
def test_the_tests_of_openspiel_pass(name: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, parameters), num_sims=4, serialize=True, verbose=False)


@GAMES
def test_hands_are_those_of_the_reference(name: str, parameters: dict[str, Any]) -> None:
    """The same cards and actions on the reference: who acts, what is legal, and what is won."""
    game = pyspiel.load_game(name, parameters)
    given = {"players": 2, "stack": 100, "ante": 1, "limit": "", "deck": 52, "cards": "", **parameters}
    preset = getattr(slow_rules, name.removeprefix("soko_"))
    stakes = {"limit": given["limit"]} if given["limit"] else {}
    rules = preset(ante=given["ante"], deck=given["deck"], **stakes)
    ahead = given["cards"].split()
    longest = 0
    for seed in range(12):
        hand = Hand(rules, [given["stack"]] * given["players"])
        state, choice, dealt = game.new_initial_state(), random.Random(seed), 0
        while not hand.is_over:
            if hand.chance is not None and dealt < len(ahead) and ahead[dealt] != "?":
                hand.deal(int(soko.Card(ahead[dealt])))
                dealt += 1
                continue
            before = len(state.history())
            if hand.chance is not None:
                assert state.is_chance_node()
                step(state, choice)
                hand.deal(state.history()[before])
                dealt += 1
                continue
            assert state.current_player() == hand.actor
            legal = moves(hand)
            assert state.legal_actions() == sorted(legal)
            step(state, choice)
            hand.act(*legal[state.history()[before]])
        assert state.is_terminal()
        assert state.returns() == list(hand.payoffs or ())
        longest = max(longest, sum(action.player >= 0 for action in state.full_history()))
    assert longest <= game.max_game_length()


@GAMES
def test_what_a_player_knows_is_all_that_it_saw(name: str, parameters: dict[str, Any]) -> None:
    """States that are dealt anew look the same to the player, as text, as numbers and by what it may do."""
    game, choice = pyspiel.load_game(name, parameters), random.Random(1)
    differ = 0
    for seed in range(3):
        for state in walk(game, seed):
            player = choice.randrange(game.num_players())
            other = state.resample_from_infostate(player, choice.random)
            for read in ("information_state_string", "observation_string"):
                assert getattr(other, read)(player) == getattr(state, read)(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if not state.is_chance_node():
                assert other.legal_actions() == state.legal_actions()
            differ += str(other) != str(state)
    assert differ > 5


def test_different_histories_are_never_taken_for_one_another() -> None:
    """Perfect recall: the same text and the same numbers exactly where the player saw the same."""
    game = pyspiel.load_game(*TINY)
    by_text: dict[str, set[tuple[object, ...]]] = {}
    by_numbers: dict[bytes, set[str]] = {}
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            player = state.current_player()
            text = state.information_state_string(player)
            seen = (player, state.history()[player], *state.history()[2:])
            by_text.setdefault(text, set()).add(seen)
            by_numbers.setdefault(np.array(state.information_state_tensor(player)).tobytes(), set()).add(text)
        states += [state.child(action) for action in state.legal_actions()]
    assert all(len(seen) == 1 for seen in by_text.values())
    assert all(len(texts) == 1 for texts in by_numbers.values())
    assert len(by_text) == len(by_numbers) == len(set().union(*by_text.values())) > 50


def test_the_parts_of_the_tensor() -> None:
    game = pyspiel.load_game("soko", {"players": 3})
    state = game.new_initial_state()
    for card in soko.cards("As Kd 7c 2c Qh 9s"):
        state.apply_action(int(card))
    bring_in, least = state.legal_actions()
    assert (state.current_player(), bring_in, least) == (1, 2, 3)
    state.apply_action(least)
    observed = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observed.set_from(state, player=2)
    parts = {name: np.argwhere(part).tolist() for name, part in observed.dict.items()}
    cards = {str(card): int(card) for card in soko.cards("7c 2c Qh 9s")}
    assert parts == {
        "player": [[2]],
        "private_cards": [[0, 0, cards["7c"]]],
        "up_cards": [[0, 0, cards["2c"]], [1, 0, cards["Qh"]], [2, 0, cards["9s"]]],
        "community": [],
        "betting": [[0, 1], [0, 3 + least]],
    }
    assert observed.string_from(state, player=2) == "2 (7c) ? ? ? 2c Qh 9s 1:3"
    observed = make_observation(game)
    observed.set_from(state, player=0)
    assert observed.dict["chips"].tolist() == [[1, 5, 1]]
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.string_from(state, player=0) == "0 ? ? ? 2c Qh 9s 1:3"
    everything = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    )
    assert everything.string_from(state, player=0) == "0 (As) (Kd) (7c) ? ? ? 2c Qh 9s 1:3"


@GAMES
def test_states_are_copied_and_written_down(name: str, parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(name, parameters)
    for state in itertools.islice(walk(game, 3), 0, None, 5):
        twin, written = state.clone(), str(state)
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(again) == str(twin) == written
        assert str(pickle.loads(pickle.dumps(state))) == written
        if not state.is_terminal():
            step(twin, random.Random(4))
            assert (str(state), state.history()) == (written, again.history())
            assert len(twin.history()) == len(state.history()) + 1


def test_playthroughs_replay(tmp_path: Path) -> None:
    # It is a program's module, with options.
    flags.FLAGS.mark_as_parsed()
    for number, (name, parameters) in enumerate(CONFIGURATIONS[3:6]):
        text = ",".join(f"{key}={value}" for key, value in parameters.items())
        played = generate_playthrough.playthrough(f"{name}({text})", None, seed=number)
        (tmp_path / "played.txt").write_text(played, encoding="utf-8")
        original, again = generate_playthrough.replay(str(tmp_path / "played.txt"))
        assert original == again


def test_sampling_solvers_run_in_both_languages() -> None:
    tiny, whole = pyspiel.load_game(*TINY), pyspiel.load_game("soko")
    for solver in (
        pyspiel.ExternalSamplingMCCFRSolver(tiny, 7),
        pyspiel.OutcomeSamplingMCCFRSolver(whole),
        external_sampling_mccfr.ExternalSamplingSolver(tiny),
        outcome_sampling_mccfr.OutcomeSamplingSolver(whole),
    ):
        run = getattr(solver, "run_iteration", None) or solver.iteration
        for _ in range(10):
            run()
        assert solver.average_policy() is not None


def test_counterfactual_regret_is_driven_down_on_a_short_deck() -> None:
    game = pyspiel.load_game(*TINY)
    solver = pyspiel.CFRPlusSolver(game)
    before = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    for _ in range(6):
        solver.evaluate_and_update_policy()
    after = pyspiel.exploitability(game, solver.average_policy())
    assert 0 <= after < before / 2


def test_cards_that_are_given_ahead_are_no_chance() -> None:
    game = pyspiel.load_game("soko", {"cards": "As ? 2c 3d"})
    state = game.new_initial_state()
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert set(outcomes) == set(range(52)) - {int(card) for card in soko.cards("As 2c 3d")}
    assert sum(outcomes.values()) == pytest.approx(1)
    state.apply_action(int(soko.Card("Kd")))
    assert (str(state), state.current_player()) == (" (As) (Kd) ? ? 2c 3d", 1)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"players": 9}, "9 stacks: the game is for 2 to 8 players"),
        ({"players": -1}, "0 stacks: the game is for 2 to 8 players"),
        ({"players": 2**31 - 1}, "more than 255 stacks: at most 10 can play"),
        ({"players": 1}, "1 stacks: the game is for 2 to 8 players"),
        ({"stack": 0}, "seat 0 has no chips"),
        ({"limit": "no"}, "limit 'no': soko is played with 'fixed' or 'pot'"),
        ({"deck": 21}, "deck 21: deck must be 20, 24, 28, 32 or 52 cards"),
        ({"deck": 20, "players": 5}, "5 stacks: the game is for 2 to 4 players"),
        ({"deck": 20, "cards": "? 2c"}, "card 2c is not in the deck of 20 cards"),
        ({"cards": "As As"}, "card As is in the deck twice"),
        ({"cards": "Ax"}, "'Ax'"),
        ({"ante": -1}, "ante -1"),
    ],
)
def test_what_cannot_be_played_is_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(soko.SokoError, match=words):
        pyspiel.load_game("soko", parameters)


def test_observers_take_no_parameters() -> None:
    game = pyspiel.load_game("soko")
    with pytest.raises(soko.SokoError, match=r"^observer parameters {'planes': 3}: there are none$"):
        openspiel.SokoObserver(game, pyspiel.IIGObservationType(perfect_recall=False), {"planes": 3})


def test_programs_that_import_the_door_end_well() -> None:
    code = "import soko.openspiel, pyspiel; pyspiel.load_game('soko').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
