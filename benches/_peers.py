"""Other evaluators, engines and samplers (extra ``bench``), each used in the fastest way that it documents."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from benches._contest import Contender, check
from soko.reference import card_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    import soko

# The package on PyPI with the module that it installs.
_MODULES = {
    "eval7": "eval7",
    "phevaluator": "phevaluator",
    "pkrbot": "pkrbot",
    "treys": "treys",
    "pokerkit": "pokerkit",
    "pokerfast": "pokerfast",
    "pyo3_poker_eval": "pyo3_poker_eval",
    "pokyr": "poker",
    "poker-equity": "poker_equity",
    "pokers": "pokers",
    "clubs": "clubs",
    "open_spiel": "pyspiel",
    "pgx": "pgx",
}
PACKAGES = tuple(_MODULES)
_NEVER = {"cardrank": "written in Go"}
HOLDEM = ("AsKd", "QhQc")
# OMPEval counts the suits s, h, c, d.
_OMP_CARDS = np.array([card // 4 * 4 + (2, 3, 1, 0)[card % 4] for card in range(52)], np.uint8)


def has(package: str) -> bool:
    """Whether a package is installed, or two joined by ``+``."""
    return all(find_spec(_MODULES[part]) is not None for part in package.split("+"))


def not_measured() -> dict[str, str]:
    """Return the peers that are left out, each with the reason."""
    reasons = {"pokyr": "no wheel; measured where it is installed"}
    return {name: reasons.get(name, "not installed") for name in PACKAGES if not has(name)} | _NEVER


def those(*names: str) -> list[str]:
    """Return ours, the reference and the installed ones of some peers: who takes part."""
    return ["soko", "reference", *(name for name in names if has(name))]


def check_order(ours: Iterable[int], theirs: Iterable[int], what: str) -> None:
    """Fail unless both put the same hands in the same order, ties included."""
    ranks = sorted(set(zip(ours, theirs, strict=True)))
    check(all(a < c and b < d for (a, b), (c, d) in pairwise(ranks)), f"{what} orders hands in another way")


def _picked(deck: Sequence[object], kind: Callable[[Iterable[object]], object]) -> Callable[[Sequence[int]], Any]:
    return lambda hand: kind([deck[card] for card in hand])


@cache
def scalar(package: str) -> tuple[Callable[..., int], Callable[[Sequence[int]], Any], bool, int]:
    """Return an evaluator of one hand: the call, a hand's form, whether it is spread, the sign of its order."""
    module = import_module(_MODULES[package])
    if package in {"eval7", "pkrbot"}:
        deck = [module.Card(card_name(card)) for card in range(52)]
        return module.evaluate, _picked(deck, tuple if package == "eval7" else list), False, 1
    if package == "phevaluator":
        return import_module("phevaluator._pheval").evaluate_5cards, tuple, True, -1
    deck = [module.Card.new(card_name(card)) for card in range(52)]
    cards = _picked(deck, list)
    return module.Evaluator().evaluate, lambda hand: (cards(hand), []), True, -1


@cache
def omp_library() -> Any:
    """Return OMPEval's library, out of pokerfast."""
    library = ctypes.CDLL(import_module("pokerfast.equity").find_library())
    library.pf_init()
    pointer = np.ctypeslib.ndpointer(np.uint16, ndim=1, flags="C")
    library.pf_evaluate.argtypes = [ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint, pointer]
    return library


def omp_batch(hands: NDArray[np.uint8]) -> Callable[[], NDArray[np.uint16]]:
    """Return the call by which OMPEval's batch, which checks its cards too, evaluates hands."""
    (n, width), cards, call = hands.shape, _OMP_CARDS[hands].tobytes(), omp_library().pf_evaluate

    def work() -> NDArray[np.uint16]:
        out = np.empty(n, np.uint16)
        check(call(cards, n, width, out) == 0, "OMPEval refuses the hands")
        return out

    return work


@cache
def _poker_eval() -> Any:
    return import_module("pyo3_poker_eval").PokerEval()


