"""How the verbs show what was counted over many deals."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from soko import _odds
from soko.cli._common import RANKS, counted
from soko.cli._sentences import say
from soko.cli._table import print_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from soko import Category, Tally


class _Row(NamedTuple):
    """One category over all seats."""

    category: Category
    seen: int
    share: float
    exact: float | None
    z: float | None


def print_tally(tally: Tally, note: str = "", last_line: str = "") -> None:
    """Print the game, the categories with their exact shares where these are known, and what each seat won.

    ``note`` ends the line that says how much was counted.
    """
    say(f"{tally.rules}\n{tally.players} players, {counted(tally.n, 'deal')}{note}")
    known, dead = _given(tally)
    for name, words in (("known", ", ".join(known)), ("dead", " ".join(dead)), ("incomplete", tally.gap)):
        if words:
            say(f"{name}: {words}")
    if tally.n:
        print()
        _print_categories(tally)
        print()
        _print_seats(tally, is_fair=not known and tally.rules.wild == "none")
    lines = [*_rest(tally), *([last_line] if last_line else [])]
    if lines:
        print("", *lines, sep="\n")


def tally_fields(tally: Tally) -> dict[str, object]:
    """Return a tally as the verbs write it in JSON."""
    known, dead = _given(tally)
    wild_ranks = dict(zip((*RANKS, "none"), tally.wild_ranks.tolist(), strict=True))
    return {
        "rules": tally.rules.to_dict(),
        "players": tally.players,
        "deals": tally.n,
        "known": known,
        "dead": dead,
        "plan": tally.plan_id,
        "missing": tally.missing,
        "categories": [row._asdict() | {"category": row.category.name.lower()} for row in _category_rows(tally)],
        "seats": list(_seats(tally)),
        "wild_ranks": wild_ranks if tally.rules.wild != "none" else None,
        "no_low_spade": tally.no_low_spade if tally.rules.low_chicago else None,
    }


def _rest(tally: Tally) -> Iterator[str]:
    """Yield lines about what is counted in some games only."""
    if tally.n and tally.rules.wild != "none":
        without = tally.wild_ranks.tolist()[-1]
        yield f"a rank wild at showdown in {100 * (1 - without / tally.n):.6f}% of deals"
    if tally.n and tally.rules.low_chicago:
        yield f"no spade face down in {100 * tally.no_low_spade / tally.n:.6f}% of deals"


def _given(tally: Tally) -> tuple[list[str], list[str]]:
    """Return the known cards by seat, and the dead ones."""
    deals = tally.question
    known = [" ".join("?" if card is None else str(card) for card in seat) for seat in deals.known]
    return known, [str(card) for card in deals.dead]


def _exact_shares(tally: Tally) -> tuple[float, ...] | None:
    """Return the exact share of each category in hands of the game, ``None`` where it is not built in."""
    from soko._soko import cards_per_hand

    deals, rules = tally.question, tally.rules
    if deals.known or deals.dead or rules.wild != "none":
        return None
    return _odds.shares(rules.ranking, cards_per_hand(rules, tally.players), ace_low=rules.ace_low_four_straight)


def _category_rows(tally: Tally) -> Iterator[_Row]:
    """Yield the categories of the game, best first."""
    from soko import Category

    exact_shares = _exact_shares(tally)
    seen = tally.categories.sum(axis=0).tolist()
    places = _odds.places(tally.rules.ranking)
    hands = sum(seen)
    for category in reversed(Category):
        if not places[category]:
            continue
        share = seen[category] / hands if hands else 0.0
        exact = z = None
        if exact_shares:
            exact = exact_shares[category]
            z = (share - exact) / sqrt(exact * (1 - exact) / hands) if hands else None
        yield _Row(category, seen[category], share, exact, z)


def _print_categories(tally: Tally) -> None:
    rows = []
    for row in _category_rows(tally):
        cells = [str(row.category), f"{row.seen:,}", f"{100 * row.share:.6f}"]
        if row.exact is not None and row.z is not None:
            cells += [f"{100 * row.exact:.6f}", f"{row.z:+.2f}"]
        rows.append(cells)
    header = ["category", "seen", "share %", "exact %", "z"]
    print_table(header[: len(rows[0])], rows)


def _print_seats(tally: Tally, *, is_fair: bool) -> None:
    """Print what each seat won. Seats differ where cards are known, and where up cards make others wild."""
    seats = zip(tally.wins.tolist(), tally.ties.tolist(), tally.shares, tally.std_error, _lows(tally), strict=True)
    head, rows = ["seat", "wins", "ties", "share %", "error %"], []
    for seat, (wins, ties, share, error, low) in enumerate(seats):
        whole, *halves = (
            f"{100 * float(part / tally.n):.6f}" for part in (share, *(() if low is None else (share - low, low)))
        )
        rows.append([str(seat), f"{wins:,}", f"{ties:,}", whole, f"{100 * error:.6f}", *halves])
    halved = len(rows[0]) > len(head)
    if is_fair:
        rows.append(["each", "", "", f"{100 / tally.players:.6f}", "", *([""] * 2 if halved else [])])
    print_table([*head, *(["high %", "low %"] if halved else [])], rows)


def _lows(tally: Tally) -> Sequence[Fraction | None]:
    """Return the low halves that each seat won; ``None`` in games without, and where a file does not have them."""
    from soko.tally import halves_are_told

    return tally.low_shares if halves_are_told(tally.rules, tally.counts) else [None] * tally.players


def _seats(tally: Tally) -> Iterator[dict[str, object]]:
    wins_and_ties = tally.wins.tolist(), tally.ties.tolist()
    columns = zip(*wins_and_ties, tally.shares, tally.std_error, tally.categories.tolist(), _lows(tally), strict=True)
    for seat, (wins, ties, share, error, categories, low) in enumerate(columns):
        yield {
            "seat": seat,
            "wins": wins,
            "ties": ties,
            "share": float(share / tally.n) if tally.n else None,
            "std_error": error if tally.n else None,
            "pots": [share.numerator, share.denominator],
            "categories": categories,
            "high_pots": None if low is None else [(share - low).numerator, (share - low).denominator],
            "low_pots": None if low is None else [low.numerator, low.denominator],
        }
