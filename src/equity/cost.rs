//! The ways to an exact answer, and what one costs.

use core::fmt;

/// Exact answers that take at most this many steps, a fraction of a second, are given without being asked for.
pub const CHEAP: u128 = 100_000_000;
/// Exact answers that take more steps than this, minutes, are refused.
pub const LIMIT: u128 = 40_000_000_000;

/// A way to an exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every card is known.
    Known,
    /// Each seat has one card to come at most: strength by strength, counting who can stay below.
    LastCard,
    /// Two seats, each player's draws apart: sorted by strength, less the pairs that share cards.
    HeadsUp,
    /// Every runout, one by one.
    Enumeration,
}

impl Method {
    /// The method in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::LastCard => "last-card",
            Self::HeadsUp => "heads-up",
            Self::Enumeration => "enumeration",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cheapest way to the exact answer and what it costs; sizes that do not fit are the greatest number there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The way.
    pub method: Method,
    /// How many runouts the answer is made of.
    pub runouts: u128,
    /// How many steps the way takes, each a few nanoseconds at most.
    pub steps: u128,
}

impl Cost {
    /// Whether the exact answer is given without being asked for.
    #[must_use]
    pub const fn is_cheap(&self) -> bool {
        self.steps <= CHEAP
    }
}

/// The exact answer takes more steps than [`LIMIT`], or its counts are greater than 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub Cost);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { method, runouts, steps } = self.0;
        write!(f, "no exact answer: {} runouts ({method}) take {} steps, ", Number(runouts), Number(steps))?;
        write!(f, "and the limit is {}", Number(LIMIT))
    }
}

impl core::error::Error for TooLarge {}

/// A number with its digits in groups of three; the greatest stands for all that do not fit.
pub(super) struct Number(pub u128);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == u128::MAX {
            return write!(f, "more than 10^38");
        }
        let digits = self.0.to_string();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                write!(f, ",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}
