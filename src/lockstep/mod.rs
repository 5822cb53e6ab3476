//! Many hands at once, an action at each of them in every step.

mod encode;
mod error;
mod lanes;
mod observe;
mod past;
mod rows;
mod sample;
mod saved;
mod setup;
mod share;
mod suggest;
mod table;
mod tables;

pub use encode::{Encoder, Encoding};
pub use error::TableError;
pub use observe::{Layout, ObservedField};
pub use rows::Rows;
pub use setup::Setup;
pub use table::TableHistory;
pub use tables::{ActionNumber, Tables};
