"""A game in words for a player, and what differs between two games."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from soko._checks import game_rules
from soko._soko import field_meanings

if TYPE_CHECKING:
    from soko._soko import Rules

_HANDS: Final = {
    "soko": (
        "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind,",
        "two pair, four-flush, four-straight, one pair, high card.",
    ),
    "standard": (
        "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind,",
        "two pair, one pair, high card.",
    ),
    "wild": (
        "five of a kind, royal flush, straight flush, four of a kind, full house, flush, straight,",
        "three of a kind, two pair, one pair, high card.",
    ),
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def describe(rules: "Rules") -> str:
    """Return a description of the game for players: deal, forced bets, betting, hands, the end.

    It has a few lines under each heading, for a terminal 100 characters wide, and no line feed at the end.

    >>> from soko import games
    >>> print(games.describe(games.five_card_stud()).splitlines()[0])
    five_card_stud, for 2 to 10 players
    """
    rules = game_rules(rules)
    players = (
        f"{rules.min_players} to {rules.max_players}"
        if rules.min_players < rules.max_players
        else f"{rules.max_players}"
    )
    lines = [f"{rules.name}, for {players} players"]
    parts = {
        "Deal": _deal(rules),
        "Forced bets": _forced_bets(rules),
        "First to act": _first_to_act(rules),
        "Betting": _betting(rules),
        "Hands": _hands(rules),
        "The end": _end(rules),
    }
    for title, sentences in parts.items():
        lines += ["", title, *(f"  {sentence}" for sentence in sentences)]
    return "\n".join(lines)


def _deal(rules: "Rules") -> Iterator[str]:
    """Give the deal, street by street."""
    if rules.deck < 52:
        yield f"A short deck of {rules.deck} cards, {_lowest(rules)} to ace; hands rank as with 52."
    for street, pattern in enumerate(rules.deal):
        faces = {"face down": pattern.count("d"), "face up": pattern.count("u")}
        cards = " and ".join(f"{_cards(count)} {face}" for face, count in faces.items() if count)
        yield f"{rules.street_name(street).capitalize()}: {cards}, then betting."
    if rules.burn:
        yield "A card is burnt before every round after the first."
    burnt = len(rules.deal) - 1 if rules.burn else 0
    if rules.max_players * len("".join(rules.deal)) + burnt > rules.deck:
        yield "When the deck is too short for the last round, a single community card is dealt face up."


def _forced_bets(rules: "Rules") -> Iterator[str]:
    """Give the ante, and who brings in."""
    yield f"Everyone antes {rules.ante}." if rules.ante else "There is no ante."
    if rules.min_chip > 1:
        yield f"Every amount is a multiple of {rules.min_chip}."
    if rules.bring_in_card == "none":
        yield "There is no bring-in."
        return
    yield f"The {rules.bring_in_card} door card brings in {rules.bring_in}."
    ace = rules.bring_in_ace
    if rules.bring_in_tie == "position":
        yield f"The ace is {ace}; of equal ranks, that of the first seat clockwise from the dealer."
    elif rules.bring_in_card == "highest":
        yield f"The ace is {ace}; of equal ranks, the first in the order spades, hearts, diamonds, clubs."
    else:
        yield f"The ace is {ace}; of equal ranks, the first in the order clubs, diamonds, hearts, spades."
    more = {
        "fixed": f"complete to {rules.small_bet} at once",
        "pot": "open for more, up to the pot",
        "no": "open for more",
        "spread": f"open for more, up to {rules.max_bet}",
    }[rules.limit]
    if rules.limit != "fixed" or rules.bring_in < rules.small_bet:
        yield f"Its player may instead {more}, but may not check or fold."
    yield (
        "When everyone just calls the bring-in, its player may still raise."
        if rules.bring_in_option
        else "When everyone just calls the bring-in, the round is over."
    )


def _first_to_act(rules: "Rules") -> Iterator[str]:
    """Give who acts first where nobody brings in."""
    rounds = "every round" if rules.bring_in_card == "none" else "later rounds"
    yield f"The {rules.opener} showing hand acts first on {rounds}, among those who can still bet."
    if rules.showing_ranking == "soko":
        yield "Four face-up cards may show a four-flush or a four-straight, which beat a pair there too."
    if rules.wild != "none":
        yield "Wild cards count in showing hands."
    ties = "the first seat clockwise from the dealer"
    yield f"Equal showing hands: {ties if rules.showing_tie == 'position' else 'by the suit of the highest card'}."


def _betting(rules: "Rules") -> Iterator[str]:
    """Give the betting structure with its amounts."""
    small, big = rules.small_bet, rules.big_bet
    match rules.limit:
        case "fixed":
            yield f"Fixed limit: every bet and raise is {_by_street(rules, f'{small}', f'{big}')}."
        case "pot":
            yield f"Pot limit: a bet is at least {_by_street(rules, f'{small}', f'{big}')}, and at most the pot."
            yield "A raise is at least as much as the one before, and at most the pot after the call."
        case "no":
            yield f"No limit: a bet is at least {_by_street(rules, f'{small}', f'{big}')}, and at most the whole stack."
            yield "A raise is at least as much as the one before."
        case "spread":
            yield f"Spread limit: a bet or a raise is {_by_street(rules, _span(rules, 1), _span(rules, 2))}."
            yield "A raise is at least as much as the one before."
    if rules.limit in {"fixed", "spread"}:
        wagers = f"At most {_counted(rules.cap, 'wager')} a round"
        yield f"{wagers}, with two players too." if rules.cap_heads_up else f"{wagers}; no such cap with two players."
        if rules.bring_in >= rules.small_bet:
            yield "The bring-in is as large as the bet and counts as the first wager."
        elif rules.bring_in:
            yield "The bring-in does not count as a wager."
    if rules.open_pair != "none":
        word = "While" if rules.open_pair == "double" else "When"
        yield f"{word} a live player shows a pair of two face-up cards, {open_pair_bets(rules)}."
    yield "A player may fold when checking is free." if rules.open_fold else "Nobody may fold when checking is free."


def open_pair_bets(rules: "Rules") -> str:
    """Return what an open pair does to the bets of its street (rules 3), as a part of a sentence."""
    if rules.open_pair == "option":
        return f"a bet may be {rules.big_bet} instead"
    amount = _span(rules, 2) if rules.limit == "spread" else f"{rules.big_bet}"
    least = "at least " if rules.limit in {"pot", "no"} else ""
    return f"bets are {least}{amount} for everyone"


def _hands(rules: "Rules") -> Iterator[str]:
    """Give the order of hands, wild cards included."""
    count = len("".join(rules.deal))
    yield "The best hand wins" + (":" if count == 5 else f", the best five of {_NUMBERS[count]} cards:")
    yield from _HANDS[rules.ranking]
    if rules.ranking == "soko":
        low = "A-2-3-4 is the lowest four-straight" if rules.ace_low_four_straight else "A-2-3-4 is not a four-straight"
        yield "A four-flush is four cards of one suit, a four-straight is four ranks in a row;"
        yield f"{low}."
    if rules.wild == "none":
        return
    yield "When a queen comes face up, the rank of the next face-up card is wild: all four cards of it,"
    yield "for everyone, until another queen is followed. A new queen ends the old wild rank."
    yield (
        "A queen that is the last face-up card of a street is followed by the first of the next."
        if rules.carry_over
        else "A queen that is the last face-up card of a street leaves no rank wild."
    )
    yield "Queens are wild too." if rules.queens_wild else "Queens themselves are not wild."


def _end(rules: "Rules") -> Iterator[str]:
    """Give how pots are shared."""
    if rules.low_chicago:
        order = "the ace is the lowest" if rules.ace == "low" else "the ace is the highest"
        yield f"Low Chicago: half of each pot goes to the lowest spade dealt face down; {order}."
        yield "Without one the best hand takes the whole pot. It also gets the odd chip of the halving."
    yield "The last to bet or raise on the last street shows first, else the first seat from the dealer."
    if rules.reveal == "all":
        yield "All live hands are shown."
    else:
        yield "A hand that is beaten by one already shown is mucked, unless somebody is all-in."
    order = {
        "position": "clockwise from the dealer",
        "nearest": "the nearest to the dealer first",
        "suit": "by the suits of their highest cards",
    }[rules.odd_chip]
    yield f"Equal hands split a pot; winners get odd chips one each, {order}."


def _by_street(rules: "Rules", small: str, big: str) -> str:
    """Return what holds with the small bet and with the big one, each with its streets."""
    streets = {bet: [i for i, used in enumerate(rules.bets) if used == bet] for bet in ("small", "big")}
    if small == big or not streets["big"]:
        return small
    if not streets["small"]:
        return big
    first_big = streets["big"][0]
    if streets["small"][-1] < first_big:
        return f"{small}, and {big} from {rules.street_name(first_big)} on"
    return f"{small} on {_streets(rules, streets['small'])}, {big} on {_streets(rules, streets['big'])}"


def _streets(rules: "Rules", streets: Sequence[int]) -> str:
    """Return streets by their names, as ``fifth, sixth and seventh street``."""
    ordinals = [rules.street_name(street).partition(" ")[0] for street in streets]
    return f"{' and '.join(filter(None, [', '.join(ordinals[:-1]), ordinals[-1]]))} street"


def _span(rules: "Rules", times: int) -> str:
    """Return the least and the most of spread limit, so many times."""
    most = rules.small_bet if rules.max_bet is None else rules.max_bet
    return f"{times * rules.small_bet} to {times * most}"


def _lowest(rules: "Rules") -> str:
    """Return the lowest rank of a short deck."""
    return {20: "ten", 24: "nine", 28: "eight", 32: "seven"}[rules.deck]


def _cards(count: int) -> str:
    """Return so many cards in words."""
    return f"{_NUMBERS[count]} {'card' if count == 1 else 'cards'}"


def _counted(count: int, what: str) -> str:
    """Return a count and what is counted."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def diff(a: "Rules", b: "Rules") -> list[tuple[str, object, object]]:
    """Return the fields that differ, in the order of ``Rules.to_dict``, each with its two values.

    >>> from soko import games
    >>> games.diff(games.soko(), games.soko(cap=3))
    [('cap', 4, 3)]
    """
    a, b = game_rules(a), game_rules(b)
    one, other = a.to_dict(), b.to_dict()
    # Only short decks are in records.
    fields = max(one, other, key=len)
    values = ((field, one.get(field, a.deck), other.get(field, b.deck)) for field in fields)
    return [(field, of_one, of_other) for field, of_one, of_other in values if of_one != of_other]


def describe_diff(a: "Rules", b: "Rules") -> str:
    """Return the differences between two games as a table: each field, its two values and its meaning.

    The names of the games are the heading.

    >>> from soko import games
    >>> print(games.describe_diff(games.soko(), games.soko(cap=3)))
         soko  soko
    cap  4     3     most wagers a round in fixed and spread limit
    """
    a, b = game_rules(a), game_rules(b)
    rows = diff_rows(a, b)
    if not rows:
        return f"{a.name} and {b.name} are the same game."
    table = [("", a.name, b.name, ""), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    return "\n".join(
        "  ".join([*(row[column].ljust(width) for column, width in enumerate(widths)), row[3]]).rstrip()
        for row in table
    )


def diff_rows(a: "Rules", b: "Rules") -> list[tuple[str, str, str, str]]:
    """Return each field in which two games differ, its two values and its meaning."""
    meanings = field_meanings()
    return [(field, _value(one), _value(two), meanings[field]) for field, one, two in diff(a, b) if field != "name"]


def _value(value: object) -> str:
    """Return a field's value as a table shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "-" if value is None else str(value).replace("_", " ")
