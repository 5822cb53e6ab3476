//! The chance of 64 hands that begin, side by side.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use core::array::from_fn;

use super::LANES;
use crate::card::Card;
use crate::card_set::Deck;
use crate::chance::{Key, decks, key_word, mix_hand, top_of_deck};
use crate::kernel::{Vector, by_kernel};
use crate::lockstep::setup::Setup;

/// The numbers of tables and of the hands that begin there.
pub struct Beginning {
    pub tables: [u64; LANES],
    pub hands: [u64; LANES],
}

impl Beginning {
    pub const NONE: Self = Self { tables: [0; LANES], hands: [0; LANES] };

    /// Puts the hand of a table of a setup to a lane.
    pub fn set(&mut self, lane: usize, setup: &Setup, table: usize, hand: u64) {
        self.tables[lane] = setup.first.wrapping_add(table as u64);
        self.hands[lane] = hand;
    }
}

/// The keys and the decks of hands that begin.
pub struct Begun {
    keys: [[u64; LANES]; 4],
    cards: [[u8; LANES]; Card::COUNT],
    /// The hands whose first deal is rejected, a bit each.
    rejected: u64,
    deck: Deck,
    /// How many cards of a deck are needed.
    needed: usize,
}

impl Begun {
    #[inline(always)]
    pub fn of(setup: &Setup, beginning: &Beginning) -> Self {
        let keys = hand_keys(&setup.key, beginning);
        let mut cards = [[0; LANES]; Card::COUNT];
        let needed = setup.game.cards_needed(setup.players.into());
        let deck = setup.game.rules().deck;
        let rejected = decks(&keys, deck, &mut cards[..needed]);
        Self { keys, cards, rejected, deck, needed }
    }

    pub fn key(&self, lane: usize) -> Key {
        Key(from_fn(|w| self.keys[w][lane]))
    }

    /// Puts the cards that a hand needs into its deck; what else is there stays.
    #[inline(always)]
    pub fn put_deck(&self, lane: usize, deck: &mut [u8; Card::COUNT]) {
        if self.rejected >> lane & 1 == 0 {
            deck.iter_mut().zip(&self.cards[..self.needed]).for_each(|(card, cards)| *card = cards[lane]);
        } else {
            *deck = top_of_deck(&self.key(lane), self.needed, self.deck);
        }
    }
}

by_kernel! {
    /// The keys of these hands, word by word.
    fn hand_keys(key: &Key, beginning: &Beginning) -> [[u64; LANES]; 4] = keys<V>
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
