"""The exact answers of soko.reference.solve: known spots, brute force, and the linear program."""

import random
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from linear_programs import equilibrium
from rivers import GAMES, PLAYED, act_all, made_up, random_row, rows, to_hand, to_spot
from scipy.optimize import linprog

from soko.reference.actions import moves
from soko.reference.cards import DECK, parse_cards
from soko.reference.engine import Hand
from soko.reference.ranking import evaluate
from soko.reference.rules import Rules, five_card_stud, seven_card_stud, soko
from soko.reference.sequences import SequenceForm
from soko.reference.solve import Chance, End, Spot, Strategy, Tree, show_down, spot_cards

UP = spot_cards("As Kd 7c 2h / Qh Qd 9s 3c")
FILE_GAMES, RIVERS, FOURTHS = rows()


def weights(**odds: float) -> dict[int, float]:
    """Return a range: weights by card."""
    return {parse_cards(card)[0]: weight for card, weight in odds.items()}


def spot(rules: Rules | None = None, **changes: Any) -> Spot:
    """Return a plain river, or one with changes."""
    plain = {"rules": rules or soko(), "up": UP, "pot": 34, "stacks": (100, 100)}
    return Spot(**(plain | changes))


def random_strategy(tree: Tree, player: int, chance: random.Random) -> Strategy:
    """Return a strategy with random odds, none for some actions."""
    found: dict[str, dict[int, list[float]]] = {}
    for node in tree.decisions():
        if node.player == player:
            drawn = {card: [max(chance.uniform(-0.5, 1), 0.001) for _ in node.actions] for card in tree.ranges[player]}
            found[node.history] = {card: [one / sum(odds) for one in odds] for card, odds in drawn.items()}
    return found


def always(tree: Tree, player: int, *wanted: str) -> Strategy:
    """Return the strategy that takes the first of these kinds of action that is possible."""
    found: dict[str, dict[int, list[float]]] = {}
    for node in tree.decisions():
        if node.player == player:
            kinds = [word.split()[0] for word in node.words]
            chosen = next(kinds.index(kind) for kind in wanted if kind in kinds)
            odds = [float(action == chosen) for action in range(len(kinds))]
            found[node.history] = dict.fromkeys(tree.ranges[player], odds)
    return found


# The tree.


def test_a_plain_river_has_616_sequences_a_player() -> None:
    tree = Tree.of(spot())
    ends = [node for node in tree.nodes() if isinstance(node, End)]
    assert len(list(tree.decisions())) == 10
    assert (len(ends), sum("fold" not in node.history for node in ends)) == (17, 9)
    assert sum(len(node.actions) for node in tree.decisions()) == 26
    assert [len(plan.index) for plan in SequenceForm(tree).plans] == [616, 616]
    assert len(tree.pairs) == 44 * 43


@pytest.mark.parametrize("rules", [soko(), five_card_stud(limit="no"), soko(low_chicago=True, odd_chip="suit")])
def test_every_end_pays_what_the_engine_pays(rules: Rules) -> None:
    # Equal hole cards tie, and one chip is odd.
    place = spot(rules, up=spot_cards("As Kd 7c 2h / Ac Kh 7d 2s"), pot=35, stacks=(9, 30))
    tree = Tree.of(place)
    ties = set()
    for node in (node for node in tree.nodes() if isinstance(node, End)):
        hand = place.hand()
        act_all(hand, [word.strip() for word in split_words(node.history)])
        for cards in list(tree.pairs)[:: 17 if hand.to_reveal else 400]:
            end = show_down(hand, (0, 1), cards) if hand.to_reveal else hand
            assert node.payoff(cards) == end.stacks[0] - place.stacks[0]
            assert end.stacks[0] + end.stacks[1] - sum(place.stacks) == tree.pot
            parts = [award[3] for award in end.awards if award[2] == "high"]
            ties.add(len(parts) == 2 and parts[0] - parts[1])
    assert {False, 1} <= ties


def split_words(history: str) -> list[str]:
    """Return the actions of a history, each with its amount."""
    words: list[str] = []
    for word in history.split():
        if word.isdigit():
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


@pytest.mark.parametrize(("switch", "value"), [("position", (18, 17)), ("suit", (17, 18))])
def test_the_odd_chip_of_a_tie_goes_where_the_rules_say(switch: str, value: tuple[int, int]) -> None:
    up = spot_cards("Ac Kh 7d 2s / As Kd 7c 2h")
    tree = Tree.of(spot(soko(odd_chip=switch), up=up, pot=35, ranges=(weights(Qs=1), weights(Qh=1))))
    checks = [always(tree, player, "check", "fold") for player in (0, 1)]
    assert tree.value(checks) == value


