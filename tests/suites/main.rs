//! Suites of others for the verification of paths, asked of rootbake and of plain rustls-webpki
//! side by side: x509-limbo and NIST PKITS, under the directory that the environment variable
//! `ROOTBAKE_TEST_DATA` names.
//!
//! Every case in which one of the two differs from its suite is in `exceptions.tsv` beside the
//! suite, with a reason; the totals are in `docs/suites.md`.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod by_rootbake;
mod by_webpki;
mod docs;
mod exceptions;
mod judged;
mod limbo;
mod pkits;
mod question;
mod table;
mod totals;

use std::env;
use std::path::PathBuf;

use judged::{Judged, Suite};
use totals::Totals;

#[test]
fn x509_limbo() {
    if let Some(data) = data() {
        check("x509-limbo", limbo::suite(&data), include_str!("limbo/exceptions.tsv"));
    }
}

#[test]
fn nist_pkits() {
    if let Some(data) = data() {
        check("nist-pkits", pkits::suite(&data), include_str!("pkits/exceptions.tsv"));
    }
}

fn check(name: &str, suite: Suite, exceptions: &str) {
    let Suite { cases, sections } = suite;
    let judged: Vec<_> = cases.into_iter().map(Judged::of).collect();
    let totals = Totals::of(&judged, sections).to_string();
    println!("{name}\n{totals}");
    let problems = exceptions::problems(&judged, exceptions);
    assert!(problems.is_empty(), "{name}:\n{}", problems.join("\n"));
    docs::check(name, &totals);
}

fn data() -> Option<PathBuf> {
    let data = env::var_os("ROOTBAKE_TEST_DATA").map(PathBuf::from);
    if data.is_none() {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set");
    }
    data
}
