//! Tables in fixed limit, played 64 at a time in lanes wherever nobody can run out of chips.
//!
//! A lane is a table between two turns of the same betting round. Its betting alone is played there ([`turn`]); when the
//! round is over, the table takes it back and the engine goes on with it. Tables need not keep step with each other, as
//! none depends on another: each has so many turns to play, and a lane that is free takes whichever is ready.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

mod betting;
mod start;
mod turn;

use core::array::from_fn;
use core::mem;

use super::chance::Choices;
use super::tables::Share;
use crate::Card;
use crate::engine::{NONE, SeatSet};
use crate::kernel::{Vector, by_kernel};
use crate::simulate::{Key, decks, top_of_deck};
pub(super) use betting::Betting;
use start::{Beginning, hand_keys};
pub(super) use turn::SEATS;
use turn::{LANES, Lanes, turn};

/// How many tables are played at a time: so many that lanes are seldom free, and so few that they stay in the cache.
const POOL: usize = 256;
/// With fewer lanes in use, hands begin even if they are not enough to go side by side.
const ENOUGH: u32 = 48;
/// How many turns are worth to take tables into lanes and back.
pub(super) const WORTH: usize = 8;
/// How many turns a lane counts down at most.
const MOST_TURNS: usize = 1 << 30;

/// Plays turns at random at some tables, and shows them.
pub(super) fn play(betting: &Betting, share: Share<'_>, steps: usize) -> u64 {
    let mut lanes = Lanes::EMPTY;
    let mut rest = share;
    while !rest.tables.is_empty() {
        let some;
        (some, rest) = {
            let count = POOL.min(rest.tables.len());
            rest.split_at(count)
        };
        let mut pool = Pool { betting, share: some, left: [0; POOL], lanes: &mut lanes };
        let mut steps = steps;
        while steps > 0 {
            let now = steps.min(MOST_TURNS);
            play_pool(&mut pool, now as u32);
            steps -= now;
        }
        let Share { layout, tables, rows, .. } = &mut pool.share;
        tables.iter().enumerate().for_each(|(row, table)| rows.show(row, table, layout));
    }
    0
}

by_kernel! {
    fn play_pool(pool: &mut Pool<'_>, turns: u32) -> () = play_lanes<V>
}

#[inline(always)]
fn play_lanes<V: Vector>(pool: &mut Pool<'_>, turns: u32) {
    pool.play::<V>(turns);
}

/// Tables that share the lanes.
struct Pool<'a> {
    betting: &'a Betting,
    share: Share<'a>,
    /// How many turns each has left.
    left: [u32; POOL],
    lanes: &'a mut Lanes,
}

/// Tables by number, which come out in the order in which they went in: so none is far behind the others, and there are
/// many to go side by side up to the end.
struct Queue {
    numbers: [u16; POOL],
    first: usize,
    len: usize,
}

impl Queue {
    const fn new() -> Self {
        Self { numbers: [0; POOL], first: 0, len: 0 }
    }

    fn push(&mut self, number: usize) {
        self.numbers[(self.first + self.len) % POOL] = number as u16;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        let number = self.numbers[self.first];
        self.first = (self.first + 1) % POOL;
        Some(number.into())
    }
}

