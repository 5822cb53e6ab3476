"""Policies, by name or as functions: for one action, for the seats of a ``Match``, and for many hands at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast, final

from soko import _soko
from soko._checks import unmasked, written
from soko._soko import ArgumentError, SokoError, View, policy_names
from soko.hand import Hand, LegalAction
from soko.rng import generator, stream_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from soko._soko import _Kind
    from soko.rng import _Rng

    _Move: TypeAlias = str | tuple[str, SupportsIndex | None] | LegalAction
    _Policy: TypeAlias = Callable[[View, np.random.Generator], _Move] | str
    # A policy of observations and legal actions.
    _OfRows: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]

__all__ = ["POLICIES", "Batch", "check_or_call", "play_randomly", "suggest"]


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


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Batch:
    """Many decisions at a time: what a policy of one argument is asked in ``soko.playout``, a row for each decision.

    The arrays are read-only, and have ``len(batch)`` rows. A hand never has two rows in one batch. The hands of
    ``soko.Hand`` and the tables of ``soko.Table`` have the same observations, actions and history.

    >>> import soko
    >>> asked = []
    >>> def first_legal(batch):
    ...     asked.append(batch)
    ...     return batch.legal.argmax(axis=1)
    >>> result = soko.playout(soko.games.soko(), 2, 100, ["call", first_legal], rng=7)
    >>> asked[0], asked[0].legal.shape, bool(asked[0].is_new.all())
    (<Batch of 100 decisions>, (100, 7), True)
    """

    observations: NDArray[np.float32]
    """What each seat sees, (k, width), laid out as ``soko.Table.observation_layout`` says."""
    legal: NDArray[np.bool_]
    """The legal ones of the seven actions, (k, 7)."""
    history: NDArray[np.int8]
    """What was done in the hand so far, (k, length): ``seat * 8 + action``, seats counted from the one to act; -1 after
    the last."""
    hands: NDArray[np.int64]
    """The number of each hand, (k,): the same for all decisions of a hand, and no other hand of the run has it."""
    seats: NDArray[np.int8]
    """The seat that decides, (k,), counted round the table: the last has the dealer box."""
    is_new: NDArray[np.bool_]
    """Whether it is the first decision of the seat in the hand, (k,): where recurrent nets begin anew."""

    def __len__(self) -> int:
        """Return how many decisions there are."""
        return len(self.hands)

    def __repr__(self) -> str:
        """Say how many decisions there are."""
        return f"<Batch of {len(self):,} decisions>"


if TYPE_CHECKING:
    _OfBatch: TypeAlias = Callable[[Batch], ArrayLike]


@final
@dataclass(frozen=True, slots=True)
class BatchPolicy:
    """A callable that decides for many hands, and how it is called.

    It gets observations and legal actions where it can be called with two arguments, as what cannot be inspected is,
    and a ``Batch`` where it can only be called with one.
    """

    policy: _OfRows | _OfBatch
    takes_batch: bool

    @classmethod
    def of(cls, policy: _OfRows | _OfBatch) -> BatchPolicy:
        """Look at the parameters of a callable, once."""
        return cls(policy, _takes_one(policy))

    def actions(self, batch: Batch) -> NDArray[np.int64]:
        """Ask for the action of each row; ``TypeError`` unless there are so many whole numbers.

        Whether they are legal is left to whoever does them. Without ``takes_batch`` only the observations and the legal
        actions of the batch are read.
        """
        import numpy as np

        try:
            if self.takes_batch:
                decided = cast("_OfBatch", self.policy)(batch)
            else:
                decided = cast("_OfRows", self.policy)(batch.observations, batch.legal)
        except (AttributeError, TypeError) as error:
            error.add_note(_NOTE)
            raise
        unmasked("a policy returned", decided)
        actions = np.asarray(decided)
        shape = batch.legal.shape[:1]
        if actions.shape != shape or not np.issubdtype(actions.dtype, np.integer):
            given = f"{actions.dtype} of shape {actions.shape}"
            msg = f"a policy returned {given}: whole numbers of shape {shape} are needed"
            raise TypeError(msg)
        return np.ascontiguousarray(actions, dtype=np.int64)


_NOTE: Final = "A policy for soko.playout gets arrays for many hands; one that takes a view is for soko.Match."


def _takes_one(policy: Callable[..., object]) -> bool:
    """Whether a callable takes one positional argument and not two."""
    from inspect import signature

    try:
        parameters = signature(policy)
    except (TypeError, ValueError):
        # Some callables of compiled modules do not say what they take.
        return False
    for count in (2, 1):
        try:
            parameters.bind(*range(count))
        except TypeError:
            continue
        return count == 1
    return False
