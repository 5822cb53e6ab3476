//! The last card of runouts that differ in nothing else, all cards that it can be at once.
//!
//! When only one hand still gets a card, what it makes with each card depends on its own cards and the wild ranks, not on
//! what the others hold. So it is found out once and kept; then each runout is a bit of a set of cards, and those that
//! end alike are counted by counting bits.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "cards side by side, without branches")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::enumerate::Step;
use crate::chance::stream::mix;
use crate::kernel::{Vector, by_kernel};
use crate::ranking::WildRanks;
use crate::ranking::lanes::bits_above;

/// The last step of an enumeration when its card goes to one hand and changes nothing for the others.
pub(super) struct LastStep {
    pub seat: u8,
    /// Which of the hand's cards it is.
    pub slot: usize,
    /// Whether it decides what the hand is worth for the low share.
    pub settles_low: bool,
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
        Some(Self { seat: *seat, slot: *slot, settles_low: !last.settles_low.is_empty(), before })
    }

    /// What tells apart the hands that the card comes to, given the card at each position.
    #[inline]
    pub fn key(&self, cards: &[u8], wild: WildRanks) -> u64 {
        self.before.iter().fold(wild.bits().into(), |key, &i| key << 6 | u64::from(cards[i]))
    }
}

/// What a hand makes with each card that may be its last one.
pub(super) struct LastCards {
    /// By card, 0 for those that are not asked for.
    strengths: [u16; 64],
    /// What the hand is then worth for the low share, likewise.
    worths: [u16; 64],
    /// A strength of each category that it can make, and the cards that make it, a bit each.
    pub categories: Vec<(u16, u64)>,
}

impl LastCards {
    /// Asks for the strength and the worth of the hand with each of some cards, a bit each.
    #[inline]
    pub fn new(mut cards: u64, mut ask: impl FnMut(u8) -> (u16, u16)) -> Self {
        let mut made = Self { strengths: [0; 64], worths: [0; 64], categories: Vec::new() };
        while cards != 0 {
            let card = cards.trailing_zeros() as usize;
            cards &= cards - 1;
            let (strength, worth) = ask(card as u8);
            (made.strengths[card], made.worths[card]) = (strength, worth);
            match made.categories.iter_mut().find(|(other, _)| other >> 8 == strength >> 8) {
                Some((_, makers)) => *makers |= 1 << card,
                None => made.categories.push((strength, 1 << card)),
            }
        }
        made
    }

    /// The cards by whether they make a better hand than one of this strength.
    #[inline]
    pub fn against(&self, best: u16) -> Split {
        split(&self.strengths, best)
    }

    /// The cards by whether they make the hand worth more for the low share than this.
    #[inline]
    pub fn low_against(&self, low: u16) -> Split {
        split(&self.worths, low)
    }
}

/// Cards, a bit each, by whether their number is greater than some other or equal to it.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub above: u64,
    pub equal: u64,
}

impl Split {
    /// The cards by who then is best, where some seats were before, a bit each: the seat that gets the card alone, or
    /// beside the others if it may be, or the others.
    pub const fn winners(self, others: u16, own: u16, can_tie: bool) -> [(u64, u16); 3] {
        let tied = if can_tie { others | own } else { others };
        [(self.above, own), (self.equal, tied), (!(self.above | self.equal), others)]
    }
}

by_kernel! {
    fn split(numbers: &[u16; 64], limit: u16) -> Split = split_lanes<V>
}

#[inline(always)]
fn split_lanes<V: Vector>(numbers: &[u16; 64], limit: u16) -> Split {
    let (mut above, mut equal) = ([0; 64], [0; 64]);
    for i in 0..64 {
        above[i] = u8::from(numbers[i] > limit);
        equal[i] = u8::from(numbers[i] == limit);
    }
    Split { above: bits_above::<V>(&above, 0), equal: bits_above::<V>(&equal, 0) }
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
