"""The table of odds: every hand of five cards, evaluated and counted.

How often does each category come in Soko, and what do its two own categories take from the usual ones?
"""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np

import soko


def main() -> None:
    """Count all hands in both rankings and print them side by side."""
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8)
    hands = cards.reshape(-1, 5)
    counts = {}
    for ranking in ("soko", "standard"):
        strengths = soko.evaluate_many(hands, ranking)
        counts[ranking] = np.bincount(soko.categories(strengths, ranking), minlength=len(soko.Category))
    print(f"{len(hands):,} hands of five cards")
    print(f"{'':16}{'Soko':>11}{'one in':>11}{'usual':>12}")
    for category in reversed(soko.Category):
        own, usual = (int(counts[ranking][category]) for ranking in ("soko", "standard"))
        if own:
            print(f"{category!s:16}{own:11,}{len(hands) / own:11,.1f}{usual:12,}")


if __name__ == "__main__":
    main()
