//! Registers of 32 bytes: x86-64 with AVX2.

#![allow(unsafe_code, reason = "instructions that only some processors have")]
#![allow(clippy::wildcard_imports, reason = "some forty instructions, each named by its prefix")]
#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]
#![allow(clippy::cast_possible_wrap, reason = "the instructions take the same bits as signed numbers")]
#![allow(clippy::cast_sign_loss, reason = "and give the same bits as signed numbers")]

use core::arch::x86_64::*;

use super::vector::{ByRank, Pattern, Repeated, Vector};

/// 32 bytes side by side, two sections of sixteen.
#[derive(Clone, Copy)]
pub struct Avx2(__m256i);

/// Runs instructions of this kernel.
macro_rules! run {
    ($what:expr) => {
        // SAFETY: a kernel runs only where its features were detected, and the instructions touch nothing but
        // registers.
        unsafe { $what }
    };
}

#[inline(always)]
fn read(from: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are there to read, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline(always)]
fn read_half(from: &[u8]) -> __m128i {
    let from: &[u8; 16] = from.first_chunk().expect("a section full");
    // SAFETY: sixteen bytes are there to read, and the load needs no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline(always)]
fn write<T>(register: __m256i, to: &mut [T]) {
    assert!(size_of_val(to) >= 32, "room for a register");
    // SAFETY: there is room for 32 bytes, the store needs no alignment, and `T` is a number of any bits.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), register) }
}

/// Four 64-bit lanes.
#[inline(always)]
fn read_lanes(from: &[u64]) -> __m256i {
    let from: &[u64; 4] = from.first_chunk().expect("a register full");
    // SAFETY: as in `read`.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// A table of sixteen in both sections; the second table of a pair begins at `from` 16.
#[inline(always)]
fn table(repeated: &Repeated, from: usize) -> __m256i {
    run!(_mm256_broadcastsi128_si256(read_half(&repeated.0[from..])))
}

impl Vector for Avx2 {
    const WIDTH: usize = 32;
    const SECTION: usize = 16;
    type Mask = __m256i;
    type Lanes = [[__m256i; 2]; 4];
    type Draws = [__m256i; 2];

    #[inline(always)]
    fn load(from: &[u8]) -> Self {
        Self(read(from.first_chunk().expect("a register full")))
    }

    #[inline(always)]
    fn store(self, to: &mut [u8]) {
        write(self.0, to);
    }

    #[inline(always)]
    fn load_part(runs: &[u8], part: usize, parts: usize) -> Self {
        let (low, high) = (read_half(&runs[16 * part..]), read_half(&runs[16 * (parts + part)..]));
        Self(run!(_mm256_set_m128i(high, low)))
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self(run!(_mm256_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(run!(_mm256_min_epu8(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(run!(_mm256_max_epu8(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(run!(_mm256_xor_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(run!(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(run!(_mm256_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn times_4(self) -> Self {
        Self(run!(_mm256_slli_epi16::<2>(self.0)))
    }

    #[inline(always)]
    fn join(self, bits: u8, other: Self) -> Self {
        let bits = Self::splat(bits).0;
        Self(run!(_mm256_or_si256(_mm256_and_si256(self.0, bits), _mm256_andnot_si256(bits, other.0))))
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        Self(run!(_mm256_or_si256(_mm256_and_si256(self.0, b.0), _mm256_and_si256(c.0, _mm256_or_si256(self.0, b.0)))))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> __m256i {
        run!(_mm256_cmpeq_epi8(self.0, other.0))
    }

    #[inline(always)]
    fn above(self, other: Self) -> __m256i {
        run!(_mm256_cmpgt_epi8(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, bits: u8) -> __m256i {
        run!(_mm256_cmpeq_epi8(_mm256_and_si256(self.0, Self::splat(bits).0), _mm256_setzero_si256()))
    }

    #[inline(always)]
    fn pattern(pattern: &'static Pattern) -> __m256i {
        Self::load(&pattern.bytes).0
    }

    #[inline(always)]
    fn either(a: __m256i, b: __m256i) -> __m256i {
        run!(_mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn any(mask: __m256i) -> bool {
        run!(_mm256_testz_si256(mask, mask)) == 0
    }

    #[inline(always)]
    fn bits(mask: __m256i) -> u64 {
        u64::from(run!(_mm256_movemask_epi8(mask)) as u32)
    }

    #[inline(always)]
    fn pick(mask: __m256i, yes: Self, no: Self) -> Self {
        Self(run!(_mm256_blendv_epi8(no.0, yes.0, mask)))
    }

    #[inline(always)]
    fn keep(self, mask: __m256i) -> Self {
        Self(run!(_mm256_and_si256(self.0, mask)))
    }

    #[inline(always)]
    fn count(self, mask: __m256i, _: Self) -> Self {
        Self(run!(_mm256_sub_epi8(self.0, mask)))
    }

    #[inline(always)]
    fn add_where(self, mask: __m256i, other: Self) -> Self {
        self.add(other.keep(mask))
    }

    #[inline(always)]
    fn arrange(self, order: &'static [u8; 64]) -> Self {
        Self(run!(_mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(read_half(order)))))
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        run!([Self(_mm256_unpacklo_epi8(self.0, other.0)), Self(_mm256_unpackhi_epi8(self.0, other.0))])
    }

    #[inline(always)]
    fn look_up_16(self, of: &Repeated) -> Self {
        Self(run!(_mm256_shuffle_epi8(table(of, 0), _mm256_and_si256(self.0, Self::splat(15).0))))
    }

    #[inline(always)]
    fn look_up_32(self, of: &Repeated) -> Self {
        run!({
            let index = _mm256_and_si256(self.0, Self::splat(31).0);
            let upper = _mm256_slli_epi16::<3>(index);
            let (low, high) = (_mm256_shuffle_epi8(table(of, 0), index), _mm256_shuffle_epi8(table(of, 16), index));
            Self(_mm256_blendv_epi8(low, high, upper))
        })
    }

    #[inline(always)]
    fn of_rank(self, table: &ByRank) -> Self {
        Self(run!(_mm256_srli_epi16::<2>(self.0))).look_up_16(&table.ranks)
    }

    #[inline(always)]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        let (low, high) = (&table[..32], &table[32..]);
        run!({
            let part = |half: &[u8], from: usize| {
                let table = _mm256_broadcastsi128_si256(read_half(&half[from..]));
                _mm256_shuffle_epi8(table, self.0)
            };
            let (upper, uppermost) = (_mm256_slli_epi16::<3>(self.0), _mm256_slli_epi16::<2>(self.0));
            let low = _mm256_blendv_epi8(part(low, 0), part(low, 16), upper);
            let high = _mm256_blendv_epi8(part(high, 0), part(high, 16), upper);
            Self(_mm256_blendv_epi8(low, high, uppermost))
        })
    }

    #[inline(always)]
    fn store_words(low: Self, middle: Self, high: Self, to: &mut [u64]) {
        let weights = run!(_mm256_set1_epi16(32 << 8 | 1));
        let none = run!(_mm256_setzero_si256());
        let words = run!([
            _mm256_add_epi16(
                _mm256_maddubs_epi16(_mm256_unpacklo_epi8(low.0, middle.0), weights),
                _mm256_unpacklo_epi8(none, high.0),
            ),
            _mm256_add_epi16(
                _mm256_maddubs_epi16(_mm256_unpackhi_epi8(low.0, middle.0), weights),
                _mm256_unpackhi_epi8(none, high.0),
            ),
        ]);
        write(words[0], &mut to[..4]);
        write(words[1], &mut to[4..8]);
    }

    #[inline(always)]
    fn lanes(state: &[[u64; 8]; 4]) -> [[__m256i; 2]; 4] {
        let word = |w: usize| [read_lanes(&state[w]), read_lanes(&state[w][4..])];
        [word(0), word(1), word(2), word(3)]
    }

    #[inline(always)]
    fn lanes_state(lanes: &[[__m256i; 2]; 4]) -> [[u64; 8]; 4] {
        let mut state = [[0; 8]; 4];
        for (word, [low, high]) in state.iter_mut().zip(*lanes) {
            write(low, &mut word[..4]);
            write(high, &mut word[4..]);
        }
        state
    }

    #[inline(always)]
    fn step(lanes: &mut [[__m256i; 2]; 4]) -> [__m256i; 2] {
        let mut out = [run!(_mm256_setzero_si256()); 2];
        let [s0, s1, s2, s3] = lanes;
        for half in 0..2 {
            run!({
                let (a, b, c, d) = (s0[half], s1[half], s2[half], s3[half]);
                let sum = _mm256_add_epi64(a, d);
                let turned = _mm256_or_si256(_mm256_slli_epi64::<23>(sum), _mm256_srli_epi64::<41>(sum));
                out[half] = _mm256_add_epi64(turned, a);
                let (c, d) = (_mm256_xor_si256(c, a), _mm256_xor_si256(d, b));
                s0[half] = _mm256_xor_si256(a, d);
                s1[half] = _mm256_xor_si256(b, c);
                s2[half] = _mm256_xor_si256(c, _mm256_slli_epi64::<17>(b));
                s3[half] = _mm256_or_si256(_mm256_slli_epi64::<45>(d), _mm256_srli_epi64::<19>(d));
            });
        }
        out
    }

    #[inline(always)]
    fn digits(draws: [[__m256i; 2]; 2], left: u16, floor: u16, digits: &mut [u8; 64]) -> u64 {
        let mut rejected = 0;
        for (i, ([first, second], digits)) in draws.into_iter().zip(digits.as_chunks_mut::<32>().0).enumerate() {
            let (packed, low) = run!({
                let left = _mm256_set1_epi16(left as i16);
                let floor = _mm256_set1_epi16(floor as i16);
                let below = |draw| {
                    let low = _mm256_mullo_epi16(draw, left);
                    // Below the floor: not the greater of the two.
                    _mm256_cmpeq_epi16(_mm256_max_epu16(low, floor), low)
                };
                let packed = _mm256_packus_epi16(_mm256_mulhi_epu16(first, left), _mm256_mulhi_epu16(second, left));
                let fair = _mm256_packs_epi16(below(first), below(second));
                (_mm256_permute4x64_epi64::<0b11_01_10_00>(packed), _mm256_permute4x64_epi64::<0b11_01_10_00>(fair))
            });
            write(packed, digits);
            rejected |= u64::from(!(run!(_mm256_movemask_epi8(low)) as u32)) << (32 * i);
        }
        rejected
    }
}
