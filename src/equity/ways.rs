//! Numbers of ways: binomials, and in how many ways sets of cards can be dealt beside one another.

use crate::card::Card;
use crate::card_set::CardSet;

/// A card of a set of cards, and the weight of it.
pub(super) type Weighted = (Card, u64);

/// The binomial coefficient C(n, k), the greatest number when it does not fit.
pub(super) fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1u128, |value, i| value.saturating_mul(u128::from(n.saturating_sub(i))) / u128::from(i + 1))
}

/// More ranges than this are not counted together.
const MOST_RANGES: usize = 12;

/// In how many ways each range gets a card of its own; where there are too many ranges, what it would be if two could
/// have the same card.
pub(super) fn deals_of_ranges(stub: CardSet, ranges: &[&[Weighted]]) -> u128 {
    if ranges.is_empty() {
        return 1;
    }
    if ranges.len() > MOST_RANGES {
        return ranges.iter().map(|cards| cards.len() as u128).fold(1, u128::saturating_mul);
    }
    // By the set of ranges served so far.
    let mut ways = vec![0u128; 1 << ranges.len()];
    ways[0] = 1;
    for card in stub.iter() {
        let takers = (0..ranges.len()).filter(|&i| weight_of(ranges[i], card).is_some());
        let takers: Vec<usize> = takers.map(|i| 1 << i).collect();
        for served in (1..ways.len()).rev() {
            let more = takers.iter().filter(|&&taker| served & taker != 0).map(|taker| ways[served ^ taker]);
            ways[served] += more.sum::<u128>();
        }
    }
    ways[ways.len() - 1]
}

/// The weight of a card in a range, `None` when it is not in it.
pub(super) fn weight_of(range: &[Weighted], card: Card) -> Option<u64> {
    range.iter().find(|&&(other, _)| other == card).map(|&(_, weight)| weight)
}
