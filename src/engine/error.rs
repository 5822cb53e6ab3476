//! Why a hand cannot start, go on, or take an action.

use core::fmt;

use super::{ActionKind, LegalAction, LegalActions, Request, Seat, SeatSet};
use crate::card::Card;
use crate::card_set::Deck;
use crate::rules::street_name;

/// Why a hand cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// Too few or too many stacks for the game.
    Players {
        /// How many stacks were given.
        given: usize,
        /// The fewest players.
        min: u8,
        /// The most players.
        max: u8,
    },
    /// A seat without chips.
    NoChips {
        /// Which seat.
        seat: Seat,
    },
    /// The stacks add up to more than 63 bits hold (rules.md 4.4).
    TooManyChips,
    /// The dealer is not a seat of the hand.
    Dealer {
        /// The seat that was given.
        dealer: Seat,
        /// How many players there are.
        players: usize,
    },
    /// A card stands twice in the deck.
    CardTwice(Card),
    /// More cards than a deck has, unknown ones among them.
    DeckTooLong {
        /// How many cards were given.
        given: usize,
    },
    /// More cards than the short deck of the game has, unknown ones among them.
    MoreThanDeck {
        /// How many cards were given.
        given: usize,
        /// The deck.
        deck: Deck,
    },
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
    /// A deck that may run out.
    DeckTooShort {
        /// How many cards were given.
        given: usize,
        /// How many the deal needs when nobody folds.
        needed: usize,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Players { given, min, max } => write!(f, "{given} stacks: the game is for {min} to {max} players"),
            Self::NoChips { seat } => write!(f, "seat {seat} has no chips: a stack is 1 or more"),
            Self::TooManyChips => write!(f, "the stacks add up to more than {}", i64::MAX),
            Self::Dealer { dealer, players } => write!(f, "dealer {dealer}: seats are 0 to {}", players - 1),
            Self::CardTwice(card) => write!(f, "card {card} is in the deck twice"),
            Self::DeckTooLong { given } => write!(f, "a deck of {given} cards: at most {} are possible", Card::COUNT),
            Self::MoreThanDeck { given, deck } => write!(f, "{given} cards are more than {deck} has"),
            Self::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
            Self::DeckTooShort { given, needed } => {
                write!(f, "a deck of {given} cards: the deal needs {needed} when nobody folds")
            }
        }
    }
}

impl core::error::Error for StartError {}

/// Why a card cannot be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealError {
    /// No card is due: a player is to act, or the hand is over.
    NotDue,
    /// The card is known to be elsewhere.
    Used(Card),
    /// An unknown card where one is dealt face up.
    FaceUp,
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDue => f.write_str("no card is due"),
            Self::Used(card) => write!(f, "card {card} has been dealt already"),
            Self::FaceUp => f.write_str("an unknown card cannot be dealt face up"),
            Self::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
        }
    }
}

impl core::error::Error for DealError {}

/// Why a seat cannot show its hand of its own will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowError {
    /// The hand is not over.
    NotOver,
    /// The seat has folded.
    Folded(Seat),
    /// The seat has shown already.
    Shown(Seat),
    /// Nobody knows the seat's cards.
    Unknown(Seat),
}

impl fmt::Display for ShowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOver => f.write_str("the hand is not over"),
            Self::Folded(seat) => write!(f, "seat {seat} has folded"),
            Self::Shown(seat) => write!(f, "seat {seat} has shown already"),
            Self::Unknown(seat) => write!(f, "the face-down cards of seat {seat} are unknown: reveal them first"),
        }
    }
}

impl core::error::Error for ShowError {}

/// Why cards that nobody knew cannot be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevealError {
    /// All of the seat's cards are known.
    Known(Seat),
    /// Too few or too many cards besides those of the seat that are known.
    Count {
        /// Whose cards.
        seat: Seat,
        /// How many new cards were given.
        given: usize,
        /// How many of the seat's cards are unknown.
        unknown: usize,
    },
    /// The card is known to be elsewhere.
    Used(Card),
    /// The card is given twice.
    Twice(Card),
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
}