impl Pool<'_> {
    #[inline(always)]
    fn play<V: Vector>(&mut self, turns: u32) {
        // Tables in the middle of a hand, and tables whose hand is over.
        let (mut ready, mut ended) = (Queue::new(), Queue::new());
        for number in 0..self.share.tables.len() {
            self.left[number] = turns;
            if !self.fits(number) {
                self.play_plainly(number, true);
            } else {
                self.sort(number, &mut ready, &mut ended);
            }
        }
        let (mut table_of, mut busy) = ([0; LANES], 0u64);
        loop {
            let mut free = !busy;
            while free != 0 {
                if ready.len == 0 && (ended.len >= LANES || busy.count_ones() < ENOUGH) {
                    self.start(&mut ready, &mut ended);
                }
                let Some(number) = ready.pop() else { break };
                let lane = free.trailing_zeros() as usize;
                free &= free - 1;
                if self.enter(number, lane) {
                    table_of[lane] = number;
                    busy |= 1 << lane;
                } else {
                    self.play_plainly(number, false);
                    self.sort(number, &mut ready, &mut ended);
                    free |= 1 << lane;
                }
            }
            if busy == 0 {
                return;
            }
            let mut events = turn::<V>(self.lanes, self.betting) & busy;
            while events != 0 {
                let lane = events.trailing_zeros() as usize;
                events &= events - 1;
                let number: usize = table_of[lane];
                if self.leave(number, lane) {
                    continue;
                }
                busy ^= 1 << lane;
                self.sort(number, &mut ready, &mut ended);
            }
        }
    }

    /// Whether nobody at a table can run out of chips in a hand that begins there.
    fn fits(&self, number: usize) -> bool {
        self.share.setup.stacks_of(self.share.first + number).iter().all(|&stack| stack > self.betting.cost)
    }

    /// Puts a table that has turns left where it belongs.
    #[inline(always)]
    fn sort(&mut self, number: usize, ready: &mut Queue, ended: &mut Queue) {
        let table = &self.share.tables[number];
        if self.left[number] == 0 {
            return;
        }
        if !table.is_over() {
            ready.push(number);
        } else if self.share.setup.restart {
            ended.push(number);
        }
    }

    /// Begins the hands of some tables whose hand is over.
    #[inline(always)]
    fn start(&mut self, ready: &mut Queue, ended: &mut Queue) {
        let count = ended.len.min(LANES);
        if count == 0 {
            return;
        }
        let setup = self.share.setup;
        let mut numbers = [0; LANES];
        let mut beginning = Beginning { tables: [0; LANES], hands: [0; LANES] };
        for (i, number) in numbers.iter_mut().enumerate().take(count) {
            *number = ended.pop().unwrap_or(0);
            beginning.tables[i] = setup.first.wrapping_add((self.share.first + *number) as u64);
            beginning.hands[i] = self.share.tables[*number].hand.wrapping_add(1);
        }
        let keys = hand_keys(&setup.key, &beginning);
        let mut places = [[0; LANES]; 52];
        let needed = setup.game.cards_needed(setup.players.into());
        let rejected = decks(&keys, &mut places[..needed]);
        for (i, &number) in numbers.iter().enumerate().take(count) {
            let key = Key(from_fn(|w| keys[w][i]));
            let mut deck = [0; Card::COUNT];
            if rejected >> i & 1 == 0 {
                deck.iter_mut().zip(&places[..needed]).for_each(|(card, places)| *card = places[i]);
            } else {
                deck = top_of_deck(&key, needed);
            }
            let (hand, stacks) = (beginning.hands[i], setup.stacks_of(self.share.first + number));
            let table = &mut self.share.tables[number];
            table.restart(hand, Choices::new(&key), |state| {
                state.restart(&setup.game, stacks, setup.dealer_of(hand), deck);
            });
            self.left[number] -= 1;
            if self.left[number] > 0 {
                ready.push(number);
            } else {
                table.look_again(&setup.game);
            }
        }
    }

    /// Plays without lanes: all turns, or until the hand is over.
    fn play_plainly(&mut self, number: usize, all: bool) {
        let players = self.share.setup.players;
        while self.left[number] > 0 {
            let table = &mut self.share.tables[number];
            if !table.is_over() {
                table.act(&self.share.setup.game, table.random_action());
            } else if self.share.setup.restart && all {
                *table = self.share.setup.start(self.share.first + number, table.hand.wrapping_add(1));
            } else {
                return;
            }
            self.left[number] -= 1;
            if self.share.tables[number].is_over() {
                self.share.rows.reward(number, &self.share.tables[number], players);
            }
        }
    }

    /// Takes the betting of a table into a lane, if it has room for it.
    #[inline(always)]
    fn enter(&mut self, number: usize, lane: usize) -> bool {
        let (table, lanes) = (&mut self.share.tables[number], &mut *self.lanes);
        let Some((word, logged)) = table.word_of_log() else {
            table.look_again(&self.share.setup.game);
            return false;
        };
        lanes.chance[lane] = table.chance();
        let state = &mut table.state;
        let ladder = &self.betting.ladders[usize::from(state.street)];
        let level = if state.due { 0 } else { state.wagers + 1 };
        let lowest = u8::from(ladder[1] == 0);
        lanes.owing[lane] = 0;
        for steps in &mut lanes.bets {
            steps[lane] = lowest;
        }
        if state.level > 0 {
            // What was put in goes back until the street is over.
            for (seat, steps) in lanes.bets.iter_mut().enumerate() {
                let bet = mem::take(&mut state.bet[seat]);
                if bet > 0 {
                    steps[lane] = step_of(ladder, bet);
                    state.stack[seat] += bet;
                    state.pot -= bet;
                }
                lanes.owing[lane] |= u8::from(steps[lane] < level) << seat;
            }
        }
        lanes.live[lane] = state.live.bits() as u8;
        lanes.pending[lane] = state.pending.bits() as u8;
        lanes.acted[lane] = state.acted.bits() as u8;
        lanes.actor[lane] = 1 << state.actor;
        lanes.aggressor[lane] = if state.aggressor == NONE { 0 } else { 1 << state.aggressor };
        lanes.level[lane] = level;
        (lanes.log[lane], lanes.logged[lane]) = (word, logged);
        lanes.left[lane] = self.left[number];
        true
    }

    /// Takes a lane that wants to be seen to back to its table; whether the table goes on in the lane.
    #[inline(always)]
    fn leave(&mut self, number: usize, lane: usize) -> bool {
        self.pay(number, lane);
        let restart = self.share.setup.restart;
        let (table, lanes) = (&mut self.share.tables[number], &*self.lanes);
        let (state, game) = (&mut table.state, &*self.share.setup.game);
        self.left[number] = lanes.left[lane];
        state.live = SeatSet::from_bits(lanes.live[lane].into());
        state.able = state.live;
        let goes_on = lanes.left[lane] > 0;
        let shown = state.street + 1 == game.streets();
        if goes_on && state.live.len() == 1 && restart {
            let winner = state.live;
            self.award(number, winner);
            return false;
        }
        if goes_on && lanes.pending[lane] == 0 && shown && restart && !game.rules().low_chicago {
            let winners = state.worth(game).best_high(state.live);
            if winners.len() == 1 {
                self.award(number, winners);
                return false;
            }
        }
        table.put_word_of_log(lanes.log[lane], lanes.logged[lane]);
        if goes_on && lanes.pending[lane] == 0 && !shown && table.state.live.len() > 1 {
            table.state.begin_street(game, table.state.street + 1, &mut |_| ());
            table.state.run(game, &mut |_| ());
            return self.enter(number, lane);
        }
        self.put_back(number, lane);
        goes_on && !self.share.tables[number].is_over() && self.enter(number, lane)
    }

    /// Takes what the players have put in from their stacks.
    #[inline(always)]
    fn pay(&mut self, number: usize, lane: usize) {
        let state = &mut self.share.tables[number].state;
        let ladder = &self.betting.ladders[usize::from(state.street)];
        let mut sum = 0;
        for (steps, stack) in self.lanes.bets.iter().zip(&mut state.stack) {
            let bet = u64::from(ladder[usize::from(steps[lane]) % ladder.len()]);
            *stack -= bet;
            sum += bet;
        }
        state.pot += sum;
    }

    /// Ends a hand that one player wins and nobody will ask for, as another one begins.
    #[inline(always)]
    fn award(&mut self, number: usize, winner: SeatSet) {
        let table = &mut self.share.tables[number];
        for seat in winner.iter() {
            table.state.stack[usize::from(seat)] += table.state.pot;
        }
        table.mask = 0;
        self.share.rows.reward(number, table, self.share.setup.players);
    }

    /// Puts back the betting, and lets the engine go on from there.
    fn put_back(&mut self, number: usize, lane: usize) {
        let (table, lanes) = (&mut self.share.tables[number], &*self.lanes);
        let state = &mut table.state;
        let ladder = &self.betting.ladders[usize::from(state.street)];
        let level = usize::from(lanes.level[lane]) % ladder.len();
        let to = ladder[level].into();
        state.aggressor = seat_of(lanes.aggressor[lane]);
        state.last_raise = match level {
            // The one who was to bring in and did not went over nothing.
            2.. if level > 2 || state.aggressor != state.opener => u64::from(ladder[level] - ladder[level - 1]),
            2.. => to,
            _ => 0,
        };
        for (steps, bet) in lanes.bets.iter().zip(&mut state.bet) {
            *bet = ladder[usize::from(steps[lane]) % ladder.len()].into();
        }
        (state.level, state.full, state.due) = (to, to, level == 0);
        state.wagers = level.saturating_sub(1) as u8;
        state.pending = SeatSet::from_bits(lanes.pending[lane].into());
        state.acted = SeatSet::from_bits(lanes.acted[lane].into());
        state.actor = seat_of(lanes.actor[lane]);
        if lanes.round_is_over(lane) {
            table.go_on(&self.share.setup.game);
            if table.is_over() {
                self.share.rows.reward(number, table, self.share.setup.players);
            }
        } else {
            table.look_again(&self.share.setup.game);
        }
    }
}

/// The step of a ladder that comes to an amount.
fn step_of(ladder: &betting::Ladder, amount: u64) -> u8 {
    (1..).zip(&ladder[1..]).find(|&(_, &step)| u64::from(step) == amount).map_or(1, |(step, _)| step)
}

/// The only seat of a set of bits.
const fn seat_of(bit: u8) -> u8 {
    if bit == 0 { NONE } else { bit.trailing_zeros() as u8 }
}
