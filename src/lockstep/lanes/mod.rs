//! Tables in fixed limit, played 64 at a time in lanes wherever nobody can run out of chips.
//!
//! A lane is a hand between two turns of a betting round ([`turn`]). When the round is over, the next street is dealt
//! ([`LaneHand`]), or the hand ends and another table takes the lane: tables need not keep step with each other, as
//! none depends on another, and each has so many turns to play. Hands begin side by side too ([`start`]). What is left of
//! a hand when the turns are over, and every end that is not plain, is the engine's. `README.md` has the whole of it.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

mod betting;
mod lane_hand;
mod resident;
mod round;
mod start;
mod turn;

use core::array::from_fn;

use super::share::Share;
use super::table::Table;
use crate::chance::Choices;
use crate::engine::SeatSet;
use crate::kernel::{Vector, by_kernel};
pub(super) use betting::Betting;
use lane_hand::LaneHand;
pub(super) use resident::{Block, Choose, Stepped, fill, step};
use start::{Beginning, Begun};
use turn::{LOG, Lanes, turn};

/// How many tables go side by side.
pub(super) const LANES: usize = 64;
/// For how many seats the lanes have room.
pub(super) const SEATS: usize = 8;
/// How many tables are played at a time: so many that lanes are seldom free, and so few that they stay in the cache.
const PLACES: usize = 256;
/// With fewer lanes in use, hands begin even if they are not enough to go side by side.
const ENOUGH: u32 = 48;
/// How many turns a lane counts down at most.
const MOST_TURNS: usize = 1 << 30;

/// Whether lanes are faster: to take a table into a lane and back costs as much as six turns, and to play with few lanes
/// in use as much as with all.
pub(super) const fn are_worth(tables: usize, steps: usize) -> bool {
    steps >= 12 && tables >= LANES / 2
}

/// Plays turns at random at some tables, and shows them.
pub(super) fn play(betting: &Betting, share: Share<'_>, steps: usize) {
    let places = PLACES.min(share.tables.len());
    let mut pool = Pool {
        betting,
        share,
        hands: vec![LaneHand::EMPTY; places],
        numbers: [0; PLACES],
        left: [0; PLACES],
        ready: Queue::new(),
        ended: Queue::new(),
        free: Queue::new(),
        lanes: Lanes::EMPTY,
    };
    (0..places).for_each(|place| pool.free.push(place));
    let mut rest = steps;
    while rest > 0 {
        let now = rest.min(MOST_TURNS);
        play_pool(&mut pool, now as u32);
        rest -= now;
    }
}

by_kernel! {
    fn play_pool(pool: &mut Pool<'_>, turns: u32) -> () = play_lanes<V>
}

#[inline(always)]
fn play_lanes<V: Vector>(pool: &mut Pool<'_>, turns: u32) {
    pool.play::<V>(turns);
}

/// Tables that share the lanes. Those that are being played have a place each.
struct Pool<'a> {
    betting: &'a Betting,
    share: Share<'a>,
    /// The hand at each place; of a hand that is over, its number.
    hands: Vec<LaneHand>,
    /// The table at each place.
    numbers: [usize; PLACES],
    /// How many turns it has left.
    left: [u32; PLACES],
    /// Places where a hand waits for a lane.
    ready: Queue,
    /// Places where the hand is over.
    ended: Queue,
    /// Places without a table.
    free: Queue,
    lanes: Lanes,
}

/// Places, which come out in the order in which they went in: so no table is far behind the others, and there are many to
/// go side by side up to the end.
struct Queue {
    list: [u16; PLACES],
    first: usize,
    len: usize,
}

impl Queue {
    const fn new() -> Self {
        Self { list: [0; PLACES], first: 0, len: 0 }
    }

    fn push(&mut self, place: usize) {
        self.list[(self.first + self.len) % PLACES] = place as u16;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        let place = self.list[self.first];
        self.first = (self.first + 1) % PLACES;
        Some(place.into())
    }
}

