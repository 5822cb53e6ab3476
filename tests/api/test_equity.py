"""Equity: known answers, Rust against the reference, what is refused, plans, and the command."""

import itertools
import json
import pickle
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from paths import DATA

import soko
from soko import reference
from soko.cli import main
from soko.reference import equity as slow
from soko.rng import stream_key

DATA = json.loads((DATA / "equity.json").read_text(encoding="utf-8"))
KEY = (1, 2, 3, 4)
GAMES = {name: soko.games.by_name(name) for name in soko.games.NAMES}


def assert_same(answer: soko.Equity, tally: reference.Tally) -> None:
    assert answer.n == tally.n
    assert answer.categories.tolist() == tally.categories
    assert answer.wins.tolist() == tally.wins
    assert answer.ties.tolist() == tally.ties
    assert [share * answer.n for share in answer.shares] == tally.shares
    assert answer.wild_ranks.tolist() == tally.wild_ranks
    assert answer.no_low_spade == tally.low_chicago_none


def assert_sound(answer: soko.Equity) -> None:
    assert sum(answer.shares) == 1
    assert (answer.categories.sum(axis=1) == answer.n).all()


# Known answers


@pytest.mark.parametrize("case", DATA["exact"], ids=lambda case: case["name"].partition(":")[0])
def test_known_answers(case: dict[str, object]) -> None:
    rules = GAMES[case.get("game", "soko")].replace(low_chicago=case.get("low_chicago", False))
    dead = case.get("dead", "")
    answers = [soko.equity(case["hands"], rules, dead=dead), soko.equity(case["hands"], rules, dead=dead, exact=True)]
    if case["n"] == 1:
        # Nothing is left to chance, whatever is asked for.
        answers += [soko.equity(case["hands"], rules, dead=dead, **how) for how in ({"n": 7}, {"std_error": 0.1})]
    for answer in answers:
        assert answer.exact
        assert answer.std_error == (0.0,) * len(case["hands"])
        assert answer.n == case["n"]
        assert_sound(answer)
        if "wins" in case:
            assert answer.wins.tolist() == case["wins"]
            assert answer.ties.tolist() == case["ties"]
            assert answer.shares == tuple(map(Fraction, case["shares"]))
        for name in case.get("never", []):
            assert not answer.categories[:, soko.Category[name.upper()]].any()


def test_without_the_dead_cards_the_straight_comes() -> None:
    case = next(case for case in DATA["exact"] if "never" in case)
    answer = soko.equity(case["hands"])
    assert answer.n == 44 * 43
    # Four aces and four nines, beside any card of the other hand.
    assert answer.categories[0, soko.Category.STRAIGHT] == 8 * 43
    sampled = soko.equity(case["hands"], dead=case["dead"], n=50_000, rng=1)
    assert not sampled.categories[:, soko.Category.STRAIGHT].any()


def test_two_hundred_forty_five_million_runouts() -> None:
    answer = soko.equity(["(As) Kd", "(7c) Qh"])
    assert (answer.n, answer.exact, answer.method) == (245_430_240, True, "heads-up")
    assert_sound(answer)
    sample = soko.equity(["(As) Kd", "(7c) Qh"], n=400_000, rng=1)
    for share, seen, error in zip(answer.shares, sample.shares, sample.std_error, strict=True):
        assert 0.0005 < error < 0.001
        assert abs(float(share - seen)) < 5 * error


# Rust against the reference


