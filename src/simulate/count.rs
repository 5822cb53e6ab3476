//! Who wins each deal of a group, and what it adds to the tally.
//!
//! Nearly every pot, or half of one, goes to one hand alone, and then nothing but who it is must be known of a deal. So
//! wins are counted 64 deals at a time, as bits that are set, and only what is shared is gone through one by one.
//! Categories are counted likewise: how many deals have at least each of them, which is a comparison and a count of bits,
//! and at the end the differences. Counts of one kind wait in arrays of their own and become a tally when all is done.

use super::dealing::Dealing;
use super::hands::{Hands, Strengths};
use super::settle::{Winners, settle, winners};
use super::tally::{LOW_UNITS, SHARE_UNIT, Tally};
use crate::chance::stream::GROUP;
use crate::ranking::lanes::{AtLeast, categories};
use crate::rules::Rules;

/// Counts groups of deals of one question.
pub struct Counter {
    hands: Hands,
    players: usize,
    tally: Tally,
    /// What each seat holds in each deal of the last group.
    strengths: Strengths,
    /// For each seat how many deals it ended with at least each category.
    at_least: [AtLeast; 10],
    /// For each seat what it won alone, without being looked at one by one.
    alone: [Alone; 10],
}

/// How many pots and halves of pots a seat won alone.
#[derive(Clone, Copy, Debug, Default)]
struct Alone {
    /// Whole pots, by both halves too.
    pots: u64,
    /// One half, the other going to another seat.
    halves: u64,
    /// The low half, whoever won the other.
    lows: u64,
}

impl Counter {
    /// Nothing counted yet.
    pub fn new(rules: &Rules, dealing: &Dealing) -> Self {
        Self {
            hands: Hands::dealt(rules, dealing),
            players: dealing.players(),
            tally: Tally::new(dealing.players()),
            strengths: [[0; GROUP]; 10],
            at_least: [AtLeast::default(); 10],
            alone: [Alone::default(); 10],
        }
    }

    /// How many deals were counted.
    pub fn n(&self) -> u64 {
        self.tally.n
    }

    /// The tally of all groups counted.
    pub fn finish(mut self) -> Tally {
        let counted = self.at_least.iter().zip(self.alone);
        for (seat, (at_least, alone)) in self.tally.seats.iter_mut().zip(counted) {
            seat.categories = categories(at_least);
            seat.wins += alone.pots;
            seat.ties += alone.halves;
            seat.share_units += u128::from(alone.pots) * u128::from(SHARE_UNIT);
            seat.share_units += u128::from(alone.halves) * u128::from(LOW_UNITS);
            seat.low_units += u128::from(alone.lows) * u128::from(LOW_UNITS);
            seat.tie_squares += u128::from(alone.halves) * u128::from(LOW_UNITS * LOW_UNITS);
        }
        self.tally
    }

    /// Counts the deals of a group whose bits are set.
    pub fn count(&mut self, cards: &[[u8; GROUP]], counted: u64) {
        let wild = self.hands.wild_ranks(cards);
        if let Some(wild) = &wild {
            wild.count(counted, &mut self.tally.wild_ranks);
        }
        self.hands.evaluate(cards, wild.as_ref(), &mut self.strengths);
        let high = settle(&self.strengths[..self.players], counted, &mut self.at_least);
        self.tally.n += u64::from(counted.count_ones());
        let mut worths = [[0; GROUP]; 10];
        if self.hands.low_worths(cards, &mut worths[..self.players]) {
            self.count_halves(counted, &high, &winners(&worths[..self.players], counted));
        } else {
            self.count_pots(&high);
        }
    }

    /// Counts pots that the best hands win whole.
    fn count_pots(&mut self, high: &Winners) {
        for (alone, &deals) in self.alone.iter_mut().zip(&high.seats) {
            alone.pots += u64::from((deals & !high.shared).count_ones());
        }
        // Shared pots are rare and looked at deal by deal.
        each_deal(high.shared, |deal| self.tally.add_end(high.of_deal(deal), None, 1));
    }

    /// Counts pots that have a low half.
    fn count_halves(&mut self, counted: u64, high: &Winners, low: &Winners) {
        let shared = high.shared | low.shared;
        let nobody = counted & !low.deals() & !shared;
        self.tally.no_low_spade += u64::from(nobody.count_ones());
        for (alone, (&high, &low)) in self.alone.iter_mut().zip(high.seats.iter().zip(&low.seats)) {
            let (high, low) = (high & !shared, low & !shared);
            let pots = high & (low | nobody);
            alone.pots += u64::from(pots.count_ones());
            alone.halves += u64::from(((high | low) & !pots).count_ones());
            alone.lows += u64::from(low.count_ones());
        }
        each_deal(shared, |deal| self.tally.add_end(high.of_deal(deal), Some(low.of_deal(deal)), 1));
    }
}

/// Calls `visit` with each deal whose bit is set.
#[inline]
pub fn each_deal(mut deals: u64, mut visit: impl FnMut(usize)) {
    while deals != 0 {
        visit(deals.trailing_zeros() as usize);
        deals &= deals - 1;
    }
}
