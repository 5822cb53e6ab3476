//! Makes the evaluator's tables: every hand's worth by its ranks, found by a perfect hash.

mod definition;
mod hash;
#[path = "../src/ranking/layout.rs"]
#[allow(dead_code)]
mod layout;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::{env, fs, path::PathBuf};

use definition::{Counts, FourStraights, best_ranks, five_ranks, one_suit};
use hash::PerfectHash;
use layout::{FIVE_OF_A_KIND, STRAIGHT_FLUSH, choose, encode};

/// All ways to have `size` cards of 13 ranks, at most four of each.
fn multisets(size: u8) -> Vec<Counts> {
    fn extend(rank: usize, left: u8, counts: &mut Counts, all: &mut Vec<Counts>) {
        if rank == 13 {
            if left == 0 {
                all.push(*counts);
            }
            return;
        }
        for take in 0..=left.min(4) {
            counts[rank] = take;
            extend(rank + 1, left - take, counts, all);
        }
        counts[rank] = 0;
    }
    let mut all = Vec::new();
    extend(0, size, &mut [0; 13], &mut all);
    all
}

/// The rank key of a hand: its counts read as a number in base five.
fn key(counts: &Counts) -> u32 {
    counts.iter().rev().fold(0, |key, &count| key * 5 + u32::from(count))
}

fn write_array(out: &mut String, name: &str, kind: &str, values: &[u16]) {
    let _ = write!(out, "pub static {name}: [{kind}; {}] = [", values.len());
    for value in values {
        let _ = write!(out, "{value},");
    }
    out.push_str("];\n");
}

/// Writes arrays of one length as an array of them.
fn write_arrays(out: &mut String, name: &str, arrays: &[Vec<u16>]) {
    let _ = write!(out, "pub static {name}: [[u16; {}]; {}] = [", arrays[0].len(), arrays.len());
    for values in arrays {
        let _ = write!(out, "{values:?},");
    }
    out.push_str("];\n");
}

/// Writes the hash of some keys.
fn write_hash(out: &mut String, name: &str, keys: &[u32], (row_bits, column_bits): (u32, u32)) -> PerfectHash {
    let hash = PerfectHash::find(keys, row_bits, column_bits);
    write_array(out, &format!("ROWS_{name}"), "u16", &hash.rows);
    let _ = writeln!(
        out,
        "pub const HASH_{name}: Hash<{}, {}> = Hash {{ multiplier: {}, rows: &ROWS_{name} }};",
        1 << row_bits,
        1 << column_bits,
        hash.multiplier
    );
    hash
}

/// Writes the hash of the hands of `size` natural cards, and one table of strengths for each way to rank them.
fn write_hands(out: &mut String, (size, row_bits, column_bits): (u8, u32, u32), tables: &[(&str, FourStraights)]) {
    let hands = multisets(size);
    let keys: Vec<u32> = hands.iter().map(key).collect();
    let hash = write_hash(out, &size.to_string(), &keys, (row_bits, column_bits));
    for &(name, four_straights) in tables {
        let mut values = vec![0; 1 << column_bits];
        for (hand, &key) in hands.iter().zip(&keys) {
            values[hash.slot(key)] = best_ranks(hand, 0, four_straights);
        }
        write_array(out, &format!("{name}_{size}"), "u16", &values);
        // Where cards can be wild the natural ones stand in the tables of the standard order as well.
        if size > 5 && four_straights != FourStraights::Never {
            let mut by_place = vec![0; 65_536];
            for (hand, &key) in hands.iter().zip(&keys) {
                by_place[place_of(hand, 0)] = values[hash.slot(key)];
            }
            write_array(out, &format!("{name}_{}_BY_PLACE", ["SIX", "SEVEN"][usize::from(size) - 6]), "u16", &by_place);
        }
    }
}

/// What a wild card adds to a rank key. Keys of all hands of a size differ, and stay below 2 to the 32.
const WILD_KEY: u32 = 411_111_113;

