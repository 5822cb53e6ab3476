//! Showing hands without wild cards, looked up by their ranks: the engine asks for them on every street.

use std::sync::OnceLock;

use super::{Showing, ShowingRanking, WildRanks, showing};
use crate::{Card, Rank, Suit};

const RANKS: usize = 13;

/// Where the hands of so many cards begin.
const BEGIN: [usize; 6] = [0, 1, 14, 183, 2380, 30_941];

/// What one to four up cards show in a ranking.
#[derive(Debug)]
pub struct ShowingTable {
    ranking: ShowingRanking,
    /// Whether four cards of one suit are another hand than their ranks alone.
    suits_count: bool,
    /// By how many cards there are, and their ranks in the order dealt; of different suits.
    by_ranks: Vec<Showing>,
}

impl ShowingTable {
    /// The table of a ranking, made when it is first asked for.
    pub fn of(ranking: ShowingRanking) -> &'static Self {
        static TABLES: [OnceLock<ShowingTable>; 3] = [const { OnceLock::new() }; 3];
        let number = match ranking {
            ShowingRanking::Standard => 0,
            ShowingRanking::Soko { ace_low_four_straight } => 1 + usize::from(ace_low_four_straight),
        };
        TABLES[number].get_or_init(|| Self::new(ranking))
    }

    fn new(ranking: ShowingRanking) -> Self {
        let mut by_ranks = Vec::with_capacity(BEGIN[5]);
        for count in 0..5 {
            for place in 0..RANKS.pow(count as u32) {
                let mut cards = [Card::new(Rank::TWO, Suit::CLUBS); 4];
                let mut rest = place;
                for (suit, card) in cards[..count].iter_mut().enumerate().rev() {
                    // No two cards are of one suit.
                    *card = Card::from_index((rest % RANKS) as u8 * 4 + suit as u8).unwrap_or(*card);
                    rest /= RANKS;
                }
                by_ranks.push(showing(&cards[..count], ranking, WildRanks::NONE));
            }
        }
        Self { ranking, suits_count: ranking != ShowingRanking::Standard, by_ranks }
    }

    /// What the first `count` of some cards show.
    #[inline]
    pub fn showing(&self, cards: &[u8; 4], count: usize) -> Showing {
        let [a, b, c, d] = *cards;
        if count == 4 && (a ^ b | a ^ c | a ^ d) & 3 == 0 && self.suits_count {
            return self.of_one_suit(*cards);
        }
        let place = cards.iter().take(count).fold(0, |place, card| place * RANKS + usize::from(card >> 2));
        self.by_ranks.get(BEGIN[count.min(4)] + place).copied().unwrap_or_default()
    }

    #[cold]
    fn of_one_suit(&self, cards: [u8; 4]) -> Showing {
        let cards = cards.map(|index| Card::from_index(index).unwrap_or(Card::new(Rank::TWO, Suit::CLUBS)));
        showing(&cards, self.ranking, WildRanks::NONE)
    }
}

/// There is one table a ranking.
impl PartialEq for ShowingTable {
    fn eq(&self, other: &Self) -> bool {
        self.ranking == other.ranking
    }
}

impl Eq for ShowingTable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_showing_hands_are_as_worked_out() {
        for ranking in [
            ShowingRanking::Standard,
            ShowingRanking::Soko { ace_low_four_straight: false },
            ShowingRanking::Soko { ace_low_four_straight: true },
        ] {
            let table = ShowingTable::of(ranking);
            let mut cards = [0u8; 4];
            for number in 0..52u32.pow(4) {
                // Four cards at first sorted, then in another order now and then.
                let all: [u8; 4] = core::array::from_fn(|i| (number / 52u32.pow(i as u32) % 52) as u8);
                if all[0] >= all[1] || all[1] >= all[2] || all[2] >= all[3] {
                    continue;
                }
                for (slot, card) in cards.iter_mut().zip(all) {
                    *slot = card;
                }
                cards.rotate_left(number as usize % 4);
                let count = 1 + number as usize % 5 % 4;
                let up: Vec<Card> = cards[..count].iter().filter_map(|&index| Card::from_index(index)).collect();
                assert_eq!(table.showing(&cards, count), showing(&up, ranking, WildRanks::NONE));
            }
        }
    }
}
