use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake_core::certificate::sha256;
use rootbake_core::pem::{self, Content};

use super::{At, Input, LockAt, RulesFile};
use crate::bundle::Source;
use crate::fingerprint;
use crate::report::{Finding, Report};

/// An input as bytes, which are the pinned ones where it is pinned.
#[derive(Debug)]
pub(crate) struct Loaded<'a> {
    pub(super) name: String,
    pub(super) stem: String,
    pub(super) files: Vec<File>,
    pub(super) is_folder: bool,
    pub(super) lock: Option<File>,
    pub(super) rules: Option<(File, &'a RulesFile<'a>)>,
    pub(super) warnings: Report,
}

/// A file, and what messages call it.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

impl<'a> Loaded<'a> {
    /// Reads an input that is relative to `base`.
    pub(crate) fn read(input: &'a Input<'a>, base: &Path) -> Result<Self, Report> {
        let mut warnings = Report::default();
        let is_folder = input.path().is_some_and(|path| base.join(path).is_dir());
        let files = match &input.at {
            At::Path(path) => read_all(base, path, &mut warnings)?,
            At::Memory(source) => vec![File::from(*source)],
        };
        let rules = input.rules.as_ref();
        let rules = rules.map(|rules| Ok((read(base, &rules.path)?, rules)));
        let loaded = Self {
            name: input.name(),
            stem: stem(&input.name()),
            files,
            is_folder,
            lock: lock(input, base)?,
            rules: rules.transpose().map_err(|finding: Finding| Report::from(finding))?,
            warnings,
        };
        loaded.check_pins(input)?;
        Ok(loaded)
    }

    fn check_pins(&self, input: &Input<'_>) -> Result<(), Report> {
        if let Some(expected) = input.sha256 {
            self.pinned_file()?.check_sha256(expected)?;
        }
        if let Some((file, RulesFile { sha256: Some(expected), .. })) = &self.rules {
            file.check_sha256(expected)?;
        }
        let said = input.sha256.is_some() || matches!(input.lock, LockAt::Nowhere);
        match &self.rules {
            _ if self.lock.is_none() && !said => Err(self.unpinned(input).into()),
            Some((file, _)) if self.lock.is_some() => Err(self.ruled_twice(file).into()),
            Some((file, RulesFile { sha256: None, .. })) if input.sha256.is_some() => {
                Err(unpinned_rules(file).into())
            }
            _ => Ok(()),
        }
    }

    fn pinned_file(&self) -> Result<&File, Finding> {
        match (self.is_folder, self.files.as_slice()) {
            (false, [file]) => Ok(file),
            _ => Err(Finding::error("no-sha256", "folder has no SHA-256")
                .at(&self.name)
                .expected("a lock for the folder, or a SHA-256 for each of its files")),
        }
    }

    fn unpinned(&self, input: &Input<'_>) -> Finding {
        let name = &self.name;
        let finding = Finding::error("no-lock", "bundle has no lock").at(name);
        let finding = match input.lock_beside() {
            Some(lock) => finding.found(format_args!("no file {}", named(&lock))),
            None => finding,
        };
        let finding = finding.expected("a lock, a `sha256`, or `unlocked`");
        match self.pinned_file() {
            Ok(file) => finding.help(format_args!(
                "run `rootbake lock {name} --provenance .. --license ..` and have the lock reviewed, or \
                 say sha256 = \"{}\"",
                fingerprint::hex(&sha256(&file.content))
            )),
            Err(_) => finding,
        }
    }

    fn ruled_twice(&self, file: &File) -> Finding {
        Finding::error("said-twice", "rules are in the lock and in a file of their own")
            .at(&self.name)
            .found(&file.name)
            .help("take them over with `rootbake lock --source`, and bake with the lock alone")
    }
}

impl From<Source<'_>> for File {
    fn from(source: Source<'_>) -> Self {
        Self { name: source.name.to_owned(), content: source.content.to_vec() }
    }
}

impl File {
    pub(crate) fn source(&self) -> Source<'_> {
        Source { name: &self.name, content: &self.content }
    }

    /// As text, which locks are.
    pub(crate) fn text(&self) -> Result<Source<'_, str>, Finding> {
        let Self { name, content } = self;
        let content = str::from_utf8(content).map_err(|error| {
            Finding::error("bad-lock", "lock is not UTF-8").at(name).found(error)
        })?;
        Ok(Source { name, content })
    }

    fn check_sha256(&self, expected: &str) -> Result<(), Finding> {
        let found = fingerprint::hex(&sha256(&self.content));
        if fingerprint::parse(expected).is_none() {
            return Err(Finding::error("bad-sha256", "sha256 is not one")
                .at(&self.name)
                .found(format_args!("{expected:?}"))
                .expected("64 hexadecimal digits in lower case"));
        }
        match found == expected {
            true => Ok(()),
            false => Err(Finding::error("sha256-mismatch", "file is not the pinned one")
                .at(&self.name)
                .found(format_args!("sha256 {found}"))
                .expected(format_args!("sha256 {expected}"))
                .help("see what has changed in it before the new value is written down")),
        }
    }
}

