"""Averages over the cards to come, and the chips of each deal: right chip by chip, and the same expected values."""

import json
import pickle
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from random_hands import random_rules

import soko
from soko.policies import Batch
from soko.reference.engine import Hand
from soko.reference.policies import POLICIES as SLOW_POLICIES
from soko.reference.policies import PolicyView
from soko.reference.rules import Rules
from soko.reference.stream import action_words, hand_key, shuffled_deck
from soko.rng import stream_key

SOKO = soko.games.soko()
NO_LIMIT = soko.games.follow_the_bitch(limit="no")
CHICAGO = soko.games.seven_card_stud(low_chicago=True)
RUNOUTS = 64
Key = tuple[int, int, int, int]


def call(_observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.where(legal[:, 2], 2, 1)


# Against the reference


def played(rules: Rules, stacks: list[int], names: list[str], key: Key, deck: list[int]) -> tuple[Hand, list[Any], int]:
    """Play a hand; returns it, what was done, and how many cards had left the deck before the last action."""
    hand = Hand(rules, stacks, deck)
    done: list[Any] = []
    # The cards of the first round of dealing are known even if antes end all decisions.
    dealt = len(stacks) * len(rules.deal[0])
    while hand.actor is not None:
        view = PolicyView.of_actor(hand)
        action = SLOW_POLICIES[names[hand.actor]](view, action_words(key, len(done)))
        dealt = cards_gone(hand)
        done.append(view.legal[action])
        hand.act(*view.legal[action])
    return hand, done, dealt


def cards_gone(hand: Hand) -> int:
    """Return how many cards have left the deck."""
    return sum(event[0] in {"burn", "deal", "community"} for event in hand.events)


def chips_of_deal(rules: Rules, stacks: list[int], names: list[str], key: Key, deal: int) -> list[int]:
    """Return what each seat wins in a deal, in units of 1/64: over 64 runouts where nobody has a decision left."""
    deck = list(shuffled_deck(hand_key(key, deal, 0), rules.deck))
    hand, done, dealt = played(rules, stacks, names, hand_key(key, deal, 0), deck)
    if sum(hand.live) < 2 or cards_gone(hand) == dealt:
        return [RUNOUTS * payoff for payoff in hand.payoffs or ()]
    sums = [0] * len(stacks)
    for runout in range(1, RUNOUTS + 1):
        order = shuffled_deck(hand_key(key, deal, runout), rules.deck)
        again = Hand(rules, stacks, deck[:dealt] + [card for card in order if card not in deck[:dealt]])
        for move in done:
            again.act(*move)
        sums = [total + payoff for total, payoff in zip(sums, again.payoffs or (), strict=True)]
    return sums


def test_averages_are_those_of_the_reference() -> None:
    choice, averaged = Random(63), 0
    for _ in range(8):
        rules = random_rules(choice)
        players = choice.randint(2, min(rules.max_players, 4))
        stacks = [choice.choice([1, 5, rules.small_bet, 3 * rules.big_bet, 300]) for _ in range(players)]
        names = [choice.choice(["maniac", "call", "maniac", "random"]) for _ in range(players)]
        seed, deals = choice.randrange(2**32), 3
        game = soko.Rules.from_dict(rules.to_dict())
        fast = soko.playout(game, players, deals, names, seed, stacks=stacks, reduce="allin", per_deal=True)
        assert fast.per_deal is not None
        columns = [score.name for score in fast.policies]
        seats = [0] * players
        for deal in range(deals):
            seated = [names[(seat + deal) % players] for seat in range(players)]
            # Where the same policies sit in the same seats again, a smaller rotation does as well.
            expected = chips_of_deal(rules, stacks, seated, stream_key(seed), deal)
            averaged += any(chips % RUNOUTS for chips in expected)
            by_name = dict.fromkeys(columns, 0)
            for seat, (name, chips) in enumerate(zip(seated, expected, strict=True)):
                by_name[name] += chips
                seats[seat] += chips
            assert (fast.per_deal[deal] * RUNOUTS).tolist() == [by_name[name] for name in columns]
        assert [score.chips * RUNOUTS for score in fast.seats] == seats
    assert averaged > 5


# Expected values


def short_hands() -> list[tuple[soko.Hand, tuple[str, ...], int]]:
    """Return hands of two players who are all-in with one card each to come."""
    found = []
    for deal in range(0, 60, 2):
        deck = shuffled_deck(hand_key(stream_key(7), deal, 0))
        hand = soko.Hand(SOKO, [14, 14], deck=[soko.Card(card) for card in deck])
        kinds: list[str] = []
        dealt = 0
        while hand.actor is not None:
            legal = {action.kind: action for action in hand.legal_actions()}
            # Seat 0 wagers whenever it may, seat 1 calls.
            order = ("raise", "bet", "complete", "call", "check", "bring-in")
            kind = next(kind for kind in (order if hand.actor == 0 else order[3:]) if kind in legal)
            dealt = sum(len(hand.up_cards(seat)) + len(hand.hole_cards(seat)) for seat in (0, 1))
            hand.act(kind, legal[kind].high if kind in order[:3] else None)
            kinds.append(kind)
        if dealt == 8:
            found.append((hand, tuple(kinds), deal))
    return found


def test_the_average_is_that_over_all_ways_in_which_the_cards_may_come() -> None:
    """All 1,892 ways of the last two cards: their mean is the exact equity, and 64 of them do not differ from it."""
    result = soko.playout(SOKO, 2, 60, ["maniac", "call"], rng=7, stacks=14, reduce="allin", per_deal=True)
    assert result.per_deal is not None
    deviations = []
    for hand, kinds, deal in short_hands()[:8]:
        deck = shuffled_deck(hand_key(stream_key(7), deal, 0))
        stub = deck[8:]
        wins = []
        for first, second in permutations(stub, 2):
            again = soko.Hand(SOKO, [14, 14], deck=[soko.Card(card) for card in (*deck[:8], first, second)])
            for kind in kinds:
                again.act(kind, again.legal_actions()[-1].high if kind in {"raise", "bet", "complete"} else None)
            assert again.is_over
            wins.append(again.payoffs[0])
        texts = [f"({hand.hole_cards(seat)[0]}) {' '.join(map(str, hand.up_cards(seat)[:3]))}" for seat in (0, 1)]
        share = soko.equity(texts, game=SOKO, exact=True).shares[0]
        assert np.mean(wins) == pytest.approx(float(share) * 28 - 14, abs=0.02)
        deviation = np.std(wins) / sqrt(RUNOUTS)
        # In even deals the maniac has seat 0.
        deviations.append((result.per_deal[deal][0] - np.mean(wins)) / deviation if deviation else 0)
    assert len(deviations) == 8
    assert max(map(abs, deviations)) < 3.5
    assert 1 < sum(deviation**2 for deviation in deviations) < 22


@pytest.mark.parametrize(
    ("game", "stacks", "less"),
    [(NO_LIMIT, 60, 0.75), (SOKO, [30, 12, 80], 0.95), (CHICAGO, [30, 25, 40], 0.95)],
)
def test_the_mean_is_the_same_and_the_variance_smaller(game: soko.Rules, stacks: Any, less: float) -> None:
    players = 2 if isinstance(stacks, int) else 3
    policies = ["maniac", "tight", "call"][:players]
    plain, reduced = (
        soko.playout(game, players, 20_000, policies, rng=3, stacks=stacks, reduce=reduce) for reduce in (None, "allin")
    )
    other = soko.playout(game, players, 60_000, policies, rng=4, stacks=stacks)
    assert (plain.showdowns, plain.n) == (reduced.showdowns, reduced.n)
    for a, b, c in zip(plain.policies, reduced.policies, other.policies, strict=True):
        assert (a.wins, a.folds, a.actions) == (b.wins, b.folds, b.actions)
        assert b.std_error < less * a.std_error
        # The two have most of their luck in common, the third has its own.
        assert abs(a.mean - b.mean) < 4 * a.std_error
        assert abs(c.mean - b.mean) < 4 * sqrt(c.std_error**2 + b.std_error**2)
    assert sum(score.chips for score in reduced.policies) == sum(score.chips for score in reduced.seats) == 0


def test_hands_without_all_ins_are_the_same() -> None:
    plain, reduced = (soko.playout(SOKO, 3, 2000, ["tight", "call"], rng=3, reduce=way) for way in (None, "allin"))
    assert plain.policies == reduced.policies
    assert plain != reduced
    assert isinstance(plain.policies[0].chips, int)
    assert isinstance(reduced.policies[0].chips, float)


def test_threads_batches_and_who_decides_change_nothing() -> None:
    def played(policies: Any, threads: int, **how: Any) -> soko.Playout:
        how = {"stacks": 30, "reduce": "allin", "per_deal": True, "duplicate": True, **how}
        return soko.playout(SOKO, 3, 900, policies, 7, threads, **how)

    inside = [played(["maniac", "call", "tight"], threads) for threads in (1, 2, 3)]
    outside = [played(["maniac", call, "tight"], threads, batch=batch) for threads, batch in ((1, 50), (2, 50), (1, 7))]
    assert inside[0] == inside[1] == inside[2]
    assert outside[0] == outside[1] == outside[2]
    first = inside[0].per_deal
    assert first is not None
    for result in (*inside, *outside):
        assert (result.per_deal == first).all()
    assert (first.sum(axis=1) == 0).all()
    assert (first % 1 > 0).any()


# The chips of each deal


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("policies", [["tight", "call", "maniac"], ["tight", call, "maniac"]])
def test_chips_of_deals_are_those_of_the_deals_played_alone(policies: Any, *, duplicate: bool) -> None:
    result = soko.playout(SOKO, 3, 450, policies, rng=7, duplicate=duplicate, per_deal=True, batch=30)
    chips = result.per_deal
    assert chips is not None
    assert (chips.dtype, chips.shape) == (np.int64, (result.deals, 3))
    assert chips.sum(axis=0).tolist() == [score.chips for score in result.policies]
    for column, score in enumerate(result.policies):
        error = np.std(chips[:, column], ddof=1) * sqrt(result.deals) / score.hands
        assert error == pytest.approx(score.std_error)
    # The first deals of a longer run are those of a shorter one.
    fewer = soko.playout(SOKO, 3, 90, policies, rng=7, duplicate=duplicate, per_deal=True).per_deal
    assert fewer is not None
    assert (fewer == chips[: len(fewer)]).all()
    with pytest.raises(ValueError, match="read-only"):
        chips[0] = 0
    assert result == soko.playout(SOKO, 3, 450, policies, rng=7, duplicate=duplicate)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert (again.per_deal == chips).all()
    assert "per_deal" not in repr(result)


def test_paired_deals_tell_policies_apart_sooner() -> None:
    """The difference of two policies against the same opponent with the same cards."""
    rows = []
    for policy in ("pot-odds", "tight"):
        chips = soko.playout(SOKO, 2, 3000, [policy, "call"], rng=7, per_deal=True).per_deal
        assert chips is not None
        rows.append(chips[:, 0])
    paired = np.std(rows[0] - rows[1])
    assert paired < 0.9 * sqrt(np.var(rows[0]) + np.var(rows[1]))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(soko.PlanError, match="per_deal of 20,000,000 deals between 2 policies: 16,777,216 deals"):
        soko.playout(SOKO, 2, 20_000_000, ["call", "tight"], per_deal=True)
    with pytest.raises(TypeError, match="per_deal 1: True or False"):
        soko.playout(SOKO, 2, 10, "call", per_deal=1)  # type: ignore[arg-type]
    with pytest.raises(soko.ArgumentError, match="reduce 'all-in': 'allin' or None is needed"):
        soko.playout(SOKO, 2, 10, "call", reduce="all-in")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="reduce 1: 'allin' or None is needed, not int"):
        soko.playout_plan(SOKO, 2, 10, "call", reduce=1)  # type: ignore[arg-type]
    with pytest.raises(soko.PlanError, match="chips a hand: too many to add up"):
        soko.playout(SOKO, 2, 1, "call", stacks=2**58, reduce="allin")
    with pytest.raises(TypeError, match="per_deal"):
        soko.playout_plan(SOKO, 2, 10, "call", per_deal=True)  # type: ignore[call-arg]


