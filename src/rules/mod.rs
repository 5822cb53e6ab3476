//! Rules as data: a game is a value of [`Rules`], and the engine never asks which game it is.

mod draft;
mod error;
mod fields;
mod names;
mod parts;
mod presets;
mod shares;
mod summary;
mod validate;

pub use error::{Counted, RulesError};
pub use fields::{Field, FieldValue, RECORD_VERSION, VERSION_KEY};
pub use names::Named;
pub use parts::{
    BetSize, BringIn, BringInCard, Limit, OddChip, OpenPair, Opener, PlayerRange, Street, Tie, WildRule, street_name,
};
pub use presets::{Preset, Stakes};
pub use validate::LARGEST_AMOUNT;

use crate::ranking::{AceInLow, Ranking, ShowingRanking};

/// A game with its stakes and house rules. Made by a preset or field by field, and checked by [`Rules::validate`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What the game is called; a label only.
    pub name: String,
    /// How few and how many may play.
    pub players: PlayerRange,
    /// What is dealt and which bet is used, street by street (rules.md 3).
    pub streets: Vec<Street>,
    /// By which order hands win (rules.md 2).
    pub ranking: Ranking,
    /// By which order up cards decide who acts first (rules.md 2.11).
    pub showing: ShowingRanking,
    /// Who brings in, and how much (rules.md 5).
    pub bring_in: BringIn,
    /// Which showing hand opens the later streets.
    pub opener: Opener,
    /// How equal showing hands are told apart (rules.md 6.8).
    pub showing_tie: Tie,
    /// The betting structure (rules.md 6).
    pub limit: Limit,
    /// What everyone puts in before the deal.
    pub ante: u64,
    /// The unit of the early streets: the bet in fixed limit, the least bet in the others.
    pub small_bet: u64,
    /// The unit of the later streets.
    pub big_bet: u64,
    /// The most on a small street in spread limit, doubled on a big one; `None` in the other structures.
    pub max_bet: Option<u64>,
    /// The smallest chip in play.
    pub min_chip: u64,
    /// How many wagers a street may have in fixed and spread limit (rules.md 6.1).
    pub cap: u8,
    /// Whether the cap holds with two players too.
    pub cap_heads_up: bool,
    /// What an open pair on the second betting round changes.
    pub open_pair: OpenPair,
    /// Whether a player may fold when checking is free (rules.md 6.6).
    pub open_fold: bool,
    /// Whether a card is burnt before each street after the first (rules.md 4.2).
    pub burn: bool,
    /// Who gets the odd chips (rules.md 7.4).
    pub odd_chip: OddChip,
    /// How ranks become wild (rules.md 8).
    pub wild: WildRule,
    /// Whether half of each pot goes to the lowest spade dealt face down (rules.md 9).
    pub low_chicago: bool,
    /// How the ace counts in Low Chicago.
    pub ace: AceInLow,
}