def random_question(chance: random.Random) -> tuple[soko.Rules, list[str], list[str]]:
    """Any game, all cards known but a few of a few seats, and few cards that can still come."""
    rules = GAMES[chance.choice(list(GAMES))].replace(low_chicago=chance.random() < 0.3)
    if rules.wild != "none":
        rules = rules.replace(carry_over=chance.random() < 0.5, queens_wild=chance.random() < 0.3)
    players = chance.randint(2, 3)
    deck = list(map(str, soko.cards(bytes(range(52)))))
    chance.shuffle(deck)
    faces = "".join(rules.deal)
    hands = [[(deck.pop(), face) for face in sorted(faces)] for _ in range(players)]
    for _ in range(chance.randint(1, 2)):
        hand = chance.choice(hands)
        at = chance.randrange(len(faces))
        card, face = hand[at]
        if face == "d" and chance.random() < 0.6 and len(card) == 2:
            deck.append(card)
            choices = [f"{name}:{chance.randint(1, 3)}" for name in {card, *chance.sample(deck, 2)}]
            hand[at] = ("|".join(choices), face)
        elif len(card) == 2:
            deck.append(card)
            hand[at] = ("?", face)
    keep = chance.randint(4, 6)
    texts = []
    for hand in hands:
        down, up = (" ".join(card for card, face in hand if face == side) for side in "du")
        texts.append(f"({down}) {up}")
    return rules, texts, deck[:-keep]


def test_exact_is_the_brute_force_of_the_reference() -> None:
    chance = random.Random(3)
    asked = 0
    methods = set()
    while asked < 220:
        rules, hands, dead = random_question(chance)
        try:
            cost = soko.equity_cost(hands, rules, dead=dead)
        except soko.DeckError:
            # The random cards of two sets were one and the same.
            continue
        if cost.runouts > 60:
            continue
        asked += 1
        answer = soko.equity(hands, rules, dead=dead)
        methods.add(answer.method)
        assert_sound(answer)
        assert_same(answer, slow.exact(rules.to_dict(), hands, dead))
    assert {"enumeration", "heads-up", "last-card"} <= methods | {soko.equity(["(As) Kd", "(?) Qh"]).method}


QUESTIONS: list[tuple[str, dict[str, object], list[str], str]] = [
    ("soko", {}, ["(A:0.5|K) Kd", "(?s) Qh"], ""),
    ("soko", {}, ["(?) Kd Qd", "(?) 7c 7h", "(2-9:1/3|T:1/2) 3c 4c"], "2c 2d"),
    ("soko", {"burn": True}, ["(2-9) Kd", "(2-9) Qh", "(2-9) Qd", "(2-9) Qs"], ""),
    ("seven_card_stud", {}, ["(A ?) Kd", "(A K) Qh", "(?s ?) 2c"], "3c 4c"),
    # More sets than fit in a word of the table of their ways.
    (
        "seven_card_stud",
        {},
        ["(2c|2d:3 3c|3d) Kd", "(4c|4d 5c:2|5d) Qh", "(6c|6d 7c|7d) Jc", "(8c|8d 9c|9d) As", "(Th|Ts 2s|3s) Kc"],
        "",
    ),
    # Numbers that say nothing of the way by their highest bits alone.
    ("soko", {}, ["(Ac:1000000|Ad|As:999) Kd", "(2-9:0.01|T) Qh"], ""),
    ("follow_the_bitch", {}, ["(A 2-9) Qh", "(?) 7c"], ""),
    ("follow_the_bitch", {"low_chicago": True, "carry_over": True}, ["(?s ? 2) Qh Qd", "(?s) 7c ?"], "As"),
]


@pytest.mark.parametrize(("game", "switches", "hands", "dead"), QUESTIONS)
def test_samples_are_those_of_the_reference(
    game: str, switches: dict[str, object], hands: list[str], dead: str
) -> None:
    rules = GAMES[game].replace(**switches)
    n = 17_000 if game == "soko" and len(hands) == 2 else 700
    answer = soko.equity(hands, rules, dead=dead, n=n, rng=5)
    assert_sound(answer)
    assert (answer.exact, answer.method) == (False, "sampled")
    assert_same(answer, slow.sample(rules.to_dict(), hands, n, stream_key(5), dead))


