//! Observations for any seat, histories and results so far: what `soko.Table` and `soko.Hand` show besides their own arrays.
//! `soko._observing` makes the arrays and checks what is given.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soko::actions::{ACTION_NAMES, ACTIONS, legal_mask, to_action};
use soko::engine::{Action, Game};
use soko::history::most_actions as most;
use soko::lockstep::{Encoder, Encoding};

use crate::buffers::Array;
use crate::errors::{ArgumentError, IllegalAction, raised};
use crate::hand::Hand;
use crate::integers::Integer;
use crate::rules::Rules;
use crate::signals::SignalWatch;
use crate::tables::Tables;
use crate::text::Word;

/// Return the most actions that a hand can have, ``None`` where only the chips set an end to them.
#[pyfunction]
pub fn most_actions(rules: &Rules, players: u8, shortest: u64) -> PyResult<Option<usize>> {
    let game = Game::new(rules.0.clone()).map_err(raised)?;
    Ok(most(&game, players, shortest))
}

/// Return the fields of an observation in one encoding: name, where it begins, and how many numbers it has.
#[pyfunction]
pub fn observed_fields(
    rules: &Rules,
    players: u8,
    encoding: Word,
    length: usize,
) -> PyResult<Vec<(&'static str, usize, usize)>> {
    let game = Game::new(rules.0.clone()).map_err(raised)?;
    let fields = Encoder::new(&game, players, read_encoding(&encoding.0)?, length).fields();
    Ok(fields.into_iter().map(|field| (field.name, field.start, field.len)).collect())
}

/// Write the history of each table to an array from now on.
#[pyfunction]
pub fn keep_history(
    py: Python<'_>,
    mut tables: PyRefMut<'_, Tables>,
    length: usize,
    history: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let history = Array::borrow("history", "int8", history)?;
    tables.keep_history(py, length, history)
}

/// Write what a seat sees at each table, or the seat to act for ``None``.
#[pyfunction]
pub fn observe_tables(
    py: Python<'_>,
    tables: PyRef<'_, Tables>,
    seat: Option<u8>,
    encoding: Word,
    length: usize,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let mut out = Array::<f32>::borrow("out", "float32", out)?;
    let core = tables.core();
    let (setup, encoding) = (core.setup(), read_encoding(&encoding.0)?);
    let encoder = Encoder::new(&setup.game, setup.players, encoding, length);
    out.expect_shape(&[setup.tables, encoder.width()])?;
    tables.check_apart_from(&out)?;
    let (rows, mut signals) = (out.writable()?, SignalWatch::new(None));
    let done = py.detach(|| core.observe(seat, &encoder, threads, rows, &mut signals));
    signals.outcome(done)
}

/// Write whose result is known at each table, and these results.
#[pyfunction]
pub fn settle_tables(
    py: Python<'_>,
    tables: PyRef<'_, Tables>,
    settled: &Bound<'_, PyAny>,
    results: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut settled = Array::<u8>::borrow("settled", "bool", settled)?;
    let mut results = Array::<i64>::borrow("results", "int64", results)?;
    let core = tables.core();
    let shape = [core.setup().tables, core.setup().players.into()];
    settled.expect_shape(&shape)?;
    results.expect_shape(&shape)?;
    let (settled, results) = (settled.elements_mut(&results)?, results.writable()?);
    let mut signals = SignalWatch::new(None);
    let done = py.detach(|| core.settled(settled, results, &mut signals));
    signals.outcome(done)
}

/// Write what a seat sees of a hand.
#[pyfunction]
pub fn observe_hand(
    hand: PyRef<'_, Hand>,
    seat: Integer,
    encoding: Word,
    length: usize,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut out = Array::<f32>::borrow("out", "float32", out)?;
    let (encoding, core) = (read_encoding(&encoding.0)?, &hand.history().hand);
    let seat = seat.seat("seat", core.players())?;
    let encoder = Encoder::new(core.game(), core.players(), encoding, length);
    out.expect_shape(&[encoder.width()])?;
    let steps = if encoder.history_length() > 0 { hand.history().steps() } else { Vec::new() };
    encoder.observe(core, seat, &steps, out.writable()?);
    Ok(())
}

/// Return the actions of a hand as bytes of ``seat * 8 + action``, with the seats of the table.
#[pyfunction]
pub fn hand_steps<'py>(py: Python<'py>, hand: PyRef<'_, Hand>) -> Bound<'py, PyBytes> {
    let steps: Vec<u8> = hand.history().steps().into_iter().map(i8::cast_unsigned).collect();
    PyBytes::new(py, &steps)
}

/// Return which numbered actions are legal in a hand, a bit each.
#[pyfunction]
pub fn legal_bits(hand: PyRef<'_, Hand>) -> u8 {
    legal_mask(&hand.history().hand)
}

/// The action that a number is in a hand now.
pub fn numbered(hand: &soko::Hand, number: Integer, summary: impl Fn() -> String) -> PyResult<Action> {
    let number = match number {
        Integer::Fits(number) if number < ACTIONS as u64 => number as u8,
        Integer::Fits(number) => return Err(no_action(&number.to_string())),
        Integer::Misfit(text) => return Err(no_action(&text)),
    };
    to_action(hand, number).ok_or_else(|| {
        let mask = legal_mask(hand);
        let legal: Vec<_> = (0..ACTIONS).filter(|action| mask >> action & 1 == 1).map(|a| a.to_string()).collect();
        let legal = if legal.is_empty() { "nothing".to_owned() } else { legal.join(" ") };
        let name = ACTION_NAMES[usize::from(number)];
        IllegalAction::new_err(format!("action {number}, {name}, is not legal ({}); legal: {legal}", summary()))
    })
}

#[cold]
fn no_action(number: &str) -> PyErr {
    ArgumentError::new_err(format!("action {number}: actions are 0 to {}", ACTIONS - 1))
}

fn read_encoding(name: &str) -> PyResult<Encoding> {
    let unknown = || {
        let names = Encoding::ALL.map(|encoding| format!("'{}'", encoding.name())).join(", ");
        ArgumentError::new_err(format!("encoding '{name}': unknown; encodings are {names}"))
    };
    Encoding::from_name(name).ok_or_else(unknown)
}

/// A function of the Python module that makes arrays, which is imported when it is first asked for: it needs numpy.
pub fn in_python<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("soko._observing")?.getattr(name)
}
