//! What a certificate that a person or a bundle supplies can be: an anchor, an intermediate, or
//! trusted for itself alone.
//!
//! ```
//! use rootbake_core::role::Role;
//!
//! assert!(Role::Anchor.issues());
//! assert!(!Role::Pinned.issues());
//! ```

use core::fmt;

use crate::certificate::{
    Certificate, KeyUsage, NameForm, ObjectIdentifier, PublicKey, Purposes, Version,
};

/// What a supplied certificate is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Role {
    /// Paths may end at it.
    Anchor,
    /// Paths may lead through it to an anchor.
    Intermediate,
    /// Accepted when a peer presents this very certificate, byte for byte; it issues nothing.
    Pinned,
}

impl Role {
    /// Whether a certificate in this role may be the issuer of another.
    pub const fn issues(self) -> bool {
        match self {
            Self::Anchor | Self::Intermediate => true,
            Self::Pinned => false,
        }
    }

    /// The role of a certificate, by its own content; `partial_chain` makes an intermediate an
    /// anchor. The same as [`Examined::role`].
    ///
    /// # Errors
    ///
    /// Where trusting it could be dangerous whatever it is used for.
    pub fn of(certificate: &Certificate<'_>, partial_chain: bool) -> Result<Self, Refusal> {
        Examined::new(certificate)?.role(partial_chain)
    }
}

/// A certificate that is not dangerous in every role, with its key read once.
#[derive(Clone, Copy, Debug)]
pub struct Examined<'c, 'a> {
    certificate: &'c Certificate<'a>,
    key: PublicKey,
}

impl<'c, 'a> Examined<'c, 'a> {
    /// Looks at key and critical extensions.
    ///
    /// # Errors
    ///
    /// Where trusting it could be dangerous whatever it is used for.
    pub fn new(certificate: &'c Certificate<'a>) -> Result<Self, Refusal> {
        if let Some(oid) = certificate.extensions.unknown_critical {
            return Err(Refusal::UnknownCriticalExtension { oid });
        }
        let key = certificate.spki.key().map_err(|_| Refusal::BadKey)?;
        match key {
            PublicKey::ExplicitCurve => Err(Refusal::ExplicitCurve),
            PublicKey::Rsa { bits, .. } if bits < 1024 => Err(Refusal::WeakKey { bits }),
            PublicKey::Rsa { exponent, .. } if exponent < 3 || exponent % 2 == 0 => {
                Err(Refusal::BadExponent { exponent })
            }
            _ => Ok(Self { certificate, key }),
        }
    }

    /// Its key.
    pub fn key(&self) -> PublicKey {
        self.key
    }

    /// The role of the certificate, by its own content; `partial_chain` makes an intermediate an
    /// anchor.
    ///
    /// Its signature is not verified: an anchor's own signature says nothing (RFC 5280 section
    /// 6.1).
    ///
    /// # Errors
    ///
    /// Where it would be an anchor that cannot be held to its own rules.
    pub fn role(&self, partial_chain: bool) -> Result<Role, Refusal> {
        let certificate = self.certificate;
        if !is_ca(certificate) {
            return Ok(Role::Pinned);
        }
        let role = match is_own_issuer(certificate) || partial_chain {
            true => Role::Anchor,
            false => Role::Intermediate,
        };
        match (role, &certificate.extensions.name_constraints) {
            // webpki refuses every chain under a constraint on directory names
            (Role::Anchor, Some(constraints)) if constraints.names(NameForm::Directory) => {
                Err(Refusal::DirectoryNameConstraint)
            }
            _ => Ok(role),
        }
    }

    /// All that is odd about it, told one by one.
    pub fn warnings(&self, mut tell: impl FnMut(Warning)) {
        let certificate = self.certificate;
        if let PublicKey::Rsa { bits, .. } = self.key
            && bits < 2048
        {
            tell(Warning::ShortKey { bits });
        }
        if certificate.validity.not_after < certificate.validity.not_before {
            tell(Warning::NeverValid);
        }
        match is_ca(certificate) {
            true => Warning::each_of_ca(certificate, tell),
            false => tell(Warning::NotCa),
        }
    }
}

/// cA of basicConstraints (RFC 5280 section 4.2.1.9). Without that extension a version 1 root is
/// one by custom, a version 3 root only when its key usage says that it signs certificates.
fn is_ca(certificate: &Certificate<'_>) -> bool {
    match certificate.extensions.basic_constraints {
        Some(constraints) => constraints.ca,
        None => certificate.version < Version::V3 || signs_certificates(certificate),
    }
}

fn signs_certificates(certificate: &Certificate<'_>) -> bool {
    certificate.extensions.key_usage.is_some_and(|usage| usage.allows(KeyUsage::KEY_CERT_SIGN))
}

/// Self-issued, and not by a former key of the same name: then the two key identifiers differ.
fn is_own_issuer(certificate: &Certificate<'_>) -> bool {
    let extensions = &certificate.extensions;
    let rolled_over = match (extensions.authority_key_id, extensions.subject_key_id) {
        (Some(authority), Some(subject)) => authority != subject,
        _ => false,
    };
    certificate.is_self_issued() && !rolled_over
}

/// Why a certificate is not trusted in any role.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// An RSA key with which anybody can sign, or nobody.
    BadExponent {
        /// the public exponent
        exponent: u64,
    },
    /// A public key that cannot be read.
    BadKey,
    /// A constraint on directory names, which nobody below enforces.
    DirectoryNameConstraint,
    /// An elliptic curve that is spelled out instead of named (RFC 5480 section 2.1.1).
    ExplicitCurve,
    /// A critical extension that rootbake does not process (RFC 5280 section 4.2).
    UnknownCriticalExtension {
        /// which
        oid: ObjectIdentifier,
    },
    /// An RSA key that is too short.
    WeakKey {
        /// bits of its modulus
        bits: u32,
    },
}

impl Refusal {
    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadExponent { .. } => "bad-exponent",
            Self::BadKey => "bad-key",
            Self::DirectoryNameConstraint => "name-constraint-not-enforceable",
            Self::ExplicitCurve => "explicit-curve",
            Self::UnknownCriticalExtension { .. } => "unknown-critical-extension",
            Self::WeakKey { .. } => "weak-key",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadExponent { exponent } => {
                write!(f, "rsa key has the exponent {exponent}, expected an odd one from 3 on")
            }
            Self::BadKey => f.write_str("public key cannot be read"),
            Self::DirectoryNameConstraint => f.write_str(
                "name constraint on directory names cannot be enforced, expected DNS names, IP \
                 addresses or e-mail names only",
            ),
            Self::ExplicitCurve => {
                f.write_str("elliptic curve is spelled out, expected a named curve")
            }
            Self::UnknownCriticalExtension { oid } => {
                write!(f, "critical extension {oid} is not processed here")
            }
            Self::WeakKey { bits } => {
                write!(f, "rsa key has {bits} bits, expected at least 1024")
            }
        }
    }
}

impl core::error::Error for Refusal {}

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
    /// All that is odd about a certificate that [`Role::of`] does not refuse, told one by one. The
    /// same as [`Examined::warnings`].
    pub fn each(certificate: &Certificate<'_>, tell: impl FnMut(Self)) {
        if let Ok(examined) = Examined::new(certificate) {
            examined.warnings(tell);
        }
    }

    fn each_of_ca(certificate: &Certificate<'_>, mut tell: impl FnMut(Self)) {
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
