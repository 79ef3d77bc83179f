//! Where explicit CAs come from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use rootbake_core::pem::{self, Content};

use super::ContextBuilder;
use crate::diagnostic::{Diagnostic, Severity};
use crate::error::Error;
use crate::trust::Loaded;

/// What to do about an input of which a part cannot be taken.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Strictness {
    AllOrNothing,
    Lossy,
}

impl ContextBuilder {
    /// Trusts the CA certificates of a PEM text, and no longer the default roots. Several calls
    /// add up.
    ///
    /// Self-issued CAs become anchors; others complete paths, and are anchors only with
    /// [`allow_partial_trust_chain`](Self::allow_partial_trust_chain). A certificate that is not a
    /// CA is accepted when a peer presents that very certificate. The labels `CERTIFICATE`, `X509
    /// CERTIFICATE` and `TRUSTED CERTIFICATE` are read; what the auxiliary data of the last says
    /// for TLS servers and clients is kept to. What is odd but usable is told by
    /// [`SecureContext::diagnostics`](crate::SecureContext::diagnostics).
    ///
    /// # Errors
    ///
    /// [`Error::Input`] with all that is wrong, where a block cannot be read or may not be
    /// trusted, or there is none: nothing of the text is taken then.
    pub fn ca(self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        let name = self.next_name();
        self.ca_named(&name, pem)
    }

    /// The same as [`ca`](Self::ca), with the name that messages call the text by.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca).
    pub fn ca_named(self, name: &str, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.replacing().take_pem(name, pem.as_ref(), Strictness::AllOrNothing)
    }

    /// The same as [`ca`](Self::ca), but takes what can be taken: what cannot is told by
    /// [`SecureContext::diagnostics`](crate::SecureContext::diagnostics), as errors. For stores
    /// that somebody else keeps.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] where nothing could be taken.
    pub fn ca_lossy(self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        let name = self.next_name();
        self.replacing().take_pem(&name, pem.as_ref(), Strictness::Lossy)
    }

    /// The same as [`ca`](Self::ca) for DER: one certificate, or several one behind the other.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca).
    pub fn ca_der(self, der: impl AsRef<[u8]>) -> Result<Self, Error> {
        let name = self.next_name();
        let mut builder = self.replacing();
        let loaded = builder.explicit.get_or_insert_default().add_der(&name, der.as_ref());
        builder.settle(loaded, Strictness::AllOrNothing)
    }

    /// The same as [`ca`](Self::ca) for a file, PEM or DER by its content.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca), and where the file cannot be read.
    pub fn ca_file(self, path: impl AsRef<Path>) -> Result<Self, Error> {
        self.replacing().take_file(path.as_ref())
    }

    /// The same as [`ca`](Self::ca) for every file of a folder, PEM or DER by its content, in the
    /// order of their names. A file that links lead to several times counts once; folders within
    /// it and files that hold nothing are told of and passed over.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca), and where an entry cannot be read: it may be a link that leads
    /// nowhere or to itself.
    pub fn ca_dir(self, path: impl AsRef<Path>) -> Result<Self, Error> {
        self.replacing().take_dir(path.as_ref(), Strictness::AllOrNothing)
    }

    /// The same as [`ca_dir`](Self::ca_dir), but takes what can be taken, as
    /// [`ca_lossy`](Self::ca_lossy) does.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] where nothing could be taken.
    pub fn ca_dir_lossy(self, path: impl AsRef<Path>) -> Result<Self, Error> {
        self.replacing().take_dir(path.as_ref(), Strictness::Lossy)
    }

    /// Trusts the store of the system, and no longer the default roots: what rustls-native-certs
    /// finds. What cannot be taken is told, as by [`ca_lossy`](Self::ca_lossy).
    ///
    /// # Errors
    ///
    /// [`Error::Input`] where nothing could be taken.
    #[cfg(feature = "system")]
    pub fn ca_system(self) -> Result<Self, Error> {
        let mut builder = self.replacing();
        let found = rustls_native_certs::load_native_certs();
        let mut all = Loaded { taken: 0, diagnostics: Vec::new() };
        for error in found.errors {
            all.diagnostics.push(told("system store", "unreadable", error.to_string()));
        }
        let der: Vec<u8> = found.certs.iter().flat_map(|der| der.iter().copied()).collect();
        if !der.is_empty() {
            all.join(builder.explicit.get_or_insert_default().add_der("system store", &der));
        }
        all.unless_nothing("system store", || "it is empty".to_owned());
        builder.settle(all, Strictness::Lossy)
    }

    /// Trusts, beside all else, the CAs of the file that an environment variable names: PEM or
    /// DER. It replaces nothing, not even the default roots. A variable that is not set, or is
    /// empty, changes nothing.
    ///
    /// # Errors
    ///
    /// As for [`ca_file`](Self::ca_file), where the variable is set.
    pub fn extra_ca_from_env(self, variable: &str) -> Result<Self, Error> {
        match env::var_os(variable) {
            Some(path) if !path.is_empty() => self.take_file(Path::new(&path)),
            _ => Ok(self),
        }
    }

