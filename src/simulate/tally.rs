//! What was counted over many deals, in exact integers.

use crate::ranking::Category;
use crate::ranking::shares::halves;

/// Shares are counted in this many parts of a pot, so that halves of it divide by every number of winners up to ten.
pub const SHARE_UNIT: u64 = 5040;

/// How many of them the low half of a pot has, where anybody wins it.
pub const LOW_UNITS: u64 = halves(SHARE_UNIT, 1, true).1;

/// The counts of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// How often the seat ended with each category.
    pub categories: [u64; Category::COUNT],
    /// Deals in which the seat takes the whole pot.
    pub wins: u64,
    /// Deals in which the seat takes a part of the pot.
    pub ties: u64,
    /// What the seat won in all, in parts of [`SHARE_UNIT`] of a pot.
    pub share_units: u128,
    /// What of it the seat won as the low half of pots; the rest is what the best hands won.
    pub low_units: u128,
    /// The squares of the parts of pots won in ties, added up; the spread of the shares is made of them.
    pub tie_squares: u128,
}

/// What was counted over many deals; tallies of different deals of one question add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many deals were counted.
    pub n: u64,
    /// The counts by seat.
    pub seats: Vec<SeatTally>,
    /// How often each rank was wild at showdown; the last entry counts deals without a wild rank (rules.md 8).
    pub wild_ranks: [u64; 14],
    /// Deals without a spade dealt face down, counted when Low Chicago is played (rules.md 9.2).
    pub no_low_spade: u64,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { seats: vec![SeatTally::default(); players], ..Self::default() }
    }

    /// Adds what another tally of the same question counted.
    pub fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.no_low_spade += other.no_low_spade;
        add_all(&mut self.wild_ranks, &other.wild_ranks);
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            add_all(&mut seat.categories, &other.categories);
            seat.wins += other.wins;
            seat.ties += other.ties;
            seat.share_units += other.share_units;
            seat.low_units += other.low_units;
            seat.tie_squares += other.tie_squares;
        }
    }

    /// Counts deals, `weight` of them, by the sets of seats that have the best hand and that win the low share; `None`
    /// where there is no such share. How many deals there are is counted elsewhere.
    pub(crate) fn add_end(&mut self, high: u16, low: Option<u16>, weight: u64) {
        self.no_low_spade += if low == Some(0) { weight } else { 0 };
        let low = low.unwrap_or(0);
        let (high_part, low_part) = parts(high, low);
        for (seat, counts) in self.seats.iter_mut().enumerate() {
            let of_high = if high >> seat & 1 == 1 { high_part } else { 0 };
            let of_low = if low >> seat & 1 == 1 { low_part } else { 0 };
            let won = of_high + of_low;
            counts.wins += if won == SHARE_UNIT { weight } else { 0 };
            counts.share_units += u128::from(weight) * u128::from(won);
            counts.low_units += u128::from(weight) * u128::from(of_low);
            if won > 0 && won < SHARE_UNIT {
                counts.ties += weight;
                counts.tie_squares += u128::from(weight) * u128::from(won * won);
            }
        }
    }

    /// The standard error of a seat's mean share of a pot, as far as the deals counted tell.
    ///
    /// It is never below `1 / n`: what was not seen in `n` deals may still come. Without deals it is infinite.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an estimate of the error needs no more digits")]
    pub fn std_error(&self, seat: usize) -> f64 {
        let (n, unit, counts) = (self.n as f64, SHARE_UNIT as f64, &self.seats[seat]);
        let mean = counts.share_units as f64 / unit / n;
        let mean_square = (counts.wins as f64 + counts.tie_squares as f64 / (unit * unit)) / n;
        if self.n == 0 { f64::INFINITY } else { ((mean_square - mean * mean).max(1.0 / n) / n).sqrt() }
    }
}

/// What each seat that has the best hand wins of a pot, and each that wins the low share, in parts of [`SHARE_UNIT`]; both
/// are sets of seats, a bit each.
pub(super) fn parts(high: u16, low: u16) -> (u64, u64) {
    let (high_units, low_units) = halves(SHARE_UNIT, 1, low != 0);
    let part = |units: u64, winners: u16| u64::from(units as u32 / winners.count_ones().max(1));
    (part(high_units, high), part(low_units, low))
}

fn add_all(counts: &mut [u64], others: &[u64]) {
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
}
