//! Cards that nobody knows, as in histories of hands: filled in later, or thrown away unseen.

use super::state::{NONE, Phase, State};
use super::{CardList, Event, Game, MuckError, RevealError, Seat, SeatSet};
use crate::card::Card;
use crate::card_set::CardSet;

impl State {
    /// The seats whose unknown cards a showdown needs. Where all others mucked, the last one wins without cards.
    pub fn unrevealed(&self) -> SeatSet {
        let contenders = self.live.without(self.mucked);
        if contenders.len() < 2 { SeatSet::EMPTY } else { contenders.both(self.unknown()) }
    }

    /// The seats with cards that nobody knows.
    pub fn unknown(&self) -> SeatSet {
        (0..self.players).filter(|&seat| self.has_unknown_cards(seat)).collect()
    }

    /// Whether a card of a seat is unknown: of all indices only `NONE` has the highest bit.
    pub fn has_unknown_cards(&self, seat: Seat) -> bool {
        let at = usize::from(seat);
        let dealt = (1 << (8 * (self.held[at] & 7))) - 1;
        u64::from_le_bytes(self.cards[at]) & dealt & 0x8080_8080_8080_8080 != 0
    }

    /// Whether a card is known to be somewhere: dealt, burnt, still to come, or revealed.
    pub fn is_used(&self, card: Card) -> bool {
        let index = card.index();
        self.deck.contains(&index) || self.cards.as_flattened().contains(&index)
    }

    /// Fills in the unknown cards of a seat.
    pub fn reveal(
        &mut self,
        game: &Game,
        seat: Seat,
        given: &[Card],
        sink: &mut impl FnMut(Event),
    ) -> Result<(), RevealError> {
        if !self.has_unknown_cards(seat) {
            return Err(RevealError::Known(seat));
        }
        let mut twice = CardSet::EMPTY;
        for &card in given {
            if twice.contains(card) {
                return Err(RevealError::Twice(card));
            }
            twice.insert(card);
        }
        let own = self.cards_of(seat);
        let unknown = own.iter().filter(|&&index| Card::from_index(index).is_none()).count();
        let fresh: Vec<Card> = given.iter().copied().filter(|card| !own.contains(&card.index())).collect();
        if fresh.len() != unknown {
            return Err(RevealError::Count { seat, given: fresh.len(), unknown });
        }
        let deck = game.rules().deck;
        if let Some(&card) = fresh.iter().find(|&&card| !deck.has(card)) {
            return Err(RevealError::NotInDeck(card, deck));
        }
        if let Some(&card) = fresh.iter().find(|&&card| self.is_used(card)) {
            return Err(RevealError::Used(card));
        }
        // Unused places of the row are `NONE` as well, and come after those that are filled.
        let places = self.cards[usize::from(seat)].iter_mut().filter(|place| **place == NONE);
        places.zip(&fresh).for_each(|(place, card)| *place = card.index());
        let down = self.cards_of(seat).iter().enumerate().filter(|(i, _)| self.up >> i & 1 == 0);
        sink(Event::Reveal { seat, cards: CardList::known(down.map(|(_, &index)| index)) });
        if self.phase == Phase::Reveal {
            self.run(game, sink);
        }
        Ok(())
    }

    /// Throws away an unknown hand that a showdown waits for.
    pub fn muck(&mut self, game: &Game, seat: Seat, sink: &mut impl FnMut(Event)) -> Result<(), MuckError> {
        if self.phase != Phase::Reveal || !self.unrevealed().contains(seat) {
            return Err(MuckError::NotDue(seat));
        }
        let others = self.live.without(self.mucked).without(SeatSet::only(seat));
        if let Some(pot) = self.pots().iter().position(|pot| pot.eligible.both(others).is_empty()) {
            return Err(MuckError::Needed { seat, pot });
        }
        self.mucked.insert(seat);
        self.run(game, sink);
        Ok(())
    }
}
