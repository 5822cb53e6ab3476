"""The games as data: defaults, switches, refusals, round trips, words."""

import copy
import inspect
import json
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA

import soko
from soko import Rules, RulesError, games
from soko._rules_fields import RulesFields, Switches
from soko.reference import rules as reference

PRESETS: dict[str, Callable[..., Rules]] = {name: getattr(games, name) for name in games.NAMES}
ALL = pytest.mark.parametrize("name", games.NAMES)

# What each game has of its own; everything else is the same in all five.
SHARED = {
    "min_players": 2,
    "max_players": 8,
    "deal": ["du", "u", "u", "u"],
    "bets": ["small", "small", "big", "big"],
    "ranking": "standard",
    "ace_low_four_straight": True,
    "showing_ranking": "standard",
    "bring_in_card": "lowest",
    "bring_in_ace": "high",
    "bring_in_tie": "suit",
    "opener": "best",
    "showing_tie": "position",
    "limit": "fixed",
    "ante": 1,
    "bring_in": 2,
    "bring_in_option": False,
    "small_bet": 4,
    "big_bet": 8,
    "max_bet": None,
    "min_chip": 1,
    "cap": 4,
    "cap_heads_up": True,
    "open_pair": "none",
    "open_fold": False,
    "burn": False,
    "reveal": "winners",
    "odd_chip": "position",
    "wild": "none",
    "carry_over": False,
    "queens_wild": False,
    "low_chicago": False,
    "ace": "low",
}
OWN = {
    "soko": {"ranking": "soko", "showing_ranking": "soko", "bring_in_card": "highest"},
    "canadian_stud": {
        "ranking": "soko",
        "showing_ranking": "soko",
        "bring_in_tie": "position",
        "opener": "lowest",
        "limit": "spread",
        "max_bet": 10,
        "open_pair": "double",
        "reveal": "all",
    },
    "five_card_stud": {"max_players": 10},
    "seven_card_stud": {
        "deal": ["ddu", "u", "u", "u", "d"],
        "bets": ["small", "small", "big", "big", "big"],
    },
    "follow_the_bitch": {
        "max_players": 7,
        "deal": ["ddu", "du", "du"],
        "bets": ["small", "big", "big"],
        "ranking": "wild",
        "bring_in_card": "none",
        "bring_in": 0,
        "wild": "follow_the_queen",
        "reveal": "all",
    },
}
SWITCHES: list[tuple[str, object]] = [
    ("min_chip", 2),
    ("max_players", 6),
    ("cap", 3),
    ("cap_heads_up", False),
    ("showing_ranking", "soko"),
    ("showing_ranking", "standard"),
    ("showing_tie", "suit"),
    ("open_pair", "none"),
    ("open_pair", "double"),
    ("open_fold", True),
    ("burn", True),
    ("odd_chip", "suit"),
    ("odd_chip", "nearest"),
    ("reveal", "winners"),
    ("reveal", "all"),
    ("low_chicago", True),
    ("ace", "high"),
]


@ALL
def test_rule_3_defaults(name: str) -> None:
    """The table of the games."""
    rules = PRESETS[name]()
    assert rules.to_dict() == {"version": 1, "name": name, **SHARED, **OWN[name]}
    for field, value in (SHARED | OWN[name]).items():
        shown = getattr(rules, field)
        assert shown == (tuple(value) if isinstance(value, list) else value)


@ALL
def test_signature_defaults_are_those_of_the_game(name: str) -> None:
    """What a signature shows is what the core takes when nothing is given."""
    assert PRESETS[name]() == games.by_name(name)
    rules = games.by_name(name)
    for keyword, parameter in inspect.signature(PRESETS[name]).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        field = "small_bet" if keyword == "min_bet" else keyword
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert parameter.default is None or parameter.default == getattr(rules, field)


@ALL
@pytest.mark.parametrize(("switch", "value"), SWITCHES)
def test_every_switch_is_a_keyword_of_every_game(name: str, switch: str, value: object) -> None:
    """A switch changes its own field; what depends on it keeps its default."""
    stakes = {"ante": 2} if switch == "min_chip" else {}
    rules = PRESETS[name](**stakes, **{switch: value})
    assert getattr(rules, switch) == value
    assert rules == PRESETS[name](**stakes).replace(**{switch: value})


