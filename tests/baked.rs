//! The artefact: `roots::MOZILLA` against other parsers, other packages, and its own order.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};

use rootbake::certificate::{Certificate, Name, Purposes, Time};
use rootbake::pki_types::pem::PemObject;
use rootbake::pki_types::{CertificateDer, TrustAnchor};
use rootbake::roots::{MOZILLA, source};
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
        assert_eq!(*root.anchor(), expected, "{}", root.subject());
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
    assert_eq!(MOZILLA.as_of(), Time::from_civil(2026, 7, 17, 0, 0, 0).unwrap());
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
    let store: RootCertStore = MOZILLA.trust_anchors().collect();
    let left_out: Vec<_> = MOZILLA
        .iter()
        .filter(|root| !store.roots.contains(root.anchor()))
        .map(|root| (root.label().unwrap(), root.constraints().path_len))
        .collect();
    assert_eq!(left_out, LEFT_OUT);
}

/// webpki does not look at the path length of an anchor.
const LEFT_OUT: [(&str, Option<u8>); 2] = [
    ("Autoridad de Certificacion Firmaprofesional CIF A62634068", Some(1)),
    ("NetLock Arany (Class Gold) Főtanúsítvány", Some(4)),
];
