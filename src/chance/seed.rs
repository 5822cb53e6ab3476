//! Keys from small numbers, by the way that numpy goes from a seed to random bits (docs/stream.md 1).

use super::Key;

impl Key {
    /// The key that `numpy.random.default_rng(seed)` gives: its first four raw outputs.
    ///
    /// ```
    /// use soko::chance::Key;
    /// assert_eq!(Key::from_seed(0).0[0], 0xa30f_ebcf_d9c2_825f);
    /// ```
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let [a, b, c, d] = state(pool(seed));
        let mut generator = Pcg64::new(u128::from(a) << 64 | u128::from(b), u128::from(c) << 64 | u128::from(d));
        Self(core::array::from_fn(|_| generator.next()))
    }
}

/// One of the two running hashes of numpy's `SeedSequence`.
struct Hash {
    constant: u32,
    factor: u32,
}

impl Hash {
    const fn next(&mut self, value: u32) -> u32 {
        let value = value ^ self.constant;
        self.constant = self.constant.wrapping_mul(self.factor);
        let value = value.wrapping_mul(self.constant);
        value ^ value >> 16
    }
}

const fn mix(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(0xca01_f9dd).wrapping_sub(y.wrapping_mul(0x4973_f715));
    mixed ^ mixed >> 16
}

/// The pool of a `SeedSequence` of one small number.
fn pool(seed: u64) -> [u32; 4] {
    let mut hash = Hash { constant: 0x43b0_d7e5, factor: 0x931e_8875 };
    let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(|word| hash.next(word));
    for from in 0..4 {
        for to in (0..4).filter(|&to| to != from) {
            pool[to] = mix(pool[to], hash.next(pool[from]));
        }
    }
    pool
}

/// The four words that the pool gives to seed a generator.
fn state(pool: [u32; 4]) -> [u64; 4] {
    let mut hash = Hash { constant: 0x8b51_f9dd, factor: 0x58f3_8ded };
    let words: [u32; 8] = core::array::from_fn(|i| hash.next(pool[i % 4]));
    core::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}

/// The PCG XSL-RR generator of 128 bits.
struct Pcg64 {
    state: u128,
    increment: u128,
}

impl Pcg64 {
    fn new(seed: u128, sequence: u128) -> Self {
        let mut generator = Self { state: 0, increment: sequence << 1 | 1 };
        generator.step();
        generator.state = generator.state.wrapping_add(seed);
        generator.step();
        generator
    }

    fn step(&mut self) {
        const FACTOR: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
        self.state = self.state.wrapping_mul(FACTOR).wrapping_add(self.increment);
    }

    fn next(&mut self) -> u64 {
        self.step();
        let (high, low) = ((self.state >> 64) as u64, self.state as u64);
        (high ^ low).rotate_right((self.state >> 122) as u32)
    }
}
