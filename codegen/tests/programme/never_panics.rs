//! Whatever a file holds, it is read or refused, in words that fit on their lines.

use std::fmt::Debug;

use proptest::prelude::*;
use rootbake_codegen::ProgrammeRoot;

use super::{read, texts};

/// Pieces that mean something in one of the formats.
const PIECES: &[&str] = &[
    "\n",
    "\r",
    "#",
    "\"",
    "'",
    "\\",
    "\\777",
    "\\x",
    "\\u001b",
    "{",
    "}",
    "<",
    "[",
    "]",
    ":",
    ",",
    ";",
    "-",
    "9",
    "0x",
    "END\n",
    "CKA_CLASS CK_OBJECT_CLASS CKO_CERTIFICATE\n",
    "CKA_LABEL UTF8 \"",
    "constraints",
    "\u{1b}",
    "\u{feff}",
    "\u{1f980}",
];

fn good() -> Vec<String> {
    vec![texts::certdata(), texts::ccadb(), texts::JSON.to_owned(), texts::TEXTPROTO.to_owned()]
}

proptest! {
    #[test]
    fn on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check("f", &bytes, Some("154"));
    }

    #[test]
    fn on_pieces(
        begin in prop::sample::select(vec!["BEGINDATA\n", "version_major: 1\n", "{", "\"PEM Info\",\"Trust Bits\"\n"]),
        pieces in proptest::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60),
    ) {
        check("f", (begin.to_owned() + &pieces.concat()).as_bytes(), Some("154"));
    }

    #[test]
    fn on_changed_files(
        file in 0..4_usize,
        changes in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0..30_usize, prop::sample::select(PIECES.to_vec())), 1..4),
    ) {
        let mut bytes = good()[file].clone().into_bytes();
        for (at, length, piece) in changes {
            let at = at.index(bytes.len());
            let end = bytes.len().min(at + length);
            bytes.splice(at..end, piece.bytes());
        }
        check("f", &bytes, Some("154"));
    }
}

/// What is told keeps to its lines, whatever it quotes.
fn check(name: &str, content: &[u8], version: Option<&str>) {
    let told = match read(name, content, version) {
        Ok(programme) => programme.notes.to_string(),
        Err(report) => report.to_string(),
    };
    for line in told.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        let begins = ["error[", "warning[", "  "].iter().any(|begin| line.starts_with(begin));
        assert!(begins || line.is_empty(), "{line:?}");
    }
}

/// A file that is cut between two roots may pass for a shorter one, but never for one that says
/// something else.
#[test]
fn a_cut_file_says_nothing_else_of_its_roots() {
    for text in good() {
        let said = |end: usize| read("f", &text.as_bytes()[..end], Some("154"));
        let whole = said(text.len()).unwrap().roots;
        for end in 0..text.len() {
            let Ok(cut) = said(end) else { continue };
            for (cut, whole) in cut.roots.iter().zip(&whole) {
                assert_eq!(for_servers(cut), for_servers(whole), "cut at {end}");
            }
        }
    }
}

fn for_servers(root: &ProgrammeRoot) -> impl PartialEq + Debug {
    let ProgrammeRoot { fingerprint, verdict, distrust_after, permitted_dns, any_of, .. } = root;
    let verdict = std::mem::discriminant(verdict);
    (*fingerprint, verdict, *distrust_after, permitted_dns.clone(), any_of.clone())
}
