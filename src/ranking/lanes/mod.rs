//! Hands side by side, a byte each in the registers of a kernel.
//!
//! The cards of each hand are sorted, and from their ranks and suits comes the hand's place in a table, which is where
//! all the rules are: a kernel knows none of them, and another ranking is another table.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]
#![allow(clippy::needless_range_loop, reason = "registers and their positions go together")]
#![allow(clippy::many_single_char_names, reason = "sorted cards, a the lowest")]

mod all_hands;
mod five;
mod six_seven;
mod way;

use core::hint::black_box;
use core::ops::Range;

pub use all_hands::count_all_hands;
pub use five::{five_columns, five_dealt, five_rows};
pub use six_seven::{seven_columns, seven_dealt, seven_rows, six_columns, six_dealt, six_rows};
pub use way::{Each, Way};

use super::Category;
use super::layout::BASE;
use crate::kernel::{Pattern, Vector, place_of_eight};

/// How many hands are done at a time.
pub const LANES: usize = 64;

/// The places of 64 hands in a table, four in a number, since to take a number apart is cheaper than to read four.
type Places = [u64; LANES / 4];
/// Places that are no hands.
const NOWHERE: Places = [0; LANES / 4];

/// A table that every number of 16 bits has an entry in.
pub type Table = [u16; 65_536];

/// How many hands make at least each category.
pub type AtLeast = [u64; Category::COUNT];

/// How many hands make each category.
pub fn categories(at_least: &AtLeast) -> [u64; Category::COUNT] {
    core::array::from_fn(|category| at_least[category] - at_least.get(category + 1).unwrap_or(&0))
}

/// The pages of 64 strengths.
#[inline(always)]
pub fn pages(strengths: &[u16; LANES]) -> [u8; LANES] {
    let mut pages = [0; LANES];
    for i in 0..LANES {
        pages[i] = (strengths[i] >> 8) as u8;
    }
    pages
}

/// The last page before each category but the lowest.
pub const PAGE_BEFORE: [u8; Category::COUNT - 1] = {
    let (mut pages, mut i) = ([0; Category::COUNT - 1], 0);
    while i < pages.len() {
        pages[i] = (BASE[i + 1] >> 8) as u8 - 1;
        i += 1;
    }
    pages
};

/// The bytes that are above a limit, as bits.
#[inline(always)]
pub fn bits_above<V: Vector>(bytes: &[u8; LANES], limit: u8) -> u64 {
    let limit = V::splat(limit);
    let lanes = bytes.chunks_exact(V::WIDTH).enumerate();
    lanes.fold(0, |bits, (i, lane)| bits | V::bits(V::load(lane).above(limit)) << (i * V::WIDTH))
}

/// Where groups of 64 hands of `N` cards come from. No closures, since these are not always inlined.
trait Hands<const N: usize> {
    /// A register full of a group, card by card, from a lane on.
    fn cards<V: Vector>(&self, group: usize, lane: usize) -> [V; N];
}

/// One hand after another.
struct Rows<'a>(&'a [u8]);

impl<const N: usize> Hands<N> for Rows<'_> {
    #[inline(always)]
    fn cards<V: Vector>(&self, group: usize, lane: usize) -> [V; N] {
        columns_of(&self.0[N * (group * LANES + lane)..][..N * V::WIDTH])
    }
}

/// The first cards of all hands, then their second cards, and so on.
struct Columns<'a, const N: usize>([&'a [[u8; LANES]]; N]);

impl<'a, const N: usize> Columns<'a, N> {
    #[inline(always)]
    fn new(columns: [&'a [u8]; N]) -> Self {
        Self(columns.map(|column| column.as_chunks().0))
    }
}

impl<const N: usize> Hands<N> for Columns<'_, N> {
    #[inline(always)]
    fn cards<V: Vector>(&self, group: usize, lane: usize) -> [V; N] {
        let mut cards = [V::splat(0); N];
        for k in 0..N {
            cards[k] = V::load(&self.0[k][group][lane..]);
        }
        cards
    }
}

/// 64 deals card by card, and for each hand, which is the same as a group, the places of its cards in the deal.
struct Dealt<'a, const N: usize> {
    cards: &'a [[u8; LANES]],
    hands: &'a [[u8; N]],
}

