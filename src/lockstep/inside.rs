//! Seats that policies play inside a step, so that only the others wait for the caller.

use std::sync::Arc;

use super::setup::Setup;
use super::table::Table;
use crate::engine::Hand;
use crate::policies::{Draws, Policy, PolicyView};

/// How many actions are played at a table between two looks at the signals.
const BETWEEN_LOOKS: u32 = 64;

/// The policies that play seats of some tables, for one thread.
pub(super) struct Inside<'a> {
    setup: &'a Setup,
    /// Whether any seat is played inside.
    any: bool,
    /// What policies look at: one hand for all tables, as to make one counts how many have the game.
    hand: Option<Hand>,
}

impl<'a> Inside<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        Self { setup, any: setup.play.has_inside(), hand: None }
    }

    /// Plays the seats that are played inside until another one is to act or the hand is over; whether it came so far.
    ///
    /// Hands without a cap may go on for very long, so that `stopped` is asked now and then.
    /// Each action is noted for a history.
    #[inline]
    pub fn play(&mut self, table: &mut Table, note: &mut dyn FnMut(i8), stopped: &mut dyn FnMut() -> bool) -> bool {
        !self.any || self.play_on(table, note, stopped)
    }

    fn play_on(&mut self, table: &mut Table, note: &mut dyn FnMut(i8), stopped: &mut dyn FnMut() -> bool) -> bool {
        let mut actions = 0_u32;
        while !table.is_over() {
            let Some(policy) = self.setup.play.policy_of(table.state.actor) else { break };
            actions += 1;
            if actions.is_multiple_of(BETWEEN_LOOKS) && stopped() {
                return false;
            }
            let action = self.choose(policy, table);
            note(table.act(&self.setup.game, action));
        }
        true
    }

    /// What a policy does at a table where a seat of its own is to act, as [`Tables::suggest`](super::Tables::suggest)
    /// has it.
    fn choose(&mut self, policy: Policy, table: &Table) -> u8 {
        let hand = self.hand.get_or_insert_with(|| Hand::of_state(Arc::clone(&self.setup.game), &table.state));
        hand.put_state(&table.state);
        policy.choose(&PolicyView::of_seat(hand, table.state.actor, table.mask), &mut Draws::new(table.draw()))
    }
}
