"""Values that lie, texts that are none, arrays that hide something: refused in the package's own words."""

import itertools
import pickle
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import soko
from soko import games, odds_tables, policies
from soko._checks import deviations
from soko.lockstep import default_stack
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = games.soko()
HAND = soko.Hand(RULES, [100, 100], rng=7)
VIEW = HAND.view(1)
TABLE = soko.Table(RULES, 2, tables=2, rng=7)
CARDS = "As Ks Qs Js 2d"
LONG = 10**5000
TALLY = soko.simulate(RULES, 2, 1000, rng=7)

TEXTS: list[tuple[str, "Callable[[Any], object]"]] = [
    ("Card", soko.Card),
    ("cards", soko.cards),
    ("evaluate", soko.evaluate),
    ("evaluate ranking", lambda text: soko.evaluate(CARDS, text)),
    ("evaluate wild", lambda text: soko.evaluate(CARDS, "wild", wild=text)),
    ("showing", soko.showing),
    ("explain", lambda text: soko.explain(text, CARDS)),
    ("Ranking", soko.Ranking),
    ("low_spade", soko.low_spade),
    ("low_spade ace", lambda text: soko.low_spade("As", text)),
    ("by_name", games.by_name),
    ("by_name keyword", lambda text: games.by_name("soko", **{text: 1})),
    ("replace", lambda text: RULES.replace(**{text: 1})),
    ("replace name", lambda text: RULES.replace(name=text)),
    ("replace limit", lambda text: RULES.replace(limit=text)),
    ("replace deal", lambda text: RULES.replace(deal=[text])),
    ("Hand deck", lambda text: soko.Hand(RULES, [9, 9], deck=text)),
    ("Hand decks", lambda text: soko.Hand(RULES, [9, 9], deck=[text])),
    ("Hand deal", lambda text: soko.Hand(RULES, [9, 9], deal=text)),
    ("act", lambda text: HAND.clone().act(text)),
    ("LegalAction", soko.LegalAction),
    ("equity", lambda text: soko.equity([text, "As"])),
    ("equity game", lambda text: soko.equity(["As", "Ks"], text)),
    ("equity dead", lambda text: soko.equity(["As", "Ks"], dead=text)),
    ("simulate known", lambda text: soko.simulate(RULES, 2, 1, known=[text])),
    ("playout", lambda text: soko.playout(RULES, 2, 1, text)),
    ("Table.suggest", TABLE.suggest),
    ("suggest", lambda text: soko.suggest(HAND, text)),
    ("Category", soko.Category.from_name),
    ("place", odds_tables.place),
]


@pytest.mark.parametrize("text", ["\ud800", "A\udcffs", "\x1b]0;x\x07", "A\u202es", "\u2066"])
@pytest.mark.parametrize(("name", "call"), TEXTS, ids=[name for name, _ in TEXTS])
def test_texts_that_no_terminal_should_see(name: str, call: "Callable[[str], object]", text: str) -> None:  # noqa: ARG001
    with pytest.raises(soko.SokoError) as raised:
        call(text)
    words = str(raised.value)
    assert words.isprintable()
    words.encode()


@pytest.mark.parametrize("text", ["\ud800", "a\x1b[2J", "a\u202eb", "a\u200fb", "a\u2028b"])
def test_records_refuse_names_that_are_no_text(text: str) -> None:
    with pytest.raises(soko.RulesError, match=r"^name "):
        soko.Rules.from_dict({**RULES.to_dict(), "name": text})
    for record in ({**HAND.to_dict(), "deal": text}, {**HAND.to_dict(), text: 1}):
        with pytest.raises(soko.HistoryError) as raised:
            soko.Hand.from_dict(record)
        assert str(raised.value).isprintable()


ENDLESS = range(10**12)


@pytest.mark.parametrize("field", ["actions", "starting_stacks", "deck", "bets", "pots"])
def test_lengths_that_lie_in_hands(field: str) -> None:
    with pytest.raises(soko.SokoError):
        soko.Hand.from_dict({**HAND.to_dict(), field: ENDLESS})


@pytest.mark.parametrize("field", sorted(VIEW.to_dict()))
def test_lengths_that_lie_in_views(field: str) -> None:
    with pytest.raises(soko.SokoError):
        soko.View.from_dict({**VIEW.to_dict(), field: ENDLESS})


def test_pots_of_views_name_few_seats() -> None:
    with pytest.raises(soko.HistoryError, match=r"pots: .* is not an amount with its seats"):
        soko.View.from_dict({**VIEW.to_dict(), "pots": [[2, ENDLESS]]})


