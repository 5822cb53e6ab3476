//! The chance of 64 hands that begin, side by side.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::LANES;
use crate::chance::{Key, key_word, mix_hand};
use crate::kernel::{Vector, by_kernel};

/// The numbers of tables and of the hands that begin there.
pub struct Beginning {
    pub tables: [u64; LANES],
    pub hands: [u64; LANES],
}

by_kernel! {
    /// The keys of these hands, word by word.
    pub fn hand_keys(key: &Key, beginning: &Beginning) -> [[u64; LANES]; 4] = keys<V>
}

#[inline(always)]
fn keys<V: Vector>(key: &Key, beginning: &Beginning) -> [[u64; LANES]; 4] {
    let mut keys = [[0; LANES]; 4];
    let mut hands = [0; LANES];
    for l in 0..LANES {
        hands[l] = mix_hand(beginning.hands[l]);
    }
    for w in 0..4 {
        for l in 0..LANES {
            keys[w][l] = key_word(key.0[w], w as u64, beginning.tables[l], hands[l]);
        }
    }
    keys
}
