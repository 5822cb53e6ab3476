//! The errors that Python sees: one base, a child for each kind of mistake, and one conversion for each error of the core.

use core::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use soko::engine::{self, ActionKind, StartError};
use soko::equity::EquityError;
use soko::lockstep::TableError;
use soko::plain_text::escaped;
use soko::playout::PlayoutError;
use soko::simulate::{self, DealFault};
use soko::{ranking, rules};

use crate::cards::Card;
use crate::legal::LegalAction;
use crate::text::written;

create_exception!(soko, SokoError, PyValueError, "The base class of every error that soko raises for a wrong value.");
create_exception!(
    soko,
    CardError,
    SokoError,
    "Cards or a rank that cannot be read, or that are not a hand.\n\n\
     ``card`` is the `Card` that is given twice, else None."
);
create_exception!(
    soko,
    RulesError,
    SokoError,
    "Rules or a ranking that are unknown or contradict themselves.\n\n\
     ``field`` is the name of the field or keyword at fault, None if it is not a single one."
);
create_exception!(
    soko,
    IllegalAction,
    SokoError,
    "An action that the hand does not allow now.\n\n\
     ``kind`` and ``amount`` are those of the action, ``seat`` is the seat to act (None when nobody is), and ``legal`` is\n\
     a tuple of the `LegalAction` that are possible instead. For a `Table`, ``table`` is the first table concerned."
);
create_exception!(
    soko,
    DeckError,
    SokoError,
    "A deck that does not fit the deal, or a card in two places.\n\n\
     ``card`` is the `Card` at fault and ``seat`` the seat, None if it is not a single one."
);
create_exception!(
    soko,
    SeatError,
    SokoError,
    "Players, stacks or a dealer that do not fit the game.\n\n\
     ``seat`` is the seat at fault, None if it is not a single one; ``amount`` is the chips or players given."
);
create_exception!(soko, PlanError, SokoError, "A run that is not possible: its size, its parts or its threads.");
create_exception!(soko, TallyFileError, SokoError, "A damaged file or record of a plan, a tally or tables.");
create_exception!(soko, ArgumentError, SokoError, "An argument that is not allowed, such as a confidence of 2.");
create_exception!(
    soko,
    HistoryError,
    SokoError,
    "A record of a hand, a view or a match that cannot be read or written."
);

/// Gives the errors the fields that they have when nothing is known of them.
pub fn add_fields(py: Python<'_>) -> PyResult<()> {
    for (class, fields) in [
        (py.get_type::<CardError>(), &["card"] as &[&str]),
        (py.get_type::<RulesError>(), &["field"]),
        (py.get_type::<IllegalAction>(), &["kind", "amount", "seat", "table"]),
        (py.get_type::<DeckError>(), &["card", "seat"]),
        (py.get_type::<SeatError>(), &["seat", "amount", "table"]),
    ] {
        for field in fields {
            class.setattr(*field, py.None())?;
        }
    }
    py.get_type::<IllegalAction>().setattr("legal", PyTuple::empty(py))
}

/// The same error with a field set. Fields are attributes of the instance, which pickles carry along.
fn with<'py, T: IntoPyObject<'py>>(error: PyErr, py: Python<'py>, field: &str, value: Option<T>) -> PyErr {
    // Setting an attribute of an exception of ours does not fail; what does must not hide the error itself.
    if let Some(value) = value {
        let _ = error.value(py).setattr(field, value);
    }
    error
}

/// An error of the core that Python sees as one of the above.
pub trait CoreError: Display {
    /// The error that Python sees, with these words.
    fn in_words(&self, words: String) -> PyErr;
}

/// A core error, as Python sees it.
#[cold]
pub fn raised<E: CoreError>(error: E) -> PyErr {
    let words = escaped(&error.to_string());
    error.in_words(words)
}

/// A core error, as Python sees it, with words of the caller.
#[cold]
pub fn raised_as(error: &impl CoreError, words: impl Into<String>) -> PyErr {
    error.in_words(escaped(&words.into()))
}

impl CoreError for soko::CardError {
    fn in_words(&self, words: String) -> PyErr {
        let card = if let Self::Twice(card) = self { Some(Card(*card)) } else { None };
        Python::attach(|py| with(CardError::new_err(words), py, "card", card))
    }
}

impl CoreError for ranking::HandError {
    fn in_words(&self, words: String) -> PyErr {
        if let Self::Card(error) = self { error.in_words(words) } else { CardError::new_err(words) }
    }
}

impl CoreError for rules::RulesError {
    fn in_words(&self, words: String) -> PyErr {
        Python::attach(|py| with(RulesError::new_err(words), py, "field", self.field()))
    }
}

impl CoreError for StartError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::CardTwice(card) | Self::NotInDeck(card, _) => deck_error(words, Some(card), None),
            Self::DeckTooShort { .. } | Self::DeckTooLong { .. } | Self::MoreThanDeck { .. } => {
                deck_error(words, None, None)
            }
            Self::NoChips { seat } => seat_error(words, Some(seat.into()), Some(0)),
            Self::Players { given, .. } => seat_error(words, None, Some(given as u64)),
            Self::Dealer { dealer, .. } => seat_error(words, Some(dealer.into()), None),
            Self::TooManyChips => seat_error(words, None, None),
        }
    }
}

