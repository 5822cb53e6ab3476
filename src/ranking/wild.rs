//! Wild ranks: sets of them, and the one that follows a queen (rules.md 8), for all who deal cards.
//!
//! [`WildRank`] is the rule: it sees cards face up one after the other, and the ends of streets. The engine has one in
//! its state, and [`WildLanes`] are the same for many deals side by side; who has all cards at once asks
//! [`WildRule::rank_after`].

use crate::card::{Card, Rank};

/// A set of ranks whose cards are wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct WildRanks(u16);

impl WildRanks {
    /// No rank is wild.
    pub const NONE: Self = Self(0);

    /// The set with one rank more.
    #[must_use]
    pub const fn with(self, rank: Rank) -> Self {
        Self(self.0 | 1 << rank.index())
    }

    /// Whether cards of the rank are wild.
    #[must_use]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 == 1
    }

    /// Whether no rank is wild.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A bit for each rank.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The ranks, low to high.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        (0..13).filter_map(Rank::from_index).filter(move |&rank| self.contains(rank))
    }
}

impl From<Option<Rank>> for WildRanks {
    fn from(rank: Option<Rank>) -> Self {
        rank.map_or(Self::NONE, |rank| Self::NONE.with(rank))
    }
}

/// How ranks become wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WildRule {
    /// They never do.
    None,
    /// The rank of the up card that follows an up queen is wild (rules.md 8).
    FollowTheQueen {
        /// Whether a queen that ends a street is followed by the first up card of the next (rules.md 8.2).
        carry_over: bool,
        /// Whether queens are wild too (rules.md 8.3).
        queens_wild: bool,
    },
}

impl WildRule {
    /// Whether ranks become wild at all.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, Self::FollowTheQueen { .. })
    }

    /// All wild ranks while a followed queen makes this one wild, or none does.
    #[must_use]
    pub fn ranks(self, rank: Option<Rank>) -> WildRanks {
        let ranks = WildRanks::from(rank);
        if matches!(self, Self::FollowTheQueen { queens_wild: true, .. }) { ranks.with(Rank::QUEEN) } else { ranks }
    }

    /// The rank that is wild after these cards face up, each with its street, in the order dealt.
    pub fn rank_after(self, up: impl IntoIterator<Item = (u8, Card)>) -> Option<Rank> {
        let (mut wild, mut last_street) = (WildRank::NONE, 0);
        for (street, card) in up.into_iter().filter(|_| self.is_played()) {
            if street != last_street {
                wild.end_street(self);
            }
            last_street = street;
            wild.see(card);
        }
        wild.rank()
    }

    /// Whether a queen at the end of a street still waits for the card that follows it.
    const fn carries_over(self) -> bool {
        matches!(self, Self::FollowTheQueen { carry_over: true, .. })
    }
}

/// In place of a rank: none.
const NO_RANK: u8 = u8::MAX;

/// The rank that is wild and whether the next one becomes it, after a card face up.
#[inline]
const fn follow(wild: u8, armed: bool, rank: u8) -> (u8, bool) {
    let queen = rank == Rank::QUEEN.index();
    let followed = if armed { rank } else { wild };
    (if queen { NO_RANK } else { followed }, queen)
}

/// The rank that a followed queen has made wild so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WildRank {
    rank: u8,
    armed: bool,
}

impl WildRank {
    /// No card was seen yet.
    pub const NONE: Self = Self { rank: NO_RANK, armed: false };

    /// Sees a card face up: a queen ends the wild rank, and the card after a queen sets it.
    pub const fn see(&mut self, card: Card) {
        (self.rank, self.armed) = follow(self.rank, self.armed, card.rank().index());
    }

    /// Sees the end of a street, over which a queen may not reach.
    pub const fn end_street(&mut self, rule: WildRule) {
        self.armed &= rule.carries_over();
    }

    /// The rank that is wild.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        Rank::from_index(self.rank)
    }

    /// Whether the rank of the next card face up becomes wild.
    #[must_use]
    pub const fn next_is_wild(self) -> bool {
        self.armed
    }
}

/// The same for `N` deals side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WildLanes<const N: usize> {
    ranks: [u8; N],
    armed: [bool; N],
}

impl<const N: usize> WildLanes<N> {
    pub const NONE: Self = Self { ranks: [NO_RANK; N], armed: [false; N] };

    /// Sees a card of each deal, given by its index.
    #[inline]
    pub fn see(&mut self, cards: &[u8; N]) {
        for ((wild, armed), &card) in self.ranks.iter_mut().zip(&mut self.armed).zip(cards) {
            (*wild, *armed) = follow(*wild, *armed, card >> 2);
        }
    }

    /// Sees the end of a street in all deals.
    pub const fn end_street(&mut self, rule: WildRule) {
        if !rule.carries_over() {
            self.armed = [false; N];
        }
    }

    /// The rank that is wild in each deal, -1 for none.
    pub const fn ranks(&self) -> [i8; N] {
        let (mut ranks, mut i) = ([0; N], 0);
        while i < N {
            ranks[i] = self.ranks[i].cast_signed();
            i += 1;
        }
        ranks
    }

    /// The rank that is wild in a deal.
    #[inline]
    pub const fn rank(&self, deal: usize) -> Option<Rank> {
        Rank::from_index(self.ranks[deal])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    const RULE: WildRule = WildRule::FollowTheQueen { carry_over: false, queens_wild: false };
    const CARRIES: WildRule = WildRule::FollowTheQueen { carry_over: true, queens_wild: true };

    fn after(rule: WildRule, streets: &[&str]) -> Option<Rank> {
        let cards = streets.iter().map(|street| parse_cards(street).unwrap());
        rule.rank_after((0..).zip(cards).flat_map(|(street, cards)| cards.into_iter().map(move |card| (street, card))))
    }

    #[test]
    fn the_card_after_the_last_queen_is_wild() {
        assert_eq!(after(RULE, &["2c Qd 9h", "3s 4s 5s"]), Rank::from_letter('9'));
        assert_eq!(after(RULE, &["2c Qd 9h", "3s Qs 5s"]), Rank::from_letter('5'));
        assert_eq!(after(RULE, &["Qc Qd 9h"]), Rank::from_letter('9'));
        assert_eq!(after(RULE, &["2c Qd 9h", "3s 4s Qs"]), None);
        assert_eq!(after(WildRule::None, &["2c Qd 9h"]), None);
    }

    #[test]
    fn a_queen_at_the_end_of_a_street_is_followed_only_where_she_carries_over() {
        assert_eq!(after(RULE, &["2c 9h Qd", "3s 4s 5s"]), None);
        assert_eq!(after(CARRIES, &["2c 9h Qd", "3s 4s 5s"]), Rank::from_letter('3'));
    }

    #[test]
    fn queens_are_wild_beside_the_rank_that_follows_them() {
        let nine = Rank::from_letter('9');
        assert_eq!(RULE.ranks(nine), WildRanks::from(nine));
        assert_eq!(CARRIES.ranks(nine), WildRanks::from(nine).with(Rank::QUEEN));
        assert_eq!(CARRIES.ranks(None), WildRanks::NONE.with(Rank::QUEEN));
    }
}
