//! The compiled module `soko._soko`: reads arguments, calls the core, converts what comes back.
#![allow(clippy::needless_pass_by_value, reason = "Python's arguments arrive by value")]
#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "methods of Python classes take a reference, however small they are"
)]

mod amount;
mod batch;
mod buffers;
mod cards;
mod equity;
mod errors;
mod events;
mod hand;
mod hand_and_view;
mod hand_history;
mod hand_log;
mod hand_record;
mod hand_start;
mod html;
mod integers;
mod interned;
mod kernel;
mod legal;
mod observe;
mod playout;
mod ranking;
mod record;
mod rules;
mod seat_view;
mod showing;
mod signals;
mod simulate;
mod strength;
mod tables;
mod text;
mod view;
mod worlds;

/// The compiled part of soko. Everything public in it is found in ``soko`` itself.
// All that is kept between calls is written once: a free-threaded interpreter needs no lock around it.
#[pyo3::pymodule(gil_used = false)]
mod _soko {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python knows")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const LOW_UNITS: u64 = soko::simulate::LOW_UNITS;
    #[pymodule_export]
    const SHARE_UNIT: u64 = soko::simulate::SHARE_UNIT;

    #[pymodule_export]
    use crate::batch::{category_pages, evaluate_into};
    #[pymodule_export]
    use crate::cards::{Card, cards, low_spade};
    #[pymodule_export]
    use crate::equity::Situation;
    #[pymodule_export]
    use crate::errors::{
        ArgumentError, CardError, DeckError, HistoryError, IllegalAction, PlanError, RulesError, SeatError, SokoError,
        TallyFileError,
    };
    #[pymodule_export]
    use crate::events::Event;
    #[pymodule_export]
    use crate::hand::Hand;
    #[pymodule_export]
    use crate::hand_start::stream_key;
    #[pymodule_export]
    use crate::kernel::kernels;
    #[pymodule_export]
    use crate::legal::LegalAction;
    #[pymodule_export]
    use crate::observe::{
        hand_steps, keep_history, legal_bits, most_actions, observe_hand, observe_tables, observed_fields,
        settle_tables,
    };
    #[pymodule_export]
    use crate::playout::{Playout, PlayoutBatch, policy_names, suggested};
    #[pymodule_export]
    use crate::ranking::Ranking;
    #[pymodule_export]
    use crate::rules::{Rules, field_meanings, game_names, preset};
    #[pymodule_export]
    use crate::showing::{Showing, showing};
    #[pymodule_export]
    use crate::signals::cores;
    #[pymodule_export]
    use crate::simulate::{
        cards_per_hand, check_deals, count_all_hands, count_deals, deal_into, settle_into, shuffled,
    };
    #[pymodule_export]
    use crate::strength::{Strength, evaluate, evaluate_int, explain};
    #[pymodule_export]
    use crate::tables::{Tables, action_names, hand_key};
    #[pymodule_export]
    use crate::view::View;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::errors::add_fields(module.py())?;
        crate::kernel::chosen().map(drop)
    }
}
