//! The evaluator: a hand's key is the sum of its cards' keys, and a table gives what its ranks are worth.
//!
//! Suits matter to few hands, and the counters in the key tell which: only those look at the cards again.

use core::fmt;

use super::layout::{BASE, FLUSH, FOUR_FLUSH};
use super::tables::{
    ANY_CARD, CARD_BITS, CARD_KEYS, HASH_5, HASH_6, HASH_7, HASH_WILD_5, HASH_WILD_6, HASH_WILD_7, NO_CARD, ONE_SUIT,
    ONE_WILD, PLACES_SOKO, PLACES_SOKO_ACE_HIGH, PLACES_STANDARD, PLACES_WILD, SOKO_5, SOKO_6, SOKO_7, SOKO_ACE_HIGH_5,
    SOKO_ACE_HIGH_6, SOKO_ACE_HIGH_7, STANDARD_5, STANDARD_6, STANDARD_7, SUIT_ONES, SUIT_TOPS, WILD_5, WILD_6, WILD_7,
};
use super::wild::WildRanks;
use super::{Category, Strength};
use crate::card::{Card, CardError, Rank};

/// By which order hands are ranked (rules.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// Soko: a four-flush and a four-straight beat one pair.
    Soko {
        /// Whether 4-3-2-A is a four-straight, the lowest one (rules.md 2.4).
        ace_low_four_straight: bool,
    },
    /// The usual order of five-card hands.
    Standard,
    /// The usual order with five of a kind on top, for games with wild cards (rules.md 2.9).
    Wild,
}

impl Default for Ranking {
    /// Soko with its usual switch.
    fn default() -> Self {
        Self::Soko { ace_low_four_straight: true }
    }
}

/// Why cards are not a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandError {
    /// A hand has five to seven cards.
    Length(usize),
    /// One of the cards is none, or stands twice.
    Card(CardError),
    /// A number that is no rank stands where a hand's wild rank belongs.
    WildRank(i8),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(n) => write!(f, "a hand of {n} cards: five, six or seven are needed"),
            Self::Card(error) => error.fmt(f),
            Self::WildRank(n) => write!(f, "wild rank {n}: a rank is 0 (a deuce) to 12 (an ace), and -1 is none"),
        }
    }
}

impl core::error::Error for HandError {}

/// A ranking as a type, so that each loop over hands is compiled for its own.
///
/// A hand is evaluated in two steps, of which most hands take the first only. Bytes that are no hand give some number.
pub(crate) trait Evaluator: Copy {
    /// What the cards add up to, for the other steps; [`suits_count`] tells whether the second one is due.
    fn key<const N: usize>(self, cards: &[u8; N]) -> u64;

    /// What the ranks of a hand are worth.
    fn by_ranks<const N: usize>(self, key: u64) -> u16;

    /// What the cards of one suit are worth, where there are enough of them.
    fn by_suit<const N: usize>(self, cards: &[u8; N], key: u64) -> u16;

    /// The strength of `N` cards, `None` when one is no card or stands twice.
    #[inline]
    fn strength<const N: usize>(self, cards: &[u8; N]) -> Option<u16> {
        let (mut sum, mut union) = (0u64, 0);
        for &card in cards {
            sum = sum.wrapping_add(CARD_BITS[card as usize]);
            union |= CARD_BITS[card as usize];
        }
        let key = self.key(cards);
        // Every card is one of the 52 and stands once exactly when no key says otherwise and the bits add up to a set.
        (key < NO_CARD && sum == union).then(|| self.evaluate(cards, key))
    }

    /// The strength of `N` cards that a dealer made and that therefore are a hand.
    #[inline]
    fn dealt<const N: usize>(self, cards: &[u8; N]) -> u16 {
        debug_assert!(self.strength(cards).is_some(), "not a hand: {cards:?}");
        self.evaluate(cards, self.key(cards))
    }

    /// Both steps.
    #[inline]
    fn evaluate<const N: usize>(self, cards: &[u8; N], key: u64) -> u16 {
        let ranks = self.by_ranks::<N>(key);
        if suits_count(key) { ranks.max(self.by_suit(cards, key)) } else { ranks }
    }
}

