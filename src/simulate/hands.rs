//! What each seat holds at the end of the deals of a group, side by side: strengths, wild ranks, low shares.

use super::dealing::Dealing;
use crate::chance::stream::GROUP;
use crate::kernel::Kernel;
use crate::ranking::evaluate::{Evaluator, Wild, suits_count, with_evaluator};
use crate::ranking::lanes::{Each, Way, five_dealt, seven_dealt, six_dealt};
use crate::ranking::wild::{WildLanes, wild_lanes};
use crate::ranking::{LowShare, Ranking, WildRanks, WildRule};
use crate::rules::Rules;

/// What each seat holds in each deal of a group.
pub type Strengths = [[u16; GROUP]; 10];

/// How the hands of a deal are looked at: what the rules say of them, and in which rows of a group their cards are.
pub struct Hands {
    ranking: Ranking,
    wild: WildRule,
    low: Option<LowShare>,
    /// For each seat the rows of its cards.
    seats: Vec<Vec<u8>>,
    /// The street and the row of each card face up, in the order dealt.
    up: Vec<(u8, u8)>,
    /// For each seat the rows of its cards that count for the low share.
    counting: Vec<Vec<u8>>,
}

impl Hands {
    /// The hands of deals whose cards are in the order dealt.
    pub fn dealt(rules: &Rules, dealing: &Dealing) -> Self {
        Self::new(rules, dealing, dealing.hands.clone())
    }

    /// The hands of deals whose cards are seat by seat.
    pub fn of_rows(rules: &Rules, dealing: &Dealing) -> Self {
        let cards = dealing.cards_per_hand() as u8;
        Self::new(
            rules,
            dealing,
            (0..dealing.players() as u8).map(|seat| (seat * cards..(seat + 1) * cards).collect()).collect(),
        )
    }

    /// The hands of deals whose cards are in these rows, seat by seat.
    fn new(rules: &Rules, dealing: &Dealing, hands: Vec<Vec<u8>>) -> Self {
        let low = rules.low_share();
        let position = |i: u8| dealing.positions[usize::from(i)];
        let places = || dealing.hands.iter().flatten().zip(hands.iter().flatten());
        // A community card is looked for where the first seat has it.
        let row = |i| places().find(|&(&place, _)| usize::from(place) == i).map_or(0, |(_, &row)| row);
        let up = (0..dealing.positions.len()).filter(|&i| dealing.positions[i].up);
        let up = up.map(|i| (dealing.positions[i].street, row(i))).collect();
        let counts = |(place, row): (&u8, &u8)| low.filter(|low| low.counts(position(*place).up)).map(|_| *row);
        let counting =
            dealing.hands.iter().zip(&hands).map(|(hand, rows)| hand.iter().zip(rows).filter_map(counts).collect());
        let counting = counting.collect();
        Self { ranking: rules.ranking, wild: rules.wild, low, seats: hands, up, counting }
    }

    /// The wild rank of each deal at the end, read off the up cards in the order dealt (rules.md 8); `None` in games
    /// without. Where a card is none, nothing was dealt.
    pub fn wild_ranks(&self, cards: &[[u8; GROUP]]) -> Option<WildLanes> {
        let up = || self.up.iter().map(|&(street, row)| (street, &cards[usize::from(row)])).collect::<Vec<_>>();
        self.wild.is_played().then(|| wild_lanes(self.wild, &up()))
    }

    /// Evaluates every hand of the group, also of the deals that do not count: a group without holes needs no branch.
    pub fn evaluate(&self, cards: &[[u8; GROUP]], wild: Option<&WildLanes>, strengths: &mut Strengths) {
        match self.seats.first().map_or(0, Vec::len) {
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
        let strengths = &mut strengths[..self.seats.len()];
        // Without vector registers the tables of the lanes are slower than a hand at a time.
        if Kernel::current() != Kernel::Portable {
            let way = match wild {
                Some(wild) => Way::each(Each::Group(&wild.0), self.wild.ranks(None)),
                None => Way::new(self.ranking, WildRanks::NONE),
            };
            return match N {
                5 => five_dealt(way, cards, &rows(&self.seats), strengths),
                6 => six_dealt(way, cards, &rows(&self.seats), strengths),
                _ => seven_dealt(way, cards, &rows(&self.seats), strengths),
            };
        }
        if let Some(wild) = wild {
            let rule = self.wild;
            return evaluate_hands::<N, _>(&self.seats, cards, strengths, |deal| Wild(rule.ranks(wild.rank(deal))));
        }
        with_evaluator!(self.ranking, WildRanks::NONE, |evaluator| {
            evaluate_hands::<N, _>(&self.seats, cards, strengths, |_| evaluator);
        });
    }

    /// Works out what each seat's hand is worth for the low share of each deal; `false` where there is no such share.
    pub fn low_worths(&self, cards: &[[u8; GROUP]], worths: &mut [[u16; GROUP]]) -> bool {
        let Some(low) = self.low else { return false };
        for (worths, counting) in worths.iter_mut().zip(&self.counting) {
            let mut rows = [&cards[0]; 8];
            for (row, &place) in rows.iter_mut().zip(counting) {
                *row = &cards[usize::from(place)];
            }
            *worths = low.worths(&rows[..counting.len()]);
        }
        true
    }
}

/// Evaluates each seat's `N` cards in each deal, with the evaluator of the deal.
fn evaluate_hands<const N: usize, E: Evaluator>(
    hands: &[Vec<u8>],
    cards: &[[u8; GROUP]],
    strengths: &mut [[u16; GROUP]],
    evaluator: impl Fn(usize) -> E,
) {
    for (hand, strengths) in hands.iter().zip(strengths) {
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

/// The rows of each seat's cards.
fn rows<const N: usize>(hands: &[Vec<u8>]) -> [[u8; N]; 10] {
    let mut rows = [[0; N]; 10];
    for (to, hand) in rows.iter_mut().zip(hands) {
        *to = *hand.first_chunk().unwrap_or(to);
    }
    rows
}
