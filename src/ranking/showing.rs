//! Showing hands: one to four up cards, compared only to find who acts first (rules.md 2.11, 2.12).

use super::layout::choose;
use super::{Category, WildRanks};
use crate::card::Card;

/// By which order showing hands are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShowingRanking {
    /// Four up cards may show a four-straight or a four-flush, both above a pair.
    Soko {
        /// Whether 4-3-2-A is a four-straight.
        ace_low_four_straight: bool,
    },
    /// High card, pair, two pair, three and four of a kind.
    Standard,
}

/// What a showing hand is worth; greater acts first where the best does. Only hands of equal length compare.
///
/// Bits 11 and up hold the category, the lower ones the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Showing(u16);

impl Showing {
    /// The number itself.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The category of the showing hand.
    #[must_use]
    pub const fn category(self) -> Category {
        Category::ALL[(self.0 >> 11) as usize]
    }

    /// Whether it shows a pair or better of one rank.
    #[must_use]
    pub const fn has_pair(self) -> bool {
        matches!(
            self.category(),
            Category::OnePair | Category::TwoPair | Category::ThreeOfAKind | Category::FourOfAKind
        )
    }
}

/// The showing hand of one to four up cards; of none, and of more than four, the first four count.
///
/// Cards of a wild rank count: alone as an ace, else with the largest group of natural cards, the highest of equals.
#[must_use]
pub fn showing(up_cards: &[Card], ranking: ShowingRanking, wild: WildRanks) -> Showing {
    let cards = &up_cards[..up_cards.len().min(4)];
    // How often each rank is held, four bits a rank.
    let mut counts = 0u64;
    let mut wilds = 0;
    for card in cards {
        if wild.contains(card.rank()) {
            wilds += 1;
        } else {
            counts += 1 << (4 * card.rank().index());
        }
    }
    let (mut groups, distinct) = ranks_by_count(counts);
    let mut ranks = &groups[..distinct];
    if wilds > 0 {
        if distinct == 0 {
            groups[0] = 12;
            ranks = &groups[..1];
        }
        counts += wilds << (4 * ranks[0]);
    }
    let soko = if let (ShowingRanking::Soko { ace_low_four_straight }, 4, 0) = (ranking, cards.len(), wilds) {
        four_card_hand(cards, ranks, ace_low_four_straight)
    } else {
        None
    };
    let (category, offset) = soko.unwrap_or_else(|| by_groups(ranks, counts));
    Showing((category as u16) << 11 | offset)
}

/// The ranks held, those held more often first, each high to low; and how many there are.
fn ranks_by_count(counts: u64) -> ([u8; 4], usize) {
    const LOWEST_BITS: u64 = 0x1_1111_1111_1111;
    let [one, two, four] = [counts, counts >> 1, counts >> 2].map(|bits| bits & LOWEST_BITS);
    let (mut ranks, mut n) = ([0; 4], 0);
    for mut held in [four, two & one, two & !one, one & !two] {
        while held != 0 && n < 4 {
            let top = held.ilog2();
            ranks[n] = top as u8 / 4;
            n += 1;
            held ^= 1 << top;
        }
    }
    (ranks, n)
}

/// Binomial coefficients by rank and size of the set.
const CHOOSE: [[u16; 5]; 14] = {
    let mut table = [[0; 5]; 14];
    let mut n = 0;
    while n < 14 {
        let mut k = 0;
        while k < 5 {
            table[n][k] = choose(n as u16, k as u16);
            k += 1;
        }
        n += 1;
    }
    table
};

/// As [`colex`](super::layout::colex), for four ranks at most.
fn colex(descending: &[u8]) -> u16 {
    let sizes = (1..=descending.len()).rev();
    descending.iter().zip(sizes).map(|(&rank, size)| CHOOSE[rank as usize][size]).sum()
}

/// The four-flush or four-straight that four up cards show.
fn four_card_hand(cards: &[Card], ranks: &[u8], ace_low: bool) -> Option<(Category, u16)> {
    let &[high, .., low] = ranks else { return None };
    if ranks.len() < 4 {
        return None;
    }
    if cards.iter().all(|card| card.suit() == cards[0].suit()) {
        return Some((Category::FourFlush, colex(ranks)));
    }
    if high - low == 3 {
        return Some((Category::FourStraight, u16::from(high)));
    }
    (ace_low && ranks == [12, 2, 1, 0]).then_some((Category::FourStraight, 2))
}

/// The category by groups of equal ranks, and the place inside it.
fn by_groups(ranks: &[u8], counts: u64) -> (Category, u16) {
    let count = |i: usize| ranks.get(i).map_or(0, |&rank| counts >> (4 * rank) & 15);
    let (first, rest) = ranks.split_at(ranks.len().min(1));
    let with_kickers = colex(first) * CHOOSE[13][rest.len()] + colex(rest);
    match (count(0), count(1)) {
        (4, _) => (Category::FourOfAKind, with_kickers),
        (3, _) => (Category::ThreeOfAKind, with_kickers),
        (2, 2) => (Category::TwoPair, colex(ranks)),
        (2, _) => (Category::OnePair, with_kickers),
        _ => (Category::HighCard, colex(ranks)),
    }
}
