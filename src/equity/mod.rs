//! Equity: each seat's share of the pot when some cards are known, exactly where that is quick, else by sampling.
//!
//! [`SeatCards`] reads what is known of a hand, [`Situation`] lays it over the deal of a game, [`Situation::cost`] says
//! what the exact answer takes, [`exact`] gives it, and [`sample_blocks`] deals from the stream of chance. Every answer
//! is a [`Tally`]: for an exact one `n` is the number of runouts, each counted with the weight of its cards.

mod brute_force;
mod cheapest;
mod cost;
mod draw_table;
mod draws;
mod enumerate;
mod heads_up;
mod last_card;
mod last_step;
mod notation;
mod outcome;
mod overlaps;
mod range_dealer;
mod sample;
mod situation;
mod step;
mod ways;

use core::ops::Range;

pub use brute_force::brute_force;
pub use cost::{CHEAP, Cost, LIMIT, Method, TooLarge};
pub use notation::{Holding, NotationError, SeatCards};
pub use sample::{Sample, TooRare, check_sampling, sample_blocks, sample_until};
pub use situation::{EquityError, Situation};

use crate::simulate::{Tally, is_whole, run_blocks};
use crate::workers::Watch;
use enumerate::Enumeration;

/// As many steps are taken on the spot: they are over before a watch would be asked.
const QUICK: u128 = 2_000_000;

/// Counts all runouts of a situation in the cheapest way, on up to `threads` threads.
///
/// The tally is the same for every way and any threads. `None` when the watch stopped the run.
///
/// # Errors
/// [`TooLarge`] when that takes more than [`LIMIT`] steps.
///
/// ```
/// use soko::rules::{Preset, Stakes};
/// use soko::equity::{SeatCards, Situation, exact};
///
/// let rules = Preset::Soko.rules(Stakes::default()).unwrap();
/// let seats: Vec<SeatCards> = ["(As) Kd", "(?) Qh"].iter().map(|text| text.parse().unwrap()).collect();
/// let situation = Situation::new(&rules, &seats, &[], false).unwrap();
/// let tally = exact(&situation, 1, &mut |_| true).unwrap().unwrap();
/// assert_eq!(tally.n, 18_424 * 163_185);
/// ```
pub fn exact(situation: &Situation, threads: usize, watch: &mut dyn Watch) -> Result<Option<Tally>, TooLarge> {
    let cost = situation.cost();
    if cost.steps > LIMIT {
        return Err(TooLarge(cost));
    }
    if cost.steps > QUICK {
        return Ok(exact_by(situation, cost.method, threads, watch));
    }
    let work = Work::new(situation, cost.method);
    let mut total = Tally::new(situation.players());
    for part in 0..work.parts() {
        let Some(tally) = work.count(part, &|| false) else { return Ok(None) };
        total.add(&tally);
    }
    Ok(Some(total))
}

/// Counts all runouts of a situation in the given way, whatever it costs; `None` where it is no way for this situation,
/// when its counts would not fit 63 bits, and when the watch stopped the run.
pub fn exact_by(situation: &Situation, method: Method, threads: usize, watch: &mut dyn Watch) -> Option<Tally> {
    if !situation.is_countable() {
        return None;
    }
    let work = Work::new(situation, method);
    let parts: Range<u64> = 0..work.parts();
    let count = |part, stop: &dyn Fn() -> bool| work.count(part, stop);
    let (tally, finished) = run_blocks(situation.players(), &parts, threads, watch, count);
    is_whole(&finished, &parts).then_some(tally)
}

/// The work of a method, in parts that add up.
enum Work<'a> {
    LastCard(&'a Situation),
    HeadsUp(&'a Situation),
    Enumeration(Enumeration<'a>),
}

impl<'a> Work<'a> {
    fn new(situation: &'a Situation, method: Method) -> Self {
        match method {
            Method::LastCard => Self::LastCard(situation),
            Method::HeadsUp => Self::HeadsUp(situation),
            Method::Known | Method::Enumeration => Self::Enumeration(Enumeration::new(situation)),
        }
    }

    fn parts(&self) -> u64 {
        if let Self::Enumeration(enumeration) = self { enumeration.parts() } else { 1 }
    }

    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Tally> {
        match self {
            Self::LastCard(situation) => last_card::count(situation),
            Self::HeadsUp(situation) => heads_up::count(situation, stop),
            Self::Enumeration(enumeration) => enumeration.count(part, stop),
        }
    }
}
