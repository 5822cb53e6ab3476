//! What happens in a hand, reported to whoever listens.

use super::{CardList, Seat};
use crate::card::{Card, Rank};

/// Which way a card is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Only for the player to see.
    Down,
    /// For all to see.
    Up,
}

/// A part of a pot that is won by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Share {
    /// For the best hand.
    High,
    /// For the lowest spade dealt face down (rules.md 9).
    Low,
}

/// Chips that a seat wins from a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Award {
    /// Who wins.
    pub seat: Seat,
    /// Which pot, 0 the main pot.
    pub pot: u8,
    /// Which share of it.
    pub share: Share,
    /// How many chips.
    pub amount: u64,
}

/// One event of a hand. Amounts "to" are totals on the street.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A seat puts in its ante, or all it has towards it.
    Ante {
        /// Who.
        seat: Seat,
        /// How many chips.
        amount: u64,
    },
    /// The deal of a street begins.
    Street {
        /// The number of the street, 0 the first.
        street: u8,
        /// How many cards each player has after it; players name streets by that.
        cards: u8,
    },
    /// A card is burnt; which one is unknown when the caller deals.
    Burn(Option<Card>),
    /// A seat gets a card.
    Deal {
        /// Who.
        seat: Seat,
        /// Which way.
        face: Face,
        /// Which card, `None` for one face down that nobody knows.
        card: Option<Card>,
    },
    /// Cards face down that nobody knew become known.
    Reveal {
        /// Whose.
        seat: Seat,
        /// All of the seat's face-down cards, in the order dealt.
        cards: CardList,
    },
    /// A card for everybody, where the deck is short (rules.md 4.3).
    Community(Card),
    /// Another rank is wild from here on, or none (rules.md 8).
    Wild(Option<Rank>),
    /// The forced bet is posted.
    BringIn {
        /// Who.
        seat: Seat,
        /// How much.
        to: u64,
    },
    /// A hand is given up.
    Fold(Seat),
    /// A player passes.
    Check(Seat),
    /// A bet is matched.
    Call {
        /// Who.
        seat: Seat,
        /// How much.
        to: u64,
    },
    /// The bring-in is completed, or a full bet opens instead of it.
    Complete {
        /// Who.
        seat: Seat,
        /// How much.
        to: u64,
    },
    /// The first wager of a street.
    Bet {
        /// Who.
        seat: Seat,
        /// How much.
        to: u64,
    },
    /// A wager over another.
    Raise {
        /// Who.
        seat: Seat,
        /// How much.
        to: u64,
    },
    /// The unmatched part of a wager goes back (rules.md 7.2).
    Uncalled {
        /// To whom.
        seat: Seat,
        /// How many chips.
        amount: u64,
    },
    /// A hand is shown.
    Show(Seat),
    /// A beaten hand is thrown away unseen.
    Muck(Seat),
    /// Chips are won.
    Award(Award),
    /// The hand is over.
    End,
}
