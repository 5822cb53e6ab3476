//! The last card of runouts that differ in nothing else, all cards that it can be at once.
//!
//! When only one hand still gets a card, what it makes with each card depends on its own cards and the wild ranks, not on
//! what the others hold. So it is found out once and kept; then each runout is a bit of a set of cards, and those that
//! end alike are counted by counting bits.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "cards side by side, without branches")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::step::Step;
use crate::card::Card;
use crate::chance::stream::mix;
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::bits_above;
use crate::ranking::layout::{CATEGORY_OF_PAGE, PAGE_COUNT};
use crate::ranking::{Category, WildRanks};

/// The last step of an enumeration when its card goes to one hand and changes nothing for the others.
pub(super) struct LastStep {
    pub seat: u8,
    /// Which of the hand's cards it is.
    pub slot: usize,
    /// Whether it decides what the hand is worth for the low share.
    pub settles_low: bool,
    /// Each weight that its cards have, and the cards that have it, a bit each.
    pub weights: Vec<(u64, u64)>,
    /// The other positions of the hand whose cards are to come.
    before: Vec<usize>,
}

impl LastStep {
    /// The last of some steps, if its runouts can be counted so.
    pub fn of(steps: &[Step]) -> Option<Self> {
        let (last, others) = steps.split_last()?;
        let ([(_, slot)], [seat], false) = (&last.slots[..], &last.completes[..], last.settles_wild) else {
            return None;
        };
        let is_own = |step: &&Step| step.slots.iter().any(|&(owner, _)| owner == usize::from(*seat));
        let before = others.iter().filter(is_own).map(|step| step.position).collect();
        let weights = last.weights.as_deref().map_or_else(|| vec![(1, u64::MAX)], by_weight);
        Some(Self { seat: *seat, slot: *slot, settles_low: !last.settles_low.is_empty(), weights, before })
    }

    /// What tells apart the hands that the card comes to, given the card at each position.
    #[inline]
    pub fn key(&self, cards: &[u8], wild: WildRanks) -> u64 {
        self.before.iter().fold(wild.bits().into(), |key, &i| key << 6 | u64::from(cards[i]))
    }
}

/// The cards of each weight but 0, a bit each.
fn by_weight(weights: &[u64; Card::COUNT]) -> Vec<(u64, u64)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for (card, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        match found.iter_mut().find(|(other, _)| *other == weight) {
            Some((_, cards)) => *cards |= 1 << card,
            None => found.push((weight, 1 << card)),
        }
    }
    found
}

/// What a hand makes with each card that may be its last one.
pub(super) struct LastCards {
    /// By card, 0 for those that are not asked for.
    strengths: [u16; 64],
    /// What the hand is then worth for the low share, likewise.
    worths: [u16; 64],
    /// A strength of each category that it can make.
    pub categories: Vec<u16>,
    /// The cards that make each of them, a bit each.
    makers: [u64; MOST_CATEGORIES],
}

/// The category of a strength.
#[inline]
fn category(strength: u16) -> u8 {
    CATEGORY_OF_PAGE[usize::from(strength >> 8) % PAGE_COUNT]
}

/// Room for all categories, and a whole number of registers.
const MOST_CATEGORIES: usize = 16;
const _: () = assert!(Category::COUNT <= MOST_CATEGORIES);

impl LastCards {
    /// Asks for the strength and the worth of the hand with each of some cards, a bit each.
    #[inline]
    pub fn new(mut cards: u64, mut ask: impl FnMut(u8) -> (u16, u16)) -> Self {
        let (mut categories, mut makers): (Vec<u16>, _) = (Vec::new(), [0; MOST_CATEGORIES]);
        let (mut strengths, mut worths) = ([0; 64], [0; 64]);
        while cards != 0 {
            let card = cards.trailing_zeros() as usize;
            cards &= cards - 1;
            let (strength, worth) = ask(card as u8);
            (strengths[card], worths[card]) = (strength, worth);
            let known = categories.iter().position(|&other| category(other) == category(strength));
            makers[known.unwrap_or(categories.len())] |= 1 << card;
            categories.extend(known.is_none().then_some(strength));
        }
        Self { strengths, worths, categories, makers }
    }

    /// Counts some cards by how the hand that they make stands against one of this strength.
    pub fn against(&self, cards: u64, best: u16) -> Ends {
        ends(self, cards, best, 0)
    }

    /// The same, and by how what it is worth for the low share stands against this.
    pub fn against_both(&self, cards: u64, best: u16, low: u16) -> Ends {
        ends_of_both(self, cards, best, low)
    }
}

