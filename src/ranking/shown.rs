//! Showing hands without wild cards, looked up by their ranks: the engine asks for them on every street.

use core::fmt;
use std::sync::OnceLock;

use super::{Showing, ShowingRanking, WildRanks, showing};
use crate::{Card, Rank, Suit};

/// Ranks, and one more number for no card.
const NUMBERS: usize = 14;

/// What one to four up cards show in a ranking.
pub struct ShowingTable {
    ranking: ShowingRanking,
    /// Whether four cards of one suit are another hand than their ranks alone.
    suits_count: bool,
    /// By the ranks of four cards; of different suits.
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
        let hand = |place: usize| {
            let mut cards = [Card::new(Rank::TWO, Suit::CLUBS); 4];
            let mut count = 0;
            for (suit, unit) in [1, NUMBERS, NUMBERS.pow(2), NUMBERS.pow(3)].into_iter().enumerate() {
                // No two cards are of one suit.
                if let Some(card) = Card::from_index((place / unit % NUMBERS * 4 + suit) as u8) {
                    cards[count] = card;
                    count += 1;
                }
            }
            showing(&cards[..count], ranking, WildRanks::NONE)
        };
        let suits_count = ranking != ShowingRanking::Standard;
        Self { ranking, suits_count, by_ranks: (0..NUMBERS.pow(4)).map(hand).collect() }
    }

    /// What cards show; 52 and above stand for no card. Nothing depends on how many there are but the time where all four
    /// are of one suit.
    #[inline]
    pub fn showing(&self, cards: [u8; 4]) -> Showing {
        let [a, b, c, d] = cards;
        // The first card counts least, so that hands of few cards stand together.
        let place = cards.iter().rev().fold(0, |place, card| place * NUMBERS + usize::from(card >> 2).min(NUMBERS - 1));
        if (a ^ b | a ^ c | a ^ d) & 3 == 0 && self.suits_count {
            return self.of_one_suit(cards);
        }
        self.by_ranks.get(place).copied().unwrap_or_default()
    }

    #[cold]
    fn of_one_suit(&self, cards: [u8; 4]) -> Showing {
        let (mut shown, mut count) = ([Card::new(Rank::TWO, Suit::CLUBS); 4], 0);
        for card in cards.into_iter().filter_map(Card::from_index) {
            shown[count] = card;
            count += 1;
        }
        showing(&shown[..count], self.ranking, WildRanks::NONE)
    }
}

/// There is one table a ranking.
impl PartialEq for ShowingTable {
    fn eq(&self, other: &Self) -> bool {
        self.ranking == other.ranking
    }
}

impl Eq for ShowingTable {}

impl fmt::Debug for ShowingTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShowingTable").field("ranking", &self.ranking).finish_non_exhaustive()
    }
}

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
                // Not all of them lie there every time.
                let none = number as usize % 7;
                if let Some(card) = cards.get_mut(none) {
                    *card = u8::MAX;
                }
                if none == 1 {
                    cards[3] = u8::MAX;
                }
                let up: Vec<Card> = cards.iter().filter_map(|&index| Card::from_index(index)).collect();
                assert_eq!(table.showing(cards), showing(&up, ranking, WildRanks::NONE));
            }
        }
    }
}
