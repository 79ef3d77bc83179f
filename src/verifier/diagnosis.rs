use std::fmt;

use rootbake_core::certificate::{Certificate, KeyUsage, Name, Time};
use rootbake_core::path::{ErrorKind, Presented, Store};
use rootbake_core::pki_types::UnixTime;

use crate::trust::{Anchor, Id, TrustStore};

/// What a look back at a refused chain found: which certificate is at fault, and what would help.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Diagnosis {
    /// The anchor that is limited, where that is the matter
    pub(super) anchor: Option<String>,
    pub(super) end_entity: String,
    /// The issuer that nothing presented or supplied stands for
    pub(super) top_issuer: String,
    pub(super) dns_names: Vec<String>,
    pub(super) culprit: Option<String>,
    pub(super) hint: Option<Hint>,
    pub(super) trusted: String,
}

/// What lies behind a refusal, where more can be said than what failed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Hint {
    /// An anchor has the name of the issuer, and another key.
    IssuerKeyDiffers { anchor: String },
    /// An anchor has the name of the issuer, but for string types, case or blanks.
    IssuerNameResembles { anchor: String },
    /// The end entity has no subjectAltName.
    NoSubjectAltName,
    /// The issuer was given, but as an intermediate.
    PartialChain,
    /// The end entity is its own issuer.
    SelfSigned,
}

/// How many anchors are looked through for a name that is nearly right.
const MAX_RESEMBLING: usize = 4096;

/// How many anchors with the names of issuers are tried one by one.
const MAX_NAMED: usize = 16;

impl Diagnosis {
    /// `by` says what comes out where an anchor is the only one.
    pub(super) fn of(
        kind: ErrorKind,
        presented: &Presented<'_>,
        store: &TrustStore,
        time: UnixTime,
        by: &dyn Fn(Id) -> Option<ErrorKind>,
    ) -> Self {
        let trusted = store.describe();
        let certificate = match Certificate::from_der(presented.end_entity) {
            Ok(certificate) => certificate,
            Err(error) => return Self::unreadable(error.to_string(), trusted),
        };
        let issuers = issuers(&certificate, presented, store);
        let (top_issuer, supplied) = issuers.last().copied().unwrap_or((certificate.issuer, false));
        Self {
            anchor: limited_anchor(kind, &issuers, store, by),
            end_entity: certificate.subject.to_string(),
            top_issuer: top_issuer.to_string(),
            dns_names: certificate
                .extensions
                .dns_names()
                .filter_map(Result::ok)
                .map(|name| name.to_string())
                .collect(),
            culprit: culprit(kind, presented, time.into()),
            hint: hint(kind, &certificate, top_issuer, supplied, store),
            trusted,
        }
    }

    fn unreadable(why: String, trusted: String) -> Self {
        Self {
            anchor: None,
            end_entity: String::new(),
            top_issuer: String::new(),
            dns_names: Vec::new(),
            culprit: Some(format!("certificate of the peer: {why}")),
            hint: None,
            trusted,
        }
    }
}

/// The names of the issuers upwards through what was presented and supplied, as far as they lead;
/// and of each whether an intermediate that was supplied is on the way.
fn issuers<'a>(
    end_entity: &Certificate<'a>,
    presented: &Presented<'a>,
    store: &'a TrustStore,
) -> Vec<(Name<'a>, bool)> {
    let above = |(issuer, supplied): &(Name<'a>, bool)| {
        let sent = presented.intermediates.iter().map(|der| (der.as_ref(), false));
        let stored = store.intermediates(*issuer).map(|der| (der, true));
        sent.chain(stored)
            .filter_map(|(der, stored)| Some((Certificate::names_of(der).ok()?, stored)))
            .find(|((above, subject), _)| *subject == *issuer && above != subject)
            .map(|((above, _), stored)| (above, *supplied || stored))
    };
    // as far as webpki follows
    std::iter::successors(Some((end_entity.issuer, false)), above).take(7).collect()
}

