//! Blocks shared out among threads, with a watch that can stop them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::count::Counter;
use super::dealing::{Dealer, Dealing};
use super::stream::{BLOCK, Key};
use super::tally::Tally;
use crate::rules::Rules;

/// How often the watch is asked.
const BEAT: Duration = Duration::from_millis(20);

/// Somebody who looks after a long run: called now and then on the thread that started it, with the number of deals
/// done. The run stops soon after it says no.
pub trait Watch {
    /// Whether to go on.
    fn go_on(&mut self, done: u64) -> bool;
}

impl<F: FnMut(u64) -> bool> Watch for F {
    fn go_on(&mut self, done: u64) -> bool {
        self(done)
    }
}

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
    let (tally, whole) = simulate_blocks(rules, dealing, n, 0..n.div_ceil(BLOCK), key, threads, watch);
    whole.then_some(tally)
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
/// `count` gives the tally of a block; told to stop it may give up and return `None`. Comes back with the tally of the
/// blocks that were finished and whether these are all.
pub(super) fn run_blocks(
    players: usize,
    blocks: Range<u64>,
    threads: usize,
    watch: &mut dyn Watch,
    count: impl Fn(u64, &AtomicBool) -> Option<Tally> + Sync,
) -> (Tally, bool) {
    let next = AtomicU64::new(blocks.start);
    let done = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let work = || {
        let mut tally = Tally::new(players);
        while !stop.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks.end {
                return (tally, true);
            }
            let Some(counted) = count(block, &stop) else { break };
            done.fetch_add(counted.n, Ordering::Relaxed);
            tally.add(&counted);
        }
        (tally, false)
    };
    let workers = threads.clamp(1, usize::try_from(blocks.end - blocks.start).unwrap_or(usize::MAX).max(1));
    let mut total = Tally::new(players);
    let mut whole = true;
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..workers {
            let sender = sender.clone();
            // A send fails only when this thread is gone, and then nobody waits.
            scope.spawn(move || drop(sender.send(work())));
        }
        drop(sender);
        loop {
            match results.recv_timeout(BEAT) {
                Ok((tally, finished)) => {
                    total.add(&tally);
                    whole &= finished;
                }
                Err(RecvTimeoutError::Timeout) => {
                    if !watch.go_on(done.load(Ordering::Relaxed)) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (total, whole)
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
pub(super) fn first_deals(mut deals: u64, n: u64) -> u64 {
    while u64::from(deals.count_ones()) > n {
        deals &= !(1 << deals.ilog2());
    }
    deals
}
