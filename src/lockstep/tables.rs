//! Many tables of one game in lockstep: one action at each of them a step.

use std::borrow::Cow;
use std::sync::Arc;

use super::error::{NAMED, TableError};
use super::lanes::{self, Betting, Block, Choose, LANES, Stepped};
use super::observe::Layout;
use super::past::Past;
use super::rows::Rows;
use super::setup::{BETWEEN_SIGNALS, Setup};
use super::share::Share;
use super::table::{Table, TableHistory, legal_in};
use crate::actions::{ACTIONS, to_action};
use crate::chance::{Choices, shuffled};
use crate::engine::{Action, Deal, Hand, State};
use crate::history::write_relative;
use crate::workers::{Pacer, Watch, share_out};

/// How many turns a thread must have to be worth its start, which takes the time of several hundred.
pub(super) const TURNS_A_THREAD: usize = 4096;

/// With more tables, single steps do not go in lanes. Between rounds the engine reads a table here and a table there, which
/// takes longer than to play all of them in their order once they are more than a core's own caches hold.
const MOST_RESIDENT: usize = 8192;

/// Numbers that callers give as actions.
pub trait ActionNumber: Copy + Sync {
    /// The number.
    fn number(self) -> i64;
}

macro_rules! action_numbers {
    ($($kind:ty),+) => {
        $(impl ActionNumber for $kind {
            fn number(self) -> i64 {
                self.into()
            }
        })+
    };
}
action_numbers!(i8, i16, i32, i64, u8, u16, u32);

/// The bit of an action, none for a number that is no action.
#[inline]
fn bit_of(number: i64) -> u8 {
    const BITS: [u8; ACTIONS + 1] = [1, 2, 4, 8, 16, 32, 64, 0];
    BITS[(number.cast_unsigned().min(ACTIONS as u64)) as usize]
}

/// Many tables in lockstep.
///
/// The `k`-th hand of the `i`-th table depends on the key, `i` and `k` alone. Its dealer is one seat further for each
/// hand, and every hand starts with the stacks of the setup.
#[derive(Clone, Debug)]
pub struct Tables {
    setup: Setup,
    layout: Layout,
    list: Vec<Table>,
    illegal: u64,
    /// The betting as lanes know it, where they can play the game.
    betting: Option<Betting>,
    /// The rounds of betting that are in lanes between two steps; none while the tables have all that is to know.
    blocks: Vec<Block>,
    /// What was done in the hands, where somebody asks for it.
    past: Option<Past>,
}

impl Tables {
    /// Tables that begin their first hands.
    ///
    /// # Errors
    /// [`TableError`] when there is no table, or stacks do not fit the game.
    pub fn new(setup: Setup) -> Result<Self, TableError> {
        Self::new_watched(setup, &mut |_| true)
    }

    /// The same under a watch, which gets the number of tables that are made.
    ///
    /// # Errors
    /// [`TableError::Stopped`] when the watch stopped it, and as from [`Tables::new`].
    pub fn new_watched(setup: Setup, watch: &mut dyn Watch) -> Result<Self, TableError> {
        Self::new_paced(setup, &mut Pacer::new(watch))
    }

    pub(super) fn new_paced(setup: Setup, pacer: &mut Pacer<'_>) -> Result<Self, TableError> {
        setup.check(pacer)?;
        let layout = Layout::new(&setup.game, setup.players);
        let mut list = Vec::new();
        list.try_reserve_exact(setup.tables).map_err(|_| TableError::Tables(setup.tables))?;
        for table in 0..setup.tables {
            if table % BETWEEN_SIGNALS == 0 && !pacer.goes_on(table as u64) {
                return Err(TableError::Stopped);
            }
            list.push(setup.start(table, 0));
        }
        let mut tables = Self { setup, layout, list, illegal: 0, betting: None, blocks: Vec::new(), past: None };
        tables.allow_lanes(true);
        Ok(tables)
    }

