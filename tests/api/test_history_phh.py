"""``phh`` and ``from_phh``: TOML that comes back as an equal hand, and what another engine makes of it."""

import random
import tomllib
from datetime import UTC, datetime
from importlib.util import find_spec

import pytest
from hands_played import played
from histories import random_stud, show_some

import soko
from soko import history

DEEP = (20_000, 90_000)


@pytest.mark.parametrize("seed", range(60))
def test_every_hand_comes_back_equal(seed: int) -> None:
    """With its whole deck, unfinished or not; views come back as the same views."""
    choice = random.Random(seed)
    hands = [hand.clone() for hand in played(seed)]
    show_some(choice, hands[-1])
    for hand in (*choice.sample(hands[:-1], min(2, len(hands) - 1)), hands[-1]):
        text = history.phh(hand, hand_number=seed)
        read = history.from_phh(text)
        assert read.hand == hand
        assert read.hand_number == seed
        assert history.phh(read.hand, hand_number=seed) == text
        view = hand.view(choice.choice([None, *range(hand.players)]))
        try:
            read = history.from_phh(history.phh(view))
        except soko.HistoryError as error:
            assert "shares of a hand that nobody saw" in str(error)
            continue
        assert read.viewer == view.seat
        assert read.view().events == view.events
        assert view.chance is not None or read.view() == view


def told() -> soko.Hand:
    """Return a hand whose cards became known little by little."""
    hand = soko.Hand(soko.games.soko(), [4, 4, 4, 4], deck="? ? ? ? As 3h 7d 9c  Ad 4c 8d 2h  Ks 5h 9d 3c  Kd 6h Td Jc")
    hand.complete()
    hand.fold()
    hand.call()
    hand.call()
    hand.reveal(1, "2c")
    return hand


def test_cards_that_became_known_stay_so() -> None:
    """In its place among the acts: who revealed, who mucked, who showed."""
    hand = told()
    moments = [hand.clone()]
    hand.muck(hand.to_reveal[0])
    moments.append(hand.clone())
    for seat, card in zip(hand.to_reveal, ("Ah", "Jh"), strict=False):
        hand.reveal(seat, card)
        moments.append(hand.clone())
    assert hand.is_over
    hand.reveal(next(seat for seat in range(4) if None in hand.hole_cards(seat)), "Qh")
    moments.append(hand.clone())
    for moment in moments:
        assert history.from_phh(history.phh(moment)).hand == moment
        assert history.from_text(history.text(moment, style="soko")).hand.events == moment.events
    with pytest.raises(soko.HistoryError, match="when unknown cards became known"):
        history.phh(hand.view(1))


def test_fields_are_those_of_the_format() -> None:
    hand = soko.Hand(soko.games.seven_card_stud(), [100, 90, 80], rng=7, dealer=0)
    hand.bring_in()
    hand.complete()
    hand.fold()
    hand.fold()
    time = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
    text = history.phh(hand, names=["Ann", 'B "o" b', "Zoë"], hand_number=17, table="Home", time=time, rake=1)
    fields = tomllib.loads(text)
    assert {name for name in fields if name.startswith("_")} == {"_deal", "_deck", "_rake"}
    assert fields["variant"] == "F7S"
    assert fields["players"] == ['B "o" b', "Zoë", "Ann"]
    assert (fields["seats"], fields["starting_stacks"]) == ([2, 3, 1], [90, 80, 100])
    assert (fields["hand"], fields["table"], fields["time_zone"], fields["year"]) == (17, "Home", "UTC", 2026)
    read = history.from_phh(text)
    assert (read.hand, read.names, read.time, read.rake) == (hand, ("Ann", 'B "o" b', "Zoë"), time, 1)


def test_no_other_game_is_taken_for_the_variant() -> None:
    for rules in (soko.games.soko(), soko.games.seven_card_stud(cap=3), soko.games.five_card_stud()):
        hand = soko.Hand(rules, [100, 100], rng=7)
        fields = tomllib.loads(history.phh(hand))
        assert "variant" not in fields
        assert fields["_rules"]["name"] == rules.name


# The shape that other programs write: no fields of ours, cards of folded hands unknown, comments, decimals.
OTHER = """
variant = "F7S"
ante_trimming_status = true
antes = [0.5, 0.5, 0.5]
bring_in = 1
small_bet = 3
big_bet = 6
starting_stacks = [60, 70.5, 80]
actions = [
  "d dh p1 ????Th", "d dh p2 TdJdAs", "d dh p3 ????3c",
  "p3 pb # the lowest card", "p1 f", "p2 cbr 3", "p3 cc",
  "d dh p2 Jc", "d dh p3 2h", "p2 cbr 3", "p3 cc",
  "d dh p2 Js", "d dh p3 3s", "p2 cc", "p3 cc",
  "d dh p2 7h", "d dh p3 4d", "p2 cc", "p3 cc",
  "d dh p2 2s", "d dh p3 ??", "p2 cbr 6", "p3 cc",
  "p2 sm TdJdAsJcJs7h2s", "p3 sm",
]
players = ["Ann", "Bob", "Cid"]
seats = [2, 5, 9]
event = "A title, of any length"
hand = "final table / 7"
finishing_stacks = [59.5, 83.5, 67.5]
"""


