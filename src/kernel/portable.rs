//! Registers of 16 bytes that are plain arrays: any processor.

#![allow(clippy::inline_always, reason = "what is not inlined goes through memory byte by byte")]
#![allow(clippy::needless_range_loop, reason = "the bytes run side by side")]

use super::vector::{Pattern, Vector};

const WIDTH: usize = 16;

/// Sixteen bytes side by side.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Portable([u8; WIDTH]);

impl Portable {
    #[inline(always)]
    fn each(self, what: impl Fn(u8) -> u8) -> Self {
        Self(self.0.map(what))
    }

    #[inline(always)]
    fn with(self, other: Self, what: impl Fn(u8, u8) -> u8) -> Self {
        let mut out = [0; WIDTH];
        for i in 0..WIDTH {
            out[i] = what(self.0[i], other.0[i]);
        }
        Self(out)
    }
}

/// 255 for true.
#[inline(always)]
fn truth(holds: bool) -> u8 {
    if holds { 255 } else { 0 }
}

impl Vector for Portable {
    const WIDTH: usize = WIDTH;
    const SECTION: usize = WIDTH;
    type Mask = Self;
    type Lanes = [[u64; 8]; 4];
    type Draws = [u64; 8];

    #[inline(always)]
    fn load(from: &[u8]) -> Self {
        Self(*from.first_chunk().expect("a register full"))
    }

    #[inline(always)]
    fn store(self, to: &mut [u8]) {
        *to.first_chunk_mut().expect("room for a register") = self.0;
    }

    #[inline(always)]
    fn load_part(runs: &[u8], part: usize, _: usize) -> Self {
        Self::load(&runs[WIDTH * part..])
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self([byte; WIDTH])
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.with(other, u8::min)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.with(other, u8::max)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, u8::wrapping_add)
    }

    #[inline(always)]
    fn times_4(self) -> Self {
        self.each(|byte| byte << 2)
    }

    #[inline(always)]
    fn join(self, bits: u8, other: Self) -> Self {
        self.with(other, |a, b| a & bits | b & !bits)
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        let either = self.with(b, |a, b| a | b);
        self.with(b, |a, b| a & b).or(either.with(c, |a, c| a & c))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        self.with(other, |a, b| truth(a == b))
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.with(other, |a, b| truth(a.cast_signed() > b.cast_signed()))
    }

    #[inline(always)]
    fn without(self, bits: u8) -> Self {
        self.each(|byte| truth(byte & bits == 0))
    }

    #[inline(always)]
    fn pattern(pattern: &'static Pattern) -> Self {
        Self::load(&pattern.bytes)
    }

    #[inline(always)]
    fn either(a: Self, b: Self) -> Self {
        a.or(b)
    }

    #[inline(always)]
    fn any(mask: Self) -> bool {
        u128::from_ne_bytes(mask.0) != 0
    }

    #[inline(always)]
    fn bits(mask: Self) -> u64 {
        let both = u128::from_le_bytes(mask.0);
        let (low, high) = (both as u64, (both >> 64) as u64);
        // Every x86-64 has an instruction for it.
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x};
            #[allow(unsafe_code, reason = "an instruction that has to be asked for")]
            // SAFETY: SSE2 is a part of x86-64, and the instructions touch nothing but registers.
            let bits = unsafe { _mm_movemask_epi8(_mm_set_epi64x(high.cast_signed(), low.cast_signed())) };
            u64::from(bits.cast_unsigned())
        }
        // One bit of each byte, brought together by a product, eight bytes at a time.
        #[cfg(not(target_arch = "x86_64"))]
        {
            let eight = |bytes: u64| (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            eight(low) | eight(high) << 8
        }
    }

    #[inline(always)]
    fn pick(mask: Self, yes: Self, no: Self) -> Self {
        mask.with(yes, |mask, yes| mask & yes).or(mask.with(no, |mask, no| !mask & no))
    }

    #[inline(always)]
    fn keep(self, mask: Self) -> Self {
        self.with(mask, |byte, mask| byte & mask)
    }

    #[inline(always)]
    fn count(self, mask: Self, _: Self) -> Self {
        self.with(mask, u8::wrapping_sub)
    }

    #[inline(always)]
    fn add_where(self, mask: Self, other: Self) -> Self {
        self.add(other.keep(mask))
    }

    #[inline(always)]
    fn arrange(self, order: &'static [u8; 64]) -> Self {
        let mut out = [0; WIDTH];
        for i in 0..WIDTH {
            out[i] = self.0[usize::from(order[i]) % WIDTH];
        }
        Self(out)
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        let (mut first, mut second) = ([0; WIDTH], [0; WIDTH]);
        for i in 0..WIDTH / 2 {
            (first[2 * i], first[2 * i + 1]) = (self.0[i], other.0[i]);
            (second[2 * i], second[2 * i + 1]) = (self.0[WIDTH / 2 + i], other.0[WIDTH / 2 + i]);
        }
        [Self(first), Self(second)]
    }

    #[inline(always)]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        self.each(|byte| table[usize::from(byte) % 64])
    }

    #[inline(always)]
    fn store_words(low: Self, middle: Self, high: Self, to: &mut [u64]) {
        let mut words = [0; WIDTH];
        for i in 0..WIDTH {
            // What are no cards may add up to too much; they are found out elsewhere.
            let low = u16::from(low.0[i]) + 32 * u16::from(middle.0[i]);
            words[i] = low.wrapping_add(u16::from(high.0[i]) << 8);
        }
        for (number, words) in to.iter_mut().zip(words.as_chunks::<4>().0) {
            *number = words.iter().rev().fold(0, |number, &word| number << 16 | u64::from(word));
        }
    }

    #[inline(always)]
    fn lanes(state: &[[u64; 8]; 4]) -> [[u64; 8]; 4] {
        *state
    }

    #[inline(always)]
    fn lanes_state(lanes: &[[u64; 8]; 4]) -> [[u64; 8]; 4] {
        *lanes
    }

    #[inline(always)]
    fn step(lanes: &mut [[u64; 8]; 4]) -> [u64; 8] {
        let [s0, s1, s2, s3] = lanes;
        let mut out = [0; 8];
        for l in 0..8 {
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

    #[inline(always)]
    fn digits(draws: [[u64; 8]; 2], left: u16, floor: u16, digits: &mut [u8; 64]) -> u64 {
        let mut rejected = 0;
        let mut below = [0u8; 64];
        let halves = digits.as_chunks_mut::<32>().0.iter_mut().zip(below.as_chunks_mut::<32>().0);
        for (draws, (digits, below)) in draws.into_iter().zip(halves) {
            let mut words = [0; 32];
            for (words, draw) in words.as_chunks_mut::<4>().0.iter_mut().zip(draws) {
                *words = [draw as u16, (draw >> 16) as u16, (draw >> 32) as u16, (draw >> 48) as u16];
            }
            for i in 0..32 {
                let product = u32::from(words[i]) * u32::from(left);
                digits[i] = (product >> 16) as u8;
                below[i] = truth((product as u16) < floor);
            }
        }
        for (i, below) in below.as_chunks::<WIDTH>().0.iter().enumerate() {
            rejected |= Self::bits(Self(*below)) << (WIDTH * i);
        }
        rejected
    }
}
