"""Histories of card rooms as they are found, with all that stands between the lines, and texts that are none."""

import random
from datetime import datetime

import pytest
from histories import random_stud

import soko
from soko import history

# A hand of a room: seats with gaps, one that sits out, an open pair with a double bet, an all-in, a side pot, a rake.
STARS = """\
PokerStars Game #60974484959:  7 Card Stud Limit (€0.04/€0.08 EUR) - 2011/04/18 2:21:35 CET [2011/04/17 20:21:35 ET]
Table 'Salm IX' 8-max
Seat 1: river rat (€1.59 in chips)
Seat 3: Ann: folds (€1.04 in chips)
Seat 4: away (€3 in chips) is sitting out
Seat 7: Tom-33 (€4.29 in chips)
Seat 8: [short] (€0.11 in chips)
river rat: posts the ante €0.01
Ann: folds: posts the ante €0.01
Tom-33: posts the ante €0.01
[short]: posts the ante €0.01
*** 3rd STREET ***
Dealt to river rat [9h]
Dealt to Ann: folds [Kh Tc As]
Dealt to Tom-33 [2d]
Dealt to [short] [Qh]
Tom-33: brings in for €0.02
[short]: calls €0.02
river rat: calls €0.02
Ann: folds: raises €0.02 to €0.04
Tom-33: calls €0.02
[short]: calls €0.02
river rat: folds
newcomer joins the table at seat #2
*** 4th STREET ***
Dealt to Ann: folds [Kh Tc As] [Jd]
Dealt to Tom-33 [2d] [3h]
Dealt to [short] [Qh] [Qs]
Pair on board - a double bet is allowed
[short]: bets €0.06 and is all-in
Ann: folds: calls €0.06
Tom-33: calls €0.06
*** 5th STREET ***
Dealt to Ann: folds [Kh Tc As Jd] [Qd]
Dealt to Tom-33 [2d 3h] [Ac]
Dealt to [short] [Qh Qs] [7c]
Ann: folds: checks
Tom-33: bets €0.08
Ann: folds said, "Tom-33: folds"
Ann: folds: raises €0.08 to €0.16
Tom-33: calls €0.08
*** 6th STREET ***
Dealt to Ann: folds [Kh Tc As Jd Qd] [2s]
Dealt to Tom-33 [2d 3h Ac] [4d]
Dealt to [short] [Qh Qs 7c] [Td]
Ann: folds: bets €0.08
Tom-33: calls €0.08
*** RIVER ***
Dealt to Ann: folds [Kh Tc As Jd Qd 2s] [9c]
Ann: folds: bets €0.08
Tom-33: folds
Uncalled bet (€0.08) returned to Ann: folds
*** SHOW DOWN ***
Ann: folds: shows [Tc Kh As Jd Qd 2s 9c] (a straight, Ten to Ace)
[short]: mucks hand
Ann: folds collected €0.48 from side pot
Ann: folds collected €0.34 from main pot
Tom-33 leaves the table
*** SUMMARY ***
Total pot €0.84 Main pot €0.34. Side pot €0.48. | Rake €0.02
Seat 1: river rat folded on the 3rd Street
Seat 3: Ann: folds showed [Tc Kh As Jd Qd 2s 9c] and won (€0.82) with a straight, Ten to Ace
Seat 7: Tom-33 folded on the River
Seat 8: [short] mucked [Ts 8c Qh Qs 7c Td 4c]
"""

TILT = """\
Full Tilt Poker Game #2153652: Table Hagan (deep) - $1,000/$2,000 Ante $150 - Limit Stud Hi - 9:22:17 ET - 2010/06/11
Seat 2: kettle ($67,000)
Seat 5: Hero ($306,000)
Seat 6: out ($31,000), is sitting out
Seat 7: bear 666 ($84,500)
bear 666 antes $150
kettle antes $150
Hero antes $150
*** 3RD STREET ***
Dealt to kettle [Th]
Dealt to Hero [Td Jd] [As]
Dealt to bear 666 [3c]
bear 666 is low with [3c]
bear 666 brings in for $300
kettle has 15 seconds left to act
kettle folds
Hero completes it to $1,000
bear 666: nice hand
bear 666 raises to $2,000
Hero calls $1,000
*** 4TH STREET ***
Dealt to Hero [Td Jd As] [Jc]
Dealt to bear 666 [3c] [2h]
Hero checks
bear 666 folds
Hero mucks
Hero wins the pot ($4,450)
*** SUMMARY ***
Total pot $4,450 | Rake $0
Seat 2: kettle folded on 3rd St.
Seat 5: Hero collected ($4,450), mucked
Seat 7: bear 666 folded on 4th St.
"""


