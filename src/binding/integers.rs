//! Whole numbers that callers give: chips and seats.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::errors::{ArgumentError, seat_error};
use crate::text::{digits, written};

/// A whole number: one that may count chips, or one that is below zero or far too large, as Python writes it.
pub enum Integer {
    /// 0 to 2**64 - 1.
    Fits(u64),
    /// Any other.
    Misfit(String),
}

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    #[inline]
    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_exact_instance_of::<PyInt>()
            && let Ok(number) = given.extract()
        {
            return Ok(Self::Fits(number));
        }
        // Booleans are none, those of numpy included.
        if given.extract::<bool>().is_ok() || !given.hasattr("__index__")? {
            let (given, type_name) = (written(&given), given.get_type().name()?);
            return Err(PyTypeError::new_err(format!("{given}: a whole number is needed, not {type_name}")));
        }
        match given.extract() {
            Ok(number) => Ok(Self::Fits(number)),
            Err(_) => Ok(Self::Misfit(digits(&given.call_method0("__index__")?)?)),
        }
    }
}

impl Integer {
    /// The number as chips of a stack; `SeatError` names it as `what`.
    pub fn chips(self, what: &str) -> PyResult<u64> {
        match self {
            Self::Fits(chips) => Ok(chips),
            Self::Misfit(text) => {
                Err(seat_error(format!("{what} {text}: 1 to {} chips are possible", i64::MAX), None, None))
            }
        }
    }

    /// The number as a seat of a hand of so many players; `SeatError` names it as `what`.
    pub fn seat(self, what: &str, players: u8) -> PyResult<u8> {
        self.below(players, |text| format!("{what} {text}: seats are 0 to {}", players - 1))
    }

    /// The number as the index of one of so many streets.
    pub fn street(self, streets: u8) -> PyResult<u8> {
        self.below(streets, |text| format!("street {text}: streets are 0 to {}", streets - 1))
    }

    /// The number as a count of something, at most so many; `ArgumentError` names it as `what`.
    pub fn count(self, what: &str, most: u64) -> PyResult<u64> {
        let text = match self {
            Self::Fits(number) if number <= most => return Ok(number),
            Self::Fits(number) => number.to_string(),
            Self::Misfit(text) => text,
        };
        Err(ArgumentError::new_err(format!("{what} {text}: 0 to {most} is allowed")))
    }

    fn below(self, limit: u8, problem: impl FnOnce(String) -> String) -> PyResult<u8> {
        let text = match self {
            Self::Fits(number) if number < limit.into() => return Ok(number as u8),
            Self::Fits(number) => number.to_string(),
            Self::Misfit(text) => text,
        };
        Err(seat_error(problem(text), None, None))
    }
}
