"""What notebooks show of cards, hands and counts."""

import re
from html.parser import HTMLParser

import pytest

import soko
from soko import _html

VOID = {"br", "hr", "img"}


class Strict(HTMLParser):
    """A reader that keeps the text, and knows whether every tag is closed by its own."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def words(thing: object) -> list[str]:
    return Strict(thing._repr_html_()).words  # type: ignore[attr-defined]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("card", [soko.Card(index) for index in range(52)], ids=str)
def test_a_card_is_dark_on_a_light_plate_of_its_own(card: soko.Card) -> None:
    html = card._repr_html_()
    assert words(card) == [f"{card.rank}{'♣♦♥♠'[int(card) % 4]}"]
    assert f'title="{card}"' in html
    (ground,) = re.findall(r"background:(#\w{6})", html)
    (ink,) = re.findall(r";color:(#\w{6})", html)
    # WCAG asks for 4.5 of text; the ground is the card's own, so the page behind it may be light or dark.
    assert (luminance(ground) + 0.05) / (luminance(ink) + 0.05) >= 4.5


def test_suits_have_colours_of_their_own() -> None:
    assert len({colour for _, colour in _html.SUITS.values()}) == 4


def test_a_strength_shows_its_five_first() -> None:
    assert words(soko.evaluate("2c 3d As Ks Qs Js 2d")) == [
        *("A♠", "K♠", "Q♠", "J♠", "3♦", "2♣", "2♦"),
        " four-flush, A-K-Q-J, 3 kicker",
    ]
    assert words(soko.showing("9s 8s 7s 2s")) == ["9♠", "8♠", "7♠", "2♠", " four-flush"]


def test_a_hand_is_shown_as_a_spectator_sees_it() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100, 100], deck="Ks Qh 5c As Qd 8h", rng=7)
    hand.complete()
    hand.fold()
    assert hand._repr_html_() == hand.view(None)._repr_html_()
    text = "".join(words(hand))
    assert "K♠" not in text
    assert text.count("?") == 3
    assert "folded" in text
    assert "K♠" in "".join(words(hand.view(0)))
    assert "Q♥" not in "".join(words(hand.view(0)))


def test_a_hand_that_is_over_shows_what_was_won() -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    hand.complete()
    hand.fold()
    assert {"+1", "-1"} <= set(words(hand))
    assert hand.payoffs is not None
    assert sorted(hand.payoffs) == [-1, 1]


def test_tables_say_what_str_says() -> None:
    tally = soko.simulate(soko.games.soko(), 3, 10_000, rng=7)
    sampled = soko.equity(["(As) Kd", "(?) Qh"], n=10_000, rng=7)
    played = soko.playout(soko.games.soko(), 2, 100, ["call", "tight"], rng=7)
    for thing in (tally, sampled, soko.equity(["(As) Kd", "(?) Qh"]), played):
        for word in str(thing).replace(",", "").replace(":", "").split():
            assert word in "".join(words(thing)).replace(",", "").replace(":", ""), word


def test_names_of_games_are_no_html() -> None:
    rules = soko.games.soko().replace(name="<b>mine & yours</b>")
    for thing in (soko.simulate(rules, 2, 100, rng=7), soko.Hand(rules, [50, 50], rng=7)):
        assert "<b>" not in thing._repr_html_()
        assert any("<b>mine & yours</b>" in word for word in words(thing))


def test_parts_say_what_is_missing() -> None:
    part = soko.plan(soko.games.soko(), 2, 50_000, rng=7).shard(0, 2).run()
    assert any("missing" in word for word in words(part))
