//! Bytes as rules, stacks and moves: a hand to its end.
#![no_main]

#[path = "../../tests/support/raw/mod.rs"]
mod raw;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    raw::play(data);
});
