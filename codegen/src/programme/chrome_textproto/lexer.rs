//! Tokens of the text format.

use std::fmt;

use crate::bundle::Source;
use crate::report::Finding;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) place: Place,
    /// The first line of the comment directly in front
    pub(super) comment: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    End,
    Integer(i128),
    /// One of `{}<>[]:,;`
    Mark(char),
    /// The bytes of one literal: several in a row are one string
    Text(Vec<u8>),
    Word(&'a str),
}

/// Line and column in characters, both counted from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

pub(super) struct Lexer<'a> {
    file: &'a str,
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: Source<'a, str>) -> Self {
        Self { file: source.name, rest: source.content, place: Place { line: 1, column: 1 } }
    }

    pub(super) fn file(&self) -> &'a str {
        self.file
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, Finding> {
        let comment = self.skip_blanks();
        let place = self.place;
        let kind = match self.rest.chars().next() {
            None => Kind::End,
            Some(mark @ ('{' | '}' | '<' | '>' | '[' | ']' | ':' | ',' | ';')) => {
                self.take(mark.len_utf8());
                Kind::Mark(mark)
            }
            Some(quote @ ('"' | '\'')) => self.literal(quote)?,
            Some('-' | '0'..='9') => self.number()?,
            Some('a'..='z' | 'A'..='Z' | '_') => Kind::Word(self.word()),
            Some(other) => return Err(self.stray(place, other)),
        };
        Ok(Token { kind, place, comment })
    }

    pub(super) fn error(&self, place: Place, message: &str, found: impl fmt::Display) -> Finding {
        let Place { line, column } = place;
        Finding::error("bad-programme", message)
            .at(format_args!("{}, line {line}, column {column}", self.file))
            .found(found)
    }

    fn stray(&self, place: Place, found: char) -> Finding {
        self.error(place, "character does not belong here", format_args!("{found:?}"))
            .expected("the text format of protocol buffers, as root_store.textproto has it")
    }

    /// Comments reach from `#` to the end of the line; a blank line ends a paragraph of them.
    fn skip_blanks(&mut self) -> Option<&'a str> {
        let mut comment = None;
        loop {
            let blanks = self.take_while(|c| c.is_ascii_whitespace());
            if blanks.matches('\n').count() > 1 {
                comment = None;
            }
            if !self.rest.starts_with('#') {
                return comment;
            }
            let line = self.take_while(|c| c != '\n').trim_start_matches('#').trim();
            comment = comment.or(Some(line).filter(|line| !line.is_empty()));
        }
    }

    fn word(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn number(&mut self) -> Result<Kind<'a>, Finding> {
        let place = self.place;
        let text = self.take_while(|c| c.is_ascii_alphanumeric() || "-+._".contains(c));
        integer(text).map(Kind::Integer).ok_or_else(|| {
            self.error(place, "number is not an integer", text)
                .expected("decimal, hexadecimal with 0x, or octal with 0")
        })
    }

    fn literal(&mut self, quote: char) -> Result<Kind<'a>, Finding> {
        let place = self.place;
        self.take(quote.len_utf8());
        let mut bytes = Vec::new();
        loop {
            let text = self.take_while(|c| c != quote && c != '\\' && c != '\n');
            bytes.extend(text.as_bytes());
            match self.rest.chars().next() {
                Some('\\') => {
                    let at = self.place;
                    self.take(1);
                    let behind = self.rest;
                    let escaped = self.escape(&mut bytes);
                    escaped.ok_or_else(|| self.bad_escape(at, behind))?;
                }
                Some(end) if end == quote => {
                    self.take(quote.len_utf8());
                    return Ok(Kind::Text(bytes));
                }
                _ => {
                    let error =
                        self.error(place, "string is never closed", format_args!("{text:?}"));
                    return Err(error.expected(format_args!("`{quote}` on the same line")));
                }
            }
        }
    }

    fn bad_escape(&self, place: Place, behind: &str) -> Finding {
        let behind: String = behind.chars().take(4).collect();
        self.error(
            place,
            "escape in a string is not one",
            format_args!("a backslash in front of {behind:?}"),
        )
        .expected(
            "one of \\a \\b \\f \\n \\r \\t \\v \\? \\\\ \\' \\\", or a byte as \\305 or \\xc5",
        )
    }

    /// What stands behind a backslash.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Option<()> {
        let first = self.rest.chars().next()?;
        if first.is_digit(8) {
            bytes.push(self.digits(8, 1, 3)?.try_into().ok()?);
            return Some(());
        }
        self.take(first.len_utf8());
        match first {
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'v' => bytes.push(11),
            '?' | '\\' | '\'' | '"' => bytes.extend(u8::try_from(first)),
            'x' | 'X' => bytes.push(self.digits(16, 1, 2)?.try_into().ok()?),
            'u' => push_char(self.digits(16, 4, 4)?, bytes)?,
            'U' => push_char(self.digits(16, 8, 8)?, bytes)?,
            _ => return None,
        }
        Some(())
    }

    fn digits(&mut self, radix: u32, least: usize, most: usize) -> Option<u32> {
        let digits = self.rest.chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let digits = (digits >= least).then(|| self.take(digits))?;
        u32::from_str_radix(digits, radix).ok()
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        match taken.rsplit_once('\n') {
            Some((lines, last)) => {
                self.place.line += 1 + lines.matches('\n').count();
                self.place.column = 1 + last.chars().count();
            }
            None => self.place.column += taken.chars().count(),
        }
        taken
    }
}

fn push_char(code: u32, bytes: &mut Vec<u8>) -> Option<()> {
    bytes.extend(char::from_u32(code)?.encode_utf8(&mut [0; 4]).bytes());
    Some(())
}

fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (digits, radix) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if digits.starts_with('0') && digits.len() > 1 => (digits, 8),
        None => (digits, 10),
    };
    // `from_str_radix` would take a sign here
    digits.starts_with(|c: char| c.is_digit(radix)).then_some(())?;
    let value = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -value } else { value })
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the end of the file"),
            Self::Integer(integer) => write!(f, "the number {integer}"),
            Self::Mark(mark) => write!(f, "`{mark}`"),
            Self::Text(_) => f.write_str("a string"),
            Self::Word(word) => write!(f, "`{word}`"),
        }
    }
}
