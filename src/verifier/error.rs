use std::{error, fmt, io};

use rootbake_core::certificate::Certificate;
use rootbake_core::path::{ErrorKind, Presented};
use rootbake_core::pki_types::ServerName;
use rustls::{CertificateError, OtherError};

use crate::trust::TrustStore;

/// Why a peer's certificates are refused: what was found, what was expected, and what to do.
///
/// Displayed in one line that ends with the stable code: `... [unknown-issuer]`.
#[derive(Clone, Eq, PartialEq)]
pub struct VerifyError(Box<Refusal>);

/// Behind a pointer, so that the good path does not carry room for it.
#[derive(Clone, Eq, PartialEq)]
struct Refusal {
    kind: ErrorKind,
    presented: Names,
    server: Option<String>,
    trusted: String,
}

/// What was presented, in words.
#[derive(Clone, Eq, PartialEq)]
struct Names {
    end_entity: String,
    /// The issuer that nothing presented has issued itself
    top_issuer: String,
    dns: Vec<String>,
}

impl VerifyError {
    pub(super) fn new(kind: ErrorKind, presented: &Presented<'_>, store: &TrustStore) -> Self {
        Self(Box::new(Refusal {
            kind,
            presented: Names::of(presented),
            server: None,
            trusted: store.describe(),
        }))
    }

    pub(super) fn for_server(mut self, name: &ServerName<'_>) -> Self {
        self.0.server = Some(name.to_str().into_owned());
        self
    }

    /// The error inside an error of rustls, where it is one.
    pub fn of(error: &rustls::Error) -> Option<&Self> {
        match error {
            rustls::Error::InvalidCertificate(CertificateError::Other(OtherError(inner))) => {
                inner.downcast_ref()
            }
            _ => None,
        }
    }

    /// The error inside an error of input and output, as a handshake over a stream gives it.
    pub fn of_io(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref().and_then(Self::of)
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The stable name of the error: `unknown-issuer`
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }
}

impl Names {
    fn of(presented: &Presented<'_>) -> Self {
        let certificate = Certificate::from_der(presented.end_entity);
        let (end_entity, issuer, dns) = match &certificate {
            Ok(end_entity) => (
                end_entity.subject.to_string(),
                top_issuer(end_entity, presented).to_string(),
                end_entity.extensions.dns_names().map(|name| name.to_string()).collect(),
            ),
            Err(error) => (format!("unreadable certificate: {error}"), String::new(), Vec::new()),
        };
        Self { end_entity, top_issuer: issuer, dns }
    }
}

/// Follows names upwards through what was presented, as far as they lead.
fn top_issuer<'a>(
    end_entity: &Certificate<'a>,
    presented: &Presented<'a>,
) -> rootbake_core::certificate::Name<'a> {
    let mut issuer = end_entity.issuer;
    for _ in presented.intermediates {
        let above = presented
            .intermediates
            .iter()
            .filter_map(|der| Certificate::names_of(der).ok())
            .find(|(above, subject)| *subject == issuer && above != subject);
        match above {
            Some((above, _)) => issuer = above,
            None => break,
        }
    }
    issuer
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { kind, presented, server, trusted } = &*self.0;
        write!(f, "{kind}: ")?;
        match kind {
            ErrorKind::UnknownIssuer => write!(
                f,
                "found issuer {:?} at the top of the chain of {:?}, expected one of the anchors \
                 ({trusted}); if that issuer is to be trusted, give its certificate with `.ca(..)`",
                presented.top_issuer, presented.end_entity,
            ),
            ErrorKind::NameMismatch => write!(
                f,
                "found {}, expected {:?}",
                match presented.dns.as_slice() {
                    [] => "no DNS name in subjectAltName".to_owned(),
                    names => names.join(", "),
                },
                server.as_deref().unwrap_or_default(),
            ),
            _ => write!(
                f,
                "chain of {:?} up to issuer {:?}",
                presented.end_entity, presented.top_issuer
            ),
        }?;
        write!(f, " [{}]", kind.code())
    }
}

/// The same as `Display`: rustls shows the errors of verifiers by `Debug`.
impl fmt::Debug for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.0.kind)
    }
}
