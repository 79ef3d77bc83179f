//! What an input is that was meant to hold certificates in PEM and does not.

use core::fmt;

use super::blocks;
use super::error::ErrorKind;
use super::found::{BoundaryFault, Role};
use super::scan::{contains, is_comment, is_line_end, skip_blanks, split_line};

/// What an input looks like; its [`Display`](fmt::Display) says what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Base64 without boundaries: DER, or a whole PEM file, as configuration formats embed it.
    Base64,
    /// Nothing but blanks and line ends.
    Blank,
    /// The source of Mozilla's root store, `certdata.txt`.
    Certdata,
    /// Nothing but comments and blank lines, commented-out blocks included.
    CommentsOnly,
    /// DER, most likely of a certificate.
    Der,
    /// No byte at all, or a byte order mark alone.
    Empty,
    /// Compressed by gzip.
    Gzip,
    /// A web page, most often that of a login.
    Html,
    /// Line ends written as a backslash and an `n`.
    LiteralBackslashN,
    /// Boundaries and body on one line.
    NewlinesLost,
    /// The format of p11-kit, which states trust and distrust outside of the PEM blocks.
    P11Kit,
    /// PKCS#12, a key store in DER.
    Pkcs12,
    /// PKCS#7 or CMS, in DER or in a PEM block of its own.
    Pkcs7,
    /// Anything else.
    Text,
    /// Boundaries with en dashes or em dashes, as word processors make them.
    TypographicDashes,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// UTF-16, least significant byte first.
    Utf16Le,
}

/// Tells what `input`, a whole file, looks like.
///
/// Meant for an input in which [`blocks`] finds no certificate, to say why. With certificates in it the answer is
/// still right for [`Content::P11Kit`], whose blocks must not be read as plain PEM because some of them can be
/// distrusted. A guess by the first bytes and by tell-tale words; nothing is parsed or validated. Takes linear time.
///
/// ```
/// use rootbake_core::pem::{Content, content};
///
/// assert_eq!(content(b"\x30\x82\x01\x0a"), Content::Der);
/// assert_eq!(content(b"# no certificate yet\n"), Content::CommentsOnly);
/// ```
#[must_use]
pub fn content(input: &[u8]) -> Content {
    binary(input)
        .or_else(|| foreign_text(input))
        .or_else(|| hollow_text(input))
        .unwrap_or_else(|| damaged_pem(input))
}

/// How much of the start of an input is looked at for signs that are always near the start.
const HEAD: usize = 64 * 1024;

/// Formats that show in their first bytes, which cannot start a text.
fn binary(input: &[u8]) -> Option<Content> {
    match input {
        [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some(Content::Utf16Le),
        [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some(Content::Utf16Be),
        [0x1f, 0x8b, ..] => Some(Content::Gzip),
        [0x30, 0x80, inner @ ..]
        | [0x30, 0x81, _, inner @ ..]
        | [0x30, 0x82, _, _, inner @ ..]
        | [0x30, 0x83, _, _, _, inner @ ..]
        | [0x30, 0x84, _, _, _, _, inner @ ..] => Some(der(inner)),
        _ => None,
    }
}

/// Tells the formats in DER (or BER) by the first element of their outer SEQUENCE, whose content `inner` is.
fn der(inner: &[u8]) -> Content {
    match inner {
        // RFC 5652 section 3: the contentType, here id-signedData or one of its siblings.
        [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, ..] => Content::Pkcs7,
        // RFC 7292 section 4: version 3, and the SEQUENCE of authSafe.
        [0x02, 0x01, 0x03, 0x30, ..] => Content::Pkcs12,
        _ => Content::Der,
    }
}

/// Texts of other formats.
fn foreign_text(input: &[u8]) -> Option<Content> {
    let head = input.get(..HEAD).unwrap_or(input);
    if contains(input, b"[p11-kit-object-v1]", |before| before.is_none_or(is_line_end)) {
        Some(Content::P11Kit)
    } else if contains(head, b"CK_OBJECT_CLASS", |_| true) {
        Some(Content::Certdata)
    } else if is_html(skip_space(head)) {
        Some(Content::Html)
    } else {
        None
    }
}

fn is_html(start: &[u8]) -> bool {
    let tags: [&[u8]; 4] = [b"<!doctype html", b"<html", b"<head", b"<body"];
    let starts_with =
        |tag: &&[u8]| start.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag));
    tags.iter().any(starts_with)
}

/// Texts that say nothing, or nothing yet.
fn hollow_text(input: &[u8]) -> Option<Content> {
    let text = skip_space(input);
    if input.is_empty() || input == b"\xef\xbb\xbf" {
        Some(Content::Empty)
    } else if text.is_empty() {
        Some(Content::Blank)
    } else if comments_only(text) {
        Some(Content::CommentsOnly)
    } else if is_base64(text) {
        Some(Content::Base64)
    } else {
        None
    }
}

fn comments_only(mut text: &[u8]) -> bool {
    while !text.is_empty() {
        let (line, rest) = split_line(text);
        if !is_comment(line) && !skip_blanks(line).is_empty() {
            return false;
        }
        text = rest;
    }
    true
}

