//! Bytes as hands, evaluated one by one and in a batch.
#![no_main]

#[path = "../../tests/support/raw/mod.rs"]
mod raw;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    raw::hand(data);
});
