//! What a set is baked from: files, what pins them, and what a root programme says of them.

mod load;
mod part;
#[cfg(feature = "programmes")]
mod programmes;
mod unlocked;

use load::named;
pub(crate) use load::{Loaded, read, read_all};
pub(crate) use part::{Opened, Part};

use std::path::{Path, PathBuf};

use crate::bundle::Source;

/// A file or folder of CA certificates, and what says that it is the right one.
///
/// By content a file is PEM, one certificate in DER, or, with the feature `programmes`, NSS's
/// `certdata.txt` or the CCADB report; what a file of a root programme does not trust for TLS
/// servers is left out. A folder is all of its files, without those of folders in it.
///
/// The lock is the file beside it with the extension `.lock`, where there is one. Where there is
/// none, [`sha256`](Self::sha256) or [`unlocked`](Self::unlocked) must be said.
///
/// ```
/// use rootbake_codegen::Input;
///
/// let reviewed = Input::new("ca/corp.pem");
/// let elsewhere = Input::new("ca/corp.pem").lock("reviewed/corp.lock");
/// let folder = Input::new("ca/partners").unlocked();
/// ```
#[derive(Clone, Debug)]
pub struct Input<'a> {
    at: At<'a>,
    lock: LockAt,
    sha256: Option<&'a str>,
    rules: Option<RulesFile<'a>>,
}

/// Where an input is.
#[derive(Clone, Debug)]
enum At<'a> {
    Path(PathBuf),
    Memory(Source<'a>),
}

/// Where the lock of an input is.
#[derive(Clone, Debug)]
enum LockAt {
    /// Beside it, if anywhere
    Beside,
    File(PathBuf),
    Nowhere,
}

/// What a root programme says, in a file of its own.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "programmes"), expect(dead_code, reason = "there is none"))]
struct RulesFile<'a> {
    path: PathBuf,
    sha256: Option<&'a str>,
    product_version: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// A file or a folder, relative to the package in a build script.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self::at(At::Path(path.into()))
    }

    /// The content of a file, and what messages call it. Nothing is beside it.
    pub const fn bytes(name: &'a str, content: &'a [u8]) -> Self {
        Self::at(At::Memory(Source { name, content }))
    }

    const fn at(at: At<'a>) -> Self {
        Self { at, lock: LockAt::Beside, sha256: None, rules: None }
    }

    /// A lock that is not beside it.
    #[must_use]
    pub fn lock(self, path: impl Into<PathBuf>) -> Self {
        Self { lock: LockAt::File(path.into()), ..self }
    }

    /// The SHA-256 of the file, as 64 hexadecimal digits in lower case. With a lock both must hold.
    #[must_use]
    pub fn sha256(self, sha256: &'a str) -> Self {
        Self { sha256: Some(sha256), ..self }
    }

    /// Bakes whatever is there. An error where a lock is beside it: somebody wrote that for a
    /// reason.
    #[must_use]
    pub fn unlocked(self) -> Self {
        Self { lock: LockAt::Nowhere, ..self }
    }

    /// Takes the rules from a file of a root programme, such as Chrome's root store as JSON or
    /// textproto, whose certificates these are. For inputs without a lock: the rules of the others
    /// stand there.
    #[cfg(feature = "programmes")]
    #[must_use]
    pub fn rules(self, path: impl Into<PathBuf>) -> Self {
        let rules = RulesFile { path: path.into(), sha256: None, product_version: None };
        Self { rules: Some(rules), ..self }
    }

    /// The SHA-256 of the file that [`rules`](Self::rules) named.
    #[cfg(feature = "programmes")]
    #[must_use]
    pub fn rules_sha256(mut self, sha256: &'a str) -> Self {
        if let Some(rules) = &mut self.rules {
            rules.sha256 = Some(sha256);
        }
        self
    }

    /// The version of Chrome whose rules count, `154` or `154.0.8037.97`, where the file that
    /// [`rules`](Self::rules) named has different ones for different versions.
    #[cfg(feature = "programmes")]
    #[must_use]
    pub fn product_version(mut self, version: &'a str) -> Self {
        if let Some(rules) = &mut self.rules {
            rules.product_version = Some(version);
        }
        self
    }

    /// The files and folders that it depends on, and that are there.
    pub(crate) fn paths(&self, base: &Path) -> Vec<PathBuf> {
        let lock = match &self.lock {
            LockAt::File(path) => Some(path.clone()),
            LockAt::Beside | LockAt::Nowhere => {
                self.lock_beside().filter(|lock| base.join(lock).exists())
            }
        };
        let rules = self.rules.as_ref().map(|rules| rules.path.clone());
        [self.path().map(Path::to_path_buf), lock, rules].into_iter().flatten().collect()
    }

    /// The folder in which a lock may come to be: it has a say from then on. None where the folder is
    /// that of the package, which changes with every build.
    pub(crate) fn awaited(&self, base: &Path) -> Option<PathBuf> {
        let lock = match &self.lock {
            LockAt::Beside | LockAt::Nowhere => self.lock_beside()?,
            LockAt::File(_) => return None,
        };
        let lock = Some(lock).filter(|lock| !base.join(lock).exists())?;
        lock.parent().filter(|folder| folder.file_name().is_some()).map(Path::to_path_buf)
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match &self.at {
            At::Path(path) => named(path),
            At::Memory(source) => source.name.to_owned(),
        }
    }

    fn path(&self) -> Option<&Path> {
        match &self.at {
            At::Path(path) => Some(path),
            At::Memory(_) => None,
        }
    }

    fn lock_beside(&self) -> Option<PathBuf> {
        Some(self.path()?.with_extension("lock"))
    }
}

impl From<&str> for Input<'_> {
    fn from(path: &str) -> Self {
        Self::new(path)
    }
}

impl From<&Path> for Input<'_> {
    fn from(path: &Path) -> Self {
        Self::new(path)
    }
}

impl From<PathBuf> for Input<'_> {
    fn from(path: PathBuf) -> Self {
        Self::new(path)
    }
}
