"""Rake: how much in all, and who pays it."""

import math
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hands_played import played
from hypothesis import given
from hypothesis import strategies as st

import soko
from soko.rakes import divided


def called_down(stacks: list[int], deck: str, **house: Any) -> soko.Hand:
    """Return a hand in which everybody calls to the end."""
    hand = soko.Hand(soko.games.soko(**house), stacks, deck=deck)
    while hand.actor is not None:
        hand.act(*soko.match.check_or_call(hand.view(hand.actor)))
    return hand


# Down cards first, then a street after the other: seat 0 has four spades, seat 1 nothing.
ONE_WINS = "As 2c Ks 7d Qs 9h Js 4c 3h 5d"
# Both have a pair of nines with the same kickers; all ten cards are dealt.
BOTH_WIN = "9s 9c 9h 9d Ks Kc 7h 7d 4s 4c"


def test_the_winner_pays() -> None:
    hand = called_down([100, 100], ONE_WINS, ante=10)
    assert (hand.pot, hand.awards[0].seat) == (60, 0)
    assert soko.rake(hand) == (3, 0)
    assert soko.rake(hand, cap=2) == (2, 0)
    assert soko.rake(hand, cap=None, percent=10) == (6, 0)
    assert soko.rake(hand, percent=0) == soko.rake(hand, cap=0) == (0, 0)
    assert soko.rake(hand, percent=100, cap=None) == (60, 0)
    assert hand.payoffs == (30, -30)


def test_those_who_share_the_pot_share_the_rake() -> None:
    hand = called_down([100, 100], BOTH_WIN, ante=10)
    assert [award.amount for award in hand.awards] == [30, 30]
    assert soko.rake(hand, percent=10, cap=None) == (3, 3)
    # The chip that is left is paid by the seat that was dealt first.
    assert hand.dealer == 1
    assert soko.rake(hand) == (2, 1)
    dealt_second = soko.Hand(hand.rules, [100, 100], deck=BOTH_WIN, dealer=0)
    while dealt_second.actor is not None:
        dealt_second.act(*soko.match.check_or_call(dealt_second.view(dealt_second.actor)))
    assert soko.rake(dealt_second) == (1, 2)


def test_low_chicago_pays_as_it_wins() -> None:
    # Seat 0 wins with a four-straight, seat 1 has the lowest spade face down.
    hand = called_down([100, 100], ONE_WINS.replace("As 2c", "Ah 2s"), ante=10, low_chicago=True)
    assert {(award.seat, award.share, award.amount) for award in hand.awards} == {(0, "high", 30), (1, "low", 30)}
    assert soko.rake(hand, percent=10, cap=4) == (2, 2)


def test_side_pots_are_raked_with_the_main_pot() -> None:
    # Seat 0 is all-in with the best hand and wins the main pot; seat 2 wins the side pot.
    hand = called_down([10, 100, 100], "As 2c 2d Ks Kd 7d Qs Kc 9h Js 4c 6s 3h 5d 8h", ante=10)
    won = [0, 0, 0]
    for award in hand.awards:
        won[award.seat] += award.amount
    assert won == [30, 0, 40]
    assert soko.rake(hand, percent=10, cap=None) == (3, 0, 4)
    assert soko.rake(hand, percent=10, cap=6) == (3, 0, 3)


def test_no_showdown_no_rake() -> None:
    hand = soko.Hand(soko.games.soko(ante=10), [100, 100], rng=7)
    hand.bring_in()
    hand.fold() if hand.to_call else hand.check()
    while not hand.is_over:
        hand.act(hand.default_action() or "")
    assert hand.showdown_order == ()
    assert soko.rake(hand, percent=50, cap=None) == (0, 0)
    paid = soko.rake(hand, percent=50, cap=None, showdown_only=False)
    assert sum(paid) == hand.pot // 2 > 0
    assert paid[hand.awards[0].seat] == sum(paid)


def test_what_nobody_called_is_not_raked() -> None:
    hand = soko.Hand(soko.games.five_card_stud(limit="no", ante=10, bring_in=10), [1000, 1000], rng=7)
    hand.complete(900)
    hand.fold()
    assert sum(soko.rake(hand, percent=50, cap=None, showdown_only=False)) == 10


