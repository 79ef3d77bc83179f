//! `rootbake inspect`: which root sets are baked into a binary.

use std::io::{self, Write};
use std::path::PathBuf;

use rootbake::Diagnostic;
use rootbake::root_set::{Manifest, ManifestError};
use serde::Serialize;

use crate::baked::{self, Baked};
use crate::image::{Image, Mark, MarkKind};
use crate::input;
use crate::json::diagnostics_json;
use crate::output::{
    BOLD, EXIT_CODES, Failure, Outcome, Terminal, has_errors, hex, many, noted, refused, visible,
};
use crate::progress::Progress;

const MORE: &str = "\
A set that a program uses has a manifest among its plain bytes, which stripping, link-time
optimisation and any format leave as it is: ELF, Mach-O, PE, WebAssembly, a raw image. A packed or
compressed file must be unpacked first. Sets that no code uses are not in a binary; a program that
makes contexts has the default roots, since a context about which nothing is said is on them.

Names of roots are those in the manifest, or else those that this command has baked in itself. It
exits with 1 when there is no set, or one is damaged. `rootbake diff` compares with a bundle.

Examples:
  rootbake inspect target/release/server
  rootbake inspect firmware.bin --json
  rootbake diff firmware.bin mozilla
";

/// Shows which root sets are baked into a binary or firmware image
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// An executable, a library or an image, or `-` for standard input
    binary: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is found in a binary, under the names of the JSON.
#[derive(Debug, Serialize)]
struct Found {
    file: String,
    format: &'static str,
    sets: Vec<Set>,
    #[serde(serialize_with = "diagnostics_json")]
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Serialize)]
struct Set {
    name: String,
    as_of: String,
    set_sha256: String,
    /// Where the manifest begins, and how long it is
    offset: usize,
    bytes: usize,
    /// The set of this command that has the same roots and rules
    same_as: Option<&'static str>,
    roots: Vec<Root>,
}

#[derive(Debug, Serialize)]
struct Root {
    sha256: String,
    label: Option<String>,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let progress = Progress::waiting("reading");
    let input = input::read(&args.binary)?;
    progress.turns_to("searching");
    let image = Image(&input.content);
    let found = Found::new(input.name, image);
    drop(progress);
    match args.json {
        true => terminal.json(&found)?,
        false => found.print(terminal)?,
    }
    Ok(if has_errors(&found.diagnostics) { Outcome::Found } else { Outcome::Fine })
}

impl Found {
    fn new(file: String, image: Image<'_>) -> Self {
        let mut found =
            Self { file, format: image.format(), sets: Vec::new(), diagnostics: Vec::new() };
        image.marks().iter().for_each(|mark| found.add(mark));
        if found.sets.is_empty() && !has_errors(&found.diagnostics) {
            found.diagnostics.push(no_root_set(&found.file, image));
        }
        found
    }

    fn add(&mut self, mark: &Mark<'_>) {
        let offset = mark.offset;
        match &mark.kind {
            MarkKind::Set(manifest) => self.sets.push(Set::new(*manifest, offset)),
            MarkKind::Damaged(error) => {
                self.diagnostics.push(damaged(&self.file, offset, *error));
            }
            MarkKind::Bare => self.diagnostics.push(noted(
                &self.file,
                "mark-without-manifest",
                format!(
                    "no manifest follows the mark at byte {offset}, as in a program that reads them"
                ),
            )),
        }
    }

    fn print(&self, terminal: &mut Terminal) -> io::Result<()> {
        for (position, set) in self.sets.iter().enumerate() {
            if position > 0 {
                writeln!(terminal.out)?;
            }
            set.print(self.format, terminal)?;
        }
        terminal.tell_all(&self.diagnostics)
    }
}

pub(crate) fn damaged(file: &str, offset: usize, error: ManifestError) -> Diagnostic {
    let message = format!("{error}, at byte {offset}; take the binary from its source again");
    refused(file, "damaged-manifest", message)
}

pub(crate) fn no_root_set(file: &str, image: Image<'_>) -> Diagnostic {
    let (format, bytes) = (image.format(), image.0.len());
    let hint = match image.wrapping() {
        Some(wrapping) => format!("; it looks like {wrapping}: convert it to plain bytes first"),
        None => String::new(),
    };
    let message =
        format!("no root set in {bytes} bytes of {format}, expected the manifest of one{hint}");
    refused(file, "no-root-set", message)
}

impl Set {
    fn new(manifest: Manifest<'_>, offset: usize) -> Self {
        let fingerprints = manifest.fingerprints().iter().enumerate();
        let roots = fingerprints.map(|(index, fingerprint)| Root {
            sha256: hex(fingerprint),
            label: manifest.label(index).or_else(|| baked::label(fingerprint)).map(visible),
        });
        Self {
            name: visible(manifest.name()),
            as_of: manifest.as_of().to_string(),
            set_sha256: hex(manifest.set_sha256()),
            offset,
            bytes: manifest.as_bytes().len(),
            same_as: Baked::with_set_sha256(manifest.set_sha256()).map(|baked| baked.set().name()),
            roots: roots.collect(),
        }
    }

    fn print(&self, format: &str, terminal: &mut Terminal) -> io::Result<()> {
        let Self { name, as_of, set_sha256, offset, bytes, same_as, roots } = self;
        let out = &mut terminal.out;
        writeln!(out, "{BOLD}{name:?}{BOLD:#} as of {as_of}, {}", many(roots.len(), "root"))?;
        writeln!(out, "manifest: {bytes} bytes at byte {offset} of {format}")?;
        writeln!(out, "set:      sha256 {set_sha256}")?;
        if let Some(same) = same_as {
            writeln!(out, "          the same roots and rules as {same:?} of this command")?;
        }
        let row = |root: &Root| {
            vec![root.label.clone().unwrap_or_else(|| "?".to_owned()), root.sha256.clone()]
        };
        terminal.table(&["ROOT", "SHA-256"], 2, roots.iter().map(row).collect())
    }
}
