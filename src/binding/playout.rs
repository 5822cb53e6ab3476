//! Whole hands between policies: scores cross here, and the rows that policies written in Python are asked about.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soko::actions::{ACTION_NAMES, ACTIONS, to_action};
use soko::chance::{Choices, Key, hand_key};
use soko::engine::Game;
use soko::history::write_history;
use soko::lockstep::Layout;
use soko::playout::{Decider, Playout as CorePlayout, PlayoutBatch as CoreBatch, Score, Scores};
use soko::policies::{Draws, Policy, PolicyView};

use crate::buffers::Array;
use crate::errors::{ArgumentError, IllegalAction, SokoError, raised};
use crate::hand::Hand;
use crate::hand_history::{HandHistory, Move};
use crate::hand_start::Chips;
use crate::rules::Rules;
use crate::signals::SignalWatch;
use crate::simulate::{Counted, counted};
use crate::text::Word;

/// A score as Python gets it: hands, chips, squares, wins, folds, showdowns, and actions by street.
type ScoreFields = (u64, i128, u128, u64, u64, u64, Vec<[u64; ACTIONS]>);

/// What playouts return: deals, hands, showdowns, and scores by policy and by seat.
type ScoresFields = (u64, u64, u64, Vec<ScoreFields>, Vec<ScoreFields>);

/// What a policy gets besides observations: bytes of histories, numbers of hands, seats, and whether each is new.
type Context<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

fn score_fields(score: &Score) -> ScoreFields {
    let Score { hands, chips, squares, wins, folds, showdowns, actions } = score.clone();
    (hands, chips, squares, wins, folds, showdowns, actions)
}

fn scores_fields(scores: &Scores) -> ScoresFields {
    let fields = |scores: &[Score]| scores.iter().map(score_fields).collect();
    (scores.deals, scores.hands, scores.showdowns, fields(&scores.policies), fields(&scores.seats))
}

/// Writes what was won in each deal to the row of its number, counted from `first`.
fn write_chips(scores: &Scores, first: u64, out: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let (Some(by_deal), Some(out)) = (&scores.by_deal, out) else { return Ok(()) };
    let mut out = Array::<i64>::borrow("chips", "int64", out)?;
    let policies = scores.policies.len();
    if out.shape().len() != 2 || out.shape()[1] != policies {
        return Err(SokoError::new_err(format!("chips: an array (deals, {policies}) is needed")));
    }
    let rows = out.writable()?;
    for (deal, chips) in by_deal.rows() {
        let at = usize::try_from(deal - first).unwrap_or(usize::MAX).saturating_mul(policies);
        if let Some(row) = rows.get_mut(at..at.saturating_add(policies)) {
            row.copy_from_slice(chips);
        }
    }
    Ok(())
}

/// Return the names of the policies that are built in.
#[pyfunction]
pub fn policy_names() -> [&'static str; Policy::ALL.len()] {
    Policy::ALL.map(Policy::name)
}

/// The built-in policy of a name.
pub fn read_policy(name: &str) -> PyResult<Policy> {
    let unknown = || {
        let names = policy_names().join(", ");
        ArgumentError::new_err(format!("policy '{name}': unknown; built-in policies are {names}"))
    };
    Policy::from_name(name).ok_or_else(unknown)
}

/// Return what a built-in policy does in a hand where somebody is to act, as a kind and a total on the street, with the
/// chance of the first hand of the first table of a key; ``None`` when nobody is to act.
#[pyfunction]
pub fn suggested(hand: &Hand, policy: &str, key: [u64; 4]) -> PyResult<Option<(&'static str, u64)>> {
    let policy = read_policy(policy)?;
    let HandHistory { hand, moves, .. } = hand.history();
    let number = moves.iter().filter(|step| matches!(step, Move::Act(_))).count();
    if hand.has_unknown_cards() {
        return Err(SokoError::new_err(format!("policy '{}': the hand has unknown cards", policy.name())));
    }
    let draw = Choices::new(&hand_key(&Key(key), 0, 0)).draw(number as u64);
    let Some(view) = PolicyView::of_actor(hand) else { return Ok(None) };
    let action = to_action(hand, policy.choose(&view, &mut Draws::new(draw)));
    Ok(action.map(|action| (action.kind.name(), action.to)))
}

