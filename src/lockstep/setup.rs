//! What tables begin with: the game, the stacks, and the chance of each hand.

use std::sync::Arc;

use super::error::TableError;
use super::table::Table;
use crate::chance::{Choices, Key, hand_key, top_of_deck};
use crate::engine::{Deal, Game, Hand, Seat, State};
use crate::workers::Pacer;

/// How many tables are made or shown between two looks at the clock, for the next look at the signals.
pub(super) const BETWEEN_SIGNALS: usize = 1024;

/// Numbers of tables are below this. Keys of hands are made from four times the number (docs/stream.md 8), so that tables
/// beyond would have the cards of others.
const MOST_NUMBERS: u64 = 1 << 62;

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

impl Setup {
    pub(super) fn check(&self, pacer: &mut Pacer<'_>) -> Result<(), TableError> {
        let (players, tables) = (usize::from(self.players), self.tables);
        if tables == 0 || tables.checked_mul(size_of::<Table>()).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err(TableError::Tables(tables));
        }
        if self.first.checked_add(tables as u64).is_none_or(|end| end > MOST_NUMBERS) {
            return Err(TableError::First { first: self.first, tables, last: MOST_NUMBERS - 1 });
        }
        if self.stacks.len() != players && self.stacks.len() != players * tables {
            return Err(TableError::Stacks { given: self.stacks.len(), players: self.players, tables });
        }
        // Without players there is one row of no stacks.
        let rows = self.stacks.chunks(players.max(1)).chain((players == 0).then_some(&[][..]));
        for (table, stacks) in rows.enumerate() {
            if table % BETWEEN_SIGNALS == 0 && !pacer.goes_on(0) {
                return Err(TableError::Stopped);
            }
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

    pub(super) fn key_of(&self, table: usize, hand: u64) -> Key {
        hand_key(&self.key, self.first.wrapping_add(table as u64), hand)
    }

    /// A hand of a table at its start.
    pub(super) fn start(&self, table: usize, hand: u64) -> Table {
        let key = self.key_of(table, hand);
        let deck = top_of_deck(&key, self.game.cards_needed(self.players.into()), self.game.rules().deck);
        let state = State::start_again(&self.game, self.stacks_of(table), self.dealer_of(hand), deck);
        Table::new(&self.game, &state, hand, Choices::new(&key))
    }

    /// The seat at the dealer box in a hand.
    pub(super) fn dealer_of(&self, hand: u64) -> Seat {
        let players = u64::from(self.players);
        ((players - 1 + hand % players) % players) as u8
    }
}
