use core::fmt;

use super::ErrorKind;
use crate::constraints::Violation;

/// The stable name of an error, in one byte: what a device keeps of it, logs or sends on.
///
/// Neither a name nor a number ever changes; new ones come at the end of the numbers. A program
/// that never asks for the text ([`as_str`](Self::as_str), `Display`) has none of it.
///
/// ```
/// use rootbake_core::path::{Code, ErrorKind};
///
/// let code = Code::from(ErrorKind::UnknownIssuer);
/// assert_eq!((code as u8, code.as_str()), (34, "unknown-issuer"));
/// ```
#[non_exhaustive]
#[repr(u8)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Code {
    /// `anchor-expired`
    AnchorExpired = 1,
    /// `anchor-key-usage`
    AnchorKeyUsage = 2,
    /// `anchor-not-yet-valid`
    AnchorNotYetValid = 3,
    /// `anchor-path-length`
    AnchorPathLength = 4,
    /// `anchor-purpose`
    AnchorPurpose = 5,
    /// `bad-certificate`
    BadCertificate = 6,
    /// `bad-name-constraint`
    BadNameConstraint = 7,
    /// `bad-signature`
    BadSignature = 8,
    /// `ca-as-end-entity`
    CaAsEndEntity = 9,
    /// `crl-expired`
    CrlExpired = 10,
    /// `crl-unusable`
    CrlUnusable = 11,
    /// `distrusted-after`
    DistrustedAfter = 12,
    /// `distrusted-key`
    DistrustedKey = 13,
    /// `end-entity-as-issuer`
    EndEntityAsIssuer = 14,
    /// `expired`
    Expired = 15,
    /// `issuer-key-usage`
    IssuerKeyUsage = 16,
    /// `name-constraint`
    NameConstraint = 17,
    /// `name-mismatch`
    NameMismatch = 18,
    /// `name-not-permitted`
    NameNotPermitted = 19,
    /// `not-yet-valid`
    NotYetValid = 20,
    /// `path-length`
    PathLength = 21,
    /// `path-refused`
    PathRefused = 22,
    /// `path-too-complex`
    PathTooComplex = 23,
    /// `purpose`
    Purpose = 24,
    /// `purpose-not-permitted`
    PurposeNotPermitted = 25,
    /// `rejected-certificate`
    RejectedCertificate = 26,
    /// `revoked`
    Revoked = 27,
    /// `sct-missing`
    SctMissing = 28,
    /// `sct-too-early`
    SctTooEarly = 29,
    /// `sct-too-late`
    SctTooLate = 30,
    /// `too-many-candidates`
    TooManyCandidates = 31,
    /// `too-many-intermediates`
    TooManyIntermediates = 32,
    /// `too-many-issuers`
    TooManyIssuers = 33,
    /// `unknown-issuer`
    UnknownIssuer = 34,
    /// `unknown-revocation-status`
    UnknownRevocationStatus = 35,
    /// `unsupported-critical-extension`
    UnsupportedCriticalExtension = 36,
    /// `unsupported-signature-algorithm`
    UnsupportedSignatureAlgorithm = 37,
    /// `unsupported-version`
    UnsupportedVersion = 38,
}

impl Code {
    /// By number, from 1.
    const ALL: [Self; 38] = [
        Self::AnchorExpired,
        Self::AnchorKeyUsage,
        Self::AnchorNotYetValid,
        Self::AnchorPathLength,
        Self::AnchorPurpose,
        Self::BadCertificate,
        Self::BadNameConstraint,
        Self::BadSignature,
        Self::CaAsEndEntity,
        Self::CrlExpired,
        Self::CrlUnusable,
        Self::DistrustedAfter,
        Self::DistrustedKey,
        Self::EndEntityAsIssuer,
        Self::Expired,
        Self::IssuerKeyUsage,
        Self::NameConstraint,
        Self::NameMismatch,
        Self::NameNotPermitted,
        Self::NotYetValid,
        Self::PathLength,
        Self::PathRefused,
        Self::PathTooComplex,
        Self::Purpose,
        Self::PurposeNotPermitted,
        Self::RejectedCertificate,
        Self::Revoked,
        Self::SctMissing,
        Self::SctTooEarly,
        Self::SctTooLate,
        Self::TooManyCandidates,
        Self::TooManyIntermediates,
        Self::TooManyIssuers,
        Self::UnknownIssuer,
        Self::UnknownRevocationStatus,
        Self::UnsupportedCriticalExtension,
        Self::UnsupportedSignatureAlgorithm,
        Self::UnsupportedVersion,
    ];

    /// What a device meant that has sent the number alone; `None` where it is of a later version.
    ///
    /// ```
    /// use rootbake_core::path::Code;
    ///
    /// assert_eq!(Code::from_number(34), Some(Code::UnknownIssuer));
    /// assert_eq!(Code::from_number(0), None);
    /// ```
    pub fn from_number(number: u8) -> Option<Self> {
        let place = usize::from(number).checked_sub(1)?;
        Self::ALL.get(place).copied()
    }

