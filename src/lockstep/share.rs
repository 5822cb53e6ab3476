//! The tables that one thread plays, with their rows of the caller's arrays.

use std::iter;

use super::observe::Layout;
use super::rows::Rows;
use super::setup::Setup;
use super::table::Table;

/// Some tables, for one thread.
pub(super) struct Share<'a> {
    pub setup: &'a Setup,
    pub layout: &'a Layout,
    /// The number of the first of them.
    pub first: usize,
    pub tables: &'a mut [Table],
    pub rows: Rows<'a>,
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
        let Self { setup, layout, first, tables, rows } = self;
        let (tables, more_tables) = tables.split_at_mut(count);
        let (rows, more_rows) = rows.split_at(count, setup.players.into(), layout.width());
        let more = Share { setup, layout, first: first + count, tables: more_tables, rows: more_rows };
        (Self { setup, layout, first, tables, rows }, more)
    }

    /// Plays and shows them, table by table; the sum of what `choose` counts.
    pub fn play(&mut self, steps: usize, choose: &impl Fn(usize, &Table) -> (u8, u64)) -> u64 {
        let (setup, mut counted) = (self.setup, 0);
        for (i, table) in self.tables.iter_mut().enumerate() {
            for _ in 0..steps {
                if !table.is_over() {
                    let (action, count) = choose(self.first + i, table);
                    counted += count;
                    table.act(&setup.game, action);
                } else if setup.restarts() {
                    *table = setup.start(self.first + i, table.hand.wrapping_add(1));
                } else {
                    break;
                }
                if table.is_over() {
                    self.rows.reward(i, table, setup.players);
                }
            }
            self.rows.show(i, table, self.layout);
        }
        counted
    }
}
