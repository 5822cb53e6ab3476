"""Every public function with every bad value in place of each argument: the package's own errors, or helpful ones."""

import collections
import datetime as dt
import decimal
import enum
import fractions
import inspect
import pathlib
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from soko import games, lockstep, odds_tables, policies
from soko import rng as seeds

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = games.soko()
LOOP: list[Any] = []
LOOP.append(LOOP)
with warnings.catch_warnings(action="ignore"):
    MATRIX = np.matrix([[1, 2]])


class Unwritable:
    """A value that cannot be written."""

    def __repr__(self) -> str:
        """Fail."""
        raise RuntimeError


class Liar(collections.UserList[Any]):
    """A list with a wrong length."""

    def __len__(self) -> int:
        """Lie."""
        return 10**12


class Colour(enum.Enum):
    """Something of another kind."""

    RED = 1


BAD: list[Any] = [
    None, True, False, np.True_, Ellipsis, NotImplemented, object(), object, int, len, Unwritable(), Colour.RED,
    -1, 2**31, 2**63, 2**64, -(2**63), -(2**64), 10**30, 10**5000, -(10**5000), 1 << 20000,
    0.5, -0.0, 1e300, -1e300, 5e-324, float("nan"), float("inf"), float("-inf"), 1j,
    fractions.Fraction(1, 3), decimal.Decimal("NaN"), decimal.Decimal("1e999"), decimal.Decimal("0.1"),
    "", " ", "x", "?", "As", "As As", "1", "-1", "1e999", "nan", "\x00", "\x1b[2J", "\u202e", "\ud800", "\udcff",
    "x" * 10_000, "9" * 5000, "%s", "{}", "../..", "\n", "é", "🂡", "٣",
    b"", b"\xff", b"As", bytearray(b"\xff"), memoryview(b"\xff"),
    [], [None], [[]], [[[]]], LOOP, [0] * 300, [-1], [2**64], [0.5], ["x"], ["\ud800"], [True], [b"\xff"], [10**5000],
    (), (None,), (1, 2, 3), ("As", "As"), (Unwritable(),), {}, {"x": 1}, {1: 2}, {"\ud800": 1}, {None: None}, {1},
    frozenset(), range(0), range(10**12), range(-5, 5), Liar(), Liar([1]), iter(()), iter([1]), (x for x in "x"),
    collections.deque([1]), collections.OrderedDict(a=1), collections.Counter("a"), slice(1), type("Empty", (), {})(),
    np.array([]), np.array(1), np.array([1.5]), np.array([[1]]), np.array(["x"]), np.array([None]),
    np.zeros((0, 5), np.uint8), np.zeros(3, np.uint8)[::2], np.zeros(2, ">i8"), np.ma.array([1, 2], mask=[1, 0]),
    MATRIX, np.int8(-1), np.uint64(2**64 - 1), np.float32(0.5), np.float64("nan"), np.datetime64("NaT"),
    np.str_("x"), np.bytes_(b"x"), np.zeros(2, [("a", "i4")]), np.dtype("i4"), np.random.default_rng(1).bit_generator,
    pathlib.Path("/nowhere/at/all"), re.compile("x"), re, dt.date(2026, 1, 1), dt.timedelta(1),
    Exception("x"), lambda: None, lambda *_: None, lambda *_, **__: 1 / 0, print, property(), super,
    soko.Card("As"), RULES, soko.Ranking.soko(), soko.evaluate("As Ks Qs Js 2d"), soko.Category.FLUSH,
]  # fmt: skip


def fresh_hand() -> soko.Hand:
    """Return a hand that nobody has acted in."""
    return soko.Hand(RULES, [100, 100], rng=7)


def fresh_match() -> soko.Match:
    """Return a match that nobody has played in."""
    return soko.Match(RULES, [100, 0, 100], rng=7)


def ended(hand: soko.Hand) -> soko.Hand:
    """Play a hand to its end."""
    while not hand.is_over:
        hand.act(*policies.check_or_call(hand.view(hand.actor)))
    return hand


def fourth_street() -> soko.Hand:
    """Return a hand in which the cards before the last have come."""
    hand = fresh_hand()
    while hand.street < 2:
        hand.act(*policies.check_or_call(hand.view(hand.actor)))
    return hand