    /// The name: `unknown-issuer`
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AnchorExpired => "anchor-expired",
            Self::AnchorKeyUsage => "anchor-key-usage",
            Self::AnchorNotYetValid => "anchor-not-yet-valid",
            Self::AnchorPathLength => "anchor-path-length",
            Self::AnchorPurpose => "anchor-purpose",
            Self::BadCertificate => "bad-certificate",
            Self::BadNameConstraint => "bad-name-constraint",
            Self::BadSignature => "bad-signature",
            Self::CaAsEndEntity => "ca-as-end-entity",
            Self::CrlExpired => "crl-expired",
            Self::CrlUnusable => "crl-unusable",
            Self::DistrustedAfter => "distrusted-after",
            Self::DistrustedKey => "distrusted-key",
            Self::EndEntityAsIssuer => "end-entity-as-issuer",
            Self::Expired => "expired",
            Self::IssuerKeyUsage => "issuer-key-usage",
            Self::NameConstraint => "name-constraint",
            Self::NameMismatch => "name-mismatch",
            Self::NameNotPermitted => "name-not-permitted",
            Self::NotYetValid => "not-yet-valid",
            Self::PathLength => "path-length",
            Self::PathRefused => "path-refused",
            Self::PathTooComplex => "path-too-complex",
            Self::Purpose => "purpose",
            Self::PurposeNotPermitted => "purpose-not-permitted",
            Self::RejectedCertificate => "rejected-certificate",
            Self::Revoked => "revoked",
            Self::SctMissing => "sct-missing",
            Self::SctTooEarly => "sct-too-early",
            Self::SctTooLate => "sct-too-late",
            Self::TooManyCandidates => "too-many-candidates",
            Self::TooManyIntermediates => "too-many-intermediates",
            Self::TooManyIssuers => "too-many-issuers",
            Self::UnknownIssuer => "unknown-issuer",
            Self::UnknownRevocationStatus => "unknown-revocation-status",
            Self::UnsupportedCriticalExtension => "unsupported-critical-extension",
            Self::UnsupportedSignatureAlgorithm => "unsupported-signature-algorithm",
            Self::UnsupportedVersion => "unsupported-version",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Violation> for Code {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::DistrustedAfter { .. } => Self::DistrustedAfter,
            Violation::Expired { .. } => Self::AnchorExpired,
            Violation::KeyUsage { .. } => Self::AnchorKeyUsage,
            Violation::NameNotPermitted { .. } | Violation::NamesConstrained { .. } => {
                Self::NameNotPermitted
            }
            Violation::NotYetValid { .. } => Self::AnchorNotYetValid,
            Violation::PathLength { .. } => Self::AnchorPathLength,
            Violation::Purpose { source: "", .. } => Self::AnchorPurpose,
            Violation::Purpose { .. } => Self::PurposeNotPermitted,
            Violation::SctMissing { .. } => Self::SctMissing,
            Violation::SctTooEarly { .. } => Self::SctTooEarly,
            Violation::SctTooLate { .. } => Self::SctTooLate,
        }
    }
}

impl From<ErrorKind> for Code {
    fn from(error: ErrorKind) -> Self {
        match error {
            ErrorKind::Anchor(violation) => violation.into(),
            ErrorKind::BadCertificate => Self::BadCertificate,
            ErrorKind::BadNameConstraint => Self::BadNameConstraint,
            ErrorKind::BadSignature => Self::BadSignature,
            ErrorKind::CaAsEndEntity => Self::CaAsEndEntity,
            ErrorKind::CrlExpired { .. } => Self::CrlExpired,
            ErrorKind::CrlUnusable => Self::CrlUnusable,
            ErrorKind::DistrustedKey => Self::DistrustedKey,
            ErrorKind::EndEntityAsIssuer => Self::EndEntityAsIssuer,
            ErrorKind::Expired { .. } => Self::Expired,
            ErrorKind::IssuerKeyUsage => Self::IssuerKeyUsage,
            ErrorKind::NameConstraint => Self::NameConstraint,
            ErrorKind::NameMismatch => Self::NameMismatch,
            ErrorKind::NotYetValid { .. } => Self::NotYetValid,
            ErrorKind::PathLength => Self::PathLength,
            ErrorKind::PathTooComplex => Self::PathTooComplex,
            ErrorKind::Purpose => Self::Purpose,
            ErrorKind::RejectedCertificate => Self::RejectedCertificate,
            ErrorKind::Revoked => Self::Revoked,
            ErrorKind::TooManyCandidates { .. } => Self::TooManyCandidates,
            ErrorKind::TooManyIntermediates { .. } => Self::TooManyIntermediates,
            ErrorKind::TooManyIssuers { .. } => Self::TooManyIssuers,
            ErrorKind::UnknownIssuer => Self::UnknownIssuer,
            ErrorKind::UnknownRevocationStatus => Self::UnknownRevocationStatus,
            ErrorKind::UnsupportedCriticalExtension => Self::UnsupportedCriticalExtension,
            ErrorKind::UnsupportedSignatureAlgorithm => Self::UnsupportedSignatureAlgorithm,
            ErrorKind::UnsupportedVersion => Self::UnsupportedVersion,
            ErrorKind::Webpki => Self::PathRefused,
        }
    }
}
