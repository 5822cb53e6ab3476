"""Exact answers on the late streets: ``Spot``, ``solve`` and ``Solution``."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from soko import _soko
from soko._checks import count, flag, formatted, game_rules, listed, real, thread_count, unmasked, written
from soko._progress import reported
from soko._soko import ArgumentError, Hand, PublicSpot, Rules, SeatError
from soko.errors import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from soko._known import Cards
    from soko._soko import Card

__all__ = ["Solution", "Spot", "solve"]

_MOST_CHIPS = 2**52
_MOST_ITERATIONS = 10_000
_RANGES = "an array of weights of shape (2, 52)"


class Spot:
    """What everybody knows at a decision of one of two live players, and the ranges of these two.

    A spot is the start of a street's betting, made of the cards that lie face up and the chips in the middle, or any
    decision of a hand: `Spot.of`. Spots are values and do not change.

    Up cards of players who folded are dead. Their hole cards and burnt cards stay among the unseen cards, all of which
    are as likely as their weights in the ranges say.

    Parameters
    ----------
    rules
        The game: one card face down each, dealt first, and one card a street from then on, such as Soko, Canadian stud
        and five-card stud.
    up
        The up cards of both players in the order dealt, the player nearer to the dealer's left first.
    pot
        The chips in the middle, bets of the streets before included.
    dead
        Other cards that are seen.
    ranges
        How often each player holds each card: weights of shape (2, 52) by card index, in any proportion for each
        player. ``None`` for all unseen cards alike. Weights of cards that are seen do not matter.
    stacks
        The chips behind of both players. ``None`` for stacks that no betting ends, and where the number of bets is not
        limited for twice the pot.
    dealer
        Which of the two has the dealer box, 0 or 1, which decides between equal showing hands and about odd chips.

    Raises
    ------
    ArgumentError
        It cannot be solved: a community card, two cards face down, a range without cards.
    DeckError
        A card is given twice, or the up cards fit no street.
    SeatError
        There are not two players, or a stack cannot be.

    Examples
    --------
    >>> import soko
    >>> spot = soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34)
    >>> print(spot)
    soko, fifth street, pot 34: As Kd 7c 2h / Qh Qd 9s 3c, seat 1 to act
    >>> spot.actions()
    ('check', 'bet 8')
    """

    __slots__ = ("_spot",)

    def __init__(
        self,
        rules: Rules,
        up: Sequence[Cards],
        pot: int,
        *,
        dead: Cards = "",
        ranges: ArrayLike | None = None,
        stacks: Iterable[int] | None = None,
        dealer: int = 1,
    ) -> None:
        """Put the cards and the chips on the table."""
        hands = list(islice(listed("up", up, "a list of two players' up cards"), 3))
        if len(hands) != 2:
            many = "more than two" if len(hands) > 2 else len(hands)
            msg = f"up cards of {many} players: spots of two live players can be solved"
            raise SeatError(msg)
        first, second = (_soko.cards(cards) for cards in hands)
        pot, dealer = count("pot", pot, 1, _MOST_CHIPS, ArgumentError), count("dealer", dealer, 0, 1, SeatError)
        chips = None if stacks is None else _stacks(stacks)
        spot = PublicSpot.at_street(game_rules(rules), (first, second), pot, _soko.cards(dead), chips, dealer)
        self._spot = _with_ranges(spot, ranges)

    @classmethod
    def of(cls, hand: Hand, *, ranges: ArrayLike | None = None) -> Spot:
        """Return the spot at the decision of a hand: what everybody sees there, and none of the cards face down.

        ``ranges`` as in ``Spot``, first those of the live player with the lower seat. ``ArgumentError`` when nobody is
        to act or it cannot be solved, ``SeatError`` unless two players are live.

        >>> import soko
        >>> hand = soko.Hand(soko.games.soko(), [200, 200], deck="2c 3d As Qh Kd Qd 7c 9s 2h 3c")
        >>> events = hand.bring_in(), hand.call(), [hand.check() for _ in range(4)]
        >>> print(soko.Spot.of(hand))
        soko, fifth street, pot 6: As Kd 7c 2h / Qh Qd 9s 3c, seat 1 to act
        """
        if not isinstance(hand, Hand):
            msg = f"hand must be a soko.Hand, not {written(hand)}"
            raise TypeError(msg)
        return cls._made(_with_ranges(PublicSpot.of(hand), ranges))

    @classmethod
    def _made(cls, public: PublicSpot) -> Spot:
        spot = cls.__new__(cls)
        spot._spot = public  # noqa: SLF001 - it is this class's own
        return spot

    def with_ranges(self, ranges: ArrayLike | None) -> Spot:
        """Return the same spot with these ranges, weights of shape (2, 52); ``None`` leaves them as they are."""
        return self._made(_with_ranges(self._spot, ranges))

    @property
    def rules(self) -> Rules:
        """The game."""
        return self._spot.rules

    @property
    def street_name(self) -> str:
        """The street, as "fifth street"."""
        return self._spot.street_name

    @property
    def seats(self) -> tuple[int, int]:
        """The seats of the two players; rows of ranges and values stand in this order."""
        return self._spot.seats

    @property
    def actor(self) -> int:
        """The seat to act."""
        return self.seats[self._spot.player]

    @property
    def up(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The up cards of both players in the order dealt."""
        return self._spot.up_cards(0), self._spot.up_cards(1)

    @property
    def dead(self) -> tuple[Card, ...]:
        """The other cards that are seen, by index."""
        return self._spot.dead

    @property
    def pot(self) -> int:
        """All chips in the middle, this street's bets included."""
        return self._spot.pots[0]

    @property
    def stacks(self) -> tuple[int, int]:
        """The chips behind of both players."""
        first, second = self._spot.stacks
        return first, second

    @property
    def ranges(self) -> NDArray[np.float64]:
        """How often each player holds each card, as parts of each player's greatest weight: float64 (2, 52)."""
        return np.frombuffer(self._spot.ranges).reshape(2, 52).copy()

    def actions(self, after: str = "") -> tuple[str, ...]:
        """Return what is legal after some actions, in the order of the columns of ``Solution.strategy``.

        They are those of the seven actions of tables that are possible (docs/table.md), wagers with their totals on the
        street; none where no decision is. ``IllegalAction`` names the first word of ``after`` that is not possible.

        >>> import soko
        >>> soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34).actions("check bet")
        ('fold', 'call', 'raise 16')
        """
        return tuple(self._spot.actions_after(self._spot.read_actions(after)))

    def then(self, actions: str) -> Spot:
        """Return the decision after some actions on this street, with the same ranges.

        ``IllegalAction`` for what is not possible, and when nobody is to act on this street then.

        >>> import soko
        >>> spot = soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34)
        >>> print(spot.then("check bet"))
        soko, fifth street, pot 42: As Kd 7c 2h / Qh Qd 9s 3c, seat 1 to act
        """
        return self._made(self._spot.acted(self._spot.read_actions(actions)))

    def __repr__(self) -> str:
        """Return the class and the spot in words."""
        return f"<soko.Spot {self}>"

    def __str__(self) -> str:
        """Return the spot in one line."""
        first, second = (" ".join(map(str, cards)) for cards in self.up)
        return f"{self.rules.name}, {self.street_name}, pot {self.pot}: {first} / {second}, seat {self.actor} to act"

    def __format__(self, spec: str, /) -> str:
        """Return the text of the spot, aligned as texts are."""
        return formatted(self, spec)


