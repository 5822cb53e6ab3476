//! Work shared among threads: every thread of the core is started here.
//!
//! Long work is cut into numbered parts (`work_through`, `work_through_chunks`, `finish_parts`): a thread that is done
//! with one takes the next, and meanwhile the caller's thread asks a [`Watch`] whether to go on, which is how Ctrl-C is
//! noticed. Short work is cut into as many shares as there are threads (`share_out`); who calls it in a loop looks at the
//! signals in between. The threads live as long as one call: a pool that outlives it would hang in a process that was
//! forked. Where one thread is enough it is the caller's, since to start another takes longer than short work.
//!
//! The system may refuse a thread, where processes or memory are limited. The work then goes on with the threads that
//! there are, at worst on the caller's alone, and comes to the same.

use core::cell::RefCell;
use core::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

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

/// So many threads are started unasked. To find out how many cores there are takes as long as to start a few of them.
const FEW: usize = 16;

/// How many threads the process can run at once: its cores, fewer where it is bound to some of them or where a control
/// group (a container) has a quota of their time.
///
/// To find that out means to read files of the system, so it is done once a second at most.
#[must_use]
pub fn cores() -> usize {
    static START: OnceLock<Instant> = OnceLock::new();
    // The second, counted from 1, and what was found in it.
    static FOUND: AtomicU64 = AtomicU64::new(0);
    let second = START.get_or_init(Instant::now).elapsed().as_secs() + 1;
    let found = FOUND.load(Ordering::Relaxed);
    if found >> 16 == second {
        return (found & 0xffff) as usize;
    }
    let cores = thread::available_parallelism().map_or(1, usize::from).min(0xffff);
    FOUND.store(second << 16 | cores as u64, Ordering::Relaxed);
    cores
}

/// How many threads are worth starting of those that are wanted: more than there are cores would only have parts of the
/// work under way for longer, and lose more of them when the work is stopped.
fn worth_starting(threads: usize) -> usize {
    if threads > FEW { threads.min(cores().max(FEW)) } else { threads.max(1) }
}

/// A watch that is asked on the thread that works, no more often than it need be.
pub(crate) struct Pacer<'a> {
    watch: &'a mut dyn Watch,
    asked: Instant,
    stopped: bool,
}

impl<'a> Pacer<'a> {
    pub fn new(watch: &'a mut dyn Watch) -> Self {
        Self { watch, asked: Instant::now(), stopped: false }
    }

    /// Whether to go on.
    pub fn goes_on(&mut self, done: u64) -> bool {
        if !self.stopped && self.asked.elapsed() >= BEAT {
            self.stopped = !self.watch.go_on(done);
            self.asked = Instant::now();
        }
        !self.stopped
    }
}

/// What the threads share while they work.
#[derive(Debug, Default)]
struct Shared {
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
}

/// What a thread that works knows of the others, and of the watch.
pub(crate) struct Signals<'a> {
    shared: &'a Shared,
    /// The watch, where nobody else asks it.
    pacer: Option<RefCell<Pacer<'a>>>,
}

impl Signals<'_> {
    /// Whether the work is to be left as it is.
    pub fn is_stopped(&self) -> bool {
        if let Some(pacer) = &self.pacer
            && !pacer.borrow_mut().goes_on(self.shared.done.load(Ordering::Relaxed))
        {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.was_stopped()
    }

    /// Whether it was found so before: without a look at the clock, which takes longer than many an action of a hand.
    pub fn was_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// Reports how much was done.
    pub fn report(&self, count: u64) {
        self.shared.done.fetch_add(count, Ordering::Relaxed);
    }
}

