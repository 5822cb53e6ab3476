//! All 2,598,960 five-card hands, each evaluated anew.

use core::ops::Range;

use super::five::{
    page_of_five, parts_of_three, parts_of_two, suit_beside, suits_of_four, suits_of_three, wild_page_of_five,
};
use super::way::{ABOVE, Marks, Natural, WILD, Way, WildCards};
use super::{AtLeast, LANES, NOWHERE, PAGE_BEFORE, Places, Table, categories, look_up, pages};
use crate::kernel::{Vector, by_kernel};
use crate::ranking::layout::choose;
use crate::ranking::tables::WILD_FIVE_BY_PLACE;
use crate::ranking::{Category, Ranking, WildRanks};

/// Sets of three cards, so many that all those below two others are among them, and a group more.
const TRIPLES: usize = 22_100_usize.next_multiple_of(LANES);

/// How many of all 2,598,960 five-card hands make each category: every hand is evaluated anew.
#[must_use]
pub fn count_all_hands(ranking: Ranking, wild: WildRanks) -> [u64; Category::COUNT] {
    categories(&match Way::new(ranking, wild) {
        Way::Plain(tables) => count_natural(tables.five, &deck(WildRanks::NONE)),
        Way::Wild(_) => count_wild(&WILD_FIVE_BY_PLACE, &deck(wild)),
    })
}

by_kernel! {
    fn count_natural(table: &Table, deck: &Deck) -> AtLeast = count<V, Natural>
}
by_kernel! {
    fn count_wild(table: &Table, deck: &Deck) -> AtLeast = count<V, WildCards>
}

/// All cards in the order in which hands are sorted: the wild ones last, and marked.
type Deck = [u8; 52];

fn deck(wild: WildRanks) -> Deck {
    let mut deck = core::array::from_fn(|card| card as u8);
    for rank in wild.iter() {
        deck[4 * usize::from(rank.index())..][..4].iter_mut().for_each(|card| *card |= WILD);
    }
    deck.sort_unstable();
    deck
}

/// All sets of three cards, ordered so that those of the lowest cards come first.
struct Triples {
    /// The lowest card of each.
    lowest: Vec<u8>,
    /// What they add to the place of a hand, in two parts.
    parts: [Vec<u8>; 2],
    /// What their suits come to.
    suits: Vec<u8>,
}

impl Triples {
    #[inline(always)]
    fn new<V: Vector, M: Marks>(deck: &Deck) -> Self {
        let mut cards = [const { Vec::new() }; 3];
        for c in 2..52 {
            for b in 1..c {
                for a in 0..b {
                    for (cards, place) in cards.iter_mut().zip([a, b, c]) {
                        cards.push(deck[place]);
                    }
                }
            }
        }
        for cards in &mut cards {
            cards.resize(TRIPLES, 0);
        }
        let none = || vec![0; TRIPLES];
        let mut triples = Self { lowest: none(), parts: [none(), none()], suits: none() };
        for lane in (0..TRIPLES).step_by(V::WIDTH) {
            let marked = [0, 1, 2].map(|i: usize| V::load(&cards[i][lane..]));
            let [a, b, c] = marked.map(|card| if M::WILD { card.min(V::splat(ABOVE)) } else { card });
            let (low, high) = parts_of_three(a, b, c);
            a.store(&mut triples.lowest[lane..]);
            low.store(&mut triples.parts[0][lane..]);
            high.store(&mut triples.parts[1][lane..]);
            let [second, third] = [suit_beside::<V, M>(a, marked[1]), suit_beside::<V, M>(a, marked[2])];
            suits_of_three(second, third).store(&mut triples.suits[lane..]);
        }
        triples
    }
}

/// Two cards after another on top of all sets of three below them: nothing has to be sorted.
#[inline(always)]
fn count<V: Vector, M: Marks>(table: &Table, deck: &Deck) -> AtLeast {
    let triples = Triples::new::<V, M>(deck);
    let mut pipeline = Pipeline::new(table);
    let mut fours = vec![0; TRIPLES];
    for d in 3..51u8 {
        let below = usize::from(choose(u16::from(d), 3));
        for lane in (0..below).step_by(V::WIDTH) {
            let d = suit_beside::<V, M>(V::load(&triples.lowest[lane..]), V::splat(deck[usize::from(d)]));
            suits_of_four(d, V::load(&triples.suits[lane..])).store(&mut fours[lane..]);
        }
        // A portion of the triples stays in the nearest cache while all cards are put on top.
        for from in (0..below).step_by(PORTION) {
            let portion = from..below.min(from + PORTION);
            for e in d + 1..52 {
                pipeline.at_least[0] += portion.len() as u64;
                pipeline.count::<V>(portion.len().div_ceil(LANES), |group, places| {
                    let two = [d, e].map(|place| deck[usize::from(place)]);
                    two_on_three::<V, M>(&triples, &fours, portion.start + group * LANES..portion.end, two, places);
                });
            }
        }
    }
    pipeline.count::<V>(3, |_, places| *places = NOWHERE);
    pipeline.at_least
}

