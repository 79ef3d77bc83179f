//! The artefact: `roots::MOZILLA` against other parsers, other packages, and its own order.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};

use rootbake::RootSet;
use rootbake::certificate::{Certificate, Name, Purposes, Time};
use rootbake::constraints::Constraints;
use rootbake::pki_types::pem::PemObject;
use rootbake::pki_types::{CertificateDer, TrustAnchor};
use rootbake::root_set::Root;
use rootbake::roots::{CHROME, MOZILLA, source};
use rustls::RootCertStore;
use x509_parser::prelude::FromDer;

/// The certificates of `roots/mozilla.pem` by the reader of rustls-pki-types, not ours.
fn certificates() -> Vec<CertificateDer<'static>> {
    CertificateDer::pem_slice_iter(source::MOZILLA_PEM).map(Result::unwrap).collect()
}

fn fingerprint(der: &[u8]) -> [u8; 32] {
    Certificate::from_der(der).unwrap().fingerprint()
}

const TUBITAK: &str = "TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1";

#[test]
fn every_anchor_is_what_webpki_derives() {
    let certificates = certificates();
    assert_eq!(certificates.len(), MOZILLA.len());
    for der in &certificates {
        let root = MOZILLA.by_fingerprint(&fingerprint(der)).expect("every root is baked");
        let mut expected = webpki::anchor_from_trusted_cert(der).unwrap();
        if root.label() == Some(TUBITAK) {
            expected.name_constraints = Some(b"\xa0\x070\x05\x82\x03.tr"[..].into());
        }
        assert_eq!(root.anchor(), expected, "{}", root.subject());
    }
}

#[test]
fn every_anchor_is_what_x509_parser_derives() {
    for der in certificates() {
        let (rest, certificate) =
            x509_parser::certificate::X509Certificate::from_der(&der).unwrap();
        assert!(rest.is_empty());
        let root = MOZILLA.by_fingerprint(&fingerprint(&der)).unwrap();
        assert_eq!(in_sequence(root.subject().as_bytes()), certificate.subject().as_raw());
        assert_eq!(in_sequence(root.spki().as_bytes()), certificate.public_key().raw);
        let validity = root.constraints().validity;
        assert_eq!(
            validity.not_before.unix_seconds(),
            certificate.validity().not_before.timestamp()
        );
        assert_eq!(validity.not_after.unix_seconds(), certificate.validity().not_after.timestamp());
        let basic = certificate.basic_constraints().unwrap().unwrap().value;
        let path_len = basic.path_len_constraint.map(|length| u8::try_from(length).unwrap());
        assert_eq!(root.constraints().path_len, path_len);
        assert!(root.constraints().purposes.allows(Purposes::SERVER_AUTH));
    }
}

/// DER with the header that an anchor leaves out.
fn in_sequence(content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap();
    let [high, low] = length.to_be_bytes();
    let header: &[u8] = match length {
        0..=0x7f => &[0x30, low],
        0x80..=0xff => &[0x30, 0x81, low],
        _ => &[0x30, 0x82, high, low],
    };
    [header, content].concat()
}

#[test]
fn the_bundle_is_that_of_the_package_it_is_from() {
    let ours: BTreeSet<_> = certificates().iter().map(|der| fingerprint(der)).collect();
    let theirs = webpki_root_certs::TLS_SERVER_ROOT_CERTS;
    assert_eq!(ours, theirs.iter().map(|der| fingerprint(der)).collect());
    assert_eq!(ours.len(), 118);
}

#[test]
fn the_set_differs_from_webpki_roots_by_name() {
    let by_key = |anchors: &[TrustAnchor<'static>]| -> BTreeMap<_, _> {
        let key = |anchor: &TrustAnchor<'static>| {
            (anchor.subject.to_vec(), anchor.subject_public_key_info.to_vec())
        };
        anchors.iter().map(|anchor| (key(anchor), anchor.name_constraints.clone())).collect()
    };
    let ours = by_key(MOZILLA.trust_anchors_ignoring_constraints());
    let theirs = by_key(webpki_roots::TLS_SERVER_ROOTS);
    let names = |keys: &mut dyn Iterator<Item = &(Vec<u8>, Vec<u8>)>| -> Vec<String> {
        keys.map(|(subject, _)| Name::from_content(subject).short().unwrap().to_string()).collect()
    };
    let added = names(&mut ours.keys().filter(|key| !theirs.contains_key(*key)));
    assert_eq!(added, [""; 0]);
    let dropped = names(&mut theirs.keys().filter(|key| !ours.contains_key(*key)));
    assert_eq!(dropped, DROPPED);
    let constrained: Vec<_> = ours
        .iter()
        .filter(|(_, constraints)| constraints.is_some())
        .map(|((subject, _), _)| Name::from_content(subject).short().unwrap().to_string())
        .collect();
    assert_eq!(constrained, [TUBITAK]);
    for (key, constraints) in &ours {
        assert_eq!(theirs[key], *constraints, "{}", Name::from_content(&key.0));
    }
}

/// In webpki-roots 1.0.10 and no longer in the data of webpki-root-certs 1.0.11.
const DROPPED: [&str; 2] = ["emSign Root CA - C1", "emSign ECC Root CA - C3"];

