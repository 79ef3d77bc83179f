//! What a refusal says: which certificate, what was found, what was expected, what would help.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::Duration;

use common::{Ca, leaf_params};
use rcgen::{
    CertificateParams, CustomExtension, DistinguishedName, DnType, DnValue,
    ExtendedKeyUsagePurpose, IsCa, KeyPair, date_time_ymd,
};
use rootbake::certificate::Time;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{SecureContext, VerifyError};

fn at(year: u16) -> UnixTime {
    let time = Time::from_civil(year, 1, 1, 0, 0, 0).unwrap().unix_seconds();
    UnixTime::since_unix_epoch(Duration::from_secs(time.try_into().unwrap()))
}

fn refuse(trusted: &str, chain: &[&CertificateDer<'static>]) -> VerifyError {
    let builder = SecureContext::builder();
    let builder = if trusted.is_empty() { builder } else { builder.ca(trusted).unwrap() };
    let context = builder.build().unwrap();
    let [end_entity, sent @ ..] = chain else { panic!("a chain has an end entity") };
    let sent: Vec<_> = sent.iter().map(|der| (*der).clone()).collect();
    let name = ServerName::try_from("localhost").unwrap();
    context.verifier().verify_server(end_entity, &sent, &name, at(2030)).unwrap_err()
}

/// Holds code, hint and some words of a refusal.
fn check(error: &VerifyError, code: &str, hint: Option<&str>, words: &[&str]) {
    assert_eq!((error.code(), error.hint()), (code, hint), "{error}");
    for words in words {
        assert!(error.to_string().contains(words), "{words:?} is not in {error}");
    }
    assert!(error.to_string().ends_with(&format!("[{code}]")), "{error}");
}

#[test]
fn an_unknown_issuer_is_named_with_what_is_trusted() {
    let ca = Ca::new("Private CA");
    let error = refuse("", &[ca.leaf().certificate.der()]);
    check(&error, "unknown-issuer", None, &["\"CN=Private CA\"", "\"CN=leaf\"", "118 of mozilla"]);
    let other = Ca::new("Other CA");
    let error = refuse(&other.pem(), &[ca.leaf().certificate.der()]);
    check(&error, "unknown-issuer", None, &["(1 explicit)", "`.ca(..)`"]);
}

#[test]
fn the_issuer_at_the_top_of_what_was_sent_is_the_one_that_is_missing() {
    let root = Ca::new("Private Root");
    let intermediate = root.intermediate("Private Intermediate");
    let error = refuse("", &[intermediate.leaf().certificate.der(), intermediate.der()]);
    check(&error, "unknown-issuer", None, &["found issuer \"CN=Private Root\""]);
}

#[test]
fn a_known_issuer_with_another_key_is_said() {
    let (old, new) = (Ca::new("Private CA"), Ca::new("Private CA"));
    let error = refuse(&old.pem(), &[new.leaf().certificate.der()]);
    check(&error, "bad-signature", Some("issuer-key-differs"), &["\"CN=Private CA\" (sha256 "]);
}

#[test]
fn a_name_that_differs_in_string_type_case_or_blanks_is_said() {
    let named = |name: DnValue| {
        Ca::with("replaced", |params| {
            params.distinguished_name = DistinguishedName::new();
            params.distinguished_name.push(DnType::CommonName, name);
        })
    };
    let utf8 = |name: &str| DnValue::Utf8String(name.to_owned());
    let trusted = named(utf8("Private CA"));
    let printable = DnValue::PrintableString("Private CA".try_into().unwrap());
    for other in [printable, utf8("PRIVATE ca"), utf8("Private  CA"), utf8(" Private CA")] {
        let error = refuse(&trusted.pem(), &[named(other).leaf().certificate.der()]);
        check(&error, "unknown-issuer", Some("issuer-name-resembles"), &["byte by byte"]);
    }
    let error = refuse(&trusted.pem(), &[named(utf8("Private CB")).leaf().certificate.der()]);
    check(&error, "unknown-issuer", None, &[]);
}

#[test]
fn an_intermediate_that_was_given_without_its_root_is_said() {
    let intermediate = Ca::new("Private Root").intermediate("Private Intermediate");
    let below = intermediate.intermediate("Lower Intermediate");
    let words = ["`.allow_partial_trust_chain(true)`", "found issuer \"CN=Private Root\""];
    let error = refuse(&intermediate.pem(), &[intermediate.leaf().certificate.der()]);
    check(&error, "unknown-issuer", Some("partial-chain"), &words);
    let chain = [below.leaf().certificate.der(), below.der()].map(Clone::clone);
    let error = refuse(&intermediate.pem(), &[&chain[0], &chain[1]]);
    check(&error, "unknown-issuer", Some("partial-chain"), &words);
}

#[test]
fn a_self_signed_certificate_is_said() {
    let alone = leaf_params().self_signed(&KeyPair::generate().unwrap()).unwrap();
    let error = refuse("", &[alone.der()]);
    check(&error, "unknown-issuer", Some("self-signed"), &["this very certificate"]);
    let ca = Ca::new("localhost");
    check(&refuse("", &[ca.der()]), "ca-as-end-entity", Some("self-signed"), &[]);
}

#[test]
fn a_root_that_is_there_and_not_usable_says_why() {
    let check_ca = |change: fn(&mut CertificateParams), code: &str, words: &[&str]| {
        let ca = Ca::with("Private CA", change);
        check(&refuse(&ca.pem(), &[ca.leaf().certificate.der()]), code, None, words);
    };
    check_ca(
        |params| params.not_after = date_time_ymd(2029, 1, 1),
        "anchor-expired",
        &["verified at 2030-01-01T00:00:00Z", "last second is 2029-01-01T00:00:00Z"],
    );
    check_ca(
        |params| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::EmailProtection],
        "anchor-purpose",
        &["found emailProtection, expected serverAuth"],
    );
}

