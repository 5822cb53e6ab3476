//! How runouts end, counted by who wins what, and the tally that comes of it.

use super::situation::Situation;
use crate::card::Rank;
use crate::ranking::layout::{CATEGORY_OF_PAGE, PAGE_COUNT};
use crate::simulate::Tally;

/// The sum of the weights of all runouts with each ending.
pub(super) struct Outcomes {
    /// By the set of seats that win the low share, then the set with the best hand.
    weights: Vec<u64>,
    /// Which of them were added to: of the many that there could be, few are.
    seen: Vec<usize>,
    players: usize,
    /// Whether there is a low share.
    low: bool,
    /// For each seat by page of the strength.
    pages: Vec<[u64; PAGE_COUNT]>,
    tally: Tally,
}

impl Outcomes {
    /// Nothing counted yet.
    pub fn new(situation: &Situation) -> Self {
        let (players, low) = (situation.players(), situation.rules.low_share().is_some());
        let bits = if low { 2 * players } else { players };
        Self {
            weights: vec![0; 1 << bits],
            seen: Vec::new(),
            players,
            low,
            pages: vec![[0; PAGE_COUNT]; players],
            tally: Tally::new(players),
        }
    }

    /// Counts runouts by the seats that have the best hand and those that win the low share, a bit each.
    #[inline]
    pub fn add(&mut self, high: u16, low: u16, weight: u64) {
        let ending = usize::from(low) << self.players | usize::from(high);
        if self.weights[ending] == 0 {
            self.note(ending);
        }
        self.weights[ending] += weight;
    }

    #[cold]
    fn note(&mut self, ending: usize) {
        self.seen.push(ending);
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
        // Weights of 0 are noted too, and what stays 0 more than once.
        self.seen.sort_unstable();
        self.seen.dedup();
        for ending in self.seen {
            let (weight, low) = (self.weights[ending], (ending >> self.players) as u16);
            let high = ending as u16 & ((1 << self.players) - 1);
            self.tally.n += weight;
            self.tally.add_end(high, self.low.then_some(low), weight);
        }
        self.tally
    }
}
