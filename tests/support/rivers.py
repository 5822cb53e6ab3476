"""The spots of tests/data/rivers.json: read, and made with ``python tests/support/rivers.py`` (minutes).

Every spot is random but for its number: the same numbers give the same file. Most are the last street of a whole hand
between players who act at random; the others were never played. Values are those of the linear program.
"""

import json
import random
from collections.abc import Callable
from typing import Any

from linear_programs import equilibrium
from paths import DATA

from soko.reference.actions import CHECK_OR_CALL, FOLD, LEAST, MOST, moves
from soko.reference.cards import DECK, card_name, parse_cards
from soko.reference.engine import Hand
from soko.reference.rules import Rules, canadian_stud, five_card_stud, soko
from soko.reference.solve import Range, Spot, Tree

FILE = DATA / "rivers.json"
ABOUT = (
    "Decisions of two players on the last street, and on fourth street with few cards left, with what each player "
    "gains in equilibrium: his stack at the end less his stack at the decision. Both add up to the chips in the "
    "middle at the decision, bets included; odd chips of ties go where the rules say. Players 0 and 1 sit "
    "clockwise from the dealer box. Pot and stacks are those at the start of the street, actions are what was "
    "done on it since (kind and total), ranges are the weights of the hole cards at the decision, null for all "
    "unseen cards alike; a card that is not there weighs 0. Where there is a hand, it leads to the spot: all "
    "stacks, the deck in deal order, all moves up to the decision, and the seats of the two players. Made by "
    "tests/support/rivers.py."
)
GAMES: dict[str, Rules] = {
    "soko": soko(),
    "soko, three wagers a street": soko(cap=3, ante=2, bring_in=3, small_bet=6, big_bet=12),
    "soko, no ace-low four-straight": soko(ace_low_four_straight=False, open_fold=True),
    "soko, suits break ties": soko(showing_tie="suit", odd_chip="suit"),
    "soko, pot limit": soko(limit="pot"),
    "canadian stud": canadian_stud(),
    "canadian stud, no cap heads-up": canadian_stud(limit="fixed", cap_heads_up=False),
    "five-card stud": five_card_stud(),
    "five-card stud, pot limit": five_card_stud(limit="pot"),
    "five-card stud, no limit": five_card_stud(limit="no", ante=5, bring_in=10, min_chip=5),
}
RIVERS, PLAYED, FOURTHS = 60, 45, 6
# What the linear program solves in seconds.
LARGEST_RIVER, LARGEST_FOURTH = 40, 4_000

Row = dict[str, Any]


