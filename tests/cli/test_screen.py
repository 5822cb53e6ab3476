"""What ``soko play`` tells of a hand: stories that were once read against the rules, told again."""

from collections.abc import Sequence

import pytest

import soko
from soko.cli._screen import Screen

PRESS = ("raise", "bet", "complete", "call", "check", "bring-in")
FOLLOW = PRESS[3:]


def played(rules: soko.Rules, stacks: Sequence[int], kinds: Sequence[str], rng: int, deck: str = "") -> soko.Hand:
    """Play a hand to its end, each seat with the first of some kinds of actions that is legal, for the most chips."""
    hand = soko.Hand(rules, stacks, rng=rng, deck=deck or None)
    while hand.actor is not None:
        legal = {action.kind: action for action in hand.legal_actions()}
        kind = next(kind for kind in kinds if kind in legal)
        hand.act(kind, legal[kind].high if kind in PRESS[:3] else None)
    return hand


def described(hand: soko.Hand, seats: Sequence[int], person: int, viewer: int | None) -> list[str]:
    """Return what is told of a hand and of the table, checks and plain calls left out."""
    view = hand.view(viewer)
    screen = Screen(view, seats, person)
    lines = [*screen.story(view.events), *screen.table()]
    return [line for line in lines if not line.endswith(("checks", "calls 2"))]


ALL_IN = """\
all ante 1
- second street (round 1 of 4)
dealt: seat 0 8c, you (Jd) Ad, seat 5 4s
you complete to 4
seat 5 raises to 8
seat 0 raises to 12
you raise to 16
seat 5 calls 11
seat 0 calls 16
- third street (round 2 of 4)
a card is burnt
dealt: seat 0 6h, you 7h, seat 5 8h
you bet 4
seat 0 raises to 8
you raise to 12
seat 0 raises to 16
you call 13
3 uncalled go back to seat 0
- fourth street (round 3 of 4)
a card is burnt
dealt: seat 0 6c, you 3h, seat 5 5d
- fifth street (round 4 of 4)
a card is burnt
dealt: seat 0 Kc, you 9d, seat 5 7s
seat 0 shows (Qh) 8c 6h 6c Kc: one pair, sixes, K-Q-8 kickers
you show (Jd) Ad 7h 3h 9d: high card, A-J-9-7-3
seat 5 shows (2c) 4s 8h 5d 7s: high card, 8-7-5-4-2
seat 0 wins 36 of the main pot
seat 0 wins 36 of side pot 1
    seat   cards                bet   chips
    0      (Qh) 8c 6h 6c Kc       -     142
    2 you  (Jd) Ad 7h 3h 9d       -       0  all-in
  D 5      (2c) 4s 8h 5d 7s       -       0  all-in
    pot 72: the main pot 36 (seat 0, you, seat 5); side pot 1 36 (seat 0, you)
"""
LOW_SPADE = """\
all ante 1
- second street (round 1 of 4)
dealt: you (Qs) Kd, seat 1 Kh
seat 1 brings in 2
you call 2
- third street (round 2 of 4)
dealt: you 7c, seat 1 2c
you check
- fourth street (round 3 of 4)
dealt: you 8d, seat 1 3d
you check
- fifth street (round 4 of 4)
dealt: you 9h, seat 1 4h
you check
you show (Qs) Kd 7c 8d 9h: high card, K-Q-9-8-7; lowest spade Qs
seat 1 shows (3s) Kh 2c 3d 4h: one pair, threes, K-4-2 kickers; lowest spade 3s
seat 1 wins 3
seat 1 wins 3 with the lowest spade
    seat   cards                bet   chips
    3 you  (Qs) Kd 7c 8d 9h       -      47
  D 1      (3s) Kh 2c 3d 4h       -      53
    pot 6
"""
SHORT_DECK = """\
all ante 1
- third street (round 1 of 5)
dealt: you (7c 4c) 8s, seat 1 As, seat 2 7s, seat 3 Qh, seat 4 Jc, seat 5 8c,
    seat 6 4d, seat 7 7d
seat 6 brings in 2
you call 2
- fourth street (round 2 of 5)
dealt: you 3c, seat 1 2s, seat 2 6d, seat 3 5c, seat 4 2h, seat 5 Ac,
    seat 6 6h, seat 7 3h
you check
- fifth street (round 3 of 5)
dealt: you Qd, seat 1 Td, seat 2 4s, seat 3 Qs, seat 4 Th, seat 5 2d,
    seat 6 Ah, seat 7 8h
you check
- sixth street (round 4 of 5)
dealt: you 3d, seat 1 Tc, seat 2 6c, seat 3 5s, seat 4 9h, seat 5 7h,
    seat 6 3s, seat 7 Ks
you check
- seventh street (round 5 of 5)
the deck runs short: community card 5d
you check
you show (7c 4c) 8s 3c Qd 3d: one pair, threes, Q-8-7 kickers
seat 1 shows (Kh 5h) As 2s Td Tc: two pair, tens and fives, A kicker
seat 2 mucks
seat 3 shows (Jh 9d) Qh 5c Qs 5s: full house, fives full of queens
seat 4 mucks
seat 5 mucks
seat 6 mucks
seat 7 mucks
seat 3 wins 24
    seat   cards                   bet   chips
    0 you  (7c 4c) 8s 3c Qd 3d       -      97
    1      (Kh 5h) As 2s Td Tc       -      97
    2      (? ?) 7s 6d 4s 6c         -      97
    3      (Jh 9d) Qh 5c Qs 5s       -     121
    4      (? ?) Jc 2h Th 9h         -      97
    5      (? ?) 8c Ac 2d 7h         -      97
    6      (? ?) 4d 6h Ah 3s         -      97
  D 7      (? ?) 7d 3h 8h Ks         -      97
    community card: 5d
    pot 24
"""
WILD = """\
all ante 1
- third street (round 1 of 3)
dealt: seat 0 Qd, seat 1 7c, seat 2 3c, seat 3 8h
Qd to seat 0: the rank of the next face-up card becomes wild
7c to seat 1 follows the queen: every 7 is wild
- fifth street (round 2 of 3)
dealt: seat 0 2s, seat 1 6d, seat 2 3h, seat 3 Th
- seventh street (round 3 of 3)
dealt: seat 0 Qh, seat 1 6c, seat 2 5c, seat 3 4s
Qh to seat 0: the rank of the next face-up card becomes wild
  no rank is wild until then
6c to seat 1 follows the queen: every 6 is wild
seat 0 shows (Ks 9h 6s Ts) Qd 2s Qh: straight, king high
seat 1 shows (Td Jh Ah Ad) 7c 6d 6c: four of a kind, aces, J kicker
seat 2 shows (3s Kh Tc 7h) 3c 3h 5c: three of a kind, threes, K-T kickers
seat 3 shows (5d Qs 5h 7d) 8h Th 4s: one pair, fives, Q-T-8 kickers
seat 1 wins 4
    seat   cards                      bet   chips
    0      (Ks 9h 6s Ts) Qd 2s Qh       -      99
    1      (Td Jh Ah Ad) 7c 6d 6c       -     103
    2      (3s Kh Tc 7h) 3c 3h 5c       -      99
  D 3      (5d Qs 5h 7d) 8h Th 4s       -      99
    pot 4; wild: 6
"""


