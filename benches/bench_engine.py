"""The game engine: whole hands of random legal actions, and what a table or a tree walker calls most."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING

import numpy as np

import soko
from benches import _peers
from benches._counted import CountedContest
from benches._measure import Contest, check
from soko.reference.engine import Hand as ReferenceHand
from soko.reference.rules import Rules as ReferenceRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benches._measure import Table

RULES = soko.games.soko()
REFERENCE_RULES = ReferenceRules.from_dict(RULES.to_dict())
PLAYERS = 6
STACKS = [100] * PLAYERS

Decks = list[bytes]
Move = tuple[str, int | None]


def tables(*, short: bool) -> Iterator[Table]:
    """Measure and report, a table at a time."""
    check_hands()
    yield whole_hands(short=short)
    yield steps(short=short)
    yield calls(short=short)
    yield new_hands(short=short)


def fresh_decks(n: int, seed: int) -> Decks:
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


def check_hands() -> None:
    """Check the same hands on both engines: as many steps, the same payoffs; and that copies are played alike."""
    for number, deck in enumerate(fresh_decks(400, 1)):
        hand, slow = soko.Hand(RULES, STACKS, deck=deck), ReferenceHand(REFERENCE_RULES, STACKS, deck)
        copy = hand.clone()
        taken = play(hand, Random(number).random)
        check(taken == play_reference(slow, Random(number).random), f"the steps of hand {number}")
        check(hand.payoffs == slow.payoffs, f"the payoffs of hand {number}")
        check([event.to_tuple() for event in hand.events] == slow.events, f"the events of hand {number}")
        play(copy, Random(number).random)
        check(copy == hand, f"the copy of hand {number}")


def whole_hands(*, short: bool) -> Table:
    """Time whole hands, each shuffled from a generator of numpy, against seven-card stud of pokerkit."""
    n, few = (2000, 30) if short else (10_000, 100)
    contest = Contest(7 if short else 15, int)
    contest.enter("soko.Hand, a hand", n, lambda seed: lambda: _play_many(n, seed))
    names = ["soko.Hand, a hand"]
    if stud := _peers.PokerkitStud.load(STACKS, RULES):
        check(all(sum(stud.play(Random(seed).random)[1]) == 0 for seed in range(5)), "the chips of pokerkit")
        contest.enter("pokerkit, a hand", few, lambda seed: lambda: _play_stud(stud, few, seed))
        names.append("pokerkit, a hand")
    contest.run()
    costs = [contest.cost(name) for name in names]
    rows = [replace(row, ratio=1 / row.cost, relation="hands a second") for row in costs if row.cost]
    if stud:
        rows.append(contest.speed("soko.Hand, a hand", "pokerkit, a hand", 100, label="pokerkit"))
    return f"Whole hands, {PLAYERS} players, random legal actions (pokerkit: seven-card stud); cost a hand", rows


def _play_many(n: int, seed: int) -> int:
    """Play hands that are shuffled from one generator, and return how many steps they took."""
    generator, chance = np.random.default_rng(seed), Random(seed).random
    return sum(play(soko.Hand(RULES, STACKS, rng=generator), chance) for _ in range(n))


def _play_stud(stud: _peers.PokerkitStud, n: int, seed: int) -> int:
    chance = Random(seed).random
    return sum(stud.play(chance)[0] for _ in range(n))


def steps(*, short: bool) -> Table:
    """Time the same hands by their steps: asking what is legal, acting, and a hand's beginning shared out."""
    n, sample, few = (2000, 150, 20) if short else (10_000, 500, 100)
    contest: CountedContest[Decks] = CountedContest(7 if short else 15, lambda number: fresh_decks(n, number))

    def ours(decks: Decks) -> Callable[[], int]:
        chance = Random(1).random
        return lambda: sum(play(soko.Hand(RULES, STACKS, deck=deck), chance) for deck in decks)

    def theirs(decks: Decks) -> Callable[[], int]:
        chance = Random(1).random
        some = decks[:sample]
        return lambda: sum(play_reference(ReferenceHand(REFERENCE_RULES, STACKS, deck), chance) for deck in some)

    contest.enter("soko.Hand, a step", 1, ours)
    contest.enter("reference, a step", 1, theirs)
    stud = _peers.PokerkitStud.load(STACKS, RULES)
    if stud:
        contest.enter("pokerkit, a step", 1, lambda decks: lambda: _play_stud(stud, few, decks[0][0]))
    contest.run()
    rows = [
        contest.cost("reference, a step"),
        contest.speed("soko.Hand, a step", "reference, a step", 20, label="reference"),
    ]
    if stud:
        rows.append(contest.cost("pokerkit, a step"))
        rows.append(contest.speed("soko.Hand, a step", "pokerkit, a step", label="pokerkit"))
    return "The same by steps; cost a step", rows


