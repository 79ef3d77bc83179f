//! The lines of `certdata.txt` as objects: `NAME KIND VALUE`, an object from each `CKA_CLASS` on.

use std::fmt;
use std::iter::Enumerate;
use std::str::Lines;

use crate::bundle::Source;
use crate::report::{Finding, Report};

/// One object, no attribute twice.
pub(super) struct Object<'a> {
    /// The line of its CKA_CLASS, counted from 1
    pub(super) line: usize,
    attributes: Vec<Attribute<'a>>,
}

struct Attribute<'a> {
    name: &'a str,
    value: Value<'a>,
    line: usize,
}

pub(super) enum Value<'a> {
    Bytes(Vec<u8>),
    Flag(bool),
    Text(String),
    /// A constant of PKCS#11
    Word(&'a str),
}

/// What every object may have.
const COMMON: [&str; 5] = ["CKA_CLASS", "CKA_TOKEN", "CKA_PRIVATE", "CKA_MODIFIABLE", "CKA_LABEL"];

pub(super) fn read(source: Source<'_, str>) -> Result<Vec<Object<'_>>, Report> {
    let mut reader = Reader { source, lines: source.content.lines().enumerate() };
    reader.begin()?;
    let (mut objects, mut report) = (Vec::new(), Report::default());
    while let Some((line, text)) = reader.statement() {
        let attribute = reader.attribute(line, text);
        if let Err(finding) = attribute.and_then(|read| add(&mut objects, read, source.name)) {
            report.push(finding);
        }
    }
    report.or(objects)
}

fn add<'a>(
    objects: &mut Vec<Object<'a>>,
    attribute: Attribute<'a>,
    file: &str,
) -> Result<(), Finding> {
    match (attribute.name, objects.last_mut()) {
        ("CKA_CLASS", _) => {
            objects.push(Object { line: attribute.line, attributes: vec![attribute] });
            Ok(())
        }
        (_, Some(object)) => object.add(attribute, file),
        (_, None) => Err(outside(file, &attribute)),
    }
}

fn outside(file: &str, attribute: &Attribute<'_>) -> Finding {
    Finding::error("bad-programme", "attribute belongs to no object")
        .at(format_args!("{file}, line {}", attribute.line))
        .found(attribute.name)
        .expected("CKA_CLASS, with which an object begins")
}

struct Reader<'a> {
    source: Source<'a, str>,
    lines: Enumerate<Lines<'a>>,
}

impl<'a> Reader<'a> {
    /// In front of the data only comments stand, and in old files the version of the file.
    fn begin(&mut self) -> Result<(), Finding> {
        loop {
            match self.statement() {
                Some((_, "BEGINDATA")) => return Ok(()),
                Some((_, text)) if text.starts_with("CVS_ID ") => (),
                found => {
                    let (line, text) = found.unwrap_or((1, ""));
                    return Err(self
                        .error(line, "data has no beginning")
                        .found(format_args!("{text:?}"))
                        .expected("BEGINDATA"));
                }
            }
        }
    }

    /// The next line that is no comment, with its number.
    fn statement(&mut self) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.by_ref().map(|(before, line)| (before + 1, line.trim()));
        lines.find(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    }

    fn attribute(&mut self, line: usize, text: &'a str) -> Result<Attribute<'a>, Finding> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        if !is_word(name) {
            return Err(self.not_one(line, text));
        }
        let (kind, value) = rest.trim_start().split_once(' ').unwrap_or((rest.trim_start(), ""));
        let value = match (kind, value.trim_start()) {
            ("CK_BBOOL", "CK_TRUE") => Value::Flag(true),
            ("CK_BBOOL", "CK_FALSE") => Value::Flag(false),
            ("CK_CERTIFICATE_TYPE" | "CK_OBJECT_CLASS" | "CK_TRUST", word) if is_word(word) => {
                Value::Word(word)
            }
            ("MULTILINE_OCTAL", "") => Value::Bytes(self.octal(line)?),
            ("UTF8", text) => Value::Text(unquote(text).ok_or_else(|| self.not_one(line, text))?),
            _ => return Err(self.not_one(line, text)),
        };
        Ok(Attribute { name, value, line })
    }

    fn not_one(&self, line: usize, text: &str) -> Finding {
        self.error(line, "line is not an attribute").found(format_args!("{text:?}")).expected(
            "a name, and CK_BBOOL, CK_CERTIFICATE_TYPE, CK_OBJECT_CLASS, CK_TRUST, \
             MULTILINE_OCTAL or UTF8 with a value",
        )
    }

    /// Up to a line that says END.
    fn octal(&mut self, first: usize) -> Result<Vec<u8>, Finding> {
        let mut bytes = Vec::new();
        let mut wrong = None;
        while let Some((before, text)) = self.lines.next() {
            match text.trim() {
                "END" => return wrong.map_or(Ok(bytes), Err),
                text => match octal_line(text) {
                    Some(line) => bytes.extend(line),
                    // the rest up to END belongs to it, and would only be told as further errors
                    None => wrong = wrong.or_else(|| Some(self.not_octal(before + 1, text))),
                },
            }
        }
        Err(self
            .error(first, "octal has no end")
            .found("the end of the file")
            .expected("END")
            .help("take the file from its source again: this one is cut off"))
    }

