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
use rustls::crypto::{CryptoProvider, aws_lc_rs, ring};
use totals::Totals;

#[test]
fn x509_limbo() {
    if let Some(data) = data() {
        check("x509-limbo", &limbo::suite(&data), include_str!("limbo/exceptions.tsv"));
    }
}

#[test]
fn nist_pkits() {
    if let Some(data) = data() {
        check("nist-pkits", &pkits::suite(&data), include_str!("pkits/exceptions.tsv"));
    }
}

/// With either crypto provider, which makes no difference.
fn check(name: &str, suite: &Suite, exceptions: &str) {
    check_with(&ring::default_provider(), name, suite, exceptions);
    check_with(&aws_lc_rs::default_provider(), name, suite, exceptions);
}

fn check_with(provider: &CryptoProvider, name: &str, suite: &Suite, exceptions: &str) {
    let Suite { cases, sections } = suite;
    let judged: Vec<_> = cases.iter().map(|case| Judged::of(case, provider)).collect();
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
