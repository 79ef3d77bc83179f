use core::fmt;

use super::VERSION;
use crate::root_set::ManifestError;

/// Why some bytes are not a root set.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileError {
    /// The data of a root is not where it must be, or is not what a root has.
    BadRoot {
        /// its place, counted from 0
        place: usize,
    },
    /// An imposed rule is not where it must be, or not what is written.
    BadRule {
        /// its place, counted from 0
        place: usize,
    },
    /// The SHA-256 is not that of the content.
    Checksum,
    /// Something does not fit where it is.
    Damaged {
        /// where, in bytes from the start
        at: usize,
    },
    /// The manifest is not one.
    Manifest(ManifestError),
    /// It does not begin like a root set.
    NoMagic,
    /// Something stands behind it.
    TrailingData {
        /// how many bytes
        found: usize,
    },
    /// It is cut.
    Truncated {
        /// bytes there
        found: usize,
        /// bytes announced
        expected: usize,
    },
    /// It has a layout of another version of rootbake.
    UnknownVersion {
        /// the version
        found: u16,
    },
    /// A root is there twice, or not in its place in the order.
    Unsorted {
        /// its place, counted from 0
        place: usize,
    },
}

impl FileError {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadRoot { .. } => "set-bad-root",
            Self::BadRule { .. } => "set-bad-rule",
            Self::Checksum => "set-checksum",
            Self::Damaged { .. } => "set-damaged",
            Self::Manifest(_) => "set-manifest",
            Self::NoMagic => "set-no-magic",
            Self::TrailingData { .. } => "set-trailing-data",
            Self::Truncated { .. } => "set-truncated",
            Self::UnknownVersion { .. } => "set-unknown-version",
            Self::Unsorted { .. } => "set-unsorted",
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadRoot { place } => {
                write!(f, "root set is damaged: root {place} is not readable where it should be")
            }
            Self::BadRule { place } => {
                write!(f, "root set is damaged: rule {place} is not readable where it should be")
            }
            Self::Checksum => {
                f.write_str("root set is damaged: its sha-256 is that of other content")
            }
            Self::Damaged { at } => write!(f, "root set is damaged at byte {at}"),
            Self::Manifest(error) => write!(f, "root set is damaged: {error}"),
            Self::NoMagic => f.write_str("not a root set: it does not begin like one"),
            Self::TrailingData { found } => {
                write!(f, "root set has {found} bytes behind it, expected none")
            }
            Self::Truncated { found, expected } => {
                write!(f, "root set is cut short: found {found} bytes, expected {expected}")
            }
            Self::UnknownVersion { found } => {
                write!(f, "root set has version {found}, expected {VERSION}")
            }
            Self::Unsorted { place } => {
                write!(f, "root set is not in order: root {place} belongs before the one before it")
            }
        }
    }
}

impl core::error::Error for FileError {}
