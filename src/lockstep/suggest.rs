//! What built-in policies would do at many tables.

use std::sync::Arc;

use super::tables::Tables;
use crate::engine::{Hand, SeatSet};
use crate::policies::{Draws, Policy, PolicyView};
use crate::workers::{Signals, Watch, work_through_chunks};

/// How many tables a thread asks a policy about between two looks at what is left.
const CHUNK: usize = 1024;

impl Tables {
    /// Writes what a policy would do, an action a table: at the tables where one of these seats is to act, 0 at the
    /// others. Each decision has the chance of [`Tables::step_random`] there. `None` when the watch stopped it.
    ///
    /// # Panics
    /// If `out` has not one place a table.
    pub fn suggest(
        &self,
        policy: Policy,
        seats: SeatSet,
        threads: usize,
        out: &mut [u8],
        watch: &mut dyn Watch,
    ) -> Option<()> {
        assert_eq!(out.len(), self.setup().tables, "one action a table");
        let work = |chunk: usize, actions: &mut [u8], (): &mut (), _: &Signals<'_>| {
            for (action, table) in actions.iter_mut().zip(chunk * CHUNK..) {
                *action = self.suggestion(policy, seats, table).unwrap_or(0);
            }
        };
        let (_, finished) = work_through_chunks(out, CHUNK, threads, watch, &|| (), &work);
        finished.then_some(())
    }

    /// What a policy would do at a table where one of these seats is to act.
    fn suggestion(&self, policy: Policy, seats: SeatSet, table: usize) -> Option<u8> {
        let table = self.table(table).ok().filter(|table| !table.is_over() && seats.contains(table.state.actor))?;
        let hand = Hand::of_state(Arc::clone(&self.setup().game), &table.state);
        Some(policy.choose(&PolicyView::of_actor(&hand)?, &mut Draws::new(table.draw())))
    }
}
