//! Spots and their solutions: cards, ranges and strategies cross here.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use soko::engine::Game;
use soko::solve::{ByCard, Ranges, Solution as CoreSolution, SolveError, Spot as CoreSpot, solve};

use crate::buffers::Array;
use crate::cards::{Card, read_cards};
use crate::errors::{ArgumentError, CoreError, IllegalAction, deck_error, raised, seat_error};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::signals::SignalWatch;
use crate::text::Word;

impl CoreError for SolveError {
    fn in_words(&self, words: String) -> PyErr {
        match *self {
            Self::Twice(card) | Self::Seen(card) | Self::NotInDeck(card, _) => deck_error(words, Some(card), None),
            Self::UpCards(_) | Self::CardsLeft(_) => deck_error(words, None, None),
            Self::Players(live) => seat_error(words, None, Some(live.into())),
            Self::Stack { seat, chips } => seat_error(words, Some(seat.into()), Some(chips)),
            Self::Dealer(seat) => seat_error(words, Some(seat.into()), None),
            Self::NoDecision | Self::NoStreet | Self::Word { .. } => IllegalAction::new_err(words),
            _ => ArgumentError::new_err(words),
        }
    }
}

/// What is known at a decision of two live players, and their ranges. Callers use ``soko.Spot``.
#[pyclass(frozen, module = "soko._soko")]
pub struct PublicSpot(CoreSpot);

#[pymethods]
impl PublicSpot {
    /// Return the spot at the decision of a hand.
    #[staticmethod]
    fn of(hand: &Hand) -> PyResult<Self> {
        CoreSpot::of(&hand.history().hand).map(Self).map_err(raised)
    }

    /// Return the spot at the start of a street, from both players' up cards, the chips in the middle and what else is
    /// seen.
    #[staticmethod]
    fn at_street(
        rules: &Rules,
        up: (Bound<'_, PyAny>, Bound<'_, PyAny>),
        pot: u64,
        dead: &Bound<'_, PyAny>,
        stacks: Option<[u64; 2]>,
        dealer: u8,
    ) -> PyResult<Self> {
        let game = Arc::new(Game::new(rules.0.clone()).map_err(raised)?);
        let (first, second, dead) = (read_cards(&up.0)?, read_cards(&up.1)?, read_cards(dead)?);
        CoreSpot::at_street(game, [&first, &second], pot, &dead, stacks, dealer).map(Self).map_err(raised)
    }

    /// Return the same spot with other ranges: a float64 array of weights of shape (2, 52).
    fn with_ranges(&self, ranges: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = Array::<f64>::borrow("ranges", "float64", ranges)?;
        array.expect_shape(&[2, 52])?;
        let mut ranges: Ranges = [[0.0; 52]; 2];
        ranges.as_flattened_mut().copy_from_slice(array.elements());
        self.0.clone().with_ranges(&ranges).map(Self).map_err(raised)
    }

