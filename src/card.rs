//! Cards: a rank, a suit, and the index that orders them (rules.md 1.1).

use core::fmt;
use core::str::FromStr;

/// The thirteen rank letters, lowest first.
pub const RANK_LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// The four suit letters, lowest first.
pub const SUIT_LETTERS: [char; 4] = ['c', 'd', 'h', 's'];

/// A rank, deuce (0) to ace (12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The deuce.
    pub const TWO: Self = Self(0);
    /// The queen, the card that is followed in Follow the Bitch.
    pub const QUEEN: Self = Self(10);
    /// The ace.
    pub const ACE: Self = Self(12);

    /// The rank with this number, `None` from 13 up.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 13 { Some(Self(index)) } else { None }
    }

    /// 0 for a deuce to 12 for an ace.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank's letter, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        RANK_LETTERS[self.0 as usize]
    }

    /// The rank of a letter in either case, `None` for any other character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        RANK_LETTERS.iter().position(|&r| r == upper).map(|i| Self(i as u8))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A suit: clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// Clubs, the lowest suit where a rule asks for one.
    pub const CLUBS: Self = Self(0);
    /// Diamonds.
    pub const DIAMONDS: Self = Self(1);
    /// Hearts.
    pub const HEARTS: Self = Self(2);
    /// Spades, the highest suit where a rule asks for one.
    pub const SPADES: Self = Self(3);

    /// The suit with this number, `None` from 4 up.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 4 { Some(Self(index)) } else { None }
    }

    /// 0 for clubs to 3 for spades.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The suit's letter, lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self.0 as usize]
    }

    /// The suit of a letter in either case or of a suit sign, `None` for any other character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let index = match letter {
            'c' | 'C' | '♣' | '♧' => 0,
            'd' | 'D' | '♦' | '♢' => 1,
            'h' | 'H' | '♥' | '♡' => 2,
            's' | 'S' | '♠' | '♤' => 3,
            _ => return None,
        };
        Some(Self(index))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One of the 52 cards, ordered by its index: rank first, then suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many cards a deck has.
    pub const COUNT: usize = 52;

    /// The card of a rank and a suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank.0 * 4 + suit.0)
    }

    /// The card with this index (rank * 4 + suit), `None` from 52 up.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 52 { Some(Self(index)) } else { None }
    }

    /// 0 for the deuce of clubs to 51 for the ace of spades.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 2)
    }

    /// The card's suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit(self.0 & 3)
    }

    /// All 52 cards in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..52u8).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a card or a run of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardError {
    /// The text begins a card with something that is no rank.
    UnknownRank {
        /// The part of the text that was read, from the bad character on.
        token: String,
    },
    /// A rank is followed by something that is no suit.
    UnknownSuit {
        /// The rank and what follows it.
        token: String,
    },
    /// A rank stands at the end, or before a gap, with no suit.
    MissingSuit {
        /// The rank alone.
        token: String,
    },
    /// More than one card where one was asked for, or none at all.
    NotOneCard {
        /// The whole text.
        token: String,
    },
    /// The same card stands twice.
    Twice(Card),
    /// A number that is no card index.
    OutOfRange(i64),
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRank { token } => {
                write!(f, "card '{token}': unknown rank; ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A")
            }
            Self::UnknownSuit { token } => {
                write!(f, "card '{token}': unknown suit; suits are c d h s or ♣ ♦ ♥ ♠")
            }
            Self::MissingSuit { token } => write!(f, "card '{token}': the suit is missing (odd length)"),
            Self::NotOneCard { token } => write!(f, "'{token}' is not one card, such as As or 10h"),
            Self::Twice(card) => write!(f, "card {card} is given twice"),
            Self::OutOfRange(index) => write!(f, "card {index}: a card index is 0 to 51"),
        }
    }
}

impl core::error::Error for CardError {}

/// Reads a run of cards: `As`, `AS`, `10s`, `A♠`, apart or in one word, with spaces or commas between.
///
/// # Errors
/// [`CardError`] says which token is wrong and why. The same card twice is an error too.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    let mut cards = Vec::new();
    each_card(text, |card| cards.push(card))?;
    Ok(cards)
}

/// Takes the cards of a run one after the other, as [`parse_cards`] reads them, up to the first error.
///
/// # Errors
/// [`CardError`] as for [`parse_cards`].
#[inline]
pub fn each_card(text: &str, mut take: impl FnMut(Card)) -> Result<(), CardError> {
    scan::<false>(text, |card| card.into_iter().for_each(&mut take))
}

/// Reads the indices of at most seven different cards from a text as most are written, two letters a card and one space
/// between cards, and gives how many there are. `None` leaves any other text to [`each_card`], which takes longer.
#[inline]
#[must_use]
pub fn read_plain(text: &str) -> Option<([u8; 7], usize)> {
    let (mut indices, mut count, mut seen) = ([0; 7], 0, 0u64);
    let mut rest = text.as_bytes();
    while let Some((&[rank, suit], after)) = rest.split_first_chunk() {
        let (rank, suit) = (LETTERS[usize::from(rank)].0?, LETTERS[usize::from(suit)].1?);
        let index = Card::new(rank, suit).index();
        *indices.get_mut(count)? = index;
        (count, seen) = (count + 1, seen | 1 << index);
        match after.split_first() {
            None => return (seen.count_ones() as usize == count).then_some((indices, count)),
            Some((b' ', next)) => rest = next,
            Some(_) => return None,
        }
    }
    None
}

