"""Playouts: whole hands between policies, and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf, sqrt
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast, final

from soko import _soko
from soko._checks import count, flag, formatted, game_rules, listed, stack, thread_count, unmasked, written
from soko._scores import Score
from soko._soko import ArgumentError, PlanError, Rules, SeatError, TallyFileError
from soko.lockstep import ACTIONS, default_stack
from soko.plans.blocks import block_count
from soko.plans.counted import Counted, Question
from soko.plans.run import all_blocks, run
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from soko.plans.blocks import Part
    from soko.plans.counted import Watch, _Counting
    from soko.rng import _Key, _Rng

    _Decide = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]
    _Policy = str | _Decide

__all__ = ["POLICIES", "Playout", "PlayoutTally", "Score", "playout"]

MAX_HANDS: Final = 2**62
# How often progress is reported, in seconds.
_BEAT: Final = 0.02

POLICIES: Final = tuple(_soko.policy_names())
"""The names of the built-in policies (docs/playout.md describes them)."""

_ScoreFields = tuple[int, int, int, int, int, int, list[list[int]]]
_Scores = tuple[int, int, int, list[_ScoreFields], list[_ScoreFields]]
_Row = tuple[int, ...]
_ByStreet = tuple[_Row, ...]
_Numbers = tuple[int, int, int, int, int, int, _ByStreet]
# Deals, hands, showdowns; then by policy and after that by seat: hands, chips, squares of the chips deal by deal, wins,
# folds, showdowns, and actions by street.
_Counts = tuple[int, int, int, _Row, _Row, _Row, _Row, _Row, _Row, tuple[_ByStreet, ...]]


@dataclass(frozen=True, slots=True)
class Playout:
    """The result of ``soko.playout``: what each policy and each seat won, and how they played.

    ``n`` hands of ``deals`` deals were played, with ``stacks`` by seat; ``showdowns`` of the hands ended in a showdown.
    ``players`` names the policy of each player in the order round the table. ``policies`` has the score of each policy
    and ``seats`` that of each seat, which is a position: the last seat has the dealer box in every hand. The chips of
    either add up to 0. ``key`` is the key of the cards (docs/stream.md), ``None`` for a sum of playouts with different
    ``rng``. Values are immutable, and equal when all their fields are.

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
    key: _Key | None
    showdowns: int
    policies: tuple[Score, ...]
    seats: tuple[Score, ...]

    @property
    def showdown_rate(self) -> float:
        """The fraction of hands that ended in a showdown."""
        return self.showdowns / self.n

    def to_dict(self) -> dict[str, object]:
        """Return the result as plain values, ready for JSON; the words of the key are hexadecimal texts."""
        return {
            "rules": self.rules.to_dict(),
            "hands": self.n,
            "deals": self.deals,
            "stacks": list(self.stacks),
            "players": list(self.players),
            "duplicate": self.duplicate,
            "key": self.key and [f"{word:016x}" for word in self.key],
            "showdown_rate": self.showdown_rate,
            "policies": [score.to_dict() for score in self.policies],
            "seats": [score.to_dict() for score in self.seats],
        }

    __format__ = formatted

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
    """Play ``n`` whole hands between policies, and return what each of them won.

    Parameters
    ----------
    rules
        The game.
    players
        How many players; after each hand they all move on by one seat, so that each policy plays every position
        equally often.
    n
        How many hands.
    policies
        The policies of the players in order round the table, repeated if there are fewer than ``players``: names of
        ``soko.playouts.POLICIES``, or callables. A callable gets many waiting hands at a time: their observations, a
        float32 array (k, width) laid out as ``soko.Table.observation_layout`` says, and the legal actions, a bool array
        (k, 7). Both are read-only. It returns k actions, whole numbers from 0 to 6 (``soko.lockstep.ACTIONS``).
    rng
        Where the cards and the random choices of built-in policies come from (docs/stream.md).
    threads
        How many threads play, ``None`` for all cores; the result does not depend on it.
    stacks
        The chips at the start of every hand, one number for all or one for each seat; 100 big bets by default.
    duplicate
        Whether each deal is played once for every rotation of the policies round the table, so that each policy gets
        the cards of every seat; ``n`` is then rounded up to whole deals. Results depend less on the cards, and standard
        errors are smaller for the same number of hands.
    batch
        How many hands are under way at most when callables are asked. With built-in or stateless policies the result
        does not depend on it.
    progress
        ``True`` for a bar (needs rich), or a callable: ``progress(done, n)``.

    Returns
    -------
    Playout
        The scores by policy and by seat. ``soko.playout_plan`` does the same in parts, and on clusters.

    Raises
    ------
    PlanError
        A number is outside its range, or the chips are too many to count.
    ArgumentError
        A policy is unknown.
    SeatError
        The players or the stacks do not fit the game.
    IllegalAction
        A callable returned an action that is not legal. What a callable raises is passed on.
    Interrupted
        Ctrl-C was pressed: within a tenth of a second. Its ``tally`` is a ``PlayoutTally`` of what was played.

    Examples
    --------
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
    threads = thread_count(threads)
    question, deals = playout_question(rules, players, n, policies, stacks, duplicate=duplicate, batch=batch)
    return run(all_blocks(question, stream_key(rng), deals), threads=threads, progress=progress).playout


def playout_question(
    rules: Rules,
    players: int,
    n: int,
    policies: _Policy | Sequence[_Policy],
    stacks: SupportsIndex | Iterable[SupportsIndex] | None,
    *,
    duplicate: bool,
    batch: int,
) -> tuple[PlayoutQuestion, int]:
    """Return the question and the number of deals that the arguments of ``playout`` are."""
    rules, players = game_rules(rules), count("players", players, 1, 52, SeatError)
    n, batch = count("n", n, 1, MAX_HANDS), count("batch", batch, 1, 1 << 20)
    seated = _Seated.of(policies, players)
    chips = tuple(_stacks(rules, players, stacks))
    return PlayoutQuestion.checked(rules, chips, seated, n, duplicate=flag("duplicate", duplicate), batch=batch)


class _Seated(NamedTuple):
    """The different policies by name, those of them that are not built in, and the policy of each player."""

    names: tuple[str, ...]
    own: Mapping[str, _Decide | None]
    players: tuple[int, ...]

    @classmethod
    def of(cls, policies: _Policy | Sequence[_Policy], players: int) -> _Seated:
        """Seat policies round a table; ``ArgumentError`` when none or too many, ``TypeError`` for others."""
        given: list[_Policy] = [policies] if isinstance(policies, str) or callable(policies) else _listed(policies)
        if not 1 <= len(given) <= players:
            msg = f"{len(given)} policies: 1 to {players} are needed, at most one for each player"
            raise ArgumentError(msg)
        different: list[_Policy] = []
        for policy in given:
            if not isinstance(policy, str) and not callable(policy):
                msg = f"policy {written(policy)}: {', '.join(POLICIES)} or a callable is needed"
                raise TypeError(msg)
            if policy not in different:
                different.append(policy)
        names = tuple(_labels(different))
        own = {name: policy for name, policy in zip(names, different, strict=True) if not isinstance(policy, str)}
        return cls(names, own, tuple(different.index(given[player % len(given)]) for player in range(players)))


def _listed(policies: Iterable[_Policy]) -> list[_Policy]:
    """Return the policies of a list, but no more than show that there are too many."""
    return list(islice(listed("policies", policies, "a name, a callable or a list of them"), 256))


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
        msg = f"{len(chips)} stacks: {players} are needed, one for each player"
        raise SeatError(msg)
    return chips


@final
@dataclass(frozen=True, slots=True)
class PlayoutQuestion(Question["PlayoutTally"]):
    """What a playout counts: who plays with whom, for what.

    Policies that are not built in are known by their names. How they are asked is no part of what is asked.
    """

    KIND: ClassVar[str] = "playout"
    BLOCK: ClassVar[int] = 64
    UNIT: ClassVar[str] = "hands"

    rules: Rules
    stacks: tuple[int, ...]
    policies: tuple[str, ...]
    """The names of the different policies."""
    own: tuple[str, ...]
    """Those that are not built in."""
    players: tuple[int, ...]
    """The policy of each player in the order round the table, as a number of ``policies``."""
    duplicate: bool
    hands_a_deal: int = field(compare=False)
    """How many hands are played of each deal."""
    batch: int = field(compare=False)
    deciders: tuple[_Decide | None, ...] = field(compare=False)
    """The callables of ``own``; ``None`` when the question comes from a file."""

    @classmethod
    def checked(
        cls, rules: Rules, stacks: tuple[int, ...], seated: _Seated, n: int, *, duplicate: bool, batch: int
    ) -> tuple[PlayoutQuestion, int]:
        """Return the question, and how many deals ``n`` hands are.

        ``ArgumentError`` for unknown policies, ``PlanError`` for too many chips, ``SeatError`` for stacks that do not
        fit.
        """
        own, deciders = tuple(seated.own), tuple(seated.own.values())
        question = cls(rules, stacks, seated.names, own, seated.players, duplicate, 1, batch, deciders)
        core = question.core((0, 0, 0, 0))
        return replace(question, hands_a_deal=core.hands_a_deal), core.deals_of(n)

    @property
    def units(self) -> int:
        """How many hands a deal is."""
        return self.hands_a_deal

    @property
    def slice_blocks(self) -> int | None:
        """Policies of one's own are asked in slices of 16 batches, so that what they keep in mind is the same."""
        return -(-16 * self.batch // self.BLOCK) if self.own else None

    def core(self, key: _Key) -> _soko.Playout:
        """Return the playout of the core for a key."""
        names = [None if name in self.own else name for name in self.policies]
        return _soko.Playout(self.rules, self.stacks, names, self.players, self.duplicate, key)

    def count(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> _Counting:
        """Play the deals of blocks."""
        core, deals = self.core(key), (blocks[0] * self.BLOCK, min(blocks[1] * self.BLOCK, n))
        if self.own:
            batch = core.batch(deals, self.batch)
            stopped = _play_outside(batch, self._callables(), threads, watch)
            scores, played = batch.scores()
        else:
            scores, played, stopped = core.run(deals, threads, watch)
        # The last deals of all may be a short block.
        done = tuple((first // self.BLOCK, block_count(last, self.BLOCK)) for first, last in played)
        return _columns(scores), done, stopped

    def _callables(self) -> list[_Decide]:
        """Return the policies that are not built in; ``PlanError`` when a file has nothing but their names."""
        found = [decide for decide in self.deciders if decide is not None]
        if len(found) < len(self.own):
            msg = f"{', '.join(self.own)}: not built in, and files have only names: make the plan again"
            raise PlanError(msg)
        return found

    def zeros(self) -> _Counts:
        """Return the counts of no deals."""
        size = len(self.policies) + len(self.stacks)
        row, streets = (0,) * size, ((0,) * len(ACTIONS),) * len(self.rules.deal)
        return 0, 0, 0, row, row, row, row, row, row, (streets,) * size

    def tally(self, parts: tuple[Part, ...], counts: object) -> PlayoutTally:
        """Return counts as a tally."""
        return PlayoutTally(self, parts, counts)

    def __str__(self) -> str:
        """Say what is played."""
        each = f", each with the policies in all {self.hands_a_deal} seats" if self.duplicate else ""
        seats = [self.policies[player] for player in self.players]
        return f"deals of {self.rules.name} between {', '.join(seats)}{each}"

    def to_dict(self) -> dict[str, object]:
        """Return the question as a dictionary, ready for JSON."""
        return {
            "rules": self.rules.to_dict(),
            "stacks": list(self.stacks),
            "policies": list(self.policies),
            "own": list(self.own),
            "players": list(self.players),
            "duplicate": self.duplicate,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, object]) -> PlayoutQuestion:
        """Read what ``to_dict`` made; an error of its kind says what is wrong with it."""
        match record:
            case {
                "rules": dict(rules),
                "stacks": list(stacks),
                "policies": list(policies),
                "own": list(own),
                "players": list(players),
                "duplicate": bool(duplicate),
            } if _is_seating(policies, own, players, len(stacks)):
                game = Rules.from_dict(rules)
                chips = tuple(_stacks(game, len(players), stacks))
                seated = _Seated(tuple(policies), dict.fromkeys(own), tuple(players))
                return cls.checked(game, chips, seated, 1, duplicate=duplicate, batch=1)[0]
        msg = "question: rules, stacks, policies, own, players and duplicate are needed"
        raise TallyFileError(msg)


def _is_seating(policies: list[object], own: list[object], players: list[object], seats: int) -> bool:
    """Whether lists of a record seat policies in the order in which the players need them."""
    are_names = all(type(name) is str for name in policies) and [name for name in policies if name in own] == own
    numbers = list(dict.fromkeys(player for player in players if type(player) is int))
    return (
        are_names
        and len(set(policies)) == len(policies)
        and len(players) == seats
        and all(type(player) is int for player in players)
        and numbers == list(range(len(policies)))
    )


@final
class PlayoutTally(Counted):
    """Exact counts over deals of a playout; tallies of different deals add up with ``+``.

    Made by plans of ``soko.playout_plan``.

    >>> import soko
    >>> plan = soko.playout_plan(soko.games.soko(), 6, 1_000, ["tight", "call"], rng=7)
    >>> tally = plan.shard(0, 2).run()
    >>> tally
    <PlayoutTally of 512 deals of soko between tight, call, tight, call, tight, call, blocks 8 to 15 of 16 missing>
    >>> tally.playout.n, tally.playout.policies[0].name
    (512, 'tight')
    """

    __slots__ = ()

    QUESTION = PlayoutQuestion
    NAMES = (
        "n", "hands", "showdowns", "dealt_in", "chips", "chip_squares", "wins", "folds", "shown_down", "actions",
    )  # fmt: skip
    SIGNED = frozenset({"chips"})

    @property
    def question(self) -> PlayoutQuestion:
        """What was counted."""
        return cast("PlayoutQuestion", self._question)

    @property
    def counts(self) -> _Counts:
        """The raw counts, by ``NAMES``; where there is one for each, first those of policies, then of seats."""
        return cast("_Counts", self._counts)

    @property
    def hands(self) -> int:
        """How many hands were played: one for each deal, or several with ``duplicate``."""
        return self.counts[1]

    @property
    def playout(self) -> Playout:
        """The result so far; ``PlanError`` when nothing is counted."""
        if not self.n:
            msg = "nothing is counted yet"
            raise PlanError(msg)
        question, (deals, hands, showdowns, *columns) = self.question, self.counts
        names = (*question.policies, *(f"seat {seat}" for seat in range(len(question.stacks))))
        scores = [_score(name, deals, row) for name, *row in zip(names, *columns, strict=True)]
        policies = len(question.policies)
        return Playout(
            rules=question.rules,
            n=hands,
            deals=deals,
            stacks=question.stacks,
            players=tuple(question.policies[player] for player in question.players),
            duplicate=question.duplicate,
            key=self.parts[0].key if len({part.key for part in self.parts}) == 1 else None,
            showdowns=showdowns,
            policies=tuple(scores[:policies]),
            seats=tuple(scores[policies:]),
        )

    def __str__(self) -> str:
        """Show the result as a table, and what is missing."""
        shown = str(self.playout) if self.n else repr(self)
        return f"{shown}\n{self.gap}" if self.n and self.gap else shown


def _columns(scores: _Scores) -> object:
    """Return scores as counts, number by number instead of score by score."""
    deals, hands, showdowns, by_policy, by_seat = scores
    return (deals, hands, showdowns, *zip(*by_policy, *by_seat, strict=True))


def _score(name: str, deals: int, columns: Sequence[object]) -> Score:
    """Return the score of a name; the standard error is that of a sum over deals, which are independent."""
    hands, chips, squares, wins, folds, showdowns, actions = cast("_Numbers", columns)
    std_error = sqrt((deals * squares - chips * chips) / (deals - 1)) / hands if deals > 1 else inf
    return Score(name, hands, chips, std_error, wins, folds, showdowns, actions)


def _play_outside(
    batch: _soko.PlayoutBatch, callables: Sequence[_Decide], threads: int, watch: Watch | None
) -> BaseException | None:
    """Play all deals of a batch, asking the callables whenever hands wait for them; return what stopped it."""
    reported = monotonic()
    try:
        while batch.advance(threads, watch):
            for number, decide in enumerate(callables):
                _ask(batch, number, decide)
            if watch is not None and monotonic() - reported > _BEAT:
                # The batch itself reports only when it plays on for so long.
                watch(batch.hands)
                reported = monotonic()
    except KeyboardInterrupt as stopped:
        # Pressed perhaps while a callable was asked.
        return stopped
    return None


def _ask(batch: _soko.PlayoutBatch, number: int, decide: _Decide) -> None:
    """Ask a callable about the hands that wait for it, and do what it wants."""
    import numpy as np

    waiting, observed, legal = batch.waiting(number)
    if not waiting:
        return
    observations = np.frombuffer(observed, dtype=np.float32).reshape(waiting, -1)
    allowed = np.frombuffer(legal, dtype=np.bool_).reshape(waiting, -1)
    try:
        decided = decide(observations, allowed)
    except (AttributeError, TypeError) as error:
        error.add_note("A policy for soko.playout gets arrays for many hands; one that takes a view is for soko.Match.")
        raise
    unmasked("a policy returned", decided)
    actions = np.asarray(decided)
    if actions.shape != (waiting,) or not np.issubdtype(actions.dtype, np.integer):
        shape = f"({waiting},)"
        msg = f"a policy returned {actions.dtype} of shape {actions.shape}: whole numbers of shape {shape} are needed"
        raise TypeError(msg)
    batch.act(number, np.ascontiguousarray(actions, dtype=np.int64))
