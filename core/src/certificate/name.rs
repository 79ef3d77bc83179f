use core::fmt::{self, Write};

use super::{Error, ObjectIdentifier};
use crate::der::{Reader, tag};

/// A distinguished name (RFC 5280 section 4.1.2.4), borrowed.
///
/// Two names are equal when their bytes are: case, blanks and string types count, as they do for
/// webpki. Displayed with its attributes in the order of the certificate: `C=US, O=Example`,
/// special characters escaped as in RFC 4514.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Name<'a>(&'a [u8]);

impl<'a> Name<'a> {
    /// A name from the DER content of a `Name`: without the SEQUENCE header, as the `subject` of
    /// [`TrustAnchor`](pki_types::TrustAnchor) has it. Nothing is checked: what is not a name is
    /// shown as far as it can be read.
    pub const fn from_content(content: &'a [u8]) -> Self {
        Self(content)
    }

    /// The DER content of the `Name`, without the SEQUENCE header.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Whether it has no attributes at all.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The most telling single attribute: the last common name, else the last organizational
    /// unit, else the last organization.
    pub fn short(&self) -> Option<AttributeValue<'a>> {
        [AT_COMMON_NAME, AT_ORGANIZATIONAL_UNIT, AT_ORGANIZATION]
            .into_iter()
            .find_map(|wanted| self.read().filter(|attribute| attribute.oid == wanted).last())
            .map(|attribute| attribute.value)
    }

    /// The country, as two letters (RFC 5280 appendix A, `X520countryName`): the last, where there
    /// are several.
    pub fn country(&self) -> Option<AttributeValue<'a>> {
        let countries = self.attributes().filter(|(oid, _)| *oid == AT_COUNTRY);
        countries.last().map(|(_, value)| value)
    }

    /// Whether the shape is `SEQUENCE OF SET OF SEQUENCE { OID, ANY }`.
    pub(super) fn check(content: Reader<'_>) -> Result<(), Error> {
        let mut sets = content;
        while !sets.is_empty() {
            if let Some(length) = Attribute::usual(sets.bytes()) {
                sets.skip(length);
                continue;
            }
            let mut set = sets.read(tag::SET)?;
            while !set.is_empty() {
                Attribute::read(&mut set)?;
            }
        }
        Ok(())
    }

    /// Its attributes in the order of the certificate: of each the content of its OBJECT IDENTIFIER
    /// (`[85, 4, 3]` for a common name), and its value.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a [u8], AttributeValue<'a>)> + use<'a> {
        self.read().map(|Attribute { oid, value }| (oid, value))
    }

    fn read(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let mut sets = Reader::new(self.0);
        let mut set = Reader::new(&[]);
        core::iter::from_fn(move || {
            while set.is_empty() {
                set = sets.read(tag::SET).ok()?;
            }
            Attribute::read(&mut set).ok()
        })
    }
}

const AT_COMMON_NAME: &[u8] = &[85, 4, 3];
const AT_COUNTRY: &[u8] = &[85, 4, 6];
const AT_ORGANIZATION: &[u8] = &[85, 4, 10];
const AT_ORGANIZATIONAL_UNIT: &[u8] = &[85, 4, 11];

#[derive(Clone, Copy)]
struct Attribute<'a> {
    /// Content of an OBJECT IDENTIFIER
    oid: &'a [u8],
    value: AttributeValue<'a>,
}

impl<'a> Attribute<'a> {
    /// How long the SET at the start is where it is such as nearly all are: with one attribute of
    /// the type 2.5.4.n (id-at), and short. It would be read the same below, only slower.
    fn usual(sets: &[u8]) -> Option<usize> {
        use tag::{OID, SEQUENCE, SET};
        let (header, value) = sets.split_first_chunk::<11>()?;
        let &[SET, set, SEQUENCE, sequence, OID, 3, 85, 4, 0..=0x7f, kind, length] = header else {
            return None;
        };
        let is_short = length <= 0x7f - 9 && set == length + 9 && sequence == length + 7;
        let length = usize::from(length);
        let is_whole = kind & 0x1f != 0x1f && value.len() >= length;
        (is_short && is_whole).then_some(header.len() + length)
    }

