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
    offset: usize,
}

/// One tag and its content.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) tag: u8,
    pub(crate) content: Reader<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, offset: 0 }
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
    pub(crate) fn read(&mut self, tag: u8) -> Result<Self, Error> {
        // nearly all elements have a length of one octet: in line only what those need
        if let &[found, length @ 0..=0x7f, ref behind @ ..] = self.rest
            && found == tag
            && let Some((content, rest)) = behind.split_at_checked(usize::from(length))
        {
            let content = Self { rest: content, offset: self.offset + 2 };
            (self.rest, self.offset) = (rest, content.offset + content.rest.len());
            return Ok(content);
        }
        self.read_long(tag)
    }

    #[inline(never)]
    fn read_long(&mut self, tag: u8) -> Result<Self, Error> {
        if !self.next_is(tag) {
            return Err(self.unexpected(tag));
        }
        Ok(self.element()?.content)
    }

    /// The content of the next element where it has this tag, and nothing read where it has not.
    pub(crate) fn read_optional(&mut self, tag: u8) -> Result<Option<Self>, Error> {
        match self.next_is(tag) {
            true => self.read(tag).map(Some),
            false => Ok(None),
        }
    }

    /// The next element, whatever its tag.
    pub(crate) fn element(&mut self) -> Result<Element<'a>, Error> {
        let Some((&tag, after_tag)) = self.rest.split_first() else {
            return Err(self.truncated(1));
        };
        if tag & 0x1f == 0x1f {
            return Err(self.error(ErrorKind::HighTagNumber { found: tag }));
        }
        let (length, header) = self.length(after_tag)?;
        let (whole, rest) = match header.checked_add(length) {
            Some(total) => {
                self.rest.split_at_checked(total).ok_or_else(|| self.truncated(total))?
            }
            None => return Err(self.error(ErrorKind::LengthTooLong)),
        };
        let (_, content) = whole.split_at_checked(header).unwrap_or((whole, &[]));
        let element =
            Element { tag, content: Self { rest: content, offset: self.offset + header } };
        self.rest = rest;
        self.offset += whole.len();
        Ok(element)
    }

    /// The length octets behind a tag (X.690 sections 8.1.3 and 10.1): the length and how many
    /// octets tag and length took.
    fn length(&self, after_tag: &'a [u8]) -> Result<(usize, usize), Error> {
        let (octets, header) = match after_tag {
            [short @ 0..=0x7f, ..] => return Ok((usize::from(*short), 2)),
            [0x80, ..] => return Err(self.error(ErrorKind::IndefiniteLength)),
            [0x81, octets @ ..] => (octets.get(..1), 3),
            [0x82, octets @ ..] => (octets.get(..2), 4),
            [0x83, octets @ ..] => (octets.get(..3), 5),
            // CRLs reach it
            [0x84, octets @ ..] => (octets.get(..4), 6),
            [_, ..] => return Err(self.error(ErrorKind::LengthTooLong)),
            [] => return Err(self.truncated(2)),
        };
        let octets = octets.ok_or_else(|| self.truncated(header))?;
        let length = octets.iter().fold(0, |length, &octet| length << 8 | usize::from(octet));
        match octets.first() == Some(&0) || length < 0x80 {
            true => Err(self.error(ErrorKind::LengthNotShortest)),
            false => Ok((length, header)),
        }
    }

    /// Goes on behind so many bytes, or to the end where there are fewer.
    pub(crate) fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, &[]));
        self.rest = rest;
        self.offset += skipped.len();
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
        Error::new(kind, self.offset)
    }

    fn truncated(&self, expected: usize) -> Error {
        self.error(ErrorKind::Truncated { found: self.rest.len(), expected })
    }

    fn unexpected(&self, expected: u8) -> Error {
        match self.rest.first() {
            Some(&found) => self.error(ErrorKind::UnexpectedTag { found, expected }),
            None => self.error(ErrorKind::Missing { expected }),
        }
    }
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
