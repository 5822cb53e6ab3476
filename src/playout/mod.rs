//! Whole hands between policies, and what they come to.
//!
//! A [`Playout`] says who sits where; [`Playout::run`] plays any number of hands among built-in policies on threads, and
//! a [`PlayoutBatch`] plays them with policies that live elsewhere, who are asked about many hands at a time. Both count in
//! whole numbers, hand by hand, so that the result is the same however the work is shared out.

mod batch;
mod deal;
mod runouts;
mod score;

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

pub use batch::{Decision, PlayoutBatch, Refused};
pub use runouts::RUNOUTS;
pub use score::{DealChips, Score, Scores};

use crate::card::Card;
use crate::chance::Key;
use crate::engine::{Deal, Game, Hand, Seat, StartError};
use crate::history::most_actions;
use crate::policies::Policy;
use crate::workers::{Signals, Watch, finish_parts};
use deal::{Pause, PlayedDeal};

/// How many deals are a block, which counts only when all of it is played: what a thread plays between two looks at what
/// is left.
pub const BLOCK: u64 = 64;

/// Who decides for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decider {
    /// A policy that is built in.
    BuiltIn(Policy),
    /// Somebody else, by number.
    Outside(usize),
}

/// Why hands cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayoutError {
    /// The stacks do not fit the game.
    Start(StartError),
    /// There is not one player a seat, or a player whom nobody decides for.
    Players,
    /// The squares of what is won may not fit 127 bits in all.
    TooManyChips {
        /// All chips of a hand.
        chips: u64,
        /// How many deals there are.
        deals: u64,
    },
}

impl fmt::Display for PlayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Players => f.write_str("one player for each seat and one policy for each player are needed"),
            Self::TooManyChips { chips, deals } => {
                write!(f, "{chips} chips a hand: too many to add up their squares over {deals} deals")
            }
        }
    }
}

impl core::error::Error for PlayoutError {}

/// Who plays with whom, for what, and with which cards: all that a result depends on but the number of deals.
#[derive(Clone, Debug)]
pub struct Playout {
    game: Arc<Game>,
    stacks: Vec<u64>,
    deciders: Vec<Decider>,
    /// The decider of each player; where the players sit changes from hand to hand.
    players: Vec<usize>,
    /// After so many rotations the same deciders sit in the same seats again.
    period: usize,
    duplicate: bool,
    /// Over how many runouts chips are added up: one, or [`RUNOUTS`].
    runouts: u64,
    /// Whether the chips of each deal are kept.
    keeps_deals: bool,
    /// Whether hands keep what was done in them.
    keeps_history: bool,
    key: Key,
}

