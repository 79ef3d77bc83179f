//! The findings that errors carry.

use core::fmt;

/// A boundary starts a block or ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `-----BEGIN ...-----`
    Begin,
    /// `-----END ...-----`
    End,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Begin => "BEGIN",
            Self::End => "END",
        })
    }
}

/// What makes a line a near miss of `-----BEGIN label-----` or `-----END label-----`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundaryFault {
    /// Blanks stand between dashes and words, or the words are not separated by one space.
    Blank,
    /// The keyword, or the label of a certificate or key, is not in upper case.
    Case,
    /// The number of dashes is not five.
    Dashes {
        /// The number of dashes.
        found: u32,
        /// On which side of the words.
        side: Side,
    },
    /// No label follows the keyword.
    NoLabel,
    /// Other text follows on the same line.
    TextAfter,
    /// Other text precedes on the same line.
    TextBefore,
    /// Dashes, hyphens or minus signs of typography stand in place of the ASCII hyphen-minus.
    Typographic {
        /// One of them.
        found: char,
    },
}

impl fmt::Display for BoundaryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str(
                "has a misplaced blank, expected one space between keyword and label only",
            ),
            Self::Case => f.write_str("has lower-case letters, expected upper case"),
            Self::Dashes { found, side } => {
                write!(f, "has {found} dashes {side} the words, expected 5")
            }
            Self::NoLabel => f.write_str("has no label, expected one such as CERTIFICATE"),
            Self::TextAfter => f.write_str("is followed by text, expected the end of the line"),
            Self::TextBefore => f.write_str("is preceded by text, expected a line of its own"),
            Self::Typographic { found } => {
                write!(
                    f,
                    "has typographic dashes (U+{:04X}), expected U+002D (-)",
                    u32::from(*found)
                )
            }
        }
    }
}

/// A side of the words of a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Behind the words.
    After,
    /// In front of the words.
    Before,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::After => "behind",
            Self::Before => "in front of",
        })
    }
}

/// What follows a `BEGIN` that has no `END`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follower {
    /// The next block, also one with a damaged `BEGIN`; it is read for itself.
    Begin {
        /// Its line.
        line: u32,
    },
    /// An `END` that is damaged, which belongs to this error.
    DamagedEnd {
        /// Its line.
        line: u32,
    },
    /// The end of the input.
    EndOfInput,
}

impl fmt::Display for Follower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begin { line } => write!(f, "another BEGIN on line {line}"),
            Self::DamagedEnd { line } => write!(f, "a damaged END on line {line}"),
            Self::EndOfInput => f.write_str("the end of the input"),
        }
    }
}

/// An offending character of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// A byte that is neither ASCII nor part of a character in UTF-8.
    Byte(u8),
    /// A character in ASCII or UTF-8.
    Unicode(char),
    /// Not told, because the block is a private key.
    Withheld,
}

impl Character {
    pub(super) fn first_of(text: &[u8]) -> Self {
        // No character in UTF-8 has more than four bytes; those behind it need not be whole.
        let text = text.get(..4).unwrap_or(text);
        let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        match (valid.chars().next(), text) {
            (Some(character), _) => Self::Unicode(character),
            (None, [byte, ..]) => Self::Byte(*byte),
            (None, []) => Self::Withheld,
        }
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Byte(byte) => write!(f, "byte 0x{byte:02x}"),
            Self::Unicode('\u{a0}') => f.write_str("U+00A0 (no-break space)"),
            Self::Unicode('\u{200b}') => f.write_str("U+200B (zero width space)"),
            Self::Unicode('\u{feff}') => f.write_str("U+FEFF (byte order mark)"),
            Self::Unicode(character) if character.is_ascii_graphic() => write!(f, "`{character}`"),
            Self::Unicode(character) => write!(f, "U+{:04X}", u32::from(character)),
            Self::Withheld => f.write_str("a character that is not shown"),
        }
    }
}
