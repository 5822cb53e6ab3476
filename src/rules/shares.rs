//! Which shares the pots of a game have.

use super::Rules;
use crate::ranking::LowShare;

impl Rules {
    /// What wins the low half of each pot; `None` when the best hands win all of it.
    #[must_use]
    pub fn low_share(&self) -> Option<LowShare> {
        self.low_chicago.then_some(LowShare::Spade(self.ace))
    }
}
