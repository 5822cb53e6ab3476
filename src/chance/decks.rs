//! Shuffles for 64 keys side by side: of each its own first deal (docs/stream.md 5).

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::stream::{FLOORS, GROUP, decode, seed_word};
use crate::card_set::Deck;
use crate::kernel::{Vector, by_kernel};

/// How many keys go through the draws at a time, each with the first of four numbers that a step of a generator gives.
const SOME: usize = GROUP / 4;

by_kernel! {
    /// Shuffles a deck for each of 64 keys, given word by word: `places[j][k]` becomes card `j` of key `k`, for so many
    /// cards as there are places. Comes back with the keys whose first deal is rejected, a bit each.
    pub fn decks(keys: &[[u64; GROUP]; 4], deck: Deck, places: &mut [[u8; GROUP]]) -> u64 = shuffle_lanes<V>
}

#[inline(always)]
fn shuffle_lanes<V: Vector>(keys: &[[u64; GROUP]; 4], deck: Deck, places: &mut [[u8; GROUP]]) -> u64 {
    let mut rejected = 0;
    for from in (0..GROUP).step_by(SOME) {
        let states = [seed(keys, from), seed(keys, from + SOME / 2)];
        let mut lanes = [V::lanes(&states[0]), V::lanes(&states[1])];
        let mut flaws = 0;
        for i in 0..deck.size() {
            let draws = [V::step(&mut lanes[0]), V::step(&mut lanes[1])];
            // The second step of each card draws for other deals.
            V::step(&mut lanes[0]);
            V::step(&mut lanes[1]);
            let left = deck.size() - i;
            let mut digits = [0; GROUP];
            flaws |= V::digits(draws, left as u16, FLOORS[left], &mut digits);
            if let Some(places) = places.get_mut(i) {
                let places = &mut places[from..from + SOME];
                for k in 0..SOME {
                    places[k] = digits[4 * k];
                }
            }
        }
        for k in 0..SOME {
            let state = &states[k / 8];
            // What is no state at all is left to those who know another one for it.
            let none = state[0][k % 8] | state[1][k % 8] | state[2][k % 8] | state[3][k % 8] == 0;
            rejected |= (flaws >> (4 * k) & 1 | u64::from(none)) << (from + k);
        }
    }
    decode::<V>(places);
    if deck != Deck::WHOLE {
        places.as_flattened_mut().iter_mut().for_each(|place| *place += deck.lowest());
    }
    rejected
}

/// The states of the first lanes of eight keys, word by word.
#[inline(always)]
fn seed(keys: &[[u64; GROUP]; 4], from: usize) -> [[u64; 8]; 4] {
    let mut state = [[0; 8]; 4];
    for w in 0..4 {
        for l in 0..8 {
            state[w][l] = seed_word(keys[w][from + l], w as u64 + 1);
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Key, shuffled};

    #[test]
    fn decks_side_by_side_are_those_of_each_key() {
        let mut rejected_in_all = 0;
        for round in 0..100 {
            let keys: [Key; GROUP] = core::array::from_fn(|k| Key::from_seed(round * 64 + k as u64));
            let words = core::array::from_fn(|w| keys.map(|key| key.0[w]));
            let deck = Deck::of_size(Deck::SIZES[round as usize % 5]).unwrap();
            let mut places = [[0; GROUP]; 52];
            let count = deck.size() - round as usize % 20;
            let rejected = decks(&words, deck, &mut places[..count]);
            rejected_in_all += rejected.count_ones();
            for k in (0..GROUP).filter(|k| rejected >> k & 1 == 0) {
                let cards: [u8; 52] = core::array::from_fn(|j| places[j][k]);
                assert_eq!(cards[..count], shuffled(&keys[k], deck)[..count]);
            }
        }
        assert!((20..300).contains(&rejected_in_all), "{rejected_in_all}");
    }
}
