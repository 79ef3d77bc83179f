use std::path::Path;

use rootbake::certificate::Certificate;
use rootbake::role::{Role, Warning};
use rootbake::{Diagnostic, RootSet, Severity};
use serde::{Serialize, Serializer};

use super::entry::Entry;
use crate::input::{self, Input, Piece};
use crate::output::refused;

/// All that the inputs hold, each certificate once.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Inventory {
    pub(super) anchors: Vec<Entry>,
    pub(super) intermediates: Vec<Entry>,
    pub(super) pinned: Vec<Entry>,
    #[serde(serialize_with = "serialize")]
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Inventory {
    pub(super) fn add_set(&mut self, set: &RootSet) {
        self.anchors.extend(set.iter().map(|root| Entry::of_root(&root, set.name())));
    }

    /// A file, a directory, or standard input.
    pub(super) fn add_path(&mut self, path: &Path) {
        let (mut found, told) = (false, self.diagnostics.len());
        for input in input::read_all(path) {
            match input {
                Ok(input) => found |= self.add_input(&input),
                Err(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
        // each file of a directory may be something else, but not all of them
        if !found && !self.diagnostics.iter().skip(told).any(is_error) {
            let message = "no file in it holds a certificate";
            self.diagnostics.push(refused(&input::name_of(path), "no-certificates", message));
        }
    }

    /// Whether something in the inputs was refused.
    pub(super) fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(is_error)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.anchors.iter().chain(&self.intermediates).chain(&self.pinned)
    }

    /// Whether there is a certificate in the input, or what claims to be one.
    fn add_input(&mut self, input: &Input) -> bool {
        let mut found = false;
        for piece in input.pieces() {
            found |= piece.is_ok();
            if let Err(diagnostic) = piece.and_then(|piece| self.add_piece(input, &piece)) {
                self.diagnostics.push(diagnostic);
            }
        }
        found
    }

    fn add_piece(&mut self, input: &Input, piece: &Piece) -> Result<(), Diagnostic> {
        let (certificate, auxiliary) = piece.certificate(input)?;
        let role = Role::of(&certificate, false).map_err(|refusal| {
            piece.tell(input, refusal.code(), format!("{refusal}: {}", certificate.subject))
        })?;
        let entry = Entry::of(&certificate, auxiliary.as_ref(), role).at(input, piece);
        if let Some(first) = self.entries().find(|known| known.sha256 == entry.sha256) {
            let message = format!("certificate is there already: {}", first.place());
            return Err(warning(piece.tell(input, "duplicate", message)));
        }
        self.warn(input, piece, &certificate);
        match role {
            Role::Anchor => self.anchors.push(entry),
            Role::Intermediate => self.intermediates.push(entry),
            Role::Pinned => self.pinned.push(entry),
        }
        Ok(())
    }

    fn warn(&mut self, input: &Input, piece: &Piece, certificate: &Certificate<'_>) {
        Warning::each(certificate, |odd| {
            let message = format!("{odd}: {}", certificate.subject);
            self.diagnostics.push(warning(piece.tell(input, odd.code(), message)));
        });
    }
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

fn warning(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}

fn serialize<S: Serializer>(diagnostics: &[Diagnostic], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(DiagnosticJson::from))
}

/// A diagnostic under the names of the JSON.
#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: &'a str,
    severity: String,
    message: &'a str,
    file: &'a str,
    block: Option<u32>,
    line: Option<u32>,
}

impl<'a> From<&'a Diagnostic> for DiagnosticJson<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { severity, code, message, input, block, line, column: _ } = diagnostic;
        let (severity, block, line) = (severity.to_string(), *block, *line);
        Self { code, severity, message, file: input, block, line }
    }
}
