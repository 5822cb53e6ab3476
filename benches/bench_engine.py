"""The game engine: whole hands of random legal actions, and what a table or a tree walker calls most."""

from __future__ import annotations

from functools import cache
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from benches import _peers
from benches._contest import Contender, check, race
from soko.reference.engine import Hand as ReferenceHand
from soko.reference.rules import Rules as ReferenceRules

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = soko.games.soko()
REFERENCE_RULES = ReferenceRules.from_dict(RULES.to_dict())
PLAYERS = 6
STACKS = [100] * PLAYERS


def fresh_decks(n: int, seed: int) -> list[bytes]:
    """Return shuffled decks."""
    generator = np.random.default_rng(seed)
    return [bytes(deck) for deck in generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)]


def play(hand: soko.Hand, chance: Callable[[], float]) -> int:
    """Play a hand with random legal actions, each at its lowest amount, and return how many there were."""
    count = 0
    while hand.actor is not None:
        legal = hand.legal_actions()
        action = legal[int(chance() * len(legal))]
        hand.act(action.kind, action.low)
        count += 1
    return count


def play_reference(hand: ReferenceHand, chance: Callable[[], float]) -> int:
    """Do the same on the reference."""
    count = 0
    while hand.actor is not None:
        legal = hand.legal_actions()
        kind, low, _ = legal[int(chance() * len(legal))]
        hand.act(kind, low)
        count += 1
    return count


def play_many(decks: list[bytes]) -> int:
    """Play hands and return how many steps they took."""
    chance = Random(1).random
    return sum(play(soko.Hand(RULES, STACKS, deck=deck), chance) for deck in decks)


def play_slowly(decks: list[bytes]) -> int:
    """Do the same on the reference."""
    chance = Random(1).random
    return sum(play_reference(ReferenceHand(REFERENCE_RULES, STACKS, deck), chance) for deck in decks)


def play_viewed(decks: list[bytes]) -> int:
    """Play hands with a view of the seat to act before each step."""
    chance, count = Random(1).random, 0
    for deck in decks:
        hand = soko.Hand(RULES, STACKS, deck=deck)
        while hand.actor is not None:
            legal = hand.view(hand.actor).legal_actions()
            action = legal[int(chance() * len(legal))]
            hand.act(action.kind, action.low)
            count += 1
    return count


@cache
def check_hands() -> None:
    """Check the same hands on both engines, copies too, and that no peer makes chips."""
    for number, deck in enumerate(fresh_decks(300, 1)):
        hand, slow = soko.Hand(RULES, STACKS, deck=deck), ReferenceHand(REFERENCE_RULES, STACKS, deck)
        copy = hand.clone()
        taken = play(hand, Random(number).random)
        check(taken == play_reference(slow, Random(number).random), f"the steps of hand {number}")
        check(hand.payoffs == slow.payoffs, f"the payoffs of hand {number}")
        check([event.to_tuple() for event in hand.events] == slow.events, f"the events of hand {number}")
        play(copy, Random(number).random)
        check(copy == hand, f"the copy of hand {number}")
    for name in _peers.those("pokerkit", *_peers.ENGINES)[2:]:
        check(abs(peer_hands(name, 5, Random(1).random)[1]) < 1e-9, f"the chips of {name}")


def peer_hands(name: str, n: int, chance: Callable[[], float]) -> tuple[int, float]:
    """Play hands of a peer; return actions and the sum of what was won."""
    if name == "pokerkit":
        return _peers.stud_of_pokerkit(STACKS, RULES, n, chance)
    return _peers.ENGINES[name](n, chance)


@pytest.mark.parametrize("who", _peers.those("pokerkit", *_peers.ENGINES))
@pytest.mark.parametrize("per", ["step", "hand"])
def test_hand(versus: Any, short: bool, per: str, who: str) -> None:  # noqa: FBT001
    """Whole hands at random, from the deal to the payoffs: Soko; pokerkit seven-card stud, other peers hold'em."""
    check_hands()
    n, sample, few = (500, 40, 8) if short else (3000, 150, 30)
    steps = per == "step"
    ours = Contender("soko", play_many, None if steps else n)
    slow = Contender("reference", play_slowly, None if steps else sample, lambda decks: decks[:sample])
    contenders = [ours, slow]
    if who not in {"soko", "reference"}:
        theirs = lambda seed: peer_hands(who, few, Random(seed).random)[0]  # noqa: E731 - one line
        few = few // 4 * 4 or 4
        played = few // 4 if "+" in who else few
        contenders.append(Contender(who, theirs, None if steps else played, lambda decks: decks[0][0]))
    goal = {("step", "soko"): 20.0, ("hand", "pokerkit"): 100.0}.get((per, who))
    group = f"Hand, six players, random legal actions, a {per}"
    race(versus, who, contenders, group=group, inputs=lambda seed: fresh_decks(n, seed), goal=goal)


