//! The calls that take arrays of hands.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::{Array, Order, shape_text};
use crate::errors::{CardError, card_error};
use crate::ranking::{AnyRanking, AnyWild, agree};
use crate::signals::in_steps;
use soko::Category;
use soko::ranking::{RowError, WildRanks, evaluate_columns, evaluate_rows, layout};

/// How many rows a thread evaluates between two looks at the signals: some hundredths of a second.
const ROWS_BETWEEN_SIGNALS: usize = 1 << 21;

/// Evaluate rows of card indices: ``hands`` is an array of uint8 of shape (n, 5), (n, 6) or (n, 7), C-contiguous or the
/// transpose of a C-contiguous array, and ``out`` one of uint16 of shape (n,) that the strengths are written to.
/// Callers use ``evaluate_many``.
#[pyfunction]
#[pyo3(
    signature = (hands, out, ranking = AnyRanking::default(), wild = None, threads = 1),
    text_signature = "(hands, out, ranking='soko', wild=None, threads=1)"
)]
pub fn evaluate_into(
    py: Python<'_>,
    hands: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    ranking: AnyRanking,
    wild: Option<AnyWild>,
    threads: usize,
) -> PyResult<()> {
    let wild = agree(ranking, wild)?;
    let hands_array = Array::<u8>::borrow_any("hands", "uint8", hands)?;
    let mut out_array = Array::<u16>::borrow("out", "uint16", out)?;
    let &[n, width @ 5..=7] = hands_array.shape() else {
        let shape = shape_text(hands_array.shape());
        return Err(CardError::new_err(format!("hands of shape {shape}: (n, 5), (n, 6) or (n, 7) is needed")));
    };
    out_array.expect_shape(&[n])?;
    let batch = Batch { ranking: ranking.0, wild, width, order: hands_array.order(), threads: threads.max(1) };
    let out = out_array.elements_mut(&hands_array)?;
    batch.evaluate(py, hands_array.elements(), out)
}

/// In which way many hands are to be evaluated.
struct Batch {
    ranking: soko::Ranking,
    wild: WildRanks,
    width: usize,
    order: Order,
    threads: usize,
}

impl Batch {
    /// Evaluates step by step, so that Ctrl-C is answered in between.
    fn evaluate(&self, py: Python<'_>, hands: &[u8], out: &mut [u16]) -> PyResult<()> {
        let n = out.len();
        in_steps(py, n, ROWS_BETWEEN_SIGNALS * self.threads, |rows| {
            let from = rows.start;
            let done = py.detach(|| self.evaluate_some(hands, n, from, &mut out[rows]));
            done.map_err(|RowError { row, error }| card_error(RowError { row: row + from, error }))
        })
    }

    /// Evaluates some of `n` hands, from one on as many as `out` has room for.
    fn evaluate_some(&self, hands: &[u8], n: usize, from: usize, out: &mut [u16]) -> Result<(), RowError> {
        match self.order {
            Order::Rows => {
                let hands = &hands[from * self.width..][..out.len() * self.width];
                evaluate_rows(self.ranking, self.wild, self.width, hands, out, self.threads)
            }
            Order::Columns => {
                let columns: Vec<_> = hands.chunks(n).map(|column| &column[from..][..out.len()]).collect();
                evaluate_columns(self.ranking, self.wild, &columns, out, self.threads)
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
