"""Spots and their solutions: against the linear program, brute force in plain Python, and answers known beforehand."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from rivers import rows, to_spot

import soko
from soko.reference.solve import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from soko.reference.solve import Strategy

G = soko.games.soko()
GAMES, RIVERS, FOURTHS = rows()
RIVER = ["As Kd 7c 2h", "Qh Qd 9s 3c"]
FOURTH = ["As Kd 7c", "Qh Qd 9s"]
# So many cards that are seen make the next street small.
DEAD = "2c 2d 2s 3c 3d 3s 4c 4d 4h 5c 5d 5h 6c 6d 6h 8c 8d 8h Tc Td Th Jc Jd Js 4s 5s 6s 8s"


def spot_of(row: dict[str, Any]) -> soko.Spot:
    """Return a spot of the file of spots solved by a linear program."""
    rules = soko.Rules.from_dict(GAMES[row["game"]].to_dict())
    spot = soko.Spot(rules, row["up"], row["pot"], dead=row["dead"], stacks=row["stacks"])
    if row["ranges"]:
        weights = np.zeros((2, 52))
        for player, cards in enumerate(row["ranges"]):
            for card, weight in cards.items():
                weights[player, int(soko.Card(card))] = weight
        spot = spot.with_ranges(weights)
    return spot.then(" ".join(row["actions"])) if row["actions"] else spot


def odd_chips(row: dict[str, Any]) -> float:
    """Return the most that an odd chip moves a value: the linear program has exact halves."""
    chip = GAMES[row["game"]].min_chip
    return chip / 2 if row["pot"] // chip % 2 else 0.0


@pytest.mark.parametrize("number", range(len(RIVERS)))
def test_rivers_are_worth_what_the_linear_program_says(number: int) -> None:
    row = RIVERS[number]
    spot = spot_of(row)
    s = soko.solve(spot, target=4e-7, iterations=50_000)
    # What the player gets who plays best against the other's strategy, and what that leaves the other.
    middle = (s.best_response[0] + spot.pot - s.best_response[1]) / 2
    assert middle == pytest.approx(row["value"][0], abs=1e-4 + odd_chips(row))
    assert sum(s.value) == pytest.approx(spot.pot, abs=1e-6)
    for player in (0, 1):
        assert spot.pot - s.best_response[1 - player] <= s.value[player] + 1e-6 <= s.best_response[player] + 2e-6


@pytest.mark.parametrize("number", range(len(FOURTHS)))
def test_fourth_streets_are_worth_what_the_linear_program_says(number: int) -> None:
    row = FOURTHS[number]
    spot = spot_of(row)
    s = soko.solve(spot, target=2e-6, iterations=5000)
    middle = (s.best_response[0] + spot.pot - s.best_response[1]) / 2
    assert middle == pytest.approx(row["value"][0], abs=4e-4 + odd_chips(row))


def strategies(s: soko.Solution, tree: Tree) -> list[Strategy]:
    """Return the strategies of both players at all decisions of a river, as the reference has them."""
    found: list[Any] = [{}, {}]
    for decision in tree.decisions():
        array = s.strategy(decision.history)
        assert [word.partition(" ")[0] for word in s.spot.actions(decision.history)] == [
            word.partition(" ")[0] for word in decision.words
        ]
        found[decision.player][decision.history] = {card: array[card].tolist() for card in range(52)}
    return found


@pytest.mark.parametrize("number", [0, 4, 5, 12, 28])
def test_best_responses_and_values_are_those_of_brute_force(number: int) -> None:
    row = RIVERS[number]
    spot, tree = spot_of(row), Tree.of(to_spot(row, GAMES[row["game"]]))
    # Few iterations, so that there is much to win.
    s = soko.solve(spot, target=1e-9, iterations=3)
    found = strategies(s, tree)
    near = 1e-4 + odd_chips(row)
    assert s.value == pytest.approx(tree.value(found), abs=near)
    best = [tree.best_response(player, found[1 - player])[0] for player in (0, 1)]
    assert s.best_response == pytest.approx(best, abs=near)
    before = row["pot"]
    assert s.exploitability == pytest.approx((sum(best) - spot.pot) / 2 / before, abs=near / before)


def random_weights(seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.random.default_rng(seed).integers(0, 5, (2, 52)).astype(float)


@pytest.mark.parametrize(("up", "dead", "ranges"), [
    (RIVER, "", None),
    (["As Ks 7s 2h", "Qh Jh 9h 3c"], "5c 5d", None),
    (RIVER, "", random_weights(7)),
    (FOURTH, DEAD, None),
    (FOURTH, DEAD, random_weights(8)),
])  # fmt: skip
def test_classes_lose_nothing(up: list[str], dead: str, ranges: Any) -> None:
    spot, target = soko.Spot(G, up, 34, dead=dead, ranges=ranges), 1e-4 if up != FOURTH else 1e-3
    one, each = (soko.solve(spot, target=target, merge=merge) for merge in (True, False))
    assert one.classes < each.classes == 52 - 2 * len(up[0].split()) - len(dead.split())
    for player in (0, 1):
        # Each is a bound for the other.
        assert one.best_response[player] > each.value[player] - 34 * 2 * target
        assert each.best_response[player] > one.value[player] - 34 * 2 * target
    # What does not tell cards of one class apart is the same for both, bit by bit.
    few = [soko.solve(spot, target=1e-9, iterations=8, merge=merge) for merge in (True, False)]
    assert few[0].value == pytest.approx(few[1].value, abs=1e-3)
    assert np.nanmax(np.abs(few[0].strategy() - few[1].strategy())) < 1e-3


@pytest.mark.parametrize("rules", [G, soko.games.canadian_stud(), soko.games.five_card_stud(limit="pot")], ids=str)
def test_both_get_all_chips_together(rules: soko.Rules) -> None:
    spot = soko.Spot(rules, RIVER, 35)
    s = soko.solve(spot, target=0.01)
    assert sum(s.value) == pytest.approx(35)
    assert s.exploitability <= 0.01
    assert sum(s.best_response) - 35 == pytest.approx(2 * 35 * s.exploitability)
    strategy, values = s.strategy(), s.values()
    seen = {int(card) for cards in spot.up for card in cards}
    assert strategy.dtype == values.dtype == np.float32
    assert strategy.shape == values.shape == (52, len(spot.actions()))
    for card in range(52):
        assert np.isnan(strategy[card]).all() == np.isnan(values[card]).all() == (card in seen)
    assert np.nansum(strategy, axis=1)[[card for card in range(52) if card not in seen]] == pytest.approx(1, abs=1e-5)
    # The values of the actions, weighed by how often they are done, are the value of the spot.
    player = spot.seats.index(spot.actor)
    weights = np.array([44 - 1 if card not in seen else 0 for card in range(52)])
    mine = np.nansum(np.nan_to_num(strategy * values).sum(axis=1) * weights) / weights.sum()
    assert mine == pytest.approx(s.value[player], abs=1e-3)


def only(*cards: str) -> list[float]:
    """Return a range of some cards alike."""
    weights = [0.0] * 52
    for card in cards:
        weights[int(soko.Card(card))] = 1.0
    return weights


def test_a_polar_range_bluffs_as_the_pot_odds_say() -> None:
    # The pair opens and has checked. Seat 0 has a straight with the ace and nothing with a seven.
    up = ["Kh Qd Jc Th", "9c 9d 4s 2h"]
    ranges = [only("As", "7h", "7d"), only("3c")]
    spot = soko.Spot(soko.games.five_card_stud(), up, 24, ranges=ranges, stacks=[8, 8]).then("check")
    assert (spot.actor, spot.actions()) == (0, ("check", "bet 8"))
    s = soko.solve(spot, target=1e-5)
    ace, sevens = int(soko.Card("As")), [int(soko.Card("7h")), int(soko.Card("7d"))]
    # Eight to win 32: one bluff for every four bets, so that a call is worth nothing; and folds in 8 of 32.
    assert s.strategy()[ace] == pytest.approx([0, 1], abs=1e-3)
    bluffs = s.strategy()[sevens, 1].sum()
    assert bluffs / (1 + bluffs) == pytest.approx(8 / 40, abs=5e-3)
    assert s.strategy("bet")[int(soko.Card("3c"))] == pytest.approx([8 / 32, 24 / 32], abs=0.01)
    assert s.value[0] == pytest.approx((1 + bluffs) / 3 * 24, abs=0.05)
    assert s.values()[sevens[0]] == pytest.approx([0, 0], abs=0.1)


def test_the_nuts_never_fold_and_raise_the_last_bet() -> None:
    s = soko.solve(soko.Spot(G, ["As Qs Js Ts", "7h 7d 2c 4h"], 20), target=1e-4)
    king = int(soko.Card("Ks"))
    assert s.spot.actor == 0
    for after in ("check bet", "bet raise"):
        assert s.strategy(after)[king][0] == pytest.approx(0, abs=1e-3)
        fold, call, more = s.values(after)[king]
        assert fold < call <= more + 0.01
    assert max(s.values()[king]) > 20


def test_a_called_all_in_is_worth_the_equity() -> None:
    base = soko.Spot(G, FOURTH, 35, stacks=[1, 1])
    spot = base.then("bet 1")
    assert (spot.pot, spot.actor, spot.actions()) == (36, 0, ("fold", "call"))
    values = soko.solve(spot, target=0.01).values()
    for card in ("Ad", "2s", "7h"):
        shares = soko.equity([f"({card}) {FOURTH[0]}", f"(?) {FOURTH[1]}"], exact=True).shares
        # The odd chip of 37 goes to somebody.
        assert values[int(soko.Card(card))] == pytest.approx([0, 37 * float(shares[0]) - 1], abs=0.02)


def test_the_next_street_follows() -> None:
    fourth = soko.Spot(G, FOURTH, 34, dead=DEAD)
    s = soko.solve(fourth, target=1e-4)
    river = s.after("check check", "7h 2h")
    assert river.up[0][-1] == soko.Card("7h")
    assert river.up[1][-1] == soko.Card("2h")
    assert (river.pot, river.street_name, river.dead) == (34, "fifth street", fourth.dead)
    opener = fourth.seats.index(fourth.actor)
    checks = s.strategy()[:, 0].astype(float)
    left = np.where(np.isnan(checks) | np.isin(np.arange(52), [int(c) for c in soko.cards("7h 2h")]), 0, checks)
    assert river.ranges[opener] == pytest.approx(left / left.max(), abs=1e-6)
    assert s.after("bet call", "2h 7h").pot == 50
    with pytest.raises(soko.IllegalAction, match="no street comes"):
        s.after("bet fold", "7h 2h")
    with pytest.raises(soko.DeckError, match="As is seen already"):
        s.after("check check", "As 2h")
    with pytest.raises(soko.DeckError, match="1 cards"):
        s.after("check check", "7h")


def heads_up_on_fourth_street(hole: str) -> soko.Hand:
    """Return a hand of three players of whom one has folded, with these cards face down."""
    hand = soko.Hand(G, [200] * 3, deck=f"{hole} As Qh Kc Kd Qd 7c 9s 2h 3c 5h 5s", deal="manual")
    for action in ("bring-in", "call", "fold", "bet", "call", "check"):
        hand.act(action)
    return hand


def test_a_hand_is_a_spot() -> None:
    hand = heads_up_on_fourth_street("2c 3d 4d")
    spot, (first, second) = soko.Spot.of(hand), hand.live
    folded = ({0, 1, 2} - {first, second}).pop()
    assert hand.street_name == "fourth street"
    assert spot.seats == (first, second)
    assert spot.dead == hand.up_cards(folded)
    assert spot.up == (hand.up_cards(first), hand.up_cards(second))
    assert (spot.actor, spot.pot, spot.actions()) == (hand.actor, hand.pot, ("check", "bet 8"))
    assert spot.stacks == (hand.stacks[first], hand.stacks[second])
    s = soko.solve(spot, target=0.05)
    assert sum(s.value) == pytest.approx(spot.pot)
    # What lies face down is not in the spot.
    same = soko.solve(soko.Spot.of(heads_up_on_fourth_street("6c 6d 6h")), target=0.05)
    assert same.strategy().tobytes() == s.strategy().tobytes()


def test_a_spot_within_a_hand_is_that_of_its_cards() -> None:
    hand = soko.Hand(G, [200, 200], deck="2c 3d As Qh Kd Qd 7c 9s 2h 3c")
    for action in ("bring-in", "call", *["check"] * 4, "bet"):
        hand.act(action)
    of, made = soko.Spot.of(hand), soko.Spot(G, RIVER, 6, stacks=[197, 197])
    assert str(of) == str(made.then("bet"))
    one, other = soko.solve(of), soko.solve(made.then("bet"))
    assert one.strategy().tobytes() == other.strategy().tobytes()
    assert one.values().tobytes() == other.values().tobytes()


PROGRAM = """
import hashlib, sys, numpy as np, soko
digest = hashlib.sha256()
weights = np.random.default_rng(7).uniform(0, 1, (2, 52))
soko_suits = soko.games.soko(low_chicago=True, odd_chip="suit")
river, fourth = ["As Kd 7c 2h", "Qh Qd 9s 3c"], ["As Kd 7c", "Qh Qd 9s"]
for game, up, dead, ranges in (
    (soko.games.soko(), river, "", None), (soko.games.soko(), river, "", weights), (soko_suits, river, "", weights),
    (soko.games.canadian_stud(), river, "2c 2d", None), (soko.games.soko(), fourth, sys.argv[2], None),
    (soko.games.five_card_stud(), fourth, sys.argv[2], weights),
):
    spot = soko.Spot(game, up, 35, dead=dead, ranges=ranges)
    s = soko.solve(spot, target=1e-9, iterations=20 if up == river else 4, threads=int(sys.argv[1]))
    digest.update(s.strategy().tobytes() + s.values().tobytes() + repr(s.value + s.best_response).encode())
