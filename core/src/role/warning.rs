use core::fmt;

use super::{Examined, signs_certificates};
use crate::certificate::{Certificate, Purposes, Version};

/// What is odd about a certificate that is used all the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Warning {
    /// A CA whose subject is empty.
    EmptySubject,
    /// A CA whose last second lies before its first.
    NeverValid,
    /// Version 3 without basicConstraints, a CA by its key usage alone.
    NoBasicConstraints,
    /// A CA whose key usage does not let it sign certificates: it will not be used as an issuer.
    NoKeyCertSign,
    /// Not a CA: accepted for itself only.
    NotCa,
    /// A CA for neither TLS servers nor TLS clients.
    NotForTls,
    /// A CA of version 1 or 2, without the extension that would make it one.
    OldVersion,
    /// An RSA key of less than 2048 bits.
    ShortKey {
        /// bits of its modulus
        bits: u32,
    },
}

impl Warning {
    /// All that is odd about a certificate that [`Role::of`](super::Role::of) does not refuse, told one by one. The
    /// same as [`Examined::warnings`].
    pub fn each(certificate: &Certificate<'_>, tell: impl FnMut(Self)) {
        if let Ok(examined) = Examined::new(certificate) {
            examined.warnings(tell);
        }
    }

    pub(super) fn each_of_ca(certificate: &Certificate<'_>, mut tell: impl FnMut(Self)) {
        let extensions = &certificate.extensions;
        if certificate.subject.is_empty() {
            tell(Self::EmptySubject);
        }
        if certificate.version < Version::V3 {
            tell(Self::OldVersion);
        } else if extensions.basic_constraints.is_none() {
            tell(Self::NoBasicConstraints);
        }
        if extensions.key_usage.is_some() && !signs_certificates(certificate) {
            tell(Self::NoKeyCertSign);
        }
        let tls = Purposes::SERVER_AUTH.union(Purposes::CLIENT_AUTH);
        if extensions
            .extended_key_usage
            .is_some_and(|purposes| purposes.intersection(tls).bits() == 0)
        {
            tell(Self::NotForTls);
        }
    }

    /// The stable name of the warning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptySubject => "empty-subject",
            Self::NeverValid => "never-valid",
            Self::NoBasicConstraints => "no-basic-constraints",
            Self::NoKeyCertSign => "no-key-cert-sign",
            Self::NotCa => "not-a-ca",
            Self::NotForTls => "not-for-tls",
            Self::OldVersion => "old-version",
            Self::ShortKey { .. } => "short-key",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptySubject => f.write_str("ca has an empty subject"),
            Self::NeverValid => f.write_str("last second of the validity lies before the first"),
            Self::NoBasicConstraints => {
                f.write_str("ca has no basicConstraints, and counts as one by its key usage")
            }
            Self::NoKeyCertSign => {
                f.write_str("key usage lacks keyCertSign, so this ca is never used as an issuer")
            }
            Self::NotCa => f.write_str(
                "certificate is not a ca: accepted when a peer presents it, never as an issuer",
            ),
            Self::NotForTls => {
                f.write_str("ca is for neither TLS servers nor clients, and is used for neither")
            }
            Self::OldVersion => f.write_str("root is a certificate of version 1 or 2"),
            Self::ShortKey { bits } => {
                write!(f, "rsa key has {bits} bits, expected at least 2048")
            }
        }
    }
}
