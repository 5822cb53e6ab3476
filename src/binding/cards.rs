//! `Card`, and how cards are read from whatever Python has.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors::{RulesError, card_error, raised};
use crate::html::html;
use crate::text::{Word, digits, formatted, read_text};
use soko::ranking::{AceInLow, HandError};
use soko::{CardError, CardSet, read_plain};

/// One of the 52 cards, made from its name or its index.
///
/// The reader is lenient (``As``, ``as``, ``10s``, ``A♠``), ``str`` is strict (``As``). The index is
/// ``rank * 4 + suit``, so 2c is 0 and As is 51 (rules 1.1); ``int`` gives it, and cards are ordered by it.
/// There is one object for each card: equal cards are the same object.
///
/// ``CardError`` when the text is not one card or the index is not 0 to 51.
///
/// >>> from soko import Card
/// >>> Card("10♠")
/// Card('Ts')
/// >>> int(Card("As")), Card(51).rank, Card(51).suit
/// (51, 'A', 's')
/// >>> Card("Ks") < Card("Ac")
/// True
#[pyclass(frozen, eq, ord, hash, module = "soko")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub soko::Card);

#[pymethods]
impl Card {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        read_card(card).and_then(|read| Self::of(card.py(), read))
    }

    /// The rank's letter, one of ``23456789TJQKA``.
    #[getter]
    fn rank(&self) -> char {
        self.0.rank().letter()
    }

    /// The suit's letter, one of ``cdhs``.
    #[getter]
    fn suit(&self) -> char {
        self.0.suit().letter()
    }

    fn __int__(&self) -> u8 {
        self.0.index()
    }

    fn __index__(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html("card", slf)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }
}

impl Card {
    /// The one object of a card.
    pub fn of(py: Python<'_>, card: soko::Card) -> PyResult<Py<Self>> {
        static DECK: PyOnceLock<Vec<Py<Card>>> = PyOnceLock::new();
        let deck = DECK.get_or_try_init(py, || soko::Card::all().map(|card| Py::new(py, Self(card))).collect())?;
        Ok(deck[usize::from(card.index())].clone_ref(py))
    }

    /// The objects of some cards.
    pub fn tuple<'py>(py: Python<'py>, cards: &[soko::Card]) -> PyResult<Bound<'py, PyTuple>> {
        let cards: Vec<_> = cards.iter().map(|&card| Self::of(py, card)).collect::<PyResult<_>>()?;
        PyTuple::new(py, cards)
    }

    /// The objects of some cards, `None` for each that is hidden or unknown.
    pub fn tuple_or_none<'py>(py: Python<'py>, cards: &[Option<soko::Card>]) -> PyResult<Bound<'py, PyTuple>> {
        let cards = cards.iter().map(|card| card.map(|card| Self::of(py, card)).transpose());
        PyTuple::new(py, cards.collect::<PyResult<Vec<_>>>()?)
    }
}

/// The index of a card given as a `Card` or a plain small number, which is what hands are mostly made of.
#[inline]
fn quick_index(card: Borrowed<'_, '_, PyAny>) -> Option<u8> {
    if let Ok(card) = card.cast_exact::<Card>() {
        return Some(card.get().0.index());
    }
    if card.is_exact_instance_of::<PyInt>() { card.extract::<u8>().ok() } else { None }
}

