//! Why rules make no game, and the words for it.

use core::fmt;

use super::validate::LONGEST_NAME;
use super::{BringIn, BringInCard, Field, FieldValue, Limit, Named, Preset, RECORD_VERSION, VERSION_KEY};
use crate::card_set::Deck;
use crate::ranking::Ranking;

/// Why rules make no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// A record of another version, or of none.
    Version(FieldValue),
    /// A name that no field has.
    UnknownField(String),
    /// A name that no game has.
    UnknownGame(String),
    /// Fields that a whole game needs and that were not given.
    MissingFields(Vec<Field>),
    /// A value of a kind that its field cannot have.
    Value {
        /// The keyword under which it was given.
        name: String,
        /// The value given.
        given: FieldValue,
        /// What the field can have.
        expected: &'static str,
    },
    /// A value that is none of a field's choices.
    Choice {
        /// The keyword under which it was given.
        name: String,
        /// The value given.
        given: FieldValue,
        /// The choices.
        allowed: Vec<&'static str>,
    },
    /// A name that is empty, too long, or holds control characters or marks of writing direction.
    Name(String),
    /// A number outside its range.
    Range {
        /// The field.
        field: Field,
        /// The number given.
        given: u64,
        /// The least allowed.
        low: u64,
        /// The most allowed.
        high: u64,
    },
    /// A deal with too few or too many of something.
    Deal {
        /// What was counted.
        counted: Counted,
        /// How many there are.
        given: usize,
        /// The least allowed.
        low: usize,
        /// The most allowed.
        high: usize,
    },
    /// As many bets as there are streets are needed.
    BetsOfStreets {
        /// How many streets there are.
        streets: usize,
        /// How many bets there are.
        bets: usize,
    },
    /// The fewest players are more than the most.
    PlayerRange {
        /// The fewest players.
        min: u8,
        /// The most players.
        max: u8,
    },
    /// The deck has not enough cards.
    Deck {
        /// The most players.
        max: u8,
        /// For how many the cards suffice.
        most: u8,
        /// The deck.
        deck: Deck,
    },
    /// A bet of nothing.
    NoBet(Field),
    /// An amount that the chips in play cannot make.
    Chips {
        /// The field.
        field: Field,
        /// The amount.
        amount: u64,
        /// The smallest chip.
        min_chip: u64,
    },
    /// A bring-in of nothing that somebody must post, or of chips that nobody must.
    BringIn(BringIn),
    /// The bring-in is more than the bet.
    BringInAboveBet {
        /// The bring-in.
        bring_in: u64,
        /// The small bet.
        small_bet: u64,
    },
    /// Half the bet of Canadian stud is no chip (rules.md 5.3).
    HalfOfBet {
        /// The keyword of the bet.
        name: &'static str,
        /// The bet.
        bet: u64,
        /// The smallest chip.
        min_chip: u64,
    },
    /// The big bet is the smaller one.
    BigBet {
        /// The small bet.
        small_bet: u64,
        /// The big bet.
        big_bet: u64,
    },
    /// The least bet of a big street is not twice that of a small one in spread limit.
    SpreadBigBet {
        /// The small bet.
        small_bet: u64,
        /// The big bet.
        big_bet: u64,
    },
    /// Spread limit with no most, or one below the least.
    MaxBet {
        /// The small bet.
        small_bet: u64,
        /// The most.
        max_bet: Option<u64>,
    },
    /// An amount that spread limit alone has, in another structure.
    OutsideSpread {
        /// The keyword.
        name: &'static str,
        /// The amount.
        amount: u64,
        /// The structure.
        limit: Limit,
    },
    /// The least bet of spread limit given under both its names.
    SmallBetTwice,
    /// A structure in which the game is not played.
    LimitOfGame {
        /// The game.
        game: Preset,
        /// The structure.
        limit: Limit,
    },
    /// A choice of two bets where bets have no fixed size.
    OpenPairOption {
        /// The structure.
        limit: Limit,
    },
    /// Wild cards in a ranking that knows none.
    WildWithout {
        /// The ranking.
        ranking: Ranking,
    },
    /// A switch of the bring-in, with its value, where nobody brings in.
    NobodyBringsIn(Field, FieldValue),
    /// A switch of the followed queen where none is followed.
    NoQueenFollowed(Field),
    /// The switch of the lowest four-straight where none counts.
    NoFourStraight,
    /// The lowest four-straight counts in hands and does not show, or the other way round.
    FourStraightsDiffer,
}

