"""Tables of Soko odds: the share that each start wins against random hands, and how hands improve by the street.

Both are shipped as data. ``python -m soko.odds_tables --make FOLDER`` computes them again, ``--check`` compares them.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb, hypot
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from soko._checks import count, formatted, written
from soko._soko import ArgumentError
from soko.category import Category

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from soko.equities import EquityTally
    from soko.plans.plan import Plan

RANKS: Final = "AKQJT98765432"
"""The order of rows and columns of a grid."""
MOST_OPPONENTS: Final = 7
STD_ERROR: Final = 0.0005
"""The standard error of the shares against more than one opponent; against one they are exact."""
SEED: Final = 52
"""The ``rng`` that the shares were sampled with."""

# Shares are shipped with so many digits.
_DIGITS = 6
_CHECK_ERROR = 0.002
_GRID, _IMPROVE = "grid.json", "improve.json"
_MADE_BY = "python -m soko.odds_tables --make FOLDER"
_CATEGORIES = len(Category)
# Four ranks in a row, as sets of ranks 0 to 12; the ace is above the king and below the deuce.
_RUNS = (frozenset((12, 0, 1, 2)), *(frozenset(range(low, low + 4)) for low in range(10)))
_BY_NUMBERS = {
    (2,): Category.ONE_PAIR,
    (2, 2): Category.TWO_PAIR,
    (3,): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}
_FOUR_STRAIGHT_FLUSH = "four-straight flush"


class Grid(NamedTuple):
    """The shares of all starts of two cards against random hands; made by ``grid``.

    >>> from soko import odds_tables
    >>> g = odds_tables.grid(opponents=1)
    >>> g.exact, round(g.share("AKs"), 4), round(g.share("72o"), 4)
    (True, 0.6533, 0.3981)
    """

    opponents: int
    """How many random hands there are besides the start."""
    rows: tuple[tuple[float, ...], ...]
    """The shares by ``RANKS``: suited to the right of the diagonal of pairs, offsuit to the left."""

    @property
    def exact(self) -> bool:
        """Whether every runout was counted, as for one opponent."""
        return self.opponents == 1

    @property
    def std_error(self) -> float:
        """The largest standard error of a share; 0.0 when they are exact."""
        return 0.0 if self.exact else STD_ERROR

    def share(self, start: str) -> float:
        """Return the share of a start such as ``AA``, ``AKs`` (suited) or ``AKo`` (offsuit).

        ``ArgumentError`` for any other text.
        """
        row, column = place(start)
        return self.rows[row][column]

    def shares(self) -> dict[str, float]:
        """Return the share of each of the 169 starts by its name."""
        return {start: self.share(start) for start, _ in starts()}

    def to_numpy(self) -> NDArray[np.float64]:
        """Return the shares as a float64 array (13, 13), in the order of ``rows``."""
        import numpy as np

        return np.array(self.rows)

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)


class Improvement(NamedTuple):
    """How hands with the same kind of first cards end; made by ``improvements``.

    >>> from soko import odds_tables
    >>> pair = odds_tables.improvements(2)[0]
    >>> pair.held, pair.starts, round(pair.share(pair.made), 4), round(pair.better, 4)
    ('pair', 78, 0.6852, 0.3148)
    """

    cards: int
    """The number of first cards: 2, 3 or 4."""
    held: str
    """A description of these cards."""
    made: Category
    """Their category by themselves."""
    counts: tuple[int, ...]
    """How many runouts end with each category, by ``Category``, over all such first cards."""

    @property
    def starts(self) -> int:
        """How many different sets of first cards are of this kind."""
        return sum(self.counts) // comb(52 - self.cards, 5 - self.cards)

    @property
    def frequency(self) -> float:
        """The probability to be dealt first cards of this kind."""
        return self.starts / comb(52, self.cards)

    @property
    def better(self) -> float:
        """The probability to end with a better category than ``made``."""
        return sum(self.counts[self.made + 1 :]) / sum(self.counts)

    def share(self, category: int) -> float:
        """Return the probability to end with a category; ``ArgumentError`` for a number that is none."""
        return self.counts[count("category", category, 0, len(self.counts) - 1, ArgumentError)] / sum(self.counts)

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)


def grid(opponents: int = 1) -> Grid:
    """Return what share of the pot each start of two cards wins in Soko against 1 to 7 random hands.

    Nobody folds, so it does not matter which of the two cards is face up, nor which suits they have, only whether they
    are suited. Shares against one opponent are exact; those against more are sampled, with a standard error of 0.0005.
    The numbers are shipped with the package; nothing is dealt. ``ArgumentError`` for another number of opponents.

    >>> from soko import odds_tables
    >>> [round(odds_tables.grid(n).share("AA"), 2) for n in (1, 2, 7)]
    [0.88, 0.78, 0.46]
    """
    opponents = count("opponents", opponents, 1, MOST_OPPONENTS, ArgumentError)
    return Grid(opponents, tuple(map(tuple, _grids()[opponents - 1])))


def improvements(cards: int) -> tuple[Improvement, ...]:
    """Return how Soko hands end, by the kind of their first 2, 3 or 4 cards, exactly; the best kind first.

    Cards are *suited* when they are of one suit, and *close* when they fit into one four-straight, as Q-9 or A-4; of
    four cards, three must be. Nothing is known of other players' cards. ``ArgumentError`` for another number of cards.

    >>> from soko import odds_tables
    >>> [row.held for row in odds_tables.improvements(2)]
    ['pair', 'high, 2 suited, 2 close', 'high, 2 suited', 'high, 2 close', 'high']
    """
    if cards not in (2, 3, 4):
        msg = f"cards {cards}: 2, 3 or 4 is allowed"
        raise ArgumentError(msg)
    rows = _improvements()[str(cards)]
    return tuple(Improvement(cards, held, Category[made], tuple(counts)) for held, made, counts in rows)


def starts() -> Iterator[tuple[str, str]]:
    """Yield the names of the 169 starts, each with two cards that make it, in the order of a grid, row by row.

    >>> from soko import odds_tables
    >>> list(odds_tables.starts())[:3], list(odds_tables.starts())[13]
    ([('AA', 'As Ad'), ('AKs', 'As Ks'), ('AQs', 'As Qs')], ('AKo', 'As Kd'))
    """
    for row, first in enumerate(RANKS):
        for column, second in enumerate(RANKS):
            if row < column:
                yield f"{first}{second}s", f"{first}s {second}s"
            elif row > column:
                yield f"{second}{first}o", f"{second}s {first}d"
            else:
                yield first * 2, f"{first}s {first}d"


def place(start: str) -> tuple[int, int]:
    """Return the row and the column of a start in a grid; ``ArgumentError`` for an unknown start.

    >>> from soko import odds_tables
    >>> odds_tables.place("AKs"), odds_tables.place("AKo"), odds_tables.place("22")
    ((0, 1), (1, 0), (12, 12))
    """
    if not isinstance(start, str):
        msg = f"start {written(start)}: a text such as 'AKs' is needed, not {type(start).__name__}"
        raise TypeError(msg)
    suffix = start[2:]
    high, low = sorted(RANKS.find(rank) for rank in start[:2].upper().ljust(2))
    if high < 0 or (suffix not in {"s", "o"} if high != low else suffix):
        msg = f"start {start!r}: a start such as AA, AKs or AKo is needed"
        raise ArgumentError(msg)
    return (low, high) if suffix == "o" else (high, low)


def sample(start: str, opponents: int, std_error: float, rng: int = SEED, threads: int | None = 1) -> float:
    """Return the share of a start against random hands, computed again: exactly against one, else by sampling.

    Parameters
    ----------
    start
        A start such as ``AA``, ``AKs`` or ``AKo``.
    opponents
        How many random hands, 1 to 7.
    std_error
        The standard error to reach against more than one.
    rng
        A seed; each start and number of opponents has its own stream made from it.
    threads
        How many threads count, ``None`` for all cores.

    Returns
    -------
    float
        The share of the pot, 0 to 1.

    Raises
    ------
    ArgumentError
        ``start`` is not a start.
    PlanError, SeatError
        As from ``soko.equity``.

    Examples
    --------
    >>> from soko import odds_tables
    >>> abs(odds_tables.sample("AA", 7, std_error=0.005) - odds_tables.grid(7).share("AA")) < 0.025
    True
    """
    from soko.equities import equity

    hands, chance = _question(start, opponents, rng)
    if opponents == 1:
        return float(equity(hands, exact=True, threads=threads).shares[0])
    return float(equity(hands, std_error=std_error, rng=chance, threads=threads).shares[0])


def plans(opponents: int, n: int, rng: int = SEED) -> dict[str, Plan[EquityTally]]:
    """Return for each start the plan to sample its share against random hands, for grids finer than the shipped ones.

    Plans run on clusters, in shards and from checkpoints (docs/clusters.md).

    Parameters
    ----------
    opponents
        How many random hands, 1 to 7.
    n
        How many deals for each start.
    rng
        A seed; each start has its own stream made from it.

    Returns
    -------
    dict of str to Plan
        169 plans by the names of the starts; their tallies are ``EquityTally``.

    Raises
    ------
    PlanError
        ``n`` is outside its range.
    SeatError
        There are too many opponents.

    Examples
    --------
    >>> from soko import odds_tables
    >>> plan = odds_tables.plans(opponents=3, n=50_000)["AA"]
    >>> abs(float(plan.run().equity.shares[0]) - odds_tables.grid(3).share("AA")) < 0.02
    True
    """
    from soko.plans.plan import equity_plan

    questions = {start: _question(start, opponents, rng) for start, _ in starts()}
    return {start: equity_plan(hands, n=n, rng=chance) for start, (hands, chance) in questions.items()}


def _question(start: str, opponents: int, rng: int) -> tuple[list[str], list[int]]:
    """Return the hands of a start and its opponents, and the ``rng`` of this cell of the grid."""
    row, column = place(start)
    index = row * len(RANKS) + column
    down, up = list(starts())[index][1].split()
    # Errors that are independent of one another average out over the grid.
    return [f"({down}) {up}", *["?"] * opponents], [rng, opponents, index]


def count_improvements(cards: int) -> tuple[Improvement, ...]:
    """Compute what ``improvements`` returns, from all 2,598,960 hands and every choice of their first cards."""
    import numpy as np

    from soko import _odds
    from soko.ranking import categories, evaluate_many

    hands = _odds._all_hands()  # noqa: SLF001 - of this package
    ends = categories(evaluate_many(hands)).astype(np.int64)
    kinds, kind_of = _kinds(cards)
    # Where a start stands in _kinds: its cards are in order, and starts are counted by their highest card first.
    place = np.array([[comb(card, i + 1) for card in range(52)] for i in range(cards)])
    counts = np.zeros(len(kinds) * _CATEGORIES, np.int64)
    for chosen in combinations(range(5), cards):
        index = sum((place[i][hands[:, column]] for i, column in enumerate(chosen)), np.zeros(len(hands), np.int64))
        counts += np.bincount(kind_of[index] * _CATEGORIES + ends, minlength=len(counts))
    rows = [
        Improvement(cards, held, made, tuple(row))
        for (made, held), row in zip(kinds, counts.reshape(-1, _CATEGORIES).tolist(), strict=True)
    ]
    return tuple(sorted(rows, key=_order))


def check_grid(
    opponents: Iterable[int] = range(1, MOST_OPPONENTS + 1),
    *,
    every: int = 1,
    std_error: float = _CHECK_ERROR,
    rng: int = SEED + 1,
    threads: int | None = 1,
) -> list[str]:
    """Compute shares of grids again, and return a line for each that does not agree.

    Exact shares must be the same to the last digit. The others are sampled with another ``rng`` and a larger error, and
    may differ by 5 standard errors of the difference.

    Parameters
    ----------
    opponents
        The grids to check, by their numbers of opponents.
    every
        Check one start in so many; of exact shares one in ten at most.
    std_error
        The standard error to reach where shares are sampled.
    rng, threads
        As in ``sample``.

    Returns
    -------
    list of str
        What does not agree; empty if all does.

    Raises
    ------
    ArgumentError
        There is no grid for a number of opponents.
    PlanError
        ``std_error`` is not above 0.

    Examples
    --------
    >>> from soko import odds_tables
    >>> odds_tables.check_grid([2, 7], every=60)
    []
    """
    wrong = []
    for number in opponents:
        of_grid = grid(number)
        names = [start for start, _ in starts()]
        # Exact shares take a quarter of a second each.
        for start in names[:: max(every, 10) if of_grid.exact else every]:
            known, found = of_grid.share(start), sample(start, number, std_error, rng, threads)
            allowed = 10.0**-_DIGITS if of_grid.exact else 5 * hypot(STD_ERROR, std_error)
            if abs(known - found) > allowed:
                wrong.append(f"{start} against {number}: {known:.6f} shipped, {found:.6f} found")
    return wrong


def check_improvements() -> list[str]:
    """Compute all chances to improve again, and return a line for each that differs."""
    wrong = []
    for cards in (2, 3, 4):
        known, counted = ({row.held: row for row in rows} for rows in (improvements(cards), count_improvements(cards)))
        names = sorted(known.keys() | counted.keys())
        wrong += [f"{cards} cards, {held}" for held in names if known.get(held) != counted.get(held)]
    return wrong


def describe(held: Sequence[int]) -> tuple[Category, str]:
    """Return the category of two to four card indices by themselves, and a description of them.

    >>> import soko
    >>> from soko import odds_tables
    >>> odds_tables.describe([int(card) for card in soko.cards("As 4s 3s")])[1]
    'high, 3 suited, 3 close'
    """
    ranks, suits = [card // 4 for card in held], [card % 4 for card in held]
    by_rank = tuple(n for n in map(ranks.count, set(ranks)) if n > 1)
    suited, different = max(map(suits.count, suits)), frozenset(ranks)
    close = max(len(different & run) for run in _RUNS)
    if suited == 4:
        return Category.FOUR_FLUSH, _FOUR_STRAIGHT_FLUSH if close == 4 else str(Category.FOUR_FLUSH)
    made = Category.FOUR_STRAIGHT if close == 4 else _BY_NUMBERS.get(by_rank, Category.HIGH_CARD)
    words = [{Category.HIGH_CARD: "high", Category.ONE_PAIR: "pair"}.get(made, str(made))]
    needed = min(len(held), 3)
    if suited == needed:
        words.append(f"{needed} suited")
    if close == needed:
        words.append(f"{needed} close")
    return made, ", ".join(words)


def _kinds(cards: int) -> tuple[list[tuple[Category, str]], NDArray[np.int64]]:
    """Return what so many cards can be, and which of it all starts are, counted by their highest card first."""
    import numpy as np

    kinds: dict[tuple[Category, str], int] = {}
    indices = [
        kinds.setdefault(describe(start), len(kinds))
        for start in sorted(combinations(range(52), cards), key=lambda start: start[::-1])
    ]
    return list(kinds), np.array(indices)


def _order(row: Improvement) -> tuple[int, bool, int, str]:
    # By what is made, then by how much else there is, suits before straights.
    return -row.made, row.held != _FOUR_STRAIGHT_FLUSH, -row.held.count(","), row.held.replace("close", "zz")


def _read_grids() -> list[list[list[float]]]:
    grids: list[list[list[float]]] = json.loads(_shipped(_GRID))["shares"]
    return grids


_grids = cache(_read_grids)


def _read_improvements() -> dict[str, list[tuple[str, str, list[int]]]]:
    by_cards: dict[str, list[tuple[str, str, list[int]]]] = json.loads(_shipped(_IMPROVE))["cards"]
    return by_cards


_improvements = cache(_read_improvements)


def _shipped(name: str) -> str:
    return files("soko").joinpath("data", name).read_text(encoding="utf-8")


def _make(folder: Path, threads: int | None) -> None:
    """Compute everything and write it as it is shipped."""
    shares = []
    for opponents in range(1, MOST_OPPONENTS + 1):
        found = [round(sample(start, opponents, STD_ERROR, threads=threads), _DIGITS) for start, _ in starts()]
        shares.append([found[i : i + len(RANKS)] for i in range(0, len(found), len(RANKS))])
        print(f"{len(found)} starts against {opponents}", flush=True)
    lines = ",\n".join(json.dumps(row) for rows in shares for row in rows).split("\n")
    grids = ",\n".join(
        "[\n" + "\n".join(lines[i : i + len(RANKS)]).rstrip(",") + "\n]" for i in range(0, len(lines), len(RANKS))
    )
    facts = {"game": "soko", "std_error": STD_ERROR, "rng": SEED, "ranks": RANKS, "made_by": _MADE_BY}
    _write(folder / _GRID, f'{json.dumps(facts)[:-1]}, "shares": [{grids}]}}')
    parts = []
    for cards in (2, 3, 4):
        rows = [json.dumps((row.held, row.made.name, row.counts)) for row in count_improvements(cards)]
        parts.append(f'"{cards}": [\n' + ",\n".join(rows) + "\n]")
    facts = {"game": "soko", "categories": [category.name for category in Category], "made_by": _MADE_BY}
    _write(folder / _IMPROVE, f'{json.dumps(facts)[:-1]}, "cards": {{{", ".join(parts)}}}}}')


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    print(f"wrote {path}", flush=True)


def _main() -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m soko.odds_tables", description="The shipped tables of odds.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--make", metavar="FOLDER", type=Path, help="compute all (a minute) and write it there")
    action.add_argument("--check", action="store_true", help="count again and compare; status 1 on a difference")
    parser.add_argument("--threads", type=int, help="how many threads; all cores by default")
    args = parser.parse_args()
    if args.make:
        _make(args.make, args.threads)
        return 0
    wrong = [*check_grid(threads=args.threads), *check_improvements()]
    print("\n".join(wrong) or "all agrees")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(_main())
