//! Whole hands between policies: scores cross here, and the rows that policies written in Python are asked about.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soko::engine::Game;
use soko::lockstep::playout::{Brain, Desk as CoreDesk, Playout, PlayoutError, Score, Scores};
use soko::lockstep::policies::Policy;
use soko::lockstep::{ACTION_NAMES, ACTIONS, Layout, legal_mask};
use soko::simulate::Key;

use crate::buffers::Array;
use crate::errors::{IllegalAction, PlanError, SokoError, rules_error};
use crate::hand_start::Chips;
use crate::look::Look;
use crate::rules::Rules;

/// The arguments of a playout: the game, stacks by seat, policies (a name, or nothing for one outside), the policy of
/// each player, whether deals are duplicated, and the key.
type Given<'py> = (Bound<'py, Rules>, Chips, Vec<Option<String>>, Vec<usize>, bool, [u64; 4]);

/// A score as Python gets it: hands, chips, squares, wins, folds, showdowns, and actions by street.
type ScoreFields = (u64, i128, u128, u64, u64, u64, Vec<[u64; ACTIONS]>);

/// What playouts return: deals, hands, showdowns, and scores by policy and by seat.
type ScoresFields = (u64, u64, u64, Vec<ScoreFields>, Vec<ScoreFields>);

fn score_fields(score: &Score) -> ScoreFields {
    let Score { hands, chips, squares, wins, folds, showdowns, actions } = score.clone();
    (hands, chips, squares, wins, folds, showdowns, actions)
}

fn scores_fields(scores: &Scores) -> ScoresFields {
    let fields = |scores: &[Score]| scores.iter().map(score_fields).collect();
    (scores.deals, scores.hands, scores.showdowns, fields(&scores.policies), fields(&scores.seats))
}

/// Return the names of the policies that are built in.
#[pyfunction]
pub fn policy_names() -> [&'static str; Policy::ALL.len()] {
    Policy::ALL.map(Policy::name)
}

fn playout_error(error: PlayoutError) -> PyErr {
    match error {
        PlayoutError::Start(error) => SokoError::new_err(error.to_string()),
        error => PlanError::new_err(error.to_string()),
    }
}

fn playout((rules, stacks, names, players, duplicate, key): &Given<'_>) -> PyResult<Playout> {
    let game = Arc::new(Game::new(rules.get().0.clone()).map_err(rules_error)?);
    let mut outside = 0..;
    let brains: Vec<_> = names
        .iter()
        .map(|name| match name {
            None => Ok(Brain::Outside(outside.next().unwrap_or(0))),
            Some(name) => read_policy(name).map(Brain::BuiltIn),
        })
        .collect::<PyResult<_>>()?;
    Playout::new(game, &stacks.0, &brains, players, *duplicate, &Key(*key)).map_err(playout_error)
}

/// The built-in policy of a name.
pub fn read_policy(name: &str) -> PyResult<Policy> {
    let unknown = || PlanError::new_err(format!("policy '{name}': {} are built in", policy_names().join(", ")));
    Policy::from_name(name).ok_or_else(unknown)
}

/// Play the deals ``first <= deal < last`` among policies that are built in, and return the scores.
///
/// ``watch(done)`` is called with the number of hands about fifty times a second, if it is not ``None``; what it raises
/// stops the run and comes out of this call, as a ``KeyboardInterrupt`` does.
#[pyfunction]
pub fn play_out(
    py: Python<'_>,
    given: Given<'_>,
    deals: (u64, u64),
    threads: usize,
    watch: Option<Py<PyAny>>,
) -> PyResult<ScoresFields> {
    let playout = playout(&given)?;
    let mut look = Look::new(watch);
    let scores = py.detach(|| playout.run(deals.0..deals.1, threads, &mut look)).map_err(playout_error)?;
    look.outcome(scores).map(|scores| scores_fields(&scores))
}

