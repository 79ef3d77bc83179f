use std::{error, fmt, io};

use rootbake_core::constraints::Violation;
use rootbake_core::path::ErrorKind;
use rootbake_core::pki_types::ServerName;
use rustls::{CertificateError, OtherError};

use super::diagnosis::{Diagnosis, Hint};

/// Why a peer's certificates are refused: what was found, what was expected, and what to do.
///
/// Displayed in one line that ends with the stable code: `... [unknown-issuer]`.
#[derive(Clone, Eq, PartialEq)]
pub struct VerifyError(Box<Refusal>);

/// Behind a pointer, so that the good path does not carry room for it.
#[derive(Clone, Eq, PartialEq)]
struct Refusal {
    kind: ErrorKind,
    diagnosis: Diagnosis,
    server: Option<String>,
    /// What algorithm constraints denied
    denial: Option<String>,
}

impl VerifyError {
    pub(super) fn new(kind: ErrorKind, diagnosis: Diagnosis) -> Self {
        Self(Box::new(Refusal { kind, diagnosis, server: None, denial: None }))
    }

    pub(super) fn for_server(mut self, name: &ServerName<'_>) -> Self {
        self.0.server = Some(name.to_str().into_owned());
        self
    }

    pub(super) fn denied(mut self, denial: Option<String>) -> Self {
        self.0.denial = denial;
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
        match self.0.denial {
            Some(_) => "algorithm-denied",
            None => self.0.kind.code(),
        }
    }

    /// The stable name of what lies behind the error, where more can be said: `issuer-key-differs`,
    /// `issuer-name-resembles`, `no-subject-alt-name`, `partial-chain` or `self-signed`.
    pub fn hint(&self) -> Option<&'static str> {
        self.0.diagnosis.hint.as_ref().map(Hint::code)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { kind, diagnosis, server, denial } = &*self.0;
        if let Some(denial) = denial {
            return write!(
                f,
                "path is denied by algorithm constraints: {denial} [{}]",
                self.code()
            );
        }
        write!(f, "{kind}: ")?;
        match kind {
            ErrorKind::UnknownIssuer => diagnosis.write_unknown_issuer(f),
            ErrorKind::NameMismatch => {
                diagnosis.write_name_mismatch(f, server.as_deref().unwrap_or_default())
            }
            ErrorKind::Anchor(violation) => diagnosis.write_limited(f, violation),
            _ => diagnosis.write_culprit(f),
        }?;
        if let Some(hint) = &diagnosis.hint {
            write!(f, "; {hint}")?;
        }
        write!(f, " [{}]", kind.code())
    }
}

impl Diagnosis {
    fn write_unknown_issuer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end_entity, top_issuer, trusted, hint, .. } = self;
        write!(
            f,
            "found issuer {top_issuer:?} at the top of the chain of {end_entity:?}, expected one \
             of the anchors ({trusted})"
        )?;
        match hint {
            Some(_) => Ok(()),
            None => f.write_str(
                "; if that issuer is to be trusted, give its certificate as a CA (`.ca(..)`, `--ca`)",
            ),
        }
    }

    fn write_name_mismatch(&self, f: &mut fmt::Formatter<'_>, server: &str) -> fmt::Result {
        match self.dns_names.as_slice() {
            [] => f.write_str("found no DNS name")?,
            names => write!(f, "found {}", names.join(", "))?,
        }
        write!(f, ", expected {server:?}")
    }

    fn write_limited(&self, f: &mut fmt::Formatter<'_>, violation: &Violation) -> fmt::Result {
        let Self { anchor, end_entity, top_issuer, dns_names, .. } = self;
        match anchor {
            Some(anchor) => write!(f, "chain of {end_entity:?} up to anchor {anchor}")?,
            None => write!(f, "chain of {end_entity:?} up to issuer {top_issuer:?}")?,
        }
        match violation {
            Violation::NameNotPermitted { .. } | Violation::NamesConstrained { .. } => {
                match dns_names.as_slice() {
                    [] => f.write_str(", it has no DNS name"),
                    names => write!(f, ", its DNS names are {}", names.join(", ")),
                }
            }
            _ => Ok(()),
        }
    }

    fn write_culprit(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end_entity, top_issuer, culprit, .. } = self;
        match culprit {
            Some(culprit) => write!(f, "{culprit}"),
            None => write!(f, "chain of {end_entity:?} up to issuer {top_issuer:?}"),
        }
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
