"""Solved spots against the reference: hands of the file, rules that part with chips, values by card, ranges left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from linear_programs import equilibrium
from rivers import PLAYED, rows, to_spot

import soko
from soko.reference.engine import Hand
from soko.reference.rules import Rules
from soko.reference.solve import Spot, Tree, pair_value, spot_cards

if TYPE_CHECKING:
    from soko.reference.solve import Decision, Strategy

GAMES, RIVERS, _ = rows()
ALIKE = "As Kd 7c 2h / Ac Kh 7d 2s"


def weights(row: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    """Return the ranges of a spot of the file, None for all cards alike."""
    if row["ranges"] is None:
        return None
    found = np.zeros((2, 52))
    for player, cards in enumerate(row["ranges"]):
        for card, weight in cards.items():
            found[player, int(soko.Card(card))] = weight
    return found


def hand_of(row: dict[str, Any]) -> soko.Hand:
    """Return the hand that leads to a spot of the file."""
    rules = soko.Rules.from_dict(GAMES[row["game"]].to_dict())
    hand = soko.Hand(rules, row["hand"]["stacks"], deck=row["hand"]["deck"])
    for word in row["hand"]["moves"]:
        kind, _, amount = word.partition(" ")
        hand.act(kind, int(amount) if amount else None)
    return hand


@pytest.mark.parametrize("number", range(PLAYED))
def test_the_spot_of_a_hand_is_that_of_the_file(number: int) -> None:
    row = RIVERS[number]
    spot = soko.Spot.of(hand_of(row))
    start = soko.Spot(spot.rules, row["up"], row["pot"], dead=row["dead"], stacks=row["stacks"])
    made = start.then(" ".join(row["actions"])) if row["actions"] else start
    assert (spot.up, spot.dead, spot.pot, spot.stacks) == (made.up, made.dead, made.pot, made.stacks)
    assert spot.actions() == made.actions()
    assert spot.seats == tuple(row["hand"]["seats"])
    assert spot.seats.index(spot.actor) == made.actor
    s = soko.solve(spot, weights(row), target=1e-4, threads=1)
    # Both may lose the distance twice, on average of the two, in parts of the pot when the street began.
    assert s.value == pytest.approx(row["value"], abs=2.001e-4 * row["pot"])


@pytest.mark.parametrize("switches", [
    {}, {"odd_chip": "suit"}, {"showing_tie": "suit"}, {"low_chicago": True},
    {"low_chicago": True, "odd_chip": "suit", "ace": "high"}, {"open_fold": True},
])  # fmt: skip
def test_ties_and_odd_chips_are_those_of_the_engine(switches: dict[str, Any]) -> None:
    rules = soko.games.soko(**switches)
    s = soko.solve(soko.Spot(rules, ALIKE.split(" / "), 35), target=1e-6, threads=1)
    spot = Spot(rules=Rules.from_dict(rules.to_dict()), up=spot_cards(ALIKE), pot=35, stacks=(100, 100))
    assert s.value == pytest.approx(equilibrium(Tree.of(spot)).value, abs=1e-4)


@pytest.mark.parametrize("live", [(1, 4), (0, 1)])
@pytest.mark.parametrize("odd_chip", ["position", "nearest"])
def test_the_odd_chip_of_a_hand_goes_to_one_of_its_seats(live: tuple[int, int], odd_chip: str) -> None:
    rules = soko.games.soko(odd_chip=odd_chip)
    up = [dict(zip(live, cards, strict=True)) for cards in zip(*spot_cards(ALIKE), strict=True)]
    # Five players, three of whom fold to the bring-in: 5 antes and 4 chips are an odd pot.
    others = iter(soko.cards("3c 3d 4c 4d 5c 5d 6c 6d 8c 8d 9c 9d Tc Td Jc Jd 3h 3s 4h 4s 5h 5s"))
    dealt = [int(next(others)) for _ in range(5)]
    dealt += [up[0][seat] if seat in live else int(next(others)) for seat in range(5)]
    dealt += [street[seat] for street in up[1:] for seat in live]
    dealt += [int(next(others)) for _ in range(25 - len(dealt))]
    hand, known = soko.Hand(rules, [100] * 5, deck=dealt), Hand(Rules.from_dict(rules.to_dict()), [100] * 5)
    cards = iter(dealt)
    while True:
        while known.chance is not None:
            card = next(cards)
            known.deal(None if known.chance[1] == "down" else card)
        if hand.street == 3:
            break
        kinds = [action.kind for action in hand.legal_actions()]
        wanted = ["bring-in", "call" if hand.actor in live else "fold", "check"]
        kind = next(kind for kind in wanted if kind in kinds)
        hand.act(kind)
        known.act(kind)
    assert hand.pot == 9
    s = soko.solve(soko.Spot.of(hand), target=1e-5, threads=1)
    value = equilibrium(Tree(known)).value
    assert s.value == pytest.approx(value, abs=1e-3)
    # Seat 4 has the dealer box, so it is as near to it as seat 0.
    later = (live, odd_chip) == ((1, 4), "nearest")
    assert value[0] == pytest.approx(4.1299 if later else 4.1803, abs=1e-4)


def strategies(s: soko.Solution, tree: Tree) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the strategies of both players at all decisions, as the reference has them."""
    found: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for node in tree.decisions():
        array = s.strategy(node.history).astype(float)
        found[node.player][node.history] = {card: array[card].tolist() for card in tree.ranges[node.player]}
    return found


