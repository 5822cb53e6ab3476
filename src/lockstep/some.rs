//! Steps at some of the tables, or with seats that are played inside: table by table, not in lanes.

use super::error::TableError;
use super::inside::Inside;
use super::play::{Autoreset, Onto, Order};
use super::rows::Rows;
use super::share::Share;
use super::table::Table;
use super::tables::{ActionNumber, Tables};
use crate::history::NOTHING;
use crate::workers::{Signals, Watch, work_through_chunks};

/// How many tables a thread plays between two looks at the signals.
const BETWEEN_LOOKS: usize = 32;
/// The least number of tables that a thread takes at a time.
const LEAST_SHARE: usize = 256;

impl Tables {
    /// Does an action at each table that takes part, or one at random where no actions are given, and then those of the
    /// seats that are played inside, until another seat is to act or the hand is over. What is not legal is an error, or
    /// is replaced and counted.
    ///
    /// The rows of tables that do not take part stay as they are, but for rewards, which are those of this step.
    ///
    /// # Errors
    /// [`TableError`] when an action is no number of one or is not legal: nothing has changed. [`TableError::Stopped`]
    /// when the watch stopped it: some tables have moved, and [`Tables::restore`] puts them back.
    ///
    /// # Panics
    /// If the actions, the bytes or the rows do not have the lengths of the tables.
    pub fn step_some<A: ActionNumber>(
        &mut self,
        actions: Option<&[A]>,
        order: &Order<'_>,
        mut rows: Rows<'_>,
        watch: &mut dyn Watch,
    ) -> Result<(), TableError> {
        let count = self.setup().tables;
        let takes_part = |i: usize| order.which.is_none_or(|which| which[i] != 0);
        assert!(actions.is_none_or(|actions| actions.len() == count), "an action a table");
        assert!(order.which.is_none_or(|which| which.len() == count), "a byte a table");
        let illegal = actions.map_or(Ok(None), |actions| self.check_some(actions, &takes_part))?;
        if let Some(error) = illegal.filter(|_| !order.replace) {
            return Err(error);
        }
        self.settle();
        if order.onto == Onto::Fresh {
            rows.begin(self.setup());
        }
        let choose = |i: usize, table: &Table| match actions {
            None => (table.random_action(), 0),
            // The caller may change the array meanwhile, so a number is read once more with the same care.
            Some(actions) => {
                table.legal(actions[i].number()).map_or_else(|| (table.default_action(), 1), |action| (action, 0))
            }
        };
        let mut shares: Vec<Share<'_>> = self.shares(rows, LEAST_SHARE, order.threads).collect();
        let work = |_, shares: &mut [Share<'_>], replaced: &mut u64, signals: &Signals<'_>| {
            for share in shares {
                *replaced += share.play_some(&takes_part, order.onto, &choose, signals);
            }
        };
        let (replaced, whole) = work_through_chunks(&mut shares, 1, order.threads, watch, &|| 0, &work);
        drop(shares);
        self.set_illegal(self.illegal() + replaced.iter().sum::<u64>());
        if whole { Ok(()) } else { Err(TableError::Stopped) }
    }
}

impl Share<'_> {
    /// Plays a step at the tables that take part and shows them; how many actions were replaced.
    fn play_some(
        &mut self,
        takes_part: &impl Fn(usize) -> bool,
        onto: Onto,
        choose: &impl Fn(usize, &Table) -> (u8, u64),
        signals: &Signals<'_>,
    ) -> u64 {
        let (mut inside, mut replaced) = (Inside::new(self.setup), 0);
        for row in 0..self.tables.len() {
            if row % BETWEEN_LOOKS == 0 && signals.is_stopped() {
                break;
            }
            if takes_part(self.first + row) {
                let (count, whole) = self.turn(row, onto, choose, &mut inside, &mut || signals.is_stopped());
                replaced += count;
                if !whole {
                    break;
                }
            }
        }
        self.show_history();
        replaced
    }

    /// Plays a step at a table and shows it. How many actions were replaced, and whether it was not stopped.
    fn turn(
        &mut self,
        row: usize,
        onto: Onto,
        choose: &impl Fn(usize, &Table) -> (u8, u64),
        inside: &mut Inside<'_>,
        stopped: &mut dyn FnMut() -> bool,
    ) -> (u64, bool) {
        let (setup, number) = (self.setup, self.first + row);
        let (same, table) = (setup.play.autoreset == Autoreset::Same, &mut self.tables[row]);
        let (mut replaced, mut whole, mut last) = (0, true, None);
        let past = &mut self.past;
        let mut note = |step| {
            if let Some(past) = past {
                // Another hand has nothing done in it.
                if step == NOTHING { past.clear(row) } else { past.note(row, step) }
            }
        };
        let was_over = table.is_over();
        if !was_over {
            let (actor, action);
            (actor, (action, replaced)) = (table.state.actor, choose(number, table));
            note(table.act(&setup.game, action));
            last = table.is_over().then_some(actor);
            whole = inside.play(table, &mut note, stopped);
        } else if setup.restarts() {
            *table = setup.start(number, table.hand.wrapping_add(1));
            note(NOTHING);
            whole = inside.play(table, &mut note, stopped);
        }
        let shown_already = self.rows.terminated[row] != 0;
        let mut ends = table.is_over() && (same || !was_over || setup.restarts());
        if same {
            ends &= match onto {
                Onto::Fresh | Onto::Sum => true,
                Onto::Step => !shown_already,
                Onto::Hold => false,
            };
        }
        if ends {
            self.rows.reward(row, table, setup.players);
            self.rows.keep(row, table, setup.play.viewer(last, setup.players), self.layout);
        }
        if ends && same {
            *table = setup.start(number, table.hand.wrapping_add(1));
            note(NOTHING);
            whole &= inside.play(table, &mut note, stopped);
        }
        self.rows.show(row, table, self.layout);
        if same {
            self.rows.terminated[row] = u8::from(ends || onto != Onto::Fresh && shown_already);
        }
        (replaced, whole)
    }
}
