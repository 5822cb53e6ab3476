"""Playouts: the same as the reference's, hand for hand; the same on any threads; right in cases that can be counted."""

import _thread
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError, replace
from itertools import islice
from math import inf, isclose, sqrt
from statistics import NormalDist, stdev
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from paths import ROOT
from random_hands import random_rules, random_stack

import soko
from soko.lockstep import ACTIONS, Table
from soko.playouts import POLICIES, Playout, Score
from soko.reference import playout as reference
from soko.reference.actions import MOST, moves
from soko.reference.engine import Hand
from soko.reference.policies import POLICIES as SLOW_POLICIES
from soko.reference.policies import PolicyView, rough_hand
from soko.reference.rules import Rules
from soko.reference.stream import action_words, below, hand_key, shuffled_deck
from soko.rng import stream_key

SOKO = soko.games.soko()
GAMES = {name: getattr(soko.games, name)() for name in ("soko", "canadian_stud", "seven_card_stud", "follow_the_bitch")}
CHEAP = [name for name in POLICIES if name != "pot-odds"]

Observed = NDArray[np.float32]
Legal = NDArray[np.bool_]


def least(observations: Observed, legal: Legal) -> NDArray[np.intp]:
    """Take the legal action with the least number."""
    assert len(observations) == len(legal)
    return legal.argmax(axis=1)


def check_or_call(_observations: Observed, legal: Legal) -> NDArray[np.int8]:
    """Do what the policy of that name does."""
    return np.where(legal[:, 2], 2, 1).astype(np.int8)


def maniac(_observations: Observed, legal: Legal) -> NDArray[np.int64]:
    """Do what the policy of that name does."""
    order = np.array([5, 6, 4, 3, 1, 2])
    return order[legal[:, order].argmax(axis=1)]


# Against the reference


def assert_same(fast: Score, slow: reference.Score) -> None:
    assert (fast.hands, fast.chips, fast.wins) == (slow.hands, slow.chips, slow.wins)
    assert (fast.folds, fast.showdowns) == (slow.folds, slow.showdowns)
    assert [list(street) for street in fast.actions] == slow.actions
    # The deviation of floats is not that of whole numbers.
    expected = stdev(slow.deals) * sqrt(len(slow.deals)) / slow.hands
    assert isclose(fast.std_error, expected, rel_tol=1e-6, abs_tol=1e-9 * max(1, *map(abs, slow.deals)))


def compare(choice: random.Random, names: Sequence[str], most: int) -> int:
    """Play a random game between some of the policies, fast and slow; returns how many hands."""
    rules = random_rules(choice)
    players = choice.randint(2, min(rules.max_players, most))
    stacks = [min(random_stack(choice, rules), 2**40) for _ in range(players)]
    policies = [choice.choice(names) for _ in range(players)]
    seed, is_duplicate, deals = choice.randrange(2**32), choice.random() < 0.5, 3
    slow = reference.playout(rules, stacks, policies, deals, stream_key(seed), duplicate=is_duplicate)
    game = soko.Rules.from_dict(rules.to_dict())
    fast = soko.playout(game, players, slow.hands, policies, seed, stacks=stacks, duplicate=is_duplicate)
    assert (fast.n, fast.deals, fast.showdowns) == (slow.hands, deals, slow.showdowns)
    for score in fast.policies:
        assert_same(score, slow.policies[score.name])
    for score, slow_score in zip(fast.seats, slow.seats, strict=True):
        assert_same(score, slow_score)
    return slow.hands


def test_policies_play_as_those_of_the_reference_do() -> None:
    choice = random.Random(61)
    assert sum(compare(choice, CHEAP, 10) for _ in range(150)) > 600


def test_pot_odds_plays_as_that_of_the_reference_does() -> None:
    choice = random.Random(62)
    assert sum(compare(choice, ["pot-odds", "pot-odds", "random", "call"], 6) for _ in range(30)) > 100


