//! Many deals at a time, for policies that are asked about many hands at once.

use core::ops::Range;

use super::deal::PlayedDeal;
use super::{Decider, Playout, PlayoutError, Scores};
use crate::actions::legal_mask;
use crate::engine::Hand;
use crate::workers::{Signals, Watch, work_through_chunks};

/// How many deals a thread advances between two looks at what is left.
const CHUNK: usize = 64;

/// An action that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The row of the hand among those that wait for the policy.
    pub row: usize,
    /// The action that was given.
    pub action: i64,
    /// What is legal, a bit an action.
    pub legal: u8,
}

/// A place where deals are played one after the other.
#[derive(Clone, Debug)]
struct Place {
    /// The deal being played, `None` when the place has no more.
    deal: Option<PlayedDeal>,
    /// The number of the deal after it.
    next: u64,
    /// The policy outside that the deal waits for.
    waits_for: Option<usize>,
}

/// Deals on their way, `batch` at a time. Place `i` plays the deals `i`, `i + batch` and so on from the first, so that
/// neither the threads nor the others' speed change which hands a policy is asked about together.
#[derive(Debug)]
pub struct PlayoutBatch {
    playout: Playout,
    /// The number after that of the last deal.
    end: u64,
    places: Vec<Place>,
    scores: Scores,
    /// The places that wait, by policy outside.
    waiting: Vec<Vec<usize>>,
}

impl PlayoutBatch {
    /// A batch for the deals of these numbers, before anything is played.
    ///
    /// # Errors
    /// [`PlayoutError`] when the chips are too many for so many deals.
    pub fn new(playout: Playout, deals: Range<u64>, batch: usize) -> Result<Self, PlayoutError> {
        let count = deals.end.saturating_sub(deals.start);
        playout.check_chips(count)?;
        let batch = batch.min(usize::try_from(count).unwrap_or(usize::MAX)).max(1);
        let place = |i| Place { deal: None, next: deals.start + i, waits_for: None };
        let places = (0..batch as u64).map(place).collect();
        let outside = |decider: &Decider| if let Decider::Outside(number) = decider { number + 1 } else { 0 };
        let count = playout.deciders.iter().map(outside).max().unwrap_or(0);
        let scores = playout.no_scores();
        Ok(Self { playout, end: deals.end, places, scores, waiting: vec![Vec::new(); count] })
    }

    /// Plays on until every deal waits for somebody outside or is over; whether any waits. The watch gets the number
    /// of hands that are done. `None` when it stopped the work, which cannot be gone on with.
    pub fn advance(&mut self, threads: usize, watch: &mut dyn Watch) -> Option<bool> {
        let (playout, end, batch) = (&self.playout, self.end, self.places.len() as u64);
        let before = self.scores.hands;
        let mut watch = |done: u64| watch.go_on(before + done);
        let work = |_, places: &mut [Place], scores: &mut Scores, signals: &Signals| {
            for place in places {
                place.advance(playout, end, batch, scores, signals);
            }
        };
        let no_scores = || playout.no_scores();
        let (parts, finished) = work_through_chunks(&mut self.places, CHUNK, threads, &mut watch, &no_scores, &work);
        if !finished {
            return None;
        }
        for part in &parts {
            self.scores.add(part);
        }
        self.waiting.iter_mut().for_each(Vec::clear);
        for (at, place) in self.places.iter().enumerate() {
            if let Some(number) = place.waits_for {
                self.waiting[number].push(at);
            }
        }
        Some(self.waiting.iter().any(|waiting| !waiting.is_empty()))
    }

    /// The hands that wait for a policy outside, in the order of their places.
    pub fn waiting(&self, number: usize) -> impl ExactSizeIterator<Item = &Hand> {
        let places = self.waiting.get(number).map_or(&[][..], Vec::as_slice);
        places
            .iter()
            .filter_map(|&at| self.places[at].deal.as_ref())
            .map(PlayedDeal::hand)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Does what a policy outside wants, an action for each hand that waits for it.
    ///
    /// # Errors
    /// [`Refused`] for the first action that is not legal; nothing is done then.
    ///
    /// # Panics
    /// If there is not one action for each hand that waits.
    pub fn act(&mut self, number: usize, actions: &[i64]) -> Result<(), Refused> {
        assert_eq!(self.waiting(number).len(), actions.len(), "one action for each hand that waits");
        let mut checked = Vec::with_capacity(actions.len());
        for (row, (hand, &action)) in self.waiting(number).zip(actions).enumerate() {
            let legal = legal_mask(hand);
            let known = u8::try_from(action).ok().filter(|&action| action < 8 && legal >> action & 1 == 1);
            checked.push(known.ok_or(Refused { row, action, legal })?);
        }
        for (at, action) in core::mem::take(&mut self.waiting[number]).into_iter().zip(checked) {
            let place = &mut self.places[at];
            place.waits_for = None;
            if let Some(deal) = &mut place.deal {
                deal.act(&self.playout, &mut self.scores, action);
            }
        }
        Ok(())
    }

    /// What has been scored so far.
    #[must_use]
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }
}

impl Place {
    /// Plays on until somebody outside must decide, no deal is left, or the work is stopped.
    fn advance(&mut self, playout: &Playout, end: u64, batch: u64, scores: &mut Scores, signals: &Signals) {
        while self.waits_for.is_none() && !signals.is_stopped() {
            if self.deal.is_none() {
                if self.next >= end {
                    return;
                }
                self.deal = Some(PlayedDeal::new(playout, self.next));
                self.next += batch;
            }
            let Some(deal) = &mut self.deal else { return };
            let done = scores.hands;
            self.waits_for = deal.advance(playout, scores);
            signals.report(scores.hands - done);
            if self.waits_for.is_none() {
                self.deal = None;
            }
        }
    }
}
