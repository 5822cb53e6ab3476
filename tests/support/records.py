"""Records and reports of all kinds as the package writes them, for the schemas that describe them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import soko

GAMES = [soko.games.by_name(name) for name in soko.games.NAMES]
SEED = 7


def to_its_end(hand: soko.Hand) -> soko.Hand:
    """Play a hand by its default actions."""
    while not hand.is_over:
        hand.act(hand.default_action().kind)
    return hand


def hands() -> Iterator[soko.Hand]:
    """Yield hands of all games, at the start and at the end, with all kinds of cards and chips."""
    for rules in GAMES:
        yield soko.Hand(rules, [100] * 3, rng=SEED)
        yield to_its_end(soko.Hand(rules.replace(low_chicago=True, burn=True), [100, 30, 7], rng=SEED))
    yield to_its_end(soko.Hand(soko.games.seven_card_stud(), [100] * 8, rng=SEED))
    shown = to_its_end(soko.Hand(soko.games.soko(), [100] * 3, rng=3))
    folded = soko.Hand(soko.games.soko(), [100] * 2, rng=SEED)
    folded.bring_in()
    folded.fold()
    folded.show(folded.awards[0].seat)
    yield from (shown, folded)
    manual = soko.Hand(soko.games.follow_the_bitch(queens_wild=True), [100] * 2, deal="manual")
    yield manual.clone()
    cards = iter(["?", "?", "2c", "3c", "Qs", "9d"])
    while manual.chance is not None:
        card = next(cards)
        manual.deal(None if card == "?" else card)
    yield manual
    yield from unknown()


def unknown() -> Iterator[soko.Hand]:
    """Yield hands with unknown cards: waiting for them, mucked, revealed."""
    deck = "? ? ? 2c Ah Ac Ks 8c Jd 7h 9d 3h 5d 4s 6d"
    hand = soko.Hand(soko.games.soko(), [100] * 3, deck=deck)
    hand.act("bring-in")
    while hand.actor is not None:
        hand.act(hand.default_action().kind if "check" in [a.kind for a in hand.legal_actions()] else "call")
    yield hand.clone()
    hand.muck(1)
    hand.reveal(0, "Kd")
    yield hand.clone()
    hand.reveal(2, "Qs")
    yield hand


def plans() -> list[Any]:
    """Return plans of all kinds of work."""
    soko_rules, wild = soko.games.soko(), soko.games.follow_the_bitch(low_chicago=True)
    return [
        soko.plan(soko_rules, 2, 40_000, rng=SEED, known=["As ? 2c"], dead="Kd"),
        soko.plan(wild, 3, 100, rng=SEED),
        soko.equity_plan(["(As) Kd", "(?) Qh"], n=100, rng=SEED),
        soko.playout_plan(soko_rules, 3, 100, ["tight", "call"], rng=SEED),
    ]


def answers() -> list[soko.Equity]:
    """Return answers about equity, exact and sampled, with and without wild ranks."""
    wild = soko.games.follow_the_bitch(low_chicago=True)
    return [
        soko.equity(["(As) Kd 2c 3c 4d", "(?) Qh 5c 5d 6h"], dead="7c"),
        soko.equity(["(As) Kd 2c 3c 4d", "(8s) Qh 5c 5d 6h"]),
        soko.equity(["(As 3s) Qd", "(? ?) 9h"], wild, n=500, rng=SEED),
    ]


def matches() -> Iterator[soko.Match]:
    """Yield matches before, in and after hands, with chance of all kinds that can be written down."""
    for kind in (np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64):
        match = soko.Match(soko.games.soko(), [100] * 4, rng=np.random.Generator(kind(SEED)), dealer_moves=True)
        yield match
        match.sit_out(2)
        match.deal()
        yield match
        match.play("tight")


def records() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what ``to_dict`` writes of everything that has it, with the name of its schema."""
    for rules in GAMES:
        yield "rules", rules.to_dict()
    for hand in hands():
        yield "hand", hand.to_dict()
        for view in (hand.view(None), hand.view(0), hand.view(1)):
            yield "view", view.to_dict()
        yield from (("event", event.to_dict()) for event in hand.events)
        yield from (("legal-action", action.to_dict()) for action in hand.legal_actions())
    for match in matches():
        yield "match", match.to_dict()
    commitment = soko.commit("As Kd 7c 2h")
    yield "commitment", commitment.to_dict()
    yield "card-proof", commitment.open(2).to_dict()
    for plan in plans():
        yield "plan", plan.to_dict()
        yield "plan", plan.shard(0, 2).to_dict()
        yield "tally", plan.run().to_dict()
    yield "playout", soko.playout(soko.games.soko(), 3, 300, ["tight", "call"], rng=SEED, duplicate=True).to_dict()
    yield "playout", soko.playout(soko.games.soko(), 2, 1, "random", rng=SEED).to_dict()
    for answer in answers():
        yield "equity", answer.to_dict()


def files(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield what is in files that ``save`` writes."""
    for number, plan in enumerate(plans()):
        plan.run().save(folder / f"{number}.json")
        yield "tally", json.loads((folder / f"{number}.json").read_text(encoding="utf-8"))
