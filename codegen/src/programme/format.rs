//! Which programme a file is from, by what is in it.

use super::ccadb;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Format {
    Ccadb,
    Certdata,
    ChromeJson,
    ChromeTextproto,
}

pub(super) const KNOWN: &str = "NSS's certdata.txt, the CCADB report as CSV, or Chrome's root \
                                store as JSON or root_store.textproto";

impl Format {
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.trim_start().starts_with('{') {
            return Some(Self::ChromeJson);
        }
        if ccadb::is_header(text.lines().next()?) {
            return Some(Self::Ccadb);
        }
        statements(text).find_map(|line| {
            if line == "BEGINDATA" || line.starts_with("CKA_") {
                return Some(Self::Certdata);
            }
            let fields = ["version_major", "trust_anchors", "additional_certs", "mtc_anchors"];
            fields.iter().any(|field| line.starts_with(field)).then_some(Self::ChromeTextproto)
        })
    }
}

/// How the file begins, for messages.
pub(super) fn first_words(text: &str) -> String {
    match statements(text).next() {
        Some(line) => format!("{:?}", line.chars().take(40).collect::<String>()),
        None if text.is_empty() => "no byte at all".to_owned(),
        None => "nothing but comments and blank lines".to_owned(),
    }
}

/// The lines that are no comments, in the formats that have comments.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