/// Writes the hash of the hands of `size` cards of which any number is wild, and the table of their strengths.
fn write_wild_hands(out: &mut String, wild: &mut WildByPlace, (size, row_bits, column_bits): (u8, u32, u32)) {
    let (mut keys, mut strengths) = (Vec::new(), Vec::new());
    for wilds in 0..=size {
        let hands = multisets(size - wilds);
        let worth = |hand| match wilds {
            // What five wild cards make no other card makes better.
            5.. => encode(FIVE_OF_A_KIND, &[12]),
            _ => best_ranks(hand, wilds, FourStraights::Never),
        };
        let values: Vec<u16> = hands.iter().map(worth).collect();
        wild.put(&hands, wilds, &values);
        keys.extend(hands.iter().map(|hand| key(hand) + u32::from(wilds) * WILD_KEY));
        strengths.extend(values);
    }
    assert!(BTreeSet::from_iter(&keys).len() == keys.len(), "two hands have the same key: take another WILD_KEY");
    let hash = write_hash(out, &format!("WILD_{size}"), &keys, (row_bits, column_bits));
    let mut values = vec![0; 1 << column_bits];
    for (key, strength) in keys.into_iter().zip(strengths) {
        values[hash.slot(key)] = strength;
    }
    write_array(out, &format!("WILD_{size}"), "u16", &values);
}

/// The place of a hand among all sets of its size with repeats: its ranks low to high, each raised by its position. Wild
/// cards have a rank above the ace.
fn place_of(counts: &Counts, wilds: u8) -> usize {
    let counts = (0u16..).zip(counts.iter().chain([&wilds]));
    let ranks = counts.flat_map(|(rank, &count)| (0..count).map(move |_| rank));
    (0u16..).zip(ranks).map(|(i, rank)| usize::from(choose(rank + i, i + 1))).sum()
}

/// The strengths of hands by their place where cards can be wild. Hands without a wild card stand where they do in the
/// standard order, since that is what they are worth.
struct WildByPlace {
    /// Of five cards: natural ones, the same with all suits alike, some wild ones without the highest of them, and these
    /// with the suits of all natural cards alike.
    five: [Vec<u16>; 4],
    six: Vec<u16>,
    /// Of seven cards: natural ones, and some wild ones without the highest of them.
    seven: [Vec<u16>; 2],
}

impl WildByPlace {
    fn new() -> Self {
        let five = std::array::from_fn(|_| vec![0; 8192]);
        Self { five, six: vec![0; 65_536], seven: [vec![0; 65_536], vec![0; 65_536]] }
    }

    /// Puts what some natural cards and a number of wild ones are worth by their ranks where it belongs.
    fn put(&mut self, naturals: &[Counts], wilds: u8, values: &[u16]) {
        for (counts, &value) in naturals.iter().zip(values) {
            let (place, below) = (place_of(counts, wilds), place_of(counts, wilds.saturating_sub(1)));
            let some = usize::from(wilds > 0);
            match counts.iter().sum::<u8>() + wilds {
                5 => {
                    let mask = (0..13).fold(0, |mask, rank| mask | u16::from(counts[rank] > 0) << rank);
                    let alike = counts.iter().all(|&count| count < 2) && wilds < 5;
                    self.five[2 * some][below] = value;
                    self.five[2 * some + 1][below] = if alike { value.max(one_suit(mask, wilds)) } else { value };
                }
                6 => self.six[place] = value,
                7 => self.seven[some][below] = value,
                _ => {}
            }
        }
    }

    fn write(&self, out: &mut String) {
        let mut five = self.five.concat();
        five.resize(65_536, 0);
        write_array(out, "WILD_FIVE_BY_PLACE", "u16", &five);
        write_array(out, "WILD_SIX_BY_PLACE", "u16", &self.six);
        write_arrays(out, "WILD_SEVEN_BY_PLACE", &self.seven);
    }
}

