"""Whole hands between policies, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from soko import _soko
from soko._checks import count, deviations, game_rules, stack, thread_count
from soko._soko import ArgumentError, SeatError
from soko.lockstep import default_stack
from soko.progress import reported
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from soko._soko import Rules
    from soko.rng import _Key, _Rng

    _Decide = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]
    _Policy = str | _Decide

__all__ = ["POLICIES", "Playout", "Score", "playout"]

MAX_HANDS: Final = 2**62
# How often progress is told, in seconds.
_BEAT: Final = 0.02

POLICIES: Final = tuple(_soko.policy_names())
"""The names of the policies that are built in (docs/playout.md says how they play)."""

_ScoreFields = tuple[int, int, int, int, int, int, list[list[int]]]
_Scores = tuple[int, int, int, list[_ScoreFields], list[_ScoreFields]]
_Watch = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Score:
    """What one policy, or whoever sat in one seat, came to over the hands of a playout.

    ``hands`` counts the hands it was dealt in, once for each of its seats; ``chips`` is what it won less what it lost,
    all hands together. ``mean`` is that a hand, and ``std_error`` the mean's standard error, made from what it won deal
    by deal; infinite for a single deal. ``wins`` are the hands it left with more chips than it had, ``folds`` those it
    gave up, ``showdowns`` those in which it came to compare its cards. ``actions[street][action]`` counts what it did,
    by the numbers of ``soko.lockstep.ACTIONS``.

    >>> import soko
    >>> score = soko.playout(soko.games.soko(), 2, 1000, ["call"], rng=7).policies[0]
    >>> score.hands, score.chips, score.showdown_rate
    (2000, 0, 1.0)
    """

    name: str
    hands: int
    chips: int
    std_error: float
    wins: int
    folds: int
    showdowns: int
    actions: tuple[tuple[int, ...], ...]

    @property
    def mean(self) -> float:
        """The chips won a hand; below 0 when they were lost."""
        return self.chips / self.hands

    @property
    def win_rate(self) -> float:
        """The part of its hands that it left with more chips than it had."""
        return self.wins / self.hands

    @property
    def fold_rate(self) -> float:
        """The part of its hands that it folded."""
        return self.folds / self.hands

    @property
    def showdown_rate(self) -> float:
        """The part of its hands that it took to a showdown."""
        return self.showdowns / self.hands

    @property
    def frequencies(self) -> tuple[tuple[float, ...], ...]:
        """How often it took each action when it was to act, street by street; zeros where it never was."""
        sums = (max(1, sum(street)) for street in self.actions)
        return tuple(tuple(n / all_ for n in street) for street, all_ in zip(self.actions, sums, strict=True))

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the bounds between which the true mean lies with this confidence, by the normal law.

        ``ArgumentError`` unless it is between 0 and 1.
        """
        reach = deviations(confidence) * self.std_error
        return self.mean - reach, self.mean + reach

    def to_dict(self) -> dict[str, object]:
        """Return the score as plain values, ready for JSON; ``std_error`` is ``None`` where it is not finite."""
        return {
            "name": self.name,
            "hands": self.hands,
            "chips": self.chips,
            "chips_a_hand": self.mean,
            "std_error": self.std_error if self.std_error < inf else None,
            "win_rate": self.win_rate,
            "fold_rate": self.fold_rate,
            "showdown_rate": self.showdown_rate,
            "actions": [list(street) for street in self.actions],
        }


@dataclass(frozen=True, slots=True)
class Playout:
    """What ``soko.playout`` found: who won how much, with what certainty, and how it was played.

    ``n`` hands of ``deals`` deals were played, with ``stacks`` by seat; ``showdowns`` of the hands ended in one.
    ``players`` names the policy of each player in the order round the table. ``policies`` has the score of each policy
    and ``seats`` that of each seat, which is a position: the last seat has the dealer box in every hand. Both sum to no
    chips at all. ``key`` is the key of the cards (docs/stream.md). Values are immutable and equal when all is equal.

    >>> import soko
    >>> result = soko.playout(soko.games.soko(), 6, 20_000, ["tight", "call"], rng=7)
    >>> tight, call = result.policies
    >>> tight.chips + call.chips, tight.mean > 2
    (0, True)
    """

    rules: Rules
    n: int
    deals: int
    stacks: tuple[int, ...]
    players: tuple[str, ...]
    duplicate: bool
    key: _Key
    showdowns: int
    policies: tuple[Score, ...]
    seats: tuple[Score, ...]

    @property
    def showdown_rate(self) -> float:
        """The part of the hands that ended in a showdown."""
        return self.showdowns / self.n

    def to_dict(self) -> dict[str, object]:
        """Return all of it as plain values, ready for JSON; the words of the key are hexadecimal texts."""
        return {
            "rules": self.rules.to_dict(),
            "hands": self.n,
            "deals": self.deals,
            "stacks": list(self.stacks),
            "players": list(self.players),
            "duplicate": self.duplicate,
            "key": [f"{word:016x}" for word in self.key],
            "showdown_rate": self.showdown_rate,
            "policies": [score.to_dict() for score in self.policies],
            "seats": [score.to_dict() for score in self.seats],
        }

    def __repr__(self) -> str:
        """Say what was played and who won."""
        means = ", ".join(f"{score.name} {score.mean:+.4f}" for score in self.policies)
        return f"<Playout of {self.n:,} hands of {self.rules.name} for {len(self.players)} players: {means}>"

    def __str__(self) -> str:
        """Return a table: the policies, then the seats, with chips won a hand and their standard errors."""
        rows = [_HEADER, *map(_cells, self.policies), *map(_cells, self.seats)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows)
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        """Show the same as a table."""
        from soko import _html

        rows = [[_html.text(cell) for cell in _cells(score)] for score in (*self.policies, *self.seats)]
        return _html.table(_html.text(*self.title.split("\n")), _HEADER, rows)

    @property
    def title(self) -> str:
        """The game and how much was played, in a line."""
        deals = f" of {self.deals:,} deals, each with the policies in all seats" if self.duplicate else ""
        return f"{self.rules}\n{len(self.players)} players, {self.n:,} hands{deals}"


