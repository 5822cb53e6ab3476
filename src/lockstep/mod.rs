//! Many hands at once: a fixed set of actions that is the same for all games, and what is built on it.

mod actions;

pub use actions::{ACTION_NAMES, ACTIONS, from_action, legal_mask, to_action};