#[test]
fn the_certificate_at_fault_is_named() {
    let root = Ca::new("Private Root");
    let expired = root.intermediate_with("Old Intermediate", |params| {
        params.not_after = date_time_ymd(2029, 1, 1)
    });
    let error = refuse(&root.pem(), &[expired.leaf().certificate.der(), expired.der()]);
    let place = "certificate 2 of the chain \"CN=Old Intermediate\"";
    check(&error, "expired", None, &[place, "last second is 2029-01-01"]);

    let leaf = root.leaf_with(|params| params.not_after = date_time_ymd(2028, 1, 1));
    let error = refuse(&root.pem(), &[leaf.certificate.der()]);
    check(&error, "expired", None, &["certificate of the peer \"CN=leaf\"", "2028-01-01"]);

    let not_ca = root.intermediate_with("Not A CA", |params| params.is_ca = IsCa::ExplicitNoCa);
    let error = refuse(&root.pem(), &[not_ca.leaf().certificate.der(), not_ca.der()]);
    check(&error, "end-entity-as-issuer", None, &["certificate 2 of the chain \"CN=Not A CA\""]);

    let client = [ExtendedKeyUsagePurpose::ClientAuth];
    let leaf = root.leaf_with(|params| params.extended_key_usages = client.to_vec());
    let error = refuse(&root.pem(), &[leaf.certificate.der()]);
    check(&error, "purpose", None, &["\"CN=leaf\" is for clientAuth"]);
}

#[test]
fn a_critical_extension_is_named() {
    let root = Ca::new("Private Root");
    for (oid, name) in [(&[2, 5, 29, 32][..], "2.5.29.32"), (&[1, 2, 3, 4], "1.2.3.4")] {
        let leaf = root.leaf_with(|params| {
            let mut extension = CustomExtension::from_oid_content(
                &oid.iter().map(|arc| *arc as u64).collect::<Vec<_>>(),
                vec![0x30, 0],
            );
            extension.set_criticality(true);
            params.custom_extensions.push(extension);
        });
        let error = refuse(&root.pem(), &[leaf.certificate.der()]);
        check(&error, "unsupported-critical-extension", None, &[name, "\"CN=leaf\""]);
    }
}

#[test]
fn a_leaf_without_names_is_said_and_its_common_name_does_not_count() {
    let ca = Ca::new("Private CA");
    let leaf = ca.leaf_with(|params| {
        params.subject_alt_names.clear();
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "localhost");
    });
    let error = refuse(&ca.pem(), &[leaf.certificate.der()]);
    check(&error, "name-mismatch", Some("no-subject-alt-name"), &["a common name is never taken"]);
}

#[test]
fn a_certificate_that_cannot_be_read_says_where() {
    let garbage = CertificateDer::from_slice(&[0x30, 0x80, 0, 0]);
    let error = refuse("", &[&garbage]);
    check(&error, "bad-certificate", None, &["indefinite length", "byte 0"]);
}
