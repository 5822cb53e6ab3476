//! Text as hands of an equity question, answered where it is small.
#![no_main]

#[path = "../../tests/support/raw/mod.rs"]
mod raw;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    raw::notation(data);
});
