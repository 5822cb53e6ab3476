//! Hands side by side, a byte each in the registers of a kernel.
//!
//! The cards of each hand are sorted, and from their ranks and suits comes the hand's place in one table, which is where
//! all the rules are: a kernel knows none of them, and another ranking is another table.
//!
//! ```text
//! place = C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + C(d + 3, 4) + C(e + 4, 5)     ranks a <= b <= c <= d <= e
//! ```
//!
//! counts every set of five ranks with repeats once, up to 6,187. Each binomial is a look-up by rank, in two parts that
//! are added as bytes. The suits name a page of the table: none, four alike but for the first to fifth card, all alike.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]
#![allow(clippy::needless_range_loop, reason = "registers and their positions go together")]

use core::hint::black_box;

use super::Ranking;
use super::layout::choose;
use super::tables::{SOKO_ACE_HIGH_FIVE_BY_PLACE, SOKO_FIVE_BY_PLACE, STANDARD_FIVE_BY_PLACE};
use crate::kernel::{ByRank, Pattern, Repeated, Vector, by_kernel, place_of_eight};

/// How many hands are done at a time.
pub const LANES: usize = 64;

/// The strengths of five cards by place and suits.
pub type FiveTable = [u16; 65_536];

/// The table of a ranking, `None` where wild cards count.
pub fn five_table(ranking: Ranking) -> Option<&'static FiveTable> {
    match ranking {
        Ranking::Soko { ace_low_four_straight: true } => Some(&SOKO_FIVE_BY_PLACE),
        Ranking::Soko { ace_low_four_straight: false } => Some(&SOKO_ACE_HIGH_FIVE_BY_PLACE),
        Ranking::Standard => Some(&STANDARD_FIVE_BY_PLACE),
        Ranking::Wild => None,
    }
}

by_kernel! {
    /// Evaluates rows of five cards by whole groups of 64; gives how many rows were done before the first group with a
    /// row that is no hand.
    pub fn five_rows(table: &FiveTable, hands: &[u8], out: &mut [u16]) -> usize = rows<V>
}
by_kernel! {
    /// The same for columns: the first cards of all hands, then their second cards, and so on.
    pub fn five_columns(table: &FiveTable, columns: [&[u8]; 5], out: &mut [u16]) -> usize = columns_checked<V>
}
by_kernel! {
    /// Evaluates 64 deals card by card: for each hand the places of its cards in the deal.
    pub fn five_dealt(
        table: &FiveTable, cards: &[[u8; LANES]], hands: &[[u8; 5]], out: &mut [[u16; LANES]],
    ) -> () = dealt<V>
}

#[inline(always)]
fn rows<V: Vector>(table: &FiveTable, hands: &[u8], out: &mut [u16]) -> usize {
    let hands = hands.as_chunks::<{ 5 * LANES }>().0;
    let cards = |group: usize, lane: usize| columns_of::<V, 5>(&hands[group][5 * lane..]);
    five_groups::<V, true>(table, out.as_chunks_mut().0, cards) * LANES
}

#[inline(always)]
fn columns_checked<V: Vector>(table: &FiveTable, columns: [&[u8]; 5], out: &mut [u16]) -> usize {
    let columns = columns.map(|column| column.as_chunks::<LANES>().0);
    let cards = |group: usize, lane: usize| columns.map(|column| V::load(&column[group][lane..]));
    five_groups::<V, true>(table, out.as_chunks_mut().0, cards) * LANES
}

#[inline(always)]
fn dealt<V: Vector>(table: &FiveTable, cards: &[[u8; LANES]], hands: &[[u8; 5]], out: &mut [[u16; LANES]]) {
    let cards = |hand: usize, lane: usize| hands[hand].map(|position| V::load(&cards[usize::from(position)][lane..]));
    five_groups::<V, false>(table, out, cards);
}

/// The cards of a register full of rows, card by card.
#[inline(always)]
pub(super) fn columns_of<V: Vector, const N: usize>(rows: &[u8]) -> [V; N] {
    // Cards of different columns stand in different places of each part, so the parts of a column fit into one register.
    let mut parts = [V::splat(0); N];
    for part in 0..N {
        parts[part] = V::load_part(rows, part, N);
    }
    let (of_rest, order) = if V::SECTION == 16 {
        (&Places::<N>::OF_REST_16, &Places::<N>::ORDER_16)
    } else {
        (&Places::<N>::OF_REST_64, &Places::<N>::ORDER_64)
    };
    let mut columns = [parts[0]; N];
    for k in 0..N {
        let mut column = parts[0];
        for part in 1..N {
            let rest = (k + N * V::SECTION - part * V::SECTION) % N;
            column = V::pick(V::pattern(&of_rest[rest]), parts[part], column);
        }
        columns[k] = column.arrange(&order[k]);
    }
    columns
}

/// Where the cards of columns stand in rows of `N`.
struct Places<const N: usize>;

impl<const N: usize> Places<N> {
    const OF_REST_16: [Pattern; N] = Self::of_rest(16);
    const OF_REST_64: [Pattern; N] = Self::of_rest(64);
    const ORDER_16: [[u8; 64]; N] = Self::order(16);
    const ORDER_64: [[u8; 64]; N] = Self::order(64);