impl<const N: usize> Hands<N> for Dealt<'_, N> {
    #[inline(always)]
    fn cards<V: Vector>(&self, hand: usize, lane: usize) -> [V; N] {
        let mut cards = [V::splat(0); N];
        for k in 0..N {
            cards[k] = V::load(&self.cards[usize::from(self.hands[hand][k])][lane..]);
        }
        cards
    }
}

/// The cards of a register full of rows, card by card.
#[inline(always)]
fn columns_of<V: Vector, const N: usize>(rows: &[u8]) -> [V; N] {
    let mut parts = [V::splat(0); N];
    for part in 0..N {
        parts[part] = V::load_part(rows, part, N);
    }
    // Cards of different columns stand in different places of each part, so the parts of a column fit into one register;
    // in rows of an even number of cards they stand in every other place, and only those of half the rows fit.
    let halves = if N.is_multiple_of(2) { 2 } else { 1 };
    let mut columns = [parts[0]; N];
    for k in 0..N {
        columns[k] = column_of(&parts, k, 0, N / halves);
        if halves == 2 {
            let upper = if V::SECTION == 16 { &UPPER_16 } else { &UPPER_64 };
            columns[k] = V::pick(V::pattern(upper), column_of(&parts, k, N / 2, N), columns[k]);
        }
    }
    columns
}

/// The cards of column `k` that are in some of the parts.
#[inline(always)]
fn column_of<V: Vector, const N: usize>(parts: &[V; N], k: usize, first: usize, end: usize) -> V {
    let (of_rest, order) = if V::SECTION == 16 {
        (&Cards::<N>::OF_REST_16, &Cards::<N>::ORDER_16)
    } else {
        (&Cards::<N>::OF_REST_64, &Cards::<N>::ORDER_64)
    };
    let mut column = parts[first];
    for part in first + 1..end {
        let rest = (k + N * V::SECTION - part * V::SECTION) % N;
        column = V::pick(V::pattern(&of_rest[rest]), parts[part], column);
    }
    column.arrange(&order[k])
}

/// The upper half of each section.
static UPPER_16: Pattern = Pattern::upper_half(16);
static UPPER_64: Pattern = Pattern::upper_half(64);

/// Where the cards of columns stand in rows of `N`.
struct Cards<const N: usize>;

impl<const N: usize> Cards<N> {
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

/// Sorts registers of cards by comparing pairs of them; does something else after some of the comparisons.
///
/// A macro, because a loop that holds so much would not be unrolled.
macro_rules! sort {
    ($cards:ident: $(($low:literal, $high:literal))* $(=> $then:expr; $(($low_2:literal, $high_2:literal))*)*) => {
        $($crate::ranking::lanes::compare(&mut $cards, $low, $high);)*
        $(
            $then;
            $($crate::ranking::lanes::compare(&mut $cards, $low_2, $high_2);)*
        )*
    };
}
use sort;

/// Puts the lesser of two cards first.
#[inline(always)]
fn compare<V: Vector, const N: usize>(cards: &mut [V; N], low: usize, high: usize) {
    (cards[low], cards[high]) = (cards[low].min(cards[high]), cards[low].max(cards[high]));
}

/// The greatest card of each hand.
#[inline(always)]
fn greatest<V: Vector, const N: usize>(cards: &[V; N]) -> V {
    let mut greatest = cards[0];
    for i in 1..N {
        greatest = greatest.max(cards[i]);
    }
    greatest
}

/// Whether sorted cards, of which the greatest is given as it was before wild ones were marked, are different cards of
/// the 52.
#[inline(always)]
fn are_hands<V: Vector, const N: usize>(sorted: &[V; N], greatest: V) -> bool {
    let mut flaws = greatest.max(V::splat(52)).equal(greatest);
    for i in 1..N {
        flaws = V::either(flaws, sorted[i - 1].equal(sorted[i]));
    }
    !V::any(flaws)
}

/// The entries of 64 places.
#[inline(always)]
fn look_up<V: Vector>(table: &Table, places: &Places, out: &mut [u16; LANES]) {
    look_up_some::<V>(table, places, 0, out, 0..LANES / 8);
}

/// Where the strengths of hands stand.
trait ByPlace: Copy {
    /// The entry of a place for one of 64 hands, of which bits tell those with wild cards.
    fn at(self, place: u16, wild: u64, hand: usize) -> u16;
}

impl ByPlace for &Table {
    #[inline(always)]
    fn at(self, place: u16, _: u64, _: usize) -> u16 {
        self[usize::from(place)]
    }
}

/// Hands with wild cards have a table of their own, the second one.
impl ByPlace for &[Table; 2] {
    #[inline(always)]
    fn at(self, place: u16, wild: u64, hand: usize) -> u16 {
        self[(wild >> hand & 1) as usize][usize::from(place)]
    }
}

/// The entries of some of 64 places, in eights as they come.
#[inline(always)]
fn look_up_some<V: Vector>(
    table: impl ByPlace,
    places: &Places,
    wild: u64,
    out: &mut [u16; LANES],
    eights: Range<usize>,
) {
    // Without the box each place would be taken out of a register, which costs more than to read it.
    let places = black_box(places).as_chunks::<2>().0;
    for i in eights {
        let a_register = V::WIDTH / 8;
        let from = 8 * (i / a_register * a_register + place_of_eight::<V>(i % a_register));
        for j in 0..8 {
            out[from + j] = table.at((places[i][j / 4] >> (16 * (j % 4))) as u16, wild, from + j);
        }
    }
}

/// The look-ups of a group, made in parts between the work on the next one: the processor does both at a time, but does not
/// look far ahead for what to do.
struct LookUps<'a, T> {
    table: T,
    places: &'a Places,
    /// The hands with wild cards.
    wild: u64,
    /// Where the strengths belong, `None` before the first group.
    out: Option<&'a mut [u16; LANES]>,
    /// The eights that are to be looked up.
    eights: Range<usize>,
}