    /// The ranges as bytes of float64, a row of 52 for each player.
    #[getter]
    fn ranges<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let ranges = self.0.ranges().as_flattened();
        PyBytes::new(py, &ranges.iter().flat_map(|weight| weight.to_ne_bytes()).collect::<Vec<_>>())
    }

    /// The game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.game().rules().clone())
    }

    /// The seats of the two players.
    #[getter]
    fn seats(&self) -> (u8, u8) {
        self.0.seats().into()
    }

    /// Which of the two players is to act, 0 or 1.
    #[getter]
    fn player(&self) -> usize {
        self.0.player_to_act()
    }

    /// The name of the street.
    #[getter]
    fn street_name(&self) -> &'static str {
        self.0.game().rules().street_name(self.0.hand().street().into())
    }

    /// The chips in the middle, and those of them that were there before this street.
    #[getter]
    fn pots(&self) -> (u64, u64) {
        (self.0.hand().pot(), self.0.street_pot())
    }

    /// The chips behind of the two players.
    #[getter]
    fn stacks(&self) -> [u64; 2] {
        let hand = self.0.hand();
        self.0.seats().map(|seat| hand.stacks()[usize::from(seat)])
    }

    /// The up cards of a player, 0 or 1.
    fn up_cards<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.0.up_cards(player))
    }

    /// The cards that are seen and lie in front of neither player.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.0.dead().iter().collect::<Vec<_>>())
    }

    /// Return the numbers of the actions of a text.
    fn read_actions(&self, text: Word) -> PyResult<Vec<u8>> {
        self.0.read_actions(&text.0).map_err(raised)
    }

    /// Return the decision after some actions.
    fn acted(&self, path: Vec<u8>) -> PyResult<Self> {
        self.0.acted(&path).map(Self).map_err(raised)
    }

    /// Return what is legal after some actions, as texts.
    fn actions_after(&self, path: Vec<u8>) -> Vec<String> {
        self.0.actions_after(&path)
    }

    /// Solve, and return the solution and what stopped it, if something did. ``watch(percent)`` is told how far it has
    /// come.
    fn solve(
        &self,
        py: Python<'_>,
        target: f64,
        most: u64,
        merge: bool,
        threads: usize,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<(Solution, Option<PyErr>)> {
        let mut signals = SignalWatch::new(watch);
        let solution = py.detach(|| solve(&self.0, target, most, merge, threads, &mut signals)).map_err(raised)?;
        Ok((Solution(solution), signals.raised()))
    }
}

/// What solving a spot came to. Callers use ``soko.solve``.
#[pyclass(frozen, module = "soko._soko")]
pub struct Solution(CoreSolution);

#[pymethods]
impl Solution {
    /// Whether it came to its target or to the last iteration.
    #[getter]
    fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    #[getter]
    fn iterations(&self) -> u64 {
        self.0.iterations()
    }

    /// How many bytes the strategies take, into how many classes the cards fall, and how many boards there are.
    #[getter]
    fn size(&self) -> (u64, usize, usize) {
        (self.0.bytes(), self.0.classes(), self.0.boards())
    }

    /// What both players win by playing better, on average, in parts of the pot.
    #[getter]
    fn exploitability(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.0.exploitability())
    }

    /// The chips that each player gets of the middle, less those put in.
    #[getter]
    fn value(&self, py: Python<'_>) -> [f64; 2] {
        py.detach(|| self.0.value())
    }

    /// What each player would get by a best response.
    #[getter]
    fn best_response(&self, py: Python<'_>) -> [f64; 2] {
        py.detach(|| self.0.best_response())
    }

    /// Return the strategy after some actions as bytes of float32, a row of 52 for each action.
    fn strategy<'py>(&self, py: Python<'py>, path: Vec<u8>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(bytes(py, &self.0.strategy(&path).map_err(raised)?, |part| part))
    }

    /// Return what each action wins after some others, in the same shape.
    fn values<'py>(&self, py: Python<'py>, path: Vec<u8>) -> PyResult<Bound<'py, PyBytes>> {
        let values = py.detach(|| self.0.values(&path)).map_err(raised)?;
        Ok(bytes(py, &values, |value| value as f32))
    }

    /// Return the spot of the next street after some actions and a card for each player.
    fn after(&self, path: Vec<u8>, cards: &Bound<'_, PyAny>) -> PyResult<PublicSpot> {
        let cards = read_cards(cards)?;
        let Ok(cards) = <[soko::Card; 2]>::try_from(cards.as_slice()) else {
            let words = format!("{} cards: one for each of the two players is needed", cards.len());
            return Err(deck_error(words, None, None));
        };
        self.0.after(&path, cards).map(PublicSpot).map_err(raised)
    }
}

/// Rows of numbers by card as bytes, nan where there is none.
fn bytes<'py, T: Copy>(py: Python<'py>, rows: &ByCard<T>, number: impl Fn(T) -> f32) -> Bound<'py, PyBytes> {
    let numbers = rows.iter().flatten().map(|cell| cell.map_or(f32::NAN, &number));
    PyBytes::new(py, &numbers.flat_map(f32::to_ne_bytes).collect::<Vec<_>>())
}