impl RulesError {
    /// The name of the field or keyword at fault, `None` where it is none alone.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        let field = match self {
            Self::Value { name, .. } | Self::Choice { name, .. } | Self::UnknownField(name) => return Some(name),
            Self::HalfOfBet { name, .. } | Self::OutsideSpread { name, .. } => return Some(name),
            Self::MissingFields(fields) => match fields[..] {
                [field] => field,
                _ => return None,
            },
            Self::Range { field, .. }
            | Self::Chips { field, .. }
            | Self::NoBet(field)
            | Self::NobodyBringsIn(field, _)
            | Self::NoQueenFollowed(field) => *field,
            Self::Version(_) => return Some(VERSION_KEY),
            Self::UnknownGame(_) | Self::SmallBetTwice => return None,
            Self::Name(_) => Field::Name,
            Self::Deal { .. } => Field::Deal,
            Self::BetsOfStreets { .. } => Field::Bets,
            Self::PlayerRange { .. } => Field::MinPlayers,
            Self::Deck { .. } => Field::MaxPlayers,
            Self::BringIn(_) | Self::BringInAboveBet { .. } => Field::BringIn,
            Self::BigBet { .. } | Self::SpreadBigBet { .. } => Field::BigBet,
            Self::MaxBet { .. } => Field::MaxBet,
            Self::LimitOfGame { .. } => Field::Limit,
            Self::OpenPairOption { .. } => Field::OpenPair,
            Self::WildWithout { .. } => Field::Wild,
            Self::NoFourStraight | Self::FourStraightsDiffer => Field::AceLowFourStraight,
        };
        Some(field.name())
    }
}

