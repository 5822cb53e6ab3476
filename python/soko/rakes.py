"""The rake: what the house takes from a pot."""

from __future__ import annotations

from fractions import Fraction
from numbers import Number
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from soko._checks import flag, is_flag, written
from soko._soko import Hand, SokoError

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = ["rake"]


def rake(
    hand: Hand,
    percent: float | Fraction | Decimal = 5,
    cap: SupportsIndex | None = 3,
    *,
    showdown_only: bool = True,
) -> tuple[int, ...]:
    """Return the chips that the house takes from each seat of a hand that is over, in proportion to what each won.

    The total rake is the percentage of what was won, rounded down to whole chips, and at most ``cap``. An uncalled
    wager was not won and is not raked. Each seat pays its part of the rake rounded down; the remaining chips are paid
    one each by the seats with the largest remainders, equal ones in deal order, clockwise from the dealer box. No seat
    pays more than it won, and the payments add up to the rake.

    Rake is not part of the rules: the hand and its ``payoffs`` do not change. ``Match.take_chips`` takes the chips from
    the table.

    Parameters
    ----------
    hand
        A hand that is over.
    percent
        0 to 100; a float means the decimal number that it is written as.
    cap
        The most chips in all, ``None`` for no limit.
    showdown_only
        Whether a pot that was won without a showdown is not raked.

    Returns
    -------
    tuple of int
        Chips, one number for each seat of the hand.

    Raises
    ------
    SokoError
        The hand is not over, or a number is outside its range.
    TypeError
        ``hand`` is not a ``Hand``, or another argument is not a number.

    Examples
    --------
    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100, 100], rng=7)
    >>> while (action := hand.default_action()) is not None:
    ...     _ = hand.act(action)
    >>> hand.pot, soko.rake(hand, percent=10, showdown_only=False)
    (3, (0, 0, 0))
    >>> soko.rake(hand, percent=50, cap=None, showdown_only=False)
    (0, 1, 0)
    >>> soko.rake(hand)
    (0, 0, 0)

    """
    share, most = _share(percent), _cap(cap)
    only_shown = flag("showdown_only", showdown_only)
    if not isinstance(hand, Hand):
        msg = f"hand {written(hand)}: a soko.Hand is needed, not {type(hand).__name__}"
        raise TypeError(msg)
    if not hand.is_over:
        msg = f"rake: the hand is not over ({hand!r})"
        raise SokoError(msg)
    won = [0] * hand.players
    for award in hand.awards:
        won[award.seat] += award.amount
    if only_shown and not hand.showdown_order:
        return (0,) * hand.players
    whole = int(sum(won) * share)
    return divided(whole if most is None else min(whole, most), won, hand.dealer)


def divided(whole: int, won: list[int], dealer: int) -> tuple[int, ...]:
    """Return ``whole`` chips, shared out in proportion to chips that add up to at least as many."""
    pot = max(sum(won), 1)
    parts = [whole * chips // pot for chips in won]
    in_deal_order = [(dealer + 1 + step) % len(won) for step in range(len(won))]
    # Sorting keeps the order of what is equal.
    by_loss = sorted(in_deal_order, key=lambda seat: -(whole * won[seat] % pot))
    for seat in by_loss[: whole - sum(parts)]:
        parts[seat] += 1
    return tuple(parts)


def _share(percent: float | Fraction | Decimal) -> Fraction:
    if is_flag(percent) or not isinstance(percent, Number):
        msg = f"percent {written(percent)}: a number is needed, not {type(percent).__name__}"
        raise TypeError(msg)
    try:
        # A float is near what was meant; its text is what was meant.
        share = Fraction(str(percent)) / 100
    except ValueError:
        msg = f"percent {written(percent)}: a number from 0 to 100 is needed"
        raise SokoError(msg) from None
    if not 0 <= share <= 1:
        msg = f"percent {written(percent)}: 0 to 100 is allowed"
        raise SokoError(msg)
    return share


def _cap(cap: SupportsIndex | None) -> int | None:
    if cap is None:
        return None
    try:
        if is_flag(cap):
            raise TypeError  # noqa: TRY301 - as for what is no number at all
        number = index(cap)
    except TypeError:
        msg = f"cap {written(cap)}: a whole number of chips or None is needed, not {type(cap).__name__}"
        raise TypeError(msg) from None
    if number < 0:
        msg = f"cap {written(cap)}: 0 or more chips, or None"
        raise SokoError(msg)
    return number
