"""Policies of batches: how they are asked, which hand each decision belongs to, and that histories tell all."""

import pickle
import random
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import soko
from soko.policies import Batch, BatchPolicy
from soko.reference.actions import moves
from soko.reference.engine import Hand
from soko.reference.rules import Rules
from soko.reference.stream import hand_key, shuffled_deck
from soko.rng import stream_key

SOKO = soko.games.soko()
GAMES = {
    "soko": SOKO,
    "pot limit": soko.games.soko(limit="pot"),
    "canadian_stud": soko.games.canadian_stud(),
    "seven_card_stud": soko.games.seven_card_stud(),
    "no limit": soko.games.follow_the_bitch(limit="no"),
}


def least(batch: Batch) -> NDArray[np.intp]:
    return batch.legal.argmax(axis=1)


def least_of_rows(_observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
    return legal.argmax(axis=1)


class Net:
    def __call__(self, batch: Batch) -> NDArray[np.intp]:
        return least(batch)

    def of_batch(self, batch: Batch, *, greedy: bool = True) -> NDArray[np.intp]:
        assert greedy
        return least(batch)

    def of_rows(self, observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
        return least_of_rows(observations, legal)


# How a callable is asked


@pytest.mark.parametrize(
    ("policy", "takes_batch"),
    [
        (least, True),
        (least_of_rows, False),
        (Net(), True),
        (Net().of_batch, True),
        (Net().of_rows, False),
        (lambda _, legal: legal.argmax(axis=1), False),
        (lambda *rows: rows[1].argmax(axis=1), False),
        (lambda observations, legal=None: legal.argmax(axis=1), False),  # noqa: ARG005
        (partial(lambda net, batch: net(batch), least), True),
        (partial(lambda batch, net: net(batch), net=least), True),
        (partial(lambda net, observations, legal: net(observations, legal), least_of_rows), False),
    ],
)
def test_callables_of_one_argument_get_a_batch(policy: Callable[..., Any], *, takes_batch: bool) -> None:
    assert BatchPolicy.of(policy).takes_batch is takes_batch
    results = [soko.playout(SOKO, 3, 50, [one, "random"], rng=7, batch=20) for one in (policy, least_of_rows)]
    assert results[0].policies[1] == results[1].policies[1]
    assert replace(results[0].policies[0], name="") == replace(results[1].policies[0], name="")


def test_what_cannot_be_inspected_gets_two_arguments() -> None:
    class Unreadable:
        @property
        def __signature__(self) -> None:
            msg = "no signature"
            raise ValueError(msg)

        def __call__(self, _observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
            return legal.argmax(axis=1)

    policy = Unreadable()
    assert not BatchPolicy.of(policy).takes_batch
    assert soko.playout(SOKO, 2, 20, policy, rng=7).n == 20


def test_batches_are_values_of_read_only_arrays() -> None:
    batches: list[Batch] = []

    def note(batch: Batch) -> NDArray[np.intp]:
        batches.append(batch)
        return least(batch)

    soko.playout(SOKO, 3, 10, [note, "call"], rng=7)
    batch = batches[0]
    assert (repr(batch), len(batch)) == (f"<Batch of {len(batch)} decisions>", len(batch.hands))
    with pytest.raises(FrozenInstanceError):
        batch.seats = batch.hands  # type: ignore[misc, assignment]
    assert not hasattr(batch, "__dict__")
    forms = {"observations": np.float32, "legal": np.bool_, "history": np.int8, "hands": np.int64}
    for name, dtype in {**forms, "seats": np.int8, "is_new": np.bool_}.items():
        array = getattr(batch, name)
        assert (array.dtype, len(array), array.ndim) == (dtype, len(batch), 2 if name in list(forms)[:3] else 1)
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    again = pickle.loads(pickle.dumps(batch))
    assert (again.hands == batch.hands).all()


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda batch: np.ones(len(batch)), TypeError, r"a policy returned float64 of shape \(10,\)"),
        (lambda batch: batch.legal, TypeError, r"whole numbers of shape \(10,\) are needed"),
        (lambda batch: np.ma.masked_array(least(batch)), TypeError, "a masked array is not read"),
        (lambda batch: np.full(len(batch), 7), soko.IllegalAction, "row 0: action 7"),
        (lambda batch: batch.none, AttributeError, "none"),
        (lambda: 0, TypeError, "takes 0 positional arguments"),
        (lambda a, b, c: 0, TypeError, "missing 1 required positional argument"),  # noqa: ARG005
    ],
)
def test_bad_answers(answer: Callable[..., Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        soko.playout(SOKO, 2, 10, answer)


# What a batch says


class Memory:
    """A policy that keeps something for each seat of each hand, and checks that it is asked as it must be."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.decisions: dict[int, list[tuple[int, list[int], list[bool], list[float]]]] = {}
        self.seen: set[tuple[int, int]] = set()

    def __call__(self, batch: Batch) -> NDArray[np.intp]:
        assert len(set(batch.hands.tolist())) == len(batch), "a hand waits for one decision at a time"
        for row in range(len(batch)):
            hand, seat = int(batch.hands[row]), int(batch.seats[row])
            assert batch.is_new[row] == ((hand, seat) not in self.seen)
            self.seen.add((hand, seat))
            history = batch.history[row].tolist()
            length = history.index(-1) if -1 in history else len(history)
            assert set(history[length:]) <= {-1}
            told = seat, history[:length], batch.legal[row].tolist(), batch.observations[row].tolist()
            self.decisions.setdefault(hand, []).append(told)
        # All legal actions, folds rarely, so that hands go on.
        scores = np.where(batch.legal, self.rng.random(batch.legal.shape), -1)
        scores[:, 0] -= 0.9 * (scores[:, 0] > 0)
        return scores.argmax(axis=1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("duplicate", [False, True])
def test_histories_tell_what_happened(name: str, *, duplicate: bool) -> None:
    """Each hand is played again by the reference, from its deck and the longest history alone."""
    game, players, n = GAMES[name], 4, 24
    memory, stacks = Memory(5), [400, 40, 90, 1000]
    policies = [memory, "random", "maniac", memory]
    result = soko.playout(game, players, n, policies, rng=9, stacks=stacks, duplicate=duplicate, batch=7)
    rotations = 4 if duplicate else 1
    assert set(memory.decisions) <= set(range(n))
    assert (result.n, len(memory.decisions) > n / 2) == (n, True)
    layout = soko.Table(game, players, tables=1).observation_layout
    rules = Rules.from_dict(game.to_dict())
    for number, decisions in memory.decisions.items():
        deck = shuffled_deck(hand_key(stream_key(9), number // rotations, 0))
        hand, done = Hand(rules, stacks, deck), 0
        seat, history, *_ = decisions[-1]
        actions = [((step // 8 + seat) % players, step % 8) for step in history]
        for seat, history, legal, observed in decisions:
            assert [((step // 8 + seat) % players, step % 8) for step in history] == actions[: len(history)]
            for actor, action in actions[done : len(history)]:
                assert hand.actor == actor
                hand.act(*moves(hand)[action])
            done = len(history)
            assert hand.actor == seat
            assert [action in moves(hand) for action in range(7)] == legal
            assert observed[layout["pot"]] == [hand.pot]
            # The memory's players are the first and the last round the table.
            rotation = number % rotations if duplicate else number % 4
            assert (seat + rotation) % players in {0, 3}


def test_histories_are_as_long_as_the_game_allows_where_it_does() -> None:
    lengths: set[tuple[int, int]] = set()

    def note(batch: Batch) -> NDArray[np.intp]:
        longest = int((batch.history >= 0).sum(axis=1).max())
        lengths.add((batch.history.shape[1], longest))
        return least(batch)

    soko.playout(SOKO, 3, 200, [note, "maniac", "random"], rng=7, batch=50)
    # 5 n - 4 actions in each of the four rounds.
    assert {length for length, _ in lengths} == {44}
    lengths.clear()
    soko.playout(GAMES["no limit"], 3, 200, [note, "maniac", "random"], rng=7, batch=50)
    assert all(length == max(1, longest) for length, longest in lengths)
    assert len(lengths) > 2


def test_policies_of_both_kinds_sit_together() -> None:
    memory = Memory(3)
    policies = [memory, least_of_rows, "tight", least]
    results = []
    for threads in (1, 2):
        memory.__init__(3)  # type: ignore[misc]
        results.append(soko.playout(SOKO, 4, 300, policies, 7, threads, batch=40))
    assert results[0] == results[1]
    assert [score.name for score in results[0].policies] == ["Memory", "least_of_rows", "tight", "least"]


def test_hands_of_one_run_have_numbers_of_their_own_in_all_its_slices() -> None:
    seen: list[int] = []

    def note(batch: Batch) -> NDArray[np.intp]:
        seen.extend(batch.hands[batch.is_new & (batch.history[:, 0] < 0)].tolist())
        return least(batch)

    # Sixteen batches of five hands are a slice.
    soko.playout(SOKO, 2, 1000, note, rng=7, batch=5)
    assert sorted(seen) == list(range(1000))
    seen.clear()
    soko.playout(SOKO, 2, 1000, [note, "call"], rng=7, batch=5, duplicate=True)
    assert len(set(seen)) == len(seen)
    assert random.Random(1).choice(seen) < 1000
