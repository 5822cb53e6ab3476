"""Short decks (rules 1.1): what is dealt, counted and played is what the reference has; other cards are refused."""

import random
from collections.abc import Callable
from itertools import permutations
from math import comb

import numpy as np
import pytest

import soko
from soko import games, reference
from soko.reference import equity as slow_equity
from soko.reference import playout as slow_playout
from soko.reference import rules as slow_rules
from soko.reference.cards import deck_cards
from soko.reference.deal import hot_deals
from soko.reference.stream import hand_key, shuffled_deck
from soko.rng import stream_key

SHORT = [20, 24, 28, 32]
SOKO = games.soko(deck=20)
OUTSIDE = "^card 9s is not in the deck of 20 cards from Tc to As$"


@pytest.mark.parametrize("deck", SHORT)
@pytest.mark.parametrize("name", games.NAMES)
def test_rule_1_1_a_preset_seats_as_many_as_the_deck_serves(name: str, deck: int) -> None:
    rules = games.by_name(name, deck=deck)
    usual, cards = games.by_name(name), len("".join(rules.deal))
    last = len(rules.deal[-1])
    most = (deck - 1) // (cards - 1) if last == 1 else deck // cards
    assert rules.max_players == min(usual.max_players, most)
    assert rules == getattr(games, name)(deck=deck, max_players=rules.max_players)
    with pytest.raises(soko.RulesError, match=f"^max_players {most + 1}: {deck} cards are only enough for {most} "):
        games.by_name(name, deck=deck, max_players=most + 1)
    assert rules.to_dict() == getattr(slow_rules, name)(deck=deck).to_dict()
    assert soko.Rules.from_dict(rules.to_dict()) == rules
    assert eval(repr(rules), {"Rules": soko.Rules}) == rules


@pytest.mark.parametrize("deck", [0, 16, 21, 36, 48, 53, 300, -20, "20", True, 20.0, None, [20]])
def test_rule_1_1_other_decks_are_refused(deck: object) -> None:
    with pytest.raises(soko.RulesError, match=r"^deck .*: deck must be 20, 24, 28, 32 or 52 cards$") as caught:
        games.soko().replace(deck=deck, max_players=2)  # type: ignore[arg-type]
    assert caught.value.field == "deck"
    with pytest.raises(ValueError, match="deck has"):
        slow_rules.soko().replace(deck=deck, max_players=2)


def test_records_of_whole_decks_are_those_of_before() -> None:
    assert "deck" not in games.soko().to_dict()
    assert games.soko().to_dict() == soko.Rules.from_dict({**games.soko().to_dict(), "deck": 52}).to_dict()
    assert games.diff(SOKO, games.soko(max_players=4)) == [("deck", 20, 52)]
    assert "short deck of 24 cards, nine to ace" in games.describe(games.soko(deck=24))
    assert str(SOKO).endswith("2 to 4 players, 20 cards")


@pytest.mark.parametrize("deck", SHORT)
def test_hands_shuffle_the_short_deck_as_the_stream_says(deck: int) -> None:
    rules = games.soko(deck=deck)
    for seed in range(50):
        key = stream_key(seed)
        given = soko.Hand(rules, [100, 100], rng=seed).to_dict()["deck"]
        assert list(given) == [reference.card_name(card) for card in shuffled_deck(key, deck)]  # type: ignore[call-overload]
    known = shuffled_deck(stream_key(7), deck)[:3]
    rest = [card for card in deck_cards(deck) if card not in known]
    hand = soko.Hand(rules, [100, 100], deck=bytes(known), rng=7)
    places = next(reference.deals(stream_key(7), deck - 3, deck - 3))
    want = [*known, *(rest[place] for place in places)]
    assert hand.to_dict()["deck"] == [reference.card_name(card) for card in want]


@pytest.mark.parametrize("deck", SHORT)
@pytest.mark.parametrize("name", games.NAMES)
def test_deals_and_tallies_are_those_of_the_reference(name: str, deck: int) -> None:
    rules = games.by_name(name, deck=deck, low_chicago=deck > 24, burn=name == "seven_card_stud")
    players, key = rules.max_players, stream_key(deck)
    dead = "" if rules.burn else "Ac"
    deals = soko.deal_many(rules, players, 300, rng=deck, dead=dead)
    for row, deal in zip(deals, hot_deals(rules.to_dict(), players, key, dead=dead), strict=False):
        assert {*map(tuple, np.sort(row))} == {tuple(sorted(deal.hand(seat))) for seat in range(players)}
    tally = soko.simulate(rules, players, 600, rng=deck)
    slow = reference.simulate(rules.to_dict(), players, 600, key)
    assert tally.categories.tolist() == slow.categories
    assert (tally.wins.tolist(), tally.ties.tolist(), list(tally.shares)) == (slow.wins, slow.ties, slow.shares)
    assert (tally.wild_ranks.tolist(), tally.no_low_spade) == (slow.wild_ranks, slow.low_chicago_none)
    settled = soko.settle_many(deals, rules, dead=dead)
    assert np.allclose(settled.shares.sum(axis=1), 1)