def test_switches_of_some_games() -> None:
    """Switches that mean nothing in the other games are refused there."""
    for name in ("soko", "canadian_stud"):
        assert not PRESETS[name](ace_low_four_straight=False).ace_low_four_straight
    for name in ("five_card_stud", "seven_card_stud", "follow_the_bitch"):
        with pytest.raises(RulesError, match=r"^ace_low_four_straight False: this game has no four-straights$"):
            PRESETS[name](ace_low_four_straight=False)
        assert not PRESETS[name](ace_low_four_straight=False, showing_ranking="soko").ace_low_four_straight
    for switch, value in (("bring_in_ace", "low"), ("bring_in_option", True)):
        for name in games.NAMES[:-1]:
            assert getattr(PRESETS[name](**{switch: value}), switch) == value
            assert PRESETS[name](**{switch: value}).to_dict() == REFERENCE[name](**{switch: value}).to_dict()
        with pytest.raises(RulesError, match=f"^{switch} {value!r}: this game has no bring-in$"):
            games.follow_the_bitch(**{switch: value})
        with pytest.raises(ValueError, match="in which somebody brings in"):
            reference.follow_the_bitch(**{switch: value})
    for switch in ("carry_over", "queens_wild"):
        assert getattr(games.follow_the_bitch(**{switch: True}), switch)
        with pytest.raises(RulesError, match=f"^{switch} True: only for wild 'follow_the_queen'$"):
            games.soko(**{switch: True})
    assert games.seven_card_stud(open_pair="option").open_pair == "option"
    with pytest.raises(RulesError, match="for limit 'fixed', and limit is 'pot'"):
        games.seven_card_stud(limit="pot", open_pair="option")
    assert games.canadian_stud(max_players=10).max_players == 10


@pytest.mark.parametrize(
    ("name", "stakes", "amounts"),
    [
        ("soko", {"ante": 5}, (5, 10, 20, 40, None)),
        ("soko", {"limit": "pot", "ante": 100, "bring_in": 150}, (100, 150, 150, 150, None)),
        ("soko", {"ante": 0, "bring_in": 3}, (0, 3, 6, 12, None)),
        ("soko", {"small_bet": 10}, (1, 2, 10, 20, None)),
        ("canadian_stud", {"min_bet": 5, "max_bet": 9}, (1, 2, 5, 10, 9)),
        ("canadian_stud", {"min_bet": 15, "max_bet": 30, "min_chip": 5, "ante": 5}, (5, 5, 15, 30, 30)),
        ("canadian_stud", {"limit": "fixed"}, (1, 2, 4, 8, None)),
        ("canadian_stud", {"limit": "fixed", "small_bet": 7, "big_bet": 9}, (1, 3, 7, 9, None)),
        ("five_card_stud", {"limit": "no", "bring_in": 3}, (1, 3, 3, 3, None)),
        ("five_card_stud", {"limit": "pot", "bring_in": 3, "small_bet": 5}, (1, 3, 5, 5, None)),
        ("seven_card_stud", {"bring_in": 3}, (1, 3, 6, 12, None)),
        ("seven_card_stud", {"small_bet": 5, "big_bet": 7}, (1, 2, 5, 7, None)),
        ("follow_the_bitch", {"ante": 3}, (3, 0, 12, 24, None)),
        ("follow_the_bitch", {"limit": "pot"}, (1, 0, 4, 4, None)),
        ("follow_the_bitch", {"limit": "spread"}, (1, 0, 4, 8, 10)),
        ("follow_the_bitch", {"limit": "spread", "min_bet": 3}, (1, 0, 3, 6, 7)),
        ("follow_the_bitch", {"limit": "spread", "small_bet": 3, "max_bet": 5}, (1, 0, 3, 6, 5)),
    ],
)
def test_default_amounts(name: str, stakes: dict[str, object], amounts: tuple[int | None, ...]) -> None:
    """Amounts left out follow from those given."""
    rules = PRESETS[name](**stakes)
    assert (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet, rules.max_bet) == amounts


