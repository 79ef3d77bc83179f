use std::{error, fmt};

/// Why a text is not a list of rules: what was found, where, and what was expected.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConstraintError {
    pub(super) kind: ConstraintErrorKind,
    /// What is at fault, as it was written
    pub(super) found: String,
    /// The place of that in the text, in bytes
    pub(super) offset: usize,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ConstraintErrorKind {
    BadAlgorithmName,
    BadDate,
    BadKeySize,
    BadUsage,
    BadWildcard,
    InertConstraint,
    MixedUsages,
    RepeatedCondition,
    UnbalancedQuote,
    UnknownCondition,
    UnknownInclude,
}

impl ConstraintError {
    /// The stable name of the error: `unknown-condition`
    pub fn code(&self) -> &'static str {
        use ConstraintErrorKind as Kind;
        match self.kind {
            Kind::BadAlgorithmName => "bad-algorithm-name",
            Kind::BadDate => "bad-date",
            Kind::BadKeySize => "bad-key-size",
            Kind::BadUsage => "bad-usage",
            Kind::BadWildcard => "bad-wildcard",
            Kind::InertConstraint => "inert-constraint",
            Kind::MixedUsages => "mixed-usages",
            Kind::RepeatedCondition => "repeated-condition",
            Kind::UnbalancedQuote => "unbalanced-quote",
            Kind::UnknownCondition => "unknown-condition",
            Kind::UnknownInclude => "unknown-include",
        }
    }

    /// Where it is, in bytes and counted from 1.
    pub fn column(&self) -> usize {
        self.offset + 1
    }

    fn expected(&self) -> &'static str {
        use ConstraintErrorKind as Kind;
        match self.kind {
            Kind::BadAlgorithmName => {
                "is no name of an algorithm: expected letters, digits and any of . _ / + -"
            }
            Kind::BadDate => "is no day: expected one such as `denyAfter 2030-01-31`",
            Kind::BadKeySize => {
                "is no size of a key: expected `keySize`, one of <= < == != > >=, and a number, \
                 with blanks between them"
            }
            Kind::BadUsage => {
                "is no usage: expected `usage` with TLSServer, TLSClient, SignedJAR, or with \
                 HandshakeSignature, CertificateSignature"
            }
            Kind::BadWildcard => {
                "has a wildcard: expected one in the name of cipher suites alone, such as \
                 TLS_RSA_*, and no condition"
            }
            Kind::InertConstraint => {
                "would never deny anything: expected conditions that can hold together, keySize \
                 for a kind of key, and none for a curve"
            }
            Kind::MixedUsages => {
                "mixes usages: expected either those of chains or those of signatures"
            }
            Kind::RepeatedCondition => "stands twice: expected one of its kind",
            Kind::UnbalancedQuote => "has one quote: expected two around all, or none",
            Kind::UnknownCondition => {
                "is no condition: expected keySize, jdkCA, denyAfter or usage"
            }
            Kind::UnknownInclude => "is not known: expected `include jdk.disabled.namedCurves`",
        }
    }
}

/// `"foo" is no condition: expected .. (column 5)`
impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} (column {})", self.found, self.expected(), self.column())
    }
}

impl error::Error for ConstraintError {}