    /// Whether the rounds of betting go in lanes: the game is one of fixed limit whose hands have an end, and simple enough.
    /// Tables where somebody could run out of chips are played one by one all the same.
    #[must_use]
    pub const fn in_lanes(&self) -> bool {
        self.betting.is_some()
    }

    /// Whether many steps at random play whole hands in lanes, which is faster still: no rank becomes wild.
    #[must_use]
    pub fn hands_in_lanes(&self) -> bool {
        self.betting.as_ref().is_some_and(|betting| betting.whole)
    }

    /// Whether steps may go in lanes, 64 tables side by side, where the game and the stacks let them: so they do by default.
    /// It makes no difference but to the time.
    pub fn allow_lanes(&mut self, allowed: bool) {
        self.settle();
        let room = allowed && usize::from(self.setup.players) <= lanes::SEATS;
        self.betting = if room { Betting::of(&self.setup.game) } else { None };
    }

    /// What they began with.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The layout of observations.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many actions were not legal and replaced.
    #[must_use]
    pub const fn illegal(&self) -> u64 {
        self.illegal
    }

    /// Keeps the last actions of each hand from now on, so many of them, for [`Rows::history`]. `None` when memory has no
    /// room or the watch stopped it, and then none are kept.
    pub fn keep_history(&mut self, length: usize, watch: &mut dyn Watch) -> Option<()> {
        self.past = None;
        let (mut past, mut pacer) = (Past::new(self.list.len(), length)?, Pacer::new(watch));
        for number in 0..self.list.len() {
            if number % BETWEEN_SIGNALS == 0 && !pacer.goes_on(number as u64) {
                return None;
            }
            past.push();
            past.rows().recall(number, &self.now(number), &self.setup.game);
        }
        self.past = Some(past);
        Some(())
    }

    /// How many actions are kept of each hand, 0 where none are.
    #[must_use]
    pub fn history_length(&self) -> usize {
        self.past.as_ref().map_or(0, Past::length)
    }

    /// What was done in the hands, where it is kept.
    pub(super) const fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The number of the hand at each table.
    pub fn hands(&self) -> impl Iterator<Item = u64> {
        self.list.iter().map(|table| table.hand)
    }

    /// Writes how all tables stand, as after a step: rewards are those of hands that are over.
    ///
    /// # Panics
    /// If the rows do not have the lengths of the tables.
    pub fn show(&self, rows: Rows<'_>) {
        self.show_watched(rows, &mut |_| true);
    }

    /// The same under a watch, which gets the number of tables that are shown; whether it let it come to the end.
    ///
    /// # Panics
    /// If the rows do not have the lengths of the tables.
    pub fn show_watched(&self, rows: Rows<'_>, watch: &mut dyn Watch) -> bool {
        self.assert_fit(&rows);
        let mut rows = rows;
        let mut pacer = Pacer::new(watch);
        rows.rewards.fill(0);
        for i in 0..self.list.len() {
            if i % BETWEEN_SIGNALS == 0 && !pacer.goes_on(i as u64) {
                return false;
            }
            let table = self.now(i);
            rows.reward(i, &table, self.setup.players);
            rows.show(i, &table, &self.layout);
        }
        self.show_history(rows);
        true
    }

    /// Writes what was done so far, if it is kept and anybody asks; who is to act is read.
    ///
    /// # Panics
    /// If the rows do not have the lengths of the tables.
    pub fn show_history(&self, rows: Rows<'_>) {
        self.assert_fit(&rows);
        if let (Some(past), Some(history)) = (&self.past, rows.history) {
            write_relative(past.steps(), rows.actors, self.setup.players, history);
        }
    }

