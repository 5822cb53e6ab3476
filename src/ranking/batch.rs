//! Many hands at once: rows or columns of card indices in, strengths out.

use core::fmt;

use super::evaluate::with_evaluator;
use super::lanes::{five_columns, five_rows, five_table, seven_columns, seven_rows, seven_tables};
use super::rows::rows;
use super::{HandError, Ranking, WildRanks};
use crate::kernel::Kernel;
use crate::workers;

/// Which row of a batch is no hand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The row, counted from 0.
    pub row: usize,
    /// What is wrong with it.
    pub error: HandError,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hand {}: {}", self.row, self.error)
    }
}

impl core::error::Error for RowError {}

/// How many hands of columns are written as rows at a time, where rows are needed.
const TURNED: usize = 1024;

/// Evaluates rows of `cards_per_hand` (five to seven) card indices each; `out[i]` becomes the strength of row `i`.
///
/// The rows are shared out among `threads` threads of this call. Every row is checked: five aces of spades are no hand.
///
/// # Errors
/// [`RowError`] for the first row that is no hand; `out` is then partly written.
///
/// # Panics
/// When `hands` is not `out.len()` rows long.
pub fn evaluate_rows(
    ranking: Ranking,
    wild: WildRanks,
    cards_per_hand: usize,
    hands: &[u8],
    out: &mut [u16],
    threads: usize,
) -> Result<(), RowError> {
    assert_eq!(hands.len(), out.len() * cards_per_hand, "as many rows as strengths");
    share_out(out, threads, |first, out| {
        let hands = &hands[first * cards_per_hand..][..out.len() * cards_per_hand];
        evaluate_share(ranking, wild, cards_per_hand, hands, out)
    })
}

/// The same for columns, five to seven of them: `columns[k][i]` is card `k` of hand `i`.
///
/// ```
/// use soko::ranking::{Ranking, WildRanks, evaluate_columns};
/// let columns: [&[u8]; 5] = [&[51, 50], &[47, 49], &[43, 47], &[39, 41], &[1, 32]];
/// let mut strengths = [0; 2];
/// evaluate_columns(Ranking::Standard, WildRanks::NONE, &columns, &mut strengths, 1)?;
/// assert!(strengths[0] < strengths[1], "a pair beats a high card where four-flushes are nothing");
/// # Ok::<(), soko::ranking::RowError>(())
/// ```
///
/// # Errors
/// [`RowError`] for the first hand that is none; `out` is then partly written.
///
/// # Panics
/// When a column is not as long as `out`.
pub fn evaluate_columns(
    ranking: Ranking,
    wild: WildRanks,
    columns: &[&[u8]],
    out: &mut [u16],
    threads: usize,
) -> Result<(), RowError> {
    assert!(columns.iter().all(|column| column.len() == out.len()), "as many hands as strengths");
    let five =
        |columns: [&[u8]; 5], out: &mut [u16]| five_table(ranking).map_or(0, |table| five_columns(table, columns, out));
    let seven = |columns: [&[u8]; 7], out: &mut [u16]| {
        seven_tables(ranking).map_or(0, |tables| seven_columns(tables, columns, out))
    };
    share_out(out, threads, |first, out| match columns.len() {
        5 => evaluate_part(ranking, wild, columns, first, out, five),
        6 => evaluate_part::<6>(ranking, wild, columns, first, out, |_, _| 0),
        7 => evaluate_part(ranking, wild, columns, first, out, seven),
        n => Err(RowError { row: 0, error: HandError::Length(n) }),
    })
}

/// Shares hands out among threads. `evaluate` is given the first hand of a share, and where its strengths belong; the
/// row of its error counts from there.
fn share_out(
    out: &mut [u16],
    threads: usize,
    evaluate: impl Fn(usize, &mut [u16]) -> Result<(), RowError> + Sync,
) -> Result<(), RowError> {
    let share = out.len().div_ceil(threads.max(1)).max(4096);
    if out.is_empty() {
        return Ok(());
    }
    if threads <= 1 || out.len() <= share {
        return evaluate(0, out);
    }
    let shares = (0..).step_by(share).zip(out.chunks_mut(share));
    let work = |(first, out)| evaluate(first, out).map_err(|error| RowError { row: error.row + first, ..error });
    let mut first_error = Ok(());
    workers::share_out(shares, &work, |done| {
        if first_error.is_ok() {
            first_error = done;
        }
    });
    first_error
}

fn evaluate_share(
    ranking: Ranking,
    wild: WildRanks,
    cards_per_hand: usize,
    hands: &[u8],
    out: &mut [u16],
) -> Result<(), RowError> {
    // Lanes take whole groups; what is left over, and all from a group with a flaw on, is gone through hand by hand.
    let start = match cards_per_hand {
        _ if Kernel::current() == Kernel::Portable => 0,
        5 => five_table(ranking).map_or(0, |table| five_rows(table, hands, out)),
        7 => seven_tables(ranking).map_or(0, |tables| seven_rows(tables, hands, out)),
        _ => 0,
    };
    let (hands_left, out) = (&hands[start * cards_per_hand..], &mut out[start..]);
    let done = with_evaluator!(ranking, wild, |evaluator| match cards_per_hand {
        5 => rows::<5, _>(evaluator, hands_left, out),
        6 => rows::<6, _>(evaluator, hands_left, out),
        7 => rows::<7, _>(evaluator, hands_left, out),
        _ => Err(0),
    });
    done.map_err(|row| {
        let row = row + start;
        let cards = &hands[row * cards_per_hand..(row + 1) * cards_per_hand];
        let error = ranking.evaluate_indices(cards, wild).err().unwrap_or(HandError::Length(cards_per_hand));
        RowError { row, error }
    })
}

/// Evaluates a part of `N` columns from a hand on: by `lanes`, and what these leave over as rows.
fn evaluate_part<const N: usize>(
    ranking: Ranking,
    wild: WildRanks,
    columns: &[&[u8]],
    first: usize,
    out: &mut [u16],
    lanes: impl Fn([&[u8]; N], &mut [u16]) -> usize,
) -> Result<(), RowError> {
    let columns: [_; N] = core::array::from_fn(|k| &columns[k][first..][..out.len()]);
    let start = if Kernel::current() == Kernel::Portable { 0 } else { lanes(columns, out) };
    let mut rows = [[0; N]; TURNED];
    for (from, out) in (start..).step_by(TURNED).zip(out[start..].chunks_mut(TURNED)) {
        let rows = &mut rows[..out.len()];
        for (k, column) in columns.iter().enumerate() {
            for (row, &card) in rows.iter_mut().zip(&column[from..]) {
                row[k] = card;
            }
        }
        evaluate_share(ranking, wild, N, rows.as_flattened(), out)
            .map_err(|error| RowError { row: error.row + from, ..error })?;
    }
    Ok(())
}
