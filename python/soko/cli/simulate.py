"""Deal a game many times, nobody folding, and count who wins with what.

Shares of categories are those of all seats together. Where the exact share is known it stands beside, with the
difference in standard errors (of independent hands, which those of one deal nearly are): beyond 4 or 5 something is
wrong. The same seed gives the same counts on any machine and any number of threads.

--known gives one argument a seat, the cards in the order dealt, ? where unknown: --known "As ?" "? Kd". --dead cards
are not dealt.

JSON: rules, players, deals, seed, key (four words of 64 bits in hexadecimal), known, dead, threads, seconds,
deals_per_second, categories of all seats, each with category, seen, share, exact and std_errors (null where not known),
seats, each with seat, wins, ties, share, pots (the exact sum of its shares, as a fraction) and categories (counts by
soko.Category), wild_ranks (counts by rank, and none) and no_low_spade, null in games without.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import contextmanager
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from soko import _odds
from soko.cli._common import add_game_options, make_game, print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from soko import Category, Rules, Tally

# Fresh seeds are short enough to be typed again.
_FRESH_SEEDS = 1 << 32


class _Run(NamedTuple):
    """A simulation and how it went."""

    tally: Tally
    seed: int
    threads: int
    seconds: float
    exact: tuple[float, ...] | None

    @property
    def deals_per_second(self) -> float:
        """How many deals were counted a second."""
        return self.tally.n / self.seconds


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("--game", default="soko", help="soko (the default), canadian_stud, five_card_stud, ...")
    parser.add_argument("--players", type=int, default=6, metavar="N", help="how many are dealt in (6)")
    parser.add_argument("--deals", type=_whole_number, default=1_000_000, metavar="N", help="how many (1_000_000)")
    parser.add_argument("--seed", type=_seed, metavar="N", help="where the chance starts; shown if not given")
    parser.add_argument("--threads", type=int, metavar="N", help="all cores if not given")
    parser.add_argument("--known", nargs="+", metavar="CARDS", default=[], help="known cards, one argument a seat")
    parser.add_argument("--dead", nargs="+", metavar="CARDS", default=[], help="cards that are not dealt")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate and print what was counted."""
    done = _simulate(make_game(args.game, args), args)
    if args.json:
        print_json(_document(done, args))
    else:
        _print_categories(done)
        _print_seats(done.tally, is_fair=not (args.known or done.tally.rules.wild != "none"))
        _print_rest(done)
    return 0


