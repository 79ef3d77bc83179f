//! NSS's `certdata.txt`: objects of PKCS#11, each certificate with an object of its trust.
//!
//! The two belong together by issuer and serial number, and by the SHA-1 of the certificate where
//! it is named. The file says for how long Mozilla still trusts what a root issued, in either of
//! the two, but not which names a root may speak for: that stands in the code of NSS, which is
//! told as a note.

mod object;
mod trust;

use std::collections::BTreeMap;

use rootbake_core::certificate::{Certificate, Fingerprint, Time, sha256};

use super::{Programme, ProgrammeRoot, named};
use crate::bundle::Source;
use crate::report::{Finding, Report};
use object::{Object, Value};
use trust::Trust;

pub(super) fn read(source: Source<'_, str>) -> Result<Programme, Report> {
    let file = source.name;
    let mut report = Report::default();
    // an object with a line that is wrong would be told again for what it then lacks
    let objects = object::read(source)?;
    let (mut roots, mut trusts) = (Vec::new(), BTreeMap::new());
    for object in &objects {
        match Read::object(object) {
            Ok(Read::Root(root)) => roots.push(root),
            Ok(Read::Trust(trust)) => match trusts.get(&trust.key) {
                Some(first) => report.push(twice(&trust, first, file)),
                None => {
                    trusts.insert(trust.key.clone(), trust);
                }
            },
            Ok(Read::RootList) => (),
            Err(finding) => {
                report.push(finding.led_by("at", format_args!("{file}, line {}", object.line)));
            }
        }
    }
    if roots.is_empty() && report.is_empty() {
        report.push(
            Finding::error("no-roots", "file holds no certificate")
                .at(file)
                .found("no object CKO_CERTIFICATE")
                .expected("one for each root"),
        );
    }
    // what is wrong with an object would only be told again as that of its missing partner
    report.or((roots, trusts)).and_then(|(roots, trusts)| join(file, roots, trusts))
}

/// Issuer and serial number, both in DER: what PKCS#11 names a certificate by.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Key {
    issuer: Vec<u8>,
    serial: Vec<u8>,
}

impl Key {
    fn read(object: &Object<'_>) -> Result<Self, Finding> {
        let issuer = object.bytes("CKA_ISSUER")?.to_vec();
        Ok(Self { issuer, serial: object.bytes("CKA_SERIAL_NUMBER")?.to_vec() })
    }
}

struct Root {
    key: Key,
    label: String,
    fingerprint: Fingerprint,
    der: Vec<u8>,
    distrust_after: Option<Time>,
    line: usize,
}

enum Read {
    Root(Root),
    RootList,
    Trust(Trust),
}

impl Read {
    fn object(object: &Object<'_>) -> Result<Self, Finding> {
        match object.word("CKA_CLASS")? {
            "CKO_CERTIFICATE" => Root::read(object).map(Self::Root),
            "CKO_NSS_TRUST" | "CKO_NETSCAPE_TRUST" | "CKO_TRUST" => {
                Trust::read(object).map(Self::Trust)
            }
            "CKO_NSS_BUILTIN_ROOT_LIST" | "CKO_NETSCAPE_BUILTIN_ROOT_LIST" => {
                object.known(&[])?;
                Ok(Self::RootList)
            }
            other => Err(Finding::error("bad-programme-value", "class of object is unknown")
                .found(other)
                .expected("CKO_CERTIFICATE, CKO_NSS_TRUST or CKO_NSS_BUILTIN_ROOT_LIST")),
        }
    }
}

impl Root {
    fn read(object: &Object<'_>) -> Result<Self, Finding> {
        object.known(&[
            "CKA_CERTIFICATE_TYPE",
            "CKA_SUBJECT",
            "CKA_ID",
            "CKA_ISSUER",
            "CKA_SERIAL_NUMBER",
            "CKA_VALUE",
            "CKA_NSS_MOZILLA_CA_POLICY",
            "CKA_NSS_SERVER_DISTRUST_AFTER",
            "CKA_NSS_EMAIL_DISTRUST_AFTER",
        ])?;
        if object.word("CKA_CERTIFICATE_TYPE")? != "CKC_X_509" {
            return Err(Finding::error("bad-programme-value", "certificate is not of X.509")
                .expected("CKA_CERTIFICATE_TYPE CK_CERTIFICATE_TYPE CKC_X_509"));
        }
        let key = Key::read(object)?;
        let der = object.bytes("CKA_VALUE")?;
        check(&key, object.bytes("CKA_SUBJECT")?, der)?;
        Ok(Self {
            key,
            label: object.text("CKA_LABEL")?.to_owned(),
            fingerprint: sha256(der),
            der: der.to_vec(),
            distrust_after: distrust_after(object)?,
            line: object.line,
        })
    }
}

/// Whether the attributes beside a certificate are what is in it: the trust is found by them.
fn check(key: &Key, subject: &[u8], der: &[u8]) -> Result<(), Finding> {
    let certificate = Certificate::from_der(der).map_err(|error| {
        Finding::error("bad-certificate", "certificate cannot be read")
            .found(format_args!("{error} [{}]", error.code()))
            .expected("the DER of a certificate (RFC 5280 section 4.1)")
    })?;
    for (attribute, value, content) in [
        ("CKA_ISSUER", key.issuer.as_slice(), certificate.issuer.as_bytes()),
        ("CKA_SERIAL_NUMBER", key.serial.as_slice(), certificate.serial),
        ("CKA_SUBJECT", subject, certificate.subject.as_bytes()),
    ] {
        if !is_element(value, content) {
            return Err(Finding::error(
                "contradiction",
                "attribute is not what the certificate says",
            )
            .fact("field", attribute)
            .expected("the DER that stands in CKA_VALUE"));
        }
    }
    Ok(())
}