def test_of_equal_up_cards_the_first_seat_acts_first() -> None:
    low, high = spot_cards("As Kd 7c 2h / Ac Kh 7d 2s")[::-1]
    for switch, first in (("position", 0), ("suit", 1)):
        assert spot(soko(showing_tie=switch), up=(low, high)).hand().actor == first


@pytest.mark.parametrize("number", range(PLAYED))
def test_a_spot_is_the_hand_that_leads_to_it(number: int) -> None:
    row = RIVERS[number]
    rules = FILE_GAMES[row["game"]]
    whole, part, seats = to_hand(row, rules), to_spot(row, rules).hand(), row["hand"]["seats"]
    assert whole.actor == seats[part.actor or 0]
    assert (moves(whole), whole.pot) == (moves(part), part.pot)
    for player, seat in enumerate(seats):
        assert (whole.stacks[seat], whole.bets[seat]) == (part.stacks[player], part.bets[player])
        assert whole.up_cards(seat) == part.up_cards(player)
        assert whole.live[seat]
    assert sum(whole.live) == 2


def test_the_tree_of_a_hand_is_the_tree_of_its_spot() -> None:
    # Three players, of whom one has folded: his up cards are known, his hole card may be anywhere.
    row = next(row for row in RIVERS if row["dead"] and row["ranges"] is None and row["hand"])
    rules = FILE_GAMES[row["game"]]
    one, other = Tree(to_hand(row, rules)), Tree.of(to_spot(row, rules))
    assert [(node.history, node.actions, node.player) for node in one.decisions()] == [
        (node.history, node.actions, node.player) for node in other.decisions()
    ]
    assert one.pairs == other.pairs
    strategies = [random_strategy(one, player, random.Random(player)) for player in (0, 1)]
    assert one.value(strategies) == pytest.approx(other.value(strategies))


def test_what_is_no_spot_is_refused() -> None:
    three = Hand(soko(), [50, 50, 50])
    for hand in (three, Hand(soko(), [50, 50], list(range(52)))):
        with pytest.raises(ValueError, match=r"no decision of two live players|unknown to the hand"):
            Tree(hand)
    with pytest.raises(ValueError, match="not a game of one down card"):
        spot(seven_card_stud())
    with pytest.raises(ValueError, match="soko has wild cards"):
        spot(soko().replace(ranking="wild", showing_ranking="standard", wild="follow_the_queen"))
    with pytest.raises(ValueError, match="no street of soko"):
        spot(up=spot_cards("As Kd 7c 2h / Qh Qd 9s"))
    with pytest.raises(ValueError, match="comes twice"):
        spot(dead=(UP[0][0],))
    for wrong in (weights(As=1), weights(Ks=-1)):
        with pytest.raises(ValueError, match="unseen cards have weights of 0 or more"):
            Tree.of(spot(ranges=(wrong, weights(Jh=1))))
    with pytest.raises(ValueError, match="no two different cards"):
        Tree.of(spot(ranges=(weights(Jh=1), weights(Jh=1, Js=0))))


# Known answers.


def polar(cap: int, bluffs: float, pot: int = 24) -> Tree:
    """Return a river on which player 0 has a royal flush or nothing, and player 1 two pair: bets of 8."""
    up = spot_cards("As Ks Qs Js / 9h 9d 5c 5h")
    return Tree.of(spot(soko(cap=cap), up=up, pot=pot, ranges=(weights(Ts=1, **{"2d": bluffs}), weights(**{"2c": 1}))))


@pytest.mark.parametrize("pot", [8, 24, 40])
def test_the_bluffs_of_a_polar_range_are_those_of_the_pot_odds(pot: int) -> None:
    tree = polar(1, 1, pot)
    value, (mine, theirs) = equilibrium(tree)
    odds = 8 / (pot + 8)
    royal, nothing = tree.ranges[0]
    assert mine["check"][royal] == pytest.approx([0, 1])
    assert mine["check"][nothing] == pytest.approx([1 - odds, odds])
    assert theirs["check bet 8"][parse_cards("2c")[0]] == pytest.approx([8 / (pot + 8), pot / (pot + 8)])
    assert value[0] == pytest.approx(pot * (1 + odds) / 2)


def test_raises_do_not_help_against_a_polar_range() -> None:
    assert equilibrium(polar(4, 1)).value[0] == pytest.approx(equilibrium(polar(1, 1)).value[0])


def test_with_few_bluffs_everything_is_bet_and_the_pot_is_won() -> None:
    value, (mine, _) = equilibrium(polar(1, 0.2))
    assert value[0] == pytest.approx(24)
    assert all(odds == pytest.approx([0, 1]) for odds in mine["check"].values())


