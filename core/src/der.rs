//! A strict reader of DER ([X.690] section 10): definite, shortest lengths and low tag numbers.
//!
//! It borrows, allocates nothing, and knows where it is, so that an error names a byte.
//!
//! [X.690]: https://www.itu.int/rec/T-REC-X.690

use crate::certificate::{Error, ErrorKind};

/// The tags that certificates use.
pub(crate) mod tag {
    pub(crate) const BOOLEAN: u8 = 0x01;
    pub(crate) const INTEGER: u8 = 0x02;
    pub(crate) const BIT_STRING: u8 = 0x03;
    pub(crate) const OCTET_STRING: u8 = 0x04;
    pub(crate) const OID: u8 = 0x06;
    pub(crate) const UTC_TIME: u8 = 0x17;
    pub(crate) const GENERALIZED_TIME: u8 = 0x18;
    pub(crate) const SEQUENCE: u8 = 0x30;
    pub(crate) const SET: u8 = 0x31;

    /// `[n]` of a primitive type
    pub(crate) const fn implicit(n: u8) -> u8 {
        0x80 | n
    }

    /// `[n]` of a constructed type, or EXPLICIT
    pub(crate) const fn constructed(n: u8) -> u8 {
        0xa0 | n
    }
}

/// What is left to read of some bytes, and where in the certificate that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// Where the last of these bytes ends, which stays the same while they are read
    end: usize,
}

/// One tag and its content.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) tag: u8,
    pub(crate) content: Reader<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, end: bytes.len() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// All that is left.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn next_is(&self, tag: u8) -> bool {
        self.rest.first() == Some(&tag)
    }

    /// The content of the next element, which must have this tag.
    #[inline]
    pub(crate) fn read(&mut self, tag: u8) -> Result<Self, Error> {
        // nearly all elements have a length of one octet: in line only what those need
        if let &[found, length @ 0..=0x7f, ..] = self.rest
            && found == tag
            && let Some(content) = self.take(2, usize::from(length))
        {
            return Ok(content);
        }
        self.read_long(tag)
    }

    /// The same for an element that is likely to have a length of two octets.
    #[inline]
    pub(crate) fn read_large(&mut self, tag: u8) -> Result<Self, Error> {
        if let &[found, 0x82, high @ 1..=0xff, low, ..] = self.rest
            && found == tag
            && let Some(content) = self.take(4, usize::from(u16::from_be_bytes([high, low])))
        {
            return Ok(content);
        }
        self.read(tag)
    }

    #[inline(never)]
    fn read_long(&mut self, tag: u8) -> Result<Self, Error> {
        match self.next_is(tag) {
            true => self.content(),
            false => Err(self.unexpected(tag)),
        }
    }

    /// The content of the next element where it has this tag, and nothing read where it has not.
    pub(crate) fn read_optional(&mut self, tag: u8) -> Result<Option<Self>, Error> {
        match self.next_is(tag) {
            true => self.read(tag).map(Some),
            false => Ok(None),
        }
    }

    /// The next element, whatever its tag.
    #[inline]
    pub(crate) fn element(&mut self) -> Result<Element<'a>, Error> {
        let Some(&tag) = self.rest.first() else {
            return Err(self.truncated(1));
        };
        if tag & 0x1f == 0x1f {
            return Err(self.error(ErrorKind::HighTagNumber { found: tag }));
        }
        self.read(tag).map(|content| Element { tag, content })
    }

    /// The content of the next element, of which there is at least the tag.
    #[inline]
    fn content(&mut self) -> Result<Self, Error> {
        let (header, length) = self.lengths()?;
        self.take(header, length).ok_or_else(|| self.truncated(header.saturating_add(length)))
    }

    /// How many octets tag and length take (X.690 sections 8.1.3 and 10.1), and how many follow.
    fn lengths(&self) -> Result<(usize, usize), Error> {
        let [high, middle, low] = match *self.rest {
            [_, short @ 0..=0x7f, ..] => return Ok((2, usize::from(short))),
            [_, 0x81, a @ 0x80..=0xff, ..] => return Ok((3, usize::from(a))),
            [_, 0x82, a @ 1..=0xff, b, ..] => return Ok((4, usize::from(a) << 8 | usize::from(b))),
            [_, 0x83, a @ 1..=0xff, b, c, ..] => [a, b, c].map(usize::from),
            // CRLs reach it
            [_, 0x84, a @ 1..=0xff, b, c, d, ..] => return Ok((6, four_octets([a, b, c, d]))),
            _ => return Err(self.bad_length()),
        };
        Ok((5, high << 16 | middle << 8 | low))
    }

    /// Moves behind the next element, and gives its content; nothing where it ends too early.
    #[inline]
    fn take(&mut self, header: usize, length: usize) -> Option<Self> {
        let (_, behind) = self.rest.split_at_checked(header)?;
        let (content, rest) = behind.split_at_checked(length)?;
        self.rest = rest;
        Some(Self { rest: content, end: self.end - rest.len() })
    }

    #[cold]
    fn bad_length(&self) -> Error {
        match *self.rest {
            [_, 0x80, ..] => self.error(ErrorKind::IndefiniteLength),
            [_, 0x81, _, ..]
            | [_, 0x82, _, _, ..]
            | [_, 0x83, _, _, _, ..]
            | [_, 0x84, _, _, _, _, ..] => self.error(ErrorKind::LengthNotShortest),
            [_, first @ 0x81..=0x84, ..] => self.truncated(2 + usize::from(first & 0x7f)),
            [_, _, ..] => self.error(ErrorKind::LengthTooLong),
            _ => self.truncated(2),
        }
    }

    /// Goes on behind so many bytes, or to the end where there are fewer.
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or(&[]);
    }

    /// Refuses what is left behind the last element.
    pub(crate) fn finish(self) -> Result<(), Error> {
        match self.rest.len() {
            0 => Ok(()),
            found => Err(self.error(ErrorKind::TrailingData { found })),
        }
    }

    /// An error about the place where the reader stands.
    pub(crate) fn error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.end - self.rest.len())
    }

    #[cold]
    fn truncated(&self, expected: usize) -> Error {
        self.error(ErrorKind::Truncated { found: self.rest.len(), expected })
    }

    #[cold]
    fn unexpected(&self, expected: u8) -> Error {
        match self.rest.first() {
            Some(&found) => self.error(ErrorKind::UnexpectedTag { found, expected }),
            None => self.error(ErrorKind::Missing { expected }),
        }
    }
}

