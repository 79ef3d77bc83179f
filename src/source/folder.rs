use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake_core::pem::{self, Content};

use super::{bytes_or, show};
use crate::trust::{ExplicitStore, Loaded};

/// The files of a folder, as [`CaSource::folder`](super::CaSource::folder) says.
pub(super) fn load(store: &mut ExplicitStore, name: &str, folder: &Path) -> Loaded {
    let paths = match entries(folder) {
        Ok(paths) => paths,
        Err(error) => return Loaded::unreadable(name, &error),
    };
    let mut all = Loaded::default();
    let mut seen = BTreeSet::new();
    for path in paths {
        all = all.and(load_entry(store, &path, &mut seen));
    }
    match all.taken == 0 && !all.has_errors() {
        true => {
            let message = "folder has no file with a certificate".to_owned();
            all.and(Loaded::error(name, "no-certificates", message))
        }
        false => all,
    }
}

fn load_entry(store: &mut ExplicitStore, path: &Path, seen: &mut BTreeSet<PathBuf>) -> Loaded {
    let name = show(path);
    match read(path) {
        Err(error) => Loaded::unreadable(&name, &error),
        Ok(None) => {
            Loaded::warning(&name, "not-a-file", "entry is passed over: it is no file".to_owned())
        }
        // another name of a file that is taken already
        Ok(Some((file, _))) if !seen.insert(file.clone()) => Loaded::default(),
        Ok(Some((_, bytes))) if is_beside_the_point(&bytes) => {
            let content = pem::content(&bytes);
            let message = format!("file is passed over: it is {content}");
            Loaded::warning(&name, "no-certificates", message)
        }
        Ok(Some((_, bytes))) => bytes_or(store, name.into(), &bytes),
    }
}

/// A file that is there for people or by accident. What looks like certificates in another form is
/// not: somebody meant it to be read.
fn is_beside_the_point(bytes: &[u8]) -> bool {
    pem::blocks(bytes).next().is_none()
        && matches!(
            pem::content(bytes),
            Content::Blank | Content::CommentsOnly | Content::Empty | Content::Text
        )
}

/// A file by the name that no link leads to, and its content; `None` for what is no file.
fn read(path: &Path) -> io::Result<Option<(PathBuf, Vec<u8>)>> {
    match fs::metadata(path)?.is_file() {
        true => Ok(Some((fs::canonicalize(path)?, fs::read(path)?))),
        false => Ok(None),
    }
}

/// The entries of a folder, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