/// Who plays with whom, for what, and with which cards. ``policies`` are names, or ``None`` for one outside, and
/// ``players`` the policy of each player by its place among them.
#[pyclass(frozen, module = "soko._soko")]
pub struct Playout {
    core: CorePlayout,
    players: u8,
}

#[pymethods]
impl Playout {
    /// ``flags``: whether deals are played with all rotations, chips are averages over runouts, each deal's are kept, and
    /// hands keep their history.
    #[new]
    fn new(
        rules: &Rules,
        stacks: Chips,
        policies: Vec<Option<Word>>,
        players: Vec<usize>,
        flags: (bool, bool, bool, bool),
        key: [u64; 4],
    ) -> PyResult<Self> {
        let (duplicate, runouts, keeps_deals, keeps_history) = flags;
        let game = Arc::new(Game::new(rules.0.clone()).map_err(raised)?);
        let mut outside = 0..;
        let decider = |name: &Option<Word>| match name {
            None => Ok(Decider::Outside(outside.next().unwrap_or(0))),
            Some(name) => read_policy(&name.0).map(Decider::BuiltIn),
        };
        let deciders: Vec<_> = policies.iter().map(decider).collect::<PyResult<_>>()?;
        let playout = CorePlayout::new(game, &stacks.0, &deciders, &players, duplicate, &Key(key)).map_err(raised)?;
        let playout = if runouts { playout.with_runouts() } else { playout };
        let playout = if keeps_deals { playout.with_deals() } else { playout };
        let core = if keeps_history { playout.with_history() } else { playout };
        Ok(Self { core, players: players.len() as u8 })
    }

    /// How many hands are played of each deal.
    #[getter]
    fn hands_a_deal(&self) -> u64 {
        self.core.hands_a_deal()
    }

    /// Return how many deals have ``hands`` hands or a few more.
    ///
    /// ``PlanError`` when so many deals cannot be counted.
    fn deals_of(&self, hands: u64) -> PyResult<u64> {
        let deals = hands.div_ceil(self.core.hands_a_deal());
        self.core.check_chips(deals).map_err(raised)?;
        Ok(deals)
    }

    /// Play the deals ``first <= deal < last`` among policies that are built in.
    ///
    /// Return the scores, the deals that they are of, as ranges, and what stopped the run, as ``count_deals`` does.
    /// ``watch(done)`` is called with the number of hands. ``chips`` is where each deal's go, if they are kept: an int64
    /// array (deals, policies).
    #[pyo3(signature = (deals, threads, watch, chips = None))]
    fn run(
        &self,
        py: Python<'_>,
        deals: (u64, u64),
        threads: usize,
        watch: Option<Py<PyAny>>,
        chips: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Counted<ScoresFields>> {
        let mut signals = SignalWatch::new(watch);
        let run = py.detach(|| self.core.run(deals.0..deals.1, threads, &mut signals));
        let (scores, finished) = run.map_err(raised)?;
        write_chips(&scores, deals.0, chips)?;
        Ok(counted(scores_fields(&scores), &finished, signals))
    }

    /// Begin the deals ``first <= deal < last``, ``batch`` at a time, for policies outside.
    fn batch(&self, deals: (u64, u64), batch: usize) -> PyResult<PlayoutBatch> {
        let layout = Layout::new(self.core.game(), self.players);
        let batch = CoreBatch::new(self.core.clone(), deals.0..deals.1, batch).map_err(raised)?;
        Ok(PlayoutBatch { core: batch, layout, first: deals.0 })
    }
}

/// Deals on their way, for policies that are asked about many hands at once; ``Playout.batch`` makes them.
#[pyclass(module = "soko._soko")]
pub struct PlayoutBatch {
    core: CoreBatch,
    layout: Layout,
    first: u64,
}

#[pymethods]
impl PlayoutBatch {
    /// Play on until every deal waits for a policy outside or is over, and return whether any waits.
    ///
    /// ``watch`` as in ``Playout.run``; what it raises comes out, and what is over by then stays scored.
    fn advance(&mut self, py: Python<'_>, threads: usize, watch: Option<Py<PyAny>>) -> PyResult<bool> {
        let mut signals = SignalWatch::new(watch);
        let batch = &mut self.core;
        let waits = py.detach(|| batch.advance(threads, &mut signals));
        signals.outcome(waits)
    }