def test_lists_that_never_end() -> None:
    with pytest.raises(soko.SeatError, match="more than 255 stacks"):
        soko.Hand(RULES, range(1, 10**12))
    with pytest.raises(soko.DeckError, match="more than 255 cards"):
        soko.Hand(RULES, [9, 9], deck=itertools.repeat("?"))  # type: ignore[arg-type]


LOOP: list[Any] = []
LOOP.append(LOOP)
with warnings.catch_warnings(action="ignore"):
    MATRIX = np.matrix([[1, 2]])


@pytest.mark.parametrize(
    "rng",
    [MATRIX, LOOP, [[1]], [True], [1.5], np.ma.array([1, 2]), np.array([1.0]), np.True_, np.array([[1]])],
)
def test_seeds_that_numpy_does_not_see(rng: Any) -> None:
    with pytest.raises(TypeError, match=r"^rng "):
        stream_key(rng)


def test_seeds_that_numpy_takes() -> None:
    assert stream_key([1, 2]) == stream_key(np.array([1, 2])) == stream_key((np.int64(1), 2))
    assert stream_key(np.random.SeedSequence(7)) == stream_key(7)
    assert stream_key(LONG) == stream_key(LONG)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("actor", 0), ("actor", None), ("seat", 0), ("seat", None), ("legal_actions", []), ("pots", [])),
        *(("chance", (0, "down")), ("to_reveal", [0]), ("wild_ranks", "K")),
    ],
)
def test_what_does_not_follow_is_refused_in_views(field: str, value: object) -> None:
    with pytest.raises(soko.HistoryError, match=f"{field}: "):
        soko.View.from_dict({**VIEW.to_dict(), field: value})


def test_actions_of_another_size_are_refused_in_views() -> None:
    record = VIEW.to_dict()
    record["legal_actions"] = [{"kind": "bring-in", "low": 3, "high": 3, "cost": 3}]
    with pytest.raises(soko.HistoryError, match="legal_actions"):
        soko.View.from_dict(record)


def test_another_place_for_the_next_card_is_refused_in_views() -> None:
    hand = soko.Hand(RULES, [9, 9], deal="manual")
    hand.deal("As")
    record = hand.view(1).to_dict()
    assert soko.View.from_dict(record) == hand.view(1)
    for chance in (None, (0, "down"), (1, "up"), ("community", "up")):
        with pytest.raises(soko.HistoryError, match=r"chance: |actor: |events: "):
            soko.View.from_dict({**record, "chance": chance})


def test_a_rank_that_no_queen_made_wild_is_refused_in_views() -> None:
    hand = soko.Hand(games.follow_the_bitch(), [9, 9], deck="2c 3c 4c 5c Qd 9h", deal="manual")
    record = hand.view(0).to_dict()
    assert record["wild_ranks"] == "9"
    with pytest.raises(soko.HistoryError, match=r"wild_ranks: "):
        soko.View.from_dict({**record, "wild_ranks": None})


def test_views_of_whole_hands_come_back() -> None:
    for seed in range(40):
        table = soko.Table(games.by_name(games.NAMES[seed % 5]), 3, tables=1, rng=seed, autoreset=False)
        for _ in range(8):
            hand = table.hand(0)
            for seat in (None, 0, 1, 2):
                view = hand.view(seat)
                assert soko.View.from_dict(view.to_dict()) == view
            table.step_random()


@pytest.mark.parametrize("as_kind", [float, bool, complex])
def test_only_whole_numbers_are_whole_numbers_in_records(as_kind: type) -> None:
    record = HAND.to_dict()
    for change in (
        {"actor": as_kind(1)},
        {"street": as_kind(0)},
        {"bets": [as_kind(0), as_kind(0)]},
        {"stacks": [as_kind(99), 99]},
        {"version": as_kind(2)},
    ):
        with pytest.raises(soko.HistoryError):
            soko.Hand.from_dict({**record, **change})
    pots = [[as_kind(2), [0, 1]]]
    with pytest.raises(soko.HistoryError):
        soko.View.from_dict({**VIEW.to_dict(), "pots": pots})


def test_flags_are_flags_and_no_numbers_in_records() -> None:
    view = {**VIEW.to_dict(), "is_over": 0}
    with pytest.raises(soko.HistoryError, match="is_over"):
        soko.View.from_dict(view)


