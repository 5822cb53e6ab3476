//! What hands came to, for each policy and for each seat, in whole numbers.

use crate::actions::ACTIONS;

/// What one policy, or whoever sat in one seat, came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// In how many hands it was dealt in; a policy with several seats counts once for each.
    pub hands: u64,
    /// Chips won less chips lost; in units of 1/64 of a chip with [`RUNOUTS`](super::RUNOUTS).
    pub chips: i128,
    /// The sum over the deals of the square of what was won in all hands and seats of the deal.
    pub squares: u128,
    /// How many hands it left with more chips than it had.
    pub wins: u64,
    /// How many hands it folded.
    pub folds: u64,
    /// How many hands it saw to a showdown.
    pub showdowns: u64,
    /// How often it took each action, street by street.
    pub actions: Vec<[u64; ACTIONS]>,
}

impl Score {
    fn clear(&mut self) {
        let mut actions = core::mem::take(&mut self.actions);
        actions.fill([0; ACTIONS]);
        *self = Self { actions, ..Self::default() };
    }

    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.chips += other.chips;
        self.squares += other.squares;
        self.wins += other.wins;
        self.folds += other.folds;
        self.showdowns += other.showdowns;
        for (counts, more) in self.actions.iter_mut().zip(&other.actions) {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }
}

/// What a number of hands came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// How many deals were played.
    pub deals: u64,
    /// How many hands were played.
    pub hands: u64,
    /// How many hands ended in a showdown.
    pub showdowns: u64,
    /// The scores by policy.
    pub policies: Vec<Score>,
    /// The scores by seat.
    pub seats: Vec<Score>,
    /// The chips of each deal, where they are kept.
    pub by_deal: Option<DealChips>,
}

/// What each policy won in each of some deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealChips {
    deals: Vec<u64>,
    chips: Vec<i64>,
    policies: usize,
}

impl DealChips {
    pub(super) const fn new(policies: usize) -> Self {
        Self { deals: Vec::new(), chips: Vec::new(), policies }
    }

    pub(super) fn push(&mut self, deal: u64, chips: &[i64]) {
        self.deals.push(deal);
        self.chips.extend_from_slice(&chips[..self.policies]);
    }

    /// The number of each deal, in no order, with what the policies won in it.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &[i64])> {
        self.deals.iter().copied().zip(self.chips.chunks_exact(self.policies.max(1)))
    }

    fn clear(&mut self) {
        self.deals.clear();
        self.chips.clear();
    }

    fn add(&mut self, other: &Self) {
        self.deals.extend_from_slice(&other.deals);
        self.chips.extend_from_slice(&other.chips);
    }
}

impl Scores {
    /// Scores of no hands.
    pub(super) fn new(policies: usize, seats: usize, streets: u8) -> Self {
        let score = Score { actions: vec![[0; ACTIONS]; streets.into()], ..Score::default() };
        let (policies, seats) = (vec![score.clone(); policies], vec![score; seats]);
        Self { deals: 0, hands: 0, showdowns: 0, policies, seats, by_deal: None }
    }

    /// Makes these scores of no hands.
    pub(super) fn clear(&mut self) {
        (self.deals, self.hands, self.showdowns) = (0, 0, 0);
        self.policies.iter_mut().chain(&mut self.seats).for_each(Score::clear);
        self.by_deal.iter_mut().for_each(DealChips::clear);
    }

    /// Adds scores of other deals between the same policies in the same seats.
    pub fn add(&mut self, other: &Self) {
        self.deals += other.deals;
        self.hands += other.hands;
        self.showdowns += other.showdowns;
        self.policies.iter_mut().zip(&other.policies).for_each(|(score, more)| score.add(more));
        self.seats.iter_mut().zip(&other.seats).for_each(|(score, more)| score.add(more));
        self.by_deal.iter_mut().zip(&other.by_deal).for_each(|(deals, more)| deals.add(more));
    }
}
