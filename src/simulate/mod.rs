//! Deals by the million: the stream of chance, the dealer, and the tally of what comes out.

mod count;
pub(crate) mod crew;
mod dealing;
mod decks;
pub mod equity;
mod run;
mod seed;
mod settle;
mod shuffle;
pub mod stream;
mod tally;

pub use crew::Watch;
pub use dealing::{DealError, Dealing, Position, deal_many};
pub(crate) use decks::decks;
pub use run::{simulate, simulate_blocks};
pub(crate) use shuffle::top_of_deck;
pub use shuffle::{shuffle, shuffled_deck};
pub use stream::{BLOCK, Key};
pub use tally::{SHARE_UNIT, SeatTally, Tally};