/// Whether a hand has enough cards of a suit to look at them.
#[inline]
pub(crate) fn suits_count(key: u64) -> bool {
    key & SUIT_TOPS != 0
}

/// The tables of a ranking without wild cards.
trait Plain: Copy {
    const FIVE: &'static [u16; 8192];
    const SIX: &'static [u16; 32768];
    const SEVEN: &'static [u16; 65536];
    /// How many cards of a suit make it worth looking at.
    const SUITED: u64;
}

#[derive(Clone, Copy)]
pub(crate) struct Soko;
#[derive(Clone, Copy)]
pub(crate) struct SokoAceHigh;
#[derive(Clone, Copy)]
pub(crate) struct Standard;
/// With what tells the key of each card: the ranks that are wild, or a table that was made of them.
#[derive(Clone, Copy)]
pub(crate) struct Wild<K>(pub K);

/// The key of each card where some ranks are wild.
pub(crate) trait CardKey: Copy {
    /// The key of a card; of what is none, something from [`NO_CARD`] up.
    fn card_key(self, card: u8) -> u64;
}

impl CardKey for WildRanks {
    #[inline]
    fn card_key(self, card: u8) -> u64 {
        let wild = u64::from(self.bits()) >> (card >> 2) & 1;
        if wild == 1 { ANY_CARD } else { CARD_KEYS[card as usize] }
    }
}

/// The keys of all cards, for many hands in which the same ranks are wild.
pub(crate) type CardKeys = [u64; 256];

impl CardKey for &CardKeys {
    #[inline]
    fn card_key(self, card: u8) -> u64 {
        self[card as usize]
    }
}

/// The table of these keys.
pub(crate) const fn card_keys(wild: WildRanks) -> CardKeys {
    let (mut keys, mut card) = (CARD_KEYS, 0);
    while card < 52 {
        if wild.bits() >> (card >> 2) & 1 == 1 {
            keys[card] = ANY_CARD;
        }
        card += 1;
    }
    keys
}

impl Plain for Soko {
    const FIVE: &'static [u16; 8192] = &SOKO_5;
    const SIX: &'static [u16; 32768] = &SOKO_6;
    const SEVEN: &'static [u16; 65536] = &SOKO_7;
    const SUITED: u64 = 4;
}

impl Plain for SokoAceHigh {
    const FIVE: &'static [u16; 8192] = &SOKO_ACE_HIGH_5;
    const SIX: &'static [u16; 32768] = &SOKO_ACE_HIGH_6;
    const SEVEN: &'static [u16; 65536] = &SOKO_ACE_HIGH_7;
    const SUITED: u64 = 4;
}

impl Plain for Standard {
    const FIVE: &'static [u16; 8192] = &STANDARD_5;
    const SIX: &'static [u16; 32768] = &STANDARD_6;
    const SEVEN: &'static [u16; 65536] = &STANDARD_7;
    const SUITED: u64 = 5;
}

impl<P: Plain> Evaluator for P {
    #[inline]
    fn key<const N: usize>(self, cards: &[u8; N]) -> u64 {
        cards.iter().fold(SUIT_ONES * (8 - P::SUITED), |key, &card| key + CARD_KEYS[card as usize])
    }

    #[inline]
    fn by_ranks<const N: usize>(self, key: u64) -> u16 {
        match N {
            5 => HASH_5.find(P::FIVE, key as u32),
            6 => HASH_6.find(P::SIX, key as u32),
            _ => HASH_7.find(P::SEVEN, key as u32),
        }
    }

    #[inline]
    fn by_suit<const N: usize>(self, cards: &[u8; N], key: u64) -> u16 {
        let suit = ((key & SUIT_TOPS).trailing_zeros() - 32) / 4;
        let (mask, odd) = split_suit(cards, suit);
        let suited = ONE_SUIT[0][mask as usize & 8191];
        // Below a flush it is a four-flush, which still needs its odd card.
        suited + if suited < BASE[FLUSH] { odd } else { 0 }
    }
}