@pytest.mark.parametrize("weight", ["1e-05", "1e+16", "0.30000000000000004", "2.5E3", "1.0"])
def test_weights_as_python_prints_floats(weight: str) -> None:
    one = soko.equity([f"As (Ks:{weight}|Qs:{weight})", "(Ah) Kh"], exact=True)
    assert one.shares == soko.equity(["As (Ks|Qs)", "(Ah) Kh"], exact=True).shares


@pytest.mark.parametrize("weight", ["1e", "e5", "1e5.5", "1e99999", "nan", "inf", "1_0", "1e-300", "1" * 31])
def test_weights_that_are_no_numbers_or_too_fine(weight: str) -> None:
    with pytest.raises(soko.CardError, match="weight"):
        soko.equity([f"As (Ks:{weight}|Qs:2)", "(Ah) Kh"])


MASKED = np.ma.array([0, 0], mask=[True, False])


@pytest.mark.parametrize(
    "call",
    [
        lambda: soko.evaluate_many(np.ma.array(np.arange(10, dtype=np.uint8).reshape(2, 5), mask=True)),
        lambda: soko.evaluate_many(np.zeros((0, 5), np.uint8), out=np.ma.array(np.zeros(0, np.uint16))),
        lambda: soko.evaluate_many(
            np.arange(10, dtype=np.uint8).reshape(2, 5), "wild", wild=np.ma.array([1, 2], dtype=np.int8)
        ),
        lambda: soko.categories(np.ma.array([1, 2], dtype=np.uint16)),
        lambda: TABLE.step(MASKED),
        lambda: soko.Table(RULES, 2, tables=2, stacks=MASKED),
        lambda: soko.Table(RULES, 2, tables=2, out={"actors": np.ma.zeros(2, np.int8)}),
        lambda: soko.playout(RULES, 2, 2, lambda _, legal: np.ma.array(legal.argmax(axis=1))),
    ],
)
def test_masked_arrays_are_refused(call: "Callable[[], object]") -> None:
    with pytest.raises(TypeError, match="masked"):
        call()


def test_booleans_of_numpy() -> None:
    assert games.soko(low_chicago=np.True_) == games.soko(low_chicago=True)
    assert soko.simulate(RULES, 2, 10, rng=7, progress=np.False_) == soko.simulate(RULES, 2, 10, rng=7)
    table = soko.Table(RULES, 2, tables=2, rng=7, autoreset=np.True_)
    table.step_random(observe=np.False_)
    table.step(table.legal.argmax(axis=1), observe=np.True_)
    for call in (
        lambda: soko.simulate(RULES, np.True_, 10),
        lambda: soko.Hand(RULES, [np.True_, 5]),
        lambda: games.soko(ante=np.True_),
    ):
        with pytest.raises((TypeError, soko.RulesError), match="whole number"):
            call()


def test_errors_of_arrays_name_what_is_wrong() -> None:
    hands = np.arange(10, dtype=np.uint8).reshape(2, 5)
    swapped = np.zeros(2, ">u2")
    odd = np.frombuffer(bytearray(5), np.uint8)[1:].view(np.uint16)
    for out, words in ((swapped, "byte order"), (odd, "not aligned"), (np.zeros(2, np.uint32), "array of uint32")):
        with pytest.raises(TypeError, match=words):
            soko.evaluate_many(hands, out=out)


@pytest.mark.parametrize(
    "name",
    ["rules", "players", "tables", "first", "autoreset", "on_illegal", "actors", "legal", "rewards", "autoresets"],
)
def test_attributes_of_tables_are_not_set(name: str) -> None:
    table = soko.Table(RULES, 2, tables=2, rng=7)
    with pytest.raises(AttributeError, match=f"{name} of a Table cannot be set"):
        setattr(table, name, getattr(table, name, None))
    assert pickle.loads(pickle.dumps(table)).first == 0


def test_first_tables_are_below_what_is_folded_in() -> None:
    with pytest.raises(soko.PlanError, match="first"):
        soko.Table(RULES, 2, tables=1, first=2**62)
    last = soko.Table(RULES, 2, tables=1, rng=7, first=2**62 - 1)
    assert last.hand(0).to_dict() != soko.Table(RULES, 2, tables=1, rng=7).hand(0).to_dict()


