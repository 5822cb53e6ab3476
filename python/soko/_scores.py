"""The results of one policy, or of one seat, in a playout."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from soko._checks import deviations, formatted


@dataclass(frozen=True, slots=True)
class Score:
    """The results of one policy, or of one seat, over the hands of a playout.

    ``hands`` counts the hands it was dealt in, once for each of its seats; ``chips`` is what it won minus what it lost
    in all of them: an int, or with ``reduce="allin"`` a float, which is a multiple of 1/64. ``mean`` is that number for
    one hand, and ``std_error`` the standard error of the mean, computed deal by deal; infinite for a single deal.
    ``wins`` counts the hands in which it won chips, ``folds`` those it folded, ``showdowns`` those it took to a
    showdown. ``actions[street][action]`` counts its actions by the numbers of ``soko.lockstep.ACTIONS``.

    >>> import soko
    >>> score = soko.playout(soko.games.soko(), 2, 1000, ["call"], rng=7).policies[0]
    >>> score.hands, score.chips, score.showdown_rate
    (2000, 0, 1.0)
    """

    name: str
    hands: int
    chips: float
    std_error: float
    wins: int
    folds: int
    showdowns: int
    actions: tuple[tuple[int, ...], ...]

    @property
    def mean(self) -> float:
        """The chips won a hand; negative for a loss."""
        return self.chips / self.hands

    @property
    def win_rate(self) -> float:
        """The fraction of its hands in which it won chips."""
        return self.wins / self.hands

    @property
    def fold_rate(self) -> float:
        """The fraction of its hands that it folded."""
        return self.folds / self.hands

    @property
    def showdown_rate(self) -> float:
        """The fraction of its hands that it took to a showdown."""
        return self.showdowns / self.hands

    @property
    def frequencies(self) -> tuple[tuple[float, ...], ...]:
        """The relative frequency of each action, street by street; zeros where it never acted."""
        sums = (max(1, sum(street)) for street in self.actions)
        return tuple(tuple(n / all_ for n in street) for street, all_ in zip(self.actions, sums, strict=True))

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the confidence interval of the mean, by the normal approximation.

        ``ArgumentError`` unless ``confidence`` is between 0 and 1.
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

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)
