//! `soko`: stud poker in pure Rust. Cards, rankings, rules as data, the engine and the deal simulator.
//!
//! Modules depend on one another in one direction only: card, ranking, rules, engine, simulate, lockstep.
//! Numbers in parentheses such as "rules.md 2.5" name the rule of the project's rules page.

pub mod card;
pub mod card_set;
pub mod engine;
pub mod kernel;
pub mod lockstep;
pub mod ranking;
pub mod rules;
pub mod simulate;

pub use card::{Card, CardError, Rank, Suit, parse_cards};
pub use card_set::CardSet;
pub use engine::{Game, Hand};
pub use ranking::{Category, Ranking, Strength};
pub use rules::{Rules, RulesError};