    fn replacing(mut self) -> Self {
        self.replaces_defaults = true;
        self
    }

    fn next_name(&self) -> String {
        match self.inputs {
            0 => "ca".to_owned(),
            before => format!("ca {}", before + 1),
        }
    }

    fn take_pem(mut self, name: &str, text: &[u8], strict: Strictness) -> Result<Self, Error> {
        let mut loaded = self.explicit.get_or_insert_default().add_pem(name, text);
        loaded.unless_nothing(name, || format!("it is {}", pem::content(text)));
        self.settle(loaded, strict)
    }

    fn take_file(mut self, path: &Path) -> Result<Self, Error> {
        let name = show(path);
        let loaded = match fs::read(path) {
            Ok(bytes) => {
                let mut loaded = self.take_either(&name, &bytes);
                loaded.unless_nothing(&name, || format!("it is {}", pem::content(&bytes)));
                loaded
            }
            Err(error) => Loaded::unreadable(&name, &error),
        };
        self.settle(loaded, Strictness::AllOrNothing)
    }

    fn take_dir(mut self, path: &Path, strict: Strictness) -> Result<Self, Error> {
        let name = show(path);
        let mut all = Loaded { taken: 0, diagnostics: Vec::new() };
        match entries(path) {
            Ok(paths) => {
                let mut seen = BTreeSet::new();
                for path in paths {
                    all.join(self.take_entry(&path, &mut seen));
                }
            }
            Err(error) => all.join(Loaded::unreadable(&name, &error)),
        }
        all.unless_nothing(&name, || "it has no file with one".to_owned());
        self.settle(all, strict)
    }

    fn take_entry(&mut self, path: &Path, seen: &mut BTreeSet<PathBuf>) -> Loaded {
        let name = show(path);
        let read = fs::metadata(path).and_then(|metadata| match metadata.is_file() {
            true => Ok(Some((fs::canonicalize(path)?, fs::read(path)?))),
            false => Ok(None),
        });
        match read {
            Err(error) => Loaded::unreadable(&name, &error),
            Ok(None) => Loaded::passed_over(&name, "not-a-file", "not a file, and passed over"),
            // another name of a file that is taken already
            Ok(Some((file, _))) if !seen.insert(file.clone()) => {
                Loaded { taken: 0, diagnostics: Vec::new() }
            }
            Ok(Some((_, bytes))) => {
                let loaded = self.take_either(&name, &bytes);
                match loaded.is_nothing() {
                    true => Loaded::passed_over(
                        &name,
                        "no-certificates",
                        &format!("file is passed over: it is {}", pem::content(&bytes)),
                    ),
                    false => loaded,
                }
            }
        }
    }

    /// Takes DER where it is that, else PEM.
    fn take_either(&mut self, name: &str, bytes: &[u8]) -> Loaded {
        match pem::blocks(bytes).next().is_none() && pem::content(bytes) == Content::Der {
            true => self.explicit.get_or_insert_default().add_der(name, bytes),
            false => self.explicit.get_or_insert_default().add_pem(name, bytes),
        }
    }

    fn settle(mut self, loaded: Loaded, strict: Strictness) -> Result<Self, Error> {
        self.inputs += 1;
        let good_enough = match strict {
            Strictness::AllOrNothing => !loaded.has_errors(),
            Strictness::Lossy => loaded.taken > 0,
        };
        match good_enough {
            true => {
                self.diagnostics.extend(loaded.diagnostics);
                Ok(self)
            }
            false => Err(Error::Input(loaded.diagnostics)),
        }
    }
}

impl Loaded {
    fn unreadable(name: &str, error: &io::Error) -> Self {
        let message = format!("cannot be read: {error}");
        Self { taken: 0, diagnostics: vec![told(name, "unreadable", message)] }
    }

    fn passed_over(name: &str, code: &'static str, message: &str) -> Self {
        let told = told(name, code, message.to_owned());
        Self { taken: 0, diagnostics: vec![Diagnostic { severity: Severity::Warning, ..told }] }
    }

    fn join(&mut self, other: Self) {
        self.taken += other.taken;
        self.diagnostics.extend(other.diagnostics);
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|told| told.severity == Severity::Error)
    }

    fn is_nothing(&self) -> bool {
        self.taken == 0 && !self.has_errors()
    }

    /// An input that holds nothing is an error: it was meant to hold something.
    fn unless_nothing(&mut self, name: &str, what_it_is: impl FnOnce() -> String) {
        if self.is_nothing() {
            let message = format!("input holds no certificate: {}", what_it_is());
            self.diagnostics.push(told(name, "no-certificates", message));
        }
    }
}

fn told(input: &str, code: &'static str, message: String) -> Diagnostic {
    let input = input.to_owned();
    Diagnostic { severity: Severity::Error, code, message, input, block: None, line: None }
}

/// The files of a folder, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// A path on one line, also one that is not UTF-8 or holds a line end.
fn show(path: &Path) -> String {
    let text = path.to_string_lossy();
    let escape = |character: char| match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(escape).collect()
}
