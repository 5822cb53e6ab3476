//! Seven cards side by side.
//!
//! The place is that of five cards with two terms more, up to 50,387, and tells what the ranks are worth. Where enough
//! cards are of one suit, which few hands have, their ranks as a set are looked up as well, and the better one counts.

use super::{LANES, Table, are_hands, columns_of, look_up_some, sort};
use crate::kernel::{ByRank, Vector, by_kernel};
use crate::ranking::Ranking;
use crate::ranking::layout::choose;
use crate::ranking::tables::{ONE_SUIT, SOKO_ACE_HIGH_SEVEN_BY_PLACE, SOKO_SEVEN_BY_PLACE, STANDARD_SEVEN_BY_PLACE};

/// What a ranking makes of seven cards.
#[derive(Clone, Copy)]
pub struct SevenTables {
    /// What the ranks are worth, by place.
    by_ranks: &'static Table,
    /// How many cards of a suit are worth something.
    suited: u8,
}

/// The tables of a ranking, `None` where wild cards count.
pub fn seven_tables(ranking: Ranking) -> Option<SevenTables> {
    let (by_ranks, suited) = match ranking {
        Ranking::Soko { ace_low_four_straight: true } => (&SOKO_SEVEN_BY_PLACE, 4),
        Ranking::Soko { ace_low_four_straight: false } => (&SOKO_ACE_HIGH_SEVEN_BY_PLACE, 4),
        Ranking::Standard => (&STANDARD_SEVEN_BY_PLACE, 5),
        Ranking::Wild => return None,
    };
    Some(SevenTables { by_ranks, suited })
}

by_kernel! {
    /// Evaluates rows of seven cards by whole groups of 64; gives how many rows were done before the first group with a
    /// row that is no hand.
    pub fn seven_rows(tables: SevenTables, hands: &[u8], out: &mut [u16]) -> usize = rows<V>
}
by_kernel! {
    /// The same for columns: the first cards of all hands, then their second cards, and so on.
    pub fn seven_columns(tables: SevenTables, columns: [&[u8]; 7], out: &mut [u16]) -> usize = columns_checked<V>
}
by_kernel! {
    /// Evaluates 64 deals card by card: for each hand the places of its cards in the deal.
    pub fn seven_dealt(
        tables: SevenTables, cards: &[[u8; LANES]], hands: &[[u8; 7]], out: &mut [[u16; LANES]],
    ) -> () = dealt<V>
}

#[inline(always)]
fn rows<V: Vector>(tables: SevenTables, hands: &[u8], out: &mut [u16]) -> usize {
    let hands = hands.as_chunks::<{ 7 * LANES }>().0;
    let cards = |group: usize, lane: usize| columns_of::<V, 7>(&hands[group][7 * lane..]);
    seven_groups::<V, true>(tables, out.as_chunks_mut().0, cards) * LANES
}

#[inline(always)]
fn columns_checked<V: Vector>(tables: SevenTables, columns: [&[u8]; 7], out: &mut [u16]) -> usize {
    let columns = columns.map(|column| column.as_chunks::<LANES>().0);
    let cards = |group: usize, lane: usize| columns.map(|column| V::load(&column[group][lane..]));
    seven_groups::<V, true>(tables, out.as_chunks_mut().0, cards) * LANES
}

#[inline(always)]
fn dealt<V: Vector>(tables: SevenTables, cards: &[[u8; LANES]], hands: &[[u8; 7]], out: &mut [[u16; LANES]]) {
    let cards = |hand: usize, lane: usize| hands[hand].map(|position| V::load(&cards[usize::from(position)][lane..]));
    seven_groups::<V, false>(tables, out, cards);
}

