//! Stream v1: the one source of chance, as `docs/stream.md` defines it.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "registers that go side by side")]

use crate::kernel::{Portable, Vector, by_kernel};

/// How many deals a block has.
pub const BLOCK: u64 = 16_384;
/// How many deals are made at a time.
pub const GROUP: usize = 64;

/// The part of all draws that is too much when this many cards are left.
pub(super) const FLOORS: [u16; 53] = {
    let (mut floors, mut left) = ([0; 53], 1);
    while left < 53 {
        floors[left] = (65_536 % left) as u16;
        left += 1;
    }
    floors
};
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const GENERATORS: usize = 8;

/// The 256 bits that fix every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u64; 4]);

/// The finaliser of `SplitMix64`.
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A word of a lane's state, by the word of the key and the number of both among all.
pub(super) const fn seed_word(word: u64, count: u64) -> u64 {
    mix(word ^ mix(GOLDEN.wrapping_mul(count)))
}

/// Advances a lane of xoshiro256++.
#[inline(always)]
pub(super) const fn step_word(state: &mut [u64; 4]) -> u64 {
    let [s0, s1, s2, s3] = *state;
    let (s2, s3) = (s2 ^ s0, s3 ^ s1);
    *state = [s0 ^ s3, s1 ^ s2, s2 ^ s1 << 17, s3.rotate_left(45)];
    s0.wrapping_add(s3 ^ s1).rotate_left(23).wrapping_add(s0)
}

/// The first lane of the first block alone.
#[derive(Clone, Debug)]
pub(super) struct Lane([u64; 4]);

impl Lane {
    pub(super) fn first(key: &Key) -> Self {
        let words = core::array::from_fn(|w| seed_word(key.0[w], w as u64 + 1));
        Self(if words == [0; 4] { [GOLDEN, 0, 0, 0] } else { words })
    }

    /// Advances the lane.
    pub(super) const fn step(&mut self) -> u64 {
        step_word(&mut self.0)
    }
}

/// The generator of one block: eight lanes of xoshiro256++, word by word.
#[derive(Clone, Debug)]
pub struct Lanes([[u64; GENERATORS]; 4]);

impl Lanes {
    /// The generator of a block.
    #[must_use]
    pub fn new(key: &Key, block: u64) -> Self {
        let mut state = [[0; GENERATORS]; 4];
        for (w, word) in state.iter_mut().enumerate() {
            for (l, lane) in word.iter_mut().enumerate() {
                let count = block.wrapping_mul(32).wrapping_add(4 * l as u64 + w as u64 + 1);
                *lane = seed_word(key.0[w], count);
            }
        }
        for l in 0..GENERATORS {
            if state.iter().all(|word| word[l] == 0) {
                state[0][l] = GOLDEN;
            }
        }
        Self(state)
    }

    /// Draws `places.len()` cards for each deal of a group from `cards` cards: `places[j][d]` becomes the place of card
    /// `j` of deal `d` among them. Comes back with the deals that count, a bit each; the others are rejected.
    pub fn group(&mut self, cards: usize, places: &mut [[u8; GROUP]]) -> u64 {
        group(self, cards, places)
    }

    /// Advances all lanes once.
    pub fn step(&mut self) -> [u64; GENERATORS] {
        Portable::step(&mut self.0)
    }

    /// A number of 32 bits for each deal of a group: the high halves are drawn first.
    pub(crate) fn numbers(&mut self) -> [u32; GROUP] {
        numbers(self)
    }
}

by_kernel! {
    fn numbers(lanes: &mut Lanes) -> [u32; GROUP] = make_numbers<V>
}

#[inline(always)]
fn make_numbers<V: Vector>(lanes: &mut Lanes) -> [u32; GROUP] {
    let mut draws = [[0; GENERATORS]; 4];
    for step in &mut draws {
        // The draws themselves are asked for here, which are not a word of the kernels.
        *step = Portable::step(&mut lanes.0);
    }
    let mut numbers = [0; GROUP];
    for half in 0..2 {
        for l in 0..GENERATORS {
            for i in 0..4 {
                let (high, low) = (draws[half][l] >> (16 * i), draws[half + 2][l] >> (16 * i));
                numbers[32 * half + 4 * l + i] = (high as u32) << 16 | low as u32 & 0xffff;
            }
        }
    }
    numbers
}

by_kernel! {
    fn group(lanes: &mut Lanes, cards: usize, places: &mut [[u8; GROUP]]) -> u64 = make_group<V>
}

#[inline(always)]
fn make_group<V: Vector>(lanes: &mut Lanes, cards: usize, places: &mut [[u8; GROUP]]) -> u64 {
    let mut state = V::lanes(&lanes.0);
    let mut rejected = 0;
    for (i, digits) in places.iter_mut().enumerate() {
        let draws = [V::step(&mut state), V::step(&mut state)];
        rejected |= V::digits(draws, (cards - i) as u16, FLOORS[(cards - i) % FLOORS.len()], digits);
    }
    lanes.0 = V::lanes_state(&state);
    decode::<V>(places);
    !rejected
}

/// Turns the digits of each deal's Lehmer code into places of different cards.
///
/// A digit grows by what it meets going down from its own to the first, as they were at the start; so the last go first,
/// some at a time, which stay in registers meanwhile.
#[inline(always)]
pub(super) fn decode<V: Vector>(places: &mut [[u8; GROUP]]) {
    let one = V::one();
    for lane in (0..GROUP).step_by(V::WIDTH) {
        let mut end = places.len();
        while end > 0 {
            end -= match end % 8 {
                0 => decode_some::<V, 8>(places, lane, end, one),
                1 => decode_some::<V, 1>(places, lane, end, one),
                2 | 3 => decode_some::<V, 2>(places, lane, end, one),
                _ => decode_some::<V, 4>(places, lane, end, one),
            };
        }
    }
}

/// Decodes the last `N` of the first `end` digits.
#[inline(always)]
fn decode_some<V: Vector, const N: usize>(places: &mut [[u8; GROUP]], lane: usize, end: usize, one: V) -> usize {
    let (before, own) = places[..end].split_at_mut(end - N);
    let mut some = [V::splat(0); N];
    for i in 0..N {
        some[i] = V::load(&own[i][lane..]);
    }
    // Not less than a digit: more than one less.
    let less = |digit: &[u8; GROUP]| V::load(&digit[lane..]).add(V::splat(255));
    for i in (0..N).rev() {
        let less = less(&own[i]);
        for j in i + 1..N {
            some[j] = some[j].count(some[j].above(less), one);
        }
    }
    for digit in before.iter().rev() {
        let less = less(digit);
        // Not by `map`, whose closure is not compiled for the kernel where it is not inlined.
        for place in &mut some {
            *place = place.count(place.above(less), one);
        }
    }
    for i in 0..N {
        some[i].store(&mut own[i][lane..]);
    }
    N
}

by_kernel! {
    /// Puts for each place of a deal the card that stands there.
    pub(crate) fn cards_at(places: &mut [u8; GROUP], cards: &[u8; 64]) -> () = look_up<V>
}

#[inline(always)]
fn look_up<V: Vector>(places: &mut [u8; GROUP], cards: &[u8; 64]) {
    for places in places.chunks_exact_mut(V::WIDTH) {
        V::load(places).look_up_64(cards).store(places);
    }
}
