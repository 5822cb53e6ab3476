//! Sixty-four five-card hands side by side, by arithmetic instead of tables.
//!
//! Only processors with wide registers gain by it; the portable kernel goes by the tables.
//! The code is plain loops over arrays of 64 that the compiler turns into vector instructions, as wide as the kernel it
//! is compiled into may use. Every branch is a choice between two values, since all lanes take the same way. The
//! numbers are those of [`crate::ranking::layout`]: a base for the category and a place inside it.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]
#![allow(
    clippy::needless_bitwise_bool,
    clippy::needless_range_loop,
    reason = "lanes do not branch, and run side by side"
)]
#![allow(clippy::many_single_char_names, reason = "five sorted cards, a the lowest, and their ranks r")]

use crate::kernel::by_kernel;
use crate::ranking::layout::{
    BASE, FLUSH, FOUR_FLUSH, FOUR_OF_A_KIND, FOUR_STRAIGHT, FULL_HOUSE, ONE_PAIR, STRAIGHT, STRAIGHT_FLUSH,
    THREE_OF_A_KIND, TWO_PAIR,
};

/// How many hands lie side by side.
pub const LANES: usize = 64;

/// The five cards of each hand, card by card.
pub type Columns = [[u8; LANES]; 5];

by_kernel! {
    /// Evaluates rows of five cards in the soko ranking, by whole groups of 64; gives how many rows were done before
    /// the first group with a row that is no hand.
    pub fn soko_rows(hands: &[u8], out: &mut [u16]) -> usize = five_rows::<true>
}
by_kernel! {
    /// The same in the standard ranking.
    pub fn standard_rows(hands: &[u8], out: &mut [u16]) -> usize = five_rows::<false>
}
by_kernel! {
    /// Evaluates 64 hands in the soko ranking, given card by card, whose cards it sorts; whether all are hands.
    pub fn soko_columns(columns: &mut Columns, out: &mut [u16; LANES]) -> bool = five_columns::<true>
}
by_kernel! {
    /// The same in the standard ranking.
    pub fn standard_columns(columns: &mut Columns, out: &mut [u16; LANES]) -> bool = five_columns::<false>
}

#[inline(always)]
fn five_rows<const SOKO: bool>(hands: &[u8], out: &mut [u16]) -> usize {
    let mut columns = [[0; LANES]; 5];
    let groups = hands.as_chunks::<{ 5 * LANES }>().0.iter().zip(out.as_chunks_mut::<LANES>().0);
    let mut done = 0;
    for (hands, out) in groups {
        for i in 0..LANES {
            for (k, column) in columns.iter_mut().enumerate() {
                column[i] = hands[5 * i + k];
            }
        }
        if !five_columns::<SOKO>(&mut columns, out) {
            break;
        }
        done += LANES;
    }
    done
}

#[inline(always)]
fn five_columns<const SOKO: bool>(columns: &mut Columns, out: &mut [u16; LANES]) -> bool {
    for (low, high) in [(0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2)] {
        for i in 0..LANES {
            let (a, b) = (columns[low][i], columns[high][i]);
            columns[low][i] = a.min(b);
            columns[high][i] = a.max(b);
        }
    }
    let [a, b, c, d, e] = columns;
    let mut flaws = 0;
    for i in 0..LANES {
        flaws |= u8::from(e[i] > 51)
            | u8::from(a[i] == b[i])
            | u8::from(b[i] == c[i])
            | u8::from(c[i] == d[i])
            | u8::from(d[i] == e[i]);
    }
    for i in 0..LANES {
        out[i] = five_cards::<SOKO>(a[i], b[i], c[i], d[i], e[i]);
    }
    flaws == 0
}

/// `x` where the condition holds, else `y`: a choice, not a branch.
#[inline(always)]
fn pick(condition: bool, x: u8, y: u8) -> u8 {
    if condition { x } else { y }
}

#[inline(always)]
fn wide(rank: u8) -> u16 {
    u16::from(rank)
}

/// C(rank, 2).
#[inline(always)]
fn choose_2(rank: u8) -> u16 {
    wide(rank).wrapping_mul(wide(rank).wrapping_sub(1)) / 2
}