/// Evaluates groups of 64 hands; `cards` gives a register full of a group, card by card, from a lane on. How many groups
/// were done before the first with something that is no hand, as far as that is looked for.
#[inline(always)]
fn seven_groups<V: Vector, const CHECKED: bool>(
    tables: SevenTables,
    out: &mut [[u16; LANES]],
    cards: impl Fn(usize, usize) -> [V; 7],
) -> usize {
    let mut groups = [const { Group::new() }; 2];
    let last = out.len();
    for group in 0..=last {
        let [even, odd] = &mut groups;
        let (own, before) = if group % 2 == 0 { (even, odd) } else { (odd, even) };
        let mut flawless = true;
        if group < last {
            own.bits = 0;
        }
        for (i, lane) in (0..LANES).step_by(V::WIDTH).enumerate() {
            // What one group needs of the two halves of a processor is spread, so that both have something to do.
            let mut look_up = |part: usize| {
                if group > 0 {
                    let eights = LANES / 8 * V::WIDTH / LANES;
                    let from = i * eights + [0, eights / 2, eights][part];
                    let to = i * eights + [eights / 2, eights, eights][part];
                    look_up_some::<V>(tables.by_ranks, &before.places, &mut out[group - 1], from..to);
                }
            };
            if group < last {
                let mut sorted = cards(group, lane);
                sort! { sorted: (0, 6) (2, 3) (4, 5) (0, 2) (1, 4) (3, 6) (0, 1) (2, 5) (3, 4) (1, 2) (4, 6) (2, 3) (4, 5)
                (1, 2) (3, 4) (5, 6) }
                look_up(0);
                if CHECKED {
                    flawless &= are_hands(&sorted);
                }
                own.place_ranks::<V>(sorted, lane);
                look_up(1);
                own.place_suits::<V>(sorted, tables.suited, lane);
            } else {
                look_up(0);
                look_up(1);
            }
        }
        if group > 0 {
            before.look_up_suits(&mut out[group - 1]);
        }
        if !flawless {
            return group;
        }
    }
    last
}

/// 64 hands on their way to strengths.
struct Group {
    places: [u16; LANES],
    /// The hands with enough cards of a suit, a bit each.
    bits: u64,
    /// The ranks of that suit, as a set in two parts.
    suited: [[u8; LANES]; 2],
    /// What is added to what these are worth: in a four-flush the highest other rank.
    odd: [u8; LANES],
}

impl Group {
    const fn new() -> Self {
        Self { places: [0; LANES], bits: 0, suited: [[0; LANES]; 2], odd: [0; LANES] }
    }

    /// Places a register full of sorted hands by their ranks.
    #[inline(always)]
    fn place_ranks<V: Vector>(&mut self, cards: [V; 7], lane: usize) {
        let mut parts = [cards[0].of_rank(&PARTS[0][0]).add(cards[1].of_rank(&PARTS[1][0])), V::splat(0), V::splat(0)];
        for position in 2..7 {
            parts[0] = parts[0].add(cards[position].of_rank(&PARTS[position][0]));
            parts[1] = parts[1].add(cards[position].of_rank(&PARTS[position][1]));
            if position > 2 {
                parts[2] = parts[2].add(cards[position].of_rank(&PARTS[position][2]));
            }
        }
        V::store_words(parts[0], parts[1], parts[2], &mut self.places[lane..]);
    }

    /// Notes what counts of their suits.
    #[inline(always)]
    fn place_suits<V: Vector>(&mut self, cards: [V; 7], enough: u8, lane: usize) {
        // Where four or more of seven suits are alike, they are what most have in each bit.
        let [a, b, c, d, e, f, g] = cards;
        let (ones, twos) = ([a.xor(b).xor(c), d.xor(e).xor(f)], [a.majority(b, c), d.majority(e, f)]);
        let suit = twos[0].majority(twos[1], ones[0].majority(ones[1], g));
        let none = V::splat(0);
        let (mut low, mut high, mut odd) = (none, none, none);
        for card in cards {
            let alike = card.xor(suit).without(3);
            low = low.add_where(alike, card.of_rank(&LOW_RANKS));
            high = high.add_where(alike, card.of_rank(&HIGH_RANKS));
            // The cards ascend, so the last of another suit has the highest rank.
            odd = V::pick(alike, odd, card);
        }
        // Not less than so many: the greater of the two.
        let is_enough = high.max(V::splat(ONE_MORE * enough)).equal(high);
        let is_four = high.xor(V::splat(ONE_MORE * 4)).without(ONE_MORE * 7);
        self.bits |= V::bits(is_enough) << lane;
        low.keep(is_enough).store(&mut self.suited[0][lane..]);
        high.join(ONE_MORE - 1, none).keep(is_enough).store(&mut self.suited[1][lane..]);
        odd.of_rank(&RANKS).keep(is_four).store(&mut self.odd[lane..]);
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
                let ranks = usize::from(self.suited[0][hand]) | usize::from(self.suited[1][hand]) << 8;
                let suited = ONE_SUIT[0][ranks % ONE_SUIT[0].len()] + u16::from(self.odd[hand]);
                out[hand] = out[hand].max(suited);
            }
        }
    }
}

/// C(rank + position, position + 1) for each position in parts of 1, 32 and 256; the first two whole in the first part,
/// the third in the first two.
static PARTS: [[ByRank; 3]; 7] = [parts(0), parts(1), parts(2), parts(3), parts(4), parts(5), parts(6)];

const fn parts(position: u16) -> [ByRank; 3] {
    let (mut bytes, mut rank) = ([[0; 16]; 3], 0);
    while rank < 13 {
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
