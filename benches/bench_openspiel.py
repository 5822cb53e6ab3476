"""The door to OpenSpiel: whole hands played by its states."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches import _peers
from benches._contest import Contender, check, race
from soko.reference.engine import Hand as ReferenceHand
from soko.reference.rules import soko as reference_rules

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("pyspiel", reason="open_spiel is not installed")

STACK = 100


@cache
def heads_up() -> Any:
    """Return Soko for two."""
    import_module("soko.openspiel")
    return import_module("pyspiel").load_game("soko", {"players": 2, "stack": STACK})


@cache
def holdem() -> Any:
    """Return limit hold'em of OpenSpiel for two, which is C++."""
    return import_module("pyspiel").load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,firstPlayer=2 1 1 1,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
    )


def play(game: Any, n: int, chance: Callable[[], float], ends: list[Any] | None = None) -> int:
    """Play hands at random through states, and return how many cards and actions that were."""
    count = 0
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            count += 1
        if ends is not None:
            ends.append(state)
    return count


def play_slowly(n: int, seed: int) -> int:
    """Play hands on the reference, and return how many cards and actions that were."""
    chance, count, decks = Random(seed).random, 0, np.random.default_rng(seed)
    for _ in range(n):
        hand = ReferenceHand(reference_rules(), [STACK] * 2, decks.permutation(52).tolist())
        while hand.actor is not None:
            legal = hand.legal_actions()
            kind, low, _ = legal[int(chance() * len(legal))]
            hand.act(kind, low)
            count += 1
        count += sum(event[0] == "deal" for event in hand.events)
    return count


@cache
def check_door() -> None:
    """Check hands of the door against the package's own, card by card and action by action."""
    ends: list[Any] = []
    play(heads_up(), 200, Random(1).random, ends)
    for number, state in enumerate(ends):
        done = [(move.player < 0, move.action) for move in state.full_history()]
        deck = bytes(action for is_card, action in done if is_card)
        table = soko.Table.from_hands([soko.Hand(soko.games.soko(), [STACK] * 2, deck=deck, rng=number)])
        for action in (action for is_card, action in done if not is_card):
            table.step(np.array([action]))
        check(table.rewards[0].tolist() == state.returns(), f"the payoffs of hand {number}")


@pytest.mark.parametrize("who", _peers.those("open_spiel"))
def test_door_of_openspiel(versus: Any, short: bool, who: str) -> None:  # noqa: FBT001
    """Cards and actions at random, two players: Soko by its door, in Python; OpenSpiel's own hold'em in C++."""
    check_door()
    n, few = (50, 10) if short else (300, 30)
    contenders = [
        Contender("soko", lambda seed: play(heads_up(), n, Random(seed).random), None),
        Contender("reference", lambda seed: play_slowly(few, seed), None),
    ]
    if who == "open_spiel":
        contenders.append(Contender(who, lambda seed: play(holdem(), n, Random(seed).random), None))
    race(versus, who, contenders, group="OpenSpiel, two players, a card or an action")
