//! What hands are worth: the four rankings, and the showing hands that decide who acts first.

mod batch;
mod category;
pub(crate) mod evaluate;
pub(crate) mod lanes;
pub mod layout;
pub(crate) mod low_spade;
mod rows;
pub(crate) mod shares;
mod showing;
mod showing_table;
mod strength;
mod tables;
pub(crate) mod wild;
mod words;

pub use batch::{HandsWild, RowError, evaluate_columns, evaluate_rows};
pub use category::Category;
pub use evaluate::{HandError, Ranking, playing_five};
pub use lanes::count_all_hands;
pub use low_spade::{AceInLow, low_spade};
pub use shares::LowShare;
pub use showing::{Showing, ShowingRanking, showing};
pub(crate) use showing_table::{ShowingTable, UP_CARDS};
pub use strength::Strength;
pub use wild::{WildRank, WildRanks, WildRule};
