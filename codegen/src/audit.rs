//! x509-parser and rustls-webpki as second and third opinion on what our own reader says of a
//! certificate.
//!
//! A bundle that independent readers do not read the same way is not one to trust.

mod webpki;

use std::fmt::Write;

use rootbake_core::certificate::{Certificate, KeyUsage, Purposes, Time};
use x509_parser::asn1_rs::{Any, FromDer};
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::ExtendedKeyUsage;

use crate::bundle::{Bundle, BundleRoot};
use crate::report::{Finding, Report};

/// Reads every certificate again with x509-parser, and compares what bears on trust: version,
/// serial number, issuer, subject, key, validity, basicConstraints, key usage, extended key usage,
/// and whether there are name constraints.
///
/// The report holds one finding, `parsers-disagree`, for each field that differs, and for each
/// certificate that x509-parser does not read. rustls-webpki is asked for the anchor that it makes of
/// the certificate, which must be ours. 118 roots take a few milliseconds.
pub fn audit(bundle: &Bundle<'_>) -> Report {
    audit_with(bundle, || ())
}

/// The same, and tells after each certificate that it is done.
pub fn audit_with(bundle: &Bundle<'_>, mut done: impl FnMut()) -> Report {
    let mut report = Report::default();
    for root in &bundle.roots {
        compare(root, theirs(root.certificate.der), &mut report);
        webpki::compare(root, root.certificate.der, &mut report);
        done();
    }
    report
}

