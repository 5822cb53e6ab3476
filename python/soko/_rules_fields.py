"""The fields of ``Rules`` as keywords, for type checkers."""

from typing import Literal, TypedDict


class Switches(TypedDict, total=False):
    """The house rules that every game takes as keywords; the attributes of ``Rules`` say what they mean."""

    min_players: int
    max_players: int
    deck: Literal[20, 24, 28, 32, 52]
    bets: list[Literal["small", "big"]] | tuple[Literal["small", "big"], ...]
    ace_low_four_straight: bool
    showing_ranking: Literal["soko", "standard"]
    showing_tie: Literal["position", "suit"]
    min_chip: int
    cap: int
    cap_heads_up: bool
    bring_in_ace: Literal["high", "low"]
    bring_in_option: bool
    open_pair: Literal["none", "double", "option"]
    open_fold: bool
    burn: bool
    reveal: Literal["winners", "all"]
    odd_chip: Literal["position", "nearest", "suit"]
    carry_over: bool
    queens_wild: bool
    low_chicago: bool
    ace: Literal["low", "high"]


class RulesFields(Switches, total=False):
    """The keywords of ``Rules`` and of ``Rules.replace``: the switches, and what makes the game and its stakes."""

    name: str
    deal: list[str] | tuple[str, ...]
    ranking: Literal["soko", "standard", "wild"]
    bring_in_card: Literal["highest", "lowest", "none"]
    bring_in_tie: Literal["suit", "position"]
    opener: Literal["best", "lowest"]
    limit: Literal["fixed", "pot", "no", "spread"]
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    max_bet: int | None
    wild: Literal["none", "follow_the_queen"]