/// The strength of five cards by their place, a page of 8,192 for each way in which their suits can count: page 0 not
/// at all, 1 to 5 four alike and the first to fifth lowest card another, 6 all alike.
fn write_five_by_place(out: &mut String, name: &str, four_straights: FourStraights) {
    let mut values = vec![0; 65_536];
    for counts in multisets(5) {
        let (place, plain) = (place_of(&counts, 0), five_ranks(&counts, four_straights));
        let ranks: Vec<u8> = (0u8..).zip(&counts).flat_map(|(rank, &count)| vec![rank; usize::from(count)]).collect();
        let mask = |of: &[u8]| of.iter().fold(0u16, |mask, rank| mask | 1 << rank);
        values[place] = plain;
        for odd in 0..5 {
            let suited = [&ranks[..odd], &ranks[odd + 1..]].concat();
            let four = mask(&suited).count_ones() == 4 && four_straights != FourStraights::Never;
            let four_flush = if four { one_suit(mask(&suited), 0) + u16::from(ranks[odd]) } else { 0 };
            values[8192 * (odd + 1) + place] = plain.max(four_flush);
        }
        let flush = if mask(&ranks).count_ones() == 5 { one_suit(mask(&ranks), 0) } else { 0 };
        values[8192 * 6 + place] = plain.max(flush);
    }
    write_array(out, &format!("{name}_FIVE_BY_PLACE"), "u16", &values);
}

/// The place of every strength in a ranking, 1 the best; what no five cards can make has the place of the next below.
fn places(four_straights: FourStraights, quints: bool) -> Vec<u16> {
    let mut occurs = vec![false; layout::LIMIT];
    for counts in multisets(5) {
        occurs[usize::from(five_ranks(&counts, four_straights))] = true;
    }
    for mask in 0..8192u16 {
        match mask.count_ones() {
            5 => occurs[usize::from(one_suit(mask, 0))] = true,
            4 if four_straights != FourStraights::Never => (0..13u16).for_each(|odd| {
                // With an odd card that completes a straight the hand is the straight.
                let straight = mask >> odd & 1 == 0 && one_suit(mask | 1 << odd, 0) >= layout::BASE[STRAIGHT_FLUSH];
                occurs[usize::from(one_suit(mask, 0) + odd)] |= !straight;
            }),
            _ => {}
        }
    }
    for rank in 0..13 {
        occurs[usize::from(encode(FIVE_OF_A_KIND, &[rank]))] = quints;
    }
    let mut places = vec![0; layout::LIMIT];
    let mut better = 0;
    for strength in (0..layout::LIMIT).rev() {
        places[strength] = better + 1;
        better += u16::from(occurs[strength]);
    }
    places
}

fn main() {
    for file in ["build/main.rs", "build/hash.rs", "build/definition.rs", "src/ranking/layout.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let mut out = String::new();
    let plain = [
        ("SOKO", FourStraights::AceHighOrLow),
        ("SOKO_ACE_HIGH", FourStraights::AceHigh),
        ("STANDARD", FourStraights::Never),
    ];
    write_hands(&mut out, (5, 10, 13), &plain);
    write_hands(&mut out, (6, 11, 15), &plain);
    write_hands(&mut out, (7, 13, 16), &plain);
    let mut by_place = WildByPlace::new();
    write_wild_hands(&mut out, &mut by_place, (5, 11, 14));
    write_wild_hands(&mut out, &mut by_place, (6, 12, 16));
    write_wild_hands(&mut out, &mut by_place, (7, 14, 17));
    let _ = writeln!(out, "pub const WILD_KEY: u32 = {WILD_KEY};");
    by_place.write(&mut out);
    for (name, four_straights) in plain {
        write_five_by_place(&mut out, name, four_straights);
    }
    for (name, four_straights, quints) in [
        ("SOKO", FourStraights::AceHighOrLow, false),
        ("SOKO_ACE_HIGH", FourStraights::AceHigh, false),
        ("STANDARD", FourStraights::Never, false),
        ("WILD", FourStraights::Never, true),
    ] {
        write_array(&mut out, &format!("PLACES_{name}"), "u16", &places(four_straights, quints));
    }
    // From five wild cards on a hand is five aces, whatever the suits.
    let suits = |wilds| (0..8192).map(|mask| if wilds < 5 { one_suit(mask, wilds) } else { 0 }).collect();
    write_arrays(&mut out, "ONE_SUIT", &[0, 1, 2, 3, 4, 5, 6, 7].map(suits));
    let path = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("tables.rs");
    fs::write(path, out).expect("OUT_DIR can be written");
}
