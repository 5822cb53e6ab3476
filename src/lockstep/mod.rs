//! Many hands at once: a fixed set of actions that is the same for all games, and what is built on it.

mod actions;
mod chance;
mod lanes;
mod observe;
pub mod playout;
pub mod policies;
mod rows;
mod saved;
mod suggest;
mod table;
mod tables;

pub use actions::{ACTION_NAMES, ACTIONS, from_action, legal_mask, to_action};
pub use chance::{Choices, hand_key};
pub use observe::{Layout, ObservedField};
pub use rows::Rows;
pub use table::Record;
pub use tables::{ActionNumber, Setup, TableError, Tables};
