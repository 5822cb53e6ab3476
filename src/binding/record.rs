//! Dictionaries that stand for hands, views and events: read field by field, nothing missing and nothing left over.

use core::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyIterator, PyList, PyMapping, PyString};
use soko::Card;
use soko::engine::{Pot, Seat};
use soko::plain_text::escaped;

use crate::errors::{HistoryError, SokoError};
use crate::hand_start::MOST_GIVEN;
use crate::integers::Integer;
use crate::rules::Rules;
use crate::text::written;

/// How many events a view has at most.
pub const MOST_EVENTS: usize = 1 << 22;

/// How records are written: version 2 has cards as lists of texts, names of streets and prices of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Cards as one text, streets by number only.
    One,
    /// What is written now.
    Two,
}

impl Version {
    /// What is written now.
    pub const CURRENT: Self = Self::Two;

    /// The number in a record.
    pub const fn number(self) -> u64 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// A record being read. `HistoryError` says which field of what is wrong.
pub struct Record<'py> {
    what: &'static str,
    fields: Bound<'py, PyDict>,
}

impl<'py> Record<'py> {
    /// The fields of a mapping.
    pub fn read(what: &'static str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(mapping) = given.cast::<PyMapping>() else {
            let type_name = given.get_type().name()?;
            return Err(wrong(what, format_args!("a dictionary is needed, not {type_name}")));
        };
        let fields = PyDict::new(given.py());
        fields.update(mapping).map_err(|error| wrong(what, error))?;
        Ok(Self { what, fields })
    }

    /// The version.
    pub fn version(&self) -> PyResult<Version> {
        let version = self.get("version")?;
        match version.extract() {
            Ok(Integer::Fits(1)) => Ok(Version::One),
            Ok(Integer::Fits(2)) => Ok(Version::Two),
            _ => Err(self.wrong("version", format_args!("{}: only 1 and 2 are known", written(&version)))),
        }
    }

    /// A field's value.
    pub fn get(&self, field: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.fields.get_item(field)?;
        value.ok_or_else(|| wrong(self.what, format_args!("{field} is missing")))
    }

    /// A field that is a text.
    pub fn text(&self, field: &str) -> PyResult<String> {
        let value = self.get(field)?;
        value.extract().map_err(|_| self.wrong(field, format_args!("{} is not a text", written(&value))))
    }

    /// A field that is one of some words.
    pub fn word(&self, field: &str, words: &[&'static str]) -> PyResult<&'static str> {
        let given = self.text(field)?;
        let word = words.iter().find(|&&word| word == given);
        word.copied().ok_or_else(|| self.wrong(field, format_args!("'{given}' is not one of {}", words.join(", "))))
    }

    /// A field that is a whole number.
    pub fn number(&self, field: &str) -> PyResult<u64> {
        self.as_number(field, &self.get(field)?)
    }

    /// A field that is whole numbers.
    pub fn numbers(&self, field: &str) -> PyResult<Vec<u64>> {
        self.items(field, MOST_GIVEN)?.iter().map(|item| self.as_number(field, item)).collect()
    }

    /// A field that is the values of a list, at most so many.
    pub fn items(&self, field: &str, most: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut items = Vec::new();
        for item in self.each(field)? {
            if items.len() == most {
                return Err(self.wrong(field, format_args!("more than {most} values")));
            }
            items.push(item?);
        }
        Ok(items)
    }

    /// A field that is the values of a list, one by one: what it says of its length may be a lie.
    pub fn each(&self, field: &str) -> PyResult<Bound<'py, PyIterator>> {
        let value = self.get(field)?;
        list_iter(&value).ok_or_else(|| self.wrong(field, format_args!("{} is not a list", written(&value))))
    }

    fn as_number(&self, field: &str, value: &Bound<'py, PyAny>) -> PyResult<u64> {
        match value.extract() {
            Ok(Integer::Fits(number)) => Ok(number),
            _ => Err(self.wrong(field, format_args!("{} is not a whole number from 0", written(value)))),
        }
    }

    /// A field that is a seat of so many.
    pub fn seat(&self, field: &str, players: u8) -> PyResult<Seat> {
        self.as_seat(field, &self.get(field)?, players)
    }

    /// A field that is a seat of so many, or nothing.
    pub fn maybe_seat(&self, field: &str, players: u8) -> PyResult<Option<Seat>> {
        let value = self.get(field)?;
        if value.is_none() { Ok(None) } else { self.as_seat(field, &value, players).map(Some) }
    }

    fn as_seat(&self, field: &str, value: &Bound<'py, PyAny>, players: u8) -> PyResult<Seat> {
        self.check_seat(field, self.as_number(field, value)?, players)
    }

    /// A number of a field that is a seat of so many.
    pub fn check_seat(&self, field: &str, seat: u64, players: u8) -> PyResult<Seat> {
        let fits = (seat < players.into()).then_some(seat as Seat);
        fits.ok_or_else(|| self.wrong(field, format_args!("{seat} is not a seat")))
    }

    /// A field that is cards, as one text.
    pub fn card_text(&self, field: &str, version: Version) -> PyResult<String> {
        if version == Version::One {
            return self.text(field);
        }
        let cards = self.items(field, MOST_GIVEN)?;
        let texts = cards.iter().map(|card| match card.extract::<String>() {
            // A text of two cards would be read as both.
            Ok(text) if text.chars().count() <= 3 => Ok(text),
            _ => Err(self.wrong(field, format_args!("{} is not a card such as 'As'", written(card)))),
        });
        Ok(texts.collect::<PyResult<Vec<_>>>()?.join(" "))
    }

    /// A field that is cards.
    pub fn cards(&self, field: &str, version: Version) -> PyResult<Vec<Card>> {
        soko::parse_cards(&self.card_text(field, version)?).map_err(|error| self.wrong(field, error))
    }

    /// A field that is a card, `?` or, in version 1, nothing where it is hidden or unknown.
    pub fn maybe_card(&self, field: &str) -> PyResult<Option<Card>> {
        let value = self.get(field)?;
        if value.is_none() {
            return Ok(None);
        }
        let text: String = value.extract().map_err(|_| self.wrong(field, "a card is a text"))?;
        if text == "?" {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|error: soko::CardError| self.wrong(field, error))
    }

    /// The rules: an object, or the record of one.
    pub fn rules(&self) -> PyResult<Bound<'py, Rules>> {
        let value = self.get("rules")?;
        if let Ok(rules) = value.cast::<Rules>() {
            return Ok(rules.clone());
        }
        let record = value.cast::<PyMapping>().map_err(|_| self.wrong("rules", "a dictionary is needed"))?;
        let rules = value.py().get_type::<Rules>().call_method1("from_dict", (record,));
        let known = |error: &PyErr| error.is_instance_of::<SokoError>(value.py());
        Ok(rules.map_err(|error| if known(&error) { error } else { self.wrong("rules", error) })?.cast_into()?)
    }

    /// Compares the record with the one that was made of what it was read as: nothing may be left over, and what follows
    /// from other fields must agree with them.
    pub fn compare(&self, made: &Bound<'py, PyDict>) -> PyResult<()> {
        for (field, value) in made {
            let name: String = field.extract()?;
            // Rules have defaults that a record may leave out, and they were read on their own.
            if name == "rules" {
                self.get(&name)?;
                continue;
            }
            let stated = self.get(&name)?;
            if !same(&stated, &value)? {
                let (stated, value) = (written(&stated), written(&value));
                return Err(self.wrong(&name, format_args!("{stated} is stated, but {value} follows from the rest")));
            }
        }
        match self.fields.keys().iter().find(|field| !made.contains(field).unwrap_or(false)) {
            Some(field) => Err(wrong(self.what, format_args!("{} is not a field of it", written(&field)))),
            None => Ok(()),
        }
    }

    /// The error of a field.
    pub fn wrong(&self, field: &str, problem: impl Display) -> PyErr {
        wrong(self.what, format_args!("{field}: {problem}"))
    }
}

