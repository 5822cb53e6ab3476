//! Policies that are built in: from what a player may see to one of the seven actions.
//!
//! They are opponents to test against and to learn from, each simple enough to be written down in a few lines
//! (docs/playout.md does), none of them a good player.

mod deals;
mod draws;
mod pot_odds;
mod rough_hand;
mod tight;
mod view;

pub use draws::Draws;
pub use pot_odds::SAMPLES;
pub use view::{POT_PARTS, PolicyView};

use crate::actions::{BRING_IN, CHECK_OR_CALL, FOLD, HALF_POT, LEAST, MOST, POT, action_at};

/// In which order a policy bets that has no mind for sizes: half the pot where sizes are free, else the least.
const BET: [u8; 6] = [HALF_POT, LEAST, POT, MOST, CHECK_OR_CALL, BRING_IN];

/// In which order a maniac bets: the pot where it may, else the most.
const MOST_OF_A_POT: [u8; 6] = [POT, MOST, HALF_POT, LEAST, CHECK_OR_CALL, BRING_IN];

/// The policies that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Any legal action, each as likely.
    Random,
    /// Brings in where that is due, else checks, else calls.
    Call,
    /// Plays the starts of a chart, and bets when it is ahead of what the others show.
    Tight,
    /// Deals the hand out some times, and weighs its share against the price.
    PotOdds,
    /// Bets and raises whenever it may.
    Maniac,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Random, Self::Call, Self::Tight, Self::PotOdds, Self::Maniac];

    /// The policy's name, as `pot-odds`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Call => "call",
            Self::Tight => "tight",
            Self::PotOdds => "pot-odds",
            Self::Maniac => "maniac",
        }
    }

    /// The policy of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// What the policy does: the number of a legal action.
    ///
    /// It depends on what the view shows and on the draws alone.
    pub fn choose(self, view: &PolicyView<'_>, draws: &mut Draws) -> u8 {
        match self {
            Self::Random => any(view, draws),
            Self::Call => stay(view),
            Self::Tight => tight::choose(view),
            Self::PotOdds => pot_odds::choose(view, draws),
            Self::Maniac => view.first_legal(&MOST_OF_A_POT),
        }
    }
}

/// A legal action, each as likely.
fn any(view: &PolicyView<'_>, draws: &mut Draws) -> u8 {
    action_at(view.legal(), draws.below(view.legal().count_ones() as u8))
}

/// Stays in the hand at the least price.
fn stay(view: &PolicyView<'_>) -> u8 {
    view.first_legal(&[BRING_IN, CHECK_OR_CALL])
}

/// Puts no chip in that need not be.
fn give_up(view: &PolicyView<'_>) -> u8 {
    let first = if view.price() == 0 { CHECK_OR_CALL } else { FOLD };
    view.first_legal(&[first, FOLD, BRING_IN])
}
