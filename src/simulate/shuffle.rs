//! One shuffle for one hand: the first deal of a key without the 63 others of its group (docs/stream.md 5).

use super::Key;
use super::stream::{GROUP, Lane, Lanes};

/// Shuffles cards that stand in index order, at most 52: they come to stand as the first deal of the key takes them all.
///
/// # Panics
/// If there are more than 52 cards.
pub fn shuffle(key: &Key, cards: &mut [u8]) {
    let count = cards.len();
    assert!(count <= 52, "{count} cards are more than a deck");
    let places = first_deal(key, count).unwrap_or_else(|| first_of_group(key, count));
    let mut before = [0; GROUP];
    before[..count].copy_from_slice(cards);
    for (card, &place) in cards.iter_mut().zip(&places) {
        *card = before[usize::from(place) % GROUP];
    }
}

/// The whole deck as the first deal of a key shuffles it.
#[must_use]
pub fn shuffled_deck(key: &Key) -> [u8; 52] {
    let mut deck = core::array::from_fn(|index| index as u8);
    shuffle(key, &mut deck);
    deck
}

/// The places of deal 0, `None` when it is rejected. It needs no lane but the first.
fn first_deal(key: &Key, cards: usize) -> Option<[u8; GROUP]> {
    let mut lane = Lane::first(key);
    let mut places = [0; GROUP];
    for (place, left) in places.iter_mut().zip((1..=cards as u32).rev()) {
        let product = (lane.step() as u32 & 0xffff) * left;
        if product & 0xffff < 65_536 % left {
            return None;
        }
        *place = (product >> 16) as u8;
        // The second step of each card draws for deals 32 to 63.
        lane.step();
    }
    for i in (0..cards.saturating_sub(1)).rev() {
        let first = places[i];
        // All places are gone through, which is faster than to begin with the next.
        for (j, place) in (0u8..).zip(&mut places) {
            *place += u8::from(*place >= first) & u8::from(usize::from(j) > i);
        }
    }
    Some(places)
}

/// The places of the first deal that counts, by way of whole groups.
fn first_of_group(key: &Key, cards: usize) -> [u8; GROUP] {
    let mut lanes = Lanes::new(key, 0);
    let mut places = [[0; GROUP]; 52];
    loop {
        let counted = lanes.group(cards, &mut places[..cards]);
        if counted != 0 {
            let deal = counted.trailing_zeros() as usize;
            return core::array::from_fn(|j| places.get(j).map_or(0, |places| places[deal]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_way_and_the_groups_agree() {
        let mut rejected = 0;
        for seed in 0..5_000 {
            let (key, cards) = (Key::from_seed(seed), seed as usize % 53);
            let slow = first_of_group(&key, cards);
            match first_deal(&key, cards) {
                Some(quick) => assert_eq!(quick[..cards], slow[..cards]),
                None => rejected += 1,
            }
        }
        assert!(rejected > 10);
    }
}
