//! Deals of a situation from the stream: sets of cards first, then the rest (docs/stream.md 7).

use core::fmt;
use core::iter;
use std::ops::Range;

use super::situation::Situation;
use crate::card::Card;
use crate::chance::stream::{GROUP, Lanes};
use crate::chance::{BLOCK, Key};
use crate::simulate::{Counter, Tally, first_deals, is_whole, run_blocks, simulate_blocks};
use crate::workers::Watch;

/// A table of more ways to fill some sets is not made: the next set begins another.
const LONGEST_TABLE: usize = 1 << 16;

/// Sets of cards that are filled together: all ways to do it, each with its weight.
struct DrawTable {
    positions: Vec<u8>,
    /// The cards of each way, way after way, by their places among the cards that may come.
    places: Vec<u8>,
    /// The sum of the weights of the ways up to each, itself included.
    ends: Vec<u32>,
}

impl DrawTable {
    const EMPTY: Self = Self { positions: Vec::new(), places: Vec::new(), ends: Vec::new() };

    /// The table with a set more, given by the places and weights of its cards; `None` when there are too many ways.
    fn with(&self, position: u8, cards: &[(u8, u32)]) -> Option<Self> {
        let mut longer = Self { positions: self.positions.clone(), ..Self::EMPTY };
        longer.positions.push(position);
        let mut end = 0u64;
        let mut extend = |way: &[u8], weight: u32| {
            for &(place, factor) in cards.iter().filter(|(place, _)| !way.contains(place)) {
                longer.places.extend(way);
                longer.places.push(place);
                end += u64::from(weight) * u64::from(factor);
                longer.ends.push(end as u32);
                if end >> 32 > 0 || longer.ends.len() > LONGEST_TABLE {
                    return None;
                }
            }
            Some(())
        };
        if self.positions.is_empty() {
            extend(&[], 1)?;
        }
        let mut before = 0;
        for (way, &end) in self.places.chunks(self.positions.len().max(1)).zip(&self.ends) {
            extend(way, end - before)?;
            before = end;
        }
        Some(longer)
    }

    fn total(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The places of the way that a number below the total stands for.
    #[inline]
    fn pick(&self, number: u32) -> &[u8] {
        let uniform = self.ends.len() == self.total() as usize;
        let way = if uniform { number as usize } else { self.ends.partition_point(|&end| end <= number) };
        &self.places[way * self.positions.len()..][..self.positions.len()]
    }
}

/// What is drawn for a situation.
struct Source {
    tables: Vec<DrawTable>,
    /// The positions that get any other card, in deal order.
    unknown: Vec<u8>,
    /// The cards that may come.
    stub: Vec<u8>,
    /// How many cards the tables take.
    taken: usize,
}

impl Source {
    fn new(situation: &Situation) -> Self {
        let stub: Vec<u8> = situation.stub.iter().map(Card::index).collect();
        let mut tables: Vec<DrawTable> = Vec::new();
        for (position, cards) in situation.ranges() {
            let places: Vec<(u8, u32)> = (0u8..)
                .zip(&stub)
                .filter_map(|(place, &card)| {
                    let weighted = cards.iter().find(|(other, _)| other.index() == card)?;
                    Some((place, weighted.1 as u32))
                })
                .collect();
            let longer = tables.last().and_then(|table| table.with(position, &places));
            if longer.is_some() {
                tables.pop();
            }
            tables.extend(longer.or_else(|| DrawTable::EMPTY.with(position, &places)));
        }
        let taken = tables.iter().map(|table| table.positions.len()).sum();
        Self { tables, unknown: situation.unknown().collect(), stub, taken }
    }
}

/// Makes the deals of one block, a group at a time.
struct RangeDealer<'a> {
    source: &'a Source,
    lanes: Lanes,
    /// The places that the tables take, row by row; each deal's are then sorted.
    taken: Vec<[u8; GROUP]>,
    places: Vec<[u8; GROUP]>,
    /// `cards[i][d]` is the card at position `i` of deal `d` of the last group.
    cards: Vec<[u8; GROUP]>,
}

