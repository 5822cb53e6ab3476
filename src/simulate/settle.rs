//! The best hands of 64 deals side by side, and how often each seat has at least which category.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use crate::chance::stream::GROUP;
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::{AtLeast, PAGE_BEFORE, bits_above, pages};

/// Who wins one share of 64 pots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// For each seat the deals in which it wins the share or a part of it, a bit each.
    pub seats: [u64; 10],
    /// The deals in which more than one seat does.
    pub shared: u64,
}

impl Winners {
    /// The seats that win in one deal, a bit each.
    pub fn of_deal(&self, deal: usize) -> u16 {
        (0..).zip(&self.seats).fold(0, |winners, (seat, deals)| winners | ((deals >> deal & 1) as u16) << seat)
    }

    /// The deals in which anybody wins.
    pub fn deals(&self) -> u64 {
        self.seats.iter().fold(0, |any, deals| any | deals)
    }
}

by_kernel! {
    /// Settles the deals that count, whose bits are set, by what each seat holds, and adds to how many of these
    /// deals each seat ends with at least each category.
    pub fn settle(strengths: &[[u16; GROUP]], counted: u64, at_least: &mut [AtLeast; 10]) -> Winners =
        settle_lanes<V>
}

by_kernel! {
    /// The seats that hold what is worth most in each deal that counts; nobody wins where nobody's is worth anything.
    pub fn winners(worths: &[[u16; GROUP]], counted: u64) -> Winners = winners_lanes<V>
}

#[inline(always)]
fn settle_lanes<V: Vector>(strengths: &[[u16; GROUP]], counted: u64, at_least: &mut [AtLeast; 10]) -> Winners {
    for (held, at_least) in strengths.iter().zip(at_least) {
        // Every hand is a high card at least.
        at_least[0] += u64::from(counted.count_ones());
        let pages = pages(held);
        for (count, before) in at_least[1..].iter_mut().zip(PAGE_BEFORE) {
            *count += u64::from((bits_above::<V>(&pages, before) & counted).count_ones());
        }
    }
    // No hand has strength 0.
    winners_lanes::<V>(strengths, counted)
}

#[inline(always)]
fn winners_lanes<V: Vector>(worths: &[[u16; GROUP]], counted: u64) -> Winners {
    let mut most = [1; GROUP];
    for held in worths {
        for i in 0..GROUP {
            most[i] = held[i].max(most[i]);
        }
    }
    let mut winners = Winners::default();
    let mut once = 0;
    for (held, seat) in worths.iter().zip(&mut winners.seats) {
        let mut is_most = [0; GROUP];
        for i in 0..GROUP {
            is_most[i] = u8::from(held[i] == most[i]);
        }
        *seat = bits_above::<V>(&is_most, 0) & counted;
        winners.shared |= once & *seat;
        once |= *seat;
    }
    winners
}