def pyo3_batch(hands: NDArray[np.uint8]) -> Callable[[], list[int]]:
    """Return the call by which pyo3_poker_eval evaluates a batch; its lists are made beforehand."""
    core, given = _poker_eval(), {"hands": hands.tolist()}
    call = core.rank_five if hands.shape[1] == 5 else core.rank_seven
    return lambda: call(given)


def _omp_equity(*, exact: bool) -> tuple[float, int]:
    """Return the first hand's share, and the number of runouts or deals."""
    call = import_module("pokerfast.equity")._load().pf_equity
    ranges = (ctypes.c_char_p * 2)(*[hand.encode() for hand in HOLDEM])
    shares, deals = (ctypes.c_double * 2)(), ctypes.c_uint64()
    code = call(ranges, 2, b"", b"", int(exact), 0.0 if exact else 1e-3, 1, 0.0, shares, ctypes.byref(deals))
    check(code == 0, "OMPEval refuses the hands")
    return shares[0], deals.value


def _eval7_sample(n: int) -> tuple[float, int]:
    eval7 = import_module("eval7")
    hand = tuple(eval7.Card(HOLDEM[0][at : at + 2]) for at in (0, 2))
    return eval7.py_hand_vs_range_monte_carlo(hand, eval7.HandRange(HOLDEM[1]), [], n), n


def _pokyr_hands() -> list[Any]:
    cards = import_module("poker.utils").to_cards
    return [cards(hand) for hand in HOLDEM]


def _poker_eval_sample(n: int) -> tuple[float, int]:
    players = [[card_index(hand[:2]), card_index(hand[2:])] for hand in HOLDEM]
    first = _poker_eval().game_mc({"players": players, "table": [], "nb_game": n})
    return first["win"] + first["tie"] / 2, n


def card_index(name: str) -> int:
    """Return the index of a card by its name."""
    return "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1])


def _stud_sample(n: int) -> tuple[float, int]:
    module = import_module("poker_equity")
    made = module.chunk_from_text("stud", ["AhKh7c", "QsQd2c"], samples=n, seed=1, threads=1)
    return made["players"][0]["equity"], n


#: Hold'em of two known hands (poker-equity: seven-card stud) by sampled deals: share of the first and deals counted.
SAMPLERS: dict[str, Callable[[], tuple[float, int]]] = {
    "pokerfast": lambda: _omp_equity(exact=False),
    "eval7": lambda: _eval7_sample(50_000),
    "pokyr": lambda: (import_module("poker.cpoker").monte_carlo(_pokyr_hands(), 50_000)[0], 50_000),
    "pyo3_poker_eval": lambda: _poker_eval_sample(50_000),
    "poker-equity": lambda: _stud_sample(50_000),
}
#: The same hold'em hands by all 1,712,304 runouts.
EXACT: dict[str, Callable[[], tuple[float, int]]] = {
    "pokerfast": lambda: _omp_equity(exact=True),
    "pokyr": lambda: (import_module("poker.cpoker").full_enumeration(_pokyr_hands())[0], 1_712_304),
}


def stud_of_pokerkit(stacks: Sequence[int], rules: soko.Rules, n: int, chance: Callable[[], float]) -> tuple[int, int]:
    """Play hands of fixed-limit seven-card stud at random; return how many actions there were, and the chips' sum."""
    pokerkit = import_module("pokerkit")
    amounts = (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet)
    count = total = 0
    for _ in range(n):
        state = pokerkit.FixedLimitSevenCardStud.create_state(
            tuple(pokerkit.Automation),
            True,  # noqa: FBT003 - its own call
            *amounts,
            tuple(stacks),
            len(stacks),
        )
        while state.status:
            actions = [state.post_bring_in] if state.can_post_bring_in() else []
            actions += [state.fold] if state.can_fold() else []
            actions += [state.check_or_call] if state.can_check_or_call() else []
            actions += [state.complete_bet_or_raise_to] if state.can_complete_bet_or_raise_to() else []
            actions[int(chance() * len(actions))]()
            count += 1
        total += sum(state.payoffs)
    return count, total