@pytest.mark.parametrize(
    ("hand", "seats", "person", "viewer", "story"),
    [
        # Burnt cards, a side pot, chips that nobody called.
        (played(soko.games.soko(burn=True, low_chicago=True), [100, 30, 12], PRESS, 7), (0, 2, 5), 2, 1, ALL_IN),
        (
            played(soko.games.soko(low_chicago=True), [50, 50], FOLLOW, 7, "Qs 3s Kd Kh 7c 2c 8d 3d 9h 4h"),
            *((3, 1), 3, 0, LOW_SPADE),
        ),
        # A card for everybody, and hands that are mucked.
        (played(soko.games.seven_card_stud(), [100] * 8, FOLLOW, 3), range(8), 0, 0, SHORT_DECK),
        # Nobody's own cards, ranks that become wild and stop to be.
        (played(soko.games.follow_the_bitch(), [100] * 4, FOLLOW, 10), range(4), 9, None, WILD),
    ],
)
def test_stories(hand: soko.Hand, seats: Sequence[int], person: int, viewer: int | None, story: str) -> None:
    assert described(hand, seats, person, viewer) == story.splitlines()


def cards_first(hand: soko.Hand, person: int | None = None) -> list[str]:
    """Return the story of a hand so far, as one seat sees it, or somebody without a seat."""
    view = hand.view(person)
    return list(Screen(view, range(hand.players), person).story(view.events))


def test_cards_are_listed_in_the_order_of_the_deal() -> None:
    """Clockwise from the box, so that the card after a queen is the next one on the line."""
    game = soko.games.follow_the_bitch()
    hand = soko.Hand(game, [100] * 3, dealer=0, deck="2c 3c 4c 5c 6c 7c Qd 9h Ks", deal="manual")
    assert cards_first(hand, 0)[2:5] == [
        "dealt: seat 1 Qd, seat 2 9h, you (4c 7c) Ks",
        "Qd to seat 1: the rank of the next face-up card becomes wild",
        "9h to seat 2 follows the queen: every 9 is wild",
    ]


@pytest.mark.parametrize(
    ("switches", "last"),
    [
        ({}, "no face-up card follows the queen on this street: no rank is wild"),
        ({"carry_over": True}, "the queen is the last face-up card of the street: the first of the next will be wild"),
    ],
)
def test_a_queen_that_nothing_follows(switches: dict[str, bool], last: str) -> None:
    game = soko.games.follow_the_bitch(**switches)
    hand = soko.Hand(game, [100] * 2, deck="2c 3c 4c 5c 9h Qd", deal="manual")
    assert cards_first(hand)[3:] == ["Qd to seat 1: the rank of the next face-up card becomes wild", last]


def test_it_says_why_bets_doubled() -> None:
    """An open pair on the street of the second up card; somebody who folded shows none."""
    game = soko.games.canadian_stud()
    hand = soko.Hand(game, [100] * 3, deck="2c 3c 4c 5c 6c 7c 5d 9h Ks", deal="manual")
    hand.bring_in(), hand.call(), hand.call()
    assert cards_first(hand)[-1] == "seat 0 shows a pair: bets are 8 to 20 for everyone on this street"
    assert cards_first(hand, 0)[-1] == "you show a pair: bets are 8 to 20 for everyone on this street"
    folded = soko.Hand(game, [100] * 3, deck="2c 3c 4c 5c 6c 7c 9h Ks", deal="manual")
    folded.bring_in(), folded.call(), folded.fold()
    assert "pair" not in " ".join(cards_first(folded))
    option = soko.games.seven_card_stud(open_pair="option")
    hand = soko.Hand(option, [100] * 2, deck="2c 3c 4c 5c Kd Qh Ks 7h", deal="manual")
    hand.bring_in(), hand.call()
    assert cards_first(hand)[-1] == "seat 0 shows a pair: a bet may be 8 instead on this street"
