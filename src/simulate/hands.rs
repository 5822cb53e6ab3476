//! What each seat holds at the end of the deals of a group, side by side: strengths, wild ranks, low shares.

use super::dealing::Dealing;
use super::settle::{Winners, winners};
use crate::chance::stream::GROUP;
use crate::kernel::Kernel;
use crate::ranking::evaluate::{Evaluator, Wild, suits_count, with_evaluator};
use crate::ranking::lanes::{five_dealt, five_table, seven_dealt, seven_tables};
use crate::ranking::wild::{WildLanes, wild_lanes};
use crate::ranking::{LowShare, Ranking, WildRanks, WildRule};
use crate::rules::Rules;

/// What each seat holds in each deal of a group.
pub type Strengths = [[u16; GROUP]; 10];

/// How the hands of a deal are looked at: what the rules say of them, and where their cards lie.
pub struct Hands<'a> {
    dealing: &'a Dealing,
    ranking: Ranking,
    wild: WildRule,
    low: Option<LowShare>,
    /// For each seat the positions of its cards that count for the low share.
    low_positions: Vec<Vec<u8>>,
}

impl<'a> Hands<'a> {
    /// The hands of this deal, under these rules.
    pub fn new(rules: &Rules, dealing: &'a Dealing) -> Self {
        let low = rules.low_share();
        let counts = |&position: &u8| low.is_some_and(|low| low.counts(dealing.positions[usize::from(position)].up));
        let counting = |hand: &Vec<u8>| hand.iter().copied().filter(counts).collect();
        let low_positions = dealing.hands.iter().map(counting).collect();
        Self { dealing, ranking: rules.ranking, wild: rules.wild, low, low_positions }
    }

    /// Where the cards lie.
    pub const fn dealing(&self) -> &'a Dealing {
        self.dealing
    }

    /// Whether pots have a low half.
    pub const fn has_low(&self) -> bool {
        self.low.is_some()
    }

    /// The wild rank of each deal at the end, read off the up cards in the order dealt (rules.md 8); `None` in games
    /// without. Where a card is none, nothing was dealt.
    pub fn wild_ranks(&self, cards: &[[u8; GROUP]]) -> Option<WildLanes> {
        let dealt = self.dealing.positions.iter().zip(cards).filter(|(position, _)| position.up);
        let up = || dealt.map(|(position, cards)| (position.street, cards)).collect::<Vec<_>>();
        self.wild.is_played().then(|| wild_lanes(self.wild, &up()))
    }

    /// Evaluates every hand of the group, also of the deals that do not count: a group without holes needs no branch.
    pub fn evaluate(&self, cards: &[[u8; GROUP]], wild: Option<&WildLanes>, strengths: &mut Strengths) {
        match self.dealing.cards_per_hand() {
            5 => self.evaluate_cards::<5>(cards, wild, strengths),
            6 => self.evaluate_cards::<6>(cards, wild, strengths),
            _ => self.evaluate_cards::<7>(cards, wild, strengths),
        }
    }

    fn evaluate_cards<const N: usize>(
        &self,
        cards: &[[u8; GROUP]],
        wild: Option<&WildLanes>,
        strengths: &mut Strengths,
    ) {
        let strengths = &mut strengths[..self.dealing.players()];
        if let Some(wild) = wild {
            let rule = self.wild;
            return evaluate_hands::<N, _>(self.dealing, cards, strengths, |deal| Wild(rule.ranks(wild.rank(deal))));
        }
        // Without vector registers the tables of the lanes are slower than a hand at a time.
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

    /// What each seat's hand is worth for the low share of each deal; `None` where there is no such share.
    pub fn low_worths(&self, cards: &[[u8; GROUP]]) -> Option<Strengths> {
        let low = self.low?;
        let mut worths = [[0; GROUP]; 10];
        for (worths, counting) in worths.iter_mut().zip(&self.low_positions) {
            let mut rows = [&cards[0]; 8];
            for (row, &position) in rows.iter_mut().zip(counting) {
                *row = &cards[usize::from(position)];
            }
            *worths = low.worths(&rows[..counting.len()]);
        }
        Some(worths)
    }

    /// Who wins the low share of each deal that counts; `None` where there is no such share.
    pub fn low_winners(&self, cards: &[[u8; GROUP]], counted: u64) -> Option<Winners> {
        self.low_worths(cards).map(|worths| winners(&worths[..self.dealing.players()], counted))
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
