//! Many tables in lockstep: the compiled half of `soko.Table`, which lends the arrays.

use std::sync::Arc;

use pyo3::buffer::Element;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soko::actions::{ACTION_NAMES, ACTIONS};
use soko::chance::Key;
use soko::engine::Game;
use soko::engine::MAX_SEATS;
use soko::lockstep::{
    ActionNumber, Autoreset, Checkpoint, Layout, Onto, Order, Play, Rows, Setup, Tables as CoreTables,
};
use soko::workers::Watch;

use crate::buffers::Array;
use crate::errors::{SokoError, raised};
use crate::hand::Hand;
use crate::hand_history::{HandHistory, Move};
use crate::playout::read_policy;
use crate::rules::Rules;
use crate::signals::{SignalWatch, in_steps};
use crate::text::Word;

/// How many turns are played between two looks at the signals: some hundredths of a second a thread.
const TURNS_BETWEEN_SIGNALS: usize = 1 << 19;
/// How many hands are put at tables.
const HANDS_BETWEEN_SIGNALS: usize = 1 << 14;
/// How many turns where they go in lanes.
const TURNS_IN_LANES: usize = 1 << 21;

/// The arrays that a step is written to, borrowed for as long as the tables live.
struct Arrays {
    actors: Array<i8>,
    legal: Array<u8>,
    observations: Array<f32>,
    rewards: Array<i64>,
    terminated: Array<u8>,
    finals: Option<Array<f32>>,
    /// Where somebody asks for it.
    history: Option<Array<i8>>,
}

type Lent<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
);

impl Arrays {
    fn borrow(lent: &Lent<'_>, setup: &Setup, width: usize) -> PyResult<Self> {
        let (actors, legal, observations, rewards, terminated, finals) = lent;
        let mut arrays = Self {
            actors: Array::borrow("actors", "int8", actors)?,
            legal: Array::borrow("legal", "bool", legal)?,
            observations: Array::borrow("observations", "float32", observations)?,
            rewards: Array::borrow("rewards", "int64", rewards)?,
            terminated: Array::borrow("terminated", "bool", terminated)?,
            finals: finals.as_ref().map(|finals| Array::borrow("final_observations", "float32", finals)).transpose()?,
            history: None,
        };
        let n = setup.tables;
        arrays.actors.expect_shape(&[n])?;
        arrays.legal.expect_shape(&[n, ACTIONS])?;
        arrays.observations.expect_shape(&[n, width])?;
        arrays.rewards.expect_shape(&[n, setup.players.into()])?;
        arrays.terminated.expect_shape(&[n])?;
        arrays.finals.as_ref().map_or(Ok(()), |finals| finals.expect_shape(&[n, width]))?;
        arrays.check_apart()?;
        arrays.rows(true)?;
        Ok(arrays)
    }

    fn check_apart(&self) -> PyResult<()> {
        self.apart_from(&self.actors, 1)?;
        self.apart_from(&self.legal, 2)?;
        self.apart_from(&self.observations, 3)?;
        self.apart_from(&self.rewards, 4)?;
        self.finals.as_ref().map_or(Ok(()), |finals| finals.apart(&self.terminated))
    }

    /// `SokoError` when an array shares memory with one of these from the given number on.
    fn apart_from<T: Element>(&self, array: &Array<T>, from: u8) -> PyResult<()> {
        if let Some(history) = &self.history {
            array.apart(history)?;
        }
        if from == 0 {
            array.apart(&self.actors)?;
        }
        if from <= 1 {
            array.apart(&self.legal)?;
        }
        if from <= 2 {
            array.apart(&self.observations)?;
        }
        if from <= 3 {
            array.apart(&self.rewards)?;
        }
        self.finals.as_ref().map_or(Ok(()), |finals| array.apart(finals))?;
        array.apart(&self.terminated)
    }

    fn rows(&mut self, observe: bool) -> PyResult<Rows<'_>> {
        Ok(Rows {
            actors: self.actors.writable()?,
            legal: self.legal.writable()?,
            observations: if observe { Some(self.observations.writable()?) } else { None },
            history: self.history.as_mut().filter(|_| observe).map(Array::writable).transpose()?,
            rewards: self.rewards.writable()?,
            terminated: self.terminated.writable()?,
            finals: self.finals.as_mut().map(Array::writable).transpose()?,
        })
    }
}

