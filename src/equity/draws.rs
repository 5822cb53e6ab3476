//! All ways in which one seat's cards to come can come, with what they make.

use super::situation::Situation;
use super::ways::{Weighted, weight_of};
use crate::card::Card;
use crate::ranking::evaluate_rows;

/// More ranges in one hand are not kept apart while its draws are listed.
pub(super) const MOST_RANGES: usize = 4;

/// A set of cards to come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Draw {
    /// What the whole hand is worth.
    pub strength: u16,
    /// The cards, ascending, by their places among the cards that may come.
    pub places: [u8; 7],
    /// The sum over all ways in which the cards can fill the hand's ranges of the product of their weights.
    pub weight: u32,
}

/// The draws of one seat, the weakest first.
pub(super) struct Draws {
    pub list: Vec<Draw>,
    /// The sum of all weights.
    pub total: u64,
    /// Whether every set of cards is there, with the weight 1.
    pub is_uniform: bool,
}

impl Situation {
    /// The ranges in the hand of a seat.
    pub(super) fn ranges_of(&self, seat: usize) -> impl Iterator<Item = &[Weighted]> {
        self.ranges().filter(move |(i, _)| self.dealing.hands[seat].contains(i)).map(|(_, cards)| cards)
    }

    /// How many cards are to come to a seat.
    pub(super) fn to_come(&self, seat: usize) -> usize {
        self.dealing.hands[seat].iter().filter(|&&i| self.known(i).is_none()).count()
    }
}

impl Draws {
    /// Lists the draws of a seat whose hand ends apart from the others; there are not more than `most`.
    pub fn new(situation: &Situation, seat: usize, most: usize) -> Self {
        let wild = situation.wild_ranks().unwrap_or_default().1;
        let cards_per_hand = situation.dealing.cards_per_hand();
        let (mut list, hands) = match cards_per_hand {
            5 => Lister::<5>::list(situation, seat, most),
            6 => Lister::<6>::list(situation, seat, most),
            _ => Lister::<7>::list(situation, seat, most),
        };
        let mut strengths = vec![0; list.len()];
        let whole = evaluate_rows(situation.rules.ranking, wild, cards_per_hand, &hands, &mut strengths, 1);
        debug_assert_eq!(whole, Ok(()), "cards of a deck");
        for (draw, strength) in list.iter_mut().zip(strengths) {
            draw.strength = strength;
        }
        sort(&mut list);
        let total = list.iter().map(|draw| u64::from(draw.weight)).sum();
        Self { list, total, is_uniform: situation.ranges_of(seat).next().is_none() }
    }
}

/// Sorts by strength: by counting where there are many.
fn sort(list: &mut Vec<Draw>) {
    const STRENGTHS: usize = crate::ranking::layout::LIMIT;
    if list.len() < STRENGTHS / 8 {
        return list.sort_unstable_by_key(|draw| draw.strength);
    }
    let mut ends = vec![0u32; STRENGTHS];
    for draw in &*list {
        ends[usize::from(draw.strength)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += core::mem::replace(end, sum);
    }
    let mut sorted = vec![Draw::default(); list.len()];
    for draw in &*list {
        let slot = &mut ends[usize::from(draw.strength)];
        sorted[*slot as usize] = *draw;
        *slot += 1;
    }
    *list = sorted;
}

/// For each set of ranges, the weight of all ways to fill them with cards chosen so far.
type Ways = [u32; 1 << MOST_RANGES];

/// Cards that were chosen, a byte each, the first one the lowest. They are passed on in registers: bytes that were
/// written one by one take long to be read together.
#[derive(Clone, Copy)]
struct Chosen {
    /// The known cards, then the chosen ones.
    hand: u64,
    /// Where the chosen ones stand among the cards that may come.
    places: u64,
}

/// Chooses cards one after the other, ascending.
struct Lister<const N: usize> {
    /// The cards that may come.
    stub: Vec<u8>,
    /// The weights of each card of the stub in each range.
    weights: Vec<[u32; MOST_RANGES]>,
    ranges: usize,
    known: usize,
    list: Vec<Draw>,
    /// The whole hand of each draw, one after the other.
    hands: Vec<[u8; N]>,
}

impl<const N: usize> Lister<N> {
    /// The draws, whose strengths are still to be found, and the cards of their hands.
    fn list(situation: &Situation, seat: usize, most: usize) -> (Vec<Draw>, Vec<u8>) {
        let ranges: Vec<&[Weighted]> = situation.ranges_of(seat).collect();
        let weights = |card: Card| {
            let mut weights = [0; MOST_RANGES];
            for (slot, range) in weights.iter_mut().zip(&ranges) {
                *slot = weight_of(range, card).unwrap_or(0) as u32;
            }
            weights
        };
        let known: Vec<u8> =
            situation.dealing.hands[seat].iter().filter_map(|&i| situation.known(i)).map(Card::index).collect();
        let hand = known.iter().rev().fold(0, |hand, &card| hand << 8 | u64::from(card));
        let mut lister = Self {
            stub: situation.stub.iter().map(Card::index).collect(),
            weights: situation.stub.iter().map(weights).collect(),
            ranges: ranges.len(),
            known: known.len(),
            list: Vec::with_capacity(most),
            hands: Vec::with_capacity(most),
        };
        let mut ways = [0; 1 << MOST_RANGES];
        ways[0] = 1;
        lister.choose(known.len(), 0, Chosen { hand, places: 0 }, &ways);
        (lister.list, lister.hands.into_flattened())
    }

    /// Chooses the card at `at` of the hand from the places `from` on, and those after it.
    fn choose(&mut self, at: usize, from: usize, before: Chosen, ways: &Ways) {
        let left = N - at;
        if left == 0 {
            return self.keep(before, ways[(1 << self.ranges) - 1]);
        }
        for place in from..=self.stub.len() - left {
            let chosen = Chosen {
                hand: before.hand | u64::from(self.stub[place]) << (8 * at),
                places: before.places | (place as u64) << (8 * (at - self.known)),
            };
            if self.ranges > 0 {
                let ways = self.serve(ways, place);
                if self.can_serve_all(&ways, left - 1) {
                    self.choose(at + 1, place + 1, chosen, &ways);
                }
            } else if left == 1 {
                self.keep(chosen, 1);
            } else {
                self.choose(at + 1, place + 1, chosen, ways);
            }
        }
    }

    #[inline]
    fn keep(&mut self, chosen: Chosen, weight: u32) {
        let (hand, places) = (chosen.hand.to_le_bytes(), chosen.places.to_le_bytes());
        self.list.push(Draw { strength: 0, places: core::array::from_fn(|i| places[i]), weight });
        self.hands.push(core::array::from_fn(|i| hand[i]));
    }

    /// The ways with one card more, which may fill one range or none.
    fn serve(&self, ways: &Ways, place: usize) -> Ways {
        let mut more = *ways;
        for served in 1..1 << self.ranges {
            for (i, &weight) in self.weights[place][..self.ranges].iter().enumerate() {
                if served >> i & 1 == 1 {
                    more[served] += ways[served ^ 1 << i] * weight;
                }
            }
        }
        more
    }

    /// Whether as many more cards can be enough for the ranges that are still empty.
    fn can_serve_all(&self, ways: &Ways, cards: usize) -> bool {
        let mut sets = (0..1usize << self.ranges).zip(ways);
        sets.any(|(served, &weight)| weight > 0 && self.ranges - served.count_ones() as usize <= cards)
    }
}
