//! The pots: layers of what the players have put in (rules.md 7.2).

use core::ops::Deref;

use super::state::{Phase, State};
use super::{MAX_SEATS, Seat, SeatSet};

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
        debug_assert!(at < MAX_SEATS, "each pot ends with another player's total");
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
    /// The pots so far, without this street's bets. Each total of a live player ends a layer; folded chips stay in.
    pub fn pots(&self) -> Pots {
        let mut pots = Pots::default();
        let mut eligible = self.live;
        let mut below = 0;
        while let Some(top) = eligible.iter().map(|seat| self.collected(seat)).min() {
            pots.push(self.layer(below, top), eligible);
            for seat in eligible.iter().filter(|&seat| self.collected(seat) == top) {
                eligible.remove(seat);
            }
            below = top;
        }
        // What only folded players paid is won with the pot below.
        let above = self.layer(below, u64::MAX);
        match pots.len.checked_sub(1) {
            Some(last) => pots.list[usize::from(last)].amount += above,
            None => pots.push(above, self.live),
        }
        pots
    }

    /// What a seat has in the pots.
    fn collected(&self, seat: Seat) -> u64 {
        let bet = if self.phase == Phase::Over { 0 } else { self.bet[usize::from(seat)] };
        self.paid(seat) - bet
    }

    /// What all players have put in between two amounts.
    fn layer(&self, below: u64, top: u64) -> u64 {
        (0..self.players).map(|seat| self.collected(seat).clamp(below, top) - below).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pots(paid: &[u64], live: &[Seat]) -> Vec<(u64, Vec<Seat>)> {
        let mut state = State::empty(&vec![1000; paid.len()], 0);
        for (stack, paid) in state.stack.iter_mut().zip(paid) {
            *stack -= paid;
        }
        state.live = live.iter().copied().collect();
        state.pots().iter().map(|pot| (pot.amount, pot.eligible.iter().collect())).collect()
    }

    #[test]
    fn what_only_folded_players_paid_goes_into_the_pot_below() {
        assert_eq!(pots(&[25, 25, 45, 45], &[0, 1]), [(140, vec![0, 1])]);
        assert_eq!(pots(&[10, 25, 45, 30], &[0, 1]), [(40, vec![0, 1]), (70, vec![1])]);
        assert_eq!(pots(&[0, 0, 5], &[0, 1]), [(5, vec![0, 1])]);
        assert_eq!(pots(&[10, 25, 45, 45], &[0, 1, 2]), [(40, vec![0, 1, 2]), (45, vec![1, 2]), (40, vec![2])]);
    }
}