    /// Return what the policy outside of this number is asked: how many hands, their observations as bytes of float32
    /// rows, and what is legal as bytes of rows of seven.
    fn waiting<'py>(
        &self,
        py: Python<'py>,
        number: usize,
    ) -> PyResult<(usize, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (batch, width) = (&self.core, self.layout.width());
        let count = batch.legal(number).len();
        let mut row = vec![0.0; width];
        let observations = PyBytes::new_with(py, count * width * size_of::<f32>(), |out| {
            for (hand, out) in batch.waiting(number).zip(out.chunks_exact_mut(width * size_of::<f32>())) {
                self.layout.observe(hand, &mut row);
                out.as_chunks_mut().0.iter_mut().zip(&row).for_each(|(out, number)| *out = number.to_ne_bytes());
            }
            Ok(())
        })?;
        let legal = PyBytes::new_with(py, count * ACTIONS, |out| {
            for (mask, out) in batch.legal(number).zip(out.chunks_exact_mut(ACTIONS)) {
                out.iter_mut().enumerate().for_each(|(action, out)| *out = mask >> action & 1);
            }
            Ok(())
        })?;
        Ok((count, observations, legal))
    }

    /// Return what else a policy outside of this number may know of the same decisions, as bytes: rows of their histories
    /// as int8, the numbers of the hands as int64, the seats as int8, and whether each decision is the first of its seat.
    fn context<'py>(&self, py: Python<'py>, number: usize) -> Context<'py> {
        let decisions: Vec<_> = self.core.decisions(number).collect();
        let longest = || decisions.iter().map(|decision| decision.history.len()).max().unwrap_or(0);
        let length = self.core.playout().most_actions().unwrap_or_else(longest).max(1);
        let mut history = vec![0; decisions.len() * length];
        for (decision, row) in decisions.iter().zip(history.chunks_exact_mut(length)) {
            let players = decision.hand.players();
            write_history(decision.history.iter().copied(), players, Some(decision.seat), row);
        }
        let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes);
        (
            bytes(history.into_iter().map(i8::cast_unsigned).collect()),
            bytes(decisions.iter().flat_map(|decision| decision.number.to_ne_bytes()).collect()),
            bytes(decisions.iter().map(|decision| decision.seat).collect()),
            bytes(decisions.iter().map(|decision| decision.is_new.into()).collect()),
        )
    }

    /// Do what a policy outside wants: an int64 array with an action for each hand that it was asked about.
    ///
    /// ``IllegalAction`` names the first row whose action is not legal; nothing is done then.
    fn act(&mut self, number: usize, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = Array::<i64>::borrow("actions", "int64", actions)?;
        let count = self.core.legal(number).len();
        if actions.shape() != [count] {
            return Err(SokoError::new_err(format!("{} actions: {count} are needed", actions.elements().len())));
        }
        self.core.act(number, actions.elements()).map_err(|refused| {
            let legal = (0..ACTIONS).filter(|action| refused.legal >> action & 1 == 1);
            let legal: Vec<_> = legal.map(|action| format!("{action} ({})", ACTION_NAMES[action])).collect();
            let (row, action) = (refused.row, refused.action);
            IllegalAction::new_err(format!("row {row}: action {action}; legal: {}", legal.join(", ")))
        })
    }

    /// How many hands are over.
    #[getter]
    fn hands(&self) -> u64 {
        self.core.hands()
    }

    /// Return the scores of the blocks of 64 deals that are over, and these deals as ranges; ``chips`` as in
    /// ``Playout.run``.
    #[pyo3(signature = (chips = None))]
    fn scores(&self, chips: Option<&Bound<'_, PyAny>>) -> PyResult<(ScoresFields, Vec<(u64, u64)>)> {
        write_chips(self.core.scores(), self.first, chips)?;
        let finished = self.core.finished().iter().map(|deals| (deals.start, deals.end));
        Ok((scores_fields(self.core.scores()), finished.collect()))
    }
}
