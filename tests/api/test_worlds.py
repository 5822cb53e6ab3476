"""What a program at a table asks: a move of a built-in policy, worlds that fit a view, one's own hand in words."""

import json
import random

import pytest
from random_hands import random_start

import soko
from soko import Hand, Rules, View, games
from soko.policies import POLICIES


def some_hands(count: int) -> list[Hand]:
    """Return hands of all games, played on at random to where somebody is to act."""
    hands = []
    for seed in range(count):
        choice = random.Random(f"worlds {seed}")
        start = random_start(choice)
        rules = Rules.from_dict(start.rules.to_dict())
        hand = Hand(rules, start.stacks, deck=start.deck, dealer=start.dealer)
        for _ in range(choice.randrange(12)):
            ahead = hand.clone()
            if ahead.actor is None:
                break
            action = choice.choice(ahead.legal_actions())
            ahead.act(action.kind, action.low)
            if not ahead.is_over:
                hand = ahead
        if hand.actor is not None:
            hands.append(hand)
    return hands


HANDS = some_hands(120)


def test_worlds_fit_the_view() -> None:
    """Every world looks the same to the seat, and has no card twice; the unseen cards are others."""
    differ = 0
    for hand in HANDS:
        for seat in {hand.actor, 0}:
            view = hand.view(seat)
            worlds = view.worlds(3, rng=5)
            assert [world.view(seat) for world in worlds] == [view] * 3
            assert view.worlds(3, rng=5) == worlds
            decks = [tuple(map(str, world.to_dict()["deck"])) for world in worlds]
            assert all(len(set(deck)) == hand.rules.deck for deck in decks)
            differ += len(set(decks)) == 3
    assert differ > 150


def test_worlds_are_as_likely() -> None:
    """Each unseen card is as often the other's hole card."""
    hand = Hand(games.soko(), [100, 100], deck="Kd 2c Kh As", deal="manual")
    counts: dict[str, int] = {}
    for world in hand.view(0).worlds(9800, rng=3):
        (card,) = world.hole_cards(1)
        counts[str(card)] = counts.get(str(card), 0) + 1
    assert len(counts) == 49
    assert "Kd" not in counts
    # 200 of each are expected; the sum of squares is chi-squared with 48 degrees of freedom.
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 95


def test_worlds_of_somebody_without_a_seat() -> None:
    hand = Hand(games.soko(), [100, 100], rng=7)
    assert {world.hole_cards(1)[0] for world in hand.view(None).worlds(200, 1)} > {hand.hole_cards(1)[0]}


def test_a_world_waits_for_the_same_card() -> None:
    hand = Hand(games.soko(), [100, 100], deck="Kd 2c", deal="manual")
    (world,) = hand.view(0).worlds(1, 4)
    assert world.chance == hand.chance == (0, "up")
    assert world.hole_cards(0) == hand.hole_cards(0)


def test_what_makes_no_worlds() -> None:
    hand = Hand(games.soko(), [100, 100], rng=7)
    assert hand.view(0).worlds(0) == []
    with pytest.raises(soko.ArgumentError, match=r"^n -1: 0 to 65536 is allowed$"):
        hand.view(0).worlds(-1)
    with pytest.raises(TypeError):
        hand.view(0).worlds(1.5)  # type: ignore[arg-type]
    hand.complete(), hand.fold()
    with pytest.raises(soko.SokoError, match="nothing is left to be dealt"):
        hand.view(0).worlds(1)
    unknown = Hand(games.soko(), [4, 4], deck="? ? As 3h  Ad 4c  Ks 5h  Kd 6h")
    unknown.complete(), unknown.call()
    with pytest.raises(soko.SokoError, match="the showdown waits for the cards of seats 0 and 1"):
        unknown.view(0).worlds(1)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_suggestion_is_legal_and_knows_only_the_view(policy: str) -> None:
    """It is the same for the hand, for its view, for a view from JSON, and for every world of the view."""
    for hand in HANDS[:40]:
        view = hand.view(hand.actor)
        action = soko.suggest(hand, policy, rng=11)
        copy = View.from_dict(json.loads(json.dumps(view.to_dict())))
        world = view.worlds(1, rng=8)[0]
        assert [soko.suggest(same, policy, 11) for same in (view, copy, world)] == [action] * 3
        assert hand.clone().act(action)[0].kind == action.kind