/// N hands of a game in lockstep. ``soko.Table`` makes the arrays and checks what is given.
#[pyclass(module = "soko._soko")]
pub struct Tables {
    rules: Py<Rules>,
    core: CoreTables,
    arrays: Arrays,
    /// What they were before a step that may have to be taken back.
    kept: Option<Checkpoint>,
}

/// How tables go on: the mode, whether deals come again, the policy of each seat that is played inside, the seats of
/// callables, for how many deals stacks are given, and the keys of tables that have their own.
type PlayFields = (Word, bool, Vec<Option<Word>>, Vec<u8>, usize, Vec<[u64; 4]>);

fn read_play((mode, duplicate, policies, elsewhere, deals, keys): PlayFields) -> PyResult<Play> {
    let autoreset = match mode.0.as_str() {
        "same" => Autoreset::Same,
        "next" => Autoreset::Next,
        _ => Autoreset::Off,
    };
    let mut inside = [None; MAX_SEATS];
    for (slot, policy) in inside.iter_mut().zip(&policies) {
        *slot = policy.as_ref().map(|name| read_policy(&name.0)).transpose()?;
    }
    let (elsewhere, keys) = (elsewhere.into_iter().collect(), keys.into_iter().map(Key).collect());
    Ok(Play { autoreset, duplicate, inside, elsewhere, deals, keys })
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (rules, players, tables, stacks, key, first, play, arrays, saved = None))]
    #[expect(clippy::too_many_arguments, reason = "one flat call from one place")]
    fn new(
        py: Python<'_>,
        rules: Py<Rules>,
        players: u8,
        tables: usize,
        stacks: Vec<u64>,
        key: [u64; 4],
        first: u64,
        play: PlayFields,
        arrays: Lent<'_>,
        saved: Option<&[u8]>,
    ) -> PyResult<Self> {
        let game = Arc::new(Game::new(rules.get().0.clone()).map_err(raised)?);
        let setup = Setup { game, players, tables, stacks, key: Key(key), first, play: read_play(play)? };
        let width = Layout::new(&setup.game, players).width();
        let arrays = Arrays::borrow(&arrays, &setup, width)?;
        let mut signals = SignalWatch::new(None);
        let made = py.detach(|| match saved {
            None => CoreTables::new_watched(setup, &mut signals),
            Some(saved) => CoreTables::load_watched(setup, saved, &mut signals),
        });
        if let Some(raised) = signals.raised() {
            return Err(raised);
        }
        let mut tables = Self { rules, core: made.map_err(raised)?, arrays, kept: None };
        tables.show(py)?;
        Ok(tables)
    }

    /// Return the fields of an observation: name, where it begins, and how many numbers it has.
    #[staticmethod]
    fn layout(rules: &Rules, players: u8) -> PyResult<Vec<(&'static str, usize, usize)>> {
        let game = Game::new(rules.0.clone()).map_err(raised)?;
        let fields = Layout::new(&game, players).fields();
        Ok(fields.into_iter().map(|field| (field.name, field.start, field.len)).collect())
    }

    /// Write all arrays again.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut signals = SignalWatch::new(None);
        let (tables, rows) = (&self.core, self.arrays.rows(true)?);
        py.detach(|| tables.show_watched(rows, &mut signals));
        signals.raised().map_or(Ok(()), Err)
    }

    /// Do one action at each table; ``replace`` says what becomes of those that are not legal.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        replace: bool,
        observe: bool,
        threads: usize,
    ) -> PyResult<()> {
        // Argmax gives the first of these and small tables of actions the next.
        if let Some(actions) = of_type::<i64>("actions", actions)? {
            return self.step_with(py, &actions, replace, observe, threads);
        }
        if let Some(actions) = of_type::<i8>("actions", actions)? {
            return self.step_with(py, &actions, replace, observe, threads);
        }
        if let Some(actions) = of_type::<u8>("actions", actions)? {
            return self.step_with(py, &actions, replace, observe, threads);
        }
        let actions = Array::<i32>::borrow("actions", "int64, int32, int8 or uint8", actions)?;
        self.step_with(py, &actions, replace, observe, threads)
    }

    /// Do one action at each table that takes part, or with ``None`` one at random, and play the seats inside.
    ///
    /// ``which`` are bytes, ``None`` for all tables. ``onto`` is what becomes of what the rows show of hands that were
    /// over: "fresh", "sum", "step" or "hold". Ctrl-C leaves tables that have moved: ``go_back`` puts them back.
    #[expect(clippy::too_many_arguments, reason = "one flat call from one place")]
    fn step_some(
        &mut self,
        py: Python<'_>,
        actions: Option<&Bound<'_, PyAny>>,
        which: Option<&Bound<'_, PyAny>>,
        onto: Word,
        replace: bool,
        observe: bool,
        threads: usize,
    ) -> PyResult<()> {
        let tables = self.core.setup().tables;
        let which = which.map(|which| Array::<u8>::borrow("where", "bool", which)).transpose()?;
        which.as_ref().map_or(Ok(()), |which| which.expect_shape(&[tables]))?;
        // The caller may change what it gave meanwhile, and who takes part must not change.
        let which = which.map(|which| which.elements().to_vec());
        let onto = match onto.0.as_str() {
            "sum" => Onto::Sum,
            "step" => Onto::Step,
            "hold" => Onto::Hold,
            _ => Onto::Fresh,
        };
        let order = Order { which: which.as_deref(), onto, replace, threads };
        let Some(actions) = actions else { return self.step_by::<i8>(py, None, &order, observe) };
        if let Some(actions) = of_type::<i64>("actions", actions)? {
            return self.step_by(py, Some(&actions), &order, observe);
        }
        if let Some(actions) = of_type::<i8>("actions", actions)? {
            return self.step_by(py, Some(&actions), &order, observe);
        }
        if let Some(actions) = of_type::<u8>("actions", actions)? {
            return self.step_by(py, Some(&actions), &order, observe);
        }
        let actions = Array::<i32>::borrow("actions", "int64, int32, int8 or uint8", actions)?;
        self.step_by(py, Some(&actions), &order, observe)
    }

    /// Begin hands at the tables of some bytes, with other stacks (all tables' in their order) and another key, if given.
    fn reset(
        &mut self,
        py: Python<'_>,
        which: &Bound<'_, PyAny>,
        stacks: Option<Vec<u64>>,
        key: Option<[u64; 4]>,
    ) -> PyResult<()> {
        let which = Array::<u8>::borrow("mask", "bool", which)?;
        which.expect_shape(&[self.core.setup().tables])?;
        let which = which.elements().to_vec();
        let (mut signals, may_stop) = (SignalWatch::new(None), self.kept.is_some());
        let (tables, rows) = (&mut self.core, self.arrays.rows(true)?);
        let mut watch = |done| !may_stop || signals.go_on(done);
        let done = py.detach(|| tables.reset(&which, stacks.as_deref(), key.map(Key), rows, &mut watch));
        signals.raised().map_or_else(|| done.map_err(raised), Err)
    }

    /// Remember what the tables are, with what they begin with if that may change. Only then does Ctrl-C stop what is done
    /// to them, as it can be taken back.
    fn keep(&mut self, with_setup: bool) {
        self.kept = Some(self.core.checkpoint(with_setup));
    }

    /// Make the tables what ``keep`` remembered; the arrays are the caller's.
    fn go_back(&mut self) -> PyResult<()> {
        if let Some(kept) = self.kept.take() {
            self.core.restore(kept);
            self.core.show_history(self.arrays.rows(true)?);
        }
        Ok(())
    }

    /// Forget what ``keep`` remembered.
    fn forget(&mut self) {
        self.kept = None;
    }

    /// Play the seats inside wherever one is to act, and write all arrays again.
    fn play_inside(&mut self, py: Python<'_>) -> PyResult<()> {
        let (mut signals, may_stop) = (SignalWatch::new(None), self.kept.is_some());
        let tables = &mut self.core;
        let mut watch = |done| !may_stop || signals.go_on(done);
        let whole = py.detach(|| tables.play_inside(&mut watch));
        signals.outcome(whole.then_some(()))?;
        self.show(py)
    }

    /// Put stacks in place of those of some deals: int64 arrays of tables and deals (k,), and of stacks (k, players).
    fn put_stacks(
        &mut self,
        tables: &Bound<'_, PyAny>,
        deals: &Bound<'_, PyAny>,
        stacks: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let tables = Array::<i64>::borrow("tables", "int64", tables)?;
        let deals = Array::<i64>::borrow("deals", "int64", deals)?;
        let stacks = Array::<i64>::borrow("stacks", "int64", stacks)?;
        let rows = stacks.elements().chunks_exact(self.core.setup().players.into());
        for ((&table, &deal), row) in tables.elements().iter().zip(deals.elements()).zip(rows) {
            let row: Vec<u64> = row.iter().map(|stack| stack.cast_unsigned()).collect();
            self.core
                .put_stacks(usize::try_from(table).unwrap_or(usize::MAX), deal.cast_unsigned(), &row)
                .map_err(raised)?;
        }
        Ok(())
    }

    /// The stacks with which hands begin: of one table for all, or of all tables one after the other.
    #[getter]
    fn stacks(&self) -> Vec<u64> {
        self.core.setup().stacks.clone()
    }

    /// For how many deals in a row a table has stacks of its own.
    #[getter]
    fn deals(&self) -> usize {
        self.core.setup().play.deals
    }

    /// Return the histories of the hands at some tables as bytes, and the length of each.
    fn histories<'py>(&self, py: Python<'py>, tables: Vec<usize>) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let (rows, length) = self.core.histories(&tables).map_err(raised)?;
        let bytes: Vec<u8> = rows.into_iter().map(i8::cast_unsigned).collect();
        Ok((PyBytes::new(py, &bytes), length))
    }

    /// The keys of the cards: that of the tables that have none of their own, and those of all tables, if any has.
    #[getter]
    fn keys(&self) -> ([u64; 4], Vec<[u64; 4]>) {
        let setup = self.core.setup();
        (setup.key.0, setup.play.keys.iter().map(|key| key.0).collect())
    }

    /// Let steps at random go in lanes where they can, or not; for comparisons, as it makes no difference but to the time.
    fn allow_lanes(&mut self, allowed: bool) {
        self.core.allow_lanes(allowed);
    }

    /// Do steps with random legal actions.
    fn step_random(&mut self, py: Python<'_>, steps: usize, observe: bool, threads: usize) -> PyResult<()> {
        let turns = if self.core.hands_in_lanes() { TURNS_IN_LANES } else { TURNS_BETWEEN_SIGNALS };
        let at_once = (turns * threads.max(1) / self.core.setup().tables).max(1);
        let (tables, arrays) = (&mut self.core, &mut self.arrays);
        in_steps(py, steps, at_once, |now| {
            let rows = arrays.rows(observe && now.end == steps)?;
            if now.start == 0 {
                rows.rewards.fill(0);
            }
            py.detach(|| tables.step_random(now.len(), threads, rows));
            Ok(())
        })
    }

    /// Return what a built-in policy would do, a byte a table: where one of the seats is to act, 0 elsewhere.
    fn suggest<'py>(
        &self,
        py: Python<'py>,
        policy: Word,
        seats: Vec<u8>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (policy, seats) = (read_policy(&policy.0)?, seats.into_iter().collect());
        let mut signals = SignalWatch::new(None);
        PyBytes::new_with(py, self.core.setup().tables, |out| {
            let done = py.detach(|| self.core.suggest(policy, seats, threads, out, &mut signals));
            signals.outcome(done)
        })
    }

    /// Return actions drawn by weights, a byte a table.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        weights: &Bound<'py, PyAny>,
        key: [u64; 4],
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if let Some(weights) = of_type::<f32>("weights", weights)? {
            return self.sample_by(py, &weights, Key(key), threads);
        }
        let weights = Array::<f64>::borrow("weights", "float32 or float64", weights)?;
        self.sample_by(py, &weights, Key(key), threads)
    }

    /// Return the hand at a table, with its history.
    fn hand(&self, py: Python<'_>, table: usize) -> PyResult<Hand> {
        let history = self.core.history(table).map_err(raised)?;
        let history = HandHistory::of_table(Arc::clone(&self.core.setup().game), &history);
        let history = history.ok_or_else(|| SokoError::new_err("the history of this table is not a valid hand"))?;
        Ok(Hand::of_history(self.rules.clone_ref(py), history))
    }

    /// Put a hand at a table.
    fn set_hand(&mut self, table: usize, hand: &Hand) -> PyResult<()> {
        self.put(table, hand)?;
        // All of it is shown, as the hand stands at the table already.
        self.core.show(self.arrays.rows(true)?);
        Ok(())
    }

    /// Put hands at the first tables.
    fn set_hands(&mut self, py: Python<'_>, hands: Vec<PyRef<'_, Hand>>) -> PyResult<()> {
        in_steps(py, hands.len(), HANDS_BETWEEN_SIGNALS, |mut tables| {
            tables.try_for_each(|table| self.put(table, &hands[table]))
        })?;
        self.show(py)
    }

    /// Return everything that the arguments do not say, as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.core.save())
    }

    /// How many actions were not legal and replaced.
    #[getter]
    fn illegal(&self) -> u64 {
        self.core.illegal()
    }

    /// Return the number of the hand at each table, as little-endian words of 64 bits.
    fn hands<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let words: Vec<u8> = self.core.hands().flat_map(u64::to_le_bytes).collect();
        PyBytes::new(py, &words)
    }
}

