"""The reference engine alone: its rules as data, the events of a hand, and what holds in every hand."""

import ast
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from engine_tools import cannot

from soko.reference import engine
from soko.reference.cards import DECK
from soko.reference.engine import Hand, script
from soko.reference.rules import (
    Rules,
    Switches,
    canadian_stud,
    five_card_stud,
    follow_the_bitch,
    seven_card_stud,
    soko,
)

PRESETS = (soko, canadian_stud, five_card_stud, seven_card_stud, follow_the_bitch)


def test_presets_of_rules_md_3() -> None:
    """The default amounts of the games."""
    amounts = {game.__name__: game() for game in PRESETS}
    assert {
        name: (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet, rules.max_bet)
        for name, rules in amounts.items()
    } == {
        "soko": (1, 2, 4, 8, None),
        "canadian_stud": (1, 2, 4, 8, 10),
        "five_card_stud": (1, 2, 4, 8, None),
        "seven_card_stud": (1, 2, 4, 8, None),
        "follow_the_bitch": (1, 0, 4, 8, None),
    }
    pot = soko(limit="pot", ante=5)
    assert (pot.bring_in, pot.small_bet, pot.big_bet) == (10, 10, 10)
    spread = follow_the_bitch(limit="spread", min_bet=4)
    assert (spread.small_bet, spread.big_bet, spread.max_bet) == (4, 8, 10)


@pytest.mark.parametrize("game", PRESETS)
def test_rules_round_trip(game: Callable[..., Rules]) -> None:
    """A dictionary and back; a change is checked."""
    rules = game(low_chicago=True, cap=3, burn=True)
    assert Rules.from_dict(rules.to_dict()) == rules
    assert rules.replace(cap=4).cap == 4
    assert rules.to_dict()["version"] == 1


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"colour": "red"},
        {"name": ""},
        {"min_players": 1},
        {"min_players": 9},
        {"max_players": 13},
        {"deal": ["ud", "u", "u", "u"]},
        {"deal": ["du", "u", "u"]},
        {"deal": "du"},
        {"bets": ["small", "huge", "big", "big"]},
        {"ranking": "omaha"},
        {"bring_in": 0},
        {"bring_in": 5},
        {"bring_in_card": "none"},
        {"ante": -1},
        {"ante": 1.0},
        {"ante": True},
        {"ante": 2**63},
        {"small_bet": 0},
        {"big_bet": 3},
        {"max_bet": 10},
        {"limit": "spread"},
        {"limit": "spread", "max_bet": 3},
        {"min_chip": 3},
        {"cap": 0},
        {"cap_heads_up": 1},
        {"open_pair": "option", "limit": "pot"},
        {"wild": "follow_the_queen"},
        {"carry_over": True},
        {"ace": "both"},
    ],
    ids=str,
)
def test_rules_refused(change: dict[str, object]) -> None:
    """Rules that contradict themselves are a ValueError."""
    assert cannot(lambda: Rules.from_dict({**soko().to_dict(), **change}))


def test_limits_of_the_games() -> None:
    """A game is refused in a betting structure that it is not played in."""
    for game, limit in ((soko, "no"), (five_card_stud, "spread"), (seven_card_stud, "spread"), (follow_the_bitch, "x")):
        assert cannot(partial(game, limit=limit))


def test_events_of_a_whole_hand() -> None:
    """Everything that happens, in order."""
    rules = soko(ante=5, bring_in=10, small_bet=20, big_bet=40)
    cards = [0, 5, 47, 51, 8, 13, 16, 21, 26, 31]
    hand = Hand(rules, [40, 30], [*cards, *(card for card in range(DECK) if card not in cards)])
    hand.act("bring-in")
    assert hand.act("complete", 20) == [("complete", 0, 20)]
    hand.act("raise")
    assert hand.events == [
        ("ante", 0, 5),
        ("ante", 1, 5),
        ("street", 0, "second street"),
        ("deal", 0, "down", 0),
        ("deal", 1, "down", 5),
        ("deal", 0, "up", 47),
        ("deal", 1, "up", 51),
        ("bring-in", 1, 10),
        ("complete", 0, 20),
        ("raise", 1, 25),
    ]
    assert hand.act("call") == [
        ("call", 0, 25),
        ("street", 1, "third street"),
        ("deal", 0, "up", 8),
        ("deal", 1, "up", 13),
        ("street", 2, "fourth street"),
        ("deal", 0, "up", 16),
        ("deal", 1, "up", 21),
        ("street", 3, "fifth street"),
        ("deal", 0, "up", 26),
        ("deal", 1, "up", 31),
        ("show", 0, (0,)),
        ("show", 1, (5,)),
        ("award", 1, 0, "high", 60),
        ("end",),
    ]
    assert hand.payoffs == (-30, 30)


