//! The inputs of the commands: files, directories, standard input.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rootbake::certificate::{Auxiliary, Certificate, Field};
use rootbake::pem::{self, Block, Content, Label};
use rootbake::{Diagnostic, Severity};

use crate::output::refused;

/// The bytes of one file, and what messages call it.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
    /// Whether somebody named the file itself, and not the directory it is in
    pub(crate) named: bool,
}

/// A piece of an input that holds a certificate, or claims to.
pub(crate) struct Piece {
    pub(crate) der: Vec<u8>,
    /// Whether its label says that there may be auxiliary data behind the certificate
    trusted: bool,
    pub(crate) block: Option<u32>,
    pub(crate) line: Option<u32>,
}

/// The path as messages write it: characters that steer a terminal are escaped.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        return "stdin".to_owned();
    }
    path.to_string_lossy().chars().fold(String::new(), |mut name, character| {
        match character.is_control() {
            true => name.extend(character.escape_unicode()),
            false => name.push(character),
        }
        name
    })
}

/// Whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads one file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, Diagnostic> {
    let name = name_of(path);
    let content = match is_stdin(path) {
        true => {
            let mut content = Vec::new();
            io::stdin().lock().read_to_end(&mut content).map(|_| content)
        }
        false => fs::read(path),
    };
    match content {
        Ok(content) => Ok(Input { name, content, named: true }),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

/// Reads files and, for a directory, the files in it in the order of their names. Each that cannot
/// be read is in the answer too.
pub(crate) fn read_all(path: &Path) -> Vec<Result<Input, Diagnostic>> {
    match !is_stdin(path) && path.is_dir() {
        true => read_directory(path),
        false => vec![read(path)],
    }
}

fn read_directory(directory: &Path) -> Vec<Result<Input, Diagnostic>> {
    let (paths, mut inputs) = match list(directory) {
        Ok(listed) => listed,
        Err(error) => return vec![Err(unreadable(&name_of(directory), &error))],
    };
    // directories for OpenSSL hold a link beside each file: one file is read once
    let mut seen = BTreeSet::new();
    for path in paths {
        // what has no target cannot be read either, which is told then
        if path.canonicalize().map_or(true, |target| seen.insert(target)) {
            inputs.push(read_entry(&path));
        }
    }
    if inputs.is_empty() {
        let message = "directory is empty, expected files with certificates";
        inputs.push(Err(refused(&name_of(directory), "no-certificates", message)));
    }
    inputs
}

type Listed = (Vec<PathBuf>, Vec<Result<Input, Diagnostic>>);

/// The sorted entries of a directory, and what cannot even be listed.
fn list(directory: &Path) -> io::Result<Listed> {
    let (mut paths, mut unlisted) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(directory)? {
        match entry {
            Ok(entry) => paths.push(entry.path()),
            Err(error) => unlisted.push(Err(unreadable(&name_of(directory), &error))),
        }
    }
    paths.sort();
    Ok((paths, unlisted))
}

fn read_entry(path: &Path) -> Result<Input, Diagnostic> {
    match fs::metadata(path) {
        Err(error) => Err(unreadable(&name_of(path), &error)),
        Ok(metadata) if !metadata.is_file() => Err(Diagnostic {
            severity: Severity::Warning,
            ..refused(&name_of(path), "not-a-file", "entry is skipped: it is not a plain file")
        }),
        Ok(_) => Ok(Input { named: false, ..read(path)? }),
    }
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    refused(name, "not-readable", format!("input cannot be read: {error}"))
}

impl Input {
    /// The certificates in the input, PEM or DER by its content, not yet read; what is skipped and
    /// what cannot be decoded stands between them.
    pub(crate) fn pieces(&self) -> Vec<Result<Piece, Diagnostic>> {
        let content = pem::content(&self.content);
        match content {
            Content::Der => {
                let der = self.content.clone();
                return vec![Ok(Piece { der, trusted: false, block: None, line: None })];
            }
            // its blocks can be distrusted by what stands around them
            Content::P11Kit => return vec![Err(self.nothing(content))],
            _ => (),
        }
        let mut pieces: Vec<_> = pem::blocks(&self.content)
            .map(|block| match block {
                Ok(block) => self.decode(&block),
                Err(error) => Err(self.damaged(&error)),
            })
            .collect();
        let only_skipped = pieces.iter().all(|piece| match piece {
            Ok(_) => false,
            Err(diagnostic) => diagnostic.severity == Severity::Warning,
        });
        if only_skipped {
            pieces.push(Err(self.nothing(content)));
        }
        pieces
    }

    fn decode(&self, block: &Block<'_>) -> Result<Piece, Diagnostic> {
        let label = block.label();
        if let Label::PrivateKey(_) = label {
            let message = "private key is skipped: it does not belong among certificates";
            return Err(self.skipped(block, "private-key", message.to_owned()));
        }
        if !label.is_certificate() {
            let message = format!("block is skipped: found {label}, expected CERTIFICATE");
            return Err(self.skipped(block, "not-a-certificate", message));
        }
        let mut der = vec![0; block.der_capacity()];
        let length = block.decode(&mut der).map_err(|error| self.damaged(&error))?.len();
        der.truncate(length);
        let trusted = label == Label::TrustedCertificate;
        Ok(Piece { der, trusted, block: Some(block.number()), line: Some(block.line()) })
    }

    fn nothing(&self, content: Content) -> Diagnostic {
        let message = format!("input holds no certificate: it is {content}");
        let severity = if self.named { Severity::Error } else { Severity::Warning };
        Diagnostic { severity, ..refused(&self.name, "no-certificates", message) }
    }

    fn damaged(&self, error: &pem::Error) -> Diagnostic {
        Diagnostic {
            block: Some(error.block()),
            line: Some(error.line()),
            ..refused(&self.name, error.code(), error.kind().to_string())
        }
    }

    fn skipped(&self, block: &Block<'_>, code: &'static str, message: String) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            block: Some(block.number()),
            line: Some(block.line()),
            ..refused(&self.name, code, message)
        }
    }
}

impl Piece {
    /// The certificate and what OpenSSL has written behind it, or why it is none.
    pub(crate) fn certificate(
        &self,
        input: &Input,
    ) -> Result<(Certificate<'_>, Option<Auxiliary<'_>>), Diagnostic> {
        let read = match self.trusted {
            true => Certificate::from_trusted(&self.der),
            false => Certificate::from_der(&self.der).map(|certificate| (certificate, None)),
        };
        read.map_err(|error| {
            let code = match error.field() {
                Some(Field::Auxiliary) => "bad-auxiliary-data",
                _ => "bad-certificate",
            };
            self.tell(input, code, format!("{error} [{}]", error.code()))
        })
    }

    /// An error that concerns this piece.
    pub(crate) fn tell(&self, input: &Input, code: &'static str, message: String) -> Diagnostic {
        let Self { der: _, trusted: _, block, line } = *self;
        Diagnostic { block, line, ..refused(&input.name, code, message) }
    }
}
