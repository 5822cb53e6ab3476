//! The fields of a game by name: what records, keywords and comparisons are made of.

use super::values::FieldType;
use super::{BetSize, BringInCard, FieldValue, Named, Rules, RulesError, Tie, WildRule};
use crate::card_set::Deck;
use crate::ranking::{Ranking, ShowingRanking};

/// The version of the records that [`Rules::to_record`] makes.
pub const RECORD_VERSION: u8 = 1;
/// The key of the version in a record.
pub const VERSION_KEY: &str = "version";

macro_rules! fields {
    ($(
        #[doc = $words:literal]
        $variant:ident: $(field $field:ident)? $(part $part:ident)?: $type:ty = $usual:expr
            $(, $required:ident)? $(=> $read:expr)?;
    )+) => {
        /// One field of a game by its name outside Rust.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $(#[doc = $words] $variant,)+
        }

        impl Named for Field {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($(stringify!($field))? $(stringify!($part))?),)+
                }
            }
        }

        impl Field {
            /// Whether every record must have this field; the others have a default.
            const fn is_required(self) -> bool {
                match self {
                    $(Self::$variant => fields!(@required $($required)?),)+
                }
            }

            /// The words of the table for this field.
            const fn documentation(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)+
                }
            }

            /// The value of this field in a game.
            #[must_use]
            pub fn of(self, rules: &Rules) -> FieldValue {
                match self {
                    $(Self::$variant => {
                        $(FieldType::value(&rules.$field))?
                        $({
                            let read: fn(&Rules) -> $type = $read;
                            FieldType::value(&read(rules))
                        })?
                    })+
                }
            }
        }
    };
    (@required) => { false };
    (@required required) => { true };
}

with_rules_fields!(fields);

impl Field {
    /// What the field means in a few words: "most players".
    #[must_use]
    pub fn meaning(self) -> String {
        let words = self.documentation().trim().trim_end_matches('.');
        let end = words.find([':', '(', ';']).unwrap_or(words.len());
        let words = words[..end].trim_end();
        // A sentence loses its capital, "A-2-3-4" keeps it.
        let word = words.split(' ').next().unwrap_or_default();
        let capital = !word.bytes().all(|letter| letter.is_ascii_alphabetic());
        if capital { words.to_owned() } else { words[..1].to_lowercase() + &words[1..] }
    }

    /// The fields that a record must have.
    pub(super) fn required() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|field| field.is_required())
    }

    /// The field of a name.
    ///
    /// # Errors
    /// [`RulesError::UnknownField`] when there is none.
    pub fn named(name: &str) -> Result<Self, RulesError> {
        Self::from_name(name).ok_or_else(|| RulesError::UnknownField(name.to_owned()))
    }

    /// The field whose name is nearest to a text, if one is near.
    #[must_use]
    pub fn nearest(text: &str) -> Option<Self> {
        let distances = Self::ALL.iter().map(|&field| (edits(text, field.name()), field));
        distances.min().filter(|&(distance, field)| distance <= 1 + field.name().len() / 4).map(|(_, field)| field)
    }
}

/// How many characters must be put in, taken out or changed to make one text of the other.
fn edits(from: &str, to: &str) -> usize {
    // Longer texts are near to no name, and their cost would be anybody's choice.
    let from: Vec<char> = from.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, wanted) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &given) in from.iter().enumerate() {
            let changed = diagonal + usize::from(given != wanted);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}

impl Rules {
    /// Whether 4-3-2-A is a four-straight, in hands and in what shows; true where no four-straight counts.
    #[must_use]
    pub const fn ace_low_four_straight(&self) -> bool {
        match (self.ranking, self.showing) {
            (Ranking::Soko { ace_low_four_straight }, _) | (_, ShowingRanking::Soko { ace_low_four_straight }) => {
                ace_low_four_straight
            }
            _ => true,
        }
    }

    /// The value of the field with this name.
    ///
    /// # Errors
    /// [`RulesError::UnknownField`] when there is none.
    pub fn get(&self, name: &str) -> Result<FieldValue, RulesError> {
        Field::named(name).map(|field| field.of(self))
    }

    /// The fields with their values, the version first: what [`Rules::from_record`] reads. A whole deck is left out, for
    /// records without one are older than short decks, and their digests are to stay.
    #[must_use]
    pub fn to_record(&self) -> Vec<(&'static str, FieldValue)> {
        let version = (VERSION_KEY, u64::from(RECORD_VERSION).into());
        let written = Field::ALL.iter().filter(|&&field| field != Field::Deck || self.deck != Deck::WHOLE);
        let fields = written.map(|&field| (field.name(), field.of(self)));
        core::iter::once(version).chain(fields).collect()
    }
}
