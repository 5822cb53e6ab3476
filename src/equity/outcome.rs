//! How runouts end, counted by who wins what, and the tally that comes of it.

use super::situation::Situation;
use crate::ranking::layout::{CATEGORY_OF_PAGE, PAGE_COUNT};
use crate::simulate::{SHARE_UNIT, Tally};
use crate::{Card, Rank};

/// The rank that is wild after these cards face up, each with its street, in the order dealt (rules.md 8).
pub(super) fn wild_rank(up: impl Iterator<Item = (u8, Card)>, carry_over: bool) -> Option<Rank> {
    let (mut wild, mut armed, mut last_street) = (None, false, 0);
    for (street, card) in up {
        armed &= carry_over || street == last_street;
        last_street = street;
        let rank = card.rank();
        if rank == Rank::QUEEN {
            wild = None;
        } else if armed {
            wild = Some(rank);
        }
        armed = rank == Rank::QUEEN;
    }
    wild
}

/// The sum of the weights of all runouts with each ending.
pub(super) struct Outcomes {
    /// By the set of seats with the best hand, then the seat with the lowest spade; one more for no such seat.
    weights: Vec<u64>,
    low_seats: usize,
    /// For each seat by page of the strength.
    pages: Vec<[u64; PAGE_COUNT]>,
    tally: Tally,
}

impl Outcomes {
    /// Nothing counted yet.
    pub fn new(situation: &Situation) -> Self {
        let players = situation.players();
        let low_seats = if situation.rules.low_chicago { players + 1 } else { 1 };
        Self {
            weights: vec![0; low_seats << players],
            low_seats,
            pages: vec![[0; PAGE_COUNT]; players],
            tally: Tally::new(players),
        }
    }

    /// Counts runouts in which the seats of a set have the best hand.
    #[inline]
    pub fn add(&mut self, best: u16, low_seat: Option<u8>, weight: u64) {
        let low = low_seat.map_or(self.low_seats - 1, usize::from);
        self.weights[usize::from(best) * self.low_seats + low] += weight;
    }

    /// Counts runouts in which a seat has a hand of this strength.
    #[inline]
    pub fn add_strength(&mut self, seat: usize, strength: u16, weight: u64) {
        self.pages[seat][usize::from(strength >> 8) % PAGE_COUNT] += weight;
    }

    /// Counts runouts in which this rank is wild at the end; in games without wild ranks none is.
    #[inline]
    pub fn add_wild(&mut self, rank: Option<Rank>, weight: u64) {
        self.tally.wild_ranks[rank.map_or(13, |rank| usize::from(rank.index()))] += weight;
    }

    /// The tally of everything counted.
    pub fn finish(mut self) -> Tally {
        for (seat, pages) in self.tally.seats.iter_mut().zip(&self.pages) {
            for (&weight, &category) in pages.iter().zip(&CATEGORY_OF_PAGE) {
                seat.categories[usize::from(category)] += weight;
            }
        }
        let low_chicago = self.low_seats > 1;
        for (i, &weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let (best, low) = (i / self.low_seats, i % self.low_seats);
            let low_seat = if low + 1 < self.low_seats { Some(low) } else { None };
            self.tally.n += weight;
            self.tally.no_low_spade += if low_chicago && low_seat.is_none() { weight } else { 0 };
            let part = if low_seat.is_some() { SHARE_UNIT / 2 } else { SHARE_UNIT } / u64::from(best.count_ones());
            for (seat, counts) in self.tally.seats.iter_mut().enumerate() {
                let low = if low_seat == Some(seat) { SHARE_UNIT / 2 } else { 0 };
                let won = low + if best >> seat & 1 == 1 { part } else { 0 };
                counts.wins += if won == SHARE_UNIT { weight } else { 0 };
                if won > 0 && won < SHARE_UNIT {
                    counts.ties += weight;
                    counts.tie_squares += u128::from(weight) * u128::from(won * won);
                }
                counts.share_units += u128::from(weight) * u128::from(won);
            }
        }
        self.tally
    }
}
