//! Deals by the million: the dealer, and the tally of what comes out.

mod count;
mod dealing;
mod hands;
mod rows;
mod run;
mod settle;
mod tally;
mod turn;

pub(crate) use count::Counter;
pub use dealing::{DealError, Dealing, Position, deal_blocks, deal_many};
pub use rows::{DealFault, DealRowError, Layouts, NO_CARD, Settled, Settler};
pub(crate) use run::{first_deals, is_whole, run_blocks};
pub use run::{simulate, simulate_blocks};
pub use tally::{LOW_UNITS, SHARE_UNIT, SeatTally, Tally};
