//! Rules as data: a game is a value of [`Rules`], and the engine never asks which game it is.

#[macro_use]
mod table;

mod builder;
mod choices;
mod error;
mod fields;
mod names;
mod presets;
mod shares;
mod summary;
mod validate;
mod values;

pub use choices::{
    BetSize, BringIn, BringInAce, BringInCard, Limit, OddChip, OpenPair, Opener, PlayerRange, Reveal, Street, Tie,
    WildRule, street_name,
};
pub use error::{Counted, RulesError};
pub use fields::{Field, RECORD_VERSION, VERSION_KEY};
pub use names::Named;
pub use presets::{Preset, Stakes};
pub use validate::LARGEST_AMOUNT;
pub use values::FieldValue;

use crate::card_set::Deck;
use crate::ranking::{AceInLow, Ranking, ShowingRanking};

macro_rules! rules {
    ($(
        #[doc = $words:literal]
        $variant:ident: $(field $field:ident)? $(part $part:ident)?: $type:ty = $usual:expr
            $(, $required:ident)? $(=> $read:expr)?;
    )+) => {
        /// A game with its stakes and house rules. Made by a preset or field by field, and checked by
        /// [`Rules::validate`]. The table of fields has the words for each.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Rules {
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
            /// How ranks become wild (rules.md 8).
            pub wild: WildRule,
            $($(#[doc = $words] pub $field: $type,)?)+
        }
    };
}

with_rules_fields!(rules);
