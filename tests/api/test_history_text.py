"""``soko.history.text`` and ``from_text``: what is written is read back as the same hand, or it is refused."""

import random
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from engine_tools import known_deck, play
from hands_played import played
from histories import random_stud, show_some
from replay_hands import RealHand, real_hands

import soko
from soko import history
from soko.reference import rules as reference

STYLES = ("stars", "full-tilt", "soko")
ROOMS = STYLES[:2]


def seen(hand: soko.Hand, subject: soko.Hand | soko.View) -> tuple[soko.Event, ...]:
    """Return the events of a hand as the subject has them."""
    return hand.view(subject.seat).events if isinstance(subject, soko.View) else hand.events


def check(subject: soko.Hand | soko.View, style: str, **facts: object) -> history.History:
    """Write and read a hand: the same events, rules, dealer and facts, and the same view."""
    names = [f"{'x' * seat}P: {seat}" for seat in range(subject.players)]
    text = history.text(subject, style=style, names=names, **facts)  # type: ignore[arg-type]
    read = history.from_text(text)
    assert seen(read.hand, subject) == subject.events
    assert (read.hand.rules, read.hand.dealer, read.names) == (subject.rules, subject.dealer, tuple(names))
    for name, value in facts.items():
        assert getattr(read, name) == value, name
    if isinstance(subject, soko.View):
        assert read.hand.view(subject.seat) == subject
    # What was read is written as the same text.
    if not isinstance(subject, soko.View):
        assert history.text(read.hand, style=style, names=names, **facts) == text  # type: ignore[arg-type]
    return read


@pytest.mark.parametrize("seed", range(60))
def test_every_game_comes_back_event_for_event(seed: int) -> None:
    """Of hands that are not over too, of hosts, players and spectators, in the form of our own."""
    choice = random.Random(seed)
    hands = [hand.clone() for hand in played(seed)]
    show_some(choice, hands[-1])
    for hand in (*choice.sample(hands[:-1], min(2, len(hands) - 1)), hands[-1]):
        check(hand, "soko", hand_number=seed)
        view = hand.view(choice.choice([None, *range(hand.players)]))
        try:
            check(view, "soko")
        except soko.HistoryError as error:
            # One hand in a thousand: who else had a share of the pot is not seen.
            assert "cannot say this view" in str(error)
            assert view.rules.low_chicago


@pytest.mark.parametrize("seed", range(60))
def test_stud_comes_back_in_the_words_of_rooms(seed: int) -> None:
    choice = random.Random(seed)
    hand = random_stud(seed)
    most = sum(award.amount for award in hand.awards)
    for style in ROOMS:
        facts = {
            "hand_number": choice.randrange(10**12),
            "table": choice.choice(["Atalante II", "Table 7", "My Table 9-max"]),
            "time": datetime(2026, 12, 1, 20, 15, seed, tzinfo=choice.choice([None, UTC])),
            "rake": choice.choice([0, min(3, most)]),
            "currency": choice.choice(["", "$", "€"]),
            "unit": choice.choice([1, 100]),
        }
        assert check(hand, style, **facts).viewer is None
        for viewer in (choice.randrange(hand.players), None):
            assert check(hand.view(viewer), style, **facts).viewer == viewer


def test_a_view_tells_what_its_seat_saw() -> None:
    """No card of another that was not shown is in the text."""
    for seed in range(30):
        hand = random_stud(seed)
        view = hand.view(0)
        unseen = {str(card) for seat in range(1, hand.players) for card in hand.hole_cards(seat)}
        unseen -= {str(card) for seat in range(1, hand.players) for card in view.hole_cards(seat) if card is not None}
        for style in STYLES:
            assert not unseen & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", history.text(view, style=style)))


def test_records_are_taken_for_what_they_are_of() -> None:
    hand = random_stud(5)
    for style in STYLES:
        assert history.text(hand.to_dict(), style=style) == history.text(hand, style=style)
        assert history.text(hand.view(1).to_dict(), style=style) == history.text(hand.view(1), style=style)


def test_the_style_is_that_of_a_room_where_it_has_words() -> None:
    assert history.text(random_stud(1)).startswith("PokerStars Hand #0:")
    other = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    assert history.text(other).startswith("Soko hand #0")
    with pytest.raises(soko.HistoryError, match=r"'stars' cannot say: another game than .*; a hand that is not over"):
        history.text(other, style="stars")


REAL = {real["id"]: real for real in real_hands()}


