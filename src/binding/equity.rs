//! Questions about equity, and the counts that answer them.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use soko::chance::Key;
use soko::equity::{self, SeatCards};

use crate::cards::{Card, read_cards};
use crate::errors::{CardError, PlanError, raised};
use crate::rules::Rules;
use crate::signals::SignalWatch;
use crate::simulate::{Counted, Counts, counted};
use crate::text::Word;

/// A question about equity: a game, what is known of each hand, dead cards. Callers use ``soko.equity``.
///
/// ``hands`` are texts as ``soko.equity`` takes them; ``uneven`` allows different numbers of cards face up. Questions are
/// equal when they mean the same, however they were written. ``CardError`` for an invalid hand, ``DeckError`` for cards
/// that do not go together, ``SeatError`` for a number of players that the game does not take.
#[pyclass(frozen, eq, hash, module = "soko._soko")]
pub struct Situation {
    question: equity::Situation,
    seats: Vec<SeatCards>,
    dead: Vec<soko::Card>,
    uneven: bool,
}

impl PartialEq for Situation {
    fn eq(&self, other: &Self) -> bool {
        let value = |s: &Self| (s.question.rules().clone(), s.texts(), s.dead.clone(), s.uneven);
        value(self) == value(other)
    }
}

impl Eq for Situation {}

impl Hash for Situation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.question.rules(), self.texts(), &self.dead, self.uneven).hash(state);
    }
}

#[pymethods]
impl Situation {
    #[new]
    #[pyo3(signature = (rules, hands, dead = None, uneven = false), text_signature = "(rules, hands, dead='', uneven=False)")]
    fn new(rules: &Rules, hands: Vec<Word>, dead: Option<&Bound<'_, PyAny>>, uneven: bool) -> PyResult<Self> {
        let read = |(seat, hand): (usize, &Word)| {
            hand.0.parse().map_err(|error| CardError::new_err(format!("hand of seat {seat}: {error}")))
        };
        let seats: Vec<SeatCards> = hands.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        let mut dead = dead.map(read_cards).transpose()?.unwrap_or_default();
        dead.sort_unstable();
        let question = equity::Situation::new(&rules.0, &seats, &dead, uneven).map_err(raised)?;
        Ok(Self { question, seats, dead, uneven })
    }

    /// The game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.question.rules().clone())
    }

    /// The hands in their plainest form, the same for the same cards.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.texts())
    }

    /// The dead cards, in the order of their indices.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.dead)
    }

    /// Whether hands may have different numbers of cards face up.
    #[getter]
    fn uneven(&self) -> bool {
        self.uneven
    }

    /// What the exact answer costs: the method in words, the number of runouts, the number of steps, and whether that is
    /// so cheap that it is given without being asked for. Numbers that do not fit 128 bits are ``2**128 - 1``.
    fn cost(&self) -> (&'static str, u128, u128, bool) {
        let cost = self.question.cost();
        (cost.method.name(), cost.runouts, cost.steps, cost.is_cheap())
    }

    /// Count all runouts. ``PlanError`` when there are too many. ``watch`` as in ``count_deals``; what it raises comes out.
    fn exact(&self, py: Python<'_>, threads: usize, watch: Option<Py<PyAny>>) -> PyResult<Counts> {
        let mut signals = SignalWatch::new(watch);
        let tally = py.detach(|| equity::exact(&self.question, threads, &mut signals));
        let tally = tally.map_err(|error| PlanError::new_err(error.to_string()))?;
        signals.outcome(tally).map(Counts)
    }

    /// Deal and count the blocks ``first <= block < last`` of the first ``n`` deals of a key, as ``count_deals`` does.
    ///
    /// ``PlanError`` when the sets of cards fit too rarely.
    fn sample(
        &self,
        py: Python<'_>,
        n: u64,
        blocks: (u64, u64),
        key: [u64; 4],
        threads: usize,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Counted<Counts>> {
        self.check_sampling()?;
        let mut signals = SignalWatch::new(watch);
        let run = || equity::sample_blocks(&self.question, n, blocks.0..blocks.1, &Key(key), threads, &mut signals);
        let (tally, finished) = py.detach(run);
        Ok(counted(Counts(tally), &finished, signals))
    }

    /// Deal and count blocks of a key until the standard error of every seat's share is ``target`` or less.
    ///
    /// Return how many blocks were to be counted as far as is known, and the rest as ``count_deals`` does. ``PlanError``
    /// when the sets of cards fit too rarely.
    fn sample_until(
        &self,
        py: Python<'_>,
        target: f64,
        key: [u64; 4],
        threads: usize,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<(u64, Counted<Counts>)> {
        self.check_sampling()?;
        let mut signals = SignalWatch::new(watch);
        let sample = py.detach(|| equity::sample_until(&self.question, target, &Key(key), threads, &mut signals));
        Ok((sample.blocks, counted(Counts(sample.tally), &sample.finished, signals)))
    }

    #[expect(clippy::type_complexity, reason = "the arguments as they stand")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, (Rules, Vec<String>, Bound<'py, PyTuple>, bool))> {
        Ok((py.get_type::<Self>(), (self.rules(), self.texts(), self.dead(py)?, self.uneven)))
    }
}

impl Situation {
    /// `PlanError` when deals that fit are too rare to be drawn.
    fn check_sampling(&self) -> PyResult<()> {
        equity::check_sampling(&self.question).map_err(|error| {
            let cost = self.question.cost();
            let exact = format!("; exact=True takes about {} steps", cost.steps);
            PlanError::new_err(format!("{error}{}", if cost.steps <= equity::LIMIT { &exact } else { "" }))
        })
    }

    fn texts(&self) -> Vec<String> {
        self.seats.iter().map(SeatCards::to_string).collect()
    }
}
