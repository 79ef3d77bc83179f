use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake::Diagnostic;

use crate::file;
use crate::input::name_of;
use crate::output::refused;

/// The lock beside a bundle, which may not be there yet.
#[derive(Debug)]
pub(super) struct LockFile {
    pub(super) name: String,
    pub(super) content: Option<String>,
    path: PathBuf,
}

impl LockFile {
    pub(super) fn beside(bundle: &Path) -> Result<Self, Diagnostic> {
        let path = bundle.with_extension("lock");
        let name = name_of(&path);
        if path == bundle {
            let message = "bundle has the name of its own lock, expected another extension";
            return Err(refused(&name, "bundle-is-lock", message));
        }
        match fs::read_to_string(&path) {
            Ok(content) => Ok(Self { name, content: Some(content), path }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self { name, content: None, path })
            }
            Err(error) => {
                let message = format!("lock cannot be read: {error}");
                Err(refused(&name, "not-readable", message))
            }
        }
    }

    pub(super) fn replace(&self, text: &str) -> Result<(), Diagnostic> {
        file::replace(&self.path, text)
    }
}
