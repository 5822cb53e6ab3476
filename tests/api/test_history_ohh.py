"""``soko.history.ohh`` and ``from_ohh``: Open Hand History JSON that adds up and is read back as the same hand."""

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from histories import random_stud

import soko
from soko import history


def studs() -> list[int]:
    """Return the numbers of random hands that are of seven-card stud."""
    return [seed for seed in range(45) if random_stud(seed).rules.name == "seven_card_stud"]


@pytest.mark.parametrize("seed", studs())
def test_it_adds_up_and_comes_back(seed: int) -> None:
    """What each player put in and won, by its own amounts, is what the hand came to."""
    hand = random_stud(seed)
    rake = min(2, sum(award.amount for award in hand.awards))
    names = [f"n{seat}" for seat in range(hand.players)]
    for subject in (hand, hand.view(0), hand.view(None)):
        text = history.ohh(subject, rake=rake, names=names, hand_number=seed, table="Home")
        record = json.loads(text)["ohh"]
        stacks = [player["starting_stack"] for player in record["players"]]
        for one in record["rounds"]:
            for action in one["actions"]:
                stacks[action["player_id"]] -= action.get("amount", 0)
        for seat, chips in enumerate(hand.uncalled):
            stacks[seat] += chips
        for pot in record["pots"]:
            assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])
            for win in pot["player_wins"]:
                stacks[win["player_id"]] += win["win_amount"]
        assert sum(pot["rake"] for pot in record["pots"]) == rake
        assert sum(stacks) + rake == sum(hand.stacks)
        assert all(0 <= mine - theirs <= rake for mine, theirs in zip(hand.stacks, stacks, strict=True))
        assert record["rounds"][0]["street"] == "Third Street"
        assert record["rounds"][-1]["street"] == "Showdown" or not hand.showdown_order
        read = history.from_ohh(text)
        assert (read.names, read.rake, read.hand_number, read.table) == (tuple(names), rake, seed, "Home")
        assert (read.hand.rules, read.hand.dealer) == (hand.rules, hand.dealer)
        if isinstance(subject, soko.View):
            assert read.hand.view(subject.seat) == subject
            assert record["hero_player_id"] == subject.seat == read.viewer
        else:
            assert read.hand.events == hand.events


def test_amounts_are_of_the_currency() -> None:
    hand = soko.Hand(soko.games.seven_card_stud(), [150, 100], rng=7)
    hand.complete()
    hand.fold()
    time = datetime(2026, 12, 1, tzinfo=UTC)
    text = history.ohh(hand, unit=100, currency="€", time=time)
    record = json.loads(text)["ohh"]
    assert [player["starting_stack"] for player in record["players"]] == [1.5, 1]
    assert (record["currency"], record["start_date_utc"]) == ("EUR", "2026-12-01T00:00:00")
    assert (record["hero_player_id"], record["flags"]) == (None, ["Observed"])
    read = history.from_ohh(text)
    assert (read.unit, read.currency, read.hand.starting_stacks) == (100, "€", (150, 100))


def test_other_games_are_refused() -> None:
    for rules in (soko.games.soko(), soko.games.five_card_stud(), soko.games.seven_card_stud(low_chicago=True)):
        hand = soko.Hand(rules, [100, 100], rng=7)
        with pytest.raises(soko.HistoryError, match="the format 'ohh' cannot say"):
            history.ohh(hand)


def a_record() -> dict[str, Any]:
    """Return a hand with a showdown as an object."""
    seed = next(seed for seed in studs() if len(random_stud(seed).showdown_order) > 1)
    record: dict[str, Any] = json.loads(history.ohh(random_stud(seed)))["ohh"]
    return record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda hand: hand.pop("_soko"), "_soko: missing, and the stakes of stud"),
        (lambda hand: hand.update(_soko={"rules": {"name": "poker"}}), "_soko"),
        (lambda hand: hand.update(_soko={"rules": 7}), "_soko"),
        (lambda hand: hand.update(players=[]), "players: 2 to 10"),
        (lambda hand: hand.update(players=[7, 8]), "player: an object is needed"),
        (lambda hand: hand.update(players=hand["players"] * 6), "players: "),
        (lambda hand: hand["players"][0].update(id=1), "players: 2 to 10 with different ids"),
        (lambda hand: hand["players"][0].update(name=hand["players"][1]["name"]), "different names"),
        (lambda hand: hand["players"][0].update(name="\n"), "name"),
        (lambda hand: hand["players"][0].update(starting_stack=True), "starting_stack"),
        (lambda hand: hand["players"][0].update(starting_stack=float("nan")), "starting_stack: nan"),
        (lambda hand: hand["players"][0].update(starting_stack=10**400), "starting_stack"),
        (lambda hand: hand["players"][0].update(seat=9), "they must be in order"),
        (lambda hand: hand.update(dealer_seat=77), "dealer_seat 77"),
        (lambda hand: hand.update(rounds="no"), "rounds"),
        (lambda hand: hand["rounds"][0]["actions"][-1].update(action="Dance"), "'Dance' is not one of this game"),
        (lambda hand: hand["rounds"][0]["actions"][-1].update(player_id=99), "player_id: 99 is nobody's"),
        (lambda hand: hand["rounds"][0]["actions"].pop(), "to act|ends before|missing|follows"),
        (lambda hand: hand["rounds"][1]["actions"][0].update(cards=["As", "Ad"]), "2 cards|1 are dealt|twice|dealt"),
        (lambda hand: hand["rounds"][1]["actions"][0].update(cards="As"), "no list of cards"),
        (lambda hand: hand["rounds"][1]["actions"][0].update(cards=["xx"]), "xx"),
        (lambda hand: hand["pots"][0]["player_wins"][0].update(win_amount=1), "follows from the rest"),
        (lambda hand: hand["pots"][0].update(rake=1), "follows from the rest"),
        (lambda hand: hand.update(start_date_utc="noon"), "noon"),
        (lambda hand: hand.update(game_number="a b"), "letters, digits"),
    ],
)
def test_what_is_wrong_is_named(change: Callable[[dict[str, Any]], object], message: str) -> None:
    record = a_record()
    assert history.from_ohh(json.dumps({"ohh": record})).hand.is_over
    change(record)
    with pytest.raises(soko.HistoryError, match=message):
        history.from_ohh(json.dumps({"ohh": record}))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"ohh": 1}', "[" * 4000, "1" * 5000 + "1"])
def test_what_is_no_history_is_refused(text: str) -> None:
    with pytest.raises(soko.HistoryError):
        history.from_ohh(text)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_objects_are_read_or_refused(seed: int) -> None:
    """Any member of any object replaced by something else never does anything else."""
    choice = random.Random(seed)
    record = a_record()
    for _ in range(choice.randint(1, 3)):
        place: Any = record
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = choice.choice(keys)
            if not isinstance(place[key], (dict, list)) or choice.random() < 0.2:
                place[key] = choice.choice([None, -1, 0, 7, 10**30, 1.5, 1e308, "", "As", [], {}, [None], True])
                break
            place = place[key]
    try:
        read = history.from_ohh(json.dumps({"ohh": record}))
    except soko.SokoError:
        return
    assert soko.Hand.from_dict(read.hand.to_dict()) == read.hand
