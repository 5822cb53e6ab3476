//! Who wins each deal of a group, and what it adds to the tally.

use super::dealing::Dealing;
use super::stream::GROUP;
use super::tally::{SHARE_UNIT, Tally};
use crate::Rank;
use crate::ranking::evaluate::{Evaluator, Wild, with_evaluator};
use crate::ranking::layout::{CATEGORY_OF_PAGE, PAGE_COUNT};
use crate::ranking::low_spade::low_spade_order;
use crate::ranking::{AceInLow, Ranking, WildRanks};
use crate::rules::{Rules, WildRule};

const QUEEN: u8 = Rank::QUEEN.index();
/// In place of a rank: no rank is wild.
const NO_RANK: u8 = 13;
/// In place of a spade's order: no spade.
const NO_SPADE: u8 = 13;

/// Counts groups of deals of one question. Category counts gather by page of the strength until [`Counter::finish`].
pub struct Counter<'a> {
    dealing: &'a Dealing,
    ranking: Ranking,
    wild: WildRule,
    low_chicago: Option<AceInLow>,
    pages: Vec<[u64; PAGE_COUNT]>,
    tally: Tally,
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
            pages: vec![[0; PAGE_COUNT]; dealing.players()],
            tally: Tally::new(dealing.players()),
        }
    }

    /// How many deals were counted.
    pub fn n(&self) -> u64 {
        self.tally.n
    }

    /// The tally of all groups counted.
    pub fn finish(mut self) -> Tally {
        for (seat, pages) in self.tally.seats.iter_mut().zip(&self.pages) {
            for (&count, &category) in pages.iter().zip(&CATEGORY_OF_PAGE) {
                seat.categories[usize::from(category)] += count;
            }
        }
        self.tally
    }

    /// Counts the deals of a group whose bits are set.
    pub fn count(&mut self, cards: &[[u8; GROUP]], counted: u64) {
        let players = self.dealing.players();
        let mut strengths: Strengths = [[0; GROUP]; 10];
        let strengths = &mut strengths[..players];
        match self.dealing.cards_per_hand() {
            5 => self.evaluate::<5>(cards, strengths, counted),
            6 => self.evaluate::<6>(cards, strengths, counted),
            _ => self.evaluate::<7>(cards, strengths, counted),
        }
        for (pages, strengths) in self.pages.iter_mut().zip(strengths.iter()) {
            each_deal(counted, |deal| pages[usize::from(strengths[deal] >> 8) % PAGE_COUNT] += 1);
        }
        self.tally.n += u64::from(counted.count_ones());
        let mut best = [0; GROUP];
        let mut winners = [0u8; GROUP];
        for strengths in strengths.iter() {
            best.iter_mut().zip(strengths).for_each(|(best, &strength)| *best = strength.max(*best));
        }
        for strengths in strengths.iter() {
            let hits = strengths.iter().zip(&best);
            winners.iter_mut().zip(hits).for_each(|(n, (strength, best))| *n += u8::from(strength == best));
        }
        // Where one hand alone is best and nothing is split, the whole pot is its; the rest is looked at deal by deal.
        let alone = if self.low_chicago.is_some() { 0 } else { mask(|deal| winners[deal] == 1) } & counted;
        for (seat, strengths) in self.tally.seats.iter_mut().zip(strengths.iter()) {
            let won = u64::from((mask(|deal| strengths[deal] == best[deal]) & alone).count_ones());
            seat.wins += won;
            seat.share_units += u128::from(won * SHARE_UNIT);
        }
        let shared = counted & !alone;
        if shared != 0 {
            let low = self.low_chicago.map(|ace| self.lowest_spades(cards, ace));
            each_deal(shared, |deal| {
                let low_seat = low.as_ref().and_then(|low| low[deal]);
                self.tally.no_low_spade += u64::from(low.is_some() && low_seat.is_none());
                self.share(strengths, deal, (best[deal], winners[deal]), low_seat);
            });
        }
    }

    /// Evaluates every hand of the group.
    fn evaluate<const N: usize>(&mut self, cards: &[[u8; GROUP]], strengths: &mut [[u16; GROUP]], counted: u64) {
        if let WildRule::FollowTheQueen { carry_over, queens_wild } = self.wild {
            let ranks = self.wild_ranks(cards, carry_over);
            each_deal(counted, |deal| self.tally.wild_ranks[usize::from(ranks[deal]).min(13)] += 1);
            let queens = if queens_wild { WildRanks::NONE.with(Rank::QUEEN) } else { WildRanks::NONE };
            let wild = |deal: usize| Rank::from_index(ranks[deal]).map_or(queens, |rank| queens.with(rank));
            return evaluate_hands::<N, _>(self.dealing, cards, strengths, |deal| Wild(wild(deal)));
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
    fn share(&mut self, strengths: &[[u16; GROUP]], deal: usize, (best, winners): (u16, u8), low_seat: Option<u8>) {
        let high = if low_seat.is_some() { SHARE_UNIT / 2 } else { SHARE_UNIT };
        for (i, (seat, strengths)) in self.tally.seats.iter_mut().zip(strengths).enumerate() {
            let low = if low_seat.is_some_and(|low| usize::from(low) == i) { SHARE_UNIT / 2 } else { 0 };
            let won = low + if strengths[deal] == best { high / u64::from(winners) } else { 0 };
            seat.wins += u64::from(won == SHARE_UNIT);
            seat.ties += u64::from(won > 0 && won < SHARE_UNIT);
            seat.share_units += u128::from(won);
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
        for (deal, strength) in strengths.iter_mut().enumerate() {
            *strength = evaluator(deal).dealt(&rows.map(|row| row[deal]));
        }
    }
}

/// The deals for which something holds, a bit each.
#[inline]
fn mask(holds: impl Fn(usize) -> bool) -> u64 {
    (0..GROUP).rev().fold(0, |mask, deal| mask << 1 | u64::from(holds(deal)))
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
