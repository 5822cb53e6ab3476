//! What cannot be solved, and why.

use core::fmt;

use crate::card::Card;
use crate::card_set::Deck;
use crate::engine::Seat;
use crate::rules::street_name;

/// Why a spot is none, or cannot be solved.
#[derive(Clone, Debug, PartialEq)]
pub enum SolveError {
    /// Nobody is to act.
    NobodyActs,
    /// Not two players are live.
    Players(u32),
    /// A player has not exactly one hole card, or the cards to come are not one up card each a street.
    HoleCards {
        /// How many face-down cards the game deals.
        down: u8,
    },
    /// A community card lies there or is to come.
    Community,
    /// More than one street is to come.
    Street {
        /// How many cards each player has.
        cards: u8,
        /// How many each player has on the last street.
        last: u8,
    },
    /// The two players do not show equally many up cards, or as many as no street has.
    UpCards([usize; 2]),
    /// A card is given twice.
    Twice(Card),
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
    /// The pot is empty or too large.
    Pot(u64),
    /// A stack is empty or too large.
    Stack {
        /// Whose.
        seat: Seat,
        /// How many chips.
        chips: u64,
    },
    /// The dealer is neither of the two players.
    Dealer(Seat),
    /// Too few cards are left to be dealt.
    CardsLeft(u32),
    /// A weight of a range is negative or no number.
    Weight {
        /// Which of the two players.
        player: usize,
        /// The card.
        card: Card,
        /// The weight.
        weight: f64,
    },
    /// The two ranges leave no two different cards.
    EmptyRange,
    /// The betting has too many nodes.
    TooManyNodes {
        /// How many are allowed.
        most: usize,
    },
    /// The strategies of all streets to come do not fit the memory that is allowed.
    TooLarge {
        /// How many bytes they need.
        bytes: u64,
        /// How many are allowed.
        most: u64,
    },
    /// No decision is at the end of these actions.
    NoDecision,
    /// The next street does not come after these actions.
    NoStreet,
    /// A card that was to be dealt is seen already.
    Seen(Card),
    /// A word is no action here.
    Word {
        /// The word.
        word: String,
        /// What is possible there.
        legal: Vec<String>,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NobodyActs => write!(f, "nobody is to act: a spot is a decision of one of two live players"),
            Self::Players(live) => write!(f, "{live} live players: spots of two live players can be solved"),
            Self::HoleCards { down } => write!(
                f,
                "a game of {down} face-down cards: games of one face-down card each, dealt first, can be solved, such as \
                 Soko, Canadian stud and five-card stud"
            ),
            Self::Community => {
                write!(f, "a community card: spots in which each player gets cards of their own can be solved")
            }
            Self::Street { cards, last } => {
                let (here, before, last) = (street_name(*cards), street_name(last - 1), street_name(*last));
                write!(f, "{here}: the {before} and the {last} of this game can be solved")
            }
            Self::UpCards([first, second]) => {
                write!(
                    f,
                    "{first} and {second} up cards: two equal numbers of them are needed, as many as a street has"
                )
            }
            Self::Twice(card) => write!(f, "card {card} is given twice"),
            Self::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
            Self::Pot(pot) => write!(f, "a pot of {pot} chips: 1 to 2^52 are allowed"),
            Self::Stack { seat, chips } => write!(f, "a stack of {chips} chips for seat {seat}: 1 to 2^52 are allowed"),
            Self::Dealer(seat) => write!(f, "dealer {seat}: 0 or 1 is needed"),
            Self::CardsLeft(left) => {
                write!(f, "{left} cards are unseen: too few for two hole cards and the streets to come")
            }
            Self::Weight { player, card, weight } => {
                write!(f, "weight {weight} of {card} for player {player}: a finite number from 0 is needed")
            }
            Self::EmptyRange => write!(f, "the ranges leave no two different unseen cards"),
            Self::TooManyNodes { most } => write!(
                f,
                "the betting of a street has more than {most} nodes: smaller stacks, or a limit of fixed bets, have fewer"
            ),
            Self::TooLarge { bytes, most } => write!(
                f,
                "the strategies need {} MB and {} MB are allowed: smaller stacks, or a limit of fixed bets, need less",
                bytes >> 20,
                most >> 20
            ),
            Self::NoDecision => write!(f, "after these actions nobody is to act on this street"),
            Self::NoStreet => write!(f, "after these actions no street comes"),
            Self::Seen(card) => write!(f, "card {card} is seen already"),
            Self::Word { word, legal } => write!(f, "'{word}' is not possible here; legal: {}", legal.join(", ")),
        }
    }
}

impl core::error::Error for SolveError {}
