//! Wild ranks: sets of them, and the one that follows a queen (rules.md 8), for all who deal cards.
//!
//! [`WildRank`] is the rule: it sees cards face up one after the other, and the ends of streets. The engine has one in
//! its state, and [`wild_lanes`] does the same for many deals side by side; who has all cards at once asks
//! [`WildRule::rank_after`].

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::lanes::LANES;
use crate::card::{Card, Rank};
use crate::kernel::{Vector, by_kernel};

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
        let rank = card.rank().index();
        let queen = rank == Rank::QUEEN.index();
        let followed = if self.armed { rank } else { self.rank };
        (self.rank, self.armed) = (if queen { NO_RANK } else { followed }, queen);
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

/// The rank that is wild in each of 64 deals, -1 where none is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WildLanes(pub [i8; LANES]);

impl WildLanes {
    /// The rank that is wild in a deal.
    #[inline]
    pub const fn rank(&self, deal: usize) -> Option<Rank> {
        Rank::from_index(self.0[deal].cast_unsigned())
    }

    /// Adds how many of the deals whose bits are set end with each rank wild, and with none.
    pub fn count(&self, deals: u64, counts: &mut [u64; 14]) {
        count_ranks(&self.0.map(i8::cast_unsigned), deals, counts);
    }
}

by_kernel! {
    /// The wild rank of 64 deals after these cards face up, each with its street, in the order dealt. Numbers that are no
    /// cards stand for cards that were not dealt.
    pub(crate) fn wild_lanes(rule: WildRule, up: &[(u8, &[u8; LANES])]) -> WildLanes = follow_lanes<V>
}

#[inline(always)]
fn follow_lanes<V: Vector>(rule: WildRule, up: &[(u8, &[u8; LANES])]) -> WildLanes {
    let mut wild = [V::splat(NO_RANK); MOST_REGISTERS];
    // The rank of the card before, which arms the next one if it is a queen.
    let (mut before, mut last_street) = (wild, 0);
    let (none, queen, not_dealt) = (V::splat(NO_RANK), V::splat(Rank::QUEEN.index()), V::splat(13));
    for &(street, cards) in up {
        if street != last_street && !rule.carries_over() {
            before = [none; MOST_REGISTERS];
        }
        last_street = street;
        let mut ranks = [0; LANES];
        for i in 0..LANES {
            ranks[i] = cards[i].min(Card::COUNT as u8) >> 2;
        }
        for i in 0..LANES / V::WIDTH {
            let rank = V::load(&ranks[i * V::WIDTH..]);
            let followed = V::pick(before[i].equal(queen), rank, wild[i]);
            let seen = V::pick(rank.equal(queen), none, followed);
            let is_none = rank.equal(not_dealt);
            (wild[i], before[i]) = (V::pick(is_none, wild[i], seen), V::pick(is_none, before[i], rank));
        }
    }
    let mut ranks = [0; LANES];
    for i in 0..LANES / V::WIDTH {
        wild[i].store(&mut ranks[i * V::WIDTH..]);
    }
    WildLanes(ranks.map(u8::cast_signed))
}

/// How many of the smallest registers 64 bytes fill.
const MOST_REGISTERS: usize = LANES / 16;

by_kernel! {
    fn count_ranks(ranks: &[u8; LANES], deals: u64, counts: &mut [u64; 14]) -> () = count_lanes<V>
}

#[inline(always)]
fn count_lanes<V: Vector>(ranks: &[u8; LANES], deals: u64, counts: &mut [u64; 14]) {
    let mut none = deals;
    for rank in 0..13 {
        let mut bits = 0;
        for lane in (0..LANES).step_by(V::WIDTH) {
            bits |= V::bits(V::load(&ranks[lane..]).equal(V::splat(rank))) << lane;
        }
        none &= !bits;
        counts[usize::from(rank)] += u64::from((bits & deals).count_ones());
    }
    counts[13] += u64::from(none.count_ones());
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

    #[test]
    fn lanes_see_what_one_deal_after_the_other_does() {
        let mut state = 1u64;
        let mut card = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Queens often, and cards that were not dealt.
            let number = (state >> 33) as u8 % 80;
            if number >= 60 {
                40 + number % 4
            } else if number >= 52 {
                255
            } else {
                number
            }
        };
        for round in 0..200u8 {
            let rows: Vec<(u8, [u8; LANES])> =
                (0..12).map(|i| (1 + i / (1 + round % 5), core::array::from_fn(|_| card()))).collect();
            let up: Vec<_> = rows.iter().map(|(street, cards)| (*street, cards)).collect();
            let rule = if round % 2 == 0 { RULE } else { CARRIES };
            let lanes = wild_lanes(rule, &up);
            let mut counts = [0; 14];
            for deal in 0..LANES {
                let dealt = rows.iter().filter_map(|(street, cards)| Some((*street, Card::from_index(cards[deal])?)));
                let rank = rule.rank_after(dealt);
                assert_eq!(lanes.rank(deal), rank);
                counts[rank.map_or(13, |rank| usize::from(rank.index()))] += u64::from(deal % 3 != 0);
            }
            let mut counted = [0; 14];
            lanes.count((0..LANES).filter(|deal| deal % 3 != 0).fold(0, |bits, deal| bits | 1 << deal), &mut counted);
            assert_eq!(counted, counts);
        }
    }
}