def test_samples_without_sets_are_simulated_deals() -> None:
    answer = soko.equity(["(As) Kd", "(?) Qh", "(?) ?"], dead="2c", n=20_000, rng=4)
    tally = soko.simulate(GAMES["soko"], 3, 20_000, rng=4, known=["As Kd", "? Qh"], dead="2c")
    assert tuple(share * answer.n for share in answer.shares) == tally.shares
    assert answer.categories.tolist() == tally.categories.tolist()


@pytest.mark.parametrize("case", DATA["sampled"], ids=[1, 2])
def test_vectors_of_the_stream(case: dict[str, object]) -> None:
    asked = slow.question(GAMES["soko"].to_dict(), case["hands"])
    sets = [holding for holding in asked.holdings if isinstance(holding, dict)]
    tables = slow.tables_of(sets)
    assert [[len(table.ways), table.ends[-1]] for table in tables] == case["tables"]
    lanes = reference.stream.block_lanes(KEY, 0)
    assert len(list(slow.deal_group(asked, tables, lanes))) == case["kept"]
    deals = list(itertools.islice(slow.sampled(asked, KEY), 16_385))
    for number, cards in case["deals"].items():
        assert " ".join(map(reference.card_name, deals[int(number)])) == cards


# What does not matter


def test_same_digits_on_any_number_of_threads() -> None:
    hands = ["(2-9) Kd", "(A:0.5|K) Qh", "(?s) 2c"]
    answers = [soko.equity(hands, n=100_000, rng=7, threads=threads) for threads in (1, 2, 7)]
    assert answers[0] == answers[1] == answers[2]
    errors = [soko.equity(hands, std_error=0.001, rng=7, threads=threads) for threads in (1, 2, 7)]
    assert errors[0] == errors[1] == errors[2]
    assert max(errors[0].std_error) <= 0.001
    assert errors[0].n % 16_384 == 0
    exact = [soko.equity(["(As) Kd 2c 2d", "(Ac) Qh 2s 3c", "(Ad) 7h 8h 2h"], threads=threads) for threads in (1, 7)]
    assert exact[0] == exact[1]


def test_equal_questions_however_written() -> None:
    a = soko.equity(["(A) Kd", "(?) Qh"], dead="2c 3c")
    b = soko.equity(["Kd (As|Ac:2/2|Ah|Ad)", "(?)Q♥"], GAMES["soko"], dead=["3c", 0])
    assert a == b
    assert hash(a) == hash(b)
    assert a.hands != b.hands
    assert a != soko.equity(["(A) Kd", "(?) Qh"], dead="2c")
    assert a != 1


def test_without_sets_only_known_cards_count() -> None:
    assert soko.equity(["(2-A) Kd", "(?) Qh"]).shares == soko.equity(["(?) Kd", "(?) Qh"]).shares
    assert soko.equity(["(A:3) Kd", "(?) Qh"]).shares == soko.equity(["(A) Kd", "(?) Qh"]).shares


def test_an_unknown_seat_is_the_mean_over_its_cards() -> None:
    unknown = soko.equity(["(As) Kd 2c", "(?) Qh 7d"])
    left = [card for card in map(str, soko.cards(bytes(range(52)))) if card not in {"As", "Kd", "2c", "Qh", "7d"}]
    known = [soko.equity(["(As) Kd 2c", f"({card}) Qh 7d"]).shares[0] for card in left]
    assert sum(known) / len(known) == unknown.shares[0]


def test_default_error_and_fresh_chance() -> None:
    hands = ["(As) Kd", "(7c) Qh", "(2c) 2d"]
    a, b = soko.equity(hands), soko.equity(hands)
    assert a != b
    assert not a.exact
    assert max(a.std_error) <= 0.0005
    for x, y in zip(a.shares, b.shares, strict=True):
        assert abs(x - y) < 0.005
    assert soko.equity(hands[:2], exact=False, rng=1).exact is False


# The answer as a value


