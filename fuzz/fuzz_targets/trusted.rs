//! See `rootbake_fuzz::trusted`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rootbake_fuzz::trusted::check(input));
