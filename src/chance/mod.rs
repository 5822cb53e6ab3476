//! The one source of chance (docs/stream.md): keys, the stream that deals are drawn from, and shuffled decks.

mod decks;
mod hand_key;
mod seed;
mod shuffle;
pub mod stream;

pub(crate) use decks::decks;
pub use hand_key::{Choices, hand_key};
pub(crate) use hand_key::{below, key_word, mix_hand};
pub(crate) use shuffle::top_of_deck;
pub use shuffle::{shuffle, shuffled, shuffled_deck};
pub use stream::{BLOCK, Key};
