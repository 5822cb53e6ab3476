//! Low Chicago: the lowest spade dealt face down (rules.md 9.1).

use crate::card::{Card, Suit};

/// Whether the ace is the lowest spade or the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AceInLow {
    /// The ace is below the deuce, so the best spade to hold.
    #[default]
    Low,
    /// The ace is above the king, so the worst.
    High,
}

/// The place of a card among the spades of Low Chicago, 0 the best; `None` for another suit.
pub(crate) const fn low_spade_order(card: Card, ace: AceInLow) -> Option<u8> {
    if card.suit().index() != Suit::SPADES.index() {
        return None;
    }
    let rank = card.rank().index();
    Some(match ace {
        AceInLow::Low => (rank + 1) % 13,
        AceInLow::High => rank,
    })
}

/// The lowest spade among cards dealt face down, if there is one.
#[must_use]
pub fn low_spade(down_cards: &[Card], ace: AceInLow) -> Option<Card> {
    down_cards
        .iter()
        .filter_map(|&card| low_spade_order(card, ace).map(|order| (order, card)))
        .min()
        .map(|(_, card)| card)
}
