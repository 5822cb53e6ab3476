//! Showing hands without wild cards, looked up by their ranks: the engine asks for them on every street.

use core::fmt;
use std::sync::OnceLock;

use super::{Showing, ShowingRanking, WildRanks, showing};
use crate::card::{Card, Rank, Suit};

/// No card, and the ranks.
const NUMBERS: usize = 14;
/// How many up cards a player has at most.
pub const UP_CARDS: usize = 4;

/// What one to four up cards show in a ranking.
pub struct ShowingTable {
    ranking: ShowingRanking,
    /// Whether four cards of one suit are another hand than their ranks alone.
    suits_count: bool,
    /// By the place of four cards; of different suits.
    by_place: Vec<Showing>,
}

/// What a card adds to the place of the up cards, by which of them it is; what is no card adds nothing. The first card
/// counts least, so that hands of few cards stand together.
pub const PLACES: [[u16; 256]; UP_CARDS] = {
    let mut places = [[0; 256]; UP_CARDS];
    let (mut number, mut unit) = (0, 1);
    while number < UP_CARDS {
        let mut card = 0;
        while card < Card::COUNT {
            places[number][card] = unit * (1 + card as u16 / 4);
            card += 1;
        }
        unit *= NUMBERS as u16;
        number += 1;
    }
    places
};

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
            let mut cards = [Card::new(Rank::TWO, Suit::CLUBS); UP_CARDS];
            let mut count = 0;
            for (suit, unit) in [1, NUMBERS, NUMBERS.pow(2), NUMBERS.pow(3)].into_iter().enumerate() {
                // No two cards are of one suit.
                let rank = (place / unit % NUMBERS).checked_sub(1);
                if let Some(card) = rank.and_then(|rank| Card::from_index((rank * 4 + suit) as u8)) {
                    cards[count] = card;
                    count += 1;
                }
            }
            showing(&cards[..count], ranking, WildRanks::NONE)
        };
        let suits_count = ranking != ShowingRanking::Standard;
        Self { ranking, suits_count, by_place: (0..NUMBERS.pow(UP_CARDS as u32)).map(hand).collect() }
    }

    /// What cards show in the order dealt; 255 stands for no card.
    #[inline]
    pub fn showing(&self, cards: [u8; UP_CARDS]) -> Showing {
        let place = PLACES.iter().zip(cards).map(|(places, card)| places[usize::from(card)]).sum();
        self.at(place, cards)
    }

    /// The same, from the sum of what the cards add to the place.
    #[inline]
    pub fn at(&self, place: u16, cards: [u8; UP_CARDS]) -> Showing {
        let [a, b, c, d] = cards;
        let differ = (a ^ b | a ^ c | a ^ d) % 4;
        if differ == 0 && usize::from(d) < Card::COUNT && self.suits_count {
            return self.of_one_suit(cards);
        }
        self.by_place.get(usize::from(place)).copied().unwrap_or_default()
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

    #[test]
    fn tables_are_told_apart_by_their_rankings() {
        let rankings = [
            ShowingRanking::Standard,
            ShowingRanking::Soko { ace_low_four_straight: false },
            ShowingRanking::Soko { ace_low_four_straight: true },
        ];
        for (i, a) in rankings.into_iter().enumerate() {
            for (j, b) in rankings.into_iter().enumerate() {
                assert_eq!(ShowingTable::of(a) == ShowingTable::of(b), i == j, "{a:?} {b:?}");
            }
        }
        assert_eq!(format!("{:?}", ShowingTable::of(rankings[0])), "ShowingTable { ranking: Standard, .. }");
    }
}