# In parts


def test_plans_average_too(tmp_path: Path) -> None:
    def plan(**how: Any) -> soko.Plan[soko.PlayoutTally]:
        return soko.playout_plan(SOKO, 3, 700, ["maniac", "call"], rng=7, stacks=30, **how)

    reduced = plan(reduce="allin")
    parts = [reduced.shard(i, 3).run() for i in range(3)]
    whole = soko.playout(SOKO, 3, 700, ["maniac", "call"], rng=7, stacks=30, reduce="allin")
    parts[0].save(tmp_path / "part.json")
    merged = soko.merge([soko.PlayoutTally.load(tmp_path / "part.json"), *parts[1:]])
    assert merged.playout == whole
    assert whole.to_dict()["reduce"] == "allin"
    assert "all-in hands averaged" in str(whole)
    assert soko.Plan.from_dict(json.loads(json.dumps(reduced.to_dict()))) == reduced
    assert reduced.id != plan().id
    assert "reduce" not in json.dumps(plan().to_dict())
    with pytest.raises(soko.PlanError, match="reduce None and allin"):
        plan().run() + merged
    record = json.loads(json.dumps(reduced.to_dict()))
    record["question"]["reduce"] = "none"
    with pytest.raises(soko.TallyFileError, match="question: rules"):
        soko.Plan.from_dict(record)


def test_a_batch_knows_which_row_of_the_deals_is_its_hand() -> None:
    first: dict[int, int] = {}

    def fold_or_check(batch: Batch) -> NDArray[np.intp]:
        actions = batch.legal.argmax(axis=1)
        first.update(zip(batch.hands[batch.is_new].tolist(), actions[batch.is_new].tolist(), strict=True))
        return actions

    chips = soko.playout(SOKO, 2, 200, [fold_or_check, "maniac"], rng=7, per_deal=True).per_deal
    assert chips is not None
    folded = [hand for hand, action in first.items() if action == 0]
    assert len(folded) > 50
    # The ante is lost, and nothing else.
    assert (chips[folded, 0] == -1).all()