@pytest.mark.parametrize(
    ("name", "keywords", "words"),
    [
        ("soko", {"small_bet": 0}, "small_bet 0: a bet is at least 1 chip"),
        ("soko", {"ante": -1}, "ante -1: ante must be a whole number of chips from 0 to 922337203685477580"),
        ("soko", {"ante": 2.0}, "ante 2.0: ante must be a whole number of chips from 0 to 922337203685477580"),
        ("soko", {"ante": True}, "ante True: ante must be a whole number of chips from 0 to 922337203685477580"),
        ("soko", {"ante": 10**40}, f"ante {10**40}: ante must be a whole number of chips from 0 to 922337203685477580"),
        (
            "soko",
            {"ante": 10**5000},
            "ante of type int: ante must be a whole number of chips from 0 to 922337203685477580",
        ),
        ("soko", {"ante": "1"}, "ante '1': ante must be a whole number of chips from 0 to 922337203685477580"),
        ("soko", {"ante": 0}, "bring_in 0: it must be at least 1 chip where bring_in_card is 'highest'"),
        ("soko", {"cap": True}, "cap True: cap must be a whole number from 1 to 255"),
        ("soko", {"burn": 1}, "burn 1: burn must be True or False"),
        ("soko", {"limit": "no"}, "limit 'no': soko is played with 'fixed' or 'pot'"),
        ("soko", {"limit": ["no"]}, "limit ['no']: limit must be 'fixed', 'pot', 'no' or 'spread'"),
        ("soko", {"max_players": 11}, "max_players 11: max_players must be a whole number from 2 to 10"),
        ("seven_card_stud", {"max_players": 9}, "max_players 9: 52 cards are only enough for 8 players"),
        ("follow_the_bitch", {"max_players": 8}, "max_players 8: 52 cards are only enough for 7 players"),
        ("canadian_stud", {"min_bet": 1}, "min_bet 1: at least 2, because the bring-in is half of it in whole chips"),
        ("canadian_stud", {"max_bet": 3}, "max_bet 3: at least the small bet, which is 4"),
        ("follow_the_bitch", {"min_bet": 4}, "min_bet 4: only for limit 'spread', and limit is 'fixed'"),
        ("follow_the_bitch", {"max_bet": 4}, "max_bet 4: only for limit 'spread', and limit is 'fixed'"),
    ],
)
def test_wrong_keywords(name: str, keywords: dict[str, object], words: str) -> None:
    """Each wrong value is named with what is allowed."""
    with pytest.raises(RulesError) as caught:
        PRESETS[name](**keywords)
    assert str(caught.value) == words


def test_unknown_names() -> None:
    """Unknown names are answered with the nearest, or with all of them."""
    with pytest.raises(RulesError, match=r"^'smal_bet': unknown field of rules; did you mean 'small_bet'\?$"):
        games.soko().replace(smal_bet=3)
    with pytest.raises(RulesError, match=r"fields are name, min_players, .* and ace$"):
        games.soko().replace(wibble=3)
    with pytest.raises(RulesError, match=r"^'holdem': unknown game; games are soko, canadian_stud, "):
        games.by_name("holdem")
    with pytest.raises(RulesError, match="did you mean 'ante'"):
        games.by_name("soko", antes=1)


def test_rules_are_values() -> None:
    """Equal by fields, hashable, immutable, and no order."""
    rules = games.soko()
    assert rules == games.soko()
    assert hash(rules) == hash(games.soko())
    assert rules != games.soko(cap=3)
    assert rules != "soko"
    assert len({rules, games.soko(), games.soko(burn=True)}) == 2
    with pytest.raises(AttributeError):
        rules.ante = 2
    with pytest.raises(TypeError):
        _ = rules < games.soko(cap=3)


@ALL
def test_round_trips(name: str) -> None:
    """A game is the same after dict, JSON, pickle, copy and repr."""
    rules = PRESETS[name](low_chicago=True, odd_chip="suit")
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    assert copy.copy(rules) is rules
    assert copy.deepcopy([rules])[0] is rules
    assert eval(repr(rules), {"Rules": Rules}) == rules
    assert rules.replace() == rules
    assert rules.__replace__(name="other").name == "other"


