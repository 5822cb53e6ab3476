//! What notebooks show of a value: `soko._html` writes it.

use pyo3::prelude::*;

/// A value as the function of that name writes it.
pub fn html(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.py().import("soko._html")?.getattr(name)?.call1((value,))?.extract()
}
