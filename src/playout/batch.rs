//! Many deals at a time, for policies that are asked about many hands at once.

use core::ops::Range;

use std::collections::BTreeMap;

use super::deal::{Pause, PlayedDeal};
use super::{BLOCK, Decider, Playout, PlayoutError, Scores};
use crate::engine::{Hand, Seat};
use crate::workers::{Signals, Watch, work_through_chunks};

/// How many deals a thread advances between two looks at what is left: a block of them, where the batch is of whole ones.
const CHUNK: usize = BLOCK as usize;

/// A decision that somebody outside has to make.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// The hand as it stands.
    pub hand: &'a Hand,
    /// The number of the hand among those of all deals.
    pub number: u64,
    /// Who decides.
    pub seat: Seat,
    /// Whether it is the first decision of this seat in the hand.
    pub is_new: bool,
    /// What was done in the hand, oldest first, with [`Playout::with_history`].
    pub history: &'a [(Seat, u8)],
}

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
    /// The block that it belongs to.
    block: u64,
    /// The number of the deal after it.
    next: u64,
    /// The policy outside that the deal waits for, and what it may do.
    waits_for: Option<usize>,
    legal: u8,
}

/// Places that are advanced together, with the scores of the blocks that their deals belong to.
#[derive(Debug)]
struct Chunk {
    places: Vec<Place>,
    open: Vec<OpenBlock>,
}

/// A block of deals of which some places play a part.
#[derive(Debug)]
struct OpenBlock {
    /// The number of the block, counted from the first deal of the batch.
    number: u64,
    scores: Scores,
    /// How many of its deals are under way in the chunk, and how many are over.
    under_way: u64,
    over: u64,
}

/// Deals on their way, `batch` at a time. Place `i` plays the deals `i`, `i + batch` and so on from the first, so that
/// neither the threads nor the others' speed change which hands a policy is asked about together.
#[derive(Debug)]
pub struct PlayoutBatch {
    playout: Playout,
    deals: Range<u64>,
    /// How many places there are.
    batch: usize,
    chunks: Vec<Chunk>,
    /// How many hands are over.
    hands: u64,
    /// Parts of blocks that are over, with how many deals each has so far.
    parts: BTreeMap<u64, (Scores, u64)>,
    /// The blocks that are over, as ranges of their deals in their order, and what they were scored.
    finished: Vec<Range<u64>>,
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
        let place = |i| Place { deal: None, block: 0, next: deals.start + i, waits_for: None, legal: 0 };
        let places: Vec<_> = (0..batch as u64).map(place).collect();
        let chunks = places.chunks(CHUNK).map(|places| Chunk { places: places.to_vec(), open: Vec::new() }).collect();
        let outside = |decider: &Decider| if let Decider::Outside(number) = decider { number + 1 } else { 0 };
        let count = playout.deciders.iter().map(outside).max().unwrap_or(0);
        let scores = playout.no_scores();
        let (parts, finished, waiting) = (BTreeMap::new(), Vec::new(), vec![Vec::new(); count]);
        Ok(Self { playout, deals, batch, chunks, hands: 0, parts, finished, scores, waiting })
    }

    /// Plays on until every deal waits for somebody outside or is over; whether any waits. The watch gets the number
    /// of hands that are done. `None` when it stopped the work.
    pub fn advance(&mut self, threads: usize, watch: &mut dyn Watch) -> Option<bool> {
        let (playout, deals, batch, before) = (&self.playout, &self.deals, self.batch as u64, self.hands);
        let mut watch = |done: u64| watch.go_on(before + done);
        let work = |_, chunks: &mut [Chunk], hands: &mut u64, signals: &Signals<'_>| {
            for Chunk { places, open } in chunks {
                // Places look at the signals only between deals: to read the clock takes longer than many an action.
                if signals.is_stopped() {
                    return;
                }
                for place in places {
                    *hands += place.advance(playout, deals, batch, open, signals);
                }
            }
        };
        let (hands, whole) = work_through_chunks(&mut self.chunks, 1, threads, &mut watch, &|| 0, &work);
        self.hands += hands.iter().sum::<u64>();
        self.close_blocks();
        self.waiting.iter_mut().for_each(Vec::clear);
        for (at, place) in self.chunks.iter().flat_map(|chunk| &chunk.places).enumerate() {
            if let Some(number) = place.waits_for {
                self.waiting[number].push(at);
            }
        }
        whole.then(|| self.waiting.iter().any(|waiting| !waiting.is_empty()))
    }

    /// Takes over the scores of blocks that no place plays at the moment; those that are over count.
    fn close_blocks(&mut self) {
        let mut were_finished = false;
        for chunk in &mut self.chunks {
            for closed in chunk.open.extract_if(.., |block| block.under_way == 0) {
                let none = || (self.playout.no_scores(), 0);
                let (scores, over) = self.parts.entry(closed.number).or_insert_with(none);
                scores.add(&closed.scores);
                *over += closed.over;
                let first = self.deals.start + closed.number * BLOCK;
                let last = self.deals.end.min(first + BLOCK);
                if *over == last - first {
                    self.scores.add(scores);
                    self.parts.remove(&closed.number);
                    self.finished.push(first..last);
                    were_finished = true;
                }
            }
        }
        if were_finished {
            self.finished.sort_unstable_by_key(|range| range.start);
            self.finished.dedup_by(|range, before| {
                let follows = before.end == range.start;
                before.end = if follows { range.end } else { before.end };
                follows
            });
        }
    }

    /// The hands that wait for a policy outside, in the order of their places.
    pub fn waiting(&self, number: usize) -> impl ExactSizeIterator<Item = &Hand> {
        self.deals_waiting(number).map(PlayedDeal::hand).collect::<Vec<_>>().into_iter()
    }

    /// What is legal in these hands, a bit an action.
    #[must_use]
    pub fn legal(&self, number: usize) -> impl ExactSizeIterator<Item = u8> {
        self.places_waiting(number).map(|place| place.legal)
    }

    /// The same hands with all that is known of the decisions.
    pub fn decisions(&self, number: usize) -> impl Iterator<Item = Decision<'_>> {
        self.deals_waiting(number).filter_map(|deal| {
            let (hand, number) = (deal.hand(), deal.hand_number(&self.playout));
            hand.actor().map(|seat| Decision {
                hand,
                number,
                seat,
                is_new: deal.is_new_to(seat),
                history: deal.history(),
            })
        })
    }

    fn deals_waiting(&self, number: usize) -> impl Iterator<Item = &PlayedDeal> {
        self.places_waiting(number).filter_map(|place| place.deal.as_ref())
    }

    fn places_waiting(&self, number: usize) -> impl ExactSizeIterator<Item = &Place> {
        let places = self.waiting.get(number).map_or(&[][..], Vec::as_slice);
        places.iter().map(|&at| &self.chunks[at / CHUNK].places[at % CHUNK])
    }

    /// Does what a policy outside wants, an action for each hand that waits for it.
    ///
    /// # Errors
    /// [`Refused`] for the first action that is not legal; nothing is done then.
    ///
    /// # Panics
    /// If there is not one action for each hand that waits.
    pub fn act(&mut self, number: usize, actions: &[i64]) -> Result<(), Refused> {
        assert_eq!(self.legal(number).len(), actions.len(), "one action for each hand that waits");
        let mut checked = Vec::with_capacity(actions.len());
        for (row, (legal, &action)) in self.legal(number).zip(actions).enumerate() {
            let known = u8::try_from(action).ok().filter(|&action| action < 8 && legal >> action & 1 == 1);
            checked.push(known.ok_or(Refused { row, action, legal })?);
        }
        for (at, action) in core::mem::take(&mut self.waiting[number]).into_iter().zip(checked) {
            let Chunk { places, open } = &mut self.chunks[at / CHUNK];
            let place = &mut places[at % CHUNK];
            place.waits_for = None;
            let block = open.iter_mut().find(|block| block.number == place.block);
            if let (Some(deal), Some(block)) = (&mut place.deal, block) {
                deal.act(&self.playout, &mut block.scores, action);
            }
        }
        Ok(())
    }

    /// Who plays with whom.
    #[must_use]
    pub const fn playout(&self) -> &Playout {
        &self.playout
    }

    /// How many hands are over.
    #[must_use]
    pub const fn hands(&self) -> u64 {
        self.hands
    }

    /// What was scored in the deals of [`finished`](Self::finished).
    #[must_use]
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The deals of blocks that are over, as ranges in their order: blocks of [`BLOCK`] deals, counted from the first.
    #[must_use]
    pub fn finished(&self) -> &[Range<u64>] {
        &self.finished
    }
}

