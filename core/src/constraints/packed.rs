//! What is imposed on a root, as bytes: in a baked table and in a file alike, so that a table holds
//! no pointers for it and a file needs no memory to be read into.
//!
//! All numbers are little-endian. A text is its length in two bytes and UTF-8; texts are their
//! number in two bytes and each of them. Then
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | number of alternatives, and for each: |
//! | 1 | which of the next three are there: bits 0, 1 and 2; whether IP addresses are excluded: bit 3 |
//! | 5 each | distrust-after, SCT-not-after, SCT-all-after: seconds since 1970 plus 2^39, big-endian |
//! | texts, text | permitted DNS names, source |
//! | texts | the imposed name constraints in words |
//! | text, text, text | sources of names, path length, purposes |

use core::fmt;

use crate::certificate::Time;

/// Texts in a row, without a pointer for each.
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Texts {
    count: u16,
    bytes: &'static [u8],
}

impl Texts {
    /// No text at all.
    pub const NONE: Self = Self { count: 0, bytes: &[] };

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = &'static str> + Clone {
        let mut rest = Unpacked(self.bytes);
        (0..self.count).map_while(move |_| rest.text())
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// Side by side, with commas.
impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(position, text)| {
            write!(f, "{}{text}", if position == 0 { "" } else { ", " })
        })
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What is still to be read.
#[derive(Clone, Copy)]
pub(super) struct Unpacked(pub(super) &'static [u8]);

impl Unpacked {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub(super) fn time(&mut self, is_there: bool) -> Option<Option<Time>> {
        if !is_there {
            return Some(None);
        }
        let (&time, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(Some(Time::from_bytes(time)))
    }

    pub(super) fn text(&mut self) -> Option<&'static str> {
        let length = usize::from(self.number()?);
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        core::str::from_utf8(text).ok()
    }

    pub(super) fn texts(&mut self) -> Option<Texts> {
        let count = self.number()?;
        let bytes = self.0;
        for _ in 0..count {
            self.text()?;
        }
        let length = bytes.len() - self.0.len();
        Some(Texts { count, bytes: bytes.get(..length)? })
    }

    fn number(&mut self) -> Option<u16> {
        let (&number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(number))
    }
}
