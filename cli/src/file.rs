//! Files that are replaced at once: who reads one meanwhile sees all of the former or all of the
//! new.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process;

use rootbake::Diagnostic;

use crate::input::name_of;
use crate::output::refused;

/// Writes a text file in the place of the one that may be there.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Diagnostic> {
    // a link stays one
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", process::id()));
    let beside = target.with_file_name(name);
    let written = write(&beside, &target, text).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        // it may never have been made
        let _ = fs::remove_file(&beside);
        refused(&name_of(path), "not-writable", format!("file cannot be written: {error}"))
    })
}

fn write(path: &Path, former: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Ok(former) = fs::metadata(former) {
        file.set_permissions(former.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