def test_suggestions_need_somebody_to_act() -> None:
    hand = Hand(games.soko(), [100, 100], rng=7)
    with pytest.raises(soko.ArgumentError, match=r"^policy 'brave': unknown; policies are 'random', "):
        soko.suggest(hand, "brave")
    with pytest.raises(soko.SokoError, match="the view of seat 0: that of seat 1"):
        soko.suggest(hand.view(0))
    with pytest.raises(TypeError, match="a Hand or a View is needed, not str"):
        soko.suggest("As")  # type: ignore[arg-type]
    hand.complete(), hand.fold()
    with pytest.raises(soko.SokoError, match="nobody is to act"):
        soko.suggest(hand)
    unknown = Hand(games.soko(), [100, 100], deck="Ks ? As 3h", deal="manual")
    unknown.bring_in()
    with pytest.raises(soko.SokoError, match="the face-down cards of seat 1 are unknown"):
        soko.suggest(unknown)
    assert soko.suggest(Hand(games.soko(), [100, 100], deck="Ks ? As 3h", deal="manual"), "maniac").kind == "complete"


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        (games.soko(), "Ks 2c", "high card, K so far"),
        (games.soko(), "Ks 2c Kh 3c", "one pair, K-K so far"),
        (games.soko(), "As 2c Ks 3c Qs 4c Js 5d", "four-flush, A-K-Q-J so far"),
        (games.soko(), "4s 2c 3c 5c 2h 4c Ad 5d", "four-straight, 4-3-2-A so far"),
        (games.soko(ace_low_four_straight=False), "4s 2c 3c 5c 2h 4c Ad 5d", "high card, A-4-3-2 so far"),
        (games.five_card_stud(), "As 2c Ks 3c Qs 4c Js 5d", "high card, A-K-Q-J so far"),
        (games.soko(), "As 2c Ks 3c Qs 4c Js 5d 2d 6c", "four-flush, A-K-Q-J, 2 kicker"),
        (games.five_card_stud(), "9s 2c 9h 3c Kd 4c 9c 5d", "three of a kind, 9-9-9-K so far"),
    ],
)
def test_ones_own_hand_in_words(game: Rules, cards: str, words: str) -> None:
    hand = Hand(game, [100, 100], deck=cards, deal="manual")
    while hand.actor is not None:
        hand.act(*soko.policies.check_or_call(hand.view(hand.actor)))
    assert hand.view(0).best == words
    assert hand.view(None).best is None


def test_ones_own_hand_has_no_others_cards() -> None:
    """It names only what the viewer sees, wild ranks included, in every game; nothing where own cards are unknown."""
    for hand in HANDS[:60]:
        view = hand.view(hand.actor)
        (world,) = view.worlds(1, rng=2)
        assert world.view(hand.actor).best == view.best is not None
    assert Hand(games.soko(), [9, 9], deck="? 2c As Ks", deal="manual").view(0).best is None


def test_the_lowest_spade_is_ones_own() -> None:
    low = games.seven_card_stud(low_chicago=True)
    hand = Hand(low, [100, 100], deck="3s 2s 5s As Kd 2d", deal="manual")
    assert str(hand.view(0).low_spade) == "3s"
    assert str(hand.view(1).low_spade) == "As"
    assert hand.view(None).low_spade is None
    high = games.seven_card_stud(low_chicago=True, ace="high")
    assert str(Hand(high, [9, 9], deck="3s 2s 5s As Kd 2d", deal="manual").view(1).low_spade) == "2s"
    assert Hand(games.seven_card_stud(), [9, 9], deck="3s 2s 5s As Kd 2d", deal="manual").view(0).low_spade is None
    assert Hand(low, [9, 9], deck="3h 2s 5d As Kd 2d", deal="manual").view(0).low_spade is None
