//! Deals of a situation from the stream: sets of cards first, then the rest (docs/stream.md 7).
//!
//! As in `simulate`, deals are made 64 at a time, a row of bytes for each position. The ways to fill some sets stand in a
//! table, and each deal picks one of them by a number.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "deals go side by side, without branches")]

use super::draw_table::{DrawTable, IN_WORD, Source};
use super::situation::Situation;
use crate::card::Card;
use crate::chance::Key;
use crate::chance::stream::{GROUP, Lanes, cards_at};
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::bits_above;

by_kernel! {
    /// Picks a way of a table for each deal by a number of 32 bits; the deals that count come back as bits.
    fn pick_ways(table: &DrawTable, numbers: &[u32; GROUP], taken: &mut [[u8; GROUP]]) -> u64 = pick<V>
}

#[inline(always)]
fn pick<V: Vector>(table: &DrawTable, numbers: &[u32; GROUP], taken: &mut [[u8; GROUP]]) -> u64 {
    let total = table.total();
    let floor = ((1u64 << 32) % u64::from(total)) as u32;
    let (mut ways, mut counted) = ([0; GROUP], [0; GROUP]);
    for deal in 0..GROUP {
        let product = u64::from(numbers[deal]) * u64::from(total);
        ways[deal] = (product >> 32) as u32;
        counted[deal] = u8::from(product as u32 >= floor);
    }
    if !table.guide.is_empty() {
        for way in &mut ways {
            let number = *way;
            *way = table.guide[(number >> table.shift) as usize].into();
            while table.ends[*way as usize] <= number {
                *way += 1;
            }
        }
    }
    for (words, taken) in table.places.iter().zip(taken.chunks_mut(IN_WORD)) {
        let mut picked = [0; GROUP];
        for deal in 0..GROUP {
            picked[deal] = words[ways[deal] as usize];
        }
        for row in taken {
            for deal in 0..GROUP {
                row[deal] = picked[deal] as u8;
                picked[deal] >>= 8;
            }
        }
    }
    bits_above::<V>(&counted, 0)
}

by_kernel! {
    /// Moves each place of a deal up past the taken places before it, which are sorted for that. Bits of the deals in which
    /// the taken ones are different.
    fn move_up(taken: &mut [[u8; GROUP]], places: &mut [[u8; GROUP]]) -> u64 = move_past<V>
}

#[inline(always)]
fn move_past<V: Vector>(taken: &mut [[u8; GROUP]], places: &mut [[u8; GROUP]]) -> u64 {
    let one = V::one();
    let mut together = 0;
    for lane in (0..GROUP).step_by(V::WIDTH) {
        for i in 1..taken.len() {
            let mut upper = V::load(&taken[i][lane..]);
            for j in 0..i {
                let lower = V::load(&taken[j][lane..]);
                together |= V::bits(lower.equal(upper)) << lane;
                lower.min(upper).store(&mut taken[j][lane..]);
                upper = lower.max(upper);
            }
            upper.store(&mut taken[i][lane..]);
        }
        for row in &mut *places {
            let mut place = V::load(&row[lane..]);
            for taken in &*taken {
                // Not less than a place: more than one less.
                let less = V::load(&taken[lane..]).add(V::splat(255));
                place = place.count(place.above(less), one);
            }
            place.store(&mut row[lane..]);
        }
    }
    !together
}

by_kernel! {
    /// Puts the cards of one deal in place of those of others, which are given as bits.
    fn put_in_place(cards: &mut [[u8; GROUP]], others: u64, deal: usize) -> () = replace<V>
}

#[inline(always)]
fn replace<V: Vector>(cards: &mut [[u8; GROUP]], others: u64, deal: usize) {
    let mut replaced = [0; GROUP];
    for i in 0..GROUP {
        replaced[i] = (others >> i & 1) as u8;
    }
    for row in cards {
        let card = V::splat(row[deal]);
        for lane in (0..GROUP).step_by(V::WIDTH) {
            let is_replaced = V::load(&replaced[lane..]).above(V::splat(0));
            V::pick(is_replaced, card, V::load(&row[lane..])).store(&mut row[lane..]);
        }
    }
}

impl Source {
    /// What is drawn for a situation.
    pub fn of(situation: &Situation) -> Self {
        let mut tables: Vec<DrawTable> = Vec::new();
        for (position, range) in situation.ranges() {
            let place = |card: Card| (0u8..).zip(situation.stub.iter()).find(|&(_, other)| other == card);
            let cards = range.iter().filter_map(|&(card, weight)| Some((place(card)?.0, weight as u32)));
            let cards: Vec<(u8, u32)> = cards.collect();
            let longer = tables.last().and_then(|table| DrawTable::with(Some(table), position, &cards));
            if longer.is_some() {
                tables.pop();
            }
            tables.extend(longer.or_else(|| DrawTable::with(None, position, &cards)));
        }
        Self::new(tables, situation.unknown().collect(), situation.stub)
    }
}

/// Makes the deals of one block, a group at a time.
pub(super) struct RangeDealer<'a> {
    source: &'a Source,
    lanes: Lanes,
    /// The places that the tables take, row by row; each deal's are then sorted.
    taken: Vec<[u8; GROUP]>,
    places: Vec<[u8; GROUP]>,
    /// `cards[i][d]` is the card at position `i` of deal `d` of the last group.
    pub cards: Vec<[u8; GROUP]>,
}

impl<'a> RangeDealer<'a> {
    pub fn new(situation: &Situation, source: &'a Source, key: &Key, block: u64) -> Self {
        let positions = 0..situation.holdings.len() as u8;
        Self {
            source,
            lanes: Lanes::new(key, block),
            taken: vec![[0; GROUP]; source.taken],
            places: vec![[0; GROUP]; source.unknown.len()],
            cards: positions.map(|i| [situation.known(i).map_or(0, Card::index); GROUP]).collect(),
        }
    }

    /// Deals a group; the deals that count come back as bits.
    pub fn deal(&mut self) -> u64 {
        let Source { tables, unknown, stub, cards, taken } = self.source;
        let (mut counted, mut rows) = (u64::MAX, &mut self.taken[..]);
        for table in tables {
            let (own, others) = rows.split_at_mut(table.positions.len());
            counted &= pick_ways(table, &self.lanes.numbers(), own);
            rows = others;
        }
        counted &= self.lanes.group(cards - taken, &mut self.places);
        let positions = tables.iter().flat_map(|table| &table.positions);
        place_cards(&mut self.cards, positions, &self.taken, stub);
        let apart = move_up(&mut self.taken, &mut self.places);
        place_cards(&mut self.cards, unknown, &self.places, stub);
        counted &= apart;
        if apart != u64::MAX {
            // All deals of a group are evaluated: those that are none get cards that are hands.
            put_in_place(&mut self.cards, !apart, counted.trailing_zeros() as usize % GROUP);
        }
        counted
    }
}

/// Puts the cards that stand at some places of the stub at these positions of the deal.
fn place_cards<'a>(
    cards: &mut [[u8; GROUP]],
    positions: impl IntoIterator<Item = &'a u8>,
    places: &[[u8; GROUP]],
    stub: &[u8; 64],
) {
    for (&position, places) in positions.into_iter().zip(places) {
        let row = &mut cards[usize::from(position)];
        *row = *places;
        cards_at(row, stub);
    }
}
