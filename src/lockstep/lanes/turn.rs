//! One turn at 64 tables side by side: the same few operations on bytes for all of them, without a branch.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::betting::Betting;
use crate::kernel::Vector;
use crate::lockstep::actions::{CHECK_OR_CALL, FIRST_WAGER, FOLD};
use crate::ranking::lanes::bits_above;
use crate::simulate::stream::{GOLDEN, mix};

/// How many tables go side by side.
pub const LANES: usize = 64;
/// For how many seats the lanes have room.
pub const SEATS: usize = 8;
/// How many actions a word of the log takes, three bits each.
pub const LOG: u8 = 21;

/// A byte a table.
type Bytes = [u8; LANES];

/// The betting of 64 tables, a lane each. Seats are bits, and amounts are steps of a street's ladder ([`Betting`]).
pub struct Lanes {
    pub live: Bytes,
    pub pending: Bytes,
    pub acted: Bytes,
    /// Seats that must pay to stay in.
    pub owing: Bytes,
    /// Who acts next; once the round is over, who acted last.
    pub actor: Bytes,
    pub aggressor: Bytes,
    /// The step of the ladder that is to be matched.
    pub level: Bytes,
    /// The step that each seat has paid for.
    pub bets: [Bytes; SEATS],
    /// How many actions the word of the log has.
    pub logged: Bytes,
    pub log: [u64; LANES],
    /// What the next draw is made of.
    pub chance: [u64; LANES],
    /// How many turns may still be played.
    pub left: [u32; LANES],
}

impl Lanes {
    pub const EMPTY: Self = Self {
        live: [0; LANES],
        pending: [0; LANES],
        acted: [0; LANES],
        owing: [0; LANES],
        actor: [0; LANES],
        aggressor: [0; LANES],
        level: [0; LANES],
        bets: [[0; LANES]; SEATS],
        logged: [0; LANES],
        log: [0; LANES],
        chance: [0; LANES],
        left: [0; LANES],
    };

    /// Opens the betting of a street in a lane: everybody has paid for the step that is to be matched.
    #[inline(always)]
    pub fn open(&mut self, lane: usize, live: u8, opener: u8, level: u8) {
        (self.live[lane], self.pending[lane]) = (live, live);
        (self.acted[lane], self.owing[lane], self.aggressor[lane]) = (0, 0, 0);
        self.actor[lane] = 1 << opener;
        self.level[lane] = level;
        for steps in &mut self.bets {
            steps[lane] = level;
        }
    }

    /// Whether the round of a lane is over.
    pub const fn round_is_over(&self, lane: usize) -> bool {
        self.pending[lane] == 0 || self.live[lane].is_power_of_two()
    }
}

/// Plays a turn in every lane, at random as [`Choices`](super::super::Choices) has it. Bits of the lanes that want to be
/// seen to: the round is over, no turn is left or the word of the log is full.
///
/// Lanes without a hand go along: what comes of them is not looked at.
#[inline(always)]
pub fn turn<V: Vector>(lanes: &mut Lanes, betting: &Betting) -> u64 {
    let mut legal = [0; LANES];
    for l in 0..LANES {
        let stay = if lanes.owing[l] & lanes.actor[l] == 0 { betting.free } else { betting.owing };
        let wager = if lanes.level[l] < betting.top { betting.wager } else { 0 };
        legal[l] = if lanes.level[l] == 0 { betting.due } else { stay | wager };
    }
    let mut place = [0; LANES];
    for l in 0..LANES {
        let count = (legal[l] & 1) + (legal[l] >> 1 & 1) + (legal[l] >> 2 & 1) + (legal[l] >> 3);
        lanes.chance[l] = lanes.chance[l].wrapping_add(GOLDEN);
        let (draw, count) = (mix(lanes.chance[l]), u64::from(count));
        // The high half of the product in two parts, as the count is small.
        place[l] = (((draw >> 32) * count + ((draw & 0xffff_ffff) * count >> 32)) >> 32) as u8;
    }
    let mut action = [0; LANES];
    let mut events = [0; LANES];
    for l in 0..LANES {
        let lowest = |bits: u8| bits & bits.wrapping_neg();
        // Of four actions at most, one of which is there instead of another.
        let (first, rest) = (lowest(legal[l]), legal[l] & legal[l].wrapping_sub(1));
        let (second, third) = (lowest(rest), rest & rest.wrapping_sub(1));
        let chosen = if place[l] == 0 {
            first
        } else if place[l] == 1 {
            second
        } else {
            third
        };
        let (actor, level) = (lanes.actor[l], lanes.level[l]);
        let (folds, wagers) = (chosen == 1 << FOLD, chosen == 1 << FIRST_WAGER);
        let live = lanes.live[l] & if folds { !actor } else { u8::MAX };
        let matched = level.max(1).wrapping_add(u8::from(wagers));
        for seat in 0..SEATS {
            let pays = actor == 1 << seat && !folds;
            lanes.bets[seat][l] = if pays { matched } else { lanes.bets[seat][l] };
        }
        let others = if wagers { live } else { lanes.pending[l] } & !actor;
        lanes.acted[l] = if wagers { 0 } else { lanes.acted[l] } | actor;
        lanes.owing[l] = if wagers || level == 0 { u8::MAX } else { lanes.owing[l] } & !actor;
        lanes.aggressor[l] = if wagers { actor } else { lanes.aggressor[l] };
        (lanes.live[l], lanes.pending[l], lanes.level[l]) = (live, others, matched);
        // Clockwise from the actor, whose place and those before come last.
        let after = others & !(actor << 1).wrapping_sub(1);
        let next = lowest(if after == 0 { others } else { after });
        let over = others == 0 || live & live.wrapping_sub(1) == 0;
        lanes.actor[l] = if over { actor } else { next };
        lanes.logged[l] = lanes.logged[l].wrapping_add(1);
        events[l] = u8::from(over) | u8::from(lanes.logged[l] == LOG);
        action[l] = if folds {
            FOLD
        } else if wagers {
            FIRST_WAGER
        } else {
            CHECK_OR_CALL + u8::from(level == 0)
        };
    }
    for l in 0..LANES {
        lanes.log[l] |= u64::from(action[l]) << (3 * u64::from(lanes.logged[l].wrapping_sub(1)) & 63);
    }
    for l in 0..LANES {
        lanes.left[l] = lanes.left[l].wrapping_sub(1);
        events[l] |= u8::from(lanes.left[l] == 0);
    }
    bits_above::<V>(&events, 0)
}
