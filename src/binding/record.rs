//! Dictionaries that stand for hands, views and events: read field by field, nothing missing and nothing left over.

use core::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use soko::Card;
use soko::engine::{MAX_SEATS, Seat};

use crate::errors::HistoryError;
use crate::whole::Whole;

/// The version of the records of hands and views.
pub const VERSION: u64 = 1;

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
        fields.update(mapping)?;
        Ok(Self { what, fields })
    }

    /// Checks the version, the first thing to do.
    pub fn check_version(&self) -> PyResult<()> {
        let version = self.take("version")?;
        match version.extract() {
            Ok(Whole::Fits(VERSION)) => Ok(()),
            _ => Err(self.wrong("version", format_args!("{} is not known, only {VERSION}", version.repr()?))),
        }
    }

    /// Takes a field's value.
    pub fn take(&self, field: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.fields.get_item(field)?;
        let value = value.ok_or_else(|| wrong(self.what, format_args!("{field} is missing")))?;
        self.fields.del_item(field)?;
        Ok(value)
    }

    /// Takes a text.
    pub fn text(&self, field: &str) -> PyResult<String> {
        let value = self.take(field)?;
        value.extract().or_else(|_| Err(self.wrong(field, format_args!("{} is no text", value.repr()?))))
    }

    /// Takes one of some words.
    pub fn word(&self, field: &str, words: &[&'static str]) -> PyResult<&'static str> {
        let given = self.text(field)?;
        let word = words.iter().find(|&&word| word == given);
        word.copied().ok_or_else(|| self.wrong(field, format_args!("'{given}' is none of {}", words.join(", "))))
    }

    /// Takes a whole number.
    pub fn number(&self, field: &str) -> PyResult<u64> {
        self.as_number(field, &self.take(field)?)
    }

    /// Takes whole numbers.
    pub fn numbers(&self, field: &str) -> PyResult<Vec<u64>> {
        self.items(field)?.iter().map(|item| self.as_number(field, item)).collect()
    }

    /// Takes the values of a list.
    pub fn items(&self, field: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let value = self.take(field)?;
        value.extract().or_else(|_| Err(self.wrong(field, format_args!("{} is no list", value.repr()?))))
    }

    fn as_number(&self, field: &str, value: &Bound<'py, PyAny>) -> PyResult<u64> {
        match value.extract() {
            Ok(Whole::Fits(number)) => Ok(number),
            _ => Err(self.wrong(field, format_args!("{} is no whole number from 0", value.repr()?))),
        }
    }

    /// Takes a seat.
    pub fn seat(&self, field: &str) -> PyResult<Seat> {
        self.as_seat(field, &self.take(field)?)
    }

    /// Takes a seat or nothing.
    pub fn maybe_seat(&self, field: &str) -> PyResult<Option<Seat>> {
        let value = self.take(field)?;
        if value.is_none() { Ok(None) } else { self.as_seat(field, &value).map(Some) }
    }

    fn as_seat(&self, field: &str, value: &Bound<'py, PyAny>) -> PyResult<Seat> {
        let seat = self.as_number(field, value)?;
        let fits = (seat < MAX_SEATS as u64).then_some(seat as Seat);
        fits.ok_or_else(|| self.wrong(field, format_args!("{seat} is no seat")))
    }

    /// Takes cards, written one after another.
    pub fn cards(&self, field: &str) -> PyResult<Vec<Card>> {
        soko::parse_cards(&self.text(field)?).map_err(|error| self.wrong(field, error))
    }

    /// Takes a card or nothing.
    pub fn maybe_card(&self, field: &str) -> PyResult<Option<Card>> {
        let value = self.take(field)?;
        if value.is_none() {
            return Ok(None);
        }
        let text: String = value.extract().map_err(|_| self.wrong(field, "a card is a text or nothing"))?;
        text.parse().map(Some).map_err(|error: soko::CardError| self.wrong(field, error))
    }

    /// Checks that nothing is left.
    pub fn finish(self) -> PyResult<()> {
        match self.fields.keys().iter().next() {
            Some(field) => Err(wrong(self.what, format_args!("{} is no field of it", field.repr()?))),
            None => Ok(()),
        }
    }

    /// Compares what was read with the record that it makes: what follows from other fields must agree with them.
    pub fn compare(what: &'static str, given: &Bound<'py, PyAny>, made: &Bound<'py, PyDict>) -> PyResult<()> {
        for (field, value) in made {
            let stated = given.get_item(&field)?;
            if !stated.eq(&value)? {
                let (stated, value) = (stated.repr()?, value.repr()?);
                let message = format_args!("{field} is {stated}, but {value} follows from the rest");
                return Err(wrong(what, message));
            }
        }
        Ok(())
    }

    /// The error of a field.
    pub fn wrong(&self, field: &str, problem: impl Display) -> PyErr {
        wrong(self.what, format_args!("{field}: {problem}"))
    }
}

fn wrong(what: &str, problem: impl Display) -> PyErr {
    HistoryError::new_err(format!("record of {what}: {problem}"))
}

/// Cards as a record has them, `As Kd`; `?` for one that is unknown.
pub fn cards_text(cards: impl IntoIterator<Item = Option<Card>>) -> String {
    let names = cards.into_iter().map(|card| card.map_or_else(|| "?".to_owned(), |card| card.to_string()));
    names.collect::<Vec<_>>().join(" ")
}