def _hands_of_pokers(n: int, chance: Callable[[], float]) -> tuple[int, float]:
    pokers, count, total = import_module("pokers"), 0, 0.0
    for seed in range(n):
        state = pokers.State.from_seed(n_players=6, button=0, sb=1.0, bb=2.0, stake=100.0, seed=seed)
        while not state.final_state:
            legal = state.legal_actions
            state = state.apply_action(pokers.Action(legal[int(chance() * len(legal))], 0.0))
            count += 1
        total += sum(player.reward for player in state.players_state)
    return count, total


def _hands_of_clubs(n: int, chance: Callable[[], float]) -> tuple[int, float]:
    clubs = import_module("clubs")
    dealer, count, total = clubs.poker.Dealer(**clubs.configs.LIMIT_HOLDEM_SIX_PLAYER), 0, 0.0
    for _ in range(n):
        seen, over = dealer.reset(), False
        while not over:
            sizes = (0, seen["call"], seen["min_raise"])
            try:
                seen, rewards, done = dealer.step(sizes[int(chance() * 3)])
            except IndexError:
                # Its own fault, now and then: odd chips of a split pot go to a seat that is not there.
                rewards, done = [], [True]
            over, count = all(done), count + 1
        total += sum(rewards)
    return count, total


@cache
def universal_poker() -> Any:
    """Return limit hold'em of OpenSpiel for four: for six, its default stacks end the process."""
    return import_module("pyspiel").load_game(
        "universal_poker(betting=limit,numPlayers=4,numRounds=4,blind=1 2 0 0,raiseSize=2 2 4 4,firstPlayer=3 1 1 1,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
    )


@cache
def stud_of_open_spiel() -> Any:
    """Return seven-card stud of OpenSpiel's wrapper of pokerkit."""
    import_module("open_spiel.python.games.pokerkit_wrapper")
    return import_module("pyspiel").load_game(
        "python_pokerkit_wrapper(variant=FixedLimitSevenCardStud,num_players=6,bring_in=2,small_bet=4,big_bet=8,"
        "antes=1 1 1 1 1 1,stack_sizes=100 100 100 100 100 100)"
    )


def _hands_of_open_spiel(game: Any, n: int, chance: Callable[[], float]) -> tuple[int, float]:
    count, total = 0, 0.0
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            count += not state.is_chance_node()
            state.apply_action(legal[int(chance() * len(legal))])
        total += sum(state.returns())
    return count, total


#: Hands at random: how many actions, and the sum of what was won (0). Six play, four in OpenSpiel's own hold'em.
ENGINES: dict[str, Callable[[int, Callable[[], float]], tuple[int, float]]] = {
    "pokers": _hands_of_pokers,
    "clubs": _hands_of_clubs,
    "open_spiel": lambda n, chance: _hands_of_open_spiel(universal_poker(), n, chance),
    "open_spiel+pokerkit": lambda n, chance: _hands_of_open_spiel(stud_of_open_spiel(), max(1, n // 4), chance),
}


def leduc_of_pgx(tables: int, steps: int) -> Contender:
    """Return batches of Leduc hold'em, a game of six cards, on JAX: legal actions at random, compiled beforehand."""
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make("leduc_holdem")
    step = jax.jit(jax.vmap(env.step))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), tables))

    @jax.jit
    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9))

    def work(_: object) -> None:
        state, key = first, jax.random.PRNGKey(1)
        for _ in range(steps):
            key, own = jax.random.split(key)
            state = step(state, choose(own, state.legal_action_mask))
        state.rewards.block_until_ready()

    work(None)
    return Contender("pgx", work, tables * steps)


def small_question(name: str) -> Callable[[object], object]:
    """Return a call that samples 1,000 deals of hold'em."""
    if name == "eval7":
        return lambda _: _eval7_sample(1000)
    sample, hands = import_module("poker.cpoker").monte_carlo, _pokyr_hands()
    return lambda _: sample(hands, 1000)


def small_exact_answer() -> Callable[[object], object]:
    """Return a call of pokyr's that goes through all 990 runouts of a flop."""
    count, hands = import_module("poker.cpoker").full_enumeration, _pokyr_hands()
    flop = import_module("poker.utils").to_cards("7c8h3c")
    return lambda _: count(hands, flop)