    /// Does an action at every table where a player is to act. Where the hand was over, another one starts instead, or
    /// nothing happens, and the action is not looked at.
    ///
    /// What is not legal is an error, or is replaced by what an absent player does and counted.
    ///
    /// # Errors
    /// [`TableError`] when an action is no number of one or is not legal.
    ///
    /// # Panics
    /// If the actions or the rows do not have the lengths of the tables.
    pub fn step<A: ActionNumber>(
        &mut self,
        actions: &[A],
        replace: bool,
        threads: usize,
        rows: Rows<'_>,
    ) -> Result<(), TableError> {
        assert_eq!(actions.len(), self.list.len(), "an action a table");
        let illegal = self.check_actions(actions)?;
        if let Some(error) = illegal.filter(|_| !replace) {
            return Err(error);
        }
        // The caller may change the array meanwhile, so a number is read once more with the same care.
        if self.goes_in_lanes() {
            rows.rewards.fill(0);
            let choose = |first: usize, block: &Block, count: usize, default: &dyn Fn(usize) -> u8| {
                let (mut chosen, mut replaced) = ([0; LANES], 0);
                for ((bit, action), (lane, &mask)) in
                    chosen.iter_mut().zip(&actions[first..]).zip(block.masks.iter().enumerate()).take(count)
                {
                    *bit = bit_of(action.number()) & mask;
                    if *bit == 0 && mask != 0 {
                        (*bit, replaced) = (1 << default(lane), replaced + 1);
                    }
                }
                (chosen, replaced)
            };
            self.illegal += self.run_in_lanes(threads, rows, Some(&choose));
            return Ok(());
        }
        let choose = |i: usize, table: &Table| {
            table.legal(actions[i].number()).map_or_else(|| (table.default_action(), 1), |action| (action, 0))
        };
        rows.rewards.fill(0);
        self.illegal += self.run(1, threads, rows, &|mut share: Share<'_>| share.play(1, &choose));
        Ok(())
    }

    /// Does steps with random actions, each of the legal ones as likely, from the chance of each table alone.
    ///
    /// What is won and lost in hands that end is added to the rewards that stand in the rows.
    ///
    /// # Panics
    /// If the rows do not have the lengths of the tables.
    pub fn step_random(&mut self, steps: usize, threads: usize, mut rows: Rows<'_>) {
        let whole = self.hands_in_lanes() && lanes::are_worth(self.list.len(), steps);
        if !whole && self.goes_in_lanes() {
            for step in 1..=steps {
                // Only how the tables stand in the end is seen.
                let rows = if step < steps { rows.unobserved() } else { rows.again() };
                self.run_in_lanes(threads, rows, None);
            }
            return;
        }
        self.settle();
        let betting = self.betting.take();
        self.run(steps, threads, rows, &|mut share: Share<'_>| match &betting {
            Some(betting) if lanes::are_worth(share.tables.len(), steps) => {
                lanes::play(betting, share.again(), steps);
                // Lanes that play whole hands do not note what is done.
                share.recall();
                share.show_history();
                0
            }
            _ => share.play(steps, &|_, table: &Table| (table.random_action(), 0)),
        });
        self.betting = betting;
    }

    /// The hand at a table.
    ///
    /// # Errors
    /// [`TableError::NoTable`].
    pub fn hand(&self, table: usize) -> Result<Hand, TableError> {
        let at = self.table(table)?;
        let mut state = at.state;
        if at.past_moves().is_none() {
            // Only what may be dealt is shuffled at first.
            state.deck = shuffled(&self.setup.key_of(table, at.hand), self.setup.game.rules().deck);
        }
        Ok(Hand::of_state(Arc::clone(&self.setup.game), &state))
    }

    /// How the hand at a table came about.
    ///
    /// # Errors
    /// [`TableError::NoTable`].
    pub fn history(&self, table: usize) -> Result<TableHistory, TableError> {
        let hand = self.hand(table)?;
        let table = self.table(table)?;
        let cards: Vec<_> = hand.dealt().into_iter().flatten().chain(hand.cards_to_come()).collect();
        let (stacks, dealer) = (hand.starting_stacks().to_vec(), hand.dealer());
        let mut actions = table.past_moves().unwrap_or_default().to_vec();
        let start = Hand::start(Arc::clone(&self.setup.game), &stacks, Some(dealer), Deal::Ahead(&cards), &mut |_| ());
        let mut hand = start.map_err(|_| TableError::Damaged)?;
        for &action in &actions {
            hand.apply(action, &mut |_| ());
        }
        for number in table.logged() {
            let action = to_action(&hand, number).ok_or(TableError::Damaged)?;
            hand.apply(action, &mut |_| ());
            actions.push(action);
        }
        Ok(TableHistory { stacks, dealer, cards, actions })
    }