/// What is compared, each field as text: both sides of a difference are shown.
type Reading = [(&'static str, String); FIELDS];

const X509_PARSER: &str = "x509-parser";
const FIELDS: usize = 11;
const NONE: &str = "none";

fn compare(root: &BundleRoot<'_>, theirs: Result<Reading, String>, report: &mut Report) {
    let theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => {
            return report.push(disagree(root, "certificate", "readable", &error, X509_PARSER));
        }
    };
    for ((field, ours), (_, theirs)) in ours(&root.certificate).iter().zip(&theirs) {
        if ours != theirs {
            report.push(disagree(root, field, ours, theirs, X509_PARSER));
        }
    }
}

fn disagree(root: &BundleRoot<'_>, field: &str, ours: &str, theirs: &str, who: &str) -> Finding {
    let message = format!("two parsers do not read the same {field}");
    Finding::error("parsers-disagree", message)
        .root(format_args!("{:?} ({})", root.label(), root.place))
        .on_place(&root.place)
        .found(format_args!("{ours}, by rootbake"))
        .expected(format_args!("{theirs}, by {who}"))
        .help("do not trust the certificate before it is known which of them is right")
}

fn ours(certificate: &Certificate<'_>) -> Reading {
    let extensions = &certificate.extensions;
    let basic_constraints = extensions.basic_constraints;
    let basic_constraints = basic_constraints
        .map(|constraints| constraints_text(constraints.ca, constraints.path_len.map(u32::from)));
    [
        ("version", (certificate.version as u8).to_string()),
        ("serialNumber", hex(certificate.serial)),
        ("issuer", hex(certificate.issuer.as_bytes())),
        ("subject", hex(certificate.subject.as_bytes())),
        ("subjectPublicKeyInfo", hex(certificate.spki.as_bytes())),
        ("notBefore", certificate.validity.not_before.to_string()),
        ("notAfter", certificate.validity.not_after.to_string()),
        ("basicConstraints", or_none(basic_constraints)),
        ("keyUsage", or_none(extensions.key_usage.map(key_usage_text))),
        ("extKeyUsage", or_none(extensions.extended_key_usage.map(|usage| usage.to_string()))),
        ("nameConstraints", presence(extensions.name_constraints.is_some())),
    ]
}

/// The same from x509-parser; as an error its own words where it does not read the certificate.
fn theirs(der: &[u8]) -> Result<Reading, String> {
    let (rest, certificate) = X509Certificate::from_der(der).map_err(in_words)?;
    if !rest.is_empty() {
        return Err(format!("{} bytes behind the end", rest.len()));
    }
    let basic_constraints = certificate.basic_constraints().map_err(in_words)?;
    let basic_constraints = basic_constraints.map(|constraints| {
        constraints_text(constraints.value.ca, constraints.value.path_len_constraint)
    });
    let key_usage = certificate.key_usage().map_err(in_words)?;
    // bit 0 is lowest there and highest here
    let key_usage = key_usage.map(|usage| KeyUsage::from_bits(usage.value.flags.reverse_bits()));
    let extended = certificate.extended_key_usage().map_err(in_words)?;
    let name_constraints = certificate.name_constraints().map_err(in_words)?;
    let validity = certificate.validity();
    Ok([
        ("version", (u64::from(certificate.version().0) + 1).to_string()),
        ("serialNumber", hex(certificate.raw_serial())),
        ("issuer", content(certificate.issuer().as_raw())?),
        ("subject", content(certificate.subject().as_raw())?),
        ("subjectPublicKeyInfo", content(certificate.public_key().raw)?),
        ("notBefore", time(validity.not_before.timestamp())),
        ("notAfter", time(validity.not_after.timestamp())),
        ("basicConstraints", or_none(basic_constraints)),
        ("keyUsage", or_none(key_usage.map(key_usage_text))),
        ("extKeyUsage", or_none(extended.map(|usage| purposes(usage.value).to_string()))),
        ("nameConstraints", presence(name_constraints.is_some())),
    ])
}

fn in_words(error: impl std::fmt::Display) -> String {
    format!("unreadable ({error})")
}

/// A path length over 255 counts as 255.
fn constraints_text(ca: bool, path_len: Option<u32>) -> String {
    match path_len {
        Some(path_len) => format!("cA {ca}, pathLenConstraint {}", path_len.min(255)),
        None => format!("cA {ca}"),
    }
}

/// With the bits: some have no name.
fn key_usage_text(usage: KeyUsage) -> String {
    format!("{usage} ({:#018b})", usage.bits())
}

fn purposes(usage: &ExtendedKeyUsage<'_>) -> Purposes {
    if usage.any {
        return Purposes::UNRESTRICTED;
    }
    [
        (usage.server_auth, Purposes::SERVER_AUTH),
        (usage.client_auth, Purposes::CLIENT_AUTH),
        (usage.code_signing, Purposes::CODE_SIGNING),
        (usage.email_protection, Purposes::EMAIL),
        (usage.time_stamping, Purposes::TIME_STAMPING),
        (usage.ocsp_signing, Purposes::OCSP_SIGNING),
        (!usage.other.is_empty(), Purposes::OTHER),
    ]
    .into_iter()
    .filter(|(allowed, _)| *allowed)
    .fold(Purposes::from_bits(0), |all, (_, purpose)| all.union(purpose))
}

fn time(seconds: i64) -> String {
    Time::from_unix_seconds(seconds).to_string()
}

fn or_none(text: Option<String>) -> String {
    text.unwrap_or_else(|| NONE.to_owned())
}

fn presence(present: bool) -> String {
    if present { "present" } else { NONE }.to_owned()
}

/// An element without its tag and length.
fn content(element: &[u8]) -> Result<String, String> {
    let (rest, any) = Any::from_der(element).map_err(in_words)?;
    match rest.is_empty() {
        true => Ok(hex(any.data)),
        false => Err(format!("{} bytes behind the end of an element", rest.len())),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // writing to a String cannot fail
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

    use rcgen::{
        BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair,
        KeyUsagePurpose, date_time_ymd,
    };

    use super::*;
    use crate::bundle::{Decoded, Source};

    /// A self-signed certificate with something changed.
    pub(super) fn sign(
        name: &str,
        change: impl FnOnce(&mut CertificateParams),
    ) -> rcgen::Certificate {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        change(&mut params);
        params.self_signed(&KeyPair::generate().unwrap()).unwrap()
    }

    /// What is found when our reader is given one certificate and x509-parser another.
    fn compared(ours: &rcgen::Certificate, theirs: Result<Reading, String>) -> Report {
        let mut report = Report::default();
        bundle_of(ours, |root| compare(root, theirs, &mut report));
        report
    }

    /// A bundle of one.
    pub(super) fn bundle_of(certificate: &rcgen::Certificate, take: impl FnOnce(&BundleRoot<'_>)) {
        let pem = certificate.pem();
        let source = Source { name: "test.pem", content: pem.as_bytes() };
        let decoded = Decoded::from_pem(source).unwrap();
        take(&Bundle::read(&decoded).unwrap().roots[0]);
    }

    #[test]
    fn every_field_that_differs_is_found() {
        let plain = sign("plain", |_| ());
        let other = sign("other", |params| {
            params.not_before = date_time_ymd(2021, 1, 1);
            params.not_after = date_time_ymd(2031, 1, 1);
            params.is_ca = IsCa::Ca(BasicConstraints::Constrained(3));
            params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
            params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
            params.name_constraints = Some(rcgen::NameConstraints {
                permitted_subtrees: vec![rcgen::GeneralSubtree::DnsName("example".to_owned())],
                excluded_subtrees: Vec::new(),
            });
        });
        assert!(compared(&plain, theirs(plain.der())).is_empty());
        assert!(compared(&other, theirs(other.der())).is_empty());

        let report = compared(&plain, theirs(other.der()));
        let fields: Vec<_> = report
            .findings()
            .iter()
            .map(|finding| finding.message().rsplit(' ').next().unwrap())
            .collect();
        let all = ours(&Certificate::from_der(plain.der()).unwrap()).map(|(field, _)| field);
        // both are of version 3
        assert_eq!(fields, all[1..]);
        let text = report.to_string();
        assert!(text.contains("found:    none, by rootbake"), "{text}");
        assert!(text.contains("expected: serverAuth, by x509-parser"), "{text}");
    }

    #[test]
    fn a_certificate_that_only_one_of_them_reads_is_found() {
        let report = compared(&sign("plain", |_| ()), theirs(b"\x30\x00"));
        assert!(report.has("parsers-disagree"));
        assert!(report.to_string().contains("found:    readable, by rootbake"), "{report}");
    }
}
