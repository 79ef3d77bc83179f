use core::fmt;

use crate::certificate::{KeyUsage, Purposes, Time};

/// A limit of an anchor that a path does not keep, with both sides of the comparison and the source
/// of the limit; that is empty where the root's own certificate says it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Violation {
    /// The end entity was issued after a date from which on the root is distrusted.
    DistrustedAfter {
        /// its first second
        not_before: Time,
        /// the last second that is accepted
        limit: Time,
        /// where the limit is from
        source: &'static str,
    },
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
    /// The end entity has a DNS name that the root may not certify.
    NameNotPermitted {
        /// the names under which it may; where there is none, all DNS names are permitted
        permitted: &'static [&'static str],
        /// where the limit is from
        source: &'static str,
    },
    /// A name of the end entity lies outside of name constraints that were imposed on the root.
    NamesConstrained {
        /// the constraints in words, one by one
        allowed: &'static [&'static str],
        /// where they are from
        source: &'static str,
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
        /// where the limit is from
        source: &'static str,
    },
    /// The root is not for this purpose.
    Purpose {
        /// what it is for
        found: Purposes,
        /// what it is needed for
        expected: Purposes,
        /// where the limit is from
        source: &'static str,
    },
    /// The end entity has no SCT, or a malformed list of them.
    SctMissing {
        /// where the rule is from that asks for one
        source: &'static str,
    },
    /// An SCT of the end entity is not later than a date.
    SctTooEarly {
        /// the second of the first
        first: Time,
        /// the second behind which all must be
        limit: Time,
        /// where the limit is from
        source: &'static str,
    },
    /// No SCT of the end entity is from before a date.
    SctTooLate {
        /// the second of the first
        first: Time,
        /// the last second that is accepted
        limit: Time,
        /// where the limit is from
        source: &'static str,
    },
}

impl Violation {
    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DistrustedAfter { .. } => "distrusted-after",
            Self::Expired { .. } => "anchor-expired",
            Self::KeyUsage { .. } => "anchor-key-usage",
            Self::NameNotPermitted { .. } | Self::NamesConstrained { .. } => "name-not-permitted",
            Self::NotYetValid { .. } => "anchor-not-yet-valid",
            Self::PathLength { .. } => "anchor-path-length",
            Self::Purpose { source: "", .. } => "anchor-purpose",
            Self::Purpose { .. } => "purpose-not-permitted",
            Self::SctMissing { .. } => "sct-missing",
            Self::SctTooEarly { .. } => "sct-too-early",
            Self::SctTooLate { .. } => "sct-too-late",
        }
    }

    /// Where the limit is from that is not kept; empty where that is the root's own certificate.
    pub fn source(&self) -> &'static str {
        match *self {
            Self::Expired { .. } | Self::KeyUsage { .. } | Self::NotYetValid { .. } => "",
            Self::DistrustedAfter { source, .. }
            | Self::NameNotPermitted { source, .. }
            | Self::NamesConstrained { source, .. }
            | Self::PathLength { source, .. }
            | Self::Purpose { source, .. }
            | Self::SctMissing { source }
            | Self::SctTooEarly { source, .. }
            | Self::SctTooLate { source, .. } => source,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_sides(f)?;
        match self.source() {
            "" => Ok(()),
            source => write!(f, " (source: {source})"),
        }
    }
}

impl Violation {
    /// What was found and expected.
    fn write_sides(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DistrustedAfter { not_before, limit, source: _ } => write!(
                f,
                "anchor is distrusted for what it issues now: found a certificate issued at \
                 {not_before}, expected at {limit} or before"
            ),
            Self::Expired { time, not_after } => {
                write!(f, "anchor expired: verified at {time}, its last second is {not_after}")
            }
            Self::KeyUsage { found } => {
                write!(f, "anchor may not issue: its key usage is {found}, expected keyCertSign")
            }
            Self::NameNotPermitted { permitted, source: _ } => {
                f.write_str(
                    "anchor may not certify all names of the peer: expected DNS names under ",
                )?;
                write_list(f, permitted)
            }
            Self::NamesConstrained { allowed, source: _ } => {
                f.write_str("anchor may not certify all names of the peer: expected ")?;
                write_list(f, allowed)
            }
            Self::NotYetValid { time, not_before } => write!(
                f,
                "anchor is not valid yet: verified at {time}, its first second is {not_before}"
            ),
            Self::PathLength { found, allowed, source: _ } => write!(
                f,
                "path is too long for its anchor: found {found} intermediates that are not \
                 self-issued, expected at most {allowed}"
            ),
            Self::Purpose { found, expected, source: _ } => {
                write!(f, "anchor is not for this purpose: found {found}, expected {expected}")
            }
            Self::SctMissing { source: _ } => f.write_str(
                "anchor needs SCTs: found none in the certificate of the peer, or a malformed list",
            ),
            Self::SctTooEarly { first, limit, source: _ } => write!(
                f,
                "anchor needs later SCTs: found the first at {first}, expected all later than {limit}"
            ),
            Self::SctTooLate { first, limit, source: _ } => write!(
                f,
                "anchor is distrusted for what is logged now: found the first SCT at {first}, \
                 expected one at {limit} or before"
            ),
        }
    }
}

/// Names side by side.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, names: &[&str]) -> fmt::Result {
    names.iter().enumerate().try_for_each(|(position, name)| {
        write!(f, "{}{name}", if position == 0 { "" } else { ", " })
    })
}
