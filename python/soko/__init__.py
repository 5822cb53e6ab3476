"""Stud poker with Soko (Canadian stud) at heart: evaluators, games as data, and a deal simulator, all in Rust.

>>> import soko
>>> str(soko.evaluate("As Ks Qs Js 2d"))
'four-flush, A-K-Q-J, 2 kicker'
"""

from soko import games
from soko._soko import Rules, __version__
from soko.cards import Card, cards, low_spade
from soko.errors import CardError, DeckError, HistoryError, IllegalAction, PlanError, RulesError, SokoError
from soko.ranking import (
    Category,
    Ranking,
    Showing,
    Strength,
    categories,
    evaluate,
    evaluate_int,
    evaluate_many,
    explain,
    showing,
)
from soko.simulate import deal_many, simulate
from soko.tally import Tally

__all__ = [
    "Card",
    "CardError",
    "Category",
    "DeckError",
    "HistoryError",
    "IllegalAction",
    "PlanError",
    "Ranking",
    "Rules",
    "RulesError",
    "Showing",
    "SokoError",
    "Strength",
    "Tally",
    "__version__",
    "cards",
    "categories",
    "deal_many",
    "evaluate",
    "evaluate_int",
    "evaluate_many",
    "explain",
    "games",
    "low_spade",
    "showing",
    "simulate",
]
