//! Which kernel runs, and the error when an unknown one was forced.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use soko::kernel::{Kernel, VARIABLE};

use crate::errors::SokoError;

/// Return which kernel the hot loops run on, and why.
///
/// Returns a dict of texts: the ``kernel`` in use, the best one ``detected`` for this processor, all ``available`` ones
/// separated by spaces, and ``why``. All kernels give the same results. The environment variable ``SOKO_KERNEL`` forces
/// one of ``portable``, ``avx2``, ``avx512`` and ``neon`` for the whole process; an unknown kernel, or one that the
/// processor does not support, is a ``SokoError`` when soko is imported.
///
/// >>> import soko
/// >>> "kernel" in soko.kernels()
/// True
#[pyfunction]
pub fn kernels(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let (used, detected) = (chosen()?, Kernel::detected());
    let available: Vec<_> = detected.with_lesser().iter().map(|kernel| kernel.name()).collect();
    let forced = std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty());
    let why = if forced { format!("forced by {VARIABLE}") } else { "the best this processor runs".to_owned() };
    let dict = PyDict::new(py);
    dict.set_item("kernel", used.name())?;
    dict.set_item("detected", detected.name())?;
    dict.set_item("available", available.join(" "))?;
    dict.set_item("why", why)?;
    Ok(dict)
}

/// The kernel in use, or why there is none.
pub fn chosen() -> PyResult<Kernel> {
    Kernel::chosen().map_err(|error| SokoError::new_err(error.to_string()))
}