/// The anchor whose limits a path does not keep: of several with a name of an issuer the one that
/// alone gives the same refusal.
fn limited_anchor(
    kind: ErrorKind,
    issuers: &[(Name<'_>, bool)],
    store: &TrustStore,
    by: &dyn Fn(Id) -> Option<ErrorKind>,
) -> Option<String> {
    let ErrorKind::Anchor(_) = kind else { return None };
    let named = issuers.iter().flat_map(|(name, _)| Store::anchors(store, *name));
    let anchors: Vec<Id> = named.map(|anchor| anchor.id).take(MAX_NAMED).collect();
    let limited = match anchors.as_slice() {
        [only] => Some(only),
        several => several.iter().find(|anchor| by(**anchor) == Some(kind)),
    };
    limited.map(|anchor| show(&store.resolve(*anchor)))
}

/// The certificate that a refusal is about, in words, where there is one.
fn culprit(kind: ErrorKind, presented: &Presented<'_>, time: Time) -> Option<String> {
    let sent = presented.intermediates.iter();
    let all = std::iter::once(presented.end_entity).chain(sent).enumerate();
    let certificates =
        all.filter_map(|(position, der)| Some((position, Certificate::from_der(der).ok()?)));
    let mut certificates = certificates.filter_map(|(position, certificate)| {
        let fault = fault(kind, position, &certificate, time)?;
        let subject = certificate.subject.to_string();
        Some(match position {
            0 => format!("certificate of the peer {subject:?}{fault}"),
            _ => format!("certificate {} of the chain {subject:?}{fault}", position + 1),
        })
    });
    certificates.next()
}

/// Whether a certificate is what a refusal is about, and what is to be said of it.
fn fault(
    kind: ErrorKind,
    position: usize,
    certificate: &Certificate<'_>,
    time: Time,
) -> Option<String> {
    let (is_end_entity, extensions) = (position == 0, &certificate.extensions);
    match kind {
        ErrorKind::Expired { not_after, .. } => {
            (certificate.validity.not_after == not_after && time > not_after).then(String::new)
        }
        ErrorKind::NotYetValid { not_before, .. } => {
            (certificate.validity.not_before == not_before).then(String::new)
        }
        ErrorKind::CaAsEndEntity => is_end_entity.then(String::new),
        ErrorKind::Purpose => {
            let purposes = extensions.extended_key_usage;
            is_end_entity.then(|| match purposes {
                Some(purposes) => format!(" is for {purposes}"),
                None => String::new(),
            })
        }
        ErrorKind::EndEntityAsIssuer => {
            let is_ca = extensions.basic_constraints.is_some_and(|constraints| constraints.ca);
            (!is_end_entity && !is_ca).then(String::new)
        }
        ErrorKind::IssuerKeyUsage => {
            let usage = extensions.key_usage?;
            let refused = !is_end_entity && !usage.allows(KeyUsage::KEY_CERT_SIGN);
            refused.then(|| format!(" has key usage {usage}"))
        }
        ErrorKind::UnsupportedCriticalExtension => match extensions.unknown_critical {
            Some(oid) => Some(format!(" has critical {oid}")),
            None if extensions.critical_policies => {
                Some(" has critical 2.5.29.32 (certificatePolicies)".to_owned())
            }
            None => None,
        },
        ErrorKind::UnsupportedVersion => (certificate.version
            < rootbake_core::certificate::Version::V3)
            .then(|| format!(" is of version {}", certificate.version as u8)),
        ErrorKind::UnsupportedSignatureAlgorithm => {
            let algorithm = certificate.signature_algorithm().ok()?;
            is_end_entity.then(|| format!(" is signed by algorithm {algorithm}"))
        }
        _ => None,
    }
}

fn hint(
    kind: ErrorKind,
    end_entity: &Certificate<'_>,
    top_issuer: Name<'_>,
    supplied: bool,
    store: &TrustStore,
) -> Option<Hint> {
    match kind {
        ErrorKind::CaAsEndEntity => end_entity.is_self_issued().then_some(Hint::SelfSigned),
        ErrorKind::NameMismatch if end_entity.extensions.subject_alt_name.is_none() => {
            Some(Hint::NoSubjectAltName)
        }
        ErrorKind::UnknownIssuer | ErrorKind::BadSignature => {
            hint_at_issuer(end_entity, top_issuer, supplied, store)
        }
        _ => None,
    }
}

fn hint_at_issuer(
    end_entity: &Certificate<'_>,
    top_issuer: Name<'_>,
    supplied: bool,
    store: &TrustStore,
) -> Option<Hint> {
    if let Some(candidate) = Store::anchors(store, top_issuer).next() {
        return Some(Hint::IssuerKeyDiffers { anchor: show(&store.resolve(candidate.id)) });
    }
    if supplied {
        return Some(Hint::PartialChain);
    }
    let wanted = fold(top_issuer);
    let mut resembling = store.anchors().take(MAX_RESEMBLING);
    if let Some(anchor) = resembling.find(|anchor| fold(anchor.subject()) == wanted) {
        return Some(Hint::IssuerNameResembles { anchor: show(&anchor) });
    }
    end_entity.is_self_issued().then_some(Hint::SelfSigned)
}

/// A name without what webpki, unlike people, tells apart.
fn fold(name: Name<'_>) -> String {
    let text = name.to_string().to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("= ", "=").replace(" ,", ",")
}

fn show(anchor: &Anchor<'_>) -> String {
    let [a, b, c, d, ..] = anchor.fingerprint();
    format!("{:?} (sha256 {a:02x}{b:02x}{c:02x}{d:02x}..)", anchor.subject().to_string())
}

impl Hint {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::IssuerKeyDiffers { .. } => "issuer-key-differs",
            Self::IssuerNameResembles { .. } => "issuer-name-resembles",
            Self::NoSubjectAltName => "no-subject-alt-name",
            Self::PartialChain => "partial-chain",
            Self::SelfSigned => "self-signed",
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IssuerKeyDiffers { anchor } => {
                write!(f, "anchor {anchor} has that name and another key: has the CA been renewed?")
            }
            Self::IssuerNameResembles { anchor } => write!(
                f,
                "anchor {anchor} has that name but for string types, case or blanks, and names are \
                 compared byte by byte: have the certificate issued with the name as the CA's own \
                 certificate has it"
            ),
            Self::NoSubjectAltName => f.write_str(
                "certificate has no subjectAltName, and a common name is never taken for a host \
                 name: have it issued anew with one",
            ),
            Self::PartialChain => f.write_str(
                "issuer was given, but it is an intermediate whose own issuer is not trusted: give \
                 the root too, or allow partial chains (`.allow_partial_trust_chain(true)`, \
                 `--partial-chain`)",
            ),
            Self::SelfSigned => f.write_str(
                "certificate is self-signed: to trust it, give this very certificate as a CA \
                 (`.ca(..)`, `--ca`)",
            ),
        }
    }
}
