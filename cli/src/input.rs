//! The inputs of the commands: files, folders, standard input.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use rootbake::{CaSource, Diagnostic};
use rootbake_codegen::Source;

use crate::output::{refused, visible};

/// The bytes of one file, and what messages call it.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

impl Input {
    pub(crate) fn source(&self) -> Source<'_> {
        Source { name: &self.name, content: &self.content }
    }
}

/// The path as messages write it.
pub(crate) fn name_of(path: &Path) -> String {
    match is_stdin(path) {
        true => "stdin".to_owned(),
        false => visible(&path.to_string_lossy()),
    }
}

/// Whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads one file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, Diagnostic> {
    let name = name_of(path);
    if path.is_dir() {
        return Err(refused(&name, "not-readable", "input is a folder, expected a file"));
    }
    let content = match is_stdin(path) {
        true => {
            let mut content = Vec::new();
            io::stdin().lock().read_to_end(&mut content).map(|_| content)
        }
        false => fs::read(path),
    };
    match content {
        Ok(content) => Ok(Input { name, content }),
        Err(error) => Err(refused(&name, "not-readable", format!("input cannot be read: {error}"))),
    }
}

/// Hands on the CAs of a file, of a folder, or for `-` of standard input; the library reads them.
///
/// Fails where standard input cannot be read.
pub(crate) fn with_cas<T>(
    path: &Path,
    take: impl FnOnce(CaSource<'_>) -> T,
) -> Result<T, Diagnostic> {
    if is_stdin(path) {
        let Input { name, content } = read(path)?;
        return Ok(take(CaSource::bytes(&content).named(name)));
    }
    Ok(take(match path.is_dir() {
        true => CaSource::folder(path),
        false => CaSource::file(path),
    }))
}
