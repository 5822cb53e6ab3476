//! One turn at 64 tables side by side: the same few operations on bytes for all of them, without a branch.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::betting::Betting;
use super::{LANES, SEATS};
use crate::actions::{BRING_IN, CHECK_OR_CALL, FIRST_WAGER, FOLD};
use crate::chance::stream::{GOLDEN, mix};
use crate::kernel::{Repeated, Vector};
use crate::ranking::lanes::bits_above;

/// How many actions a word of the log takes, three bits each.
pub const LOG: u8 = 21;

/// A byte a table.
pub type Bytes = [u8; LANES];

/// The betting of 64 tables, a lane each. Seats are bits, and amounts are steps of a street's ladder ([`Betting`]).
#[derive(Clone, Debug)]
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

/// How many bits are set.
static COUNTS: Repeated = Repeated::new(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);

/// The bits that both have.
#[inline(always)]
fn both<V: Vector>(a: V, b: V) -> V {
    a.majority(b, V::splat(0))
}

/// The lowest bit alone.
#[inline(always)]
fn lowest<V: Vector>(bits: V) -> V {
    both(bits, not(bits).add(V::splat(1)))
}

#[inline(always)]
fn not<V: Vector>(bits: V) -> V {
    bits.xor(V::splat(u8::MAX))
}

/// Plays a turn in every lane, at random as [`Choices`](crate::chance::Choices) has it: the numbers of the actions, and bits
/// of the lanes that want to be seen to: the round is over, no turn is left or the word of the log is full.
///
/// Lanes without a hand go along: what comes of them is not looked at.
#[inline(always)]
pub fn turn<V: Vector>(lanes: &mut Lanes, betting: &Betting) -> (Bytes, u64) {
    let (mut legal, mut counts) = ([0; LANES], [0; LANES]);
    for from in (0..LANES).step_by(V::WIDTH) {
        let mask = legal_in::<V>(lanes, betting, from);
        mask.store(&mut legal[from..]);
        mask.look_up_16(&COUNTS).store(&mut counts[from..]);
    }
    let mut places = [0; LANES];
    for l in 0..LANES {
        lanes.chance[l] = lanes.chance[l].wrapping_add(GOLDEN);
        let (draw, count) = (mix(lanes.chance[l]), u64::from(counts[l]));
        // The high half of the product in two parts, as the count is small.
        places[l] = (((draw >> 32) * count + (((draw & 0xffff_ffff) * count) >> 32)) >> 32) as u8;
    }
    let mut chosen = [0; LANES];
    for from in (0..LANES).step_by(V::WIDTH) {
        let [legal, place] = [&legal, &places].map(|bytes| V::load(&bytes[from..]));
        // Of four actions at most, one of which is there instead of another.
        let first = lowest(legal);
        let second = lowest(legal.xor(first));
        let third = legal.xor(first).xor(second);
        let second = V::pick(place.equal(V::splat(1)), second, third);
        V::pick(place.equal(V::splat(0)), first, second).store(&mut chosen[from..]);
    }
    let (actions, events) = act_in_all::<V>(lanes, &chosen);
    let mut over = [0; LANES];
    for l in 0..LANES {
        log(lanes, l, actions[l]);
        lanes.left[l] = lanes.left[l].wrapping_sub(1);
        over[l] = u8::from(lanes.left[l] == 0);
    }
    (actions, events | bits_above::<V>(&over, 0))
}

/// Plays a turn in every lane with the actions that are given, a bit each. Turns are not counted.
#[inline(always)]
pub fn turn_given<V: Vector>(lanes: &mut Lanes, chosen: &Bytes) -> (Bytes, u64) {
    for chance in &mut lanes.chance {
        *chance = chance.wrapping_add(GOLDEN);
    }
    let (actions, events) = act_in_all::<V>(lanes, chosen);
    for l in 0..LANES {
        log(lanes, l, actions[l]);
    }
    (actions, events)
}

/// The legal actions in all lanes.
#[inline(always)]
pub fn legal_actions<V: Vector>(lanes: &Lanes, betting: &Betting) -> Bytes {
    let mut legal = [0; LANES];
    for from in (0..LANES).step_by(V::WIDTH) {
        legal_in::<V>(lanes, betting, from).store(&mut legal[from..]);
    }
    legal
}