def test_a_hand_that_cannot_lose_takes_the_pot_and_one_that_cannot_win_nothing_more() -> None:
    tree = Tree.of(spot(up=spot_cards("As Ks Qs Js / 9h 9d 5c 5h"), ranges=(weights(Ts=1), weights(**{"9c": 1}))))
    assert equilibrium(tree).value == pytest.approx((34, 0))


def test_dead_cards_change_what_they_must() -> None:
    up = spot_cards("As Ks Qs Js / 9h 9d 5c 5h")
    plain = equilibrium(Tree.of(spot(up=up))).value[0]
    (ten,) = parse_cards("Ts")
    less = equilibrium(Tree.of(spot(up=up, dead=(ten,)))).value[0]
    assert less < plain - 0.1
    # A dead card is one that nobody can hold: as a weight of zero.
    left = {card: 1.0 for card in range(DECK) if card not in (*up[0], *up[1], ten)}
    assert equilibrium(Tree.of(spot(up=up, ranges=(left, left)))).value[0] == pytest.approx(less)
    for dead, card in permutations(parse_cards("Th Td"), 2):
        assert equilibrium(Tree.of(spot(up=up, dead=(dead,)))).value[0] == pytest.approx(
            equilibrium(Tree.of(spot(up=up, dead=(card,)))).value[0]
        )


def test_only_the_proportions_of_a_range_matter() -> None:
    drawn = random.Random(3)
    unseen = [card for card in range(DECK) if card not in (*UP[0], *UP[1])]
    first, second = ({card: drawn.random() for card in unseen} for _ in range(2))
    value = equilibrium(Tree.of(spot(ranges=(first, second)))).value
    scaled = {card: 1000 * odds for card, odds in first.items()}
    assert equilibrium(Tree.of(spot(ranges=(scaled, second)))).value == pytest.approx(value)


# Best responses and the linear program.


def tiny() -> Tree:
    """Return a river with one wager at most and two hole cards a player."""
    ranges = (weights(Ah=2, Js=3), weights(Qc=1, Ah=2))
    return Tree.of(spot(soko(cap=1, big_bet=12), pot=18, ranges=ranges))


def pure_strategies(tree: Tree, player: int) -> list[Strategy]:
    """Return all ways to choose one action at every decision with every card."""
    places = [
        (node.history, card, len(node.actions))
        for node in tree.decisions()
        if node.player == player
        for card in tree.ranges[player]
    ]
    found: list[Strategy] = []
    for chosen in product(*(range(actions) for _, _, actions in places)):
        strategy: dict[str, dict[int, list[float]]] = {}
        for (history, card, actions), action in zip(places, chosen, strict=True):
            strategy.setdefault(history, {})[card] = [float(action == other) for other in range(actions)]
        found.append(strategy)
    return found


def test_the_value_is_that_of_the_game_of_all_pure_strategies() -> None:
    tree = tiny()
    first, second = pure_strategies(tree, 0), pure_strategies(tree, 1)
    matrix = np.array([[tree.value((one, other))[0] for other in second] for one in first])
    rows, columns = matrix.shape
    # The most that a mixture of the rows gets against every column.
    solved: Any = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert equilibrium(tree).value[0] == pytest.approx(-solved.fun)


@pytest.mark.parametrize("player", [0, 1])
def test_a_best_response_is_the_best_of_all_pure_strategies(player: int) -> None:
    tree = tiny()
    opponent = random_strategy(tree, 1 - player, random.Random(player))
    pairs = [(one, opponent) if player == 0 else (opponent, one) for one in pure_strategies(tree, player)]
    best, by_card = tree.best_response(player, opponent)
    assert best == pytest.approx(max(tree.value(pair)[player] for pair in pairs))
    assert tree.gains(pairs[0])[player] == pytest.approx(best - tree.value(pairs[0])[player])
    # Each card's own value, weighted by how often it is held.
    held = {card: sum(odds for cards, odds in tree.pairs.items() if cards[player] == card) for card in by_card}
    assert sum(held[card] * by_card[card] for card in by_card) / tree.weight == pytest.approx(best)


@pytest.mark.parametrize("row", [RIVERS[4], RIVERS[12], RIVERS[29], FOURTHS[0]], ids=["4", "12", "29", "fourth"])
def test_both_programs_agree_and_nobody_gains(row: dict[str, Any]) -> None:
    tree = Tree.of(to_spot(row, FILE_GAMES[row["game"]]))
    first, second = (equilibrium(tree, player) for player in (0, 1))
    assert sum(first.value) == pytest.approx(tree.pot)
    assert first.value == pytest.approx(second.value, abs=1e-8)
    # Each player's plan, and the other's from the dual numbers: any two of the four make an equilibrium.
    for strategies in product(*zip(first.strategies, second.strategies, strict=True)):
        assert max(tree.gains(strategies)) < 1e-8
        assert tree.value(strategies) == pytest.approx(first.value, abs=1e-8)