/// C(rank, 3).
#[inline(always)]
fn choose_3(rank: u8) -> u16 {
    wide(rank).wrapping_mul(wide(rank).wrapping_sub(1)).wrapping_mul(wide(rank).wrapping_sub(2)) / 6
}

/// C(rank, 4), by a product that stays below 65,536.
#[inline(always)]
fn choose_4(rank: u8) -> u16 {
    let three = wide(rank).wrapping_mul(wide(rank).wrapping_sub(1)).wrapping_mul(wide(rank).wrapping_sub(2));
    three.wrapping_mul(wide(rank).wrapping_sub(3)) / 24
}

/// C(rank, 5).
#[inline(always)]
fn choose_5(rank: u8) -> u16 {
    choose_4(rank).wrapping_mul(wide(rank).wrapping_sub(4)) / 5
}

/// What is alike among five sorted cards.
#[derive(Clone, Copy)]
struct Sorted {
    /// The ranks, low to high.
    r: [u8; 5],
    /// Whether each rank equals the next.
    same: [bool; 4],
    /// How many do.
    pairs: u8,
    /// Whether each card is of another suit than most.
    other_suit: [bool; 5],
    /// How many are.
    others: u8,
}

/// The strength of five different cards, sorted.
#[inline(always)]
fn five_cards<const SOKO: bool>(a: u8, b: u8, c: u8, d: u8, e: u8) -> u16 {
    // Spelled out card by card: five bytes handled as one array end up in one 64-bit lane.
    let r = [a >> 2, b >> 2, c >> 2, d >> 2, e >> 2];
    let same = [r[0] == r[1], r[1] == r[2], r[2] == r[3], r[3] == r[4]];
    let pairs = u8::from(same[0]) + u8::from(same[1]) + u8::from(same[2]) + u8::from(same[3]);
    let (s0, s1, s2, s3, s4) = (a & 3, b & 3, c & 3, d & 3, e & 3);
    // Where four are alike, two of any three are.
    let most = pick((s0 == s1) | (s0 == s2), s0, s1);
    let other_suit = [s0 != most, s1 != most, s2 != most, s3 != most, s4 != most];
    let others = u8::from(other_suit[0])
        + u8::from(other_suit[1])
        + u8::from(other_suit[2])
        + u8::from(other_suit[3])
        + u8::from(other_suit[4]);
    let hand = Sorted { r, same, pairs, other_suit, others };

    let mut strength = high_card(&hand);
    strength = if pairs == 1 { one_pair(&hand) } else { strength };
    if SOKO {
        strength = four_straight(&hand, strength);
        strength = if others == 1 { four_flush(&hand) } else { strength };
    }
    strength = two_groups(&hand, strength);
    strength = straight_or_flush(&hand, strength);
    if pairs == 3 { full_house_or_four(&hand) } else { strength }
}

#[inline(always)]
fn high_card(hand: &Sorted) -> u16 {
    let r = hand.r;
    choose_5(r[4]) + choose_4(r[3]) + choose_3(r[2]) + choose_2(r[1]) + wide(r[0])
}

/// The rank of the only pair.
#[inline(always)]
fn pair_rank(hand: &Sorted) -> u8 {
    pick(hand.same[0] | hand.same[1], hand.r[1], hand.r[3])
}

#[inline(always)]
fn one_pair(hand: &Sorted) -> u16 {
    let (r, same) = (hand.r, hand.same);
    let kickers = [pick(same[3], r[2], r[4]), pick(same[3] | same[2], r[1], r[3]), pick(same[0], r[2], r[0])];
    let place = choose_3(kickers[0]) + choose_2(kickers[1]) + wide(kickers[2]);
    BASE[ONE_PAIR] + wide(pair_rank(hand)) * 286 + place
}

