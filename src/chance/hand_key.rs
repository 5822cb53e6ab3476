//! Where the chance of many tables comes from (docs/stream.md 8): every hand of every table has a key of its own.

use super::Key;
use super::stream::{GOLDEN, mix};
use crate::actions::action_at;

/// Keeps the keys of hands apart from the lanes of blocks, which count by another number.
const STRIDE: u64 = 0xD1B5_4A32_D192_ED03;

/// The key of a hand, both counted from 0: it depends on the key of all, the table and the hand alone.
///
/// The deck of the hand is the first deal of it, [`shuffled_deck`](super::shuffled_deck).
#[must_use]
pub fn hand_key(key: &Key, table: u64, hand: u64) -> Key {
    Key(core::array::from_fn(|w| key_word(key.0[w], w as u64, table, mix_hand(hand))))
}

/// What the number of a hand adds to its key.
pub(crate) const fn mix_hand(hand: u64) -> u64 {
    mix(STRIDE.wrapping_mul(hand.wrapping_add(1)))
}

/// A word of the key of a hand, by the word `w` of the key of all.
pub(crate) const fn key_word(word: u64, w: u64, table: u64, mixed_hand: u64) -> u64 {
    let count = table.wrapping_mul(4).wrapping_add(w + 1);
    mix(mix(word ^ mix(STRIDE.wrapping_mul(count))) ^ mixed_hand)
}

/// Choices at random for one hand, each by the number of the action in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices(u64);

impl Choices {
    /// The choices of no hand.
    pub(crate) const NONE: Self = Self(0);

    /// The choices of the hand with this key.
    #[must_use]
    pub const fn new(hand: &Key) -> Self {
        let [a, b, c, d] = hand.0;
        Self(mix(a ^ b ^ c ^ d))
    }

    /// What the draw for the action with this number is made of, once [`GOLDEN`] is added.
    pub(crate) const fn before(self, number: u64) -> u64 {
        self.0.wrapping_add(GOLDEN.wrapping_mul(number))
    }

    /// The random word of the action with this number, the first being 0.
    #[must_use]
    #[inline]
    pub const fn draw(self, number: u64) -> u64 {
        mix(self.before(number.wrapping_add(1)))
    }

    /// One of the legal actions of a mask, each as likely, for the action with this number, the first being 0.
    ///
    /// 0 when the mask is empty.
    #[must_use]
    #[inline]
    pub const fn pick(self, number: u64, mask: u8) -> u8 {
        action_at(mask, below(self.draw(number), mask.count_ones() as u8))
    }
}

/// The number below a small one that a random word stands for.
#[inline]
pub(crate) const fn below(word: u64, count: u8) -> u8 {
    ((word as u128 * count as u128) >> 64) as u8
}
