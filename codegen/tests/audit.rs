//! The second opinion on the pinned bundle.
#![cfg(feature = "audit")]

use std::fs;

use rootbake_codegen::audit::audit;
use rootbake_codegen::{Bundle, Decoded, Source};

#[test]
fn both_parsers_read_every_pinned_root_the_same() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../roots/mozilla.pem");
    let Ok(pem) = fs::read(path) else {
        eprintln!("skipped: {path} is not there, as in a package by itself");
        return;
    };
    let decoded = Decoded::from_pem(Source { name: "mozilla.pem", content: &pem }).unwrap();
    let bundle = Bundle::read(&decoded).unwrap();
    assert_eq!(bundle.len(), 118);
    let report = audit(&bundle);
    assert!(report.is_empty(), "{report}");
}
