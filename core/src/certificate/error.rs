use core::fmt;

use super::ErrorKind;

/// Why some bytes are not a certificate that can be used: what was found, what was expected, in
/// which field, at which byte.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Error {
    kind: ErrorKind,
    field: Option<Field>,
    offset: usize,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, field: None, offset }
    }

    /// The innermost field wins: it is named first, on the way out.
    pub(crate) fn in_field(self, field: Field) -> Self {
        Self { field: self.field.or(Some(field)), ..self }
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The field of the certificate that could not be read, where one was reached.
    pub fn field(&self) -> Option<Field> {
        self.field
    }

    /// The place in the DER, in bytes from its first.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, field, offset } = self;
        match field {
            Some(field) => write!(f, "{field} {kind} (byte {offset})"),
            None => write!(f, "certificate {kind} (byte {offset})"),
        }
    }
}

impl core::error::Error for Error {}

/// A field of a certificate, by its name in RFC 5280.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Field {
    /// `authorityKeyIdentifier`
    AuthorityKeyIdentifier,
    /// The auxiliary data behind a certificate
    Auxiliary,
    /// `basicConstraints`
    BasicConstraints,
    /// `extKeyUsage`
    ExtendedKeyUsage,
    /// `extensions`
    Extensions,
    /// `issuer`
    Issuer,
    /// `issuerUniqueID` or `subjectUniqueID`
    UniqueIdentifier,
    /// `keyUsage`
    KeyUsage,
    /// `nameConstraints`
    NameConstraints,
    /// `serialNumber`
    SerialNumber,
    /// `signature` and `signatureAlgorithm`
    SignatureAlgorithm,
    /// `subject`
    Subject,
    /// `subjectAltName`
    SubjectAltName,
    /// `subjectKeyIdentifier`
    SubjectKeyIdentifier,
    /// `subjectPublicKeyInfo`
    SubjectPublicKeyInfo,
    /// `validity`
    Validity,
    /// `version`
    Version,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AuthorityKeyIdentifier => "authorityKeyIdentifier",
            Self::Auxiliary => "auxiliary data",
            Self::BasicConstraints => "basicConstraints",
            Self::ExtendedKeyUsage => "extKeyUsage",
            Self::Extensions => "extensions",
            Self::Issuer => "issuer",
            Self::UniqueIdentifier => "uniqueIdentifier",
            Self::KeyUsage => "keyUsage",
            Self::NameConstraints => "nameConstraints",
            Self::SerialNumber => "serialNumber",
            Self::SignatureAlgorithm => "signatureAlgorithm",
            Self::Subject => "subject",
            Self::SubjectAltName => "subjectAltName",
            Self::SubjectKeyIdentifier => "subjectKeyIdentifier",
            Self::SubjectPublicKeyInfo => "subjectPublicKeyInfo",
            Self::Validity => "validity",
            Self::Version => "version",
        })
    }
}
