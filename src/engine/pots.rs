//! The pots: layers of what the players have put in (rules.md 7.2).

use core::ops::Deref;

use super::state::State;
use super::{MAX_SEATS, SeatSet};

/// Chips to be won, and who may win them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pot {
    /// How many chips.
    pub amount: u64,
    /// The seats that may win them.
    pub eligible: SeatSet,
}

/// The pots of a hand, the main pot first; read as a slice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pots {
    list: [Pot; MAX_SEATS],
    len: u8,
}

impl Pots {
    fn push(&mut self, amount: u64, eligible: SeatSet) {
        if amount == 0 {
            return;
        }
        let at = usize::from(self.len);
        debug_assert!(at < MAX_SEATS, "each pot ends with another player all-in");
        self.list[at] = Pot { amount, eligible };
        self.len += 1;
    }
}

impl Deref for Pots {
    type Target = [Pot];

    fn deref(&self) -> &[Pot] {
        &self.list[..usize::from(self.len).min(MAX_SEATS)]
    }
}

impl State {
    /// The pots so far. A pot ends where a live player is all-in; folded chips stay in.
    ///
    /// Players with chips behind are in every pot, so that bets not matched yet make no pot of their own.
    pub fn pots(&self) -> Pots {
        let mut pots = Pots::default();
        let mut eligible = self.live;
        let mut all_in = self.live.without(self.able);
        let mut below = 0;
        while let Some(top) = all_in.iter().map(|seat| self.paid(seat)).min() {
            pots.push(self.layer(below, top), eligible);
            for seat in all_in.iter().filter(|&seat| self.paid(seat) == top) {
                all_in.remove(seat);
                eligible.remove(seat);
            }
            below = top;
        }
        pots.push(self.layer(below, u64::MAX), eligible);
        pots
    }

    /// What all players have put in between two amounts.
    fn layer(&self, below: u64, top: u64) -> u64 {
        (0..self.players).map(|seat| self.paid(seat).clamp(below, top) - below).sum()
    }
}
