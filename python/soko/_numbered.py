"""A hand in numbers, as tables have it (docs/table.md): the seven actions, and what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from soko._soko import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from soko._soko import Card, Hand

_NUMBERS: Final = {"fold": 0, "check": 1, "call": 1, "bring-in": 2}
_LEAST: Final = 3
_RANKS: Final = "23456789TJQKA"


def numbered_moves(hand: Hand) -> dict[int, tuple[str, int | None]]:
    """Return the legal ones of the seven actions by number, each with what ``Hand.act`` takes.

    >>> import soko
    >>> numbered_moves(soko.Hand(soko.games.soko(), [100, 100], rng=7))
    {2: ('bring-in', 2), 3: ('complete', 4)}
    """
    moves: dict[int, tuple[str, int | None]] = {}
    wagers: list[tuple[str, int, int]] = []
    for action in hand.legal_actions():
        if action.kind in _NUMBERS:
            moves[_NUMBERS[action.kind]] = (action.kind, action.low)
        else:
            wagers.append((action.kind, action.low or 0, action.high or 0))
    if wagers:
        (kind, low, _), (_, _, high) = wagers[0], wagers[-1]
        below = 0
        for size, to in enumerate((low, *_pot_sizes(hand), high), _LEAST):
            if below < to <= high:
                moves[size], below = (kind, to), to
    return moves


def act_numbered(hand: Hand, number: int) -> None:
    """Do one of the seven actions; ``IllegalAction`` for one that is not legal, which leaves the hand as it was."""
    moves = numbered_moves(hand)
    if number not in moves:
        legal = ", ".join(map(str, sorted(moves))) or "none"
        msg = f"action {number!r} of seat {hand.actor}: legal are {legal}"
        raise IllegalAction(msg)
    hand.act(*moves[number])


def _pot_sizes(hand: Hand) -> tuple[int, int]:
    """Return the totals of half the pot and the pot, which are sizes of pot limit and no limit alone."""
    if hand.rules.limit in {"fixed", "spread"}:
        return 0, 0
    owed, chip = hand.to_call or 0, hand.rules.min_chip
    level, pot = hand.bets[hand.actor or 0] + owed, hand.pot + owed
    return (level + pot // 2) // chip * chip, (level + pot) // chip * chip


def observed_row(hand: Hand, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, laid out as ``Table.observation_layout`` says, with the seats counted from it.

    >>> import soko
    >>> observed_row(soko.Hand(soko.games.soko(), [100, 100], rng=7), 0)[:10].astype(int)
    array([42,  0, -1, -1, -1, -1, 24, -1, -1, -1])
    """
    rules, players = hand.rules, hand.players
    seats = [(seat + i) % players for i in range(players)]
    row: list[int] = []
    for other in seats:
        down, up = (iter(_indices(cards)) for cards in (hand.hole_cards(other), hand.up_cards(other)))
        for face in "".join(rules.deal):
            card = next(down if face == "d" else up, -1)
            row.append(-1 if face == "d" and other != seat else card)
    wild = hand.wild_rank
    row += [*_indices(hand.community), *[-1] * (1 - len(hand.community)), -1 if wild is None else _RANKS.index(wild)]
    row += [_next_is_wild(hand), hand.street, (hand.dealer - seat) % players, hand.pot, hand.to_call or 0]
    row += [other in hand.live for other in seats]
    row += [chips[other] for chips in (hand.stacks, hand.bets) for other in seats]
    return np.array(row, np.float32)


def _indices(cards: Iterable[Card | None]) -> list[int]:
    return [-1 if card is None else int(card) for card in cards]


def _next_is_wild(hand: Hand) -> bool:
    """Return whether the round ended with a queen that is followed on the next (rules 8.2)."""
    if not hand.rules.carry_over:
        return False
    dealt = (event for event in reversed(hand.events) if event.kind == "community" or event.face == "up")
    card = next((event.card for event in dealt), None)
    return card is not None and card.rank == "Q"