VALUES = {
    "Card": soko.Card("As"),
    "Ranking": soko.Ranking.soko(ace_low_four_straight=False),
    "Strength": soko.evaluate("As Ad 9c 9h 2s", "wild", wild="9"),
    "Showing": soko.showing("As"),
    "Rules": RULES,
    "Hand": HAND,
    "View": VIEW,
    "LegalAction": HAND.legal_actions()[0],
    "Event": HAND.events[0],
    "Category": soko.Category.FOUR_FLUSH,
    "Tally": TALLY,
    "Plan": soko.plan(RULES, 2, 1000, rng=7),
    "Equity": soko.equity(["As", "Ks"], n=10, rng=7),
    "Playout": soko.playout(RULES, 2, 10, "call", rng=7),
    "Commitment": soko.commit([soko.Card(i) for i in range(52)]),
    "Pot": HAND.pots[0],
    "Award": soko.hand.Award(1, 0, "high", 2),
    "Grid": soko.odds_tables.grid(1),
    "Improvement": soko.odds_tables.improvements(2)[0],
    "EquityCost": soko.equity_cost(["(As) Kd", "(Qh) Qd"]),
    "CardProof": soko.commit("As Kd").open(0),
    "Score": soko.playout(RULES, 2, 10, "call", rng=7).policies[0],
}


@pytest.mark.parametrize("name", VALUES)
def test_values_have_a_width_and_are_pickled_by_every_protocol(name: str) -> None:
    value = VALUES[name]
    assert f"{value:>9000}" == str(value).rjust(9000)
    assert f"{value}" == str(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)


def test_numbers_of_categories_are_still_formatted() -> None:
    assert f"{soko.Category.FOUR_FLUSH:03d}" == "003"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: games.describe(None), TypeError, "rules must be a soko.Rules"),  # type: ignore[arg-type]
        (lambda: games.diff(RULES, 1), TypeError, "rules must be a soko.Rules"),  # type: ignore[arg-type]
        (lambda: games.describe_diff("soko", RULES), TypeError, "rules must be a soko.Rules"),  # type: ignore[arg-type]
        (lambda: default_stack(None), TypeError, "rules must be a soko.Rules"),  # type: ignore[arg-type]
        (lambda: policies.check_or_call(None), TypeError, "a View is needed"),  # type: ignore[arg-type]
        (lambda: policies.check_or_call(HAND.view(0)), soko.SokoError, "no action is possible"),
        (lambda: policies.play_randomly(None, None), TypeError, "a View is needed"),  # type: ignore[arg-type]
        (lambda: soko.Tally.from_dict(None), soko.TallyFileError, "a dictionary is needed"),  # type: ignore[arg-type]
        (lambda: soko.Category.from_name(None), TypeError, "the name of a category"),  # type: ignore[arg-type]
        (lambda: odds_tables.place(None), TypeError, "a text such as"),  # type: ignore[arg-type]
        (lambda: odds_tables.grid().share(7), TypeError, "a text such as"),  # type: ignore[arg-type]
        (lambda: odds_tables.grid(1.0), TypeError, "whole number"),  # type: ignore[arg-type]
        (lambda: odds_tables.improvements(2)[0].share(99), soko.ArgumentError, "category 99"),
        (lambda: soko.equity(None), TypeError, "a list with a text for each seat"),  # type: ignore[arg-type]
        (lambda: soko.merge(None), TypeError, "a list of tallies or files"),  # type: ignore[call-overload]
        (lambda: soko.Ranking(None), TypeError, "the name of a ranking"),  # type: ignore[arg-type]
        (lambda: TALLY.interval("x"), TypeError, "confidence"),  # type: ignore[arg-type]
        (lambda: TALLY.interval(LONG), soko.ArgumentError, "confidence"),
        (lambda: soko.equity(["As", "Ks"], std_error=LONG), soko.PlanError, "std_error"),
        (lambda: soko.simulate(RULES, 2, LONG), soko.PlanError, "n of 16,610 bits"),
        (lambda: soko.Hand(RULES, [LONG, 5]), soko.SeatError, "16610 bits"),
        (lambda: soko.Card(LONG), soko.CardError, "16610 bits"),
        (lambda: HAND.clone().act("complete", LONG), soko.IllegalAction, "16610 bits"),
        (lambda: soko.Hand.from_dict({**HAND.to_dict(), "street": LONG}), soko.HistoryError, "street"),
    ],
)
def test_errors_are_the_packages_own_and_say_what_is_wanted(
    call: "Callable[[], object]", error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as raised:
        call()
    assert raised.type is not UnicodeEncodeError


def test_confidence_next_to_certainty() -> None:
    assert 8 < deviations(0.9999999999999999) < 9
