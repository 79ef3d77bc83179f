use core::fmt;

use crate::certificate::Time;
use crate::constraints::Violation;

/// Why no path from a presented certificate to an anchor holds.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ErrorKind {
    /// The path is good, but for a limit of its anchor.
    Anchor(Violation),
    /// A certificate cannot be read.
    BadCertificate,
    /// A name constraint of an intermediate or anchor cannot be read.
    BadNameConstraint,
    /// A signature does not fit the key of the issuer.
    BadSignature,
    /// The end entity is a CA.
    CaAsEndEntity,
    /// The newest CRL that answers for a certificate has expired.
    CrlExpired {
        /// when the path is verified
        time: Time,
        /// when the next CRL was due
        next_update: Time,
    },
    /// The key that issued a certificate has signed no CRL that answers for it, or may sign none.
    CrlUnusable,
    /// The key of a certificate is known to be compromised.
    DistrustedKey,
    /// A certificate that is not a CA has issued another.
    EndEntityAsIssuer,
    /// A certificate has expired.
    Expired {
        /// when the path is verified
        time: Time,
        /// the certificate's last second
        not_after: Time,
    },
    /// A certificate that may not sign others by its key usage has issued one.
    IssuerKeyUsage,
    /// A name of the end entity lies outside of what an issuer may certify.
    NameConstraint,
    /// The end entity is for other names.
    NameMismatch,
    /// A certificate is not valid yet.
    NotYetValid {
        /// when the path is verified
        time: Time,
        /// the certificate's first second
        not_before: Time,
    },
    /// More intermediates than one of them allows.
    PathLength,
    /// The path is too deep or too tangled to be followed.
    PathTooComplex,
    /// A certificate is not for this purpose.
    Purpose,
    /// A certificate of the path was given with auxiliary data that rejects it for this purpose.
    RejectedCertificate,
    /// A certificate has been revoked.
    Revoked,
    /// More anchors have the names of the issuers than are tried.
    TooManyCandidates {
        /// how many are tried
        limit: usize,
    },
    /// More intermediates fit than are looked at.
    TooManyIntermediates {
        /// how many are looked at
        limit: usize,
    },
    /// The certificates name more issuers than are looked up.
    TooManyIssuers {
        /// how many are looked up
        limit: usize,
    },
    /// No anchor has the name of an issuer, or none of those that have it has its key.
    UnknownIssuer,
    /// No CRL answers for a certificate.
    UnknownRevocationStatus,
    /// A certificate has a critical extension that webpki does not process.
    UnsupportedCriticalExtension,
    /// A certificate is signed by an algorithm that the crypto provider does not verify.
    UnsupportedSignatureAlgorithm,
    /// A certificate is not of version 3.
    UnsupportedVersion,
    /// webpki refuses the path for a reason that has no name here.
    Webpki,
}

impl ErrorKind {
    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Anchor(violation) => violation.code(),
            Self::BadCertificate => "bad-certificate",
            Self::BadNameConstraint => "bad-name-constraint",
            Self::BadSignature => "bad-signature",
            Self::CaAsEndEntity => "ca-as-end-entity",
            Self::CrlExpired { .. } => "crl-expired",
            Self::CrlUnusable => "crl-unusable",
            Self::DistrustedKey => "distrusted-key",
            Self::EndEntityAsIssuer => "end-entity-as-issuer",
            Self::Expired { .. } => "expired",
            Self::IssuerKeyUsage => "issuer-key-usage",
            Self::NameConstraint => "name-constraint",
            Self::NameMismatch => "name-mismatch",
            Self::NotYetValid { .. } => "not-yet-valid",
            Self::PathLength => "path-length",
            Self::PathTooComplex => "path-too-complex",
            Self::Purpose => "purpose",
            Self::RejectedCertificate => "rejected-certificate",
            Self::Revoked => "revoked",
            Self::TooManyCandidates { .. } => "too-many-candidates",
            Self::TooManyIntermediates { .. } => "too-many-intermediates",
            Self::TooManyIssuers { .. } => "too-many-issuers",
            Self::UnknownIssuer => "unknown-issuer",
            Self::UnknownRevocationStatus => "unknown-revocation-status",
            Self::UnsupportedCriticalExtension => "unsupported-critical-extension",
            Self::UnsupportedSignatureAlgorithm => "unsupported-signature-algorithm",
            Self::UnsupportedVersion => "unsupported-version",
            Self::Webpki => "path-refused",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anchor(violation) => write!(f, "{violation}"),
            Self::CrlExpired { time, next_update } => {
                write!(f, "crl expired: verified at {time}, the next one was due at {next_update}")
            }
            Self::Expired { time, not_after } => {
                write!(f, "certificate expired: verified at {time}, its last second is {not_after}")
            }
            Self::NotYetValid { time, not_before } => write!(
                f,
                "certificate is not valid yet: verified at {time}, its first second is {not_before}"
            ),
            Self::TooManyCandidates { limit } => {
                write!(f, "more than {limit} anchors have the names of the issuers")
            }
            Self::TooManyIntermediates { limit } => {
                write!(f, "more than {limit} intermediates, sent and supplied, fit the path")
            }
            Self::TooManyIssuers { limit } => {
                write!(f, "certificates name more than {limit} issuers")
            }
            plain => f.write_str(plain.text()),
        }
    }
}