def test_a_hand_of_the_first_room() -> None:
    read = history.from_text(STARS)
    assert read.names == ("river rat", "Ann: folds", "Tom-33", "[short]")
    assert (read.viewer, read.hand_number, read.table) == (1, 60974484959, "Salm IX")
    at = datetime(2011, 4, 18, 2, 21, 35)  # noqa: DTZ001 - of the room's own clock
    assert (read.time, read.rake, read.currency, read.unit) == (at, 2, "€", 100)
    rules = read.hand.rules
    assert (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet, rules.limit) == (1, 2, 4, 8, "fixed")
    assert read.hand.stacks == (156, 153, 394, 0)
    assert [pot.amount for pot in read.hand.pots] == [36, 48]
    # Nobody saw these, and nobody invents them.
    assert read.hand.hole_cards(0) == (None, None)
    assert read.hand.hole_cards(2) == (None, None, None)
    assert [str(card) for card in read.hand.hole_cards(3) if card] == ["Ts", "8c", "4c"]
    assert [str(card) for card in read.hand.hole_cards(1) if card] == ["Kh", "Tc", "9c"]


def test_a_hand_of_the_second_room() -> None:
    """A fold where checking is free, which our own rules offer only on demand."""
    read = history.from_text(TILT)
    assert read.names == ("kettle", "Hero", "bear 666")
    assert (read.table, read.unit, read.currency) == ("Hagan (deep)", 1, "$")
    assert read.hand.rules.open_fold
    assert (read.hand.rules.ante, read.hand.rules.bring_in) == (150, 300)
    assert read.hand.payoffs == (-150, 2300, -2150)
    assert read.viewer == 1


@pytest.mark.parametrize(
    ("head", "number", "unit", "currency"),
    [
        (
            "PokerStars Hand #7: Tournament #99, $10+$1 USD 7 Card Stud Limit - Level I (4/8) - 2010/09/01 9:00",
            7,
            1,
            "",
        ),
        ("PokerStars Zoom Hand #7:  7 Card Stud Fixed Limit (£4/£8 GBP) - 2010/09/01 9:00:00 WET", 7, 1, "£"),
        ("PokerStars Home Game Hand #7: {Club}  7 CARD STUD LIMIT (4/8) - no time", 7, 1, ""),
        ("POKERSTARS GAME #7:  7 Card Stud LIMIT ($4/$8) - 2010/09/01 - 09:00:00 (ET)", 7, 1, "$"),
    ],
)
def test_heads_of_the_first_room(head: str, number: int, unit: int, currency: str) -> None:
    """Of tournaments and clubs, with chips and other currencies, and clocks of other towns."""
    chips = STARS.replace("€0.0", "").replace("€0.", "").replace("€1.", "1").replace("€3", "300").replace("€4.", "4")
    lines = chips.splitlines()
    read = history.from_text("\n".join([head, *lines[1:]]))
    assert (read.hand_number, read.unit, read.currency) == (number, unit, currency)
    assert read.hand.events == history.from_text(STARS).hand.events


