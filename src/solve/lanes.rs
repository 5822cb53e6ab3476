//! Numbers side by side: one lane for each class of hole cards.
//!
//! Loops run over a fixed number of lanes and never mix them, so that every kernel does the same arithmetic, each in
//! registers of its own width.

use core::ops::{Add, AddAssign, Div, Mul, Sub};

/// A number to count in: 32 bits to learn, 64 bits to judge.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + From<f32>
{
    /// The nearest number of this kind.
    fn of(number: f64) -> Self;
}

impl Real for f32 {
    #[inline(always)]
    fn of(number: f64) -> Self {
        number as Self
    }
}

impl Real for f64 {
    #[inline(always)]
    fn of(number: f64) -> Self {
        number
    }
}

/// The numbers of lanes that loops are compiled for.
pub(super) const WIDTHS: [usize; 6] = [8, 16, 24, 32, 40, 48];

/// How many lanes are used for so many classes.
pub(super) fn width(classes: usize) -> usize {
    WIDTHS.into_iter().find(|&width| classes <= width).unwrap_or(48)
}

/// Evaluates an expression in which a constant of this name is the number of lanes.
macro_rules! with_lanes {
    ($width:expr, $lanes:ident => $run:expr) => {
        match $width {
            8 => {
                const $lanes: usize = 8;
                $run
            }
            16 => {
                const $lanes: usize = 16;
                $run
            }
            24 => {
                const $lanes: usize = 24;
                $run
            }
            32 => {
                const $lanes: usize = 32;
                $run
            }
            40 => {
                const $lanes: usize = 40;
                $run
            }
            _ => {
                const $lanes: usize = 48;
                $run
            }
        }
    };
}
pub(super) use with_lanes;

/// The rows of a flat list.
#[inline(always)]
pub(super) fn rows<F, const L: usize>(flat: &[F]) -> &[[F; L]] {
    flat.as_chunks().0
}

/// The same, for writing.
#[inline(always)]
pub(super) fn rows_mut<F, const L: usize>(flat: &mut [F]) -> &mut [[F; L]] {
    flat.as_chunks_mut().0
}

/// The sum of all lanes, always in the same order: eight sums side by side, then in pairs.
#[inline(always)]
pub(super) fn sum<F: Real, const L: usize>(lanes: &[F; L]) -> F {
    let mut eight = [F::default(); 8];
    for part in lanes.as_chunks::<8>().0 {
        for i in 0..8 {
            eight[i] += part[i];
        }
    }
    for half in [4, 2, 1] {
        for i in 0..half {
            eight[i] += eight[i + half];
        }
    }
    eight[0]
}

/// What is below this is taken for nothing: its inverse would be no number.
const LEAST: f32 = 1e-30;

/// The most actions of a decision.
pub(super) const MOST_ACTIONS: usize = crate::actions::ACTIONS;

/// Probabilities in proportion to what is above zero, equal ones where nothing is; one row an action.
#[inline(always)]
pub(super) fn in_proportion<const L: usize>(amounts: &[[f32; L]]) -> [[f32; L]; MOST_ACTIONS] {
    let mut parts = [[0.0; L]; MOST_ACTIONS];
    let mut total = [0.0; L];
    for (part, amounts) in parts.iter_mut().zip(amounts) {
        for i in 0..L {
            part[i] = if amounts[i] > 0.0 { amounts[i] } else { 0.0 };
            total[i] += part[i];
        }
    }
    let equal = 1.0 / amounts.len() as f32;
    let (mut factor, mut rest) = ([0.0; L], [0.0; L]);
    for i in 0..L {
        let some = total[i] > LEAST;
        factor[i] = if some { 1.0 / total[i] } else { 0.0 };
        rest[i] = if some { 0.0 } else { equal };
    }
    for part in parts.iter_mut().take(amounts.len()) {
        for i in 0..L {
            part[i] = part[i] * factor[i] + rest[i];
        }
    }
    parts
}

/// The average strategy: in proportion to the sums, and the present strategy where a class never came here.
#[inline(always)]
pub(super) fn average<const L: usize>(sums: &[[f32; L]], regrets: &[[f32; L]]) -> [[f32; L]; MOST_ACTIONS] {
    let (mut parts, present) = (in_proportion(sums), in_proportion(regrets));
    let mut total = [0.0; L];
    for sums in sums {
        for i in 0..L {
            total[i] += sums[i];
        }
    }
    for (part, present) in parts.iter_mut().zip(&present) {
        for i in 0..L {
            part[i] = if total[i] > LEAST { part[i] } else { present[i] };
        }
    }
    parts
}