def _whole_number(text: str) -> int:
    """Read ``20_000_000``, ``20,000,000`` or ``2e7``."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        pass
    try:
        number = float(text)
        if number.is_integer():
            return int(number)
    except ValueError:
        pass
    msg = f"{text!r} is no whole number"
    raise argparse.ArgumentTypeError(msg)


def _seed(text: str) -> int:
    seed = _whole_number(text)
    if seed < 0:
        msg = f"{text!r} is below 0"
        raise argparse.ArgumentTypeError(msg)
    return seed


def _simulate(rules: Rules, args: argparse.Namespace) -> _Run:
    import soko
    from soko._checks import thread_count
    from soko.rng import stream_key

    seed = _fresh_seed() if args.seed is None else args.seed
    threads = thread_count(args.threads)
    # The first use of numpy imports it, which is no part of the speed.
    stream_key(seed)
    known, dead = args.known, " ".join(args.dead)
    with _progress(args.deals, is_wanted=not args.quiet) as progress:
        started = time.perf_counter()
        tally = soko.simulate(
            rules, args.players, args.deals, rng=seed, threads=threads, known=known, dead=dead, progress=progress
        )
        seconds = time.perf_counter() - started
    return _Run(tally, seed, threads, seconds, None if args.known or args.dead else _exact_shares(rules, args.players))


def _fresh_seed() -> int:
    import secrets

    return secrets.randbelow(_FRESH_SEEDS)


@contextmanager
def _progress(deals: int, *, is_wanted: bool) -> Iterator[bool | Callable[[int, int], object]]:
    """Show a bar on a terminal, by rich if it is there, and nothing elsewhere; yields what ``simulate`` is to call."""
    from importlib.util import find_spec

    if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
        yield False
    elif find_spec("rich"):
        from soko.progress import bar

        with bar("deals", deals) as watch:
            yield lambda done, _n: watch(done)
    else:
        yield _plain_bar


def _plain_bar(done: int, n: int) -> None:
    """Draw over the line of the bar before, and wipe it out at the end."""
    filled = 30 * done // n
    text = f"[{'#' * filled}{'.' * (30 - filled)}] {100 * done // n:3}%  {done:,} of {n:,}"
    sys.stderr.write(f"\r{' ' * len(text)}\r" if done >= n else f"\r{text}")
    sys.stderr.flush()


def _exact_shares(rules: Rules, players: int) -> tuple[float, ...] | None:
    """Return the exact share of each category in hands of the game, ``None`` where it is not built in."""
    from soko._soko import cards_per_hand

    if rules.wild != "none":
        return None
    return _odds.shares(rules.ranking, cards_per_hand(rules, players), ace_low=rules.ace_low_four_straight)


class _Row(NamedTuple):
    """One category over all seats."""

    category: Category
    seen: int
    share: float
    exact: float | None
    std_errors: float | None


def _category_rows(done: _Run) -> Iterator[_Row]:
    """Yield the categories of the game, best first."""
    from soko import Category

    seen = done.tally.categories.sum(axis=0).tolist()
    places = _odds.places(done.tally.rules.ranking)
    hands = sum(seen)
    for category in reversed(Category):
        if not places[category]:
            continue
        share = seen[category] / hands
        if done.exact is None:
            yield _Row(category, seen[category], share, None, None)
        else:
            exact = done.exact[category]
            yield _Row(category, seen[category], share, exact, (share - exact) / sqrt(exact * (1 - exact) / hands))


def _print_categories(done: _Run) -> None:
    tally = done.tally
    print(f"{tally.rules}\n{tally.players} players, {tally.n:,} deals, seed {done.seed}\n")
    rows = []
    for row in _category_rows(done):
        cells = [str(row.category), f"{row.seen:,}", f"{100 * row.share:.6f}"]
        if row.exact is not None and row.std_errors is not None:
            cells += [f"{100 * row.exact:.6f}", f"{row.std_errors:+.2f}"]
        rows.append(cells)
    header = ["category", "seen", "share %", "exact %", "std errors"]
    print_table(header[: len(rows[0])], rows)


def _print_seats(tally: Tally, *, is_fair: bool) -> None:
    """Print what each seat won. Seats differ where cards are known, and where up cards make others wild."""
    print()
    seats = zip(tally.wins.tolist(), tally.ties.tolist(), _shares(tally), strict=True)
    rows = [
        (str(seat), f"{wins:,}", f"{ties:,}", f"{100 * share:.6f}") for seat, (wins, ties, share) in enumerate(seats)
    ]
    if is_fair:
        rows.append(("each", "", "", f"{100 / tally.players:.6f}"))
    print_table(("seat", "wins", "ties", "share of pots %"), rows)


def _shares(tally: Tally) -> Sequence[float]:
    return [float(share / tally.n) for share in tally.shares]


def _print_rest(done: _Run) -> None:
    tally = done.tally
    print()
    if tally.rules.wild != "none":
        without = tally.wild_ranks.tolist()[-1]
        print(f"a rank wild at showdown in {100 * (1 - without / tally.n):.6f} % of deals")
    if tally.rules.low_chicago:
        print(f"no spade face down in {100 * tally.no_low_spade / tally.n:.6f} % of deals")
    threads = f"{done.threads} thread{'' if done.threads == 1 else 's'}"
    print(f"{done.deals_per_second:,.0f} deals/s: {done.seconds:.2f} s on {threads}")


def _document(done: _Run, args: argparse.Namespace) -> dict[str, object]:
    from soko.cli._common import RANKS
    from soko.rng import stream_key

    tally = done.tally
    seats = zip(tally.wins.tolist(), tally.ties.tolist(), tally.shares, tally.categories.tolist(), strict=True)
    wild_ranks = dict(zip((*RANKS, "none"), tally.wild_ranks.tolist(), strict=True))
    return {
        "rules": tally.rules.to_dict(),
        "players": tally.players,
        "deals": tally.n,
        "seed": done.seed,
        "key": [f"{word:016x}" for word in stream_key(done.seed)],
        "known": args.known,
        "dead": args.dead,
        "threads": done.threads,
        "seconds": done.seconds,
        "deals_per_second": done.deals_per_second,
        "categories": [row._asdict() | {"category": row.category.name.lower()} for row in _category_rows(done)],
        "seats": [
            {
                "seat": seat,
                "wins": wins,
                "ties": ties,
                "share": float(share / tally.n),
                "pots": [share.numerator, share.denominator],
                "categories": counts,
            }
            for seat, (wins, ties, share, counts) in enumerate(seats)
        ],
        "wild_ranks": wild_ranks if tally.rules.wild != "none" else None,
        "no_low_spade": tally.no_low_spade if tally.rules.low_chicago else None,
    }
