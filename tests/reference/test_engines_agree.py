"""The compiled engine against the reference: the same hands, move by move, to the last chip."""

import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor

import pytest
from engine_tools import EngineHand
from engines import RustHand
from random_hands import Start, random_action, random_start

from soko.reference.engine import Hand, script

HANDS = 200_000
PIECE = 2_500


def state_of(hand: EngineHand) -> dict[str, object]:
    """Return what both engines must say alike between two moves."""
    return {
        "actor": hand.actor,
        "chance": hand.chance,
        "street": hand.street,
        "legal actions": hand.legal_actions(),
        "stacks": hand.stacks,
        "bets": hand.bets,
        "pots": [tuple(pot) for pot in hand.pots],
        "is over": hand.is_over,
        "payoffs": hand.payoffs,
        "wild rank": hand.wild_rank,
        "community": list(hand.community),
    }


def end_of(hand: EngineHand) -> dict[str, object]:
    """Return what both engines must say alike of a hand as a whole."""
    seats = range(len(hand.stacks))
    return {
        "events": hand.events,
        "awards": list(hand.awards),
        "showdown order": hand.showdown_order,
        "cards": [(hand.hole_cards(seat), hand.up_cards(seat)) for seat in seats],
    }


def difference(first: dict[str, object], second: dict[str, object]) -> str:
    """Return in words where two answers differ, or nothing."""
    lines = [
        f"{name}: the reference has {value!r}, the compiled engine {second[name]!r}"
        for name, value in first.items()
        if value != second[name]
    ]
    return "\n".join(lines)


def disagreement(number: int) -> str:
    """Play a hand on both engines; return where they differ with a script that replays it, or nothing."""
    choice = random.Random(number)
    start = random_start(choice)
    manual = choice.random() < 0.1
    slow = Hand(start.rules, start.stacks, None if manual else start.deck, dealer=start.dealer)
    fast = RustHand(start.rules.to_dict(), start.stacks, None if manual else start.deck, start.dealer)
    problem = play_both(choice, slow, fast, start)
    return problem and f"hand {number}\n{problem}\n\n{script(slow)}"


def play_both(choice: random.Random, slow: Hand, fast: RustHand, start: Start) -> str:
    """Play the same moves on two engines to the end; return where they differ, or nothing."""
    cards = iter(start.deck)
    for _ in range(2000):
        problem = difference(state_of(slow), state_of(fast))
        if problem or slow.is_over:
            return problem or difference(end_of(slow), end_of(fast))
        move = None if slow.chance else random_action(choice, slow.legal_actions(), start.rules.min_chip)
        card = next(cards) if move is None else 0
        reported = slow.deal(card) if move is None else slow.act(*move)
        try:
            events = fast.deal(card) if move is None else fast.act(*move)
        except ValueError as error:
            return f"the compiled engine refuses the last move: {error}"
        if reported != events:
            return f"the last move: the reference reports {reported}, the compiled engine {events}"
    return "the hand does not end"


def disagreements(first: int, last: int) -> list[str]:
    """Play some hands; return where the engines differ, at most three times."""
    found: list[str] = []
    for number in range(first, last):
        problem = disagreement(number)
        if problem:
            found.append(problem)
            if len(found) == 3:
                break
    return found


def test_engines_agree() -> None:
    """Both engines tell the same of 200,000 random hands."""
    pieces = range(0, HANDS, PIECE)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        results = pool.map(disagreements, pieces, [first + PIECE for first in pieces])
        found = [problem for result in results for problem in result]
    if found:
        pytest.fail("\n\n".join([f"{len(found)} differences, the first:", *found[:3]]), pytrace=False)
