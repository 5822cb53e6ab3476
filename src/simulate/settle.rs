//! The best hands of 64 deals side by side, and how often each seat has at least which category.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use crate::chance::stream::GROUP;
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::{AtLeast, PAGE_BEFORE, bits_above, pages};

/// What 64 deals come to.
pub struct Settled {
    /// For each seat the deals in which it holds the best hand, a bit each.
    pub tops: [u64; 10],
    /// The deals in which more than one seat does.
    pub shared: u64,
}

by_kernel! {
    /// Settles the deals that count, whose bits are set, by what each seat holds, and adds to how many of these
    /// deals each seat ends with at least each category.
    pub fn settle(strengths: &[[u16; GROUP]], counted: u64, at_least: &mut [AtLeast; 10]) -> Settled =
        settle_lanes<V>
}

#[inline(always)]
fn settle_lanes<V: Vector>(strengths: &[[u16; GROUP]], counted: u64, at_least: &mut [AtLeast; 10]) -> Settled {
    let mut best = [0; GROUP];
    let mut tops = [0; 10];
    for held in strengths {
        for i in 0..GROUP {
            best[i] = held[i].max(best[i]);
        }
    }
    let (mut once, mut twice) = (0, 0);
    for (held, (top, at_least)) in strengths.iter().zip(tops.iter_mut().zip(at_least)) {
        let mut is_best = [0; GROUP];
        for i in 0..GROUP {
            is_best[i] = u8::from(held[i] == best[i]);
        }
        *top = bits_above::<V>(&is_best, 0) & counted;
        twice |= once & *top;
        once |= *top;
        // Every hand is a high card at least.
        at_least[0] += u64::from(counted.count_ones());
        let pages = pages(held);
        for (count, before) in at_least[1..].iter_mut().zip(PAGE_BEFORE) {
            *count += u64::from((bits_above::<V>(&pages, before) & counted).count_ones());
        }
    }
    Settled { tops, shared: twice }
}