@pytest.mark.parametrize("who", _peers.those("pokers"))
def test_hand_with_views(versus: Any, who: str) -> None:
    """A view an action, as a bot is asked; pokers copies its whole state an action."""
    check_hands()
    contenders = [Contender("soko", play_viewed, None), Contender("reference", play_slowly, None, lambda d: d[:40])]
    if who == "pokers":
        theirs = lambda seed: peer_hands(who, 300, Random(seed).random)[0]  # noqa: E731 - one line
        contenders.append(Contender(who, theirs, None, lambda decks: decks[0][0]))
    group = "Hand with a view an action, a step"
    goal = 1.2 if who == "pokers" else None
    race(versus, who, contenders, group=group, inputs=lambda seed: fresh_decks(300, seed), goal=goal)


def _calls(name: str) -> Callable[[soko.Hand], None]:
    def actor(hand: soko.Hand) -> None:
        for _ in repeat(None, 10_000):
            hand.actor  # noqa: B018 - reading is what is timed

    def legal(hand: soko.Hand) -> None:
        for _ in repeat(None, 10_000):
            hand.legal_actions()

    def clone(hand: soko.Hand) -> None:
        for _ in repeat(None, 10_000):
            hand.clone()

    def view(hand: soko.Hand) -> None:
        for _ in repeat(None, 10_000):
            hand.view(0)

    def child(hand: soko.Hand) -> None:
        action = hand.legal_actions()[-1]
        for _ in repeat(None, 10_000):
            hand.child(action)

    return {"actor": actor, "legal_actions": legal, "clone": clone, "view": view, "view, late": view, "child": child}[name]


def _midway(deck: bytes) -> soko.Hand:
    """Return a hand in its middle."""
    hand, chance = soko.Hand(RULES, STACKS, deck=deck), Random(1).random
    total, half = play(hand.clone(), Random(1).random), 0
    while hand.actor is not None and half < total // 2:
        legal = hand.legal_actions()
        action = legal[int(chance() * len(legal))]
        hand.act(action.kind, action.low)
        half += 1
    return hand


def _late(deck: bytes) -> soko.Hand:
    """Return a hand that all have called to its last action."""
    hand = soko.Hand(RULES, STACKS, deck=deck)
    while not (following := hand.child(hand.legal_actions()[min(1, len(hand.legal_actions()) - 1)])).is_over:
        hand = following
    return hand


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("call", ["actor", "legal_actions", "clone", "child", "view", "view, late"])
def test_hand_calls(versus: Any, call: str, who: str) -> None:
    """Single calls on a hand in its middle; the reference, which has neither copies nor views, takes a whole step."""
    check_hands()
    reach = _late if call == "view, late" else _midway
    contenders = [Contender("soko", _calls(call), 10_000, lambda decks: reach(decks[0]))]
    contenders.append(Contender("reference", play_slowly, None, lambda decks: decks[:10]))
    # A step of the reference takes 19 us: a view is to take 0.8.
    goal = 24.0 if call.startswith("view") and who == "soko" else None
    race(versus, who, contenders, group=f"hand.{call}, a call", inputs=lambda seed: fresh_decks(10, seed), goal=goal)


@pytest.mark.parametrize("who", _peers.those("open_spiel"))
def test_clone(versus: Any, who: str) -> None:
    """A copy of a hand in its middle; the reference plays a step instead, since it has no copies."""
    check_hands()
    contenders = [Contender("soko", _calls("clone"), 10_000, lambda decks: _midway(decks[0]))]
    contenders.append(Contender("reference", play_slowly, None, lambda decks: decks[:10]))
    if who == "open_spiel":
        state = _peers.universal_poker().new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])

        def theirs(_: object) -> None:
            for _ in repeat(None, 1000):
                state.clone()

        contenders.append(Contender(who, theirs, 1000))
    race(versus, who, contenders, group="clone of a hand, a call", inputs=lambda seed: fresh_decks(10, seed))


@pytest.mark.parametrize("who", ["soko", "reference"])
@pytest.mark.parametrize("chance", ["deck", "int", "Generator"])
def test_new_hand(versus: Any, chance: str, who: str) -> None:
    """A new hand: the deck given or shuffled, antes posted, the first street dealt."""
    check_hands()
    generator = np.random.default_rng(1)
    ways: dict[str, Callable[[list[bytes]], object]] = {
        "deck": lambda decks: [soko.Hand(RULES, STACKS, deck=deck) for deck in decks],
        "int": lambda decks: [soko.Hand(RULES, STACKS, rng=seed) for seed in range(len(decks))],
        "Generator": lambda decks: [soko.Hand(RULES, STACKS, rng=generator) for _ in decks],
    }
    slow = lambda decks: [ReferenceHand(REFERENCE_RULES, STACKS, deck) for deck in decks]  # noqa: E731 - one line
    contenders = [Contender("soko", ways[chance], 1000), Contender("reference", slow, 50, lambda decks: decks[:50])]
    race(versus, who, contenders, group=f"Hand(rng={chance}), six players", inputs=lambda seed: fresh_decks(1000, seed))
