"""The fields of ``Rules`` as keywords, for type checkers."""

from typing import Literal, TypedDict


class RulesFields(TypedDict, total=False):
    """The keywords of ``Rules`` and of ``Rules.replace``; the attributes of ``Rules`` say what they mean."""

    name: str
    min_players: int
    max_players: int
    deal: list[str] | tuple[str, ...]
    bets: list[Literal["small", "big"]] | tuple[Literal["small", "big"], ...]
    ranking: Literal["soko", "standard", "wild"]
    ace_low_four_straight: bool
    showing_ranking: Literal["soko", "standard"]
    bring_in_card: Literal["highest", "lowest", "none"]
    bring_in_tie: Literal["suit", "position"]
    opener: Literal["best", "lowest"]
    showing_tie: Literal["position", "suit"]
    limit: Literal["fixed", "pot", "no", "spread"]
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    max_bet: int | None
    min_chip: int
    cap: int
    cap_heads_up: bool
    open_pair: Literal["none", "double", "option"]
    open_fold: bool
    burn: bool
    odd_chip: Literal["position", "suit"]
    wild: Literal["none", "follow_the_queen"]
    carry_over: bool
    queens_wild: bool
    low_chicago: bool
    ace: Literal["low", "high"]
