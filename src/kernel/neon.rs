//! Registers of 16 bytes: 64-bit ARM, every one of which has NEON.

#![allow(unsafe_code, reason = "instructions that only some processors have")]
#![allow(clippy::wildcard_imports, reason = "some forty instructions, each named by its prefix")]
#![allow(clippy::inline_always, reason = "registers are to stay registers from word to word")]

use core::arch::aarch64::*;

use super::vector::{ByRank, Pattern, Repeated, Vector};

/// 16 bytes side by side, one section.
#[derive(Clone, Copy)]
pub struct Neon(uint8x16_t);

/// Runs instructions of this kernel.
macro_rules! run {
    ($what:expr) => {
        // SAFETY: NEON is a part of the architecture, and the instructions touch nothing but registers.
        unsafe { $what }
    };
}

#[inline(always)]
fn read(from: &[u8]) -> uint8x16_t {
    let from: &[u8; 16] = from.first_chunk().expect("a register full");
    // SAFETY: sixteen bytes are there to read, and the load needs no alignment.
    unsafe { vld1q_u8(from.as_ptr()) }
}

/// The eight lanes, two by two.
#[inline(always)]
fn read_lanes(from: &[u64; 8]) -> [uint64x2_t; 4] {
    // SAFETY: four times two words are there to read, and the load needs no alignment.
    let uint64x2x4_t(a, b, c, d) = unsafe { vld1q_u64_x4(from.as_ptr()) };
    [a, b, c, d]
}

/// A bit for each byte of four registers of truths, the first byte's the lowest.
#[inline(always)]
fn bits_of_four([a, b, c, d]: [uint8x16_t; 4]) -> u64 {
    let own = read(&OWN_BITS);
    run!({
        // Neighbours are added until each byte is the sum of eight, which have a bit each.
        let half = |a, b| vpaddq_u8(vandq_u8(a, own), vandq_u8(b, own));
        let quarter = vpaddq_u8(half(a, b), half(c, d));
        vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(quarter, quarter)))
    })
}