def test_dictionaries_are_checked() -> None:
    """A record of another version, with a field too few or too many, or with a wrong value is refused."""
    record = games.soko().to_dict()
    for version in (0, 2, None, "1", True):
        with pytest.raises(RulesError, match=r"^version .*: only version 1 of rules is known$"):
            Rules.from_dict({**record, "version": version})
    without_ante = {key: value for key, value in record.items() if key != "ante"}
    with pytest.raises(RulesError, match=r"^fields missing from the rules: ante$"):
        Rules.from_dict(without_ante)
    with pytest.raises(RulesError, match="unknown field of rules"):
        Rules.from_dict({**record, "colour": "red"})
    with pytest.raises(RulesError, match=r"^deal 'du u u u': deal must be a list of streets"):
        Rules.from_dict({**record, "deal": "du u u u"})
    with pytest.raises(RulesError, match=r"^deal: 4 cards of a player; there must be 5 to 7$"):
        Rules.from_dict({**record, "deal": ["du", "u", "u"], "bets": ["small", "big", "big"]})
    with pytest.raises(RulesError, match=r"^name '.ud800': name must be a text$"):
        Rules.from_dict({**record, "name": "\ud800"})
    with pytest.raises(TypeError):
        Rules.from_dict([("version", 1)])
    with pytest.raises(RulesError, match=r"^fields missing from the rules: name, max_players, "):
        Rules()
    fields = {key: value for key, value in record.items() if key != "version"}
    assert Rules(**fields) == games.soko()


@pytest.mark.parametrize("field", [field for field in games.soko().to_dict() if field != "version"])
def test_records_may_leave_out_the_same_fields_as_in_the_reference(field: str) -> None:
    """A field with a default may be missing, and both witnesses have the same defaults."""
    record = games.five_card_stud().to_dict()
    del record[field]
    try:
        slow = reference.Rules.from_dict(record).to_dict()
    except ValueError:
        with pytest.raises(RulesError, match=f"^fields missing from the rules: {field}$"):
            Rules.from_dict(record)
    else:
        assert Rules.from_dict(record).to_dict() == slow


def test_keywords_for_type_checkers_are_all_fields() -> None:
    """The typed keywords name every field of the table of fields, and the switches are those of the reference."""
    fields = set(games.soko(deck=20).to_dict()) - {"version"}
    assert set(RulesFields.__annotations__) == fields
    assert set(Switches.__annotations__) == set(reference.Switches.__annotations__)


def test_own_games() -> None:
    """A game that nobody has named yet is one ``replace`` away."""
    six = games.soko().replace(
        name="six-card soko", deal=["ddu", "u", "u", "u"], bets=("small", "small", "small", "big"), opener="lowest"
    )
    assert six.deal == ("ddu", "u", "u", "u")
    assert str(six) == "six-card soko: fixed limit 4/8, ante 1, bring-in 2, 2 to 8 players"


REFERENCE: dict[str, Callable[..., reference.Rules]] = {name: getattr(reference, name) for name in games.NAMES}


@ALL
@pytest.mark.parametrize(("switch", "value"), [("ante", 3), *SWITCHES])
def test_reference_has_the_same_games(name: str, switch: str, value: object) -> None:
    """The second witness makes the same fields of the same keywords."""
    assert PRESETS[name]().to_dict() == REFERENCE[name]().to_dict()
    keywords = {"ante": 2, switch: value} if switch == "min_chip" else {switch: value}
    assert PRESETS[name](**keywords).to_dict() == REFERENCE[name](**keywords).to_dict()