@pytest.mark.parametrize("seed", range(60))
def test_no_chip_is_made_or_lost(seed: int) -> None:
    hand = [hand.clone() for hand in played(seed)][-1]
    won = [0] * hand.players
    for award in hand.awards:
        won[award.seat] += award.amount
    assert sum(won) == hand.pot
    for percent, cap in ((5, 3), (10, None), (2.5, 1000), (100, None), (33, 7)):
        paid = soko.rake(hand, percent, cap, showdown_only=False)
        whole = math.floor(hand.pot * Fraction(str(percent)) / 100)
        assert sum(paid) == (whole if cap is None else min(whole, cap))
        assert all(0 <= part <= chips for part, chips in zip(paid, won, strict=True))
        assert soko.rake(hand, percent, cap) == (paid if hand.showdown_order else (0,) * hand.players)


@given(st.lists(st.integers(0, 10**18), min_size=2, max_size=10), st.data())
def test_parts_are_rounded_by_the_largest_remainders(won: list[int], data: st.DataObject) -> None:
    whole = data.draw(st.integers(0, sum(won)))
    dealer = data.draw(st.integers(0, len(won) - 1))
    paid = divided(whole, won, dealer)
    assert sum(paid) == whole
    exact = [Fraction(whole * chips, max(sum(won), 1)) for chips in won]
    rounded_up = [part - math.floor(share) for part, share in zip(paid, exact, strict=True)]
    assert set(rounded_up) <= {0, 1}
    assert all(part <= chips for part, chips in zip(paid, won, strict=True))

    def turn(seat: int) -> tuple[Fraction, int]:
        return math.floor(exact[seat]) - exact[seat], (seat - dealer - 1) % len(won)

    payers = sorted(range(len(won)), key=turn)[: sum(rounded_up)]
    assert {seat for seat, up in enumerate(rounded_up) if up} == set(payers)


@pytest.mark.parametrize("percent", [2.9, Decimal("2.9"), Fraction(29, 10)])
def test_a_percentage_is_what_is_written(percent: Any) -> None:
    # As binary numbers 1000 * 2.9 / 100 is a little less than 29.
    hand = called_down([500, 500], ONE_WINS, ante=500)
    assert hand.pot == 1000
    assert soko.rake(hand, percent, None) == (29, 0)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"percent": -1}, soko.SokoError, "percent -1: 0 to 100 is allowed"),
        ({"percent": 100.5}, soko.SokoError, "percent 100.5: 0 to 100 is allowed"),
        ({"percent": float("nan")}, soko.SokoError, "percent nan: a number from 0 to 100 is needed"),
        ({"percent": float("inf")}, soko.SokoError, "percent inf: a number from 0 to 100 is needed"),
        ({"percent": Decimal("nan")}, soko.SokoError, "percent Decimal\\('NaN'\\): a number from 0 to 100 is needed"),
        ({"percent": 1j}, soko.SokoError, "percent 1j: a number from 0 to 100 is needed"),
        ({"percent": "5"}, TypeError, "percent '5': a number is needed, not str"),
        ({"percent": True}, TypeError, "percent True: a number is needed"),
        ({"percent": None}, TypeError, "percent None: a number is needed"),
        ({"cap": -1}, soko.SokoError, "cap -1: 0 or more chips, or None"),
        ({"cap": 2.5}, TypeError, "cap 2.5: a whole number of chips or None is needed, not float"),
        ({"cap": True}, TypeError, "cap True: a whole number of chips or None"),
    ],
)
def test_what_is_no_rake_is_named(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=f"^{text}"):
        soko.rake(called_down([100, 100], ONE_WINS), **arguments)


def test_only_hands_that_are_over_are_raked() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    with pytest.raises(soko.SokoError, match=r"^rake: the hand is not over \(<Hand of soko"):
        soko.rake(hand)
    like: Any = SimpleNamespace(is_over=True, players=2, awards=(), dealer=0, showdown_order=(0,), pot=10)
    for other in (like, hand.view(None), None):
        with pytest.raises(TypeError, match=r"a soko\.Hand is needed"):
            soko.rake(other)
