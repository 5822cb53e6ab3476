//! Tables as bytes: not their states, which could be false, but how they came about.

use std::sync::Arc;

use super::error::TableError;
use super::setup::{BETWEEN_SIGNALS, Setup};
use super::tables::Tables;
use crate::card::Card;
use crate::engine::{Action, ActionKind, Deal, Hand};
use crate::workers::{Pacer, Watch};

/// Whether the hand began at the table, which makes its cards and stacks known.
const OWN: u8 = 0;
const FOREIGN: u8 = 1;

impl Tables {
    /// Everything that a [`Setup`] does not say.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = self.illegal().to_le_bytes().to_vec();
        for number in 0..self.setup().tables {
            let Ok(table) = self.table(number) else { break };
            bytes.extend(table.hand.to_le_bytes());
            if let Some(moves) = table.past_moves() {
                let state = &table.state;
                bytes.extend([FOREIGN, state.dealer, state.known]);
                bytes.extend(&state.deck[..usize::from(state.known)]);
                let stacks = &state.start[..usize::from(state.players)];
                bytes.extend(stacks.iter().flat_map(|stack| stack.to_le_bytes()));
                bytes.extend((moves.len() as u32).to_le_bytes());
                for action in moves {
                    bytes.push(action.kind as u8);
                    bytes.extend(action.to.to_le_bytes());
                }
            } else {
                bytes.push(OWN);
            }
            let logged: Vec<u8> = table.logged().collect();
            bytes.extend((logged.len() as u32).to_le_bytes());
            bytes.extend(logged);
        }
        bytes
    }

    /// The tables of a setup as they were saved, all hands played again.
    ///
    /// # Errors
    /// [`TableError`] when the setup is wrong or the bytes are not those of such tables.
    pub fn load(setup: Setup, bytes: &[u8]) -> Result<Self, TableError> {
        Self::load_watched(setup, bytes, &mut |_| true)
    }

    /// The same under a watch, which gets the number of tables that are loaded.
    ///
    /// # Errors
    /// [`TableError::Stopped`] when the watch stopped it, and as from [`Tables::load`].
    pub fn load_watched(setup: Setup, bytes: &[u8], watch: &mut dyn Watch) -> Result<Self, TableError> {
        let mut pacer = Pacer::new(watch);
        let mut tables = Self::new_paced(setup, &mut pacer)?;
        let mut saved = Reader(bytes);
        tables.set_illegal(saved.number()?);
        for table in 0..tables.setup().tables {
            if table % BETWEEN_SIGNALS == 0 && !pacer.goes_on(table as u64) {
                return Err(TableError::Stopped);
            }
            tables.set_number(table, saved.number()?);
            match saved.byte()? {
                OWN => {}
                FOREIGN => {
                    let (hand, moves) = saved.foreign(tables.setup())?;
                    tables.set_hand(table, &hand, moves)?;
                }
                _ => return Err(TableError::Damaged),
            }
            for _ in 0..saved.count()? {
                tables.repeat(table, saved.byte()?)?;
            }
        }
        if !saved.0.is_empty() {
            return Err(TableError::Damaged);
        }
        // What was saved waits for others already, unless the bytes are not from here.
        if tables.play_all_inside(&mut pacer) { Ok(tables) } else { Err(TableError::Stopped) }
    }
}

/// Bytes that are read one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(*head)
    }

    fn byte(&mut self) -> Result<u8, TableError> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Result<u64, TableError> {
        self.take().map(u64::from_le_bytes)
    }

    fn count(&mut self) -> Result<u32, TableError> {
        self.take().map(u32::from_le_bytes)
    }

    /// A hand that began elsewhere, and what was done in it before it came to the table.
    fn foreign(&mut self, setup: &Setup) -> Result<(Hand, Vec<Action>), TableError> {
        let damaged = |_| TableError::Damaged;
        let [dealer, known] = self.take()?;
        let card = |_| Card::from_index(self.byte()?).ok_or(TableError::Damaged);
        let cards = (0..known).map(card).collect::<Result<Vec<_>, _>>()?;
        let stacks = (0..setup.players).map(|_| self.number()).collect::<Result<Vec<_>, _>>()?;
        let game = Arc::clone(&setup.game);
        let start = Hand::start(game, &stacks, Some(dealer), Deal::Ahead(&cards), &mut |_| ());
        let mut hand = start.map_err(|_| TableError::Damaged)?;
        let mut moves = Vec::new();
        for _ in 0..self.count()? {
            let kind = *ActionKind::ALL.get(usize::from(self.byte()?)).ok_or(TableError::Damaged)?;
            let to = self.number()?;
            moves.push(hand.act(kind, kind.has_amount().then_some(to), &mut |_| ()).map_err(damaged)?);
        }
        Ok((hand, moves))
    }
}
