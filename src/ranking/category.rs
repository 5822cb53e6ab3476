//! The categories of hands, in Soko order.

use core::fmt;

use super::layout;

/// The category of a hand; the order is Soko's, in which the other rankings just leave some out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// Nothing better than its ranks.
    HighCard,
    /// Two cards of a rank.
    OnePair,
    /// Four ranks in a row (rules.md 2.3).
    FourStraight,
    /// Four cards of a suit (rules.md 2.2).
    FourFlush,
    /// Two pairs.
    TwoPair,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Five ranks in a row.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// A straight in one suit.
    StraightFlush,
    /// The straight flush to the ace.
    RoyalFlush,
    /// Five of a rank, with wild cards only.
    FiveOfAKind,
}

impl Category {
    /// How many categories there are.
    pub const COUNT: usize = layout::CATEGORIES;

    /// All categories, the lowest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::HighCard,
        Self::OnePair,
        Self::FourStraight,
        Self::FourFlush,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
        Self::FiveOfAKind,
    ];

    /// The category's name in words, as `four-flush`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::OnePair => "one pair",
            Self::FourStraight => "four-straight",
            Self::FourFlush => "four-flush",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
            Self::RoyalFlush => "royal flush",
            Self::FiveOfAKind => "five of a kind",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
