//! Many tables of one game in lockstep: one action at each of them a step.

use core::fmt;
use std::sync::Arc;
use std::thread;

use super::Layout;
use super::lanes::{self, Betting};
use super::rows::Rows;
use super::table::{Table, TableHistory};
use crate::actions::ACTIONS;
use crate::chance::{Choices, Key, hand_key, shuffled_deck, top_of_deck};
use crate::engine::{Action, Deal, Game, Hand, Seat, StartError, State};

/// How many turns a thread must have to be worth its start, which takes the time of several hundred.
const TURNS_A_THREAD: usize = 4096;

/// What tables begin with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: Arc<Game>,
    /// How many seats each table has.
    pub players: u8,
    /// How many tables there are.
    pub tables: usize,
    /// Chips of each seat, for all tables alike or table by table.
    pub stacks: Vec<u64>,
    /// Fixes all chance, with the number of the table.
    pub key: Key,
    /// The number of the first table.
    pub first: u64,
    /// Whether a hand that is over is followed by another.
    pub restart: bool,
}

/// Why tables cannot begin or take an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// No table at all, or more than their memory can be counted for.
    Tables(usize),
    /// Stacks for another number of seats.
    Stacks {
        /// How many were given.
        given: usize,
        /// How many seats a table has.
        players: u8,
        /// How many tables there are.
        tables: usize,
    },
    /// A table's hand cannot start.
    Start {
        /// Which table.
        table: usize,
        /// Why.
        error: StartError,
    },
    /// A number that is no action.
    NoAction {
        /// Which table.
        table: usize,
        /// What was given.
        action: i64,
    },
    /// Actions that are not legal.
    Illegal {
        /// The first tables, each with its action and what is legal.
        tables: Vec<(usize, u8, u8)>,
        /// How many tables there are in all.
        count: usize,
    },
    /// A table that there is not.
    NoTable {
        /// What was given.
        table: usize,
        /// How many tables there are.
        tables: usize,
    },
    /// A hand that cannot be put at a table.
    Misfit(&'static str),
    /// Saved tables that cannot be read.
    Damaged,
}

/// How many tables an error names.
const NAMED: usize = 8;

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tables(tables) => write!(f, "{tables} tables: 1 or more, as far as memory goes"),
            Self::Stacks { given, players, tables } => {
                write!(f, "{given} stacks: {players} are needed, or {players} for each of {tables} tables")
            }
            Self::Start { table, error } => write!(f, "table {table}: {error}"),
            Self::NoAction { table, action } => {
                write!(f, "action {action} at table {table}: actions are 0 to {}", ACTIONS - 1)
            }
            Self::Illegal { tables, count } => {
                f.write_str("not legal: ")?;
                for (i, (table, action, mask)) in tables.iter().enumerate() {
                    let legal: Vec<_> = (0..ACTIONS).filter(|a| mask >> a & 1 == 1).map(|a| a.to_string()).collect();
                    let comma = if i > 0 { "; " } else { "" };
                    write!(f, "{comma}{action} at table {table} (legal: {})", legal.join(" "))?;
                }
                if *count > tables.len() { write!(f, "; and {} more", count - tables.len()) } else { Ok(()) }
            }
            Self::NoTable { table, tables } => write!(f, "table {table}: tables are 0 to {}", tables - 1),
            Self::Misfit(why) => f.write_str(why),
            Self::Damaged => f.write_str("the saved tables are damaged"),
        }
    }
}

impl core::error::Error for TableError {}

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
}

impl Tables {
    /// Tables that begin their first hands.
    ///
    /// # Errors
    /// [`TableError`] when there is no table, or stacks do not fit the game.
    pub fn new(setup: Setup) -> Result<Self, TableError> {
        setup.check()?;
        let layout = Layout::new(&setup.game, setup.players);
        let mut list = Vec::new();
        list.try_reserve_exact(setup.tables).map_err(|_| TableError::Tables(setup.tables))?;
        list.extend((0..setup.tables).map(|table| setup.start(table, 0)));
        let mut tables = Self { setup, layout, list, illegal: 0, betting: None };
        tables.allow_lanes(true);
        Ok(tables)
    }

