//! `Rules`: a game as data, and the games that are known by name.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple, PyType};

use crate::errors::{raised, type_error};
use crate::integers::Integer;
use crate::text::{Word, formatted};
use soko::rules::{Field, FieldValue, Named, Preset};

/// What was given for a field, read without judging it: the core says which values are allowed.
pub struct Argument(FieldValue);

impl<'py> FromPyObject<'_, 'py> for Argument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = if given.is_none() {
            FieldValue::None
        } else if let Ok(flag) = given.extract::<bool>() {
            // Booleans of numpy are taken too.
            FieldValue::Flag(flag)
        } else if let Some(text) = read_text(given) {
            FieldValue::Text(text)
        } else if let Ok(number) = given.extract::<i128>() {
            FieldValue::Number(number)
        } else if let Some(texts) = read_texts(given) {
            FieldValue::List(texts)
        } else {
            FieldValue::Other(written(given)?)
        };
        Ok(Self(value))
    }
}

fn read_text(given: Borrowed<'_, '_, PyAny>) -> Option<String> {
    given.cast::<PyString>().ok()?.to_str().ok().map(str::to_owned)
}

fn read_texts(given: Borrowed<'_, '_, PyAny>) -> Option<Vec<String>> {
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() { given.extract().ok() } else { None }
}

/// A value as Python writes it; of one that cannot be written, its type.
fn written(given: Borrowed<'_, '_, PyAny>) -> PyResult<String> {
    match given.repr() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Ok(format!("of type {}", given.get_type().name()?)),
    }
}

/// A mapping of field names to values, each name once.
pub type Fields = BTreeMap<Word, Argument>;

fn values(fields: Option<Fields>) -> impl Iterator<Item = (String, FieldValue)> {
    fields.unwrap_or_default().into_iter().map(|(name, given)| (name.0, given.0))
}

/// A field's value as Python has it; of lists, a tuple where it is to be immutable.
fn shown(py: Python<'_>, value: FieldValue, immutable: bool) -> PyResult<Bound<'_, PyAny>> {
    match value {
        FieldValue::None => Ok(py.None().into_bound(py)),
        FieldValue::Flag(flag) => Ok(PyBool::new(py, flag).to_owned().into_any()),
        FieldValue::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
        FieldValue::Text(text) | FieldValue::Other(text) => Ok(PyString::new(py, &text).into_any()),
        FieldValue::List(texts) if immutable => Ok(PyTuple::new(py, texts)?.into_any()),
        FieldValue::List(texts) => Ok(PyList::new(py, texts)?.into_any()),
    }
}

/// The game of this name with these keywords; the functions of `soko.games` say which there are.
///
/// ``RulesError`` for an unknown game or keyword, and for rules that contradict each other.
#[pyfunction]
#[pyo3(signature = (game, keywords, /))]
pub fn preset(game: Word, keywords: Fields) -> PyResult<Rules> {
    Preset::named(&game.0).and_then(|preset| preset.with(values(Some(keywords)))).map(Rules).map_err(raised)
}

/// The names of the games.
#[pyfunction]
pub fn game_names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Preset::names())
}

/// The meaning of each field in a few words.
#[pyfunction]
pub fn field_meanings() -> BTreeMap<&'static str, String> {
    Field::ALL.iter().map(|field| (field.name(), field.meaning())).collect()
}

/// A game as data: what is dealt, who acts first, how much is bet, which hand wins (rules 3).
///
/// The functions of ``soko.games`` return the known games; ``replace`` changes any field. ``Rules(...)`` takes every
/// field as a keyword; those with a default may be left out. Values are immutable, hashable, and equal when all
/// fields are.
///
/// ``RulesError`` names the field, what was given and what is allowed.
///
/// >>> from soko import games
/// >>> rules = games.soko(ante=1, bring_in=2, small_bet=4)
/// >>> rules.big_bet, rules.deal
/// (8, ('du', 'u', 'u', 'u'))
/// >>> rules.replace(cap=3).cap
/// 3
/// >>> str(rules)
/// 'soko: fixed limit 4/8, ante 1, bring-in 2, 2 to 8 players'
#[pyclass(frozen, eq, hash, module = "soko")]
#[derive(PartialEq, Eq, Hash)]
pub struct Rules(pub soko::Rules);