def replayed(real: RealHand) -> soko.Hand:
    """Return a real hand."""
    game = reference.five_card_stud() if real["game"] == "five_card_stud" else reference.seven_card_stud()
    stakes = {name: real[name] for name in ("ante", "bring_in", "small_bet", "big_bet")}  # type: ignore[literal-required]
    switches = {"open_fold": True} | ({"open_pair": "option"} if real["game"] == "seven_card_stud" else {})
    record = game.replace(**stakes, **switches).to_dict()
    deck = known_deck(record, *real["cards"])
    hand = soko.Hand(soko.Rules.from_dict(record), real["stacks"], deck=deck)
    play(hand, real["moves"])  # type: ignore[arg-type]
    return hand


@pytest.mark.parametrize("real", REAL.values(), ids=REAL)
def test_real_hands_are_written_and_read(real: RealHand) -> None:
    """With unknown cards of those who folded, and the rake of the room."""
    hand = replayed(real)
    for style in STYLES:
        read = check(hand, style, rake=real["rake"])
        assert list(read.hand.stacks) == real["final"]
    for viewer in (None, 0):
        for style in STYLES:
            check(hand.view(viewer), style, rake=real["rake"])
    assert history.from_phh(history.phh(hand, rake=real["rake"])).hand == hand


def test_a_line_with_house_rules_stands_only_where_they_do_not_show() -> None:
    usual = soko.games.seven_card_stud()
    for rules, lines in ((usual, 0), (usual.replace(cap=3), 1), (usual.replace(open_pair="option"), 1)):
        hand = soko.Hand(rules, [100, 100], rng=3)
        hand.bring_in()
        hand.complete()
        hand.fold()
        text = history.text(hand)
        assert text.count("House rules: ") == lines
        assert history.from_text(text).hand.rules == rules


def test_many_hands_are_read_one_by_one() -> None:
    hands = [random_stud(seed) for seed in range(4)] + [played_out(seed) for seed in range(4)]
    texts = [history.text(hand, hand_number=number) for number, hand in enumerate(hands)]
    found = list(history.hands_in("\n\n\n".join(texts)))
    assert [read.hand.events for read in found] == [hand.events for hand in hands]
    assert [read.hand_number for read in found] == list(range(8))
    with pytest.raises(soko.HistoryError, match=r"8 histories: soko\.history.hands_in reads more than one"):
        history.from_text("".join(texts))
    windows = "\ufeff" + texts[0].replace("\n", "\r\n")
    assert history.from_text(windows).hand.events == hands[0].events


def played_out(seed: int) -> soko.Hand:
    """Return a finished random hand of any game."""
    *_, hand = played(seed)
    return hand


def test_times_with_a_zone_are_universal() -> None:
    hand = random_stud(2)
    east = datetime(2026, 12, 1, 23, 30, tzinfo=timezone(timedelta(hours=5)))
    for style in ROOMS:
        text = history.text(hand, time=east, style=style)
        assert "2026/12/01" in text
        assert history.from_text(text).time == east


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"names": ["Ann"]}, soko.ArgumentError, "names"),
        ({"names": ["Ann", "Ann"]}, soko.ArgumentError, "2 different ones"),
        ({"names": ["Ann", "B\nob"]}, soko.ArgumentError, "printable"),
        ({"names": ["Ann", ""]}, soko.ArgumentError, "1 to 60"),
        ({"names": ["Ann", " Bob"]}, soko.ArgumentError, "spaces around"),
        ({"names": "AB"}, TypeError, "names"),
        ({"names": ["Ann", 7]}, TypeError, "name 7"),
        ({"names": [str(n) for n in range(9)]}, soko.ArgumentError, "more than 2"),
        ({"hand_number": -1}, soko.ArgumentError, "hand_number -1"),
        ({"hand_number": "a b"}, soko.ArgumentError, "letters, digits"),
        ({"hand_number": 1.5}, TypeError, "hand_number"),
        ({"table": "it's"}, soko.ArgumentError, "quotes"),
        ({"time": "today"}, TypeError, "datetime"),
        ({"rake": 10**6}, soko.HistoryError, "no more than"),
        ({"rake": -1}, soko.ArgumentError, "rake"),
        ({"style": "party"}, soko.ArgumentError, "stars, full-tilt, soko, phh, ohh"),
        ({"style": "phh"}, soko.ArgumentError, "soko.history.phh writes it"),
        ({"style": 1}, TypeError, "style"),
        ({"currency": "dollars"}, soko.ArgumentError, "currency"),
        ({"unit": 10}, soko.ArgumentError, "unit"),
    ],
)
def test_wrong_arguments_are_refused(keywords: dict[str, object], error: type[Exception], message: str) -> None:
    hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7)
    hand.complete()
    hand.fold()
    with pytest.raises(error, match=message):
        history.text(hand, **keywords)  # type: ignore[arg-type]


