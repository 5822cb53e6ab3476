//! Deals of a situation from the stream: sets of cards first, then the rest (docs/stream.md 7).
//!
//! As in `simulate`, deals are made 64 at a time, a row of bytes for each position. The ways to fill some sets stand in a
//! table, and each deal picks one of them by a number.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "deals go side by side, without branches")]

use super::situation::Situation;
use crate::card::Card;
use crate::chance::Key;
use crate::chance::stream::{GROUP, Lanes, cards_at};
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::bits_above;

/// A table of more ways to fill some sets is not made: the next set begins another.
const LONGEST_TABLE: usize = 1 << 16;
/// So many places stand in a word.
const IN_WORD: usize = 8;

/// Sets of cards that are filled together: all ways to do it, each with its weight.
struct DrawTable {
    positions: Vec<u8>,
    /// The cards of each way, by their places among the cards that may come: the first eight of each way after way, a
    /// byte each, the first one the lowest; then the next eight likewise.
    places: Vec<Vec<u64>>,
    /// The sum of the weights of the ways up to each, itself included.
    ends: Vec<u32>,
    /// Where to look for the way of a number: by its highest bits, the first way that it can be. Empty where each way has
    /// the weight 1, and is the number's own.
    guide: Vec<u32>,
    /// How many bits of a number the guide leaves out.
    shift: u32,
}

impl DrawTable {
    /// The table with a set more, given by the places and weights of its cards; `None` when there are too many ways.
    fn with(before: Option<&Self>, position: u8, cards: &[(u8, u32)]) -> Option<Self> {
        let size = before.map_or(0, |table| table.positions.len());
        let mut longer = Ways { places: vec![Vec::new(); (size + 1).div_ceil(IN_WORD)], ends: Vec::new() };
        match before {
            None => longer.extend(&[], 1, cards)?,
            Some(table) => {
                let mut way = vec![0; size];
                for i in 0..table.ends.len() {
                    way.iter_mut().enumerate().for_each(|(j, place)| *place = table.place(i, j));
                    longer.extend(&way, table.weight(i), cards)?;
                }
            }
        }
        let Ways { places, ends } = longer;
        let positions = before.map_or(&[][..], |table| &table.positions).iter().copied().chain([position]).collect();
        let total = ends.last().copied().unwrap_or(0);
        // Four entries a way, and a number is at most a step away from its own on the average.
        let shift = (0..32).find(|&shift| (total >> shift) as usize <= 4 * ends.len()).unwrap_or(31);
        let is_uniform = ends.len() == total as usize;
        let entries = if is_uniform { 0 } else { (total >> shift) + 1 };
        let guide = (0..entries).map(|entry| ends.partition_point(|&end| end <= entry << shift) as u32).collect();
        Some(Self { positions, places, ends, guide, shift })
    }

    fn place(&self, way: usize, card: usize) -> u8 {
        (self.places[card / IN_WORD][way] >> (8 * (card % IN_WORD))) as u8
    }

    fn weight(&self, way: usize) -> u32 {
        self.ends[way] - if way == 0 { 0 } else { self.ends[way - 1] }
    }

    fn total(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }
}

/// The ways of a table that is being made.
struct Ways {
    places: Vec<Vec<u64>>,
    ends: Vec<u32>,
}

impl Ways {
    /// Adds all ways that begin like this one; `None` when there are too many.
    fn extend(&mut self, way: &[u8], weight: u32, cards: &[(u8, u32)]) -> Option<()> {
        for &(place, factor) in cards.iter().filter(|(place, _)| !way.contains(place)) {
            let whole = || way.iter().copied().chain([place]);
            for (i, words) in self.places.iter_mut().enumerate() {
                let word = whole().skip(i * IN_WORD).take(IN_WORD).zip(0..);
                words.push(word.fold(0, |word, (place, j)| word | u64::from(place) << (8 * j)));
            }
            let before = self.ends.last().copied().unwrap_or(0);
            let end = u64::from(before) + u64::from(weight) * u64::from(factor);
            if end >> 32 > 0 || self.ends.len() == LONGEST_TABLE {
                return None;
            }
            self.ends.push(end as u32);
        }
        Some(())
    }
}

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
            *way = table.guide[(number >> table.shift) as usize];
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

/// What is drawn for a situation.
pub(super) struct Source {
    tables: Vec<DrawTable>,
    /// The positions that get any other card, in deal order.
    unknown: Vec<u8>,
    /// The cards that may come, and how many they are.
    stub: [u8; 64],
    cards: usize,
    /// How many cards the tables take.
    taken: usize,
}

impl Source {
    pub fn new(situation: &Situation) -> Self {
        let (mut stub, mut cards) = ([0; 64], 0);
        for card in situation.stub.iter() {
            stub[cards] = card.index();
            cards += 1;
        }
        let mut tables: Vec<DrawTable> = Vec::new();
        for (position, range) in situation.ranges() {
            let places: Vec<(u8, u32)> = (0u8..)
                .zip(&stub[..cards])
                .filter_map(|(place, &card)| {
                    let weighted = range.iter().find(|(other, _)| other.index() == card)?;
                    Some((place, weighted.1 as u32))
                })
                .collect();
            let longer = tables.last().and_then(|table| DrawTable::with(Some(table), position, &places));
            if longer.is_some() {
                tables.pop();
            }
            tables.extend(longer.or_else(|| DrawTable::with(None, position, &places)));
        }
        let taken = tables.iter().map(|table| table.positions.len()).sum();
        Self { tables, unknown: situation.unknown().collect(), stub, cards, taken }
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
