//! Who wins each deal of a group, and what it adds to the tally.
//!
//! Nearly every pot goes to one hand alone, and then nothing but who it is must be known of a deal. So wins are counted 64
//! deals at a time, as bits that are set, and only pots that are shared are gone through one by one. Categories are
//! counted likewise: how many deals have at least each of them, which is a comparison and a count of bits, and at the end
//! the differences. Counts of one kind wait in arrays of their own and become a tally when all is done.

use super::dealing::Dealing;
use super::settle::{Settled, settle};
use super::tally::{SHARE_UNIT, Tally};
use crate::chance::stream::GROUP;
use crate::kernel::Kernel;
use crate::ranking::evaluate::{Evaluator, Wild, suits_count, with_evaluator};
use crate::ranking::lanes::{AtLeast, Each, Way, categories, five_dealt, seven_dealt, six_dealt};
use crate::ranking::wild::WildLanes;
use crate::ranking::{LowShare, Ranking, WildRanks, WildRule};
use crate::rules::Rules;

/// Counts groups of deals of one question.
pub struct Counter<'a> {
    dealing: &'a Dealing,
    ranking: Ranking,
    wild: WildRule,
    low: Option<LowShare>,
    tally: Tally,
    /// What each seat holds in each deal of the last group.
    strengths: Strengths,
    /// For each seat how many deals it ended with at least each category.
    at_least: [AtLeast; 10],
    /// For each seat the deals whose pot it won whole without being looked at one by one.
    alone: [u64; 10],
}

/// What each seat holds in each deal of a group.
type Strengths = [[u16; GROUP]; 10];

impl<'a> Counter<'a> {
    /// Nothing counted yet.
    pub fn new(rules: &Rules, dealing: &'a Dealing) -> Self {
        Self {
            dealing,
            ranking: rules.ranking,
            wild: rules.wild,
            low: rules.low_share(),
            tally: Tally::new(dealing.players()),
            strengths: [[0; GROUP]; 10],
            at_least: [AtLeast::default(); 10],
            alone: [0; 10],
        }
    }

    /// How many deals were counted.
    pub fn n(&self) -> u64 {
        self.tally.n
    }

    /// The tally of all groups counted.
    pub fn finish(mut self) -> Tally {
        let counted = self.at_least.iter().zip(self.alone);
        for (seat, (at_least, alone)) in self.tally.seats.iter_mut().zip(counted) {
            seat.categories = categories(at_least);
            seat.wins += alone;
            seat.share_units += u128::from(alone) * u128::from(SHARE_UNIT);
        }
        self.tally
    }

    /// Counts the deals of a group whose bits are set.
    pub fn count(&mut self, cards: &[[u8; GROUP]], counted: u64) {
        match self.dealing.cards_per_hand() {
            5 => self.evaluate::<5>(cards, counted),
            6 => self.evaluate::<6>(cards, counted),
            _ => self.evaluate::<7>(cards, counted),
        }
        let settled = settle(&self.strengths[..self.dealing.players()], counted, &mut self.at_least);
        self.tally.n += u64::from(counted.count_ones());
        if self.low.is_some() {
            return self.share_each(cards, counted, &settled);
        }
        // Where one hand alone is best the whole pot is its; shared pots are rare and looked at deal by deal.
        for (alone, &tops) in self.alone.iter_mut().zip(&settled.tops) {
            *alone += u64::from((tops & !settled.shared).count_ones());
        }
        if settled.shared != 0 {
            self.share_each(cards, settled.shared, &settled);
        }
    }

    /// Shares out the pots of the deals whose bits are set one by one.
    fn share_each(&mut self, cards: &[[u8; GROUP]], deals: u64, settled: &Settled) {
        let low = self.low.map(|low| self.low_winners(low, cards));
        each_deal(deals, |deal| {
            let tops = (0..).zip(&settled.tops);
            let high = tops.fold(0, |high, (seat, tops)| high | ((tops >> deal & 1) as u16) << seat);
            self.tally.add_end(high, low.as_ref().map(|low| low[deal]), 1);
        });
    }