def moves_of(deck: bytes, chance: Callable[[], float]) -> list[Move]:
    """Return the moves of a random hand."""
    hand = soko.Hand(RULES, STACKS, deck=deck)
    moves: list[Move] = []
    while hand.actor is not None:
        legal = hand.legal_actions()
        action = legal[int(chance() * len(legal))]
        moves.append((action.kind, action.low))
        hand.act(*moves[-1])
    return moves


def calls(*, short: bool) -> Table:
    """Time single calls, the loops around them included."""
    n = 300 if short else 1000
    contest: CountedContest[Decks] = CountedContest(15 if short else 51, lambda number: fresh_decks(n, number))
    for name, loop in (
        ("len(bytes)", _loop_len),
        ("h.actor", _loop_actor),
        ("h.legal_actions()", _loop_legal),
        ("h.clone()", _loop_clone),
    ):
        contest.enter(name, 1, _on_one_hand(loop))
    for name, act in (("h.act()", _act), ("h.act(), its events read", _act_and_read)):
        contest.enter(name, 1, _on_played_hands(act))
    contest.run()
    rows = [contest.cost("len(bytes)"), contest.cost("h.actor")]
    rows.append(contest.burden("h.legal_actions()", "len(bytes)"))
    rows.append(contest.burden("h.clone()", "h.actor", 5))
    rows.append(contest.burden("h.act()", "len(bytes)", 100))
    rows.append(contest.burden("h.act(), its events read", "len(bytes)"))
    return "Calls of a hand; cost a call", rows


def _on_one_hand(loop: Callable[[soko.Hand, bytes, int], None]) -> Callable[[Decks], Callable[[], int]]:
    """Return what prepares many calls on a hand in its middle."""
    n = 10_000

    def prepare(decks: Decks) -> Callable[[], int]:
        moves = moves_of(decks[0], Random(1).random)
        hand = soko.Hand(RULES, STACKS, deck=decks[0])
        for move in moves[: len(moves) // 2]:
            hand.act(*move)

        def work() -> int:
            loop(hand, decks[0], n)
            return n

        return work

    return prepare


def _loop_len(_hand: soko.Hand, deck: bytes, n: int) -> None:
    for _ in repeat(None, n):
        len(deck)


def _loop_actor(hand: soko.Hand, _deck: bytes, n: int) -> None:
    for _ in repeat(None, n):
        hand.actor  # noqa: B018 - reading is what is timed


def _loop_legal(hand: soko.Hand, _deck: bytes, n: int) -> None:
    for _ in repeat(None, n):
        hand.legal_actions()


def _loop_clone(hand: soko.Hand, _deck: bytes, n: int) -> None:
    for _ in repeat(None, n):
        hand.clone()


def _on_played_hands(
    act: Callable[[soko.Hand, Sequence[Move]], None],
) -> Callable[[Decks], Callable[[], int]]:
    """Return what prepares the acts of whole hands, chosen beforehand."""

    def prepare(decks: Decks) -> Callable[[], int]:
        chance = Random(1).random
        games = [(soko.Hand(RULES, STACKS, deck=deck), moves_of(deck, chance)) for deck in decks]

        def work() -> int:
            for hand, moves in games:
                act(hand, moves)
            return sum(len(moves) for _, moves in games)

        return work

    return prepare


def _act(hand: soko.Hand, moves: Sequence[Move]) -> None:
    for kind, amount in moves:
        hand.act(kind, amount)


def _act_and_read(hand: soko.Hand, moves: Sequence[Move]) -> None:
    for kind, amount in moves:
        for event in hand.act(kind, amount):
            event.kind  # noqa: B018 - reading is what is timed


def new_hands(*, short: bool) -> Table:
    """Time the creation of a hand: the deck shuffled or given, antes posted, the first street dealt."""
    n, sample = (1000, 50) if short else (5000, 200)
    contest: Contest[Decks] = Contest(9 if short else 31, lambda number: fresh_decks(n, number))
    generator = np.random.default_rng(1)
    contest.enter("Hand(deck=bytes)", n, lambda decks: lambda: [soko.Hand(RULES, STACKS, deck=deck) for deck in decks])
    contest.enter("Hand(rng=int)", n, lambda _: lambda: [soko.Hand(RULES, STACKS, rng=seed) for seed in range(n)])
    contest.enter("Hand(rng=Generator)", n, lambda _: lambda: [_shuffled(generator) for _ in repeat(None, n)])
    contest.enter(
        "reference",
        sample,
        lambda decks: lambda: [ReferenceHand(REFERENCE_RULES, STACKS, deck) for deck in decks[:sample]],
    )
    contest.run()
    rows = [contest.speed("Hand(deck=bytes)", "reference"), contest.cost("Hand(rng=int)")]
    rows.append(contest.cost("Hand(rng=Generator)"))
    return f"A new hand, {PLAYERS} players", rows


def _shuffled(generator: np.random.Generator) -> soko.Hand:
    return soko.Hand(RULES, STACKS, rng=generator)