def test_answers_are_values() -> None:
    exact = soko.equity(["(A:0.5|K) Kd Qd 7c 2c", "(?) Qh 3h 4h 5h"])
    sample = soko.equity(["(As) Kd", "(?) Qh"], n=1000, rng=1)
    for answer in (exact, sample):
        assert pickle.loads(pickle.dumps(answer)) == answer
        record = json.loads(json.dumps(answer.to_dict()))
        assert record["n"] == answer.n
        assert [Fraction(*seat["share_exact"]) for seat in record["seats"]] == list(answer.shares)
        assert record["wild_ranks"] is None
        assert answer.categories.shape == (2, 13)
        assert answer.categories.dtype == np.int64
        assert len(str(answer).splitlines()) == 4
        assert soko.Rules.from_dict(record["rules"]) == answer.rules
    # Kings count twice: four aces and three kings, each beside any of the 43 cards that are then left.
    assert exact.n == 4 * 43 + 3 * 2 * 43
    assert repr(exact).startswith("<Equity 0.00% 100.00% in soko, exact")
    assert "error" in str(sample)
    assert "1,000 deals sampled" in repr(sample)


def test_a_game_with_wild_ranks_and_low_chicago() -> None:
    rules = GAMES["follow_the_bitch"].replace(low_chicago=True)
    answer = soko.equity(["(As Kd 3c ?) Qh 7h ?", "(2c 2d 9c ?) 7s 8c 3d"], rules)
    assert answer.exact
    assert_sound(answer)
    assert answer.wild_ranks.sum() == answer.n
    record = answer.to_dict()
    assert record["no_low_spade"] == 0
    assert record["wild_ranks"] == answer.wild_ranks.tolist()


# Errors