/// Whether a DER element has this content. The length need not be looked at, since what is in the
/// certificate has the right one.
fn is_element(element: &[u8], content: &[u8]) -> bool {
    let header = element.strip_suffix(content).map(<[_]>::len);
    matches!(
        (content.len(), header),
        (0..=0x7f, Some(2)) | (0x80..=0xff, Some(3)) | (0x100.., Some(4))
    )
}

/// Both dates are read, and the one for servers is kept. What is no date must not pass for none.
fn distrust_after(object: &Object<'_>) -> Result<Option<Time>, Finding> {
    let servers = date(object, "CKA_NSS_SERVER_DISTRUST_AFTER")?;
    date(object, "CKA_NSS_EMAIL_DISTRUST_AFTER")?;
    Ok(servers)
}

fn date(object: &Object<'_>, name: &'static str) -> Result<Option<Time>, Finding> {
    match object.find(name) {
        None | Some(Value::Flag(false)) => Ok(None),
        Some(Value::Bytes(text)) if parse_time(text).is_some() => Ok(parse_time(text)),
        Some(value) => Err(Finding::error("bad-programme-value", "date is not one")
            .fact("field", name)
            .found(value)
            .expected("YYMMDDHHMMSSZ or YYYYMMDDHHMMSSZ in octal, or CK_FALSE for none")),
    }
}

/// UTCTime or GeneralizedTime (RFC 5280 section 4.1.2.5), of which only the digits stand here.
fn parse_time(text: &[u8]) -> Option<Time> {
    let text = str::from_utf8(text).ok()?;
    let (year, rest) = match text.len() {
        13 => {
            let (year, rest) = text.split_at_checked(2)?;
            let century = if year < "50" { "20" } else { "19" };
            (format!("{century}{year}"), rest)
        }
        15 => text.split_at_checked(4).map(|(year, rest)| (year.to_owned(), rest))?,
        _ => return None,
    };
    let parts: Vec<&str> = (0..10).step_by(2).map_while(|at| rest.get(at..at + 2)).collect();
    match (parts.as_slice(), rest.get(10..)) {
        ([month, day, hour, minute, second], Some("Z")) => {
            Time::from_rfc3339(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z"))
        }
        _ => None,
    }
}

fn join(
    file: &str,
    roots: Vec<Root>,
    mut trusts: BTreeMap<Key, Trust>,
) -> Result<Programme, Report> {
    let (mut joined, mut report) = (Vec::new(), Report::default());
    let mut notes = Report::from(no_names(file));
    for root in roots {
        match trusts.remove(&root.key).ok_or_else(|| alone(&root, file)) {
            Ok(trust) => match programme_root(root, &trust, file) {
                Ok(root) => joined.push(root),
                Err(finding) => report.push(finding),
            },
            Err(finding) => report.push(finding),
        }
    }
    let mut left: Vec<Trust> = trusts.into_values().collect();
    left.sort_by_key(|trust| trust.line);
    for trust in &left {
        match trust.is_distrust() {
            true => notes.push(without_certificate(trust, file).warning()),
            false => report.push(without_certificate(trust, file)),
        }
    }
    let name = "NSS certdata.txt".to_owned();
    report.or(Programme { name, product_version: None, roots: joined, notes })
}

fn programme_root(root: Root, trust: &Trust, file: &str) -> Result<ProgrammeRoot, Finding> {
    let of_root = |finding: Finding| {
        finding
            .led_by("trust", format_args!("{file}, line {}", trust.line))
            .led_by("root", named(&root.fingerprint, Some(&root.label), file, root.line))
    };
    trust.check_hash(&root.der).map_err(of_root)?;
    let distrust_after = match (root.distrust_after, trust.distrust_after) {
        (Some(one), Some(other)) if one != other => Err(of_root(differ(one, other))),
        (one, other) => Ok(one.or(other)),
    }?;
    Ok(ProgrammeRoot {
        fingerprint: root.fingerprint,
        label: Some(root.label),
        line: root.line,
        verdict: trust.verdict(),
        purposes: Some(trust.purposes()),
        distrust_after,
        permitted_dns: Vec::new(),
        any_of: Vec::new(),
        der: Some(root.der),
    })
}

fn differ(certificate: Time, trust: Time) -> Finding {
    Finding::error("contradiction", "certificate and trust have different distrust dates")
        .found(format_args!("{certificate} in the certificate, {trust} in the trust"))
        .expected("the same date in both, or a date in one of them")
}

fn alone(root: &Root, file: &str) -> Finding {
    Finding::error("certificate-without-trust", "certificate has no object of its trust")
        .root(named(&root.fingerprint, Some(&root.label), file, root.line))
        .expected("one object CKO_NSS_TRUST with its issuer and serial number")
}

fn without_certificate(trust: &Trust, file: &str) -> Finding {
    Finding::error("trust-without-certificate", "trust is for a certificate that is not there")
        .at(format_args!("{file}, line {}", trust.line))
        .found(format_args!("{:?}: {}", trust.label, trust.verdict()))
        .expected("a certificate of that issuer and serial number, or distrust")
}

fn twice(trust: &Trust, first: &Trust, file: &str) -> Finding {
    Finding::error("duplicate", "trust of a certificate is in the file twice")
        .at(format_args!("{file}, line {}", trust.line))
        .found(format_args!("{:?}", trust.label))
        .fact("first", format_args!("{file}, line {}", first.line))
}

fn no_names(file: &str) -> Finding {
    Finding::error("names-not-in-file", "file does not say which names a root may speak for")
        .warning()
        .at(file)
        .found("certdata.txt: NSS has these rules in its code, lib/certdb/genname.c")
        .help("take the names from the CCADB report, column \"Mozilla Applied Constraints\"")
}
