//! How tables go on: what follows a hand that is over, who is played inside, and whose cards come again.

use crate::chance::Key;
use crate::engine::{MAX_SEATS, Seat, SeatSet};
use crate::policies::Policy;

/// What follows a hand that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// Nothing: the table stays as it is.
    Off,
    /// The next step begins the next hand, and does nothing else at the table.
    #[default]
    Next,
    /// The step that ends the hand begins the next one. A hand that is over before anybody outside has acted waits for
    /// the next step, which shows it, so that no step shows two.
    Same,
}

/// How tables go on. The default is what tables do of which nothing is said: the next step begins the next hand, and
/// all seats wait for their caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// What follows a hand that is over.
    pub autoreset: Autoreset,
    /// Whether each deal comes as many times as there are seats, moved on by a seat each time.
    pub duplicate: bool,
    /// The policy that plays a seat inside each step; `None` for seats that wait for the caller.
    pub inside: [Option<Policy>; MAX_SEATS],
    /// Seats that wait for the caller, but for somebody else than the one who looks at the rows of ended hands.
    pub elsewhere: SeatSet,
    /// For how many deals in a row the stacks of a table are given, after which they come again.
    pub deals: usize,
    /// The key of each table; none where the key of the setup is that of all.
    pub keys: Vec<Key>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            autoreset: Autoreset::Next,
            duplicate: false,
            inside: [None; MAX_SEATS],
            elsewhere: SeatSet::first(0),
            deals: 1,
            keys: Vec::new(),
        }
    }
}

impl Play {
    /// The default, where a hand that is over is followed by another, or is not.
    #[must_use]
    pub fn plain(restart: bool) -> Self {
        Self { autoreset: if restart { Autoreset::Next } else { Autoreset::Off }, ..Self::default() }
    }

    /// The policy that plays a seat.
    #[inline]
    pub(super) fn policy_of(&self, seat: Seat) -> Option<Policy> {
        self.inside.get(usize::from(seat)).copied().flatten()
    }

    /// Whether any seat is played inside.
    #[must_use]
    pub fn has_inside(&self) -> bool {
        self.inside.iter().any(Option::is_some)
    }

    /// Who looks at the row of a hand that is over: the seat that acted last, if the caller acts there, else the lowest
    /// of these.
    pub(super) fn viewer(&self, last: Option<Seat>, players: u8) -> Seat {
        let looks = |&seat: &Seat| self.policy_of(seat).is_none() && !self.elsewhere.contains(seat);
        last.filter(looks).or_else(|| (0..players).find(looks)).unwrap_or(0)
    }
}

/// What becomes of what the last step showed of hands that were over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// It is forgotten.
    Fresh,
    /// It stays, and what is won is added to it: the rows are those of several steps.
    Sum,
    /// The same, where this goes on with the same step: no table shows a second hand.
    Step,
    /// The same, where hands have begun outside a step: with [`Autoreset::Same`] the next step shows those that end.
    Hold,
}

/// What a step does, and where.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The tables that take part, a byte each that is not 0; `None` for all.
    pub which: Option<&'a [u8]>,
    /// What the rows show besides.
    pub onto: Onto,
    /// Whether actions that are not legal are replaced by what an absent player does.
    pub replace: bool,
    /// How many threads play.
    pub threads: usize,
}
