//! Six and seven cards side by side.
//!
//! The place is that of five cards with one or two terms more, up to 18,563 and 50,387, and tells what the ranks are
//! worth. Where enough cards are of one suit, which few hands have, their ranks as a set are looked up as well, and the
//! better one counts.
//!
//! A wild card has a rank above the ace. Seven cards with one of them would have places beyond 65,535, so they leave out
//! the highest card, which always is a wild one, and have a table of their own.

use super::way::{ABOVE, Marks, Natural, Tables, WILD, Way};
use super::{ByPlace, Columns, Dealt, Hands, LANES, LookUps, NOWHERE, Places, Rows, are_hands, greatest, sort};
use crate::kernel::{ByRank, Vector, by_kernel};
use crate::ranking::layout::choose;
use crate::ranking::tables::{ONE_SUIT, WILD_SEVEN_BY_PLACE, WILD_SIX_BY_PLACE};

by_kernel! {
    /// Evaluates rows of six cards by whole groups of 64; gives how many rows were done before the first group with a
    /// row that is no hand.
    pub fn six_rows(way: Way<'_>, hands: &[u8], out: &mut [u16]) -> usize = rows<V, 6>
}
by_kernel! {
    /// The same for columns: the first cards of all hands, then their second cards, and so on.
    pub fn six_columns(way: Way<'_>, columns: [&[u8]; 6], out: &mut [u16]) -> usize = columns_checked<V, 6>
}
by_kernel! {
    /// Evaluates 64 deals card by card: for each hand the places of its cards in the deal.
    pub fn six_dealt(
        way: Way<'_>, cards: &[[u8; LANES]], hands: &[[u8; 6]], out: &mut [[u16; LANES]],
    ) -> () = dealt<V, 6>
}
by_kernel! {
    /// Rows of seven cards in the same way.
    pub fn seven_rows(way: Way<'_>, hands: &[u8], out: &mut [u16]) -> usize = rows<V, 7>
}
by_kernel! {
    /// Columns of seven cards.
    pub fn seven_columns(way: Way<'_>, columns: [&[u8]; 7], out: &mut [u16]) -> usize = columns_checked<V, 7>
}
by_kernel! {
    /// Deals of seven cards.
    pub fn seven_dealt(
        way: Way<'_>, cards: &[[u8; LANES]], hands: &[[u8; 7]], out: &mut [[u16; LANES]],
    ) -> () = dealt<V, 7>
}

#[inline(always)]
fn rows<V: Vector, const N: usize>(way: Way<'_>, hands: &[u8], out: &mut [u16]) -> usize {
    all_groups::<V, N, true>(way, out.as_chunks_mut().0, &Rows(hands)) * LANES
}

#[inline(always)]
fn columns_checked<V: Vector, const N: usize>(way: Way<'_>, columns: [&[u8]; N], out: &mut [u16]) -> usize {
    all_groups::<V, N, true>(way, out.as_chunks_mut().0, &Columns::new(columns)) * LANES
}

#[inline(always)]
fn dealt<V: Vector, const N: usize>(way: Way<'_>, cards: &[[u8; LANES]], hands: &[[u8; N]], out: &mut [[u16; LANES]]) {
    all_groups::<V, N, false>(way, out, &Dealt { cards, hands });
}

/// Evaluates groups of 64 hands. How many groups were done before the first with something that is no hand, as far as that
/// is looked for.
#[inline(always)]
fn all_groups<V: Vector, const N: usize, const CHECKED: bool>(
    way: Way<'_>,
    out: &mut [[u16; LANES]],
    hands: &impl Hands<N>,
) -> usize {
    match way {
        Way::Plain(Tables { six, seven, suited, .. }) => {
            let by_ranks = if N == 6 { six } else { seven };
            groups::<V, _, N, CHECKED>(by_ranks, Natural, suited, out, hands)
        }
        Way::Wild(wild) if N == 6 => groups::<V, _, N, CHECKED>(&WILD_SIX_BY_PLACE, wild, 5, out, hands),
        Way::Wild(wild) => groups::<V, _, N, CHECKED>(&WILD_SEVEN_BY_PLACE, wild, 5, out, hands),
    }
}

#[inline(always)]
fn groups<V: Vector, M: Marks, const N: usize, const CHECKED: bool>(
    by_ranks: impl ByPlace,
    marks: M,
    suited: u8,
    out: &mut [[u16; LANES]],
    hands: &impl Hands<N>,
) -> usize {
    let mut groups = [const { Group::new() }; 2];
    let last = out.len();
    for group in 0..=last {
        let [even, odd] = &mut groups;
        let (own, before) = if group % 2 == 0 { (even, odd) } else { (odd, even) };
        let mut flawless = true;
        if group < last {
            (own.bits, own.wild, own.threes) = (0, 0, 0);
        }
        for lane in (0..LANES).step_by(V::WIDTH) {
            let (wild, out) = (before.wild, group.checked_sub(1).map(|group| &mut out[group]));
            let eights = lane / 8..(lane + V::WIDTH) / 8;
            let mut look_up = LookUps { table: by_ranks, places: &before.places, wild, out, eights };
            if group < last {
                let mut sorted = hands.cards::<V>(group, lane);
                let unmarked = if CHECKED && M::WILD { greatest(&sorted) } else { V::splat(0) };
                marks.mark(group, lane, &mut sorted);
                if N == 6 {
                    sort! { sorted: (0, 5) (1, 3) (2, 4) (1, 2) (3, 4) (0, 3) (2, 5) (0, 1) (2, 3) (4, 5) (1, 2) (3, 4) }
                } else {
                    sort! { sorted: (0, 6) (2, 3) (4, 5) (0, 2) (1, 4) (3, 6) (0, 1) (2, 5) (3, 4) (1, 2) (4, 6) (2, 3)
                    (4, 5) (1, 2) (3, 4) (5, 6) }
                }
                look_up.part::<V>(0, 2);
                if CHECKED {
                    flawless &= are_hands(&sorted, if M::WILD { unmarked } else { sorted[N - 1] });
                }
                let (ranks, suits) = if M::WILD { own.place_wild(sorted, lane) } else { (sorted, sorted) };
                own.place_ranks(ranks, lane);
                look_up.part::<V>(1, 2);
                own.place_suits::<V, N, M>(sorted, suit_of_most(suits), suited, lane);
            } else {
                look_up.part::<V>(0, 1);
            }
        }
        if group > 0 {
            before.look_up_suits(&mut out[group - 1]);
            if M::WILD {
                before.look_up_threes(&mut out[group - 1]);
            }
        }
        if !flawless {
            return group;
        }
    }
    last
}

/// 64 hands on their way to strengths.
struct Group {
    places: Places,
    /// The hands with enough cards of a suit, a bit each.
    bits: u64,
    /// The ranks of that suit, as a set in two parts; above them how many cards are wild.
    suited: [[u8; LANES]; 2],
    /// What is added to what these are worth: in a four-flush the highest other rank.
    odd: [u8; LANES],
    /// The hands with wild cards.
    wild: u64,
    /// The hands with three wild cards of seven.
    threes: u64,
    /// The four lowest cards of each.
    lowest: [[u8; LANES]; 4],
}

impl Group {
    const fn new() -> Self {
        Self {
            places: NOWHERE,
            bits: 0,
            suited: [[0; LANES]; 2],
            odd: [0; LANES],
            wild: 0,
            threes: 0,
            lowest: [[0; LANES]; 4],
        }
    }

    /// Notes which hands have wild cards; gives the cards by which they are placed, and those that tell the suit.
    #[inline(always)]
    fn place_wild<V: Vector, const N: usize>(&mut self, sorted: [V; N], lane: usize) -> ([V; N], [V; N]) {
        let mut ranks = sorted;
        for i in 0..N {
            ranks[i] = sorted[i].min(V::splat(ABOVE));
        }
        // The suits of the two highest wild cards are opposite in both bits, so that together they leave the suit that most
        // cards have to the natural ones.
        let mut suits = ranks;
        suits[N - 1] = sorted[N - 1].min(V::splat(ABOVE + 3));
        if N == 7 {
            ranks[6] = sorted[6].keep(sorted[6].without(WILD));
            self.wild |= V::bits(sorted[6].above(V::splat(WILD - 1))) << lane;
        }
        (ranks, suits)
    }

    /// Places a register full of sorted hands by their ranks.
    #[inline(always)]
    fn place_ranks<V: Vector, const N: usize>(&mut self, ranks: [V; N], lane: usize) {
        let mut parts = [ranks[0].of_rank(&PARTS[0][0]).add(ranks[1].of_rank(&PARTS[1][0])), V::splat(0), V::splat(0)];
        for position in 2..N {
            parts[0] = parts[0].add(ranks[position].of_rank(&PARTS[position][0]));
            parts[1] = parts[1].add(ranks[position].of_rank(&PARTS[position][1]));
            if position > 2 {
                parts[2] = parts[2].add(ranks[position].of_rank(&PARTS[position][2]));
            }
        }
        V::store_words(parts[0], parts[1], parts[2], &mut self.places[lane / 4..]);
    }

    /// Notes what counts of their suits.
    #[inline(always)]
    fn place_suits<V: Vector, const N: usize, M: Marks>(&mut self, sorted: [V; N], suit: V, enough: u8, lane: usize) {
        let none = V::splat(0);
        let (mut low, mut high, mut odd, mut wilds) = (none, none, none, none);
        for card in sorted {
            let alike = card.xor(suit).without(if M::WILD { 3 | WILD } else { 3 });
            low = low.add_where(alike, card.of_rank(&LOW_RANKS));
            high = high.add_where(alike, card.of_rank(&HIGH_RANKS));
            if M::WILD {
                wilds = wilds.add_where(card.above(V::splat(WILD - 1)), V::splat(ONE_MORE));
            } else {
                // The cards ascend, so the last of another suit has the highest rank.
                odd = V::pick(alike, odd, card);
            }
        }
        let high = high.add(wilds);
        // Not less than so many: the greater of the two.
        let is_enough = high.max(V::splat(ONE_MORE * enough)).equal(high);
        self.bits |= V::bits(is_enough) << lane;
        low.keep(is_enough).store(&mut self.suited[0][lane..]);
        high.join(ONE_MORE - 1, wilds).keep(is_enough).store(&mut self.suited[1][lane..]);
        if M::WILD {
            self.note_threes(sorted, wilds, lane);
        } else {
            let is_four = high.xor(V::splat(ONE_MORE * 4)).without(ONE_MORE * 7);
            odd.of_rank(&RANKS).keep(is_four).store(&mut self.odd[lane..]);
        }
    }

    /// Notes the hands with three wild cards of seven.
    #[inline(always)]
    fn note_threes<V: Vector, const N: usize>(&mut self, sorted: [V; N], wilds: V, lane: usize) {
        if N == 7 {
            self.threes |= V::bits(wilds.equal(V::splat(ONE_MORE * 3))) << lane;
            for (cards, card) in self.lowest.iter_mut().zip(sorted) {
                card.store(&mut cards[lane..]);
            }
        }
    }

    /// Looks up the hands of which a suit counts.
    #[inline(always)]
    fn look_up_suits(&self, out: &mut [u16; LANES]) {
        let mut bits = self.bits;
        while bits != 0 {
            // By eights, since the end of a loop over each would be a jump that no processor foresees. Without a bit left
            // it is hand 0 again, whose suited ranks are none if they do not count.
            for _ in 0..8 {
                let hand = bits.trailing_zeros() as usize % LANES;
                bits &= bits.wrapping_sub(1);
                let ranks = u16::from(self.suited[0][hand]) | u16::from(self.suited[1][hand]) << 8;
                let suited = ONE_SUIT.as_flattened()[usize::from(ranks)] + u16::from(self.odd[hand]);
                out[hand] = out[hand].max(suited);
            }
        }
    }

    /// Looks up the hands with three wild cards: two of four natural ones are then enough, and each two may be alike.
    #[inline(always)]
    fn look_up_threes(&self, out: &mut [u16; LANES]) {
        let mut threes = self.threes;
        while threes != 0 {
            let hand = threes.trailing_zeros() as usize % LANES;
            threes &= threes - 1;
            let mut suits = [0u16; 4];
            for cards in &self.lowest {
                suits[usize::from(cards[hand] & 3)] |= 1 << (cards[hand] >> 2 & 15);
            }
            for ranks in suits {
                out[hand] = out[hand].max(ONE_SUIT[3][usize::from(ranks) % ONE_SUIT[3].len()]);
            }
        }
    }
}

/// The suit of at least four of seven cards, or of six, if there is one: what most have in each bit.
#[inline(always)]
fn suit_of_most<V: Vector, const N: usize>(cards: [V; N]) -> V {
    let [a, b, c, d, e, f] = *cards.first_chunk::<6>().expect("six cards or more");
    // In place of a seventh card one that is opposite to the lowest suit: with three wild cards of six they are even.
    let g = if N == 7 { cards[N - 1] } else { V::splat(3) };
    let (ones, twos) = ([a.xor(b).xor(c), d.xor(e).xor(f)], [a.majority(b, c), d.majority(e, f)]);
    twos[0].majority(twos[1], ones[0].majority(ones[1], g))
}

/// C(rank + position, position + 1) for each position in parts of 1, 32 and 256; the first two whole in the first part,
/// the third in the first two.
static PARTS: [[ByRank; 3]; 7] = [parts(0), parts(1), parts(2), parts(3), parts(4), parts(5), parts(6)];

const fn parts(position: u16) -> [ByRank; 3] {
    let (mut bytes, mut rank) = ([[0; 16]; 3], 0);
    while rank < 14 {
        let value = choose(rank as u16 + position, position + 1);
        [bytes[0][rank], bytes[1][rank], bytes[2][rank]] = match position {
            0 | 1 => [value as u8, 0, 0],
            2 => [(value % 32) as u8, (value / 32) as u8, 0],
            _ => [(value % 32) as u8, (value / 32 % 8) as u8, (value / 256) as u8],
        };
        rank += 1;
    }
    [ByRank::new(&bytes[0]), ByRank::new(&bytes[1]), ByRank::new(&bytes[2])]
}

/// A bit for each of the lower eight ranks.
static LOW_RANKS: ByRank = ByRank::new(&[1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
/// A bit for each of the higher five ranks, and above these bits one more.
static HIGH_RANKS: ByRank = {
    let mut bits = [ONE_MORE; 16];
    let mut rank = 8;
    while rank < 13 {
        bits[rank] += 1 << (rank - 8);
        rank += 1;
    }
    ByRank::new(&bits)
};
const ONE_MORE: u8 = 32;
static RANKS: ByRank = ByRank::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0]);