def test_what_other_programs_write_is_read() -> None:
    read = history.from_phh(OTHER)
    assert read.unit == 100
    assert read.names == ("Ann", "Bob", "Cid")
    assert read.hand.hole_cards(0) == (None, None)
    assert read.hand.stacks == (5950, 8350, 6750)
    # Where a room took its rake the stacks at the end are lower.
    assert history.from_phh(OTHER.replace("83.5", "82.5")).hand == read.hand


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"F7S"', '"NT"', "variant: 'NT': only F7S"),
        ('variant = "F7S"', "", "variant: None: only F7S"),
        ("antes = [0.5, 0.5, 0.5]", "antes = [0.5, 0.5, 1]", "equal ones are needed"),
        ("antes = [0.5, 0.5, 0.5]", "", "antes: missing"),
        ("antes = [0.5, 0.5, 0.5]", "antes = [0.5, 0.5, true]", "not a list of the right kind"),
        ("[60, 70.5, 80]", "[60]", "starting_stacks: 2 to 10"),
        ("[60, 70.5, 80]", "[60, 70.555, 80]", "not an amount of chips"),
        ("[60, 70.5, 80]", "[60, nan, 80]", "not an amount of chips"),
        ("[60, 70.5, 80]", "[60, 1e99, 80]", "not an amount of chips"),
        ("[60, 70.5, 80]", "[60, 9" + "9" * 40 + ", 80]", "not an amount of chips"),
        ("[60, 70.5, 80]", "[60, 9" + "9" * 5000 + ", 80]", "not TOML"),
        ("p1 f", "p1 x", r"action 5 \('p1 x'\): this is no action"),
        ("p1 f", "p4 f", r"action 5 \('p4 f'\): p4: players are p1 to p3"),
        ("p1 f", "p2 f", r"action 5 \('p2 f'\): seat 1 acts on third street, but seat 0"),
        ("p2 cbr 6", "p2 cbr 7", "bet 700 by seat 1"),
        ('"d dh p3 2h", ', "", "action"),
        ("2h", "Td", "Td"),
        ("[2, 5, 9]", "[2, 9, 5]", "seats"),
        ('"Bob"', '"Ann"', "players: 3 different names"),
        ('"Bob"', "7", "players"),
        ("83.5", "84.5", "finishing_stacks"),
        ("small_bet = 3", "small_bet = 0", "rules: small_bet 0"),
        ('["Ann"', '[["Ann"]', "players"),
        ("[60, 70.5, 80]", "[" * 5000, "not TOML"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    assert old in OTHER
    with pytest.raises(soko.HistoryError, match=message):
        history.from_phh(OTHER.replace(old, new))


def test_own_fields_are_checked() -> None:
    hand = told()
    hand.muck(hand.to_reveal[0])
    text = history.phh(hand)
    assert history.from_phh(text).hand == hand
    for old, new in (
        ('_deal = "auto"', '_deal = "later"'),
        ('_deck = "', '_deck = "Zz'),
        ("_host = [", '_host = ["99 muck p1", '),
        ("_host = [", '_host = ["hello", '),
        ("ante", "ante_"),
        ('"small"', '"tall"'),
        ('name = "soko"', 'name = "poker"'),
        ('"d dh p1 ', '"d dh p2 '),
    ):
        if old in text:
            with pytest.raises(soko.HistoryError):
                history.from_phh(text.replace(old, new, 1))
    for wrong in (b"", None, 7):
        with pytest.raises(TypeError, match="text: a text is needed"):
            history.from_phh(wrong)  # type: ignore[arg-type]


@pytest.mark.skipif(find_spec("pokerkit") is None, reason="pokerkit is not installed")
@pytest.mark.parametrize("seed", range(40))
def test_another_engine_pays_the_same_chips(seed: int) -> None:
    """Deep hands of seven-card stud, replayed by pokerkit."""
    from pokerkit import HandHistory

    choice = random.Random(seed)
    small = 2 * choice.randint(2, 10)
    stakes = {"ante": choice.randint(0, 2), "bring_in": choice.randint(1, small - 1), "small_bet": small}
    hand = random_stud(seed, DEEP, **stakes)
    *_, state = HandHistory.loads(history.phh(hand))
    order = [(hand.dealer + 1 + step) % hand.players for step in range(hand.players)]
    assert not state.status
    assert list(state.stacks) == [hand.stacks[seat] for seat in order]