HAND, VIEW = fresh_hand(), fresh_hand().view(1)
SEVEN = ended(soko.Hand(games.seven_card_stud(), [100, 100], rng=7)).to_dict()
TABLE = soko.Table(RULES, 2, tables=2, rng=7)
TALLY = soko.simulate(RULES, 2, 10, rng=7)
UP = ["As Kd 7c 2h", "Qh Qd 9s 3c"]
SPOT = soko.Spot(RULES, up=UP, pot=34)
SOLVED = soko.solve(SPOT, iterations=1)
TEXT = soko.history.text(fresh_hand())
GRID, ROW = odds_tables.grid(), odds_tables.improvements(2)[0]
CARDS = "As Ks Qs Js 2d"
DEALS = soko.deal_many(RULES, 2, 2, rng=7)
OVER, PLAN = ended(fresh_hand()), soko.plan(RULES, 2, 2, rng=7)

# What is called, and arguments that it takes: each is replaced by every bad value.
CALLS: list[tuple["Callable[..., Any]", dict[str, Any]]] = [
    (soko.Card, {"": "As"}),
    (soko.cards, {"": "As"}),
    (soko.evaluate, {"cards": CARDS, "ranking": "wild", "wild": "9"}),
    (soko.evaluate_int, {"cards": CARDS, "ranking": "wild", "wild": "9"}),
    (soko.explain, {"a": CARDS, "b": CARDS}),
    (soko.showing, {"cards": "As", "ranking": "wild", "wild": "9"}),
    (soko.low_spade, {"down_cards": "As", "ace": "low"}),
    (soko.evaluate_many, {"hands": np.arange(5, dtype=np.uint8)[None], "ranking": "soko", "wild": None, "threads": 1}),
    (
        soko.evaluate_many,
        {"hands": np.arange(5, dtype=np.uint8)[None], "ranking": "wild", "wild": np.zeros(1, np.int8)},
    ),
    (soko.categories, {"strengths": np.zeros(1, np.uint16), "ranking": "soko"}),
    (soko.Category.from_name, {"name": "flush"}),
    (soko.Ranking, {"name": "soko", "ace_low_four_straight": True}),
    (soko.Rules.from_dict, {"": RULES.to_dict()}),
    (RULES.replace, {"name": "x", "ante": 1, "cap": 3, "deal": ["du", "u", "u", "u"], "limit": "fixed"}),
    (RULES.street_name, {"": 0}),
    (games.by_name, {"name": "soko", "ante": 1}),
    (games.soko, {"limit": "fixed", "ante": 1, "small_bet": 4, "burn": True, "bets": ["small"] * 2 + ["big"] * 2}),
    (games.describe, {"rules": RULES}),
    (games.diff, {"a": RULES, "b": RULES}),
    (games.describe_diff, {"a": RULES, "b": RULES}),
    (soko.Hand, {"rules": RULES, "stacks": [9, 9], "deck": None, "rng": 1, "dealer": 0, "deal": "auto"}),
    (soko.Hand.from_dict, {"": HAND.to_dict()}),
    (soko.View.from_dict, {"": VIEW.to_dict()}),
    (soko.Event.from_dict, {"": HAND.events[0].to_dict()}),
    (soko.LegalAction, {"kind": "call", "low": 1, "high": 2, "cost": 1}),
    (lambda kind, amount: fresh_hand().act(kind, amount), {"kind": "complete", "amount": 4}),
    (HAND.child, {"kind": "complete", "amount": 4}),
    (lambda to: fresh_hand().complete(to), {"to": 4}),
    (lambda seat: fresh_hand().view(seat), {"seat": 0}),
    (lambda n: fresh_hand().act_number(n), {"n": 3}),
    (HAND.observe, {"seat": 0, "encoding": "raw", "history": 4}),
    (HAND.determinize, {"seat": 0, "rng": 1}),
    (VIEW.at, {"": 1}),
    (lambda count: VIEW.worlds(count, 1), {"count": 1}),
    (lambda rng: VIEW.worlds(1, rng), {"rng": 1}),
    (policies.check_or_call, {"view": VIEW}),
    (policies.play_randomly, {"view": VIEW, "rng": np.random.default_rng(1)}),
    (soko.suggest, {"hand": HAND, "policy": "tight", "rng": 1}),
    (lockstep.default_stack, {"rules": RULES}),
    (soko.Table, {"rules": RULES, "players": 2, "tables": 2, "stacks": 9, "rng": 1, "first": 0, "on_illegal": "mask"}),
    (soko.Table, {"rules": RULES, "players": 2, "tables": 2, "history": 3, "seats": {1: "call"}, "duplicate": False}),
    (soko.Table, {"rules": RULES, "players": 2, "tables": 2, "autoreset": "same", "out": {}}),
    (TABLE.step, {"actions": np.full(2, 2)}),
    (TABLE.step, {"actions": np.full(2, 2), "where": np.zeros(2, bool)}),
    (lambda **given: soko.Table(RULES, 2, tables=2).reset(**given), {"mask": None, "stacks": 9, "rng": 1}),
    (TABLE.observe, {"seat": 0, "encoding": "onehot", "out": None}),
    (TABLE.layout, {"encoding": "canonical"}),
    (TABLE.relative_rewards, {"seats": 0}),
    (TABLE.suggest, {"policy": "tight", "seats": [0]}),
    (TABLE.sample, {"weights": np.ones((2, 7)), "rng": 1}),
    (TABLE.hand, {"table": 0}),
    (soko.Table.from_hands, {"hands": [HAND], "rng": 1}),
    (soko.deal_many, {"rules": RULES, "players": 2, "n": 2, "rng": 1, "known": None, "dead": ""}),
    (soko.settle_many, {"deals": DEALS, "rules": RULES, "live": np.ones((2, 2), bool), "dead": "", "threads": 1}),
    (soko.settle_many, {"deals": DEALS, "rules": RULES, "out": soko.settle_many(DEALS, RULES)}),
    (soko.Tally.of, {"settled": soko.settle_many(DEALS, RULES), "rules": RULES, "rng": 1, "known": None, "dead": ""}),
    (soko.simulate, {"rules": RULES, "players": 2, "n": 2, "rng": 1, "threads": 1, "known": None, "dead": ""}),
    (soko.equity, {"hands": ["As", "Ks"], "game": "soko", "dead": "", "n": 2, "rng": 1, "threads": 1, "uneven": True}),
    (soko.equity, {"hands": ["(As) Ks Qs Js", "(Ad) Kd Qd Jd"], "std_error": 0.1, "rng": 1}),
    (soko.equity_cost, {"hands": ["As", "Ks"], "game": "soko", "dead": ""}),
    (soko.plan, {"rules": RULES, "players": 2, "n": 2, "rng": 1}),
    (soko.playout, {"rules": RULES, "players": 2, "n": 2, "policies": "call", "rng": 1, "threads": 1}),
    (soko.merge, {"tallies": [TALLY]}),
    (soko.Tally.from_dict, {"record": TALLY.to_dict()}),
    (TALLY.interval, {"confidence": 0.9}),
    (soko.commit, {"deck": [soko.Card(i) for i in range(52)]}),
    (odds_tables.grid, {"opponents": 1}),
    (odds_tables.place, {"start": "AKs"}),
    (GRID.share, {"start": "AKs"}),
    (ROW.share, {"category": 1}),
    (seeds.stream_key, {"rng": 1}),
    (seeds.generator, {"rng": 1}),
    (soko.rake, {"hand": OVER, "percent": 5, "cap": 3, "showdown_only": True}),
    (soko.equity_plan, {"hands": ["(A) Ks", "(?) Qs"], "game": "soko", "dead": "", "n": 2, "rng": 1}),
    (
        soko.playout_plan,
        {
            "rules": RULES,
            "players": 2,
            "n": 2,
            "policies": "call",
            "rng": 1,
            "stacks": 9,
            "batch": 1,
            "duplicate": False,
            "reduce": None,
        },
    ),
    (
        soko.playout,
        {"rules": RULES, "players": 2, "n": 2, "policies": "call", "per_deal": True, "reduce": "allin", "rng": 1},
    ),
    (soko.Spot, {"rules": RULES, "up": UP, "pot": 34, "dead": "4c", "ranges": None, "stacks": (99, 99), "dealer": 0}),
    (soko.Spot.of, {"hand": fourth_street(), "ranges": None}),
    (SPOT.actions, {"": "check"}),
    (SPOT.then, {"": "check"}),
    (SPOT.with_ranges, {"": np.ones((2, 52))}),
    (soko.solve, {"spot": SPOT, "ranges": None, "target": 0.5, "iterations": 1, "merge": True, "threads": 1}),
    (SOLVED.strategy, {"": "check bet"}),
    (SOLVED.values, {"": "check bet"}),
    (
        soko.history.text,
        {"": OVER, "names": None, "hand_number": 1, "table": "x", "time": None, "rake": 0, "style": "soko"},
    ),
    (soko.history.phh, {"": OVER, "names": ["a", "b"]}),
    (soko.history.ohh, {"": soko.Hand.from_dict(SEVEN), "names": ["a", "b"]}),
    (soko.history.from_text, {"": TEXT}),
    (soko.history.from_phh, {"": soko.history.phh(OVER)}),
    (soko.history.from_ohh, {"": soko.history.ohh(soko.Hand.from_dict(SEVEN))}),
    (soko.history.hands_in, {"": TEXT}),
    (soko.history.why_not, {"rules": RULES, "format": "stars"}),
    (soko.Match, {"rules": RULES, "stacks": [9, 9], "rng": 1, "dealer": 0, "dealer_moves": False}),
    (soko.Match.from_dict, {"": fresh_match().to_dict()}),
    (lambda policies, hands: fresh_match().play(policies, hands=hands), {"policies": "call", "hands": 1}),
    (lambda seat, amount: fresh_match().add_chips(seat, amount), {"seat": 0, "amount": 1}),
    (lambda seat, amount: fresh_match().take_chips(seat, amount), {"seat": 0, "amount": 1}),
    (
        lambda rules, deck, deal: fresh_match().deal(rules=rules, deck=deck, deal=deal),
        {"rules": None, "deck": None, "deal": "auto"},
    ),
    (lambda seat: fresh_match().sit_out(seat), {"seat": 0}),
    (lambda seat: fresh_match().sit_in(seat), {"seat": 0}),
    (PLAN.count_blocks, {"blocks": (0, 1), "threads": 1}),
    (PLAN.run, {"threads": 1, "progress": False}),
    (PLAN.shard, {"i": 0, "k": 1}),
    (soko.Plan.from_dict, {"": PLAN.to_dict()}),
]
CASES = [(call, arguments, name) for call, arguments in CALLS for name in arguments]