impl<T: ByPlace> LookUps<'_, T> {
    /// Makes those of one of some equal parts.
    #[inline(always)]
    fn part<V: Vector>(&mut self, part: usize, parts: usize) {
        if let Some(out) = &mut self.out {
            let (first, count) = (self.eights.start, self.eights.len());
            let eights = first + part * count / parts..first + (part + 1) * count / parts;
            look_up_some::<V>(self.table, self.places, self.wild, out, eights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Portable, by_kernel};

    by_kernel! {
        fn columns_of_five(rows: &[u8]) -> [[u8; LANES]; 5] = store_columns<V, 5>
    }
    by_kernel! {
        fn columns_of_six(rows: &[u8]) -> [[u8; LANES]; 6] = store_columns<V, 6>
    }
    by_kernel! {
        fn columns_of_seven(rows: &[u8]) -> [[u8; LANES]; 7] = store_columns<V, 7>
    }

    #[inline(always)]
    fn store_columns<V: Vector, const N: usize>(rows: &[u8]) -> [[u8; LANES]; N] {
        let mut columns = [[0; LANES]; N];
        for lane in (0..LANES).step_by(V::WIDTH) {
            for (column, cards) in columns.iter_mut().zip(columns_of::<V, N>(&rows[N * lane..])) {
                cards.store(&mut column[lane..]);
            }
        }
        columns
    }

    /// Wrong columns mostly are no hands, which are then gone through one by one: nobody would notice.
    #[test]
    fn rows_are_taken_apart_into_columns() {
        let rows: Vec<u8> = (0..7 * LANES).map(|i| (i * 89 % 251) as u8).collect();
        let column = |cards: usize, k: usize| core::array::from_fn(|i| rows[cards * i + k]);
        let fives: [[u8; LANES]; 5] = core::array::from_fn(|k| column(5, k));
        assert_eq!([columns_of_five(&rows), store_columns::<Portable, 5>(&rows)], [fives; 2]);
        let sixes: [[u8; LANES]; 6] = core::array::from_fn(|k| column(6, k));
        assert_eq!([columns_of_six(&rows), store_columns::<Portable, 6>(&rows)], [sixes; 2]);
        let sevens: [[u8; LANES]; 7] = core::array::from_fn(|k| column(7, k));
        assert_eq!([columns_of_seven(&rows), store_columns::<Portable, 7>(&rows)], [sevens; 2]);
    }
}
