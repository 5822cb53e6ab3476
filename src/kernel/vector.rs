//! What a kernel has to offer: a register of bytes, and the few things done with it.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel's processor")]

use core::hint::black_box;

/// A register of [`Vector::WIDTH`] bytes.
///
/// Every kernel makes the same numbers of the same bytes; the code that is written in these words is compiled once for
/// each of them. A register is one or more sections, and where bytes change places they stay in their section.
pub trait Vector: Copy {
    /// How many bytes a register has.
    const WIDTH: usize;
    /// How many bytes a section has.
    const SECTION: usize;

    /// A truth for each byte.
    type Mask: Copy;
    /// The eight generators of a block of deals.
    type Lanes;
    /// What a step of these generators gives: a number of 16 bits for each of 32 deals.
    type Draws: Copy;

    /// The first bytes of a slice.
    fn load(from: &[u8]) -> Self;
    /// Writes the bytes to the start of a slice.
    fn store(self, to: &mut [u8]);
    /// Of as many runs of `parts` sections as fill a register, section `part` of each.
    fn load_part(runs: &[u8], part: usize, parts: usize) -> Self;
    /// The same byte everywhere.
    fn splat(byte: u8) -> Self;
    /// The lesser of each two bytes.
    fn min(self, other: Self) -> Self;
    /// The greater of each two bytes.
    fn max(self, other: Self) -> Self;
    /// The bits in which two bytes differ.
    fn xor(self, other: Self) -> Self;
    /// The bits that either has.
    fn or(self, other: Self) -> Self;
    /// The sum, without what overflows.
    fn add(self, other: Self) -> Self;
    /// Four times each byte, of bytes below 64.
    fn times_4(self) -> Self;
    /// The bits that `bits` names from this one, the others from `other`.
    fn join(self, bits: u8, other: Self) -> Self;
    /// At least two of three: the bits that most of the three have.
    fn majority(self, b: Self, c: Self) -> Self;

    /// Where two bytes are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Where a byte is greater than the other's; of bytes below 128, and 255 which is less than all.
    fn above(self, other: Self) -> Self::Mask;
    /// Where none of the bits is set.
    fn without(self, bits: u8) -> Self::Mask;
    /// The truths of a pattern.
    fn pattern(pattern: &'static Pattern) -> Self::Mask;
    /// Where either holds.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether it holds anywhere.
    fn any(mask: Self::Mask) -> bool;
    /// The truths as bits, the first byte's the lowest.
    fn bits(mask: Self::Mask) -> u64;
    /// `yes` where the truth holds, `no` elsewhere.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The bytes where the truth holds, nought elsewhere.
    fn keep(self, mask: Self::Mask) -> Self;
    /// One in each byte, hidden from the compiler, which would otherwise make a register of each mask and add that.
    fn one() -> Self {
        black_box(Self::splat(1))
    }
    /// One more where the truth holds; `one` is [`Vector::one`].
    fn count(self, mask: Self::Mask, one: Self) -> Self;

    /// The sum where the truth holds, these bytes elsewhere.
    fn add_where(self, mask: Self::Mask, other: Self) -> Self;

    /// The bytes in another order: byte `i` of a section becomes what stands at `order[i]` in it.
    fn arrange(self, order: &'static [u8; 64]) -> Self;
    /// The bytes of both in turn, in each run of sixteen: the first eight of each, and the other eight.
    fn interleave(self, other: Self) -> [Self; 2];
    /// What stands in the table for the lowest four bits of each byte.
    #[inline(always)]
    fn look_up_16(self, table: &Repeated) -> Self {
        self.look_up_64(&table.0)
    }
    /// What stands in the table for the lowest five bits of each byte.
    #[inline(always)]
    fn look_up_32(self, table: &Repeated) -> Self {
        self.look_up_64(&table.0)
    }
    /// What stands in the table for each card's rank; cards are below 64.
    #[inline(always)]
    fn of_rank(self, table: &ByRank) -> Self {
        self.look_up_64(&table.cards)
    }
    /// What stands in the table of 64 for each byte below 64; where the look-ups above are left to it, for the lowest six
    /// bits of any byte.
    fn look_up_64(self, table: &[u8; 64]) -> Self;

    /// Writes `low + 32 * middle + 256 * high` of each byte as a word, four of them in a number, the first one the
    /// lowest; how they stand is told by [`place_of_eight`].
    fn store_words(low: Self, middle: Self, high: Self, to: &mut [u64]);

    /// The generators with the given state, word by word.
    fn lanes(state: &[[u64; 8]; 4]) -> Self::Lanes;
    /// The state of the generators.
    fn lanes_state(lanes: &Self::Lanes) -> [[u64; 8]; 4];
    /// Advances all generators once.
    fn step(lanes: &mut Self::Lanes) -> Self::Draws;
    /// For 64 deals, made of two draws: the product of each draw with `left`, its high half into `digits`. Bits of the
    /// deals whose low half is below `floor`.
    fn digits(draws: [Self::Draws; 2], left: u16, floor: u16, digits: &mut [u8; 64]) -> u64;
}

/// Truths that are known when the kernel is compiled.
pub struct Pattern {
    /// As bytes, 255 for true.
    pub bytes: [u8; 64],
    /// As bits.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only there a mask can be bits"))]
    pub bits: u64,
}

impl Pattern {
    /// True for every byte whose place in its section leaves `rest` when divided by `by`.
    pub const fn every(by: usize, rest: usize, section: usize) -> Self {
        let (mut bytes, mut bits, mut i) = ([0; 64], 0, 0);
        while i < 64 {
            if i % section % by == rest {
                bytes[i] = 255;
                bits |= 1 << i;
            }
            i += 1;
        }
        Self { bytes, bits }
    }

    /// True for the upper half of every section.
    pub const fn upper_half(section: usize) -> Self {
        let (mut bytes, mut bits, mut i) = ([0; 64], 0, 0);
        while i < 64 {
            if i % section >= section / 2 {
                bytes[i] = 255;
                bits |= 1 << i;
            }
            i += 1;
        }
        Self { bytes, bits }
    }
}

/// A table of 16 or 32 bytes, over and over.
#[derive(Clone, Copy)]
pub struct Repeated(pub [u8; 64]);

impl Repeated {
    /// The table repeated.
    pub const fn new<const N: usize>(table: &[u8; N]) -> Self {
        let (mut bytes, mut i) = ([0; 64], 0);
        while i < 64 {
            bytes[i] = table[i % N];
            i += 1;
        }
        Self(bytes)
    }
}

/// A byte for each rank, and the same for each card.
#[derive(Clone, Copy)]
pub struct ByRank {
    /// For ranks 0 to 15.
    pub ranks: Repeated,
    /// For cards 0 to 63.
    pub cards: [u8; 64],
}

impl ByRank {
    /// The table of these bytes.
    pub const fn new(ranks: &[u8; 16]) -> Self {
        let (mut cards, mut i) = ([0; 64], 0);
        while i < 64 {
            cards[i] = ranks[i / 4];
            i += 1;
        }
        Self { ranks: Repeated::new(ranks), cards }
    }
}

/// Where the `i`-th eight words that [`Vector::store_words`] writes belong, counted in eights.
pub const fn place_of_eight<V: Vector>(i: usize) -> usize {
    let halves = V::WIDTH / 16;
    2 * (i % halves) + i / halves
}
