//! The words of events and actions as Python strings, each made once.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

macro_rules! kept {
    ($py:ident, $word:ident: $($text:literal)+) => {
        match $word {
            $($text => intern!($py, $text).clone(),)+
            other => PyString::new($py, other),
        }
    };
}

/// A word as Python has it.
pub fn word<'py>(py: Python<'py>, word: &'static str) -> Bound<'py, PyString> {
    kept!(py, word:
        "fold" "check" "call" "bring-in" "complete" "bet" "raise"
        "ante" "street" "burn" "deal" "community" "wild" "uncalled" "show" "muck" "award" "end"
        "down" "up" "high" "low")
}
