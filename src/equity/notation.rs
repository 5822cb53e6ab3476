//! Hands as text: `(As ?) Kd Qh`, with sets and weights for the cards face down.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use crate::card::{Card, CardError, Rank, Suit, each_card};
use crate::card_set::CardSet;

/// What is known of one card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holding {
    /// Nothing.
    Unknown,
    /// The card itself.
    Card(Card),
    /// One of these cards, in index order, with the weight of each; the weights are positive and have no common factor.
    Range(Vec<(Card, u64)>),
}

impl Holding {
    /// The card, if it is known.
    pub(super) const fn card(&self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(*card),
            _ => None,
        }
    }
}

/// What is known of one seat's cards, each part in the order dealt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatCards {
    /// The cards face down.
    pub down: Vec<Holding>,
    /// The cards face up.
    pub up: Vec<Holding>,
}

/// Why a text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// Nothing is written.
    Empty,
    /// A parenthesis is not closed, not open, or inside another.
    Parenthesis,
    /// A card cannot be read.
    Card(CardError),
    /// A set of cards among those face up.
    SetFaceUp(String),
    /// No set of cards.
    UnknownSet(String),
    /// A weight that is no number.
    Weight(String),
    /// A weight below zero.
    NegativeWeight(String),
    /// Weights of which no whole numbers below 2^32 can be made.
    FineWeights(String),
    /// A card stands in two alternatives of a set.
    Twice(Card, String),
    /// No card of a set has a weight above zero.
    NoCards(String),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no cards: write ? for an unknown card"),
            Self::Parenthesis => {
                write!(f, "face-down cards are written in parentheses, which must be closed and not nested")
            }
            Self::Card(error) => error.fmt(f),
            Self::SetFaceUp(token) => {
                write!(f, "'{token}' face up: a card with its suit or ? is needed; sets go in parentheses, face down")
            }
            Self::UnknownSet(token) => {
                write!(
                    f,
                    "'{token}' is not a set of cards: write a card, a rank, ranks as 2-9, a suit as ?s, or ? for any card"
                )
            }
            Self::Weight(token) => write!(f, "weight '{token}': a number such as 2, 0.5 or 1/3 is needed"),
            Self::NegativeWeight(token) => write!(f, "weight '{token}': weights must not be negative"),
            Self::FineWeights(token) => {
                write!(f, "the weights of '{token}' are too fine: as whole numbers they must add up to less than 2^32")
            }
            Self::Twice(card, token) => write!(f, "card {card} is given twice in '{token}'"),
            Self::NoCards(token) => write!(f, "'{token}' is empty: none of its cards has a weight above zero"),
        }
    }
}

impl core::error::Error for NotationError {}

impl FromStr for SeatCards {
    type Err = NotationError;

    /// Reads a hand: cards face down in parentheses, cards face up outside, `?` for a card that is not known.
    ///
    /// In the parentheses `A` is any ace, `2-9` a rank from two to nine, `2s-9s` the same in spades, `?s` any spade, and
    /// `As|Kd` one or the other. `:` gives the cards before it a weight, as in `A:0.5|K`; without it the weight is 1.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut seat = Self::default();
        let mut rest = text;
        while let Some(at) = rest.find(['(', ')']) {
            seat.read_up(&rest[..at])?;
            let inside = rest[at..].strip_prefix('(').ok_or(NotationError::Parenthesis)?;
            let end = inside.find(['(', ')']).ok_or(NotationError::Parenthesis)?;
            rest = inside[end..].strip_prefix(')').ok_or(NotationError::Parenthesis)?;
            seat.read_down(&inside[..end])?;
        }
        seat.read_up(rest)?;
        if seat.down.is_empty() && seat.up.is_empty() { Err(NotationError::Empty) } else { Ok(seat) }
    }
}

impl fmt::Display for SeatCards {
    /// The same for the same cards, however they were written: face down first, sets card by card, and no unknown cards
    /// at the end of those face down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let down = self.down.iter().rposition(|holding| *holding != Holding::Unknown).map_or(0, |last| last + 1);
        let words = |holdings: &[Holding]| holdings.iter().map(Holding::to_string).collect::<Vec<_>>().join(" ");
        let up = words(&self.up);
        match (&self.down[..down], &up[..]) {
            ([], "") => write!(f, "(?)"),
            ([], up) => write!(f, "(?) {up}"),
            (down, "") => write!(f, "({})", words(down)),
            (down, up) => write!(f, "({}) {up}", words(down)),
        }
    }
}

impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => write!(f, "?"),
            Self::Card(card) => card.fmt(f),
            Self::Range(cards) => {
                for (i, (card, weight)) in cards.iter().enumerate() {
                    let sign = if i == 0 { "" } else { "|" };
                    // A set of one card would be read as that card, were there no weight.
                    if *weight == 1 && cards.len() > 1 {
                        write!(f, "{sign}{card}")?;
                    } else {
                        write!(f, "{sign}{card}:{weight}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl SeatCards {
    fn read_up(&mut self, text: &str) -> Result<(), NotationError> {
        each_token(text, |token| {
            if is_set(token) {
                return Err(NotationError::SetFaceUp(quote(token)));
            }
            read_run(token, &mut self.up)
        })
    }

    fn read_down(&mut self, text: &str) -> Result<(), NotationError> {
        each_token(text, |token| {
            if !is_set(token) {
                return read_run(token, &mut self.down);
            }
            self.down.push(Holding::Range(read_set(token)?));
            Ok(())
        })
    }
}

/// What holds the pieces of a set together.
const SIGNS: [char; 4] = ['|', ':', '-', '/'];

/// Visits the pieces between spaces and commas; the signs of a set hold what is around them together.
fn each_token(text: &str, visit: impl FnMut(&str) -> Result<(), NotationError>) -> Result<(), NotationError> {
    let mut joined = Cow::Borrowed(text);
    if text.contains(',') {
        joined = text.replace(',', " ").into();
    }
    for sign in SIGNS.into_iter().filter(|&sign| text.contains(sign)) {
        let parts: Vec<&str> = joined.split(sign).map(str::trim).collect();
        // The text around the whole keeps its spaces; trimming it does no harm, for nothing is joined there.
        joined = parts.join(&sign.to_string()).into();
    }
    joined.split_whitespace().try_for_each(visit)
}

fn is_set(token: &str) -> bool {
    token.contains(SIGNS) || rank(token).is_some() || suit(token).is_some()
}

/// The rank that the whole text names.
fn rank(text: &str) -> Option<Rank> {
    let mut letters = text.chars();
    match (text, letters.next(), letters.next()) {
        ("10", ..) => Rank::from_letter('T'),
        (_, Some(letter), None) => Rank::from_letter(letter),
        _ => None,
    }
}

/// The suit of `?s`.
fn suit(text: &str) -> Option<Suit> {
    let mut letters = text.strip_prefix('?')?.trim_end_matches(['\u{fe0e}', '\u{fe0f}']).chars();
    let suit = Suit::from_letter(letters.next()?)?;
    if letters.next().is_none() { Some(suit) } else { None }
}

/// A text for a message: cut, and with signs that would upset a terminal written out.
fn quote(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Reads cards and question marks without spaces, as `As?Kd`.
fn read_run(token: &str, holdings: &mut Vec<Holding>) -> Result<(), NotationError> {
    for (i, cards) in token.split('?').enumerate() {
        if i > 0 {
            holdings.push(Holding::Unknown);
        }
        each_card(cards, |card| holdings.push(Holding::Card(card))).map_err(NotationError::Card)?;
    }
    Ok(())
}

/// Reads alternatives and their weights.
fn read_set(token: &str) -> Result<Vec<(Card, u64)>, NotationError> {
    let mut weights: [Option<Weight>; Card::COUNT] = [None; Card::COUNT];
    for alternative in token.split('|') {
        let (set, weight) = match alternative.split_once(':') {
            Some((set, weight)) => (set, Weight::read(weight)?),
            None => (alternative, Weight { over: 1, under: 1 }),
        };
        for card in card_set(set).ok_or_else(|| NotationError::UnknownSet(quote(set)))?.iter() {
            let slot = &mut weights[usize::from(card.index())];
            if slot.replace(weight).is_some() {
                return Err(NotationError::Twice(card, quote(token)));
            }
        }
    }
    let weighted: Vec<(Card, Weight)> =
        Card::all().zip(weights).filter_map(|(card, weight)| weight.map(|weight| (card, weight))).collect();
    let range = whole_weights(&weighted).ok_or_else(|| NotationError::FineWeights(quote(token)))?;
    if range.is_empty() { Err(NotationError::NoCards(quote(token))) } else { Ok(range) }
}

/// The cards that a set without weight names.
fn card_set(text: &str) -> Option<CardSet> {
    if text == "?" {
        return Some(CardSet::FULL);
    }
    if let Some(suit) = suit(text) {
        return Some(CardSet::of_suit(suit));
    }
    let Some((low, high)) = text.split_once('-') else {
        return rank(text).map(CardSet::of_rank).or_else(|| text.parse().ok().map(|card| CardSet::from_iter([card])));
    };
    if let (Some(low), Some(high)) = (rank(low), rank(high)) {
        return Some(ranks_between(low, high).flat_map(|rank| CardSet::of_rank(rank).iter()).collect());
    }
    let (low, high): (Card, Card) = (low.parse().ok()?, high.parse().ok()?);
    let suited = ranks_between(low.rank(), high.rank()).map(|rank| Card::new(rank, low.suit())).collect();
    if low.suit() == high.suit() { Some(suited) } else { None }
}

fn ranks_between(a: Rank, b: Rank) -> impl Iterator<Item = Rank> {
    (a.min(b).index()..=a.max(b).index()).filter_map(Rank::from_index)
}

/// A weight as a fraction.
#[derive(Clone, Copy)]
struct Weight {
    over: u128,
    under: u128,
}

/// More digits than this are finer than any weights that can be used together; Python prints floats with up to 17.
const MOST_DIGITS: usize = 30;
/// So many zeros before the point or after it are too many for all weights that can be used together.
const MOST_ZEROS: i32 = 36;

impl Weight {
    const ZERO: Self = Self { over: 0, under: 1 };

    /// Reads `2`, `0.5`, `.5`, `1/3`, or a float as Python prints it: `1e-05`.
    fn read(text: &str) -> Result<Self, NotationError> {
        if let Some(positive) = text.strip_prefix('-') {
            return Err(match Self::read(positive) {
                Ok(_) => NotationError::NegativeWeight(quote(text)),
                Err(_) => NotationError::Weight(quote(text)),
            });
        }
        if let Some((over, under)) = text.split_once('/') {
            let read = digits(over).zip(digits(under)).filter(|&(_, under)| under > 0);
            return read.map(|(over, under)| Self { over, under }).ok_or_else(|| NotationError::Weight(quote(text)));
        }
        Self::read_decimal(text)
    }

    /// A decimal number with or without an exponent.
    fn read_decimal(text: &str) -> Result<Self, NotationError> {
        let bad = || NotationError::Weight(quote(text));
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, read_exponent(exponent).ok_or_else(bad)?),
            None => (text, 0),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let over = digits(&(whole.to_owned() + part)).ok_or_else(bad)?;
        // Of zeros at the end nothing is left.
        let (mut over, mut power) = (over, exponent.saturating_sub(i32::try_from(part.len()).unwrap_or(i32::MAX)));
        while power < 0 && over > 0 && over.is_multiple_of(10) {
            (over, power) = (over / 10, power + 1);
        }
        if over == 0 {
            return Ok(Self::ZERO);
        }
        if power.abs() > MOST_ZEROS {
            return Err(too_fine(text));
        }
        let zeros = 10u128.pow(power.unsigned_abs());
        if power < 0 {
            return Ok(Self { over, under: zeros });
        }
        over.checked_mul(zeros).map(|over| Self { over, under: 1 }).ok_or_else(|| too_fine(text))
    }
}

fn too_fine(text: &str) -> NotationError {
    NotationError::FineWeights(quote(text))
}

fn read_exponent(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let good = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if good { digits.parse::<i32>().ok().map(|exponent| sign * exponent) } else { None }
}

fn digits(text: &str) -> Option<u128> {
    let good = (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

/// The cards whose weight is above zero, all weights as whole numbers; `None` when they would be too great.
fn whole_weights(weighted: &[(Card, Weight)]) -> Option<Vec<(Card, u64)>> {
    let common = weighted.iter().try_fold(1u128, |common, (_, weight)| {
        let common = common.checked_mul(weight.under / gcd(common, weight.under))?;
        if common < 1 << 80 { Some(common) } else { None }
    })?;
    let mut whole: Vec<(Card, u128)> = weighted
        .iter()
        .filter(|(_, weight)| weight.over > 0)
        .map(|&(card, weight)| Some((card, weight.over.checked_mul(common / weight.under)?)))
        .collect::<Option<_>>()?;
    let factor = whole.iter().fold(0, |factor, &(_, weight)| gcd(factor, weight)).max(1);
    for (_, weight) in &mut whole {
        *weight /= factor;
    }
    let sum = whole.iter().try_fold(0u128, |sum, &(_, weight)| sum.checked_add(weight))?;
    if sum >> 32 > 0 { None } else { Some(whole.into_iter().map(|(card, weight)| (card, weight as u64)).collect()) }
}

/// The greatest common divisor; with zero the other number.
pub(super) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
