use std::fmt;

use crate::diagnostic::Diagnostic;

/// Why a context cannot be built.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// An application protocol is empty or longer than a handshake can say.
    Alpn {
        /// its length in bytes
        found: usize,
    },
    /// Client authentication is on, and no CA is named that may issue to clients: the default
    /// public roots issue to anybody.
    ClientAuthNeedsCa,
    /// The crypto provider and the protocol versions do not fit, in the words of rustls.
    CryptoProvider(String),
    /// A chain and its key cannot be used.
    Identity {
        /// the stable name of what is wrong
        code: &'static str,
        /// what was found and what was expected
        message: String,
    },
    /// Something in an input was refused: everything that was, and the warnings beside it.
    Input(Vec<Diagnostic>),
    /// No crypto provider: none given, none installed, and neither feature of this crate is on.
    NoCryptoProvider,
    /// A server was asked for without an identity.
    NoIdentity,
    /// It was said how to hold paths against CRLs, and no CRL was given.
    RevocationNeedsCrl,
    /// Nothing to trust: no CA given, no root set named, and the feature `mozilla` is off.
    NoRoots,
}

impl Error {
    pub(crate) fn identity(code: &'static str, message: String) -> Self {
        Self::Identity { code, message }
    }

    /// The error of an identity, with something behind its message.
    pub(crate) fn with_note(self, note: &str) -> Self {
        match self {
            Self::Identity { code, message } => Self::identity(code, message + note),
            other => other,
        }
    }

    /// The stable name of the error; of several, the first.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Alpn { .. } => "alpn",
            Self::ClientAuthNeedsCa => "client-auth-needs-ca",
            Self::CryptoProvider(_) => "crypto-provider",
            Self::Identity { code, .. } => code,
            Self::Input(diagnostics) => {
                first_error(diagnostics).map_or("input", |first| first.code)
            }
            Self::NoCryptoProvider => "no-crypto-provider",
            Self::NoIdentity => "no-identity",
            Self::NoRoots => "no-roots",
            Self::RevocationNeedsCrl => "revocation-needs-crl",
        }
    }
}

fn first_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    diagnostics.iter().find(|diagnostic| diagnostic.severity == crate::Severity::Error)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alpn { found } => write!(
                f,
                "application protocol has {found} bytes, expected 1 to 255 (RFC 7301 section 3.1)"
            ),
            Self::ClientAuthNeedsCa => f.write_str(
                "client authentication has no CA of its own: the default public roots issue to \
                 anybody, expected `.ca(..)` or `.roots(..)` beside `.client_auth(..)`",
            ),
            Self::CryptoProvider(message) => {
                write!(f, "crypto provider cannot serve these protocol versions: {message}")
            }
            Self::Identity { code, message } => write!(f, "error[{code}]: {message}"),
            Self::Input(diagnostics) => {
                for (position, diagnostic) in diagnostics.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "\n" };
                    write!(f, "{separator}{diagnostic}")?;
                }
                Ok(())
            }
            Self::NoCryptoProvider => f.write_str(
                "no crypto provider: give one with `.crypto_provider(..)`, install a process \
                 default of rustls, or enable the feature `ring` or `aws-lc-rs`",
            ),
            Self::NoIdentity => f.write_str(
                "server has no certificate: give a chain and its key with `.identity(..)`",
            ),
            Self::RevocationNeedsCrl => f.write_str(
                "no crl to hold paths against, though it was said how: give one with `.crl(..)`",
            ),
            Self::NoRoots => f.write_str(
                "nothing to trust: enable the feature `mozilla`, name a set with `.roots(..)`, \
                 give CAs with `.ca(..)`, or say `.no_roots()`",
            ),
        }
    }
}

impl std::error::Error for Error {}
