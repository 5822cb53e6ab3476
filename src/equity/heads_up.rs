//! Two players, each one's draws apart.
//!
//! All draws of each player are evaluated, and both lists sorted by strength. Walking up the first list, the draws of
//! the second that are weaker, or equal, have been counted; those that share a card with the draw at hand are taken off
//! by inclusion and exclusion over the subsets of its cards. So the work grows with the sum of the lists, not with the
//! product.

use core::marker::PhantomData;

use super::draws::{Draw, Draws, MOST_RANGES};
use super::outcome::Outcomes;
use super::overlaps::{Counting, Overlaps};
use super::situation::Situation;
use super::ways::{Weighted, choose, deals_of_ranges};
use crate::simulate::Tally;

/// Longer lists of draws, and more subsets of their cards, are not kept.
const MOST_DRAWS: u128 = 4_000_000;

/// What the lists of the two players will be.
struct Sizes {
    to_come: [usize; 2],
    draws: [u128; 2],
    /// Of subsets up to this size overlaps are made: no draw of the first list has more cards.
    shared: usize,
}

impl Sizes {
    /// The number of subsets of a draw that are looked at.
    fn subsets(&self, to_come: usize) -> u128 {
        (0..=self.shared).map(|size| choose(to_come as u64, size as u64)).sum()
    }
}

/// The sizes of the lists, if this is a way.
fn sizes(situation: &Situation) -> Option<Sizes> {
    if situation.players() != 2 || !situation.ends_apart() {
        return None;
    }
    let cards = u64::from(situation.stub.len());
    let (mut to_come, mut draws) = ([0; 2], [0; 2]);
    for seat in 0..2 {
        let ranges: Vec<&[Weighted]> = situation.ranges_of(seat).collect();
        let weights = ranges.iter().map(|range| range.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>());
        if ranges.len() > MOST_RANGES || weights.fold(1, u128::saturating_mul) >> 32 > 0 {
            return None;
        }
        to_come[seat] = situation.to_come(seat);
        let of_ranges = deals_of_ranges(situation.stub, &ranges);
        let others = choose(cards - ranges.len() as u64, (to_come[seat] - ranges.len()) as u64);
        draws[seat] = choose(cards, to_come[seat] as u64).min(of_ranges.saturating_mul(others));
    }
    let shared = to_come[0].min(to_come[1]);
    let subsets: u128 = (0..=shared).map(|size| choose(cards, size as u64)).sum();
    let fits = draws[0].max(draws[1]).max(subsets) <= MOST_DRAWS;
    if fits { Some(Sizes { to_come, draws, shared }) } else { None }
}

/// How many steps this way takes, `None` where it is none.
pub(super) fn steps(situation: &Situation) -> Option<u128> {
    let sizes = sizes(situation)?;
    let steps = |seat: usize, times| sizes.draws[seat] * (1 + times * sizes.subsets(sizes.to_come[seat]));
    let first = usize::from(sizes.to_come[0] > sizes.to_come[1]);
    Some(steps(first, 2) + steps(1 - first, 1))
}

/// Counts all runouts of a situation for which this is a way.
///
/// `None` where it is none, and when it was stopped.
pub(super) fn count(situation: &Situation, stop: &dyn Fn() -> bool) -> Option<Tally> {
    let sizes = sizes(situation)?;
    let lists = [0, 1].map(|seat| Draws::new(situation, seat, sizes.draws[seat] as usize));
    // Half as wide counts stay in a nearer cache.
    if lists.iter().all(|draws| draws.total >> 32 == 0) {
        Sweep::<u32> { situation, sizes, lists, stop, counting: PhantomData }.count()
    } else {
        Sweep::<u64> { situation, sizes, lists, stop, counting: PhantomData }.count()
    }
}

/// One walk up the lists.
struct Sweep<'a, C> {
    situation: &'a Situation,
    sizes: Sizes,
    lists: [Draws; 2],
    stop: &'a dyn Fn() -> bool,
    counting: PhantomData<C>,
}

impl<C: Counting> Sweep<'_, C> {
    fn count(&self) -> Option<Tally> {
        let mut outcomes = Outcomes::new(self.situation);
        // The draws with fewer cards ask, for they ask twice, and each of their subsets is one question.
        let first = usize::from(self.sizes.to_come[0] > self.sizes.to_come[1]);
        let all = self.compare(first, &mut outcomes)?;
        self.count_hands(first, &all, &mut outcomes);
        let mut others = self.overlaps(first);
        if !self.lists[first].is_uniform {
            others.add_while(&self.lists[first].list, |_| true);
        }
        self.count_hands(1 - first, &others, &mut outcomes);
        Some(outcomes.finish())
    }

    /// Counts who wins. Comes back with all draws of the other seat.
    fn compare(&self, first: usize, outcomes: &mut Outcomes) -> Option<Overlaps<C>> {
        let (asking, answering) = (&self.lists[first], &self.lists[1 - first]);
        let mut seen = self.overlaps(1 - first);
        let ask = seen.asking(self.sizes.to_come[first]);
        let (mut wins, mut ties) = (0, 0);
        let mut rest = answering.list.as_slice();
        for group in asking.list.chunk_by(|a, b| a.strength == b.strength) {
            if (self.stop)() {
                return None;
            }
            let strength = group[0].strength;
            rest = seen.add_while(rest, |draw| draw.strength < strength);
            let weaker = ask(&seen, group);
            let after = seen.add_while(rest, |draw| draw.strength == strength);
            if after.len() < rest.len() {
                ties += ask(&seen, group) - weaker;
            }
            rest = after;
            wins += weaker;
        }
        seen.add_while(rest, |_| true);
        let low = self.situation.low_winners().unwrap_or(0);
        let total = self.pairs(first, &seen, &asking.list);
        outcomes.add(1 << first, low, wins);
        outcomes.add(0b11, low, ties);
        outcomes.add(1 << (1 - first), low, total - wins - ties);
        if self.situation.rules.wild.is_played() {
            outcomes.add_wild(self.situation.wild_ranks().and_then(|(rank, _)| rank), total);
        }
        Some(seen)
    }

    /// Counts the hands of a seat, each as often as the other seat has a draw beside it.
    fn count_hands(&self, seat: usize, others: &Overlaps<C>, outcomes: &mut Outcomes) {
        for group in self.lists[seat].list.chunk_by(|a, b| a.strength >> 8 == b.strength >> 8) {
            outcomes.add_strength(seat, group[0].strength, self.pairs(seat, others, group));
        }
    }

    /// The weight of the pairs that some draws of a seat make with all draws of the other. Of a seat that can draw
    /// anything only the number counts; else `others` has its draws.
    fn pairs(&self, seat: usize, others: &Overlaps<C>, draws: &[Draw]) -> u64 {
        if !self.lists[1 - seat].is_uniform {
            return others.asking(self.sizes.to_come[seat])(others, draws);
        }
        let left = u64::from(self.situation.stub.len()) - self.sizes.to_come[seat] as u64;
        let beside = choose(left, self.sizes.to_come[1 - seat] as u64) as u64;
        draws.iter().map(|draw| u64::from(draw.weight)).sum::<u64>() * beside
    }

    fn overlaps(&self, seat: usize) -> Overlaps<C> {
        Overlaps::new(self.situation.stub.len() as usize, self.sizes.to_come[seat], self.sizes.shared)
    }
}
