//! See `rootbake_fuzz::certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rootbake_fuzz::certificate::check(input));