impl fmt::Display for RevealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(seat) => write!(f, "the cards of seat {seat} are all known"),
            Self::Count { seat, given, unknown } => {
                write!(f, "{given} new cards: seat {seat} has {unknown} unknown")
            }
            Self::Used(card) => write!(f, "card {card} is known to be elsewhere"),
            Self::Twice(card) => write!(f, "card {card} is given twice"),
            Self::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
        }
    }
}

impl core::error::Error for RevealError {}

/// Why an unknown hand cannot be mucked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MuckError {
    /// The showdown does not wait for the cards of this seat.
    NotDue(Seat),
    /// Nobody else can win one of the pots.
    Needed {
        /// Who wants to muck.
        seat: Seat,
        /// Which pot, 0 the main pot.
        pot: usize,
    },
}

impl fmt::Display for MuckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDue(seat) => write!(f, "the showdown does not wait for the cards of seat {seat}"),
            Self::Needed { seat, pot } => write!(f, "nobody but seat {seat} is left to win pot {pot}"),
        }
    }
}

impl core::error::Error for MuckError {}

/// What is wrong with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The hand is over.
    HandOver,
    /// A card must be dealt first.
    CardDue,
    /// The showdown waits for cards that nobody knows.
    CardsUnknown {
        /// Whose.
        seats: SeatSet,
    },
    /// The player may not do this now.
    NotNow,
    /// Several amounts are possible, and none was given.
    AmountMissing,
    /// A fold and a check have no amount.
    NoAmount,
    /// The amount is too small or too large.
    OutOfRange {
        /// The least total.
        low: u64,
        /// The greatest total.
        high: u64,
    },
    /// The amount is not a whole number of the smallest chip.
    OddAmount {
        /// The smallest chip.
        min_chip: u64,
    },
}

/// An action that is refused, with all that is needed to say why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// What was asked for.
    pub request: Request,
    /// The amount that was asked for.
    pub amount: Option<u64>,
    /// The seat that is to act, if any.
    pub seat: Option<Seat>,
    /// How many cards each player has been dealt on this street and before; players name streets by it.
    pub cards: u8,
    /// What the seat has put in on this street.
    pub bet: u64,
    /// What is legal instead.
    pub legal: Box<LegalActions>,
    /// What is wrong.
    pub reason: Reason,
}

impl fmt::Display for IllegalAction {
    /// One line, as `complete to 30 by seat 2 on second street: it must be 20; legal: fold, call 10, complete to 20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.request, self.amount) {
            (Request::Listed(action), None) => action.fmt(f)?,
            (Request::Listed(LegalAction { kind, .. }) | Request::Kind(kind), Some(amount)) => {
                let to = if matches!(kind, ActionKind::Raise | ActionKind::Complete) { "to " } else { "" };
                write!(f, "{kind} {to}{amount}")?;
            }
            (Request::Kind(kind), None) => kind.fmt(f)?,
            (Request::Wager, Some(amount)) => write!(f, "wager {amount}")?,
            (Request::Wager, None) => f.write_str("wager")?,
        }
        if let Some(seat) = self.seat {
            write!(f, " by seat {seat} on {}", street_name(self.cards))?;
        }
        match self.reason {
            Reason::HandOver => return f.write_str(": the hand is over"),
            Reason::CardDue => return write!(f, ": a card of {} must be dealt first", street_name(self.cards)),
            Reason::CardsUnknown { seats } => {
                return write!(f, ": the showdown waits for the cards of {}", seats.in_words());
            }
            Reason::NotNow => f.write_str(" is not possible")?,
            Reason::AmountMissing => f.write_str(": the amount is missing")?,
            Reason::NoAmount => {
                write!(f, ": a {} has no amount", self.request.kind().map_or("wager", ActionKind::name))?;
            }
            Reason::OutOfRange { low, high } if low == high => write!(f, ": it must be {low}")?,
            Reason::OutOfRange { low, high } => write!(f, ": it must be {low} to {high}")?,
            Reason::OddAmount { min_chip } => write!(f, ": the smallest chip is {min_chip}")?,
        }
        write!(f, "; legal: {}", self.legal)
    }
}

impl core::error::Error for IllegalAction {}