@pytest.mark.parametrize(
    "head",
    [
        "FullTiltPoker Game #5: Table Hagan - $1,000/$2,000 Ante $150 - Limit Stud Hi - 9:22:17 ET - 2010/06/11",
        "Full Tilt Poker.fr Game #5: $2 + $0.20 Go (1), Table Hagan - 1000/2000 Ante 150 - Limit 7 Card Stud - 9:00",
    ],
)
def test_heads_of_the_second_room(head: str) -> None:
    read = history.from_text("\n".join([head, *TILT.splitlines()[1:]]))
    assert (read.hand_number, read.table) == (5, "Hagan")
    assert read.hand.events == history.from_text(TILT).hand.events


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("7 Card Stud Limit", "Razz Limit", r"line 1: .*: seven-card or five-card stud is needed"),
        ("7 Card Stud Limit", "7 Card Stud Hi/Lo Limit", r"line 1: .*: seven-card or five-card stud is needed"),
        ("2011/04/18", "2011/14/18", "line 1: .* is not a time"),
        (
            "Tom-33: brings in for €0.02",
            "Tom-33: brings in for €0.03",
            "line 18: call 2 by seat 3 on third street: it must be 3",
        ),
        ("[short]: calls €0.02\nriver", "river", r"line 18: seat 0 acts on third street, but seat 3 is to act"),
        ("Ann: folds: raises €0.08 to €0.16", "Ann: folds: raises €0.08 to €0.17", "line 40: raise to 17"),
        ("Dealt to Tom-33 [2d 3h] [Ac]", "Dealt to Tom-33 [2d 3h] [As]", "As"),
        ("Dealt to Tom-33 [2d 3h] [Ac]\n", "", "a face-up card of seat 2 is missing"),
        ("*** RIVER ***", "*** RIVER *** [5h]", "5h is told as a community card"),
        ("[2d 3h] [Ac]", "[2d 3h] [Ac Ad]", "line 35: Ac Ad: one card is dealt"),
        ("[Kh Tc As]\n", "[Tc As]\n", "line 14: 2 cards: 1 or 3 are dealt"),
        ("collected €0.48", "collected €0.40", r"line 64: seat 1 74 collected after a rake of 2, but seat 1 84"),
        ("Uncalled bet (€0.08)", "Uncalled bet (€0.04)", "4 uncalled by seat 1, but it is 8"),
        ("Seat 3: Ann", "Seat 9: Ann", "line 6: seat 7 .* is out of order"),
        ("€1.59", "€159999999999999999999", "line 3: .* is too much"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in STARS
    with pytest.raises(soko.HistoryError, match=message):
        history.from_text(STARS.replace(old, new))


def test_a_text_that_is_cut_off_is_refused() -> None:
    """Wherever: after each line of the hand itself."""
    lines = STARS.splitlines()
    for count in range(1, lines.index("*** SUMMARY ***")):
        with pytest.raises(soko.HistoryError):
            history.from_text("\n".join(lines[:count]))
    river = lines.index("*** RIVER ***")
    with pytest.raises(soko.HistoryError, match=f"line {river}: the history ends before the hand"):
        history.from_text("\n".join(lines[:river]))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", soko.HistoryError, "line 1: the text is empty: no history begins here"),
        ("\n\nhello", soko.HistoryError, "line 3: 'hello': no history begins here"),
        ("PokerStars Hand #1: hold'em", soko.HistoryError, "line 1"),
        ("Soko hand #1, table 'x'", soko.HistoryError, "line 1: the end: 'Game: ...' is needed"),
        ("Soko hand #1, table 'x'\nGame: x\nRules: {" + "[" * 3000, soko.HistoryError, "line 3"),
        ("Soko hand #1, table 'x'\nGame: x\nRules: {\"a\": " + "[" * 3000 + "]" * 1 + "}", soko.HistoryError, "line 3"),
        ("x" * 5000, soko.HistoryError, "line 1: 5,000 characters"),
        (" " * 5_000_000, soko.ArgumentError, "5,000,000 characters"),
        (b"PokerStars", TypeError, "not bytes"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_what_is_no_history_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        history.from_text(text)
    assert message in str(raised.value)


@pytest.mark.parametrize("seed", range(150))
def test_damaged_texts_are_read_or_refused(seed: int) -> None:
    """Lines that are lost, doubled, moved or changed never do anything else."""
    choice = random.Random(seed)
    hand = random_stud(seed % 12)
    texts = [STARS, TILT, history.phh(hand), *(history.text(hand, style=style) for style in history.FORMATS[:3])]
    text = choice.choice(texts)
    lines = text.split("\n")
    for _ in range(choice.randint(1, 3)):
        place, other = choice.randrange(len(lines)), choice.randrange(len(lines))
        change = choice.randrange(5)
        if change == 0:
            del lines[place]
        elif change == 1:
            lines.insert(other, lines[place])
        elif change == 2:
            lines[place], lines[other] = lines[other], lines[place]
        elif lines[place]:
            at = choice.randrange(len(lines[place]))
            new = choice.choice(["", "9", "9999999999999999999999", "As", "[", ")", "\u0663", "\x00", ": ", "?"])
            lines[place] = lines[place][:at] + new + lines[place][at + 1 :]
    damaged = "\n".join(lines)
    for read in (history.from_text, history.from_phh):
        try:
            found = read(damaged)
        except soko.SokoError:
            continue
        assert soko.Hand.from_dict(found.hand.to_dict()) == found.hand


def test_long_texts_take_no_longer_than_their_length() -> None:
    """Endless shows, streets and raises are refused at once."""
    head = history.text(soko.Hand(soko.games.soko(), [100, 100], rng=7), style="soko")
    for line in ("Player 1 shows 2c\n", "--- third street ---\n", "Player 1 raises to 9\n", "Player 2 mucks\n"):
        with pytest.raises(soko.HistoryError):
            history.from_text(head + line * 10_000)
