//! Deals and simulations: keys, known cards and tallies cross here.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use soko::chance::{BLOCK, Key, shuffled_deck};
use soko::simulate::{
    DealRowError, Dealing, Layouts, SeatTally, Settled, Settler, Tally, deal_blocks, simulate_blocks,
};

use crate::buffers::{Array, shape_text};
use crate::cards::{read_card, read_cards};
use crate::errors::{CardError, raised};
use crate::ranking::{AnyRanking, AnyWild, agree};
use crate::rules::Rules;
use crate::signals::{SignalWatch, in_steps};

/// Known cards a seat, `None` where unknown.
type Known<'py> = Vec<Vec<Option<Bound<'py, PyAny>>>>;

fn dealing(rules: &Rules, players: usize, known: &Known<'_>, dead: &Bound<'_, PyAny>) -> PyResult<Dealing> {
    let read = |card: &Option<Bound<'_, PyAny>>| card.as_ref().map(read_card).transpose();
    let known: Vec<Vec<_>> =
        known.iter().map(|seat| seat.iter().map(read).collect::<PyResult<_>>()).collect::<PyResult<_>>()?;
    Dealing::new(&rules.0, players, &known, &read_cards(dead)?).map_err(raised)
}

/// Return how many cards each seat's hand has when ``players`` are dealt in, nobody folds and some cards are dead.
#[pyfunction]
#[pyo3(signature = (rules, players, dead = None))]
pub fn cards_per_hand(
    py: Python<'_>,
    rules: &Rules,
    players: usize,
    dead: Option<&Bound<'_, PyAny>>,
) -> PyResult<usize> {
    let none = PyTuple::empty(py).into_any();
    Ok(dealing(rules, players, &Vec::new(), dead.unwrap_or(&none))?.cards_per_hand())
}

/// Raise what is wrong with a question about deals, and do nothing else.
#[pyfunction]
pub fn check_deals(rules: &Rules, players: usize, known: Known<'_>, dead: &Bound<'_, PyAny>) -> PyResult<()> {
    dealing(rules, players, &known, dead).map(drop)
}

/// How many blocks are dealt between two looks at the signals: some hundredths of a second.
const BLOCKS_BETWEEN_SIGNALS: usize = 16;

/// Write the first deals of a key to ``out``, an array of uint8 of shape (n, players, cards): deal by deal, seat by seat,
/// each card's index in the order dealt.
#[pyfunction]
pub fn deal_into(
    py: Python<'_>,
    rules: &Rules,
    players: usize,
    key: [u64; 4],
    known: Known<'_>,
    dead: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let dealing = dealing(rules, players, &known, dead)?;
    let mut out = Array::<u8>::borrow("out", "uint8", out)?;
    let row = dealing.players() * dealing.cards_per_hand();
    let n = out.shape().first().copied().unwrap_or(0);
    out.expect_shape(&[n, dealing.players(), dealing.cards_per_hand()])?;
    let out = out.writable()?;
    let block = BLOCK as usize;
    in_steps(py, n, BLOCKS_BETWEEN_SIGNALS * block, |deals| {
        let first = (deals.start / block) as u64;
        py.detach(|| deal_blocks(&dealing, &Key(key), first, &mut out[deals.start * row..deals.end * row]));
        Ok(())
    })
}

/// How many deals a thread settles between two looks at the signals: some hundredths of a second.
const ROWS_BETWEEN_SIGNALS: usize = 1 << 20;

/// The arrays that deals are settled to: units and strengths by deal and seat, wild ranks and low seats by deal.
type Ends<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Settle deals, an array of uint8 of shape (n, players, cards) as ``deal_into`` writes it, to the arrays of ``out``:
/// uint16 (n, players) twice, int8 (n,) twice. Callers use ``settle_many``.
#[pyfunction]
pub fn settle_into(
    py: Python<'_>,
    rules: &Rules,
    deals: &Bound<'_, PyAny>,
    live: Option<&Bound<'_, PyAny>>,
    dead: &Bound<'_, PyAny>,
    out: Ends<'_>,
    threads: usize,
) -> PyResult<()> {
    let dead = read_cards(dead)?;
    let deals = Array::<u8>::borrow("deals", "uint8", deals)?;
    let &[n, players, cards] = deals.shape() else {
        let shape = shape_text(deals.shape());
        return Err(CardError::new_err(format!("deals of shape {shape}: (n, players, cards) is needed")));
    };
    let layouts = Layouts::new(&rules.0, players, &dead).map_err(raised)?;
    if cards != layouts.cards_per_hand() {
        let (shape, needed) = (shape_text(deals.shape()), shape_text(&[n, players, layouts.cards_per_hand()]));
        return Err(CardError::new_err(format!("deals of shape {shape}: {needed} is needed for {}", rules.0.name)));
    }
    let live = live.map(|live| Array::<u8>::borrow("live", "bool", live)).transpose()?;
    if let Some(live) = &live {
        live.expect_shape(&[n, players])?;
    }
    let mut units = Array::<u16>::borrow("out.units", "uint16", &out.0)?;
    let mut strengths = Array::<u16>::borrow("out.strengths", "uint16", &out.1)?;
    let mut wild = Array::<i8>::borrow("out.wild", "int8", &out.2)?;
    let mut low = Array::<i8>::borrow("out.low_spade", "int8", &out.3)?;
    units.expect_shape(&[n, players])?;
    strengths.expect_shape(&[n, players])?;
    wild.expect_shape(&[n])?;
    low.expect_shape(&[n])?;
    strengths.apart(&units)?;
    wild.apart(&units)?;
    wild.apart(&strengths)?;
    low.apart(&units)?;
    low.apart(&strengths)?;
    low.apart(&wild)?;
    if let Some(live) = &live {
        units.apart(live)?;
        strengths.apart(live)?;
        wild.apart(live)?;
        low.apart(live)?;
    }
    let (units, strengths) = (units.elements_mut(&deals)?, strengths.elements_mut(&deals)?);
    let (wild, low) = (wild.elements_mut(&deals)?, low.elements_mut(&deals)?);
    let settler = Settler::new(&rules.0, &layouts, &dead);
    let (deals, live) = (deals.elements(), live.as_ref().map(Array::elements));
    in_steps(py, n, ROWS_BETWEEN_SIGNALS * threads.max(1), |rows| {
        let seats = rows.start * players..rows.end * players;
        let settled = Settled {
            units: &mut units[seats.clone()],
            strengths: &mut strengths[seats.clone()],
            wild: &mut wild[rows.clone()],
            low: &mut low[rows.clone()],
        };
        let (deals, live) = (&deals[seats.start * cards..seats.end * cards], live.map(|live| &live[seats]));
        let done = py.detach(|| settler.settle(deals, live, settled, threads));
        done.map_err(|error| raised(DealRowError { row: error.row + rows.start, ..error }))
    })
}

