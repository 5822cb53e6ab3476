"""``Table.sample``: legal actions drawn by weights, against the same in plain Python."""

import math
import re
from typing import Any

import numpy as np
import pytest

import soko
from soko.reference import hand_key
from soko.rng import stream_key

RULES = soko.games.soko()
GAMES: dict[str, tuple[soko.Rules, list[int]]] = {
    "soko": (RULES, [100] * 6),
    "pot limit": (soko.games.soko(limit="pot"), [60] * 4),
    "no limit": (soko.games.five_card_stud(limit="no"), [100, 40, 20]),
    "wild": (soko.games.follow_the_bitch(), [50] * 5),
    "seven-card stud": (soko.games.seven_card_stud(), [1000] * 8),
}


def drawn(legal: list[bool], weights: list[float], word: int) -> int:
    """Return the action that a word draws (docs/stream.md 8)."""
    actions = [action for action, may in enumerate(legal) if may]
    if not actions:
        return 0
    total = 0.0
    for action in actions:
        total += weights[action]
    if not total:
        return actions[word * len(actions) >> 64]
    at, passed = (word >> 11) / 2**53 * total, 0.0
    for action in actions:
        passed += weights[action]
        if passed > at:
            return action
    return [action for action in actions if weights[action] > 0][-1]


def some_tables(rules: soko.Rules, players: int, n: int = 500, **more: Any) -> soko.Table:
    """Return tables in all stages of a hand."""
    table = soko.Table(rules, players, tables=n, rng=7, **more)
    table.step_random(17)
    return table


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", GAMES)
def test_the_reference_draws_the_same(name: str, dtype: type) -> None:
    rules, stacks = GAMES[name]
    table = some_tables(rules, len(stacks), stacks=stacks, first=5)
    generator = np.random.default_rng(3)
    for seed in range(4):
        weights = generator.exponential(size=table.legal.shape).astype(dtype)
        # Many are nothing, some rows altogether, and what is not legal does not count, whatever it is.
        weights[generator.random(weights.shape) < 0.4] = 0
        weights[~table.legal] = generator.choice([np.nan, -1.0, np.inf, 5.0])
        actions = table.sample(weights, seed)
        assert actions.dtype == np.int8
        assert actions.flags.writeable
        key = stream_key(seed)
        for number in range(table.tables):
            word = hand_key(key, 5 + number, 0)[0]
            wanted = drawn(table.legal[number].tolist(), weights[number].tolist(), word)
            assert actions[number] == wanted, number
        assert table.legal[np.arange(table.tables), actions][~table.terminated].all()
        assert not actions[table.terminated].any()
        table.step(actions)


def test_draws_depend_on_rng_and_number_alone() -> None:
    table, threaded = some_tables(RULES, 6, 20_000), some_tables(RULES, 6, 20_000, threads=4)
    part = some_tables(RULES, 6, 100, first=7_000)
    weights = np.random.default_rng(1).random((20_000, 7))
    before = table.observations.copy()
    actions = table.sample(weights, 9)
    assert (actions == table.sample(weights, 9)).all()
    assert (actions == threaded.sample(weights, 9)).all()
    assert (actions[7_000:7_100] == part.sample(weights[7_000:7_100].copy(), 9)).all()
    assert (actions != table.sample(weights, 10)).any()
    generator = np.random.default_rng(9)
    assert (actions == table.sample(weights, generator)).all()
    assert (actions != table.sample(weights, generator)).any()
    assert (table.observations == before).all()


def test_actions_come_as_often_as_their_weights_say() -> None:
    table = soko.Table(RULES, 6, tables=200_000, rng=7)
    # The first player of all may bring in or complete.
    assert (table.legal == table.legal[0]).all()
    weights = np.zeros((200_000, 7))
    weights[:, 2:4] = 0.3, 0.7
    completes = int((table.sample(weights, 1) == 3).sum())
    assert abs(completes - 140_000) < 5 * math.sqrt(200_000 * 0.21)
    nothing = table.sample(np.zeros((200_000, 7), np.float32), 1)
    assert abs(int((nothing == 3).sum()) - 100_000) < 5 * math.sqrt(200_000 * 0.25)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (-1.0, "weight -1.0 of action 3 at table 4"),
        (math.nan, "weight nan of action 3 at table 4"),
        (math.inf, "weight inf of action 3 at table 4"),
        (-0.0, ""),
    ],
)
def test_wrong_weights_are_refused_by_row(wrong: float, said: str) -> None:
    table = soko.Table(RULES, 6, tables=10, rng=7)
    weights = np.ones((10, 7))
    weights[4, 3] = wrong
    weights[4:, 2] = 0
    if not said:
        assert (table.sample(weights, 1)[4:] >= 2).all()
        return
    weights[7] = wrong
    with pytest.raises(soko.ArgumentError, match=re.escape(said)) as raised:
        table.sample(weights, 1)
    assert raised.value.table == 4


def test_wrong_arrays_are_refused() -> None:
    table = soko.Table(RULES, 6, tables=10, rng=7)
    good = np.ones((10, 7))
    for wrong, error, said in (
        (good[:9], soko.SokoError, "weights of shape (9, 7): (10, 7) is needed"),
        (good[:, :6].copy(), soko.SokoError, "weights of shape (10, 6)"),
        (good.T.copy().T, soko.SokoError, "not C-contiguous"),
        (good.astype(np.int64), TypeError, "weights must be a numpy array of float32 or float64"),
        (good.astype(np.float16), TypeError, "not an array of float16"),
        (np.ma.masked_array(good), TypeError, "masked array"),
        (good.tolist(), TypeError, "not list"),
    ):
        with pytest.raises(error, match=re.escape(said)):
            table.sample(wrong, 1)  # type: ignore[arg-type]
    with pytest.raises(soko.ArgumentError, match="their sum is too great"):
        table.sample(np.full((10, 7), 1.7e308), 1)
