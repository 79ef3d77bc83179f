//! See `rootbake_fuzz::pem`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rootbake_fuzz::pem::check(input));
