"""Stud poker with Soko (Canadian stud) at heart: evaluators, games as data, and a deal simulator, all in Rust.

>>> import soko
>>> str(soko.evaluate("As Ks Qs Js 2d"))
'four-flush, A-K-Q-J, 2 kicker'
"""

from soko import games
from soko._soko import Rules, __version__, kernels
from soko.cards import Card, cards, low_spade
from soko.counted import merge
from soko.equity import Equity, EquityCost, EquityTally, equity, equity_cost, equity_plan
from soko.errors import (
    CardError,
    DeckError,
    HistoryError,
    IllegalAction,
    Interrupted,
    PlanError,
    RulesError,
    SokoError,
)
from soko.hand import Award, Event, Hand, LegalAction, Pot, View
from soko.match import Match, MatchError
from soko.plan import Plan, plan
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
    "Award",
    "Card",
    "CardError",
    "Category",
    "DeckError",
    "Equity",
    "EquityCost",
    "EquityTally",
    "Event",
    "Hand",
    "HistoryError",
    "IllegalAction",
    "Interrupted",
    "LegalAction",
    "Match",
    "MatchError",
    "Plan",
    "PlanError",
    "Pot",
    "Ranking",
    "Rules",
    "RulesError",
    "Showing",
    "SokoError",
    "Strength",
    "Tally",
    "View",
    "__version__",
    "cards",
    "categories",
    "deal_many",
    "equity",
    "equity_cost",
    "equity_plan",
    "evaluate",
    "evaluate_int",
    "evaluate_many",
    "explain",
    "games",
    "kernels",
    "low_spade",
    "merge",
    "plan",
    "showing",
    "simulate",
]
