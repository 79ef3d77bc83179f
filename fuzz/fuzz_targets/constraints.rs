//! See `rootbake_fuzz::constraints`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rootbake_fuzz::constraints::check(input));
