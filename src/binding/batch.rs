//! The calls that take arrays of hands.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::Array;
use crate::errors::{CardError, PlanError, SokoError};
use crate::ranking::{AnyRanking, AnyWild, agree};
use soko::Category;
use soko::ranking::{RowError, layout};

/// How many rows a thread evaluates between two looks at the signals: some hundredths of a second.
const ROWS_BETWEEN_SIGNALS: usize = 1 << 21;

/// A number of threads: `None` is one for each core.
#[derive(Clone, Copy)]
pub struct Threads(pub usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(threads: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if threads.is_none() {
            return Ok(Self(std::thread::available_parallelism().map_or(1, usize::from)));
        }
        if !threads.hasattr("__index__")? {
            let given = threads.get_type().name()?;
            return Err(PyTypeError::new_err(format!("threads is None or a whole number, not {given}")));
        }
        match threads.extract::<i64>() {
            Ok(n @ 1..=1024) => Ok(Self(n as usize)),
            _ => Err(PlanError::new_err(format!("threads {}: 1 to 1024, or None for all cores", &*threads))),
        }
    }
}

/// Evaluate rows of card indices: ``hands`` is an array of uint8 of shape (n, 5), (n, 6) or (n, 7), and ``out`` one of
/// uint16 of shape (n,) that the strengths are written to. ``evaluate_many`` is the call for every day.
#[pyfunction]
#[pyo3(
    signature = (hands, out, ranking = AnyRanking::default(), wild = None, threads = Threads(1)),
    text_signature = "(hands, out, ranking='soko', wild=None, threads=1)"
)]
pub fn evaluate_into(
    py: Python<'_>,
    hands: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    ranking: AnyRanking,
    wild: Option<AnyWild>,
    threads: Threads,
) -> PyResult<()> {
    let wild = agree(ranking, wild)?;
    let hands_array = Array::<u8>::borrow("hands", "uint8", hands)?;
    let mut out_array = Array::<u16>::borrow("out", "uint16", out)?;
    let &[n, width @ 5..=7] = hands_array.shape() else {
        let shape = shape_text(hands_array.shape());
        return Err(CardError::new_err(format!("hands of shape {shape}: (n, 5), (n, 6) or (n, 7) is needed")));
    };
    if out_array.shape() != [n] {
        let shape = shape_text(out_array.shape());
        return Err(SokoError::new_err(format!("out of shape {shape}: ({n},) is needed")));
    }
    let strengths = out_array.elements_mut(&hands_array)?;
    let step = ROWS_BETWEEN_SIGNALS * threads.0;
    for (i, (hands, out)) in hands_array.elements().chunks(step * width).zip(strengths.chunks_mut(step)).enumerate() {
        let run = || soko::ranking::evaluate_rows(ranking.0, wild, width, hands, out, threads.0);
        let done = py.detach(run);
        done.map_err(|RowError { row, error }| {
            CardError::new_err(RowError { row: row + i * step, error }.to_string())
        })?;
        py.check_signals()?;
    }
    Ok(())
}

/// A shape as Python writes it.
fn shape_text(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Return 256 bytes: the category of the strengths whose high byte this is, 255 where the ranking has no such strength.
#[pyfunction]
#[pyo3(signature = (ranking = AnyRanking::default()), text_signature = "(ranking='soko')")]
pub fn category_pages(py: Python<'_>, ranking: AnyRanking) -> Bound<'_, PyBytes> {
    let mut pages = [255; 256];
    for (page, &category) in pages.iter_mut().zip(&layout::CATEGORY_OF_PAGE) {
        let in_force = match Category::ALL[usize::from(category)] {
            Category::FourStraight | Category::FourFlush => ranking.0.has_soko_categories(),
            Category::FiveOfAKind => ranking.0 == soko::Ranking::Wild,
            _ => true,
        };
        if in_force {
            *page = category;
        }
    }
    PyBytes::new(py, &pages)
}