impl Pool<'_> {
    #[inline(always)]
    fn play<V: Vector>(&mut self, turns: u32) {
        let (count, mut seen) = (self.share.tables.len(), 0);
        let (mut place_of, mut busy) = ([0; LANES], 0u64);
        loop {
            while busy != u64::MAX {
                let more = seen < count && self.free.len > 0;
                let few = !more && busy.count_ones() < ENOUGH && self.ended.len > 0;
                if self.ready.len == 0 && (self.ended.len >= LANES || few) {
                    self.start();
                    continue;
                }
                let lane = busy.trailing_ones() as usize;
                if let Some(place) = self.ready.pop() {
                    self.begin(place, lane);
                    place_of[lane] = place;
                } else if more && let Some(place) = self.free.pop() {
                    (self.numbers[place], self.left[place]) = (seen, turns);
                    seen += 1;
                    if !self.resume(place, lane) {
                        continue;
                    }
                    place_of[lane] = place;
                } else {
                    break;
                }
                busy |= 1 << lane;
            }
            if busy == 0 {
                return;
            }
            let mut events = turn::<V>(&mut self.lanes, self.betting).1 & busy;
            while events != 0 {
                let lane = events.trailing_zeros() as usize;
                events &= events - 1;
                if !self.see_to(place_of[lane], lane) {
                    busy ^= 1 << lane;
                }
            }
        }
    }

    /// Begins the hands of some tables whose hand is over.
    #[inline(always)]
    fn start(&mut self) {
        let count = self.ended.len.min(LANES);
        let (setup, game) = (self.share.setup, &*self.share.setup.game);
        let mut places = [0; LANES];
        let mut beginning = Beginning::NONE;
        for (i, place) in places.iter_mut().enumerate().take(count) {
            *place = self.ended.pop().unwrap_or(0);
            let number = self.share.first + self.numbers[*place];
            beginning.set(i, setup, number, self.hands[*place].number.wrapping_add(1));
        }
        let begun = Begun::of(setup, &beginning);
        let seats = SeatSet::first(setup.players.into());
        for (i, &place) in places.iter().enumerate().take(count) {
            let hand = &mut self.hands[place];
            hand.number = beginning.hands[i];
            hand.choices = Choices::new(&begun.key(i));
            hand.dealer = setup.dealer_of(hand.number);
            begun.put_deck(i, &mut hand.deck);
            hand.open(game, seats);
            self.left[place] -= 1;
            if self.left[place] > 0 {
                self.ready.push(place);
            } else {
                self.put_hand_back(place).look_again(game);
                self.release(place);
            }
        }
    }

    /// Takes a hand that begins into a lane.
    #[inline(always)]
    fn begin(&mut self, place: usize, lane: usize) {
        let hand = &self.hands[place];
        let level = u8::from(self.share.setup.game.bring_in == 0);
        self.lanes.open(lane, hand.dealt[0], hand.opener, level);
        (self.lanes.log[lane], self.lanes.logged[lane]) = (0, 0);
        self.lanes.chance[lane] = hand.choices.before(0);
        self.lanes.left[lane] = self.left[place];
    }

    /// Takes the hand of a table into a lane; where it does not fit, the hand is played to its end at once.
    fn resume(&mut self, place: usize, lane: usize) -> bool {
        let (setup, number) = (self.share.setup, self.numbers[place]);
        let fits = setup.stacks_of(self.share.first + number).iter().all(|&stack| stack > self.betting.cost);
        let table = &self.share.tables[number];
        let hand = if fits { LaneHand::of_table(&setup.game, self.betting, table) } else { None };
        let Some(hand) = hand else {
            self.play_plainly(place, !fits);
            return false;
        };
        let lanes = &mut self.lanes;
        lanes.take(lane, &table.state, self.betting);
        (lanes.log[lane], lanes.logged[lane]) = (hand.last_word(), table.in_last_word());
        lanes.chance[lane] = hand.choices.before(table.count().into());
        lanes.left[lane] = self.left[place];
        self.hands[place] = hand;
        true
    }

    /// Plays without lanes, until the hand is over or, if they are `all` to be played so, no turn is left.
    #[inline(never)]
    fn play_plainly(&mut self, place: usize, all: bool) {
        let (setup, number) = (self.share.setup, self.numbers[place]);
        let table = &mut self.share.tables[number];
        while self.left[place] > 0 {
            if !table.is_over() {
                // What is done is found out once more at the end.
                let _ = table.act(&setup.game, table.random_action());
            } else if !setup.restart {
                break;
            } else if all {
                *table = setup.start(self.share.first + number, table.hand.wrapping_add(1));
            } else {
                self.hands[place].number = table.hand;
                self.ended.push(place);
                return;
            }
            self.left[place] -= 1;
            if table.is_over() {
                self.share.rows.reward(number, table, setup.players);
            }
        }
        self.release(place);
    }

    /// Shows a table that has played its turns, and frees its place.
    fn release(&mut self, place: usize) {
        let number = self.numbers[place];
        self.share.rows.show(number, &self.share.tables[number], self.share.layout);
        self.free.push(place);
    }

    /// Sees to a lane in which the round or the turns are over or the word of the log is full; whether the hand stays.
    #[inline(always)]
    fn see_to(&mut self, place: usize, lane: usize) -> bool {
        let (lanes, hand) = (&mut self.lanes, &mut self.hands[place]);
        let (setup, game) = (self.share.setup, &*self.share.setup.game);
        let (over, live) = (lanes.round_is_over(lane), SeatSet::from_bits(lanes.live[lane].into()));
        let goes_on = lanes.left[lane] > 0;
        if goes_on && over && setup.restart {
            let winner = if live.len() == 1 {
                live.iter().next()
            } else if hand.street + 1 == game.streets() && game.rules().low_share().is_none() {
                hand.winner(game, live)
            } else {
                None
            };
            if let Some(winner) = winner {
                self.left[place] = lanes.left[lane];
                self.award(place, lane, winner.into());
                self.ended.push(place);
                return false;
            }
        }
        if lanes.logged[lane] == LOG {
            hand.put_word(lanes.log[lane]);
            (lanes.log[lane], lanes.logged[lane]) = (0, 0);
        }
        if goes_on && hand.has_room_in_log() {
            if !over {
                return true;
            }
            let street = hand.street;
            if live.len() > 1 && street + 1 < game.streets() && hand.deal(game, street + 1, live) {
                let ladder = &self.betting.ladders[usize::from(street)];
                for (paid, steps) in hand.paid.iter_mut().zip(&lanes.bets) {
                    *paid += ladder[usize::from(steps[lane]) % ladder.len()];
                }
                hand.opener = hand.opening_seat(game, live);
                lanes.open(lane, lanes.live[lane], hand.opener, 1);
                return true;
            }
        }
        self.put_back(place, lane);
        self.play_plainly(place, false);
        false
    }

    /// Ends a hand that one player wins and nobody will ask for, as another one begins.
    #[inline(always)]
    fn award(&mut self, place: usize, lane: usize, winner: usize) {
        let players = usize::from(self.share.setup.players);
        let hand = &self.hands[place];
        let ladder = &self.betting.ladders[usize::from(hand.street)];
        let costs: [u32; SEATS] =
            from_fn(|seat| hand.paid[seat] + ladder[usize::from(self.lanes.bets[seat][lane]) % ladder.len()]);
        let rewards = &mut self.share.rows.rewards[self.numbers[place] * players..][..players];
        let mut pot = 0;
        for (reward, &cost) in rewards.iter_mut().zip(&costs) {
            *reward = reward.saturating_sub(cost.into());
            pot += i64::from(cost);
        }
        rewards[winner] = rewards[winner].saturating_add(pot);
    }

    /// Puts a hand back at its table, up to the start of its street.
    fn put_hand_back(&mut self, place: usize) -> &mut Table {
        let (setup, number) = (self.share.setup, self.numbers[place]);
        let table = &mut self.share.tables[number];
        self.hands[place].put_back(&setup.game, setup.stacks_of(self.share.first + number), table);
        table
    }

    /// Puts a hand back at its table with the betting of its street, and lets the engine go on from there.
    #[inline(never)]
    fn put_back(&mut self, place: usize, lane: usize) {
        self.left[place] = self.lanes.left[lane];
        self.put_hand_back(place);
        let (setup, number, lanes) = (self.share.setup, self.numbers[place], &self.lanes);
        let table = &mut self.share.tables[number];
        table.put_word_of_log(lanes.log[lane], lanes.logged[lane]);
        lanes.put_back(lane, &mut table.state, self.betting);
        if lanes.round_is_over(lane) {
            table.go_on(&setup.game);
            if table.is_over() {
                self.share.rows.reward(number, table, setup.players);
            }
        } else {
            table.look_again(&setup.game);
        }
    }
}
