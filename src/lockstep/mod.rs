//! Many hands at once, an action at each of them in every step.

mod lanes;
mod observe;
mod rows;
mod saved;
mod suggest;
mod table;
mod tables;

pub use observe::{Layout, ObservedField};
pub use rows::Rows;
pub use table::TableHistory;
pub use tables::{ActionNumber, Setup, TableError, Tables};
