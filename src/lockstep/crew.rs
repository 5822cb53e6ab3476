//! Numbered parts of any work, shared out among threads while a watch can stop them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::simulate::Watch;

/// How often the watch is asked.
const BEAT: Duration = Duration::from_millis(20);

/// What the threads tell one another.
#[derive(Debug, Default)]
pub(super) struct Signals {
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
}

impl Signals {
    /// Whether the work is to be left as it is.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells how much was done.
    pub fn report(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }
}

/// Works through parts 0 to `parts - 1`: each thread gathers what it did in a value of its own, which all come back in
/// no order. `None` when the watch stopped the work.
pub(super) fn work_through<T: Send>(
    parts: u64,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(u64, &mut T, &Signals) + Sync),
) -> Option<Vec<T>> {
    let signals = Signals::default();
    let work_on = || {
        let mut gathered = empty();
        while !signals.is_stopped() {
            let part = signals.next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                break;
            }
            work(part, &mut gathered, &signals);
        }
        gathered
    };
    let workers = threads.clamp(1, usize::try_from(parts).unwrap_or(usize::MAX).max(1));
    let mut all = Vec::with_capacity(workers);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..workers {
            let sender = sender.clone();
            // A send fails only when this thread is gone, and then nobody waits.
            scope.spawn(move || drop(sender.send(work_on())));
        }
        drop(sender);
        loop {
            match results.recv_timeout(BEAT) {
                Ok(gathered) => all.push(gathered),
                Err(RecvTimeoutError::Timeout) => {
                    if !watch.go_on(signals.done.load(Ordering::Relaxed)) {
                        signals.stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (!signals.is_stopped()).then_some(all)
}
