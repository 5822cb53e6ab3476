//! A game while its fields are being set: read by type here, checked against each other when it is finished.

use super::fields::{RECORD_VERSION, VERSION_KEY};
use super::{BetSize, Field, FieldValue, Named, Preset, Rules, RulesError, Stakes, Street, WildRule};
use crate::ranking::{Ranking, ShowingRanking};

/// A game whose fields may still contradict each other.
///
/// Some fields share a place in [`Rules`], so they wait here until all are known.
pub(super) struct Draft {
    rules: Rules,
    deal: Vec<(u8, u8)>,
    bets: Vec<BetSize>,
    ace_low_four_straight: bool,
    carry_over: bool,
    queens_wild: bool,
}

impl Draft {
    pub(super) fn of(rules: &Rules) -> Self {
        let (carry_over, queens_wild) = match rules.wild {
            WildRule::None => (false, false),
            WildRule::FollowTheQueen { carry_over, queens_wild } => (carry_over, queens_wild),
        };
        Self {
            deal: rules.streets.iter().map(|street| (street.down, street.up)).collect(),
            bets: rules.streets.iter().map(|street| street.bet).collect(),
            ace_low_four_straight: rules.ace_low_four_straight(),
            carry_over,
            queens_wild,
            rules: rules.clone(),
        }
    }

    /// Sets one field; only the value by itself is checked.
    pub(super) fn set(&mut self, field: Field, value: FieldValue) -> Result<(), RulesError> {
        let rules = &mut self.rules;
        let offered = Offered { name: field.name(), value };
        match field {
            Field::Name => rules.name = offered.label()?,
            Field::MinPlayers => rules.players.min = offered.count()?,
            Field::MaxPlayers => rules.players.max = offered.count()?,
            Field::Deal => self.deal = offered.deal()?,
            Field::Bets => self.bets = offered.bets()?,
            Field::Ranking => rules.ranking = offered.choice()?,
            Field::AceLowFourStraight => self.ace_low_four_straight = offered.flag()?,
            Field::ShowingRanking => rules.showing = offered.choice()?,
            Field::BringInCard => rules.bring_in.card = offered.choice()?,
            Field::BringInTie => rules.bring_in.tie = offered.choice()?,
            Field::Opener => rules.opener = offered.choice()?,
            Field::ShowingTie => rules.showing_tie = offered.choice()?,
            Field::Limit => rules.limit = offered.choice()?,
            Field::Ante => rules.ante = offered.amount()?,
            Field::BringIn => rules.bring_in.amount = offered.amount()?,
            Field::SmallBet => rules.small_bet = offered.amount()?,
            Field::BigBet => rules.big_bet = offered.amount()?,
            Field::MaxBet => rules.max_bet = offered.amount_or_none()?,
            Field::MinChip => rules.min_chip = offered.amount()?,
            Field::Cap => rules.cap = offered.count()?,
            Field::CapHeadsUp => rules.cap_heads_up = offered.flag()?,
            Field::OpenPair => rules.open_pair = offered.choice()?,
            Field::OpenFold => rules.open_fold = offered.flag()?,
            Field::Burn => rules.burn = offered.flag()?,
            Field::OddChip => rules.odd_chip = offered.choice()?,
            Field::Wild => rules.wild = offered.choice()?,
            Field::CarryOver => self.carry_over = offered.flag()?,
            Field::QueensWild => self.queens_wild = offered.flag()?,
            Field::LowChicago => rules.low_chicago = offered.flag()?,
            Field::Ace => rules.ace = offered.choice()?,
        }
        Ok(())
    }

    /// Puts the fields together and checks the whole.
    pub(super) fn finish(self) -> Result<Rules, RulesError> {
        let Self { mut rules, deal, bets, ace_low_four_straight, carry_over, queens_wild } = self;
        if deal.len() != bets.len() {
            return Err(RulesError::BetsOfStreets { streets: deal.len(), bets: bets.len() });
        }
        rules.streets = deal.into_iter().zip(bets).map(|((down, up), bet)| Street { down, up, bet }).collect();
        if let Ranking::Soko { .. } = rules.ranking {
            rules.ranking = Ranking::Soko { ace_low_four_straight };
        }
        if let ShowingRanking::Soko { .. } = rules.showing {
            rules.showing = ShowingRanking::Soko { ace_low_four_straight };
        }
        if rules.ace_low_four_straight() != ace_low_four_straight {
            return Err(RulesError::NoFourStraight);
        }
        match &mut rules.wild {
            WildRule::FollowTheQueen { carry_over: carry, queens_wild: queens } => {
                (*carry, *queens) = (carry_over, queens_wild);
            }
            WildRule::None if carry_over => return Err(RulesError::NoQueenFollowed(Field::CarryOver)),
            WildRule::None if queens_wild => return Err(RulesError::NoQueenFollowed(Field::QueensWild)),
            WildRule::None => {}
        }
        rules.validate()?;
        Ok(rules)
    }
}

