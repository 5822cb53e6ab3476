//! Work shared among threads: every thread of the core is started here.
//!
//! Long work is cut into numbered parts (`work_through`, `work_through_chunks`): a thread that is done with one takes
//! the next, and meanwhile the caller's thread asks a [`Watch`] whether to go on, which is how Ctrl-C is noticed. Short
//! work is cut into as many shares as there are threads (`share_out`); who calls it in a loop looks at the signals in
//! between. The threads live as long as one call: a pool that outlives it would hang in a process that was forked.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

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

/// How often the watch is asked.
const BEAT: Duration = Duration::from_millis(20);

/// What the threads share while they work.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
}

impl Signals {
    /// Whether the work is to be left as it is.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is set when the work is to be left.
    pub const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Reports how much was done.
    pub fn report(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }
}

/// Works through parts 0 to `parts - 1`: each thread gathers what it did in a value of its own, which all come back in
/// no order, and whether the watch let them work to the end.
pub(crate) fn work_through<T: Send>(
    parts: u64,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(u64, &mut T, &Signals) + Sync),
) -> (Vec<T>, bool) {
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
    (all, !signals.is_stopped())
}

/// Works through a slice in the same way, `size` items a part: the work gets the number of the part and its items.
pub(crate) fn work_through_chunks<I: Send, T: Send>(
    items: &mut [I],
    size: usize,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(usize, &mut [I], &mut T, &Signals) + Sync),
) -> (Vec<T>, bool) {
    let chunks: Vec<_> = items.chunks_mut(size).map(Mutex::new).collect();
    work_through(chunks.len() as u64, threads, watch, empty, &|part, gathered, signals| {
        let Some(chunk) = chunks.get(part as usize) else { return };
        // No two threads take the same part, so none waits here.
        work(part as usize, &mut chunk.lock().unwrap_or_else(PoisonError::into_inner), gathered, signals);
    })
}

/// Works on some shares, each on a thread of its own and the last on this one; `take` is given what comes of them in
/// their order.
pub(crate) fn share_out<S: Send, R: Send>(
    shares: impl IntoIterator<Item = S>,
    work: &(impl Fn(S) -> R + Sync),
    mut take: impl FnMut(R),
) {
    let mut shares = shares.into_iter();
    let Some(mut last) = shares.next() else { return };
    thread::scope(|scope| {
        let mut others = Vec::new();
        for share in shares {
            let before = core::mem::replace(&mut last, share);
            others.push(scope.spawn(move || work(before)));
        }
        let done = work(last);
        for other in others {
            take(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        take(done);
    });
}