/// The ranks held in a suit, and the highest rank outside it.
#[inline]
fn split_suit<const N: usize>(cards: &[u8; N], suit: u32) -> (u16, u16) {
    // The ranks outside the suit in the low half, those in it in the high half: a running maximum would be a jump that
    // no processor foresees.
    let mut ranks = 0u32;
    for &card in cards {
        let suited = u32::from(u32::from(card & 3) == suit);
        ranks |= 1 << (u32::from(card >> 2) & 15 | suited << 4);
    }
    ((ranks >> 16) as u16, (ranks as u16 | 1).ilog2() as u16)
}

impl<K: CardKey> Evaluator for Wild<K> {
    #[inline]
    fn key<const N: usize>(self, cards: &[u8; N]) -> u64 {
        cards.iter().fold(SUIT_ONES * 3, |key, &card| key + self.0.card_key(card))
    }

    #[inline]
    fn by_ranks<const N: usize>(self, key: u64) -> u16 {
        match N {
            5 => HASH_WILD_5.find(&WILD_5, key as u32),
            6 => HASH_WILD_6.find(&WILD_6, key as u32),
            _ => HASH_WILD_7.find(&WILD_7, key as u32),
        }
    }

    /// The best flush or straight flush of the suits that have enough cards together with the wild ones.
    #[inline]
    fn by_suit<const N: usize>(self, cards: &[u8; N], key: u64) -> u16 {
        let mut masks = [0u16; 4];
        for &card in cards {
            let natural = u16::from(self.0.card_key(card) & ONE_WILD == 0);
            masks[usize::from(card & 3)] |= natural << (card >> 2);
        }
        let ranks = &ONE_SUIT[(key / ONE_WILD) as usize & 7];
        let suits = (0..4).filter(|suit| key >> (35 + 4 * suit) & 1 == 1);
        suits.map(|suit| ranks[masks[suit] as usize & 8191]).max().unwrap_or(0)
    }
}

/// Calls `$run` with the evaluator that a ranking names.
macro_rules! with_evaluator {
    ($ranking:expr, $wild:expr, |$evaluator:ident| $run:expr) => {
        match $ranking {
            $crate::ranking::Ranking::Soko { ace_low_four_straight: true } => {
                let $evaluator = $crate::ranking::evaluate::Soko;
                $run
            }
            $crate::ranking::Ranking::Soko { ace_low_four_straight: false } => {
                let $evaluator = $crate::ranking::evaluate::SokoAceHigh;
                $run
            }
            $crate::ranking::Ranking::Standard => {
                let $evaluator = $crate::ranking::evaluate::Standard;
                $run
            }
            $crate::ranking::Ranking::Wild => {
                let $evaluator = $crate::ranking::evaluate::Wild($wild);
                $run
            }
        }
    };
}
pub(crate) use with_evaluator;

impl Ranking {
    /// The strength of five to seven cards, given by index. Wild ranks count in [`Ranking::Wild`] only.
    ///
    /// # Errors
    /// [`HandError`] when there are too few or too many cards, one is none of the 52, or one stands twice.
    #[inline]
    pub fn evaluate_indices(self, cards: &[u8], wild: WildRanks) -> Result<Strength, HandError> {
        let bits = with_evaluator!(self, wild, |evaluator| match cards.len() {
            5 => cards.first_chunk::<5>().and_then(|hand| evaluator.strength(hand)),
            6 => cards.first_chunk::<6>().and_then(|hand| evaluator.strength(hand)),
            7 => cards.first_chunk::<7>().and_then(|hand| evaluator.strength(hand)),
            _ => None,
        });
        bits.map(Strength::from_bits).ok_or_else(|| flaw(cards))
    }

    /// The strength of five to seven cards. Wild ranks count in [`Ranking::Wild`] only.
    ///
    /// # Errors
    /// [`HandError`] when there are too few or too many cards, or one stands twice.
    pub fn evaluate(self, cards: &[Card], wild: WildRanks) -> Result<Strength, HandError> {
        let mut indices = [0; 7];
        let known = cards.len().min(7);
        for (index, card) in indices.iter_mut().zip(cards) {
            *index = card.index();
        }
        if cards.len() > known {
            return Err(HandError::Length(cards.len()));
        }
        self.evaluate_indices(&indices[..known], wild)
    }

