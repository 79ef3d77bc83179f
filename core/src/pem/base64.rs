//! The base64 of a body: whole lines by table, whatever is not clean byte by byte.

use super::alphabet::{self, groups, value};
use super::error::ErrorKind;
use super::found::Character;
use super::scan::{is_line_end, skip_blanks, split_line};

/// What is wrong, and at which offset of the body.
pub(super) struct Fault {
    pub(super) kind: ErrorKind,
    /// Nothing when no place within the body is to blame.
    pub(super) offset: Option<usize>,
}

/// Decodes `body` into the start of `out` and returns the decoded length.
pub(super) fn decode_body(body: &[u8], out: &mut [u8]) -> Result<usize, Fault> {
    decode(body, out).or_else(|fault| {
        // A header holds a colon, so a body with headers always fails first; the usual ones need not be looked for.
        let data = skip_headers(body).ok_or(fault)?;
        let skipped = body.len() - data.len();
        decode(data, out)
            .map_err(|fault| Fault { offset: fault.offset.map(|offset| skipped + offset), ..fault })
    })
}

fn decode(body: &[u8], out: &mut [u8]) -> Result<usize, Fault> {
    let mut decoder = Decoder::new(out);
    let mut rest = decoder.usual_lines(body.trim_ascii_start());
    if rest.is_empty() && decoder.written > 0 {
        return Ok(decoder.written);
    }
    rest = rest.trim_ascii_start();
    let mut width = 0;
    while !rest.is_empty() {
        let offset = body.len() - rest.len();
        // Nearly all lines are as long as the one before, which saves the search for the line end.
        if !rest.get(width).is_some_and(|&byte| is_line_end(byte)) {
            width = split_line(rest).0.len();
        }
        let (line, behind) = rest.split_at_checked(width).unwrap_or((rest, &[]));
        decoder.line(line.trim_ascii_end(), offset)?;
        rest = behind.trim_ascii_start();
    }
    decoder.finish()
}

/// What lies behind the headers of [RFC 1421 section 4.4](https://www.rfc-editor.org/rfc/rfc1421#section-4.4) and
/// the blank line that ends them; nothing when there are none.
pub(super) fn skip_headers(body: &[u8]) -> Option<&[u8]> {
    let (mut line, mut rest) = split_line(body.trim_ascii_start());
    let mut former = false;
    while !line.trim_ascii().is_empty() {
        let continued = former && skip_blanks(line).len() < line.len();
        if !continued && !line.contains(&b':') {
            return None;
        }
        former = true;
        (line, rest) = split_line(rest);
    }
    former.then_some(rest)
}

/// The state between two characters.
struct Decoder<'b> {
    out: &'b mut [u8],
    written: usize,
    /// The bits of the characters of the group that is not yet whole, and their number.
    group: u32,
    filled: u8,
    padding: usize,
    /// The offsets of the last character and of the first `=`.
    last: usize,
    first_padding: usize,
}

impl<'b> Decoder<'b> {
    const fn new(out: &'b mut [u8]) -> Self {
        Self { out, written: 0, group: 0, filled: 0, padding: 0, last: 0, first_padding: 0 }
    }

