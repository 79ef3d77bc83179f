//! The reader of certificates, and what is asked of what it read.

use rootbake::certificate::{
    Certificate, Extensions, Name, NameConstraints, NameForm, PublicKey, Purposes, Time,
};
use rootbake::constraints::{Constraints, Issued, PathFacts, Violation};
use rootbake::path::webpki::anchor_from_trusted_cert;
use rootbake::pki_types::CertificateDer;
use rootbake::role::{Refusal, Role, Warning};

use super::{lies_in, shown};

/// For any bytes:
///
/// - whoever reads the names alone reads the same ones;
/// - every part lies in the input;
/// - the anchor is the one that webpki makes, where it makes one;
/// - roles, warnings and constraints can be asked for, and everything be shown on one line;
/// - allowing partial chains makes anchors of intermediates, and changes nothing else;
/// - an error points into the input, or at its end.
pub fn check(input: &[u8]) {
    let names = Certificate::names_of(input);
    if let Ok((issuer, subject)) = names {
        check_name(issuer, input);
        check_name(subject, input);
    }
    match Certificate::from_der(input) {
        Ok(certificate) => {
            assert_eq!(names, Ok((certificate.issuer, certificate.subject)));
            check_certificate(&certificate, input);
        }
        Err(error) => {
            shown(error);
            assert!(!error.code().is_empty());
            assert!(error.offset() <= input.len());
        }
    }
}

/// The same for a certificate that was read from `input`.
pub(super) fn check_certificate(certificate: &Certificate<'_>, input: &[u8]) {
    assert!(lies_in(certificate.der, input));
    assert!(lies_in(certificate.serial, input));
    shown(certificate.validity.not_before);
    shown(certificate.validity.not_after);
    check_key(certificate, input);
    check_extensions(&certificate.extensions, input);
    check_anchor(certificate);
    check_roles(certificate);
    check_constraints(certificate);
    if let Ok(algorithm) = certificate.signature_algorithm() {
        shown(algorithm);
    }
    match certificate.signature() {
        Ok(signature) => shown(signature),
        Err(error) => shown(error),
    };
    assert!(!format!("{certificate:?}").is_empty());
}

fn check_name(name: Name<'_>, input: &[u8]) {
    assert!(lies_in(name.as_bytes(), input));
    shown(name);
    if let Some(short) = name.short() {
        // it may be an empty string, which is shown as nothing
        assert!(!short.to_string().contains(char::is_control));
    }
}

fn check_key(certificate: &Certificate<'_>, input: &[u8]) {
    let spki = certificate.spki;
    assert!(lies_in(spki.as_bytes(), input));
    if let Ok(algorithm) = spki.algorithm() {
        assert!(lies_in(algorithm, spki.as_bytes()));
    }
    match spki.key() {
        Ok(key) => shown(key),
        Err(error) => shown(error),
    };
    // where both tell the size of an RSA key, they agree
    if let (Ok(PublicKey::Rsa { bits, .. }), Ok(modulus)) = (spki.key(), spki.modulus_bits()) {
        assert_eq!(modulus, Some(bits));
    }
}

fn check_extensions(extensions: &Extensions<'_>, input: &[u8]) {
    let parts = [
        extensions.authority_key_id,
        extensions.subject_key_id,
        extensions.subject_alt_name,
        extensions.name_constraints.as_ref().map(NameConstraints::as_bytes),
    ];
    assert!(parts.into_iter().flatten().all(|part| lies_in(part, input)));
    for name in extensions.dns_names().filter_map(Result::ok) {
        assert!(lies_in(name.as_bytes(), extensions.subject_alt_name.unwrap_or_default()));
        assert!(!name.to_string().contains(char::is_control));
    }
    extensions.key_usage.map(shown);
    extensions.extended_key_usage.map(shown);
    extensions.unknown_critical.map(shown);
}

fn check_anchor(certificate: &Certificate<'_>) {
    let der = CertificateDer::from(certificate.der);
    if let Ok(expected) = anchor_from_trusted_cert(&der) {
        assert_eq!(certificate.trust_anchor(), expected);
    }
}

fn check_roles(certificate: &Certificate<'_>) {
    let [without, with] = [false, true].map(|partial_chain| Role::of(certificate, partial_chain));
    let constraints = certificate.extensions.name_constraints;
    let expected = match without {
        Ok(Role::Intermediate) if constraints.is_some_and(on_directories) => {
            Err(Refusal::DirectoryNameConstraint)
        }
        Ok(Role::Intermediate) => Ok(Role::Anchor),
        other => other,
    };
    assert_eq!(with, expected);
    if let Err(refusal) = with {
        shown(refusal);
        assert!(!refusal.code().is_empty());
    }
    Warning::each(certificate, |warning| {
        shown(warning);
        assert!(!warning.code().is_empty());
    });
}

fn on_directories(constraints: NameConstraints<'_>) -> bool {
    constraints.names(NameForm::Directory)
}

fn check_constraints(certificate: &Certificate<'_>) {
    let constraints = Constraints::of(certificate);
    let time = Some(Time::from_unix_seconds(1_800_000_000));
    let facts = PathFacts { time, purpose: Purposes::SERVER_AUTH, intermediates: 1 };
    if let Err(violation) = constraints.check(&facts, not_asked) {
        shown(violation);
        assert!(!violation.code().is_empty());
    }
    // a library that knows no constraints is handed only what any path keeps, but for the dates
    let any_path = PathFacts { time: None, intermediates: u8::MAX, ..facts };
    let kept = constraints.check(&any_path, not_asked).is_ok() && constraints.path_len.is_none();
    assert_eq!(constraints.are_within_webpki(), kept);
}

/// What a certificate limits itself asks for nothing of the end entity.
fn not_asked<'a>() -> Result<Issued<'a>, Violation> {
    unreachable!("nothing is imposed")
}
