//! The tables that one thread plays, with their rows of the caller's arrays.

use std::iter;

use super::observe::Layout;
use super::past::PastRows;
use super::rows::Rows;
use super::setup::Setup;
use super::table::Table;
use crate::history::write_relative;

/// Some tables, for one thread.
pub(super) struct Share<'a> {
    pub setup: &'a Setup,
    pub layout: &'a Layout,
    /// The number of the first of them.
    pub first: usize,
    pub tables: &'a mut [Table],
    pub rows: Rows<'a>,
    /// What was done in the hands, where it is kept.
    pub past: Option<PastRows<'a>>,
}

impl Share<'_> {
    /// So many tables at a time, as an iterator.
    pub fn in_parts(self, size: usize) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        iter::from_fn(move || {
            let all = rest.take()?;
            if all.tables.len() <= size {
                return Some(all);
            }
            let (share, more) = all.split_at(size);
            rest = Some(more);
            Some(share)
        })
    }

    /// The first tables, and the others.
    pub fn split_at(self, count: usize) -> (Self, Self) {
        let Self { setup, layout, first, tables, rows, past } = self;
        let (tables, more_tables) = tables.split_at_mut(count);
        let (rows, more_rows) = rows.split_at(count, setup.players.into(), layout.width());
        let (past, more_past) = past.map(|past| past.split_at(count)).unzip();
        let more = Share { setup, layout, first: first + count, tables: more_tables, rows: more_rows, past: more_past };
        (Self { setup, layout, first, tables, rows, past }, more)
    }

    /// The same tables, for one of several uses.
    pub fn again(&mut self) -> Share<'_> {
        Share {
            setup: self.setup,
            layout: self.layout,
            first: self.first,
            tables: self.tables,
            rows: self.rows.again(),
            past: self.past.as_mut().map(PastRows::again),
        }
    }

    /// Notes an action that was done at a table.
    #[inline]
    pub fn note(&mut self, table: usize, step: i8) {
        if let Some(past) = &mut self.past {
            past.note(table, step);
        }
    }

    /// Notes that another hand began at a table.
    #[inline]
    pub fn note_start(&mut self, table: usize) {
        if let Some(past) = &mut self.past {
            past.clear(table);
        }
    }

    /// Finds out once more what was done at all of them.
    pub fn recall(&mut self) {
        let Some(past) = &mut self.past else { return };
        for (number, table) in self.tables.iter().enumerate() {
            past.recall(number, table, &self.setup.game);
        }
    }

    /// Shows what was done, if anybody asks; who is to act is shown before.
    pub fn show_history(&mut self) {
        if let (Some(past), Some(rows)) = (&self.past, &mut self.rows.history) {
            write_relative(past.steps(), self.rows.actors, self.setup.players, rows);
        }
    }

    /// Plays and shows them, table by table; the sum of what `choose` counts.
    pub fn play(&mut self, steps: usize, choose: &impl Fn(usize, &Table) -> (u8, u64)) -> u64 {
        let (setup, mut counted) = (self.setup, 0);
        for (i, table) in self.tables.iter_mut().enumerate() {
            for _ in 0..steps {
                if !table.is_over() {
                    let (action, count) = choose(self.first + i, table);
                    counted += count;
                    let step = table.act(&setup.game, action);
                    if let Some(past) = &mut self.past {
                        past.note(i, step);
                    }
                } else if setup.restart {
                    *table = setup.start(self.first + i, table.hand.wrapping_add(1));
                    if let Some(past) = &mut self.past {
                        past.clear(i);
                    }
                } else {
                    break;
                }
                if table.is_over() {
                    self.rows.reward(i, table, setup.players);
                }
            }
            self.rows.show(i, table, self.layout);
        }
        self.show_history();
        counted
    }
}
