//! One shuffle for one hand: the first deal of a key without the 63 others of its group (docs/stream.md 5).

use super::Key;
use super::stream::{FLOORS, GROUP, Lane, Lanes};
use crate::card_set::Deck;

/// Shuffles cards that stand in index order, at most 52: they come to stand as the first deal of the key takes them all.
///
/// # Panics
/// If there are more than 52 cards.
pub fn shuffle(key: &Key, cards: &mut [u8]) {
    let count = cards.len();
    assert!(count <= 52, "{count} cards are more than a deck");
    let places = first_deal::<GROUP>(key, count).unwrap_or_else(|| first_of_group(key, count));
    let mut before = [0; GROUP];
    before[..count].copy_from_slice(cards);
    for (card, &place) in cards.iter_mut().zip(&places) {
        *card = before[usize::from(place) % GROUP];
    }
}

/// The whole deck as the first deal of a key shuffles it.
#[must_use]
pub fn shuffled_deck(key: &Key) -> [u8; 52] {
    shuffled(key, Deck::WHOLE)
}

/// A deck as the first deal of a key shuffles it; [`u8::MAX`] in the places after its last card.
#[must_use]
pub fn shuffled(key: &Key, deck: Deck) -> [u8; 52] {
    let mut cards = [u8::MAX; 52];
    let dealt = &mut cards[..deck.size()];
    dealt.iter_mut().zip(deck.lowest()..).for_each(|(card, index)| *card = index);
    shuffle(key, dealt);
    cards
}

/// The first `count` cards of [`shuffled`], and what happens to stand after them, which saves time.
pub(crate) fn top_of_deck(key: &Key, count: usize, deck: Deck) -> [u8; 52] {
    let size = deck.size();
    let places = if count <= HALF { first_deal::<HALF>(key, size) } else { first_deal::<GROUP>(key, size) };
    let places = places.unwrap_or_else(|| first_of_group(key, size));
    core::array::from_fn(|card| places[card] + deck.lowest())
}

/// How many places are decoded where the others are not asked for.
const HALF: usize = GROUP / 2;

/// Read from `GROUP - 1 - i` on: 1 for each place after `i`.
const AFTER: [u8; 2 * GROUP] = {
    let mut after = [0; 2 * GROUP];
    let (_, ones) = after.split_at_mut(GROUP);
    let mut i = 0;
    while i < GROUP {
        ones[i] = 1;
        i += 1;
    }
    after
};

/// The first `N` places of deal 0; `None` when it is rejected. It needs no lane but the first.
fn first_deal<const N: usize>(key: &Key, cards: usize) -> Option<[u8; GROUP]> {
    let mut lane = Lane::first(key);
    let mut digits = [0; GROUP];
    let mut rejected = false;
    let floors = FLOORS.get(1..=cards)?;
    for ((digit, left), &floor) in digits.iter_mut().zip((1..=cards as u32).rev()).zip(floors.iter().rev()) {
        let product = (lane.step() as u32 & 0xffff) * left;
        rejected |= (product as u16) < floor;
        *digit = (product >> 16) as u8;
        // The second step of each card draws for deals 32 to 63.
        lane.step();
    }
    if rejected {
        return None;
    }
    let mut places = digits;
    let known = places.first_chunk_mut::<N>()?;
    for i in (0..cards.min(N).saturating_sub(1)).rev() {
        let first = digits[i];
        // All places are gone through, which is faster than to begin with the next.
        let after: &[u8; N] = AFTER[GROUP - 1 - i..].first_chunk()?;
        for (place, &after) in known.iter_mut().zip(after) {
            *place += u8::from(*place >= first) & after;
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
            match first_deal::<GROUP>(&key, cards) {
                Some(quick) => assert_eq!(quick[..cards], slow[..cards]),
                None => rejected += 1,
            }
            for deck in Deck::SIZES.into_iter().filter_map(Deck::of_size) {
                let (cards, count) = (shuffled(&key, deck), seed as usize % (deck.size() + 1));
                assert_eq!(top_of_deck(&key, count, deck)[..count], cards[..count]);
            }
        }
        assert!(rejected > 10);
    }
}