/// More than a `usize` holds is more than there is.
#[cold]
fn four_octets(octets: [u8; 4]) -> usize {
    usize::try_from(u32::from_be_bytes(octets)).unwrap_or(usize::MAX)
}

/// BOOLEAN: only 0x00 and 0xff are DER (X.690 section 11.1).
pub(crate) fn boolean(content: Reader<'_>) -> Result<bool, Error> {
    match content.bytes() {
        [0x00] => Ok(false),
        [0xff] => Ok(true),
        &[found] => Err(content.error(ErrorKind::BadBoolean { found })),
        other => Err(content.error(ErrorKind::BadLength { found: other.len(), expected: 1 })),
    }
}

/// INTEGER: at least one octet, and the shortest (X.690 section 8.3.2).
pub(crate) fn integer(content: Reader<'_>) -> Result<&[u8], Error> {
    match content.bytes() {
        [] => Err(content.error(ErrorKind::BadLength { found: 0, expected: 1 })),
        [0x00, 0x00..=0x7f, ..] | [0xff, 0x80..=0xff, ..] => {
            Err(content.error(ErrorKind::IntegerNotShortest))
        }
        bytes => Ok(bytes),
    }
}

/// INTEGER (0..MAX): its octets without leading zeros.
pub(crate) fn unsigned(content: Reader<'_>) -> Result<&[u8], Error> {
    match integer(content)? {
        [0x80..=0xff, ..] => Err(content.error(ErrorKind::NegativeInteger)),
        [0x00, value @ ..] => Ok(value),
        value => Ok(value),
    }
}

/// INTEGER (0..MAX); a value over 255 comes back as 255.
pub(crate) fn small_unsigned(content: Reader<'_>) -> Result<u8, Error> {
    match unsigned(content)? {
        [] => Ok(0),
        &[value] => Ok(value),
        _ => Ok(u8::MAX),
    }
}

/// BIT STRING: the octets, and how many bits of the last one do not count.
pub(crate) fn bit_string(content: Reader<'_>) -> Result<(&[u8], u8), Error> {
    match content.bytes() {
        [unused @ 0..=7, octets @ ..] if !octets.is_empty() || *unused == 0 => {
            Ok((octets, *unused))
        }
        [found, ..] => Err(content.error(ErrorKind::BadUnusedBits { found: *found })),
        [] => Err(content.error(ErrorKind::BadLength { found: 0, expected: 1 })),
    }
}