impl Place {
    /// Plays on until somebody outside must decide, no deal is left, or the work is stopped; how many hands were done.
    fn advance(
        &mut self,
        playout: &Playout,
        deals: &Range<u64>,
        batch: u64,
        open: &mut Vec<OpenBlock>,
        signals: &Signals<'_>,
    ) -> u64 {
        let mut hands = 0;
        while self.waits_for.is_none() && (hands == 0 || !signals.is_stopped()) {
            if self.deal.is_none() {
                if self.next >= deals.end {
                    break;
                }
                self.deal = Some(PlayedDeal::new(playout, self.next));
                self.block = (self.next - deals.start) / BLOCK;
                self.next += batch;
                OpenBlock::of(open, self.block, playout).under_way += 1;
            }
            let Some(deal) = &mut self.deal else { break };
            let block = OpenBlock::of(open, self.block, playout);
            let before = block.scores.hands;
            let pause = deal.advance(playout, &mut block.scores, signals);
            let done = block.scores.hands - before;
            signals.report(done);
            hands += done;
            match pause {
                Pause::WaitsFor(number, legal) => (self.waits_for, self.legal) = (Some(number), legal),
                Pause::Stopped => break,
                Pause::Over => {
                    self.deal = None;
                    block.under_way -= 1;
                    block.over += 1;
                }
            }
        }
        hands
    }
}

impl OpenBlock {
    /// The block of a number among those that are open, where it is from now on.
    fn of<'a>(open: &'a mut Vec<Self>, number: u64, playout: &Playout) -> &'a mut Self {
        let at = open.iter().position(|block| block.number == number).unwrap_or_else(|| {
            open.push(Self { number, scores: playout.no_scores(), under_way: 0, over: 0 });
            open.len() - 1
        });
        &mut open[at]
    }
}