    /// Puts a hand at a table in place of the one there; `actions` are what was done in it. The next hand of the table
    /// is the one that would have come anyway.
    ///
    /// # Errors
    /// [`TableError`] when there is no such table, the hand is of another game or number of players, or its cards are
    /// not all known.
    pub fn set_hand(&mut self, table: usize, hand: &Hand, actions: Vec<Action>) -> Result<(), TableError> {
        self.settle();
        let number = self.table(table)?.hand;
        let game = &self.setup.game;
        if hand.game() != game {
            return Err(TableError::Misfit("the hand is of another game than the tables"));
        }
        if hand.players() != self.setup.players {
            return Err(TableError::Misfit("the hand has another number of players than the tables"));
        }
        if hand.has_unknown_cards() {
            return Err(TableError::Misfit("the hand has unknown cards: a table needs one whose cards are known"));
        }
        if usize::from(hand.state().known) < game.cards_needed(hand.players().into()) || hand.chance().is_some() {
            return Err(TableError::Misfit("the hand is dealt by its caller: a table needs one whose cards are known"));
        }
        let choices = Choices::new(&self.setup.key_of(table, number));
        self.list[table] = Table::with_past(game, hand.state(), number, choices, actions);
        if let Some(past) = &mut self.past {
            past.rows().recall(table, &self.list[table], &self.setup.game);
        }
        Ok(())
    }

