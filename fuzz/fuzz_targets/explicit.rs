//! See `rootbake_fuzz::explicit`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rootbake_fuzz::explicit::check(input));
