//! What a certificate that a person or a bundle supplies can be: an anchor, an intermediate, or
//! trusted for itself alone.
//!
//! ```
//! use rootbake_core::role::Role;
//!
//! assert!(Role::Anchor.issues());
//! assert!(!Role::Pinned.issues());
//! ```

mod refusal;
mod warning;

pub use refusal::Refusal;
pub use warning::Warning;

use crate::certificate::{Certificate, KeyUsage, NameForm, PublicKey, Version};

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
        let role = match certificate.is_own_issuer() || partial_chain {
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

/// cA of basicConstraints (RFC 5280 section 4.2.1.9). Without that extension a root of version 1 or
/// 2 is one by custom, where it is its own issuer; one of version 3 only when its key usage says that
/// it signs certificates.
fn is_ca(certificate: &Certificate<'_>) -> bool {
    match certificate.extensions.basic_constraints {
        Some(constraints) => constraints.ca,
        None if certificate.version < Version::V3 => certificate.is_self_issued(),
        None => signs_certificates(certificate),
    }
}

fn signs_certificates(certificate: &Certificate<'_>) -> bool {
    certificate.extensions.key_usage.is_some_and(|usage| usage.allows(KeyUsage::KEY_CERT_SIGN))
}