impl ErrorKind {
    /// Whether it holds also for a certificate that is trusted for itself: its status is known, or
    /// cannot be known though it has an issuer who could say it.
    pub(super) fn overrules_pins(&self) -> bool {
        matches!(
            self,
            Self::CrlExpired { .. }
                | Self::CrlUnusable
                | Self::DistrustedKey
                | Self::RejectedCertificate
                | Self::Revoked
                | Self::UnknownRevocationStatus
        )
    }

    /// What is said where there is nothing to compare.
    fn text(&self) -> &'static str {
        match self {
            Self::BadCertificate => "certificate cannot be read",
            Self::BadNameConstraint => "name constraint of an issuer cannot be read",
            Self::BadSignature => "signature does not fit the key of the issuer of that name",
            Self::CaAsEndEntity => "certificate of the peer is a ca, expected an end entity",
            Self::CrlUnusable => {
                "crl of an issuer cannot be used: the issuer's key has not signed it, or may not"
            }
            Self::DistrustedKey => "key of a certificate is known to be compromised",
            Self::EndEntityAsIssuer => "issuer of a certificate is an end entity, expected a ca",
            Self::IssuerKeyUsage => {
                "issuer of a certificate may not sign any: its key usage has no keyCertSign"
            }
            Self::NameConstraint => "name of the peer lies outside of what an issuer may certify",
            Self::NameMismatch => "certificate of the peer is for other names",
            Self::PathLength => "path has more intermediates than an issuer allows",
            Self::PathTooComplex => "path is too deep or too tangled to be followed",
            Self::Purpose => "certificate is not for this purpose",
            Self::RejectedCertificate => {
                "certificate of the path is rejected for this purpose by its auxiliary data"
            }
            Self::Revoked => "certificate has been revoked",
            Self::UnknownIssuer => "no anchor has issued this",
            Self::UnknownRevocationStatus => "no crl answers for a certificate of the path",
            Self::UnsupportedCriticalExtension => {
                "certificate has a critical extension that is not processed here"
            }
            Self::UnsupportedSignatureAlgorithm => {
                "certificate is signed by an algorithm that the crypto provider does not verify"
            }
            Self::UnsupportedVersion => "certificate is not of version 3",
            Self::Webpki => "path is refused by webpki",
            // said above
            Self::Anchor(_)
            | Self::CrlExpired { .. }
            | Self::Expired { .. }
            | Self::NotYetValid { .. }
            | Self::TooManyCandidates { .. }
            | Self::TooManyIntermediates { .. }
            | Self::TooManyIssuers { .. } => "",
        }
    }
}

impl core::error::Error for ErrorKind {}

impl From<Violation> for ErrorKind {
    fn from(violation: Violation) -> Self {
        Self::Anchor(violation)
    }
}

impl From<webpki::Error> for ErrorKind {
    fn from(error: webpki::Error) -> Self {
        use webpki::Error as E;
        match error {
            E::BadDer | E::BadDerTime | E::ExtensionValueInvalid | E::InvalidCertValidity => {
                Self::BadCertificate
            }
            E::InvalidSerialNumber | E::MalformedExtensions | E::TrailingData(_) => {
                Self::BadCertificate
            }
            E::SignatureAlgorithmMismatch | E::MalformedDnsIdentifier => Self::BadCertificate,
            E::InvalidNetworkMaskConstraint | E::MalformedNameConstraint => Self::BadNameConstraint,
            E::InvalidSignatureForPublicKey => Self::BadSignature,
            E::CaUsedAsEndEntity => Self::CaAsEndEntity,
            E::CertDistrusted => Self::DistrustedKey,
            E::EndEntityUsedAsCa => Self::EndEntityAsIssuer,
            E::CertExpired { time, not_after } => {
                Self::Expired { time: time.into(), not_after: not_after.into() }
            }
            E::NameConstraintViolation => Self::NameConstraint,
            E::CertNotValidForName(_) => Self::NameMismatch,
            E::CertNotValidYet { time, not_before } => {
                Self::NotYetValid { time: time.into(), not_before: not_before.into() }
            }
            E::PathLenConstraintViolated => Self::PathLength,
            E::MaximumNameConstraintComparisonsExceeded
            | E::MaximumPathBuildCallsExceeded
            | E::MaximumPathDepthExceeded
            | E::MaximumSignatureChecksExceeded => Self::PathTooComplex,
            E::EmptyEkuExtension | E::RequiredEkuNotFoundContext(_) => Self::Purpose,
            E::UnknownIssuer => Self::UnknownIssuer,
            E::UnsupportedCriticalExtension => Self::UnsupportedCriticalExtension,
            E::UnsupportedSignatureAlgorithmContext(_)
            | E::UnsupportedSignatureAlgorithmForPublicKeyContext(_) => {
                Self::UnsupportedSignatureAlgorithm
            }
            E::UnsupportedCertVersion => Self::UnsupportedVersion,
            _ => Self::Webpki,
        }
    }
}
