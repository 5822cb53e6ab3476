//! What was done in the hands at tables, for those who take histories beside observations.

use crate::actions::action_of;
use crate::engine::{Game, State};
use crate::history::{NOTHING, step, step_of_state};

use super::table::Table;

/// The last actions of the hand at each table, so many of them, with their seats at the table.
#[derive(Clone, Debug)]
pub(super) struct Past {
    length: usize,
    steps: Vec<i8>,
    counts: Vec<usize>,
}

impl Past {
    /// Room for the last `length` actions at so many tables, none of which is there yet; `None` where memory has none.
    pub fn new(tables: usize, length: usize) -> Option<Self> {
        let (mut steps, mut counts) = (Vec::new(), Vec::new());
        steps.try_reserve_exact(tables.checked_mul(length)?).ok()?;
        counts.try_reserve_exact(tables).ok()?;
        Some(Self { length, steps, counts })
    }

    /// Adds a table at which nothing was done.
    pub fn push(&mut self) {
        self.steps.resize(self.steps.len() + self.length, NOTHING);
        self.counts.push(0);
    }

    /// How many actions there is room for.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The actions at all tables, row by row.
    pub fn steps(&self) -> &[i8] {
        &self.steps
    }

    /// The rows of all tables.
    pub fn rows(&mut self) -> PastRows<'_> {
        PastRows { length: self.length, steps: &mut self.steps, counts: &mut self.counts }
    }
}

/// The rows of some tables, for one thread.
pub(super) struct PastRows<'a> {
    length: usize,
    steps: &'a mut [i8],
    counts: &'a mut [usize],
}

impl PastRows<'_> {
    /// The same rows, for one of several uses.
    pub fn again(&mut self) -> PastRows<'_> {
        PastRows { length: self.length, steps: self.steps, counts: self.counts }
    }

    /// The rows of the first tables, and the others.
    pub fn split_at(self, tables: usize) -> (Self, Self) {
        let (steps, more_steps) = self.steps.split_at_mut(tables * self.length);
        let (counts, more_counts) = self.counts.split_at_mut(tables);
        let more = Self { length: self.length, steps: more_steps, counts: more_counts };
        (Self { length: self.length, steps, counts }, more)
    }

    /// The actions, row by row.
    pub const fn steps(&self) -> &[i8] {
        self.steps
    }

    /// Adds an action at a table.
    #[inline]
    pub fn note(&mut self, table: usize, step: i8) {
        let (count, steps) = (&mut self.counts[table], &mut self.steps[table * self.length..][..self.length]);
        if let Some(slot) = steps.get_mut(*count) {
            *slot = step;
            *count += 1;
        } else {
            steps.copy_within(1.., 0);
            steps[self.length - 1] = step;
        }
    }

    /// Forgets what was done at a table, where another hand begins.
    #[inline]
    pub fn clear(&mut self, table: usize) {
        self.steps[table * self.length..][..self.length].fill(NOTHING);
        self.counts[table] = 0;
    }

    /// Finds out once more what was done at a table, by playing its hand again.
    pub fn recall(&mut self, number: usize, table: &Table, game: &Game) {
        self.clear(number);
        let now = &table.state;
        let mut state = State::start_again(game, &now.start[..now.players.into()], now.dealer, now.deck);
        for &action in table.past_moves().unwrap_or_default() {
            self.note(number, step_of_state(game, &state, action));
            state.apply(game, action, &mut |_| ());
        }
        for action in table.logged() {
            let Some(settled) = action_of(game, &state, action) else { return };
            self.note(number, step(state.actor, action));
            state.apply(game, settled, &mut |_| ());
        }
    }
}