def rows() -> tuple[dict[str, Rules], list[Row], list[Row]]:
    """Return the games, the rivers and the fourth streets of the file."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return {name: Rules.from_dict(game) for name, game in data["games"].items()}, data["rivers"], data["fourths"]


def to_spot(row: Row, rules: Rules) -> Spot:
    """Return a spot of the file."""
    ranges: list[Range] = [
        {parse_cards(card)[0]: odds for card, odds in weights.items()} for weights in row["ranges"] or ()
    ]
    return Spot(
        rules=rules,
        up=(tuple(parse_cards(row["up"][0])), tuple(parse_cards(row["up"][1]))),
        pot=row["pot"],
        stacks=tuple(row["stacks"]),
        dead=tuple(parse_cards(row["dead"])),
        ranges=(ranges[0], ranges[1]) if ranges else None,
        actions=tuple(row["actions"]),
    )


def to_hand(row: Row, rules: Rules) -> Hand:
    """Return the hand that leads to a spot; nobody knows its face-down cards, nor those that were not dealt."""
    hand, deck = Hand(rules, row["hand"]["stacks"]), iter(parse_cards(row["hand"]["deck"]))
    for word in [*row["hand"]["moves"], ""]:
        while hand.chance is not None:
            card = next(deck)
            hand.deal(None if hand.chance[1] == "down" else card)
        act_all(hand, [word] if word else [])
    return hand


def act_all(hand: Hand, words: list[str]) -> None:
    """Act as words say: a kind, and the total where there is one."""
    for word in words:
        kind, _, amount = word.partition(" ")
        hand.act(kind, int(amount) if amount else None)


def texts(cards: Any) -> str:
    """Return cards as text."""
    return " ".join(card_name(card) for card in cards)


# Making the file.


def random_row(number: int, make: Callable[[random.Random, str, Rules], Row | None]) -> Row:
    """Return the first spot of a number that is not too large, nor worth all or nothing, with its value."""
    name = list(GAMES)[number % len(GAMES)]
    chance = random.Random(f"{make.__name__} {number}")
    while True:
        row = make(chance, name, GAMES[name])
        if row is None:
            continue
        tree = Tree.of(to_spot(row, GAMES[name]))
        value, strategies = equilibrium(tree)
        assert max(tree.gains(strategies)) < 1e-9
        if 0.05 * tree.pot < value[0] < 0.95 * tree.pot:
            return row | {"value": [round(one, 9) for one in value]}


def played(chance: random.Random, name: str, rules: Rules) -> Row | None:
    """Return the last street of a hand between players who act at random."""
    players = chance.randint(2, 4)
    stacks = [chance.randint(*((12, 40) if rules.limit in {"pot", "no"} else (30, 120))) for _ in range(players)]
    stacks = [stack * rules.min_chip for stack in stacks]
    deck = chance.sample(range(DECK), 5 * players)
    hand, words = Hand(rules, stacks, deck), []
    start: Row = {}
    more = chance.choice([0, 0, 0, 1, 2])
    while hand.actor is not None:
        if hand.street == 3:
            if sum(hand.live) != 2:
                return None
            seats = [seat for seat in range(players) if hand.live[seat]]
            start = start or {
                "pot": hand.pot,
                "stacks": [hand.stacks[seat] for seat in seats],
                "before": len(words),
            }
            if len(words) == start["before"] + more:
                break
        words.append(act_at_random(chance, hand))
    else:
        return None
    row: Row = {
        "game": name,
        "up": [texts(hand.up_cards(seat)) for seat in seats],
        "pot": start["pot"],
        "stacks": start["stacks"],
        "dead": texts(card for seat in range(players) if seat not in seats for card in hand.up_cards(seat)),
        "ranges": None,
        "actions": words[start["before"] :],
        "hand": {"stacks": stacks, "deck": texts(deck), "moves": words, "seats": seats},
    }
    return with_ranges(chance, row) if fits(row, rules, LARGEST_RIVER) else None


def made_up(chance: random.Random, name: str, rules: Rules) -> Row | None:
    """Return a last street that was never played, with dead cards; often both show the same ranks and tie."""
    cards = chance.sample(range(DECK), 8 + chance.choice([0, 3, 10, 20]))
    if chance.random() < 0.6:
        alike = [4 * rank + chance.randrange(4) for rank in chance.sample(range(13), 4)]
        alike += [card ^ 1 for card in alike]
        cards = alike + [card for card in cards[8:] if card not in alike]
    row: Row = {
        "game": name,
        "up": [texts(cards[:4]), texts(cards[4:8])],
        "pot": chance.randint(4, 60) * rules.min_chip,
        "stacks": [chance.randint(3, 60) * rules.min_chip for _ in range(2)],
        "dead": texts(cards[8:]),
        "ranges": None,
        "actions": [],
        "hand": None,
    }
    return with_ranges(chance, row) if fits(row, rules, LARGEST_RIVER) else None


def fourth(chance: random.Random, name: str, rules: Rules) -> Row | None:
    """Return a fourth street with few cards left and two to four hole cards a player."""
    cards = chance.sample(range(DECK), 6 + chance.randint(5, 7))
    left = cards[6:]
    holes = [sorted(chance.sample(left, chance.randint(2, 4))) for _ in range(2)]
    row: Row = {
        "game": name,
        "up": [texts(cards[:3]), texts(cards[3:6])],
        "pot": chance.randint(4, 60) * rules.min_chip,
        "stacks": [chance.randint(3, 40) * rules.min_chip for _ in range(2)],
        "dead": texts(card for card in range(DECK) if card not in cards),
        "ranges": [{card_name(card): chance.randint(1, 9) for card in hole} for hole in holes],
        "actions": [],
        "hand": None,
    }
    return row if fits(row, rules, LARGEST_FOURTH) else None


def act_at_random(chance: random.Random, hand: Hand) -> str:
    """Act, mostly by checking and calling, and return the words for it."""
    found = moves(hand)
    odds = {FOLD: 2 if sum(hand.live) > 2 else 0, CHECK_OR_CALL: 10, LEAST: 3, MOST: 1}
    number = chance.choices(list(found), [odds.get(number, 1) + 1e-9 for number in found])[0]
    kind, amount = found[number]
    hand.act(kind, amount)
    return kind if amount is None else f"{kind} {amount}"


def fits(row: Row, rules: Rules, largest: int) -> bool:
    """Return whether there is something to decide and not more of it than the linear program can take."""
    spot = to_spot(row, rules)
    if spot.hand().actor is None:
        return False
    seen = (*spot.up[0], *spot.up[1], *spot.dead)
    unseen = [card for card in range(DECK) if card not in seen]
    return 1 < count_decisions(spot.hand(), unseen, largest) <= largest


def count_decisions(hand: Hand, unseen: list[int], largest: int) -> int:
    """Return how many decisions there are, all boards included, or a number above the largest."""
    if hand.is_over or hand.to_reveal:
        return 0
    count = 0 if hand.chance else 1
    for step in unseen if hand.chance else moves(hand).values():
        after = hand.clone()
        if isinstance(step, int):
            after.deal(step)
        else:
            after.act(*step)
        count += count_decisions(after, [card for card in unseen if card != step], largest - count)
        if count > largest:
            break
    return count


def with_ranges(chance: random.Random, row: Row) -> Row:
    """Return a spot with all cards alike, random weights, or a few cards alone."""
    seen = parse_cards(" ".join([*row["up"], row["dead"]]))
    unseen = [card for card in range(DECK) if card not in seen]
    way = chance.choice(["alike", "random", "random", "few"])
    if way == "alike":
        return row
    ranges = []
    for _ in range(2):
        cards = sorted(chance.sample(unseen, chance.randint(3, 12))) if way == "few" else unseen
        ranges.append({card_name(card): max(0, chance.randint(-20, 99)) for card in cards})
    return row | {"ranges": ranges}


def main() -> None:
    """Write the file, a spot a line."""
    made: dict[str, list[str]] = {"rivers": [], "fourths": []}
    for number in range(RIVERS):
        make = played if number < PLAYED else made_up
        made["rivers"].append(json.dumps(random_row(number, make)))
    made["fourths"] = [json.dumps(random_row(number, fourth)) for number in range(FOURTHS)]
    games = ",\n".join(f"    {json.dumps(name)}: {json.dumps(rules.to_dict())}" for name, rules in GAMES.items())
    lists = ",\n".join(f'  "{name}": [\n    ' + ",\n    ".join(lines) + "\n  ]" for name, lines in made.items())
    text = f'{{\n  "about": {json.dumps(ABOUT)},\n  "games": {{\n{games}\n  }},\n{lists}\n}}\n'
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
