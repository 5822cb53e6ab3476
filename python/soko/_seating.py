"""Who plays at the tables of a playout: policies and their names, the players, and their chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from soko import _soko
from soko._checks import listed, stack, written
from soko._soko import ArgumentError, Rules, SeatError
from soko.lockstep import default_stack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import SupportsIndex, TypeAlias

    from soko.policies import _OfBatch, _OfRows

    _Decide: TypeAlias = _OfRows | _OfBatch
    _SeatPolicy: TypeAlias = str | _Decide

POLICIES: Final = tuple(_soko.policy_names())


class Seated(NamedTuple):
    """The different policies by name, those of them that are not built in, and the policy of each player."""

    names: tuple[str, ...]
    own: Mapping[str, _Decide | None]
    players: tuple[int, ...]

    @classmethod
    def of(cls, policies: _SeatPolicy | Sequence[_SeatPolicy], players: int) -> Seated:
        """Seat policies round a table; ``ArgumentError`` when none or too many, ``TypeError`` for others."""
        given: list[_SeatPolicy] = [policies] if isinstance(policies, str) or callable(policies) else _listed(policies)
        if not 1 <= len(given) <= players:
            msg = f"{len(given)} policies: 1 to {players} are needed, at most one for each player"
            raise ArgumentError(msg)
        different: list[_SeatPolicy] = []
        for policy in given:
            if not isinstance(policy, str) and not callable(policy):
                msg = f"policy {written(policy)}: {', '.join(POLICIES)} or a callable is needed"
                raise TypeError(msg)
            if policy not in different:
                different.append(policy)
        names = tuple(_labels(different))
        own = {name: policy for name, policy in zip(names, different, strict=True) if not isinstance(policy, str)}
        return cls(names, own, tuple(different.index(given[player % len(given)]) for player in range(players)))


def _listed(policies: Iterable[_SeatPolicy]) -> list[_SeatPolicy]:
    """Return the policies of a list, but no more than show that there are too many."""
    return list(islice(listed("policies", policies, "a name, a callable or a list of them"), 256))


def _labels(policies: Iterable[_SeatPolicy]) -> Iterator[str]:
    """Yield a name for each policy, with a number where the name was had before."""
    seen: dict[str, int] = {}
    for policy in policies:
        name = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def chips_by_seat(rules: Rules, players: int, stacks: SupportsIndex | Iterable[SupportsIndex] | None) -> list[int]:
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


def is_seating(policies: list[object], own: list[object], players: list[object], seats: int) -> bool:
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