def random_hand(seed: int) -> Hand:
    """Return a hand of random rules, stacks and cards, before its first decision."""
    choice = random.Random(seed)
    switches: Switches = {
        "low_chicago": choice.random() < 0.3,
        "cap": choice.choice([2, 4]),
        "cap_heads_up": choice.random() < 0.7,
        "open_fold": choice.random() < 0.2,
        "burn": choice.random() < 0.2,
        "odd_chip": choice.choice(["position", "suit"]),
        "showing_tie": choice.choice(["position", "suit"]),
    }
    rules = choice.choice(
        [
            soko(limit=choice.choice(["fixed", "pot"]), **switches),
            canadian_stud(**switches),
            five_card_stud(limit=choice.choice(["fixed", "pot", "no"]), **switches),
            seven_card_stud(**switches).replace(open_pair="option"),
            follow_the_bitch(limit=choice.choice(["fixed", "pot", "no", "spread"]), **switches),
        ]
    )
    players = choice.randint(rules.min_players, rules.max_players)
    stacks = [choice.choice([choice.randint(1, 9), choice.randint(1, 60), 500]) for _ in range(players)]
    return Hand(rules, stacks, choice.sample(range(DECK), DECK), dealer=choice.randrange(players))


def play_at_random(hand: Hand, seed: int) -> None:
    """Play a hand to its end, checking in every position what must hold there."""
    choice = random.Random(seed)
    total = sum(hand.starting_stacks)
    for _ in range(1000):
        if hand.is_over:
            break
        assert sum(hand.stacks) + sum(hand.bets) + sum(amount for amount, _ in hand.pots) == total
        assert_only_legal_is_accepted(hand)
        kind, low, high = choice.choice(hand.legal_actions())
        hand.act(kind, low if low is None or high is None else choice.choice([low, high, choice.randint(low, high)]))
    assert hand.is_over
    assert sum(hand.stacks) == total
    assert sum(amount for amount, _ in hand.pots) == sum(award[3] for award in hand.awards)


def assert_only_legal_is_accepted(hand: Hand) -> None:
    """Assert that what is not on the legal list is refused with nothing changed."""
    legal = hand.legal_actions()
    before = (list(hand.events), hand.stacks, hand.bets, hand.actor)
    kinds = [kind for kind, _, _ in legal]
    tries: list[tuple[str, int | None]] = [
        (kind, None)
        for kind in ("fold", "check", "call", "bring-in", "complete", "bet", "raise", "deal", "")
        if kind not in kinds
    ]
    for kind, low, high in legal:
        if low is None or high is None:
            tries.append((kind, 0))
        else:
            sizes = {size for name, size, _ in legal if name == kind}
            tries += [(kind, amount) for amount in (low - 1, high + 1, -1) if amount not in sizes]
    for kind, amount in tries:
        assert cannot(partial(hand.act, kind, amount))
    assert before == (list(hand.events), hand.stacks, hand.bets, hand.actor)


@pytest.mark.parametrize("seed", range(200))
def test_random_hands(seed: int) -> None:
    """Chips are conserved, only legal actions are accepted, every hand ends, and its script plays it again."""
    hand = random_hand(seed)
    play_at_random(hand, seed)
    again: dict[str, Hand] = {}
    exec(script(hand), again)  # noqa: S102  # the program is what is tested
    assert again["hand"].events == hand.events


@pytest.mark.parametrize("seed", range(30))
def test_a_caller_who_deals_the_same_cards_plays_the_same_hand(seed: int) -> None:
    """With chance left to the caller everything is the same, but the cards that are burnt."""
    hand = random_hand(seed)
    assert hand.deck is not None
    play_at_random(hand, seed)
    cards = [event[-1] for event in hand.events if event[0] in {"deal", "community"}]
    other = Hand(hand.rules, hand.starting_stacks, dealer=hand.dealer)
    moves = [move for move in hand.moves if move[0] != "deal"]
    while not other.is_over:
        if other.chance is not None:
            card = cards.pop(0)
            assert isinstance(card, int)
            other.deal(card)
        else:
            other.act(*moves.pop(0))
    assert [event for event in other.events if event[0] != "burn"] == [
        event for event in hand.events if event[0] != "burn"
    ]


def test_hand_refused() -> None:
    """A hand that cannot be dealt is a ValueError."""
    deck = list(range(DECK))
    refused: list[tuple[Sequence[float], list[int], int]] = [
        ([100], deck, 0),
        ([100, 100], deck, 2),
        ([100, 1.5], deck, 0),
        ([100, True], deck, 0),
        ([100, 100], deck[:9], 0),
        ([100, 100], [*deck[:51], 0], 0),
        ([100, 100], [*deck[:51], 52], 0),
    ]
    for stacks, cards, dealer in refused:
        assert cannot(partial(Hand, soko(), stacks, cards, dealer=dealer))  # type: ignore[arg-type]  # the mistakes


def test_engine_imports_only_the_reference() -> None:
    """Only the standard library and relative imports that stay inside the reference."""
    for path in Path(engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                assert node.module in {"collections.abc", "dataclasses", "typing"}
            elif isinstance(node, ast.ImportFrom):
                assert node.level <= 2
