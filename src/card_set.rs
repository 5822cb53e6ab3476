//! A set of cards in one 64-bit word.

use core::fmt;

use crate::card::{Card, Rank, Suit};

/// A set of cards: bit `i` stands for the card with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL: Self = Self((1 << 52) - 1);

    /// The set of these bits; bits from 52 up are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Bit `i` stands for card `i`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no card is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Puts the card in.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Takes the card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The cards of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The four cards of a rank.
    #[must_use]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0xf << (rank.index() * 4))
    }

    /// The thirteen cards of a suit.
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1_1111_1111_1111 << suit.index())
    }

    /// The cards in index order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            let index = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            Card::from_index(index as u8)
        })
    }
}

/// Which of the 52 cards are dealt: all of them, or the highest ranks of a short deck (rules.md 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck(u8);

impl Deck {
    /// All 52 cards.
    pub const WHOLE: Self = Self(52);
    /// How many cards a deck may have.
    pub const SIZES: [u8; 5] = [20, 24, 28, 32, 52];

    /// The deck with so many cards, `None` where there is none.
    #[must_use]
    pub fn of_size(size: u8) -> Option<Self> {
        Self::SIZES.contains(&size).then_some(Self(size))
    }

    /// How many cards it has.
    #[must_use]
    pub const fn size(self) -> usize {
        self.0 as usize
    }

    /// The index of its lowest card; those above follow without a gap.
    #[must_use]
    pub const fn lowest(self) -> u8 {
        Self::WHOLE.0 - self.0
    }

    /// Its cards.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        CardSet(CardSet::FULL.0 & (u64::MAX << self.lowest()))
    }

    /// Whether a card is in it.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        card.index() >= self.lowest()
    }
}

impl fmt::Display for Deck {
    /// As in messages: `the deck of 20 cards from Tc to As`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the deck of {} cards", self.0)?;
        Card::from_index(self.lowest()).map_or(Ok(()), |lowest| write!(f, " from {lowest} to As"))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
