//! Bytes as tables, as what is saved of them and as what was made of it.
#![no_main]

#[path = "../../tests/support/raw/mod.rs"]
mod raw;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    raw::tables(data);
});
