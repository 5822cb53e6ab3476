//! Blocks of deals shared out among threads.

use std::ops::Range;

use super::count::Counter;
use super::dealing::{Dealer, Dealing};
use super::tally::Tally;
use crate::chance::{BLOCK, Key};
use crate::rules::Rules;
use crate::workers::{Signals, Watch, finish_parts};

/// Deals the first `n` deals of a key and counts them, on `threads` threads.
///
/// The tally depends on the rules, the dealing, `n` and the key alone. `None` when the watch stopped the run.
pub fn simulate(
    rules: &Rules,
    dealing: &Dealing,
    n: u64,
    key: &Key,
    threads: usize,
    watch: &mut dyn Watch,
) -> Option<Tally> {
    let blocks = 0..n.div_ceil(BLOCK);
    let (tally, finished) = simulate_blocks(rules, dealing, n, blocks.clone(), key, threads, watch);
    is_whole(&finished, &blocks).then_some(tally)
}

/// Deals the given blocks of the first `n` deals of a key and counts them.
///
/// Comes back with what was counted and the blocks it was counted in, as ranges in their order: a stopped run keeps those
/// that were finished.
pub fn simulate_blocks(
    rules: &Rules,
    dealing: &Dealing,
    n: u64,
    blocks: Range<u64>,
    key: &Key,
    threads: usize,
    watch: &mut dyn Watch,
) -> (Tally, Vec<Range<u64>>) {
    run_blocks(dealing.players(), &blocks, threads, watch, |block, _| {
        Some(count_block(rules, dealing, key, block, BLOCK.min(n - block * BLOCK)))
    })
}

/// Counts numbered blocks of any work on `threads` threads while the watch looks after them.
///
/// `count` gives the tally of a block; when it is told to stop it may give up and return `None`. Comes back with the tally
/// of the blocks that were finished, and which these are.
pub(crate) fn run_blocks(
    players: usize,
    blocks: &Range<u64>,
    threads: usize,
    watch: &mut dyn Watch,
    count: impl Fn(u64, &dyn Fn() -> bool) -> Option<Tally> + Sync,
) -> (Tally, Vec<Range<u64>>) {
    let none = || Tally::new(players);
    let work = |block, tally: &mut Tally, signals: &Signals<'_>| {
        let Some(counted) = count(block, &|| signals.is_stopped()) else { return false };
        signals.report(counted.n);
        tally.add(&counted);
        true
    };
    let (gathered, finished) = finish_parts(blocks, threads, watch, &none, &work);
    let mut total = Tally::new(players);
    for tally in &gathered {
        total.add(tally);
    }
    (total, finished)
}

/// Whether ranges are all of the blocks.
pub(crate) fn is_whole(finished: &[Range<u64>], blocks: &Range<u64>) -> bool {
    blocks.is_empty() || matches!(finished, [all] if all == blocks)
}

/// Counts the first `n` deals of a block.
fn count_block(rules: &Rules, dealing: &Dealing, key: &Key, block: u64, n: u64) -> Tally {
    let mut groups = Dealer::new(dealing, key, block);
    let mut counter = Counter::new(rules, dealing);
    while counter.n() < n {
        let deals = first_deals(groups.deal(), n - counter.n());
        counter.count(&groups.cards, deals);
    }
    counter.finish()
}

/// The first `n` of the deals whose bits are set.
pub(crate) fn first_deals(mut deals: u64, n: u64) -> u64 {
    while u64::from(deals.count_ones()) > n {
        deals &= !(1 << deals.ilog2());
    }
    deals
}