    fn not_octal(&self, line: usize, text: &str) -> Finding {
        self.error(line, "line is not octal")
            .found(format_args!("{text:?}"))
            .expected("bytes as \\000 to \\377, or END")
    }

    fn error(&self, line: usize, message: &str) -> Finding {
        Finding::error("bad-programme", message)
            .at(format_args!("{}, line {line}", self.source.name))
    }
}

fn is_word(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    !text.is_empty() && text.bytes().all(is_part)
}

/// `\060\127`: three digits a byte, at least one byte.
fn octal_line(text: &str) -> Option<Vec<u8>> {
    let bytes = text.strip_prefix('\\')?.split('\\').map(|digits| match digits.as_bytes() {
        [b'0'..=b'7', b'0'..=b'7', b'0'..=b'7'] => u8::from_str_radix(digits, 8).ok(),
        _ => None,
    });
    bytes.collect()
}

/// A string of C: `\"`, `\\`, and bytes of UTF-8 as `\xc5` or `\305`.
fn unquote(text: &str) -> Option<String> {
    let mut rest = text.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut bytes = Vec::new();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = match (byte, behind) {
            (b'\\', [escaped @ (b'"' | b'\\'), behind @ ..]) => {
                bytes.push(*escaped);
                behind
            }
            (b'\\', [b'x', digits @ ..]) => digit_byte(digits, 2, 16, &mut bytes)?,
            (b'\\', digits) => digit_byte(digits, 3, 8, &mut bytes)?,
            (b'"', _) => return None,
            _ => {
                bytes.push(byte);
                behind
            }
        };
    }
    String::from_utf8(bytes).ok()
}

fn digit_byte<'b>(
    text: &'b [u8],
    digits: usize,
    radix: u32,
    bytes: &mut Vec<u8>,
) -> Option<&'b [u8]> {
    let (digits, behind) = text.split_at_checked(digits)?;
    let value = digits
        .iter()
        .try_fold(0, |value, &digit| Some(value * radix + char::from(digit).to_digit(radix)?))?;
    bytes.push(u8::try_from(value).ok()?);
    Some(behind)
}

impl<'a> Object<'a> {
    fn add(&mut self, attribute: Attribute<'a>, file: &str) -> Result<(), Finding> {
        match self.attributes.iter().find(|known| known.name == attribute.name) {
            None => {
                self.attributes.push(attribute);
                Ok(())
            }
            Some(first) => Err(Finding::error("bad-programme", "object has an attribute twice")
                .at(format_args!("{file}, line {}", attribute.line))
                .found(attribute.name)
                .fact("first", format_args!("{file}, line {}", first.line))),
        }
    }

    /// An attribute that is not known is an error: it may be a rule.
    pub(super) fn known(&self, names: &[&str]) -> Result<(), Finding> {
        let is_known = |name| COMMON.contains(name) || names.contains(name);
        match self.attributes.iter().find(|attribute| !is_known(&attribute.name)) {
            None => Ok(()),
            Some(Attribute { name, line, .. }) => {
                Err(Finding::error("unknown-programme-field", "object has an unknown attribute")
                    .found(format_args!("{name} in line {line}"))
                    .expected([&COMMON, names].concat().join(", ")))
            }
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&Value<'a>> {
        let found = self.attributes.iter().find(|attribute| attribute.name == name)?;
        Some(&found.value)
    }

    pub(super) fn bytes(&self, name: &'static str) -> Result<&[u8], Finding> {
        match self.find(name) {
            Some(Value::Bytes(bytes)) => Ok(bytes),
            other => Err(wrong(name, other, "MULTILINE_OCTAL")),
        }
    }

    pub(super) fn text(&self, name: &'static str) -> Result<&str, Finding> {
        match self.find(name) {
            Some(Value::Text(text)) => Ok(text),
            other => Err(wrong(name, other, "UTF8")),
        }
    }

    pub(super) fn word(&self, name: &'static str) -> Result<&'a str, Finding> {
        match self.find(name) {
            Some(Value::Word(word)) => Ok(word),
            other => Err(wrong(name, other, "a constant of PKCS#11")),
        }
    }
}

fn wrong(name: &'static str, value: Option<&Value<'_>>, expected: &str) -> Finding {
    match value {
        None => Finding::error("missing-programme-field", "object lacks an attribute")
            .expected(format_args!("{name}: {expected}")),
        Some(value) => Finding::error("bad-programme-value", "attribute is of the wrong kind")
            .fact("field", name)
            .found(value)
            .expected(expected),
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes: \"{}\"", bytes.len(), bytes.escape_ascii()),
            Self::Flag(true) => f.write_str("CK_TRUE"),
            Self::Flag(false) => f.write_str("CK_FALSE"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}
