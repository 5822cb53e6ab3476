"""Trees of actions counted: the number of sequences of a given depth, equal in both engines and to the table kept.

Of a range of amounts the least and the greatest are followed; a sequence that ends the hand earlier counts once.
"""

import json
from typing import Any

import pytest
from paths import DATA

import soko
from soko.reference.engine import Hand as ReferenceHand
from soko.reference.rules import Rules as ReferenceRules

TABLE = json.loads((DATA / "sequence_counts.json").read_text(encoding="utf-8"))

Choice = tuple[str, int | None]


def choices(legal: list[tuple[str, int | None, int | None]]) -> list[Choice]:
    return [(kind, amount) for kind, low, high in legal for amount in sorted({low, high}, key=lambda x: x or 0)]


def count_in_rust(hand: soko.Hand, depth: int) -> int:
    if depth == 0 or hand.is_over:
        return 1
    total = 0
    for kind, amount in choices([(action.kind, action.low, action.high) for action in hand.legal_actions()]):
        branch = hand.clone()
        branch.act(kind, amount)
        total += count_in_rust(branch, depth - 1)
    return total


def count_in_reference(make: Any, path: list[Choice], depth: int) -> int:
    hand = make()
    for kind, amount in path:
        hand.act(kind, amount)
    if depth == 0 or hand.is_over:
        return 1
    return sum(count_in_reference(make, [*path, choice], depth - 1) for choice in choices(hand.legal_actions()))


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry['game']}-{entry['players']}-{entry['depth']}")
def test_number_of_sequences(entry: dict[str, Any]) -> None:
    rules = getattr(soko.games, entry["game"])(**entry["rules"])
    deck = entry["deck"]
    hand = soko.Hand(rules, entry["stacks"], deck=deck)
    assert count_in_rust(hand, entry["depth"]) == entry["sequences"]
    reference = ReferenceRules.from_dict(rules.to_dict())
    cards = [int(card) for card in soko.cards(deck)]
    # The reference starts anew for every branch: of large trees only the upper part, which Rust counts again too.
    depth = entry["depth"] if entry["sequences"] < 3_000 else 6
    slow = count_in_reference(lambda: ReferenceHand(reference, entry["stacks"], cards), [], depth)
    assert slow == count_in_rust(hand, depth)
