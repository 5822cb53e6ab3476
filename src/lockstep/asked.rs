//! What was done in the hands at some tables, for policies that are asked about them.

use std::sync::Arc;

use super::error::TableError;
use super::tables::Tables;
use crate::engine::{Deal, Hand};
use crate::history::{most_actions, seat_and_action, step_of, write_history};

impl Tables {
    /// The histories of the hands at some tables, each as the seat to act sees it, and how long each is: as long as a
    /// hand can be, or where that has no bound as the longest of them.
    ///
    /// # Errors
    /// [`TableError::NoTable`].
    pub fn histories(&self, tables: &[usize]) -> Result<(Vec<i8>, usize), TableError> {
        let (game, players) = (&self.setup().game, self.setup().players);
        let mut done = Vec::with_capacity(tables.len());
        let mut shortest = u64::MAX;
        for &table in tables {
            let history = self.history(table)?;
            shortest = history.stacks.iter().copied().min().unwrap_or(0).min(shortest);
            let (stacks, dealer) = (&history.stacks, Some(history.dealer));
            let start = Hand::start(Arc::clone(game), stacks, dealer, Deal::Ahead(&history.cards), &mut |_| ());
            let mut hand = start.map_err(|_| TableError::Damaged)?;
            let mut steps = Vec::with_capacity(history.actions.len());
            for &action in &history.actions {
                steps.extend(seat_and_action(step_of(&hand, action)));
                hand.apply(action, &mut |_| ());
            }
            done.push((steps, hand.actor()));
        }
        let longest = done.iter().map(|(steps, _)| steps.len()).max().unwrap_or(0);
        let length = most_actions(game, players, self.shortest_stack().min(shortest)).unwrap_or(longest).max(longest);
        let mut rows = vec![0; length * tables.len()];
        if length > 0 {
            for ((steps, viewer), row) in done.into_iter().zip(rows.chunks_exact_mut(length)) {
                write_history(steps.into_iter(), players, viewer, row);
            }
        }
        Ok((rows, length))
    }

    /// The shortest stack with which a hand begins.
    fn shortest_stack(&self) -> u64 {
        self.setup().stacks.iter().copied().min().unwrap_or(0)
    }
}