    pub(super) fn table(&self, table: usize) -> Result<Cow<'_, Table>, TableError> {
        if table < self.list.len() {
            return Ok(self.now(table));
        }
        Err(TableError::NoTable { table, tables: self.list.len() })
    }

    /// Looks at the state of the hand at a table, and at what is legal.
    #[inline]
    pub(super) fn look<T>(&self, table: usize, look: impl FnOnce(&State, u8) -> T) -> T {
        let (block, lane, kept) = (self.blocks.get(table / LANES), table % LANES, &self.list[table]);
        let state = block.zip(self.betting.as_ref()).and_then(|(block, betting)| block.state(lane, kept, betting));
        look(state.as_ref().unwrap_or(&kept.state), self.mask(table))
    }

    /// A table as it stands.
    fn now(&self, table: usize) -> Cow<'_, Table> {
        let (block, lane, kept) = (self.blocks.get(table / LANES), table % LANES, &self.list[table]);
        let settled = block.zip(self.betting.as_ref()).and_then(|(block, betting)| block.settled(lane, kept, betting));
        settled.map_or(Cow::Borrowed(kept), Cow::Owned)
    }

    /// Which actions are legal at a table, a bit each.
    #[inline]
    pub(super) fn mask(&self, table: usize) -> u8 {
        self.blocks.get(table / LANES).map_or_else(|| self.list[table].mask, |block| block.masks[table % LANES])
    }

    /// Puts all that is in lanes back at the tables.
    fn settle(&mut self) {
        if let Some(betting) = &self.betting {
            for (block, tables) in self.blocks.iter().zip(self.list.chunks_mut(LANES)) {
                block.leave(tables, betting);
            }
        }
        self.blocks.clear();
    }

    /// Whether single steps go in lanes, in which the rounds then are.
    fn goes_in_lanes(&mut self) -> bool {
        let count = self.list.len();
        let Some(betting) = self.betting.as_ref().filter(|_| (LANES / 2..=MOST_RESIDENT).contains(&count)) else {
            return false;
        };
        if self.blocks.is_empty() {
            lanes::fill(&mut self.blocks, betting, &self.setup, &self.list);
        }
        true
    }

    /// Plays a step in lanes; how many actions were replaced.
    fn run_in_lanes(&mut self, threads: usize, rows: Rows<'_>, choose: Option<Choose<'_>>) -> u64 {
        self.assert_fit(&rows);
        let Some(betting) = &self.betting else { return 0 };
        let count = self.list.len();
        let workers = threads.min(count / TURNS_A_THREAD).clamp(1, count);
        let size = count.div_ceil(workers).next_multiple_of(LANES);
        let past = self.past.as_mut().map(Past::rows);
        let all = Share { setup: &self.setup, layout: &self.layout, first: 0, tables: &mut self.list, rows, past };
        let shares = all.in_parts(size).zip(self.blocks.chunks_mut(size / LANES));
        let work = |(share, blocks)| lanes::step(&mut Stepped { share, blocks, betting, choose });
        let mut counted = 0;
        share_out(shares, &work, |count| counted += count);
        counted
    }

    pub(super) const fn set_illegal(&mut self, illegal: u64) {
        self.illegal = illegal;
    }

    /// Begins a hand of a table.
    pub(super) fn set_number(&mut self, table: usize, hand: u64) {
        self.list[table] = self.setup.start(table, hand);
    }

    /// Plays an action that was noted.
    pub(super) fn repeat(&mut self, table: usize, action: u8) -> Result<(), TableError> {
        let table = &mut self.list[table];
        let action = table.legal(action.into()).ok_or(TableError::Damaged)?;
        // Tables are loaded before their histories are kept.
        let _ = table.act(&self.setup.game, action);
        Ok(())
    }

    /// The error that some actions are, if they are no error at once.
    fn check_actions<A: ActionNumber>(&self, actions: &[A]) -> Result<Option<TableError>, TableError> {
        let is_legal = |(action, &mask): (&A, &u8)| mask == 0 || bit_of(action.number()) & mask != 0;
        let mut blocks = self.blocks.iter().zip(actions.chunks(LANES));
        if !self.blocks.is_empty() && blocks.all(|(block, actions)| actions.iter().zip(&block.masks).all(is_legal)) {
            return Ok(None);
        }
        let (mut named, mut count) = (Vec::new(), 0);
        for (i, action) in actions.iter().enumerate() {
            let (mask, number) = (self.mask(i), action.number());
            if mask == 0 || legal_in(mask, number).is_some() {
                continue;
            }
            let action = u8::try_from(number).ok().filter(|&action| usize::from(action) < ACTIONS);
            let action = action.ok_or(TableError::NoAction { table: i, action: number })?;
            count += 1;
            if named.len() < NAMED {
                named.push((i, action, mask));
            }
        }
        Ok((count > 0).then_some(TableError::Illegal { tables: named, count }))
    }

    /// Plays on all tables, shared out among threads; the sum of what `play` counts.
    fn run(&mut self, steps: usize, threads: usize, rows: Rows<'_>, play: &(impl Fn(Share<'_>) -> u64 + Sync)) -> u64 {
        self.assert_fit(&rows);
        let count = self.list.len();
        let workers = threads.min(count.saturating_mul(steps) / TURNS_A_THREAD).clamp(1, count);
        let size = count.div_ceil(workers);
        let (setup, layout) = (&self.setup, &self.layout);
        let past = self.past.as_mut().map(Past::rows);
        let all = Share { setup, layout, first: 0, tables: self.list.as_mut_slice(), rows, past };
        let shares = all.in_parts(size);
        let mut counted = 0;
        share_out(shares, play, |count| counted += count);
        counted
    }

    fn assert_fit(&self, rows: &Rows<'_>) {
        let Setup { tables, players, .. } = self.setup;
        let length = self.history_length();
        assert!(rows.fit(tables, players.into(), self.layout.width(), length), "rows for {tables} tables");
    }
}
