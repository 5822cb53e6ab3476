//! A hand dealt out as one seat may imagine it: what it cannot see is drawn anew, and nobody bets any more.

use super::state::{NONE, State};
use super::{Game, MAX_SEATS, Seat, SeatSet};
use crate::card::Card;
use crate::card_set::CardSet;

/// Who wins when a hand is dealt out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunOut {
    /// The seats with the best hand.
    pub high: SeatSet,
    /// The seats that win the low share, none where nobody does (rules.md 9).
    pub low: SeatSet,
}

/// Where the cards of a hand that is dealt out come from, which is the same however the cards that are drawn fall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunOutPlan {
    /// The seats that are dealt out.
    pub live: SeatSet,
    /// Each seat's cards at the end, the community card last: a card, or [`DRAWN`] and the number of the card drawn.
    pub cards: [[u8; 8]; MAX_SEATS],
    /// How many cards each of these seats has then.
    pub count: usize,
    /// Which of them lie face up, by bits.
    pub up: u8,
    /// How many cards are drawn.
    pub drawn: usize,
}

/// The first number that stands for a card yet to be drawn, so that none of them is a card.
pub(crate) const DRAWN: u8 = 64;

impl State {
    /// The cards that a seat cannot see: all but its own, those that lie face up, and the community card.
    pub fn unseen_by(&self, game: &Game, seat: Seat) -> CardSet {
        let mut seen: CardSet = self.cards_of(seat).iter().copied().filter_map(Card::from_index).collect();
        for other in 0..self.players {
            let cards = self.cards_of(other).iter().enumerate();
            let face_up = cards.filter(|(i, _)| self.up >> i & 1 == 1).filter_map(|(_, &card)| Card::from_index(card));
            face_up.for_each(|card| seen.insert(card));
        }
        if let Some(card) = Card::from_index(self.community) {
            seen.insert(card);
        }
        game.rules().deck.cards().without(seen)
    }

    /// Deals the hand out to its live players. `draw` gives the cards that `seat` cannot see, each once: first the
    /// other live seats' cards that lie face down, seat by seat, then the deck, as far as it may be needed.
    pub fn run_out(&self, game: &Game, seat: Seat, draw: &mut impl FnMut() -> u8) -> RunOut {
        let state = self.dealt_out(game, seat, draw);
        let worth = state.worth(game);
        RunOut { high: worth.best_high(state.live), low: worth.best_low(state.live) }
    }

    /// Where each card would come from; `None` where the cards that fall make ranks wild, or one of those that lie there
    /// is known to nobody.
    pub fn plan_run_out(&self, game: &Game, seat: Seat) -> Option<RunOutPlan> {
        if game.wild {
            return None;
        }
        let mut drawn = 0;
        let state = self.dealt_out(game, seat, &mut || {
            drawn += 1;
            DRAWN - 1 + drawn
        });
        let held = state.held[usize::from(seat)];
        let mut plan = RunOutPlan {
            live: state.live,
            cards: state.cards,
            count: usize::from(held) & 7,
            up: state.up,
            drawn: drawn.into(),
        };
        if state.community != NONE {
            plan.cards.iter_mut().for_each(|cards| cards[plan.count] = state.community);
            plan.up |= 1 << plan.count;
            plan.count += 1;
        }
        let whole = |seat: Seat| {
            let cards = &plan.cards[usize::from(seat)][..plan.count];
            state.held[usize::from(seat)] == held && !cards.contains(&NONE)
        };
        plan.live.iter().all(whole).then_some(plan)
    }

    fn dealt_out(&self, game: &Game, seat: Seat, draw: &mut impl FnMut() -> u8) -> Self {
        let mut state = *self;
        for other in self.live.iter().filter(|&other| other != seat) {
            let held = usize::from(self.held[usize::from(other)]) & 7;
            let cards = state.cards[usize::from(other)][..held].iter_mut().enumerate();
            cards.filter(|(i, _)| self.up >> i & 1 == 0).for_each(|(_, card)| *card = draw());
        }
        let next = usize::from(self.next).min(game.rules().deck.size());
        let to_come = self.cards_to_run_out(game).min(game.rules().deck.size() - next);
        state.deck[next..next + to_come].iter_mut().for_each(|card| *card = draw());
        state.known = game.rules().deck.size() as u8;
        for street in self.street + 1..game.streets() {
            state.begin_street(game, street, &mut |_| ());
            state.deal_street(game, &mut |_| ());
        }
        state
    }

    /// How many cards the streets to come take from the deck when nobody else folds, were it long enough.
    fn cards_to_run_out(&self, game: &Game) -> usize {
        let to_come = self.street + 1..game.streets();
        let each: usize = to_come.clone().map(|street| usize::from(game.plan(street).cards)).sum();
        let burnt = if game.rules().burn { to_come.len() } else { 0 };
        each * self.live.iter().count().min(MAX_SEATS) + burnt
    }
}