/// Does what is chosen in all lanes: the numbers of the actions, and what [`act`] says of the lanes.
#[inline(always)]
fn act_in_all<V: Vector>(lanes: &mut Lanes, chosen: &Bytes) -> (Bytes, u64) {
    let (mut actions, mut events) = ([0; LANES], 0);
    for from in (0..LANES).step_by(V::WIDTH) {
        events |= act::<V>(lanes, V::load(&chosen[from..]), from, &mut actions) << from;
    }
    (actions, events)
}

/// Puts the number of the action that was done into the log of a lane.
#[inline(always)]
fn log(lanes: &mut Lanes, lane: usize, action: u8) {
    let before = u64::from(lanes.logged[lane].wrapping_sub(1));
    lanes.log[lane] |= u64::from(action) << ((3 * before) & 63);
}

/// The legal actions in the lanes from one on.
#[inline(always)]
fn legal_in<V: Vector>(lanes: &Lanes, betting: &Betting, from: usize) -> V {
    let [actor, owing, level] = [&lanes.actor, &lanes.owing, &lanes.level].map(|bytes| V::load(&bytes[from..]));
    let nothing = V::splat(0);
    let stay = V::pick(both(owing, actor).equal(nothing), V::splat(betting.free), V::splat(betting.owing));
    let wager = V::splat(betting.wager).keep(V::splat(betting.top).above(level));
    V::pick(level.equal(nothing), V::splat(betting.due), stay.or(wager))
}

/// Does the actions that are chosen, a bit each, in the lanes from one on, and writes their numbers. Bits of the lanes in
/// which the round is over or the word of the log is full.
#[inline(always)]
fn act<V: Vector>(lanes: &mut Lanes, chosen: V, from: usize, actions: &mut Bytes) -> u64 {
    let load = |bytes: &Bytes| V::load(&bytes[from..]);
    let (nothing, one) = (V::splat(0), V::splat(1));
    let (actor, level) = (load(&lanes.actor), load(&lanes.level));
    let folds = chosen.equal(V::splat(1 << FOLD));
    let wagers = chosen.equal(V::splat(1 << FIRST_WAGER));
    let due = level.equal(nothing);
    let live = load(&lanes.live).xor(actor.keep(folds));
    let matched = level.max(one).add(one.keep(wagers));
    let payer = V::pick(folds, nothing, actor);
    for seat in 0..SEATS {
        let pays = payer.equal(V::splat(1 << seat));
        V::pick(pays, matched, load(&lanes.bets[seat])).store(&mut lanes.bets[seat][from..]);
    }
    let others = both(V::pick(wagers, live, load(&lanes.pending)), not(actor));
    V::pick(wagers, actor, load(&lanes.acted).or(actor)).store(&mut lanes.acted[from..]);
    let owing = V::pick(V::either(wagers, due), V::splat(u8::MAX), load(&lanes.owing));
    both(owing, not(actor)).store(&mut lanes.owing[from..]);
    V::pick(wagers, actor, load(&lanes.aggressor)).store(&mut lanes.aggressor[from..]);
    live.store(&mut lanes.live[from..]);
    others.store(&mut lanes.pending[from..]);
    matched.store(&mut lanes.level[from..]);
    // Clockwise from the actor, whose place and those before come last.
    let after = both(others, not(actor.add(actor).add(V::splat(u8::MAX))));
    let next = lowest(V::pick(after.equal(nothing), others, after));
    let alone = both(live, live.add(V::splat(u8::MAX))).equal(nothing);
    let over = V::either(others.equal(nothing), alone);
    V::pick(over, actor, next).store(&mut lanes.actor[from..]);
    let logged = load(&lanes.logged).add(one);
    logged.store(&mut lanes.logged[from..]);
    let stays = V::pick(due, V::splat(BRING_IN), V::splat(CHECK_OR_CALL));
    let number = V::pick(folds, V::splat(FOLD), V::pick(wagers, V::splat(FIRST_WAGER), stays));
    number.store(&mut actions[from..]);
    V::bits(V::either(over, logged.equal(V::splat(LOG))))
}
