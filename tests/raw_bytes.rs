//! Raw bytes thrown at what reads from outside: the readers of cards and hands, the evaluators, the engine by way of any
//! rules, stacks, deck and actions, and saved tables.

#[path = "support/raw/mod.rs"]
mod raw;

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// As many cases as a test needs, or more where `PROPTEST_CASES` asks for more.
fn config(least: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(least), ..default }
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn any_text_is_read_or_refused(data in bytes(40)) {
        raw::cards(&data);
    }

    #[test]
    fn any_bytes_are_a_hand_or_refused(data in bytes(10)) {
        raw::hand(&data);
    }

    #[test]
    fn any_cards_are_a_hand_or_refused(data in proptest::collection::vec(0..56u8, 5..9)) {
        raw::hand(&data);
    }

    #[test]
    fn any_seats_make_a_question_or_none(game in any::<u8>(), text in "[()?|:/. ,2-9TJQKAcdhs10\n-]{0,60}") {
        raw::notation(&[&[game], text.as_bytes()].concat());
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_bytes_are_tables_or_refused(data in bytes(200)) {
        raw::tables(&data);
    }
}

#[test]
fn any_bytes_play_a_hand_to_its_end() {
    let mut runner = TestRunner::new(config(100_000));
    let played = Cell::new(0u32);
    runner
        .run(&bytes(200), |data| {
            played.set(played.get() + u32::from(raw::play(&data)));
            Ok(())
        })
        .expect("no hand breaks a promise");
    assert!(played.get() > 25_000, "only {} hands were played", played.get());
}
