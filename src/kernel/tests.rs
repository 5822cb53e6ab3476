//! Kernels are chosen as they should be, and the one in use makes of any bytes what the portable one makes of them.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use super::{ByRank, Kernel, Portable, Repeated, Vector, by_kernel, place_of_eight};

#[test]
fn a_kernel_can_be_forced_where_it_runs() {
    for best in Kernel::ALL {
        assert_eq!(Kernel::choose(None, best), Ok(best));
        assert_eq!(Kernel::choose(Some(""), best), Ok(best));
        assert_eq!(Kernel::choose(Some("portable"), best), Ok(Kernel::Portable));
    }
    for (given, best, text) in [
        ("avx512", Kernel::Avx2, "this processor does not support it; this processor supports portable avx2"),
        ("neon", Kernel::Avx512, "this processor does not support it; this processor supports portable avx2 avx512"),
        ("avx2", Kernel::Neon, "this processor does not support it; this processor supports portable neon"),
        ("sse2", Kernel::Portable, "unknown kernel; this processor supports portable"),
    ] {
        let error = Kernel::choose(Some(given), best).expect_err("not there");
        assert_eq!(error.to_string(), format!("SOKO_KERNEL={given}: {text}"));
    }
}

type Bytes = [[u8; 64]; 4];

/// Bytes of a plain generator, with so many of some that truths are of both kinds.
fn bytes(seed: u64) -> Bytes {
    let mut state = seed;
    [(); 4].map(|()| {
        [(); 64].map(|()| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            [0, 2, 255, (state >> 32) as u8, (state >> 40) as u8][(state >> 56) as usize % 5]
        })
    })
}

/// The registers that the words make, and the truths as bits.
#[derive(Debug, PartialEq)]
struct Registers([[u8; 64]; 38], [u64; 6]);

by_kernel! {
    fn registers(bytes: &Bytes) -> Registers = make_registers<V>
}

/// Leaves out the words by which bytes change places in their section, since sections differ.
#[inline(always)]
fn make_registers<V: Vector>(bytes: &Bytes) -> Registers {
    static SIXTEEN: Repeated = Repeated::new(b"what is in table");
    static THIRTY_TWO: Repeated = Repeated::new(b"What Is In A Table Of 32 Bytes ?");
    static OF_RANKS: ByRank = ByRank::new(b"23456789TJQKA...");
    let mut made = Registers([[0; 64]; 38], [0; 6]);
    for lane in (0..64).step_by(V::WIDTH) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| V::load(&bytes[i][lane..]));
        let [below_128, card] = [127, 63].map(|bits| d.join(bits, V::splat(0)));
        let whole = [a.min(b), a.max(b), a.xor(b), a.or(b), a.add(b), a.join(27, b), a.majority(b, c)];
        let of_cards = [card.times_4(), card.of_rank(&OF_RANKS), card.look_up_64(&bytes[0])];
        let of_any = [a.look_up_16(&SIXTEEN), a.look_up_32(&THIRTY_TWO)];
        let masks = [
            below_128.above(card),
            card.above(below_128.max(V::splat(2))),
            V::splat(255).above(below_128),
            a.equal(b),
            a.without(5),
            V::either(a.equal(b), a.equal(c)),
        ];
        for (bits, mask) in made.1.iter_mut().zip(masks) {
            assert_eq!(V::any(mask), V::bits(mask) != 0);
            *bits |= V::bits(mask) << lane;
        }
        let of_masks = masks
            .into_iter()
            .flat_map(|mask| [V::pick(mask, a, b), a.keep(mask), a.count(mask, V::one()), a.add_where(mask, b)]);
        let all = whole.into_iter().chain(of_cards).chain(of_any).chain(of_masks).chain(a.interleave(b));
        made.0.iter_mut().zip(all).for_each(|(made, register)| register.store(&mut made[lane..]));
    }
    made
}

by_kernel! {
    fn words(bytes: &Bytes) -> [[u64; 2]; 8] = make_words<V>
}

/// The words of 64 bytes in order.
#[inline(always)]
fn make_words<V: Vector>(bytes: &Bytes) -> [[u64; 2]; 8] {
    let mut words = [[0; 2]; 8];
    for lane in (0..64).step_by(V::WIDTH) {
        let [low, middle, high] = [0, 1, 2].map(|i: usize| V::load(&bytes[i][lane..]));
        let mut stored = [0; 16];
        V::store_words(low, middle, high, &mut stored);
        for (i, eight) in stored.as_chunks().0.iter().take(V::WIDTH / 8).enumerate() {
            words[lane / 8 + place_of_eight::<V>(i)] = *eight;
        }
    }
    words
}

by_kernel! {
    fn chance(state: [[u64; 8]; 4], left: u16) -> ([u8; 64], u64, [[u64; 8]; 4]) = make_chance<V>
}

/// Digits with a floor that half of the draws are below, the deals below it, and the generators afterwards.
#[inline(always)]
fn make_chance<V: Vector>(state: [[u64; 8]; 4], left: u16) -> ([u8; 64], u64, [[u64; 8]; 4]) {
    let (mut lanes, mut digits) = (V::lanes(&state), [0; 64]);
    let draws = [V::step(&mut lanes), V::step(&mut lanes)];
    let below = V::digits(draws, left, 32_768, &mut digits);
    (digits, below, V::lanes_state(&lanes))
}

/// How many bytes of the generator are compared: an interpreter takes a second for each.
const SEEDS: u64 = if cfg!(miri) { 4 } else { 500 };

#[test]
fn the_kernel_in_use_agrees_with_the_portable_one() {
    for seed in 0..SEEDS {
        let bytes = bytes(seed);
        assert_eq!(registers(&bytes), make_registers::<Portable>(&bytes));
        assert_eq!(words(&bytes), make_words::<Portable>(&bytes));
        let state = bytes.map(|bytes| core::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i])));
        for left in 1..=52 {
            assert_eq!(chance(state, left), make_chance::<Portable>(state, left));
        }
    }
}
