//! The best hands of 64 deals side by side, and how often each seat has which category.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(
    clippy::needless_range_loop,
    clippy::needless_bitwise_bool,
    reason = "lanes run side by side, without branches"
)]

use super::stream::GROUP;
use crate::kernel::by_kernel;
use crate::ranking::Category;
use crate::ranking::layout::BASE;

/// What 64 deals come to.
pub struct Settled {
    /// The best strength of each deal.
    pub best: [u16; GROUP],
    /// How many seats have it.
    pub winners: [u8; GROUP],
    /// For each seat how many deals it wins alone.
    pub wins: [u8; 10],
    /// For each seat how many deals it ends with at least each category.
    pub at_least: [[u8; Category::COUNT]; 10],
    /// Whether the best is shared in any deal.
    pub shared: bool,
}

by_kernel! {
    /// Settles the deals that count, by what each seat holds. Those that do not, a zero in `counted`, count nowhere.
    pub fn settle(strengths: &[[u16; GROUP]], counted: &[u8; GROUP]) -> Settled = settle_lanes
}

#[inline(always)]
fn settle_lanes(strengths: &[[u16; GROUP]], counted: &[u8; GROUP]) -> Settled {
    let mut best = [0; GROUP];
    let mut winners = [0; GROUP];
    let (mut wins, mut at_least) = ([0; 10], [[0; Category::COUNT]; 10]);
    for held in strengths {
        for i in 0..GROUP {
            best[i] = held[i].max(best[i]);
        }
    }
    for held in strengths {
        for i in 0..GROUP {
            winners[i] += u8::from(held[i] == best[i]);
        }
    }
    for (held, (wins, at_least)) in strengths.iter().zip(wins.iter_mut().zip(&mut at_least)) {
        let mut sum = 0u8;
        for i in 0..GROUP {
            sum += if (held[i] == best[i]) & (winners[i] == 1) { counted[i] } else { 0 };
        }
        *wins = sum;
        for (count, base) in at_least.iter_mut().zip(BASE) {
            let mut sum = 0u8;
            for i in 0..GROUP {
                sum += if held[i] >= base { counted[i] } else { 0 };
            }
            *count = sum;
        }
    }
    let mut shared = 0;
    for i in 0..GROUP {
        shared |= if winners[i] > 1 { counted[i] } else { 0 };
    }
    Settled { best, winners, wins, at_least, shared: shared != 0 }
}
