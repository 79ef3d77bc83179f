//! What an anchor may be used for, and the one check that holds a path against it.
//!
//! An anchor of webpki is a name, a key and name constraints (RFC 5280 section 6.1.1 (d)). What
//! else limits a root, in its certificate or by decision of who trusts it, is in [`Constraints`]
//! and enforced by [`Constraints::check`]. Name constraints stay in the anchor: webpki enforces
//! them.
//!
//! ```
//! use rootbake_core::certificate::{KeyUsage, Purposes, Time, Validity};
//! use rootbake_core::constraints::{Constraints, PathFacts, Violation};
//!
//! let day = |day| Time::from_civil(2026, 7, day, 0, 0, 0).unwrap();
//! let constraints = Constraints {
//!     validity: Validity { not_before: day(1), not_after: day(31) },
//!     key_usage: KeyUsage::UNRESTRICTED,
//!     purposes: Purposes::SERVER_AUTH,
//!     path_len: Some(1),
//! };
//! let facts = PathFacts { time: Some(day(5)), purpose: Purposes::SERVER_AUTH, intermediates: 2 };
//! assert_eq!(
//!     constraints.check(&facts),
//!     Err(Violation::PathLength { found: 2, allowed: 1 }),
//! );
//! ```

use core::fmt;

use crate::certificate::{Certificate, KeyUsage, Purposes, Time, Validity};

/// The limits of one anchor that webpki does not know.
///
/// A new kind of limit is a new field here: the check below and the emitter of the code generator
/// then do not compile until they handle it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Constraints {
    /// When the root itself is valid
    pub validity: Validity,
    /// What its key may be used for
    pub key_usage: KeyUsage,
    /// What the certificates under it may be used for
    pub purposes: Purposes,
    /// How many intermediates that are not self-issued may stand between it and the end entity
    /// (RFC 5280 section 4.2.1.9)
    pub path_len: Option<u8>,
}

/// What the check needs to know of a path that is otherwise good.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PathFacts {
    /// The moment to hold the anchor's dates against, or `None` to leave them alone
    pub time: Option<Time>,
    /// What the end entity is used for: one purpose
    pub purpose: Purposes,
    /// How many intermediates of the path are not self-issued
    pub intermediates: u8,
}

impl Constraints {
    /// The limits that a root's certificate sets itself.
    pub fn of(certificate: &Certificate<'_>) -> Self {
        let extensions = &certificate.extensions;
        Self {
            validity: certificate.validity,
            key_usage: extensions.key_usage.unwrap_or(KeyUsage::UNRESTRICTED),
            purposes: extensions.extended_key_usage.unwrap_or(Purposes::UNRESTRICTED),
            path_len: extensions.basic_constraints.and_then(|constraints| constraints.path_len),
        }
    }

    /// Whether a path may end at this anchor.
    ///
    /// # Errors
    ///
    /// The first limit that the path does not keep.
    pub fn check(&self, facts: &PathFacts) -> Result<(), Violation> {
        let Self { validity, key_usage, purposes, path_len } = self;
        if let Some(time) = facts.time {
            check_validity(validity, time)?;
        }
        if !key_usage.allows(KeyUsage::KEY_CERT_SIGN) {
            return Err(Violation::KeyUsage { found: *key_usage });
        }
        if !purposes.allows(facts.purpose) {
            return Err(Violation::Purpose { found: *purposes, expected: facts.purpose });
        }
        match *path_len {
            Some(allowed) if facts.intermediates > allowed => {
                Err(Violation::PathLength { found: facts.intermediates, allowed })
            }
            _ => Ok(()),
        }
    }

    /// Whether a library that knows nothing of these limits may use the anchor for TLS servers
    /// without trusting more than rootbake would, but for the dates: purposes and path length do
    /// not narrow what it does.
    ///
    /// The dates do not count, since no library that takes bare anchors looks at them.
    pub const fn are_within_webpki(&self) -> bool {
        let Self { validity: _, key_usage, purposes, path_len } = self;
        key_usage.allows(KeyUsage::KEY_CERT_SIGN)
            && purposes.allows(Purposes::SERVER_AUTH)
            && path_len.is_none()
    }
}

/// The dates of an anchor: both seconds are within (RFC 5280 section 4.1.2.5)
fn check_validity(validity: &Validity, time: Time) -> Result<(), Violation> {
    let Validity { not_before, not_after } = *validity;
    if time < not_before {
        return Err(Violation::NotYetValid { time, not_before });
    }
    if time > not_after {
        return Err(Violation::Expired { time, not_after });
    }
    Ok(())
}

/// A limit of an anchor that a path does not keep, with both sides of the comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Violation {
    /// The root's last second has passed.
    Expired {
        /// when the path is verified
        time: Time,
        /// the root's last second
        not_after: Time,
    },
    /// The root's key may not sign certificates.
    KeyUsage {
        /// what it may be used for
        found: KeyUsage,
    },
    /// The root's first second is still to come.
    NotYetValid {
        /// when the path is verified
        time: Time,
        /// the root's first second
        not_before: Time,
    },
    /// More intermediates than the root allows.
    PathLength {
        /// intermediates that are not self-issued
        found: u8,
        /// how many may be
        allowed: u8,
    },
    /// The root is not for this purpose.
    Purpose {
        /// what it is for
        found: Purposes,
        /// what it is needed for
        expected: Purposes,
    },
}

impl Violation {
    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Expired { .. } => "anchor-expired",
            Self::KeyUsage { .. } => "anchor-key-usage",
            Self::NotYetValid { .. } => "anchor-not-yet-valid",
            Self::PathLength { .. } => "anchor-path-length",
            Self::Purpose { .. } => "anchor-purpose",
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expired { time, not_after } => {
                write!(f, "anchor expired: verified at {time}, its last second is {not_after}")
            }
            Self::KeyUsage { found } => {
                write!(f, "anchor may not issue: its key usage is {found}, expected keyCertSign")
            }
            Self::NotYetValid { time, not_before } => write!(
                f,
                "anchor is not valid yet: verified at {time}, its first second is {not_before}"
            ),
            Self::PathLength { found, allowed } => write!(
                f,
                "path is too long for its anchor: found {found} intermediates that are not \
                 self-issued, expected at most {allowed}"
            ),
            Self::Purpose { found, expected } => {
                write!(f, "anchor is not for this purpose: found {found}, expected {expected}")
            }
        }
    }
}