#[test]
fn roots_are_sorted_by_subject_and_fingerprint_and_found_by_both() {
    let order: Vec<_> =
        MOZILLA.iter().map(|root| (root.subject().as_bytes(), root.fingerprint())).collect();
    assert!(order.is_sorted());
    for root in &MOZILLA {
        let same = MOZILLA.by_subject(root.subject());
        assert_eq!(same.filter(|same| same.fingerprint() == root.fingerprint()).count(), 1);
        let found = MOZILLA.by_fingerprint(root.fingerprint()).unwrap();
        assert_eq!(found.subject(), root.subject());
    }
    assert_eq!(MOZILLA.by_subject(Name::from_content(b"nobody")).len(), 0);
    assert!(MOZILLA.by_fingerprint(&[0; 32]).is_none());
}

#[test]
fn the_set_says_what_it_is() {
    assert_eq!(MOZILLA.name(), "mozilla");
    assert_eq!(MOZILLA.len(), 118);
    assert!(!MOZILLA.is_empty());
    assert_eq!(MOZILLA.as_of(), Time::from_civil(2026, 10, 23, 0, 0, 0).unwrap());
    let manifest = rootbake::root_set::Manifest::read(MOZILLA.manifest().as_bytes()).unwrap();
    assert_eq!(manifest.len(), 118);
    assert_eq!(manifest.set_sha256(), MOZILLA.set_sha256());
    assert!(MOZILLA.iter().all(|root| root.label().is_some_and(|label| !label.is_empty())));
}

#[cfg(feature = "certificates")]
#[test]
fn every_root_has_its_certificate_and_gives_it_as_pem() {
    for der in certificates() {
        let root = MOZILLA.by_fingerprint(&fingerprint(&der)).unwrap();
        assert_eq!(root.certificate(), Some(&der[..]));
        let pem = rootbake::Anchor::Baked(root).pem().unwrap().to_string();
        assert_eq!(CertificateDer::from_pem_slice(pem.as_bytes()).unwrap(), der);
    }
}

#[test]
fn a_root_cert_store_takes_the_anchors_whose_rules_it_can_keep() {
    for (set, expected) in [(&MOZILLA, 3), (&CHROME, 62)] {
        let store: RootCertStore = set.trust_anchors().collect();
        let (taken, left_out): (Vec<_>, Vec<_>) =
            set.iter().partition(|root| store.roots.contains(&root.anchor()));
        let has_rules = |root: &Root| {
            let constraints = root.constraints();
            constraints.path_len.is_some()
                || constraints.imposed.is_some_and(|imposed| imposed.has_rules())
        };
        assert!(!taken.iter().any(has_rules) && left_out.iter().all(has_rules));
        assert_eq!(left_out.len(), expected, "{}", set.name());
    }
}

#[test]
fn every_anchor_of_chrome_is_what_webpki_derives() {
    let certificates: Vec<CertificateDer<'static>> =
        CertificateDer::pem_slice_iter(source::CHROME_PEM).map(Result::unwrap).collect();
    assert_eq!((certificates.len(), CHROME.len()), (115, 115));
    for der in &certificates {
        let root = CHROME.by_fingerprint(&fingerprint(der)).expect("every root is baked");
        assert_eq!(root.anchor(), webpki::anchor_from_trusted_cert(der).unwrap());
        assert_eq!(root.constraints().purposes, Purposes::SERVER_AUTH);
    }
    assert!(CHROME.iter().is_sorted_by_key(|root| (root.subject().as_bytes(), root.fingerprint())));
}

/// The rules of a set, each as the label of its root, the rule, and its source.
fn rules(set: &RootSet) -> Vec<[String; 3]> {
    let of_root = |root: Root| {
        let label = root.label().unwrap().to_owned();
        let imposed = root.constraints().imposed.into_iter().flat_map(|imposed| imposed.any_of());
        imposed.map(move |rule| [label.clone(), rule.to_string(), rule.source.to_owned()])
    };
    let mut rules: Vec<_> = set.iter().flat_map(of_root).collect();
    rules.sort();
    rules
}

#[test]
fn what_mozilla_imposes_is_in_the_set() {
    let date = "issued at 2026-04-15T23:59:59Z or before";
    assert_eq!(rules(&MOZILLA), [["Izenpe.com", date, "NSS certdata.txt"]]);
    let named = MOZILLA.iter().filter_map(|root| {
        let imposed = root.constraints().imposed?;
        (!imposed.names().is_empty()).then_some((
            root.label()?,
            imposed.names().to_string(),
            imposed.names_source(),
        ))
    });
    let source = "Mozilla: CCADB, column Mozilla Applied Constraints, as in crates.io package \
                  webpki-roots 1.0.10";
    assert_eq!(named.collect::<Vec<_>>(), [(TUBITAK, "DNS names under .tr".to_owned(), source)]);
    for root in &MOZILLA {
        let Constraints { purposes, imposed, .. } = root.constraints();
        assert!(purposes.allows(Purposes::SERVER_AUTH) && !purposes.allows(Purposes::CLIENT_AUTH));
        assert!(!imposed.unwrap().purposes_source().is_empty());
    }
}

#[test]
fn what_chrome_imposes_is_in_the_set() {
    let rules = rules(&CHROME);
    assert_eq!(rules.len(), 47);
    for [label, rule, source] in &rules {
        assert!(rule.starts_with("issued and logged at "), "{label}: {rule}");
        assert!(source.starts_with("Chrome Root Store 40, set 1 of 2, from version "), "{source}");
    }
    let today = "issued and logged at 2026-11-30T23:59:59Z or before";
    assert_eq!(rules.iter().filter(|[_, rule, _]| rule.as_str() <= today).count(), 30);
}
