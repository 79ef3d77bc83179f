//! What cargo must watch.

use std::path::Path;

/// The line that has cargo run the build script again when a file or a folder changes.
///
/// Cargo reads one path a line, as UTF-8, and takes blanks away from its end. A path that does not
/// survive that is watched through the folder it is in.
pub(crate) fn line(path: &Path) -> String {
    let survives = |path: &&Path| {
        path.to_str().is_some_and(|text| {
            !text.is_empty() && text.trim() == text && !text.contains(char::is_control)
        })
    };
    let watched = path.ancestors().find(survives).unwrap_or(Path::new("."));
    format!("cargo::rerun-if-changed={}", watched.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_are_watched_through_their_folder() {
        for (path, watched) in [
            ("ca/corp.pem", "ca/corp.pem"),
            ("ca/two words = one.pem", "ca/two words = one.pem"),
            ("ca/\u{e4}.pem", "ca/\u{e4}.pem"),
            ("ca/line\nend.pem", "ca"),
            ("ca/line\rend.pem", "ca"),
            ("ca/blank ", "ca"),
            ("line\nend/ca.pem", "."),
            ("ca.pem\n", "."),
        ] {
            assert_eq!(line(Path::new(path)), format!("cargo::rerun-if-changed={watched}"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_text_are_watched_through_their_folder() {
        use std::os::unix::ffi::OsStrExt;

        let name = std::ffi::OsStr::from_bytes(b"ca/\xff.pem");
        assert_eq!(line(Path::new(name)), "cargo::rerun-if-changed=ca");
    }
}