    /// Evaluates every hand of the group, also of the deals that do not count: a group without holes needs no branch.
    fn evaluate<const N: usize>(&mut self, cards: &[[u8; GROUP]], counted: u64) {
        let (rule, players) = (self.wild, self.dealing.players());
        let wild = if rule.is_played() { self.wild_ranks(cards) } else { WildLanes::NONE };
        if rule.is_played() {
            each_deal(counted, |deal| {
                self.tally.wild_ranks[wild.rank(deal).map_or(13, |rank| usize::from(rank.index()))] += 1;
            });
        }
        let strengths = &mut self.strengths[..players];
        // Without vector registers the tables of the lanes are slower than a hand at a time.
        if Kernel::current() != Kernel::Portable {
            let ranks = wild.ranks();
            let way = match rule {
                WildRule::None => Way::new(self.ranking, WildRanks::NONE),
                WildRule::FollowTheQueen { .. } => Way::each(Each::Group(&ranks), rule.ranks(None)),
            };
            return match N {
                5 => five_dealt(way, cards, &positions(self.dealing), strengths),
                6 => six_dealt(way, cards, &positions(self.dealing), strengths),
                _ => seven_dealt(way, cards, &positions(self.dealing), strengths),
            };
        }
        if rule.is_played() {
            return evaluate_hands::<N, _>(self.dealing, cards, strengths, |deal| Wild(rule.ranks(wild.rank(deal))));
        }
        with_evaluator!(self.ranking, WildRanks::NONE, |evaluator| {
            evaluate_hands::<N, _>(self.dealing, cards, strengths, |_| evaluator);
        });
    }

    /// The wild rank of each deal at the end, read off the up cards in the order dealt (rules.md 8).
    fn wild_ranks(&self, cards: &[[u8; GROUP]]) -> WildLanes<GROUP> {
        let (mut wild, mut street) = (WildLanes::NONE, 0);
        for (position, cards) in self.dealing.positions.iter().zip(cards) {
            if position.street != street {
                wild.end_street(self.wild);
            }
            street = position.street;
            if position.up {
                wild.see(cards);
            }
        }
        wild
    }

    /// The seats that win the low share of each deal, a bit each.
    fn low_winners(&self, low: LowShare, cards: &[[u8; GROUP]]) -> [u16; GROUP] {
        let (mut most, mut winners) = ([0; GROUP], [0; GROUP]);
        for (seat, hand) in self.dealing.hands.iter().enumerate() {
            let counting = hand.iter().map(|&position| usize::from(position));
            let counting = counting.filter(|&position| low.counts(self.dealing.positions[position].up));
            let worths = low.worths(counting.map(|position| &cards[position]));
            for ((most, winners), worth) in most.iter_mut().zip(&mut winners).zip(worths) {
                let before = if worth > *most { 0 } else { *winners };
                *most = worth.max(*most);
                *winners = before | u16::from(worth == *most && worth > 0) << seat;
            }
        }
        winners
    }
}

/// Evaluates each seat's `N` cards in each deal, with the evaluator of the deal.
fn evaluate_hands<const N: usize, E: Evaluator>(
    dealing: &Dealing,
    cards: &[[u8; GROUP]],
    strengths: &mut [[u16; GROUP]],
    evaluator: impl Fn(usize) -> E,
) {
    for (hand, strengths) in dealing.hands.iter().zip(strengths) {
        let Some(hand) = hand.first_chunk::<N>() else { continue };
        let rows: [&[u8; GROUP]; N] = hand.map(|position| &cards[usize::from(position)]);
        let (mut suited, mut count) = ([0u8; GROUP], 0);
        for (deal, strength) in strengths.iter_mut().enumerate() {
            let (evaluator, hand) = (evaluator(deal), rows.map(|row| row[deal]));
            let key = evaluator.key(&hand);
            *strength = evaluator.by_ranks::<N>(key);
            suited[count % GROUP] = deal as u8;
            count += usize::from(suits_count(key));
        }
        // Those whose suits count come after, since asking each hand in turn would be a jump that no processor foresees.
        for &deal in &suited[..count] {
            let deal = usize::from(deal) % GROUP;
            let (evaluator, hand) = (evaluator(deal), rows.map(|row| row[deal]));
            strengths[deal] = strengths[deal].max(evaluator.by_suit(&hand, evaluator.key(&hand)));
        }
    }
}

/// The positions of each seat's cards.
fn positions<const N: usize>(dealing: &Dealing) -> [[u8; N]; 10] {
    let mut hands = [[0; N]; 10];
    for (to, hand) in hands.iter_mut().zip(&dealing.hands) {
        *to = *hand.first_chunk().unwrap_or(to);
    }
    hands
}

/// Calls `visit` with each deal whose bit is set.
#[inline]
fn each_deal(mut deals: u64, mut visit: impl FnMut(usize)) {
    if deals == u64::MAX {
        return (0..GROUP).for_each(visit);
    }
    while deals != 0 {
        visit(deals.trailing_zeros() as usize);
        deals &= deals - 1;
    }
}
