//! Shuffles for 64 keys side by side: of each its own first deal (docs/stream.md 5).

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::stream::{FLOORS, GROUP, decode, seed_word, step_word};
use crate::kernel::{Vector, by_kernel};

/// How many generators go side by side.
const SOME: usize = 16;

by_kernel! {
    /// Shuffles a deck for each of 64 keys, given word by word: `places[j][k]` becomes card `j` of key `k`, for so many
    /// cards as there are places. Comes back with the keys whose first deal is rejected, a bit each.
    pub fn decks(keys: &[[u64; GROUP]; 4], places: &mut [[u8; GROUP]]) -> u64 = shuffle_lanes<V>
}

#[inline(always)]
fn shuffle_lanes<V: Vector>(keys: &[[u64; GROUP]; 4], places: &mut [[u8; GROUP]]) -> u64 {
    let mut rejected = 0;
    for from in (0..GROUP).step_by(SOME) {
        let mut state = [[0; SOME]; 4];
        for w in 0..4 {
            for l in 0..SOME {
                state[w][l] = seed_word(keys[w][from + l], w as u64 + 1);
            }
        }
        let mut flaws = [0; SOME];
        for l in 0..SOME {
            // What is no state at all is left to those who know another one for it.
            flaws[l] = u64::from(state[0][l] | state[1][l] | state[2][l] | state[3][l] == 0) << 63;
        }
        for (i, left) in (1..=52u64).rev().enumerate() {
            let floor = u64::from(FLOORS[left as usize]);
            let mut digits = [0; SOME];
            for l in 0..SOME {
                let mut lane = [state[0][l], state[1][l], state[2][l], state[3][l]];
                let product = (step_word(&mut lane) & 0xffff) * left;
                // The second step of each card draws for other deals.
                step_word(&mut lane);
                [state[0][l], state[1][l], state[2][l], state[3][l]] = lane;
                // Below the floor the difference has its highest bit.
                flaws[l] |= (product & 0xffff).wrapping_sub(floor);
                digits[l] = (product >> 16) as u8;
            }
            if let Some(places) = places.get_mut(i) {
                places[from..from + SOME].copy_from_slice(&digits);
            }
        }
        for l in 0..SOME {
            rejected |= flaws[l] >> 63 << (from + l);
        }
    }
    decode::<V>(places);
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{Key, shuffled_deck};

    #[test]
    fn decks_side_by_side_are_those_of_each_key() {
        let mut rejected_in_all = 0;
        for round in 0..100 {
            let keys: [Key; GROUP] = core::array::from_fn(|k| Key::from_seed(round * 64 + k as u64));
            let words = core::array::from_fn(|w| keys.map(|key| key.0[w]));
            let mut places = [[0; GROUP]; 52];
            let count = 52 - round as usize % 40;
            let rejected = decks(&words, &mut places[..count]);
            rejected_in_all += rejected.count_ones();
            for k in (0..GROUP).filter(|k| rejected >> k & 1 == 0) {
                let deck: [u8; 52] = core::array::from_fn(|j| places[j][k]);
                assert_eq!(deck[..count], shuffled_deck(&keys[k])[..count]);
            }
        }
        assert!((50..300).contains(&rejected_in_all), "{rejected_in_all}");
    }
}