# What Python itself says of a value that something else was expected of.
UNHELPFUL = re.compile(
    r"object is not (iterable|subscriptable|callable)|has no attribute|not supported between|unsupported operand"
    r"|takes \d+ positional|Exceeds the limit|must be real number|unhashable|has no len"
)


def _call(call: "Callable[..., Any]", arguments: dict[str, Any]) -> object:
    positional = [value for name, value in arguments.items() if not name]
    return call(*positional, **{name: value for name, value in arguments.items() if name})


# What may be a callable, which raises what it likes.
CALLED = {"policies", "progress"}


def _takes_for_ever(name: str, value: object) -> bool:
    """Whether a value is allowed, but is a size that takes hours to count."""
    if name == "std_error":
        return isinstance(value, float) and 1e-9 <= value < 0.01
    is_size = name in {"n", "hands", "count"} and isinstance(value, int) and not isinstance(value, bool)
    return is_size and 10_000 < value < 2**64


@pytest.mark.parametrize(
    ("call", "arguments", "name"),
    CASES,
    ids=[f"{getattr(case[0], '__qualname__', case[0])}-{case[2]}" for case in CASES],
)
def test_bad_values_are_refused_in_words_that_help(
    call: "Callable[..., Any]", arguments: dict[str, Any], name: str
) -> None:
    _call(call, arguments)
    before = (HAND.to_dict(), VIEW.to_dict(), TALLY.to_dict(), TABLE.hand(1).to_dict()["rules"])
    wrong = []
    for number, value in enumerate(BAD):
        # What functions of the caller raise is theirs.
        if _takes_for_ever(name, value) or (
            callable(value) and (name in CALLED or (call is soko.Table and name == "stacks"))
        ):
            continue
        try:
            _call(call, {**arguments, name: value})
        except (soko.SokoError, OSError) as error:
            said = str(error)
            if not said or any(0xD800 <= ord(sign) < 0xE000 for sign in said):
                wrong.append((number, type(value).__name__, repr(said)))
        except TypeError as error:
            if UNHELPFUL.search(str(error)):
                wrong.append((number, type(value).__name__, f"TypeError: {error}"))
        except Exception as error:  # noqa: BLE001 - that none is of another kind is what is tested
            wrong.append((number, type(value).__name__, f"{type(error).__name__}: {error}"[:200]))
    assert not wrong
    assert (HAND.to_dict(), VIEW.to_dict(), TALLY.to_dict(), TABLE.hand(1).to_dict()["rules"]) == before


def test_every_public_function_is_called() -> None:
    called = {getattr(call, "__name__", "") for call, _ in CALLS}
    public = {
        name
        for name in soko.__all__
        if inspect.isbuiltin(getattr(soko, name)) or inspect.isfunction(getattr(soko, name))
    }
    # These take no value of their own, or files, workers and whole hands, which have tests of their own.
    assert public - called <= {"equity_plan", "kernels", "playout_plan", "rake"}
