"""The errors that soko raises for wrong values: one base, and a child for each kind of mistake."""

from soko._soko import CardError, DeckError, HistoryError, IllegalAction, PlanError, RulesError, SokoError

__all__ = ["CardError", "DeckError", "HistoryError", "IllegalAction", "PlanError", "RulesError", "SokoError"]
