//! What a hand comes to on average where nobody has anything left to decide and cards are still to come.

use super::Playout;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::chance::{Key, hand_key, top_of_deck};
use crate::engine::{Action, Hand, MAX_SEATS, State};

/// How many runouts stand for all that there are: a power of two, so that averages are exact as floats.
pub const RUNOUTS: u64 = 64;

impl Playout {
    /// What each seat wins, added up over [`RUNOUTS`] runouts: other orders of the cards that had not left the deck when
    /// an action ended all decisions. `None` when it did not, or no card was to come.
    pub(super) fn runouts_after(
        &self,
        number: u64,
        before: &State,
        action: Action,
        after: &Hand,
    ) -> Option<[i64; MAX_SEATS]> {
        let (from, to) = (before.next, after.state().next);
        let ends_early = after.is_over() && after.live().len() > 1 && to > from;
        ends_early.then(|| {
            self.add_up(number, before.deck, from.into()..to.into(), |deck| {
                let mut state = State { deck, ..*before };
                state.apply(&self.game, action, &mut |_| ());
                state
            })
        })
    }

    /// The same for a hand that antes alone have ended: its first cards are those that were dealt.
    pub(super) fn runouts_from_start(&self, number: u64, hand: &Hand) -> Option<[i64; MAX_SEATS]> {
        let (players, to) = (self.stacks.len(), usize::from(hand.state().next));
        let from = usize::from(self.game.plan(0).cards) * players;
        (hand.is_over() && to > from).then(|| {
            self.add_up(number, hand.state().deck, from..to, |deck| {
                State::start_again(&self.game, &self.stacks, players as u8 - 1, deck)
            })
        })
    }

    /// Adds up what `play` makes of the deck with the places `open` filled anew. Runout `j`, counted from 1, takes the
    /// cards that were not dealt in the order of the deck of hand `j` of the deal's table.
    fn add_up(
        &self,
        number: u64,
        mut deck: [u8; Card::COUNT],
        open: core::ops::Range<usize>,
        play: impl Fn([u8; Card::COUNT]) -> State,
    ) -> [i64; MAX_SEATS] {
        let dealt: CardSet = deck[..open.start].iter().copied().filter_map(Card::from_index).collect();
        let mut sums = [0; MAX_SEATS];
        for runout in 1..=RUNOUTS {
            fill(&mut deck[open.clone()], dealt, &hand_key(&self.key, number, runout), open.end);
            let state = play(deck);
            for (sum, (&stack, &start)) in sums.iter_mut().zip(state.stack.iter().zip(&state.start)) {
                *sum += stack.cast_signed() - start.cast_signed();
            }
        }
        sums
    }
}

/// Puts the first cards of a key's deck that were not dealt into `places`; so many of that deck are enough.
fn fill(places: &mut [u8], dealt: CardSet, key: &Key, enough: usize) {
    let order = top_of_deck(key, enough);
    let is_left = |card: &u8| Card::from_index(*card).is_some_and(|card| !dealt.contains(card));
    for (place, card) in places.iter_mut().zip(order.into_iter().filter(is_left)) {
        *place = card;
    }
}
