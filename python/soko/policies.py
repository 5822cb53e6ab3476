"""Policies that play one hand, by name or as functions: for a single action, or for the seats of a ``Match``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

from soko import _soko
from soko._checks import written
from soko._soko import ArgumentError, SokoError, View, policy_names
from soko.hand import Hand, LegalAction
from soko.rng import generator, stream_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

    import numpy as np

    from soko._soko import _Kind
    from soko.rng import _Rng

    _Move: TypeAlias = str | tuple[str, SupportsIndex | None] | LegalAction
    _Policy: TypeAlias = Callable[[View, np.random.Generator], _Move] | str

__all__ = ["POLICIES", "check_or_call", "play_randomly", "suggest"]


def play_randomly(view: View, rng: np.random.Generator) -> tuple[str, int | None]:
    """Return a random legal action, with a random amount that it allows, all equally likely.

    >>> import numpy as np, soko
    >>> from soko.policies import play_randomly
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> play_randomly(hand.view(hand.actor), np.random.default_rng(7))
    ('complete', 4)
    """
    legal = _legal(view)
    if not hasattr(rng, "integers"):
        msg = f"rng {written(rng)}: a numpy.random.Generator is needed, not {type(rng).__name__}"
        raise TypeError(msg)
    action = legal[int(rng.integers(len(legal)))]
    if action.low is None or action.high is None:
        return action.kind, None
    chip = view.rules.min_chip
    # An all-in need not be of whole chips: it is one step more.
    steps = -((action.low - action.high) // chip)
    return action.kind, min(action.low + chip * int(rng.integers(steps, endpoint=True)), action.high)


def check_or_call(view: View, rng: np.random.Generator | None = None) -> tuple[str, int | None]:  # noqa: ARG001
    """Return the cheapest action that is not a fold: bring in where that is due, else check, else call.

    ``rng`` is not used; every policy is called with one.

    >>> import soko
    >>> from soko.policies import check_or_call
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> check_or_call(hand.view(hand.actor))
    ('bring-in', None)
    """
    kinds = [action.kind for action in _legal(view)]
    return next(kind for kind in ("bring-in", "check", "call") if kind in kinds), None


def _legal(view: View) -> tuple[LegalAction, ...]:
    """Return what the seat to act may do; ``TypeError`` for what is no view, ``SokoError`` where nobody is to act."""
    if not isinstance(view, (Hand, View)):
        msg = f"a View is needed, not {type(view).__name__}"
        raise TypeError(msg)
    legal = view.legal_actions()
    if not legal:
        msg = f"no action is possible: {view!r}"
        raise SokoError(msg)
    return legal


_FUNCTIONS: Final = {"random": play_randomly, "call": check_or_call}
POLICIES: Final[dict[str, _Policy]] = {**{name: name for name in policy_names()}, **_FUNCTIONS}
"""The named policies, as for ``soko.playout``: a function for each, or a name for ``Table.suggest``."""


def suggest(hand: Hand | View, policy: str = "tight", rng: _Rng = None) -> LegalAction:
    """Return the action that a built-in policy would take for the seat to act.

    The policy knows only what that seat may see, whether a hand or its view is given. ``hand.act`` accepts the result.

    Parameters
    ----------
    hand
        A hand, or the view of the seat to act.
    policy
        One of ``soko.policies.POLICIES``.
    rng
        Anything that ``numpy.random.default_rng`` takes; ``None`` for a fresh seed.

    Returns
    -------
    LegalAction
        The action with its amount: ``low`` and ``high`` are equal.

    Raises
    ------
    ArgumentError
        The policy is unknown.
    SokoError
        Nobody is to act, the view is that of another seat, or a card of the seat to act is unknown.

    Examples
    --------
    >>> import soko
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> action = soko.suggest(hand, "maniac", rng=1)
    >>> print(action)
    complete to 4
    >>> hand.act(action)[0].kind
    'complete'
    """
    if not isinstance(policy, str):
        msg = f"policy {written(policy)}: the name of a policy is needed, not {type(policy).__name__}"
        raise TypeError(msg)
    if policy not in POLICIES:
        msg = f"policy {policy!r}: unknown; policies are {', '.join(map(repr, POLICIES))}"
        raise ArgumentError(msg)
    if not isinstance(hand, (Hand, View)):
        msg = f"a Hand or a View is needed, not {type(hand).__name__}"
        raise TypeError(msg)
    seat = hand.actor
    if seat is None:
        msg = f"nobody is to act: {hand!r}"
        raise SokoError(msg)
    view = hand.view(seat) if isinstance(hand, Hand) else hand
    if view.seat != seat:
        whose = "a spectator" if view.seat is None else f"seat {view.seat}"
        msg = f"the view of {whose}: that of seat {seat}, which is to act, is needed"
        raise SokoError(msg)
    if None in view.hole_cards(seat):
        msg = f"the face-down cards of seat {seat} are unknown: reveal them first"
        raise SokoError(msg)
    # Policies look at nothing that their seat does not see: any hand that fits the view will do.
    world, chance, play = view.worlds(1, 0)[0], generator(rng), _FUNCTIONS.get(policy)
    kind, amount = suggested(policy, world, chance) if play is None else play(view, chance)
    done = world.act(kind, amount)[0]
    return LegalAction(cast("_Kind", done.kind), done.to, done.to)


def suggested(name: str, hand: Hand, rng: np.random.Generator) -> tuple[str, int | None]:
    """Return the kind and the amount of a built-in policy's action in a hand whose cards are all known."""
    suggestion = _soko.suggested(hand, name, stream_key(rng))
    if suggestion is None:
        msg = f"{name}: nobody is to act"
        raise SokoError(msg)
    kind, to = suggestion
    return kind, to if kind in {"complete", "bet", "raise"} else None
