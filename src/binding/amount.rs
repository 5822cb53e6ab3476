//! What callers ask a player to do: the kind of an action, and its amount.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use soko::engine::{IllegalAction, LegalActions, Request};
use soko::plain_text::escaped;

use crate::errors::{IllegalAction as RaisedIllegalAction, raised_as};
use crate::integers::Integer;
use crate::legal::LegalAction;
use crate::text::read_text;

/// What the player to act is to do: a kind of action by name, or one of the legal actions. For what is neither, the hand
/// is asked what it is and what is legal.
#[inline]
pub fn read_request(kind: &Bound<'_, PyAny>, hand: impl Fn() -> (String, LegalActions)) -> PyResult<Request> {
    match kind.cast::<PyString>() {
        Ok(name) => Request::from_name(&read_text(name)?).ok_or_else(|| unknown(name, &hand())),
        Err(_) => LegalAction::request(kind),
    }
}

#[cold]
fn unknown(kind: &Bound<'_, PyString>, (summary, legal): &(String, LegalActions)) -> PyErr {
    let legal = if legal.is_empty() { "nothing".to_owned() } else { legal.to_string() };
    let kind = read_text(kind).map_or_else(|_| String::new(), |kind| escaped(&kind));
    RaisedIllegalAction::new_err(format!("'{kind}' is not a kind of action ({summary}); legal: {legal}"))
}

/// The amount of an action, and what was given where that is no number of chips.
pub struct Amount {
    pub chips: Option<u64>,
    misfit: Option<String>,
}

impl Amount {
    #[inline]
    pub fn of(given: Option<Integer>) -> Self {
        match given {
            None => Self { chips: None, misfit: None },
            Some(Integer::Fits(chips)) => Self { chips: Some(chips), misfit: None },
            // No stack is so large, so it is refused as well, and the message then gets the number that was given.
            Some(Integer::Misfit(text)) => Self { chips: Some(u64::MAX), misfit: Some(text) },
        }
    }

    #[cold]
    /// The error of an action with this amount.
    pub fn illegal(&self, py: Python<'_>, error: &IllegalAction) -> PyErr {
        let text = error.to_string();
        let Some(given) = &self.misfit else { return raised_as(error, text) };
        let refused = raised_as(error, text.replacen(&u64::MAX.to_string(), given, 1));
        // The number that was given, as far as Python reads so many digits again.
        let amount = py.get_type::<PyInt>().call1((given,)).ok();
        // A field that cannot be set must not hide the error itself.
        let _ = refused.value(py).setattr("amount", amount);
        refused
    }
}