def test_gains_of_other_strategies_bound_the_value() -> None:
    tree = Tree.of(to_spot(RIVERS[1], FILE_GAMES[RIVERS[1]["game"]]))
    value = RIVERS[1]["value"]
    strategies = [random_strategy(tree, player, random.Random(player)) for player in (0, 1)]
    gains = tree.gains(strategies)
    assert min(gains) > 0
    for player, got in enumerate(tree.value(strategies)):
        assert got - gains[1 - player] <= value[player] <= got + gains[player]


# Fourth street.


def test_calling_down_on_fourth_street_is_worth_the_equity() -> None:
    rules = soko()
    up = spot_cards("As Ks 7c / Qh Qd 9s")
    left = parse_cards("Ad 2s Qs 9c 4s 7h")
    dead = tuple(card for card in range(DECK) if card not in (*up[0], *up[1], *left))
    ranges = weights(Ad=1, **{"2s": 3}), weights(Qs=1, Ad=2, **{"4s": 2})
    tree = Tree.of(spot(rules, up=up, dead=dead, ranges=ranges))
    won = total = 0.0
    for first, second in product(*ranges):
        if first != second:
            odds = ranges[0][first] * ranges[1][second]
            boards = list(permutations([card for card in left if card not in (first, second)], 2))
            for mine, theirs in boards:
                one, other = evaluate([first, *up[0], mine]), evaluate([second, *up[1], theirs])
                won += odds / len(boards) * ((one > other) + (one == other) / 2)
            total += odds
    value = tree.value([always(tree, player, "check", "call") for player in (0, 1)])
    assert value == pytest.approx((34 * won / total, 34 - 34 * won / total))


def test_every_board_of_fourth_street_comes_once() -> None:
    tree = Tree.of(to_spot(FOURTHS[0], FILE_GAMES[FOURTHS[0]["game"]]))
    chances = [node for node in tree.nodes() if isinstance(node, Chance)]
    left = len(chances[0].unseen)
    first = [node for node in chances if len(node.unseen) == left]
    assert len(chances) == len(first) * (left + 1)
    assert all(list(node.children) == node.unseen for node in chances)
    # Of the cards that are left each player hides one.
    assert first[0].odds == 1 / (left - 2)


def test_a_hand_that_cannot_be_beaten_on_fourth_street_wins_the_pot() -> None:
    # Four aces to come or not, the other side has nothing that beats three of them.
    up = spot_cards("As Ah Ad / 7c 5d 2h")
    left = parse_cards("Kc Jd 9h 8s Ks")
    dead = tuple(card for card in range(DECK) if card not in (*up[0], *up[1], *left))
    ranges = weights(Kc=1, Jd=1), weights(Ks=1, **{"9h": 1})
    value, _ = equilibrium(Tree.of(spot(soko(cap=1), up=up, dead=dead, ranges=ranges)))
    assert value == pytest.approx((34, 0))


# The file.


def test_the_file_has_spots_of_every_kind() -> None:
    assert (FILE_GAMES, len(RIVERS), len(FOURTHS)) == (GAMES, 60, 6)
    assert {row["game"] for row in RIVERS} == set(GAMES)
    assert sum(row["ranges"] is None for row in RIVERS) >= 10
    assert sum(bool(row["ranges"]) and 0 in row["ranges"][0].values() for row in RIVERS) >= 10
    assert sum(bool(row["dead"]) for row in RIVERS) >= 15
    assert sum(bool(row["actions"]) for row in RIVERS) >= 10
    for row in RIVERS + FOURTHS:
        assert sum(row["value"]) == pytest.approx(to_spot(row, FILE_GAMES[row["game"]]).hand().pot)


@pytest.mark.parametrize("number", [2, 7, 13, 18, 25, 36, 44, 47, 51, 59])
def test_rivers_have_the_values_of_the_file(number: int) -> None:
    row = RIVERS[number]
    assert equilibrium(Tree.of(to_spot(row, FILE_GAMES[row["game"]]))).value == pytest.approx(row["value"], abs=1e-6)


def test_the_spots_come_from_their_numbers() -> None:
    again = random_row(50, made_up)
    assert again.pop("value") == pytest.approx(RIVERS[50]["value"], abs=1e-6)
    assert again == {name: part for name, part in RIVERS[50].items() if name != "value"}


def test_a_fourth_street_has_the_value_of_the_file() -> None:
    row = FOURTHS[2]
    assert equilibrium(Tree.of(to_spot(row, FILE_GAMES[row["game"]]))).value == pytest.approx(row["value"], abs=1e-6)
