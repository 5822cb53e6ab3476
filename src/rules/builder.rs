//! A game while its fields are being set: read by type here, checked against each other when it is finished.

use super::validate::served;
use super::values::{FieldType, Offered};
use super::{
    BetSize, BringIn, BringInAce, BringInCard, Field, FieldValue, Limit, Named, OddChip, OpenPair, Opener, PlayerRange,
    RECORD_VERSION, Reveal, Rules, RulesError, Street, Tie, VERSION_KEY, WildRule,
};
use crate::card_set::Deck;
use crate::ranking::{AceInLow, Ranking, ShowingRanking};

macro_rules! builder {
    ($(
        #[doc = $words:literal]
        $variant:ident: $(field $field:ident)? $(part $part:ident)?: $type:ty = $usual:expr
            $(, $required:ident)? $(=> $read:expr)?;
    )+) => {
        /// A game as flat fields, which may still contradict each other. To begin with each has its usual value.
        pub(super) struct RulesBuilder {
            $($(pub(super) $field: $type,)? $(pub(super) $part: $type,)?)+
        }

        impl Default for RulesBuilder {
            fn default() -> Self {
                Self { $($($field: $usual,)? $($part: $usual,)?)+ }
            }
        }

        impl RulesBuilder {
            pub(super) fn of(rules: &Rules) -> Self {
                Self {
                    $(
                        $($field: Clone::clone(&rules.$field),)?
                        $($part: {
                            let read: fn(&Rules) -> $type = $read;
                            read(rules)
                        },)?
                    )+
                }
            }

            /// Sets one field; only the value by itself is checked.
            pub(super) fn set(&mut self, field: Field, value: FieldValue) -> Result<(), RulesError> {
                let offered = Offered { name: field.name(), value };
                match field {
                    $(Field::$variant => {
                        $(self.$field = FieldType::read(offered)?;)?
                        $(self.$part = FieldType::read(offered)?;)?
                    })+
                }
                Ok(())
            }

            /// The parts put together, each field moved to its place.
            fn rules(self) -> Rules {
                Rules {
                    players: PlayerRange { min: self.min_players, max: self.max_players },
                    streets: self.streets(),
                    ranking: self.hands(),
                    showing: self.showing_hands(),
                    bring_in: BringIn { card: self.bring_in_card, tie: self.bring_in_tie, amount: self.bring_in },
                    wild: self.wild_rule(),
                    $($($field: self.$field,)?)+
                }
            }
        }
    };
}

with_rules_fields!(builder);

/// The fields that share a place.
impl RulesBuilder {
    fn streets(&self) -> Vec<Street> {
        self.deal.iter().zip(&self.bets).map(|(&(down, up), &bet)| Street { down, up, bet }).collect()
    }

    const fn hands(&self) -> Ranking {
        match self.ranking {
            Ranking::Soko { .. } => Ranking::Soko { ace_low_four_straight: self.ace_low_four_straight },
            other => other,
        }
    }

    const fn showing_hands(&self) -> ShowingRanking {
        match self.showing_ranking {
            ShowingRanking::Soko { .. } => ShowingRanking::Soko { ace_low_four_straight: self.ace_low_four_straight },
            other @ ShowingRanking::Standard => other,
        }
    }

    const fn wild_rule(&self) -> WildRule {
        match self.wild {
            WildRule::FollowTheQueen { .. } => {
                WildRule::FollowTheQueen { carry_over: self.carry_over, queens_wild: self.queens_wild }
            }
            WildRule::None => WildRule::None,
        }
    }

    /// Takes as many players as the deck serves, if those are fewer.
    pub(super) fn seat_those_served(&mut self) {
        self.max_players = self.max_players.min(served(&self.streets(), self.burn, self.deck));
    }

    /// Checks what gets lost when fields share a place, puts the fields together and checks the whole.
    pub(super) fn finish(self) -> Result<Rules, RulesError> {
        let (streets, bets) = (self.deal.len(), self.bets.len());
        let (ace_low, carry_over, queens_wild) = (self.ace_low_four_straight, self.carry_over, self.queens_wild);
        let rules = self.rules();
        if streets != bets {
            return Err(RulesError::BetsOfStreets { streets, bets });
        }
        if rules.ace_low_four_straight() != ace_low {
            return Err(RulesError::NoFourStraight);
        }
        for (switch, field) in [(carry_over, Field::CarryOver), (queens_wild, Field::QueensWild)] {
            if switch && rules.wild == WildRule::None {
                return Err(RulesError::NoQueenFollowed(field));
            }
        }
        rules.validate()?;
        Ok(rules)
    }
}

impl Rules {
    /// The same game with some fields changed, checked as a whole.
    ///
    /// # Errors
    /// [`RulesError`] for an unknown field, a value that the field cannot have, or rules that contradict each other.
    ///
    /// ```
    /// use soko::rules::{Preset, Stakes};
    /// let soko = Preset::Soko.rules(Stakes::default()).unwrap();
    /// assert_eq!(soko.replaced([("cap", 3u64.into())]).unwrap().cap, 3);
    /// assert_eq!(
    ///     soko.replaced([("small_bet", 0u64.into())]).unwrap_err().to_string(),
    ///     "small_bet 0: a bet is at least 1 chip",
    /// );
    /// ```
    pub fn replaced<K: AsRef<str>>(
        &self,
        changes: impl IntoIterator<Item = (K, FieldValue)>,
    ) -> Result<Self, RulesError> {
        let mut builder = RulesBuilder::of(self);
        for (name, value) in changes {
            builder.set(Field::named(name.as_ref())?, value)?;
        }
        builder.finish()
    }

    /// Sets one field by its name, and checks the whole; on an error nothing has changed.
    ///
    /// # Errors
    /// As [`Rules::replaced`].
    pub fn set(&mut self, name: &str, value: FieldValue) -> Result<(), RulesError> {
        *self = self.replaced([(name, value)])?;
        Ok(())
    }

    /// The game of its fields; those that have a default may be left out.
    ///
    /// # Errors
    /// [`RulesError`] as in [`Rules::replaced`], and when a field without a default is missing.
    pub fn from_fields<K: AsRef<str>>(fields: impl IntoIterator<Item = (K, FieldValue)>) -> Result<Self, RulesError> {
        let mut builder = RulesBuilder::default();
        let mut missing: Vec<Field> = Field::required().collect();
        for (name, value) in fields {
            let field = Field::named(name.as_ref())?;
            builder.set(field, value)?;
            missing.retain(|&other| other != field);
        }
        if missing.is_empty() { builder.finish() } else { Err(RulesError::MissingFields(missing)) }
    }

    /// The game of a record as [`Rules::to_record`] makes it.
    ///
    /// # Errors
    /// [`RulesError`] as in [`Rules::from_fields`], and when the version is missing or another one.
    pub fn from_record<K: AsRef<str>>(record: impl IntoIterator<Item = (K, FieldValue)>) -> Result<Self, RulesError> {
        let (versions, fields): (Vec<_>, Vec<_>) =
            record.into_iter().partition(|(name, _)| name.as_ref() == VERSION_KEY);
        let version = versions.into_iter().next().map_or(FieldValue::None, |(_, value)| value);
        if version != u64::from(RECORD_VERSION).into() {
            return Err(RulesError::Version(version));
        }
        Self::from_fields(fields)
    }
}