/// A four-straight where there is one, else what it was.
#[inline(always)]
fn four_straight(hand: &Sorted, strength: u16) -> u16 {
    let r = hand.r;
    let (distinct, one) = (hand.pairs == 0, hand.pairs == 1);
    let upper = distinct & (r[4].wrapping_sub(r[1]) == 3);
    let lower = distinct & (r[3].wrapping_sub(r[0]) == 3);
    let low_ace = distinct & (r[4] == 12) & (r[2] == 2);
    // With a pair four ranks are different, and the pair's second card is the odd one.
    let paired = one & (r[4].wrapping_sub(r[0]) == 3);
    let paired_low_ace = one & (r[4] == 12) & (pick(hand.same[3], r[2], r[3]) == 2);
    let top = pick(upper | paired, r[4], pick(lower, r[3], 2));
    let odd = pick(one, pair_rank(hand), pick(upper, r[0], pick(lower, r[4], r[3])));
    let found = upper | lower | low_ace | paired | paired_low_ace;
    if found { BASE[FOUR_STRAIGHT] + wide(top) * 13 + wide(odd) } else { strength }
}

/// The four-flush of a hand with one card of another suit.
#[inline(always)]
fn four_flush(hand: &Sorted) -> u16 {
    let (r, other) = (hand.r, hand.other_suit);
    let from_3 = other[3] | other[4];
    let from_2 = other[2] | from_3;
    let from_1 = other[1] | from_2;
    let four =
        [pick(other[4], r[3], r[4]), pick(from_3, r[2], r[3]), pick(from_2, r[1], r[2]), pick(from_1, r[0], r[1])];
    let odd = pick(other[4], r[4], pick(other[3], r[3], pick(other[2], r[2], pick(other[1], r[1], r[0]))));
    let place = choose_4(four[0]) + choose_3(four[1]) + choose_2(four[2]) + wide(four[3]);
    BASE[FOUR_FLUSH] + place * 13 + wide(odd)
}

/// Two pair or three of a kind where two of the ranks equal their neighbours, else what it was.
#[inline(always)]
fn two_groups(hand: &Sorted, strength: u16) -> u16 {
    let (r, same) = (hand.r, hand.same);
    let low_three = same[0] & same[1];
    let high_three = same[2] & same[3];
    let three = low_three | (same[1] & same[2]) | high_three;
    let odd = pick(same[0] & same[2], r[4], pick(same[0] & same[3], r[2], r[0]));
    let two_pair = BASE[TWO_PAIR] + (choose_2(r[3]) + wide(r[1])) * 13 + wide(odd);
    let kickers = [pick(high_three, r[1], r[4]), pick(low_three, r[3], r[0])];
    let trips = BASE[THREE_OF_A_KIND] + wide(r[2]) * 78 + choose_2(kickers[0]) + wide(kickers[1]);
    if hand.pairs == 2 { if three { trips } else { two_pair } } else { strength }
}

/// A straight, a flush or both where they are, else what it was.
#[inline(always)]
fn straight_or_flush(hand: &Sorted, strength: u16) -> u16 {
    let r = hand.r;
    let run = r[4].wrapping_sub(r[0]) == 4;
    let straight = (hand.pairs == 0) & (run | ((r[4] == 12) & (r[3] == 3)));
    let top = wide(pick(run, r[4], 3));
    let flush = hand.others == 0;
    // The royal flush is the next category, one page up.
    let suited_run = BASE[STRAIGHT_FLUSH] + (wide(pick(r[3] == 11, 1, 0)) << 8);
    let strength = if straight { BASE[STRAIGHT] + top } else { strength };
    let suited = if straight { suited_run + top } else { BASE[FLUSH] + high_card(hand) };
    if flush { suited } else { strength }
}

/// A full house or four of a kind, when three of the ranks equal their neighbours.
#[inline(always)]
fn full_house_or_four(hand: &Sorted) -> u16 {
    let (r, same) = (hand.r, hand.same);
    let low_three = same[0] & same[1];
    let four = (low_three & same[2]) | (same[1] & same[2] & same[3]);
    let base = if four { BASE[FOUR_OF_A_KIND] } else { BASE[FULL_HOUSE] };
    base + wide(r[2]) * 13 + wide(pick(low_three, r[4], r[0]))
}
