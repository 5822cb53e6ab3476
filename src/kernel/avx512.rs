//! Registers of 64 bytes: x86-64 with AVX-512 F, BW, VL and VBMI.

#![allow(unsafe_code, reason = "instructions that only some processors have")]
#![allow(clippy::wildcard_imports, reason = "some forty instructions, each named by its prefix")]
#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]
#![allow(clippy::cast_possible_wrap, reason = "the instructions take the same bits as signed numbers")]

use core::arch::x86_64::*;

use super::vector::{Pattern, Vector};

/// 64 bytes side by side.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

/// Runs instructions of this kernel.
macro_rules! run {
    ($what:expr) => {
        // SAFETY: a kernel runs only where its features were detected, and the instructions touch nothing but
        // registers.
        unsafe { $what }
    };
}

#[inline(always)]
fn read(from: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are there to read, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Eight 64-bit lanes of a state's word.
#[inline(always)]
fn read_lanes(from: &[u64; 8]) -> __m512i {
    // SAFETY: as in `read`.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

impl Vector for Avx512 {
    const WIDTH: usize = 64;
    const SECTION: usize = 64;
    type Mask = __mmask64;
    type Lanes = [__m512i; 4];
    type Draws = __m512i;

    #[inline(always)]
    fn load(from: &[u8]) -> Self {
        Self(read(from.first_chunk().expect("a register full")))
    }

    #[inline(always)]
    fn store(self, to: &mut [u8]) {
        let to: &mut [u8; 64] = to.first_chunk_mut().expect("room for a register");
        // SAFETY: there is room for 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn load_part(runs: &[u8], part: usize, _: usize) -> Self {
        Self::load(&runs[64 * part..])
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self(run!(_mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(run!(_mm512_min_epu8(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(run!(_mm512_max_epu8(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(run!(_mm512_xor_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(run!(_mm512_or_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(run!(_mm512_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn times_4(self) -> Self {
        Self(run!(_mm512_slli_epi16::<2>(self.0)))
    }

    #[inline(always)]
    fn join(self, bits: u8, other: Self) -> Self {
        // The truth table of "a if c else b", read with c as the lowest index bit.
        Self(run!(_mm512_ternarylogic_epi64::<0b1110_0100>(self.0, other.0, Self::splat(bits).0)))
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        Self(run!(_mm512_ternarylogic_epi64::<0b1110_1000>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> __mmask64 {
        run!(_mm512_cmpeq_epi8_mask(self.0, other.0))
    }

    #[inline(always)]
    fn above(self, other: Self) -> __mmask64 {
        run!(_mm512_cmpgt_epi8_mask(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, bits: u8) -> __mmask64 {
        run!(_mm512_testn_epi8_mask(self.0, Self::splat(bits).0))
    }

    #[inline(always)]
    fn pattern(pattern: &'static Pattern) -> __mmask64 {
        pattern.bits
    }

    #[inline(always)]
    fn either(a: __mmask64, b: __mmask64) -> __mmask64 {
        a | b
    }

    #[inline(always)]
    fn any(mask: __mmask64) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn bits(mask: __mmask64) -> u64 {
        mask
    }

    #[inline(always)]
    fn pick(mask: __mmask64, yes: Self, no: Self) -> Self {
        Self(run!(_mm512_mask_mov_epi8(no.0, mask, yes.0)))
    }

    #[inline(always)]
    fn keep(self, mask: __mmask64) -> Self {
        Self(run!(_mm512_maskz_mov_epi8(mask, self.0)))
    }

    #[inline(always)]
    fn count(self, mask: __mmask64, one: Self) -> Self {
        Self(run!(_mm512_mask_add_epi8(self.0, mask, self.0, one.0)))
    }

    #[inline(always)]
    fn add_where(self, mask: __mmask64, other: Self) -> Self {
        Self(run!(_mm512_mask_add_epi8(self.0, mask, self.0, other.0)))
    }

    #[inline(always)]
    fn arrange(self, order: &'static [u8; 64]) -> Self {
        Self(run!(_mm512_permutexvar_epi8(read(order), self.0)))
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        run!([Self(_mm512_unpacklo_epi8(self.0, other.0)), Self(_mm512_unpackhi_epi8(self.0, other.0))])
    }

    #[inline(always)]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        Self(run!(_mm512_permutexvar_epi8(self.0, read(table))))
    }

    #[inline(always)]
    fn store_words(low: Self, middle: Self, high: Self, to: &mut [u64]) {
        let to: &mut [u64; 16] = to.first_chunk_mut().expect("room for a word a byte");
        let weights = run!(_mm512_set1_epi16(32 << 8 | 1));
        let none = run!(_mm512_setzero_si512());
        let words = run!([
            _mm512_add_epi16(
                _mm512_maddubs_epi16(_mm512_unpacklo_epi8(low.0, middle.0), weights),
                _mm512_unpacklo_epi8(none, high.0),
            ),
            _mm512_add_epi16(
                _mm512_maddubs_epi16(_mm512_unpackhi_epi8(low.0, middle.0), weights),
                _mm512_unpackhi_epi8(none, high.0),
            ),
        ]);
        for (words, to) in words.into_iter().zip(to.as_chunks_mut::<8>().0) {
            // SAFETY: there is room for 32 words, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
        }
    }

    #[inline(always)]
    fn lanes(state: &[[u64; 8]; 4]) -> [__m512i; 4] {
        [read_lanes(&state[0]), read_lanes(&state[1]), read_lanes(&state[2]), read_lanes(&state[3])]
    }

    #[inline(always)]
    fn lanes_state(lanes: &[__m512i; 4]) -> [[u64; 8]; 4] {
        let mut state = [[0; 8]; 4];
        for (word, lanes) in state.iter_mut().zip(lanes) {
            // SAFETY: there is room for eight words, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(word.as_mut_ptr().cast(), *lanes) }
        }
        state
    }

    #[inline(always)]
    fn step(lanes: &mut [__m512i; 4]) -> __m512i {
        let [s0, s1, s2, s3] = *lanes;
        run!({
            let out = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(s0, s3)), s0);
            let (s2, s3) = (_mm512_xor_si512(s2, s0), _mm512_xor_si512(s3, s1));
            *lanes = [
                _mm512_xor_si512(s0, s3),
                _mm512_xor_si512(s1, s2),
                _mm512_xor_si512(s2, _mm512_slli_epi64::<17>(s1)),
                _mm512_rol_epi64::<45>(s3),
            ];
            out
        })
    }

    #[inline(always)]
    fn digits(draws: [__m512i; 2], left: u16, floor: u16, digits: &mut [u8; 64]) -> u64 {
        let [first, second] = draws;
        let (packed, low) = run!({
            let left = _mm512_set1_epi16(left as i16);
            let floor = _mm512_set1_epi16(floor as i16);
            let packed = _mm512_packus_epi16(_mm512_mulhi_epu16(first, left), _mm512_mulhi_epu16(second, left));
            let order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
            let low = [
                _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(first, left), floor),
                _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(second, left), floor),
            ];
            (_mm512_permutexvar_epi64(order, packed), low)
        });
        Self(packed).store(digits);
        u64::from(low[1]) << 32 | u64::from(low[0])
    }
}
