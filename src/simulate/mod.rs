//! Deals by the million: the stream of chance, the dealer, and the tally of what comes out.

mod count;
mod dealing;
mod run;
pub mod stream;
mod tally;

pub use dealing::{DealError, Dealing, Position, deal_many};
pub use run::{Watch, simulate, simulate_blocks};
pub use stream::{BLOCK, Key, shuffled_deck};
pub use tally::{SHARE_UNIT, SeatTally, Tally};
