"""Playouts: whole hands between policies, and their results."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, Final, cast, final

from soko import _soko
from soko._asking import play_outside
from soko._checks import count, flag, formatted, game_rules, thread_count, written
from soko._scores import Score
from soko._seating import POLICIES, Seated, chips_by_seat, is_seating
from soko._soko import ArgumentError, PlanError, Rules, SeatError, TallyFileError
from soko.lockstep import ACTIONS
from soko.plans.blocks import block_count
from soko.plans.counted import Counted, Question
from soko.plans.run import all_blocks, run
from soko.policies import BatchPolicy
from soko.rng import stream_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Literal, SupportsIndex

    import numpy as np
    from numpy.typing import NDArray

    from soko._seating import _Decide, _SeatPolicy
    from soko.plans.blocks import Part
    from soko.plans.counted import Watch, _Counting
    from soko.rng import _Key, _Rng

__all__ = ["POLICIES", "Playout", "PlayoutTally", "Score", "playout"]

MAX_HANDS: Final = 2**62
MAX_CHIPS_KEPT: Final = 2**25
"""How many numbers ``per_deal`` has at most: 256 MiB."""
RUNOUTS: Final = 64
"""How many runouts are averaged with ``reduce="allin"``."""

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
    reduce: str | None = None
    """``"allin"`` where all-in hands count by averages over the cards to come, else ``None``."""
    per_deal: NDArray[np.int64] | NDArray[np.float64] | None = field(default=None, compare=False, repr=False)
    """What each policy won in each deal, (deals, policies), read-only, where it was asked for."""

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
            **({"reduce": self.reduce} if self.reduce else {}),
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
        averaged = ", all-in hands averaged" if self.reduce else ""
        return f"{self.rules}\n{len(self.players)} players, {self.n:,} hands{deals}{averaged}"


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
    policies: _SeatPolicy | Sequence[_SeatPolicy],
    rng: _Rng = None,
    threads: int | None = None,
    *,
    stacks: SupportsIndex | Iterable[SupportsIndex] | None = None,
    duplicate: bool = False,
    batch: int = 4096,
    reduce: Literal["allin"] | None = None,
    per_deal: bool = False,
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
        (k, 7). Both are read-only. It returns k actions, whole numbers from 0 to 6 (``soko.lockstep.ACTIONS``). A
        callable that takes only one positional argument gets a ``soko.policies.Batch``, which has these two, the
        history of each hand, and which hand and seat it is.
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
    reduce
        ``"allin"``: a hand in which nobody has anything left to decide while cards are still to come counts as the
        average over 64 ways in which they may come, not by the cards that came. Expected values are the same, standard
        errors smaller. Chips are then floats, multiples of 1/64.
    per_deal
        Whether the result has ``per_deal``, what each policy won in each deal: an array (deals, policies) of int64,
        float64 with ``reduce``, in the order of the deals. For paired tests.
    progress
        ``True`` for a bar (needs rich), or a callable: ``progress(done, n)``.

    Returns
    -------
    Playout
        The scores by policy and by seat. ``soko.playout_plan`` does the same in parts, and on clusters.

    Raises
    ------
    PlanError
        A number is outside its range, or the chips are too many to count; ``per_deal`` would have more than 33,554,432
        numbers.
    ArgumentError
        A policy or ``reduce`` is unknown.
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
    question, deals = playout_question(
        rules, players, n, policies, stacks, duplicate=duplicate, batch=batch, reduce=reduce
    )
    if not flag("per_deal", per_deal):
        return run(all_blocks(question, stream_key(rng), deals), threads=threads, progress=progress).playout
    question = replace(question, kept=_room(deals, len(question.policies)))
    found = run(all_blocks(question, stream_key(rng), deals), threads=threads, progress=progress).playout
    return replace(found, per_deal=_kept(question))


def _room(deals: int, policies: int) -> NDArray[np.int64]:
    """Return an array for the chips of each deal; ``PlanError`` when it would be too large."""
    import numpy as np

    if deals * policies > MAX_CHIPS_KEPT:
        most = MAX_CHIPS_KEPT // policies
        msg = f"per_deal of {deals:,} deals between {policies} policies: {most:,} deals at most"
        raise PlanError(msg)
    return np.zeros((deals, policies), dtype=np.int64)


def _kept(question: PlayoutQuestion) -> NDArray[np.int64] | NDArray[np.float64] | None:
    """Return the chips of each deal that a question has kept."""
    chips = question.kept
    if chips is None:
        return None
    kept = chips / question.parts if question.reduce else chips
    kept.flags.writeable = False
    return kept


def playout_question(
    rules: Rules,
    players: int,
    n: int,
    policies: _SeatPolicy | Sequence[_SeatPolicy],
    stacks: SupportsIndex | Iterable[SupportsIndex] | None,
    *,
    duplicate: bool,
    batch: int,
    reduce: str | None,
) -> tuple[PlayoutQuestion, int]:
    """Return the question and the number of deals that the arguments of ``playout`` are."""
    rules, players = game_rules(rules), count("players", players, 1, 52, SeatError)
    n, batch = count("n", n, 1, MAX_HANDS), count("batch", batch, 1, 1 << 20)
    seated = Seated.of(policies, players)
    chips = tuple(chips_by_seat(rules, players, stacks))
    if reduce is not None and not isinstance(reduce, str):
        msg = f"reduce {written(reduce)}: 'allin' or None is needed, not {type(reduce).__name__}"
        raise TypeError(msg)
    if reduce not in {None, "allin"}:
        msg = f"reduce {reduce!r}: 'allin' or None is needed"
        raise ArgumentError(msg)
    duplicate = flag("duplicate", duplicate)
    return PlayoutQuestion.checked(rules, chips, seated, n, duplicate=duplicate, batch=batch, reduce=reduce)


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
    reduce: str | None
    """``"allin"``, or ``None`` where hands count by the cards that come."""
    hands_a_deal: int = field(compare=False)
    """How many hands are played of each deal."""
    batch: int = field(compare=False)
    deciders: tuple[_Decide | None, ...] = field(compare=False)
    """The callables of ``own``; ``None`` when the question comes from a file."""
    kept: NDArray[np.int64] | None = field(default=None, compare=False, repr=False)
    """Where the chips of each deal are written, if they are to be kept; only runs in this process write there."""

    @classmethod
    def checked(
        cls,
        rules: Rules,
        stacks: tuple[int, ...],
        seated: Seated,
        n: int,
        *,
        duplicate: bool,
        batch: int,
        reduce: str | None,
    ) -> tuple[PlayoutQuestion, int]:
        """Return the question, and how many deals ``n`` hands are.

        ``ArgumentError`` for unknown policies, ``PlanError`` for too many chips, ``SeatError`` for stacks that do not
        fit.
        """
        own, deciders = tuple(seated.own), tuple(seated.own.values())
        question = cls(rules, stacks, seated.names, own, seated.players, duplicate, reduce, 1, batch, deciders)
        core = question.core((0, 0, 0, 0))
        return replace(question, hands_a_deal=core.hands_a_deal), core.deals_of(n)

    @property
    def units(self) -> int:
        """How many hands a deal is."""
        return self.hands_a_deal

    @property
    def parts(self) -> int:
        """Of how many parts each chip is counted."""
        return RUNOUTS if self.reduce else 1

    @property
    def slice_blocks(self) -> int | None:
        """Policies of one's own are asked in slices of 16 batches, so that what they keep in mind is the same."""
        return -(-16 * self.batch // self.BLOCK) if self.own else None

    def core(self, key: _Key, *, history: bool = False) -> _soko.Playout:
        """Return the playout of the core for a key."""
        names = [None if name in self.own else name for name in self.policies]
        flags = (self.duplicate, self.reduce is not None, self.kept is not None, history)
        return _soko.Playout(self.rules, self.stacks, names, self.players, flags, key)

    def count(self, key: _Key, n: int, blocks: tuple[int, int], threads: int, watch: Watch | None) -> _Counting:
        """Play the deals of blocks."""
        deals = blocks[0] * self.BLOCK, min(blocks[1] * self.BLOCK, n)
        kept = None if self.kept is None else self.kept[slice(*deals)]
        if self.own:
            policies = [BatchPolicy.of(decide) for decide in self._callables()]
            core = self.core(key, history=any(policy.takes_batch for policy in policies))
            batch = core.batch(deals, self.batch)
            stopped = play_outside(batch, policies, threads, watch)
            scores, played = batch.scores(kept)
        else:
            scores, played, stopped = self.core(key).run(deals, threads, watch, kept)
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
            **({"reduce": self.reduce} if self.reduce else {}),
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
            } if is_seating(policies, own, players, len(stacks)) and record.get("reduce", "allin") == "allin":
                game = Rules.from_dict(rules)
                chips = tuple(chips_by_seat(game, len(players), stacks))
                seated = Seated(tuple(policies), dict.fromkeys(own), tuple(players))
                reduce = "allin" if "reduce" in record else None
                return cls.checked(game, chips, seated, 1, duplicate=duplicate, batch=1, reduce=reduce)[0]
        msg = "question: rules, stacks, policies, own, players and duplicate are needed"
        raise TallyFileError(msg)


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
        scores = [_score(name, deals, question.parts, row) for name, *row in zip(names, *columns, strict=True)]
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
            reduce=question.reduce,
        )

    def __str__(self) -> str:
        """Show the result as a table, and what is missing."""
        shown = str(self.playout) if self.n else repr(self)
        return f"{shown}\n{self.gap}" if self.n and self.gap else shown


def _columns(scores: _Scores) -> object:
    """Return scores as counts, number by number instead of score by score."""
    deals, hands, showdowns, by_policy, by_seat = scores
    return (deals, hands, showdowns, *zip(*by_policy, *by_seat, strict=True))


def _score(name: str, deals: int, parts: int, columns: Sequence[object]) -> Score:
    """Return the score of a name; the standard error is that of a sum over deals, which are independent."""
    hands, chips, squares, wins, folds, showdowns, actions = cast("_Numbers", columns)
    std_error = sqrt((deals * squares - chips * chips) / (deals - 1)) / (hands * parts) if deals > 1 else inf
    return Score(name, hands, chips if parts == 1 else chips / parts, std_error, wins, folds, showdowns, actions)