print(digest.hexdigest())
"""


def digests() -> Iterator[str]:
    """Yield what every kernel of this machine makes of some spots, on one thread and on three."""
    for kernel, threads in product(soko.kernels()["available"].split(), (1, 3)):
        environment = {**os.environ, "SOKO_KERNEL": kernel}
        command = [sys.executable, "-c", PROGRAM, str(threads), DEAD]
        yield subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_threads_and_kernels_give_the_same_digits() -> None:
    assert len(set(digests())) == 1


SWITCHES: list[dict[str, Any]] = [
    {"low_chicago": True},
    {"odd_chip": "suit"},
    {"showing_tie": "suit"},
    {"odd_chip": "nearest"},
    {"ranking": "wild", "showing_ranking": "standard", "wild": "follow_the_queen"},
    {"open_fold": True, "opener": "lowest"},
    {"burn": True},
    {"deck": 32, "max_players": 2},
]


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("up", [RIVER, FOURTH], ids=len)
def test_switches_of_the_game_count(switches: dict[str, Any], up: list[str]) -> None:
    rules = G.replace(**switches)
    if rules.deck == 32:
        up, dead = [cards.replace("2", "T").replace("3", "8") for cards in up], ""
    else:
        dead = DEAD if up == FOURTH else ""
    spot = soko.Spot(rules, up, 35, dead=dead)
    s = soko.solve(spot, target=0.02)
    assert sum(s.value) == pytest.approx(35)
    assert s.exploitability <= 0.02


def test_a_stopped_solution_is_kept() -> None:
    calls = []

    def press(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(soko.Interrupted) as stopped:
        soko.solve(soko.Spot(G, FOURTH, 34), target=1e-7, progress=press, threads=2)
    s: Any = stopped.value.tally
    assert isinstance(s, soko.Solution)
    assert not s.is_complete
    assert s.strategy().shape == (52, 2)


def test_progress_ends_at_the_end() -> None:
    told: list[tuple[int, int]] = []
    soko.solve(soko.Spot(G, FOURTH, 34, dead=DEAD), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (100, 100)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def three_live() -> soko.Hand:
    hand = soko.Hand(G, [200] * 3, deck="2c 3d 4d As Qh Kc", deal="manual")
    hand.bring_in()
    return hand


def over() -> soko.Hand:
    hand = soko.Hand(G, [200] * 2, rng=7)
    hand.bring_in()
    hand.fold()
    return hand


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: soko.Spot(G, ["As Kd"], 10), soko.SeatError, "1 players: spots of two live players"),
    (lambda: soko.Spot(G, ["As", "Kd", "2c"], 10), soko.SeatError, "more than two players"),
    (lambda: soko.Spot(G, ["As Kd", "Qh"], 10), soko.DeckError, "2 and 1 up cards"),
    (lambda: soko.Spot(G, ["As Kd 2c 3c 4c", "Qh 2d 3d 4d 5d"], 10), soko.DeckError, "5 and 5 up cards"),
    (lambda: soko.Spot(G, RIVER, 10, dead="As"), soko.DeckError, "As is given twice"),
    (
        lambda: soko.Spot(G.replace(deck=32, max_players=2), RIVER, 10),
        soko.DeckError,
        "2h is not in the deck of 32 cards",
    ),
    (lambda: soko.Spot(G, RIVER, 0), soko.ArgumentError, "pot 0: 1 to"),
    (lambda: soko.Spot(G, RIVER, 10, stacks=[0, 5]), soko.SeatError, r"stacks\[0\] 0"),
    (lambda: soko.Spot(G, RIVER, 10, stacks=[5]), soko.SeatError, "1 stacks: two"),
    (lambda: soko.Spot(G, RIVER, 10, stacks=iter(range(1, 10**9))), soko.SeatError, "more than two stacks"),
    (lambda: soko.Spot(G, RIVER, 10, dealer=2), soko.SeatError, "dealer 2: 0 to 1"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=np.ones((2, 51))), soko.SokoError, r"shape \(2, 51\)"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=-np.ones((2, 52))), soko.ArgumentError, "weight -1 of 2c for player 0"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=np.full((2, 52), np.nan)), soko.ArgumentError, "weight NaN"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=np.zeros((2, 52))), soko.ArgumentError, "no two different unseen cards"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=[only("4c"), only("4c")]), soko.ArgumentError, "no two different"),
    (lambda: soko.Spot(soko.games.seven_card_stud(), RIVER, 10), soko.ArgumentError, "3 face-down cards: games of one"),
    (lambda: soko.Spot.of(three_live()), soko.SeatError, "3 live players: spots of two live players can be solved"),
    (lambda: soko.Spot.of(over()), soko.ArgumentError, "nobody is to act"),
    (lambda: soko.solve(soko.Spot(G, ["As Kd", "Qh Qd"], 10)), soko.ArgumentError, "third street: the fourth street"),
    (lambda: soko.solve(soko.Spot(G, RIVER, 10), target=0), soko.ArgumentError, "target 0: more than 0"),
    (lambda: soko.solve(soko.Spot(G, RIVER, 10), iterations=0), soko.PlanError, "iterations 0: 1 to"),
    (lambda: soko.solve(soko.Spot(G, RIVER, 10), threads=0), soko.PlanError, "threads 0: 1 to"),
    (
        lambda: soko.Spot(G, RIVER, 10).actions("raise"),
        soko.IllegalAction,
        "'raise' is not possible here; legal: check",
    ),
    (lambda: soko.Spot(G, RIVER, 10).then("bet fold"), soko.IllegalAction, "nobody is to act on this street"),
    (lambda: soko.solve(soko.Spot(G, RIVER, 10)).strategy("bet fold"), soko.IllegalAction, "nobody is to act"),
    (
        lambda: soko.solve(soko.Spot(soko.games.five_card_stud(limit="no"), FOURTH, 4, stacks=[10**6] * 2)),
        soko.ArgumentError,
        "smaller stacks",
    ),
    (lambda: soko.Spot("soko", RIVER, 10), TypeError, "rules must be"),
    (lambda: soko.Spot.of("hand"), TypeError, "hand must be a soko.Hand"),
    (lambda: soko.solve("spot"), TypeError, "spot must be a soko.Spot"),
    (lambda: soko.Spot(G, RIVER, 2.5), TypeError, "pot 2.5: a whole number"),
    (lambda: soko.Spot(G, RIVER, 10, ranges="all"), TypeError, "ranges.*: an array of weights"),
    (lambda: soko.Spot(G, RIVER, 10, ranges=np.ma.masked_array(np.ones((2, 52)))), TypeError, "masked"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_cannot_be_solved_is_said(number: int) -> None:
    call, error, words = REFUSED[number]
    with pytest.raises(error, match=words):
        call()


def test_the_last_four_cards_may_be_of_one_class() -> None:
    deck = {str(soko.Card(i)) for i in range(52)}
    left = {"5c", "5d", "5h", "5s"}
    dead = deck - left - set(" ".join(FOURTH).split())
    s = soko.solve(soko.Spot(G, FOURTH, 34, dead=sorted(dead)), target=1e-4)
    # Everybody knows that the queens win.
    assert (s.classes, s.value) == (1, pytest.approx((0, 34), abs=0.1))


def test_the_first_look_is_lazy() -> None:
    program = (
        "import sys, soko; assert 'soko.solving' not in sys.modules; soko.Spot; assert 'soko.solving' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
