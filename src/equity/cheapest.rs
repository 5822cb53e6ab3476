//! Which way to the exact answer is the cheapest: each way says beside its count how many steps it takes.

use super::cost::{Cost, Method};
use super::situation::Situation;
use super::ways::{Weighted, choose, deals_of_ranges};
use super::{enumerate, heads_up, last_card};

impl Situation {
    /// The cheapest way to the exact answer, and what it costs.
    #[must_use]
    pub fn cost(&self) -> Cost {
        *self.cost.get_or_init(|| self.find_cost())
    }

    fn find_cost(&self) -> Cost {
        let ranges: Vec<&[Weighted]> = self.ranges().map(|(_, cards)| cards).collect();
        let splits = self.splits(ranges.len() as u64);
        let runouts = deals_of_ranges(self.stub, &ranges).saturating_mul(splits);
        let countable = self.is_countable();
        let ways = [
            (Method::Known, self.is_known().then_some(1)),
            (Method::LastCard, last_card::steps(self)),
            (Method::HeadsUp, heads_up::steps(self)),
            (Method::Enumeration, Some(enumerate::steps(runouts))),
        ];
        let steps = |steps: Option<u128>| steps.filter(|_| countable).unwrap_or(u128::MAX);
        let (method, steps) = ways
            .map(|(method, cost)| (method, steps(cost)))
            .into_iter()
            .fold((Method::Enumeration, u128::MAX), |best, way| if way.1 < best.1 { way } else { best });
        Cost { method, runouts, steps }
    }

    /// Whether no count is too great: those of a tally have 64 bits, and signed ones where they go from here. What is
    /// counted on the way, when not all sets have their cards yet, is not much more than the whole.
    pub(super) fn is_countable(&self) -> bool {
        let ranges = self.ranges().map(|(_, cards)| cards.iter().map(|&(_, weight)| u128::from(weight)).sum());
        ranges.fold(self.splits(self.ranges().count() as u64), u128::saturating_mul) < 1 << 62
    }

    /// In how many ways the unknown cards fall into their groups when `taken` of the cards that may come are not theirs.
    fn splits(&self, taken: u64) -> u128 {
        let mut left = u64::from(self.stub.len()) - taken;
        self.groups().iter().fold(1u128, |splits, group| {
            let size = group.len() as u64;
            let ways = choose(left, size);
            left -= size;
            splits.saturating_mul(ways)
        })
    }
}