    fn read(set: &mut Reader<'a>) -> Result<Self, Error> {
        let mut content = set.read(tag::SEQUENCE)?;
        let oid = ObjectIdentifier::read_content(&mut content)?;
        let value = content.element()?;
        content.finish()?;
        Ok(Self { oid, value: AttributeValue { tag: value.tag, content: value.content.bytes() } })
    }

    /// RFC 4514 section 3, and what certificates hold beyond it.
    fn keyword(&self) -> Option<&'static str> {
        Some(match self.oid {
            AT_COMMON_NAME => "CN",
            [85, 4, 4] => "SN",
            [85, 4, 5] => "serialNumber",
            AT_COUNTRY => "C",
            [85, 4, 7] => "L",
            [85, 4, 8] => "ST",
            [85, 4, 9] => "street",
            AT_ORGANIZATION => "O",
            AT_ORGANIZATIONAL_UNIT => "OU",
            [85, 4, 12] => "title",
            [85, 4, 17] => "postalCode",
            [85, 4, 42] => "GN",
            [85, 4, 97] => "organizationIdentifier",
            // 1.2.840.113549.1.9.1
            [42, 134, 72, 134, 247, 13, 1, 9, 1] => "emailAddress",
            // 0.9.2342.19200300.100.1.1 and .25
            [9, 146, 38, 137, 147, 242, 44, 100, 1, 1] => "UID",
            [9, 146, 38, 137, 147, 242, 44, 100, 1, 25] => "DC",
            _ => return None,
        })
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for attribute in self.read() {
            f.write_str(separator)?;
            match attribute.keyword() {
                Some(keyword) => f.write_str(keyword)?,
                None => write!(f, "{}", ObjectIdentifier::from_content(attribute.oid))?,
            }
            write!(f, "={}", attribute.value)?;
            separator = ", ";
        }
        match separator {
            "" => f.write_str("(empty name)"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({self})")
    }
}

/// The value of one attribute of a name: a string of one of ASN.1's many types.
///
/// Displayed as text with control characters, quotes and separators escaped; what is not a string
/// as hexadecimal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct AttributeValue<'a> {
    tag: u8,
    content: &'a [u8],
}

const UTF8_STRING: u8 = 0x0c;
const LATIN: [u8; 6] = [0x12, 0x13, 0x14, 0x16, 0x1a, 0x1b];
const BMP_STRING: u8 = 0x1e;

impl AttributeValue<'_> {
    /// How many characters it has; of what is not a string, how many bytes.
    pub fn characters(&self) -> usize {
        match self.tag {
            // what is no UTF-8 is shown as one
            UTF8_STRING => self
                .content
                .utf8_chunks()
                .map(|chunk| {
                    chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty())
                })
                .sum(),
            BMP_STRING => self.content.len().div_ceil(2),
            _ => self.content.len(),
        }
    }
}

impl fmt::Display for AttributeValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tag {
            UTF8_STRING => self.content.utf8_chunks().try_for_each(|chunk| {
                let damaged = if chunk.invalid().is_empty() { "" } else { "\u{fffd}" };
                write_escaped(f, chunk.valid().chars().chain(damaged.chars()))
            }),
            BMP_STRING => {
                let units = self
                    .content
                    .chunks(2)
                    .map(|pair| pair.iter().fold(0, |unit, &byte| unit << 8 | u16::from(byte)));
                let text = char::decode_utf16(units);
                write_escaped(f, text.map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)))
            }
            tag if LATIN.contains(&tag) => {
                write_escaped(f, self.content.iter().copied().map(char::from))
            }
            _ => {
                f.write_char('#')?;
                self.content.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, text: impl Iterator<Item = char>) -> fmt::Result {
    for character in text {
        match character {
            ',' | '+' | '"' | '\\' | '<' | '>' | ';' | '=' => write!(f, "\\{character}")?,
            // also the characters that turn the direction of a terminal's text
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                write!(f, "{}", character.escape_unicode())?;
            }
            _ if character.is_control() => write!(f, "{}", character.escape_unicode())?,
            _ => f.write_char(character)?,
        }
    }
    Ok(())
}