def test_the_sight_of_the_reference_has_nothing_that_the_seat_may_not_see() -> None:
    rules = Rules.from_dict(GAMES["seven_card_stud"].to_dict())
    deck = random.Random(5).sample(range(52), 52)
    hand = Hand(rules, [100, 100, 100], deck)
    actor = hand.actor
    assert actor is not None
    # The first cards down of the others change places with cards that are not dealt.
    others = [seat for seat in range(3) if seat != actor]
    changed = deck[:]
    for seat in others:
        changed[seat], changed[51 - seat] = deck[51 - seat], deck[seat]
    other_hand = Hand(rules, [100, 100, 100], changed)
    assert all(hand.hole_cards(seat) != other_hand.hole_cards(seat) for seat in others)
    assert PolicyView.of_actor(hand) == PolicyView.of_actor(other_hand)


@pytest.mark.parametrize(
    ("cards", "ranking", "wild", "expected"),
    [
        ("As Kd", "soko", (), (0, 12, False)),
        ("As Ad", "soko", (), (1, 12, False)),
        ("2c 7c Kc", "soko", (), (0, 11, True)),
        ("2c 7c Kc", "standard", (), (0, 11, False)),
        ("5c 6d 8s", "soko", (), (0, 6, True)),
        ("As 2d 3c", "soko", (), (0, 12, True)),
        ("As 2d 3c 4h", "soko", (), (2, 12, True)),
        ("As 2d 3c 4h", "standard", (), (0, 12, True)),
        ("5c 5d 8s 8h", "soko", (), (3, 6, False)),
        ("2c 7c Kc 9c 9d", "soko", (), (2, 7, True)),
        ("2c 7c Kc 9c 3c", "soko", (), (4, 11, True)),
        ("5c 6d 8s 7h 9c", "standard", (), (4, 7, True)),
        ("5c 5d 5s", "soko", (), (4, 3, False)),
        ("5c 8d", "wild", (3,), (1, 6, False)),
        ("5c 8d 8s", "wild", (3,), (4, 6, False)),
        ("5c", "wild", (3,), (0, 12, False)),
        ("5c 8d", "standard", (3,), (0, 6, False)),
    ],
)
def test_what_cards_make(cards: str, ranking: str, wild: tuple[int, ...], expected: tuple[int, int, bool]) -> None:
    rules = Rules.from_dict(SOKO.to_dict()).replace(ranking=ranking)
    assert rough_hand(rules, [int(card) for card in soko.cards(cards)], wild) == expected


