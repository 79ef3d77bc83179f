//! Two crates that both name the roots: this one and `webpki-first`.
use std::process::ExitCode;

use webpki_roots::TLS_SERVER_ROOTS;

/// Whether this crate finds a root.
#[inline(never)]
pub fn knows(subject: &[u8]) -> bool {
    let mut found = TLS_SERVER_ROOTS.iter().filter(|anchor| anchor.subject.as_ref() == subject);
    found.any(|anchor| !anchor.subject_public_key_info.is_empty())
}

fn main() -> ExitCode {
    let subject = std::env::args_os().nth(1).unwrap_or_default();
    let subject = subject.as_encoded_bytes();
    match knows(subject) && webpki_first::knows(subject) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
