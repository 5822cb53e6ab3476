"""The deal simulator: Rust against the reference, against exact odds, against itself on other threads."""

import _thread
import re
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
import pytest

import soko
from soko import reference
from soko.rng import stream_key

GAMES = {
    "soko": soko.games.soko(),
    "canadian_stud": soko.games.canadian_stud(),
    "five_card_stud": soko.games.five_card_stud(),
    "seven_card_stud": soko.games.seven_card_stud(),
    "follow_the_bitch": soko.games.follow_the_bitch(),
}


def assert_same(tally: soko.Tally, slow: reference.Tally) -> None:
    assert tally.n == slow.n
    assert tally.categories.tolist() == slow.categories
    assert tally.wins.tolist() == slow.wins
    assert tally.ties.tolist() == slow.ties
    assert list(tally.shares) == slow.shares
    assert [Fraction(squares, 5040**2) for squares in tally.counts[7]] == slow.tie_squares
    assert list(tally.low_shares) == slow.low_shares
    assert list(tally.high_shares) == slow.high_shares
    assert tally.wild_ranks.tolist() == slow.wild_ranks
    assert tally.no_low_spade == slow.low_chicago_none


@pytest.mark.parametrize("low_chicago", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_same_tally_as_the_reference(name: str, *, low_chicago: bool) -> None:
    rules = GAMES[name].replace(low_chicago=low_chicago)
    for players in (2, rules.max_players):
        n = 17_000 if players == 2 and name == "soko" else 1_500
        tally = soko.simulate(rules, players, n, rng=players)
        assert_same(tally, reference.simulate(rules.to_dict(), players, n, stream_key(players)))


@pytest.mark.parametrize(
    "switches",
    [{"carry_over": True}, {"queens_wild": True}, {"carry_over": True, "queens_wild": True, "ace": "high"}],
)
def test_wild_switches_as_the_reference_has_them(switches: dict[str, object]) -> None:
    rules = soko.games.follow_the_bitch(low_chicago=True).replace(**switches)
    tally = soko.simulate(rules, 5, 4_000, rng=3)
    assert_same(tally, reference.simulate(rules.to_dict(), 5, 4_000, stream_key(3)))


def test_other_switches_as_the_reference_has_them() -> None:
    rules = soko.games.soko(ace_low_four_straight=False, burn=True)
    assert_same(soko.simulate(rules, 8, 4_000, rng=4), reference.simulate(rules.to_dict(), 8, 4_000, stream_key(4)))


def test_known_and_dead_cards_as_the_reference_has_them() -> None:
    rules = soko.games.seven_card_stud()
    known, dead = ["As ? Ad", "", "? ? ? ? ? ? 2c"], "Kc Kd"
    split = [[None if card == "?" else card for card in seat.split()] for seat in known]
    tally = soko.simulate(rules, 4, 3_000, rng=5, known=known, dead=dead)
    assert_same(tally, reference.simulate(rules.to_dict(), 4, 3_000, stream_key(5), split, ["Kc", "Kd"]))


@pytest.mark.parametrize(
    ("rules", "players", "dead", "cards"),
    [
        (GAMES["seven_card_stud"], 7, 4, 7),
        (GAMES["soko"], 8, 13, 5),
        (GAMES["follow_the_bitch"], 7, 4, 6),
        (GAMES["follow_the_bitch"].replace(low_chicago=True), 6, 20, 6),
    ],
)
def test_dead_cards_bring_the_community_card_earlier(rules: soko.Rules, players: int, dead: int, cards: int) -> None:
    # Rule 4.3 asks how many cards remain, and dead cards do not.
    gone = list(range(dead))
    tally = soko.simulate(rules, players, 1_500, rng=6, dead=gone)
    assert_same(tally, reference.simulate(rules.to_dict(), players, 1_500, stream_key(6), dead=gone))
    deals = soko.deal_many(rules, players, 100, rng=6, dead=gone)
    assert deals.shape == (100, players, cards)
    assert (deals[:, :, -1] == deals[:, :1, -1]).all()
    assert deals.min() >= dead


@pytest.mark.parametrize("name", GAMES)
def test_deal_many_gives_the_deals_that_simulate_counts(name: str) -> None:
    rules = GAMES[name]
    players = rules.max_players
    deals = soko.deal_many(rules, players, 20_000, rng=9)
    assert deals.shape == (20_000, players, len("".join(rules.deal)))
    assert deals.dtype == np.uint8
    assert deals.flags.writeable
    own = deals.reshape(len(deals), -1)
    if name == "seven_card_stud":
        # The last card is the community card, the same for all eight (rules 4.3).
        assert (deals[:, :, 6] == deals[:, :1, 6]).all()
        own = np.concatenate([deals[:, :, :6].reshape(len(deals), -1), deals[:, 0, 6:]], axis=1)
    own = np.sort(own, axis=1)
    assert (own[:, 1:] > own[:, :-1]).all()
    assert own.max() <= 51
    if rules.ranking == "wild":
        return
    tally = soko.simulate(rules, players, 20_000, rng=9)
    ranking = rules.ranking
    for seat in range(players):
        strengths = soko.evaluate_many(np.ascontiguousarray(deals[:, seat]), ranking)
        counts = np.bincount(soko.categories(strengths, ranking), minlength=13)
        assert counts.tolist() == tally.categories[seat].tolist()


def test_rule_8_5_how_often_a_rank_is_wild() -> None:
    n = 10_000_000
    for players, switch in ((2, False), (4, False), (7, False), (3, True)):
        rules = soko.games.follow_the_bitch(carry_over=switch)
        cards = 3 * players
        # The last queen among the up cards must be followed; without carry-over not from the end of a street.
        barred = {cards} if switch else {players, 2 * players, cards}
        exact = sum(comb(52 - cards + j - 1, 3) for j in range(1, cards + 1) if j not in barred) / comb(52, 4)
        tally = soko.simulate(rules, players, n, rng=85)
        seen = 1 - tally.wild_ranks[13] / n
        assert abs(seen - exact) < 5 * (exact * (1 - exact) / n) ** 0.5
        if (players, switch) == (2, False):
            assert round(exact, 6) == 0.192358


def test_rule_9_5_how_often_no_spade_is_down() -> None:
    n = 10_000_000
    for players, known in ((2, 0.0817550), (3, 0.0189496), (4, 0.00363896), (5, 0.000547033)):
        exact = comb(39, 4 * players) / comb(52, 4 * players)
        assert exact == pytest.approx(known, rel=1e-5)
        rules = soko.games.follow_the_bitch(low_chicago=True)
        seen = soko.simulate(rules, players, n, rng=95).no_low_spade / n
        assert abs(seen - exact) < 5 * (exact * (1 - exact) / n) ** 0.5


def test_categories_agree_with_the_exact_counts() -> None:
    n = 10_000_000
    tally = soko.simulate(GAMES["soko"], 6, n, rng=1)
    hands = {
        soko.Category.HIGH_CARD: 1_150_080, soko.Category.ONE_PAIR: 1_047_552, soko.Category.FOUR_STRAIGHT: 92_208,
        soko.Category.FOUR_FLUSH: 110_940, soko.Category.TWO_PAIR: 123_552, soko.Category.THREE_OF_A_KIND: 54_912,
        soko.Category.STRAIGHT: 10_200, soko.Category.FLUSH: 5_108, soko.Category.FULL_HOUSE: 3_744,
        soko.Category.FOUR_OF_A_KIND: 624, soko.Category.STRAIGHT_FLUSH: 36, soko.Category.ROYAL_FLUSH: 4,
    }  # fmt: skip
    for category, count in hands.items():
        share = count / 2_598_960
        for seat in range(6):
            error = (n * share * (1 - share)) ** 0.5
            assert abs(tally.categories[seat][category] - n * share) < 5 * error


def test_all_seats_win_alike_and_shares_are_exact() -> None:
    n = 10_000_000
    for rules in (GAMES["soko"], GAMES["seven_card_stud"]):
        tally = soko.simulate(rules, 5, n, rng=2)
        assert sum(tally.shares) == n
        error = (n * 0.2 * 0.8) ** 0.5
        assert all(abs(share - Fraction(n, 5)) < 5 * error for share in tally.shares)


def test_every_card_is_as_frequent_everywhere() -> None:
    n = 1_000_000
    deals = soko.deal_many(GAMES["soko"], 2, n, rng=3).reshape(n, 10)
    for position in range(10):
        counts = np.bincount(deals[:, position], minlength=52)
        chi_square = float(((counts - n / 52) ** 2 / (n / 52)).sum())
        # 51 degrees of freedom: mean 51, standard deviation 10.1.
        assert 51 - 5 * 10.1 < chi_square < 51 + 5 * 10.1
    pairs = np.bincount(deals[:, 0].astype(np.int64) * 52 + deals[:, 9], minlength=52 * 52)
    expected = n / (52 * 51)
    chi_square = float(((pairs - expected) ** 2 / expected).sum()) - 52 * expected
    assert abs(chi_square - 2651) < 5 * (2 * 2651) ** 0.5


def test_same_digits_on_any_number_of_threads() -> None:
    for name, rules in GAMES.items():
        tallies = [soko.simulate(rules, 4, 200_000, rng=7, threads=threads) for threads in (1, 2, 8)]
        assert tallies[0] == tallies[1] == tallies[2], name


def test_blocks_of_a_run_are_not_alike() -> None:
    # Workers that are seeded alike deal alike: neighbouring blocks must be uncorrelated (and never equal).
    deals = soko.deal_many(GAMES["soko"], 2, 64 * 16_384, rng=5)
    strengths = soko.evaluate_many(deals.reshape(-1, 5)).reshape(-1, 2)
    wins = (strengths[:, 0] > strengths[:, 1]).reshape(64, 16_384)
    left, right = wins[:-1].ravel().astype(float), wins[1:].ravel().astype(float)
    assert abs(np.corrcoef(left, right)[0, 1]) < 0.01
    assert len(np.unique(deals.reshape(-1, 10), axis=0)) == len(deals)


def test_keys_follow_numpy() -> None:
    rules = GAMES["soko"]
    by_int = soko.simulate(rules, 2, 1000, rng=7)
    assert soko.simulate(rules, 2, 1000, rng=np.random.default_rng(7)) == by_int
    assert soko.simulate(rules, 2, 1000, rng=np.random.SeedSequence(7)) == by_int
    assert soko.simulate(rules, 2, 1000, rng=np.random.PCG64(7)) == by_int
    assert soko.simulate(rules, 2, 1000, rng=8) != by_int
    assert soko.simulate(rules, 2, 1000) != soko.simulate(rules, 2, 1000)
    generator = np.random.default_rng(7)
    assert soko.simulate(rules, 2, 1000, rng=generator) != soko.simulate(rules, 2, 1000, rng=generator)


def test_tallies_add_up() -> None:
    rules = GAMES["soko"]
    a, b = (soko.simulate(rules, 3, n, rng=n) for n in (1000, 2345))
    total = a + b
    assert total.n == 3345
    assert (total.categories == a.categories + b.categories).all()
    assert (total.wins == a.wins + b.wins).all()
    assert total.shares == tuple(x + y for x, y in zip(a.shares, b.shares, strict=True))
    assert total == b + a == sum([a, b])
    with pytest.raises(TypeError):
        1 + a  # type: ignore[operator]
    assert hash(total) == hash(b + a)
    assert "3,345 deals" in repr(total)
    with pytest.raises(soko.PlanError, match="different questions"):
        a + soko.simulate(rules, 2, 10)
    with pytest.raises(TypeError):
        a + 1  # type: ignore[operator]


@pytest.mark.parametrize(
    ("rules", "players", "known"),
    [
        (GAMES["soko"], 3, []),
        (GAMES["soko"].replace(low_chicago=True), 6, []),
        (GAMES["seven_card_stud"].replace(low_chicago=True), 2, ["As 2s Ks", "Kd Kc"]),
    ],
)
def test_the_standard_error_is_the_spread_of_many_runs(rules: soko.Rules, players: int, known: list[str]) -> None:
    n, runs = 1_000, 1_000
    tallies = [soko.simulate(rules, players, n, rng=rng, known=known, threads=1) for rng in range(runs)]
    means = np.array([[float(share / n) for share in tally.shares] for tally in tallies])
    errors = np.array([tally.std_error for tally in tallies])
    # The spread of so many runs is itself known to 1/sqrt(2 * runs), 2.2 %.
    assert np.allclose(errors.mean(axis=0), means.std(axis=0, ddof=1), rtol=0.07)
    total = sum(tallies[1:100], tallies[0])
    assert np.allclose(total.std_error, errors.mean(axis=0) / 10, rtol=0.02)
    bounds = np.array([tally.interval(0.9) for tally in tallies])
    inside = (bounds[:, :, 0] < means.mean(axis=0)) & (means.mean(axis=0) < bounds[:, :, 1])
    assert 0.88 < inside.mean() < 0.92


def test_split_pots_spread_less_than_whole_ones() -> None:
    tally = soko.simulate(GAMES["soko"].replace(low_chicago=True), 6, 100_000, rng=7)
    for error, share in zip(tally.std_error, tally.shares, strict=True):
        mean = float(share / tally.n)
        assert 0.7 < error / (mean * (1 - mean) / tally.n) ** 0.5 < 0.8
    # What was not seen in n deals may still come.
    sure = soko.simulate(GAMES["soko"], 2, 400, known=["As Ac Ad Ah Ks", "Kd Kc Kh Qs Qd"])
    assert sure.std_error == (1 / 400, 1 / 400)
    nothing = soko.plan(GAMES["soko"], 2, 10).count_blocks((0, 0), 1)
    assert nothing.std_error == (float("inf"),) * 2
    assert nothing.interval() == ((-float("inf"), float("inf")),) * 2
    with pytest.raises(soko.ArgumentError, match="confidence 1: more than 0 and less than 1"):
        sure.interval(1)


@pytest.mark.parametrize("do", [soko.deal_many, soko.simulate, soko.plan])
def test_numbers_out_of_range(do: Callable[..., object]) -> None:
    rules = GAMES["soko"]
    for name, low, high in (("players", 1, 52), ("n", 1, 2**63 - 1)):
        for value in (low - 1, high + 1):
            kind = soko.SeatError if name == "players" else soko.PlanError
            with pytest.raises(kind, match=f"^{name} {value}: {low} to {high:,} is allowed$"):
                do(rules, **{"players": 2, "n": 1, name: value})
    for players in (1, 9, 52):
        with pytest.raises(soko.SeatError, match=f"^{players} players: this game takes 2 to 8$"):
            do(rules, players, 1)


def test_a_tally_as_text() -> None:
    rules = soko.games.soko(low_chicago=True)
    tally = soko.simulate(rules, 3, 40_000, rng=7, known=["As Ad", "3s"])
    head, columns, *lines = str(tally).splitlines()
    assert (head, columns) == ("soko, 3 players, 40,000 deals", "seat       wins       ties   share %  error %")
    of_pots = [float(share) / 40_000 for share in tally.shares]
    assert all(wins != ties > 0 for wins, ties in zip(tally.wins, tally.ties, strict=True))
    assert lines == [
        f"{seat:4} {wins:10,} {ties:10,} {100 * share:9.4f} {100 * error:8.4f}"
        for seat, (wins, ties, share, error) in enumerate(
            zip(tally.wins, tally.ties, of_pots, tally.std_error, strict=True)
        )
    ]
    table = tally._repr_html_()
    assert [re.findall(">([^<]*)</t[hd]>", line) for line in table.split("<tr>")[1:]] == [
        re.split("  +", columns),
        *([str(seat), *line.split()[1:]] for seat, line in enumerate(lines)),
    ]
    nothing = soko.plan(GAMES["soko"], 2, 5).shard(0, 3).run()
    assert str(nothing).splitlines()[2:] == [
        f"   {seat}          0          0    0.0000      inf" for seat in range(2)
    ] + ["block 0 of 1 missing"]


def test_known_hands_decide() -> None:
    known = ["As Ac Ad Ah Ks", "Kd Kc Kh Qs Qd"]
    tally = soko.simulate(GAMES["soko"], 2, 777, known=known)
    assert tally.shares == (777, 0)
    assert tally.wins.tolist() == [777, 0]
    tally = soko.simulate(GAMES["soko"], 2, 100, known=["As Kd Qc Jh 9s", "Ac Ks Qd Js 9h"])
    assert tally.shares == (50, 50)
    assert tally.ties.tolist() == [100, 100]
    deals = soko.deal_many(GAMES["soko"], 2, 3, known=known)
    assert deals[2, 1].tolist() == [int(card) for card in soko.cards(known[1])]


def test_dead_cards_are_never_dealt() -> None:
    dead = "2c 3c 4c 5c 6c"
    deals = soko.deal_many(GAMES["soko"], 8, 5_000, known=["? As"], dead=dead)
    assert not np.isin(deals, [int(card) for card in soko.cards(dead)]).any()
    assert (deals[:, 0, 1] == 51).all()
    assert (deals == 51).sum() == 5_000


def test_wild_games_with_low_chicago_share_whole_pots() -> None:
    tally = soko.simulate(soko.games.follow_the_bitch(low_chicago=True), 5, 100_000, rng=1)
    assert sum(tally.shares) == 100_000
    assert tally.ties.sum() > tally.wins.sum()


@pytest.mark.parametrize(
    ("players", "n", "more", "error", "text"),
    [
        (53, 10, {}, soko.SeatError, "players 53: 1 to 52 is allowed"),
        (9, 10, {}, soko.SeatError, "9 players: this game takes 2 to 8"),
        (1, 10, {}, soko.SeatError, "1 players: this game takes 2 to 8"),
        (2, 0, {}, soko.PlanError, "n 0: 1 to"),
        (2, 2**63, {}, soko.PlanError, "n 9223372036854775808: 1 to"),
        (2, -1, {}, soko.PlanError, "n -1"),
        (2, 10, {"threads": -1}, soko.PlanError, "threads -1"),
        (2, 10, {"threads": 0}, soko.PlanError, "threads 0"),
        (2, 1.5, {}, TypeError, "n 1.5: a whole number is needed, not float"),
        (True, 10, {}, TypeError, "players True"),
        (2, 10, {"known": ["As", "As"]}, soko.DeckError, "card As is given twice"),
        (2, 10, {"known": ["As"], "dead": "As"}, soko.DeckError, "card As is given twice"),
        (2, 10, {"known": ["As"], "dead": "As As"}, soko.CardError, "card As is given twice"),
        (2, 10, {"known": ["As Ks Qs Js Ts 9s"]}, soko.DeckError, "seat 0 has 6 known cards: it is dealt 5"),
        (2, 10, {"known": ["", "", "As"]}, soko.DeckError, "known cards for seat 2"),
        (2, 10, {"known": ["Xs"]}, soko.CardError, "unknown rank"),
        (2, 10, {"rng": True}, TypeError, "rng True"),
        (8, 10, {"dead": [*range(20)]}, soko.DeckError, "33 cards are to be dealt, but only 32 are left"),
    ],
)
def test_bad_questions(players: int, n: int, more: dict[str, object], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        soko.simulate(GAMES["soko"], players, n, **more)  # type: ignore[arg-type]
    assert text in str(caught.value)


def test_progress_is_reported() -> None:
    reports: list[tuple[int, int]] = []
    # Half a second of work, of which fifty reports a second are made.
    n = 50_000_000
    tally = soko.simulate(GAMES["soko"], 8, n, rng=1, threads=1, progress=lambda *report: reports.append(report))
    assert tally.n == n
    assert reports[-1] == (n, n)
    assert reports == sorted(reports)
    assert len(reports) > 2


def test_what_progress_raises_comes_out_and_stops_the_run() -> None:
    def bad(done: int, total: int) -> None:
        message = str(done <= total)
        raise RuntimeError(message)

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="True"):
        soko.simulate(GAMES["soko"], 8, 10**11, progress=bad)
    assert threading.active_count() == before


@pytest.mark.usefixtures("ctrl_c_comes")
def test_ctrl_c_is_answered() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        soko.simulate(GAMES["seven_card_stud"], 8, 10**12)
    timer.join()
    # Nobody is left at work: the process spends no time of its own while it sleeps.
    used = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - used < 0.2


def test_other_python_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    soko.simulate(GAMES["soko"], 8, 4_000_000, rng=1, threads=1)
    done.set()
    thread.join()
    assert ticks > 10