impl Playout {
    /// A playout of `players`, each the number of one of the `deciders`, in the order in which they sit round the table.
    ///
    /// Deal `d` has the cards of table `d`'s first hand ([`hand_key`](crate::chance::hand_key)). In the hand that has rotation
    /// `r`, seat `s` is played by player `s + r`, counted round. Deal `d` is played with rotation `d`, or with
    /// `duplicate` once with each rotation that seats the deciders in another way.
    ///
    /// # Errors
    /// [`PlayoutError`] when the numbers do not fit.
    pub fn new(
        game: Arc<Game>,
        stacks: &[u64],
        deciders: &[Decider],
        players: &[usize],
        duplicate: bool,
        key: &Key,
    ) -> Result<Self, PlayoutError> {
        let seated = stacks.len() == players.len() && deciders.len() <= players.len();
        if !seated || players.iter().any(|&player| player >= deciders.len()) {
            return Err(PlayoutError::Players);
        }
        let period = (1..players.len()).find(|&by| players.iter().cycle().skip(by).zip(players).all(|(a, b)| a == b));
        let playout = Self {
            game,
            stacks: stacks.to_vec(),
            deciders: deciders.to_vec(),
            players: players.to_vec(),
            period: period.unwrap_or(players.len()),
            duplicate,
            runouts: 1,
            keeps_deals: false,
            keeps_history: false,
            key: *key,
        };
        // What starts once starts again with any deck.
        let deck: Vec<Card> = Card::all().collect();
        let game = Arc::clone(&playout.game);
        Hand::start(game, stacks, None, Deal::Ahead(&deck), &mut |_| ()).map_err(PlayoutError::Start)?;
        Ok(playout)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The same, where hands with nothing left to decide count by the average over [`RUNOUTS`] runouts: chips are then
    /// counted in units of 1/64, and squares in the squares of these. Wins and showdowns are those of the cards dealt.
    #[must_use]
    pub const fn with_runouts(mut self) -> Self {
        self.runouts = RUNOUTS;
        self
    }

    /// The same with what was done in each hand for [`Decision::history`].
    #[must_use]
    pub const fn with_history(mut self) -> Self {
        self.keeps_history = true;
        self
    }

    /// The most actions that a hand can have, `None` where the rules set no bound.
    #[must_use]
    pub fn most_actions(&self) -> Option<usize> {
        let shortest = self.stacks.iter().copied().min().unwrap_or(0);
        most_actions(&self.game, self.players.len() as u8, shortest)
    }

    /// The same with the chips of each deal in [`Scores::by_deal`].
    #[must_use]
    pub const fn with_deals(mut self) -> Self {
        self.keeps_deals = true;
        self
    }

    /// How many hands are played of each deal.
    #[must_use]
    pub const fn hands_a_deal(&self) -> u64 {
        if self.duplicate { self.period as u64 } else { 1 }
    }

    /// Plays the deals of these numbers on `threads` threads. All policies must be built in: a deal in which somebody
    /// outside must decide is left there. The scores of ranges that follow one another add up to those of the whole.
    ///
    /// Comes back with the deals that were played, as ranges in their order. When the watch stops the work, these are the
    /// blocks of [`BLOCK`] deals, counted from the first, that were finished. The watch gets the number of hands done.
    ///
    /// # Errors
    /// [`PlayoutError`] when the chips are too many for so many deals.
    pub fn run(
        &self,
        deals: Range<u64>,
        threads: usize,
        watch: &mut dyn Watch,
    ) -> Result<(Scores, Vec<Range<u64>>), PlayoutError> {
        let count = deals.end.saturating_sub(deals.start);
        self.check_chips(count)?;
        let no_scores = || (self.no_scores(), self.no_scores());
        let work = |block: u64, (total, scores): &mut (Scores, Scores), signals: &Signals<'_>| {
            let first = deals.start + block * BLOCK;
            scores.clear();
            for number in first..deals.end.min(first + BLOCK) {
                if signals.is_stopped() {
                    return false;
                }
                match PlayedDeal::new(self, number).advance(self, scores, signals) {
                    Pause::Over => signals.report(self.hands_a_deal()),
                    Pause::WaitsFor(..) => {}
                    Pause::Stopped => return false,
                }
            }
            total.add(scores);
            true
        };
        let (gathered, finished) = finish_parts(&(0..count.div_ceil(BLOCK)), threads, watch, &no_scores, &work);
        let mut sum = self.no_scores();
        for (total, _) in &gathered {
            sum.add(total);
        }
        let deal = |block: u64| deals.end.min(deals.start + block * BLOCK);
        Ok((sum, finished.into_iter().map(|blocks| deal(blocks.start)..deal(blocks.end)).collect()))
    }

    /// No hands yet.
    fn no_scores(&self) -> Scores {
        let scores = Scores::new(self.deciders.len(), self.players.len(), self.game.streets());
        Scores { by_deal: self.keeps_deals.then(|| DealChips::new(self.deciders.len())), ..scores }
    }

    /// Checks that the sum of the squares of what is won in so many deals fits.
    ///
    /// # Errors
    /// [`PlayoutError::TooManyChips`] when it may not.
    pub fn check_chips(&self, deals: u64) -> Result<(), PlayoutError> {
        let chips: u64 = self.stacks.iter().sum();
        let most = u128::from(chips) * u128::from(self.hands_a_deal()) * u128::from(self.runouts);
        let squares = most.checked_mul(most).and_then(|square| square.checked_mul(deals.into()));
        // Runouts are added up in 64 bits.
        let adds_up = self.runouts == 1 || i64::try_from(most).is_ok();
        let fits = adds_up && squares.is_some_and(|squares| i128::try_from(squares).is_ok());
        if fits { Ok(()) } else { Err(PlayoutError::TooManyChips { chips, deals }) }
    }

    /// The decider that plays a seat.
    fn decider_of(&self, seat: Seat, rotation: usize) -> usize {
        self.players[(usize::from(seat) + rotation) % self.players.len()]
    }

    /// The rotations that a deal is played with.
    fn rotations(&self, number: u64) -> Range<usize> {
        if self.duplicate {
            0..self.period
        } else {
            let rotation = (number % self.period as u64) as usize;
            rotation..rotation + 1
        }
    }
}
