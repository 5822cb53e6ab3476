"""The games in OpenSpiel, which knows them once this module is imported (extra ``openspiel``).

``pyspiel.load_game("soko")``, ``soko_canadian_stud``, ``soko_five_card_stud``, ``soko_seven_card_stud`` or
``soko_follow_the_bitch``; docs/doors.md has the parameters, and docs/table.md the seven actions.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from soko import games
from soko._soko import Card, Hand, SokoError, legal_bits
from soko.lockstep import ACTIONS

if TYPE_CHECKING:
    from abc import ABCMeta as _Meta  # any one that checkers know
    from collections.abc import Callable, Iterable, Mapping
else:
    _Meta = type(pyspiel.Game)

_PARAMETERS: Final[dict[str, Any]] = {"players": 2, "stack": 100, "ante": 1, "limit": "", "deck": 52, "cards": ""}
_LEGAL: Final = [[action for action in range(len(ACTIONS)) if mask >> action & 1] for mask in range(1 << len(ACTIONS))]
_CARDS: Final = [str(Card(index)) for index in range(52)]
_CHANCE, _OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def _type(preset: str) -> pyspiel.GameType:
    kinds, name = pyspiel.GameType, preset if preset == "soko" else f"soko_{preset}"
    chance = {"dynamics": kinds.Dynamics.SEQUENTIAL, "chance_mode": kinds.ChanceMode.EXPLICIT_STOCHASTIC}
    chips = {"utility": kinds.Utility.ZERO_SUM, "reward_model": kinds.RewardModel.TERMINAL}
    seen = {"information": kinds.Information.IMPERFECT_INFORMATION, "parameter_specification": _PARAMETERS}
    for what in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        seen[f"provides_{what}"] = True
    return kinds(short_name=name, long_name=name, min_num_players=2, max_num_players=10, **chance, **chips, **seen)


class SokoGame(pyspiel.Game, metaclass=_Meta):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of ``soko.games`` with its stakes; a chip is a unit of utility. What it cannot be is refused."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = _PARAMETERS | dict(params or {})
        self.seats, stack, ahead = given["players"], given["stack"], given["cards"].split()
        rules = games.by_name(self.preset, ante=given["ante"], limit=given["limit"] or None, deck=given["deck"])
        first, _checked = (Hand(rules, repeat(stack, self.seats), deck=deck, deal="manual") for deck in ("", ahead))
        self.start, self.ahead = first, bytes([255 if card == "?" else int(Card(card)) for card in ahead])
        self.deck = bytes(card for card in range(52 - rules.deck, 52) if card not in self.ahead)
        # A wager adds a small bet to the level or is all that a seat has, and each of the others may answer it.
        streets, capped = len(rules.deal), rules.limit in {"fixed", "spread"}
        wagers = min(stack // rules.small_bet, rules.cap * streets if capped else stack)
        self.longest = streets * self.seats + (wagers + self.seats) * (self.seats - 1)
        sizes = {"num_distinct_actions": len(ACTIONS), "max_chance_outcomes": 52, "max_game_length": self.longest}
        won = {"min_utility": -stack, "max_utility": stack * (self.seats - 1), "utility_sum": 0.0}
        super().__init__(_type(self.preset), pyspiel.GameInfo(num_players=self.seats, **sizes, **won), params or {})

    def new_initial_state(self) -> SokoState:
        return SokoState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: Mapping[str, Any] | None = None) -> SokoObserver:
        return SokoObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SokoState(pyspiel.State, metaclass=_Meta):  # type: ignore[misc]
    """A ``soko.Hand`` (``hand``) whose cards OpenSpiel deals. All else in it is of types that need no copy."""

    def __init__(self, game: SokoGame) -> None:
        super().__init__(game)
        self.hand, self.left, self.ahead = game.start.clone(), game.deck, game.ahead
        self.dealt, self.public, self.taken = 0, "", b""
        self._settle()

    def _settle(self) -> None:
        while self.hand.chance is not None and self.ahead[self.dealt : self.dealt + 1] not in {b"", b"\xff"}:
            self._deal(self.ahead[self.dealt])
        self.seat = _OVER if self.hand.is_over else _CHANCE if self.hand.actor is None else self.hand.actor

    def _deal(self, card: int) -> None:
        self.public += " ?" if self.hand.chance[1] == "down" else f" {_CARDS[card]}"  # type: ignore[index]
        self.hand.deal(_CARDS[card])
        self.dealt += 1

    def current_player(self) -> int:
        return self.seat

    def is_terminal(self) -> bool:
        return self.seat == _OVER

    def _legal_actions(self, player: int) -> list[int]:
        return _LEGAL[legal_bits(self.hand)] if player == self.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(card, 1 / len(self.left)) for card in self.left]

    def _apply_action(self, action: int) -> None:
        if self.seat == _CHANCE:
            self.left = self.left.replace(bytes([action]), b"")
            self._deal(action)
        else:
            self.hand.act_number(action)
            self.public, self.taken = f"{self.public} {self.seat}:{action}", self.taken + bytes([self.seat, action])
        self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {_CARDS[action]}" if player == _CHANCE else f"seat {player}: {ACTIONS[action]}"

    def returns(self) -> list[float]:
        return [float(chips) for chips in self.hand.payoffs or [0] * self.hand.players]

    def __str__(self) -> str:
        return _named(map(self.hand.hole_cards, range(self.hand.players))) + self.public

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SokoState:
        """Return a state that the player cannot tell from this one: what it did not see is dealt anew."""
        hand, state = self.hand, SokoState(self.get_game())
        up = (card for seat in range(hand.players) for card in hand.up_cards(seat))
        seen = {int(card) for card in (*up, *hand.community, *hand.hole_cards(player_id)) if card is not None}
        unseen = [card for card in state.left if card not in seen]
        for action in self.history():
            seat, face = state.hand.chance or (player_id, "")
            hidden = face == "down" and seat != player_id
            state.apply_action(unseen.pop(int(probability_sampler() * len(unseen))) if hidden else action)
        return state


class SokoObserver:
    """What a player knows, as text and as numbers; docs/doors.md has the parts of ``dict``, which ``tensor`` joins."""

    def __init__(self, game: SokoGame, iig_obs_type: Any, params: Mapping[str, Any] | None) -> None:  # noqa: ANN401
        if params:
            raise SokoError(f"observer parameters {dict(params)}: there are none")  # noqa: EM102, TRY003
        self.kind, seats, faces = iig_obs_type, game.seats, "".join(game.start.rules.deal)
        holders = {pyspiel.PrivateInfoType.NONE: 0, pyspiel.PrivateInfoType.ALL_PLAYERS: seats}
        self.holders: int = holders.get(iig_obs_type.private_info, 1)
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,)}
        if self.holders:
            shapes["private_cards"] = (self.holders, faces.count("d"), 52)
        if iig_obs_type.public_info:
            shapes |= {"up_cards": (seats, faces.count("u"), 52), "community": (1, 1, 52)}
            recall, width = iig_obs_type.perfect_recall, seats + len(ACTIONS)
            shapes["betting" if recall else "chips"] = (game.longest, width) if recall else (1, seats)
        self.tensor = np.zeros(sum(map(np.prod, shapes.values())), np.float32)
        parts = np.split(self.tensor, np.cumsum([np.prod(shape) for shape in shapes.values()])[:-1])
        self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=True)}

    def _known(self, state: SokoState, player: int) -> dict[str, list[tuple[Card | None, ...]]]:
        hand, seats = state.hand, range(state.hand.players)
        down: Iterable[int] = {0: (), 1: (player,)}.get(self.holders, seats)
        private, up = [hand.hole_cards(seat) for seat in down], [hand.up_cards(seat) for seat in seats]
        return {"private_cards": private, "up_cards": [*up], "community": [hand.community]}

    def set_from(self, state: SokoState, player: int) -> None:
        hand, parts = state.hand, self.dict
        self.tensor.fill(0)
        parts["player"][player] = 1
        for name, hands in self._known(state, player).items():
            for seat, cards in enumerate(hands if name in parts else ()):
                parts[name][seat, range(len(cards)), list(map(int, cards))] = 1  # type: ignore[arg-type]
        if "chips" in parts:
            parts["chips"][0] = hand.contributions
        if "betting" in parts:
            taken = np.frombuffer(state.taken, np.uint8).reshape(-1, 2) + np.array([0, hand.players], np.uint8)
            parts["betting"][np.arange(len(taken))[:, None], taken] = 1

    def string_from(self, state: SokoState, player: int) -> str:
        known, public = self._known(state, player), state.public if self.kind.public_info else ""
        if self.kind.public_info and not self.kind.perfect_recall:
            public = f"{_named(known['up_cards'] + known['community'])} in {state.hand.contributions}"
        return f"{player}{_named(known['private_cards'])}{public}"


def _named(hands: Iterable[Iterable[Card | None]]) -> str:
    return "".join(f" ({' '.join(map(str, cards))})" for cards in hands)


for _preset in games.NAMES:
    # OpenSpiel lets go of what is registered after Python has ended, where only a class is safe.
    pyspiel.register_game(_type(_preset), type(f"Game_{_preset}", (SokoGame,), {"preset": _preset}))
