//! One block, found but not yet decoded.

use core::fmt;

use super::base64;
use super::error::{Error, ErrorKind};
use super::label::Label;
use super::place::{Lines, Place};

/// One block with its two boundaries, its body not yet decoded.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    pub(super) label: Label<'a>,
    pub(super) number: u32,
    /// Of the `BEGIN` boundary.
    pub(super) place: Place,
    pub(super) preamble: &'a [u8],
    /// Of the first byte of `body`, which starts on the line of `BEGIN`.
    pub(super) body_place: Place,
    pub(super) body: &'a [u8],
}

impl<'a> Block<'a> {
    /// The label, the same in both boundaries.
    #[must_use]
    pub const fn label(&self) -> Label<'a> {
        self.label
    }

    /// The number of this block in the input, counted from 1 over good and bad blocks alike.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The line of the `BEGIN` boundary, counted from 1; CRLF, LF and a lone CR each end one line.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.place.line
    }

    /// The bytes between the block before, good or bad, and this one, in whatever encoding they have: comments, a
    /// root's name, line ends.
    ///
    /// When the block before lost a boundary, this can hold its body: a message quotes comment lines only.
    #[must_use]
    pub const fn preamble(&self) -> &'a [u8] {
        self.preamble
    }

    /// The base64 of the body as it stands in the input, blanks and line ends included and headers left out: for
    /// a secret, which needs a decoder of its own.
    #[must_use]
    pub fn base64(&self) -> &'a [u8] {
        base64::skip_headers(self.body).unwrap_or(self.body)
    }

    /// Whether the body has headers and one of them says that it is encrypted, as old private keys have it
    /// ([RFC 1421 section 4.6.1.1](https://www.rfc-editor.org/rfc/rfc1421#section-4.6.1.1)).
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        let headers = self.body.len() - self.base64().len();
        let headers = self.body.get(..headers).unwrap_or_default();
        headers.split(|&byte| matches!(byte, b'\n' | b'\r')).any(|line| {
            line.trim_ascii_start().starts_with(b"Proc-Type:")
                && line.trim_ascii_end().ends_with(b"ENCRYPTED")
        })
    }

    /// An upper bound of the decoded length, in bytes; for the usual 64 characters a line about 2 % too high.
    #[must_use]
    pub const fn der_capacity(&self) -> usize {
        self.body.len() / 4 * 3 + 3
    }

    /// Decodes the body into the start of `buffer` and returns what was decoded, which for a certificate is meant to
    /// be DER. A buffer of [`der_capacity`](Self::der_capacity) bytes is always large enough.
    ///
    /// The base64 is that of [RFC 4648 section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4) with padding;
    /// blanks and line ends are skipped wherever they are, and so are headers up to the first blank line. That the
    /// bytes are DER is not checked. Takes time linear in the body, not constant in its content: for private keys
    /// use a decoder that is made for secrets.
    ///
    /// # Errors
    ///
    /// The `base64-*` kinds with the place of the offending character, [`ErrorKind::EmptyBlock`] with the place of
    /// `BEGIN`, [`ErrorKind::BufferTooSmall`]. On an error the content of `buffer` is unspecified.
    pub fn decode<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
        match base64::decode_body(self.body, buffer) {
            Ok(length) => Ok(buffer.get(..length).unwrap_or_default()),
            Err(fault) => Err(self.decode_error(fault)),
        }
    }

    #[cold]
    fn decode_error(&self, fault: base64::Fault) -> Error {
        let kind = match fault.kind {
            ErrorKind::BufferTooSmall { given, .. } => {
                ErrorKind::BufferTooSmall { given, needed: self.der_capacity() }
            }
            kind if matches!(self.label, Label::PrivateKey(_)) => kind.without_content(),
            kind => kind,
        };
        let place = match fault.offset {
            Some(offset) => Lines::starting_at(self.body, self.body_place).place(offset),
            None => self.place,
        };
        Error::new(kind, self.number, place)
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither body nor preamble: both can be secret.
        f.debug_struct("Block")
            .field("label", &self.label)
            .field("number", &self.number)
            .field("line", &self.place.line)
            .finish_non_exhaustive()
    }
}