VALUES: dict[str, st.SearchStrategy[object]] = {
    "deal": st.sampled_from(
        [["du", "u", "u", "u"], ["ddu", "u", "u", "u", "d"], ["ddu", "du", "du"], ["duu", "u", "d"]]
    ),
    "bets": st.sampled_from([["small", "big"] * 2, ["small", "big", "big"], ["small"] * 5]),
    "ranking": st.sampled_from(["soko", "standard", "wild"]),
    "showing_ranking": st.sampled_from(["soko", "standard"]),
    "bring_in_card": st.sampled_from(["highest", "lowest", "none"]),
    "opener": st.sampled_from(["best", "lowest", "none"]),
    "limit": st.sampled_from(["fixed", "pot", "no", "spread"]),
    "open_pair": st.sampled_from(["none", "double", "option"]),
    "wild": st.sampled_from(["none", "follow_the_queen"]),
    "max_bet": st.none() | st.integers(0, 20),
    "min_chip": st.integers(0, 3),
    "min_players": st.integers(1, 10),
    "max_players": st.integers(1, 10),
    "cap": st.integers(0, 9),
    **{amount: st.integers(-1, 12) for amount in ("ante", "bring_in", "small_bet", "big_bet")},
    **{switch: st.booleans() for switch in ("burn", "carry_over", "queens_wild", "ace_low_four_straight")},
}
CHANGES = st.lists(
    st.sampled_from(sorted(VALUES)).flatmap(lambda field: st.tuples(st.just(field), VALUES[field])), max_size=4
).map(dict)


def stricter(record: dict[str, object]) -> bool:
    """Return whether only the core refuses such a game: a switch or a community card that would mean nothing there."""
    deal = record["deal"]
    assert isinstance(deal, list)
    idle = not record["ace_low_four_straight"] and "soko" not in {record["ranking"], record["showing_ranking"]}
    return idle or len(deal[-1]) > 1


@given(name=st.sampled_from(games.NAMES), changes=CHANGES)
def test_reference_takes_the_same_games(name: str, changes: dict[str, object]) -> None:
    """What one side takes for a game, the other does too."""
    record = {**games.by_name(name).to_dict(), **changes}
    try:
        theirs = reference.Rules.from_dict(record)
    except ValueError:
        with pytest.raises(RulesError):
            Rules.from_dict(record)
        return
    try:
        ours = Rules.from_dict(record)
    except RulesError:
        assert stricter(record)
        return
    assert ours.to_dict() == theirs.to_dict() == record


def test_every_sentence_of_the_games() -> None:
    """The words of all games as they were once read against the rules: no sentence too few and none too many."""
    read = (DATA / "games_in_words.txt").read_text(encoding="utf-8")
    assert read == "\n\n\n".join(games.describe(PRESETS[name]()) for name in games.NAMES) + "\n"


def test_a_game_in_words() -> None:
    """What a player needs to know is in the words, with the amounts of this game."""
    words = games.describe(games.canadian_stud(ante=2, min_bet=6, max_bet=12))
    for line in (
        "canadian_stud, for 2 to 8 players",
        "  Everyone antes 2.",
        "  The lowest door card brings in 3.",
        "  Its player may instead open for more, up to 12, but may not check or fold.",
        "  The lowest showing hand acts first on later rounds, among those who can still bet.",
        "  Spread limit: a bet or a raise is 6 to 12, and 12 to 24 from fourth street on.",
        "  While a live player shows a pair of two face-up cards, bets are 12 to 24 for everyone.",
    ):
        assert line in words.splitlines()


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (games.soko(limit="pot"), "Pot limit: a bet is at least 2, and at most the pot."),
        (games.five_card_stud(limit="no", big_bet=4), "No limit: a bet is at least 2, and 4 from fourth street on"),
        (games.soko(cap_heads_up=False), "At most 4 wagers a round; no such cap with two players."),
        (games.soko(burn=True), "A card is burnt before every round after the first."),
        (games.soko(bring_in_ace="low"), "The ace is low; of equal ranks, the first in the order spades"),
        (games.soko(bring_in_option=True), "When everyone just calls the bring-in, its player may still raise."),
        (games.soko(reveal="all"), "All live hands are shown."),
        (games.soko(), "The last to bet or raise on the last street shows first, else the first seat from the dealer."),
        (games.soko(), "royal flush, straight flush, four of a kind, full house,"),
        (games.soko(odd_chip="nearest"), "one each, the nearest to the dealer first."),
        (games.soko(open_fold=True), "A player may fold when checking is free."),
        (games.soko(open_pair="double"), "shows a pair of two face-up cards, bets are 8 for everyone."),
        (games.seven_card_stud(open_pair="option"), "a bet may be 8 instead."),
        (games.seven_card_stud(), "a single community card is dealt face up."),
        (games.seven_card_stud(max_players=7), "The best hand wins, the best five of seven cards:"),
        (games.soko(ace_low_four_straight=False), "A-2-3-4 is not a four-straight."),
        (games.soko(showing_tie="suit"), "Equal showing hands: by the suit of the highest card."),
        (games.soko(odd_chip="suit"), "by the suits of their highest cards."),
        (games.soko(ante=0, bring_in=2), "There is no ante."),
        (games.soko(bring_in=4, small_bet=4), "The highest door card brings in 4."),
        (games.soko(min_chip=2, ante=2), "Every amount is a multiple of 2."),
        (games.soko(low_chicago=True, ace="high"), "lowest spade dealt face down; the ace is the highest."),
        (games.follow_the_bitch(), "The best showing hand acts first on every round, among those who can still bet."),
        (games.follow_the_bitch(queens_wild=True), "Queens are wild too."),
        (games.follow_the_bitch(carry_over=True), "is followed by the first of the next."),
        (games.soko(max_players=2), "for 2 players"),
        (games.soko().replace(bets=["big"] * 4), "every bet and raise is 8."),
    ],
)
def test_switches_in_words(rules: Rules, line: str) -> None:
    """Each switch is seen in the words, and no line is too long for a terminal."""
    words = games.describe(rules)
    assert line in words
    assert max(map(len, words.splitlines())) <= 100


