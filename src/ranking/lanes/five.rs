//! Five cards side by side.
//!
//! ```text
//! place = C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + C(d + 3, 4) + C(e + 4, 5)     ranks a <= b <= c <= d <= e
//! ```
//!
//! counts every set of five ranks with repeats once, up to 6,187. Each binomial is a look-up by rank, in two parts that
//! are added as bytes. The suits name a page of the table: none, four alike but for the first to fifth card, all alike.
//!
//! A wild card has a rank above the ace and the suit of the lowest card. Hands with one have pages of their own, and
//! leave out the highest card of the place, which always is a wild one.

use super::way::{ABOVE, Marks, Natural, WILD, Way};
use super::{Columns, Dealt, Hands, LANES, LookUps, NOWHERE, Rows, Table, are_hands, greatest, sort};
use crate::kernel::{ByRank, Repeated, Vector, by_kernel};
use crate::ranking::layout::choose;
use crate::ranking::tables::WILD_FIVE_BY_PLACE;

by_kernel! {
    /// Evaluates rows of five cards by whole groups of 64; gives how many rows were done before the first group with a
    /// row that is no hand.
    pub fn five_rows(way: Way<'_>, hands: &[u8], out: &mut [u16]) -> usize = rows<V>
}
by_kernel! {
    /// The same for columns: the first cards of all hands, then their second cards, and so on.
    pub fn five_columns(way: Way<'_>, columns: [&[u8]; 5], out: &mut [u16]) -> usize = columns_checked<V>
}
by_kernel! {
    /// Evaluates 64 deals card by card: for each hand the places of its cards in the deal.
    pub fn five_dealt(
        way: Way<'_>, cards: &[[u8; LANES]], hands: &[[u8; 5]], out: &mut [[u16; LANES]],
    ) -> () = dealt<V>
}

#[inline(always)]
fn rows<V: Vector>(way: Way<'_>, hands: &[u8], out: &mut [u16]) -> usize {
    all_groups::<V, true>(way, out.as_chunks_mut().0, &Rows(hands)) * LANES
}

#[inline(always)]
fn columns_checked<V: Vector>(way: Way<'_>, columns: [&[u8]; 5], out: &mut [u16]) -> usize {
    all_groups::<V, true>(way, out.as_chunks_mut().0, &Columns::new(columns)) * LANES
}

#[inline(always)]
fn dealt<V: Vector>(way: Way<'_>, cards: &[[u8; LANES]], hands: &[[u8; 5]], out: &mut [[u16; LANES]]) {
    all_groups::<V, false>(way, out, &Dealt { cards, hands });
}

/// Evaluates groups of 64 hands. How many groups were done before the first with something that is no hand, as far as that
/// is looked for.
#[inline(always)]
fn all_groups<V: Vector, const CHECKED: bool>(way: Way<'_>, out: &mut [[u16; LANES]], hands: &impl Hands<5>) -> usize {
    match way {
        Way::Plain(tables) => groups::<V, _, CHECKED>(tables.five, Natural, out, hands),
        Way::Wild(wild) => groups::<V, _, CHECKED>(&WILD_FIVE_BY_PLACE, wild, out, hands),
    }
}

/// The look-ups of a group are made after the next one's places, which gives the processor both to do at a time.
#[inline(always)]
fn groups<V: Vector, M: Marks, const CHECKED: bool>(
    table: &Table,
    marks: M,
    out: &mut [[u16; LANES]],
    hands: &impl Hands<5>,
) -> usize {
    let mut places = [NOWHERE; 2];
    let last = out.len();
    for group in 0..=last {
        let [even, odd] = &mut places;
        let (own, before) = if group % 2 == 0 { (even, odd) } else { (odd, even) };
        let mut flawless = true;
        for lane in (0..LANES).step_by(V::WIDTH) {
            let out = group.checked_sub(1).map(|group| &mut out[group]);
            let eights = lane / 8..(lane + V::WIDTH) / 8;
            let mut look_up = LookUps { table, places: before, wild: 0, out, eights };
            if group < last {
                let mut sorted = hands.cards::<V>(group, lane);
                let unmarked = if CHECKED && M::WILD { greatest(&sorted) } else { V::splat(0) };
                marks.mark(group, lane, &mut sorted);
                sort! { sorted: (0, 1) (3, 4) => look_up.part::<V>(0, 8); (2, 4) (2, 3) => look_up.part::<V>(1, 8);
                (1, 4) (0, 3) => look_up.part::<V>(2, 8); (0, 2) (1, 3) => look_up.part::<V>(3, 8);
                (1, 2) => look_up.part::<V>(4, 8); };
                if CHECKED {
                    flawless &= are_hands(&sorted, if M::WILD { unmarked } else { sorted[4] });
                }
                five_places::<V, M>(sorted, &mut own[lane / 4..], &mut look_up);
                look_up.part::<V>(7, 8);
            } else {
                look_up.part::<V>(0, 1);
            }
        }
        if !flawless {
            return group;
        }
    }
    last
}

/// Writes the places of sorted hands, and their pages.
#[inline(always)]
fn five_places<V: Vector, M: Marks>(sorted: [V; 5], places: &mut [u64], look_up: &mut LookUps<'_, &Table>) {
    let mut ranks = sorted;
    if M::WILD {
        for card in &mut ranks {
            *card = card.min(V::splat(ABOVE));
        }
    }
    let [a, b, c, d, e] = ranks;
    // A wild card that is the highest counts by the page alone.
    let e = if M::WILD { e.keep(sorted[4].without(WILD)) } else { e };
    let (low, high) = parts_of_three(a, b, c);
    let low = low.add(d.of_rank(&LOW[3]).add(e.of_rank(&LOW[4])));
    let high = high.add(d.of_rank(&HIGH[3]).add(e.of_rank(&HIGH[4])));
    look_up.part::<V>(5, 8);
    let three = suits_of_three(suit_beside::<V, M>(a, sorted[1]), suit_beside::<V, M>(a, sorted[2]));
    let four = suits_of_four(suit_beside::<V, M>(a, sorted[3]), three);
    look_up.part::<V>(6, 8);
    let fifth = suit_beside::<V, M>(a, sorted[4]);
    let page = if M::WILD { wild_page_of_five(sorted[4], fifth, four) } else { page_of_five(fifth, four) };
    V::store_words(low, high, page, places);
}

/// What the three lowest cards add to the two parts of the place.
#[inline(always)]
pub(super) fn parts_of_three<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    (a.of_rank(&LOW[0]).add(b.of_rank(&LOW[1])).add(c.of_rank(&LOW[2])), c.of_rank(&HIGH[2]))
}

/// What the two highest cards add to them.
pub(super) fn parts_of_two(d: u8, e: u8) -> (u8, u8) {
    let (d, e) = (usize::from(d), usize::from(e));
    (LOW[3].cards[d] + LOW[4].cards[e], HIGH[3].cards[d] + HIGH[4].cards[e])
}

/// The suit of a card relative to that of the lowest one; no other where it is wild.
#[inline(always)]
pub(super) fn suit_beside<V: Vector, M: Marks>(lowest: V, card: V) -> V {
    let suit = card.xor(lowest);
    if M::WILD { suit.keep(card.without(WILD)) } else { suit }
}

/// What the suits of three cards come to; of the second and third the suits relative to the first. What some cards come to
/// is looked up with the next one.
#[inline(always)]
pub(super) fn suits_of_three<V: Vector>(b: V, c: V) -> V {
    b.join(3, c.times_4()).look_up_16(&SUITS_OF_THREE)
}

/// What the suits of four cards come to; of the fourth the suit relative to the first.
#[inline(always)]
pub(super) fn suits_of_four<V: Vector>(d: V, three: V) -> V {
    d.join(3, three).look_up_32(&SUITS_OF_FOUR)
}

/// The page of the table that the suits of five cards name, times 32.
#[inline(always)]
pub(super) fn page_of_five<V: Vector>(e: V, four: V) -> V {
    e.join(3, four).look_up_32(&PAGE_OF_FIVE)
}

/// The same where cards are wild, by the highest card as well.
#[inline(always)]
pub(super) fn wild_page_of_five<V: Vector>(highest: V, e: V, four: V) -> V {
    let page = e.join(3, four).look_up_32(&WILD_PAGE_OF_FIVE);
    // Hands with a wild card have their pages behind the others.
    page.or(highest.join(WILD, V::splat(0)))
}

/// C(rank + position, position + 1) for each position: the rest when divided by 32, but whole for the first two.
static LOW: [ByRank; 5] = [part(0, false), part(1, false), part(2, false), part(3, false), part(4, false)];
/// How often 32 goes into it.
static HIGH: [ByRank; 5] = [part(0, true), part(1, true), part(2, true), part(3, true), part(4, true)];

const fn part(position: u16, high: bool) -> ByRank {
    let (mut bytes, mut rank) = ([0; 16], 0);
    while rank < 14 {
        let value = choose(rank + position, position + 1);
        bytes[rank as usize] = match (position < 2, high) {
            (true, true) => 0,
            (true, false) => value as u8,
            (false, true) => (value / 32) as u8,
            (false, false) => (value % 32) as u8,
        };
        rank += 1;
    }
    ByRank::new(&bytes)
}

/// What the suits of some cards come to: nothing, as too many differ; all alike; one odd card, and the suit of the
/// others relative to the first card's.
#[derive(Clone, Copy)]
enum Suits {
    Mixed,
    Alike,
    Odd { place: u8, others: u8 },
}

impl Suits {
    /// With a card more, the `place`-th.
    const fn with(self, place: u8, suit: u8) -> Self {
        match self {
            Self::Alike if suit == 0 => Self::Alike,
            Self::Alike => Self::Odd { place, others: 0 },
            Self::Odd { others, .. } if suit == others => self,
            _ => Self::Mixed,
        }
    }

    /// Of the first three cards, by the suits of the second and third.
    const fn of_three(second: u8, third: u8) -> Self {
        match (second, third) {
            (0, _) => Self::Alike.with(2, third),
            (_, 0) => Self::Odd { place: 1, others: 0 },
            _ if second == third => Self::Odd { place: 0, others: second },
            _ => Self::Mixed,
        }
    }

    /// As a number below eight, for what four cards can come to.
    const fn number(self) -> u8 {
        match self {
            Self::Mixed => 0,
            Self::Alike => 1,
            Self::Odd { place: 0, others } => 1 + others,
            Self::Odd { place, .. } => 4 + place,
        }
    }

    const fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Mixed,
            1 => Self::Alike,
            2..=4 => Self::Odd { place: 0, others: number - 1 },
            _ => Self::Odd { place: number - 4, others: 0 },
        }
    }

    const fn page(self) -> u8 {
        match self {
            Self::Mixed => 0,
            Self::Alike => 6,
            Self::Odd { place, .. } => 1 + place,
        }
    }
}

