//! Texts that callers give, read without an error of another kind and safe to show.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use soko::plain_text::escaped;

/// A text. Lone surrogates, which are no characters, become escapes such as `\ud800`: no name and no card has a
/// backslash, so that whoever reads the text refuses it in its own words.
pub fn read_text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(text));
    }
    let bytes: Vec<u8> = text.call_method1("encode", ("utf-8", "backslashreplace"))?.extract()?;
    Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
}

/// A word that is an argument, with escapes for all that it cannot have: lone surrogates and control characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word(pub String);

impl<'py> FromPyObject<'_, 'py> for Word {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self(escaped(&read_text(&text.to_owned())?))),
            Err(_) => Err(PyTypeError::new_err(format!("{}: a text is needed", written(&given)))),
        }
    }
}

/// A value as Python writes it; of one that cannot be written, such as a number of more than 4,300 digits, its type.
pub fn written(given: &Bound<'_, PyAny>) -> String {
    match (given.repr(), given.get_type().name()) {
        (Ok(text), _) => text.to_string_lossy().into_owned(),
        (_, Ok(kind)) => format!("a value of type {kind}"),
        _ => "a value".to_owned(),
    }
}

/// A whole number as Python writes it; one of more digits than Python writes by its length in bits.
pub fn digits(number: &Bound<'_, PyAny>) -> PyResult<String> {
    match number.str() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Ok(format!("(a number of {} bits)", number.call_method0("bit_length")?)),
    }
}

/// A value in a field of a width, as `format` has it: its text, aligned as texts are.
pub fn formatted(value: &Bound<'_, PyAny>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    Ok(value.str()?.call_method1("__format__", (spec,))?.unbind())
}
