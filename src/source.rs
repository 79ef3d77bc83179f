mod folder;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake_core::pem::{self, Content};

use crate::diagnostic::{Diagnostic, Severity};
use crate::trust::{ExplicitStore, Loaded};

/// Where explicit CAs come from, and what to do about those that cannot be taken.
///
/// ```
/// use rootbake::{CaSource, SecureContext};
///
/// # let folder = std::env::temp_dir().join("rootbake-doc");
/// # std::fs::create_dir_all(&folder).unwrap();
/// # std::fs::write(folder.join("ca.pem"), "").unwrap();
/// let file = CaSource::file(folder.join("ca.pem"));
/// let error = SecureContext::builder().ca_from(file).unwrap_err();
/// assert_eq!(error.code(), "no-certificates");
/// assert!(error.to_string().contains("ca.pem"));
/// ```
#[derive(Clone, Debug)]
pub struct CaSource<'a> {
    kind: Kind<'a>,
    name: Option<Cow<'static, str>>,
    lossy: bool,
}

#[derive(Clone, Debug)]
enum Kind<'a> {
    /// DER or PEM, by content
    Bytes(&'a [u8]),
    Der(&'a [u8]),
    File(PathBuf),
    Folder(PathBuf),
    Pem(&'a [u8]),
    #[cfg(feature = "system")]
    System,
}

impl<'a> CaSource<'a> {
    /// A PEM text, in any of the forms that [`pem`](crate::pem) reads.
    pub fn pem(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(Kind::Pem(text.as_ref()))
    }

    /// A DER certificate, or several one behind the other.
    pub fn der(bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(Kind::Der(bytes.as_ref()))
    }

    /// DER where the bytes look like it, else PEM.
    pub fn bytes(bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(Kind::Bytes(bytes.as_ref()))
    }

    /// A file, DER or PEM by its content.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self::new(Kind::File(path.into()))
    }

    /// Every file of a folder, each DER or PEM by its content, in the order of their names.
    ///
    /// A file that several links lead to counts once. Files that hold nothing, and what is not a
    /// file, are told of and passed over. An entry that cannot be read is an error, also a link
    /// that leads nowhere or to itself.
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self::new(Kind::Folder(path.into()))
    }

    /// The store of the operating system, as rustls-native-certs finds it, which also heeds
    /// `SSL_CERT_FILE` and `SSL_CERT_DIR`: an empty one is a path there, and so an error. Lossy,
    /// since somebody else keeps it.
    #[cfg(feature = "system")]
    pub fn system() -> Self {
        Self::new(Kind::System).lossy()
    }

    fn new(kind: Kind<'a>) -> Self {
        Self { kind, name: None, lossy: false }
    }

    /// The name that messages call it by: else that of its file, or which call it was given in.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(Cow::Owned(name.into())), ..self }
    }

    /// Takes what can be taken: what cannot is told of as an error among the diagnostics. It is
    /// still an error where nothing can be taken.
    #[must_use]
    pub fn lossy(self) -> Self {
        Self { lossy: true, ..self }
    }

    /// What was taken, and what is told of it; what is told where it is refused.
    pub(crate) fn load(
        self,
        store: &mut ExplicitStore,
        unnamed: Cow<'static, str>,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let Self { kind, name, lossy } = self;
        let mut loaded = match kind {
            Kind::Bytes(bytes) => bytes_or(store, name.unwrap_or(unnamed), bytes),
            Kind::Der(bytes) => store.add_der(name.unwrap_or(unnamed), bytes),
            Kind::Pem(text) => pem_or(store, name.unwrap_or(unnamed), text),
            Kind::File(path) => file(store, name.unwrap_or_else(|| show(&path).into()), &path),
            Kind::Folder(path) => {
                folder::load(store, &name.unwrap_or_else(|| show(&path).into()), &path)
            }
            #[cfg(feature = "system")]
            Kind::System => system(store, name.unwrap_or("system store".into())),
        };
        store.settle(&mut loaded.diagnostics);
        let good_enough = if lossy { loaded.taken > 0 } else { !loaded.has_errors() };
        match good_enough {
            true => Ok(loaded.diagnostics),
            false => Err(loaded.diagnostics),
        }
    }
}

fn pem_or(store: &mut ExplicitStore, name: Cow<'static, str>, text: &[u8]) -> Loaded {
    let loaded = store.add_pem(name.clone(), text);
    let content = match loaded.taken {
        0 => pem::content(text),
        _ => return loaded,
    };
    match content {
        // then every boundary is damaged, and the message for each would be beside the point
        Content::LiteralBackslashN | Content::NewlinesLost => Loaded::nothing(&name, &content),
        _ if loaded.has_errors() => loaded,
        _ => loaded.and(Loaded::nothing(&name, &content)),
    }
}

fn bytes_or(store: &mut ExplicitStore, name: Cow<'static, str>, bytes: &[u8]) -> Loaded {
    match pem::blocks(bytes).next().is_none() && pem::content(bytes) == Content::Der {
        true => store.add_der(name, bytes),
        false => pem_or(store, name, bytes),
    }
}

fn file(store: &mut ExplicitStore, name: Cow<'static, str>, path: &Path) -> Loaded {
    match fs::read(path) {
        Ok(bytes) => bytes_or(store, name, &bytes),
        Err(error) => Loaded::unreadable(&name, &error),
    }
}

#[cfg(feature = "system")]
fn system(store: &mut ExplicitStore, name: Cow<'static, str>) -> Loaded {
    let found = rustls_native_certs::load_native_certs();
    let mut all = Loaded::default();
    for error in found.errors {
        all = all.and(Loaded::error(&name, "not-readable", error.to_string()));
    }
    match found.certs.is_empty() {
        true => all.and(Loaded::error(&name, "no-certificates", "store is empty".to_owned())),
        false => all.and(store.add_each_der(name, found.certs.iter().map(AsRef::as_ref))),
    }
}

impl Loaded {
    fn error(name: &str, code: &'static str, message: String) -> Self {
        Self { taken: 0, diagnostics: vec![told(Severity::Error, name, code, message)] }
    }

    fn warning(name: &str, code: &'static str, message: String) -> Self {
        Self { taken: 0, diagnostics: vec![told(Severity::Warning, name, code, message)] }
    }

    /// An input that holds nothing is an error: it was meant to hold something.
    fn nothing(name: &str, content: &Content) -> Self {
        let message = format!("input holds no certificate: it is {content}");
        Self::error(name, "no-certificates", message)
    }

    fn unreadable(name: &str, error: &io::Error) -> Self {
        Self::error(name, "not-readable", format!("input cannot be read: {error}"))
    }

    fn and(mut self, other: Self) -> Self {
        self.taken += other.taken;
        self.diagnostics.extend(other.diagnostics);
        self
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|told| told.severity == Severity::Error)
    }
}

fn told(severity: Severity, input: &str, code: &'static str, message: String) -> Diagnostic {
    let input = input.to_owned();
    Diagnostic { severity, code, message, input, block: None, line: None, column: None }
}

/// A path on one line, also one that is not UTF-8 or holds a line end.
fn show(path: &Path) -> String {
    let escape = |character: char| match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    path.to_string_lossy().chars().map(escape).collect()
}
