//! Exact answers on the late streets: the strategy of both players at a spot where two are left and each hides one card.
//!
//! The betting of a street is a [`tree`] that is read off the engine. At each decision a player has a strategy for every
//! hole card, or for every class of cards that mean the same ([`classes`]). The strategies are found by discounted
//! regret minimisation: each player in turn learns what every action would have won against the other's present
//! strategy, and plays what it regrets ([`learn`]). The average of these strategies is the answer, and how far it is
//! from perfect is measured, not guessed: by what a best response would win from it ([`judge`]).
//!
//! Results are the same digits on any number of threads and by any kernel: lanes never add up among themselves but in
//! [`lanes::sum`], and what threads found is added in the order of the boards.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes are counted, so that loops over them become instructions")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "pots and counts are far from the ends")]

mod boards;
mod classes;
mod error;
mod ground;
mod judge;
mod lanes;
mod learn;
mod solution;
mod spot;
mod street;
mod tree;

pub use error::SolveError;
pub use solution::{ByCard, Solution, solve};
pub use spot::{Ranges, Spot};
