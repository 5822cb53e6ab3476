//! Many hands at once: rows of card indices in, strengths out.

use core::fmt;
use std::thread;

use super::evaluate::{Evaluator, with_evaluator};
use super::lanes::{five_rows, five_table, seven_rows, seven_tables};
use super::rows::rows;
use super::{HandError, Ranking, WildRanks};
use crate::kernel::Kernel;

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
    let share = out.len().div_ceil(threads.max(1)).max(4096);
    if threads <= 1 || out.len() <= share {
        return evaluate_share(ranking, wild, cards_per_hand, hands, out);
    }
    thread::scope(|scope| {
        let workers: Vec<_> = hands
            .chunks(share * cards_per_hand)
            .zip(out.chunks_mut(share))
            .map(|(hands, out)| scope.spawn(move || evaluate_share(ranking, wild, cards_per_hand, hands, out)))
            .collect();
        workers.into_iter().enumerate().try_for_each(|(i, worker)| match worker.join() {
            Ok(done) => done.map_err(|error| RowError { row: error.row + i * share, ..error }),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
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
