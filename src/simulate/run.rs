//! Blocks of deals shared out among threads.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::count::Counter;
use super::dealing::{Dealer, Dealing};
use super::tally::Tally;
use crate::chance::{BLOCK, Key};
use crate::rules::Rules;
use crate::workers::{Signals, Watch, work_through};

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
    let (tally, finished) = simulate_blocks(rules, dealing, n, 0..n.div_ceil(BLOCK), key, threads, watch);
    finished.then_some(tally)
}

/// Deals the given blocks of the first `n` deals of a key and counts them.
///
/// Comes back with what was counted and whether all of it was; a stopped run keeps the blocks that were finished.
pub fn simulate_blocks(
    rules: &Rules,
    dealing: &Dealing,
    n: u64,
    blocks: Range<u64>,
    key: &Key,
    threads: usize,
    watch: &mut dyn Watch,
) -> (Tally, bool) {
    run_blocks(dealing.players(), blocks, threads, watch, |block, _| {
        Some(count_block(rules, dealing, key, block, BLOCK.min(n - block * BLOCK)))
    })
}

/// Counts numbered blocks of any work on `threads` threads while the watch looks after them.
///
/// `count` gives the tally of a block; when it is to stop it may give up and return `None`. Comes back with the tally of the
/// blocks that were finished and whether these are all.
pub(crate) fn run_blocks(
    players: usize,
    blocks: Range<u64>,
    threads: usize,
    watch: &mut dyn Watch,
    count: impl Fn(u64, &AtomicBool) -> Option<Tally> + Sync,
) -> (Tally, bool) {
    let none = || (Tally::new(players), 0);
    let work = |part, (tally, finished): &mut (Tally, u64), signals: &Signals| {
        let Some(counted) = count(blocks.start + part, signals.stop()) else { return };
        signals.report(counted.n);
        tally.add(&counted);
        *finished += 1;
    };
    let parts = blocks.end - blocks.start;
    let (gathered, _) = work_through(parts, threads, watch, &none, &work);
    let mut total = Tally::new(players);
    let mut finished = 0;
    for (tally, blocks) in gathered {
        total.add(&tally);
        finished += blocks;
    }
    (total, finished == parts)
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