/// Whether `text` is base64 that starts like a SEQUENCE or like `-----BEGIN`.
fn is_base64(text: &[u8]) -> bool {
    let base64_byte = |&byte: &u8| {
        byte.is_ascii_alphanumeric()
            || byte.is_ascii_whitespace()
            || matches!(byte, b'+' | b'/' | b'=')
    };
    (text.starts_with(b"MI") || text.starts_with(b"LS0tLS1CRUdJTi")) && text.iter().all(base64_byte)
}

/// PEM that holds no certificate because of its label, or because something happened to its boundaries.
fn damaged_pem(input: &[u8]) -> Content {
    let telling = blocks(input).find_map(|item| match item {
        Ok(block) => matches!(block.label().as_bytes(), b"PKCS7" | b"PKCS #7 SIGNED DATA" | b"CMS")
            .then_some(Content::Pkcs7),
        Err(error) => match *error.kind() {
            ErrorKind::NearMissBoundary { fault: BoundaryFault::Typographic { .. }, .. } => {
                Some(Content::TypographicDashes)
            }
            ErrorKind::NearMissBoundary {
                fault: BoundaryFault::TextAfter,
                role: Role::Begin,
                ..
            } => Some(one_line(input)),
            _ => None,
        },
    });
    telling.unwrap_or(Content::Text)
}

fn one_line(input: &[u8]) -> Content {
    let escaped = contains(input, b"-----\\n", |_| true) || contains(input, b"-----\\r", |_| true);
    if escaped { Content::LiteralBackslashN } else { Content::NewlinesLost }
}

/// `text` from the first character that is not a blank, a line end or a byte order mark.
fn skip_space(mut text: &[u8]) -> &[u8] {
    loop {
        let rest = skip_blanks(text).trim_ascii_start();
        if rest.len() == text.len() {
            return rest;
        }
        text = rest;
    }
}

impl Content {
    /// A name that never changes, for machines: `base64`, `blank`, `certdata`, `comments-only`, `der`, `empty`, `gzip`,
    /// `html`, `literal-backslash-n`, `newlines-lost`, `p11-kit`, `pkcs12`, `pkcs7`, `text`, `typographic-dashes`,
    /// `utf16-be`, `utf16-le`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Base64 => "base64",
            Self::Blank => "blank",
            Self::Certdata => "certdata",
            Self::CommentsOnly => "comments-only",
            Self::Der => "der",
            Self::Empty => "empty",
            Self::Gzip => "gzip",
            Self::Html => "html",
            Self::LiteralBackslashN => "literal-backslash-n",
            Self::NewlinesLost => "newlines-lost",
            Self::P11Kit => "p11-kit",
            Self::Pkcs12 => "pkcs12",
            Self::Pkcs7 => "pkcs7",
            Self::Text => "text",
            Self::TypographicDashes => "typographic-dashes",
            Self::Utf16Be => "utf16-be",
            Self::Utf16Le => "utf16-le",
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Base64 => "base64 without boundaries: decode it, it holds DER or another PEM file",
            Self::Blank => "blank, no certificate: check how the file was written",
            Self::Certdata => "NSS certdata.txt, not PEM: read it as certdata, only that sees its trust and distrust",
            Self::CommentsOnly => "comments only, no certificate: check whether the blocks are commented out on purpose",
            Self::Der => "DER, not PEM: pass it to the DER call or convert it with `openssl x509 -inform der`",
            Self::Empty => "empty, no certificate: check how the file was written",
            Self::Gzip => "gzip data, not PEM: decompress it with `gunzip`",
            Self::Html => "HTML, not PEM: check the URL it came from, this is likely a login or error page",
            Self::LiteralBackslashN => "PEM with a literal `\\n` for each line end: replace them, for example with `printf '%b'`",
            Self::NewlinesLost => {
                "PEM whose line ends are lost: put each boundary on a line of its own (in a shell: quote the variable)"
            }
            Self::P11Kit => {
                "p11-kit file, not plain PEM: it states trust outside of the blocks, export it with `trust extract`"
            }
            Self::Pkcs12 => "PKCS#12 key store, not PEM: export the certificates with `openssl pkcs12 -nokeys`",
            Self::Pkcs7 => "PKCS#7, not certificates: convert it with `openssl pkcs7 -print_certs` (`-inform der` for DER)",
            Self::Text => "no certificate block: expected lines `-----BEGIN CERTIFICATE-----`, base64, `-----END CERTIFICATE-----`",
            Self::TypographicDashes => "PEM with typographic dashes: replace them by five ASCII hyphens (-----)",
            Self::Utf16Be => "UTF-16 (big-endian), not ASCII or UTF-8: convert it with `iconv -f UTF-16BE -t UTF-8`",
            Self::Utf16Le => "UTF-16 (little-endian), not ASCII or UTF-8: convert it with `iconv -f UTF-16LE -t UTF-8`",
        })
    }
}