/// What an amount of chips is.
const AMOUNTS: &str = "a whole number of chips from 0 to 922337203685477580";

/// A value with the name under which it was given.
pub(super) struct Offered<'a> {
    pub(super) name: &'a str,
    pub(super) value: FieldValue,
}

impl Offered<'_> {
    fn refused(self, expected: &'static str) -> RulesError {
        RulesError::Value { name: self.name.to_owned(), given: self.value, expected }
    }

    fn flag(self) -> Result<bool, RulesError> {
        if let FieldValue::Flag(flag) = self.value { Ok(flag) } else { Err(self.refused("True or False")) }
    }

    fn count(self) -> Result<u8, RulesError> {
        let count = if let FieldValue::Number(number) = self.value { u8::try_from(number).ok() } else { None };
        count.ok_or_else(|| self.refused("a whole number from 1 to 255"))
    }

    pub(super) fn amount(self) -> Result<u64, RulesError> {
        let amount = if let FieldValue::Number(number) = self.value { u64::try_from(number).ok() } else { None };
        amount.ok_or_else(|| self.refused(AMOUNTS))
    }

    pub(super) fn amount_or_none(self) -> Result<Option<u64>, RulesError> {
        if self.value == FieldValue::None { Ok(None) } else { self.amount().map(Some) }
    }

    pub(super) fn choice<T: Named>(self) -> Result<T, RulesError> {
        let found = if let FieldValue::Text(text) = &self.value { T::from_name(text) } else { None };
        let name = self.name;
        found.ok_or_else(|| RulesError::Choice { name: name.to_owned(), given: self.value, allowed: T::names() })
    }

    fn label(self) -> Result<String, RulesError> {
        if let FieldValue::Text(text) = self.value { Ok(text) } else { Err(self.refused("a text")) }
    }

    fn deal(self) -> Result<Vec<(u8, u8)>, RulesError> {
        let read = if let FieldValue::List(streets) = &self.value {
            streets.iter().map(|street| read_pattern(street)).collect()
        } else {
            None
        };
        read.ok_or_else(|| self.refused("a list of streets such as 'ddu', the face-down cards first"))
    }

    fn bets(self) -> Result<Vec<BetSize>, RulesError> {
        let read = if let FieldValue::List(bets) = &self.value {
            bets.iter().map(|bet| BetSize::from_name(bet)).collect()
        } else {
            None
        };
        read.ok_or_else(|| self.refused("a list of 'small' or 'big', one for each street"))
    }
}

/// How many cards a street such as `ddu` deals down and up, `None` when it is no street.
fn read_pattern(street: &str) -> Option<(u8, u8)> {
    let down = street.len() - street.trim_start_matches('d').len();
    let up = street.len() - down;
    let well_formed = street.bytes().skip(down).all(|letter| letter == b'u');
    if well_formed { Some((u8::try_from(down).ok()?, u8::try_from(up).ok()?)) } else { None }
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
        let mut draft = Draft::of(self);
        for (name, value) in changes {
            draft.set(Field::named(name.as_ref())?, value)?;
        }
        draft.finish()
    }

    /// Sets one field by its name, and checks the whole; on an error nothing has changed.
    ///
    /// # Errors
    /// As [`Rules::replaced`].
    pub fn set(&mut self, name: &str, value: FieldValue) -> Result<(), RulesError> {
        *self = self.replaced([(name, value)])?;
        Ok(())
    }

    /// The game of all its fields.
    ///
    /// # Errors
    /// [`RulesError`] as in [`Rules::replaced`], and when a field is missing.
    pub fn from_fields<K: AsRef<str>>(fields: impl IntoIterator<Item = (K, FieldValue)>) -> Result<Self, RulesError> {
        // Any game will do to begin with: every one of its fields is overwritten.
        let mut draft = Draft::of(&Preset::Soko.rules(Stakes::default())?);
        let mut missing = Field::ALL.to_vec();
        for (name, value) in fields {
            let field = Field::named(name.as_ref())?;
            draft.set(field, value)?;
            missing.retain(|&other| other != field);
        }
        if missing.is_empty() { draft.finish() } else { Err(RulesError::MissingFields(missing)) }
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
