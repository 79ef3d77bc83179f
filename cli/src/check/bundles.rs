use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rootbake::Diagnostic;
use rootbake_codegen::{Lock, Source};

use crate::input::name_of;
use crate::output::refused;

/// The bundles of all locks in this folder and in the folders in it, sorted.
pub(super) fn all() -> Result<Vec<PathBuf>, Diagnostic> {
    let here = Path::new(".");
    let mut found = Vec::new();
    for path in entries(here)? {
        match path.is_dir() {
            // which may belong to somebody else
            true => entries(&path).into_iter().flatten().for_each(|path| found.push(path)),
            false => found.push(path),
        }
    }
    let bundles: Vec<PathBuf> = found.iter().filter_map(|path| bundle_of(path)).collect();
    match bundles.is_empty() {
        false => Ok(bundles),
        true => {
            let message = "no lock of a bundle here or in a folder here, expected one beside each \
                           bundle, or the name of a bundle";
            Err(refused("this folder", "no-lock", message))
        }
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let entries: io::Result<Vec<PathBuf>> = read();
    let mut entries = entries.map_err(|error| {
        refused(&name_of(folder), "not-readable", format!("folder cannot be read: {error}"))
    })?;
    entries.sort();
    Ok(entries)
}

/// The bundle beside a lock, and nothing for the locks of others, such as cargo's. One that cannot be
/// read is told when its bundle is looked at.
fn bundle_of(lock: &Path) -> Option<PathBuf> {
    lock.extension().filter(|extension| *extension == "lock")?;
    let text = fs::read(lock).ok()?;
    let text = String::from_utf8_lossy(&text);
    text.lines().find(|line| line.trim() == "[bundle]")?;
    let read = Lock::read(Source { name: "", content: &*text });
    let named = read.ok().map(|lock| lock.provenance.file);
    let path = match named.as_deref().map(Path::new).and_then(Path::file_name) {
        Some(file) => lock.with_file_name(file),
        None => lock.with_extension("pem"),
    };
    Some(path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path))
}
