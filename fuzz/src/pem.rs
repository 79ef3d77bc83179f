//! The PEM reader: no boundary is lost, everything is placed, base64 means one thing.

use std::collections::BTreeSet;

use rootbake::pem::{self, Block, Character, Content, Error, ErrorKind, Label};

use super::{lies_in, shown};

type Item<'a> = Result<Block<'a>, Error>;

/// For any bytes:
///
/// - the iteration ends; blocks are numbered 1, 2, 3 and so on, their lines ascend;
/// - every line that is a certificate's `BEGIN`, and is not commented out, belongs to one result;
/// - a good block stands between two exact boundaries with its label, and not in a comment;
/// - its body decodes exactly when it is canonical base64, and to what that says;
/// - every error points at a byte of the input, and at the one that it names;
/// - a private key's error names no byte of it;
/// - what was decoded reads the same after it was written again;
/// - an input that is said to hold nothing has no blocks.
pub fn check(input: &[u8]) {
    let items: Vec<Item<'_>> = pem::blocks(input).take(input.len() + 1).collect();
    assert!(items.len() <= input.len(), "more results than bytes");
    let lines = lines(input);
    check_order(&items);
    check_nothing_is_lost(&items, &lines);
    check_content(input, &items);
    let mut decoded = Vec::new();
    for item in &items {
        match item {
            Ok(block) => decoded.extend(check_block(block, input, &lines)),
            Err(error) => check_error(error, &lines),
        }
    }
    check_round_trip(&decoded);
}

/// Label and content of every block that can be decoded.
pub fn decoded(input: &[u8]) -> Vec<(String, Vec<u8>)> {
    let decode = |block: Block<'_>| {
        let mut buffer = vec![0; block.der_capacity()];
        let der = block.decode(&mut buffer).ok()?;
        Some((block.label().to_string(), der.to_vec()))
    };
    pem::blocks(input).flatten().filter_map(decode).collect()
}

/// The lines of a text without their ends: LF, CRLF or a lone CR.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = input;
    while let Some(length) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        lines.push(&rest[..length]);
        let end = if rest[length..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = &rest[length + end..];
    }
    lines.push(rest);
    lines
}

fn check_order(items: &[Item<'_>]) {
    let mut former = 1;
    for (expected, item) in (1..).zip(items) {
        let (number, line) = match item {
            Ok(block) => (block.number(), block.line()),
            Err(error) => (error.block(), error.line()),
        };
        assert_eq!(number, expected);
        assert!(line >= former, "block {number} is on line {line}, the one before on {former}");
        former = line;
    }
}

fn check_nothing_is_lost(items: &[Item<'_>], lines: &[&[u8]]) {
    let begin = |item: &Item<'_>| match item {
        Ok(block) => block.line(),
        Err(error) => match *error.kind() {
            ErrorKind::LabelMismatch { begin_line, .. } => begin_line,
            _ => error.line(),
        },
    };
    let told: BTreeSet<u32> = items.iter().map(begin).collect();
    for (number, line) in (1..).zip(lines) {
        let begins = trim(line) == b"-----BEGIN CERTIFICATE-----";
        assert!(!begins || told.contains(&number), "BEGIN on line {number} is lost");
    }
}

fn check_content(input: &[u8], items: &[Item<'_>]) {
    let content = pem::content(input);
    shown(content);
    assert!(!content.code().is_empty());
    let hollow = matches!(
        content,
        Content::Base64 | Content::Blank | Content::CommentsOnly | Content::Empty
    );
    assert!(!hollow || items.is_empty(), "{content:?} with {} blocks", items.len());
}

/// Label and content of the block, where it can be decoded.
fn check_block(block: &Block<'_>, input: &[u8], lines: &[&[u8]]) -> Option<(String, Vec<u8>)> {
    let line = at(lines, block.line(), 1);
    assert!(!is_comment(line), "block {} is commented out", block.number());
    check_boundaries(block, input);
    let base64: Vec<u8> = block.base64().iter().copied().filter(|b| !is_blank(*b)).collect();
    let expected = canonical(&base64);
    let mut buffer = vec![0; block.der_capacity()];
    match block.decode(&mut buffer) {
        Ok(der) => {
            assert_eq!(Some(der), expected.as_deref());
            let mut exact = vec![0; der.len()];
            assert_eq!(block.decode(&mut exact), Ok(der));
            Some((block.label().to_string(), der.to_vec()))
        }
        Err(error) => {
            assert_eq!(expected, None, "{error}");
            assert_eq!(error.block(), block.number());
            assert!(error.line() >= block.line());
            check_secrecy(block, &error);
            check_error(&error, lines);
            None
        }
    }
}

fn check_boundaries(block: &Block<'_>, input: &[u8]) {
    let boundary =
        |keyword: &[u8]| [b"-----", keyword, b" ", block.label().as_bytes(), b"-----"].concat();
    assert!(behind(block.preamble(), input).starts_with(&boundary(b"BEGIN")));
    let base64 = block.base64();
    assert!(base64.is_empty() || behind(base64, input).starts_with(&boundary(b"END")));
    assert!(!block.is_encrypted() || behind(block.preamble(), input).contains(&b':'));
}

/// What follows a part of the input.
fn behind<'a>(part: &[u8], input: &'a [u8]) -> &'a [u8] {
    let end = part.as_ptr_range().end.addr() - input.as_ptr().addr();
    assert!(lies_in(part, input));
    &input[end..]
}