def value_of(tree: Tree, node: Decision, card: int, action: int, played: tuple[Strategy, Strategy]) -> float:
    """Return what a card gets that comes to a decision and does one thing there; nan where the opponent never comes."""
    other = 1 - node.player
    won = came = 0.0
    for cards, odds in tree.pairs.items():
        if cards[node.player] == card:
            reach = odds
            for decision, chosen in ways(tree, node):
                if decision.player == other:
                    reach *= played[other][decision.history][cards[other]][chosen]
            gain = pair_value(node.children[action], cards, played)
            came += reach
            won += reach * (tree.pot - gain if node.player else gain)
    return won / came if came > 0 else float("nan")


def ways(tree: Tree, node: Decision) -> tuple[tuple[Decision, int], ...]:
    """Return the decisions that lead to one, each with the action taken there."""
    found = [
        (decision, at)
        for decision in tree.decisions()
        for at, child in enumerate(decision.children)
        if f"{node.history} ".startswith(f"{child.history} ")
    ]
    return tuple(found)


@pytest.mark.parametrize("number", [1, 20, 40])
def test_values_are_those_of_each_card_and_action(number: int) -> None:
    row = RIVERS[number]
    tree = Tree.of(to_spot(row, GAMES[row["game"]]))
    # Few iterations, so that every action is taken now and then.
    s = soko.solve(soko.Spot.of(hand_of(row)), weights(row), target=1e-9, iterations=5, threads=1)
    played = strategies(s, tree)
    for node in tree.decisions():
        found = s.values(node.history)
        for card in tree.ranges[node.player]:
            wanted = [value_of(tree, node, card, action, played) for action in range(len(node.actions))]
            assert found[card] == pytest.approx(wanted, abs=1e-3, nan_ok=True)


@pytest.mark.parametrize("words", ["check check", "bet call", "check bet call", "check bet raise call"])
def test_the_ranges_that_are_left_are_the_odds_of_what_was_done(words: str) -> None:
    rules, up = soko.games.soko(), ["As Kd 7c", "Qh Qd 9s"]
    dead = "2c 2d 2s 3c 3d 3s 4c 4d 4h 5c 5d 5h 6c 6d 6h 8c 8d 8h Tc Td Th"
    before = np.random.default_rng(7).uniform(0.5, 1, (2, 52))
    fourth = soko.Spot(rules, up, 20, dead=dead, ranges=before)
    s = soko.solve(fourth, target=1e-9, iterations=8, threads=1)
    wanted = np.array(fourth.ranges)
    done: list[str] = []
    for word in words.split():
        so_far = " ".join(done)
        player = fourth.then(so_far).actor if done else fourth.actor
        kinds = [action.split()[0] for action in fourth.actions(so_far)]
        wanted[player] *= s.strategy(so_far)[:, kinds.index(word)]
        done.append(word)
    wanted[np.isnan(wanted)] = 0
    wanted[:, [int(card) for card in soko.cards("7h 2h")]] = 0
    left = s.after(words, "7h 2h").ranges
    assert left == pytest.approx(wanted / wanted.max(axis=1, keepdims=True), abs=1e-5)
