//! Stream v1: the one source of chance, as `docs/stream.md` defines it.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use crate::kernel::by_kernel;

/// How many deals a block has.
pub const BLOCK: u64 = 16_384;
/// How many deals are made at a time.
pub const GROUP: usize = 64;

pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const LANES: usize = 8;

/// The 256 bits that fix every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u64; 4]);

/// The finaliser of `SplitMix64`.
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The first lane of the first block alone.
#[derive(Clone, Debug)]
pub(super) struct Lane([u64; 4]);

impl Lane {
    pub(super) fn first(key: &Key) -> Self {
        let words = core::array::from_fn(|w| mix(key.0[w] ^ mix(GOLDEN.wrapping_mul(w as u64 + 1))));
        Self(if words == [0; 4] { [GOLDEN, 0, 0, 0] } else { words })
    }

    /// Advances the lane.
    pub(super) const fn step(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let (s2, s3) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ s3, s1 ^ s2, s2 ^ s1 << 17, s3.rotate_left(45)];
        s0.wrapping_add(s3 ^ s1).rotate_left(23).wrapping_add(s0)
    }
}

/// The generator of one block: eight lanes of xoshiro256++, word by word.
#[derive(Clone, Debug)]
pub struct Lanes([[u64; LANES]; 4]);

impl Lanes {
    /// The generator of a block.
    #[must_use]
    pub fn new(key: &Key, block: u64) -> Self {
        let mut state = [[0; LANES]; 4];
        for (w, word) in state.iter_mut().enumerate() {
            for (l, lane) in word.iter_mut().enumerate() {
                let count = block.wrapping_mul(32).wrapping_add(4 * l as u64 + w as u64 + 1);
                *lane = mix(key.0[w] ^ mix(GOLDEN.wrapping_mul(count)));
            }
        }
        for l in 0..LANES {
            if state.iter().all(|word| word[l] == 0) {
                state[0][l] = GOLDEN;
            }
        }
        Self(state)
    }

    /// Advances all lanes once.
    #[inline(always)]
    pub fn step(&mut self) -> [u64; LANES] {
        let [s0, s1, s2, s3] = &mut self.0;
        let mut out = [0; LANES];
        for l in 0..LANES {
            out[l] = s0[l].wrapping_add(s3[l]).rotate_left(23).wrapping_add(s0[l]);
            let t = s1[l] << 17;
            s2[l] ^= s0[l];
            s3[l] ^= s1[l];
            s1[l] ^= s2[l];
            s0[l] ^= s3[l];
            s2[l] ^= t;
            s3[l] = s3[l].rotate_left(45);
        }
        out
    }

    /// One 16-bit draw for each of 32 deals.
    #[inline(always)]
    pub(super) fn draws(&mut self) -> [u16; 32] {
        let mut draws = [0; 32];
        for (draws, word) in draws.chunks_exact_mut(4).zip(self.step()) {
            for (i, draw) in draws.iter_mut().enumerate() {
                *draw = (word >> (16 * i)) as u16;
            }
        }
        draws
    }

    /// Draws `places.len()` cards for each deal of a group from `cards` cards: `places[j][d]` becomes the place of card
    /// `j` of deal `d` among them. Comes back with the deals that count, a bit each; the others are rejected.
    pub fn group(&mut self, cards: usize, places: &mut [[u8; GROUP]]) -> u64 {
        group(self, cards, places)
    }

    #[inline(always)]
    fn make_group(&mut self, cards: usize, places: &mut [[u8; GROUP]]) -> u64 {
        let mut rejected = [0u8; GROUP];
        for (j, places) in places.iter_mut().enumerate() {
            let left = (cards - j) as u32;
            let floor = (65_536 % left) as u16;
            for (places, rejected) in places.chunks_exact_mut(32).zip(rejected.chunks_exact_mut(32)) {
                for ((place, rejected), draw) in places.iter_mut().zip(rejected).zip(self.draws()) {
                    let product = u32::from(draw) * left;
                    *place = (product >> 16) as u8;
                    *rejected |= u8::from((product as u16) < floor);
                }
            }
        }
        decode(places);
        rejected.iter().rev().fold(0, |mask, &rejected| mask << 1 | u64::from(rejected == 0))
    }
}

by_kernel! {
    fn group(lanes: &mut Lanes, cards: usize, places: &mut [[u8; GROUP]]) -> u64 = Lanes::make_group
}

/// Turns the digits of each deal's Lehmer code into places of different cards.
#[inline(always)]
fn decode(places: &mut [[u8; GROUP]]) {
    for i in (0..places.len().saturating_sub(1)).rev() {
        let (head, tail) = places.split_at_mut(i + 1);
        let first = &head[i];
        for places in tail {
            for (place, &first) in places.iter_mut().zip(first) {
                *place += u8::from(*place >= first);
            }
        }
    }
}
