//! `soko`: stud poker in pure Rust. Cards, rankings, rules as data, the engine, deals by the million, equity, policies,
//! many hands at once and exact answers on the late streets.
//!
//! Modules depend on one another in one direction only: card, workers, kernel, ranking, rules, engine, actions, chance,
//! simulate, equity, policies, playout, lockstep, solve.
//! Numbers in parentheses such as "rules.md 2.5" name the rule of the project's rules page.

pub mod actions;
pub mod card;
pub mod card_set;
pub mod chance;
pub mod engine;
pub mod equity;
pub mod kernel;
pub mod lockstep;
pub mod plain_text;
pub mod playout;
pub mod policies;
pub mod ranking;
pub mod rules;
pub mod simulate;
pub mod solve;
pub mod workers;

pub use card::{Card, CardError, Rank, Suit, each_card, parse_cards, parse_deck, read_plain};
pub use card_set::{CardSet, Deck};
pub use engine::{Game, Hand};
pub use ranking::{Category, Ranking, Strength};
pub use rules::{Rules, RulesError};