/// Return how many hands are played of each deal, and how many deals have ``hands`` hands or a few more.
///
/// ``PlanError`` when so many deals cannot be counted.
#[pyfunction]
pub fn playout_size(given: Given<'_>, hands: u64) -> PyResult<(u64, u64)> {
    let playout = playout(&given)?;
    let deals = hands.div_ceil(playout.hands_a_deal());
    playout.check_chips(deals).map_err(playout_error)?;
    Ok((playout.hands_a_deal(), deals))
}

/// Deals on their way, for policies that are asked about many hands at once.
#[pyclass(module = "soko._soko")]
pub struct Desk {
    desk: CoreDesk,
    layout: Layout,
}

#[pymethods]
impl Desk {
    #[new]
    fn new(given: Given<'_>, deals: (u64, u64), batch: usize) -> PyResult<Self> {
        let playout = playout(&given)?;
        let layout = Layout::new(playout.game(), given.1.0.len() as u8);
        Ok(Self { desk: CoreDesk::new(playout, deals.0..deals.1, batch).map_err(playout_error)?, layout })
    }

    /// Play on until every deal waits for a policy outside or is over, and return whether any waits.
    ///
    /// ``watch`` as in ``play_out``.
    fn advance(&mut self, py: Python<'_>, threads: usize, watch: Option<Py<PyAny>>) -> PyResult<bool> {
        let mut look = Look::new(watch);
        let desk = &mut self.desk;
        let waits = py.detach(|| desk.advance(threads, &mut look));
        look.outcome(waits)
    }

    /// Return what the policy outside of this number is asked: how many hands, their observations as bytes of float32
    /// rows, and what is legal as bytes of rows of seven.
    fn look<'py>(&self, py: Python<'py>, number: usize) -> PyResult<(usize, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (desk, width) = (&self.desk, self.layout.width());
        let count = desk.waiting(number).len();
        let mut row = vec![0.0; width];
        let observations = PyBytes::new_with(py, count * width * size_of::<f32>(), |out| {
            for (hand, out) in desk.waiting(number).zip(out.chunks_exact_mut(width * size_of::<f32>())) {
                self.layout.observe(hand, &mut row);
                out.as_chunks_mut().0.iter_mut().zip(&row).for_each(|(out, number)| *out = number.to_ne_bytes());
            }
            Ok(())
        })?;
        let legal = PyBytes::new_with(py, count * ACTIONS, |out| {
            for (hand, out) in desk.waiting(number).zip(out.chunks_exact_mut(ACTIONS)) {
                let mask = legal_mask(hand);
                out.iter_mut().enumerate().for_each(|(action, out)| *out = mask >> action & 1);
            }
            Ok(())
        })?;
        Ok((count, observations, legal))
    }

    /// Do what a policy outside wants: an int64 array with an action for each hand that it was asked about.
    ///
    /// ``IllegalAction`` names the first row whose action is not legal; nothing is done then.
    fn act(&mut self, number: usize, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = Array::<i64>::borrow("actions", "int64", actions)?;
        let count = self.desk.waiting(number).len();
        if actions.shape() != [count] {
            return Err(SokoError::new_err(format!("{} actions: {count} are needed", actions.elements().len())));
        }
        self.desk.act(number, actions.elements()).map_err(|refused| {
            let legal = (0..ACTIONS).filter(|action| refused.legal >> action & 1 == 1);
            let legal: Vec<_> = legal.map(|action| format!("{action} ({})", ACTION_NAMES[action])).collect();
            let (row, action) = (refused.row, refused.action);
            IllegalAction::new_err(format!("row {row}: action {action}; legal: {}", legal.join(", ")))
        })
    }

    /// How many hands are over.
    #[getter]
    fn hands(&self) -> u64 {
        self.desk.scores().hands
    }

    /// Return what has been scored so far.
    fn scores(&self) -> ScoresFields {
        scores_fields(self.desk.scores())
    }
}
