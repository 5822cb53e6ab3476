//! A game in one line.

use core::fmt;

use super::{Limit, Named, Rules};
use crate::card_set::Deck;

impl fmt::Display for Rules {
    /// The game, its stakes, and what the name does not tell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        let (small, big) = (self.small_bet, self.big_bet);
        match (self.limit, self.max_bet) {
            (Limit::Fixed, _) => write!(f, "fixed limit {small}/{big}")?,
            (Limit::Spread, Some(most)) => write!(f, "spread limit {small} to {most}, doubled on big streets")?,
            (limit, _) => {
                write!(f, "{} limit, bets from {small}", limit.name())?;
                if big != small {
                    write!(f, " ({big} on big streets)")?;
                }
            }
        }
        write!(f, ", ante {}", self.ante)?;
        if self.bring_in.amount > 0 {
            write!(f, ", bring-in {}", self.bring_in.amount)?;
        }
        write!(f, ", {} to {} players", self.players.min, self.players.max)?;
        if self.deck != Deck::WHOLE {
            write!(f, ", {} cards", self.deck.size())?;
        }
        if self.low_chicago {
            write!(f, ", Low Chicago")?;
        }
        Ok(())
    }
}
