//! A bundle with the lock beside it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake::Diagnostic;
use rootbake::roots::source;
use rootbake_codegen::Source;

use crate::baked::Baked;
use crate::input::{self, Input, name_of};
use crate::output::refused;

/// The bytes of a bundle and of its lock, where it has one.
#[derive(Debug)]
pub(crate) struct BundleFiles {
    pub(crate) bundle: Input,
    pub(crate) lock: Option<LockText>,
}

#[derive(Debug)]
pub(crate) struct LockText {
    pub(crate) name: String,
    pub(crate) content: String,
}

impl BundleFiles {
    /// A bundle, and the file beside it with the extension `.lock`.
    pub(crate) fn read(path: &Path) -> Result<Self, Diagnostic> {
        let bundle = input::read(path)?;
        let lock = match input::is_stdin(path) {
            true => None,
            false => LockText::beside(path)?,
        };
        Ok(Self { bundle, lock })
    }

    pub(crate) fn source(&self) -> Source<'_> {
        self.bundle.source()
    }
}

/// What is baked or compared: a file or folder by its path, or standard input.
#[derive(Debug)]
pub(crate) struct BundleInput<'a> {
    path: &'a Path,
    stdin: Option<Input>,
}

impl<'a> BundleInput<'a> {
    pub(crate) fn read(path: &'a Path) -> Result<Self, Diagnostic> {
        let stdin = input::is_stdin(path).then(|| input::read(path)).transpose()?;
        Ok(Self { path, stdin })
    }

    /// As a build takes it, with the lock beside it or with none.
    pub(crate) fn as_input(&'a self, is_unlocked: bool) -> rootbake_codegen::Input<'a> {
        let input = match &self.stdin {
            Some(Input { name, content }) => rootbake_codegen::Input::bytes(name, content),
            None => rootbake_codegen::Input::new(self.path),
        };
        if is_unlocked { input.unlocked() } else { input }
    }
}

/// The lock beside a bundle, where there is one.
pub(crate) fn lock_beside(bundle: &Path) -> Option<PathBuf> {
    let lock = bundle.with_extension("lock");
    (!input::is_stdin(bundle) && lock.exists()).then_some(lock)
}

/// What was baked into this command, with its lock.
pub(crate) fn of_baked(baked: Baked) -> (Input, LockText) {
    let (name, pem, lock) = match baked {
        Baked::Chrome => ("chrome", source::CHROME_PEM, source::CHROME_LOCK),
        Baked::Mozilla => ("mozilla", source::MOZILLA_PEM, source::MOZILLA_LOCK),
        Baked::MozillaOfFebruary2026 => {
            ("mozilla-2026-02", source::MOZILLA_2026_02_PEM, source::MOZILLA_2026_02_LOCK)
        }
        Baked::MozillaOfJuly2026 => {
            ("mozilla-2026-07", source::MOZILLA_2026_07_PEM, source::MOZILLA_2026_07_LOCK)
        }
    };
    let bundle = Input { name: format!("{name}.pem"), content: pem.to_vec() };
    (bundle, LockText { name: format!("{name}.lock"), content: lock.to_owned() })
}

impl LockText {
    fn beside(bundle: &Path) -> Result<Option<Self>, Diagnostic> {
        let path = bundle.with_extension("lock");
        let name = name_of(&path);
        match fs::read_to_string(&path) {
            Ok(content) => Ok(Some(Self { name, content })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let message = format!("lock cannot be read: {error}");
                Err(refused(&name, "not-readable", message))
            }
        }
    }

    pub(crate) fn source(&self) -> Source<'_, str> {
        Source { name: &self.name, content: &self.content }
    }
}
