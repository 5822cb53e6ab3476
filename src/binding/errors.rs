//! The errors that Python sees: one base and a child for each kind of mistake.

use core::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(soko, SokoError, PyValueError, "The base of every error that soko raises for a wrong value.");
create_exception!(soko, CardError, SokoError, "Cards or a rank that cannot be read, or that are no hand.");
create_exception!(soko, RulesError, SokoError, "Rules, or a ranking, that contradict themselves or are not known.");
create_exception!(soko, IllegalAction, SokoError, "An action that the hand does not allow now.");
create_exception!(soko, DeckError, SokoError, "A deck that does not fit the deal, or cards known in two places.");
create_exception!(
    soko,
    PlanError,
    SokoError,
    "A piece of work that cannot be done: its size, its split or its threads."
);
create_exception!(soko, HistoryError, SokoError, "A hand history that cannot be read or written.");

/// A core error about cards, as Python sees it.
pub fn card_error(error: impl Display) -> PyErr {
    CardError::new_err(error.to_string())
}

/// A core error about rules or rankings, as Python sees it.
pub fn rules_error(error: impl Display) -> PyErr {
    RulesError::new_err(error.to_string())
}

/// The error for an argument of a wrong kind: what is allowed, and what was given.
pub fn type_error(allowed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let given = given.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
    PyTypeError::new_err(format!("{allowed}, not {given}"))
}