    /// The place of a strength in this ranking, 1 the best.
    #[must_use]
    pub fn place(self, strength: Strength) -> u16 {
        let places = match self {
            Self::Soko { ace_low_four_straight: true } => &PLACES_SOKO,
            Self::Soko { ace_low_four_straight: false } => &PLACES_SOKO_ACE_HIGH,
            Self::Standard => &PLACES_STANDARD,
            Self::Wild => &PLACES_WILD,
        };
        places[strength.bits() as usize % places.len()]
    }

    /// Whether hands can be of a category in this order.
    ///
    /// ```
    /// use soko::{Category, Ranking};
    ///
    /// assert!(Ranking::default().has(Category::FourFlush) && !Ranking::Standard.has(Category::FourFlush));
    /// ```
    #[must_use]
    pub const fn has(self, category: Category) -> bool {
        match category {
            Category::FourStraight | Category::FourFlush => matches!(self, Self::Soko { .. }),
            Category::FiveOfAKind => matches!(self, Self::Wild),
            _ => true,
        }
    }
}

/// What is wrong with cards that are not a hand.
#[cold]
fn flaw(cards: &[u8]) -> HandError {
    if !(5..=7).contains(&cards.len()) {
        return HandError::Length(cards.len());
    }
    let mut seen = crate::card_set::CardSet::EMPTY;
    for &index in cards {
        let Some(card) = Card::from_index(index) else {
            return HandError::Card(CardError::OutOfRange(i64::from(index)));
        };
        if seen.contains(card) {
            return HandError::Card(CardError::Twice(card));
        }
        seen.insert(card);
    }
    HandError::Length(cards.len())
}

/// The five of a hand's cards that play, the deciding ones first: wild cards, then groups from the largest, each
/// high to low; of several equal choices the one with the higher cards.
///
/// # Errors
/// As [`Ranking::evaluate`].
pub fn playing_five(ranking: Ranking, cards: &[Card], wild: WildRanks) -> Result<[Card; 5], HandError> {
    let best = ranking.evaluate(cards, wild)?;
    let mut sorted = cards.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut five = [sorted[0]; 5];
    for picks in (0u8..1 << sorted.len()).rev().filter(|picks| picks.count_ones() == 5) {
        let chosen = sorted.iter().enumerate().filter(|(i, _)| picks >> (sorted.len() - 1 - i) & 1 == 1);
        for (slot, (_, &card)) in five.iter_mut().zip(chosen) {
            *slot = card;
        }
        if ranking.evaluate(&five, wild)? == best {
            break;
        }
    }
    arrange(&mut five, best.category(), wild, ranking);
    Ok(five)
}

/// Sorts the five cards into the order in which they decide.
fn arrange(five: &mut [Card; 5], category: Category, wild: WildRanks, ranking: Ranking) {
    let cards = *five;
    let run = matches!(category, Category::Straight | Category::StraightFlush | Category::FourStraight);
    let low_ace = run && cards.iter().filter(|card| card.rank().index() > 7).count() < 3;
    let alike = |card: &Card| match category {
        Category::FourFlush => cards.iter().filter(|other| other.suit() == card.suit()).count(),
        _ if run => 0,
        _ => cards.iter().filter(|other| other.rank() == card.rank()).count(),
    };
    five.sort_by_key(|card| {
        let is_wild = ranking == Ranking::Wild && wild.contains(card.rank());
        // A low ace stands behind the deuce.
        let height = if low_ace && card.rank() == Rank::ACE { 0 } else { card.rank().index() + 1 };
        core::cmp::Reverse((is_wild, alike(card), height))
    });
    if category == Category::FourStraight {
        odd_card_last(five);
    }
}

/// Moves the card of a four-straight that is not needed for the run to the end.
fn odd_card_last(five: &mut [Card; 5]) {
    for i in 0..5 {
        let mut ranks: Vec<u8> = (0..5).filter(|&j| j != i).map(|j| five[j].rank().index()).collect();
        ranks.sort_unstable();
        let run = ranks.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if run || ranks == [0, 1, 2, 12] {
            five[i..].rotate_left(1);
            return;
        }
    }
}

const _: () = assert!(BASE[FOUR_FLUSH] < BASE[FLUSH]);