/// The array that is an argument, `None` when it has another type.
fn of_type<T: Element>(name: &'static str, array: &Bound<'_, PyAny>) -> PyResult<Option<Array<T>>> {
    match Array::borrow(name, "", array) {
        Ok(array) => Ok(Some(array)),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(array.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Tables {
    pub const fn core(&self) -> &CoreTables {
        &self.core
    }

    /// `SokoError` when an array shares memory with one of the tables.
    pub fn check_apart_from<T: Element>(&self, array: &Array<T>) -> PyResult<()> {
        self.arrays.apart_from(array, 0)
    }

    /// Writes the history of each table to an array from now on.
    pub fn keep_history(&mut self, py: Python<'_>, length: usize, mut history: Array<i8>) -> PyResult<()> {
        let tables = self.core.setup().tables;
        history.expect_shape(&[tables, length])?;
        self.check_apart_from(&history)?;
        history.writable()?;
        let mut signals = SignalWatch::new(None);
        if py.detach(|| self.core.keep_history(length, &mut signals)).is_none() {
            let full = || PyMemoryError::new_err(format!("history: no memory for {length} actions at {tables} tables"));
            return Err(signals.raised().unwrap_or_else(full));
        }
        self.arrays.history = Some(history);
        self.core.show_history(self.arrays.rows(true)?);
        Ok(())
    }

    fn put(&mut self, table: usize, hand: &Hand) -> PyResult<()> {
        let history = hand.history();
        let acts =
            history.moves.iter().filter_map(|step| if let Move::Act(action) = step { Some(*action) } else { None });
        self.core.set_hand(table, &history.hand, acts.collect()).map_err(raised)
    }

    fn sample_by<'py, W: Element + Into<f64> + Sync>(
        &self,
        py: Python<'py>,
        weights: &Array<W>,
        key: Key,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        weights.expect_shape(&[self.core.setup().tables, ACTIONS])?;
        let weights = weights.elements();
        PyBytes::new_with(py, self.core.setup().tables, |out| {
            let drawn = py.detach(|| self.core.sample(weights, &key, threads, out));
            drawn.map_err(raised)
        })
    }

    fn step_by<T: Element + ActionNumber>(
        &mut self,
        py: Python<'_>,
        actions: Option<&Array<T>>,
        order: &Order<'_>,
        observe: bool,
    ) -> PyResult<()> {
        if let Some(actions) = actions {
            actions.expect_shape(&[self.core.setup().tables])?;
            self.arrays.apart_from(actions, 0)?;
        }
        let mut signals = SignalWatch::new(None);
        // What cannot be taken back is done to the end.
        let may_stop = self.kept.is_some();
        let (tables, rows) = (&mut self.core, self.arrays.rows(observe)?);
        let actions = actions.map(Array::elements);
        let mut watch = |done| !may_stop || signals.go_on(done);
        let done = py.detach(|| tables.step_some(actions, order, rows, &mut watch));
        signals.raised().map_or_else(|| done.map_err(raised), Err)
    }

    fn step_with<T: Element + ActionNumber>(
        &mut self,
        py: Python<'_>,
        actions: &Array<T>,
        replace: bool,
        observe: bool,
        threads: usize,
    ) -> PyResult<()> {
        actions.expect_shape(&[self.core.setup().tables])?;
        self.arrays.apart_from(actions, 0)?;
        let (tables, actions, rows) = (&mut self.core, actions.elements(), self.arrays.rows(observe)?);
        py.detach(|| tables.step(actions, replace, threads, rows)).map_err(raised)
    }
}

/// Return what the actions are called, by number.
#[pyfunction]
pub fn action_names() -> [&'static str; ACTIONS] {
    ACTION_NAMES
}

/// Return the key of a hand of a table (docs/stream.md 8).
#[pyfunction]
pub fn hand_key(key: [u64; 4], table: u64, hand: u64) -> [u64; 4] {
    soko::chance::hand_key(&Key(key), table, hand).0
}