/// For each byte of eight its bit.
static OWN_BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Vector for Neon {
    const WIDTH: usize = 16;
    const SECTION: usize = 16;
    type Mask = uint8x16_t;
    type Lanes = [[uint64x2_t; 4]; 4];
    type Draws = [uint64x2_t; 4];

    #[inline(always)]
    fn load(from: &[u8]) -> Self {
        Self(read(from))
    }

    #[inline(always)]
    fn store(self, to: &mut [u8]) {
        let to: &mut [u8; 16] = to.first_chunk_mut().expect("room for a register");
        // SAFETY: there is room for sixteen bytes, and the store needs no alignment.
        unsafe { vst1q_u8(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn load_part(runs: &[u8], part: usize, _: usize) -> Self {
        Self::load(&runs[16 * part..])
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self(run!(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(run!(vminq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(run!(vmaxq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(run!(veorq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(run!(vorrq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(run!(vaddq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn times_4(self) -> Self {
        Self(run!(vshlq_n_u8::<2>(self.0)))
    }

    #[inline(always)]
    fn join(self, bits: u8, other: Self) -> Self {
        Self::pick(Self::splat(bits).0, self, other)
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        // Where two differ the third decides.
        Self::pick(self.xor(b).0, c, self)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> uint8x16_t {
        run!(vceqq_u8(self.0, other.0))
    }

    #[inline(always)]
    fn above(self, other: Self) -> uint8x16_t {
        run!(vcgtq_s8(vreinterpretq_s8_u8(self.0), vreinterpretq_s8_u8(other.0)))
    }

    #[inline(always)]
    fn without(self, bits: u8) -> uint8x16_t {
        run!(vceqzq_u8(vandq_u8(self.0, Self::splat(bits).0)))
    }

    #[inline(always)]
    fn pattern(pattern: &'static Pattern) -> uint8x16_t {
        read(&pattern.bytes)
    }

    #[inline(always)]
    fn either(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        run!(vorrq_u8(a, b))
    }

    #[inline(always)]
    fn any(mask: uint8x16_t) -> bool {
        run!(vmaxvq_u32(vreinterpretq_u32_u8(mask))) != 0
    }

    #[inline(always)]
    fn bits(mask: uint8x16_t) -> u64 {
        let own = read(&OWN_BITS);
        run!({
            // Each byte of the lower half with one of the upper half: the sum of these words is all sixteen bits.
            let bits = vandq_u8(mask, own);
            let words = vzip1q_u8(bits, vextq_u8::<8>(bits, bits));
            u64::from(vaddvq_u16(vreinterpretq_u16_u8(words)))
        })
    }

    #[inline(always)]
    fn pick(mask: uint8x16_t, yes: Self, no: Self) -> Self {
        Self(run!(vbslq_u8(mask, yes.0, no.0)))
    }

    #[inline(always)]
    fn keep(self, mask: uint8x16_t) -> Self {
        Self(run!(vandq_u8(self.0, mask)))
    }

    #[inline(always)]
    fn count(self, mask: uint8x16_t, _: Self) -> Self {
        Self(run!(vsubq_u8(self.0, mask)))
    }

    #[inline(always)]
    fn add_where(self, mask: uint8x16_t, other: Self) -> Self {
        self.add(other.keep(mask))
    }

    #[inline(always)]
    fn arrange(self, order: &'static [u8; 64]) -> Self {
        Self(run!(vqtbl1q_u8(self.0, read(order))))
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        run!([Self(vzip1q_u8(self.0, other.0)), Self(vzip2q_u8(self.0, other.0))])
    }

    #[inline(always)]
    fn look_up_16(self, table: &Repeated) -> Self {
        let index = self.keep(Self::splat(15).0);
        Self(run!(vqtbl1q_u8(read(&table.0), index.0)))
    }

    #[inline(always)]
    fn look_up_32(self, table: &Repeated) -> Self {
        let index = self.keep(Self::splat(31).0);
        let table = uint8x16x2_t(read(&table.0), read(&table.0[16..]));
        Self(run!(vqtbl2q_u8(table, index.0)))
    }

    #[inline(always)]
    fn of_rank(self, table: &ByRank) -> Self {
        Self(run!(vqtbl1q_u8(read(&table.ranks.0), vshrq_n_u8::<2>(self.0))))
    }

    #[inline(always)]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        let part = |i: usize| read(&table[16 * i..]);
        let table = uint8x16x4_t(part(0), part(1), part(2), part(3));
        Self(run!(vqtbl4q_u8(table, self.0)))
    }

    #[inline(always)]
    fn store_words(low: Self, middle: Self, high: Self, to: &mut [u64]) {
        let to: &mut [u64; 4] = to.first_chunk_mut().expect("room for a word a byte");
        let words = run!({
            let none = vdupq_n_u8(0);
            let first = vaddw_u8(vshll_n_u8::<5>(vget_low_u8(middle.0)), vget_low_u8(low.0));
            let second = vaddw_high_u8(vshll_high_n_u8::<5>(middle.0), low.0);
            uint64x2x2_t(
                vreinterpretq_u64_u16(vaddq_u16(first, vreinterpretq_u16_u8(vzip1q_u8(none, high.0)))),
                vreinterpretq_u64_u16(vaddq_u16(second, vreinterpretq_u16_u8(vzip2q_u8(none, high.0)))),
            )
        });
        // SAFETY: there is room for sixteen words, and the store needs no alignment.
        unsafe { vst1q_u64_x2(to.as_mut_ptr(), words) }
    }

    #[inline(always)]
    fn lanes(state: &[[u64; 8]; 4]) -> [[uint64x2_t; 4]; 4] {
        [read_lanes(&state[0]), read_lanes(&state[1]), read_lanes(&state[2]), read_lanes(&state[3])]
    }

    #[inline(always)]
    fn lanes_state(lanes: &[[uint64x2_t; 4]; 4]) -> [[u64; 8]; 4] {
        let mut state = [[0; 8]; 4];
        for (word, &[a, b, c, d]) in state.iter_mut().zip(lanes) {
            // SAFETY: there is room for four times two words, and the store needs no alignment.
            unsafe { vst1q_u64_x4(word.as_mut_ptr(), uint64x2x4_t(a, b, c, d)) }
        }
        state
    }

    #[inline(always)]
    fn step(lanes: &mut [[uint64x2_t; 4]; 4]) -> [uint64x2_t; 4] {
        let mut out = lanes[0];
        let [s0, s1, s2, s3] = lanes;
        for two in 0..4 {
            run!({
                let (a, b, c, d) = (s0[two], s1[two], s2[two], s3[two]);
                let sum = vaddq_u64(a, d);
                let turned = vsriq_n_u64::<41>(vshlq_n_u64::<23>(sum), sum);
                out[two] = vaddq_u64(turned, a);
                let (c, d) = (veorq_u64(c, a), veorq_u64(d, b));
                s0[two] = veorq_u64(a, d);
                s1[two] = veorq_u64(b, c);
                s2[two] = veorq_u64(c, vshlq_n_u64::<17>(b));
                s3[two] = vsriq_n_u64::<19>(vshlq_n_u64::<45>(d), d);
            });
        }
        out
    }

    #[inline(always)]
    fn digits(draws: [[uint64x2_t; 4]; 2], left: u16, floor: u16, digits: &mut [u8; 64]) -> u64 {
        let mut below = [Self::splat(0).0; 4];
        let quarters = digits.as_chunks_mut::<16>().0.iter_mut().zip(&mut below);
        for (&[first, second], (digits, below)) in draws.as_flattened().as_chunks().0.iter().zip(quarters) {
            let high = run!({
                let (left, floor) = (vdupq_n_u16(left), vdupq_n_u16(floor));
                // The low and the high halves of the products of eight draws.
                let halves = |draws| {
                    let draws = vreinterpretq_u16_u64(draws);
                    let products = [
                        vreinterpretq_u16_u32(vmull_u16(vget_low_u16(draws), vget_low_u16(left))),
                        vreinterpretq_u16_u32(vmull_high_u16(draws, left)),
                    ];
                    let high = vuzp2q_u16(products[0], products[1]);
                    (vcltq_u16(vmulq_u16(draws, left), floor), vreinterpretq_u8_u16(high))
                };
                let (first, second) = (halves(first), halves(second));
                *below = vuzp1q_u8(vreinterpretq_u8_u16(first.0), vreinterpretq_u8_u16(second.0));
                vuzp1q_u8(first.1, second.1)
            });
            Self(high).store(digits);
        }
        bits_of_four(below)
    }
}
