//! Many hands at once, an action at each of them in every step.

mod error;
mod lanes;
mod observe;
mod rows;
mod sample;
mod saved;
mod setup;
mod share;
mod suggest;
mod table;
mod tables;

pub use error::TableError;
pub use observe::{Layout, ObservedField};
pub use rows::Rows;
pub use setup::Setup;
pub use table::TableHistory;
pub use tables::{ActionNumber, Tables};
