//! The calls that take arrays of hands.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};

use crate::buffers::{Array, Order, shape_text};
use crate::errors::{CardError, card_error};
use crate::ranking::{AnyRanking, AnyWild, agree};
use crate::signals::in_steps;
use soko::Category;
use soko::ranking::{HandsWild, RowError, evaluate_columns, evaluate_rows, layout};

/// How many rows a thread evaluates between two looks at the signals: some hundredths of a second.
const ROWS_BETWEEN_SIGNALS: usize = 1 << 21;

/// Evaluate rows of card indices: ``hands`` is an array of uint8 of shape (n, 5), (n, 6) or (n, 7), C-contiguous or the
/// transpose of a C-contiguous array, ``out`` one of uint16 of shape (n,) that the strengths are written to or ``None`` for
/// a new one, and ``wild`` a text or one of int8 of shape (n,). Returns ``out``. Callers use ``evaluate_many``.
#[pyfunction]
#[pyo3(
    signature = (hands, out, ranking = AnyRanking::default(), wild = None, threads = 1),
    text_signature = "(hands, out, ranking='soko', wild=None, threads=1)"
)]
pub fn evaluate_into<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    ranking: AnyRanking,
    wild: Option<WildArgument>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let same = match &wild {
        None => None,
        Some(WildArgument::All(ranks)) => Some(*ranks),
        Some(WildArgument::Each(_)) => Some(AnyWild::default()),
    };
    let same = agree(ranking, same)?;
    let hands_array = Array::<u8>::borrow_any("hands", "uint8", hands)?;
    let strengths = match out {
        Some(out) => out,
        None => new_strengths(py, hands_array.shape().first().copied().unwrap_or_default())?,
    };
    let mut out_array = Array::<u16>::borrow("out", "uint16", &strengths)?;
    let &[n, width @ 5..=7] = hands_array.shape() else {
        let shape = shape_text(hands_array.shape());
        return Err(CardError::new_err(format!("hands of shape {shape}: (n, 5), (n, 6) or (n, 7) is needed")));
    };
    out_array.expect_shape(&[n])?;
    let wild = match &wild {
        Some(WildArgument::Each(ranks)) => {
            ranks.expect_shape(&[n])?;
            out_array.apart(ranks)?;
            HandsWild::Each(ranks.elements())
        }
        _ => HandsWild::All(same),
    };
    let batch = Batch { ranking: ranking.0, wild, width, order: hands_array.order(), threads: threads.max(1) };
    let out = out_array.elements_mut(&hands_array)?;
    batch.evaluate(py, hands_array.elements(), out)?;
    Ok(strengths)
}

/// An array for `n` strengths.
fn new_strengths(py: Python<'_>, n: usize) -> PyResult<Bound<'_, PyAny>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static UINT16: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let uint16 =
        UINT16.get_or_try_init(py, || py.import("numpy")?.call_method1("dtype", ("uint16",)).map(Bound::unbind))?;
    EMPTY.import(py, "numpy", "empty")?.call1((n, uint16))
}

/// The wild argument of a batch: rank letters, or an array with a rank for each hand.
pub enum WildArgument {
    All(AnyWild),
    Each(Array<i8>),
}

impl<'py> FromPyObject<'_, 'py> for WildArgument {
    type Error = PyErr;

    fn extract(wild: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if wild.is_instance_of::<PyString>() {
            return wild.extract().map(Self::All);
        }
        // A number of numpy's has a dtype as well, but no length.
        if wild.hasattr("dtype")? && wild.len().is_ok() {
            return Array::borrow("wild", "int8", &wild).map(Self::Each);
        }
        let given = wild.get_type().name()?;
        let message = "wild is None, a rank letter such as '9', several such as 'Q9', or a numpy array of int8";
        Err(PyTypeError::new_err(format!("{message}, not {given}")))
    }
}

/// So many hands are evaluated sooner than another thread could have the interpreter.
const FEW: usize = 256;

/// In which way many hands are to be evaluated.
struct Batch<'a> {
    ranking: soko::Ranking,
    wild: HandsWild<'a>,
    width: usize,
    order: Order,
    threads: usize,
}

impl Batch<'_> {
    /// Evaluates step by step, so that Ctrl-C is answered in between.
    fn evaluate(&self, py: Python<'_>, hands: &[u8], out: &mut [u16]) -> PyResult<()> {
        let n = out.len();
        if n <= FEW {
            return self.evaluate_some(hands, n, 0, out).map_err(card_error);
        }
        in_steps(py, n, ROWS_BETWEEN_SIGNALS * self.threads, |rows| {
            let from = rows.start;
            let done = py.detach(|| self.evaluate_some(hands, n, from, &mut out[rows]));
            done.map_err(|RowError { row, error }| card_error(RowError { row: row + from, error }))
        })
    }

    /// Evaluates some of `n` hands, from one on as many as `out` has room for.
    fn evaluate_some(&self, hands: &[u8], n: usize, from: usize, out: &mut [u16]) -> Result<(), RowError> {
        let wild = self.wild.some(from, out.len());
        match self.order {
            Order::Rows => {
                let hands = &hands[from * self.width..][..out.len() * self.width];
                evaluate_rows(self.ranking, wild, self.width, hands, out, self.threads)
            }
            Order::Columns => {
                let columns: Vec<_> = hands.chunks(n).map(|column| &column[from..][..out.len()]).collect();
                evaluate_columns(self.ranking, wild, &columns, out, self.threads)
            }
        }
    }
}

/// Return 256 bytes: the category of the strengths whose high byte this is, 255 where the ranking has no such strength.
#[pyfunction]
#[pyo3(signature = (ranking = AnyRanking::default()), text_signature = "(ranking='soko')")]
pub fn category_pages(py: Python<'_>, ranking: AnyRanking) -> Bound<'_, PyBytes> {
    let mut pages = [255; 256];
    for (page, &category) in pages.iter_mut().zip(&layout::CATEGORY_OF_PAGE) {
        if ranking.0.has(Category::ALL[usize::from(category)]) {
            *page = category;
        }
    }
    PyBytes::new(py, &pages)
}
