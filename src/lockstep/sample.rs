//! Actions drawn by weights, as learners do it.

use super::error::TableError;
use super::tables::{TURNS_A_THREAD, Tables};
use crate::actions::{ACTIONS, action_at};
use crate::chance::{Key, below, key_word, mix_hand};
use crate::workers::share_out;

impl Tables {
    /// Draws an action for each table: `weights` has a row of [`ACTIONS`] weights a table, of which those of legal actions
    /// count; each is drawn with the probability of its part of their sum. Where all of them are 0, each legal action is
    /// as likely; where no seat is to act, the action is 0.
    ///
    /// The draw of a table depends on the key and the number of the table alone: on word 0 of the key of its first hand,
    /// were this the key of all ([`hand_key`](crate::chance::hand_key)).
    ///
    /// # Errors
    /// [`TableError::Weight`] for the first table with a weight of a legal action that is no number from 0, or weights
    /// whose sum is too great.
    ///
    /// # Panics
    /// If the weights or the actions do not have the lengths of the tables.
    pub fn sample<W: Copy + Into<f64> + Sync>(
        &self,
        weights: &[W],
        key: &Key,
        threads: usize,
        actions: &mut [u8],
    ) -> Result<(), TableError> {
        let tables = self.setup().tables;
        assert_eq!(actions.len(), tables, "an action a table");
        let rows = weights.as_chunks::<ACTIONS>().0;
        assert_eq!(rows.len(), tables, "a row of weights a table");
        let workers = threads.min(tables / TURNS_A_THREAD).clamp(1, tables);
        let size = tables.div_ceil(workers);
        let mixed = mix_hand(0);
        let work = |(first, actions): (usize, &mut [u8])| -> Result<(), TableError> {
            for ((action, row), number) in actions.iter_mut().zip(&rows[first..]).zip(first..) {
                let count = self.setup().first.wrapping_add(number as u64);
                let word = key_word(key.0[0], 0, count, mixed);
                let drawn = draw(self.mask(number), &row.map(Into::into), word);
                *action = drawn.map_err(|(action, weight)| TableError::Weight { table: number, action, weight })?;
            }
            Ok(())
        };
        let mut first_error = Ok(());
        share_out((0..).step_by(size).zip(actions.chunks_mut(size)), &work, |done| {
            if first_error.is_ok() {
                first_error = done;
            }
        });
        first_error
    }
}

/// The action that a word draws; the weight that is none as an error, with its action, or with none the sum.
#[inline]
fn draw(mask: u8, row: &[f64; ACTIONS], word: u64) -> Result<u8, (Option<u8>, f64)> {
    let mut sums = [0.0; ACTIONS];
    let mut sum = 0.0;
    let mut sound = true;
    for (action, (slot, &weight)) in sums.iter_mut().zip(row).enumerate() {
        let weight = if mask >> action & 1 == 1 { weight } else { 0.0 };
        sound &= weight >= 0.0;
        sum += weight;
        *slot = sum;
    }
    if !(sound && sum < f64::INFINITY) {
        return Err(unsound(mask, row, sum));
    }
    // The highest 53 bits as a number from 0 to below 1, which is exact.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are what a number holds")]
    let part = (word >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
    let at = part * sum;
    let passed: u8 = sums.iter().map(|&sum| u8::from(sum <= at)).sum();
    if usize::from(passed) < ACTIONS {
        return Ok(passed);
    }
    if sum > 0.0 {
        // The product was rounded up to the sum: the last action that adds to it.
        let before: u8 = sums.iter().map(|&before| u8::from(before < sum)).sum();
        return Ok(before);
    }
    Ok(action_at(mask, below(word, mask.count_ones() as u8)))
}

/// What is wrong with the weights of a table.
#[cold]
fn unsound(mask: u8, row: &[f64; ACTIONS], sum: f64) -> (Option<u8>, f64) {
    let legal = row.iter().zip(0..).filter(|&(_, action)| mask >> action & 1 == 1);
    let wrong =
        legal.map(|(&weight, action)| (weight, action)).find(|(weight, _)| !(0.0..f64::INFINITY).contains(weight));
    wrong.map_or((None, sum), |(weight, action)| (Some(action), weight))
}