/// So many triples are taken at a time. Counts of a byte, one for each lane of the narrowest register, do not run over.
const PORTION: usize = 40 * LANES;
const _: () = assert!(PORTION / 16 <= 255);

/// The places of two cards on top of the first triples of a range, of which the suits with the fourth card are given.
#[inline(always)]
fn two_on_three<V: Vector, M: Marks>(
    triples: &Triples,
    fours: &[u8],
    range: Range<usize>,
    [d, e]: [u8; 2],
    places: &mut Places,
) {
    // A wild card that is the highest counts by the page alone.
    let (low, high) = parts_of_two(d.min(ABOVE), if M::WILD && e >= WILD { 0 } else { e });
    for lane in (0..LANES).step_by(V::WIDTH) {
        let at = range.start + lane;
        let low = V::splat(low).add(V::load(&triples.parts[0][at..]));
        let high = V::splat(high).add(V::load(&triples.parts[1][at..]));
        let (fifth, four) = (V::splat(e), V::load(&fours[at..]));
        let suit = suit_beside::<V, M>(V::load(&triples.lowest[at..]), fifth);
        let page = if M::WILD { wild_page_of_five(fifth, suit, four) } else { page_of_five(suit, four) };
        if range.len() < LANES {
            // A last group goes on beyond the range; place 0 is no hand, and worth nothing.
            let within = V::splat(range.len() as u8).above(V::load(&NUMBERS[lane..]));
            V::store_words(low.keep(within), high.keep(within), page.keep(within), &mut places[lane / 4..]);
        } else {
            V::store_words(low, high, page, &mut places[lane / 4..]);
        }
    }
}

/// 0, 1, 2 and so on.
static NUMBERS: [u8; LANES] = {
    let (mut numbers, mut i) = ([0; LANES], 0);
    while i < LANES {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

/// Groups of hands on their way from places to strengths to counts. Each step takes a group that the step before left a
/// while ago, so that the processor has all three to do at a time and waits for none.
struct Pipeline<'a> {
    table: &'a Table,
    places: [Places; 2],
    strengths: [[u16; LANES]; 2],
    turn: usize,
    at_least: AtLeast,
}

impl<'a> Pipeline<'a> {
    const fn new(table: &'a Table) -> Self {
        // Place 0 is no hand, so that what is in the pipeline at the start counts nowhere.
        Self { table, places: [NOWHERE; 2], strengths: [[0; LANES]; 2], turn: 0, at_least: [0; Category::COUNT] }
    }

    /// Takes in `groups`, whose places `place` writes, and counts as many that were taken in before.
    #[inline(always)]
    fn count<V: Vector>(&mut self, groups: usize, place: impl Fn(usize, &mut Places)) {
        let one = V::one();
        // Side by side, how many hands make at least each category but the lowest.
        let mut counts = [V::splat(0); Category::COUNT - 1];
        for group in 0..groups {
            let (own, other) = (self.turn, 1 - self.turn);
            place(group, &mut self.places[own]);
            let pages = pages(&self.strengths[own]);
            for lane in (0..LANES).step_by(V::WIDTH) {
                let pages = V::load(&pages[lane..]);
                for i in 0..counts.len() {
                    counts[i] = counts[i].count(pages.above(V::splat(PAGE_BEFORE[i])), one);
                }
            }
            look_up::<V>(self.table, &self.places[other], &mut self.strengths[own]);
            self.turn = other;
        }
        for (total, counts) in self.at_least[1..].iter_mut().zip(counts) {
            let mut bytes = [0; LANES];
            counts.store(&mut bytes);
            *total += bytes.iter().map(|&count| u64::from(count)).sum::<u64>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::kernel::Portable;

    #[test]
    fn the_narrowest_registers_count_the_same() {
        for ranking in [
            Ranking::Soko { ace_low_four_straight: true },
            Ranking::Soko { ace_low_four_straight: false },
            Ranking::Standard,
        ] {
            let Way::Plain(tables) = Way::new(ranking, WildRanks::NONE) else { panic!("no wild cards") };
            let counts = categories(&count::<Portable, Natural>(tables.five, &deck(WildRanks::NONE)));
            assert_eq!(counts, count_all_hands(ranking, WildRanks::NONE));
            assert_eq!(counts.iter().sum::<u64>(), 2_598_960);
        }
        for wild in [0b1, 0b1000_0000, 0b100_1000_0000, 0b1_0000_0000_0001, 0x1fff] {
            let wild = (0..13).filter(|rank| wild >> rank & 1 == 1).filter_map(Rank::from_index);
            let wild = wild.fold(WildRanks::NONE, WildRanks::with);
            let counts = categories(&count::<Portable, WildCards>(&WILD_FIVE_BY_PLACE, &deck(wild)));
            assert_eq!(counts, count_all_hands(Ranking::Wild, wild));
            assert_eq!(counts.iter().sum::<u64>(), 2_598_960);
        }
    }
}
