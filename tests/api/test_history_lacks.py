"""``soko.history.why_not``: the table of what formats cannot say, which is what the code does."""

import pytest
from paths import ROOT

import soko
from soko import games, history
from soko.history._lacks import GAME_ROWS, HAND_ROWS, markdown

# One other value for each field that is neither the stakes nor the bones of a game.
OTHER = {
    "min_players": 3,
    "max_players": 7,
    "bets": ["small", "small", "small", "big", "big"],
    "bring_in_option": True,
    "showing_tie": "suit",
    "min_chip": 2,
    "cap": 3,
    "cap_heads_up": False,
    "open_pair": "option",
    "open_fold": True,
    "burn": True,
    "reveal": "all",
    "odd_chip": "suit",
    "low_chicago": True,
    "name": "ours",
    "deal": ["ddu", "u", "u", "d", "u"],
    "showing_ranking": "soko",
    "bring_in_card": "highest",
    "bring_in_ace": "low",
    "bring_in_tie": "position",
    "opener": "lowest",
}


def test_the_documentation_has_the_table() -> None:
    page = (ROOT / "docs/history.md").read_text(encoding="utf-8")
    assert markdown() in page


@pytest.mark.parametrize("field", OTHER)
def test_no_difference_of_the_rules_goes_unsaid(field: str) -> None:
    """Each field of the rules is of a row, or a stake that each format has."""
    rules = games.seven_card_stud(small_bet=4, big_bet=8, bring_in=2, ante=2)
    assert history.why_not(rules, "phh") == ()
    changed = rules.replace(**{field: OTHER[field]})  # type: ignore[arg-type]
    for style in history.FORMATS:
        assert (history.why_not(changed, style) == ()) is (style == "soko"), style


def test_all_fields_are_tried() -> None:
    stakes = {"version", "limit", "ante", "bring_in", "small_bet", "big_bet", "max_bet"}
    # These change nothing in a game without wild ranks, four-straights or spades, or are refused there.
    idle = {"ranking", "ace_low_four_straight", "wild", "carry_over", "queens_wild", "ace"}
    assert set(games.seven_card_stud().to_dict()) == stakes | idle | set(OTHER)


@pytest.mark.parametrize("style", history.FORMATS)
def test_what_is_refused_is_what_the_table_says(style: str) -> None:
    """Of one hand for each row of the table."""
    write = getattr(history, style, None) or (lambda hand: history.text(hand, style=style))
    stud = games.seven_card_stud
    samples = {
        "five-card stud": games.five_card_stud(),
        "another game": games.soko(),
        "a rank that": games.follow_the_bitch(),
        "half of each": stud(low_chicago=True),
        "pot limit and": stud(limit="no"),
        "spread limit": games.canadian_stud(),
        "a bring-in as": stud(bring_in=4, small_bet=4),
        "bets of other": stud(bets=["small", "small", "small", "big", "big"]),
        "what a pair": stud(open_pair="option"),
        "the most wagers": stud(cap=3),
        "who gets": stud(odd_chip="suit"),
        "the smallest": stud(min_chip=2, ante=2, bring_in=2, small_bet=4),
        "a fold where": stud(open_fold=True),
        "a short deck": stud(deck=32),
        "other house rules": stud(reveal="all"),
        "burnt cards": stud(burn=True),
    }
    assert len(samples) == len(GAME_ROWS)
    for row in GAME_ROWS:
        rules = next(rules for name, rules in samples.items() if row.name.startswith(name))
        hand = soko.Hand(rules, [400, 400], rng=3)
        while not hand.is_over:
            kinds = [action.kind for action in hand.legal_actions()]
            hand.act(next(kind for kind in ("check", "call", "bring-in", "bet", "complete") if kind in kinds))
        found = history.why_not(rules, style)
        assert (row.name in [lack.name for lack in found]) is (row.says(style) != "yes"), row.name
        if all(lack.kept for lack in found):
            assert write(hand)
        else:
            with pytest.raises(soko.HistoryError, match=f"the format '{style}' cannot say"):
                write(hand)
    assert len(HAND_ROWS) == 5


def test_what_is_refused_of_single_hands() -> None:
    begun = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    for style in ("stars", "full-tilt"):
        with pytest.raises(soko.HistoryError, match="a hand that is not over"):
            history.text(begun, style=style)
    with pytest.raises(soko.HistoryError, match="a hand that is not over"):
        history.ohh(begun)
    assert history.from_phh(history.phh(begun)).hand == begun
    assert history.from_text(history.text(begun)).hand.events == begun.events


@pytest.mark.parametrize("style", ["party", "", "Stars"])
def test_unknown_formats_are_refused(style: str) -> None:
    with pytest.raises(soko.ArgumentError, match="stars, full-tilt, soko, phh, ohh"):
        history.why_not(soko.games.soko(), style)


def test_only_rules_have_formats() -> None:
    with pytest.raises(TypeError, match=r"rules must be a soko\.Rules"):
        history.why_not("soko", "stars")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="format 7"):
        history.why_not(soko.games.soko(), 7)  # type: ignore[arg-type]