/// Return the whole deck, 52 card indices, as the first deal of a key shuffles it.
#[pyfunction]
pub fn shuffled(py: Python<'_>, key: [u64; 4]) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &shuffled_deck(&Key(key)))
}

/// A tally as Python has it, in tuples all through: n, categories by seat, wins, ties, share units, wild ranks, deals
/// without a low spade, squares of parts, the share units that were won as low halves.
pub struct Counts(pub Tally);

impl<'py> IntoPyObject<'py> for Counts {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Tally { n, seats, wild_ranks, no_low_spade } = self.0;
        let categories = seats.iter().map(|seat| PyTuple::new(py, seat.categories)).collect::<PyResult<Vec<_>>>()?;
        let by_seat = |of: fn(&SeatTally) -> u128| PyTuple::new(py, seats.iter().map(|seat| Count(of(seat))));
        (
            n,
            PyTuple::new(py, categories)?,
            by_seat(|seat| seat.wins.into())?,
            by_seat(|seat| seat.ties.into())?,
            by_seat(|seat| seat.share_units)?,
            PyTuple::new(py, wild_ranks)?,
            no_low_spade,
            by_seat(|seat| seat.tie_squares)?,
            by_seat(|seat| seat.low_units)?,
        )
            .into_pyobject(py)
    }
}

/// A count as an int: few are so great that they need to be put together of two halves, which takes long.
struct Count(u128);

impl<'py> IntoPyObject<'py> for Count {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        Ok(match u64::try_from(self.0) {
            Ok(count) => count.into_pyobject(py)?,
            Err(_) => self.0.into_pyobject(py)?,
        })
    }
}

/// What long work returns: its counts, the blocks that they are of, as ranges in their order, and what stopped it,
/// ``None`` when it was done to the end.
pub type Counted<T> = (T, Vec<(u64, u64)>, Option<PyErr>);

/// What comes of work that keeps the blocks that were finished.
pub fn counted<T>(counts: T, finished: &[Range<u64>], signals: SignalWatch) -> Counted<T> {
    (counts, finished.iter().map(|blocks| (blocks.start, blocks.end)).collect(), signals.raised())
}

/// Deal and count the blocks ``first <= block < last`` of the first ``n`` deals of a key.
///
/// Return the counts, the blocks that they are of, as ranges, and what stopped the run: ``None``, or what ``watch`` raised
/// or a ``KeyboardInterrupt``. ``watch(done)`` is called about fifty times a second, if it is not ``None``.
#[pyfunction]
#[pyo3(signature = (rules, players, n, blocks, key, known, dead, threads, watch))]
#[expect(clippy::too_many_arguments, reason = "one flat call from one place")]
pub fn count_deals<'py>(
    py: Python<'py>,
    rules: &Rules,
    players: usize,
    n: u64,
    blocks: (u64, u64),
    key: [u64; 4],
    known: Known<'py>,
    dead: &Bound<'py, PyAny>,
    threads: usize,
    watch: Option<Py<PyAny>>,
) -> PyResult<Counted<Counts>> {
    let dealing = dealing(rules, players, &known, dead)?;
    let mut signals = SignalWatch::new(watch);
    let (tally, finished) =
        py.detach(|| simulate_blocks(&rules.0, &dealing, n, blocks.0..blocks.1, &Key(key), threads, &mut signals));
    Ok(counted(Counts(tally), &finished, signals))
}

/// Evaluate all 2,598,960 five-card hands and return how many make each category, 13 ints by ``soko.Category``.
#[pyfunction]
#[pyo3(signature = (ranking, wild = None))]
pub fn count_all_hands(py: Python<'_>, ranking: AnyRanking, wild: Option<AnyWild>) -> PyResult<[u64; 13]> {
    let wild = agree(ranking, wild)?;
    Ok(py.detach(|| soko::ranking::count_all_hands(ranking.0, wild)))
}
