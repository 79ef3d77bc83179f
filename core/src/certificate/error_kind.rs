use core::fmt;

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ErrorKind {
    /// The two algorithm identifiers of a certificate differ (RFC 5280 section 4.1.1.2).
    AlgorithmMismatch,
    /// A BOOLEAN that is neither 0x00 nor 0xff.
    BadBoolean {
        /// its value
        found: u8,
    },
    /// Content of the wrong size.
    BadLength {
        /// bytes there
        found: usize,
        /// bytes that belong there
        expected: usize,
    },
    /// An OBJECT IDENTIFIER that is empty, cut or longer than 39 bytes.
    BadObjectIdentifier,
    /// A point of an elliptic curve that is neither compressed nor uncompressed.
    BadPoint,
    /// A time that is not of the form RFC 5280 section 4.1.2.5 prescribes.
    BadTime {
        /// the form it should have
        expected: &'static str,
    },
    /// A BIT STRING whose count of unused bits is impossible.
    BadUnusedBits {
        /// the count
        found: u8,
    },
    /// A default value that is written out (X.690 section 11.5).
    DefaultWrittenOut,
    /// An extension that is there twice (RFC 5280 section 4.2).
    DuplicateExtension {
        /// the last arc of its identifier: 15 for 2.5.29.15
        number: u8,
    },
    /// A list that must not be empty.
    Empty,
    /// Extensions in a version 1 certificate, or unique identifiers in one.
    FieldNeedsNewerVersion,
    /// A tag of more than one byte.
    HighTagNumber {
        /// its first byte
        found: u8,
    },
    /// BER's indefinite length.
    IndefiniteLength,
    /// An INTEGER with needless leading octets.
    IntegerNotShortest,
    /// A length with needless octets.
    LengthNotShortest,
    /// A length of 4 GiB or more.
    LengthTooLong,
    /// An element that is not there.
    Missing {
        /// its tag
        expected: u8,
    },
    /// An INTEGER below zero where none may be.
    NegativeInteger,
    /// A name constraint with a minimum or maximum (RFC 5280 section 4.2.1.10).
    SubtreeDistance,
    /// Bytes behind the end.
    TrailingData {
        /// how many
        found: usize,
    },
    /// Fewer bytes than the length says.
    Truncated {
        /// bytes there
        found: usize,
        /// bytes announced
        expected: usize,
    },
    /// Another element than the one that belongs here.
    UnexpectedTag {
        /// its tag
        found: u8,
        /// the tag that belongs here
        expected: u8,
    },
    /// A version other than 1, 2 and 3.
    UnsupportedVersion {
        /// the version, counted as people do: 4 for the INTEGER 3
        found: u16,
    },
}

impl ErrorKind {
    /// The stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AlgorithmMismatch => "algorithm-mismatch",
            Self::BadBoolean { .. } => "bad-boolean",
            Self::BadLength { .. } => "bad-length",
            Self::BadObjectIdentifier => "bad-object-identifier",
            Self::BadPoint => "bad-point",
            Self::BadTime { .. } => "bad-time",
            Self::BadUnusedBits { .. } => "bad-unused-bits",
            Self::DefaultWrittenOut => "default-written-out",
            Self::DuplicateExtension { .. } => "duplicate-extension",
            Self::Empty => "empty-list",
            Self::FieldNeedsNewerVersion => "field-needs-newer-version",
            Self::HighTagNumber { .. } => "high-tag-number",
            Self::IndefiniteLength => "indefinite-length",
            Self::IntegerNotShortest => "integer-not-shortest",
            Self::LengthNotShortest => "length-not-shortest",
            Self::LengthTooLong => "length-too-long",
            Self::Missing { .. } => "missing-field",
            Self::NegativeInteger => "negative-integer",
            Self::SubtreeDistance => "subtree-distance",
            Self::TrailingData { .. } => "trailing-data",
            Self::Truncated { .. } => "truncated-der",
            Self::UnexpectedTag { .. } => "unexpected-tag",
            Self::UnsupportedVersion { .. } => "unsupported-version",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadBoolean { found } => {
                write!(f, "has the boolean {found:#04x}, expected 0x00 or 0xff")
            }
            Self::BadLength { found, expected } => {
                write!(f, "has {found} bytes of content, expected {expected}")
            }
            Self::BadTime { expected } => write!(f, "is not a time of the form {expected}"),
            Self::BadUnusedBits { found } => {
                write!(
                    f,
                    "has a bit string with {found} unused bits, expected 0 to 7 of its last byte"
                )
            }
            Self::DuplicateExtension { number } => write!(f, "have 2.5.29.{number} twice"),
            Self::HighTagNumber { found } => {
                write!(f, "has a tag of several bytes ({found:#04x}), expected a single one")
            }
            Self::Missing { expected } => {
                write!(f, "ends where tag {expected:#04x} was expected")
            }
            Self::TrailingData { found } => write!(f, "is followed by {found} bytes too many"),
            Self::Truncated { found, expected } => {
                write!(f, "is cut short: {found} bytes left, expected {expected}")
            }
            Self::UnexpectedTag { found, expected } => {
                write!(f, "has tag {found:#04x}, expected {expected:#04x}")
            }
            Self::UnsupportedVersion { found } => {
                write!(f, "is {found}, expected 1, 2 or 3")
            }
            plain => f.write_str(plain.text()),
        }
    }
}

impl ErrorKind {
    /// What is said where there is nothing to compare.
    fn text(&self) -> &'static str {
        match self {
            Self::AlgorithmMismatch => "differs between the signed part and the signature",
            Self::BadObjectIdentifier => {
                "has an object identifier that is empty, cut, or over 39 bytes long"
            }
            Self::BadPoint => {
                "has a point that is at infinity or in no known form, expected 02, 03 or 04 first"
            }
            Self::DefaultWrittenOut => {
                "is written out where it is the default, which DER leaves out"
            }
            Self::Empty => "is an empty list, expected at least one entry",
            Self::FieldNeedsNewerVersion => "may not be in a certificate of this version",
            Self::IndefiniteLength => "has an indefinite length: this is BER, expected DER",
            Self::IntegerNotShortest => "has an integer with needless leading bytes",
            Self::LengthNotShortest => {
                "has a length with needless bytes: this is BER, expected DER"
            }
            Self::LengthTooLong => "has a length of 4 GiB or more",
            Self::NegativeInteger => "has a negative integer, expected zero or more",
            Self::SubtreeDistance => "has a minimum or maximum, which RFC 5280 does not allow",
            // said above
            Self::BadBoolean { .. }
            | Self::BadLength { .. }
            | Self::BadTime { .. }
            | Self::BadUnusedBits { .. }
            | Self::DuplicateExtension { .. }
            | Self::HighTagNumber { .. }
            | Self::Missing { .. }
            | Self::TrailingData { .. }
            | Self::Truncated { .. }
            | Self::UnexpectedTag { .. }
            | Self::UnsupportedVersion { .. } => "",
        }
    }
}