/// What is counted in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The streets.
    Streets,
    /// The cards of the street with this number, the first being 1.
    CardsOfStreet(usize),
    /// All cards of a player.
    Cards,
    /// The face-up cards of a player.
    UpCards,
    /// The face-up cards of the first street.
    DoorCards,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Streets => f.write_str("streets"),
            Self::CardsOfStreet(number) => write!(f, "cards in deal[{}]", number - 1),
            Self::Cards => f.write_str("cards of a player"),
            Self::UpCards => f.write_str("face-up cards of a player"),
            Self::DoorCards => f.write_str("face-up cards in deal[0], which decide who acts first"),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(given) => write!(f, "version {given}: only version {RECORD_VERSION} of rules is known"),
            Self::UnknownField(name) => write_unknown_field(f, name),
            Self::UnknownGame(name) => {
                let games = listed(Preset::names(), "and");
                write!(f, "{}: unknown game; games are {games}", FieldValue::from(name.as_str()))
            }
            Self::MissingFields(fields) => {
                write!(f, "fields missing from the rules: {}", listed(fields.iter().map(|field| field.name()), "and"))
            }
            Self::Value { name, given, expected } => write!(f, "{name} {given}: {name} must be {expected}"),
            Self::Choice { name, given, allowed } => {
                let allowed = listed(allowed.iter().map(|choice| format!("'{choice}'")), "or");
                write!(f, "{name} {given}: {name} must be {allowed}")
            }
            Self::Name(name) => {
                let name = FieldValue::from(name.as_str());
                write!(
                    f,
                    "name {name}: a name has 1 to {LONGEST_NAME} characters, none of them a control character or a mark of writing direction"
                )
            }
            Self::Range { field, given, low, high } => {
                write!(f, "{0} {given}: {0} must be a whole number from {low} to {high}", field.name())
            }
            Self::Deal { counted, given, low, high } if low == high => {
                write!(f, "deal: {given} {counted}; there must be {low}")
            }
            Self::Deal { counted, given, low, high } => {
                write!(f, "deal: {given} {counted}; there must be {low} to {high}")
            }
            Self::BetsOfStreets { streets, bets } => {
                write!(f, "bets: {bets} for {streets} streets; there must be one for each street of the deal")
            }
            Self::PlayerRange { min, max } => write!(f, "min_players {min}: at most max_players, which is {max}"),
            Self::Deck { max, most, deck } => {
                write!(f, "max_players {max}: {} cards are only enough for {most} players", deck.size())
            }
            Self::NoBet(field) => write!(f, "{} 0: a bet is at least 1 chip", field.name()),
            Self::Chips { field, amount, min_chip } => {
                write!(f, "{} {amount}: amounts are multiples of min_chip, which is {min_chip}", field.name())
            }
            Self::BringIn(BringIn { card: BringInCard::None, amount, .. }) => {
                write!(f, "bring_in {amount}: it must be 0 where bring_in_card is 'none'")
            }
            Self::BringIn(BringIn { card, amount, .. }) => {
                write!(f, "bring_in {amount}: it must be at least 1 chip where bring_in_card is '{}'", card.name())
            }
            Self::BringInAboveBet { bring_in, small_bet } => {
                write!(f, "bring_in {bring_in}: at most the small bet, which is {small_bet}")
            }
            Self::HalfOfBet { name, bet, min_chip } => {
                let least = min_chip.saturating_mul(2);
                write!(f, "{name} {bet}: at least {least}, because the bring-in is half of it in whole chips")
            }
            Self::BigBet { small_bet, big_bet } => {
                write!(f, "big_bet {big_bet}: at least the small bet, which is {small_bet}")
            }
            Self::SpreadBigBet { small_bet, big_bet } => {
                write!(f, "big_bet {big_bet}: in spread limit it must be twice the small bet of {small_bet}")?;
                if big_bet == small_bet {
                    f.write_str("; for the same stakes on every street, make all bets 'small'")?;
                }
                Ok(())
            }
            Self::MaxBet { small_bet, max_bet: None } => {
                write!(f, "max_bet None: spread limit needs one, at least the small bet of {small_bet}")
            }
            Self::MaxBet { small_bet, max_bet: Some(most) } => {
                write!(f, "max_bet {most}: at least the small bet, which is {small_bet}")
            }
            Self::OutsideSpread { name, amount, limit } => {
                write!(f, "{name} {amount}: only for limit 'spread', and limit is '{}'", limit.name())
            }
            Self::SmallBetTwice => f.write_str("min_bet and small_bet are the same amount: give one of them"),
            Self::LimitOfGame { game, limit } => {
                let limits = listed(game.limits().iter().map(|limit| format!("'{}'", limit.name())), "or");
                write!(f, "limit '{}': {} is played with {limits}", limit.name(), game.name())
            }
            Self::OpenPairOption { limit } => {
                write!(f, "open_pair 'option': only for limit 'fixed', and limit is '{}'", limit.name())
            }
            Self::WildWithout { ranking } => {
                write!(f, "wild 'follow_the_queen': only for ranking 'wild', and ranking is '{}'", ranking.name())
            }
            Self::NobodyBringsIn(field, value) => write!(f, "{} {value}: this game has no bring-in", field.name()),
            Self::NoQueenFollowed(field) => write!(f, "{} True: only for wild 'follow_the_queen'", field.name()),
            Self::NoFourStraight => f.write_str("ace_low_four_straight False: this game has no four-straights"),
            Self::FourStraightsDiffer => {
                f.write_str("ace_low_four_straight: it must be the same for hands and for showing hands")
            }
        }
    }
}

impl core::error::Error for RulesError {}

fn write_unknown_field(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "{}: unknown field of rules; ", FieldValue::from(name))?;
    match Field::nearest(name) {
        Some(field) => write!(f, "did you mean '{}'?", field.name()),
        None => write!(f, "fields are {}", listed(Field::names(), "and")),
    }
}

/// Names as in `a, b and c`.
fn listed(names: impl IntoIterator<Item = impl Into<String>>, last_word: &str) -> String {
    let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} {last_word} {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}
