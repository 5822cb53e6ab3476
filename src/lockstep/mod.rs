//! Many hands at once, an action at each of them in every step.

mod asked;
mod encode;
mod error;
mod inside;
mod lanes;
mod observe;
mod past;
mod play;
mod reset;
mod rows;
mod sample;
mod saved;
mod setup;
mod share;
mod some;
mod suggest;
mod table;
mod tables;

pub use encode::{Encoder, Encoding};
pub use error::TableError;
pub use observe::{Layout, ObservedField};
pub use play::{Autoreset, Onto, Order, Play};
pub use reset::Checkpoint;
pub use rows::Rows;
pub use setup::Setup;
pub use table::TableHistory;
pub use tables::{ActionNumber, Tables};