/// Works through parts 0 to `parts - 1`: each thread gathers what it did in a value of its own, which all come back in
/// no order, and whether the watch let them work to the end.
pub(crate) fn work_through<T: Send>(
    parts: u64,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(u64, &mut T, &Signals<'_>) + Sync),
) -> (Vec<T>, bool) {
    let shared = Shared::default();
    let work_on = |signals: &Signals<'_>| {
        let mut gathered = empty();
        while !signals.is_stopped() {
            let part = shared.next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                break;
            }
            work(part, &mut gathered, signals);
        }
        gathered
    };
    let workers = worth_starting(threads).min(usize::try_from(parts).unwrap_or(usize::MAX).max(1));
    let mut all = Vec::with_capacity(workers);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let start = |_: &usize| {
            let (sender, shared) = (sender.clone(), &shared);
            // A send fails only when this thread is gone, and then nobody waits.
            let work = move || drop(sender.send(work_on(&Signals { shared, pacer: None })));
            Builder::new().spawn_scoped(scope, work).is_ok()
        };
        let started = if workers > 1 { (0..workers).take_while(start).count() } else { 0 };
        drop(sender);
        if started == 0 {
            all.push(work_on(&Signals { shared: &shared, pacer: Some(RefCell::new(Pacer::new(watch))) }));
            return;
        }
        loop {
            match results.recv_timeout(BEAT) {
                Ok(gathered) => all.push(gathered),
                Err(RecvTimeoutError::Timeout) => {
                    if !watch.go_on(shared.done.load(Ordering::Relaxed)) {
                        shared.stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (all, !shared.stop.load(Ordering::Relaxed))
}

/// Works through numbered parts that count only when they are finished: `work` says whether a part is, and has added
/// nothing to what its thread gathers when it is not. Comes back with what was gathered, and with the parts that were
/// finished, as ranges in their order.
pub(crate) fn finish_parts<T: Send>(
    parts: &Range<u64>,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(u64, &mut T, &Signals<'_>) -> bool + Sync),
) -> (Vec<T>, Vec<Range<u64>>) {
    let none = || (empty(), 0, Vec::new());
    let work = |number, (gathered, taken, given_up): &mut (T, u64, Vec<u64>), signals: &Signals<'_>| {
        *taken = number + 1;
        if !work(parts.start + number, gathered, signals) {
            given_up.push(number);
        }
    };
    let (all, _) = work_through(parts.end.saturating_sub(parts.start), threads, watch, &none, &work);
    // Parts are taken in their order, so all before the last one that was taken were finished or given up.
    let taken = all.iter().map(|&(_, taken, _)| taken).max().unwrap_or(0);
    let mut gaps: Vec<u64> = all.iter().flat_map(|(_, _, given_up)| given_up.iter().copied()).collect();
    gaps.sort_unstable();
    let mut finished = Vec::new();
    let mut from = 0;
    for gap in gaps.into_iter().chain([taken]) {
        if from < gap {
            finished.push(parts.start + from..parts.start + gap);
        }
        from = gap + 1;
    }
    (all.into_iter().map(|(gathered, ..)| gathered).collect(), finished)
}

/// Works through a slice in the same way, `size` items a part: the work gets the number of the part and its items.
pub(crate) fn work_through_chunks<I: Send, T: Send>(
    items: &mut [I],
    size: usize,
    threads: usize,
    watch: &mut dyn Watch,
    empty: &(impl Fn() -> T + Sync),
    work: &(impl Fn(usize, &mut [I], &mut T, &Signals<'_>) + Sync),
) -> (Vec<T>, bool) {
    let chunks: Vec<_> = items.chunks_mut(size).map(Mutex::new).collect();
    work_through(chunks.len() as u64, threads, watch, empty, &|part, gathered, signals| {
        let Some(chunk) = chunks.get(part as usize) else { return };
        // No two threads take the same part, so none waits here.
        work(part as usize, &mut chunk.lock().unwrap_or_else(PoisonError::into_inner), gathered, signals);
    })
}

/// Works on some shares, on a thread for each of them with this one among these; `take` is given what comes of them in
/// their order.
pub(crate) fn share_out<S: Send, R: Send>(
    shares: impl IntoIterator<Item = S>,
    work: &(impl Fn(S) -> R + Sync),
    mut take: impl FnMut(R),
) {
    let mut shares = shares.into_iter();
    let Some(first) = shares.next() else { return };
    let Some(second) = shares.next() else { return take(work(first)) };
    // A share waits where any thread can take it, and so none is lost with a thread that was not started.
    let slots: Vec<_> =
        [first, second].into_iter().chain(shares).map(|share| Mutex::new((Some(share), None))).collect();
    let next = AtomicUsize::new(0);
    let work_on = || {
        while let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) {
            // No two threads take the same share, so none waits here.
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let share = slot.0.take();
            slot.1 = share.map(work);
        }
    };
    thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, work_on).ok();
        let others: Vec<_> = (1..worth_starting(slots.len())).map_while(start).collect();
        work_on();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner).1).for_each(take);
}

#[cfg(test)]
mod tests {
    use super::{finish_parts, share_out};

    #[test]
    fn parts_that_are_given_up_are_gaps() {
        for threads in [1, 2, 7, 1000] {
            let add = |part: u64, sum: &mut u64, _: &super::Signals<'_>| {
                let finished = part % 5 != 3;
                *sum += if finished { part } else { 0 };
                finished
            };
            let (sums, finished) = finish_parts(&(10..21), threads, &mut |_| true, &|| 0, &add);
            assert_eq!(finished, [10..13, 14..18, 19..21]);
            assert_eq!(sums.iter().sum::<u64>(), finished.into_iter().flatten().sum());
        }
        assert_eq!(finish_parts(&(3..3), 2, &mut |_| true, &|| (), &|_, (), _| true).1, []);
    }

    #[test]
    fn work_that_is_stopped_says_what_was_finished() {
        let add = |part: u64, parts: &mut Vec<u64>, signals: &super::Signals<'_>| {
            while part >= 5 && !signals.is_stopped() {
                std::thread::yield_now();
            }
            parts.extend((part < 5).then_some(part));
            part < 5
        };
        let (parts, finished) = finish_parts(&(0..1 << 40), 3, &mut |_| false, &Vec::new, &add);
        let mut parts = parts.concat();
        parts.sort_unstable();
        assert!(finished.into_iter().flatten().eq(parts));
    }

    #[test]
    fn one_worker_is_the_thread_that_calls() {
        let here = std::thread::current().id();
        let are_here = |parts: std::ops::Range<u64>, threads| {
            let work = |_, here_alone: &mut bool, _: &super::Signals<'_>| {
                *here_alone &= std::thread::current().id() == here;
                true
            };
            let (seen, finished) = finish_parts(&parts, threads, &mut |_| true, &|| true, &work);
            assert_eq!(finished, [parts]);
            seen
        };
        assert_eq!([are_here(0..1, 9), are_here(0..20, 1)], [[true], [true]]);
        assert!(are_here(0..20, 2).contains(&false));
    }

    #[test]
    fn one_worker_asks_the_watch_itself() {
        let add = |_, (): &mut (), signals: &super::Signals<'_>| {
            while !signals.is_stopped() {
                std::thread::yield_now();
            }
            false
        };
        assert_eq!(finish_parts(&(0..1 << 40), 1, &mut |_| false, &|| (), &add).1, []);
    }

    #[test]
    fn shares_come_back_in_their_order() {
        for count in [0, 1, 2, 50] {
            let mut done = Vec::new();
            share_out(0..count, &|share: u32| share * share, |square| done.push(square));
            assert!(done.into_iter().eq((0..count).map(|share| share * share)));
        }
    }
}
