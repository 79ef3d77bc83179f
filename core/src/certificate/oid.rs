use core::fmt;

use super::{Error, ErrorKind};
use crate::der::{Reader, tag};

/// An OBJECT IDENTIFIER, by value: the content of its DER (X.690 section 8.19), up to 39 bytes.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct ObjectIdentifier {
    length: u8,
    bytes: [u8; MAX_LENGTH],
}

const MAX_LENGTH: usize = 39;

impl ObjectIdentifier {
    /// The content of its DER, without tag and length.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or(&[])
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        Self::read_content(reader).map(Self::from_content)
    }

    /// The content of the next element, checked but not copied.
    pub(super) fn read_content<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Error> {
        let content = reader.read(tag::OID)?;
        match content.bytes() {
            // the last byte ends an arc
            bytes @ [.., 0..=0x7f] if bytes.len() <= MAX_LENGTH => Ok(bytes),
            _ => Err(content.error(ErrorKind::BadObjectIdentifier)),
        }
    }

    /// From what [`read_content`](Self::read_content) gave.
    pub(super) fn from_content(content: &[u8]) -> Self {
        let mut bytes = [0; MAX_LENGTH];
        let mut length = 0;
        for (byte, &value) in bytes.iter_mut().zip(content) {
            *byte = value;
            length += 1;
        }
        Self { length, bytes }
    }
}

/// Dotted decimal; an arc of more than 128 bits shows its low ones.
impl fmt::Display for ObjectIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arc = 0u128;
        let mut first = true;
        for &byte in self.as_bytes() {
            arc = arc << 7 | u128::from(byte & 0x7f);
            if byte & 0x80 != 0 {
                continue;
            }
            match first {
                true => write!(f, "{}.{}", (arc / 40).min(2), arc - 40 * (arc / 40).min(2))?,
                false => write!(f, ".{arc}")?,
            }
            (arc, first) = (0, false);
        }
        Ok(())
    }
}

impl fmt::Debug for ObjectIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