def test_what_differs() -> None:
    """The fields that differ, as data and as a table."""
    soko_game, canadian = games.soko(), games.canadian_stud()
    assert games.diff(soko_game, soko_game) == []
    assert games.diff(soko_game, canadian) == [
        ("name", "soko", "canadian_stud"),
        ("bring_in_card", "highest", "lowest"),
        ("bring_in_tie", "suit", "position"),
        ("opener", "best", "lowest"),
        ("limit", "fixed", "spread"),
        ("max_bet", None, 10),
        ("open_pair", "none", "double"),
        ("reveal", "winners", "all"),
    ]
    table = games.describe_diff(soko_game, canadian).splitlines()
    assert table[0].split() == ["soko", "canadian_stud"]
    assert table[5] == "max_bet        -        10             most of a bet in spread limit, doubled on later rounds"
    assert len(table) == 8
    assert games.describe_diff(soko_game, soko_game.replace(name="mine")) == "soko and mine are the same game."
    for name in games.NAMES:
        for other in games.NAMES:
            assert (games.diff(PRESETS[name](), PRESETS[other]()) == []) is (name == other)
            assert "None" not in games.describe_diff(PRESETS[name](), PRESETS[other]())


def test_the_table_of_what_differs_has_each_field_with_its_values() -> None:
    """Columns begin under the names of the games; what a field means ends the line."""
    one, other = games.soko(low_chicago=True), games.follow_the_bitch(open_fold=True, carry_over=True)
    head, *lines = games.describe_diff(one, other).splitlines()
    assert head.split() == ["soko", "follow_the_bitch"]
    first, second = head.index("soko"), head.index("follow_the_bitch")
    shown = {
        "max_players": ("8", "7"),
        "deal": ("du u u u", "ddu du du"),
        "bets": ("small small big big", "small big big"),
        "ranking": ("soko", "wild"),
        "showing_ranking": ("soko", "standard"),
        "bring_in_card": ("highest", "none"),
        "bring_in": ("2", "0"),
        "open_fold": ("no", "yes"),
        "wild": ("none", "follow the queen"),
        "carry_over": ("no", "yes"),
        "low_chicago": ("yes", "no"),
    }
    differ = [field for field, _, _ in games.diff(one, other) if field != "name"]
    assert set(shown) <= set(differ)
    for field, line in zip(differ, lines, strict=True):
        assert line[:first].strip() == field
        assert len(line[second:].split("  ")[-1]) > 10
        if field in shown:
            assert (line[first:second].strip(), line[second : second + 18].strip()) == shown[field]


def test_rules_is_public() -> None:
    """The class says where it is found."""
    assert (Rules.__module__, Rules.__qualname__) == ("soko", "Rules")
    assert soko.Rules is Rules