def test_the_words_of_an_action_are_those_of_the_stream_page() -> None:
    key = hand_key((1, 2, 3, 4), 0, 0)
    text = (ROOT / "docs" / "stream.md").read_text(encoding="utf-8")
    for number in (0, 7):
        words = list(islice(action_words(key, number), 4))
        assert f"| {number} | `{' '.join(f'{word:016x}' for word in words)}` |" in text
        assert [below(word, 45) for word in words] == [word * 45 // 2**64 for word in words]


def test_both_have_the_same_policies_and_actions() -> None:
    assert set(POLICIES) == set(SLOW_POLICIES)
    assert len(ACTIONS) == MOST + 1


def test_sizes_of_the_reference_are_those_of_tables() -> None:
    choice = random.Random(63)
    for _ in range(40):
        rules = random_rules(choice)
        players = choice.randint(2, rules.max_players)
        stacks = [min(random_stack(choice, rules), 2**40) for _ in range(players)]
        seed = choice.randrange(2**32)
        table = Table(soko.Rules.from_dict(rules.to_dict()), players, tables=1, stacks=stacks, rng=seed)
        hand = Hand(rules, stacks, shuffled_deck(hand_key(stream_key(seed), 0, 0), rules.deck))
        while hand.actor is not None:
            legal = moves(hand)
            assert sorted(legal) == table.legal[0].nonzero()[0].tolist()
            action = choice.choice(sorted(legal))
            hand.act(*legal[action])
            table.step(np.array([action]))
        assert table.terminated[0]
        assert tuple(table.rewards[0].tolist()) == hand.payoffs


# What can be counted


def test_those_who_only_call_win_what_their_cards_win() -> None:
    n = 200
    result = soko.playout(SOKO, 3, n, "call", rng=5)
    key = stream_key(5)
    won = [0, 0, 0]
    for deal in range(n):
        deck = shuffled_deck(hand_key(key, deal, 0))
        strengths = [soko.evaluate_int([deck[3 * card + seat] for card in range(5)]) for seat in range(3)]
        winners = [seat for seat in range(3) if strengths[seat] == max(strengths)]
        assert len(winners) == 1
        for seat in range(3):
            # An ante of 1 and the bring-in of 2.
            won[seat] += 6 if seat in winners else -3
    assert [score.chips for score in result.seats] == won
    assert (result.showdowns, result.policies[0].chips, result.policies[0].std_error) == (n, 0, 0.0)


def test_one_who_folds_loses_antes_and_bring_ins() -> None:
    """Who takes the least action folds whenever that is legal: never when the bring-in is due."""
    n = 500
    result = soko.playout(SOKO, 2, n, ["call", least], rng=3)
    folder, caller = result.policies[1], result.policies[0]
    brings_in = folder.actions[0][2]
    assert 150 < brings_in < 350
    # With the bring-in the other calls it, and then both check to the end.
    assert folder.folds == n - brings_in == n - result.showdowns
    assert folder.actions[0] == (n - brings_in, 0, brings_in, 0, 0, 0, 0)
    assert caller.folds == 0
    seats = [score.actions[1] for score in result.seats]
    assert [street[1] for street in seats] == [brings_in] * 2
    # A fold loses the ante alone; a showdown 3 chips either way.
    assert folder.chips == -(n - brings_in) + 3 * (2 * folder.wins - brings_in)
    assert caller.chips == -folder.chips


def test_the_standard_error_is_right() -> None:
    """The means of many small runs differ as much as each of them says."""
    runs = [soko.playout(SOKO, 4, 400, ["tight", "random"], rng=seed) for seed in range(200)]
    means = [run.policies[0].mean for run in runs]
    expected = sqrt(sum(run.policies[0].std_error ** 2 for run in runs) / len(runs))
    assert 0.8 < stdev(means) / expected < 1.2


def test_each_policy_sits_in_every_position_as_often() -> None:
    layout = Table(SOKO, 6, tables=1).observation_layout
    dealers: list[int] = []

    def note(observations: Observed, legal: Legal) -> NDArray[np.int8]:
        # Among players who only call each acts once on the first street.
        first = observations[:, layout["street"].start] == 0
        dealers.extend(observations[first, layout["dealer"].start].astype(int).tolist())
        return check_or_call(observations, legal)

    soko.playout(SOKO, 6, 300, [note, *["call"] * 5], rng=8)
    assert [dealers.count(position) for position in range(6)] == [50] * 6


@pytest.mark.parametrize("name", GAMES)
def test_who_looks_at_his_cards_wins_from_who_does_not(name: str) -> None:
    for better, worse in (("tight", "call"), ("tight", "maniac"), ("pot-odds", "random"), ("call", "random")):
        result = soko.playout(GAMES[name], 6, 6_000, [better, worse], rng=9, duplicate=True)
        score = result.policies[0]
        assert score.mean > 3 * score.std_error > 0, (better, worse, score)


def test_duplicate_deals_cut_the_variance() -> None:
    n = 10_000
    plain = soko.playout(SOKO, 2, n, ["pot-odds", "call"], rng=4)
    duplicate = soko.playout(SOKO, 2, n, ["pot-odds", "call"], rng=4, duplicate=True)
    assert (plain.n, plain.deals, duplicate.n, duplicate.deals) == (n, n, n, n // 2)
    # To less than half of the variance; docs/playout.md has more figures.
    assert duplicate.policies[0].std_error < 0.7 * plain.policies[0].std_error
    difference = duplicate.policies[0].mean - plain.policies[0].mean
    assert abs(difference) < 5 * (plain.policies[0].std_error + duplicate.policies[0].std_error)


def test_with_duplicates_hands_are_whole_deals() -> None:
    result = soko.playout(SOKO, 6, 100, ["call", "call", "maniac"], rng=1, duplicate=True)
    assert (result.n, result.deals) == (102, 34)
    # Neither looks at its cards nor folds.
    assert [score.chips for score in result.policies] == [0, 0]
    assert [score.std_error for score in result.policies] == [0.0, 0.0]


# Tables


@pytest.mark.parametrize("name", GAMES)
def test_tables_that_do_what_policies_suggest_play_as_a_playout_does(name: str) -> None:
    n, names = 200, ["tight", "random", "pot-odds", "maniac"]
    table = Table(GAMES[name], 4, tables=n, rng=11, autoreset=False)
    won = np.zeros((n, 4), dtype=np.int64)
    while not table.terminated.all():
        actions = np.zeros(n, dtype=np.int8)
        for seat, policy in enumerate(names):
            # In deal d seat s is played by player s + d.
            suggested = table.suggest(policy)
            mine = (table.actors + np.arange(n)) % 4 == seat
            actions[mine] = suggested[mine]
        table.step(actions)
        won += table.rewards
    result = soko.playout(GAMES[name], 4, n, names, rng=11)
    assert [score.chips for score in result.seats] == won.sum(axis=0).tolist()


def test_random_tables_are_random_playouts() -> None:
    table = Table(SOKO, 5, tables=300, rng=11, autoreset=False)
    table.step_random(200)
    assert table.terminated.all()
    result = soko.playout(SOKO, 5, 300, "random", rng=11)
    assert [score.chips for score in result.seats] == table.rewards.sum(axis=0).tolist()


def test_suggestions_are_for_the_seats_that_were_asked_about() -> None:
    table = Table(SOKO, 4, tables=3000, rng=3, threads=2)
    table.step_random(9)
    everywhere = table.suggest("pot-odds")
    before = table.observations.copy(), table.actors.copy()
    assert everywhere.dtype == np.int8
    assert everywhere.flags.writeable
    assert (everywhere[table.terminated] == 0).all()
    playing = ~table.terminated
    assert table.legal[playing, everywhere[playing]].all()
    some = table.suggest("pot-odds", seats=[1, 3])
    mine = (table.actors == 1) | (table.actors == 3)
    assert (some[mine] == everywhere[mine]).all()
    assert (some[~mine] == 0).all()
    assert everywhere[mine].any()
    assert not table.suggest("maniac", seats=[]).any()
    assert (table.observations == before[0]).all()
    assert (table.actors == before[1]).all()


def test_bad_questions_to_tables() -> None:
    table = Table(SOKO, 4, tables=3, rng=3)
    with pytest.raises(soko.ArgumentError, match="policy 'folds': unknown; built-in policies are random, call,"):
        table.suggest("folds")
    with pytest.raises(soko.SeatError, match="seat 4: 0 to 3 is allowed"):
        table.suggest("call", seats=[4])
    with pytest.raises(TypeError, match="a list of seats is needed, not str"):
        table.suggest("call", seats="a")  # type: ignore[arg-type]


# Python policies


def test_policies_in_python_play_as_those_in_rust_do() -> None:
    for name, game in GAMES.items():
        inside = soko.playout(game, 3, 300, ["call", "maniac", "tight"], rng=2)
        for policies in (
            [check_or_call, "maniac", "tight"],
            ["call", maniac, "tight"],
            [check_or_call, maniac, "tight"],
        ):
            outside = soko.playout(game, 3, 300, policies, rng=2, batch=77)
            assert outside.policies[0].name == ("call" if policies[0] == "call" else "check_or_call"), name
            for one, other in zip(inside.policies + inside.seats, outside.policies + outside.seats, strict=True):
                assert replace(one, name="") == replace(other, name="")


def test_policies_in_python_see_what_tables_show() -> None:
    """Asked about one hand at a time, a policy is shown the rows of a table with the same cards."""
    seen: list[tuple[list[float], list[bool]]] = []

    def note(observations: Observed, legal: Legal) -> NDArray[np.intp]:
        assert observations.dtype == np.float32
        assert legal.dtype == np.bool_
        seen.extend(zip(observations.tolist(), legal.tolist(), strict=True))
        return 6 - legal[:, ::-1].argmax(axis=1)

    soko.playout(SOKO, 3, 1, note, rng=6, stacks=[100, 90, 80], batch=1)
    table = Table(SOKO, 3, tables=1, stacks=[100, 90, 80], rng=6)
    rows = []
    while not table.terminated[0]:
        rows.append((table.observations[0].tolist(), table.legal[0].tolist()))
        table.step(6 - table.legal[:, ::-1].argmax(axis=1))
    assert seen == rows
    assert len(rows) > 5


def test_a_policy_of_views_is_reported_where_it_belongs() -> None:
    with pytest.raises(TypeError, match="a View is needed, not ndarray") as raised:
        soko.playout(soko.games.soko(), 2, 10, soko.match.check_or_call)  # type: ignore[arg-type]
    assert raised.value.__notes__ == [
        "A policy for soko.playout gets arrays for many hands; one that takes a view is for soko.Match."
    ]


def test_batches_are_as_large_as_was_said_and_change_nothing() -> None:
    sizes: list[int] = []

    def counted(observations: Observed, legal: Legal) -> NDArray[np.intp]:
        sizes.append(len(observations))
        return least(observations, legal)

    results = []
    for batch, threads in ((1, 1), (50, 2), (4096, 1)):
        sizes.clear()
        results.append(soko.playout(SOKO, 4, 500, [counted, "random"], 1, threads, batch=batch))
        assert 0 < max(sizes) <= batch
        assert batch == 1 or max(sizes) > 20
    assert results[0] == results[1] == results[2]


def test_the_arrays_of_a_policy_are_read_only() -> None:
    def bad(observations: Observed, legal: Legal) -> NDArray[np.intp]:
        observations[0] = 1
        return least(observations, legal)

    with pytest.raises(ValueError, match="read-only"):
        soko.playout(SOKO, 2, 10, bad)


@pytest.mark.parametrize(
    ("returned", "error", "text"),
    [
        (
            lambda _, legal: np.full(len(legal), 7),
            soko.IllegalAction,
            "row 0: action 7; legal: 2 (bring-in), 3 (least)",
        ),
        (lambda _, legal: np.full(len(legal), -1), soko.IllegalAction, "row 0: action -1"),
        (lambda _, legal: [2] * (len(legal) - 1) + [0], soko.IllegalAction, "row 9: action 0"),
        (lambda _, legal: np.ones(len(legal)), TypeError, "a policy returned float64 of shape (10,)"),
        (lambda _, legal: legal.any(axis=1), TypeError, "a policy returned bool of shape (10,)"),
        (lambda _, legal: legal, TypeError, "of shape (10, 7): whole numbers of shape (10,)"),
        (lambda *_: 2, TypeError, "of shape (): whole numbers of shape (10,)"),
        (lambda *_: None, TypeError, "a policy returned object"),
        (lambda *_: 1 // 0, ZeroDivisionError, "by zero"),
    ],
)
def test_bad_answers(returned: Callable[..., Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        soko.playout(SOKO, 2, 10, returned)
    assert text in str(caught.value)


# The result


def test_threads_and_split_runs_change_nothing() -> None:
    for name in GAMES.values():
        results = [soko.playout(name, 5, 3_000, POLICIES, 7, threads, duplicate=True) for threads in (1, 2, 3)]
        assert results[0] == results[1] == results[2]


def test_what_a_result_says() -> None:
    result = soko.playout(SOKO, 3, 100, ["maniac", "call"], rng=7, stacks=[500, 400, 300])
    assert (result.n, result.deals, result.duplicate) == (100, 100, False)
    assert (result.stacks, result.players) == ((500, 400, 300), ("maniac", "call", "maniac"))
    assert result.key == stream_key(7)
    assert [score.name for score in result.policies] == ["maniac", "call"]
    assert [score.name for score in result.seats] == ["seat 0", "seat 1", "seat 2"]
    assert [score.hands for score in result.policies] == [200, 100]
    assert result.showdown_rate == 1.0
    assert repr(result).startswith("<Playout of 100 hands of soko for 3 players: maniac ")
    lines = str(result).splitlines()
    assert lines[1] == "3 players, 100 hands"
    assert [line.split()[0] for line in lines[3:5]] == ["maniac", "call"]
    assert len({len(line) for line in lines[3:]}) == 1
    with pytest.raises(FrozenInstanceError):
        result.n = 5  # type: ignore[misc]


def test_what_a_score_says() -> None:
    score = soko.playout(SOKO, 2, 1_000, ["tight", "random"], rng=7).policies[0]
    assert score.mean == score.chips / 1000
    assert (score.win_rate, score.fold_rate) == (score.wins / 1000, score.folds / 1000)
    assert score.showdown_rate == score.showdowns / 1000
    low, high = score.interval()
    assert isclose(high - low, 2 * NormalDist().inv_cdf(0.975) * score.std_error)
    assert isclose(low + high, 2 * score.mean)
    assert score.interval(0.5)[0] > low
    for street, counts in zip(score.frequencies, score.actions, strict=True):
        assert isclose(sum(street), 1.0)
        assert street[1] == counts[1] / sum(counts)
    for confidence in (0, 1, -1, 2, float("nan")):
        with pytest.raises(soko.ArgumentError, match="more than 0 and less than 1"):
            score.interval(confidence)


def test_a_single_deal_says_nothing_about_its_error() -> None:
    result = soko.playout(SOKO, 2, 1, "call", rng=7)
    assert result.seats[0].std_error == inf
    assert result.seats[0].interval() == (-inf, inf)
    assert result.to_dict()["seats"][0]["std_error"] is None  # type: ignore[index]


def test_the_dictionary_has_all_of_it() -> None:
    result = soko.playout(SOKO, 2, 10, ["call", "maniac"], rng=7)
    data = result.to_dict()
    assert soko.Rules.from_dict(data["rules"]) == SOKO  # type: ignore[arg-type]
    assert data["key"] == [f"{word:016x}" for word in stream_key(7)]
    assert [seat["chips"] for seat in data["seats"]] == [score.chips for score in result.seats]  # type: ignore[attr-defined]
    assert data["policies"][1]["actions"] == [list(street) for street in result.policies[1].actions]  # type: ignore[index]


def test_policies_are_told_apart() -> None:
    def other() -> Callable[..., Any]:
        def least(observations: Observed, legal: Legal) -> NDArray[np.intp]:  # noqa: ARG001
            return legal.argmax(axis=1)

        return least

    class Learner:
        def __call__(self, observations: Observed, legal: Legal) -> NDArray[np.intp]:
            return least(observations, legal)

    result = soko.playout(SOKO, 6, 60, [least, "call", other(), Learner(), "call", least], rng=1)
    assert [score.name for score in result.policies] == ["least", "call", "least 2", "Learner"]
    assert result.players == ("least", "call", "least 2", "Learner", "call", "least")
    assert [score.hands for score in result.policies] == [120, 120, 60, 60]


# Bad input, and work that is stopped


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"players": 9}, soko.SokoError, "9 stacks: the game is for 2 to 8 players"),
        ({"players": 1}, soko.SokoError, "1 stacks: the game is for 2 to 8 players"),
        ({"players": 2.0}, TypeError, "players 2.0: a whole number is needed"),
        ({"n": 0}, soko.PlanError, "n 0: 1 to"),
        ({"n": True}, TypeError, "n True"),
        (
            {"policies": "folds"},
            soko.ArgumentError,
            "policy 'folds': unknown; built-in policies are random, call, tight, pot-odds, maniac",
        ),
        ({"policies": []}, soko.ArgumentError, "0 policies: 1 to 2 are needed"),
        ({"policies": ["call"] * 3}, soko.ArgumentError, "3 policies: 1 to 2 are needed"),
        ({"policies": ["call", 5]}, TypeError, "policy 5: random, call"),
        ({"stacks": 0}, soko.SeatError, "stacks 0: 1 to"),
        ({"stacks": [100]}, soko.SeatError, "1 stacks: 2 are needed, one for each player"),
        ({"stacks": [100, -1]}, soko.SeatError, "stacks -1: 1 to"),
        ({"stacks": 1.5}, TypeError, "stacks 1.5: a whole number is needed"),
        ({"stacks": 2**62}, soko.SokoError, "the stacks add up to more than"),
        (
            {"stacks": 2**61, "n": 1000},
            soko.PlanError,
            "chips a hand: too many to add up their squares over 1000 deals",
        ),
        ({"batch": 0}, soko.PlanError, "batch 0"),
        ({"threads": 0}, soko.PlanError, "threads 0"),
        ({"rng": True}, TypeError, "rng True"),
    ],
)
def test_bad_input(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        soko.playout(**{"rules": SOKO, "players": 2, "n": 10, "policies": "call", **arguments})
    assert text in str(caught.value)
    with pytest.raises(error):
        soko.playout(**{"rules": SOKO, "players": 2, "n": 10, "policies": ["call", least], **arguments})


@pytest.mark.parametrize("policies", [["tight", "call"], [least, "call"]])
def test_progress_is_reported(policies: list[Any]) -> None:
    reports: list[tuple[int, int]] = []
    # Half a second of work or more, of which fifty reports a second are made.
    n = 300_000
    result = soko.playout(SOKO, 6, n, policies, rng=1, threads=1, progress=lambda *report: reports.append(report))
    assert result.n == n
    assert reports[-1] == (n, n)
    assert reports == sorted(reports)
    assert len(reports) > 1


@pytest.mark.parametrize("policies", [["pot-odds", "call"], [least, "pot-odds"]])
def test_what_progress_raises_comes_out_and_stops_the_run(policies: list[Any]) -> None:
    def bad(done: int, total: int) -> None:
        message = str(done <= total)
        raise RuntimeError(message)

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="True"):
        soko.playout(SOKO, 8, 10**11, policies, progress=bad, duplicate=True)
    assert threading.active_count() == before


@pytest.mark.usefixtures("ctrl_c_comes")
@pytest.mark.parametrize("policies", [["pot-odds", "maniac"], [least, "pot-odds"]])
def test_ctrl_c_is_answered(policies: list[Any]) -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        soko.playout(GAMES["seven_card_stud"], 8, 10**12, policies)
    timer.join()
    # Nobody is left at work: the process spends no time of its own while it sleeps.
    used = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - used < 0.2


def test_values_are_immutable_and_equal_when_all_is_equal() -> None:
    one, two = (soko.playout(SOKO, 2, 10, "call", rng=1) for _ in range(2))
    assert one == two
    assert isinstance(one, Playout)
    assert one != soko.playout(SOKO, 2, 10, "call", rng=2)
