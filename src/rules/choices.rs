//! The parts that rules are made of.

use super::Rules;

/// How few and how many may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerRange {
    /// The fewest players.
    pub min: u8,
    /// The most players.
    pub max: u8,
}

/// One street: the cards that each player gets, then a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Street {
    /// How many cards are dealt face down, before the face-up ones.
    pub down: u8,
    /// How many cards are dealt face up.
    pub up: u8,
    /// Which bet is used.
    pub bet: BetSize,
}

impl Street {
    /// How many cards are dealt to each player.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        self.down.saturating_add(self.up)
    }

    /// The cards as a text: `d` for each face down, then `u` for each face up.
    #[must_use]
    pub fn pattern(&self) -> String {
        "d".repeat(self.down.into()) + &"u".repeat(self.up.into())
    }
}

/// A street as players name it, after how many cards each of them has been dealt.
#[must_use]
pub const fn street_name(cards: u8) -> &'static str {
    match cards {
        0 | 1 => "first street",
        2 => "second street",
        3 => "third street",
        4 => "fourth street",
        5 => "fifth street",
        6 => "sixth street",
        _ => "seventh street",
    }
}

impl Rules {
    /// How many cards each player has been dealt after a street, 0 the first; after the last one for a later number.
    #[must_use]
    pub fn cards_after(&self, street: usize) -> u8 {
        self.streets.iter().take(street.saturating_add(1)).map(Street::cards).sum()
    }

    /// The name of a street, 0 the first: "third street" is the one after which each player has three cards.
    #[must_use]
    pub fn street_name(&self, street: usize) -> &'static str {
        street_name(self.cards_after(street))
    }
}

/// The bet of a street.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BetSize {
    /// The small bet.
    Small,
    /// The big bet.
    Big,
}

/// The card that must bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BringInCard {
    /// The highest door card.
    Highest,
    /// The lowest door card.
    Lowest,
    /// Nobody must: the opener may check.
    None,
}

/// How the ace counts where the highest or the lowest door card must bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BringInAce {
    /// Above the king.
    High,
    /// Below the deuce.
    Low,
}

/// The forced bet of the first street.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BringIn {
    /// Whose card decides.
    pub card: BringInCard,
    /// How equal ranks are told apart.
    pub tie: Tie,
    /// How many chips, 0 when nobody brings in.
    pub amount: u64,
}

/// How equals are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// By the suit of the highest card, spades above hearts above diamonds above clubs.
    Suit,
    /// The first seat clockwise from the dealer.
    Position,
}

/// Which showing hand opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opener {
    /// The best one.
    Best,
    /// The lowest one.
    Lowest,
}

/// The betting structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Bets and raises of exactly the street's bet.
    Fixed,
    /// Up to the pot.
    Pot,
    /// Up to the stack.
    No,
    /// Any amount between a least and a most.
    Spread,
}

/// What an open pair changes on the betting round with two up cards each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenPair {
    /// Nothing.
    None,
    /// The least and the most bet double for everyone (Canadian stud).
    Double,
    /// The big bet may be chosen (seven-card stud).
    Option,
}

/// Which of the hands that are still in are shown at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reveal {
    /// Those that are not beaten by a hand shown before; all of them when somebody is all-in.
    Winners,
    /// All of them.
    All,
}

/// Who gets the odd chips of a split pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OddChip {
    /// The winners one each, clockwise from the dealer.
    Position,
    /// The winners one each, the nearest to the dealer first, counted either way round the table.
    Nearest,
    /// The winners in the order of their highest card by suit.
    Suit,
}

pub use crate::ranking::WildRule;