/// Reads a run of cards as [`parse_cards`] does; `?` stands for one that nobody knows.
///
/// # Errors
/// [`CardError`] as for [`parse_cards`].
pub fn parse_deck(text: &str) -> Result<Vec<Option<Card>>, CardError> {
    let mut cards = Vec::with_capacity(Card::COUNT);
    scan::<true>(text, |card| cards.push(card))?;
    Ok(cards)
}

/// Takes the cards of a run one after the other, and question marks where they are allowed.
#[inline]
fn scan<const UNKNOWN: bool>(text: &str, mut take: impl FnMut(Option<Card>)) -> Result<(), CardError> {
    // A bit for each card: sets of cards are made of cards, and stand above them.
    let (mut seen, mut rest) = (0u64, text);
    loop {
        let Some(&first) = rest.as_bytes().first() else { return Ok(()) };
        if first == b' ' || first == b',' {
            rest = &rest[1..];
            continue;
        }
        let (card, tail) = if let Some(read) = read_letters(rest) {
            read
        } else {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() {
                return Ok(());
            }
            if UNKNOWN && let Some(tail) = rest.strip_prefix('?') {
                take(None);
                rest = tail;
                continue;
            }
            parse_one(rest)?
        };
        if seen >> card.index() & 1 == 1 {
            return Err(CardError::Twice(card));
        }
        seen |= 1 << card.index();
        take(Some(card));
        rest = tail;
    }
}

/// The card of two letters at the start of a text, as most are written; `None` leaves it to [`parse_one`].
#[inline]
fn read_letters(text: &str) -> Option<(Card, &str)> {
    let (&[rank, suit], rest) = text.as_bytes().split_first_chunk()?;
    let (rank, suit) = (LETTERS[usize::from(rank)].0?, LETTERS[usize::from(suit)].1?);
    // What follows could be the selector of a suit sign.
    if rest.first().is_some_and(|byte| !byte.is_ascii()) { None } else { Some((Card::new(rank, suit), &text[2..])) }
}

/// For each byte the rank and the suit of which it is a letter.
static LETTERS: [(Option<Rank>, Option<Suit>); 256] = {
    let (mut letters, mut i) = ([(None, None); 256], 0);
    while i < 13 {
        let letter = RANK_LETTERS[i] as u8;
        letters[letter as usize].0 = Rank::from_index(i as u8);
        letters[letter.to_ascii_lowercase() as usize].0 = Rank::from_index(i as u8);
        i += 1;
    }
    i = 0;
    while i < 4 {
        let letter = SUIT_LETTERS[i] as u8;
        letters[letter as usize].1 = Suit::from_index(i as u8);
        letters[letter.to_ascii_uppercase() as usize].1 = Suit::from_index(i as u8);
        i += 1;
    }
    letters
};

fn parse_one(text: &str) -> Result<(Card, &str), CardError> {
    let token = || -> String {
        text.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or("").chars().take(12).collect()
    };
    let mut chars = text.chars();
    let (rank, after_rank) = if let Some(tail) = text.strip_prefix("10") {
        (Rank(8), tail)
    } else {
        let letter = chars.next().unwrap_or(' ');
        let rank = Rank::from_letter(letter).ok_or_else(|| CardError::UnknownRank { token: token() })?;
        (rank, chars.as_str())
    };
    let mut chars = after_rank.chars();
    match chars.next() {
        None => Err(CardError::MissingSuit { token: token() }),
        Some(c) if c.is_whitespace() || c == ',' => Err(CardError::MissingSuit { token: token() }),
        Some(letter) => {
            let suit = Suit::from_letter(letter).ok_or_else(|| CardError::UnknownSuit { token: token() })?;
            // Suit signs are often followed by the invisible selector for their text or emoji form.
            let tail = chars.as_str();
            Ok((Card::new(rank, suit), tail.trim_start_matches(['\u{fe0e}', '\u{fe0f}'])))
        }
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Reads one card, as leniently as [`parse_cards`].
    fn from_str(text: &str) -> Result<Self, CardError> {
        let (mut first, mut count) = (None, 0);
        each_card(text, |card| {
            first = first.or(Some(card));
            count += 1;
        })?;
        let not_one = || CardError::NotOneCard { token: text.chars().take(40).collect() };
        first.filter(|_| count == 1).ok_or_else(not_one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rank letters, suit letters and what else stands in texts of cards.
    const SIGNS: &[u8] = b"AKt2shx ,1?0";

    #[test]
    fn plain_texts_are_read_as_others_are() {
        let mut plain = 0;
        let mut text = [b' '; 8];
        for length in 0..=5 {
            for number in 0..SIGNS.len().pow(length) {
                for (i, sign) in text[..length as usize].iter_mut().enumerate() {
                    *sign = SIGNS[number / SIGNS.len().pow(i as u32) % SIGNS.len()];
                }
                let text = core::str::from_utf8(&text[..length as usize]).unwrap();
                let Some((indices, count)) = read_plain(text) else { continue };
                plain += 1;
                let cards = parse_cards(text).unwrap();
                assert!(cards.iter().map(|card| card.index()).eq(indices[..count].iter().copied()), "{text}");
            }
        }
        // One card of eight, and two.
        assert_eq!(plain, 8 + 8 * 7);
    }

    #[test]
    fn seven_cards_are_the_most() {
        let seven = "2c 3d 4h 5s 6c 7d 8h";
        assert_eq!(read_plain(seven).map(|(_, count)| count), Some(7));
        assert_eq!(read_plain(&format!("{seven} 9s")), None);
        for other in ["", " As", "As ", "As As", "As  Kd", "AsKd", "As,Kd", "10s", "A♠", "As Kd\u{fe0f}", "As K", "?"]
        {
            assert_eq!(read_plain(other), None, "{other}");
        }
    }
}
