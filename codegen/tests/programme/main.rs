//! What root programmes say: what is read of it, and in which words what is not.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod ccadb;
mod certdata;
mod chrome;
mod data;
mod never_panics;
mod texts;

use std::fs;
use std::path::Path;

use rootbake_codegen::{Programme, ProgrammeRoot, Report, Source};
use rootbake_core::certificate::Time;

fn read(name: &str, text: &[u8], version: Option<&str>) -> Result<Programme, Report> {
    Programme::read(Source { name, content: text }, version)
}

/// Holds what is told of a file against the words in `tests/messages`: the errors, else the notes.
fn check(message: &str, name: &str, text: &[u8], version: Option<&str>) {
    let told = match read(name, text, version) {
        Err(report) => report.to_string(),
        Ok(programme) => programme.notes.to_string(),
    };
    let file = format!("tests/messages/programme-{message}.txt");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("REGENERATE").is_some() {
        fs::write(&file, &told).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(told, expected, "{message}: REGENERATE=1 writes it anew");
}

/// The text with one thing changed, which must be there.
fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from:?} is not in the text");
    text.replacen(from, to, 1)
}

fn root<'p>(programme: &'p Programme, label: &str) -> &'p ProgrammeRoot {
    let named = |root: &&ProgrammeRoot| root.label.as_deref() == Some(label);
    programme.roots.iter().find(named).unwrap_or_else(|| panic!("no root {label:?}"))
}

fn time(text: &str) -> Time {
    Time::from_rfc3339(text).unwrap()
}

#[test]
fn a_file_of_no_known_format_is_refused() {
    check("empty", "roots.txt", b"", None);
    check("comments-only", "roots.txt", b"# nothing yet\n\n", None);
    check("unknown-format", "roots.txt", b"-----BEGIN CERTIFICATE-----\nAAAA\n", None);
    check("not-utf-8", "roots.txt", b"# Root\xff\n", None);
}

#[test]
fn a_version_that_is_none_is_refused() {
    for (number, version) in
        ["", "154.", "154.0.8037.97.1", "v154", "4294967296"].iter().enumerate()
    {
        let error = read("root_store.json", texts::JSON.as_bytes(), Some(version)).unwrap_err();
        assert!(error.has("bad-product-version"), "{number}: {error}");
    }
    check("bad-product-version", "root_store.json", texts::JSON.as_bytes(), Some("154.x"));
}

#[test]
fn a_version_that_nothing_depends_on_is_told() {
    check("unused-product-version", "certdata.txt", texts::certdata().as_bytes(), Some("154"));
    check("unused-product-version-ccadb", "report.csv", texts::ccadb().as_bytes(), Some("154"));
}
