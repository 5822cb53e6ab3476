//! What a hand is worth, said as plainly as Rust allows. The build script makes the tables from it; nothing else runs it.

use std::ops::Deref;

use super::layout::{
    FIVE_OF_A_KIND, FLUSH, FOUR_FLUSH, FOUR_OF_A_KIND, FOUR_STRAIGHT, FULL_HOUSE, HIGH_CARD, ONE_PAIR, ROYAL_FLUSH,
    STRAIGHT, STRAIGHT_FLUSH, THREE_OF_A_KIND, TWO_PAIR, encode,
};

/// Whether runs of four count, and whether the ace may be their lowest card (rules.md 2.3, 2.4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FourStraights {
    /// They count; 4-3-2-A is the lowest of them.
    AceHighOrLow,
    /// They count; the ace is only high.
    AceHigh,
    /// They do not count.
    Never,
}

/// How many cards of each rank a hand has.
pub type Counts = [u8; 13];

/// A few ranks, high to low; no vector, since the tables ask millions of times.
#[derive(Default)]
struct Ranks {
    list: [u8; 5],
    len: usize,
}

impl Deref for Ranks {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.list[..self.len]
    }
}

/// The ranks of five cards that stand `n` times, high to low.
fn ranks_with(counts: &Counts, n: u8) -> Ranks {
    let mut ranks = Ranks::default();
    for rank in (0..13).rev().filter(|&r| counts[r as usize] == n) {
        ranks.list[ranks.len] = rank;
        ranks.len += 1;
    }
    ranks
}

/// The top of the highest run of `length` distinct ranks. The ace is also below the deuce unless `ace_low` is off.
fn run_top(has: impl Fn(u8) -> bool, length: u8, ace_low: bool) -> Option<u8> {
    let below = |top: u8, i: u8| if top >= i { has(top - i) } else { ace_low && top + 1 == i && has(12) };
    (0..13).rev().find(|&top| (0..length).all(|i| below(top, i)))
}

/// The strength of exactly five cards of which only the ranks are known: no flushes.
pub fn five_ranks(counts: &Counts, four_straights: FourStraights) -> u16 {
    let (quints, quads, trips, pairs, singles) = (
        ranks_with(counts, 5),
        ranks_with(counts, 4),
        ranks_with(counts, 3),
        ranks_with(counts, 2),
        ranks_with(counts, 1),
    );
    let has = |r: u8| counts[r as usize] > 0;
    if let [rank] = quints[..] {
        return encode(FIVE_OF_A_KIND, &[rank]);
    }
    if let [rank] = quads[..] {
        return encode(FOUR_OF_A_KIND, &[rank, singles[0]]);
    }
    if let ([three], [pair]) = (&trips[..], &pairs[..]) {
        return encode(FULL_HOUSE, &[*three, *pair]);
    }
    if let Some(top) = run_top(has, 5, true) {
        return encode(STRAIGHT, &[top]);
    }
    if let [rank] = trips[..] {
        return encode(THREE_OF_A_KIND, &[rank, singles[0], singles[1]]);
    }
    if let [high, low] = pairs[..] {
        return encode(TWO_PAIR, &[high, low, singles[0]]);
    }
    if four_straights != FourStraights::Never
        && let Some(top) = run_top(has, 4, four_straights == FourStraights::AceHighOrLow)
    {
        let run = |r: u8| (0..4).any(|i| (top + 13 - i) % 13 == r);
        let odd = if let [pair] = pairs[..] { pair } else { *singles.iter().find(|&&r| !run(r)).unwrap_or(&0) };
        return encode(FOUR_STRAIGHT, &[top, odd]);
    }
    if let [rank] = pairs[..] {
        return encode(ONE_PAIR, &[rank, singles[0], singles[1], singles[2]]);
    }
    encode(HIGH_CARD, &singles)
}

/// The best five of five to seven cards, `wilds` of them wild and the natural ones given by `counts`: no flushes.
///
/// All wild cards play: one may always stand in for a natural card of the best five (rules.md 2.9).
pub fn best_ranks(counts: &Counts, wilds: u8, four_straights: FourStraights) -> u16 {
    let mut best = 0;
    let mut five = [0; 13];
    choose_naturals(counts, 0, 5 - wilds, &mut five, &mut |naturals| {
        place_wilds(naturals, 0, wilds, &mut |five| best = best.max(five_ranks(five, four_straights)));
    });
    best
}

/// Calls `then` with every way to take `left` more cards from the natural ones of rank `rank` and up.
fn choose_naturals(counts: &Counts, rank: usize, left: u8, five: &mut Counts, then: &mut impl FnMut(&mut Counts)) {
    if left == 0 {
        return then(five);
    }
    if rank == 13 {
        return;
    }
    for take in 0..=counts[rank].min(left) {
        five[rank] = take;
        choose_naturals(counts, rank + 1, left - take, five, then);
    }
    five[rank] = 0;
}

/// Calls `then` with every set of ranks that `left` wild cards can stand for.
fn place_wilds(five: &mut Counts, from: usize, left: u8, then: &mut impl FnMut(&Counts)) {
    if left == 0 {
        return then(five);
    }
    for rank in from..13 {
        five[rank] += 1;
        place_wilds(five, rank, left - 1, then);
        five[rank] -= 1;
    }
}

/// What the natural cards of one suit, given as a mask of ranks, are worth with some wild cards: a flush from five up,
/// in which a wild card is the highest rank that is missing unless it makes a straight flush (rules.md 2.9). With
/// exactly four natural cards and no wild one it is the four-flush whose odd card is still to be added (its offset is
/// that of an odd deuce). Zero below.
pub fn one_suit(mask: u16, wilds: u8) -> u16 {
    let has = |r: u8| mask >> r & 1 == 1;
    let ranks: Vec<u8> = (0..13).rev().filter(|&r| has(r)).collect();
    let cards = ranks.len() + usize::from(wilds);
    if cards < 4 || cards == 4 && wilds > 0 {
        return 0;
    }
    if cards == 4 {
        return encode(FOUR_FLUSH, &[ranks[0], ranks[1], ranks[2], ranks[3], 0]);
    }
    let missing = |top: u8| (0..5).filter(|&i| !has((top + 13 - i) % 13)).count();
    match (3..13).rev().find(|&top| missing(top) <= usize::from(wilds)) {
        Some(12) => encode(ROYAL_FLUSH, &[12]),
        Some(top) => encode(STRAIGHT_FLUSH, &[top]),
        None => {
            let stand_ins = (0..13).rev().filter(|&r| !has(r)).take(usize::from(wilds));
            let mut filled: Vec<u8> = ranks.iter().copied().chain(stand_ins).collect();
            filled.sort_unstable_by(|a, b| b.cmp(a));
            encode(FLUSH, &filled[..5])
        }
    }
}