    /// For each rest the places of a section that leave it when divided by `N`.
    const fn of_rest(section: usize) -> [Pattern; N] {
        let mut patterns = [const { Pattern::every(N, 0, 64) }; N];
        let mut rest = 0;
        while rest < N {
            patterns[rest] = Pattern::every(N, rest, section);
            rest += 1;
        }
        patterns
    }

    /// Where card `k` of row `i` stands in its section.
    const fn order(section: usize) -> [[u8; 64]; N] {
        let mut order = [[0; 64]; N];
        let mut i = 0;
        while i < 64 * N {
            order[i % N][i / N] = (i % section) as u8;
            i += 1;
        }
        order
    }
}

/// Evaluates groups of 64 hands; `cards` gives a register full of a group, card by card, from a lane on. How many groups
/// were done before the first with something that is no hand, as far as that is looked for.
///
/// The look-ups of a group are made after the next one's places, which gives the processor both to do at a time.
#[inline(always)]
fn five_groups<V: Vector, const CHECKED: bool>(
    table: &FiveTable,
    out: &mut [[u16; LANES]],
    cards: impl Fn(usize, usize) -> [V; 5],
) -> usize {
    let mut places = [[0; LANES]; 2];
    for group in 0..out.len() {
        let mut flawless = true;
        for lane in (0..LANES).step_by(V::WIDTH) {
            let sorted = sort::<V, 5>(cards(group, lane), &SORT_5);
            if CHECKED {
                flawless &= are_hands(&sorted);
            }
            five_places(sorted, &mut places[group % 2][lane..]);
        }
        if group > 0 {
            look_up::<V>(table, &places[(group - 1) % 2], &mut out[group - 1]);
        }
        if !flawless {
            return group;
        }
    }
    if let Some(last) = out.len().checked_sub(1) {
        look_up::<V>(table, &places[last % 2], &mut out[last]);
    }
    out.len()
}

#[inline(always)]
fn look_up<V: Vector>(table: &FiveTable, places: &[u16; LANES], out: &mut [u16; LANES]) {
    // Without the box each place would be taken out of a register, which costs more than to read it.
    for (i, places) in black_box(places).as_chunks::<8>().0.iter().enumerate() {
        let eights = V::WIDTH / 8;
        let from = 8 * (i / eights * eights + place_of_eight::<V>(i % eights));
        for j in 0..8 {
            out[from + j] = table[usize::from(places[j])];
        }
    }
}

/// Comparisons that sort five.
const SORT_5: [(usize, usize); 9] = [(0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2)];

#[inline(always)]
fn sort<V: Vector, const N: usize>(mut cards: [V; N], comparisons: &[(usize, usize)]) -> [V; N] {
    for &(low, high) in comparisons {
        (cards[low], cards[high]) = (cards[low].min(cards[high]), cards[low].max(cards[high]));
    }
    cards
}

/// Whether sorted cards are different cards of the 52.
#[inline(always)]
fn are_hands<V: Vector, const N: usize>(sorted: &[V; N]) -> bool {
    let last = sorted[N - 1];
    let mut flaws = last.max(V::splat(52)).equal(last);
    for i in 1..N {
        flaws = V::either(flaws, sorted[i - 1].equal(sorted[i]));
    }
    !V::any(flaws)
}

/// Writes the places of sorted hands, and their pages.
#[inline(always)]
fn five_places<V: Vector>(cards: [V; 5], places: &mut [u16]) {
    let [a, b, c, d, e] = cards;
    let low = a.of_rank(&LOW[0]).add(b.of_rank(&LOW[1])).add(c.of_rank(&LOW[2]));
    let low = low.add(d.of_rank(&LOW[3]).add(e.of_rank(&LOW[4])));
    let high = c.of_rank(&HIGH[2]).add(d.of_rank(&HIGH[3])).add(e.of_rank(&HIGH[4]));
    V::store_words(low, high, suits_page(cards), places);
}

/// The page of the table that the suits of sorted cards name, times 32.
///
/// Suits are taken relative to the first card's. What three cards and then four come to is looked up with the next card.
#[inline(always)]
fn suits_page<V: Vector>(cards: [V; 5]) -> V {
    let [a, b, c, d, e] = cards;
    let three = b.xor(a).join(3, c.xor(a).times_4()).look_up_16(&SUITS_OF_THREE);
    let four = d.xor(a).join(3, three).look_up_32(&SUITS_OF_FOUR);
    e.xor(a).join(3, four).look_up_32(&PAGE_OF_FIVE)
}

/// C(rank + position, position + 1) for each position: the rest when divided by 32, but whole for the first two.
static LOW: [ByRank; 5] = [part(0, false), part(1, false), part(2, false), part(3, false), part(4, false)];
/// How often 32 goes into it.
static HIGH: [ByRank; 5] = [part(0, true), part(1, true), part(2, true), part(3, true), part(4, true)];

const fn part(position: u16, high: bool) -> ByRank {
    let (mut bytes, mut rank) = ([0; 16], 0);
    while rank < 13 {
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