/// How many cards there are of each kind.
#[derive(Default)]
pub(super) struct Ends {
    /// By the low share, then by the best hand: for each first those that are above, then those that are equal, then those
    /// that are below. Where there is no low share to settle, all are below.
    pub counts: [[u32; 3]; 3],
    /// By the category that they make, in the order of [`LastCards::categories`].
    pub categories: [u32; MOST_CATEGORIES],
}

by_kernel! {
    fn ends(known: &LastCards, cards: u64, best: u16, low: u16) -> Ends = count_ends<V, false>
}
by_kernel! {
    fn ends_of_both(known: &LastCards, cards: u64, best: u16, low: u16) -> Ends = count_ends<V, true>
}

#[inline(always)]
fn count_ends<V: Vector, const LOW: bool>(known: &LastCards, cards: u64, best: u16, low: u16) -> Ends {
    let high = split::<V>(&known.strengths, best);
    let low = if LOW { split::<V>(&known.worths, low) } else { [0, 0, u64::MAX] };
    let mut ends = Ends::default();
    for i in if LOW { 0 } else { 2 }..3 {
        for j in 0..3 {
            ends.counts[i][j] = (cards & low[i] & high[j]).count_ones();
        }
    }
    for i in 0..MOST_CATEGORIES {
        ends.categories[i] = (cards & known.makers[i]).count_ones();
    }
    ends
}

/// The places of the numbers above a limit, of those that are equal to it, and of those below, a bit each.
#[inline(always)]
fn split<V: Vector>(numbers: &[u16; 64], limit: u16) -> [u64; 3] {
    let (mut above, mut equal) = ([0; 64], [0; 64]);
    for i in 0..64 {
        above[i] = u8::from(numbers[i] > limit);
        equal[i] = u8::from(numbers[i] == limit);
    }
    let [above, equal] = [bits_above::<V>(&above, 0), bits_above::<V>(&equal, 0)];
    [above, equal, !(above | equal)]
}

/// More hands than this are not kept: some megabytes.
const MOST_KEPT: usize = 1 << 13;

/// What was found out about hands that wait for the last card, by their keys.
#[derive(Default)]
pub(super) struct Kept {
    places: HashMap<u64, usize, BuildHasherDefault<KeyHasher>>,
    hands: Vec<LastCards>,
}

impl Kept {
    /// What is known of a hand; it is made when it is not.
    #[inline]
    pub fn get(&mut self, key: u64, make: impl FnOnce() -> LastCards) -> &LastCards {
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None => self.put(key, make()),
        };
        &self.hands[place]
    }

    fn put(&mut self, key: u64, hand: LastCards) -> usize {
        // The last place is nobody's: it has the hand that was asked for when all were taken.
        self.hands.truncate(MOST_KEPT);
        if self.hands.len() < MOST_KEPT {
            self.places.insert(key, self.hands.len());
        }
        self.hands.push(hand);
        self.hands.len() - 1
    }
}

/// Keys are mixed, for nobody chooses them to collide.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        self.0 = mix(key);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(strength: u16) -> LastCards {
        LastCards::new(0b111 << 40, |card| (strength + u16::from(card), u16::from(card) - 40))
    }

    #[test]
    fn cards_are_counted_by_what_they_make() {
        // The cards 40, 41 and 42 make 300, 301 and 302.
        let known = hand(260);
        assert_eq!(known.against(u64::MAX >> 12, 301).counts[2], [1, 1, 50]);
        let counts = known.against_both(0b111 << 40, 301, 1).counts;
        assert_eq!(counts, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        assert_eq!(known.categories.len(), 1);
        assert_eq!(known.against(0b011 << 40, 0).categories[0], 2);
    }

    #[test]
    fn hands_that_are_not_kept_are_made_again() {
        let mut kept = Kept::default();
        for round in 0..2 {
            for key in 0..MOST_KEPT as u64 + 3 {
                let mut is_new = false;
                let known = kept.get(key, || {
                    is_new = true;
                    hand(key as u16)
                });
                assert_eq!(known.against(1 << 41, key as u16 + 41).counts[2], [0, 1, 0]);
                assert_eq!(is_new, round == 0 || key >= MOST_KEPT as u64);
            }
        }
        assert_eq!(kept.hands.len(), MOST_KEPT + 1);
    }

    #[test]
    fn weights_have_their_cards() {
        let mut weights = [0; Card::COUNT];
        (weights[3], weights[5], weights[7]) = (2, 1, 2);
        assert_eq!(by_weight(&weights), [(2, 1 << 3 | 1 << 7), (1, 1 << 5)]);
    }
}
