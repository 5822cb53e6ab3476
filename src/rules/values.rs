//! The values of fields outside Rust, and how the types of the table are read from them.

use core::fmt;

use super::{BetSize, Named, RulesError, Street};
use crate::card_set::Deck;

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

/// A type that fields have.
pub(super) trait FieldType: Sized {
    /// Reads a value; only the value by itself is checked.
    fn read(offered: Offered<'_>) -> Result<Self, RulesError>;

    /// The value outside Rust.
    fn value(&self) -> FieldValue;
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

    fn number<T: TryFrom<i128>>(&self) -> Option<T> {
        if let FieldValue::Number(number) = self.value { T::try_from(number).ok() } else { None }
    }

    fn each<T>(&self, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
        if let FieldValue::List(texts) = &self.value { texts.iter().map(|text| read(text)).collect() } else { None }
    }
}

impl FieldType for bool {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        if let FieldValue::Flag(flag) = offered.value { Ok(flag) } else { Err(offered.refused("True or False")) }
    }

    fn value(&self) -> FieldValue {
        (*self).into()
    }
}

impl FieldType for u8 {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        offered.number().ok_or_else(|| offered.refused("a whole number from 1 to 255"))
    }

    fn value(&self) -> FieldValue {
        u64::from(*self).into()
    }
}

impl FieldType for Deck {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        let size = offered.number();
        size.and_then(Self::of_size).ok_or_else(|| offered.refused("20, 24, 28, 32 or 52 cards"))
    }

    fn value(&self) -> FieldValue {
        (self.size() as u64).into()
    }
}

impl FieldType for u64 {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        offered.number().ok_or_else(|| offered.refused(AMOUNTS))
    }

    fn value(&self) -> FieldValue {
        (*self).into()
    }
}

impl FieldType for Option<u64> {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        if offered.value == FieldValue::None { Ok(None) } else { FieldType::read(offered).map(Some) }
    }

    fn value(&self) -> FieldValue {
        self.map_or(FieldValue::None, FieldValue::from)
    }
}

impl FieldType for String {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        if let FieldValue::Text(text) = offered.value { Ok(text) } else { Err(offered.refused("a text")) }
    }

    fn value(&self) -> FieldValue {
        self.as_str().into()
    }
}

/// The deal: how many cards each street has face down and face up.
impl FieldType for Vec<(u8, u8)> {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        let expected = "a list of streets such as 'ddu', the face-down cards first";
        offered.each(read_pattern).ok_or_else(|| offered.refused(expected))
    }

    fn value(&self) -> FieldValue {
        FieldValue::List(self.iter().map(|&(down, up)| Street { down, up, bet: BetSize::Small }.pattern()).collect())
    }
}

impl FieldType for Vec<BetSize> {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        let expected = "a list of 'small' or 'big', one for each street";
        offered.each(BetSize::from_name).ok_or_else(|| offered.refused(expected))
    }

    fn value(&self) -> FieldValue {
        FieldValue::List(self.iter().map(|bet| bet.name().to_owned()).collect())
    }
}

impl<T: Named> FieldType for T {
    fn read(offered: Offered<'_>) -> Result<Self, RulesError> {
        let found = if let FieldValue::Text(text) = &offered.value { T::from_name(text) } else { None };
        found.ok_or_else(|| RulesError::Choice {
            name: offered.name.to_owned(),
            given: offered.value,
            allowed: T::names(),
        })
    }

    fn value(&self) -> FieldValue {
        self.name().into()
    }
}

/// How many cards a street such as `ddu` deals down and up, `None` when it is no street.
fn read_pattern(street: &str) -> Option<(u8, u8)> {
    let down = street.len() - street.trim_start_matches('d').len();
    let up = street.len() - down;
    let well_formed = street.bytes().skip(down).all(|letter| letter == b'u');
    if well_formed { Some((u8::try_from(down).ok()?, u8::try_from(up).ok()?)) } else { None }
}
