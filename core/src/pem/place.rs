//! Lines and columns, counted only up to the places that are asked for.

use super::scan::is_line_end;

/// A place in the input: both numbers start at 1, the column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Place {
    /// The place `length` bytes on, on the same line.
    pub(super) fn further(self, length: usize) -> Self {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        Self { column: self.column.saturating_add(length), ..self }
    }
}

/// Turns ascending offsets of a text into places; all calls together read the text once.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    /// Everything in front of this offset is counted.
    counted: usize,
    line: u32,
    line_start: usize,
    /// The column of the first byte of that line; it is above 1 when `text` starts within a line.
    first_column: u32,
}

impl<'a> Lines<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self::starting_at(text, Place { line: 1, column: 1 })
    }

    /// For a text whose first byte is at `place`.
    pub(super) const fn starting_at(text: &'a [u8], place: Place) -> Self {
        Self { text, counted: 0, line: place.line, line_start: 0, first_column: place.column }
    }

    /// The place of `offset`, which is not smaller than the one before and not between a CR and its LF.
    pub(super) fn place(&mut self, offset: usize) -> Place {
        let line_start = self.line_start(offset);
        Place { line: self.line, column: self.first_column }.further(offset - line_start)
    }

    /// Counts up to `offset`, which starts a line, without reading what the caller has read: so many line ends.
    pub(super) fn pass(&mut self, offset: usize, ends: usize) {
        self.line = self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
        (self.counted, self.line_start, self.first_column) = (offset, offset, 1);
    }

    /// Where the line of `offset` starts; the same rules hold for `offset`.
    pub(super) fn line_start(&mut self, offset: usize) -> usize {
        if offset == self.counted {
            return self.line_start;
        }
        let passed = self.text.get(self.counted..offset).unwrap_or_default();
        let following = self.text.get(self.counted + 1..).unwrap_or_default();
        let ends = count_line_ends(passed, following);
        if ends > 0 {
            let last = passed.iter().rposition(|&byte| is_line_end(byte)).unwrap_or_default();
            self.line_start = self.counted + last + 1;
            self.first_column = 1;
        }
        self.line = self.line.saturating_add(ends);
        self.counted = offset;
        self.line_start
    }
}

/// The line ends in `text`; `following` is the same text one byte on, which tells a lone CR from one with an LF.
fn count_line_ends(text: &[u8], following: &[u8]) -> u32 {
    // what lies between two boundaries is most often too short for that to be worth its while
    #[cfg(feature = "simd")]
    if text.len() > 256 && memchr::memchr(b'\r', text).is_none() {
        let ends = memchr::memchr_iter(b'\n', text).count();
        return u32::try_from(ends).unwrap_or(u32::MAX);
    }
    let ((chunks, tail), (next_chunks, _)) = (text.as_chunks::<64>(), following.as_chunks::<64>());
    let next_tail = following.get(chunks.len() * 64..).unwrap_or_default();
    let whole = chunks.iter().zip(next_chunks).map(|(chunk, next)| line_ends(chunk, next));
    whole
        .chain([line_ends(tail, next_tail)])
        .fold(0, |sum: u32, ends| sum.saturating_add(ends.into()))
}

/// The same for at most 64 bytes. The sum fits a byte, which keeps vector lanes as narrow as the input.
#[inline]
fn line_ends(text: &[u8], following: &[u8]) -> u8 {
    text.iter().zip(following).fold(0, |ends, (&byte, &next)| {
        let lone_cr = (byte == b'\r') & (next != b'\n');
        ends + u8::from((byte == b'\n') | lone_cr)
    })
}