def test_frequencies_are_those_of_all_hands_of_the_deck() -> None:
    """Of 20 cards there are 15,504 hands: each is counted once, and the sample comes near."""
    hands = np.array(_subsets(list(deck_cards(20)), 5), np.uint8)
    assert len(hands) == comb(20, 5)
    counts = np.bincount(soko.categories(soko.evaluate_many(hands)), minlength=13)
    assert counts[soko.Category.ROYAL_FLUSH] == 4
    assert counts[soko.Category.STRAIGHT] == 4**5 - 4
    assert counts[soko.Category.FOUR_OF_A_KIND] == 5 * 16
    n = 200_000
    seen = soko.simulate(SOKO, 2, n, rng=1).categories[0]
    expected = n * counts / len(hands)
    assert (np.abs(seen - expected) <= 5 * np.sqrt(expected)).all()


def _subsets(cards: list[int], size: int) -> list[tuple[int, ...]]:
    """Return all sets of so many cards."""
    if size == 0:
        return [()]
    return [(card, *more) for at, card in enumerate(cards) for more in _subsets(cards[at + 1 :], size - 1)]


def test_exact_equity_is_the_enumeration() -> None:
    """Two hands with one card each to come, counted by hand; then the reference, in all ways of counting."""
    hands = ["(As) Kd Qd Jd", "(Ks) Ad Ah Qs"]
    answer = soko.equity(hands, SOKO)
    known = [soko.cards(hand.replace("(", "").replace(")", "")) for hand in hands]
    left = [card for card in soko.cards(bytes(deck_cards(20))) if card not in {*known[0], *known[1]}]
    wins = [0, 0]
    for one, two in permutations(left, 2):
        a, b = (int(soko.evaluate((*cards, card))) for cards, card in zip(known, (one, two), strict=True))
        wins[0] += a > b
        wins[1] += b > a
    assert (answer.exact, answer.n) == (True, 12 * 11)
    assert answer.wins.tolist() == wins


@pytest.mark.parametrize("seed", range(12))
def test_equity_is_that_of_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    name, deck = chance.choice(games.NAMES), chance.choice(SHORT)
    rules = games.by_name(name, deck=deck)
    cards = [reference.card_name(card) for card in chance.sample(deck_cards(deck), deck)]
    hands, dead = [], cards.pop()
    for open_card in ("?", None):
        dealt = [(cards.pop(), face) for face in sorted("".join(rules.deal))]
        down = [card for card, face in dealt if face == "d"]
        down[-1] = chance.choice(["?", f"?{down[-1][1]}", f"{down[-1][0]}", f"2-{down[-1][0]}"])
        up = [card for card, face in dealt if face == "u"]
        hands.append(f"({' '.join(down)}) {' '.join([*up[:-1], open_card or up[-1]])}")
    asked = slow_equity.question(rules.to_dict(), hands, dead)
    slow = slow_equity.exact(rules.to_dict(), hands, dead)
    answer = soko.equity(hands, rules, dead=dead, exact=True)
    assert (answer.n, answer.wins.tolist(), answer.ties.tolist()) == (slow.n, slow.wins, slow.ties)
    assert [share * answer.n for share in answer.shares] == slow.shares
    sampled = soko.equity(hands, rules, dead=dead, n=400, rng=seed)
    again = slow_equity.sample(rules.to_dict(), hands, 400, stream_key(seed), dead)
    assert (sampled.wins.tolist(), sampled.ties.tolist()) == (again.wins, again.ties)
    assert set(asked.left) <= set(deck_cards(deck))


def test_sets_and_unknown_cards_are_of_the_deck() -> None:
    answer = soko.equity(["(?) Kd", "(T-A) Qh"], SOKO, exact=True)
    assert answer.shares == soko.equity(["(?) Kd", "(2-A) Qh"], SOKO, exact=True).shares
    with pytest.raises(soko.DeckError, match="known elsewhere, dead or not in the deck of 20 cards"):
        soko.equity(["(2-9) Kd", "(As) Qh"], SOKO)


@pytest.mark.parametrize("deck", SHORT)
def test_tables_deal_and_play_hands_of_the_short_deck(deck: int) -> None:
    """Enough tables that they are played in lanes, more than one hand each."""
    for rules in (games.soko(deck=deck), games.seven_card_stud(deck=deck, burn=True)):
        players, key = rules.max_players, stream_key(deck)
        table = soko.Table(rules, players, tables=96, stacks=400, rng=deck)
        for steps in (1, 30, 31):
            table.step_random(steps)
            for number in range(0, 96, 19):
                hand = table.hand(number)
                of_hand = shuffled_deck(hand_key(key, number, int(table.hands[number])), deck)
                assert hand.to_dict()["deck"] == [reference.card_name(card) for card in of_hand]
                assert table.actors[number] == (-1 if hand.actor is None else hand.actor)