fn wrong(what: &str, problem: impl Display) -> PyErr {
    HistoryError::new_err(escaped(&format!("record of {what}: {problem}")))
}

/// The values of a list, if it is one and has no more than so many.
pub fn short_list<'py>(value: &Bound<'py, PyAny>, most: usize) -> Option<Vec<Bound<'py, PyAny>>> {
    let items = list_iter(value)?.take(most + 1).collect::<PyResult<Vec<_>>>().ok()?;
    (items.len() <= most).then_some(items)
}

/// The values of anything that is like a list: a text is not, nor is a dictionary.
fn list_iter<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyIterator>> {
    let is_list = value.hasattr("__getitem__").ok()? && !value.is_instance_of::<PyString>();
    if is_list && value.cast::<PyMapping>().is_err() { value.try_iter().ok() } else { None }
}

/// Whether a stated value is the one that follows from the rest, and of its kind: neither 1.0 nor `True` is 1.
fn same(stated: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance_of::<PyBool>() {
        return Ok(stated.extract::<bool>().is_ok() && stated.eq(value)?);
    }
    if value.is_instance_of::<PyInt>() {
        let number = stated.extract::<Integer>();
        return Ok(number.is_ok() && stated.eq(value)?);
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        for (key, item) in dict {
            let Ok(stated) = stated.get_item(key) else { return Ok(false) };
            if !same(&stated, &item)? {
                return Ok(false);
            }
        }
        return stated.eq(value);
    }
    if let Ok(list) = value.cast::<PyList>() {
        let Some(stated) = short_list(stated, list.len()).filter(|stated| stated.len() == list.len()) else {
            return Ok(false);
        };
        for (stated, item) in stated.iter().zip(list) {
            if !same(stated, &item)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    stated.eq(value)
}

/// Cards as a record has them: a list of texts, in version 1 one text; `?` for one that is hidden or unknown.
pub fn cards_record(
    py: Python<'_>,
    cards: impl IntoIterator<Item = Option<Card>>,
    version: Version,
) -> PyResult<Bound<'_, PyAny>> {
    match version {
        Version::One => Ok(cards_text(cards).into_pyobject(py)?.into_any()),
        Version::Two => Ok(PyList::new(py, cards.into_iter().map(card_name).collect::<Vec<_>>())?.into_any()),
    }
}

/// A card as a record has it.
pub fn card_name(card: Option<Card>) -> String {
    card.map_or_else(|| "?".to_owned(), |card| card.to_string())
}

/// Cards in words, `As Kd`; `?` for one that is unknown.
pub fn cards_text(cards: impl IntoIterator<Item = Option<Card>>) -> String {
    cards.into_iter().map(card_name).collect::<Vec<_>>().join(" ")
}

/// Pots as a record has them: amounts with the seats that may win them.
pub fn pots_record<'py>(py: Python<'py>, pots: &[Pot]) -> PyResult<Bound<'py, PyList>> {
    let seats = |pot: &Pot| PyList::new(py, pot.eligible.iter().collect::<Vec<_>>());
    let pot = |pot: &Pot| PyList::new(py, [pot.amount.into_pyobject(py)?.into_any(), seats(pot)?.into_any()]);
    PyList::new(py, pots.iter().map(pot).collect::<PyResult<Vec<_>>>()?)
}
