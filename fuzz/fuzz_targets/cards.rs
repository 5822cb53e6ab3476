//! Text as cards.
#![no_main]

#[path = "../../tests/support/raw/mod.rs"]
mod raw;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    raw::cards(data);
});