impl<'a> RangeDealer<'a> {
    fn new(situation: &Situation, source: &'a Source, key: &Key, block: u64) -> Self {
        let positions = 0..situation.holdings.len() as u8;
        Self {
            source,
            lanes: Lanes::new(key, block),
            taken: vec![[0; GROUP]; source.taken],
            places: vec![[0; GROUP]; source.unknown.len()],
            cards: positions.map(|i| [situation.known(i).map_or(0, Card::index); GROUP]).collect(),
        }
    }

    /// Deals a group; the deals that count come back as bits.
    fn deal(&mut self) -> u64 {
        let mut counted = self.pick_ways();
        counted &= self.lanes.group(self.source.stub.len() - self.source.taken, &mut self.places);
        let apart = self.sort_taken();
        // The cards left are those beside the taken ones: each place is moved up past the taken places before it.
        for places in &mut self.places {
            for taken in &self.taken {
                for (place, &taken) in places.iter_mut().zip(taken) {
                    *place += u8::from(*place >= taken);
                }
            }
        }
        for (places, &position) in self.places.iter().zip(&self.source.unknown) {
            for (card, &place) in self.cards[usize::from(position)].iter_mut().zip(places) {
                *card = self.source.stub[usize::from(place)];
            }
        }
        counted &= apart;
        self.mend(!apart, counted);
        counted
    }

    /// Picks a way for each table of each deal.
    fn pick_ways(&mut self) -> u64 {
        let mut counted = u64::MAX;
        let mut row = 0;
        for table in &self.source.tables {
            let total = table.total();
            let floor = ((1u64 << 32) % u64::from(total)) as u32;
            let high = [self.lanes.draws(), self.lanes.draws()].concat();
            let low = [self.lanes.draws(), self.lanes.draws()].concat();
            for (deal, (high, low)) in high.into_iter().zip(low).enumerate() {
                let product = (u64::from(high) << 16 | u64::from(low)) * u64::from(total);
                if (product as u32) < floor {
                    counted &= !(1 << deal);
                }
                let way = table.pick((product >> 32) as u32);
                for (i, (&position, &place)) in table.positions.iter().zip(way).enumerate() {
                    self.taken[row + i][deal] = place;
                    self.cards[usize::from(position)][deal] = self.source.stub[usize::from(place)];
                }
            }
            row += table.positions.len();
        }
        counted
    }

    /// Sorts the taken places of each deal; the deals in which they are different come back as bits.
    fn sort_taken(&mut self) -> u64 {
        let mut apart = u64::MAX;
        for i in 1..self.taken.len() {
            let (head, tail) = self.taken.split_at_mut(i);
            for lower in head {
                for (deal, (lower, upper)) in lower.iter_mut().zip(&mut tail[0]).enumerate() {
                    apart &= !(u64::from(lower == upper) << deal);
                    (*lower, *upper) = ((*lower).min(*upper), (*lower).max(*upper));
                }
            }
        }
        apart
    }

    /// Puts cards that are hands in place of deals that are none, for all deals of a group are evaluated.
    fn mend(&mut self, mut broken: u64, counted: u64) {
        let whole = counted.trailing_zeros() as usize % GROUP;
        while broken != 0 {
            let deal = broken.trailing_zeros() as usize;
            broken &= broken - 1;
            for cards in &mut self.cards {
                cards[deal] = cards[whole];
            }
        }
    }
}

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
    let source = Source::new(situation);
    run_blocks(situation.players(), &blocks, threads, watch, |block, stop| {
        count_block(situation, &source, key, block, BLOCK.min(n - block * BLOCK), stop)
    })
}

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
    while counter.n() < n {
        // Where sets collide often, a block takes long.
        if stop() {
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
    let source = Source::new(situation);
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