    /// Decodes the lines at the start of `text` that are as RFC 7468 wants them, 64 characters and a LF and then a last line,
    /// and returns the rest. They would be decoded the same as other lines, only slower: nothing has to be searched or
    /// trimmed.
    fn usual_lines<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let (rest, written) = alphabet::usual_lines(text, self.out);
        self.written = written;
        rest
    }

    /// Takes one line, whose first byte has the given offset; a line that is not clean is gone through again, slowly.
    fn line(&mut self, line: &[u8], offset: usize) -> Result<(), Fault> {
        // The group with the padding is the only one of a good line that is not four characters of data.
        let padded = if line.ends_with(b"=") { 4 } else { 0 };
        let (data, tail) =
            line.split_at_checked(line.len().saturating_sub(padded)).unwrap_or((line, &[]));
        if self.bulk(data) {
            self.last = (offset + data.len()).saturating_sub(1);
            self.bytes(tail, offset + data.len())
        } else {
            self.bytes(line, offset)
        }
    }

    /// Decodes whole groups, or changes nothing but the unwritten part of the buffer.
    fn bulk(&mut self, data: &[u8]) -> bool {
        let whole = data.len().is_multiple_of(4) && self.filled == 0 && self.padding == 0;
        let length = data.len() / 4 * 3;
        let room = self.out.get_mut(self.written..).and_then(|room| room.get_mut(..length));
        let done = whole && room.is_some_and(|room| groups(data, room));
        if done {
            self.written += length;
        }
        done
    }

    fn bytes(&mut self, text: &[u8], offset: usize) -> Result<(), Fault> {
        for (index, &byte) in text.iter().enumerate() {
            let offset = offset + index;
            match (byte, value(byte)) {
                (b'=', _) => self.pad(offset),
                (_, Some(value)) if self.padding == 0 => self.push(value, offset)?,
                (b' ' | b'\t' | b'\n' | b'\x0c' | b'\r', _) => {}
                (_, found) => {
                    let character = Character::first_of(text.get(index..).unwrap_or_default());
                    let kind = match found {
                        Some(_) => ErrorKind::Base64AfterPadding { found: character },
                        None => ErrorKind::Base64Character { found: character },
                    };
                    return Err(Fault { kind, offset: Some(offset) });
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, value: u8, offset: usize) -> Result<(), Fault> {
        self.group = self.group << 6 | u32::from(value);
        self.filled += 1;
        self.last = offset;
        if self.filled == 4 {
            let [_, bytes @ ..] = self.group.to_be_bytes();
            self.write(&bytes)?;
        }
        Ok(())
    }

    const fn pad(&mut self, offset: usize) {
        if self.padding == 0 {
            self.first_padding = offset;
        }
        self.padding += 1;
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let given = self.out.len();
        let room = self.out.get_mut(self.written..).and_then(|room| room.get_mut(..bytes.len()));
        let needed = self.written + bytes.len();
        let kind = ErrorKind::BufferTooSmall { given, needed };
        let room = room.ok_or(Fault { kind, offset: None })?;
        room.copy_from_slice(bytes);
        self.written += bytes.len();
        (self.group, self.filled) = (0, 0);
        Ok(())
    }

    /// Writes the bytes of the last group, once it is known to be right.
    fn finish(mut self) -> Result<usize, Fault> {
        let missing = usize::from(4 - self.filled) % 4;
        if let Some((kind, offset)) = self.last_group_fault(missing) {
            return Err(Fault { kind, offset });
        }
        let [_, bytes @ ..] = (self.group << (6 * missing)).to_be_bytes();
        let length = usize::from(self.filled).saturating_sub(1);
        self.write(bytes.get(..length).unwrap_or_default())?;
        Ok(self.written)
    }

    /// What is wrong with the last group, which lacks `missing` characters.
    fn last_group_fault(&self, missing: usize) -> Option<(ErrorKind, Option<usize>)> {
        let padding = ErrorKind::Base64Padding { found: self.padding, expected: missing };
        let trailing_bits = |expected_zero| ErrorKind::Base64TrailingBits { expected_zero };
        match self.filled {
            0 if self.written == 0 && self.padding == 0 => Some((ErrorKind::EmptyBlock, None)),
            1 => {
                let found = self.written / 3 * 4 + 1;
                Some((ErrorKind::Base64Length { found }, Some(self.last)))
            }
            _ if self.padding == 0 && missing > 0 => Some((padding, Some(self.last))),
            _ if self.padding != missing => Some((padding, Some(self.first_padding))),
            2 if self.group & 0xf != 0 => Some((trailing_bits(4), Some(self.last))),
            3 if self.group & 0x3 != 0 => Some((trailing_bits(2), Some(self.last))),
            _ => None,
        }
    }
}