_HEADER: Final = ("", "hands", "chips a hand", "std error", "won %", "folded %", "showdown %")


def _cells(score: Score) -> tuple[str, ...]:
    """Return a score as a row of the table."""
    rates = (score.win_rate, score.fold_rate, score.showdown_rate)
    percents = (f"{100 * rate:.2f}" for rate in rates)
    return score.name, f"{score.hands:,}", f"{score.mean:+.4f}", f"{score.std_error:.4f}", *percents


def playout(  # noqa: PLR0913 - who plays what against whom, how much of it, and how it is run
    rules: Rules,
    players: int,
    n: int,
    policies: _Policy | Sequence[_Policy],
    rng: _Rng = None,
    threads: int | None = None,
    *,
    stacks: SupportsIndex | Iterable[SupportsIndex] | None = None,
    duplicate: bool = False,
    batch: int = 4096,
    progress: bool | Callable[[int, int], object] = False,
) -> Playout:
    """Play ``n`` whole hands between policies, and return a ``Playout``: what each won, and how.

    ``policies`` are those of the players in their order round the table, and begin again when there are fewer than
    ``players``: names of ``soko.playouts.POLICIES``, or callables. After each hand all players move on by one seat, so
    that each policy sits as often in every position. ``stacks`` are the chips at the start of every hand, one number
    for all or one a seat; 100 big bets unless given.

    A callable is given the hands that wait for it, many at a time: their observations, a float32 array (k, width) laid
    out as ``soko.Table.observation_layout`` says, and what is legal, a bool array (k, 7). Both are read-only. It
    returns k actions, whole numbers from 0 to 6 (``soko.lockstep.ACTIONS``). ``batch`` hands at most are under way.

    With ``duplicate`` each deal is played as often as there are ways to seat the policies by moving them round, so that
    each has the cards of all; ``n`` is rounded up to whole deals. What is won then depends less on the cards, and the
    standard errors, made deal by deal, become smaller for the same number of hands.

    The result depends on the arguments and ``rng`` alone, never on ``threads`` (``None``: all cores), and with policies
    built in or without memory not on ``batch``. ``progress`` is ``True`` for a bar (needs rich) or is called as
    ``progress(done, n)``. Ctrl-C raises ``KeyboardInterrupt`` within a tenth of a second.

    ``PlanError`` for numbers out of range, ``ArgumentError`` for unknown policies, ``SeatError`` for players or stacks
    that do not fit the game, ``IllegalAction`` when a callable wants what is not legal, and what a callable raises.

    >>> import soko
    >>> result = soko.playout(soko.games.soko(), 2, 1000, ["maniac", "call"], rng=7, duplicate=True)
    >>> result.n, result.deals, result.showdown_rate
    (1000, 500, 1.0)
    >>> def fold_or_check(observations, legal):
    ...     return legal.argmax(axis=1)
    >>> result = soko.playout(soko.games.soko(), 2, 1000, ["call", fold_or_check], rng=7)
    >>> result.policies[1].name, result.policies[1].mean < 0
    ('fold_or_check', True)
    """
    rules, players = game_rules(rules), count("players", players, 1, 52, SeatError)
    n = count("n", n, 1, MAX_HANDS)
    batch = count("batch", batch, 1, 1 << 20)
    workers = thread_count(threads)
    seated = _Seated.of(policies, players)
    key = stream_key(rng)
    chips = _stacks(rules, players, stacks)
    given = (rules, chips, seated.names, seated.players, bool(duplicate), key)
    hands_a_deal = _soko.hands_a_deal(given)
    deals = -(-n // hands_a_deal)

    def run(watch: _Watch | None) -> _Scores:
        if seated.callables:
            return _play_outside(_soko.PlayoutBatch(given, deals, batch), seated.callables, workers, watch)
        return _soko.play_out(given, deals, workers, watch)

    scores = reported(progress, "hands", deals * hands_a_deal, run)
    return _result(rules, chips, seated, key, scores, duplicate=bool(duplicate))


class _Seated(NamedTuple):
    """The different policies: names for the core, ``None`` for callables; labels; and the policy of each player."""

    names: list[str | None]
    labels: list[str]
    callables: list[_Decide]
    players: list[int]

    @classmethod
    def of(cls, policies: _Policy | Sequence[_Policy], players: int) -> _Seated:
        """Seat policies round a table; ``ArgumentError`` when none or too many, ``TypeError`` for others."""
        given: list[_Policy] = [policies] if isinstance(policies, str) or callable(policies) else list(policies)
        if not 1 <= len(given) <= players:
            msg = f"{len(given)} policies: 1 to {players} are needed, one a player or fewer"
            raise ArgumentError(msg)
        different: list[_Policy] = []
        for policy in given:
            if not isinstance(policy, str) and not callable(policy):
                msg = f"policy {policy!r}: {', '.join(POLICIES)} or a callable"
                raise TypeError(msg)
            if policy not in different:
                different.append(policy)
        return cls(
            [policy if isinstance(policy, str) else None for policy in different],
            list(_labels(different)),
            [policy for policy in different if not isinstance(policy, str)],
            [different.index(given[player % len(given)]) for player in range(players)],
        )


def _labels(policies: Iterable[_Policy]) -> Iterator[str]:
    """Yield a name for each policy, with a number where the name was had before."""
    seen: dict[str, int] = {}
    for policy in policies:
        name = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def _stacks(rules: Rules, players: int, stacks: SupportsIndex | Iterable[SupportsIndex] | None) -> list[int]:
    """Return the chips by seat."""
    if stacks is None:
        stacks = default_stack(rules)
    if not isinstance(stacks, Iterable):
        return [stack("stacks", stacks, seat) for seat in range(players)]
    chips = [stack("stacks", chips, seat) for seat, chips in enumerate(stacks)]
    if len(chips) != players:
        msg = f"{len(chips)} stacks: {players} are needed, one a player"
        raise SeatError(msg)
    return chips


def _play_outside(
    batch: _soko.PlayoutBatch, callables: Sequence[_Decide], threads: int, watch: _Watch | None
) -> _Scores:
    """Play all deals of a batch, asking the callables whenever hands wait for them."""
    told = monotonic()
    while batch.advance(threads, watch):
        for number, decide in enumerate(callables):
            _ask(batch, number, decide)
        if watch is not None and monotonic() - told > _BEAT:
            # The batch itself tells only when it plays on for so long.
            watch(batch.hands)
            told = monotonic()
    return batch.scores()


def _ask(batch: _soko.PlayoutBatch, number: int, decide: _Decide) -> None:
    """Ask a callable about the hands that wait for it, and do what it wants."""
    import numpy as np

    waiting, observed, legal = batch.waiting(number)
    if not waiting:
        return
    observations = np.frombuffer(observed, dtype=np.float32).reshape(waiting, -1)
    allowed = np.frombuffer(legal, dtype=np.bool_).reshape(waiting, -1)
    try:
        actions = np.asarray(decide(observations, allowed))
    except AttributeError as error:
        error.add_note(
            "A policy of soko.playout is given arrays, many hands at a time; one of views is for soko.Match."
        )
        raise
    if actions.shape != (waiting,) or not np.issubdtype(actions.dtype, np.integer):
        msg = f"a policy returned {actions.dtype} of shape {actions.shape}: whole numbers of shape ({waiting},)"
        raise TypeError(msg)
    batch.act(number, np.ascontiguousarray(actions, dtype=np.int64))


def _result(
    rules: Rules, chips: Sequence[int], seated: _Seated, key: _Key, scores: _Scores, *, duplicate: bool
) -> Playout:
    """Return what the core counted as a value."""
    deals, hands, showdowns, by_policy, by_seat = scores
    seats = (f"seat {seat}" for seat in range(len(chips)))
    return Playout(
        rules=rules,
        n=hands,
        deals=deals,
        stacks=tuple(chips),
        players=tuple(seated.labels[player] for player in seated.players),
        duplicate=duplicate,
        key=key,
        showdowns=showdowns,
        policies=tuple(_score(name, deals, fields) for name, fields in zip(seated.labels, by_policy, strict=True)),
        seats=tuple(_score(name, deals, fields) for name, fields in zip(seats, by_seat, strict=True)),
    )


def _score(name: str, deals: int, fields: _ScoreFields) -> Score:
    """Return the score of a name; the standard error is that of a sum over deals, which are independent."""
    hands, chips, squares, wins, folds, showdowns, actions = fields
    std_error = sqrt((deals * squares - chips * chips) / (deals - 1)) / hands if deals > 1 else inf
    return Score(name, hands, chips, std_error, wins, folds, showdowns, tuple(map(tuple, actions)))
