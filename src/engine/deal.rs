//! The deal: who gets the next card, and which rank is wild (rules.md 4.2, 4.3, 8).

use super::state::{NONE, Phase, State};
use super::{Chance, DealError, Event, Face, Game};
use crate::card::{Card, Rank};

/// The card with an index that came from a card.
fn card(index: u8) -> Card {
    Card::from_index(index).unwrap_or(Card::new(Rank::TWO, crate::card::Suit::CLUBS))
}

impl State {
    /// Clears the bets and starts the deal of a street.
    pub fn begin_street(&mut self, game: &Game, street: u8, sink: &mut impl FnMut(Event)) {
        self.clear_bets();
        self.phase = Phase::Deal;
        self.street = street;
        self.turn = 0;
        self.waiting = self.live;
        sink(Event::Street { street, cards: game.plan(street).held });
        if game.burns(street, self.next.into()) {
            self.known = self.known.max(self.next + 1);
            let burnt = self.deck[usize::from(self.next)];
            self.next += 1;
            sink(Event::Burn(Card::from_index(burnt)));
        }
        let wanted = self.live.len() * u32::from(game.plan(street).cards);
        self.common = u32::from(self.next) + wanted > game.rules().deck.size() as u32;
    }

    /// Deals the street as far as cards are known; whether it is complete.
    pub fn deal_street(&mut self, game: &Game, sink: &mut impl FnMut(Event)) -> bool {
        let plan = *game.plan(self.street);
        let turns = if self.common { 1 } else { plan.cards };
        while self.turn < turns {
            if self.common {
                let Some(index) = self.draw(Face::Up) else { return false };
                self.community = index;
                sink(Event::Community(card(index)));
                if game.wild {
                    self.see_up_card(card(index), sink);
                }
            } else {
                let face = if self.turn < plan.down { Face::Down } else { Face::Up };
                if !self.deal_round(game, face, sink) {
                    return false;
                }
            }
            self.turn += 1;
            self.waiting = self.live;
        }
        self.wild.end_street(game.rules().wild);
        true
    }

    /// Deals one card to each waiting seat as far as cards are known; whether all got theirs.
    fn deal_round(&mut self, game: &Game, face: Face, sink: &mut impl FnMut(Event)) -> bool {
        for seat in self.waiting.clockwise_after(self.dealer) {
            let Some(index) = self.draw(face) else { return false };
            let (at, held) = (usize::from(seat), self.held[usize::from(seat)]);
            self.cards[at][usize::from(held) & 7] = index;
            self.held[at] = held + 1;
            self.waiting.remove(seat);
            sink(Event::Deal { seat, face, card: Card::from_index(index) });
            if face == Face::Up {
                self.up |= 1 << held;
                if game.wild {
                    self.see_up_card(card(index), sink);
                }
            }
        }
        true
    }

    /// Takes the next card off the deck, if it was given; face up only one that is known.
    fn draw(&mut self, face: Face) -> Option<u8> {
        if self.next >= self.known {
            return None;
        }
        let index = self.deck[usize::from(self.next)];
        if index == NONE && face == Face::Up {
            return None;
        }
        self.next += 1;
        Some(index)
    }

    /// Shows the wild rank an up card.
    fn see_up_card(&mut self, card: Card, sink: &mut impl FnMut(Event)) {
        let before = self.wild.rank();
        self.wild.see(card);
        if self.wild.rank() != before {
            sink(Event::Wild(self.wild.rank()));
        }
    }

    /// The card that is due and not known.
    pub fn chance(&self, game: &Game) -> Option<Chance> {
        if self.phase != Phase::Deal {
            return None;
        }
        if self.common {
            return Some(Chance::Community);
        }
        let seat = self.waiting.next_after(self.dealer)?;
        let face = if self.turn < game.plan(self.street).down { Face::Down } else { Face::Up };
        Some(Chance::Seat { seat, face })
    }

    /// Deals the card that is due, `None` for one face down that nobody knows.
    pub fn deal(&mut self, game: &Game, card: Option<Card>, sink: &mut impl FnMut(Event)) -> Result<(), DealError> {
        let chance = self.chance(game).ok_or(DealError::NotDue)?;
        if card.is_none() && !matches!(chance, Chance::Seat { face: Face::Down, .. }) {
            return Err(DealError::FaceUp);
        }
        let deck = game.rules().deck;
        if let Some(card) = card.filter(|&card| !deck.has(card)) {
            return Err(DealError::NotInDeck(card, deck));
        }
        if let Some(card) = card.filter(|&card| self.is_used(card)) {
            return Err(DealError::Used(card));
        }
        self.deck[usize::from(self.next)] = card.map_or(NONE, Card::index);
        self.known = self.known.max(self.next + 1);
        self.run(game, sink);
        Ok(())
    }
}
