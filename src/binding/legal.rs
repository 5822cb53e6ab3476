//! `LegalAction`: one thing that a player may do.

use std::hash::{Hash, Hasher};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use soko::engine::{ActionKind, LegalAction as CoreLegalAction, Request};

use crate::errors::IllegalAction;
use crate::integers::Integer;
use crate::interned::word;
use crate::record::{Record, Version};
use crate::text::{Word, formatted};

/// What an action is made of: its kind, low, high and cost.
type Arguments = (&'static str, Option<u64>, Option<u64>, Option<u64>);

/// One legal action of the player to act. ``Hand.legal_actions`` lists them.
///
/// Values are immutable and hashable, and equal when kind and totals are equal.
///
/// Parameters
/// ----------
/// kind
///     ``"fold"``, ``"check"``, ``"call"``, ``"bring-in"``, ``"complete"``, ``"bet"`` or ``"raise"``.
/// low, high
///     The least and the greatest total on the street, in chips; ``None`` for a fold and a check. Amounts between them
///     go in steps of the smallest chip. Where they are equal, ``act(kind)`` needs no amount.
/// cost
///     The chips that ``low`` takes from the stack, so the price of a call; ``None`` if unknown.
///
/// Raises
/// ------
/// IllegalAction
///     ``kind`` is unknown.
/// SeatError
///     An amount is below 0 or above what chips can count.
/// TypeError
///     An amount is not a whole number, is missing, or is given for a fold or a check.
///
/// Examples
/// --------
/// >>> import soko
/// >>> hand = soko.Hand(soko.games.soko(limit="pot", ante=10), [500, 500, 500], rng=7)
/// >>> print(*hand.legal_actions(), sep=", ")
/// bring-in 20, complete to 21..30
/// >>> hand.legal_actions()[1].high
/// 30
#[pyclass(frozen, eq, hash, module = "soko")]
pub struct LegalAction {
    /// The action itself.
    pub action: CoreLegalAction,
    /// What its least total takes from the stack; unknown for one that no hand listed.
    cost: Option<u64>,
}

impl PartialEq for LegalAction {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action
    }
}

impl Hash for LegalAction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.action.hash(state);
    }
}

#[pymethods]
impl LegalAction {
    #[new]
    #[pyo3(signature = (kind, low = None, high = None, cost = None))]
    fn new(kind: Word, low: Option<Integer>, high: Option<Integer>, cost: Option<Integer>) -> PyResult<Self> {
        let kind = read_kind(&kind.0)?;
        let (low, high) = match (low, high) {
            (None, None) if !kind.has_amount() => (0, 0),
            (Some(low), Some(high)) if kind.has_amount() => (low.chips("low")?, high.chips("high")?),
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "a {kind} {} low and high",
                    ["has no", "needs"][usize::from(kind.has_amount())]
                )));
            }
        };
        let cost = cost.map(|cost| cost.chips("cost")).transpose()?;
        Ok(Self { action: CoreLegalAction { kind, low, high }, cost })
    }

    /// ``"fold"``, ``"check"``, ``"call"``, ``"bring-in"``, ``"complete"``, ``"bet"`` or ``"raise"``.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        word(py, self.action.kind.name())
    }

    /// The least total on the street, ``None`` for a fold and a check.
    #[getter]
    fn low(&self) -> Option<u64> {
        self.action.range().map(|(low, _)| low)
    }

    /// The greatest total on the street, ``None`` for a fold and a check.
    #[getter]
    fn high(&self) -> Option<u64> {
        self.action.range().map(|(_, high)| high)
    }

    /// The number of chips that ``low`` takes from the stack: the price of a call, a bring-in or the least wager.
    ///
    /// ``None`` for a fold and a check, and for an action that did not come from a hand.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> _ = hand.bring_in(), hand.complete()
    /// >>> call = hand.legal_actions()[1]
    /// >>> call.low, call.cost
    /// (4, 2)
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.cost
    }

    /// Return the action as ``kind``, ``low``, ``high`` and ``cost``, ready for JSON.
    ///
    /// >>> import soko
    /// >>> soko.LegalAction("call", 4, 4, 2).to_dict()
    /// {'kind': 'call', 'low': 4, 'high': 4, 'cost': 2}
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.to_record(py, Version::CURRENT)
    }

    fn __str__(&self) -> String {
        self.action.to_string()
    }

    fn __repr__(&self) -> String {
        match self.action.range() {
            None => format!("LegalAction('{}')", self.action.kind),
            Some((low, high)) => format!("LegalAction('{}', {low}, {high})", self.action.kind),
        }
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Arguments) {
        (py.get_type::<Self>(), (self.action.kind.name(), self.low(), self.high(), self.cost))
    }
}

impl LegalAction {
    /// What is asked for by a word or by one of these.
    pub fn request(given: &Bound<'_, PyAny>) -> PyResult<Request> {
        if let Ok(action) = given.cast::<Self>() {
            return Ok(Request::Listed(action.get().action));
        }
        let name = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("kind is a word such as 'call', or one of legal_actions(), not {name}")))
    }

    /// The object of an action by a seat that has put some chips in on the street.
    pub fn listed(action: CoreLegalAction, bet: u64) -> Self {
        let cost = action.range().map(|(low, _)| low.saturating_sub(bet));
        Self { action, cost }
    }

    /// The objects of the legal actions of a seat that has put some chips in on the street.
    pub fn tuple<'py>(py: Python<'py>, legal: &[CoreLegalAction], bet: u64) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, legal.iter().map(|&action| Self::listed(action, bet)))
    }

    /// The action as a record has it.
    pub fn to_record<'py>(&self, py: Python<'py>, version: Version) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(py);
        let (low, high) = self.action.range().unzip();
        record.set_item("kind", self.action.kind.name())?;
        record.set_item("low", low)?;
        record.set_item("high", high)?;
        if version != Version::One {
            record.set_item("cost", self.cost)?;
        }
        Ok(record)
    }

    /// The legal action of a record.
    pub fn from_record(given: &Bound<'_, PyAny>, version: Version) -> PyResult<CoreLegalAction> {
        let record = Record::read("a legal action", given)?;
        let name = record.text("kind")?;
        let Some(kind) = ActionKind::from_name(&name) else {
            return Err(record.wrong("kind", format_args!("'{name}' is not a kind of action")));
        };
        let amount = |field| if kind.has_amount() { record.number(field) } else { Ok(0) };
        let action = CoreLegalAction { kind, low: amount("low")?, high: amount("high")? };
        // What it costs follows from the bets, and is compared with the whole record.
        let cost = if version == Version::One || !kind.has_amount() { None } else { Some(record.number("cost")?) };
        record.compare(&Self { action, cost }.to_record(given.py(), version)?)?;
        Ok(action)
    }
}

/// The kind of action of a name.
fn read_kind(name: &str) -> PyResult<ActionKind> {
    ActionKind::from_name(name).ok_or_else(|| {
        let kinds = ActionKind::ALL.map(ActionKind::name).join(", ");
        IllegalAction::new_err(format!("'{name}' is not a kind of action; kinds are {kinds}"))
    })
}
