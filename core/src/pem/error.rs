//! Why a block cannot be read, and where.

use core::fmt;

use super::found::{BoundaryFault, Character, Follower, Role};
use super::label::OwnedLabel;
use super::place::Place;

/// Why a block cannot be read, and where in the input.
///
/// It is [`Copy`], borrows nothing and never holds a byte of a private key's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    block: u32,
    line: u32,
    column: u32,
}

impl Error {
    pub(super) const fn new(kind: ErrorKind, block: u32, place: Place) -> Self {
        let Place { line, column } = place;
        Self { kind, block, line, column }
    }

    /// The number of the block, counted from 1 over good and bad blocks alike.
    #[must_use]
    pub const fn block(&self) -> u32 {
        self.block
    }

    /// The line of the offending place, counted from 1; CRLF, LF and a lone CR each end one line.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The column of the offending place, in bytes counted from 1.
    #[must_use]
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// What is wrong, with both sides of the comparison.
    #[must_use]
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The stable name of the kind, see [`ErrorKind::code`].
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, block, line, column } = self;
        write!(f, "block {block}, line {line}, column {column}: {kind}")
    }
}

impl core::error::Error for Error {}

/// What is wrong with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Characters stand behind the padding, which ends the base64.
    Base64AfterPadding {
        /// The first of them.
        found: Character,
    },
    /// A character that base64 does not have.
    Base64Character {
        /// That character.
        found: Character,
    },
    /// The last group of base64 has a single character, so that at least one was lost.
    Base64Length {
        /// The number of base64 characters without padding; one more, or one less, could be right.
        found: usize,
    },
    /// The padding does not fill the last group of four.
    Base64Padding {
        /// The number of `=`.
        found: usize,
        /// The number of `=` that fills the group.
        expected: usize,
    },
    /// The last character carries bits behind the last byte, which
    /// [RFC 4648 section 3.5](https://www.rfc-editor.org/rfc/rfc4648#section-3.5) wants to be zero.
    Base64TrailingBits {
        /// How many bits must be zero: 2 or 4.
        expected_zero: u8,
    },
    /// The buffer given to [`Block::decode`](super::Block::decode) is too small.
    BufferTooSmall {
        /// Its length in bytes.
        given: usize,
        /// A length in bytes that is large enough.
        needed: usize,
    },
    /// Nothing stands between `BEGIN` and `END`.
    EmptyBlock,
    /// `BEGIN` and `END` have different labels. The place is that of `END`.
    LabelMismatch {
        /// The label of `BEGIN`.
        begin: OwnedLabel,
        /// The line of `BEGIN`.
        begin_line: u32,
        /// The label of `END`.
        end: OwnedLabel,
    },
    /// Something that is almost a boundary. When it is a `BEGIN`, the `END` behind it belongs to the same error.
    NearMissBoundary {
        /// The first thing wrong with it.
        fault: BoundaryFault,
        /// Its label, where that can be told from other text.
        label: OwnedLabel,
        /// What it was meant to be.
        role: Role,
    },
    /// An `END` without a `BEGIN` in front of it.
    StrayEnd {
        /// Its label.
        label: OwnedLabel,
    },
    /// A `BEGIN` without an `END` of its own. The place is that of `BEGIN`.
    UnterminatedBlock {
        /// The label of `BEGIN`.
        label: OwnedLabel,
        /// What follows instead.
        found: Follower,
    },
}

impl ErrorKind {
    /// A name that never changes, for machines: `base64-after-padding`, `base64-character`, `base64-length`,
    /// `base64-padding`, `base64-trailing-bits`, `buffer-too-small`, `empty-block`, `label-mismatch`,
    /// `near-miss-boundary`, `stray-end`, `unterminated-block`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Base64AfterPadding { .. } => "base64-after-padding",
            Self::Base64Character { .. } => "base64-character",
            Self::Base64Length { .. } => "base64-length",
            Self::Base64Padding { .. } => "base64-padding",
            Self::Base64TrailingBits { .. } => "base64-trailing-bits",
            Self::BufferTooSmall { .. } => "buffer-too-small",
            Self::EmptyBlock => "empty-block",
            Self::LabelMismatch { .. } => "label-mismatch",
            Self::NearMissBoundary { .. } => "near-miss-boundary",
            Self::StrayEnd { .. } => "stray-end",
            Self::UnterminatedBlock { .. } => "unterminated-block",
        }
    }

    /// The same without the characters of the body.
    pub(super) const fn without_content(self) -> Self {
        match self {
            Self::Base64AfterPadding { .. } => {
                Self::Base64AfterPadding { found: Character::Withheld }
            }
            Self::Base64Character { .. } => Self::Base64Character { found: Character::Withheld },
            other => other,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base64AfterPadding { found } => {
                write!(f, "base64 padding is followed by {found}, expected END")
            }
            Self::Base64Character { found } => {
                write!(f, "base64 holds {found}, expected one of A-Z, a-z, 0-9, +, / and =")
            }
            Self::Base64Length { found } => {
                write!(
                    f,
                    "base64 has {found} characters, 1 more than groups of four, expected 0, 2 or 3 more"
                )
            }
            Self::Base64Padding { found, expected } => {
                write!(f, "base64 padding has {found} `=`, expected {expected}")
            }
            Self::Base64TrailingBits { expected_zero } => {
                write!(
                    f,
                    "base64 has bits set behind its last byte, expected {expected_zero} zero bits"
                )
            }
            Self::BufferTooSmall { given, needed } => {
                write!(f, "buffer has {given} bytes, expected up to {needed}")
            }
            Self::EmptyBlock => f.write_str("block has an empty body, expected base64"),
            Self::LabelMismatch { begin, begin_line, end } => {
                write!(
                    f,
                    "END has the label `{end}`, expected `{begin}` as in BEGIN on line {begin_line}"
                )
            }
            Self::NearMissBoundary { fault, label, role } => {
                let space = if label.as_bytes().is_empty() { "" } else { " " };
                write!(f, "boundary `{role}{space}{label}` {fault}")
            }
            Self::StrayEnd { label } => {
                write!(f, "`END {label}` has no BEGIN, expected `BEGIN {label}` in front of it")
            }
            Self::UnterminatedBlock { label, found } => {
                write!(f, "`BEGIN {label}` is followed by {found}, expected `END {label}`")
            }
        }
    }
}