@pytest.mark.parametrize(
    ("hands", "more", "error", "text"),
    [
        (["(1s) Kd", "(?) Qh"], {}, soko.CardError, "hand of seat 0: card '1s': unknown rank"),
        (["(As) Kd", "(Xs) Qh"], {}, soko.CardError, "hand of seat 1: card 'Xs': unknown rank"),
        (["(As) Kd", ""], {}, soko.CardError, "hand of seat 1: no cards"),
        (["(As Kd", "(?) Qh"], {}, soko.CardError, "must be closed"),
        (["(As) K", "(?) Qh"], {}, soko.CardError, "'K' face up"),
        (["(A:-1|K) Kd", "(?) Qh"], {}, soko.CardError, "weight '-1': weights must not be negative"),
        (["(A:0) Kd", "(?) Qh"], {}, soko.CardError, "'A:0' is empty"),
        (["(A:much) Kd", "(?) Qh"], {}, soko.CardError, "weight 'much': a number"),
        (["(A|As) Kd", "(?) Qh"], {}, soko.CardError, "is given twice in 'A|As'"),
        (["(As) Kd", "(As) Qh"], {}, soko.DeckError, "card As is given twice"),
        (["(As) Kd", "(?) Qh"], {"dead": "As"}, soko.DeckError, "card As is given twice"),
        (["(As) Kd", "(?) Qh"], {"dead": "2c 2c"}, soko.CardError, "card 2c is given twice"),
        (["(A) Kd", "(?) Qh"], {"dead": "Ac Ad Ah As"}, soko.DeckError, "seat 0: all cards of one of its sets"),
        (["(As|Ks) Kd", "(As|Ks) Qh", "(As|Ks) 2c"], {}, soko.DeckError, "too few different cards"),
        (["(As) Kd 2c 3c", "(?) Qh"], {}, soko.DeckError, "seat 1 has 1 cards face up, seat 0 has 3"),
        (["(As) Kd 2c 3c 4c 5c", "(?) Qh"], {"uneven": True}, soko.DeckError, "seat 0 has 5 cards face up"),
        (["(As Ks) Kd", "(?) Qh"], {}, soko.DeckError, "seat 0 has 2 cards face down"),
        (["(?) ?"] * 8, {"dead": [*range(20)]}, soko.DeckError, "33 cards are to be dealt, but only 32 are left"),
        (["(?) ?"] * 9, {}, soko.SeatError, "9 players: this game takes 2 to 8"),
        (["(?) ?"], {}, soko.SeatError, "1 players: this game takes 2 to 8"),
        (["(As) Kd", "(?) Qh"], {"n": 0}, soko.PlanError, "n 0: 1 to"),
        (["(As) Kd", "(?) Qh"], {"n": 2**63}, soko.PlanError, "n 9223372036854775808"),
        (["(As) Kd", "(?) Qh"], {"n": 1.5}, TypeError, "n 1.5: a whole number is needed"),
        (["(As) Kd", "(?) Qh"], {"std_error": 0}, soko.PlanError, "std_error 0: more than 0"),
        (["(As) Kd", "(?) Qh"], {"std_error": float("nan")}, soko.PlanError, "std_error nan"),
        (["(As) Kd", "(?) Qh"], {"std_error": "small"}, TypeError, "std_error 'small': a number is needed, not str"),
        (["(As) Kd", "(?) Qh"], {"n": 5, "std_error": 0.1}, soko.PlanError, "n and std_error: give only one"),
        (["(As) Kd", "(?) Qh"], {"n": 5, "exact": True}, soko.PlanError, "exact=True cannot be combined"),
        (["(As) Kd", "(?) Qh"], {"threads": 0}, soko.PlanError, "threads 0"),
        (["(As) Kd", "(?) Qh"], {"game": "whist"}, soko.RulesError, "whist"),
        (["(As) Kd", "(?) Qh", "(?) 2c"], {"exact": True}, soko.PlanError, "no exact answer: "),
        ("(As) Kd", {}, TypeError, "hands must be a list with a text for each seat"),
        ([1, 2], {}, TypeError, ""),
    ],
)  # fmt: skip
def test_bad_questions(hands: Sequence[str], more: dict[str, object], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        soko.equity(hands, **more)
    assert text in str(caught.value)
    assert isinstance(caught.value, (soko.SokoError, TypeError))


def test_uneven_hands_when_said_so() -> None:
    answer = soko.equity(["(As) Kd 2c 3c", "(Ac) Qh"], uneven=True)
    # 46 cards are left: one comes to the first seat, three to the second.
    assert answer.n == 46 * (45 * 44 * 43 // 6)


def test_long_answers_can_be_stopped() -> None:
    def stop(done: int, total: int) -> None:
        msg = f"{done <= total}"
        raise RuntimeError(msg)

    hands = ["(As) Kd 2c", "(7c) Qh 3c", "(2h) 2d 4c"]
    for how in ({"exact": True}, {"n": 10**11}, {"std_error": 1e-7}):
        with pytest.raises(RuntimeError, match="True"):
            soko.equity(hands, progress=stop, **how)


def test_progress_is_reported() -> None:
    reports: list[tuple[int, int]] = []
    soko.equity(["(?) Kd", "(?) Qh"], n=3_000_000, rng=1, progress=lambda *now: reports.append(now))
    assert reports[-1] == (3_000_000, 3_000_000)
    assert reports == sorted(reports)


# Plans


def test_cost() -> None:
    known = soko.equity_cost(["(As) Kc Qd Jh 9s", "(Ac) Kd Qs Jc 9h"])
    assert (known.method, known.runouts, known.is_cheap) == ("known", 1, True)
    assert str(known) == "exact: every card is known"
    blind = soko.equity_cost(["(?) ?"] * 7, "seven_card_stud")
    assert not blind.is_cheap
    assert str(blind).startswith("sampled: exact would be more than 10^38 runouts (enumeration)")
    last = soko.equity_cost(["(As) 2c 7d 9h", "(Ks) 2d 7h 9s", "(Qs) 2h 7s 9c"])
    assert last.runouts == 40 * 39 * 38


@pytest.mark.parametrize("game", ["soko", "canadian_stud", "five_card_stud"])
def test_from_the_second_street_on_two_hands_are_exact(game: str) -> None:
    for hands in (
        ["(As) Kd", "(7c) Qh"],
        ["(?) Kd", "(?) Qh"],
        ["(2-9) Kd", "(A:0.5|K) Qh"],
        ["(?) Kd Qd", "(?s) Qh 7c"],
    ):
        cost = soko.equity_cost(hands, game)
        assert cost.is_cheap
        assert cost.method == "heads-up"


def test_plans_of_samples() -> None:
    hands = ["(2-9) Kd", "(A:0.5|K) Qh", "(?s) 2c"]
    n = 100_000
    plan = soko.equity_plan(hands, n=n, rng=7)
    whole = soko.equity(hands, n=n, rng=7)
    assert plan.run().equity == whole
    assert soko.merge(plan.shard(i, 3).run() for i in (2, 0, 1)).equity == whole
    with ThreadPoolExecutor(2) as threads:
        assert plan.run(executor=threads).equity == whole
    with ProcessPoolExecutor(2) as processes:
        assert plan.run(executor=processes).equity == whole
    other = soko.equity_plan(["(2-9:2) Kd", "(K|A:1/2) Qh", "(?s) 2c"], GAMES["soko"], n=n, rng=7)
    assert other.id == plan.id
    assert soko.Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    assert soko.equity_plan(hands, n=n, rng=8).id != plan.id
    tally = plan.shard(0, 3).run()
    assert tally.missing == ((2, 7),)
    assert max(tally.std_error) < 0.01
    nothing = plan.count_blocks((0, 0), 1)
    assert nothing.std_error == (float("inf"),) * 3
    with pytest.raises(soko.PlanError, match="nothing is counted"):
        _ = nothing.equity


def test_tallies_of_samples_are_kept(tmp_path: Path) -> None:
    tally = soko.equity_plan(["(2-9) Kd", "(?) Qh"], n=40_000, rng=7).run()
    tally.save(tmp_path / "tally.json")
    assert soko.EquityTally.load(tmp_path / "tally.json") == tally
    with pytest.raises(soko.TallyFileError):
        soko.Tally.load(tmp_path / "tally.json")


# The command


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main(["equity", *argv])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "(As) Kd", "(?) Qh", "--dead", "2c")
    assert (status, err) == (0, "")
    assert "exact (heads-up): 2,577,017,520 runouts, dead 2c" in out
    assert "60.4043" in out
    assert "four-flush" in out
    status, out, _ = run(capsys, "(As) Kd", "(7c) Qh", "(2c) 2d", "--samples", "20_000", "--seed", "3")
    assert status == 0
    assert "20,000 deals sampled, seed 3" in out
    assert out == run(capsys, "(As) Kd", "(7c) Qh", "(2c) 2d", "--samples", "20000", "--seed", "3")[1]
    status, out, _ = run(
        capsys, "(As) Qd", "(2s) 7d", "--game", "follow-the-bitch", "--low-chicago", "--std-error", "0.01"
    )
    assert status == 0
    assert "no spade face down in 0.0000%" in out


def test_the_command_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "(As) Kd", "(?) Qh", "--json")
    document = json.loads(out)
    assert status == 0
    assert document["seed"] is None
    assert document["exact"] is True
    assert sum(Fraction(*seat["share_exact"]) for seat in document["seats"]) == 1
    status, out, _ = run(capsys, "(As) Kd", "(?) Qh", "--plan", "--json")
    assert json.loads(out)["method"] == "heads-up"
    status, out, _ = run(capsys, "(As) Kd", "(?) Qh", "--plan")
    assert out.startswith("exact: 3,006,520,440 runouts (heads-up)")


def test_the_command_complains(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "(As) Kd", "(?)")
    assert (status, out) == (1, "")
    assert err.startswith("soko: seat 1 has 0 cards face up")
    assert run(capsys, "(As) Kd", "(?) Qh", "--exact", "--samples", "5")[0] == 2
    assert run(capsys, "(As) Kd", "(?) Qh", "--seed", "-1")[0] == 2
    assert run(capsys, "(As) Kd", "(?) Qh", "--samples", "0")[0] == 2
