"""A live spot, and whether the call is right.

Four cards each in Soko, three players left, one card to come. We hold the ace of spades face down and show K-Q of
spades and a six. The pair of jacks bets 8 into a pot of 40, the nine calls. Two players have folded, and the cards that
they showed are dead. A call of 8 makes the pot 64, so it needs a share of one in eight.
"""

from __future__ import annotations

import soko

WE = "(As) Ks Qs 6d"
PAIR = "(?) Jh Jd 4c"  # shows a pair of jacks
NINE = "(7-T) 9c 8h 2s"  # has called all the way: a card near the nine and the eight, face down
FOLDED = "Ts 5s Kh"
POT, BET = 40, 8


def main() -> None:
    """Print the equity with and without the dead cards, and what the call is worth."""
    for dead in ("", FOLDED):
        equity = soko.equity([WE, PAIR, NINE], dead=dead)
        print(equity, end="\n\n")
    share = equity.shares[0]
    pot = POT + 3 * BET
    print(f"the call costs {BET} and wins {float(share * pot):.2f} of {pot} on average")
    print("call" if share * pot > BET else "fold")


if __name__ == "__main__":
    main()