impl CoreError for engine::DealError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::Used(card) | Self::NotInDeck(card, _) => deck_error(words, Some(card), None),
            Self::NotDue => IllegalAction::new_err(words),
            Self::FaceUp => deck_error(words, None, None),
        }
    }
}

impl CoreError for engine::IllegalAction {
    fn in_words(&self, words: String) -> PyErr {
        Python::attach(|py| {
            let error = with(IllegalAction::new_err(words), py, "kind", self.request.kind().map(ActionKind::name));
            let error = with(error, py, "amount", self.amount);
            let error = with(error, py, "seat", self.seat);
            with(error, py, "legal", LegalAction::tuple(py, &self.legal, self.bet).ok())
        })
    }
}

impl CoreError for engine::ShowError {
    fn in_words(&self, words: String) -> PyErr {
        let seat = match *self {
            Self::NotOver => None,
            Self::Folded(seat) | Self::Shown(seat) | Self::Unknown(seat) => Some(seat),
        };
        Python::attach(|py| with(IllegalAction::new_err(words), py, "seat", seat))
    }
}

impl CoreError for engine::RevealError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::Known(seat) | Self::Count { seat, .. } => deck_error(words, None, Some(seat.into())),
            Self::Used(card) | Self::Twice(card) | Self::NotInDeck(card, _) => deck_error(words, Some(card), None),
        }
    }
}

impl CoreError for engine::MuckError {
    fn in_words(&self, words: String) -> PyErr {
        let (Self::NotDue(seat) | Self::Needed { seat, .. }) = *self;
        Python::attach(|py| with(IllegalAction::new_err(words), py, "seat", Some(seat)))
    }
}

impl CoreError for simulate::DealError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::Players { given, .. } => seat_error(words, None, Some(given as u64)),
            Self::Twice(card) | Self::NotInDeck(card, _) => deck_error(words, Some(card), None),
            Self::TooManyKnown { seat, .. } => deck_error(words, None, Some(seat)),
            _ => deck_error(words, None, None),
        }
    }
}

impl CoreError for simulate::DealRowError {
    fn in_words(&self, words: String) -> PyErr {
        match self.fault {
            DealFault::NoCard { .. } => CardError::new_err(words),
            DealFault::Twice(card) | DealFault::NotInDeck(card, _) => deck_error(words, Some(card), None),
            DealFault::Community { seat, card } => deck_error(words, Some(card), Some(seat)),
            DealFault::NobodyLive => seat_error(words, None, None),
        }
    }
}

impl CoreError for EquityError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::Deal(ref error) => error.in_words(words),
            Self::UpCards { seat, .. }
            | Self::DownCards { seat, .. }
            | Self::EmptyRange { seat }
            | Self::RangeOutsideDeck { seat, .. } => deck_error(words, None, Some(seat)),
            _ => deck_error(words, None, None),
        }
    }
}

impl CoreError for PlayoutError {
    fn in_words(&self, words: String) -> PyErr {
        match self {
            Self::Start(error) => error.in_words(words),
            Self::Players => seat_error(words, None, None),
            Self::TooManyChips { .. } => PlanError::new_err(words),
        }
    }
}

impl CoreError for TableError {
    fn in_words(&self, words: String) -> PyErr {
        Python::attach(|py| match self {
            Self::Start { table, error } => with(error.in_words(words), py, "table", Some(*table)),
            Self::Stacks { given, .. } => seat_error(words, None, Some(*given as u64)),
            Self::Illegal { tables, .. } => {
                let first = tables.first().map(|&(table, ..)| table);
                with(IllegalAction::new_err(words), py, "table", first)
            }
            Self::NoAction { table, .. } => with(IllegalAction::new_err(words), py, "table", Some(*table)),
            Self::Weight { table, .. } => with(ArgumentError::new_err(words), py, "table", Some(*table)),
            Self::Damaged => TallyFileError::new_err(words),
            Self::Tables(_) | Self::First { .. } => PlanError::new_err(words),
            Self::NoTable { .. } | Self::Misfit(_) | Self::Stopped => SokoError::new_err(words),
        })
    }
}

/// The error for players, stacks or a dealer.
pub fn seat_error(words: String, seat: Option<usize>, amount: Option<u64>) -> PyErr {
    Python::attach(|py| with(with(SeatError::new_err(words), py, "seat", seat), py, "amount", amount))
}

/// The error for a deck, or for cards known in advance.
pub fn deck_error(words: String, card: Option<soko::Card>, seat: Option<usize>) -> PyErr {
    Python::attach(|py| with(with(DeckError::new_err(words), py, "card", card.map(Card)), py, "seat", seat))
}

/// The error for cards that only Python can give.
pub fn card_error(words: impl Display) -> PyErr {
    CardError::new_err(escaped(&words.to_string()))
}

/// The error for a ranking, which names its field.
pub fn ranking_error(words: impl Display) -> PyErr {
    Python::attach(|py| with(RulesError::new_err(escaped(&words.to_string())), py, "field", Some("ranking")))
}

/// The error for an argument of a wrong kind: what is allowed, and what was given.
pub fn type_error(allowed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{allowed}, not {}", written(given)))
}
