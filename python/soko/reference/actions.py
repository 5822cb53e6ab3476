"""The seven actions that are the same in every game (docs/table.md)."""

from .engine.hand import Hand

Move = tuple[str, int | None]

FOLD, CHECK_OR_CALL, BRING_IN, LEAST, HALF_POT, POT, MOST = range(7)
ACTIONS = 7

_PLAIN = {"fold": FOLD, "check": CHECK_OR_CALL, "call": CHECK_OR_CALL, "bring-in": BRING_IN}


def moves(hand: Hand) -> dict[int, Move]:
    """Return the legal actions of the seat to act by number, each with what ``Hand.act`` is told.

    A size is there only when it is legal and comes to more than the sizes before it. Half the pot and the pot are
    raises by that much after a call, in whole chips; they are sizes of pot limit and no limit.

    >>> from .rules import soko
    >>> moves(Hand(soko(), [100, 100], list(range(52))))
    {2: ('bring-in', 2), 3: ('complete', 4)}
    """
    legal = hand.legal_actions()
    found: dict[int, Move] = {_PLAIN[kind]: (kind, low) for kind, low, _ in legal if kind in _PLAIN}
    wagers = [(kind, low, high) for kind, low, high in legal if kind not in _PLAIN]
    if not wagers:
        return found
    kind, low, high = wagers[0][0], wagers[0][1] or 0, wagers[-1][2] or 0
    sizes = [(LEAST, low)]
    if hand.rules.limit in {"pot", "no"}:
        pot = hand.pot + hand.level - hand.bets[hand.actor or 0]
        chip = hand.rules.min_chip
        sizes += [(size, (hand.level + part) // chip * chip) for size, part in ((HALF_POT, pot // 2), (POT, pot))]
    sizes.append((MOST, high))
    most = 0
    for size, to in sizes:
        if most < to <= high:
            found[size] = (kind, to)
            most = to
    return found
