//! `rootbake bake`: the source that a build would generate, for reading, or a set for a device.

use std::path::PathBuf;

use clap::error::ErrorKind;
use rootbake::certificate::Time;
use rootbake_codegen::{Bake, Linted, Options, Provenance};

use crate::bundle::{BundleInput, lock_beside};
use crate::emit::EmitArgs;
use crate::file;
use crate::input::{is_stdin, name_of};
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal, refused};
use crate::time;

const MORE: &str = "\
The same checks as in a build come first, and what they find is told. The text is what a build
generates, formatted; the roots and their order are the same. A bundle that nobody has reviewed has
no lock, and is baked with --no-lock alone.

INPUT is PEM, one certificate in DER, a folder of such files, NSS's certdata.txt or the CCADB's report
as CSV with PEM; of the last two what is not trusted for TLS servers is left out.

Examples:
  rootbake bake ca.pem
  rootbake bake ca.pem --constant CORP --certificates -o corp.rs
  rootbake bake unknown.pem --no-lock --as-of 2026-07-01
  rootbake bake certdata.txt --no-lock
  rootbake bake ca.pem --emit bin -o roots.bin
  rootbake bake ca.pem --emit bearssl --allow-loss distrust-dates -o anchors.h
";

/// Prints the source that a bundle is baked to, or a root set for a device
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// CA certificates, the lock beside them, or `-` for standard input
    input: PathBuf,
    /// Write into this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Name of the `static` [default: that of the set, in upper case]
    #[arg(long, value_name = "NAME", value_parser = parse_constant)]
    constant: Option<String>,
    /// Leave the labels of the roots out
    #[arg(long)]
    no_labels: bool,
    /// Bake the whole certificates, too
    #[arg(long)]
    certificates: bool,
    /// Bake a bundle without a lock, which nobody has reviewed
    #[arg(long)]
    no_lock: bool,
    /// The day that a bundle without a lock stands for, as RFC 3339 or seconds since 1970 [default:
    /// SOURCE_DATE_EPOCH, else the one on which its youngest certificate began, as in a build]
    #[arg(long, value_name = "TIME", value_parser = time::parse_time, requires = "no_lock")]
    as_of: Option<Time>,
    #[command(flatten)]
    device: EmitArgs,
}

/// What a bundle becomes.
enum Made {
    Set(Vec<u8>),
    Source(String),
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    match (lock_beside(&args.input), args.no_lock) {
        (None, false) if is_stdin(&args.input) || args.input.exists() => {
            return Err(no_lock(&name_of(&args.input)).into());
        }
        (Some(lock), true) => {
            let message = format!("--no-lock cannot be used here: there is {}", name_of(&lock));
            return Err(Failure::usage("bake", ErrorKind::ArgumentConflict, message));
        }
        (Some(_), false) | (None, _) => (),
    }
    args.check_output()?;
    let content = args.bake(terminal)?;
    match &args.output {
        Some(path) => file::replace(path, &content)?,
        None => terminal.print(&content)?,
    }
    Ok(Outcome::Fine)
}

impl Args {
    /// What is read is not written over.
    fn check_output(&self) -> Result<(), Failure> {
        let Some(output) = self.output.as_ref().and_then(|path| path.canonicalize().ok()) else {
            return Ok(());
        };
        let inputs = [Some(self.input.clone()), lock_beside(&self.input)];
        let mut inputs = inputs.into_iter().flatten().filter_map(|path| path.canonicalize().ok());
        match inputs.any(|input| input == output) {
            true => {
                let message = format!("--output names what is read: {}", name_of(&output));
                Err(Failure::usage("bake", ErrorKind::ArgumentConflict, message))
            }
            false => Ok(()),
        }
    }

    fn bake(&self, terminal: &mut Terminal) -> Result<Vec<u8>, Failure> {
        let input = BundleInput::read(&self.input)?;
        let as_of = match (self.no_lock, self.as_of) {
            (true, None) => time::source_date_epoch()?,
            (_, said) => said,
        };
        let as_of = as_of.map(|day| day.to_string());
        let bake = Bake::new("ROOTS").input(input.as_input(self.no_lock));
        let bake = as_of.iter().fold(bake, |bake, day| bake.as_of(day));
        let (made, warnings) = bake.with_linted(|linted, lock| {
            Ok(match self.device.emit(&linted)? {
                Some(set) => (Made::Set(set.bytes), set.warnings),
                None => {
                    let source = self.emit(&linted, &lock.provenance);
                    (Made::Source(source), linted.warnings().clone())
                }
            })
        })?;
        if !warnings.is_empty() {
            terminal.tell(&warnings)?;
        }
        match made {
            Made::Set(bytes) => Ok(bytes),
            Made::Source(source) => Ok(formatted(&source)?.into_bytes()),
        }
    }

    fn emit(&self, linted: &Linted<'_>, provenance: &Provenance) -> String {
        let constant = self.constant.clone().unwrap_or_else(|| constant_of(&provenance.name));
        let options = Options::new(&constant).labels(!self.no_labels);
        rootbake_codegen::emit(linted, &options.certificates(self.certificates))
    }
}

fn no_lock(bundle: &str) -> rootbake::Diagnostic {
    let message = "bundle has no lock beside it: write one with `rootbake lock BUNDLE --provenance \
                   .. --license ..` and have it reviewed, or bake it unreviewed with --no-lock";
    refused(bundle, "no-lock", message)
}

/// Formatted, with the comments on top that a syntax tree does not have.
fn formatted(source: &str) -> Result<String, rootbake::Diagnostic> {
    let is_comment = |line: &&str| line.starts_with("//") && !line.starts_with("///");
    let head: String =
        source.lines().take_while(is_comment).map(|line| format!("{line}\n")).collect();
    let file = syn::parse_file(source).map_err(|error| {
        refused("generated source", "not-rust", format!("generated source is not Rust: {error}"))
    })?;
    Ok(format!("{head}\n{}", spaced(&prettyplease::unparse(&file))))
}

/// With a blank line in front of each item that is documented.
fn spaced(source: &str) -> String {
    let mut spaced = String::new();
    let mut former = "///";
    for line in source.lines() {
        if line.starts_with("///") && !former.starts_with("///") {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        former = line;
    }
    spaced
}

/// `corp-2026` becomes `CORP_2026`.
fn constant_of(name: &str) -> String {
    let upper = |character: char| match character.is_ascii_alphanumeric() {
        true => character.to_ascii_uppercase(),
        false => '_',
    };
    let constant: String = name.chars().map(upper).collect();
    match constant.trim_matches('_') {
        "" => "ROOTS".to_owned(),
        letters if letters.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("ROOTS_{letters}")
        }
        _ => constant,
    }
}

fn parse_constant(text: &str) -> Result<String, String> {
    match syn::parse_str::<syn::Ident>(text) {
        Ok(_) if text != "_" => Ok(text.to_owned()),
        _ => Err("expected a name as Rust has them, such as CORP".to_owned()),
    }
}
