use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use rootbake::Diagnostic;

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

    /// Replaces the lock at once: who reads it meanwhile sees all of the former or all of the new.
    pub(super) fn replace(&self, text: &str) -> Result<(), Diagnostic> {
        // a link stays one
        let target = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", process::id()));
        let beside = target.with_file_name(name);
        let written = write(&beside, &target, text).and_then(|()| fs::rename(&beside, &target));
        written.map_err(|error| {
            // it may never have been made
            let _ = fs::remove_file(&beside);
            refused(&self.name, "not-writable", format!("lock cannot be written: {error}"))
        })
    }
}

fn write(path: &Path, former: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Ok(former) = fs::metadata(former) {
        file.set_permissions(former.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
