//! The flat fields of a game: what records, keywords and comparisons are made of.

use core::fmt;

use super::{Named, Rules, RulesError, Street, WildRule};
use crate::ranking::{Ranking, ShowingRanking};

/// The version of the records that [`Rules::to_record`] makes.
pub const RECORD_VERSION: u8 = 1;
/// The key of the version in a record.
pub const VERSION_KEY: &str = "version";

macro_rules! fields {
    ($($(#[$doc:meta])+ $field:ident => $name:literal,)+) => {
        /// One field of a game by its name outside Rust.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $($(#[$doc])+ $field,)+
        }

        impl Named for Field {
            const ALL: &'static [Self] = &[$(Self::$field),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)+
                }
            }
        }
    };
}

fields! {
    /// [`Rules::name`].
    Name => "name",
    /// The fewest players.
    MinPlayers => "min_players",
    /// The most players.
    MaxPlayers => "max_players",
    /// The cards of each street, such as `ddu`.
    Deal => "deal",
    /// The bet of each street.
    Bets => "bets",
    /// [`Rules::ranking`].
    Ranking => "ranking",
    /// Whether 4-3-2-A is a four-straight.
    AceLowFourStraight => "ace_low_four_straight",
    /// [`Rules::showing`].
    ShowingRanking => "showing_ranking",
    /// Whose card brings in.
    BringInCard => "bring_in_card",
    /// How equal bring-in cards are told apart.
    BringInTie => "bring_in_tie",
    /// [`Rules::opener`].
    Opener => "opener",
    /// [`Rules::showing_tie`].
    ShowingTie => "showing_tie",
    /// [`Rules::limit`].
    Limit => "limit",
    /// [`Rules::ante`].
    Ante => "ante",
    /// The amount of the bring-in.
    BringIn => "bring_in",
    /// [`Rules::small_bet`].
    SmallBet => "small_bet",
    /// [`Rules::big_bet`].
    BigBet => "big_bet",
    /// [`Rules::max_bet`].
    MaxBet => "max_bet",
    /// [`Rules::min_chip`].
    MinChip => "min_chip",
    /// [`Rules::cap`].
    Cap => "cap",
    /// [`Rules::cap_heads_up`].
    CapHeadsUp => "cap_heads_up",
    /// [`Rules::open_pair`].
    OpenPair => "open_pair",
    /// [`Rules::open_fold`].
    OpenFold => "open_fold",
    /// [`Rules::burn`].
    Burn => "burn",
    /// [`Rules::odd_chip`].
    OddChip => "odd_chip",
    /// [`Rules::wild`].
    Wild => "wild",
    /// Whether a queen that ends a street is followed on the next.
    CarryOver => "carry_over",
    /// Whether queens are wild too.
    QueensWild => "queens_wild",
    /// [`Rules::low_chicago`].
    LowChicago => "low_chicago",
    /// [`Rules::ace`].
    Ace => "ace",
}

/// The value of a field outside Rust, or anything that was offered as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// Nothing.
    None,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i128),
    /// A name or a text.
    Text(String),
    /// Texts in order.
    List(Vec<String>),
    /// A value that no field can have, as its own language writes it.
    Other(String),
}

impl From<bool> for FieldValue {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

impl From<u64> for FieldValue {
    fn from(value: u64) -> Self {
        Self::Number(value.into())
    }
}

impl From<&str> for FieldValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

/// How much of a value a message quotes.
const QUOTED: usize = 60;

impl fmt::Display for FieldValue {
    /// As Python writes it, cut where it is too long for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::None => "None".to_owned(),
            Self::Flag(true) => "True".to_owned(),
            Self::Flag(false) => "False".to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => quoted(text),
            Self::List(texts) => format!("[{}]", texts.iter().map(|t| quoted(t)).collect::<Vec<_>>().join(", ")),
            Self::Other(text) => text.clone(),
        };
        match text.char_indices().nth(QUOTED) {
            None => f.write_str(&text),
            Some((end, _)) => write!(f, "{}...", &text[..end]),
        }
    }
}

/// A text in quotes, with signs that would upset a terminal written out.
fn quoted(text: &str) -> String {
    format!("'{}'", text.escape_debug())
}

impl Field {
    /// The value of this field in a game.
    #[must_use]
    pub fn of(self, rules: &Rules) -> FieldValue {
        match self {
            Self::Name => rules.name.as_str().into(),
            Self::MinPlayers => u64::from(rules.players.min).into(),
            Self::MaxPlayers => u64::from(rules.players.max).into(),
            Self::Deal => FieldValue::List(rules.streets.iter().map(Street::pattern).collect()),
            Self::Bets => FieldValue::List(rules.streets.iter().map(|s| s.bet.name().to_owned()).collect()),
            Self::Ranking => rules.ranking.name().into(),
            Self::AceLowFourStraight => rules.ace_low_four_straight().into(),
            Self::ShowingRanking => rules.showing.name().into(),
            Self::BringInCard => rules.bring_in.card.name().into(),
            Self::BringInTie => rules.bring_in.tie.name().into(),
            Self::Opener => rules.opener.name().into(),
            Self::ShowingTie => rules.showing_tie.name().into(),
            Self::Limit => rules.limit.name().into(),
            Self::Ante => rules.ante.into(),
            Self::BringIn => rules.bring_in.amount.into(),
            Self::SmallBet => rules.small_bet.into(),
            Self::BigBet => rules.big_bet.into(),
            Self::MaxBet => rules.max_bet.map_or(FieldValue::None, FieldValue::from),
            Self::MinChip => rules.min_chip.into(),
            Self::Cap => u64::from(rules.cap).into(),
            Self::CapHeadsUp => rules.cap_heads_up.into(),
            Self::OpenPair => rules.open_pair.name().into(),
            Self::OpenFold => rules.open_fold.into(),
            Self::Burn => rules.burn.into(),
            Self::OddChip => rules.odd_chip.name().into(),
            Self::Wild => rules.wild.name().into(),
            Self::CarryOver => matches!(rules.wild, WildRule::FollowTheQueen { carry_over: true, .. }).into(),
            Self::QueensWild => matches!(rules.wild, WildRule::FollowTheQueen { queens_wild: true, .. }).into(),
            Self::LowChicago => rules.low_chicago.into(),
            Self::Ace => rules.ace.name().into(),
        }
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

    /// Every field with its value, the version first: what [`Rules::from_record`] reads.
    #[must_use]
    pub fn to_record(&self) -> Vec<(&'static str, FieldValue)> {
        let version = (VERSION_KEY, u64::from(RECORD_VERSION).into());
        let fields = Field::ALL.iter().map(|&field| (field.name(), field.of(self)));
        core::iter::once(version).chain(fields).collect()
    }
}
