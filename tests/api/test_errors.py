"""Errors: one kind for one fault wherever it happens, with fields, also after a pickle."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import soko

SOKO = soko.games.soko()
KINDS = [
    soko.ArgumentError, soko.CardError, soko.DeckError, soko.HistoryError, soko.IllegalAction, soko.MatchError,
    soko.PlanError, soko.RulesError, soko.SeatError, soko.TallyFileError,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_child_of_the_base_and_pickles(kind: type[soko.SokoError]) -> None:
    assert issubclass(kind, soko.SokoError)
    again = pickle.loads(pickle.dumps(kind("why")))
    assert type(again) is kind
    assert str(again) == "why"


@pytest.mark.parametrize(
    ("start", "seat"),
    [
        (lambda: soko.Hand(SOKO, [100, 0]), 1),
        (lambda: soko.Table(SOKO, 2, 3, stacks=[100, 0]), 1),
        (lambda: soko.playout(SOKO, 2, 10, "call", stacks=[100, 0]), 1),
        (lambda: soko.playout(SOKO, 2, 10, "call", stacks=0), 0),
    ],
)
def test_a_stack_of_nothing_is_one_kind(start: Callable[[], object], seat: int) -> None:
    with pytest.raises(soko.SeatError) as caught:
        start()
    assert (caught.value.seat, caught.value.amount) == (seat, 0)


@pytest.mark.parametrize(
    "start",
    [
        lambda: soko.Hand(SOKO, [100] * 9),
        lambda: soko.Table(SOKO, 9, 3),
        lambda: soko.playout(SOKO, 9, 10, "call"),
        lambda: soko.simulate(SOKO, 9, 10),
        lambda: soko.deal_many(SOKO, 9, 10),
        lambda: soko.equity(["(?) ?"] * 9, SOKO),
        lambda: soko.Match(SOKO, [100] * 9),
    ],
)
def test_too_many_players_are_one_kind(start: Callable[[], object]) -> None:
    with pytest.raises(soko.SeatError):
        start()


def test_an_illegal_action_has_what_is_legal() -> None:
    hand = soko.Hand(SOKO, [100, 100], rng=7)
    with pytest.raises(soko.IllegalAction) as caught:
        hand.act("raise", 12)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.kind, error.amount, error.seat) == ("raise", 12, hand.actor)
    assert error.legal == hand.legal_actions() != ()
    hand.act(error.legal[0])


@pytest.mark.parametrize("amount", [-5, 2**64 - 1, 2**64, 10**30])
def test_the_amount_of_an_error_is_the_one_that_was_given(amount: int) -> None:
    with pytest.raises(soko.IllegalAction, match=str(amount)) as caught:
        soko.Hand(SOKO, [100, 100], rng=7).complete(amount)
    assert caught.value.amount == amount


def test_an_illegal_action_at_a_table_names_the_table() -> None:
    table = soko.Table(SOKO, 2, 3, rng=7)
    with pytest.raises(soko.IllegalAction) as caught:
        table.step(np.array([2, 6, 2]))
    assert caught.value.table == 1
    assert caught.value.legal == ()


def test_cards_at_fault_are_named() -> None:
    ace = soko.Card("As")
    for error, call in (
        (soko.CardError, lambda: soko.cards("As Kd As")),
        (soko.CardError, lambda: soko.cards([51, "As"])),
        (soko.DeckError, lambda: soko.Hand(SOKO, [100, 100], deck="As Kd As")),
        (soko.DeckError, lambda: soko.simulate(SOKO, 2, 10, known=["As"], dead="As")),
        (soko.DeckError, lambda: soko.equity(["(As) Kd", "(As) Qd"], SOKO)),
    ):
        with pytest.raises(error) as caught:
            call()
        assert pickle.loads(pickle.dumps(caught.value)).card == ace
    with pytest.raises(soko.CardError) as caught:
        soko.cards("Zs")
    assert caught.value.card is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ante": -1}, "ante"),
        ({"limit": "fixd"}, "limit"),
        ({"smal_bet": 1}, "smal_bet"),
        ({"bring_in": 5}, "bring_in"),
        ({"max_players": 11}, "max_players"),
        ({"carry_over": True}, "carry_over"),
        ({"deal": ["du", "u", "u"], "bets": ["small"] * 3}, "deal"),
    ],
)
def test_rules_name_the_field_at_fault(changes: dict[str, object], field: str) -> None:
    with pytest.raises(soko.RulesError) as caught:
        SOKO.replace(**changes)
    assert caught.value.field == field
    assert pickle.loads(pickle.dumps(caught.value)).field == field


def test_arrays_of_a_wrong_kind_are_recognised_by_their_kind() -> None:
    with pytest.raises(TypeError, match=r"hands\.astype\(numpy\.uint8\)$"):
        soko.evaluate_many(np.zeros((2, 5), np.int64))
    with pytest.raises(TypeError) as caught:
        soko.evaluate_many(np.array([[0, 5, 10, 15, 20]], np.uint8), out=np.zeros(1, np.int64))
    assert "astype" not in str(caught.value)
