use core::fmt;

use super::{Error, ErrorKind};
use crate::der::{Reader, tag};

/// An OBJECT IDENTIFIER, by value: the content of its DER (X.690 section 8.19), up to 39 bytes.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct ObjectIdentifier {
    length: u8,
    bytes: [u8; 39],
}

impl ObjectIdentifier {
    /// The content of its DER, without tag and length.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or(&[])
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let content = reader.read(tag::OID)?;
        Self::from_content(content.bytes())
            .ok_or_else(|| content.error(ErrorKind::BadObjectIdentifier))
    }

    fn from_content(content: &[u8]) -> Option<Self> {
        let ends_within_an_arc = content.last()? & 0x80 != 0;
        let mut bytes = [0; 39];
        bytes.get_mut(..content.len())?.copy_from_slice(content);
        match ends_within_an_arc {
            true => None,
            false => Some(Self { length: u8::try_from(content.len()).ok()?, bytes }),
        }
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