fn check_secrecy(block: &Block<'_>, error: &Error) {
    if let Label::PrivateKey(_) = block.label() {
        let found = character(error.kind());
        assert!(matches!(found, None | Some(Character::Withheld)), "{error}");
    }
}

fn character(kind: &ErrorKind) -> Option<Character> {
    match *kind {
        ErrorKind::Base64AfterPadding { found } | ErrorKind::Base64Character { found } => {
            Some(found)
        }
        _ => None,
    }
}

fn check_error(error: &Error, lines: &[&[u8]]) {
    assert!(shown(error).contains(&error.kind().to_string()));
    let at = at(lines, error.line(), error.column());
    let named = match *error.kind() {
        ErrorKind::Base64Length { .. }
        | ErrorKind::Base64Padding { .. }
        | ErrorKind::Base64TrailingBits { .. } => value(at[0]).is_some() || at[0] == b'=',
        ErrorKind::BufferTooSmall { .. } => false,
        kind => match character(&kind) {
            Some(Character::Byte(byte)) => at[0] == byte,
            Some(Character::Unicode(found)) => at.starts_with(found.to_string().as_bytes()),
            Some(Character::Withheld) => true,
            // a boundary: a hyphen, or the first byte of what only looks like one
            None => matches!(at[0], b'-' | 0xe2),
        },
    };
    assert!(named, "{error}");
}

/// The rest of a line from a column on, which must not be its end.
fn at<'a>(lines: &[&'a [u8]], line: u32, column: u32) -> &'a [u8] {
    let text = lines[line as usize - 1];
    assert!(column >= 1 && column as usize <= text.len(), "line {line} has no column {column}");
    &text[column as usize - 1..]
}

fn check_round_trip(blocks: &[(String, Vec<u8>)]) {
    let encode = |(label, der): &(String, Vec<u8>)| pem::encode(label, der).to_string();
    let text: String = blocks.iter().map(encode).collect();
    assert_eq!(decoded(text.as_bytes()), blocks);
    assert_eq!(pem::blocks(text.as_bytes()).count(), blocks.len());
}

/// What base64 says where it is canonical: padded, and no bits to spare (RFC 4648 section 4).
fn canonical(base64: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for value in base64.iter().filter_map(|byte| value(*byte)) {
        (bits, count) = (bits << 6 | value, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let text = pem::encode("", &bytes).to_string();
    let body = text.lines().filter(|line| !line.starts_with('-')).collect::<String>();
    (!bytes.is_empty() && body.as_bytes() == base64).then_some(bytes)
}

fn value(byte: u8) -> Option<u32> {
    let place = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(place.into())
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// A line without the blanks and byte order marks around it.
fn trim(mut line: &[u8]) -> &[u8] {
    const BOM: &[u8] = b"\xef\xbb\xbf";
    loop {
        let inner = line.trim_ascii();
        let inner = inner.strip_prefix(BOM).unwrap_or(inner);
        let inner = inner.strip_suffix(BOM).unwrap_or(inner);
        if inner.len() == line.len() {
            return inner;
        }
        line = inner;
    }
}

fn is_comment(line: &[u8]) -> bool {
    matches!(trim(line), [b'#' | b'%' | b';', ..] | [b'/', b'/', ..])
}
