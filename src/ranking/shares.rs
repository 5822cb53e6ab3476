//! How a pot is divided (rules.md 7.4 and 9): the best hand has a share of every pot, and something else may have another.
//!
//! Whoever divides pots asks here what wins the other share and how much of a pot it is: the showdown, the counts of
//! deals, equity and policies. Another kind of low is another value of [`LowShare`] and its arms in this file.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use super::lanes::LANES;
use super::low_spade::{AceInLow, low_spade_order};
use crate::card::Card;
use crate::kernel::{Vector, by_kernel};

/// What wins the low half of each pot, where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LowShare {
    /// The lowest spade dealt face down (rules.md 9.1).
    Spade(AceInLow),
}

impl LowShare {
    /// Whether cards that lie this way count for the share.
    #[must_use]
    pub const fn counts(self, face_up: bool) -> bool {
        match self {
            Self::Spade(_) => !face_up,
        }
    }

    /// Whether the share is the same however a hand's cards lie.
    #[must_use]
    pub const fn is_blind_to_faces(self) -> bool {
        self.counts(true) == self.counts(false)
    }

    /// What a hand is worth for the share by those of its cards that count, given by index: more wins, and 0 wins nothing.
    #[inline]
    pub fn worth(self, cards: impl IntoIterator<Item = u8>) -> u16 {
        match self {
            Self::Spade(ace) => {
                let worth = &SPADE_WORTH[ace as usize];
                cards.into_iter().map(|card| worth[usize::from(card) % 64]).max().unwrap_or(0).into()
            }
        }
    }

    /// The same for 64 hands side by side, a row for each of their cards that count.
    pub(crate) fn worths(self, rows: &[&[u8; LANES]]) -> [u16; LANES] {
        match self {
            Self::Spade(ace) => most_worth(rows, &SPADE_WORTH[ace as usize]).map(u16::from),
        }
    }
}

by_kernel! {
    /// The most that a card of each hand is worth, by what each card is.
    fn most_worth(rows: &[&[u8; LANES]], worth: &[u8; 64]) -> [u8; LANES] = most_worth_lanes<V>
}

#[inline(always)]
fn most_worth_lanes<V: Vector>(rows: &[&[u8; LANES]], worth: &[u8; 64]) -> [u8; LANES] {
    let mut worths = [0; LANES];
    for lane in (0..LANES).step_by(V::WIDTH) {
        let mut most = V::splat(0);
        for row in rows {
            most = most.max(V::load(&row[lane..]).look_up_64(worth));
        }
        most.store(&mut worths[lane..]);
    }
    worths
}

/// What each card is worth as a spade, 13 the lowest; 0 for other cards.
static SPADE_WORTH: [[u8; 64]; 2] = [spade_worth(AceInLow::Low), spade_worth(AceInLow::High)];

const fn spade_worth(ace: AceInLow) -> [u8; 64] {
    let (mut worth, mut index) = ([0; 64], 0);
    while let Some(card) = Card::from_index(index) {
        if let Some(order) = low_spade_order(card, ace) {
            worth[index as usize] = 13 - order;
        }
        index += 1;
    }
    worth
}

/// The seats that are worth most, a bit each.
pub fn winners(worths: impl IntoIterator<Item = (u8, u16)>) -> u16 {
    let (mut winners, mut most) = (0, 0);
    for (seat, worth) in worths {
        if worth > most {
            (winners, most) = (0, worth);
        }
        winners |= u16::from(worth == most) << seat;
    }
    winners
}

/// The seats that win the low share, a bit each; none where nobody's hand is worth anything for it.
pub fn low_winners(worths: impl IntoIterator<Item = (u8, u16)>) -> u16 {
    winners(worths.into_iter().filter(|&(_, worth)| worth > 0))
}

/// What of an amount goes to the best hands and what to the low share, if anybody wins it: half, rounded down to a whole
/// number of chips of this size.
#[must_use]
pub const fn halves(amount: u64, chip: u64, low_is_won: bool) -> (u64, u64) {
    let low = if low_is_won { amount / 2 - amount / 2 % chip } else { 0 };
    (amount - low, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    fn worth(ace: AceInLow, cards: &str) -> u16 {
        LowShare::Spade(ace).worth(parse_cards(cards).unwrap().into_iter().map(Card::index))
    }

    #[test]
    fn the_lowest_spade_is_worth_most() {
        assert_eq!(worth(AceInLow::Low, "As 2c"), 13);
        assert_eq!(worth(AceInLow::High, "As 2c"), 1);
        assert_eq!(worth(AceInLow::High, "As 2s"), 13);
        assert_eq!(worth(AceInLow::Low, "Ks 2c 9s"), worth(AceInLow::Low, "9s"));
        assert_eq!(worth(AceInLow::Low, "Ad 2c"), 0);
        assert!(LowShare::Spade(AceInLow::Low).counts(false) && !LowShare::Spade(AceInLow::Low).counts(true));
    }

    #[test]
    fn rows_are_worth_what_their_hands_are() {
        let (low, first) = (LowShare::Spade(AceInLow::Low), core::array::from_fn(|hand| (hand * 7 % 52) as u8));
        let second = core::array::from_fn(|hand| ((hand * 11 + 3) % 52) as u8);
        assert_eq!(low.worths(&[&first, &second]), core::array::from_fn(|hand| low.worth([first[hand], second[hand]])));
        assert_eq!(low.worths(&[]), [0; LANES]);
    }

    #[test]
    fn winners_share_what_they_are_worth() {
        assert_eq!(winners([(0, 5), (3, 7), (4, 7)]), 0b11000);
        assert_eq!(winners([(1, 0), (2, 0)]), 0b110);
        assert_eq!(low_winners([(1, 0), (2, 0)]), 0);
        assert_eq!(low_winners([(1, 0), (2, 3)]), 0b100);
    }

    #[test]
    fn the_odd_chip_is_with_the_best_hands() {
        assert_eq!(halves(11, 1, true), (6, 5));
        assert_eq!(halves(30, 5, true), (15, 15));
        assert_eq!(halves(35, 5, true), (20, 15));
        assert_eq!(halves(35, 5, false), (35, 0));
    }
}
