//! What tables begin with: the game, the stacks, and the chance of each hand.

use std::sync::Arc;

use super::error::TableError;
use super::play::{Autoreset, Play};
use super::table::Table;
use crate::chance::{Choices, Key, hand_key, top_of_deck};
use crate::engine::{Deal, Game, Hand, MAX_SEATS, Seat, StartError, State};
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
    /// Chips of each seat, for all tables alike or table by table, and for each of [`Play::deals`] deals.
    pub stacks: Vec<u64>,
    /// Fixes all chance, with the number of the table.
    pub key: Key,
    /// The number of the first table.
    pub first: u64,
    /// How they go on.
    pub play: Play,
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
        let (given, row) = (self.stacks.len(), players.saturating_mul(self.play.deals));
        if self.play.deals == 0 || given != row && Some(given) != row.checked_mul(tables) {
            return Err(TableError::Stacks { given: self.stacks.len(), players: self.players, tables });
        }
        // Without players there is one row of no stacks.
        let rows = self.stacks.chunks(players.max(1)).chain((players == 0).then_some(&[][..]));
        for (table, stacks) in rows.enumerate() {
            if table % BETWEEN_SIGNALS == 0 && !pacer.goes_on(0) {
                return Err(TableError::Stopped);
            }
            self.check_stacks(stacks).map_err(|error| TableError::Start { table: table / self.play.deals, error })?;
        }
        Ok(())
    }

    /// Checks that a hand can start with some stacks.
    pub(super) fn check_stacks(&self, stacks: &[u64]) -> Result<(), StartError> {
        Hand::start(Arc::clone(&self.game), stacks, None, Deal::Manual(&[]), &mut |_| ()).map(drop)
    }

    /// Whether the first stacks of a table are those of all its hands, whoever has the dealer box.
    pub(super) fn has_steady_stacks(&self) -> bool {
        let are_equal = |stacks: &[u64]| stacks.iter().all(|stack| Some(stack) == stacks.first());
        let are_steady = |play: &Play| !play.duplicate || self.stacks.chunks(self.players.into()).all(are_equal);
        self.play.deals == 1 && are_steady(&self.play)
    }

    /// The first stacks of a table.
    pub(super) fn stacks_of(&self, table: usize) -> &[u64] {
        self.stacks_in(table, 0)
    }

    /// The stacks of a deal of a table, before the seats have moved on.
    fn stacks_in(&self, table: usize, deal: u64) -> &[u64] {
        let (players, deals) = (usize::from(self.players), self.play.deals);
        let table = if self.stacks.len() == players * deals { 0 } else { table };
        let row = table * deals + (deal % deals as u64) as usize;
        &self.stacks[row * players..][..players]
    }

    /// The chips with which a hand of a table begins. Where deals come again, they move on with the cards.
    fn chips_of(&self, table: usize, hand: u64) -> [u64; MAX_SEATS] {
        let (stacks, mut chips) = (self.stacks_in(table, self.deal_of(hand)), [0; MAX_SEATS]);
        let by = if self.play.duplicate { (hand % u64::from(self.players)) as usize } else { 0 };
        for (seat, &stack) in stacks.iter().enumerate() {
            chips[(seat + by) % stacks.len()] = stack;
        }
        chips
    }

    /// The number of a hand's deal, from which its cards come: hands of the same deal have the same cards.
    pub(super) fn deal_of(&self, hand: u64) -> u64 {
        if self.play.duplicate { hand / u64::from(self.players) } else { hand }
    }

    /// The key of all hands of a table.
    pub(super) fn key_of_table(&self, table: usize) -> &Key {
        self.play.keys.get(table).unwrap_or(&self.key)
    }

    pub(super) fn key_of(&self, table: usize, hand: u64) -> Key {
        hand_key(self.key_of_table(table), self.first.wrapping_add(table as u64), self.deal_of(hand))
    }

    /// A hand of a table before anybody has acted.
    pub(super) fn start(&self, table: usize, hand: u64) -> Table {
        let key = self.key_of(table, hand);
        let deck = top_of_deck(&key, self.game.cards_needed(self.players.into()), self.game.rules().deck);
        let chips = self.chips_of(table, hand);
        let state = State::start_again(&self.game, &chips[..self.players.into()], self.dealer_of(hand), deck);
        Table::new(&self.game, &state, hand, Choices::new(&key))
    }

    /// Whether a step begins the next hand where one is over.
    pub(super) const fn restarts(&self) -> bool {
        matches!(self.play.autoreset, Autoreset::Next)
    }

    /// The seat at the dealer box in a hand.
    pub(super) fn dealer_of(&self, hand: u64) -> Seat {
        let players = u64::from(self.players);
        ((players - 1 + hand % players) % players) as u8
    }
}
