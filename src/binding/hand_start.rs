//! What a hand begins with: its chips, and where its cards come from.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyString};
use soko::chance::{Key, shuffle};
use soko::engine::{Game, MAX_SEATS, StartError};
use soko::{Card, CardError, CardSet, Deck};

use crate::cards::read_card;
use crate::errors::{ArgumentError, deck_error, raised, raised_as, seat_error, type_error};
use crate::hand_history::HandHistory;
use crate::integers::Integer;
use crate::rules::Rules;
use crate::text::{Word, read_text};

/// Lists are read no further than this: it is more than any game takes, and few enough to say how many there are.
pub const MOST_GIVEN: usize = 255;

/// The stacks that a caller gives.
pub struct Chips(pub Vec<u64>);

impl<'py> FromPyObject<'_, 'py> for Chips {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut chips = Vec::with_capacity(8);
        let allowed = "stacks are the chips of each seat such as [100, 100]";
        for stack in given.try_iter().map_err(|_| type_error(allowed, &given))? {
            if chips.len() > MOST_GIVEN {
                return Err(seat_error(
                    format!("more than {MOST_GIVEN} stacks: at most {MAX_SEATS} can play"),
                    None,
                    None,
                ));
            }
            let stack: Integer = stack?.extract()?;
            chips.push(stack.chips("stack")?);
        }
        Ok(Self(chips))
    }
}

/// The cards that are known when a hand begins.
pub struct Cards {
    known: Vec<Option<Card>>,
    /// Whether the caller deals the others.
    manual: bool,
}

impl Cards {
    /// The cards of the arguments `deck`, `rng` and `deal`; `of` is what the game deals from.
    pub fn read(
        py: Python<'_>,
        deck: Option<Bound<'_, PyAny>>,
        rng: Option<Bound<'_, PyAny>>,
        deal: &Word,
        of: Deck,
    ) -> PyResult<Self> {
        let manual = match &*deal.0 {
            "auto" => false,
            "manual" => true,
            _ => return Err(ArgumentError::new_err(format!("deal '{}': 'auto' or 'manual'", deal.0))),
        };
        let shuffled = rng.is_some() || deck.is_none() && !manual;
        if manual && shuffled {
            return Err(ArgumentError::new_err("deal 'manual': the caller deals all cards, so rng is not allowed"));
        }
        let mut known = deck.map_or_else(|| Ok(Vec::new()), |deck| read_deck(&deck))?;
        if shuffled {
            if known.contains(&None) {
                return Err(ArgumentError::new_err("deck has unknown cards, so rng cannot shuffle the rest"));
            }
            shuffle_rest(&key(py, rng)?, of, &mut known);
        }
        Ok(Self { known, manual })
    }

    /// The cards of a record.
    pub const fn new(known: Vec<Option<Card>>, manual: bool) -> Self {
        Self { known, manual }
    }
}

/// Cards in deal order: a text, bytes of indices, or cards one by one; unknown ones as [`read_unknown_or_card`] has them.
fn read_deck(deck: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Card>>> {
    if let Ok(text) = deck.cast::<PyString>() {
        return read_deck_text(&read_text(text)?);
    }
    let (mut cards, mut seen) = (Vec::with_capacity(Card::COUNT), CardSet::EMPTY);
    let allowed = "deck is a text such as 'As Kd', bytes of indices, or one card after another";
    for card in deck.try_iter().map_err(|_| type_error(allowed, deck))? {
        if cards.len() > MOST_GIVEN {
            return Err(deck_error(
                format!("deck of more than {MOST_GIVEN} cards: there are {}", Card::COUNT),
                None,
                None,
            ));
        }
        let card = read_unknown_or_card(&card?)?;
        if let Some(card) = card {
            if seen.contains(card) {
                return Err(twice(card));
            }
            seen.insert(card);
        }
        cards.push(card);
    }
    Ok(cards)
}

/// A card, or `None` or `"?"` for one that nobody knows.
pub fn read_unknown_or_card(card: &Bound<'_, PyAny>) -> PyResult<Option<Card>> {
    let unknown =
        card.is_none() || card.cast::<PyString>().is_ok_and(|text| text.to_str().is_ok_and(|text| text == "?"));
    if unknown { Ok(None) } else { read_card(card).map(Some) }
}

/// A deck as text.
pub fn read_deck_text(text: &str) -> PyResult<Vec<Option<Card>>> {
    soko::parse_deck(text).map_err(|error| match error {
        CardError::Twice(card) => twice(card),
        error => raised(error),
    })
}

fn twice(card: Card) -> PyErr {
    raised(StartError::CardTwice(card))
}

/// Adds the cards of the deck that are left, shuffled.
fn shuffle_rest(key: &Key, of: Deck, cards: &mut Vec<Option<Card>>) {
    let given: CardSet = cards.iter().copied().flatten().collect();
    let mut rest = [0; Card::COUNT];
    let count = rest.iter_mut().zip(of.cards().without(given).iter()).map(|(slot, card)| *slot = card.index()).count();
    shuffle(key, &mut rest[..count]);
    cards.extend(rest[..count].iter().copied().map(Card::from_index));
}

/// The key of an `rng`: small numbers are what most callers give, and need no numpy.
pub fn key(py: Python<'_>, rng: Option<Bound<'_, PyAny>>) -> PyResult<Key> {
    static FRESH: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static OTHER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(rng) = rng else {
        let bytes: [u8; 32] = FRESH.import(py, "os", "urandom")?.call1((32,))?.extract()?;
        let word = |i: usize| u64::from_le_bytes(core::array::from_fn(|byte| bytes[8 * i + byte]));
        return Ok(Key(core::array::from_fn(word)));
    };
    if rng.is_exact_instance_of::<PyInt>()
        && let Ok(seed) = rng.extract()
    {
        return Ok(Key::from_seed(seed));
    }
    OTHER.import(py, "soko.rng", "drawn_key")?.call1((rng,))?.extract().map(Key)
}

/// Return the key of a stream, four ints, of what ``soko.rng.stream_key`` takes.
#[pyfunction]
#[pyo3(signature = (rng = None))]
pub fn stream_key(py: Python<'_>, rng: Option<Bound<'_, PyAny>>) -> PyResult<(u64, u64, u64, u64)> {
    key(py, rng).map(|Key([a, b, c, d])| (a, b, c, d))
}

/// The hand that begins so.
pub fn start(
    rules: &Bound<'_, Rules>,
    stacks: &[u64],
    dealer: Option<Integer>,
    cards: &Cards,
) -> PyResult<HandHistory> {
    let game = Arc::new(Game::new(rules.get().0.clone()).map_err(raised)?);
    let seat = |dealer: Integer| dealer.seat("dealer", stacks.len().clamp(1, u8::MAX.into()) as u8);
    let dealer = dealer.map(seat).transpose()?;
    HandHistory::start(game, stacks, dealer, &cards.known, cards.manual).map_err(|error| match error {
        StartError::DeckTooShort { .. } => raised_as(&error, format!("{error}; rng shuffles the rest")),
        error => raised(error),
    })
}