/// Four times the number of what three cards come to, by the suits of the second and third.
static SUITS_OF_THREE: Repeated = {
    let (mut table, mut i) = ([0; 16], 0);
    while i < 16 {
        table[i as usize] = 4 * Suits::of_three(i & 3, i >> 2).number();
        i += 1;
    }
    Repeated::new(&table)
};
/// Four times the number of what four cards come to, by the fourth's suit and what three came to.
static SUITS_OF_FOUR: Repeated = {
    let (mut table, mut i) = ([0; 32], 0);
    while i < 32 {
        table[i as usize] = 4 * Suits::from_number(i >> 2).with(3, i & 3).number();
        i += 1;
    }
    Repeated::new(&table)
};
/// The page of five cards times 32, by the fifth's suit and what four came to.
static PAGE_OF_FIVE: Repeated = {
    let (mut table, mut i) = ([0; 32], 0);
    while i < 32 {
        table[i as usize] = 32 * Suits::from_number(i >> 2).with(4, i & 3).page();
        i += 1;
    }
    Repeated::new(&table)
};
/// The same where cards are wild: all alike or not.
static WILD_PAGE_OF_FIVE: Repeated = {
    let (mut table, mut i) = ([0; 32], 0);
    while i < 32 {
        table[i] = if PAGE_OF_FIVE.0[i] == 32 * Suits::Alike.page() { 32 } else { 0 };
        i += 1;
    }
    Repeated::new(&table)
};