def test_only_hands_are_written() -> None:
    for wrong in (None, "hand", 7, [1]):
        with pytest.raises(TypeError, match=r"a soko.Hand, a soko.View or the record of one"):
            history.text(wrong)  # type: ignore[arg-type]
    with pytest.raises(soko.HistoryError, match="version is missing"):
        history.text({})


def called_down(rules: soko.Rules, players: int, **keywords: object) -> soko.Hand:
    """Return a hand in which nobody bets and nobody folds."""
    hand = soko.Hand(rules, [500] * players, **keywords)  # type: ignore[arg-type]
    while not hand.is_over:
        kinds = [action.kind for action in hand.legal_actions()]
        hand.act(next(kind for kind in ("check", "call", "bring-in") if kind in kinds))
    return hand


def test_a_community_card_comes_back() -> None:
    hand = called_down(soko.games.seven_card_stud(), 8, rng=5)
    assert len(hand.community) == 1
    for style in STYLES:
        for subject in (hand, hand.view(3), hand.view(None)):
            check(subject, style)
    assert f"*** RIVER *** [{hand.community[0]}]" in history.text(hand)
    assert history.from_phh(history.phh(hand)).hand == hand
    assert history.from_phh(history.phh(hand.view(2))).view() == hand.view(2)
    assert history.from_ohh(history.ohh(hand)).hand.events == hand.events


def test_a_view_whose_shares_it_cannot_know_is_refused() -> None:
    """Somebody mucked in Low Chicago, and one hand is left: who would have had the other half is not seen."""
    rules = soko.games.seven_card_stud(low_chicago=True)
    refused = 0
    for seed in range(40):
        hand = called_down(rules, 2, rng=seed)
        mucked = {event.seat for event in hand.events if event.kind == "muck"}
        for seat in set(range(2)) - mucked:
            view = hand.view(seat)
            writers = (lambda view: history.text(view, style="soko"), history.phh)
            for write in writers:
                try:
                    assert write(view)
                except soko.HistoryError as error:
                    assert "cannot say this view" in str(error)
                    assert mucked
                    assert any(award.share == "low" for award in hand.awards)
                    refused += 1
    assert refused


def test_a_hand_that_is_known_in_part_is_not_for_rooms() -> None:
    """A room tells of all face-down cards of a player or of none."""
    hand = soko.Hand(soko.games.seven_card_stud(), [100, 100], deck="As ? Kd 7h 8c 2d", deal="manual")
    hand.act(hand.legal_actions()[0])
    hand.fold()
    for style in ROOMS:
        with pytest.raises(soko.HistoryError, match=f"'{style}' cannot say this hand: line"):
            history.text(hand, style=style)
    check(hand, "soko")


PLAIN = history.text(called_down(soko.games.soko(), 2, rng=7), style="soko", names=["Ann", "Bob"], hand_number=3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("table 'soko'", "table 'soko', noon", "line 1: noon is not a time"),
        ("Game: ", "Play: ", "line 2: 'Play: .*': 'Game: ...' is needed"),
        ('"soko"}', '"poker"}', "line 3: rules: "),
        ('{"name": "soko"}', "{}", "line 3: rules: a JSON object with the name of the game"),
        ("Seat 1: Bob", "Seat 2: Bob", r"line 5: seat 2 \(Bob\) is out of order"),
        ("Bob antes 1", "Bob antes 2", "'seat 1 antes 2' is told, but 'seat 1 antes 1' follows"),
        ("Bob antes 1", "Bob dances", "line 7: 'Bob dances' is nothing that happens in a hand"),
        ("Bob antes 1", "Zoe antes 1", "line 7: 'Zoe antes 1' is nothing"),
        ("third street", "fourth street", "'fourth street begins' is told, but 'third street begins' follows"),
        ("The end\n", "", "'the hand is over' follows from the rest, but is not told"),
        ("The end", "The end\nBob antes 1", "'seat 1 antes 1' is told, but nothing follows"),
        ("; rake 0", "; rake 0\nAnn folds", "the hand has ended before"),
        ("; rake 0", "; rake x", "'x' is not a number of chips"),
        ("Result: Ann", "Result: Bob", "the hand came to Ann"),
    ],
)
def test_our_own_form_is_checked(old: str, new: str, message: str) -> None:
    assert old in PLAIN
    assert history.from_text(PLAIN).hand_number == 3
    with pytest.raises(soko.HistoryError, match=message):
        history.from_text(PLAIN.replace(old, new))
