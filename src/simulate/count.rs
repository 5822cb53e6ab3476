//! Who wins each deal of a group, and what it adds to the tally.

use super::dealing::Dealing;
use super::settle::{Settled, settle};
use super::tally::{SHARE_UNIT, Tally};
use crate::Rank;
use crate::chance::stream::GROUP;
use crate::kernel::Kernel;
use crate::ranking::evaluate::{Evaluator, Wild, suits_count, with_evaluator};
use crate::ranking::lanes::{AtLeast, categories, five_dealt, five_table, seven_dealt, seven_tables};
use crate::ranking::low_spade::low_spade_order;
use crate::ranking::{AceInLow, Ranking, WildRanks};
use crate::rules::{Rules, WildRule};

const QUEEN: u8 = Rank::QUEEN.index();
/// In place of a rank: no rank is wild.
const NO_RANK: u8 = 13;
/// In place of a spade's order: no spade.
const NO_SPADE: u8 = 13;

/// Counts groups of deals of one question.
pub struct Counter<'a> {
    dealing: &'a Dealing,
    ranking: Ranking,
    wild: WildRule,
    low_chicago: Option<AceInLow>,
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
            low_chicago: rules.low_chicago.then_some(rules.ace),
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
        if self.low_chicago.is_some() {
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
        let low = self.low_chicago.map(|ace| self.lowest_spades(cards, ace));
        each_deal(deals, |deal| {
            let low_seat = low.as_ref().and_then(|low| low[deal]);
            self.tally.no_low_spade += u64::from(low.is_some() && low_seat.is_none());
            let winners = settled.tops.iter().filter(|&&tops| tops >> deal & 1 == 1).count() as u64;
            self.share(deal, (settled.best[deal], winners), low_seat);
        });
    }

    /// Evaluates every hand of the group.
    fn evaluate<const N: usize>(&mut self, cards: &[[u8; GROUP]], counted: u64) {
        let players = self.dealing.players();
        if let WildRule::FollowTheQueen { carry_over, queens_wild } = self.wild {
            let ranks = self.wild_ranks(cards, carry_over);
            each_deal(counted, |deal| self.tally.wild_ranks[usize::from(ranks[deal]).min(13)] += 1);
            let queens = if queens_wild { WildRanks::NONE.with(Rank::QUEEN) } else { WildRanks::NONE };
            let wild = |deal: usize| Rank::from_index(ranks[deal]).map_or(queens, |rank| queens.with(rank));
            let strengths = &mut self.strengths[..players];
            return evaluate_hands::<N, _>(self.dealing, cards, strengths, |deal| Wild(wild(deal)));
        }
        let strengths = &mut self.strengths[..players];
        if Kernel::current() != Kernel::Portable {
            if N == 5
                && let Some(table) = five_table(self.ranking)
            {
                return five_dealt(table, cards, &positions(self.dealing), strengths);
            }
            if N == 7
                && let Some(tables) = seven_tables(self.ranking)
            {
                return seven_dealt(tables, cards, &positions(self.dealing), strengths);
            }
        }
        with_evaluator!(self.ranking, WildRanks::NONE, |evaluator| {
            evaluate_hands::<N, _>(self.dealing, cards, strengths, |_| evaluator);
        });
    }

    /// The wild rank of each deal at the end, read off the up cards in the order dealt (rules.md 8).
    fn wild_ranks(&self, cards: &[[u8; GROUP]], carry_over: bool) -> [u8; GROUP] {
        let (mut wild, mut armed) = ([NO_RANK; GROUP], [false; GROUP]);
        let mut street = 0;
        for (position, cards) in self.dealing.positions.iter().zip(cards) {
            if position.street != street && !carry_over {
                armed = [false; GROUP];
            }
            street = position.street;
            if !position.up {
                continue;
            }
            for ((wild, armed), &card) in wild.iter_mut().zip(&mut armed).zip(cards) {
                let rank = card >> 2;
                let queen = rank == QUEEN;
                let followed = if *armed { rank } else { *wild };
                *wild = if queen { NO_RANK } else { followed };
                *armed = queen;
            }
        }
        wild
    }

    /// The seat with the lowest face-down spade in each deal, or that there is none (rules.md 9.1).
    fn lowest_spades(&self, cards: &[[u8; GROUP]], ace: AceInLow) -> [Option<u8>; GROUP] {
        let order: [u8; 64] = core::array::from_fn(|card| {
            crate::Card::from_index(card as u8).and_then(|card| low_spade_order(card, ace)).unwrap_or(NO_SPADE)
        });
        let mut lowest = [(NO_SPADE, 0); GROUP];
        for (position, cards) in self.dealing.positions.iter().zip(cards) {
            let Some(seat) = position.seat.filter(|_| !position.up) else { continue };
            for (lowest, &card) in lowest.iter_mut().zip(cards) {
                *lowest = (*lowest).min((order[usize::from(card) % 64], seat));
            }
        }
        lowest.map(|(order, seat)| (order < NO_SPADE).then_some(seat))
    }

    /// Shares out the pot of one deal: half to the lowest spade if it is played and there, the rest to the best hands.
    fn share(&mut self, deal: usize, (best, winners): (u16, u64), low_seat: Option<u8>) {
        let high = if low_seat.is_some() { SHARE_UNIT / 2 } else { SHARE_UNIT };
        for (i, (seat, strengths)) in self.tally.seats.iter_mut().zip(&self.strengths).enumerate() {
            let low = if low_seat.is_some_and(|low| usize::from(low) == i) { SHARE_UNIT / 2 } else { 0 };
            let won = low + if strengths[deal] == best { high / winners } else { 0 };
            seat.wins += u64::from(won == SHARE_UNIT);
            seat.share_units += u128::from(won);
            if won > 0 && won < SHARE_UNIT {
                seat.ties += 1;
                seat.tie_squares += u128::from(won * won);
            }
        }
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
