//! New hands at some tables, and tables as they were before what was stopped.

use super::error::TableError;
use super::inside::Inside;
use super::play::Autoreset;
use super::rows::Rows;
use super::setup::{BETWEEN_SIGNALS, Setup};
use super::table::Table;
use super::tables::Tables;
use crate::chance::Key;
use crate::workers::{Pacer, Watch};

/// What tables were at some time.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    list: Vec<Table>,
    illegal: u64,
    /// Only where it may change.
    setup: Option<Setup>,
}

impl Tables {
    /// What they are now, for [`restore`](Self::restore); with what they begin with, if that may change as well.
    pub fn checkpoint(&mut self, with_setup: bool) -> Checkpoint {
        self.settle();
        let setup = with_setup.then(|| self.setup().clone());
        Checkpoint { list: self.list().to_vec(), illegal: self.illegal(), setup }
    }

    /// Makes them what they were.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        self.settle();
        self.put(checkpoint.list, checkpoint.setup);
        self.set_illegal(checkpoint.illegal);
    }

    /// Begins the next hand at some tables, whatever became of the one there, and shows them; the rows of the others stay
    /// as they are. `which` has a byte a table that is not 0.
    ///
    /// With stacks, all tables' in their order, those of the tables that take part begin all hands from now on; with a
    /// key, their cards come from it, beginning with hand 0.
    ///
    /// # Errors
    /// [`TableError`] when a hand cannot start with the stacks, or stacks are given by the deal: nothing has changed.
    /// [`TableError::Stopped`] when the watch stopped it: some tables have begun.
    ///
    /// # Panics
    /// If the bytes, the stacks or the rows do not have the lengths of the tables.
    pub fn reset(
        &mut self,
        which: &[u8],
        stacks: Option<&[u64]>,
        key: Option<Key>,
        mut rows: Rows<'_>,
        watch: &mut dyn Watch,
    ) -> Result<(), TableError> {
        let (tables, players) = (self.setup().tables, usize::from(self.setup().players));
        assert_eq!(which.len(), tables, "a byte a table");
        let mut pacer = Pacer::new(watch);
        let chosen = || (0..tables).filter(|&table| which[table] != 0);
        let row = |table: usize| table * players..(table + 1) * players;
        if let Some(stacks) = stacks {
            assert_eq!(stacks.len(), tables * players, "stacks for all tables");
            if self.setup().play.deals > 1 {
                return Err(TableError::Misfit("the stacks of these tables are given hand by hand"));
            }
            for table in chosen() {
                if table % BETWEEN_SIGNALS == 0 && !pacer.goes_on(0) {
                    return Err(TableError::Stopped);
                }
                let checked = self.setup().check_stacks(&stacks[row(table)]);
                checked.map_err(|error| TableError::Start { table, error })?;
            }
        }
        let all = chosen().count() == tables;
        self.change_setup(|setup| {
            if let Some(stacks) = stacks {
                if setup.stacks.len() == players {
                    setup.stacks = setup.stacks.repeat(tables);
                }
                chosen().for_each(|table| setup.stacks[row(table)].copy_from_slice(&stacks[row(table)]));
            }
            match key {
                Some(key) if all => (setup.key, setup.play.keys) = (key, Vec::new()),
                Some(key) => {
                    setup.play.keys.resize(tables, setup.key);
                    chosen().for_each(|table| setup.play.keys[table] = key);
                }
                None => {}
            }
        });
        for (count, table) in chosen().enumerate() {
            if count % BETWEEN_SIGNALS == 0 && !pacer.goes_on(table as u64) {
                return Err(TableError::Stopped);
            }
            let hand = if key.is_some() { 0 } else { self.list()[table].hand.wrapping_add(1) };
            if !self.begin(table, hand, &mut rows, &mut || !pacer.goes_on(0)) {
                return Err(TableError::Stopped);
            }
        }
        self.show_history(rows);
        Ok(())
    }

    /// Begins a hand at a table and shows it; whether it was not stopped.
    fn begin(&mut self, number: usize, hand: u64, rows: &mut Rows<'_>, stopped: &mut dyn FnMut() -> bool) -> bool {
        let mut table = self.setup().start(number, hand);
        let whole = Inside::new(self.setup()).play(&mut table, &mut |_| (), stopped);
        let (players, same) = (self.setup().players, self.setup().play.autoreset == Autoreset::Same);
        rows.rewards[number * usize::from(players)..][..players.into()].fill(0);
        if !same && table.is_over() {
            rows.reward(number, &table, players);
            rows.keep(number, &table, self.setup().play.viewer(None, players), self.layout());
        }
        rows.show(number, &table, self.layout());
        if same {
            rows.terminated[number] = 0;
        }
        self.replace(number, table);
        whole
    }

    /// Plays the seats that are played inside wherever one is to act, under a watch; whether it let them come to the end.
    pub fn play_inside(&mut self, watch: &mut dyn Watch) -> bool {
        if !self.setup().play.has_inside() {
            return true;
        }
        self.settle();
        self.play_all_inside(&mut Pacer::new(watch))
    }

    /// Puts the stacks of a deal of a table in place of those that stand where its deals come again.
    ///
    /// # Errors
    /// [`TableError`] when a hand cannot start with them or there is no such table.
    ///
    /// # Panics
    /// If the stacks are not one a seat.
    pub fn put_stacks(&mut self, table: usize, deal: u64, stacks: &[u64]) -> Result<(), TableError> {
        let (players, deals, tables) =
            (usize::from(self.setup().players), self.setup().play.deals, self.setup().tables);
        assert_eq!(stacks.len(), players, "a stack a seat");
        if table >= tables || self.setup().stacks.len() != players * deals * tables {
            return Err(TableError::NoTable { table, tables });
        }
        self.setup().check_stacks(stacks).map_err(|error| TableError::Start { table, error })?;
        let row = table * deals + (deal % deals as u64) as usize;
        self.change_setup(|setup| setup.stacks[row * players..][..players].copy_from_slice(stacks));
        Ok(())
    }
}