    /// Whether many steps at random go in lanes: the game is one of fixed limit whose hands have an end, and simple enough.
    /// Tables where somebody could run out of chips are played one by one all the same.
    #[must_use]
    pub const fn in_lanes(&self) -> bool {
        self.betting.is_some()
    }

    /// Whether steps at random may go in lanes, 64 tables side by side, where the game and the stacks let them: so they do
    /// unless told otherwise. It makes no difference but to the time.
    pub fn allow_lanes(&mut self, allowed: bool) {
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

    /// The number of the hand at each table.
    pub fn hands(&self) -> impl Iterator<Item = u64> {
        self.list.iter().map(|table| table.hand)
    }

    /// Writes how all tables stand, as after a step: rewards are those of hands that are over.
    ///
    /// # Panics
    /// If the rows do not have the lengths of the tables.
    pub fn show(&self, rows: Rows<'_>) {
        self.setup.assert_fit(&rows, &self.layout);
        let mut rows = rows;
        rows.rewards.fill(0);
        for (i, table) in self.list.iter().enumerate() {
            rows.reward(i, table, self.setup.players);
            rows.show(i, table, &self.layout);
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
    pub fn step_random(&mut self, steps: usize, threads: usize, rows: Rows<'_>) {
        let betting = self.betting.take();
        self.run(steps, threads, rows, &|mut share: Share<'_>| match &betting {
            Some(betting) if lanes::are_worth(share.tables.len(), steps) => {
                lanes::play(betting, share, steps);
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
            state.deck = shuffled_deck(&self.setup.key_of(table, at.hand));
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
            let action = crate::actions::to_action(&hand, number).ok_or(TableError::Damaged)?;
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
        let number = self.table(table)?.hand;
        let game = &self.setup.game;
        if hand.game() != game {
            return Err(TableError::Misfit("the hand is of another game than the tables"));
        }
        if hand.players() != self.setup.players {
            return Err(TableError::Misfit("the hand has another number of players than the tables"));
        }
        if usize::from(hand.state().known) < game.cards_needed(hand.players().into()) || hand.chance().is_some() {
            return Err(TableError::Misfit("the hand is dealt by its caller: a table needs one whose cards are known"));
        }
        let choices = Choices::new(&self.setup.key_of(table, number));
        self.list[table] = Table::with_past(game, hand.state(), number, choices, actions);
        Ok(())
    }

    pub(super) fn table(&self, table: usize) -> Result<&Table, TableError> {
        self.list.get(table).ok_or(TableError::NoTable { table, tables: self.list.len() })
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
        table.act(&self.setup.game, action);
        Ok(())
    }

    /// The error that some actions are, if they are no error at once.
    fn check_actions<A: ActionNumber>(&self, actions: &[A]) -> Result<Option<TableError>, TableError> {
        let (mut named, mut count) = (Vec::new(), 0);
        for (i, (table, action)) in self.list.iter().zip(actions).enumerate() {
            let number = action.number();
            if table.is_over() || table.legal(number).is_some() {
                continue;
            }
            let action = u8::try_from(number).ok().filter(|&action| usize::from(action) < ACTIONS);
            let action = action.ok_or(TableError::NoAction { table: i, action: number })?;
            count += 1;
            if named.len() < NAMED {
                named.push((i, action, table.mask));
            }
        }
        Ok((count > 0).then_some(TableError::Illegal { tables: named, count }))
    }

    /// Plays on all tables, shared out among threads; the sum of what `play` counts.
    fn run(&mut self, steps: usize, threads: usize, rows: Rows<'_>, play: &(impl Fn(Share<'_>) -> u64 + Sync)) -> u64 {
        self.setup.assert_fit(&rows, &self.layout);
        let (setup, layout) = (&self.setup, &self.layout);
        let count = self.list.len();
        let workers = threads.min(count.saturating_mul(steps) / TURNS_A_THREAD).clamp(1, count);
        let share = count.div_ceil(workers);
        let mut some = Share { setup, layout, first: 0, tables: self.list.as_mut_slice(), rows };
        thread::scope(|scope| {
            let mut others = Vec::new();
            while some.tables.len() > share {
                let (here, rest) = some.split_at(share);
                others.push(scope.spawn(move || play(here)));
                some = rest;
            }
            let here = play(some);
            // A worker does not panic; were it to, the scope would.
            here + others.into_iter().map(|other| other.join().unwrap_or(0)).sum::<u64>()
        })
    }
}

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
    /// The first tables, and the others.
    pub fn split_at(self, count: usize) -> (Self, Self) {
        let Self { setup, layout, first, tables, rows } = self;
        let (tables, more_tables) = tables.split_at_mut(count);
        let (rows, more_rows) = rows.split_at(count, setup.players.into(), layout.width());
        let more = Share { setup, layout, first: first + count, tables: more_tables, rows: more_rows };
        (Self { setup, layout, first, tables, rows }, more)
    }

    /// Plays and shows them, table by table; the sum of what `choose` counts.
    fn play(&mut self, steps: usize, choose: &impl Fn(usize, &Table) -> (u8, u64)) -> u64 {
        let (setup, mut counted) = (self.setup, 0);
        for (i, table) in self.tables.iter_mut().enumerate() {
            for _ in 0..steps {
                if !table.is_over() {
                    let (action, count) = choose(self.first + i, table);
                    counted += count;
                    table.act(&setup.game, action);
                } else if setup.restart {
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

impl Setup {
    fn check(&self) -> Result<(), TableError> {
        let (players, tables) = (usize::from(self.players), self.tables);
        if tables == 0 || tables.checked_mul(size_of::<Table>()).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err(TableError::Tables(tables));
        }
        if self.stacks.len() != players && self.stacks.len() != players * tables {
            return Err(TableError::Stacks { given: self.stacks.len(), players: self.players, tables });
        }
        // Without players there is one row of no stacks.
        let rows = self.stacks.chunks(players.max(1)).chain((players == 0).then_some(&[][..]));
        for (table, stacks) in rows.enumerate() {
            let start = Hand::start(Arc::clone(&self.game), stacks, None, Deal::Manual(&[]), &mut |_| ());
            start.map_err(|error| TableError::Start { table, error })?;
        }
        Ok(())
    }

    /// The stacks of a table.
    pub(super) fn stacks_of(&self, table: usize) -> &[u64] {
        let players = usize::from(self.players);
        if self.stacks.len() == players { &self.stacks } else { &self.stacks[table * players..][..players] }
    }

    fn key_of(&self, table: usize, hand: u64) -> Key {
        hand_key(&self.key, self.first.wrapping_add(table as u64), hand)
    }

    /// A hand of a table at its start.
    pub(super) fn start(&self, table: usize, hand: u64) -> Table {
        let key = self.key_of(table, hand);
        let deck = top_of_deck(&key, self.game.cards_needed(self.players.into()));
        let state = State::start_again(&self.game, self.stacks_of(table), self.dealer_of(hand), deck);
        Table::new(&self.game, &state, hand, Choices::new(&key))
    }

    /// The seat at the dealer box in a hand.
    pub(super) fn dealer_of(&self, hand: u64) -> Seat {
        let players = u64::from(self.players);
        ((players - 1 + hand % players) % players) as u8
    }

    fn assert_fit(&self, rows: &Rows<'_>, layout: &Layout) {
        assert!(rows.fit(self.tables, self.players.into(), layout.width()), "rows for {} tables", self.tables);
    }
}
