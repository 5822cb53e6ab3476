//! The cards of a hand as one seat may see them.

use super::state::NONE;
use super::{CardList, Face, Hand, MAX_SEATS, Seat, SeatSet};
use crate::card::Card;

/// The cards of all seats as one of them may see them, or somebody without a seat: a face-down card that the viewer has
/// not seen is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenCards {
    /// Each seat's cards in the order dealt, `NONE` for one that is not seen.
    cards: [[u8; 8]; MAX_SEATS],
    /// How many cards each seat has.
    held: [u8; MAX_SEATS],
    /// Which of a player's cards are face up, by bits.
    up: u8,
}

impl SeenCards {
    /// Before the first card.
    pub const EMPTY: Self = Self { cards: [[NONE; 8]; MAX_SEATS], held: [0; MAX_SEATS], up: 0 };

    /// Deals a card to a seat, `None` for one that is not seen. Comes back with `None` where that is impossible: for an
    /// unknown seat, an unseen card face up, and where others got the same card the other way up.
    pub fn deal(&mut self, seat: Seat, face: Face, card: Option<Card>) -> Option<()> {
        let held = *self.held.get(usize::from(seat))?;
        let (bit, up) = (1u8.checked_shl(held.into())?, face == Face::Up);
        let known = self.held.iter().any(|&others| others > held);
        if (known && (self.up & bit != 0) != up) || (up && card.is_none()) {
            return None;
        }
        self.up |= if up { bit } else { 0 };
        self.cards[usize::from(seat)][usize::from(held)] = card.map_or(NONE, Card::index);
        self.held[usize::from(seat)] = held + 1;
        Some(())
    }

    /// Shows the viewer all face-down cards of a seat in the order dealt; `None` when they are not as many as it has.
    pub fn show(&mut self, seat: Seat, cards: &[Card]) -> Option<()> {
        let held = usize::from(*self.held.get(usize::from(seat))?);
        let row = self.cards[usize::from(seat)][..held].iter_mut().enumerate();
        let mut down = row.filter(|(i, _)| self.up >> i & 1 == 0).map(|(_, place)| place);
        let mut given = cards.iter();
        for (place, card) in down.by_ref().zip(given.by_ref()) {
            *place = card.index();
        }
        (down.next().is_none() && given.next().is_none()).then_some(())
    }

    /// A seat's face-down cards in the order dealt, `None` for each that is not seen; none for an unknown seat.
    #[must_use]
    pub fn hole_cards(&self, seat: Seat) -> CardList<Option<Card>> {
        CardList::of(None, self.facing(seat, 0).map(Card::from_index))
    }

    /// A seat's face-up cards in the order dealt; none for an unknown seat.
    #[must_use]
    pub fn up_cards(&self, seat: Seat) -> CardList {
        CardList::known(self.facing(seat, 1))
    }

    fn facing(&self, seat: Seat, up: u8) -> impl Iterator<Item = u8> {
        let seat = usize::from(seat);
        let held = self.held.get(seat).map_or(0, |&held| usize::from(held).min(8));
        let cards = self.cards.get(seat).map_or(&[] as &[u8], |cards| &cards[..held]);
        cards.iter().enumerate().filter(move |(i, _)| self.up >> i & 1 == up).map(|(_, &card)| card)
    }
}

impl Hand {
    /// The cards that a seat may see, or somebody without one: those that lie face up, its own, and hands that were shown.
    #[must_use]
    pub fn cards_seen_by(&self, viewer: Option<Seat>) -> SeenCards {
        let state = self.state();
        let open = state.shown.with(viewer.map_or(SeatSet::EMPTY, SeatSet::only));
        // A byte of ones over each card that lies face down.
        let down = !spread(state.up);
        let mut seen = SeenCards { cards: state.cards, held: state.held, up: state.up };
        for (cards, seat) in seen.cards.iter_mut().zip(0..) {
            let hidden = if open.contains(seat) { 0 } else { down };
            *cards = (u64::from_le_bytes(*cards) | hidden).to_le_bytes();
        }
        seen
    }
}

/// Each bit as a byte of ones or zeros.
const fn spread(bits: u8) -> u64 {
    let (mut spread, mut bit) = (0, 0);
    while bit < 8 {
        spread |= (bits as u64 >> bit & 1) * 0xff << (8 * bit);
        bit += 1;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_not_seen_is_not_there() {
        let mut seen = SeenCards::EMPTY;
        assert_eq!(seen.deal(0, Face::Down, Some(card("As"))), Some(()));
        assert_eq!(seen.deal(1, Face::Down, None), Some(()));
        assert_eq!(seen.deal(1, Face::Up, Some(card("2c"))), Some(()));
        assert_eq!(*seen.hole_cards(0), [Some(card("As"))]);
        assert_eq!(*seen.hole_cards(1), [None]);
        assert_eq!(*seen.up_cards(1), [card("2c")]);
        assert!(seen.hole_cards(2).is_empty() && seen.up_cards(200).is_empty());
        assert_eq!(seen.show(1, &[card("3c")]), Some(()));
        assert_eq!(*seen.hole_cards(1), [Some(card("3c"))]);
    }

    #[test]
    fn what_cannot_be_dealt_is_refused() {
        let mut seen = SeenCards::EMPTY;
        assert_eq!(seen.deal(0, Face::Down, None), Some(()));
        assert_eq!(seen.deal(1, Face::Up, Some(card("2c"))), None, "the others got theirs face down");
        assert_eq!(seen.deal(0, Face::Up, None), None, "face up every card is seen");
        assert_eq!(seen.deal(10, Face::Down, None), None, "there is no such seat");
        assert_eq!(seen.show(0, &[]), None, "it has a card");
        assert_eq!(seen.show(0, &[card("2c"), card("3c")]), None, "it has one card");
        for _ in 1..8 {
            assert_eq!(seen.deal(0, Face::Down, None), Some(()));
        }
        assert_eq!(seen.deal(0, Face::Down, None), None, "nobody has nine cards");
    }
}