def _stacks(stacks: Iterable[int]) -> tuple[int, int]:
    given = zip(range(3), listed("stacks", stacks, "a list of two stacks"), strict=False)
    chips = [count(f"stacks[{i}]", n, 1, _MOST_CHIPS, SeatError) for i, n in given]
    if len(chips) != 2:
        msg = f"{'more than two' if len(chips) > 2 else len(chips)} stacks: two are needed, one for each player"
        raise SeatError(msg)
    return chips[0], chips[1]


def _with_ranges(spot: PublicSpot, ranges: ArrayLike | None) -> PublicSpot:
    if ranges is None:
        return spot
    unmasked("ranges", ranges)
    if not isinstance(ranges, np.ndarray):
        # What a list says of its length may be a lie: no more is read than shows that there are too many.
        rows: Iterable[Iterable[float]] = islice(listed("ranges", ranges, _RANGES), 3)  # type: ignore[arg-type]
        ranges = [list(islice(listed("ranges", row, _RANGES), 53)) for row in rows]
    try:
        weights = np.ascontiguousarray(ranges, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"ranges: {_RANGES} is needed"
        raise TypeError(msg) from error
    return spot.with_ranges(weights)


class Solution:
    """The strategies of both players at a spot, and what they are worth; ``solve`` makes it.

    Actions are given as a text, ``"check bet"``: kinds of action from the spot on, a wager with its total on the street
    where more than one is possible, ``"bet 17 call"``.

    >>> import soko
    >>> spot = soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34)
    >>> s = soko.solve(spot)
    >>> s.exploitability < 0.001
    True
    >>> s.strategy("check").shape, s.spot.actions("check")
    ((52, 2), ('check', 'bet 8'))
    """

    __slots__ = ("_solution", "spot")

    spot: Spot

    def __init__(self, spot: Spot, solution: _soko.Solution) -> None:
        """Keep what was found."""
        self.spot, self._solution = spot, solution

    @property
    def exact(self) -> bool:
        """Whether the game from here on was solved as it is, without a limit of depth: always, so far."""
        return True

    @property
    def is_complete(self) -> bool:
        """Whether it came to its target or its last iteration, and was not stopped before."""
        return self._solution.is_finished

    @property
    def exploitability(self) -> float:
        """What a best response wins from these strategies, on average of both seats, in parts of the street's pot.

        The pot is that before this street's bets.
        """
        return self._solution.exploitability

    @property
    def value(self) -> tuple[float, float]:
        """The chips that each player gets of the middle on average, less those put in from here on.

        Together they are ``spot.pot``.
        """
        first, second = self._solution.value
        return first, second

    @property
    def best_response(self) -> tuple[float, float]:
        """The chips that each player would get by a best response to the other's strategy.

        The true value of the game lies between what the other's best response leaves and this.
        """
        first, second = self._solution.best_response
        return first, second

    @property
    def iterations(self) -> int:
        """How many times both players have learnt."""
        return self._solution.iterations

    @property
    def memory(self) -> int:
        """The bytes of all strategies, those of the next street included."""
        return self._solution.size[0]

    @property
    def classes(self) -> int:
        """Into how many classes of cards that mean the same the unseen cards fall."""
        return self._solution.size[1]

    def strategy(self, after: str = "") -> NDArray[np.float32]:
        """Return how often each hole card of the player to act does what: float32 (52, actions).

        Rows are cards by index, nan for cards that are seen; columns are ``spot.actions(after)``. ``IllegalAction``
        where nobody is to act on this street.

        >>> import soko
        >>> s = soko.solve(soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34))
        >>> queen = int(soko.Card("Qs"))
        >>> dict(zip(s.spot.actions("check bet"), s.strategy("check bet")[queen].round(2).tolist()))
        {'fold': 0.0, 'call': 0.0, 'raise 16': 1.0}
        """
        return self._array(self._solution.strategy(self._path(after)))

    def values(self, after: str = "") -> NDArray[np.float32]:
        """Return the chips that each hole card of the player to act gets with each action: float32 (52, actions).

        Counted as in ``value``, from the spot on. Both play these strategies after the action; nan for cards that are
        seen, and where the other player never comes there.
        """
        return self._array(self._solution.values(self._path(after)))

    def after(self, actions: str, cards: Cards) -> Spot:
        """Return the spot of the next street, with the ranges that these strategies leave.

        ``cards`` are the next up cards, first that of ``spot.seats[0]``. ``IllegalAction`` when the street does not end
        with these actions, ``DeckError`` for cards that cannot come, ``ArgumentError`` when nobody can bet any more or
        a player never plays so.

        >>> import soko
        >>> dead = "2c 2d 2s 3c 3d 3s 4c 4d 4h 5c 5d 5h 6c 6d 6h 8c 8d 8h Tc Td Th"
        >>> s = soko.solve(soko.Spot(soko.games.soko(), up=["As Kd 7c", "Qh Qd 9s"], pot=10, dead=dead), target=0.02)
        >>> print(s.after("check check", "7h 2h"))
        soko, fifth street, pot 10: As Kd 7c 7h / Qh Qd 9s 2h, seat 1 to act
        """
        return Spot._made(self._solution.after(self._path(actions), _soko.cards(cards)))  # noqa: SLF001

    def _path(self, actions: str) -> list[int]:
        return list(self.spot._spot.read_actions(actions))  # noqa: SLF001

    @staticmethod
    def _array(rows: bytes) -> NDArray[np.float32]:
        return np.ascontiguousarray(np.frombuffer(rows, np.float32).reshape(-1, 52).T)

    def __repr__(self) -> str:
        """Return the class and what was found in words."""
        return f"<soko.Solution {self}>"

    def __str__(self) -> str:
        """Return what was found in one line."""
        first, second = self.value
        a, b = self.spot.seats
        stopped = "" if self.is_complete else ", stopped"
        return (
            f"seat {a} gets {first:.3f}, seat {b} {second:.3f} of {self.spot.pot}; "
            f"exploitability {100 * self.exploitability:.3f}% of the pot, {self.iterations:,} iterations{stopped}"
        )

    def __format__(self, spec: str, /) -> str:
        """Return the text of the solution, aligned as texts are."""
        return formatted(self, spec)


def solve(
    spot: Spot,
    ranges: ArrayLike | None = None,
    target: float = 0.001,
    *,
    iterations: int = _MOST_ITERATIONS,
    merge: bool = True,
    threads: int | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Solution:
    """Solve a spot of the last two streets: the strategies of both players from which nobody gains by leaving them.

    Parameters
    ----------
    spot
        The decision.
    ranges
        How often each player holds each card, of shape (2, 52), in place of the spot's own ranges.
    target
        How near to perfect: the average of what a best response wins from each player, in parts of the pot.
    iterations
        How many iterations are made at most.
    merge
        Whether cards that mean the same share a strategy; nothing is lost by it, and the work is less.
    threads
        How many threads work, ``None`` for all cores; the result does not depend on it.
    progress
        ``True`` for a bar (needs rich), or a callable: ``progress(percent, 100)``.

    Returns
    -------
    Solution
        The strategies and their values.

    Raises
    ------
    ArgumentError
        The spot cannot be solved, which the error explains; a range or the target is not allowed.
    PlanError
        The threads or the iterations are outside their range.
    Interrupted
        Ctrl-C was pressed. It is a ``KeyboardInterrupt``, and its ``tally`` is the `Solution` so far.

    Examples
    --------
    >>> import soko
    >>> spot = soko.Spot(soko.games.soko(), up=["As Kd 7c 2h", "Qh Qd 9s 3c"], pot=34)
    >>> s = soko.solve(spot)
    >>> print(f"{s.value[0]:.1f} + {s.value[1]:.1f} of {spot.pot} chips")
    4.1 + 29.9 of 34 chips
    """
    if not isinstance(spot, Spot):
        msg = f"spot must be a soko.Spot, not {written(spot)}"
        raise TypeError(msg)
    distance = real("target", target)
    if not 0 < distance < 1:
        msg = f"target {written(target)}: more than 0 and less than 1 is needed"
        raise ArgumentError(msg)
    most, merged = count("iterations", iterations, 1, 10**9), flag("merge", merge)
    workers, spot = thread_count(threads), spot.with_ranges(ranges)

    def run(watch: Callable[[int], object] | None) -> Solution:
        found, raised = spot._spot.solve(distance, most, merged, workers, watch)  # noqa: SLF001
        solution = Solution(spot, found)
        if isinstance(raised, KeyboardInterrupt):
            raise Interrupted(solution) from raised  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        if raised is not None:
            raise raised
        return solution

    return reported(progress, "percent", 100, run)