fn unpinned_rules(file: &File) -> Finding {
    Finding::error("no-lock", "rules are not pinned, and their bundle is")
        .at(&file.name)
        .expected("a `rules_sha256` beside the `sha256`")
        .help(format_args!("say rules_sha256 = \"{}\"", fingerprint::hex(&sha256(&file.content))))
}

fn lock(input: &Input<'_>, base: &Path) -> Result<Option<File>, Finding> {
    let beside = input.lock_beside().filter(|lock| base.join(lock).exists());
    match (&input.lock, beside) {
        (LockAt::File(path), _) => read(base, path).map(Some),
        (LockAt::Beside, Some(beside)) => read(base, &beside).map(Some),
        (LockAt::Nowhere, Some(beside)) => {
            Err(Finding::error("lock-passed-over", "bundle has a lock, and is called unlocked")
                .at(input.name())
                .found(named(&beside))
                .help("take `unlocked` away, or delete the lock"))
        }
        (LockAt::Beside | LockAt::Nowhere, None) => Ok(None),
    }
}

/// Reads a file that is relative to `base`, or all files of a folder.
pub(crate) fn read_all(
    base: &Path,
    path: &Path,
    warnings: &mut Report,
) -> Result<Vec<File>, Report> {
    let whole = base.join(path);
    match whole.is_dir() {
        true => files_of(&whole, path, warnings),
        false => Ok(vec![read(base, path)?]),
    }
}

/// Reads a file that is relative to `base`.
pub(crate) fn read(base: &Path, path: &Path) -> Result<File, Finding> {
    let name = named(path);
    match fs::read(base.join(path)) {
        Ok(content) => Ok(File { name, content }),
        Err(error) => Err(not_readable(&name, &error)),
    }
}

fn not_readable(name: &str, error: &io::Error) -> Finding {
    Finding::error("not-readable", "file cannot be read").at(name).found(error)
}

/// The files of a folder in the order of their names, each by the shortest way to it.
fn files_of(folder: &Path, shown: &Path, warnings: &mut Report) -> Result<Vec<File>, Report> {
    let entries = entries(folder).map_err(|error| not_readable(&named(shown), &error))?;
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for path in entries {
        let name = named(&shown.join(path.file_name().unwrap_or_default()));
        let content = match (fs::canonicalize(&path), path.is_file()) {
            (Err(error), _) => return Err(not_readable(&name, &error).into()),
            (Ok(_), false) => {
                warnings.push(passed_over("not-a-file", &name, "it is no file"));
                continue;
            }
            // another name of a file that is taken already
            (Ok(file), true) if !seen.insert(file.clone()) => continue,
            (Ok(file), true) => fs::read(file).map_err(|error| not_readable(&name, &error))?,
        };
        match is_beside_the_point(&content) {
            true => warnings.push(passed_over("no-certificates", &name, pem::content(&content))),
            false => files.push(File { name, content }),
        }
    }
    match files.is_empty() {
        true => Err(Finding::error("no-certificates", "folder has no file with a certificate")
            .at(named(shown))
            .expected("PEM or DER")
            .into()),
        false => Ok(files),
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    Ok(paths)
}

/// A file that is there for people or by accident. What looks like certificates in another form is
/// not: somebody meant it to be read.
fn is_beside_the_point(content: &[u8]) -> bool {
    pem::blocks(content).next().is_none()
        && matches!(
            pem::content(content),
            Content::Blank | Content::CommentsOnly | Content::Empty | Content::Text
        )
}

fn passed_over(code: &'static str, name: &str, why: impl std::fmt::Display) -> Finding {
    Finding::error(code, "entry of the folder is passed over").warning().at(name).found(why)
}

/// A path on one line, with `/`, as messages show it.
pub(crate) fn named(path: &Path) -> String {
    let escape = |character: char| match character {
        '\\' if cfg!(windows) => "/".to_owned(),
        _ if character.is_control() => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    path.to_string_lossy().chars().map(escape).collect()
}

fn stem(name: &str) -> String {
    named(Path::new(Path::new(name).file_stem().unwrap_or_default()))
}
