//! The chance of one decision (docs/stream.md).

use crate::chance::below;
use crate::chance::stream::{GOLDEN, mix};

/// Random words for one decision: as many as a policy wants, the first of them fixed by the hand and the action's number.
#[derive(Clone, Debug)]
pub struct Draws {
    first: u64,
    used: u64,
}

impl Draws {
    /// The words that begin with this one.
    #[must_use]
    pub const fn new(first: u64) -> Self {
        Self { first, used: 0 }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        let word =
            if self.used == 0 { self.first } else { mix(self.first.wrapping_add(GOLDEN.wrapping_mul(self.used))) };
        self.used += 1;
        word
    }

    /// The first word, from which all others follow.
    pub(super) const fn first(&self) -> u64 {
        self.first
    }

    /// A number below a small one, each as likely but for less than one part in 2^58.
    #[inline]
    pub const fn below(&mut self, count: u8) -> u8 {
        below(self.word(), count)
    }
}
