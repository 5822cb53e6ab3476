"""Deals of one's own: settled as the simulator settles its own, as the reference does, and refused by row."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import soko
from soko import reference
from soko.plans import files

GAMES = {
    name: soko.games.by_name(name)
    for name in ("soko", "canadian_stud", "five_card_stud", "seven_card_stud", "follow_the_bitch")
}
SOKO = GAMES["soko"]
HALVES = GAMES["seven_card_stud"].replace(low_chicago=True)


@pytest.mark.parametrize("low_chicago", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_deals_of_deal_many_are_the_tally_of_simulate(name: str, *, low_chicago: bool) -> None:
    rules = GAMES[name].replace(low_chicago=low_chicago)
    for players in (2, 3, rules.max_players):
        for n in (1, 17_000):
            settled = soko.settle_many(soko.deal_many(rules, players, n, rng=9), rules)
            assert soko.Tally.of(settled, rules, rng=9) == soko.simulate(rules, players, n, rng=9)
            assert (settled.shares == settled.units / 5040).all()


def test_known_and_dead_cards_go_along() -> None:
    given = {"known": ["As ?", "? Kd"], "dead": "2c 3c 4c 5c"}
    for rules, players in ((GAMES["follow_the_bitch"].replace(low_chicago=True), 7), (GAMES["seven_card_stud"], 7)):
        deals = soko.deal_many(rules, players, 3000, rng=4, **given)
        settled = soko.settle_many(deals, rules, dead=given["dead"])
        assert soko.Tally.of(settled, rules, rng=4, **given) == soko.simulate(rules, players, 3000, rng=4, **given)


@pytest.mark.parametrize("switches", [{}, {"carry_over": True}, {"queens_wild": True, "ace": "high"}])
@pytest.mark.parametrize("name", GAMES)
def test_folded_seats_as_the_reference_has_them(name: str, switches: dict[str, object]) -> None:
    is_wild = name == "follow_the_bitch"
    rules = GAMES[name].replace(
        low_chicago=True, **({key: switches[key] for key in switches if is_wild or key == "ace"})
    )
    chance = np.random.default_rng(5)
    for players in (2, rules.max_players):
        deals = soko.deal_many(rules, players, 150, rng=players)
        live = chance.random((150, players)) < 0.6
        live[np.arange(150), chance.integers(players, size=150)] = True
        for deal, seat in np.argwhere(~live & (chance.random(live.shape) < 0.5)):
            deals[deal, seat, chance.integers(0, deals.shape[2]) :] = 255
        settled = soko.settle_many(deals, rules, live=live)
        cards = [[[None if card == 255 else card for card in hand] for hand in deal] for deal in deals.tolist()]
        slow = reference.settle_many(cards, rules.to_dict(), live.tolist())
        assert [[Fraction(units, 5040) for units in row] for row in settled.units.tolist()] == [s.shares for s in slow]
        assert settled.wild.tolist() == [-1 if s.wild_rank is None else s.wild_rank for s in slow]
        assert settled.low_spade.tolist() == [-1 if s.low_seat is None else s.low_seat for s in slow]
        for row, shown in zip(settled.strengths.tolist(), slow, strict=True):
            assert [strength == 0 for strength in row] == [value is None for value in shown.values]
            held = sorted((strength, value) for strength, value in zip(row, shown.values, strict=True) if value)
            assert all(a[1] < b[1] if a[0] < b[0] else a[1] == b[1] for a, b in pairwise(held))


def test_rule_8_4_folded_cards_were_seen() -> None:
    rules = GAMES["follow_the_bitch"]
    # The folded seat showed a queen, and the card after it is wild for those who play on.
    deal = np.array([[soko.cards("2c 3d Qs 5h 6c 7d 8s"), soko.cards("9c 9d 4h Ks Jc Th 2h")]], np.uint8)
    settled = soko.settle_many(deal, rules, live=np.array([[False, True]]))
    assert settled.wild.tolist() == [2]
    assert settled.strengths.tolist() == [[0, soko.evaluate_int("9c 9d 4h Ks Jc Th 2h", "wild", wild="4")]]


def test_rule_9_1_folded_spades_do_not_count_and_7_1_nobody_called() -> None:
    deal = soko.cards("As 9d Kd Kh 8c 3d 4d"), soko.cards("2s Td Qd Qh Qc Jd 7d"), soko.cards("2c 5d 6d 6h 6c Jh 7h")
    deals = np.array([deal] * 3, np.uint8)
    settled = soko.settle_many(deals, HALVES, live=np.array([[1, 1, 1], [0, 1, 1], [0, 0, 1]], bool))
    assert settled.low_spade.tolist() == [0, 1, -1]
    assert settled.units.tolist() == [[2520, 2520, 0], [0, 5040, 0], [0, 0, 5040]]


def test_rule_4_3_the_community_card_is_seen_row_by_row() -> None:
    rules = HALVES
    shared = soko.deal_many(rules, 8, 1, rng=1)
    own = shared.copy()
    left = [card for card in range(52) if card not in shared]
    own[0, :, 6] = 255
    own[0, :3, 6] = left[:3]
    live = np.array([[1] * 8, [1] * 3 + [0] * 5], bool)
    deals = np.concatenate([shared, own])
    settled = soko.settle_many(deals, rules, live=live)
    cards = [[[None if card == 255 else card for card in hand] for hand in deal] for deal in deals.tolist()]
    for row, slow in enumerate(reference.settle_many(cards, rules.to_dict(), live.tolist())):
        assert [Fraction(units, 5040) for units in settled.units[row].tolist()] == slow.shares
    deals[0, 5, 6] = left[0]
    with pytest.raises(soko.DeckError, match=r"deal 0: .. is dealt twice"):
        soko.settle_many(deals, rules, live=live)


def test_deals_that_are_none_are_named() -> None:
    good = soko.deal_many(SOKO, 3, 200, rng=1)
    live = np.ones((200, 3), bool)
    for row in (0, 63, 64, 130, 199):
        deals = good.copy()
        deals[row, 2, 4] = 52
        with pytest.raises(soko.CardError, match=f"deal {row}: seat 2 has card 52: 0 to 51 is allowed$"):
            soko.settle_many(deals, SOKO, threads=2)
        deals[row, 2, 4] = deals[row, 0, 0]
        with pytest.raises(soko.DeckError, match=f"deal {row}: .. is dealt twice") as error:
            soko.settle_many(deals, SOKO)
        assert error.value.card == soko.Card(int(deals[row, 0, 0]))
        deals[row, 2, 4] = 255
        with pytest.raises(soko.CardError, match=f"deal {row}: seat 2 has card 255"):
            soko.settle_many(deals, SOKO)
        live[:], live[row] = True, False
        with pytest.raises(soko.SeatError, match=f"deal {row}: no seat is live"):
            soko.settle_many(good, SOKO, live=live)
        with pytest.raises(soko.CardError, match=f"deal {row}: seat 0 has card 99: .* 255 for a card"):
            soko.settle_many(np.where(live[:, :, None], good, np.uint8(99)), SOKO, live=live | (np.arange(3) > 0))
    with pytest.raises(soko.DeckError, match="is dealt twice, or dealt and dead"):
        soko.settle_many(good, SOKO, dead=[int(good[0, 0, 0])])


def test_arrays_that_do_not_fit() -> None:
    deals = soko.deal_many(SOKO, 3, 20, rng=1)
    kept = soko.settle_many(deals, SOKO)
    for wrong, error, words in (
        (deals[:, :, :4], soko.SokoError, "not C-contiguous"),
        (deals[:, :, :4].copy(), soko.CardError, r"\(20, 3, 4\): \(20, 3, 5\) is needed for soko"),
        (deals[0], soko.CardError, r"\(n, players, cards\)"),
        (deals.astype(np.int64), TypeError, "deals must be a numpy array of uint8, not an array of int64"),
        (np.ma.array(deals), TypeError, "masked"),
        (np.zeros((1, 9, 5), np.uint8), soko.SeatError, "9 players"),
    ):
        with pytest.raises(error, match=words):
            soko.settle_many(wrong, SOKO)
    for live, error, words in (
        (np.ones((20, 2), bool), soko.SokoError, r"live of shape \(20, 2\): \(20, 3\) is needed"),
        (np.ones((20, 3), np.uint8), TypeError, "live must be a numpy array of bool, not an array of uint8"),
        (np.ones((20, 6), bool)[:, ::2], soko.SokoError, "live is not C-contiguous"),
        ([[True] * 3] * 20, TypeError, "live must be a numpy array of bool, not list"),
    ):
        with pytest.raises(error, match=words):
            soko.settle_many(deals, SOKO, live=live)  # type: ignore[arg-type]
    short, still = kept.units[:-1].copy(), kept.units.copy()
    still.flags.writeable = False
    for out, error, words in (
        (kept._replace(units=short), soko.SokoError, r"out.units of shape \(19, 3\): \(20, 3\) is needed"),
        (kept._replace(units=still), soko.SokoError, "out.units is read-only"),
        (kept._replace(units=kept.strengths), soko.SokoError, "out.strengths shares memory with out.units"),
        (kept._replace(wild=kept.low_spade), soko.SokoError, "out.low_spade shares memory with out.wild"),
        (kept._replace(wild=kept.wild.astype(np.int16)), TypeError, "out.wild must be a numpy array of int8"),
        (kept.units, TypeError, "out must be what settle_many returned"),
    ):
        with pytest.raises(error, match=words):
            soko.settle_many(deals, SOKO, out=out)  # type: ignore[arg-type]


def test_out_is_written_and_threads_change_nothing() -> None:
    deals = soko.deal_many(HALVES, 4, 5001, rng=2)
    one = soko.settle_many(deals, HALVES)
    for threads in (2, 7, None):
        out = soko.Settled(*(np.full_like(array, 77) for array in one))
        assert soko.settle_many(deals, HALVES, out=out, threads=threads) is not None
        assert all((a == b).all() for a, b in zip(one, out, strict=True))
    assert [len(array) for array in soko.settle_many(deals[:0], HALVES)] == [0, 0, 0, 0]


def test_tallies_of_own_deals_add_up() -> None:
    settled = soko.settle_many(soko.deal_many(HALVES, 4, 5000, rng=2), HALVES)
    own, dealt = soko.Tally.of(settled, HALVES), soko.simulate(HALVES, 4, 1000, rng=1)
    assert (own + dealt + soko.Tally.of(settled, HALVES)).n == 11_000
    same = soko.Tally.of(settled, HALVES, rng=2)
    with pytest.raises(soko.PlanError, match="the same deals would count twice"):
        same + soko.simulate(HALVES, 4, 5000, rng=2)
    with pytest.raises(soko.PlanError, match="there is no deal to count"):
        soko.Tally.of(soko.Settled(*(array[:0] for array in settled)), HALVES)
    for wrong in (settled._replace(units=settled.units + 1), settled._replace(wild=settled.wild[1:])):
        with pytest.raises(soko.SokoError, match="settled"):
            soko.Tally.of(wrong, HALVES)
    with pytest.raises(TypeError, match=r"settled\.wild must be an array of int8"):
        soko.Tally.of(settled._replace(wild=settled.wild.astype(int)), HALVES)  # type: ignore[arg-type]


def test_folded_seats_have_no_category() -> None:
    deals = soko.deal_many(SOKO, 3, 500, rng=2)
    live = np.ones((500, 3), bool)
    live[:100, 1] = False
    tally = soko.Tally.of(soko.settle_many(deals, SOKO, live=live), SOKO)
    assert tally.categories.sum(axis=1).tolist() == [500, 400, 500]
    assert sum(tally.shares) == 500


# The halves of pots


def test_halves_add_up_to_the_shares() -> None:
    tally = soko.simulate(HALVES, 5, 20_000, rng=3)
    assert [a + b for a, b in zip(tally.high_shares, tally.low_shares, strict=True)] == list(tally.shares)
    assert sum(tally.low_shares) == Fraction(tally.n - tally.no_low_spade, 2)
    plain = soko.simulate(SOKO, 3, 1000, rng=3)
    assert (plain.high_shares, plain.low_shares) == (plain.shares, (0, 0, 0))


def test_files_without_halves_are_still_read(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    plan = soko.plan(HALVES, 3, 40_000, rng=1)
    old, new = plan.shard(0, 2).run(), plan.shard(1, 2).run()
    record = json.loads(json.dumps(old.to_dict()))
    assert record["counts"].pop("low_units") == list(old.counts[8] or ())
    files.write(path, record)
    loaded = soko.Tally.load(path)
    assert loaded.shares == old.shares
    for tally in (loaded, loaded + new, soko.merge([new, loaded])):
        with pytest.raises(soko.PlanError, match="the halves of the pots were not told apart"):
            _ = tally.low_shares
        assert "low_units" not in tally.to_dict()["counts"]  # type: ignore[operator]
        assert soko.Tally.from_dict(json.loads(json.dumps(tally.to_dict()))) == tally
    assert (old + new).low_shares == plan.run().low_shares
    for wrong in (None, [1, 2], [1, 2, -3], 5):
        files.write(path, {**record, "counts": {**record["counts"], "low_units": wrong}})
        with pytest.raises(soko.TallyFileError, match="counts: they do not belong"):
            soko.Tally.load(path)
    assert "low_units" not in soko.simulate(SOKO, 2, 10, rng=1).to_dict()["counts"]  # type: ignore[operator]


def test_equity_tells_the_halves_apart() -> None:
    rules = soko.games.five_card_stud(low_chicago=True)
    for given in ({"exact": True}, {"n": 5000, "rng": 1}):
        answer = soko.equity(["(As) Kc Qd 2h", "(2s) Kd Qs 5h", "(3s) 4d 6h 8c"], rules, **given)  # type: ignore[arg-type]
        assert [a + b for a, b in zip(answer.high_shares, answer.low_shares, strict=True)] == list(answer.shares)
        assert answer.low_shares == (Fraction(1, 2), 0, 0)
    tally = soko.equity_plan(["(As) Kc", "(2s) Kd"], rules, n=2000, rng=1).run()
    again = soko.EquityTally.from_dict(json.loads(json.dumps(tally.to_dict())))
    assert again.equity.low_shares == (Fraction(1, 2), 0)
