//! Looks the subject in its argument up in the 118 baked roots, and exits with 0 when it is there.
use std::process::ExitCode;

use rootbake::certificate::Name;
use rootbake::roots::MOZILLA;

fn main() -> ExitCode {
    let subject = std::env::args_os().nth(1).unwrap_or_default();
    let subject = Name::from_content(subject.as_encoded_bytes());
    match MOZILLA.by_subject(subject).next() {
        Some(root) if !root.spki().as_bytes().is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