macro_rules! rules_methods {
    (
        { $($method:item)+ }
        $(
            #[doc = $words:literal]
            $variant:ident: $(field $field:ident)? $(part $part:ident)?: $type:ty = $usual:expr
                $(, $required:ident)? $(=> $read:expr)?;
        )+
    ) => {
        #[pymethods]
        impl Rules {
            $(
                #[doc = $words]
                #[getter]
                fn $($field)? $($part)? <'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    shown(py, Field::$variant.of(&self.0), true)
                }
            )+
            $($method)+
        }
    };
}

soko::with_rules_fields! { rules_methods
    {
        #[new]
        #[pyo3(signature = (**fields))]
        fn new(fields: Option<Fields>) -> PyResult<Self> {
            soko::Rules::from_fields(values(fields)).map(Self).map_err(raised)
        }

        /// Return the same game with some fields changed, checked as a whole.
        ///
        /// ``RulesError`` for an unknown field, a value that it cannot have, or rules that contradict each other.
        ///
        /// >>> from soko import games
        /// >>> games.soko().replace(name="our soko", opener="lowest").opener
        /// 'lowest'
        #[pyo3(signature = (**fields))]
        fn replace(&self, fields: Option<Fields>) -> PyResult<Self> {
            self.0.replaced(values(fields)).map(Self).map_err(raised)
        }

        #[pyo3(signature = (**fields))]
        fn __replace__(&self, fields: Option<Fields>) -> PyResult<Self> {
            self.replace(fields)
        }

        /// Return the name of a street, 0 for the first one dealt: by the number of cards that a player then holds.
        ///
        /// ``SokoError`` for an unknown street.
        ///
        /// >>> from soko import games
        /// >>> games.soko().street_name(0), games.seven_card_stud().street_name(4)
        /// ('second street', 'seventh street')
        #[pyo3(signature = (street, /))]
        fn street_name(&self, street: Integer) -> PyResult<&'static str> {
            let streets = self.0.streets.len() as u8;
            Ok(self.0.street_name(street.street(streets)?.into()))
        }

        /// Return the game as plain values, ready for JSON: ``version`` and every field; ``from_dict`` reads it.
        ///
        /// >>> from soko import games
        /// >>> record = games.soko().to_dict()
        /// >>> record.get("version"), record.get("ante")
        /// (1, 1)
        pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let record = PyDict::new(py);
            for (name, value) in self.0.to_record() {
                record.set_item(name, shown(py, value, false)?)?;
            }
            Ok(record)
        }

        /// Return the game of a dictionary that ``to_dict`` made; fields with a default may be left out.
        ///
        /// ``RulesError`` when the version is another one, a field without a default is missing, one is unknown, or the
        /// rules contradict each other.
        ///
        /// >>> from soko import Rules, games
        /// >>> Rules.from_dict(games.soko().to_dict()) == games.soko()
        /// True
        // A class method, for a static one of a compiled class cannot be pickled.
        #[classmethod]
        #[pyo3(signature = (record, /))]
        fn from_dict(_class: &Bound<'_, PyType>, record: Fields) -> PyResult<Self> {
            soko::Rules::from_record(values(Some(record))).map(Self).map_err(raised)
        }

        fn __str__(&self) -> String {
            self.0.to_string()
        }

        fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
            formatted(slf, spec)
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let mut fields = Vec::new();
            for field in Field::ALL {
                fields.push(format!("{}={}", field.name(), shown(py, field.of(&self.0), true)?.repr()?));
            }
            Ok(format!("Rules({})", fields.join(", ")))
        }

        fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
            Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
        }

        fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
            slf
        }

        fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
            slf
        }
    }
}

/// An argument that must be rules.
pub struct AnyRules<'py>(pub Bound<'py, Rules>);

impl<'py> FromPyObject<'_, 'py> for AnyRules<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let rules = given.cast::<Rules>().map(|rules| Self(rules.to_owned()));
        rules.map_err(|_| type_error("rules must be a soko.Rules such as soko.games.soko()", &given))
    }
}