@pytest.mark.parametrize("name", games.NAMES)
def test_playouts_are_those_of_the_reference(name: str) -> None:
    rules = games.by_name(name, deck=24)
    slow = slow_rules.Rules.from_dict(rules.to_dict())
    stacks, policies = [60] * rules.max_players, ["tight", "pot-odds", "random"][: rules.max_players]
    policies = [policies[seat % len(policies)] for seat in range(rules.max_players)]
    played = soko.playout(rules, rules.max_players, 6, policies=policies, stacks=stacks, rng=3)
    again = slow_playout.playout(slow, stacks, policies, 6, stream_key(3))
    assert [score.chips for score in played.seats] == [score.chips for score in again.seats]


def test_worlds_are_dealt_from_the_deck() -> None:
    hand = soko.Hand(SOKO, [100, 100, 100], rng=5)
    hand.act(hand.legal_actions()[0])
    for world in hand.view(hand.actor or 0).worlds(20, rng=1):
        assert sorted(map(int, soko.cards(" ".join(world.to_dict()["deck"])))) == list(deck_cards(20))  # type: ignore[arg-type]


def test_plans_and_files_keep_the_deck() -> None:
    plan = soko.plan(SOKO, players=3, n=40_000, rng=1)
    parts = [plan.shard(part, 2).run() for part in range(2)]
    assert soko.merge(parts).wins.tolist() == soko.simulate(SOKO, 3, 40_000, rng=1).wins.tolist()
    assert soko.Plan.from_dict(plan.to_dict()) == plan
    match = soko.Match(SOKO, [100] * 3, rng=1)
    match.deal()
    assert soko.Match.from_dict(match.to_dict()).rules.deck == 20


def _manual() -> soko.Hand:
    return soko.Hand(SOKO, [100, 100], deal="manual")


REFUSED: list[Callable[[], object]] = [
    lambda: soko.Hand(SOKO, [100, 100], deck="9s", rng=1),
    lambda: soko.Hand(SOKO, [100, 100], deck="As 9s", deal="manual"),
    lambda: soko.Hand(SOKO, [100, 100], deck="As Ks Qs 9s ? ? ? ? ? ?"),
    lambda: _manual().deal("9s"),
    lambda: soko.equity(["(9s) Kd", "(As) Qh"], SOKO),
    lambda: soko.equity(["(Ks) Kd", "(As) Qh"], SOKO, dead="9s"),
    lambda: soko.simulate(SOKO, 2, 10, dead="9s"),
    lambda: soko.simulate(SOKO, 2, 10, known=[["9s"]]),
    lambda: soko.deal_many(SOKO, 2, 10, dead="9s"),
    lambda: soko.plan(SOKO, 2, 10, known=[["9s"]]),
    lambda: soko.settle_many(np.array([[[32, 33, 34, 35, 36], [37, 38, 39, 40, 41]]], np.uint8), SOKO, dead="9s"),
    lambda: soko.Match(SOKO, [100, 100]).deal(deck="9s"),
]


@pytest.mark.parametrize("call", REFUSED)
def test_cards_of_other_decks_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(soko.DeckError, match=OUTSIDE) as caught:
        call()
    assert caught.value.card == soko.Card("9s")


def test_a_refused_card_leaves_the_hand_as_it_was() -> None:
    hand = _manual()
    before = hand.to_dict()
    with pytest.raises(soko.DeckError, match=OUTSIDE):
        hand.deal("9s")
    assert hand.to_dict() == before
    unknown = soko.Hand(SOKO, [3, 3], deck="? ? As Kh  Ad Qc  Ks Js  Kd Jh")
    assert unknown.is_over or unknown.actor is not None
    with pytest.raises(soko.DeckError, match=f"^reveal seat 0: {OUTSIDE[1:]}"):
        unknown.reveal(0, "9s")
    rows = np.array([[[31, 33, 34, 35, 36], [37, 38, 39, 40, 41]]], np.uint8)
    with pytest.raises(soko.DeckError, match=r"^deal 0: card 9s is not in the deck of 20 cards"):
        soko.settle_many(rows, SOKO)


@pytest.mark.parametrize(
    "call",
    [
        lambda: soko.Hand(SOKO, [100] * 5),
        lambda: soko.simulate(SOKO, 5, 10),
        lambda: soko.deal_many(SOKO, 5, 10),
        lambda: soko.plan(SOKO, 5, 10),
        lambda: soko.Table(SOKO, 5, 4),
        lambda: soko.playout(SOKO, 5, 4, policies=["call"]),
        lambda: soko.equity(["(As) Kd", "Qd", "Qh", "Qs", "Qc"], SOKO),
        lambda: soko.Match(SOKO, [100] * 5),
    ],
)
def test_too_many_players_for_the_deck_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(soko.SokoError, match=r"5 .*2 to 4"):
        call()


def test_a_deck_longer_than_the_game_has_is_refused() -> None:
    with pytest.raises(soko.DeckError, match=r"^21 cards are more than the deck of 20 cards from Tc to As has$"):
        soko.Hand(SOKO, [100, 100], deck="? " * 21)
