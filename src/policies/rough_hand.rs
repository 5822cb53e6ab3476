//! What some cards make, roughly: enough to compare one's own hand with what the others show.

use crate::card::{Card, Rank};
use crate::ranking::{Ranking, WildRanks};

/// What cards make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoughHand {
    /// 0 nothing, 1 a pair, 2 a four-straight or a four-flush, 3 two pair, 4 more.
    pub class: u8,
    /// The rank that is held most often, the highest of equals.
    pub top: u8,
    /// Whether one more card may make a straight or a flush, or where these count a four-straight or a four-flush.
    pub draw: bool,
}

/// What one to eight cards make; 2 is a class of the Soko rankings only.
pub fn rough_hand(cards: &[Card], ranking: Ranking, wild: WildRanks) -> RoughHand {
    let (mut counts, mut suits, mut wilds) = ([0u8; 13], [0u8; 4], 0);
    for card in cards {
        if ranking == Ranking::Wild && wild.contains(card.rank()) {
            wilds += 1;
        } else {
            counts[usize::from(card.rank().index())] += 1;
            suits[usize::from(card.suit().index())] += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let top = if most == 0 { Rank::ACE.index() } else { counts.iter().rposition(|&n| n == most).unwrap_or(0) as u8 };
    let pairs = counts.iter().filter(|&&count| count >= 2).count();
    let suited = suits.iter().copied().max().unwrap_or(0) + wilds;
    let (needed, low_ace) = match ranking {
        Ranking::Soko { ace_low_four_straight } => (4, ace_low_four_straight),
        Ranking::Standard | Ranking::Wild => (5, true),
    };
    let run = longest_run(&counts, needed, low_ace) + wilds;
    let nearest = suited.max(run);
    let class = if most + wilds >= 3 || suited >= 5 || longest_run(&counts, 5, true) + wilds >= 5 {
        4
    } else if pairs >= 2 {
        3
    } else if nearest >= 4 && needed == 4 {
        2
    } else {
        u8::from(most + wilds == 2)
    };
    RoughHand { class, top, draw: nearest + 1 >= needed }
}

/// How many of `length` ranks in a row are held, at best.
fn longest_run(counts: &[u8; 13], length: u8, low_ace: bool) -> u8 {
    let held = counts.iter().enumerate().fold(0u32, |held, (rank, &count)| held | u32::from(count > 0) << (rank + 1));
    // The ace stands below the deuce as well.
    let held = held | if low_ace { held >> 13 } else { 0 };
    let row = (1 << length) - 1;
    (0..=14 - length).map(|low| (held >> low & row).count_ones() as u8).max().unwrap_or(0)
}