/// One card given as a `Card`, an index or a text.
pub fn read_card(card: &Bound<'_, PyAny>) -> PyResult<soko::Card> {
    if let Ok(card) = card.cast::<Card>() {
        return Ok(card.get().0);
    }
    if let Ok(text) = card.cast::<PyString>() {
        return read_text(text)?.parse().map_err(raised::<CardError>);
    }
    match card.extract::<i64>() {
        Ok(index) if !card.is_instance_of::<PyBool>() => {
            let read = u8::try_from(index).ok().and_then(soko::Card::from_index);
            read.ok_or_else(|| raised(CardError::OutOfRange(index)))
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(card.py()) => {
            Err(card_error(format_args!("card {}: a card index is 0 to 51", digits(card)?)))
        }
        _ => {
            let given = card.get_type().name()?;
            let message = format!("a card is a Card, a text such as 'As' or an index from 0 to 51, not {given}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Cards given as one text, as bytes of indices, or one by one; each card once.
pub fn read_cards(cards: &Bound<'_, PyAny>) -> PyResult<Vec<soko::Card>> {
    let mut read = Vec::new();
    each_card(cards, |card| read.push(card))?;
    Ok(read)
}

/// Takes cards given in any of these ways one after the other.
fn each_card(cards: &Bound<'_, PyAny>, mut take: impl FnMut(soko::Card)) -> PyResult<()> {
    if let Ok(text) = cards.cast::<PyString>() {
        return soko::each_card(&read_text(text)?, take).map_err(raised);
    }
    let Ok(items) = cards.try_iter() else {
        let given = cards.get_type().name()?;
        let message =
            format!("cards are a text such as 'As Kd', bytes of indices, or one card after another, not {given}");
        return Err(PyTypeError::new_err(message));
    };
    let mut seen = CardSet::EMPTY;
    for item in items {
        let card = read_card(&item?)?;
        if seen.contains(card) {
            return Err(raised(CardError::Twice(card)));
        }
        seen.insert(card);
        take(card);
    }
    Ok(())
}

/// Up to seven card indices, which the core has still to check.
#[derive(Clone, Copy)]
pub struct CardIndices {
    indices: [u8; 7],
    len: u8,
}

impl CardIndices {
    /// The indices.
    #[inline]
    pub fn indices(&self) -> &[u8] {
        &self.indices[..usize::from(self.len)]
    }

    /// The cards, where the core has checked them.
    pub fn cards(&self) -> Vec<soko::Card> {
        self.indices().iter().copied().filter_map(soko::Card::from_index).collect()
    }

    /// The hand of at most seven cards.
    pub fn from_cards(cards: &[soko::Card]) -> Self {
        let index = |i| cards.get(i).map_or(0, |card: &soko::Card| card.index());
        Self { indices: core::array::from_fn(index), len: cards.len().min(7) as u8 }
    }

    /// The cards in words, as `As Kd`.
    pub fn text(&self) -> String {
        let names: Vec<String> = self.cards().iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    #[inline]
    fn from_indices(indices: &[u8]) -> PyResult<Self> {
        let mut hand = Self { indices: [0; 7], len: indices.len() as u8 };
        let slots = hand.indices.get_mut(..indices.len()).ok_or_else(|| raised(HandError::Length(indices.len())))?;
        slots.copy_from_slice(indices);
        Ok(hand)
    }

    /// A tuple of one to seven `Card` and small numbers; `None` leaves it to the reader that takes its time.
    #[inline]
    fn from_tuple(cards: Borrowed<'_, '_, PyTuple>) -> Option<Self> {
        let len = cards.len();
        let mut hand = Self { indices: [0; 7], len: len as u8 };
        for (i, slot) in hand.indices.get_mut(..len)?.iter_mut().enumerate() {
            *slot = quick_index(cards.get_borrowed_item(i).ok()?)?;
        }
        Some(hand)
    }

    /// The hand of a tuple, a list, a text or anything else that gives cards.
    fn read(cards: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(list) = cards.cast_exact::<PyList>()
            && let Some(hand) = Self::from_tuple(list.to_tuple().as_borrowed())
        {
            return Ok(hand);
        }
        let (mut hand, mut count) = (Self { indices: [0; 7], len: 0 }, 0);
        each_card(&cards, |card| {
            if let Some(slot) = hand.indices.get_mut(count) {
                *slot = card.index();
                hand.len += 1;
            }
            count += 1;
        })?;
        if count > hand.indices.len() { Err(card_error(HandError::Length(count))) } else { Ok(hand) }
    }
}

impl<'py> FromPyObject<'_, 'py> for CardIndices {
    type Error = PyErr;

    #[inline]
    fn extract(cards: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = cards.cast_exact::<PyBytes>() {
            return Self::from_indices(bytes.as_bytes());
        }
        if let Ok(text) = cards.cast_exact::<PyString>()
            && let Some((indices, count)) = text.to_str().ok().and_then(read_plain)
        {
            return Ok(Self { indices, len: count as u8 });
        }
        if let Ok(tuple) = cards.cast_exact::<PyTuple>()
            && let Some(hand) = Self::from_tuple(tuple)
        {
            return Ok(hand);
        }
        Self::read(cards)
    }
}

/// Read cards: a text of one or many (``"As Kd 10h Q♠ 7C"``, ``"AsKd10hQs7c"``), bytes of indices, or cards one by one.
///
/// Returns a tuple of ``Card`` in the order given. ``CardError`` names the wrong text and the reason: an unknown rank,
/// an unknown or missing suit, or a card given twice.
///
/// >>> import soko
/// >>> soko.cards("As 10h, Q♠")
/// (Card('As'), Card('Th'), Card('Qs'))
/// >>> soko.cards("1s")
/// Traceback (most recent call last):
///     ...
/// soko.CardError: card '1s': unknown rank; ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub fn cards<'py>(cards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    Card::tuple(cards.py(), &read_cards(cards)?)
}

/// Find the lowest spade among cards dealt face down, which takes half the pot in Low Chicago (rules 9.1).
///
/// Returns ``None`` when there is no spade. With ``ace="low"`` the ace of spades is the lowest, with ``"high"`` the
/// highest. ``RulesError`` for any other ``ace``, ``CardError`` for cards that cannot be read.
///
/// >>> import soko
/// >>> soko.low_spade("9h 4s Ks")
/// Card('4s')
/// >>> soko.low_spade("4s As"), soko.low_spade("4s As", ace="high"), soko.low_spade("4h")
/// (Card('As'), Card('4s'), None)
#[pyfunction]
#[pyo3(signature = (down_cards, ace = Word("low".to_owned())), text_signature = "(down_cards, ace='low')")]
pub fn low_spade(down_cards: &Bound<'_, PyAny>, ace: Word) -> PyResult<Option<Py<Card>>> {
    let ace = match &*ace.0 {
        "low" => AceInLow::Low,
        "high" => AceInLow::High,
        _ => return Err(RulesError::new_err(format!("ace '{}': the ace of spades is 'low' or 'high'", ace.0))),
    };
    let lowest = soko::ranking::low_spade(&read_cards(down_cards)?, ace);
    lowest.map(|card| Card::of(down_cards.py(), card)).transpose()
}
