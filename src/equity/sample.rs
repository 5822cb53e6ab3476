//! Sampled deals of a situation: how many, which of them count, and when they are enough.

use core::fmt;
use core::iter;
use std::ops::Range;

use super::draw_table::Source;
use super::range_dealer::RangeDealer;
use super::situation::Situation;
use crate::chance::stream::GROUP;
use crate::chance::{BLOCK, Key};
use crate::simulate::{Counter, Tally, first_deals, is_whole, run_blocks, simulate_blocks};
use crate::workers::Watch;

/// Counts the given blocks of the first `n` deals of a key.
///
/// Comes back with what was counted and the blocks it was counted in, as ranges in their order: a stopped run keeps those
/// that were finished. The tally depends on the situation, `n`, the blocks and the key alone. Without sets of cards the deals are those of
/// [`simulate_blocks`].
pub fn sample_blocks(
    situation: &Situation,
    n: u64,
    blocks: Range<u64>,
    key: &Key,
    threads: usize,
    watch: &mut dyn Watch,
) -> (Tally, Vec<Range<u64>>) {
    if situation.ranges().next().is_none() {
        return simulate_blocks(&situation.rules, &situation.dealing, n, blocks, key, threads, watch);
    }
    let source = Source::of(situation);
    run_blocks(situation.players(), &blocks, threads, watch, |block, stop| {
        count_block(situation, &source, key, block, BLOCK.min(n - block * BLOCK), stop)
    })
}

/// How many groups are dealt between two looks at whether to stop: some microseconds.
const GROUPS_BETWEEN_SIGNALS: u64 = 32;

/// Counts the first `n` deals of a block, `None` when it was stopped.
fn count_block(
    situation: &Situation,
    source: &Source,
    key: &Key,
    block: u64,
    n: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Tally> {
    let mut groups = RangeDealer::new(situation, source, key, block);
    let mut counter = Counter::new(&situation.rules, &situation.dealing);
    for group in 0u64.. {
        if counter.n() >= n {
            break;
        }
        // Where sets collide often, a block takes long.
        if group % GROUPS_BETWEEN_SIGNALS == GROUPS_BETWEEN_SIGNALS - 1 && stop() {
            return None;
        }
        let deals = first_deals(groups.deal(), n - counter.n());
        if deals != 0 {
            counter.count(&groups.cards, deals);
        }
    }
    Some(counter.finish())
}

/// How rarely sets of cards can be filled without any card in two places. Deals are drawn until they fit, and so few of
/// them would take for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooRare {
    /// How many deals fitted.
    pub fitting: u64,
    /// Of how many.
    pub tries: u64,
}

impl fmt::Display for TooRare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fitting, tries } = self;
        write!(f, "the sets of cards leave too little room: {fitting} of {tries} deals fit, too few to sample")
    }
}

impl core::error::Error for TooRare {}

/// Deals are tried out so many times at most: a twentieth of a second.
const TRIES: u64 = 1 << 20;
/// When so many of them fit, deals can be sampled: a block then takes some seconds at worst.
const FITTING: u64 = 64;

/// Tries whether deals of a situation can be sampled: whether enough of them fit. It depends on the situation alone.
///
/// # Errors
/// [`TooRare`] when too few do.
pub fn check_sampling(situation: &Situation) -> Result<(), TooRare> {
    if situation.ranges().next().is_none() {
        return Ok(());
    }
    let source = Source::of(situation);
    let mut groups = RangeDealer::new(situation, &source, &Key([0; 4]), 0);
    let mut fitting = 0;
    for _ in 0..TRIES / GROUP as u64 {
        fitting += u64::from(groups.deal().count_ones());
        if fitting >= FITTING {
            return Ok(());
        }
    }
    Err(TooRare { fitting, tries: TRIES })
}

/// What was sampled to come to a standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What was counted.
    pub tally: Tally,
    /// The blocks that it was counted in, as ranges in their order.
    pub finished: Vec<Range<u64>>,
    /// How many blocks were to be counted, as far as was known.
    pub blocks: u64,
    /// Whether the standard errors are as small as they were to be; not when the watch stopped the run.
    pub is_reached: bool,
}

/// Deals whole blocks of a key until the standard error of every seat's share is `target` or less.
///
/// How many that are depends on the situation, the key and the target alone.
pub fn sample_until(situation: &Situation, target: f64, key: &Key, threads: usize, watch: &mut dyn Watch) -> Sample {
    let mut total = Tally::new(situation.players());
    let (mut done, mut next) = (0, 1);
    loop {
        let before = total.n;
        let mut watch = |now: u64| watch.go_on(before + now);
        let (tally, mut finished) = sample_blocks(situation, next * BLOCK, done..next, key, threads, &mut watch);
        total.add(&tally);
        if !is_whole(&finished, &(done..next)) {
            match finished.first_mut() {
                Some(first) if first.start == done => first.start = 0,
                _ if done > 0 => finished.insert(0, 0..done),
                _ => {}
            }
            return Sample { tally: total, finished, blocks: next, is_reached: false };
        }
        let error = (0..situation.players()).map(|seat| total.std_error(seat)).fold(0.0, f64::max);
        if error <= target {
            let finished = iter::once(0..next).collect();
            return Sample { tally: total, finished, blocks: next, is_reached: true };
        }
        done = next;
        next = blocks_for(done, error / target);
    }
}

/// How many blocks are to be done in all when `done` blocks leave this many times the error that is wanted.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "an estimate, kept between bounds")]
fn blocks_for(done: u64, excess: f64) -> u64 {
    // Errors fall with the square root of the deals; an early estimate is not trusted for long.
    let wanted = (done as f64 * excess * excess).ceil() as u64;
    wanted.clamp(done + 1, done.saturating_mul(16))
}
