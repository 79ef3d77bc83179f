//! The pins: what Mozilla trusted in a month, which no release of ours and no feature changes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rootbake::RootSet;
use rootbake::certificate::{Certificate, Fingerprint, Purposes, Time};
use rootbake::pki_types::CertificateDer;
use rootbake::pki_types::pem::PemObject;
use rootbake::root_set::Root;
use rootbake::roots::{MOZILLA, MOZILLA_2026_02, MOZILLA_2026_07};

/// What a pin was on the day it was made. To change one of these is to break a promise.
struct Pin {
    set: &'static RootSet,
    name: &'static str,
    len: usize,
    /// Month and day of the release it is from, in 2026
    as_of: (u8, u8),
    /// The hash over its roots and their rules
    set_sha256: &'static str,
}

const PINS: [Pin; 2] = [
    Pin {
        set: &MOZILLA_2026_02,
        name: "mozilla-2026-02",
        len: 136,
        as_of: (2, 3),
        set_sha256: "3cfbaad3f277e38c4367f143407cc312985c65e665ec6f8a34a5ec3ca666a7e7",
    },
    Pin {
        set: &MOZILLA_2026_07,
        name: "mozilla-2026-07",
        len: 121,
        as_of: (7, 18),
        set_sha256: "1a473487c2001146491dbce7f8f19b7a9a7fafe5e677973be5ff1efb8e6db588",
    },
];

#[test]
fn a_pin_is_what_it_was() {
    for Pin { set, name, len, as_of: (month, day), set_sha256 } in PINS {
        assert_eq!(set.name(), name);
        assert_eq!(set.len(), len);
        assert_eq!(set.as_of(), Time::from_civil(2026, month, day, 0, 0, 0).unwrap());
        let hex: String = set.set_sha256().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, set_sha256, "{name}");
    }
}

/// The certificates of a bundle by the reader of rustls-pki-types, not ours.
fn certificates(name: &str) -> Vec<CertificateDer<'static>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("roots").join(name).with_extension("pem");
    let pem = fs::read(file).unwrap();
    CertificateDer::pem_slice_iter(&pem).map(Result::unwrap).collect()
}

#[test]
fn with_every_feature_on_each_set_holds_its_own_bundle_and_no_more() {
    for set in [&MOZILLA, &MOZILLA_2026_02, &MOZILLA_2026_07] {
        let certificates = certificates(set.name());
        let fingerprint =
            |der: &CertificateDer<'_>| Certificate::from_der(der).unwrap().fingerprint();
        let expected: BTreeSet<Fingerprint> = certificates.iter().map(fingerprint).collect();
        let baked: BTreeSet<Fingerprint> = set.iter().map(|root| *root.fingerprint()).collect();
        assert_eq!(baked, expected, "{}", set.name());
        for der in &certificates {
            let root = set.by_fingerprint(&fingerprint(der)).unwrap();
            let anchor = webpki::anchor_from_trusted_cert(der).unwrap();
            assert_eq!(root.subject().as_bytes(), anchor.subject.as_ref());
            assert_eq!(root.spki().as_bytes(), anchor.subject_public_key_info.as_ref());
        }
    }
}

#[test]
fn a_pin_has_what_mozilla_imposed() {
    for pin in PINS {
        for root in pin.set {
            let constraints = root.constraints();
            let purposes = constraints.purposes;
            assert!(
                purposes.allows(Purposes::SERVER_AUTH) && !purposes.allows(Purposes::CLIENT_AUTH)
            );
            let imposed = constraints.imposed.unwrap();
            assert!(!imposed.purposes_source().is_empty());
            let dates: Vec<_> = imposed.any_of().map(|rules| rules.to_string()).collect();
            let (date, name) = match root.label().unwrap() {
                "Izenpe.com" => (Some("issued at 2026-04-15T23:59:59Z or before"), None),
                "TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1" => {
                    (None, Some("DNS names under .tr"))
                }
                _ => (None, None),
            };
            assert_eq!(dates, Vec::from_iter(date), "{:?}", root.label());
            assert_eq!(
                Vec::from_iter(imposed.names().iter()),
                Vec::from_iter(name),
                "{:?}",
                root.label()
            );
        }
    }
}

#[test]
fn roots_that_went_are_in_the_pin_of_their_month() {
    let labels = |set: &'static RootSet, other: &RootSet| -> Vec<&str> {
        let gone = |root: &Root| other.by_fingerprint(root.fingerprint()).is_none();
        let mut labels: Vec<_> =
            set.iter().filter(gone).map(|root| root.label().unwrap()).collect();
        labels.sort_unstable();
        labels
    };
    assert_eq!(
        labels(&MOZILLA_2026_07, &MOZILLA),
        ["emSign ECC Root CA - C3", "emSign ECC Root CA - G3", "emSign Root CA - C1"]
    );
    assert_eq!(labels(&MOZILLA_2026_02, &MOZILLA_2026_07).len(), 19);
    assert!(labels(&MOZILLA, &MOZILLA_2026_07).is_empty());
}
