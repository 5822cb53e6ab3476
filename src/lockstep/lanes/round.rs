//! A round of betting taken into a lane from the state of a hand, and put back.

use super::betting::{Betting, Ladder};
use super::turn::Lanes;
use crate::engine::{MAX_SEATS, NONE, SeatSet, State};

impl Lanes {
    /// Takes the round in which a state is into a lane.
    pub fn take(&mut self, lane: usize, state: &State, betting: &Betting) {
        let ladder = &betting.ladders[usize::from(state.street)];
        let level = if state.due { 0 } else { state.wagers + 1 };
        self.open(lane, state.live.bits() as u8, state.actor, u8::from(ladder[1] == 0));
        for (seat, steps) in self.bets.iter_mut().enumerate() {
            if state.bet[seat] > 0 {
                steps[lane] = step_of(ladder, state.bet[seat]);
            }
            self.owing[lane] |= u8::from(steps[lane] < level) << seat;
        }
        self.level[lane] = level;
        self.pending[lane] = state.pending.bits() as u8;
        self.acted[lane] = state.acted.bits() as u8;
        self.aggressor[lane] = if state.aggressor == NONE { 0 } else { 1 << state.aggressor };
    }

    /// Puts the round of a lane into the state that has gone as far as this street.
    pub fn put_back(&self, lane: usize, state: &mut State, betting: &Betting) {
        let ladder = &betting.ladders[usize::from(state.street)];
        let chips = self.chips(lane, state, betting);
        (state.stack, state.bet, state.pot) = (chips.stack, chips.bet, chips.pot);
        let level = usize::from(self.level[lane]) % ladder.len();
        let to = ladder[level].into();
        state.aggressor = seat_of(self.aggressor[lane]);
        state.last_raise = match level {
            // The one who was to bring in and did not went over nothing.
            2.. if level > 2 || state.aggressor != state.opener => u64::from(ladder[level] - ladder[level - 1]),
            2.. => to,
            _ => 0,
        };
        (state.level, state.full, state.due) = (to, to, level == 0);
        state.wagers = level.saturating_sub(1) as u8;
        state.live = SeatSet::from_bits(self.live[lane].into());
        state.able = state.live;
        state.pending = SeatSet::from_bits(self.pending[lane].into());
        state.acted = SeatSet::from_bits(self.acted[lane].into());
        state.actor = seat_of(self.actor[lane]);
    }

    /// The chips of the hand in a lane, of which the state has those of an earlier turn of the same round.
    #[inline(always)]
    pub fn chips(&self, lane: usize, state: &State, betting: &Betting) -> Chips {
        let ladder = &betting.ladders[usize::from(state.street)];
        let mut chips = Chips { stack: state.stack, bet: state.bet, pot: state.pot, to_call: 0 };
        let actor = self.actor[lane];
        let level = u64::from(ladder[usize::from(self.level[lane]) % ladder.len()]);
        for (seat, steps) in self.bets.iter().enumerate() {
            let bet = u64::from(ladder[usize::from(steps[lane]) % ladder.len()]);
            chips.stack[seat] = state.stack[seat] + state.bet[seat] - bet;
            chips.pot = chips.pot + bet - state.bet[seat];
            chips.bet[seat] = bet;
            chips.to_call += if actor == 1 << seat { level.saturating_sub(bet) } else { 0 };
        }
        chips
    }
}

/// Chips as they are after some turns in a lane.
pub struct Chips {
    pub stack: [u64; MAX_SEATS],
    pub bet: [u64; MAX_SEATS],
    pub pot: u64,
    /// What a call costs the player to act.
    pub to_call: u64,
}

/// The step of a ladder that comes to an amount.
fn step_of(ladder: &Ladder, amount: u64) -> u8 {
    (1..).zip(&ladder[1..]).find(|&(_, &step)| u64::from(step) == amount).map_or(1, |(step, _)| step)
}

/// The only seat of a set of bits.
pub const fn seat_of(bit: u8) -> u8 {
    if bit == 0 { NONE } else { bit.trailing_zeros() as u8 }
}
