use core::fmt;

use crate::certificate::ObjectIdentifier;

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
