"""Stud poker, above all Soko (Canadian stud), in Rust: evaluators, games as data, hands, deals and equity.

>>> import soko
>>> str(soko.evaluate("As Ks Qs Js 2d"))
'four-flush, A-K-Q-J, 2 kicker'
"""

try:
    from soko._soko import Event, Hand, LegalAction, Rules, View, __version__, kernels
except ImportError as _error:
    # What Python says when a compiled module, this one or numpy's, is for the main interpreter alone.
    if "subinterpreter" not in str(_error):
        raise
    _msg = "soko does not run in subinterpreters: use threads, which need no lock, or ProcessPoolExecutor"
    raise ImportError(_msg) from _error

from soko.cards import Card, cards, low_spade
from soko.errors import (
    ArgumentError,
    CardError,
    CheckpointError,
    DeckError,
    HistoryError,
    IllegalAction,
    Interrupted,
    PlanError,
    RulesError,
    SeatError,
    SokoError,
    TallyFileError,
)
from soko.ranking import (
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

# Type checkers take this for true; at run time it saves the import of typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from soko import fairness as fairness
    from soko import games as games
    from soko import history as history
    from soko import lockstep as lockstep
    from soko import match as match
    from soko import odds_tables as odds_tables
    from soko import playouts as playouts
    from soko import plot as plot
    from soko import policies as policies
    from soko import reference as reference
    from soko.category import Category as Category
    from soko.equities import Equity as Equity
    from soko.equities import EquityCost as EquityCost
    from soko.equities import EquityTally as EquityTally
    from soko.equities import equity as equity
    from soko.equities import equity_cost as equity_cost
    from soko.fairness import CardProof as CardProof
    from soko.fairness import Commitment as Commitment
    from soko.fairness import commit as commit
    from soko.hand import Award as Award
    from soko.hand import Pot as Pot
    from soko.lockstep import Table as Table
    from soko.match import Match as Match
    from soko.match import MatchError as MatchError
    from soko.plans.plan import Plan as Plan
    from soko.plans.plan import equity_plan as equity_plan
    from soko.plans.plan import merge as merge
    from soko.plans.plan import plan as plan
    from soko.plans.plan import playout_plan as playout_plan
    from soko.playouts import Playout as Playout
    from soko.playouts import PlayoutTally as PlayoutTally
    from soko.playouts import playout as playout
    from soko.policies import suggest as suggest
    from soko.rakes import rake as rake
    from soko.settling import Settled as Settled
    from soko.settling import settle_many as settle_many
    from soko.simulation import deal_many as deal_many
    from soko.simulation import simulate as simulate
    from soko.solving import Solution as Solution
    from soko.solving import Spot as Spot
    from soko.solving import solve as solve
    from soko.tally import Tally as Tally

# Where the names live that are looked up when first used, so that importing soko stays cheap.
_LATER = {
    "Award": "hand",
    "CardProof": "fairness",
    "Category": "category",
    "Commitment": "fairness",
    "Equity": "equities",
    "EquityCost": "equities",
    "EquityTally": "equities",
    "Match": "match",
    "MatchError": "match",
    "Plan": "plans.plan",
    "Playout": "playouts",
    "PlayoutTally": "playouts",
    "Pot": "hand",
    "Settled": "settling",
    "Solution": "solving",
    "Spot": "solving",
    "Table": "lockstep",
    "Tally": "tally",
    "commit": "fairness",
    "deal_many": "simulation",
    "equity": "equities",
    "equity_cost": "equities",
    "equity_plan": "plans.plan",
    "fairness": "",
    "games": "",
    "history": "",
    "lockstep": "",
    "match": "",
    "merge": "plans.plan",
    "odds_tables": "",
    "plan": "plans.plan",
    "playout": "playouts",
    "playout_plan": "plans.plan",
    "playouts": "",
    "plot": "",
    "policies": "",
    "rake": "rakes",
    "reference": "",
    "settle_many": "settling",
    "simulate": "simulation",
    "solve": "solving",
    "suggest": "policies",
}

__all__ = [
    "ArgumentError",
    "Award",
    "Card",
    "CardError",
    "CardProof",
    "Category",
    "CheckpointError",
    "Commitment",
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
    "Playout",
    "PlayoutTally",
    "Pot",
    "Ranking",
    "Rules",
    "RulesError",
    "SeatError",
    "Settled",
    "Showing",
    "SokoError",
    "Solution",
    "Spot",
    "Strength",
    "Table",
    "Tally",
    "TallyFileError",
    "View",
    "__version__",
    "cards",
    "categories",
    "commit",
    "deal_many",
    "equity",
    "equity_cost",
    "equity_plan",
    "evaluate",
    "evaluate_int",
    "evaluate_many",
    "explain",
    "games",
    "history",
    "kernels",
    "low_spade",
    "merge",
    "plan",
    "playout",
    "playout_plan",
    "plot",
    "policies",
    "rake",
    "settle_many",
    "showing",
    "simulate",
    "solve",
    "suggest",
]


def __getattr__(name: str) -> object:
    """Import a name when it is used for the first time."""
    if name not in _LATER:
        msg = f"module 'soko' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    module = import_module(f"soko.{_LATER[name] or name}")
    value = getattr(module, name) if _LATER[name] else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List all public names, those not imported yet included."""
    return sorted({*globals(), *_LATER})
